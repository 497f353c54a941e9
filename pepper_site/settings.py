"""The site's settings: safe as they stand, changed through the environment.

| variable             | what it does                                                       | without it              |
|----------------------|--------------------------------------------------------------------|-------------------------|
| DEBUG                | 1 shows what went wrong in the browser; for developing only        | 0                       |
| SECRET_KEY           | signs cookies; needed as soon as others can reach the site         | made and kept in var/   |
| ALLOWED_HOSTS        | names the site answers to, with commas between                     | this machine's own      |
| CSRF_TRUSTED_ORIGINS | addresses whose forms are accepted, where a proxy changes the host | none                    |
| DATABASE             | the SQLite file                                                    | var/pepper.sqlite3      |
| HTTPS                | 1: cookies over HTTPS only, and plain HTTP is redirected           | 0                       |
| HSTS_SECONDS         | how long browsers insist on HTTPS                                  | 0                       |
| LOG_LEVEL            | DEBUG, INFO, WARNING, ERROR                                        | INFO                    |
"""

import ipaddress
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from pepper_site.secret_key import local_secret_key

env = environ.Env()


def is_local(host: str) -> bool:
    """Tell whether `host` can only be this machine or its own network, such as a kitchen's."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_private
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local"))


def secret_key(hosts: list[str], *, debug: bool) -> str:
    """Return SECRET_KEY, or this machine's own key where only this machine and its network are served.

    Raises ImproperlyConfigured where the site is open to others and nobody has chosen a key.
    """
    if key := env.str("SECRET_KEY", default=""):
        return key
    public = [host for host in hosts if not is_local(host)]
    if public and not debug:
        raise ImproperlyConfigured(
            f"SECRET_KEY is not set, and ALLOWED_HOSTS opens the site to others ({', '.join(public)}). "
            "Set SECRET_KEY to a long random text and keep it to yourself."
        )
    return local_secret_key(VAR_DIR / "secret_key")


BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
VAR_DIR.mkdir(mode=0o700, exist_ok=True)  # the database holds the keys to the games

DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SECRET_KEY = secret_key(ALLOWED_HOSTS, debug=DEBUG)

# ---- What the site is made of

INSTALLED_APPS = [
    "pepper_site",
    "scorekeeper",
    "replay",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pepper_site.middleware.private_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "pepper_site.middleware.viewer_zone",
    "django.middleware.common.CommonMiddleware",
    "pepper_site.errors.utf8_only",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "pepper_site.errors.BusyMiddleware",
]

ROOT_URLCONF = "pepper_site.urls"
ASGI_APPLICATION = "pepper_site.asgi.application"
WSGI_APPLICATION = "pepper_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# ---- What it keeps

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": env.str("DATABASE", default=str(VAR_DIR / "pepper.sqlite3")),
        "OPTIONS": {
            "timeout": 20,
            # Without IMMEDIATE a transaction that reads and then writes fails at once when another one writes.
            "transaction_mode": "IMMEDIATE",
            # FULL: what was shown as saved is on the disk, whatever happens to the power.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A hand is a few hundred bytes and a pasted game some kilobytes.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 1

# ---- Who may do what with it

HTTPS = env.bool("HTTPS", default=False)
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=0)
SECURE_CONTENT_TYPE_NOSNIFF = True
# A game's address is its key: it must not travel to other sites.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "font-src": [NONE],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
}

# ---- Languages and times

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
# A language is offered as soon as its catalogue is there; before that, a page would be half in each.
LANGUAGES = [
    (code, name)
    for code, name in [("en", _("English")), ("fr", _("French"))]
    if code == LANGUAGE_CODE or (BASE_DIR / "locale" / code / "LC_MESSAGES" / "django.mo").exists()
]
TIME_ZONE = "UTC"
USE_TZ = True

# ---- Static files

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

# ---- What it says on the console

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO").upper()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"hide_keys": {"()": "pepper_site.logs.HideKeys"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["hide_keys"]}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Django's own handlers would say everything twice.
    "loggers": {"django": {"handlers": [], "level": LOG_LEVEL, "propagate": True}},
}
