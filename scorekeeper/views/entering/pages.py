"""The pages on which a hand is entered: the next one, a correction, one that was forgotten before another."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scorekeeper.entry import Depth
from scorekeeper.forms import PASTE, SCORE
from scorekeeper.models import Game
from scorekeeper.selectors import Place
from scorekeeper.selectors.entry import EDIT, INSERT, NEW

from ..access import scoring_page
from ..entrance import form_page, typed
from .addresses import address, own_depth, place_of
from .conflicts import overtaken
from .depths import HtmxRequest, paste_page, score_page, step_page

PAGES = {SCORE: score_page, PASTE: paste_page, Depth.AUCTION: step_page, Depth.CARDS: step_page}


@form_page
@scoring_page
def hand_new(request: HtmxRequest, game: Game, depth: str) -> HttpResponse:
    """Enter the next hand at this depth."""
    return _enter(request, game, NEW, 0, depth)


@require_safe
@scoring_page
def hand_edit(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    """Correct a hand, at the depth at which it was told."""
    place = place_of(game, EDIT, number)
    return redirect(address(place, own_depth(place)))


@form_page
@scoring_page
def hand_edit_at(request: HtmxRequest, game: Game, number: int, depth: str) -> HttpResponse:
    """Correct a hand at this depth."""
    return _enter(request, game, EDIT, number, depth)


@require_safe
@scoring_page
def hand_insert(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    """Insert a hand that was forgotten before this one."""
    return redirect(address(place_of(game, INSERT, number), SCORE))


@form_page
@scoring_page
def hand_insert_at(request: HtmxRequest, game: Game, number: int, depth: str) -> HttpResponse:
    """Insert a hand at this depth."""
    return _enter(request, game, INSERT, number, depth)


def _enter(request: HtmxRequest, game: Game, kind: str, number: int, depth: str) -> HttpResponse:
    if depth not in PAGES:
        raise Http404
    if page := overtaken(request, game, kind, number, depth):
        return page
    place = place_of(game, kind, number)
    if closed := _closed(request, place):
        return closed
    return PAGES[depth](request, place, depth)


def _closed(request: HttpRequest, place: Place) -> HttpResponse | None:
    """The page that says that the game is over. What was typed after the end stays in its form."""
    is_begun = request.method == "POST" or typed(request) or "state" in request.GET
    if place.kind != NEW or not place.sheet.is_over or is_begun:
        return None
    return render(request, "scorekeeper/game_closed.html", {"sheet": place.sheet}, status=409)
