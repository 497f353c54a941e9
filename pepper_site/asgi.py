"""The ASGI entry point, which `make run` serves."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pepper_site.settings")

application = get_asgi_application()

# Only now, with the apps loaded.
from scorekeeper import embedded  # noqa: E402

embedded.worker.serve_here()
