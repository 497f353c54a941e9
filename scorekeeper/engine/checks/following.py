"""The tricks in the order of play: sizes, doubles, whose card each was, who won.

Decides nothing about what a player held: that is for `holding`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..cards import Card, Suit
from ..contract import Contract
from ..notes import Notes
from ..play import Trick
from ..record import Record
from ..rulesets import Ruleset
from ..wording import gettext_noop as _


@dataclass(frozen=True)
class Play:
    """One card as it was played. `led` is the suit to follow, None for the lead and after a doubtful one.

    `is_doubtful` marks a card that is recorded twice, so that one of the two was another card.
    """

    index: int
    trick: int
    seat: int
    card: Card
    led: Suit | None
    is_doubtful: bool


@dataclass(frozen=True)
class Following:
    """The play as far as it can be followed. `is_complete` when that is to the last trick."""

    plays: tuple[Play, ...] = ()
    winners: tuple[int, ...] = ()
    is_complete: bool = False
    is_broken: bool = False


def follow(record: Record, rules: Ruleset, contract: Contract | None, notes: Notes) -> Following:
    """Check the tricks and follow them by `contract`, None where it or the trump is uncertain."""
    twice = _twice(record)
    is_sound = _sizes(record, rules, contract, notes)
    if contract is None:
        _note_doubles(record, [], notes)
        return Following(is_broken=True)
    plays: list[Play] = []
    winners: list[int] = []
    leader = contract.leader
    for number, cards in enumerate(record.tricks):
        trick = Trick(contract.order(leader), cards)
        if number == rules.hand or len(cards) > len(trick.seats):
            break
        led = None if cards[0] in twice else trick.suit_led(contract.trump)
        first = len(plays)
        plays.extend(
            Play(first + place, number, seat, card, led if place else None, card in twice)
            for place, (seat, card) in enumerate(zip(trick.seats, cards, strict=False))
        )
        if not trick.is_complete or _comes_again(plays, number):
            break
        leader = trick.winner(contract.trump)
        winners.append(leader)
    _note_doubles(record, plays, notes)
    is_complete = is_sound and len(winners) == rules.hand
    return Following(tuple(plays), tuple(winners), is_complete, not is_sound or bool(twice))


def _comes_again(plays: list[Play], trick: int) -> bool:
    """Whether a card of this trick was played before: then nobody knows who won it."""
    before = {play.card for play in plays if play.trick < trick}
    here = [play.card for play in plays if play.trick == trick]
    return len(set(here)) < len(here) or not before.isdisjoint(here)


def _twice(record: Record) -> frozenset[Card]:
    times = Counter(card for trick in record.tricks for card in trick)
    return frozenset(card for card, count in times.items() if count > 1)


def _note_doubles(record: Record, plays: list[Play], notes: Notes) -> None:
    """Note each card that is played again, by whom as far as the play could be followed."""
    first: dict[Card, int] = {}
    index = 0
    for number, trick in enumerate(record.tricks):
        for card in trick:
            if card in first:
                notes.add(
                    "duplicate-card",
                    "tricks",
                    _("{card} is played, but it was played already in trick {first}"),
                    trick=number,
                    play=index,
                    seat=plays[index].seat if index < len(plays) else None,
                    card=card.pretty,
                    first=first[card] + 1,
                )
            first.setdefault(card, number)
            index += 1


def _sizes(record: Record, rules: Ruleset, contract: Contract | None, notes: Notes) -> bool:
    """Whether there are no more tricks, and no other cards in a trick, than the game has."""
    is_sound = len(record.tricks) <= rules.hand
    if not is_sound:
        notes.add(
            "bad-trick",
            "tricks",
            _("there are {count} tricks, but a hand has only {hand}"),
            trick=rules.hand,
            count=len(record.tricks),
            hand=rules.hand,
        )
    if contract is None:
        return is_sound
    want = len(contract.active_seats)
    for number, cards in enumerate(record.tricks):
        is_last = number == len(record.tricks) - 1
        if len(cards) > want:
            text = _("the cards in it are {count}, but {want} are playing")
        elif len(cards) < want and not is_last:
            text = _("the cards in it are {count} instead of {want}, and yet the play goes on")
        else:
            continue
        is_sound = False
        notes.add("bad-trick", "tricks", text, trick=number, count=len(cards), want=want)
    return is_sound


def all_played(record: Record, rules: Ruleset) -> bool:
    """Whether the tricks tell the whole hand, even where nobody can say who won them."""
    tricks = record.tricks
    return len(tricks) >= rules.hand and len(tricks[-1]) >= len(tricks[0])
