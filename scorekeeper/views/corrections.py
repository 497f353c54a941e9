"""Changing what is saved: make a hand void, read its history and bring an older version back.

Nothing is overwritten: every change is a version, and an older one can be brought back.
"""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scorekeeper import selectors, services
from scorekeeper.forms import ENDING
from scorekeeper.forms.corrections import ReturnForm, VoidForm
from scorekeeper.forms.submission import MISDEAL
from scorekeeper.models import Game, Hand
from scorekeeper.roles import accounts_told_since, can_score_game
from scorekeeper.selectors.entry import EDIT
from scorekeeper.sentences import finding_sentence
from scorekeeper.texts import changed_meanwhile, say_why

from .access import account_of, game_or_404, rank_at, scoring_page
from .entering.addresses import place_of
from .entering.conflicts import gone_page, meant_hand
from .entrance import form_page, typed


@form_page
@scoring_page
def hand_void(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    """Ask whether a hand shall not count, and why, and make it void."""
    hand = meant_hand(game, typed(request) or {})
    if hand is not None and hand.undone_at is not None:
        return gone_page(request, hand, number, [request.POST.get("what", ""), request.POST.get("why", "")])
    place = place_of(game, EDIT, hand.number if hand else number)
    if place.hand is None:
        raise Http404
    form = VoidForm(place, typed(request))
    status, asks_again = 200, False
    own = selectors.prospect(place, {"dealer": place.hand.record.get("dealer", place.dealer), "void": MISDEAL})
    if request.method == "POST" and hand is not None and hand.number != number:
        form.add_error(None, _moved(hand, number))
        status = 409
    elif request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            services.void_hand(
                place.hand,
                why=form.void,
                revision=said["seen"].revision,
                expects=request.POST.get(ENDING, ""),
                by=account_of(request),
                reason=said["why"],
            )
        except services.HandChanged as changed:
            if changed.hand.undone_at is not None:
                return gone_page(request, changed.hand, number, [said["what"], said["why"]])
            form.see(changed.hand)
            form.add_error(None, _refusal(changed))
            status = 409
        except services.EndsOtherwise as otherwise:
            own = replace(own, changes=otherwise.ending.changes, token=otherwise.ending.token)
            status, asks_again = 409, True
        except (services.HandRefused, services.ReasonNeeded, services.GameMoved) as refused:
            form.add_error(None, _refusal(refused))
            status = 409
        else:
            messages.success(request, _("Hand %(number)s is void.") % {"number": number})
            return redirect(game)
    elif form.errors:
        status = 422
    context = {
        "sheet": place.sheet,
        "row": place.sheet.rows[place.number - 1],
        "form": form,
        "own": own,
        "asks_again": asks_again,
    }
    return render(request, "scorekeeper/hand_void.html", context, status=status)


@form_page
def hand_history(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Every version of a hand; on POST an older one is brought back."""
    if request.method == "POST":
        return _return_to_version(request, key, number)
    return _history_page(request, game_or_404(request, key), number, None, 200)


@scoring_page
def _return_to_version(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    hand = meant_hand(game, request.POST)
    if hand is not None and hand.undone_at is not None:
        return gone_page(request, hand, number, [request.POST.get("why", "")])
    place = place_of(game, EDIT, hand.number if hand else number)
    if place.hand is None:
        raise Http404
    form = ReturnForm(place, request.POST)
    status = 422
    if hand is not None and hand.number != number:
        form.add_error(None, _moved(hand, number))
        status = 409
    elif form.is_valid():
        said = form.cleaned_data
        version = place.hand.versions.filter(revision=said["version"]).first()
        if version is None:
            raise Http404
        try:
            services.return_to_version(
                place.hand,
                version,
                revision=said["seen"].revision,
                expects=request.POST.get(ENDING, ""),
                by=account_of(request),
                reason=said["why"],
            )
        except services.HandChanged as changed:
            if changed.hand.undone_at is not None:
                return gone_page(request, changed.hand, number, [said["why"]])
            form.add_error(None, _refusal(changed))
            status = 409
        except services.EndsOtherwise as otherwise:
            text = _("%(changes)s Send it once more if that is right.")
            form.add_error(None, text % {"changes": " ".join(otherwise.ending.changes)})
            status = 409
        except (services.HandRefused, services.ReasonNeeded, services.GameMoved) as refused:
            form.add_error(None, _refusal(refused))
            status = 409
        else:
            values = {"number": number, "version": version.revision}
            messages.success(request, _("Hand %(number)s is as in version %(version)s again.") % values)
            return redirect("scorekeeper:hand-history", game.key, number)
    return _history_page(request, game, place.number, form, status)


def _history_page(request: HttpRequest, game: Game, number: int, form: ReturnForm | None, status: int) -> HttpResponse:
    rank = rank_at(request, game)
    try:
        history = selectors.hand_history(game, number, accounts_since=accounts_told_since(rank, game))
    except Hand.DoesNotExist:
        raise Http404 from None
    context: dict[str, Any] = {
        "sheet": history.sheet,
        "history": history,
        "form": form,
        "refused": form["version"].value() if form else "",
        "may_score": can_score_game(rank, game),
    }
    return render(request, "scorekeeper/hand_history.html", context, status=status)


def _moved(hand: Hand, number: int) -> str:
    """What to say where the hand that was opened has another number by now."""
    values = {"number": number, "now": hand.number}
    return _("What you opened as hand %(number)s is hand %(now)s now. Send it once more if it still holds.") % values


def _refusal(refused: Exception) -> str:
    """What to say where a change cannot be made."""
    if isinstance(refused, services.HandRefused):
        return " ".join(finding_sentence(finding) for finding in refused.answer.findings if finding.is_error)
    if isinstance(refused, services.GameMoved):
        return str(refused)
    if isinstance(refused, services.ReasonNeeded):
        return say_why()
    return changed_meanwhile()
