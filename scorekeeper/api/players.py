"""Players of a league: add, rename, say whose account it is, merge two who are one and undo that."""

from typing import Any

import django_filters
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from scorekeeper import services
from scorekeeper.models import Merge, Player, User
from scorekeeper.roles import Rank

from .base import LeagueView, Listed, YesNoFilter, once, says
from .bodies import MergeIn, PlayerChange, PlayerIn
from .changing import MATCH, change, shown
from .entry import read
from .problems import invalid
from .shapes import MergeOut, PlayerOut


class PlayerFilter(django_filters.FilterSet):
    """Which players."""

    name = django_filters.CharFilter(lookup_expr="icontains", max_length=40)
    is_merged = YesNoFilter(field_name="merged_into", lookup_expr="isnull", exclude=True)


class Players(Listed, LeagueView):
    """Who plays in a league, merged players too; the latest added first."""

    needs = {"POST": Rank.SCORER}
    queryset = Player.objects.none()
    serializer_class = PlayerOut
    filterset_class = PlayerFilter

    @says("players_list", PlayerOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        players, answer = self.page(self.league.players.select_related("user"))
        return answer(PlayerOut(players, many=True, context={"is_member": self.is_member}).data)

    @says("players_create", PlayerOut, takes=PlayerIn, status=201)
    @once
    def post(self, request: Request, slug: str) -> Response:
        player = services.add_player(self.league, read(PlayerIn, request)["name"])
        headers = {"Location": reverse("api:player", [slug, player.pk])}
        return Response(PlayerOut(player).data, status=201, headers=headers)


class PlayerOne(LeagueView):
    """One player."""

    needs = {"PATCH": Rank.OWNER}

    @says("players_read", PlayerOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        return shown(self._player(pk), self._answer)

    @says("players_change", PlayerOut, takes=PlayerChange, parameters=[MATCH])
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        player, said = self._player(pk), dict(read(PlayerChange, request))
        if "account" in said:
            said["user"] = self._member(said.pop("account"))
        return change(request, player, self._answer, services.change_player, said)

    def _answer(self, player: Player) -> dict[str, Any]:
        return PlayerOut(player, context={"is_member": self.is_member}).data

    def _member(self, name: str | None) -> User | None:
        if name is None:
            return None
        user = services.find_account(name, by=self.signed_in(), among=self.league)
        if user is None:
            raise invalid({"account": [services.no_such_member()]})
        return user

    def _player(self, pk: int) -> Player:
        return get_object_or_404(self.league.players.select_related("user"), pk=pk)


class Merges(Listed, LeagueView):
    """Which players turned out to be one, the latest first."""

    needs = {"GET": Rank.VIEWER, "HEAD": Rank.VIEWER, "POST": Rank.OWNER}
    queryset = Merge.objects.none()
    serializer_class = MergeOut

    @says("merges_list", MergeOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        merges, answer = self.page(Merge.objects.filter(kept__league=self.league))
        return answer(MergeOut(merges, many=True).data)

    @says("merges_create", MergeOut, takes=MergeIn, status=201)
    @once
    def post(self, request: Request, slug: str) -> Response:
        said = read(MergeIn, request)
        players = self.league.players.in_bulk(list(said.values()))
        if missing := [name for name, pk in said.items() if pk not in players]:
            raise invalid({name: [_("This league has no such player.")] for name in missing})
        merge = services.merge_players(players[said["kept"]], players[said["dropped"]], by=self.user)
        return Response(MergeOut(merge).data, status=201)


class MergeUndo(LeagueView):
    """Make two players of one again; the one who comes back is answered."""

    needs = {"POST": Rank.OWNER}

    @says("merges_undo", PlayerOut)
    @once
    def post(self, request: Request, slug: str, pk: int) -> Response:
        merge = get_object_or_404(Merge, pk=pk, kept__league=self.league)
        return Response(PlayerOut(services.undo_merge(merge, by=self.user)).data)
