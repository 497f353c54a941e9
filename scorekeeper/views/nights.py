"""Nights of a league: open one, look at its tables, change it, start games on it, settle it; and take in a game played
without a league.
"""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import slug_re
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from scorekeeper import services
from scorekeeper.engine import parse_rules
from scorekeeper.forms.blame import blame
from scorekeeper.forms.nights import ClaimForm, SeatsForm, StateForm, TableForm
from scorekeeper.forms.seasons import NightForm
from scorekeeper.models import Game, League, Night, Player, Season, User
from scorekeeper.roles import Rank, can_view, rank_of, refusal
from scorekeeper.selectors import leaguepages, nightpages
from scorekeeper.selectors.seating import seated_players
from scorekeeper.sentences import rules_line

from .changing import is_saved, status_of
from .entrance import form_page, needs_account, typed
from .games import tell_draw
from .place import Place, league_page


@form_page
@league_page(Rank.SCORER)
def night_new(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """Open a night of a season, today by the clock of whoever asks. Sent twice, it is one night."""
    season = get_object_or_404(Season, league=place.league, pk=pk)
    season.league = place.league
    last = season.nights.first()
    zone = timezone.get_current_timezone_name()
    if zone == settings.TIME_ZONE and last is not None:
        zone = last.zone  # this browser has not said which clock it goes by
    today = timezone.localdate(timezone=ZoneInfo(zone))
    form = NightForm(typed(request), initial={"date": today, "zone": zone, "place": last.place if last else ""})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            night = services.open_night(season, **said)
        except ValidationError as error:
            blame(form, error)
        except services.AlreadyMade:
            form.was_sent()
        else:
            messages.success(request, _("The night is open."))
            return redirect("scorekeeper:night", place.league.slug, night.pk)
    status = status_of(form)
    return render(
        request, "scorekeeper/night_form.html", {"place": place, "season": season, "form": form}, status=status
    )


@form_page
@league_page()
def night(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """A night's tables as they stand; scorers say how settled it is."""
    found = _night_or_404(place, pk)
    form = StateForm(typed(request), initial={"state": found.state}) if place.can_score else None
    if request.method == "POST":
        if form is None:
            raise PermissionDenied(refusal(Rank.SCORER))
        if form.is_valid():
            changed = services.set_night_state(found, form.cleaned_data["state"])
            messages.success(request, _("The night is %(state)s now.") % {"state": changed.get_state_display()})
            return redirect("scorekeeper:night", place.league.slug, pk)
    context = {"place": place, "page": nightpages.night_page(found), "form": form}
    return render(request, "scorekeeper/night.html", context, status=status_of(form))


@form_page
@league_page(Rank.SCORER)
def night_edit(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """Change a night's date, place and clock, and the season it belongs to."""
    found = _night_or_404(place, pk)
    form = NightForm(typed(request), night=found)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        details = {name: said[name] for name in ("season", "date", "zone", "place")} | {"seen": form.seen_state}
        if is_saved(
            request, form, lambda: services.change_night(found, **details), lambda night: NightForm(night=night)
        ):
            return redirect("scorekeeper:night", place.league.slug, pk)
    context = {"place": place, "night": found, "form": form}
    return render(request, "scorekeeper/night_form.html", context, status=status_of(form))


@form_page
@league_page(Rank.SCORER)
def night_game_new(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """Start a game on a night: who sits where, and who deals. Sent twice, it is one game.

    `again` names a game of the league whose players and table are put into the form.
    """
    found = _night_or_404(place, pk)
    rules = parse_rules(place.league.rules)
    data = typed(request)
    page = nightpages.night_page(found)
    table = ""
    seated: tuple[int, ...] = ()
    if data is None:
        named = request.GET.get("again", "")
        again = place.league.games.filter(key=named).first() if slug_re.match(named) else None
        table = again.table if again else page.next_table
        seated = seated_players(again, again.hands.current().count() + 1) if again else ()
    busy = nightpages.busy_players(page)
    form = TableForm(place.league, rules, data, table=table, seated=seated, busy=busy)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data

        def start(seated: list[Player]) -> Game:
            return services.start_league_game(
                place.league,
                players=seated,
                first_dealer=said["dealer"],
                night=found,
                table=said["table"].strip(),
                submission=said["submission"],
            )

        game = _seated(place.league, form, start)
        if game is not None:
            if said["is_drawn"]:
                tell_draw(request, game)
            _tell_busy(request, game, said["seated"], busy)
            return redirect(game)
    status = status_of(form)
    context = {"place": place, "night": found, "form": form, "rules": rules, "line": rules_line(rules)}
    return render(request, "scorekeeper/night_game_new.html", context, status=status)


@form_page
@needs_account
def game_claim(request: HttpRequest, key: str) -> HttpResponse:
    """Take a game that was played without a league into one: choose the league, and say who the names are."""
    user = request.user
    assert isinstance(user, User)
    game = get_object_or_404(Game.objects.select_related("league"), key=key, is_demo=False)
    if game.league is not None:
        if not can_view(rank_of(request.user, game.league), game.league):
            raise Http404
        messages.info(request, _("This game belongs to %(league)s already.") % {"league": game.league.name})
        return redirect(game)
    leagues = leaguepages.scorable_leagues(user)
    chosen = request.GET.get("league", "")
    league = next((one for one in leagues if one.slug == chosen), None)
    if league is None and chosen:
        raise Http404
    if league is None and len(leagues) == 1:
        league = leagues[0]
    form = None
    if league is not None:
        data = typed(request)
        tonight = leaguepages.night_of(league, game) if data is None else None
        form = ClaimForm(league, game.ruleset, data, names=game.players, night=tonight)
        if request.method == "POST" and form.is_valid():
            target, at = league, form.cleaned_data["night"]
            claimed = _seated(target, form, lambda seated: services.claim_game(game, target, seated, at, by=user))
            if claimed is not None:
                said = _("The game belongs to %(league)s now.") % {"league": league.name}
                undo = reverse("scorekeeper:game-unclaim", args=[claimed.key])
                link = format_html('{} <a class="reach" href="{}">{}</a>', said, undo, _("Take it out again"))
                messages.success(request, link)
                return redirect(claimed)
    context = {"game": game, "leagues": leagues, "league": league, "form": form}
    status = status_of(form)
    return render(request, "scorekeeper/night_game_claim.html", context, status=status)


def _seated(league: League, form: SeatsForm, begin: Callable[[list[Player]], Game]) -> Game | None:
    """Seat the players, those who are new being added, and begin; None where that is refused, and nobody is added."""
    try:
        return services.seat_and(league, form.cleaned_data["seated"], begin)
    except ValidationError as error:
        blame(form, error)
    except services.GameBegun:
        form.began_another()
    return None


def _tell_busy(
    request: HttpRequest, game: Game, seated: list[Player | str], busy: dict[int, nightpages.TableRow]
) -> None:
    """Say who of those `seated` in the new game still sits at another table; that may be meant."""
    for player in seated:
        row = busy.get(player.pk) if isinstance(player, Player) else None
        if row is not None and row.game.pk != game.pk:
            said = (
                _("%(name)s still plays at another table too: %(table)s.")
                if row.table_name
                else _("%(name)s still plays at another table too.")
            )
            messages.warning(request, said % {"name": player, "table": row.table_name})


def _night_or_404(place: Place, pk: int) -> Night:
    found = get_object_or_404(Night.objects.select_related("season"), league=place.league, pk=pk)
    found.league = found.season.league = place.league
    return found
