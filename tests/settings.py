"""The site's settings as the tests need them: nothing to collect first, and a database file of their own."""

import atexit
import os
import shutil
import tempfile

os.environ.setdefault("SECRET_KEY", "for tests only")

from pepper_site.settings import *  # noqa: F403
from pepper_site.settings import DATABASES, STORAGES

# A file and not the memory: the browser's requests then have connections of their own, as in real life.
_folder = tempfile.mkdtemp(prefix="pepper-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
DATABASES["default"]["TEST"] = {"NAME": os.path.join(_folder, "test.sqlite3")}
DATABASES["default"]["OPTIONS"]["init_command"] = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"
)

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True

# The real one takes half a second each time, as it should.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
