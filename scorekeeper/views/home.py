"""The front page."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper import selectors
from scorekeeper.selectors import leaguepages

from .access import opened_games

# A game that nobody has touched for so long is not being played.
GOING_ON = timedelta(hours=18)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Lead on whoever is known here: to the games being played, to his leagues and to those opened in this browser.

    Anybody else is told what the site is for, and everybody is shown the demonstrations.
    """
    leagues = leaguepages.my_leagues(request.user)
    opened = leaguepages.visible_keys(request.user, opened_games(request))
    games = selectors.recent_games([*leaguepages.tonight_keys(leagues), *opened])
    since = timezone.now() - GOING_ON
    playing = [game for game in games if not game.is_over and game.updated_at >= since]
    context = {
        "my_leagues": leagues,
        "playing": playing,
        "recent_games": [game for game in games if game not in playing and game.key in opened],
        "demo_games": selectors.demo_games(),
        "is_known": request.user.is_authenticated or bool(games),
    }
    return render(request, "scorekeeper/home.html", context)
