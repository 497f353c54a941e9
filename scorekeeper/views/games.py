"""A game's pages: begin one, read its score sheet, take back the last hand."""

import uuid
from typing import Any

from django.contrib import messages
from django.core.validators import slug_re
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper import selectors, services
from scorekeeper.engine import PRESETS
from scorekeeper.forms import ENDING, GameForm
from scorekeeper.forms.corrections import WhyForm
from scorekeeper.models import Game
from scorekeeper.selectors import GameSheet
from scorekeeper.selectors.charting import game_score_chart
from scorekeeper.sentences import rules_line

from .access import account_of, game_or_404, may_score, remember, scoring_page
from .entrance import typed


@require_http_methods(["GET", "HEAD", "POST"])
def game_new(request: HttpRequest) -> HttpResponse:
    """Begin a game; `again` names one whose players and rules are put into the form, `rules` a preset."""
    again = _known_game(request, request.GET.get("again", ""))
    data = request.POST if request.method == "POST" else None
    form = GameForm(data, again=again, rules=request.GET.get("rules", ""))
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        try:
            game = services.start_game(
                rules=said["ruleset"],
                players=said["players"],
                first_dealer=said["dealer"],
                submission=said["submission"],
            )
        except services.GameBegun:
            form.draw_again(
                _("This form began a game already, with other players or rules. Send it once more to begin another.")
            )
        else:
            if said["is_drawn"]:
                name = game.players[game.first_dealer]
                messages.success(request, _("The deal is drawn: %(name)s deals first.") % {"name": name})
            response = redirect(game)
            remember(request, response, game)
            return response
    chosen = str(form["rules"].value())
    presets = [
        {"key": key, "rules": rules, "line": rules_line(rules), "is_chosen": key == chosen}
        for key, rules in PRESETS.items()
    ]
    form.point_at_first_fault()
    context = {
        "form": form,
        "usual": presets[:1],
        "others": presets[1:],
        "is_other": any(preset["is_chosen"] for preset in presets[1:]),
    }
    return render(request, "scorekeeper/game_new.html", context, status=422 if form.is_bound else 200)


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """The score sheet, at the link that is the game's key."""
    game = game_or_404(request, key)
    sheet = selectors.game_sheet(game)
    context = {
        "sheet": sheet,
        "chart": game_score_chart(sheet),
        "line": rules_line(sheet.rules),
        "link": request.build_absolute_uri(game.get_absolute_url()),
        "may_score": may_score(request, game),
    }
    response = render(request, "scorekeeper/game.html", context)
    remember(request, response, game)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@scoring_page
def hand_undo(request: HttpRequest, game: Game) -> HttpResponse:
    """Ask whether to take back the last hand, and take it back."""
    # Whether a reason is needed is for the service: what was taken back already needs none again.
    form, asks_again = WhyForm(typed(request), is_needed=False), False
    if request.method == "POST" and form.is_valid():
        try:
            services.undo_hand(game, **_turn(request, form))
        except services.HandOutOfTurn:
            messages.warning(
                request, _("That was not the last hand, so nothing was taken back. Here is the game as it is.")
            )
            return redirect(game)
        except services.GameMoved as moved:
            form.add_error("why", str(moved))
        except services.ReasonNeeded:
            form.add_error("why", _("This night is final: say in a few words why it is changed."))
        except services.EndsOtherwise:
            asks_again = True
        else:
            return redirect(game)
    sheet = selectors.game_sheet(game)
    if not sheet.rows:
        return redirect(game)
    row = sheet.rows[-1]
    found = selectors.ending_without_last(sheet)
    context = {"number": row.number, "submission": row.submission, "line": row.line, "found": found}
    return _turn_page(request, "scorekeeper/hand_undo.html", sheet, form, context, asks_again=asks_again)


@require_http_methods(["GET", "HEAD", "POST"])
@scoring_page
def hand_restore(request: HttpRequest, game: Game) -> HttpResponse:
    """Bring back the hand that was taken back last; ask before, where something has to be said or known."""
    form, asks_again = WhyForm(typed(request), is_needed=False), False
    if request.method == "POST" and form.is_valid():
        try:
            hand = services.restore_hand(game, **_turn(request, form))
        except (services.HandOutOfTurn, services.GameIsOver):
            messages.warning(request, _("It cannot come back: the game has gone on since. Here it is as it stands."))
            return redirect(game)
        except services.GameMoved as moved:
            form.add_error("why", str(moved))
        except services.ReasonNeeded:
            form.add_error("why", _("This night is final: say in a few words why the hand comes back."))
        except services.EndsOtherwise:
            asks_again = True
        else:
            messages.success(request, _("Hand %(number)s counts again.") % {"number": hand.number})
            return redirect(game)
    sheet = selectors.game_sheet(game)
    undone = sheet.undone
    if undone is None:
        return redirect(game)
    found = selectors.ending_with(sheet, undone)
    line = selectors.stored_line(undone)
    context = {"number": undone.number, "submission": undone.submission, "line": line, "found": found}
    return _turn_page(request, "scorekeeper/hand_restore.html", sheet, form, context, asks_again=asks_again)


def _turn(request: HttpRequest, form: WhyForm) -> dict[str, Any]:
    """What is said of a hand that is taken back or brought back."""
    return {
        "number": _number(request),
        "submission": _seen(request),
        "expects": request.POST.get(ENDING, ""),
        "by": account_of(request),
        "reason": form.cleaned_data["why"],
    }


def _turn_page(
    request: HttpRequest, template: str, sheet: GameSheet, form: WhyForm, turned: dict[str, Any], *, asks_again: bool
) -> HttpResponse:
    context = turned | {"sheet": sheet, "form": form, "asks_again": asks_again}
    status = 409 if asks_again else 422 if form.errors else 200
    return render(request, template, context, status=status)


def _known_game(request: HttpRequest, key: str) -> Game | None:
    """The game with this key, where there is one and whoever asks may see it."""
    try:
        return game_or_404(request, key) if slug_re.match(key) else None
    except Http404:
        return None


def _seen(request: HttpRequest) -> uuid.UUID | None:
    """The submission of the hand that was on the page; one that no hand has, where it is none."""
    text = request.POST.get("hand")
    try:
        return None if text is None else uuid.UUID(text)
    except ValueError:
        return uuid.UUID(int=0)


def _number(request: HttpRequest) -> int:
    """The number of the hand meant; 0, which no hand has, where none was sent."""
    text = request.POST.get("number", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0
