"""Who may see and change which game, and which games this browser has opened.

There are no accounts: whoever has a game's key may read and score it. Nobody is shown a key that is not his.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from scorekeeper.models import Game

GAMES_COOKIE = "games"
MOST_GAMES = 12
_COOKIE_AGE = 60 * 60 * 24 * 365


def game_or_404(key: str) -> Game:
    """The game with this key."""
    return get_object_or_404(Game, key=key)


def own_game_or_404(key: str) -> Game:
    """The game with this key, where it may be changed; a demonstration may only be read."""
    game = game_or_404(key)
    if game.is_demo:
        raise Http404
    return game


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
