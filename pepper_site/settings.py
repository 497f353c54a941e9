"""The site's settings: safe as they stand, changed through the environment.

| variable             | what it does                                                       | without it              |
|----------------------|--------------------------------------------------------------------|-------------------------|
| DEBUG                | 1 shows what went wrong in the browser; for developing only        | 0                       |
| SECRET_KEY           | signs cookies; needed as soon as others can reach the site         | made and kept in var/   |
| ALLOWED_HOSTS        | names the site answers to, with commas between                     | this machine's own      |
| CSRF_TRUSTED_ORIGINS | addresses whose forms are accepted, where a proxy changes the host | none                    |
| DATABASE             | the SQLite file                                                    | var/pepper.sqlite3      |
| DATABASE_URL         | another database, such as postgres://user:password@host:5432/name  | the SQLite file         |
| REDIS_URL            | a Redis or Valkey: hands jobs to workers, counts for all processes | jobs run in the site    |
| TRUSTED_PROXIES      | addresses of proxies that say for whom they come; only `make run`  | none                    |
| EMAIL_URL            | what sends mail, such as smtp+tls://user:password@host:587         | shown on the console    |
| EMAIL_FROM           | who the mail is from                                               | pepper@localhost        |
| SWEEP_SECONDS        | how often leagues that are behind are looked for                   | 30                      |
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

# ---- Accounts

AUTH_USER_MODEL = "scorekeeper.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# What was tried too often is counted here: by all processes together where there is a Redis, else by each for itself.
REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {
    "default": {"BACKEND": "pepper_site.counters.SharedCache", "LOCATION": REDIS_URL, "KEY_PREFIX": "pepper"}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}},
}
CSRF_FAILURE_VIEW = "scorekeeper.views.entrance.stale_form"
LOGIN_URL = "scorekeeper:login"
LOGIN_REDIRECT_URL = "scorekeeper:leagues"
LOGOUT_REDIRECT_URL = "scorekeeper:home"

# ---- Mail, for forgotten passwords only

_mail = env.email_url("EMAIL_URL", default="consolemail://")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = _mail.get("EMAIL_HOST") or "localhost", _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.get("EMAIL_HOST_USER") or "", _mail.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("EMAIL_USE_TLS", False), _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="Pepper <pepper@localhost>")

# ---- What the site is made of

INSTALLED_APPS = [
    "pepper_site",
    "scorekeeper",
    "replay",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "pepper_site.middleware.private_pages",
    "pepper_site.middleware.readable_cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "pepper_site.middleware.viewer_zone",
    "django.middleware.common.CommonMiddleware",
    "pepper_site.errors.utf8_only",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
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
                "django.contrib.auth.context_processors.auth",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# ---- What it keeps

DATABASES = {
    "default": env.db_url("DATABASE_URL")
    if env.str("DATABASE_URL", default="")
    else {"ENGINE": "django.db.backends.sqlite3", "NAME": env.str("DATABASE", default=str(VAR_DIR / "pepper.sqlite3"))}
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        # Without IMMEDIATE a transaction that reads and then writes fails at once when another one writes.
        "transaction_mode": "IMMEDIATE",
        # FULL: what was shown as saved is on the disk, whatever happens to the power.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
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

# ---- The API for programs (docs/api.md)

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "SCHEMA_COERCE_PATH_PK": False,
    "EXCEPTION_HANDLER": "scorekeeper.api.problems.handle",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pepper",
    "DESCRIPTION": "Keep the score of Pepper: leagues, seasons, nights, games and hands.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
    "POSTPROCESSING_HOOKS": ["scorekeeper.api.schema.add_problems"],
}

# ---- What it does in the background (docs/operations.md)

# Without REDIS_URL the jobs wait in the memory of the process that serves, and are done by a worker inside it.
JOBS_APP = "pepper_site.celery.app"  # loaded by whoever sends or does a job; most commands do neither
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    # A save waits for a broker that does not answer, if only for so long; what it could not send, the sweep finds.
    {"socket_connect_timeout": 0.5, "socket_timeout": 0.5, "retry_on_timeout": False, "max_retries": 0}
    if REDIS_URL
    else {"polling_interval": 0.02}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_DEFAULT_QUEUE = "pepper"
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=30.0)
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # the schedule is short and here; nothing to keep in a file
CELERY_BEAT_SCHEDULE = {
    # A sweep that nobody took is of no use once the next one is there.
    "sweep": {"task": "scorekeeper.tasks.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}},
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
FORMAT_MODULE_PATH = "pepper_site.formats"
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
        else "pepper_site.static_storage.StaticStorage"
    },
}
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "pepper_site.plotly_files.PlotlyFinder",
]
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

# ---- What it says on the console

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO").upper()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"hide_keys": {"()": "pepper_site.logs.HideKeys"}, "one_line": {"()": "pepper_site.logs.OneLine"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["one_line", "hide_keys"]}
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Django's own handlers would say everything twice.
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # Inside the site it would tell of every hand twice.
        "celery": {"level": LOG_LEVEL if REDIS_URL or LOG_LEVEL == "DEBUG" else "WARNING"},
    },
}
