"""A game's pages: begin one, read its score sheet, take back the last hand."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.validators import slug_re
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import selectors, services
from scorekeeper.engine import PRESETS
from scorekeeper.forms import ENDING, GameForm
from scorekeeper.forms.corrections import WhyForm
from scorekeeper.models import Game, Hand
from scorekeeper.seen import SeenHand
from scorekeeper.selectors import GameSheet
from scorekeeper.selectors.charting import game_score_chart
from scorekeeper.sentences import rules_line
from scorekeeper.texts import changed_meanwhile, say_why

from .access import account_of, game_or_404, may_score, remember, scoring_page
from .entrance import form_page, typed


@form_page
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
            form.began_another()
        else:
            if said["is_drawn"]:
                tell_draw(request, game)
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
        "undone_seen": SeenHand.of(sheet.undone) if sheet.undone else "",
        "chart": game_score_chart(sheet),
        "line": rules_line(sheet.rules),
        "link": request.build_absolute_uri(game.get_absolute_url()),
        "may_score": may_score(request, game),
    }
    response = render(request, "scorekeeper/game.html", context)
    remember(request, response, game)
    return response


@form_page
@scoring_page
def hand_undo(request: HttpRequest, game: Game) -> HttpResponse:
    """Ask whether to take back the last hand, and take it back."""

    def words(sheet: GameSheet) -> dict[str, Any] | None:
        if not sheet.rows:
            return None
        row = sheet.rows[-1]
        return {
            "number": row.number,
            "submission": row.submission,
            "seen": SeenHand.of(sheet.hands[-1]),
            "line": row.line,
            "found": selectors.ending_without_last(sheet),
            "title": _("Take back hand %(number)s?") % {"number": row.number},
            "sentence": _(
                "It no longer counts then, and its number is free for another. You can bring it back until another "
                "hand has taken its place."
            ),
            "button": _("Take it back"),
        }

    too_late = _("That was not the last hand, so nothing was taken back. Here is the game as it is.")
    return _turn(request, game, services.undo_hand, words, too_late, None)


@form_page
@scoring_page
def hand_restore(request: HttpRequest, game: Game) -> HttpResponse:
    """Ask whether to bring back the hand that was taken back last, and bring it back."""

    def words(sheet: GameSheet) -> dict[str, Any] | None:
        undone = sheet.undone
        if undone is None:
            return None
        return {
            "number": undone.number,
            "submission": undone.submission,
            "seen": SeenHand.of(undone),
            "line": selectors.stored_line(undone),
            "found": selectors.ending_with(sheet, undone),
            "title": _("Bring back hand %(number)s?") % {"number": undone.number},
            "sentence": _("It was taken back, and counts again then."),
            "button": _("Bring it back"),
        }

    too_late = _("It cannot come back: the game has gone on since. Here it is as it stands.")
    return _turn(request, game, services.restore_hand, words, too_late, _("Hand %(number)s counts again."))


def tell_draw(request: HttpRequest, game: Game) -> None:
    """Say who deals first, where that was drawn."""
    name = game.players[game.first_dealer]
    messages.success(request, _("The deal is drawn: %(name)s deals first.") % {"name": name})


def _turn(
    request: HttpRequest,
    game: Game,
    turn: Callable[..., Hand],
    words: Callable[[GameSheet], dict[str, Any] | None],
    too_late: str,
    done: str | None,
) -> HttpResponse:
    """Ask whether to `turn` a hand, and do it. `words` are the page's, None where there is no such hand."""
    # Whether a reason is needed is for the service: what was turned already needs none again.
    form, asks_again = WhyForm(typed(request), is_needed=False), False
    seen = SeenHand.read(request.POST.get("seen", ""))
    if request.method == "POST" and form.is_valid():
        try:
            hand = turn(
                game,
                number=_number(request),
                submission=_seen(request),
                revision=seen.revision if seen else None,
                expects=request.POST.get(ENDING, ""),
                by=account_of(request),
                reason=form.cleaned_data["why"],
            )
        except (services.HandOutOfTurn, services.GameIsOver):
            messages.warning(request, too_late)
            return redirect(game)
        except services.GameMoved as moved:
            form.add_error("why", str(moved))
        except services.ReasonNeeded:
            form.add_error("why", say_why())
        except services.HandChanged:
            form.add_error(None, changed_meanwhile())
            asks_again = True
        except services.EndsOtherwise:
            asks_again = True
        else:
            if done is not None:
                messages.success(request, done % {"number": hand.number})
            return redirect(game)
    sheet = selectors.game_sheet(game)
    page = words(sheet)
    if page is None:
        return redirect(game)
    context = page | {"sheet": sheet, "form": form, "asks_again": asks_again}
    status = 409 if asks_again else 422 if form.errors else 200
    return render(request, "scorekeeper/hand_turn.html", context, status=status)


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
