"""The three ways of telling a hand: tapping in its score, pasting its record, call by call and card by card."""

import json
import random
from collections.abc import Mapping
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django_htmx.http import replace_url
from django_htmx.middleware import HtmxDetails

from scorekeeper.demo.games import played_hand
from scorekeeper.engine import check_hand
from scorekeeper.entry import Depth, dealt_choices, read_draft
from scorekeeper.entry.page import StepPage
from scorekeeper.forms import PASTE, PREVIEW, SAVE, SCORE, EntryForm, HandForm, PasteForm, TellingForm
from scorekeeper.forms.entry import KITTY
from scorekeeper.selectors import Place, prospect
from scorekeeper.selectors.entry import EDIT
from scorekeeper.sentences import bid_notes

from ..entrance import typed
from .addresses import address, own_depth, title_of
from .keeping import answer

CARRY = "carry"
MOST_DEALS = 20
# What a step page that is loaded again has kept beside the hand itself; to another depth goes the reason too.
KEPT = ("submission", "number", "seen")
CARRIED = (*KEPT, "why")
LONGEST_ADDRESS = 6_000

AnyForm = TypeVar("AnyForm", bound=TellingForm)


class HtmxRequest(HttpRequest):
    """A request as the middleware of htmx leaves it."""

    htmx: HtmxDetails


def score_page(request: HtmxRequest, place: Place, depth: str) -> HttpResponse:
    """Tapping in the contract and the tricks."""
    data, said = _told(request, place)
    form = _begun(request, HandForm(place, data, said))
    is_valid = form.is_bound and form.is_valid()
    if data is None and (said or place.kind == EDIT):
        shown = prospect(place, said or place.record)
        form.prospect = shown if shown.line else None
    context = _context(request, place, depth, form) | {
        "notes": bid_notes(place.rules),
        # These follow what is tapped.
        "legends": {
            "dealer": _named("dealer-said", _("%(name)s deals") % {"name": form.dealer_name}),
            "challenged": _named("challenge-legend", form.challenge_legend),
            "taken": _named("taken-legend", form.taken_legend),
        },
        "loses": place.kind == EDIT and own_depth(place) != SCORE,
    }
    template = "scorekeeper/hand_new.html"
    if PREVIEW in request.POST and request.htmx:
        return render(request, f"{template}#hand-preview", context)
    return answer(
        request,
        place,
        form,
        context,
        template,
        is_valid=is_valid,
        is_sent=PREVIEW not in request.POST,
        is_judged=form.is_bound,
    )


def paste_page(request: HtmxRequest, place: Place, depth: str) -> HttpResponse:
    """Pasting a whole record."""
    form = _begun(request, PasteForm(place, *_told(request, place)))
    is_valid = form.is_bound and form.is_valid()
    context = _context(request, place, depth, form) | {"sample": _sample(place)}
    template = "scorekeeper/hand_paste.html"
    return answer(
        request,
        place,
        form,
        context,
        template,
        is_valid=is_valid,
        is_sent=PREVIEW not in request.POST,
        is_judged=form.is_bound,
    )


def _sample(place: Place) -> str:
    """A whole hand by this game's rules, as a record that could be pasted."""
    for seed in range(MOST_DEALS):
        record = played_hand(place.rules, place.dealer, random.Random(seed))  # noqa: S311 – the same each time
        if "tricks" in record:
            break
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in record.items())
    return f"{{\n{lines}\n}}"


