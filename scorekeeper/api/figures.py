"""What was counted: a player's figures, partners and games, and the points of a season night by night."""

from collections.abc import Mapping
from typing import Any

import django_filters
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.models import Game, Player, Season
from scorekeeper.selectors import games_of
from scorekeeper.selectors.charting import season_points
from scorekeeper.selectors.playerpages import played_games, player_figures
from scorekeeper.statistics import COUNTS

from .base import LARGEST_ID, IdFilter, LeagueView, Listed, says
from .leagues import SeasonView
from .shapes import FigureOut, GameOut, PersonOut, game_json

SEASON = OpenApiParameter("season", int, description="the season that is asked about; without it all of them")
WENT = ["playing", "won", "lost", "shared", "not played"]


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}, "required": list(COUNTS)})
class CountsField(serializers.DictField):
    """The sums by their names (docs/statistics.md, What is counted)."""


class PlayerFigureOut(FigureOut):
    """One figure of a player, and how it is reckoned; otherwise as in the standings."""

    label = serializers.CharField()
    formula = serializers.CharField()


class PartnerOut(serializers.Serializer):
    """Somebody he played with, and their games together that are over."""

    player = PersonOut()
    games = serializers.IntegerField(source="record.games")
    wins = serializers.IntegerField(source="record.wins")
    losses = serializers.IntegerField(source="record.losses")
    ties = serializers.IntegerField(source="record.ties")


class PlayerFiguresOut(serializers.Serializer):
    """What was counted of a player as of `hands` hands of the league; `is_behind` while some are not counted yet.

    Asked about one who was merged, it is about the one he is now.
    """

    player = PersonOut()
    season = serializers.IntegerField(source="season.pk", allow_null=True, default=None)
    counts = CountsField()
    figures = PlayerFigureOut(many=True)
    partners = PartnerOut(many=True)
    hands = serializers.IntegerField(source="as_of.hands")
    counted_at = serializers.DateTimeField(source="as_of.counted_at", allow_null=True)
    is_behind = serializers.BooleanField(source="as_of.is_behind")


class PlayedOut(GameOut):
    """A game, and how it went for the player: a game that is over is `not played` where it ended without him."""

    went = serializers.ChoiceField(WENT)


class StopOut(serializers.Serializer):
    """A night on which somebody played."""

    id = serializers.IntegerField(source="pk")
    date = serializers.DateField()
    place = serializers.CharField(allow_blank=True)


class PointsLineOut(serializers.Serializer):
    """A player and his points on each night, null where he was away."""

    player = PersonOut()
    points = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class PointsOut(serializers.Serializer):
    """The points of a season: its nights in order, and a line for every player. Never behind."""

    season = serializers.IntegerField(source="season.pk")
    nights = StopOut(many=True)
    lines = PointsLineOut(many=True)


class PlayerView(LeagueView):
    """A view of one player; of one who was merged, of the one he is now."""

    def player(self, pk: int) -> Player:
        players = self.league.players.select_related("merged_into")
        found = get_object_or_404(players, pk=pk)
        found = found.merged_into or found
        found.league = self.league
        return found


class Figures(PlayerView):
    """A player's figures and partners."""

    @says("players_figures", PlayerFiguresOut, parameters=[SEASON])
    def get(self, request: Request, slug: str, pk: int) -> Response:
        season = self._season(request.query_params)
        return Response(PlayerFiguresOut(player_figures(self.player(pk), season)).data)

    def _season(self, asked: Mapping[str, str]) -> Season | None:
        if "season" not in asked:
            return None
        whole = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
        try:
            pk = whole.run_validation(asked["season"])
        except exceptions.ValidationError as error:
            raise exceptions.ValidationError({"season": error.detail}) from None
        return get_object_or_404(self.league.seasons, pk=pk)


class PlayedFilter(django_filters.FilterSet):
    """Which of his games."""

    season = IdFilter(field_name="night__season_id")


class PlayedGames(Listed, PlayerView):
    """The games at which a player sat, from the start or later, and how each went for him; the latest first."""

    queryset = Game.objects.none()
    serializer_class = PlayedOut
    filterset_class = PlayedFilter

    @says("players_games", PlayedOut(many=True))
    def get(self, request: Request, slug: str, pk: int) -> Response:
        player = self.player(pk)
        games, answer = self.page(games_of(player.pk))
        found = Game.objects.filter(pk__in=[game.pk for game in games]).order_by("-pk")
        return answer([game_json(one.row) | {"went": one.went} for one in played_games(found, player)])


class Points(SeasonView):
    """The points of a season, night by night."""

    @says("seasons_points", PointsOut)
    def get(self, request: Request, pk: int) -> Response:
        found = season_points(self.season)
        lines: list[Any] = [{"player": player, "points": points} for player, points in found.lines]
        return Response(PointsOut({"season": self.season, "nights": found.nights, "lines": lines}).data)
