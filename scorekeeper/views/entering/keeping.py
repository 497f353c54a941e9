"""Keep a hand that was told, or say what stands against it with everything typed still there."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scorekeeper import selectors, services
from scorekeeper.forms import ENDING, TellingForm
from scorekeeper.models import Hand
from scorekeeper.selectors import Place
from scorekeeper.selectors.entry import EDIT, INSERT
from scorekeeper.sentences import finding_sentence
from scorekeeper.texts import say_why_now

from ..access import account_of
from .conflicts import changed_page, conflict_page


def answer(
    request: HttpRequest,
    place: Place,
    form: TellingForm,
    context: dict[str, Any],
    template: str,
    *,
    is_valid: bool,
    is_sent: bool,
    is_judged: bool,
) -> HttpResponse:
    """Keep a hand that is sent and in order; else the page, with what is wrong.

    `is_judged`: whether what is wrong is said already, as it is not while a hand is being told step by step.
    """
    if request.method == "POST" and is_sent and is_valid:
        return _keep(request, place, form, context, template)
    is_wrong = is_judged and bool(form.errors)
    if is_wrong:
        form.point_at_first_fault()
    return render(request, template, context, status=422 if is_wrong and request.method == "POST" else 200)


def _keep(
    request: HttpRequest, place: Place, form: TellingForm, context: dict[str, Any], template: str
) -> HttpResponse:
    """Keep the hand and go to the score sheet, or say what stands against it with everything typed still there."""
    said, by = form.cleaned_data, account_of(request)
    why, expects = said.get("why", ""), request.POST.get(ENDING, "")
    try:
        if place.kind == EDIT and place.hand is not None:
            if said["seen"].pk != place.hand.pk:
                return changed_page(request, place.kind, place.number, form, place.hand)
            hand = services.correct_hand(
                place.hand, form.record, revision=said["seen"].revision, expects=expects, by=by, reason=why
            )
        elif place.kind == INSERT:
            hand = services.insert_hand(
                place.game,
                form.record,
                number=said["number"],
                submission=said["submission"],
                before=said["seen"].pk,
                expects=expects,
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
    except services.EndsOtherwise as otherwise:
        assert form.prospect is not None
        found = otherwise.ending
        form.prospect = replace(form.prospect, changes=found.changes, token=found.token)
        return render(request, template, context | {"asks_again": True}, status=409)
    except services.ReasonNeeded:
        form.add_error(None, say_why_now())
        return render(request, template, context, status=409)
    except services.GameIsOver:
        form.add_error(
            None, _("The game was over before this hand. If it ended wrongly, correct the hand that ended it first.")
        )
        return render(request, template, context, status=409)
    except services.GameMoved as moved:
        form.add_error(None, str(moved))
        return render(request, template, context, status=409)
    except services.HandChanged as changed:
        return changed_page(request, place.kind, place.number, form, changed.hand)
    except services.HandNumberTaken as taken:
        return conflict_page(request, place, form, taken.hand)
    except services.HandOutOfTurn:
        if place.kind == INSERT and place.hand is not None:
            place.hand.refresh_from_db()
            return changed_page(request, place.kind, place.number, form, place.hand)
        return conflict_page(request, place, form, None)
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
