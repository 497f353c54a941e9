"""What is shown where somebody else was faster: what is there, what was typed, and what can become of it."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper import selectors
from scorekeeper.forms import TellingForm
from scorekeeper.models import Hand
from scorekeeper.selectors import Place
from scorekeeper.sentences import finding_sentence

from .addresses import address


def conflict_page(request: HttpRequest, place: Place, form: TellingForm, stored: Hand | None) -> HttpResponse:
    """Show the hand that is there and the one that was typed; the typed one can be saved as the next or dropped."""
    sheet = selectors.game_sheet(place.game)
    following = selectors.new_place(sheet)
    if stored is not None and form.record.get("dealer") == stored.record.get("dealer"):
        # The dealer came with the number; as another hand it is dealt by the next one.
        form.dealt_by(sheet.next_dealer)
    own = selectors.prospect(following, form.record)
    context = {
        "sheet": sheet,
        "number": form.cleaned_data["number"],
        "stored": stored,
        "stored_line": selectors.stored_line(stored) if stored else None,
        "is_same": stored is not None and form.prospect is not None and stored.record == form.prospect.answer.record,
        "own": own,
        "warnings": [finding_sentence(found) for found in own.answer.findings if found.code == "bad-dealer"],
        "typed": form.sent() | {"number": sheet.next_number, "submission": uuid.uuid4()},
        "action": address(following, form.depth),
    }
    return render(request, "scorekeeper/hand_conflict.html", context, status=409)


def changed_page(request: HttpRequest, place: Place, form: TellingForm, hand: Hand) -> HttpResponse:
    """Show the hand as somebody has changed it meanwhile, and the one that was typed; either can be kept."""
    history = selectors.hand_history(place.game, hand.number) if hand.undone_at is None else None
    here = selectors.edit_place(place.game, hand.number) if history else place
    own = selectors.prospect(here, form.record)
    context = {
        "sheet": here.sheet,
        "place": here,
        "hand": hand,
        "latest": history.versions[0] if history else None,
        "own": own,
        "is_gone": history is None,
        "typed": form.sent() | {"seen": hand.revision, "told": " ".join(own.changes)},
        "action": request.path,
    }
    return render(request, "scorekeeper/hand_changed.html", context, status=409)
