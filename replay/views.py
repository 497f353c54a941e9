"""The pages of a hand's replay, at the game's link: its start, and one page a card.

Whoever may read the game may walk through its hands. Nothing is written here.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from replay.page import replay_page
from replay.timeline import timeline
from scorekeeper import selectors
from scorekeeper.models import Game, Hand
from scorekeeper.views.access import game_or_404


@require_safe
def hand(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The start of a hand: the cards and the auction. Where its cards were not logged, a page that says so."""
    game = game_or_404(request, key)
    return _show(request, game, _hand_or_404(game, number), 0)


@require_safe
def step(request: HttpRequest, key: str, number: int, step: int) -> HttpResponse:
    """The hand after `step` cards; beyond its last card there is nothing."""
    if step == 0:
        return redirect("replay:hand", key, number)
    game = game_or_404(request, key)
    return _show(request, game, _hand_or_404(game, number), step)


def _show(request: HttpRequest, game: Game, hand: Hand, step: int) -> HttpResponse:
    line = timeline(hand.record, game.ruleset)
    if line is None:
        if step:
            raise Http404
        context = {"game": game, "hand": hand, "line": selectors.stored_line(hand)}
        return render(request, "replay/hand_unlogged.html", context)
    if step > line.last:
        raise Http404

    def address(number: int) -> str:
        where = [game.key, hand.number]
        return reverse("replay:step", args=[*where, number]) if number else reverse("replay:hand", args=where)

    page = replay_page(line, hand.number, line.steps[step], selectors.seated_names(game, hand.number), address)
    return render(request, "replay/hand.html", {"game": game, "page": page})


def _hand_or_404(game: Game, number: int) -> Hand:
    """The hand that counts under this number; one that was undone is not found."""
    try:
        return selectors.hand_of(game, number)
    except (Hand.DoesNotExist, OverflowError):
        raise Http404 from None
