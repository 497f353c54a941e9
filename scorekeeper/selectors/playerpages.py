"""What the players' pages show: who plays in a league, and one player's figures, partners and games.

The figures are those counted before (docs/statistics.md); only how games stand is worked out here, by the engine.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.engine import parse_rules
from scorekeeper.intervals import Share
from scorekeeper.models import Game, League, Merge, Night, PairCounts, Player, PlayerCounts, Season, Seat
from scorekeeper.seating import last_seats
from scorekeeper.standings import METRICS, Kind, Metric, Unit
from scorekeeper.statistics import COUNTS

from .leaguepages import AsOf, as_of
from .nightpages import TableRow, table_rows
from .seating import PERSON, games_of, substitutions
from .standings import Figure, figure_of

GAMES_A_PAGE = 20

# What standings do not look at: who bids more is not therefore before others.
BIDDING = Metric(
    "bidding",
    gettext_lazy("Share of the bidding"),
    gettext_lazy("bids declared ÷ hands"),
    Kind.SHARE,
    lambda counts: counts["declared"],
    lambda counts: counts["hands"],
    unit=Unit.HANDS,
    few=10,
)
SHOWN = (
    METRICS["win_share"],
    METRICS["hand_win_share"],
    METRICS["make_rate"],
    METRICS["conversion"],
    BIDDING,
    METRICS["points_per_bid"],
    METRICS["difference_per_hand"],
)


@dataclass(frozen=True)
class PlayerLine:
    """A player in the list of a league."""

    player: Player
    games: int
    account: str


@dataclass(frozen=True)
class Record:
    """Games won, lost and tied."""

    games: int
    wins: int
    ties: int

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.ties

    @property
    def is_few(self) -> bool:
        return self.games < METRICS["win_share"].few

    @property
    def share(self) -> Share | None:
        """The share of games won, None where none is over."""
        return Share(self.wins, self.games) if self.games else None

    @property
    def text(self) -> str:
        """ "5–2", or "5–2–1" where there were ties."""
        parts = [self.wins, self.losses, *([self.ties] if self.ties else [])]
        return "–".join(map(str, parts))


@dataclass(frozen=True)
class Part:
    """What figures are made of: so many, and what became of them."""

    label: str
    count: int | None
    text: str


@dataclass(frozen=True)
class Partner:
    """Somebody he played with."""

    player: Player
    record: Record


@dataclass(frozen=True)
class PlayedGame:
    """A game of his, and how it went for him: playing, won, lost, shared, or not played where it ended without him."""

    row: TableRow
    night: Night | None
    went: str


@dataclass(frozen=True)
class PlayerFigures:
    """What was counted of a player, for one season or for all time: the sums by their names, and what they say."""

    player: Player
    season: Season | None
    counts: dict[str, int]
    record: Record
    figures: tuple[Figure, ...]
    partners: tuple[Partner, ...]
    as_of: AsOf


@dataclass(frozen=True)
class PlayerPage(PlayerFigures):
    """A player's page."""

    seasons: tuple[Season, ...]
    sums: tuple[Part, ...]
    has_partners: bool
    merges: tuple[Merge, ...]
    games: tuple[PlayedGame, ...]
    page: int
    has_more: bool

    @property
    def has_counts(self) -> bool:
        """Whether anything was counted of him."""
        return any(one.count for one in self.sums)


@dataclass(frozen=True)
class MergeSide:
    """One of two players who may be one."""

    player: Player
    games: int
    first_played: datetime | None
    last_played: datetime | None


def player_list(league: League) -> tuple[PlayerLine, ...]:
    """The players of `league` by name, those merged away left out. One query."""
    sat = Seat.objects.annotate(who=PERSON)
    came = substitutions().annotate(who=PERSON).exclude(Exists(sat.filter(game=OuterRef("game"), who=OuterRef("who"))))
    players = league.players.filter(merged_into=None).select_related("user")
    found = players.annotate(game_count=_games_of_each(sat) + _games_of_each(came))
    return tuple(PlayerLine(player, player.game_count, player.user.username if player.user else "") for player in found)


def _games_of_each(there: QuerySet[Any]) -> Coalesce:
    """Of how many games these seats, or substitutions, are that `who` is the player."""
    games = there.filter(who=OuterRef("pk")).order_by().values("who").annotate(count=Count("game", distinct=True))
    return Coalesce(Subquery(games.values("count")), 0)


def player_figures(player: Player, season: Season | None) -> PlayerFigures:
    """What was counted of `player` in `season`, or in all seasons. Four queries."""
    counts = PlayerCounts.objects.filter(player=player, season__league=player.league)
    if season is not None:
        counts = counts.filter(season=season)
    sums = _sums(counts)
    return PlayerFigures(
        player=player,
        season=season,
        counts=sums,
        record=Record(sums["games"], sums["wins"], sums["ties"]),
        figures=figures(sums),
        partners=_partners(player, season),
        as_of=as_of(player.league),
    )


