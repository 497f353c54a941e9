"""Count a league again. A write marks its league in its own transaction; whoever counts stores the mark it counted.

The mark is the truth, and a queued job only wakes somebody up: a job that never comes is made good by the sweep, and
one that comes twice or late finds nothing to do.
"""

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper import embedded
from scorekeeper.models import League, PairCounts, PlayerCounts, Recount
from scorekeeper.selectors.faults import faults_of
from scorekeeper.selectors.played import counted_games
from scorekeeper.statistics import COUNTS, SUMS, Tally

log = logging.getLogger(__name__)

# Tries in one go while the league is being written to; after that it is left to the next one who comes.
MOST_TRIES = 3

# Seconds without another try after the broker did not take a job.
SILENCE = 5.0
_silent_until = 0.0

_quiet: ContextVar[set[int] | None] = ContextVar("leagues that are marked without waking anybody", default=None)

Row = tuple[int, ...]
PlayerKey = tuple[int, int]
PairKey = tuple[int, int, int]


def mark(league: League) -> None:
    """Say that what was counted of `league` is behind. Call it inside the transaction of the write itself."""
    changed = Recount.objects.filter(league=league).update(marked=F("marked") + 1)
    if not changed:
        Recount.objects.get_or_create(league=league)
        Recount.objects.filter(league=league).update(marked=F("marked") + 1)
    if (quiet := _quiet.get()) is not None:
        quiet.add(league.pk)
    else:
        transaction.on_commit(lambda: wake(league.pk), robust=True)


@contextmanager
def quietly() -> Iterator[set[int]]:
    """Mark without waking anybody up, for a write of very many; gives the leagues that are to be counted after it."""
    marked: set[int] = set()
    token = _quiet.set(marked)
    try:
        yield marked
    finally:
        _quiet.reset(token)


def wake(league: int) -> None:
    """Ask for a recount soon. What fails here is made good by the sweep, so nothing that was saved depends on it."""
    global _silent_until
    if time.monotonic() < _silent_until or not embedded.worker.can_take_jobs():
        return
    from scorekeeper.tasks import recount  # the tasks call services; only this way back is late

    try:
        recount.delay(league)
    except Exception as error:
        # Whoever saves next does not wait for a broker that has just not answered.
        _silent_until = time.monotonic() + SILENCE
        log.warning("No job can be sent (%r); the sweep will find what is behind.", error)


def leagues_behind() -> list[int]:
    """The primary keys of the leagues of which something is not counted yet; those that failed before come last."""
    behind = Recount.objects.filter(marked__gt=F("counted"))
    return list(behind.order_by("failures", "league").values_list("league", flat=True))


def recount_league(league: int, *, anyway: bool = False) -> bool:
    """Count a league and store the sums, and say whether it is up to date now.

    Does nothing where nothing is behind, unless it is to be counted `anyway`. What fails is logged, counted and
    raised, and the league stays behind.
    """
    for _try in range(MOST_TRIES):
        state = Recount.objects.filter(league=league).first()
        if state is None:
            return True
        if state.counted >= state.marked and not anyway:
            return True
        try:
            counted = count_league(league, afresh=anyway)
            _store(league, state.marked, counted)
        except Exception:
            log.exception("League %s cannot be counted; it stays behind.", league)
            Recount.objects.filter(league=league).update(failures=F("failures") + 1)
            raise
        anyway = False
    return False


@dataclass(frozen=True)
class LeagueCount:
    """What was counted of a league: a tally for each season, how many hands, how many games that would not."""

    seasons: dict[int, Tally]
    hands: int
    skipped: int


def count_league(league: int, *, afresh: bool = False) -> LeagueCount:
    """Count the hands of a league. Reads only; a game that cannot be counted is logged and left out.

    Games that have not changed since this process counted them are not read again, unless all are to be counted
    `afresh`.
    """
    seasons: dict[int, Tally] = {}
    skipped = 0
    for game in counted_games(league, afresh=afresh):
        if game.tally is None:
            skipped += 1
        else:
            seasons.setdefault(game.season, Tally()).add(game.tally)
    return LeagueCount(seasons, sum(tally.hands for tally in seasons.values()), skipped)