def step_page(request: HtmxRequest, place: Place, depth: str) -> HttpResponse:
    """Telling a hand call by call, or card by card."""
    data: Mapping[str, Any] | None
    said: object
    data, said = _told(request, place)
    if data is None and said is None:
        said = request.GET.get("state")
    form = _begun(request, EntryForm(place, Depth(depth), data, said))
    is_saved = form.is_bound and SAVE in request.POST and PREVIEW not in request.POST
    if form.is_bound and not is_saved:
        form.act()
    form.judge()
    step = StepPage(form.draft)
    for finding in form.findings if is_saved else ():
        form.add_error(None, finding)
    deal_to = form.deal_to
    context = _context(request, place, depth, form) | {
        "step": step,
        "draft": form.draft,
        "is_sent": is_saved,
        "dealing": dealt_choices(form.draft, None if deal_to == KITTY else int(deal_to)) if deal_to else None,
    }
    template = "scorekeeper/entry.html"
    if request.htmx:
        response = render(request, f"{template}#entry-steps", context)
        # So that the page comes back as it is when it is loaded again.
        kept = urlencode(
            {name: form[name].value() or "" for name in KEPT if name in form.fields} | {"state": form.state}
        )
        return replace_url(response, f"{request.path}?{kept}") if len(kept) < LONGEST_ADDRESS else response
    if is_saved and not form.is_told:
        form.add_error(None, _("The hand is not told to its end: %(question)s") % {"question": step.question})
    is_valid = is_saved and form.is_valid() and form.is_keepable
    return answer(request, place, form, context, template, is_valid=is_valid, is_sent=is_saved, is_judged=is_saved)


def _told(request: HttpRequest, place: Place) -> tuple[Mapping[str, Any] | None, dict[str, Any] | None]:
    """What was typed into this form, or what another depth has told so far, to be shown in it."""
    data = typed(request)
    if data is None or CARRY not in data:
        return data, None
    if "state" in data:
        draft, _lost = read_draft(data["state"], place.rules, place.players, place.dealer, Depth.CARDS)
        return None, draft.record() | _half_said(draft)
    if "text" in data:
        paste = PasteForm(place, data)
        paste.is_valid()
        return None, _readable(request, place, paste)
    hand = HandForm(place, data)
    hand.is_valid()
    return None, {key: value for key, value in hand.record.items() if value is not None}


def _begun(request: HttpRequest, form: AnyForm) -> AnyForm:
    """The form as it goes on with what was begun: told at another depth, or in a page that is loaded again."""
    kept = typed(request) or request.GET
    if not form.is_bound:
        form.initial = dict(form.initial) | {
            name: kept[name] for name in CARRIED if name in kept and name in form.fields
        }
    return form


def _readable(request: HttpRequest, place: Place, paste: PasteForm) -> dict[str, Any] | None:
    """What of a pasted record another depth can show; what it cannot is left out, and said."""
    if not isinstance(paste.record, dict):
        if paste["text"].value():
            messages.warning(request, _("What was pasted is no record, and did not come along."))
        return None
    record = dict(paste.record)
    # Once more after each loss: a value may be looked at only where another can be read.
    while unread := {
        finding.key
        for finding in check_hand(record, place.rules).findings
        if finding.code in ("bad-record", "bad-card") and finding.key in record
    }:
        record = {key: value for key, value in record.items() if key not in unread}
    if lost := [key for key in paste.record if key not in record]:
        keys = ", ".join(key[:40] for key in lost[:5])
        messages.warning(request, _("This could not be read, and did not come along: %(keys)s.") % {"keys": keys})
    return record


def _half_said(draft: Any) -> dict[str, Any]:
    """What a record would leave out, but the next step needs."""
    return {"calls": list(draft.calls)} if draft.calls is not None else {}


def _context(request: HttpRequest, place: Place, depth: str, form: TellingForm) -> dict[str, Any]:
    return {
        "place": place,
        "sheet": place.sheet,
        "form": form,
        "depth": str(depth),
        "action": request.path,
        "title": title_of(place),
        "depths": [
            {"url": address(place, other), "label": label, "is_here": other == depth}
            for other, label in (
                (SCORE, _("Score")),
                (Depth.AUCTION, _("Calls")),
                (Depth.CARDS, _("Cards")),
                (PASTE, _("Paste")),
            )
        ],
    }


def _named(name: str, text: str) -> SafeString:
    """A text that a later answer can replace by its name."""
    return format_html('<span id="{}">{}</span>', name, text)
