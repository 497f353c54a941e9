"""The Celery app: the site's background jobs (docs/operations.md). It knows no job; each app keeps its own."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pepper_site.settings")

app = Celery("pepper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
