"""Where a hand belongs that is being entered, and at which address it is entered at which depth."""

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import selectors
from scorekeeper.engine import check_hand
from scorekeeper.entry import Depth
from scorekeeper.forms import PASTE, SCORE
from scorekeeper.models import Game, Hand
from scorekeeper.selectors import Place
from scorekeeper.selectors.entry import EDIT, INSERT, NEW


def place_of(game: Game, kind: str, number: int) -> Place:
    """The place that an address names; 404 where the game has no such hand."""
    try:
        if kind == EDIT:
            return selectors.edit_place(game, number)
        if kind == INSERT:
            return selectors.insert_place(game, number)
    except Hand.DoesNotExist:
        raise Http404 from None
    return selectors.new_place(selectors.game_sheet(game))


def address(place: Place, depth: str) -> str:
    """Where a hand in this place is entered at this depth."""
    key = place.game.key
    if place.kind == NEW:
        names = {SCORE: "hand-new", PASTE: "hand-paste", Depth.AUCTION: "hand-auction", Depth.CARDS: "hand-cards"}
        return reverse(f"scorekeeper:{names[depth]}", args=[key])
    return reverse(f"scorekeeper:hand-{place.kind}-at", args=[key, place.number, str(depth)])


def own_depth(place: Place) -> str:
    """The depth at which a hand was told that is to be corrected."""
    answer = check_hand(place.record, place.rules)
    depth = answer.result.depth if answer.result else "score"
    return {"full": Depth.CARDS, "auction": Depth.AUCTION}.get(str(depth), SCORE)


def title_of(place: Place) -> str:
    """What the page is called: "Hand 7", "Correct hand 7"."""
    if place.kind == EDIT:
        return _("Correct hand %(number)s") % {"number": place.number}
    if place.kind == INSERT:
        return _("Before hand %(number)s") % {"number": place.number}
    return _("Hand %(number)s") % {"number": place.number}
