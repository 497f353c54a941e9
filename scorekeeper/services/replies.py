"""The replies to requests that may come again: the first time a request is done, after that its reply is given again.

The reply is written in the transaction of the work itself, so there is never one without the other. Knows nothing of
requests: whoever calls says who asks, by which key, and what.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.models import Reply

Done = TypeVar("Done")

KEPT_FOR = timedelta(days=1)


@dataclass(frozen=True)
class Answered:
    """What a request was answered with, as JSON."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)


class KeyUsed(Exception):
    """The key came before, with another request."""


class StillAtWork(Exception):
    """The first request of this key is not done."""


def whole(work: Callable[[], Done]) -> Done:
    """Do `work` in one transaction, and return what it returns."""
    with transaction.atomic():
        return work()


def once(scope: str, key: str, fingerprint: str, work: Callable[[], Answered]) -> tuple[Answered, bool]:
    """Do `work` in a transaction and keep its reply; where it was done before, only give that reply.

    Returns the reply and whether it is a kept one. `scope` is who asks, and `fingerprint` the digest of what. What
    `work` raises undoes everything, so that the request can come again. Raises KeyUsed for the key of another
    request and StillAtWork where the first one is not done; one that is just being done is waited for.
    """
    with transaction.atomic():
        sweep()
        try:
            with transaction.atomic():
                reply = Reply.objects.create(scope=scope, key=key, fingerprint=fingerprint)
        except IntegrityError:
            kept = Reply.objects.filter(scope=scope, key=key).first()
            if kept is None:
                raise StillAtWork from None
            if kept.fingerprint != fingerprint:
                raise KeyUsed from None
            if kept.status is None:
                raise StillAtWork from None
            return Answered(kept.status, kept.body, kept.headers), True
        answered = work()
        reply.status, reply.body, reply.headers = answered.status, answered.body, dict(answered.headers)
        reply.save(update_fields=["status", "body", "headers"])
    return answered, False


def sweep() -> int:
    """Forget the replies that are older than a day, and say how many."""
    return Reply.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()[0]
