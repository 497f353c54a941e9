"""Leagues, their members, seasons, standings and nights."""

import datetime
from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from scorekeeper import services
from scorekeeper.models import League, Membership, Night, Season
from scorekeeper.roles import Rank, can_view, rank_of
from scorekeeper.selectors.standings import partner_standings, season_standings

from .base import ApiView, IdFilter, LeagueView, Listed, YesNoFilter, once, says
from .bodies import LeagueChange, LeagueIn, MemberIn, NightChange, NightIn, RoleIn, SeasonChange, SeasonIn
from .changing import MATCH, MUST_MATCH, change, shown
from .entry import read
from .problems import invalid
from .shapes import LeagueOut, MemberOut, NightOut, SeasonOut, StandingsOut


class LeagueFilter(django_filters.FilterSet):
    """Which leagues."""

    mine = YesNoFilter(method="only_mine", label="only those in which one has a role")
    name = django_filters.CharFilter(lookup_expr="icontains", max_length=80)
    visibility = django_filters.ChoiceFilter(choices=League.Visibility.choices)

    def only_mine(self, leagues: QuerySet[League], _name: str, is_mine: bool) -> QuerySet[League]:
        mine = Membership.objects.filter(user=self.request.user).values("league")
        return leagues.filter(pk__in=mine) if is_mine else leagues.exclude(pk__in=mine)


class Leagues(Listed, ApiView):
    """The leagues of whoever asks, and the public ones."""

    queryset = League.objects.none()
    serializer_class = LeagueOut
    filterset_class = LeagueFilter

    @says("leagues_list", LeagueOut(many=True))
    def get(self, request: Request) -> Response:
        leagues, answer = self.page(League.objects.visible_to(self.user))
        roles = dict(Membership.objects.filter(user=self.user, league__in=leagues).values_list("league", "role"))
        return answer([_league(league, roles.get(league.pk)) for league in leagues])

    def admit(self, request: Request, **kwargs: Any) -> None:
        if request.method == "POST":
            self.signed_in()

    def admit_again(self, body: Any) -> None:
        league = get_object_or_404(League, slug=body["slug"])
        if not can_view(rank_of(self.request.user, league), league):
            raise Http404

    @says("leagues_create", LeagueOut, takes=LeagueIn, status=201)
    @once
    def post(self, request: Request) -> Response:
        said = read(LeagueIn, request)
        league = services.found_league(by=self.signed_in(), **said)
        headers = {"Location": reverse("api:league", [league.slug])}
        return Response(_league(league, Membership.Role.OWNER), status=201, headers=headers)


class LeagueOne(LeagueView):
    """One league."""

    needs = {"PATCH": Rank.OWNER}

    @says("leagues_read", LeagueOut)
    def get(self, request: Request, slug: str) -> Response:
        return shown(self.league, self._answer)

    @says("leagues_change", LeagueOut, takes=LeagueChange, parameters=[MATCH])
    def patch(self, request: Request, slug: str) -> Response:
        return change(request, self.league, self._answer, services.change_league, read(LeagueChange, request))

    def _answer(self, league: League) -> dict[str, Any]:
        return _league(league, None if self.rank is Rank.NOBODY else self.rank.name.lower())


def _league(league: League, role: str | None) -> dict[str, Any]:
    league.role = role  # type: ignore[attr-defined]
    return LeagueOut(league).data


class MemberFilter(django_filters.FilterSet):
    """Which members."""

    role = django_filters.ChoiceFilter(choices=Membership.Role.choices)


