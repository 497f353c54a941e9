"""The background jobs. Thin: they call services. Each may run twice, out of order, or never."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.utils.module_loading import import_string

from scorekeeper.services import recounts, replies

import_string(settings.JOBS_APP)  # or they would be sent to Celery's own idea of a broker


@shared_task(name="scorekeeper.tasks.recount")
def recount(league: int) -> None:
    """Count a league again, if what was counted is behind."""
    recounts.recount_league(league)


@shared_task(name="scorekeeper.tasks.sweep")
def sweep() -> None:
    """Have every league that is behind counted, each by a job of its own, so that none stops another; and forget what
    was kept for requests that will not come again.
    """
    replies.sweep()
    for league in recounts.leagues_behind():
        recount.delay(league)


@worker_ready.connect
def sweep_at_start(**kwargs: Any) -> None:
    """What was left by a worker that was killed does not wait for the next sweep."""
    sweep.delay()
