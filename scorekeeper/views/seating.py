"""Who sits where in a league's game: a substitute comes in, that was a mistake, the game leaves its league again."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scorekeeper import selectors, services
from scorekeeper.forms.blame import blame
from scorekeeper.forms.seating import ClaimUndoForm, SubstituteForm, WithdrawForm
from scorekeeper.models import Game
from scorekeeper.roles import accounts_told_since, can_score_game
from scorekeeper.selectors.claims import game_let_go
from scorekeeper.texts import say_why_now

from .access import account_of, game_or_404, rank_at, scoring_page
from .entrance import form_page, typed


@form_page
@scoring_page
def game_substitute(request: HttpRequest, game: Game) -> HttpResponse:
    """From a hand on, the next one unless another is chosen, a player of the league or somebody new takes over."""
    if game.league is None:
        raise Http404
    sheet = selectors.game_sheet(game)
    # All of them: who sits there already is for the service to say, and sent twice the form is as good as once.
    players = game.league.players.filter(merged_into=None)
    form = SubstituteForm(sheet, players, typed(request))
    status = 200
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            if said["number"] != sheet.next_number:
                raise ValidationError(
                    _("A hand was entered or taken back meanwhile. If it still holds, send it again.")
                )
            change = services.seat_and(
                game.league,
                [said["comes"]],
                lambda seated: services.substitute(
                    game,
                    seat=said["seat"],
                    player=seated[0],
                    from_number=said["from_number"],
                    by=account_of(request),
                    reason=said["why"],
                ),
            )
        except ValidationError as error:
            blame(form, error)
            form.data = request.POST.dict() | {"number": str(sheet.next_number)}
            status = 409
        except services.GameMoved as moved:
            form.add_error(None, str(moved))
            status = 409
        except services.ReasonNeeded:
            form.add_error("why", say_why_now())
            status = 409
        else:
            left = sheet.players_at(change.from_number - 1)[change.seat]
            values = {"came": change.player.name, "left": left, "number": change.from_number}
            messages.success(request, _("From hand %(number)s on %(came)s sits in for %(left)s.") % values)
            return redirect(game)
    elif form.errors:
        status = 422
    context = {"sheet": sheet, "form": form}
    return render(request, "scorekeeper/game_substitute.html", context, status=status)


@form_page
def game_seats(request: HttpRequest, key: str) -> HttpResponse:
    """Who came in for whom, and who said so; on POST a substitution that was a mistake is taken back."""
    if request.method == "POST":
        return _withdraw(request, key)
    return _seats_page(request, game_or_404(request, key), None, 200)


@scoring_page
def _withdraw(request: HttpRequest, game: Game) -> HttpResponse:
    if game.league is None:
        raise Http404
    sheet = selectors.game_sheet(game)
    form = WithdrawForm(request.POST, is_needed=sheet.needs_reason)
    status = 422
    if form.is_valid():
        said = form.cleaned_data
        change = game.substitutions.of_its_league().select_related("player").filter(pk=said["change"]).first()
        if change is None:
            raise Http404
        change.game = game
        try:
            services.withdraw_substitution(change, by=account_of(request), reason=said["why"])
        except ValidationError as error:
            blame(form, error)
            status = 409
        except services.GameMoved as moved:
            form.add_error(None, str(moved))
            status = 409
        except services.ReasonNeeded:
            form.add_error("why", say_why_now())
            status = 409
        else:
            values = {"name": change.player.name, "number": change.from_number}
            messages.success(request, _("%(name)s did not come in at hand %(number)s.") % values)
            return redirect("scorekeeper:game-seats", game.key)
    return _seats_page(request, game, form, status)


def _seats_page(request: HttpRequest, game: Game, form: WithdrawForm | None, status: int) -> HttpResponse:
    # A game that left its league tells nothing of the players it had there.
    if game.league is None:
        raise Http404
    rank = rank_at(request, game)
    since = accounts_told_since(rank, game)
    claim = game.claims.filter(undone_at=None).select_related("league", "made_by").first()
    context = {
        "sheet": selectors.game_sheet(game),
        "changes": selectors.seat_changes(game, accounts_since=since),
        "claim": claim,
        "claimed_by": claim.made_by.get_username() if claim and claim.made_by and since is not None else "",
        "form": form,
        "refused": form["change"].value() if form else "",
        "may_score": can_score_game(rank, game),
    }
    return render(request, "scorekeeper/game_seats.html", context, status=status)


@form_page
def game_unclaim(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether a game shall leave the league that it was taken into, and let it go; whoever did finds it again."""
    form = ClaimUndoForm(None, typed(request))
    if request.method == "POST" and form.is_valid():
        game = game_let_go(key, form.cleaned_data["claim"], account_of(request))
        if game is not None:
            return _is_out(request, game)
    return _unclaim(request, key)


@scoring_page
def _unclaim(request: HttpRequest, game: Game) -> HttpResponse:
    claim = game.claims.filter(undone_at=None).select_related("league").first()
    form = ClaimUndoForm(claim, typed(request))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        meant = game.claims.select_related("league").filter(pk=said["claim"]).first()
        if meant is None:
            raise Http404
        try:
            game = services.undo_claim(meant, by=account_of(request), reason=said["why"])
        except ValidationError as error:
            blame(form, error)
        else:
            return _is_out(request, game)
    if claim is None:
        messages.info(request, _("This game was not taken into a league."))
        return redirect(game)
    context = {"game": game, "claim": claim, "form": form}
    return render(request, "scorekeeper/game_unclaim.html", context, status=422 if form.errors else 200)


def _is_out(request: HttpRequest, game: Game) -> HttpResponse:
    if game.league_id is None:
        text = _("The game is out of the league and has a new link. Whoever has that can see it and score it.")
        messages.success(request, text)
    return redirect(game)
