"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import selectors

from .access import opened_games


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what the site is for, and list the games opened in this browser and the demonstrations."""
    return render(
        request,
        "scorekeeper/home.html",
        {"recent_games": selectors.recent_games(opened_games(request)), "demo_games": selectors.demo_games()},
    )
