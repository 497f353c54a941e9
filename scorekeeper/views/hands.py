"""Entering a hand: tapped in at score depth, or pasted as a whole record.

Both forms show the points before anything is kept, and answer alike where another phone was faster.
"""

import json
import random

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from scorekeeper import selectors, services
from scorekeeper.demo.games import played_hand
from scorekeeper.forms import HandForm, PasteForm
from scorekeeper.models import Game, Hand
from scorekeeper.sentences import bid_notes, finding_sentence

from .access import game_or_404

PREVIEW = "preview"
MOST_DEALS = 20


class HtmxRequest(HttpRequest):
    """A request as the middleware of htmx leaves it."""

    htmx: HtmxDetails


@require_http_methods(["GET", "HEAD", "POST"])
def hand_new(request: HtmxRequest, key: str) -> HttpResponse:
    """Enter the next hand by tapping."""
    game = game_or_404(key)
    sheet = selectors.game_sheet(game)
    if closed := _closed(request, sheet):
        return closed
    form = HandForm(sheet, request.POST if request.method == "POST" else None)
    is_valid = form.is_bound and form.is_valid()
    context = {
        "sheet": sheet,
        "form": form,
        "notes": bid_notes(sheet.rules),
        # These follow what is tapped.
        "legends": {
            "dealer": _named("dealer-said", _("%(name)s deals") % {"name": form.dealer_name}),
            "challenged": _named("challenge-legend", form.challenge_legend),
            "taken": _named("taken-legend", form.taken_legend),
        },
    }
    if PREVIEW in request.POST:
        if request.htmx:
            return render(request, "scorekeeper/hand_new.html#hand-preview", context)
    elif is_valid:
        return _keep(request, game, form, context, "scorekeeper/hand_new.html")
    form.point_at_first_fault()
    return render(request, "scorekeeper/hand_new.html", context, status=422 if form.is_bound and not is_valid else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def hand_paste(request: HttpRequest, key: str) -> HttpResponse:
    """Paste the next hand as a record."""
    game = game_or_404(key)
    sheet = selectors.game_sheet(game)
    if closed := _closed(request, sheet):
        return closed
    form = PasteForm(sheet, request.POST if request.method == "POST" else None)
    is_valid = form.is_bound and form.is_valid()
    context = {"sheet": sheet, "form": form, "sample": _sample(sheet)}
    if is_valid and PREVIEW not in request.POST:
        return _keep(request, game, form, context, "scorekeeper/hand_paste.html")
    form.point_at_first_fault()
    return render(
        request, "scorekeeper/hand_paste.html", context, status=422 if form.is_bound and not is_valid else 200
    )


def _sample(sheet: selectors.GameSheet) -> str:
    """A whole hand by this game's rules, as a record that could be pasted."""
    for seed in range(MOST_DEALS):
        record = played_hand(sheet.rules, sheet.next_dealer, random.Random(seed))  # noqa: S311 – the same each time
        if "tricks" in record:
            break
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in record.items())
    return f"{{\n{lines}\n}}"


def _named(name: str, text: str) -> SafeString:
    """A text that a later answer can replace by its name."""
    return format_html('<span id="{}">{}</span>', name, text)


def _closed(request: HttpRequest, sheet: selectors.GameSheet) -> HttpResponse | None:
    """The page that says why no hand can be entered, where none can. What was typed after the end stays in its form."""
    if sheet.game.is_demo:
        return render(request, "scorekeeper/game_closed.html", {"sheet": sheet}, status=403)
    if sheet.is_over and request.method != "POST":
        return render(request, "scorekeeper/game_closed.html", {"sheet": sheet}, status=409)
    return None


def _keep(
    request: HttpRequest, game: Game, form: HandForm | PasteForm, context: dict[str, object], template: str
) -> HttpResponse:
    """Keep the hand and go to the score sheet, or say what stands against it with everything typed still there."""
    said = form.cleaned_data
    try:
        hand = services.record_hand(game, form.record, number=said["number"], submission=said["submission"])
    except services.HandRefused as refused:
        for finding in refused.answer.findings:
            form.add_error(None, finding_sentence(finding))
        return render(request, template, context, status=422)
    except services.GameIsOver:
        form.add_error(
            None, _("The game was over before this hand. If it ended wrongly, take back its last hand first.")
        )
        return render(request, template, context, status=409)
    except services.HandNumberTaken as taken:
        return _conflict(request, game, form, taken.hand)
    except services.HandOutOfTurn:
        return _conflict(request, game, form, None)
    if hand.undone_at is not None:
        messages.warning(
            request,
            _("Hand %(number)s had been saved and taken back. It can be brought back here.") % {"number": hand.number},
        )
    else:
        saved = {"game": game, "hand": hand, "line": selectors.stored_line(hand), "names": game.side_names}
        messages.success(request, render_to_string("scorekeeper/hand_saved.html", saved))
    return redirect(game)


def _conflict(request: HttpRequest, game: Game, form: HandForm | PasteForm, stored: Hand | None) -> HttpResponse:
    """Show the hand that is there and the one that was typed; the typed one can be saved as the next or dropped."""
    sheet = selectors.game_sheet(game)
    record = dict(form.record) if isinstance(form.record, dict) else {}
    number = form.cleaned_data["number"]
    typed = {name: value for name, value in request.POST.items() if name in form.fields}
    if stored is not None and isinstance(form, HandForm) and record.get("dealer") == stored.record.get("dealer"):
        # The dealer came with the number; as another hand it is dealt by the next one.
        record["dealer"] = sheet.next_dealer
        typed["dealer"] = str(sheet.next_dealer)
    own = selectors.prospect(sheet, record)
    context = {
        "sheet": sheet,
        "number": number,
        "stored": stored,
        "stored_line": selectors.stored_line(stored) if stored else None,
        "is_same": stored is not None and form.prospect is not None and stored.record == form.prospect.answer.record,
        "own": own,
        "warnings": [finding_sentence(found) for found in own.answer.findings if found.code == "bad-dealer"],
        "typed": typed | {"number": sheet.next_number, "submission": type(form)(sheet)["submission"].value()},
        "action": request.path,
    }
    return render(request, "scorekeeper/hand_conflict.html", context, status=409)
