"""Entering a hand, at any depth and in any place: the next one, a correction, or one that was forgotten.

All pages show what comes of it before anything is kept, keep it through the same door, and answer alike where
somebody else was faster. What is told at one depth can be carried on at another.
"""

import json
import random
import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django_htmx.http import replace_url
from django_htmx.middleware import HtmxDetails

from scorekeeper import selectors, services
from scorekeeper.demo.games import played_hand
from scorekeeper.engine import check_hand
from scorekeeper.entry import Depth, dealt_choices, read_draft
from scorekeeper.entry.page import StepPage
from scorekeeper.forms import EntryForm, HandForm, PasteForm
from scorekeeper.forms.entry import KITTY
from scorekeeper.models import Game, Hand
from scorekeeper.selectors import Place
from scorekeeper.selectors.entry import EDIT, INSERT, NEW
from scorekeeper.sentences import bid_notes, finding_sentence

from .access import account_of
from .entrance import typed

PREVIEW = "preview"
SAVE = "save"
CARRY = "carry"
SCORE, PASTE = "score", "paste"
DEPTHS = (SCORE, *Depth, PASTE)
MOST_DEALS = 20
# What a step page that is loaded again has kept beside the hand itself.
KEPT = ("submission", "number", "seen")
LONGEST_ADDRESS = 6_000

AnyForm = HandForm | PasteForm | EntryForm


class HtmxRequest(HttpRequest):
    """A request as the middleware of htmx leaves it."""

    htmx: HtmxDetails


# ---- Where a hand belongs, and at which address


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


def enter(request: HtmxRequest, place: Place, depth: str) -> HttpResponse:
    """Enter a hand in its place at this depth."""
    if closed := _closed(request, place):
        return closed
    pages = {SCORE: _score_page, PASTE: _paste_page, Depth.AUCTION: _step_page, Depth.CARDS: _step_page}
    if depth not in pages:
        raise Http404
    return pages[depth](request, place, depth)


def _closed(request: HttpRequest, place: Place) -> HttpResponse | None:
    """The page that says why no hand can be entered, where none can. What was typed after the end stays in its form."""
    context = {"sheet": place.sheet}
    if place.game.is_demo:
        return render(request, "scorekeeper/game_closed.html", context, status=403)
    if (
        place.kind == NEW
        and place.sheet.is_over
        and request.method != "POST"
        and not (typed(request) or "state" in request.GET)
    ):
        return render(request, "scorekeeper/game_closed.html", context, status=409)
    return None


# ---- The pages


def _score_page(request: HtmxRequest, place: Place, depth: str) -> HttpResponse:
    """Tapping in the contract and the tricks."""
    data, said = _told(request, place)
    form = HandForm(place, data, said)
    is_valid = form.is_bound and form.is_valid()
    if data is None and (said or place.kind == EDIT):
        shown = selectors.prospect(place, said or place.record)
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
    return _answer(request, place, form, context, template, is_valid=is_valid, is_sent=PREVIEW not in request.POST)


def _paste_page(request: HtmxRequest, place: Place, depth: str) -> HttpResponse:
    """Pasting a whole record."""
    form = PasteForm(place, *_told(request, place))
    is_valid = form.is_bound and form.is_valid()
    context = _context(request, place, depth, form) | {"sample": _sample(place)}
    template = "scorekeeper/hand_paste.html"
    return _answer(request, place, form, context, template, is_valid=is_valid, is_sent=PREVIEW not in request.POST)


def _sample(place: Place) -> str:
    """A whole hand by this game's rules, as a record that could be pasted."""
    for seed in range(MOST_DEALS):
        record = played_hand(place.rules, place.dealer, random.Random(seed))  # noqa: S311 – the same each time
        if "tricks" in record:
            break
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in record.items())
    return f"{{\n{lines}\n}}"


def _step_page(request: HtmxRequest, place: Place, depth: str) -> HttpResponse:
    """Telling a hand call by call, or card by card."""
    data: Mapping[str, Any] | None
    said: object
    data, said = _told(request, place)
    if data is None and said is None:
        said = request.GET.get("state")
    form = EntryForm(place, Depth(depth), data, said)
    if data is None:
        form.initial = dict(form.initial) | {
            name: request.GET[name] for name in KEPT if name in request.GET and name in form.fields
        }
    is_saved = SAVE in request.POST and PREVIEW not in request.POST
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
        kept = urlencode({name: form[name].value() for name in KEPT if name in form.fields} | {"state": form.state})
        return replace_url(response, f"{request.path}?{kept}") if len(kept) < LONGEST_ADDRESS else response
    if is_saved and not form.is_told:
        form.add_error(None, _("The hand is not told to its end: %(question)s") % {"question": step.question})
    is_valid = is_saved and form.is_valid() and form.is_keepable
    return _answer(request, place, form, context, template, is_valid=is_valid, is_sent=is_saved)


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


def _context(request: HttpRequest, place: Place, depth: str, form: AnyForm) -> dict[str, Any]:
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


def title_of(place: Place) -> str:
    """What the page is called: "Hand 7", "Correct hand 7"."""
    if place.kind == EDIT:
        return _("Correct hand %(number)s") % {"number": place.number}
    if place.kind == INSERT:
        return _("Before hand %(number)s") % {"number": place.number}
    return _("Hand %(number)s") % {"number": place.number}


def _named(name: str, text: str) -> SafeString:
    """A text that a later answer can replace by its name."""
    return format_html('<span id="{}">{}</span>', name, text)


# ---- Keeping it


