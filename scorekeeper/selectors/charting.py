"""The numbers that charts are made of: the score of a game, the points of a season's nights.

Reads hands; what they came to, the engine says. The points are those of the standings, but never behind.
"""

import json
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Sum
from django.utils.formats import date_format
from django.utils.translation import pgettext

from scorekeeper.charts import Chart, game_chart, season_chart
from scorekeeper.engine import Ruleset, parse_rules
from scorekeeper.models import Game, Hand, Night, Player, Season, Seat, Substitution
from scorekeeper.statistics import PlayedGame, contributions

from .games import GameSheet

log = logging.getLogger(__name__)

DAYS_OF_A_YEAR = 365

# Games that are named in a query; where more are wanted, all of the season are read.
MOST_NAMED = 200

Points = dict[int, int]


@dataclass(frozen=True, slots=True)
class _Game:
    """All of a game that its points follow from, but the hands; of those, what tells that they changed."""

    rules: str
    seats: tuple[int, ...]
    changes: tuple[tuple[int, int, int], ...]
    updated_at: datetime
    hands: tuple[int, int]


# What this process has counted: for a game what it followed from, and its points. To forget it costs time only.
MOST_REMEMBERED = 20_000
_remembered: dict[int, tuple[_Game, Points]] = {}


def game_score_chart(sheet: GameSheet) -> Chart:
    """The score of a game hand by hand, as its sheet has it. No query."""
    return game_chart(
        names=sheet.side_names,
        points=[row.line.points for row in sheet.rows],
        scores=[row.scores for row in sheet.rows],
        target=sheet.rules.target,
    )


def season_points_chart(season: Season) -> Chart:
    """The points of a season night by night. Six queries, and one more where a game has changed since the last time.

    A night on which nobody played is no stop.
    """
    nights = list(season.nights.order_by("date", "pk"))
    players = {player.pk: player for player in Player.objects.filter(league=season.league_id)}
    won: dict[int, Counter[int]] = {night.pk: Counter() for night in nights}
    for night, points in _points_of_games(season):
        for player, count in points.items():
            won.setdefault(night, Counter())[_person(players, player)] += count
    stops = [night for night in nights if won[night.pk]]
    there = {player for night in stops for player in won[night.pk]}
    return season_chart(
        nights=_names(stops),
        points=[(players[pk].name, [won[night.pk].get(pk) for night in stops]) for pk in sorted(there)],
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


def _person(players: dict[int, Player], player: int) -> int:
    """The player, or who he was merged into."""
    for _step in players:
        into = players[player].merged_into_id
        if into is None:
            break
        player = into
    return player


def _points_of_games(season: Season) -> Iterable[tuple[int, Points]]:
    """For every game of the season its night and the points of each who sat there. Four queries, or five."""
    games = Game.objects.filter(night__season=season)
    rows = list(games.order_by("pk").values_list("pk", "night", "rules", "updated_at"))
    seats: dict[int, list[int]] = defaultdict(list)
    sat = Seat.objects.filter(game__night__season=season).order_by("game", "seat")
    for game, player in sat.values_list("game", "player"):
        seats[game].append(player)
    changes: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    came = Substitution.objects.filter(game__night__season=season).order_by("pk")
    for game, number, seat, player in came.values_list("game", "from_number", "seat", "player"):
        changes[game].append((number, seat, player))
    current = Hand.objects.filter(game__night__season=season, undone_at=None).order_by()
    hands = {
        game: (count, revisions)
        for game, count, revisions in current.values_list("game").annotate(Count("pk"), Sum("revision"))
    }
    known = {
        pk: _Game(
            rules=json.dumps(rules, sort_keys=True),
            seats=tuple(seats[pk]),
            changes=tuple(changes[pk]),
            updated_at=updated_at,
            hands=hands.get(pk, (0, 0)),
        )
        for pk, _night, rules, updated_at in rows
    }
    points = {pk: seen[1] for pk, game in known.items() if (seen := _remembered.get(pk)) and seen[0] == game}
    points |= _counted(season, {pk: game for pk, game in known.items() if pk not in points})
    return [(night, points[pk]) for pk, night, _rules, _updated_at in rows]


def _counted(season: Season, games: dict[int, _Game]) -> dict[int, Points]:
    """Count the points of these games, and remember them. One query, if there are any."""
    if not games:
        return {}
    if len(_remembered) + len(games) > MOST_REMEMBERED:
        _remembered.clear()
    hands = Hand.objects.filter(game__night__season=season, undone_at=None)
    if len(games) <= MOST_NAMED:
        hands = hands.filter(game__in=games)
    records: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for pk, record in hands.order_by("game", "number").values_list("game", "record"):
        records[pk].append(record)
    rulesets: dict[str, Ruleset] = {}
    for pk, game in games.items():
        try:
            if game.rules not in rulesets:
                rulesets[game.rules] = parse_rules(json.loads(game.rules))
            tally = contributions(PlayedGame(rulesets[game.rules], records[pk], game.seats, game.changes, pk))
            points = {who: tally.players[who].points_for for who, _game in tally.evenings if isinstance(who, int)}
        except Exception:
            # As in the standings: one game that cannot be counted takes nothing from the others.
            log.exception("Game %s is in no chart: it cannot be counted.", pk)
            points = {}
        _remembered[pk] = game, points
    return {pk: _remembered[pk][1] for pk in games}
