"""OpenSpiel's euchre: games recorded as lists of actions, and replayed from Python, each action checked.

Knows `pyspiel`, which lives in the bench environment only. Must not know Pepper.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pyspiel

GAME = pyspiel.load_game("euchre")


class Recorded(NamedTuple):
    """One game: the actions of chance, which come first, those of the players, and the state between them."""

    chance: list[int]
    players: list[int]
    dealt: Any
    cards: int


def random_game(rng: Random) -> Recorded:
    """Record one game in which every action, chance's too, is drawn evenly from the legal ones."""
    state = GAME.new_initial_state()
    chance: list[int] = []
    while state.is_chance_node():
        chance.append(rng.choice(state.legal_actions()))
        state.apply_action(chance[-1])
    dealt = state.clone()
    players: list[int] = []
    while not state.is_terminal():
        assert not state.is_chance_node()
        players.append(rng.choice(state.legal_actions()))
        state.apply_action(players[-1])
    return Recorded(chance, players, dealt, state.num_cards_played())


def replay(actions: list[int]) -> list[float]:
    """Replay a whole game, deal and all, and return what it scores."""
    return follow(GAME.new_initial_state(), actions)


def follow(state: Any, actions: list[int]) -> list[float]:
    """Apply the actions, each after asking whether it is legal, and return what that scores."""
    for action in actions:
        assert action in state.legal_actions()
        state.apply_action(action)
    returns: list[float] = state.returns()
    return returns