def _answer(
    request: HttpRequest,
    place: Place,
    form: AnyForm,
    context: dict[str, Any],
    template: str,
    *,
    is_valid: bool,
    is_sent: bool,
) -> HttpResponse:
    """Keep a hand that is sent and in order; else the page, with what is wrong or what would change."""
    if request.method == "POST" and is_sent and is_valid:
        if form.prospect is None or " ".join(form.prospect.changes) == request.POST.get("told", ""):
            return keep(request, place, form, context, template)
        context["asks_again"] = True
        return render(request, template, context, status=409)
    if not isinstance(form, EntryForm):
        form.point_at_first_fault()
    is_wrong = request.method == "POST" and form.is_bound and bool(form.errors) and (is_sent or not _is_stepwise(form))
    return render(request, template, context, status=422 if is_wrong else 200)


def _is_stepwise(form: AnyForm) -> bool:
    return isinstance(form, EntryForm)


def keep(request: HttpRequest, place: Place, form: AnyForm, context: dict[str, Any], template: str) -> HttpResponse:
    """Keep the hand and go to the score sheet, or say what stands against it with everything typed still there."""
    said, by = form.cleaned_data, account_of(request)
    why = said.get("why", "")
    try:
        if place.kind == EDIT and place.hand is not None:
            hand = services.correct_hand(place.hand, form.record, revision=said["seen"], by=by, reason=why)
        elif place.kind == INSERT:
            hand = services.insert_hand(
                place.game,
                form.record,
                number=said["number"],
                submission=said["submission"],
                before=said["seen"],
                by=by,
                reason=why,
            )
        else:
            hand = services.record_hand(
                place.game, form.record, number=said["number"], submission=said["submission"], by=by, reason=why
            )
    except services.HandRefused as refused:
        for finding in refused.answer.findings:
            form.add_error(None, finding_sentence(finding))
        return render(request, template, context, status=422)
    except services.ReasonNeeded:
        form.add_error(None, _("This night became final meanwhile: say in a few words why it is changed."))
        return render(request, template, context, status=409)
    except services.GameIsOver:
        form.add_error(
            None, _("The game was over before this hand. If it ended wrongly, correct the hand that ended it first.")
        )
        return render(request, template, context, status=409)
    except services.HandChanged as changed:
        return _changed(request, place, form, changed.hand)
    except services.HandNumberTaken as taken:
        return _conflict(request, place, form, taken.hand)
    except services.HandOutOfTurn:
        if place.kind == INSERT:
            form.add_error(None, _("The hands have moved meanwhile. Look at the score sheet, and begin there again."))
            return render(request, template, context, status=409)
        return _conflict(request, place, form, None)
    _tell(request, place, hand)
    return redirect(place.game)


def _tell(request: HttpRequest, place: Place, hand: Hand) -> None:
    values = {"number": hand.number}
    if hand.undone_at is not None:
        messages.warning(
            request, _("Hand %(number)s had been saved and taken back. It can be brought back here.") % values
        )
    elif place.kind == EDIT:
        messages.success(request, _("Hand %(number)s is corrected.") % values)
    elif place.kind == INSERT:
        messages.success(request, _("It is saved as hand %(number)s; the later hands moved up.") % values)
    else:
        saved = {"game": place.game, "hand": hand, "line": selectors.stored_line(hand)}
        messages.success(request, render_to_string("scorekeeper/hand_saved.html", saved))


def _conflict(request: HttpRequest, place: Place, form: AnyForm, stored: Hand | None) -> HttpResponse:
    """Show the hand that is there and the one that was typed; the typed one can be saved as the next or dropped."""
    sheet = selectors.game_sheet(place.game)
    following = selectors.new_place(sheet)
    record = dict(form.record) if isinstance(form.record, dict) else {}
    values = _sent(request, form)
    if stored is not None and not isinstance(form, PasteForm) and record.get("dealer") == stored.record.get("dealer"):
        # The dealer came with the number; as another hand it is dealt by the next one.
        record["dealer"] = sheet.next_dealer
        if isinstance(form, EntryForm):
            form.draft = form.draft.dealt_by(sheet.next_dealer)
            values["state"] = form.state
        else:
            values["dealer"] = str(sheet.next_dealer)
    own = selectors.prospect(following, record)
    context = {
        "sheet": sheet,
        "number": form.cleaned_data["number"],
        "stored": stored,
        "stored_line": selectors.stored_line(stored) if stored else None,
        "is_same": stored is not None and form.prospect is not None and stored.record == form.prospect.answer.record,
        "own": own,
        "warnings": [finding_sentence(found) for found in own.answer.findings if found.code == "bad-dealer"],
        "typed": values | {"number": sheet.next_number, "submission": uuid.uuid4()},
        "action": address(following, _depth_of(form)),
    }
    return render(request, "scorekeeper/hand_conflict.html", context, status=409)


def _changed(request: HttpRequest, place: Place, form: AnyForm, hand: Hand) -> HttpResponse:
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
        "typed": _sent(request, form) | {"seen": hand.revision, "told": " ".join(own.changes)},
        "action": request.path,
    }
    return render(request, "scorekeeper/hand_changed.html", context, status=409)


def _sent(request: HttpRequest, form: AnyForm) -> dict[str, Any]:
    """What was sent, to be sent again."""
    values: dict[str, Any] = {name: value for name, value in request.POST.items() if name in form.fields}
    values.pop("typed", None)
    if isinstance(form, EntryForm):
        values |= {"state": form.state, SAVE: "1"}
    return values


def _depth_of(form: AnyForm) -> str:
    if isinstance(form, EntryForm):
        return form.draft.depth
    return PASTE if isinstance(form, PasteForm) else SCORE
