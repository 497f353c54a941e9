"""A process that writes as the site does, by the services: one JSON command a line, one JSON answer a line.

A process of its own, because which database and which broker is meant is a matter of the environment. Django is set
up before this module is loaded (tests/jobs/servers.py, Driver).
"""

import datetime
import json
import random
import sys
import time
import uuid
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db import connection, transaction

from scorekeeper import services
from scorekeeper.models import Game, Hand, HandVersion, League, PlayerCounts, Recount, Seat, User
from scorekeeper.services import recounts
from scorekeeper.tasks import recount, sweep
from tests.engine import simulator
from tests.jobs import constraints, races
from tests.jobs import upgrade as upgrades

NAMES = ("Nora", "Eli", "Sam", "Wes")
RNG = random.Random(7)
Said = dict[str, Any]


def migrate() -> Said:
    """Bring the database up to date, and say which it is."""
    call_command("migrate", verbosity=0)
    return {"vendor": connection.vendor}


def found() -> Said:
    """Found a league with four players and a night going on."""
    name = uuid.uuid4().hex[:12]
    user = User.objects.create(username=name, email=f"{name}@example.org")
    league = services.found_league(name=name, by=user)
    for player in NAMES:
        services.add_player(league, player)
    season = services.add_season(league, name="Winter", starts_on=datetime.date(2026, 1, 1))
    services.open_night(season, date=datetime.date(2026, 1, 8), zone="UTC")
    return {"league": league.pk, "slug": league.slug, "user": user.pk, "season": season.pk}


def start(league: int) -> Said:
    """Start a game of the league and give its key."""
    found = League.objects.get(pk=league)
    players = list(found.players.order_by("pk"))
    game = services.start_league_game(found, players=players, first_dealer=0, night=found.nights.first())
    return {"game": game.pk, "key": game.key}


def save(league: int, hands: int) -> Said:
    """Record hands, in as many games as it takes; give how long the slowest took, in seconds."""
    slowest, kept = 0.0, []
    game = Game.objects.filter(league=league).last() or Game.objects.get(pk=start(league)["game"])
    while len(kept) < hands:
        number = game.hands.current().count() + 1
        record = simulator.random_hand(simulator.PRESETS["iowa"], RNG, (number - 1) % 4).record
        begun = time.perf_counter()
        try:
            hand = services.record_hand(game, record, number=number, submission=uuid.uuid4())
        except services.GameIsOver:
            game = Game.objects.get(pk=start(league)["game"])
            continue
        slowest = max(slowest, time.perf_counter() - begun)
        kept.append(hand.pk)
    return {"slowest": slowest, "hands": kept}


def fill(league: int, games: int, hands: int) -> Said:
    """Make many games at once without services, for a league that takes a while to count."""
    found = League.objects.get(pk=league)
    players = list(found.players.order_by("pk"))
    rules = services.start_league_game(found, players=players, first_dealer=0, night=found.nights.first()).rules
    made = Game.objects.bulk_create(
        Game(rules=rules, players=list(NAMES), first_dealer=0, league=found, night=found.nights.first())
        for _game in range(games)
    )
    Seat.objects.bulk_create(
        Seat(game=game, seat=seat, player=one) for game in made for seat, one in enumerate(players)
    )
    records = [simulator.random_hand(simulator.PRESETS["iowa"], RNG, 0).record for _hand in range(hands)]
    kept = Hand.objects.bulk_create(
        Hand(game=game, number=number, record=record, submission=uuid.uuid4())
        for game in made
        for number, record in enumerate(records, 1)
    )
    HandVersion.objects.bulk_create(
        HandVersion(hand=hand, revision=1, kind=HandVersion.Kind.RECORDED, record=hand.record) for hand in kept
    )
    return {}


def state(league: int) -> Said:
    """How far the counting is."""
    row = Recount.objects.filter(league=league).values("marked", "counted", "hands", "failures", "skipped").first()
    stored = Hand.objects.filter(game__league=league, undone_at=None).count()
    hands = PlayerCounts.objects.filter(season__league=league).values_list("player__name", "hands")
    return {**(row or {}), "stored": stored, "players": dict(hands)}


def check(league: int) -> Said:
    """Whether a full count gives what is stored."""
    found = recounts.check_league(league)
    return {"is_behind": found.is_behind, "differences": found.differences}


def count(league: int, anyway: bool = False) -> Said:
    """Count here and now."""
    return {"up_to_date": recounts.recount_league(league, anyway=anyway)}


def send(league: int, times: int = 1) -> Said:
    """Queue the job, that many times."""
    for _time in range(times):
        recount.delay(league)
    return {}


def send_sweep() -> Said:
    """Queue the sweep."""
    sweep.delay()
    return {}


def hold(league: int) -> Said:
    """Hold what is stored of the league, so that whoever has counted has to wait before he can store it."""
    transaction.set_autocommit(False)
    return {"rows": len(PlayerCounts.objects.select_for_update().filter(season__league=league))}


def waiting() -> Said:
    """How many wait for what is held."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        return {"count": cursor.fetchone()[0]}


def let_go() -> Said:
    """Let go of what is held."""
    transaction.rollback()
    transaction.set_autocommit(True)
    return {}


def session(user: int) -> Said:
    """Sign an account in and give its session's key."""
    account = User.objects.get(pk=user)
    store = SessionStore()
    store[SESSION_KEY] = str(account.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = account.get_session_auth_hash()
    store.save()
    return {"key": store.session_key}


def race(name: str) -> Said:
    """Two people at once, as `races` has it."""
    return {**races.run(name)}


def broken() -> Said:
    """Which constraints the database does not hold, as `constraints` tries them."""
    return {**constraints.told()}


def upgrade() -> Said:
    """Bring a database of the first tables up to date."""
    return upgrades.run()


COMMANDS = {
    command.__name__: command
    for command in (
        migrate,
        found,
        start,
        save,
        fill,
        state,
        check,
        count,
        send,
        send_sweep,
        hold,
        waiting,
        let_go,
        session,
        broken,
        upgrade,
        race,
    )
}


def main() -> None:
    """Answer commands until there are no more."""
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(COMMANDS[name](**arguments)), flush=True)
