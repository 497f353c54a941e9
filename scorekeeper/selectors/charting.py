"""The numbers that charts are made of: the score of a game, the points of a season's nights.

Reads hands; what they came to, the engine says. The points are those of the standings, but never behind.
"""

import json
import logging
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from django.core.cache import cache
from django.utils.formats import date_format
from django.utils.translation import pgettext

from scorekeeper.charts import Chart, game_chart, season_chart
from scorekeeper.engine import Ruleset, parse_rules
from scorekeeper.models import Game, Hand, Night, Player, Recount, Season, Seat, Substitution
from scorekeeper.statistics import PlayedGame, contributions

from .games import GameSheet

log = logging.getLogger(__name__)

REMEMBERED_SECONDS = 60 * 60
DAYS_OF_A_YEAR = 365

# For each night with a counted hand, in order, the points of each player who sat there, both by primary key.
Points = list[tuple[int, dict[int, int]]]


def game_score_chart(sheet: GameSheet) -> Chart:
    """The score of a game hand by hand, as its sheet has it. No query."""
    return game_chart(
        names=sheet.side_names,
        points=[row.line.points for row in sheet.rows],
        scores=[row.scores for row in sheet.rows],
        target=sheet.rules.target,
    )


def season_points_chart(season: Season) -> Chart:
    """The points of a season night by night. Three queries, and six more where the league has changed since."""
    points = _season_points(season)
    nights = Night.objects.in_bulk([night for night, _players in points])
    players = Player.objects.in_bulk({player for _night, there in points for player in there})
    known = [(night, there) for night, there in points if night in nights]
    return season_chart(
        nights=_names([nights[night] for night, _there in known]),
        points=[(player.name, [there.get(pk) for _night, there in known]) for pk, player in players.items()],
    )


def _names(nights: list[Night]) -> list[str]:
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


def _season_points(season: Season) -> Points:
    """What was won on each night, remembered for as long as nothing of the league changes.

    Every write marks its league (services.recounts), so that the mark tells what was read. It is read first: what is
    remembered under it is then at least as new.
    """
    mark = Recount.objects.filter(league=season.league_id).values_list("marked", flat=True).first() or 0
    key = f"season-points:{season.league.created_at.timestamp()}:{season.pk}:{mark}"
    points: Points | None = cache.get(key)
    if points is None:
        points = _read_points(season)
        cache.set(key, points, REMEMBERED_SECONDS)
    return points


def _read_points(season: Season) -> Points:
    """Count all games of the season. Six queries."""
    order = season.nights.order_by("date", "pk").values_list("pk", flat=True)
    won: dict[int, Counter[int]] = {night: Counter() for night in order}
    games = Game.objects.filter(night__season=season).order_by("pk")
    person = _persons(season)
    seats: dict[int, list[int]] = defaultdict(list)
    for game, player in Seat.objects.filter(game__in=games).order_by("game", "seat").values_list("game", "player"):
        seats[game].append(person.get(player, player))
    changes: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    came = Substitution.objects.filter(game__in=games).order_by("pk")
    for game, number, seat, player in came.values_list("game", "from_number", "seat", "player"):
        changes[game].append((number, seat, person.get(player, player)))
    records: dict[int, list[dict[str, Any]]] = defaultdict(list)
    hands = Hand.objects.filter(game__night__season=season, undone_at=None).order_by("game", "number")
    for game, record in hands.values_list("game", "record"):
        records[game].append(record)
    rulesets: dict[str, Ruleset] = {}
    for pk, rules, night in games.values_list("pk", "rules", "night"):
        try:
            text = json.dumps(rules, sort_keys=True)
            if text not in rulesets:
                rulesets[text] = parse_rules(rules)
            tally = contributions(PlayedGame(rulesets[text], records[pk], seats[pk], changes[pk], night))
        except Exception:
            # As in the standings: one game that cannot be counted takes nothing from the others.
            log.exception("Game %s is in no chart: it cannot be counted.", pk)
            continue
        for who, _night in tally.evenings:
            if isinstance(who, int):
                won.setdefault(night, Counter())[who] += tally.players[who].points_for
    return [(night, dict(there)) for night, there in won.items() if there]


def _persons(season: Season) -> Mapping[int, int]:
    """For every player of the league who was merged into another, that other."""
    merged = Player.objects.filter(league=season.league_id, merged_into__isnull=False)
    into: dict[int, int] = dict(merged.values_list("pk", "merged_into__pk"))
    for player, other in into.items():
        for _step in into:
            other = into.get(other, other)
        into[player] = other
    return into
