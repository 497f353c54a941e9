"""The site: settings, URLs and what every request passes through. It knows no rules and no games."""

from .celery import app as celery_app

__all__ = ["celery_app"]
