"""What the league's own pages show: which leagues there are, one league, its members, its seasons.

Knows nothing of hands: how games stand is asked of `nightpages`, how players stand of the standings.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone

from scorekeeper.engine import Ruleset, parse_rules
from scorekeeper.models import Game, League, Membership, Night, Player, Recount, Season, User

MOST_PUBLIC = 100
LAST_NIGHTS = 8
MOST_TONIGHT = 12
NIGHTS_A_PAGE = 20
# A night goes past midnight, and begins on another day where the clocks are others.
A_DAY = datetime.timedelta(days=1)


class Live(StrEnum):
    """What a live night is: tonight, or still open because nobody has closed it, or to come."""

    TONIGHT = "tonight"
    STILL_OPEN = "still open"
    TO_COME = "to come"


@dataclass(frozen=True)
class LeagueLine:
    """A league in a list; `role` is what the reader is in it, empty where nothing.

    `tonight` is the night going on, `last_night` the day of the last one that is not to come.
    """

    league: League
    role: str
    players: int
    last_night: datetime.date | None
    tonight: Night | None


@dataclass(frozen=True)
class LeagueList:
    """The reader's leagues, and the public ones that are not his."""

    mine: tuple[LeagueLine, ...]
    public: tuple[LeagueLine, ...]


@dataclass(frozen=True)
class NightLine:
    """A night in a list."""

    night: Night
    games: int

    @property
    def live(self) -> Live | None:
        """What it is while it is live; None once it is closed."""
        return live(self.night)


@dataclass(frozen=True)
class SeasonLine:
    """A season in a list, and whether it is going on."""

    season: Season
    nights: int
    is_now: bool


@dataclass(frozen=True)
class AsOf:
    """How far the figures of a league are: `hands` hands are counted. `is_behind` while some are not."""

    hands: int
    is_behind: bool
    counted_at: datetime.datetime | None


@dataclass(frozen=True)
class LeaguePage:
    """A league's front page."""

    league: League
    rules: Ruleset
    seasons: tuple[SeasonLine, ...]
    nights: tuple[NightLine, ...]
    players: tuple[Player, ...]
    members: tuple[Membership, ...]

    @property
    def season(self) -> Season | None:
        """The season that a night of today belongs to, else the latest."""
        now = next((line.season for line in self.seasons if line.is_now), None)
        return now or (self.seasons[0].season if self.seasons else None)

    @property
    def tonight(self) -> tuple[NightLine, ...]:
        """The nights going on."""
        return tuple(line for line in self.nights if line.live is Live.TONIGHT)

    @property
    def still_open(self) -> tuple[NightLine, ...]:
        """The nights that nobody has closed."""
        return tuple(line for line in self.nights if line.live is Live.STILL_OPEN)


@dataclass(frozen=True)
class SeasonPage:
    """What stands beside a season's standings: its nights, the latest first, a page of them, and the other seasons."""

    season: Season
    nights: tuple[NightLine, ...]
    seasons: tuple[Season, ...]
    page: int
    has_more: bool


def live(night: Night) -> Live | None:
    """What `night` is while it is live: tonight within a day of today. None once it is closed."""
    if night.state != Night.State.LIVE:
        return None
    ahead = night.date - timezone.localdate()
    if abs(ahead) <= A_DAY:
        return Live.TONIGHT
    return Live.TO_COME if ahead > A_DAY else Live.STILL_OPEN


def night_of(league: League, game: Game) -> Night | None:
    """The night of `league` going on that `game`, begun without a league, seems to belong to. One query."""
    today = timezone.localdate()
    near = league.nights.filter(state=Night.State.LIVE, date__range=(today - A_DAY, today + A_DAY))
    begun = timezone.localdate(game.created_at)
    going_on = [night for night in near.order_by("-date", "-pk") if abs(night.date - begun) <= A_DAY]
    return min(going_on, key=lambda night: night.date != today, default=None)


def tonight_keys(lines: Sequence[LeagueLine]) -> list[str]:
    """The keys of the games of the nights going on in these leagues, the latest first. One query, or none."""
    nights = [line.tonight for line in lines if line.tonight is not None]
    if not nights:
        return []
    games = Game.objects.filter(night__in=nights).order_by("-pk")
    return list(games.values_list("key", flat=True)[:MOST_TONIGHT])


def my_leagues(user: User | AnonymousUser) -> tuple[LeagueLine, ...]:
    """The leagues in which `user` has a role, those with a night going on first. Two queries."""
    if not isinstance(user, User):
        return ()
    roles = {one.league_id: one for one in Membership.objects.filter(user=user)}
    leagues = _counted(League.objects.filter(pk__in=roles))
    lines = _lines(leagues, {league: str(role.get_role_display()) for league, role in roles.items()})
    return tuple(sorted(lines, key=lambda line: line.tonight is None))


