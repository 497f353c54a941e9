"""What is shown where somebody else was faster: what is there, what was typed, and what can become of it."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import reswap, retarget

from scorekeeper import selectors
from scorekeeper.entry import Depth
from scorekeeper.forms import ENDING, PREVIEW, SAVE, EntryForm, HandForm, PasteForm, TellingForm
from scorekeeper.models import Game, Hand
from scorekeeper.roles import accounts_told_since
from scorekeeper.seen import SeenHand
from scorekeeper.selectors import Place, Prospect
from scorekeeper.selectors.entry import EDIT, INSERT, NEW
from scorekeeper.selectors.history import Change
from scorekeeper.sentences import finding_sentence

from ..access import rank_at
from ..entrance import typed
from .addresses import address, place_of

# Of a record, what the line that says its result leaves out.
PARTS = ("dealer", "hands", "kitty", "calls", "discard", "exchange", "tricks")


def conflict_page(request: HttpRequest, place: Place, form: TellingForm, stored: Hand | None) -> HttpResponse:
    """Show the hand that is there and the one that was typed; the typed one can be saved as the next or dropped."""
    sheet = selectors.game_sheet(place.game)
    following = selectors.new_place(sheet)
    told = form.record.get("dealer")
    if stored is not None and form.record.get("dealer") == stored.record.get("dealer"):
        # The dealer came with the number; as another hand it is dealt by the next one, if no calls were told.
        form.dealt_by(sheet.next_dealer)
    own = selectors.prospect(following, form.record)
    since = accounts_told_since(rank_at(request, place.game), place.game)
    context = {
        "sheet": sheet,
        "told_dealer": "" if told in (None, form.record.get("dealer")) else following.players[told],
        "saver": selectors.saver_of(stored, accounts_since=since) if stored else None,
        "number": form.cleaned_data["number"],
        "stored": stored,
        "stored_line": selectors.stored_line(stored) if stored else None,
        "is_same": stored is not None and form.prospect is not None and stored.record == form.prospect.answer.record,
        "own": own,
        "parts": _parts(following, own),
        "warnings": _warnings(own),
        "typed": form.sent() | {"number": sheet.next_number, "submission": uuid.uuid4()},
        "action": address(following, form.depth),
    }
    return render(request, "scorekeeper/hand_conflict.html", context, status=409)


def meant_hand(game: Game, kept: Mapping[str, Any]) -> Hand | None:
    """The hand that was seen when a form was first shown, wherever it is now; None where the form does not say."""
    seen = SeenHand.read(str(kept.get("seen", "")))
    return game.hands.filter(pk=seen.pk).first() if seen else None


def is_elsewhere(hand: Hand, number: int) -> bool:
    """Whether the hand that was seen under this number has another now, or was taken back."""
    return hand.undone_at is not None or hand.number != number


def overtaken(request: HttpRequest, game: Game, kind: str, number: int, depth: str) -> HttpResponse | None:
    """The page for what was typed into the form of a hand that has moved or is gone; None where all is as it was."""
    kept = typed(request)
    if kept is None and "seen" in request.GET:
        # A step page that is loaded again.
        kept = request.GET
    if kind == NEW or kept is None:
        return None
    hand = meant_hand(game, kept)
    if hand is None or not is_elsewhere(hand, number):
        return None
    if kind == INSERT and _was_inserted(game, kept):
        # It moved because this form was sent before.
        return None
    return changed_page(request, kind, number, _form(_place(hand, kind), kept, depth), hand)


def changed_page(request: HttpRequest, kind: str, number: int, form: TellingForm, hand: Hand) -> HttpResponse:
    """Show the hand that was seen under `number` as it is now, and the one that was typed, which can be kept.

    A hand that was changed can be corrected, whatever number it has by now; where it is gone, the typed one can be the
    next. So it is with one that was to go before it.
    """
    here = _place(hand, kind)
    own = selectors.prospect(here, form.record)
    values = form.sent() | {"number": here.number, ENDING: own.token}
    if here.kind == NEW:
        values |= {"submission": uuid.uuid4()}
    else:
        values |= {"seen": str(SeenHand.of(hand))}
    context = _as_it_is(request, hand, number) | {
        "kind": kind,
        "place": here,
        "sheet": here.sheet,
        "own": own,
        "can_save": own.answer.ok and form.is_told,
        "why": str(form.data.get("why", "")),
        "parts": _parts(here, own) if here.kind == NEW else (),
        "warnings": _warnings(own),
        "typed": values,
        "action": address(here, form.depth),
    }
    response = render(request, "scorekeeper/hand_changed.html", context, status=409)
    if getattr(request, "htmx", False):
        # A tap takes what succeeds, and puts it where it stood.
        response.status_code = 200
        return reswap(retarget(response, "body"), "innerHTML")
    return response


def gone_page(request: HttpRequest, hand: Hand, number: int, said: Sequence[str]) -> HttpResponse:
    """Say that a hand that was to be made void or as it was before is gone, with what was typed about it."""
    sheet = selectors.game_sheet(hand.game)
    context = _as_it_is(request, hand, number) | {"kind": EDIT, "sheet": sheet, "said": [text for text in said if text]}
    return render(request, "scorekeeper/hand_changed.html", context, status=409)


def _as_it_is(request: HttpRequest, hand: Hand, number: int) -> dict[str, Any]:
    """The hand as it is now, and the one that has its number."""
    game, is_gone = hand.game, hand.undone_at is not None
    history = (
        None
        if is_gone
        else selectors.hand_history(game, hand.number, accounts_since=accounts_told_since(rank_at(request, game), game))
    )
    other = hand.game.hands.current().filter(number=number).exclude(pk=hand.pk).first()
    return {
        "number": number,
        "hand": hand,
        "line": selectors.stored_line(hand),
        "latest": history.versions[0] if history else None,
        "is_gone": is_gone,
        "is_moved": is_elsewhere(hand, number),
        "other_line": selectors.stored_line(other) if other else None,
    }


def _parts(place: Place, own: Prospect) -> tuple[Change, ...]:
    """What would be saved as the next hand, part by part."""
    told: dict[str, Any] = own.answer.record if own.answer.ok and own.answer.record else {}
    parts = {key: told[key] for key in PARTS if key in told}
    return tuple(selectors.record_changes({}, parts, place.rules, place.players))


def _warnings(own: Prospect) -> list[str]:
    """What to know before it is saved: that by the game somebody else would deal."""
    return [finding_sentence(found) for found in own.answer.findings if found.code == "bad-dealer"]


def _place(hand: Hand, kind: str) -> Place:
    """Where belongs what was typed for this hand."""
    return place_of(hand.game, NEW if hand.undone_at is not None else kind, hand.number)


def _form(place: Place, kept: Mapping[str, Any], depth: str) -> TellingForm:
    """What was typed, at whatever depth, as far as it was told."""
    if "state" in kept:
        steps = EntryForm(place, Depth.AUCTION if depth == Depth.AUCTION else Depth.CARDS, kept)
        if SAVE not in kept and PREVIEW not in kept:
            steps.act()
        steps.judge()
        return steps
    form = PasteForm(place, kept) if "text" in kept else HandForm(place, kept)
    form.is_valid()
    return form


def _was_inserted(game: Game, kept: Mapping[str, Any]) -> bool:
    try:
        submission = uuid.UUID(str(kept.get("submission")))
    except ValueError:
        return False
    return game.hands.filter(submission=submission).exists()
