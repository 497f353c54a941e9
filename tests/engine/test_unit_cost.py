"""A hostile record costs no more than its size: twice as much of it takes about twice as long."""

import json
from time import perf_counter
from typing import Any

import pytest

from scorekeeper.engine import PRESETS, RulesetError, answer_game, answer_hand, check_hand, parse_rules

RULES = PRESETS["iowa"]


def calls(count: int) -> dict[str, Any]:
    return {"dealer": 0, "calls": [f"x{number}" for number in range(count)]}


def tricks(count: int) -> dict[str, Any]:
    told = {"dealer": 0, "calls": ["4", "Pass", "Pass", "Pass"], "trump": "s", "challenged": True}
    return told | {"tricks": [["As", "As", "As"]] * count}


def cards(count: int) -> dict[str, Any]:
    return {"dealer": 0, "hands": [["As"] * count, [f"c{number}" for number in range(count)], [], []], "calls": []}


def keys(count: int) -> dict[str, Any]:
    return {f"key{number}": number for number in range(count)}


def ladder(count: int) -> dict[str, Any]:
    return {"rules": {"base": "iowa", "ladder": [{"token": "1", "need": 1, "stake": 1}] * count}, "hand": {}}


def seconds(build: Any, count: int) -> float:
    """The least of three tries: what disturbs only adds."""
    told = build(count)
    answer = answer_hand if "hand" in told else lambda record: check_hand(record, RULES)
    tries = []
    for _again in range(3):
        begun = perf_counter()
        answer(told)
        tries.append(perf_counter() - begun)
    return min(tries)


@pytest.mark.parametrize("build", [calls, tricks, cards, keys, ladder])
def test_eight_times_as_much_takes_no_more_than_about_eight_times_as_long(build: Any) -> None:
    small, large = seconds(build, 4_000), seconds(build, 32_000)
    assert large < 24 * small + 0.05, "a quadratic one would take sixty-four times as long"


@pytest.mark.parametrize("key", ["calls", "tricks", "alone", "kitty", "discard", "exchange"])
def test_a_list_longer_than_any_hand_is_refused_as_one_thing(key: str) -> None:
    told = {"dealer": 0, "calls": ["Pass"] * 4} | {key: [["As"] if key == "tricks" else "As"] * 501}
    found = [finding for finding in check_hand(told, RULES).findings if finding.key == key]
    assert [(finding.code, "501" in finding.message) for finding in found] == [("bad-record", True)]


@pytest.mark.parametrize("number", [10**5000, -(10**5000)], ids=["high", "low"])
def test_a_number_of_thousands_of_digits_is_answered(number: int) -> None:
    assert not check_hand({"dealer": number, "void": "x"}, RULES).ok
    assert not answer_hand({"rules": {"base": "iowa", "target": number}, "hand": {}})["ok"]
    json.dumps(check_hand({"dealer": 0, "void": "x", "taken": [number, 0]}, RULES).to_json())


def test_a_game_longer_than_any_is_refused_as_one_thing() -> None:
    game = {"format": "pepper-game", "version": 1, "rules": "iowa", "players": ["A", "B", "C", "D"], "first_dealer": 0}
    answer = answer_game({"id": 1, "game": game | {"deals": [1] * 500_000}})
    assert [finding["code"] for finding in answer["findings"]] == ["bad-record"]
    assert answer["hands"] == []
    assert len(answer_game({"id": 1, "game": game | {"deals": [1] * 1_000}})["hands"]) == 1_000


@pytest.mark.parametrize(
    "hand",
    [
        {"dealer": 0, "void": "y" * 501},
        {"dealer": 0, "calls": ["Pass"] * 4, "ruling": {"points": [0, 0], "reason": "y" * 501}},
        {"dealer": 0, "calls": ["Pass"] * 4, "annotations": {"c0": ["y" * 501]}},
    ],
    ids=["void", "ruling", "annotations"],
)
def test_a_reason_is_not_a_novel(hand: dict[str, Any]) -> None:
    (found,) = check_hand(hand, RULES).findings
    assert (found.code, "500" in found.message) == ("bad-record", True)


@pytest.mark.parametrize(
    "value", [{"base": "iowa", 1: 2}, {"base": "iowa", "target": 10**5000}, {"base": {1}}], ids=["key", "long", "kind"]
)
def test_rules_that_only_python_can_say_are_refused(value: Any) -> None:
    with pytest.raises(RulesetError):
        parse_rules(value)
