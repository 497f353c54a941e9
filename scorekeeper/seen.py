"""What somebody saw that he changes: which version of a hand, or which state of a league, season, night or player.

The latter keep no versions, so a state is named by what it says. Changed there and back, it is the same again.
"""

import json
import re
from dataclasses import dataclass
from typing import Self

from django.utils.crypto import salted_hmac

from scorekeeper.models import Hand, League, Night, Player, Season

Changeable = League | Season | Night | Player
_SAID: dict[type, tuple[str, ...]] = {
    League: ("name", "rules", "visibility"),
    Season: ("name", "starts_on", "ends_on", "metrics", "least_games"),
    Night: ("season_id", "date", "zone", "place", "state"),
    Player: ("name", "user_id", "merged_into_id"),
}


@dataclass(frozen=True)
class SeenHand:
    """A version of a hand. Its own key is part of it: numbers move when a hand is inserted, and are given again."""

    pk: int
    revision: int

    @classmethod
    def of(cls, hand: Hand) -> Self:
        """The version that holds now."""
        return cls(hand.pk, hand.revision)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """What its text says, None where it is none."""
        found = re.fullmatch(r"(\d{1,12})-(\d{1,9})", text, re.ASCII)
        return cls(int(found[1]), int(found[2])) if found else None

    def __str__(self) -> str:
        return f"{self.pk}-{self.revision}"


def said_of(thing: Changeable) -> list[object]:
    """All that `thing` says now. No query."""
    return [getattr(thing, name) for name in _SAID[type(thing)]]


def state_of(thing: Changeable) -> str:
    """A short name for all that `thing` says now. No query."""
    text = json.dumps([thing.pk, *said_of(thing)], sort_keys=True, default=str)
    # With the site's key: who may not see all that it says could else try it out.
    return salted_hmac("scorekeeper.seen", text).hexdigest()[:20]