def league_list(user: User | AnonymousUser) -> LeagueList:
    """All the leagues that `user` may know of."""
    mine = my_leagues(user)
    others = League.objects.filter(visibility=League.Visibility.PUBLIC).exclude(
        pk__in=[line.league.pk for line in mine]
    )
    return LeagueList(mine, tuple(_lines(_counted(others)[:MOST_PUBLIC], {})))


def league_page(league: League) -> LeaguePage:
    """The front page of `league`."""
    today = timezone.localdate()
    return LeaguePage(
        league=league,
        rules=parse_rules(league.rules),
        seasons=tuple(
            SeasonLine(season, season.night_count, season.starts_on <= today <= (season.ends_on or today))
            for season in league.seasons.annotate(night_count=Count("nights")).order_by("-starts_on", "-pk")
        ),
        nights=_nights(league.nights.all(), LAST_NIGHTS),
        players=tuple(league.players.filter(merged_into=None)),
        members=members_of(league),
    )


def members_of(league: League) -> tuple[Membership, ...]:
    """Who belongs to `league`, owners first."""
    members = league.memberships.select_related("user")
    order = list(Membership.Role.values)
    return tuple(sorted(members, key=lambda one: (order.index(one.role), one.user.username.casefold())))


def season_page(season: Season, page: int = 1) -> SeasonPage:
    """What stands beside the standings of `season`, with this page of its nights."""
    first = (page - 1) * NIGHTS_A_PAGE
    nights = _nights(season.nights.all(), first + NIGHTS_A_PAGE + 1, first)
    return SeasonPage(
        season=season,
        nights=nights[:NIGHTS_A_PAGE],
        seasons=tuple(season.league.seasons.all()),
        page=page,
        has_more=len(nights) > NIGHTS_A_PAGE,
    )


def as_of(league: League) -> AsOf:
    """How far the counting of `league` is. One query."""
    recount = Recount.objects.filter(league=league).first()
    if recount is None:
        return AsOf(0, False, None)
    return AsOf(recount.hands, recount.marked > recount.counted, recount.counted_at)


def visible_keys(user: User | AnonymousUser, keys: Sequence[str]) -> list[str]:
    """Those of `keys` whose games `user` may see, in their order: a game of a league follows the league."""
    if not keys:
        return []
    visible = Q(league=None) | Q(league__in=League.objects.visible_to(user))
    found = set(Game.objects.filter(visible, key__in=keys).values_list("key", flat=True))
    return [key for key in keys if key in found]


def scorable_leagues(user: User) -> tuple[League, ...]:
    """The leagues in which `user` may enter games."""
    roles = [Membership.Role.OWNER, Membership.Role.SCORER]
    return tuple(League.objects.filter(memberships__user=user, memberships__role__in=roles))


def _counted(leagues: QuerySet[League]) -> QuerySet[League]:
    today = timezone.localdate()
    near = Night.objects.filter(
        league=OuterRef("pk"), state=Night.State.LIVE, date__range=(today - A_DAY, today + A_DAY)
    )
    # Of several that of today, else the later one.
    tonight = near.filter(league=OuterRef("pk")).order_by(
        Case(When(date=today, then=Value(0)), default=Value(1)), "-date", "-pk"
    )
    players = (
        Player.objects.filter(league=OuterRef("pk"), merged_into=None)
        .order_by()
        .values("league")
        .annotate(count=Count("pk"))
    )
    return leagues.annotate(
        player_count=Subquery(players.values("count")),
        last_night=Max("nights__date", filter=Q(nights__date__lte=today)),
        night_now=Subquery(tonight.values("pk")[:1]),
    ).order_by("name", "pk")


def _lines(leagues: QuerySet[League], roles: dict[int, str]) -> list[LeagueLine]:
    found = list(leagues)
    tonight = Night.objects.in_bulk([league.night_now for league in found if league.night_now])  # type: ignore[attr-defined]
    for night in tonight.values():
        night.league = next(league for league in found if league.pk == night.league_id)
    return [
        LeagueLine(
            league=league,
            role=roles.get(league.pk, ""),
            players=league.player_count or 0,  # type: ignore[attr-defined]
            last_night=league.last_night,  # type: ignore[attr-defined]
            tonight=tonight.get(league.night_now),  # type: ignore[attr-defined]
        )
        for league in found
    ]


def _nights(nights: QuerySet[Night], last: int, first: int = 0) -> tuple[NightLine, ...]:
    # A query that counts forgets the usual order.
    counted = nights.annotate(game_count=Count("games")).select_related("league").order_by("-date", "-pk")
    return tuple(NightLine(night, night.game_count) for night in counted[first:last])
