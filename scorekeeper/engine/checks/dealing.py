"""The deal, the kitty and the discard: sizes, and cards that turn up twice (docs/record.md, Findings)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..cards import Card
from ..notes import Notes
from ..record import MaybeCard, Record
from ..rulesets import Ruleset
from ..wording import Who
from ..wording import gettext_noop as _


def sizes(record: Record, rules: Ruleset, notes: Notes) -> None:
    """Hands, kitty and discard of another size than the ruleset's."""
    for seat, hand in enumerate(record.hands or ()):
        if hand and len(hand) != rules.hand:
            notes.add(
                "wrong-hand-size",
                "hands",
                _("the cards recorded are {count}, but {want} are dealt to everybody"),
                seat=seat,
                count=len(hand),
                want=rules.hand,
            )
    if record.kitty and len(record.kitty) != rules.kitty:
        text = _("the cards recorded are {count}, but it has {want}") if rules.kitty else _("this game has none")
        notes.add("wrong-hand-size", "kitty", text, count=len(record.kitty), want=rules.kitty)
    if record.discard is not None and len(record.discard) != rules.kitty:
        text = (
            _("the cards recorded are {count}, but as many as the kitty has are laid away: {want}")
            if rules.kitty
            else _("this game has no kitty, so nothing is laid away")
        )
        notes.add("wrong-hand-size", "discard", text, count=len(record.discard), want=rules.kitty)


def doubles(record: Record, notes: Notes) -> frozenset[Card]:
    """Cards recorded twice in the deal, the kitty, the discard or the exchange; those of the deal and kitty."""
    seen: dict[Card, int | None] = {}
    twice: set[Card] = set()
    dealt: list[tuple[int | None, tuple[MaybeCard, ...]]] = [*enumerate(record.hands or ())]
    for seat, cards in [*dealt, (None, record.kitty or ())]:
        for card in cards:
            if card is None:
                continue
            if card not in seen:
                seen[card] = seat
                continue
            twice.add(card)
            owner = seen[card]
            assert owner is not None or seat is None
            text = (
                _("{card} is dealt twice; {owner} has it already") if owner is not None else _("{card} is in it twice")
            )
            key = "kitty" if seat is None else "hands"
            places = {} if seat is None else {"seat": seat}
            values = {} if owner is None else {"owner": Who(owner)}
            notes.add("duplicate-card", key, text, card=card.pretty, **values, **places)
    for key in ("discard", "exchange"):
        for card in repeated(getattr(record, key) or ()):
            notes.add("duplicate-card", key, _("{card} is in it twice"), card=card.pretty)
    return frozenset(twice)


def repeated(cards: Iterable[MaybeCard]) -> list[Card]:
    """The cards that come more than once, in the order in which they come first."""
    times = Counter(card for card in cards if card is not None)
    return [card for card, count in times.items() if count > 1]
