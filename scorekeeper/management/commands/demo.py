"""Fill in two games to look at, once. Knows the database; what the games are is for `scorekeeper.demo`."""

import uuid
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from scorekeeper import services
from scorekeeper.demo.games import GAMES
from scorekeeper.models import Game


class Command(BaseCommand):
    help = "Fill in two short demonstration games. Does nothing where there are some; touches no other game."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        """Keep the demonstration games, all of them or none."""
        with transaction.atomic():
            if Game.objects.filter(is_demo=True).exists():
                return
            for demo in GAMES:
                game = services.start_game(
                    rules=demo.preset, players=demo.players, first_dealer=demo.first_dealer, is_demo=True
                )
                for number, record in enumerate(demo.records(), 1):
                    services.record_hand(game, record, number=number, submission=uuid.uuid4())
        if verbosity > 1:
            self.stdout.write(f"{len(GAMES)} demonstration games are there to look at.")
