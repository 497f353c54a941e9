"""The replies to requests that may come again: the first time a request is done, after that its reply is given again.

The reply is written in the transaction of the work itself, so there is never one without the other. Knows nothing of
requests: whoever calls says who asks, by which key, and what.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet
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


def whole(work: Callable[[], Done]) -> Done:
    """Do `work` in one transaction, and return what it returns."""
    with transaction.atomic():
        return work()


def once(scope: str, key: str, fingerprint: str, work: Callable[[], Answered]) -> tuple[Answered, bool]:
    """Do `work` in a transaction and keep its reply; where it was done before, only give that reply.

    Returns the reply and whether it is a kept one. `scope` is who asks, and `fingerprint` the digest of what. What
    `work` raises undoes everything, so that the request can come again. Raises KeyUsed for the key of another
    request; one that is just being done is waited for.
    """
    with transaction.atomic():
        _old().filter(scope=scope, key=key).delete()
        # The row comes before the work: whoever sends the same meanwhile waits for it here.
        reply, is_new = Reply.objects.get_or_create(scope=scope, key=key, defaults={"fingerprint": fingerprint})
        if reply.fingerprint != fingerprint:
            raise KeyUsed
        if not is_new:
            return Answered(reply.status, reply.body, reply.headers), True
        answered = work()
        reply.status, reply.body, reply.headers = answered.status, answered.body, dict(answered.headers)
        reply.save(update_fields=["status", "body", "headers"])
    return answered, False


def sweep() -> int:
    """Forget the replies that are older than a day, and say how many."""
    return _old().delete()[0]


def _old() -> QuerySet[Reply]:
    return Reply.objects.filter(created_at__lt=timezone.now() - KEPT_FOR)
