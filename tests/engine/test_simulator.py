"""The second implementation itself, against the golden records: what it says is what the engine is held to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from . import simulator as sim
from .helpers import read_lines

HONEST = [
    case
    for case in read_lines("hands.jsonl")
    if case["expect"]["ok"] and "ruling" not in case["hand"] and "/spelling/" not in case["id"]
]


def test_enough_golden_hands() -> None:
    assert len(HONEST) > 100


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case["id"])
def test_simulator_agrees_with_golden_hands(case: dict[str, Any]) -> None:
    result = sim.replay(sim.PRESETS[case["rules"]], case["hand"])
    assert {key: result[key] for key in case["expect"]["result"]} == case["expect"]["result"]


@pytest.mark.parametrize("case", read_lines("games.jsonl"), ids=lambda case: case["id"])
def test_simulator_agrees_with_golden_games(case: dict[str, Any]) -> None:
    rules = sim.PRESETS[case["game"]["rules"]]
    scores, running, won = [0] * sim.sides(rules), [], []
    for deal in case["game"]["deals"]:
        assert not won
        result = sim.replay(rules, deal)
        scores = [a + b for a, b in zip(scores, result["points"], strict=True)]
        running.append(scores)
        declarer = result["declarer"]
        declaring = None if declarer is None else sim.side_of(rules, declarer)
        won = sim.winners(rules, scores, declaring, bool(result["made"] or result["conceded"]))
    assert running == case["expect"]["scores"]
    assert won == case["expect"]["winners"]
    assert bool(won) == case["expect"]["over"]


@pytest.mark.parametrize("name", sim.PRESETS)
def test_playing_and_replaying_agree(name: str) -> None:
    rules, rng = sim.PRESETS[name], Random(name)
    for _ in range(50):
        hand = sim.random_hand(rules, rng)
        assert sim.replay(rules, hand.record) == hand.expected
