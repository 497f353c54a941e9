"""Seasons of a league: add one, change it, and its standings."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import services
from scorekeeper.forms.blame import blame
from scorekeeper.forms.seasons import SeasonForm
from scorekeeper.models import Season
from scorekeeper.roles import Rank
from scorekeeper.selectors import leaguepages
from scorekeeper.selectors.charting import season_points_chart
from scorekeeper.selectors.standings import partner_standings, season_standings

from .changing import is_saved, status_of
from .entrance import form_page, typed
from .paging import page_number
from .place import Place, league_page


@form_page
@league_page(Rank.OWNER)
def season_new(request: HttpRequest, place: Place) -> HttpResponse:
    """Add a season, from today unless told otherwise. Sent twice, it is one season."""
    form = SeasonForm(typed(request), initial={"starts_on": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        try:
            season = services.add_season(place.league, **form.cleaned_data)
        except ValidationError as error:
            blame(form, error)
        except services.AlreadyMade:
            form.was_sent()
        else:
            messages.success(request, _("%(name)s can begin.") % {"name": season.name})
            return redirect("scorekeeper:season", place.league.slug, season.pk)
    status = status_of(form)
    return render(request, "scorekeeper/season_form.html", {"place": place, "form": form}, status=status)


@form_page
@league_page(Rank.OWNER)
def season_edit(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """Change a season's name and days, and how its standings are put in order."""
    found = _season_or_404(place, pk)
    form = SeasonForm(typed(request), season=found)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data | {"seen": form.seen_state}
        if is_saved(
            request, form, lambda: services.change_season(found, **said), lambda season: SeasonForm(season=season)
        ):
            return redirect("scorekeeper:season", place.league.slug, pk)
    context = {"place": place, "season": found, "form": form}
    return render(request, "scorekeeper/season_form.html", context, status=status_of(form))


@require_safe
@league_page()
def season(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """A season's standings and nights."""
    found = _season_or_404(place, pk)
    standings = season_standings(found)
    context = {
        "place": place,
        "page": leaguepages.season_page(found, page_number(request)),
        "standings": standings,
        "pairs": partner_standings(found),
        "chart": season_points_chart(found),
        "order": _(", then ").join(column.label for column in standings.columns),
    }
    return render(request, "scorekeeper/season.html", context)


def _season_or_404(place: Place, pk: int) -> Season:
    found = get_object_or_404(Season, league=place.league, pk=pk)
    found.league = place.league
    return found
