"""What every bid of a ruleset is worth to either side, counted by the engine (docs/rules.md, Scoring).

Pure. Knows rungs, tricks and points, never words or pages.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.engine import Ruleset, Rung
from scorekeeper.engine.points import conceded_points, played_points

BIDDERS, DEFENDERS = 0, 1  # by symmetry it does not matter which side bids, nor which of the others defends


@dataclass(frozen=True)
class Span:
    """Points, from the fewest to the most."""

    low: int
    high: int


@dataclass(frozen=True)
class Outcome:
    """What one end of the hand gives the bidders and each defending side; None where it cannot come about."""

    bidders: Span | None
    defenders: Span | None


@dataclass(frozen=True)
class Worth:
    """One bid: what it gives when it is made, set or conceded.

    `no_trick` is what a defending side gets that takes none, where that costs it the bid; the other columns then
    leave that side out. `conceded` is None where bids cannot be conceded.
    """

    rung: Rung
    made: Outcome
    set_: Outcome
    no_trick: int | None
    conceded: Outcome | None


def worths(rules: Ruleset, *, is_alone: bool = False) -> tuple[Worth, ...]:
    """The worth of every bid, lowest first, with the declarer playing with his side or alone."""
    return tuple(_worth(rules, rung, is_alone) for rung in rules.ladder)


def _worth(rules: Ruleset, rung: Rung, is_alone: bool) -> Worth:
    made: list[tuple[int, int | None]] = []
    missed: list[tuple[int, int | None]] = []
    for tricks in _splits(rules.hand, rules.sides):
        points = played_points(rules, rung, BIDDERS, tricks, is_alone)
        is_penalty = rules.zero_trick_penalty and tricks[DEFENDERS] == 0
        ends = made if tricks[BIDDERS] >= rung.need else missed
        ends.append((points[BIDDERS], None if is_penalty else points[DEFENDERS]))
    no_trick = conceded = None
    if rules.zero_trick_penalty:
        all_tricks = (rules.hand, *[0] * (rules.sides - 1))
        no_trick = played_points(rules, rung, BIDDERS, all_tricks, is_alone)[DEFENDERS]
    if rules.challenge:
        points = conceded_points(rules, rung, BIDDERS, is_alone)
        conceded = _outcome([(points[BIDDERS], points[DEFENDERS])])
    return Worth(rung, _outcome(made), _outcome(missed), no_trick, conceded)


def _outcome(ends: list[tuple[int, int | None]]) -> Outcome:
    return Outcome(_span(end[BIDDERS] for end in ends), _span(end[DEFENDERS] for end in ends))


def _span(points: Iterable[int | None]) -> Span | None:
    known = [one for one in points if one is not None]
    return Span(min(known), max(known)) if known else None


def _splits(tricks: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Every way in which the tricks of a hand can fall to the sides."""
    if sides == 1:
        yield (tricks,)
        return
    for first in range(tricks + 1):
        for rest in _splits(tricks - first, sides - 1):
            yield (first, *rest)
