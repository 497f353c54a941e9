"""The worker inside the process that serves: what runs the jobs where there is no broker (docs/operations.md).

Jobs then wait in this process's memory, so only this process can do them. The worker is a thread that begins with the
first request or the first job, never earlier: a server that loads the site and then forks would lose it.
"""

import logging
import os
import threading
from typing import Any

from django.conf import settings
from django.core.signals import request_started
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)


class EmbeddedWorker:
    """At most one worker thread in each process that serves."""

    def __init__(self) -> None:
        self._serves = False
        self._lock = threading.Lock()
        self._pid = 0
        self._thread: threading.Thread | None = None
        self._schedule: threading.Thread | None = None

    def serve_here(self) -> None:
        """Say that this process serves the site; the modules that servers load call it."""
        self._serves = True
        request_started.connect(self.ensure, dispatch_uid="embedded-worker")

    def can_take_jobs(self) -> bool:
        """Whether a job that is sent from here reaches anybody; begins the worker where it is the one."""
        if settings.REDIS_URL:
            return True
        self.ensure()
        return self._serves

    def ensure(self, **kwargs: Any) -> None:
        """Begin the worker of this process, unless it runs or none is wanted."""
        if not self._serves or settings.REDIS_URL or self._runs():
            return
        with self._lock:
            if not self._runs():
                self._pid = os.getpid()
                self._thread = threading.Thread(target=self._work, name="embedded-worker", daemon=True)
                self._thread.start()

    def _runs(self) -> bool:
        # A thread does not live on in a forked process, whatever its object says there.
        return self._pid == os.getpid() and self._thread is not None and self._thread.is_alive()

    def _work(self) -> None:
        from celery.worker import WorkController  # much to load, and most processes need none of it

        try:
            app = import_string(settings.JOBS_APP)
            # Django is set up here already; a worker that begins would do it once more, logging and all.
            app.autodiscover_tasks(force=True)
            app.loader.worker_initialized = True
            worker = WorkController(
                app=app,
                pool="solo",
                concurrency=1,
                without_heartbeat=True,
                without_mingle=True,
                without_gossip=True,
                ready_callback=lambda consumer: self._ready(app),
            )
            worker.start()
        except Exception:
            log.exception("The worker inside the site has stopped; the next request begins another.")

    def _ready(self, app: Any) -> None:
        from celery.beat import EmbeddedService

        app.send_task("scorekeeper.tasks.sweep")
        if self._schedule is None or not self._schedule.is_alive():
            self._schedule = EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler)
            self._schedule.start()


worker = EmbeddedWorker()
