"""Games: those of one's leagues, starting one, its score sheet, claiming it for a league, substitutes."""

import datetime
from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from scorekeeper import services
from scorekeeper.models import Game, League, Night, Player, Substitution
from scorekeeper.roles import Rank, can_score, can_view, rank_of, refusal
from scorekeeper.selectors import game_sheet, games_of
from scorekeeper.selectors.claims import game_let_go
from scorekeeper.selectors.nightpages import TableRow, table_rows

from .base import ApiView, GameView, IdFilter, Listed, YesNoFilter, once, says
from .bodies import ClaimIn, ClaimUndoIn, GameIn, ReasonIn, SubstituteIn
from .entry import read
from .problems import invalid
from .shapes import ClaimOut, GameOut, SheetOut, SubstitutionOut, game_json, sheet_json


class GameFilter(django_filters.FilterSet):
    """Which games. One has the date of its night, or else the day it began."""

    league = django_filters.CharFilter(field_name="league__slug", max_length=40)
    season = IdFilter(field_name="night__season_id")
    night = IdFilter(field_name="night_id")
    player = IdFilter(method="sat", label="whoever sat there, from the start or as a substitute, under whatever name")
    date_min = django_filters.DateFilter(method="dated", lookup_expr="gte", label="not before this day")
    date_max = django_filters.DateFilter(method="dated", lookup_expr="lte", label="not after this day")
    is_over = YesNoFilter(method="judged_page_by_page", label="whether somebody has won")

    def sat(self, games: QuerySet[Game], _name: str, player: int) -> QuerySet[Game]:
        return games.filter(pk__in=games_of(player).values("pk"))

    def dated(self, games: QuerySet[Game], name: str, day: datetime.date) -> QuerySet[Game]:
        side = self.filters[name].lookup_expr
        on_night = Q(**{f"night__date__{side}": day})
        return games.filter(on_night | Q(**{"night": None, f"created_at__date__{side}": day}))

    def judged_page_by_page(self, games: QuerySet[Game], _name: str, is_over: bool) -> QuerySet[Game]:
        # It follows from the hands, which are read for one page only.
        return games

    def keeps(self, row: TableRow) -> bool:
        """Whether a game of the page is one of those."""
        is_over = self.form.cleaned_data.get("is_over") if self.is_valid() else None
        return is_over is None or row.is_over is is_over


class Games(Listed, ApiView):
    """The games of the leagues one may see, the latest first. One without a league is found by its key only.

    Of `is_over` a page may have fewer than `page_size`, or none, and there may be a next one.
    """

    queryset = Game.objects.none()
    serializer_class = GameOut
    filterset_class = GameFilter

    @says("games_list", GameOut(many=True))
    def get(self, request: Request) -> Response:
        visible = Game.objects.filter(league__in=League.objects.visible_to(self.user))
        games, answer = self.page(visible)
        found = Game.objects.filter(pk__in=[game.pk for game in games]).select_related("league").order_by("-pk")
        wanted = GameFilter(request.query_params, queryset=visible)
        return answer([game_json(row) for row in table_rows(found) if wanted.keeps(row)])

    def admit_again(self, body: Any) -> None:
        game = get_object_or_404(Game.objects.select_related("league"), key=body["key"])
        if game.league is None:
            return
        rank = rank_of(self.request.user, game.league)
        if not can_view(rank, game.league):
            raise Http404
        if not can_score(rank):
            self.signed_in()
            raise exceptions.PermissionDenied(refusal(Rank.SCORER))

    @says("games_create", SheetOut, takes=GameIn, status=201)
    @once
    def post(self, request: Request) -> Response:
        said = read(GameIn, request)
        if said["league"] is None:
            game = self._start_alone(said)
        else:
            league = league_to_score(self, said["league"])
            game = services.start_league_game(
                league,
                players=seated(league, said["players"]),
                first_dealer=said["first_dealer"],
                night=night_of(league, said["night"]),
                rules=said.get("rules"),
                table=said["table"],
            )
        headers = {"Location": reverse("api:game", [game.key])}
        return Response(sheet_json(game_sheet(game)), status=201, headers=headers)

    def _start_alone(self, said: Any) -> Game:
        if said["night"] is not None:
            raise invalid({"night": [_("A game on a night belongs to a league: say which.")]})
        if not all(isinstance(player, str) for player in said["players"]):
            raise invalid({"players": [_("A game without a league has names and no players.")]})
        return services.start_game(
            rules=said.get("rules", "iowa"), players=said["players"], first_dealer=said["first_dealer"]
        )


class GameOne(GameView):
    """A game's score sheet."""

    @says("games_read", SheetOut)
    def get(self, request: Request, key: str) -> Response:
        return Response(sheet_json(game_sheet(self.game)))