def player_page(player: Player, season: Season | None, page: int = 1) -> PlayerPage:
    """The page of `player`: his figures in `season`, or in all seasons, and his games, the latest first."""
    counted = player_figures(player, season)
    games = games_of(player.pk).order_by("-created_at", "-pk")
    if season is not None:
        games = games.filter(night__season=season)
    first = (page - 1) * GAMES_A_PAGE
    played = played_games(games[first : first + GAMES_A_PAGE + 1], player)
    return PlayerPage(
        **vars(counted),
        seasons=tuple(player.league.seasons.all()),
        sums=_made_of(counted.counts),
        has_partners=parse_rules(player.league.rules).partners,
        merges=tuple(
            Merge.objects.filter(kept=player, undone_at=None).select_related("dropped", "made_by").order_by("made_at")
        ),
        games=played[:GAMES_A_PAGE],
        page=page,
        has_more=len(played) > GAMES_A_PAGE,
    )


def latest_season(player: Player) -> Season | None:
    """The latest season in which `player` was counted, else the latest of the league."""
    played = Exists(PlayerCounts.objects.filter(season=OuterRef("pk"), player=player))
    return player.league.seasons.annotate(was_played=played).order_by("-was_played", "-starts_on", "-pk").first()


def figures(sums: dict[str, int]) -> tuple[Figure, ...]:
    """A player's sums as figures, reckoned as in standings, each with what it stands on."""
    return tuple(figure_of(metric.value(sums)) for metric in SHOWN)


def _made_of(sums: dict[str, int]) -> tuple[Part, ...]:
    won, shared = sums["wins"], sums["ties"]
    games = [_("%(count)s won") % {"count": won}, _("%(count)s lost") % {"count": sums["games"] - won - shared}]
    if shared:
        games.append(_("%(count)s shared") % {"count": shared})
    bids = [
        _("%(count)s made") % {"count": sums["made"]},
        _("%(count)s set") % {"count": sums["was_set"]},
        _("%(count)s conceded by the others") % {"count": sums["conceded_to"]},
    ]
    points = {"own": number_format(sums["points_for"]), "others": number_format(sums["points_against"])}
    return (
        Part(_("Games"), sums["games"], ", ".join(games)),
        Part(_("Hands"), sums["hands"], _("%(count)s won") % {"count": sums["hands_won"]}),
        Part(_("Bids"), sums["declared"], ", ".join(bids)),
        Part(_("Points"), None, _("%(own)s, the others %(others)s") % points),
    )


def merge_side(player: Player) -> MergeSide:
    """What is said of one of two players before they are merged. One query."""
    dates = list(games_of(player.pk).order_by("created_at").values_list("created_at", flat=True))
    return MergeSide(player, len(dates), dates[0] if dates else None, dates[-1] if dates else None)


def _sums(counts: QuerySet[PlayerCounts]) -> dict[str, int]:
    found = counts.aggregate(**{name: Sum(name) for name in COUNTS})
    return {name: found[name] or 0 for name in COUNTS}


def _partners(player: Player, season: Season | None) -> tuple[Partner, ...]:
    """Those he played with, the most games first. Two queries."""
    pairs = PairCounts.objects.filter(Q(first=player) | Q(second=player), season__league=player.league)
    if season is not None:
        pairs = pairs.filter(season=season)
    together: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for first, second, games, wins, ties in pairs.values_list("first", "second", "games", "wins", "ties"):
        other = together[second if first == player.pk else first]
        for place, count in enumerate((games, wins, ties)):
            other[place] += count
    players = Player.objects.in_bulk(together)
    found = [Partner(players[pk], Record(*counts)) for pk, counts in together.items()]
    return tuple(sorted(found, key=lambda one: (-one.record.games, one.player.name.casefold())))


def played_games(games: QuerySet[Game], player: Player) -> tuple[PlayedGame, ...]:
    """How these games of his went for `player`, in their order. Six queries, however many."""
    rows = table_rows(games.select_related("league", "night__league").prefetch_related("seats"))
    people = {player.pk, *player.merged.values_list("pk", flat=True)}
    return tuple(PlayedGame(row, row.game.night, _went(row, people) if row.is_over else "playing") for row in rows)


def _went(row: TableRow, people: set[int]) -> str:
    """How a game that is over went for who is any of `people`: it goes with the side of his last hand in it."""
    game = row.game
    seats = [seat.player_id for seat in game.seats.all()]
    changes = [(change.from_number, change.seat, change.player_id) for change in row.came]
    last = last_seats(seats, changes, row.counted)
    side = next((game.ruleset.side_of(seat) for who, seat in last.items() if who in people), None)
    winners = [number for number, one in enumerate(row.sides) if one.won]
    if side is None:
        return "not played"
    if side not in winners:
        return "lost"
    return "shared" if len(winners) > 1 else "won"
