"""Take hold of what is to be changed, as somebody saw it.

For leagues, seasons, nights and players; hands have versions (`hands`).
"""

from typing import Any, TypeVar

from scorekeeper.seen import Changeable, state_of

Thing = TypeVar("Thing", bound=Changeable)


class ChangedMeanwhile(Exception):
    """Somebody has changed it since it was seen; `now` is how it is."""

    def __init__(self, now: Any) -> None:
        super().__init__()
        self.now = now


def as_seen(thing: Thing, seen: str | None) -> Thing:
    """`thing` as it is now, locked to the end of the transaction.

    Raises ChangedMeanwhile where it is not as it was `seen` (`scorekeeper.seen`); None asks for no comparison.
    """
    now: Thing = type(thing)._default_manager.select_for_update().get(pk=thing.pk)  # type: ignore[assignment]
    if seen is not None and seen != state_of(now):
        raise ChangedMeanwhile(now)
    return now
