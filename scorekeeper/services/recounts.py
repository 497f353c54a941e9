"""Mark a league as behind, in the transaction of the write that made it so, and wake the counting up after it."""

from django.db import transaction
from django.db.models import F

from scorekeeper.models import League, Recount


def mark(league: League) -> None:
    """Say that what was counted of `league` is behind. Call it inside the transaction of the write itself."""
    changed = Recount.objects.filter(league=league).update(marked=F("marked") + 1)
    if not changed:
        Recount.objects.get_or_create(league=league)
        Recount.objects.filter(league=league).update(marked=F("marked") + 1)
    transaction.on_commit(lambda: wake(league.pk), robust=True)


def wake(league: int) -> None:
    """Ask for a recount soon. What fails here is made good by the sweep, so nothing that was saved depends on it."""
    from scorekeeper.tasks import recount  # the tasks call services; only this way back is late

    recount.delay(league)
