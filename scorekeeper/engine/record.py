"""The hand record: its shape (docs/record.md, The hand record).

What a record is once it is read, and how it is written again. Reading is for `parsing`; what was
allowed at the table is for `checks`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from .cards import NO_TRUMP, UNKNOWN, Card, Suit

# None in place of a card is a card that nobody knows.
MaybeCard = Card | None


class Ruling(NamedTuple):
    """The table's own decision: the points of each side, and why."""

    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Record:
    """A hand as it was recorded, in the order of the record's keys. None is not recorded.

    Only a void hand may lack its dealer.
    `trump` is a letter, "n" for no trump. Calls and the bid are canonical where the ruleset knows
    them, else as written.
    """

    dealer: int | None = None
    hands: tuple[tuple[MaybeCard, ...], ...] | None = None
    kitty: tuple[MaybeCard, ...] | None = None
    calls: tuple[str, ...] | None = None
    declarer: int | None = None
    bid: str | None = None
    side: int | None = None
    trump: str | None = None
    alone: tuple[int, ...] = ()
    discard: tuple[MaybeCard, ...] | None = None
    exchange: tuple[MaybeCard, ...] | None = None
    challenged: bool | None = None
    tricks: tuple[tuple[Card, ...], ...] = ()
    taken: tuple[int, ...] | None = None
    void: str | None = None
    ruling: Ruling | None = None
    annotations: dict[str, tuple[str, ...]] | None = None

    @property
    def dealt_by(self) -> int:
        """Who dealt; ask only where the hand is not void."""
        assert self.dealer is not None
        return self.dealer

    @property
    def depth(self) -> str:
        """How much was told: "full", "auction" or "score" (docs/record.md, Depths)."""
        if self.tricks:
            return "full"
        return "score" if self.calls is None else "auction"

    @property
    def trump_suit(self) -> Suit | None:
        """The trump suit, None for no trump; ask only where `trump` is recorded."""
        return None if self.trump in (None, NO_TRUMP) else Suit(self.trump)

    def to_json(self) -> dict[str, Any]:
        """The record in its canonical spelling, without what says nothing."""
        return {
            key: _plain(value)
            for key in KEYS
            if (value := getattr(self, key)) is not None and not self._says_nothing(key, value)
        }

    @staticmethod
    def _says_nothing(key: str, value: object) -> bool:
        """Whether leaving the key out says the same; an auction without a call says that there was one."""
        return (value == () and key != "calls") or (key == "hands" and isinstance(value, tuple) and not any(value))


KEYS = tuple(field.name for field in fields(Record))


def _plain(value: Any) -> Any:
    if isinstance(value, Ruling):
        return {"points": list(value.points), "reason": value.reason}
    if isinstance(value, dict):
        return {key: list(notes) for key, notes in value.items()}
    if isinstance(value, tuple):
        return [UNKNOWN if item is None else _plain(item) for item in value]
    return str(value) if isinstance(value, Card) else value
