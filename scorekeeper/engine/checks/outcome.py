"""Tricks to points: what a checked record comes to (docs/record.md, Answers)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..notes import Notes
from ..points import conceded_points, played_points
from ..record import Record
from ..rulesets import Ruleset
from ..wording import Team
from ..wording import gettext_noop as _
from .bidding import Bidding
from .following import Following, all_played


@dataclass(frozen=True)
class Result:
    """What a hand came to. What does not apply is None (docs/record.md, Answers).

    `tricks` and `points` are per side, `trick_winners` seats. `side` is the declaring side.
    """

    depth: str | None
    declarer: int | None
    bid: str | None
    need: int | None
    stake: int | None
    trump: str | None
    passed_out: bool
    conceded: bool
    void: str | None
    made: bool | None
    tricks: tuple[int, ...] | None
    trick_winners: tuple[int, ...] | None
    points: tuple[int, ...]
    next_dealer: int | None
    side: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The result as docs/record.md, Answers, has it."""
        return {key: list(value) if isinstance(value := getattr(self, key), tuple) else value for key in RESULT_KEYS}


RESULT_KEYS = (
    "depth",
    "declarer",
    "bid",
    "need",
    "stake",
    "trump",
    "passed_out",
    "conceded",
    "void",
    "made",
    "tricks",
    "trick_winners",
    "points",
    "next_dealer",
)


def taken(record: Record, rules: Ruleset, following: Following, notes: Notes) -> tuple[int, ...] | None:
    """The tricks taken per side, None where the record does not tell. Notes what contradicts."""
    won = [rules.side_of(winner) for winner in following.winners]
    counted = tuple(won.count(side) for side in range(rules.sides))
    if record.taken is None:
        if following.is_complete:
            return counted
        if not all_played(record, rules):
            notes.add("missing-result", "taken", _("it is not said how many tricks each side took"))
        return None
    if sum(record.taken) != rules.hand:
        notes.add(
            "tricks-mismatch",
            "taken",
            _("the tricks taken add up to {sum}, but a hand has {hand}"),
            sum=sum(record.taken),
            hand=rules.hand,
        )
        return counted if following.is_complete else None
    if following.is_broken:
        return record.taken
    for side, (said, seen) in enumerate(zip(record.taken, counted, strict=True)):
        if said < seen or (following.is_complete and said != seen):
            notes.add(
                "tricks-mismatch",
                "taken",
                _("{side} are said to have taken {said}, but the tricks show {seen}"),
                side=Team(rules.seats_of(side)),
                said=said,
                seen=seen,
            )
            return counted if following.is_complete else record.taken
    return record.taken


def result(
    record: Record,
    rules: Ruleset,
    bidding: Bidding,
    following: Following,
    tricks: tuple[int, ...] | None,
) -> Result:
    """What the hand came to; points that nobody can tell are zero (a ruling replaces them)."""
    rung = None if bidding.bid is None else rules.rung(bidding.bid)
    side = bidding.side
    is_conceded = rules.challenge and record.challenged is False and not bidding.is_passed_out
    is_alone = bool(rules.alone and record.alone)
    points: tuple[int, ...] = (0,) * rules.sides
    made = None
    if rung is not None and side is not None:
        if is_conceded:
            points = conceded_points(rules, rung, side, is_alone)
        elif tricks is not None:
            made = tricks[side] >= rung.need
            points = played_points(rules, rung, side, tricks, is_alone)
    return Result(
        depth=record.depth,
        declarer=bidding.declarer,
        bid=bidding.bid,
        need=rung.need if rung else None,
        stake=rung.stake if rung else None,
        trump=record.trump,
        passed_out=bidding.is_passed_out,
        conceded=is_conceded,
        void=None,
        made=made,
        tricks=None if is_conceded else tricks,
        trick_winners=following.winners if record.tricks and not is_conceded else None,
        points=points if record.ruling is None else record.ruling.points,
        next_dealer=rules.next_dealer(record.dealt_by),
        side=side,
    )


def void_result(record: Record, rules: Ruleset) -> Result:
    """A void hand: no score, and the same player deals again (docs/record.md, Rulings and voids)."""
    nothing: dict[str, Any] = dict.fromkeys(RESULT_KEYS)
    return Result(
        **nothing
        | {
            "passed_out": False,
            "conceded": False,
            "void": record.void,
            "points": (0,) * rules.sides,
            "next_dealer": record.dealer,
        }
    )
