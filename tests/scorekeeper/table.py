"""The cast of the tests: four friends, their games, and hands they could have played."""

import uuid
from typing import Any

from scorekeeper import services
from scorekeeper.engine import PRESETS
from scorekeeper.models import Game, Hand

NAMES = ("Nora", "Eli", "Sam", "Wes")

# Iowa, dealt by Sam (seat 2), then by Wes, and so on.
NORA_MAKES_4 = {"dealer": 2, "declarer": 0, "bid": "4", "trump": "h", "challenged": True, "taken": [4, 2]}
WES_IS_SET_ON_4 = {"dealer": 3, "declarer": 3, "bid": "4", "trump": "s", "challenged": True, "taken": [3, 3]}
NORA_IS_CONCEDED_PEPPER = {"dealer": 2, "declarer": 0, "bid": "PA", "trump": "h", "challenged": False}
FULL = {
    "dealer": 0,
    "hands": [
        ["9c", "Ad", "Ah", "Jd", "Jh", "Kd"],
        ["Ac", "Js", "Ks", "Qd", "Qs", "Th"],
        ["9h", "9s", "Jc", "Kc", "Kh", "Tc"],
        ["9d", "As", "Qc", "Qh", "Td", "Ts"],
    ],
    "calls": ["Pass", "Pass", "1", "2"],
    "trump": "c",
    "exchange": ["9c", "9h"],
    "challenged": True,
    "tricks": [
        ["Jh", "Th", "Qh"],
        ["Ts", "Ah", "Ks"],
        ["Js", "Qc", "Jd"],
        ["Qd", "Td", "Ad"],
        ["9h", "Ac", "9d"],
        ["Qs", "As", "Kd"],
    ],
}


def start(rules: object = "iowa", *, first_dealer: int = 2, **more: Any) -> Game:
    """A game among friends, Iowa unless told otherwise, that Sam deals first."""
    base = rules if isinstance(rules, str) else rules["base"]  # type: ignore[index]
    count = PRESETS[base].players
    return services.start_game(rules=rules, players=NAMES[:count], first_dealer=min(first_dealer, count - 1), **more)


def record(game: Game, hand: dict[str, Any], number: int | None = None) -> Hand:
    """Keep a hand as the next one."""
    number = number or game.hands.current().count() + 1
    return services.record_hand(game, hand, number=number, submission=uuid.uuid4())


def finish(game: Game) -> Game:
    """Play an Iowa game to its end: Nora and Sam win, 42 to 0."""
    for dealer in (2, 3, 0):
        record(game, NORA_IS_CONCEDED_PEPPER | {"dealer": dealer})
    return game


def seen(game: Game, number: int = 1, revision: int | None = None) -> str:
    """What a form says of the hand that it changes: as it is now, or at a version."""
    hand = game.hands.current().get(number=number)
    return f"{hand.pk}-{revision or hand.revision}"


def hand_post(number: int = 1, **said: Any) -> dict[str, str]:
    """What the entry form sends, as Nora making 4 hearts unless told otherwise; None leaves a field out."""
    usual = {
        "submission": uuid.uuid4(),
        "number": number,
        "kind": "played",
        "dealer": 2,
        "declarer": 0,
        "bid": "4",
        "trump": "h",
        "challenged": "yes",
        "taken": 4,
    }
    return {name: str(value) for name, value in (usual | said).items() if value is not None}
