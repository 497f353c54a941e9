"""The WSGI entry point, for servers that speak it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pepper_site.settings")

application = get_wsgi_application()

# Only now, with the apps loaded.
from scorekeeper import embedded  # noqa: E402

embedded.worker.serve_here()
