"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import selectors
from scorekeeper.selectors import leaguepages

from .access import opened_games


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what the site is for, and list one's leagues, the games opened in this browser and the demonstrations."""
    context = {
        "my_leagues": leaguepages.my_leagues(request.user),
        "recent_games": selectors.recent_games(leaguepages.visible_keys(request.user, opened_games(request))),
        "demo_games": selectors.demo_games(),
    }
    return render(request, "scorekeeper/home.html", context)
