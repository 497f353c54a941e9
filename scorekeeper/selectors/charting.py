"""The numbers that charts are made of: the score of a game, the points of a season's nights.

Reads hands; what they came to, the engine says. The points are those of the standings, but never behind.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.charts import Chart, game_chart, season_chart
from scorekeeper.models import Night, Player, Season

from .games import GameSheet, side_names
from .played import counted_games

DAYS_OF_A_YEAR = 365


def game_score_chart(sheet: GameSheet) -> Chart:
    """The score of a game hand by hand up to its end, as its sheet has it. No query.

    A side goes by those who sat down, all along: whoever came in later was not there when it was ahead before.
    """
    rows = sheet.rows[: sheet.counted]
    chart = game_chart(
        names=side_names(sheet.rules, sheet.game.players),
        points=[row.line.points for row in rows],
        scores=[row.scores for row in rows],
        target=sheet.rules.target,
    )
    if any(swap.number <= len(rows) for swap in sheet.swaps):
        chart = replace(chart, sentence=f"{chart.sentence} {_('The sides go by those who sat down first.')}")
    return chart


@dataclass(frozen=True)
class SeasonPoints:
    """The nights of a season on which somebody played, and each player's points on them, None where he was away."""

    season: Season
    nights: tuple[Night, ...]
    lines: tuple[tuple[Player, tuple[int | None, ...]], ...]


def season_points(season: Season) -> SeasonPoints:
    """The points of a season night by night. Six queries, and one more where a game has changed since the last time."""
    won: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for game in counted_games(season.league_id, season.pk):
        if game.tally is not None:
            for who, _night in game.tally.evenings:
                if isinstance(who, int):
                    won[game.night][who] += game.tally.players[who].points_for
    nights = tuple(night for night in season.nights.order_by("date", "pk") if won[night.pk])
    there = {player for night in nights for player in won[night.pk]}
    players = Player.objects.filter(league=season.league_id, pk__in=there).order_by("pk")
    return SeasonPoints(
        season, nights, tuple((player, tuple(won[night.pk].get(player.pk) for night in nights)) for player in players)
    )


def season_points_chart(season: Season) -> Chart:
    """The same as a chart."""
    found = season_points(season)
    return season_chart(nights=_names(found.nights), points=[(player.name, points) for player, points in found.lines])


def _names(nights: Sequence[Night]) -> list[str]:
    """What the nights are called: their days, with a number where there were two on one."""
    seen: Counter[str] = Counter()
    is_short = not nights or (nights[-1].date - nights[0].date).days < DAYS_OF_A_YEAR
    # Translators: how a day is written on a chart, where there is little room; see Django's "date" filter.
    shape = pgettext("shape of a date", "M j") if is_short else pgettext("shape of a date", "M j, Y")
    names = []
    for night in nights:
        day = date_format(night.date, shape)
        seen[day] += 1
        names.append(day if seen[day] == 1 else f"{day} ({seen[day]})")
    return names
