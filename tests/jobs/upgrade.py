"""A database of the time before accounts, brought up to date: what was recorded then stays what it was, and when.

Run by tests/jobs/driver.py in a process of its own, on SQLite and on PostgreSQL.
"""

import datetime
import uuid
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.models import Game, Hand, HandVersion, Recount
from scorekeeper.selectors import game_sheet
from scorekeeper.selectors.faults import faults_of

HAND = {"dealer": 0, "declarer": 0, "bid": "4", "trump": "h", "challenged": True, "taken": [4, 2]}
RULES = {"base": "iowa"}
FIRST = [("scorekeeper", "0001_games_and_hands")]
AT = datetime.datetime(2026, 1, 8, 20, 0, tzinfo=datetime.UTC)
LATER = AT + datetime.timedelta(minutes=10)


def run() -> dict[str, Any]:
    """Go back to the first tables, fill them, come forward again, and tell what is there."""
    MigrationExecutor(connection).migrate(FIRST)
    then = MigrationExecutor(connection).loader.project_state(FIRST).apps
    old_game, old_hand = then.get_model("scorekeeper", "Game"), then.get_model("scorekeeper", "Hand")
    game = old_game.objects.create(rules=RULES, players=["Nora", "Eli", "Sam", "Wes"], first_dealer=0)
    hands = [
        old_hand.objects.create(game=game, number=1, record=HAND, submission=uuid.uuid4()),
        old_hand.objects.create(game=game, number=2, record=HAND, submission=uuid.uuid4(), undone_at=LATER),
    ]
    # Recorded long ago, whatever the clock says now.
    old_hand.objects.all().update(created_at=AT)
    call_command("migrate", verbosity=0)
    versions = HandVersion.objects.filter(hand__in=[hand.pk for hand in hands]).order_by("hand", "revision")
    return {
        "versions": [
            [one.hand.number, one.revision, one.kind, one.made_at.isoformat(), one.is_current] for one in versions
        ],
        "faults": list(faults_of(None)),
        "scores": list(game_sheet(Game.objects.get(pk=game.pk)).scores),
        "records": [hand.record for hand in Hand.objects.filter(game=game.pk)],
        "corrected": [hand.is_corrected for hand in Hand.objects.filter(game=game.pk)],
        "leagues": Recount.objects.count(),
    }