def rows_of(counted: LeagueCount) -> tuple[dict[PlayerKey, Row], dict[PairKey, Row]]:
    """The rows that are to be stored, by their keys: a season and a player, or a season and two partners."""
    players: dict[PlayerKey, Row] = {}
    pairs: dict[PairKey, Row] = {}
    for season, tally in counted.seasons.items():
        nights = tally.nights()
        for player, sums in tally.players.items():
            players[season, player] = (*(getattr(sums, name) for name in SUMS), nights[player])
        for pair, sums in tally.pairs.items():
            pairs[season, *pair] = (*(getattr(sums, name) for name in SUMS), nights[pair])
    return players, pairs


def stored_rows(league: int) -> tuple[dict[PlayerKey, Row], dict[PairKey, Row]]:
    """The rows that are stored, likewise."""
    players = PlayerCounts.objects.filter(season__league=league).values_list("season", "player", *COUNTS)
    pairs = PairCounts.objects.filter(season__league=league).values_list("season", "first", "second", *COUNTS)
    return {(row[0], row[1]): row[2:] for row in players}, {(row[0], row[1], row[2]): row[3:] for row in pairs}


@dataclass(frozen=True)
class Check:
    """How what is stored of a league compares with a new count; a league that is behind is not compared."""

    hands: int
    is_behind: bool
    differences: tuple[str, ...] = ()


def check_league(league: int) -> Check:
    """Count a league anew and compare with what is stored; look for what no constraint could hold. Writes nothing."""
    for _try in range(MOST_TRIES):
        before = Recount.objects.filter(league=league).first() or Recount(league_id=league)
        counted, stored = count_league(league, afresh=True), stored_rows(league)
        after = Recount.objects.filter(league=league).first() or Recount(league_id=league)
        if (after.marked, after.counted) == (before.marked, before.marked):
            break
    else:
        return Check(counted.hands, is_behind=True)
    players, pairs = rows_of(counted)
    differences = [*_differences("player", stored[0], players), *_differences("pair", stored[1], pairs)]
    differences += faults_of(league)
    if after.hands != counted.hands:
        differences.append(f"hands: stored {after.hands}, counted {counted.hands}")
    return Check(counted.hands, is_behind=False, differences=tuple(differences))


def _differences(what: str, stored: Mapping[Any, Row], rows: Mapping[Any, Row]) -> Iterator[str]:
    for key in sorted(stored.keys() | rows.keys()):
        if stored.get(key) != rows.get(key):
            yield f"{what} {key}: stored {stored.get(key)}, counted {rows.get(key)}"


def _store(league: int, mark: int, counted: LeagueCount) -> None:
    """Store what was counted at `mark`, unless something newer is stored already."""
    players, pairs = rows_of(counted)
    with transaction.atomic():
        state = Recount.objects.select_for_update().filter(league=league).first()
        if state is None or state.counted > mark:
            return
        stored_players, stored_pairs = stored_rows(league)
        _replace(PlayerCounts, ("season_id", "player_id"), stored_players, players)
        _replace(PairCounts, ("season_id", "first_id", "second_id"), stored_pairs, pairs)
        Recount.objects.filter(league=league).update(
            counted=mark, hands=counted.hands, skipped=counted.skipped, counted_at=timezone.now(), failures=0
        )


def _replace(model: Any, keys: tuple[str, ...], stored: Mapping[Any, Row], rows: Mapping[Any, Row]) -> None:
    """Make the rows of `model` those of `rows`, touching only what differs."""
    gone = [dict(zip(keys, key, strict=True)) for key in stored.keys() - rows.keys()]
    for key in gone:
        model.objects.filter(**key).delete()
    model.objects.bulk_create(
        (
            model(**dict(zip(keys, key, strict=True)), **dict(zip(COUNTS, row, strict=True)))
            for key, row in rows.items()
            if stored.get(key) != row
        ),
        update_conflicts=True,
        unique_fields=keys,
        update_fields=COUNTS,
    )
