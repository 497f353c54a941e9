"""Entering the next hand of a game, at each depth."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from scorekeeper.entry import Depth
from scorekeeper.models import Game
from scorekeeper.selectors.entry import NEW

from .access import scoring_page
from .entry import PASTE, SCORE, HtmxRequest, enter, place_of


@require_http_methods(["GET", "HEAD", "POST"])
@scoring_page
def hand_new(request: HtmxRequest, game: Game) -> HttpResponse:
    """Enter the next hand by tapping: who, what, how many tricks."""
    return enter(request, place_of(game, NEW, 0), SCORE)


@require_http_methods(["GET", "HEAD", "POST"])
@scoring_page
def hand_auction(request: HtmxRequest, game: Game) -> HttpResponse:
    """Enter the next hand call by call."""
    return enter(request, place_of(game, NEW, 0), Depth.AUCTION)


@require_http_methods(["GET", "HEAD", "POST"])
@scoring_page
def hand_cards(request: HtmxRequest, game: Game) -> HttpResponse:
    """Enter the next hand card by card."""
    return enter(request, place_of(game, NEW, 0), Depth.CARDS)


@require_http_methods(["GET", "HEAD", "POST"])
@scoring_page
def hand_paste(request: HtmxRequest, game: Game) -> HttpResponse:
    """Paste the next hand as a record."""
    return enter(request, place_of(game, NEW, 0), PASTE)
