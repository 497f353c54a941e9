"""The history of a hand: every version, who made it, when and why, and what it changed in words. Reads only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.engine import Ruleset, check_hand
from scorekeeper.models import Game, Hand, HandVersion
from scorekeeper.seen import SeenHand
from scorekeeper.words import bid_name, card_sign, points_line, suit_glyph, suit_name

from .entry import EDIT, Place, prospect
from .games import GameSheet, HandLine, game_sheet, hand_line

NOTHING = "–"


@dataclass(frozen=True)
class Change:
    """One thing that a version says otherwise than the one before it."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class VersionLine:
    """One version of a hand. `by` is the account that made it, empty where that is not told.

    `has_account` is false where somebody with the link made it.

    `would_change` and `would_score` say what became of the game if it held again, and `token` names that.
    """

    revision: int
    kind: str
    what: str
    by: str
    has_account: bool
    at: datetime
    reason: str
    line: HandLine
    changes: tuple[Change, ...]
    is_current: bool
    can_return: bool
    would_change: tuple[str, ...] = ()
    would_score: tuple[int, ...] = ()
    token: str = ""


@dataclass(frozen=True)
class HandHistory:
    """A hand's versions, the latest first."""

    sheet: GameSheet
    hand: Hand
    versions: tuple[VersionLine, ...]

    @property
    def seen(self) -> SeenHand:
        """What a form says that changes it."""
        return SeenHand.of(self.hand)


def hand_history(game: Game, number: int, *, accounts_since: datetime | None) -> HandHistory:
    """The history of the hand that counts under this number, naming accounts in what was said `accounts_since` then.

    Raises Hand.DoesNotExist where there is none.
    """
    sheet = game_sheet(game)
    if number not in range(1, len(sheet.hands) + 1):
        raise Hand.DoesNotExist
    hand, rules, players = sheet.hands[number - 1], sheet.rules, sheet.players_at(number)
    place = Place(sheet, EDIT, number, hand.record.get("dealer", 0), players, hand)
    lines: list[VersionLine] = []
    before: dict[str, Any] | None = None
    for version in hand.versions.select_related("made_by").order_by("revision"):
        told = _with_what_follows(version.record, rules)
        is_told = accounts_since is not None and version.made_at >= accounts_since
        again = None if version.record == hand.record else prospect(place, version.record)
        lines.append(
            VersionLine(
                revision=version.revision,
                kind=version.kind,
                what=str(HandVersion.Kind(version.kind).label),
                by=version.made_by.get_username() if version.made_by and is_told else "",
                has_account=version.made_by is not None,
                at=version.made_at,
                reason=version.reason,
                line=hand_line(version.record, check_hand(version.record, rules, players), rules, players),
                changes=() if before is None else tuple(record_changes(before, told, rules, players)),
                is_current=version.is_current,
                can_return=not version.is_current and version.record != hand.record,
                would_change=again.changes if again else (),
                would_score=again.scores if again else (),
                token=again.token if again else "",
            )
        )
        before = told
    return HandHistory(sheet, hand, tuple(reversed(lines)))


@dataclass(frozen=True)
class Saver:
    """Who saved a hand first, as `VersionLine` says who made a version."""

    by: str
    has_account: bool


def saver_of(hand: Hand, *, accounts_since: datetime | None) -> Saver:
    """Who saved `hand` first; as `hand_history` names accounts. One query."""
    first = hand.versions.select_related("made_by").earliest("revision")
    user, is_told = first.made_by, accounts_since is not None and first.made_at >= accounts_since
    return Saver(user.get_username() if user and is_told else "", user is not None)


def _with_what_follows(record: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    """The record, and what its calls and cards come to, so that it can be compared with one that was told otherwise."""
    result = check_hand(record, rules).result
    if result is None:
        return record
    follows = {"declarer": result.declarer, "bid": result.bid, "taken": result.tricks}
    return {key: value for key, value in follows.items() if value is not None} | record


def record_changes(
    before: dict[str, Any], after: dict[str, Any], rules: Ruleset, players: Sequence[str]
) -> Iterable[Change]:
    """What `after` says otherwise than `before`, in the order of the record. Both are canonical."""
    for key, label in _labels():
        old, new = (_said(key, record.get(key), rules, players) for record in (before, after))
        if old != new:
            yield Change(label, old, new)


def _labels() -> tuple[tuple[str, str], ...]:
    return (
        ("dealer", _("Dealer")),
        ("hands", _("Cards dealt")),
        ("kitty", _("Kitty")),
        ("calls", _("Auction")),
        ("declarer", _("Declarer")),
        ("side", _("Declaring side")),
        ("bid", _("Bid")),
        ("trump", _("Trump")),
        ("alone", _("Alone")),
        ("discard", _("Laid away")),
        ("exchange", _("Exchange")),
        ("challenged", _("Challenge")),
        ("tricks", _("Cards played")),
        ("taken", _("Tricks taken")),
        ("void", _("Void")),
        ("ruling", _("Ruling")),
        ("annotations", _("Remarks")),
    )


def _said(key: str, value: Any, rules: Ruleset, players: Sequence[str]) -> str:
    if value is None:
        return NOTHING
    match key:
        case "dealer" | "declarer":
            return str(players[value])
        case "alone":
            return " & ".join(players[seat] for seat in value)
        case "side":
            return " & ".join(players[seat] for seat in rules.seats_of(value))
        case "bid":
            return bid_name(str(value))
        case "calls":
            return ", ".join(map(bid_name, value)) or NOTHING
        case "trump":
            return suit_name(value) if value == "n" else f"{suit_glyph(value)} {suit_name(value)}"
        case "challenged":
            return _("challenged") if value else _("conceded")
        case "taken":
            return " : ".join(map(str, value))
        case "void":
            return _("misdeal") if value == "misdeal" else str(value)
        case "ruling":
            return f"{points_line(value['points'])}: {value['reason']}"
        case "kitty" | "discard" | "exchange":
            return _cards(value)
        case "hands":
            return "; ".join(f"{players[seat]} {_cards(held)}" for seat, held in enumerate(value) if held)
        case "tricks":
            return "; ".join(_cards(trick) for trick in value)
        case _remarks:
            return "; ".join(str(note) for notes in value.values() for note in notes)


def _cards(codes: Iterable[str]) -> str:
    return " ".join("?" if code == "Xx" else card_sign(code) for code in codes)
