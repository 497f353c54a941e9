"""The figures of charts, as JSON, for those who may see the page that the chart is on."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import conditional_page, require_safe

from scorekeeper import selectors
from scorekeeper.charts import Chart
from scorekeeper.figures import figure_json
from scorekeeper.models import Season
from scorekeeper.selectors.charting import game_score_chart, season_points_chart

from .access import game_or_404
from .place import Place, league_page


@require_safe
@conditional_page
def game_figure(request: HttpRequest, key: str) -> HttpResponse:
    """The score of a game, hand by hand."""
    return _figure(game_score_chart(selectors.game_sheet(game_or_404(request, key))))


@require_safe
@conditional_page
@league_page()
def season_figure(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """The points of a season, night by night."""
    season = get_object_or_404(Season, league=place.league, pk=pk)
    season.league = place.league
    return _figure(season_points_chart(season))


def _figure(chart: Chart) -> HttpResponse:
    """The figure, to be kept by nobody but this browser, which asks each time whether it is still so."""
    if not chart.is_drawn:
        raise Http404
    response = HttpResponse(figure_json(chart), content_type="application/json")
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
