"""A season's standings as they are shown: players, and pairs of partners.

Reads what was counted, and says as of which hand; it counts nothing itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models.functions import Lower
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.intervals import Share
from scorekeeper.models import PairCounts, Player, PlayerCounts, Recount, Season
from scorekeeper.standings import LEAST_TOGETHER, Kind, Metric, Row, Unit, Value, chosen, rank
from scorekeeper.statistics import COUNTS

# Of pairs without a place, where none has one: enough to see, and no wall of them.
MOST_WITHOUT_PLACE = 10

# How far the league is counted, read in one go with the sums: else somebody may store newer ones in between.
TOLD_WITH = "season__league__recount"


@dataclass(frozen=True)
class Column:
    """A metric at the head of the table; `formula` says in a few words how it is reckoned."""

    key: str
    label: str
    formula: str


@dataclass(frozen=True)
class Figure:
    """One number, and how it is reckoned: `text` is how it is shown, `number` its value.

    Of fewer than enough it `is_few`.
    `of` says in words what the number `n` counts, unless the line has said so already. Where it is a share, `share`
    says how far to trust that.
    """

    key: str
    label: str
    formula: str
    text: str
    number: float | None
    n: int | None
    of: str
    is_few: bool
    share: Share | None


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
    made: int
    was_set: int
    figures: tuple[Figure, ...]

    @property
    def name(self) -> str:
        """ "Nora", or "Nora & Sam"."""
        return " & ".join(player.name for player in self.players)

    @property
    def account(self) -> int | None:
        """Whose account the player is, if he stands here alone."""
        return self.players[0].user_id if len(self.players) == 1 else None


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

    @property
    def first_lines(self) -> tuple[StandingsLine, ...]:
        """Those who have a place; where nobody has one, the first few of the others."""
        return self.ranked or self.lines[:MOST_WITHOUT_PLACE]

    @property
    def more_lines(self) -> tuple[StandingsLine, ...]:
        """Those who are not among the first."""
        return self.lines[len(self.first_lines) :]


def season_standings(season: Season) -> SeasonStandings:
    """How the players of `season` stand. One query, and one more where nothing is counted."""
    counted = PlayerCounts.objects.filter(season=season).select_related("player", TOLD_WITH)
    rows = counted.order_by(Lower("player__name"), "player")
    return _standings(season, season.least_games, [((row.player,), row) for row in rows])


def partner_standings(season: Season) -> SeasonStandings:
    """How the pairs of partners stand, by the same metrics; those who have played together often enough have a place.

    Queries likewise.
    """
    counted = PairCounts.objects.filter(season=season).select_related("first", "second", TOLD_WITH)
    rows = counted.order_by(Lower("first__name"), Lower("second__name"), "pk")
    return _standings(season, LEAST_TOGETHER, [((row.first, row.second), row) for row in rows])


def _standings(
    season: Season,
    least_games: int,
    counted: Sequence[tuple[tuple[Player, ...], PlayerCounts | PairCounts]],
) -> SeasonStandings:
    if counted:
        recount = counted[0][1].season.league.recount
    else:
        recount = Recount.objects.filter(league=season.league_id).first() or Recount(league_id=season.league_id)
    metrics = chosen(season.metrics)
    entries = [(players, {name: getattr(row, name) for name in COUNTS}) for players, row in counted]
    return SeasonStandings(
        season=season,
        columns=tuple(Column(one.key, str(one.name), str(one.formula)) for one in metrics),
        lines=tuple(map(_line, rank(entries, metrics, least_games))),
        least_games=least_games,
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
        made=counts["made"],
        was_set=counts["was_set"],
        figures=tuple(_figures(row.values)),
    )


def _figures(values: Iterable[Value]) -> Iterator[Figure]:
    """The figures of a line. What one was counted over is said once; the games have a column of their own."""
    said = {Unit.GAMES}
    for value in values:
        figure, unit = figure_of(value), value.metric.unit
        yield replace(figure, of="") if unit in said else figure
        if unit is not None:
            said.add(unit)


def figure_of(value: Value) -> Figure:
    """A metric's value as it is shown."""
    number, metric = value.number, value.metric
    share = Share(value.part, value.n) if metric.kind is Kind.SHARE and value.n else None
    return Figure(
        key=metric.key,
        label=str(metric.name),
        formula=str(metric.formula),
        text=value_text(value),
        number=None if number is None else float(number),
        n=value.n,
        of=_of(metric, value.n),
        is_few=value.is_few,
        share=share,
    )


def _of(metric: Metric, n: int | None) -> str:
    if n is None or metric.unit is None:
        return ""
    match metric.unit:
        case Unit.GAMES:
            words = ngettext("%(count)s game", "%(count)s games", n)
        case Unit.HANDS:
            words = ngettext("%(count)s hand", "%(count)s hands", n)
        case Unit.BIDS:
            words = ngettext("%(count)s bid", "%(count)s bids", n)
    return words % {"count": n}


def value_text(value: Value) -> str:
    """A metric's value as it is shown; a dash where nothing was counted yet."""
    number, metric = value.number, value.metric
    if number is None:
        return "–"
    if metric.kind is Kind.SHARE:
        return _("%(percent)s %%") % {"percent": number_format(round(float(number * 100)))}
    # A difference is small, so that its second place still tells.
    places = {Kind.COUNT: 0, Kind.MEAN: 1, Kind.DIFFERENCE: 2}[metric.kind]
    size = number_format(round(abs(float(number)), places), places)
    sign = "−" if number < 0 else "+" if number > 0 and metric.kind is Kind.DIFFERENCE else ""
    return sign + size
