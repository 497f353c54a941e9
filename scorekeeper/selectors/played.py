"""What was played in a league, or in one of its seasons: who sat at every game, and what the game adds for each.

Reads games, and counts those that changed since this process counted them last. A game that cannot be counted is
logged and left out; it takes nothing from the others.
"""

import json
import logging
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Sum

from scorekeeper.engine import Ruleset, parse_rules
from scorekeeper.models import Game, Hand, Seat
from scorekeeper.statistics import PlayedGame, Tally, contributions

from .seating import PERSON, substitutions

log = logging.getLogger(__name__)

# Games that are named in a query; where more are wanted, all that were asked for are read.
MOST_NAMED = 200


@dataclass(frozen=True, slots=True)
class SeenGame:
    """All of a game that its contributions follow from, but the hands; of those, what tells that they changed."""

    rules: str
    night: int
    season: int
    seats: tuple[int, ...]
    changes: tuple[tuple[int, int, int], ...]
    updated_at: datetime
    hands: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game on a night, and what it adds; None where it cannot be counted."""

    night: int
    season: int
    tally: Tally | None


# What this process has counted: for a game what it followed from, and what came of it. To forget it costs time only.
MOST_REMEMBERED = 20_000
_remembered: dict[int, tuple[SeenGame, Tally | None]] = {}


def counted_games(league: int, season: int | None = None, *, afresh: bool = False) -> list[CountedGame]:
    """The games on the nights of a league, or of one season of it. Four queries, and one more where any has changed.

    Games that have not changed since this process counted them are not read again, unless all are to be counted
    `afresh`. A player who was merged is counted as the one he was merged into.
    """
    games = _games(league, season)
    known = {} if afresh else {pk: seen[1] for pk in games if (seen := _remembered.get(pk)) and seen[0] == games[pk]}
    known |= _count(league, season, {pk: game for pk, game in games.items() if pk not in known})
    return [CountedGame(game.night, game.season, known[pk]) for pk, game in games.items()]


def _count(league: int, season: int | None, games: dict[int, SeenGame]) -> dict[int, Tally | None]:
    """Count these games, and remember them. One query, if there are any."""
    records = _records(league, season, games.keys())
    rulesets: dict[str, Ruleset] = {}
    tallies: dict[int, Tally | None] = {}
    for pk, game in games.items():
        try:
            if game.rules not in rulesets:
                rulesets[game.rules] = parse_rules(json.loads(game.rules))
            rules = rulesets[game.rules]
            tallies[pk] = contributions(PlayedGame(rules, records[pk], game.seats, game.changes, game.night))
        except Exception:
            log.exception("Game %s of league %s cannot be counted; the others are.", pk, league)
            tallies[pk] = None
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        _remembered[pk] = game, tallies[pk]
    return tallies


def _of(league: int, season: int | None, game: str = "") -> dict[str, int]:
    """What to look for: the games themselves, or what belongs to a `game__`."""
    return {f"{game}league": league} if season is None else {f"{game}night__season": season}


def _games(league: int, season: int | None) -> dict[int, SeenGame]:
    games = Game.objects.filter(**_of(league, season), night__isnull=False).order_by("pk")
    rows = list(games.values_list("pk", "rules", "night", "night__season", "updated_at"))
    seats: dict[int, list[int]] = defaultdict(list)
    sat = Seat.objects.filter(**_of(league, season, "game__")).order_by("game", "seat")
    for game, player in sat.values_list("game", PERSON):
        seats[game].append(player)
    changes: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    came = substitutions().filter(**_of(league, season, "game__"))
    for game, number, seat, player in came.values_list("game", "from_number", "seat", PERSON):
        changes[game].append((number, seat, player))
    current = Hand.objects.filter(**_of(league, season, "game__"), undone_at=None).order_by()
    hands = {
        game: (count, revisions)
        for game, count, revisions in current.values_list("game").annotate(Count("pk"), Sum("revision"))
    }
    return {
        pk: SeenGame(
            rules=json.dumps(rules, sort_keys=True),
            night=night,
            season=of_season,
            seats=tuple(seats[pk]),
            changes=tuple(changes[pk]),
            updated_at=updated_at,
            hands=hands.get(pk, (0, 0)),
        )
        for pk, rules, night, of_season, updated_at in rows
    }


def _records(league: int, season: int | None, games: Collection[int]) -> dict[int, list[dict[str, Any]]]:
    """The records of the hands of these games, in order. One query, if there are any."""
    records: dict[int, list[dict[str, Any]]] = defaultdict(list)
    if games:
        hands = Hand.objects.filter(**_of(league, season, "game__"), undone_at=None)
        if len(games) <= MOST_NAMED:
            hands = hands.filter(game__in=games)
        for game, record in hands.order_by("game", "number").values_list("game", "record"):
            records[game].append(record)
    return records
