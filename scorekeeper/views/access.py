"""Who may see and change which game, and which games this browser has opened.

A game of nobody's follows its key: whoever has it may read and score it. A game of a league follows the league: for
those who may not see the league there is no such game, and only its scorers change it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from scorekeeper import roles, selectors
from scorekeeper.models import Game, User

from .entrance import sign_in_first

GAMES_COOKIE = "games"
MOST_GAMES = 12
_COOKIE_AGE = 60 * 60 * 24 * 365


def game_or_404(request: HttpRequest, key: str) -> Game:
    """The game with this key, where whoever asks may see it.

    Whoever had it open in this browser is told that it belongs to a league by now; to others it is not there.
    """
    game = get_object_or_404(Game.objects.select_related("league", "night"), key=key)
    if game.league is not None and not roles.can_view(roles.rank_of(request.user, game.league), game.league):
        request.is_of_a_league = key in opened_games(request)  # type: ignore[attr-defined]
        raise Http404
    return game


def scoring_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page on which a game is scored, for those who may; the view gets the game where its address has the key.

    Who may look but not score is told so (403), and everybody that a demonstration is only to look at. Nobody in
    particular is asked to sign in, with what he typed kept: a scorer's session may have ended while a hand was being
    played. That tells nobody whether there is such a game.
    """

    @wraps(view)
    def guarded(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        is_lost = request.method == "POST" and not request.user.is_authenticated
        try:
            game = game_or_404(request, key)
            if game.is_demo:
                context = {"sheet": selectors.game_sheet(game)}
                return render(request, "scorekeeper/game_closed.html", context, status=403)
            if not may_score(request, game):
                raise PermissionDenied(roles.refusal(roles.Rank.SCORER))
        except (Http404, PermissionDenied) as refused:
            if is_lost:
                return sign_in_first(request, status=404 if isinstance(refused, Http404) else 403)
            raise
        return view(request, game, *args, **kwargs)

    return guarded


def rank_at(request: HttpRequest, game: Game) -> roles.Rank:
    """How far whoever asks reaches in the league of this game; nowhere where it has none."""
    return roles.Rank.NOBODY if game.league is None else roles.rank_of(request.user, game.league)


def may_score(request: HttpRequest, game: Game) -> bool:
    """Whether whoever asks may enter and correct the hands of this game, which he may see."""
    return roles.can_score_game(rank_at(request, game), game)


def account_of(request: HttpRequest) -> User | None:
    """The account that is signed in, to be written beside what it does."""
    return request.user if isinstance(request.user, User) else None


def opened_games(request: HttpRequest) -> list[str]:
    """The keys of the games opened in this browser, the latest first."""
    keys = request.get_signed_cookie(GAMES_COOKIE, "") or ""
    return [key for key in keys.split(",") if key][:MOST_GAMES]


def remember(request: HttpRequest, response: HttpResponse, game: Game) -> None:
    """Put `game` first among the games opened in this browser. A demonstration is nobody's."""
    if game.is_demo:
        return
    opened = opened_games(request)
    keys = [game.key, *(key for key in opened if key != game.key)][:MOST_GAMES]
    if keys != opened:
        response.set_signed_cookie(
            GAMES_COOKIE, ",".join(keys), max_age=_COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure()
        )
