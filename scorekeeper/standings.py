"""Standings: who is before whom (docs/statistics.md, Standings).

Pure: takes sums and gives a table. It knows no players and no seasons: who is ranked is a key, and so is what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Who = TypeVar("Who")
Counts = Mapping[str, int]
Text = str | Promise


# Two who have played fewer games together are listed as a pair, but have no place.
LEAST_TOGETHER = 5


class Unit(StrEnum):
    """What a metric is divided by."""

    GAMES = "games"
    HANDS = "hands"
    BIDS = "bids"


class Kind(StrEnum):
    """How a metric's number is meant to be read."""

    COUNT = "count"
    SHARE = "share"
    MEAN = "mean"
    DIFFERENCE = "difference"


@dataclass(frozen=True)
class Metric:
    """One thing that standings can look at; the higher the better.

    `part` is what is counted and `of` what it is divided by, so many of `unit`; None for a plain count. Of fewer than
    `few` it says little.
    """

    key: str
    name: Text
    formula: Text
    kind: Kind
    part: Callable[[Counts], int]
    of: Callable[[Counts], int] | None = None
    unit: Unit | None = None
    few: int = 0

    def value(self, counts: Counts) -> Value:
        """The metric of these sums."""
        return Value(self, self.part(counts), None if self.of is None else self.of(counts))


@dataclass(frozen=True)
class Value:
    """A metric's value: `part` out of `n`."""

    metric: Metric
    part: int
    n: int | None

    @property
    def number(self) -> Fraction | None:
        """The exact value, None where nothing was counted yet."""
        if self.n is None:
            return Fraction(self.part)
        return Fraction(self.part, self.n) if self.n else None

    @property
    def is_few(self) -> bool:
        """Whether so little was counted that the value says little."""
        return self.n is not None and self.n < self.metric.few


@dataclass(frozen=True)
class Row(Generic[Who]):
    """A line of the table. `place` is None for who has not played enough; `is_shared` where others have the same."""

    who: Who
    place: int | None
    is_shared: bool
    values: tuple[Value, ...]
    counts: Counts


def rank(
    entries: Iterable[tuple[Who, Counts]], metrics: Sequence[Metric], least_games: int = 1
) -> tuple[Row[Who], ...]:
    """The table: first by the first metric, where that is equal by the second, and so on.

    Who is equal in all of them shares the place, and the next one's place counts them all (1, 2, 2, 4). Who has
    played fewer than `least_games` stands below, in the same order and without a place. Where nothing tells two
    apart, they stay in the order in which they came.
    """
    rows = [(who, tuple(metric.value(counts) for metric in metrics), counts) for who, counts in entries]
    rows.sort(key=lambda row: _height(row[1]), reverse=True)  # a stable sort, also in reverse
    ranked = [row for row in rows if row[2]["games"] >= least_games]
    heights = [_height(values) for _who, values, _counts in ranked]
    table = []
    for (who, values, counts), height in zip(ranked, heights, strict=True):
        table.append(Row(who, heights.index(height) + 1, heights.count(height) > 1, values, counts))
    for who, values, counts in rows:
        if counts["games"] < least_games:
            table.append(Row(who, None, False, values, counts))
    return tuple(table)


def chosen(keys: Iterable[object]) -> tuple[Metric, ...]:
    """The metrics with these keys, each once, in this order; the usual ones where none is known."""
    known = [METRICS[key] for key in dict.fromkeys(key for key in keys if isinstance(key, str)) if key in METRICS]
    return tuple(known) or tuple(METRICS[key] for key in USUAL)


def _height(values: Iterable[Value]) -> tuple[tuple[bool, Fraction], ...]:
    """What the table is sorted by; what was never counted is below everything."""
    return tuple((value.number is not None, value.number or Fraction(0)) for value in values)


def _count(name: str) -> Callable[[Counts], int]:
    return lambda counts: counts[name]


METRICS = {
    metric.key: metric
    for metric in (
        Metric(
            "win_share",
            _("Win %"),
            _("games won ÷ games"),
            Kind.SHARE,
            _count("wins"),
            _count("games"),
            unit=Unit.GAMES,
            few=5,
        ),
        Metric("wins", _("Won"), _("games won"), Kind.COUNT, _count("wins")),
        Metric(
            "points_per_game",
            _("Points a game"),
            _("points of one’s side in games that are over ÷ those games"),
            Kind.MEAN,
            _count("game_points"),
            _count("games"),
            unit=Unit.GAMES,
            few=5,
        ),
        Metric(
            "points",
            _("Points"),
            _("points of one’s side in all hands one sat in"),
            Kind.COUNT,
            _count("points_for"),
        ),
        Metric(
            "difference_per_hand",
            _("± a hand"),
            _("(points of one’s side − points of the others) ÷ hands"),
            Kind.DIFFERENCE,
            lambda counts: counts["points_for"] - counts["points_against"],
            _count("hands"),
            unit=Unit.HANDS,
            few=10,
        ),
        Metric(
            "hands_won", _("Hands won"), _("hands in which one’s side got its way"), Kind.COUNT, _count("hands_won")
        ),
        Metric(
            "hand_win_share",
            _("Hands won %"),
            _("hands won ÷ hands"),
            Kind.SHARE,
            _count("hands_won"),
            _count("hands"),
            unit=Unit.HANDS,
            few=10,
        ),
        Metric(
            "make_rate",
            _("Make rate"),
            _("bids made ÷ bids played out"),
            Kind.SHARE,
            _count("made"),
            lambda counts: counts["made"] + counts["was_set"],
            unit=Unit.BIDS,
            few=10,
        ),
        Metric(
            "conversion",
            _("Bids that paid"),
            _("bids made, and those the others conceded ÷ bids declared"),
            Kind.SHARE,
            lambda counts: counts["made"] + counts["conceded_to"],
            _count("declared"),
            unit=Unit.BIDS,
            few=10,
        ),
        Metric(
            "points_per_bid",
            _("Points a bid"),
            _("points of one’s side in hands one declared ÷ those hands"),
            Kind.MEAN,
            _count("declared_points"),
            _count("declared"),
            unit=Unit.BIDS,
            few=10,
        ),
        Metric("games", _("Games"), _("games that are over"), Kind.COUNT, _count("games")),
        Metric("nights", _("Nights"), _("nights on which one sat in a hand"), Kind.COUNT, _count("nights")),
    )
}

# What a season looks at that has said nothing else, and how many games a place takes there.
USUAL = ("win_share", "points_per_game", "difference_per_hand", "hands_won")
LEAST_GAMES = 5