class GameClaim(GameView):
    """Make a game that was played without a league one of a league."""

    @says("games_claim_read", ClaimOut)
    def get(self, request: Request, key: str) -> Response:
        claims = self.game.claims.filter(undone_at=None).select_related("league", "made_by")
        return Response(ClaimOut(get_object_or_404(claims), context=self.told()).data)

    @says("games_claim", SheetOut, takes=ClaimIn)
    @once
    def post(self, request: Request, key: str) -> Response:
        self.signed_in()
        said = read(ClaimIn, request)
        league = league_to_score(self, said["league"])
        players = seated(league, said["players"])
        game = services.claim_game(self.game, league, players, night_of(league, said["night"]), by=self.user)
        return Response(sheet_json(game_sheet(game)))


class GameClaimUndo(GameView):
    """Let a game go from the league that it was taken into. It has a new key then."""

    def admit(self, request: Request, **kwargs: Any) -> None:
        try:
            super().admit(request, **kwargs)
        except Http404:
            # Sent again: since the first time it has another key.
            said = None if self.user is None else ClaimUndoIn(data=request.data)
            game = (
                game_let_go(kwargs["key"], said.validated_data["claim"], self.user)
                if said and said.is_valid()
                else None
            )
            if game is None:
                raise
            self.game = game

    @says("games_claim_undo", SheetOut, takes=ClaimUndoIn)
    @once
    def post(self, request: Request, key: str) -> Response:
        said = read(ClaimUndoIn, request)
        claim = self.game.claims.filter(pk=said["claim"]).first()
        if claim is None:
            raise invalid({"claim": [_("This game has no such claim.")]})
        game = services.undo_claim(claim, by=self.user, reason=said["reason"])
        return Response(sheet_json(game_sheet(game)))


class Substitutions(Listed, GameView):
    """Who came in when, those that were taken back too; the latest said first."""

    queryset = Substitution.objects.none()
    serializer_class = SubstitutionOut

    @says("substitutions_list", SubstitutionOut(many=True))
    def get(self, request: Request, key: str) -> Response:
        changes = self.game.substitutions.of_its_league().select_related("made_by", "withdrawn_by")
        found, answer = self.page(changes)
        return answer(SubstitutionOut(found, many=True, context=self.told()).data)


class SubstitutionWithdraw(GameView):
    """Say that a substitution was none."""

    @says("substitutions_withdraw", SheetOut, takes=ReasonIn)
    @once
    def post(self, request: Request, key: str, pk: int) -> Response:
        reason = read(ReasonIn, request)["reason"]
        change = get_object_or_404(self.game.substitutions.of_its_league(), pk=pk)
        change.game = self.game
        services.withdraw_substitution(change, by=self.user, reason=reason)
        return Response(sheet_json(game_sheet(self.game)))


class GameSubstitute(GameView):
    """Somebody else sits at a seat from a hand on."""

    @says("games_substitute", SheetOut, takes=SubstituteIn)
    @once
    def post(self, request: Request, key: str) -> Response:
        said = read(SubstituteIn, request)
        if self.game.league is None:
            raise invalid({"player": [_("Only a game of a league has substitutes.")]})
        (player,) = seated(self.league, [said["player"]], "player")
        services.substitute(
            self.game,
            seat=said["seat"],
            player=player,
            from_number=said.get("from_number"),
            by=self.user,
            reason=said["reason"],
        )
        return Response(sheet_json(game_sheet(self.game)))


def league_to_score(view: ApiView, slug: str) -> League:
    """The league that a body names. Raises a Problem where there is none, PermissionDenied where one may only look."""
    league = League.objects.filter(slug=slug).first()
    rank = rank_of(view.user, league) if league else Rank.NOBODY
    if league is None or not can_view(rank, league):
        raise invalid({"league": [_("There is no such league.")]})
    if not can_score(rank):
        view.signed_in()
        raise exceptions.PermissionDenied(refusal(Rank.SCORER))
    return league


def seated(league: League, players: list[int | str], field: str = "players") -> list[Player]:
    """The players meant by id or name in a `field`, those who are new being added."""
    known = league.players.in_bulk([one for one in players if isinstance(one, int)])
    if missing := [one for one in players if isinstance(one, int) and one not in known]:
        raise invalid({field: [_("This league has no player %(id)s.") % {"id": pk} for pk in missing]})
    return services.seat_players(league, [known[one] if isinstance(one, int) else one for one in players])


def night_of(league: League, pk: int | None) -> Night | None:
    """The night of the league that is meant, if any."""
    if pk is None:
        return None
    night = league.nights.filter(pk=pk).first()
    if night is None:
        raise invalid({"night": [_("This league has no such night.")]})
    return night


class Nothing(ApiView):
    """Every address at which there is nothing, answered as the others are."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404

    def http_method_not_allowed(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        raise Http404
