"""A season's standings as they are shown: players, and pairs of partners.

Reads what was counted, and says as of which hand; it counts nothing itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models.functions import Lower
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scorekeeper.models import PairCounts, Player, PlayerCounts, Recount, Season
from scorekeeper.standings import Kind, Row, Value, chosen, rank
from scorekeeper.statistics import COUNTS


@dataclass(frozen=True)
class Column:
    """A metric at the head of the table; `formula` says in a few words how it is reckoned."""

    key: str
    label: str
    formula: str


@dataclass(frozen=True)
class Figure:
    """One number of a line. `text` is how it is shown, `number` its value; of fewer than enough it `is_few`."""

    key: str
    label: str
    text: str
    number: float | None
    n: int | None
    is_few: bool


@dataclass(frozen=True)
class StandingsLine:
    """A player, or two partners, and how they stand; `place` is None for who has played too few games."""

    place: int | None
    is_shared: bool
    players: tuple[Player, ...]
    games: int
    wins: int
    losses: int
    ties: int
    hands: int
    nights: int
    figures: tuple[Figure, ...]

    @property
    def name(self) -> str:
        """ "Nora", or "Nora & Sam"."""
        return " & ".join(player.name for player in self.players)


@dataclass(frozen=True)
class SeasonStandings:
    """The standings of `season` as of hand number `hands` of its league, counted at that time.

    `is_behind` says that hands were written since. The columns are in the order in which they decide.
    """

    season: Season
    columns: tuple[Column, ...]
    lines: tuple[StandingsLine, ...]
    least_games: int
    hands: int
    counted_at: datetime | None
    is_behind: bool

    @property
    def ranked(self) -> tuple[StandingsLine, ...]:
        """Those who have a place."""
        return tuple(line for line in self.lines if line.place is not None)

    @property
    def unranked(self) -> tuple[StandingsLine, ...]:
        """Those who have played too few games for one."""
        return tuple(line for line in self.lines if line.place is None)


def season_standings(season: Season) -> SeasonStandings:
    """How the players of `season` stand. Two queries."""
    recount = _recount(season)
    counted = PlayerCounts.objects.filter(season=season).select_related("player")
    rows = counted.order_by(Lower("player__name"), "player")
    return _standings(season, recount, (((row.player,), row) for row in rows))


def partner_standings(season: Season) -> SeasonStandings:
    """How the pairs of partners stand, by the same metrics. Two queries."""
    recount = _recount(season)
    counted = PairCounts.objects.filter(season=season).select_related("first", "second")
    rows = counted.order_by(Lower("first__name"), Lower("second__name"), "pk")
    return _standings(season, recount, (((row.first, row.second), row) for row in rows))


def _recount(season: Season) -> Recount:
    # Before the sums: what was counted in between is then at least as new as it is said to be.
    return Recount.objects.filter(league=season.league_id).first() or Recount(league_id=season.league_id)


def _standings(
    season: Season,
    recount: Recount,
    counted: Iterable[tuple[tuple[Player, ...], PlayerCounts | PairCounts]],
) -> SeasonStandings:
    metrics = chosen(season.metrics)
    entries = [(players, {name: getattr(row, name) for name in COUNTS}) for players, row in counted]
    return SeasonStandings(
        season=season,
        columns=tuple(Column(one.key, str(one.name), str(one.formula)) for one in metrics),
        lines=tuple(map(_line, rank(entries, metrics, season.least_games))),
        least_games=season.least_games,
        hands=recount.hands,
        counted_at=recount.counted_at,
        is_behind=recount.marked > recount.counted,
    )


def _line(row: Row[tuple[Player, ...]]) -> StandingsLine:
    counts = row.counts
    return StandingsLine(
        place=row.place,
        is_shared=row.is_shared,
        players=row.who,
        games=counts["games"],
        wins=counts["wins"],
        losses=counts["games"] - counts["wins"] - counts["ties"],
        ties=counts["ties"],
        hands=counts["hands"],
        nights=counts["nights"],
        figures=tuple(map(_figure, row.values)),
    )


def _figure(value: Value) -> Figure:
    number, metric = value.number, value.metric
    return Figure(
        key=metric.key,
        label=str(metric.name),
        text=value_text(value),
        number=None if number is None else float(number),
        n=value.n,
        is_few=value.is_few,
    )


def value_text(value: Value) -> str:
    """A metric's value as it is shown; a dash where nothing was counted yet."""
    number, metric = value.number, value.metric
    if number is None:
        return "–"
    if metric.kind is Kind.SHARE:
        return _("%(percent)s %%") % {"percent": number_format(round(float(number * 100), 1), 1)}
    size = number_format(
        abs(int(number)) if metric.kind is Kind.COUNT else round(abs(float(number)), 2),
        0 if metric.kind is Kind.COUNT else 2,
    )
    sign = "−" if number < 0 else "+" if number > 0 and metric.kind is Kind.DIFFERENCE else ""
    return sign + size