class Members(Listed, LeagueView):
    """Who belongs to a league, for those who do; the latest first."""

    needs = {"GET": Rank.VIEWER, "HEAD": Rank.VIEWER, "POST": Rank.OWNER}
    queryset = Membership.objects.none()
    serializer_class = MemberOut
    filterset_class = MemberFilter

    @says("members_list", MemberOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        members, answer = self.page(self.league.memberships.select_related("user"))
        return answer(MemberOut(members, many=True).data)

    @says("members_create", MemberOut, takes=MemberIn, status=201)
    @once
    def post(self, request: Request, slug: str) -> Response:
        said = read(MemberIn, request)
        user = services.find_account(said["account"], by=self.signed_in())
        if user is None:
            raise invalid({"account": [_("There is no account of this name.")]})
        member = services.set_role(self.league, user, said["role"])
        return Response(MemberOut(member).data, status=201)


class MemberOne(LeagueView):
    """One member."""

    needs = {"GET": Rank.VIEWER, "HEAD": Rank.VIEWER, "PATCH": Rank.OWNER, "DELETE": Rank.OWNER}

    @says("members_read", MemberOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        return Response(MemberOut(self._member(pk)).data)

    @says("members_change", MemberOut, takes=RoleIn)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        role = read(RoleIn, request)["role"]
        return Response(MemberOut(services.set_role(self.league, self._member(pk).user, role)).data)

    @says("members_remove", None, status=204)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        services.set_role(self.league, self._member(pk).user, None)
        return Response(status=204)

    def _member(self, pk: int) -> Membership:
        return get_object_or_404(self.league.memberships.select_related("user"), pk=pk)


class SeasonFilter(django_filters.FilterSet):
    """Which seasons."""

    on = django_filters.DateFilter(method="with_day", label="those that the day belongs to")

    def with_day(self, seasons: QuerySet[Season], _name: str, day: datetime.date) -> QuerySet[Season]:
        return seasons.filter(Q(ends_on=None) | Q(ends_on__gte=day), starts_on__lte=day)


class Seasons(Listed, LeagueView):
    """The seasons of a league, the latest added first."""

    needs = {"POST": Rank.OWNER}
    queryset = Season.objects.none()
    serializer_class = SeasonOut
    filterset_class = SeasonFilter

    @says("seasons_list", SeasonOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        seasons, answer = self.page(self.league.seasons.select_related("league"))
        return answer(SeasonOut(seasons, many=True).data)

    @says("seasons_create", SeasonOut, takes=SeasonIn, status=201)
    @once
    def post(self, request: Request, slug: str) -> Response:
        season = services.add_season(self.league, **read(SeasonIn, request))
        headers = {"Location": reverse("api:season", [season.pk])}
        return Response(SeasonOut(season).data, status=201, headers=headers)


class SeasonView(LeagueView):
    """A view of a season."""

    season: Season

    def find_league(self, **kwargs: Any) -> League:
        self.season = get_object_or_404(Season.objects.select_related("league"), pk=kwargs["pk"])
        return self.season.league


class SeasonOne(SeasonView):
    """One season."""

    needs = {"PATCH": Rank.OWNER}

    @says("seasons_read", SeasonOut)
    def get(self, request: Request, pk: int) -> Response:
        return shown(self.season, _season)

    @says("seasons_change", SeasonOut, takes=SeasonChange, parameters=[MUST_MATCH])
    def patch(self, request: Request, pk: int) -> Response:
        said = read(SeasonChange, request)
        return change(request, self.season, _season, services.change_season, said, must_match=True)


def _season(season: Season) -> dict[str, Any]:
    return SeasonOut(season).data


class Standings(SeasonView):
    """How the players of a season stand, or its pairs of partners."""

    @says(
        "standings_read",
        StandingsOut,
        parameters=[OpenApiParameter("of", str, enum=["players", "pairs"], default="players")],
    )
    def get(self, request: Request, pk: int) -> Response:
        is_pairs = request.query_params.get("of") == "pairs"
        return Response(StandingsOut((partner_standings if is_pairs else season_standings)(self.season)).data)


class NightFilter(django_filters.FilterSet):
    """Which nights."""

    season = IdFilter(field_name="season_id")
    state = django_filters.ChoiceFilter(choices=Night.State.choices)
    date_min = django_filters.DateFilter(field_name="date", lookup_expr="gte")
    date_max = django_filters.DateFilter(field_name="date", lookup_expr="lte")


class Nights(Listed, LeagueView):
    """The nights of a league, the latest opened first."""

    needs = {"POST": Rank.SCORER}
    queryset = Night.objects.none()
    serializer_class = NightOut
    filterset_class = NightFilter

    @says("nights_list", NightOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        nights, answer = self.page(self.league.nights.select_related("league"))
        return answer(NightOut(nights, many=True).data)

    @says("nights_create", NightOut, takes=NightIn, status=201)
    @once
    def post(self, request: Request, slug: str) -> Response:
        said = dict(read(NightIn, request))
        night = services.open_night(_season_of(self.league, said.pop("season")), **said)
        headers = {"Location": reverse("api:night", [night.pk])}
        return Response(NightOut(night).data, status=201, headers=headers)


class NightOne(LeagueView):
    """One night."""

    needs = {"PATCH": Rank.SCORER}

    def find_league(self, **kwargs: Any) -> League:
        self.night = get_object_or_404(Night.objects.select_related("league", "season"), pk=kwargs["pk"])
        return self.night.league

    @says("nights_read", NightOut)
    def get(self, request: Request, pk: int) -> Response:
        return shown(self.night, _night)

    @says("nights_change", NightOut, takes=NightChange, parameters=[MATCH])
    def patch(self, request: Request, pk: int) -> Response:
        said = dict(read(NightChange, request))
        if "season" in said:
            said["season"] = _season_of(self.league, said["season"])
        return change(request, self.night, _night, services.change_night, said)


def _night(night: Night) -> dict[str, Any]:
    return NightOut(night).data


def _season_of(league: League, pk: int) -> Season:
    season = league.seasons.filter(pk=pk).first()
    if season is None:
        raise invalid({"season": [_("This league has no such season.")]})
    return season
