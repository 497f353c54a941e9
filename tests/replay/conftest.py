"""Games with hands to replay."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper import services
from scorekeeper.models import Game
from tests.replay.hands import NAMES

MakeGame = Callable[..., Game]


@pytest.fixture
def make_game(db: None) -> MakeGame:
    """Begin a game and record hands in it: make_game(hand, …, rules="iowa", players=[…])."""

    def make(*hands: dict[str, Any], rules: str = "iowa", players: list[str] | None = None) -> Game:
        game = services.start_game(rules=rules, players=players or NAMES, first_dealer=hands[0].get("dealer", 0))
        for number, hand in enumerate(hands, 1):
            services.record_hand(game, hand, number=number, submission=uuid.uuid4())
        return game

    return make
