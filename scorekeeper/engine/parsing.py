"""JSON to a `Record`: is it this format at all? (docs/record.md, The hand record.)

Finds everything that is no record (`bad-record`) or no card (`bad-card`), and nothing else. It takes
whatever JSON there is and never raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from .cards import TRUMP_SPELLINGS, UNKNOWN, Card, pretty
from .errors import BadNotation
from .houserules import LARGEST, is_whole
from .notes import Notes
from .record import KEYS, MaybeCard, Record, Ruling
from .rulesets import BID_TOKENS, PASS, Ruleset
from .visible import says_something
from .wording import gettext_noop as _
from .wording import quote

_ANNOTATED = re.compile(r"c?(0|[1-9][0-9]{0,5})\Z", re.ASCII)
_SPOKEN = {token.upper(): token for token in (PASS, *BID_TOKENS)}


# No hand comes near it, and what is longer only wastes everybody's time.
LONGEST_LIST = 500
LONGEST_TEXT = 500


class _Unreadable(Exception):
    """A value that cannot be read; its finding has been noted."""


class Parser:
    """Reads one record against one ruleset and notes what is wrong with it.

    `unread` holds the keys whose values could not be read.
    """

    def __init__(self, rules: Ruleset, notes: Notes) -> None:
        self.rules = rules
        self.notes = notes
        self.unread: set[str] = set()
        self._deck = frozenset(rules.deck)
        self._key = ""

    def parse(self, hand: object) -> Record | None:
        """The record without what could not be read, None where nothing can be said of the rest."""
        if not isinstance(hand, dict):
            self._note(_("a hand is an object with keys such as dealer and calls, not {got}"), hand)
            return None
        for key in hand:
            if key not in _READERS:
                self._key = str(key)
                self._note(_("a hand has no key {got}; its keys are {keys}"), key, keys=", ".join(KEYS))
        if "dealer" not in hand and "void" not in hand:
            self._key = "dealer"
            self._note(_("it is not said who dealt; every hand needs its dealer"), None)
        values: dict[str, Any] = {}
        for key in KEYS:
            if key in hand:
                self._key = key
                try:
                    values[key] = _READERS[key](self, hand[key])
                except _Unreadable:
                    self.unread.add(key)
        self._completeness(hand)
        is_told = "dealer" in values or "void" in values
        return Record(**values) if is_told and self.unread.isdisjoint(("dealer", "void")) else None

    def _completeness(self, hand: dict[str, Any]) -> None:
        """Whether auction or contract is there at all. A void hand needs neither."""
        if "void" in hand or "calls" in hand:
            return
        before = len(self.notes)
        self._key = "bid"
        if "bid" not in hand:
            if "declarer" in hand or "side" in hand:
                self._note(_("the declarer is there, but no bid: a contract needs both"), None)
            else:
                self._key = "calls"
                self._note(_("there are neither calls nor a contract (declarer and bid)"), None)
        elif "declarer" not in hand and "side" not in hand:
            self._key = "declarer"
            self._note(_("the bid is there, but not who made it: a contract needs declarer or side"), None)
        elif "declarer" not in hand and hand.get("tricks"):
            self._key = "side"
            self._note(
                _("tricks cannot be followed without the declarer’s seat: give the declarer, not only the side"),
                None,
            )
        if len(self.notes) > before:
            self.unread.add("calls")

    # ---- noting ----------------------------------------------------------------------------------

    def _note(self, text: str, got: object, *, code: str = "bad-record", **rest: Any) -> None:
        self.notes.add(code, self._key, text, **{"got": quote(got), "name": self._key} | rest)

    def _refuse(self, text: str, got: object, **rest: Any) -> NoReturn:
        self._note(text, got, **rest)
        raise _Unreadable

    # ---- one value -------------------------------------------------------------------------------

    def _seat(self, value: object) -> int:
        if is_whole(value, 0, self.rules.players - 1):
            assert isinstance(value, int)
            return value
        self._refuse(_("{name} is a seat from 0 to {last}, not {got}"), value, last=self.rules.players - 1)

    def _side(self, value: object) -> int:
        if is_whole(value, 0, self.rules.sides - 1):
            assert isinstance(value, int)
            return value
        self._refuse(_("{name} is a side from 0 to {last}, not {got}"), value, last=self.rules.sides - 1)

    def _switch(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        self._refuse(_("{name} is true or false, not {got}"), value)

    def _text(self, value: object) -> str:
        if not (isinstance(value, str) and says_something(value)):
            self._refuse(_("{name} is a reason in words, not {got}"), value)
        if len(value) > LONGEST_TEXT:
            text = _("{name} is a reason of {count} characters; {longest} are enough")
            self._refuse(text, value, count=len(value), longest=LONGEST_TEXT)
        return value

    def _list(self, value: object) -> list[Any]:
        if not isinstance(value, list):
            self._refuse(_("{name} is a list, not {got}"), value)
        if len(value) > LONGEST_LIST:
            text = _("{name} is a list of {count}, more than any hand can have")
            self._refuse(text, value, count=len(value))
        return value

    def _per_side(self, value: object, least: int) -> tuple[int, ...]:
        numbers = self._list(value)
        if len(numbers) != self.rules.sides:
            self._refuse(
                _("{name} has one number for each of the {sides} sides, not {count}"),
                value,
                sides=self.rules.sides,
                count=len(numbers),
            )
        for number in numbers:
            if not is_whole(number, least):
                text = _("{name} holds a whole number for each side, at least {least}, not {got}")
                self._refuse(text, number, least=least)
        return tuple(numbers)

    def _call(self, value: object, **place: int) -> str:
        if not isinstance(value, str):
            self._refuse(_('a call is a text such as "Pass" or "4", not {got}'), value, **place)
        return self.rules.token(value) or _SPOKEN.get(value.upper(), value)

    def _trump(self, value: object) -> str:
        if isinstance(value, str) and value in TRUMP_SPELLINGS:
            return TRUMP_SPELLINGS[value]
        self._refuse(_("trump is s, h, d, c, or n for no trump, not {got}"), value)

    # ---- cards -----------------------------------------------------------------------------------

    def _card(self, value: object, may_be_unknown: bool, **place: int) -> MaybeCard:
        if not isinstance(value, str):
            self._refuse(_('a card is a text such as "Jh", not {got}'), value, **place)
        if value.upper() == UNKNOWN.upper():
            if may_be_unknown:
                return None
            self._refuse(_("{got} is no card; a card that was played has to be named"), value, code="bad-card", **place)
        try:
            card = Card.parse(value)
        except BadNotation:
            self._refuse(
                _("there is no card {got}; write rank and suit, as in Jh or 10s"),
                value,
                code="bad-card",
                **place,
            )
        if card not in self._deck:
            self._refuse(
                _("{card} is not in the deck of this game"),
                value,
                code="bad-card",
                card=pretty([card]),
                **place,
            )
        return card

    def _cards(self, value: object, **place: int) -> tuple[MaybeCard, ...]:
        return tuple(self._each(self._list(value), lambda item, _: self._card(item, True, **place)))

    def _each(self, items: list[Any], read: Callable[[Any, int], Any]) -> Iterator[Any]:
        """Every item read, so that all that are wrong are noted; then refuse if any was."""
        is_sound = True
        for place, item in enumerate(items):
            try:
                yield read(item, place)
            except _Unreadable:
                is_sound = False
        if not is_sound:
            raise _Unreadable

    def _hands(self, value: object) -> tuple[tuple[MaybeCard, ...], ...]:
        hands = self._list(value)
        if len(hands) != self.rules.players:
            self._refuse(
                _("hands has one list of cards for each of the {players} seats, not {count}"),
                value,
                players=self.rules.players,
                count=len(hands),
            )
        return tuple(self._each(hands, lambda hand, seat: self._cards(hand, seat=seat)))

    def _tricks(self, value: object) -> tuple[tuple[Card, ...], ...]:
        plays = 0

        def trick(cards: object, number: int) -> tuple[Card, ...]:
            nonlocal plays
            first = plays
            if not isinstance(cards, list) or len(cards) > len(self.rules.deck):
                self._refuse(_("a trick is a list of cards, not {got}"), cards, trick=number)
            plays += len(cards)
            if not cards:
                self._refuse(_("no card was played to it; leave it out, or name its cards"), cards, trick=number)
            return tuple(self._each(cards, lambda card, i: self._card(card, False, trick=number, play=first + i)))

        return tuple(self._each(self._list(value), trick))

    # ---- the other keys --------------------------------------------------------------------------

    def _calls(self, value: object) -> tuple[str, ...]:
        return tuple(self._each(self._list(value), lambda call, i: self._call(call, call=i)))

    def _alone(self, value: object) -> tuple[int, ...]:
        return tuple(self._each(self._list(value), lambda seat, _: self._seat(seat)))

    def _ruling(self, value: object) -> Ruling:
        if not isinstance(value, dict) or value.keys() != {"points", "reason"}:
            self._refuse(_('a ruling is {{"points": [one for each side], "reason": "…"}}, not {got}'), value)
        return Ruling(self._per_side(value["points"], -LARGEST), self._text(value["reason"]))

    def _annotations(self, value: object) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, dict):
            self._refuse(_("annotations is an object of lists of texts, not {got}"), value)
        for key, notes in value.items():
            if not (isinstance(key, str) and _ANNOTATED.match(key)):
                self._refuse(_('annotations belong to a play, as "3", or to a call, as "c2", not to {got}'), key)
            if not (
                isinstance(notes, list) and all(isinstance(note, str) and len(note) <= LONGEST_TEXT for note in notes)
            ):
                self._refuse(
                    _("the annotations of {where} are a list of texts of at most {longest} characters, not {got}"),
                    notes,
                    where=key,
                    longest=LONGEST_TEXT,
                )
        return {key: tuple(notes) for key, notes in value.items()}


_READERS: dict[object, Callable[[Parser, object], Any]] = {
    "dealer": Parser._seat,
    "hands": Parser._hands,
    "kitty": Parser._cards,
    "calls": Parser._calls,
    "declarer": Parser._seat,
    "bid": Parser._call,
    "side": Parser._side,
    "trump": Parser._trump,
    "alone": Parser._alone,
    "discard": Parser._cards,
    "exchange": Parser._cards,
    "challenged": Parser._switch,
    "tricks": Parser._tricks,
    "taken": lambda parser, value: parser._per_side(value, 0),
    "void": Parser._text,
    "ruling": Parser._ruling,
    "annotations": Parser._annotations,
}
