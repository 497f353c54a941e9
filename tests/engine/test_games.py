"""Games: running score, dealer, end and winners against the simulator, and hands that went wrong (docs/record.md)."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import answer_game

from . import simulator as sim
from . import strategies as some
from .helpers import check_findings, codes, examples


def game_of(value: Any, rules: sim.Rules, hands: list[sim.Record], first_dealer: int) -> dict[str, Any]:
    """Return a game record."""
    return {
        "format": "pepper-game",
        "version": 1,
        "rules": value,
        "players": ["Ada", "Bea", "Cal", "Dov"][: rules["players"]],
        "first_dealer": first_dealer,
        "deals": hands,
    }


def play(game: Any) -> dict[str, Any]:
    """Return the game's answer, its shape checked."""
    given_answer = answer_game({"id": 5, "game": game})
    assert given_answer["id"] == 5
    check_findings(given_answer["findings"])
    return given_answer


@examples(60)
@given(some.any_rules, some.seeds)
def test_games_agree_with_the_simulator(case: Any, rng: Random) -> None:
    value, rules = case
    hands, running, won = sim.random_game(rules, rng, longest=12)
    given_answer = play(game_of(value, rules, [h.record for h in hands], hands[0].record["dealer"]))
    assert given_answer["findings"] == []
    assert given_answer["ok"] is True
    assert [hand["result"] for hand in given_answer["hands"]] == [hand.expected for hand in hands]
    assert given_answer["scores"] == running
    assert given_answer["winners"] == won and given_answer["over"] is bool(won)
    assert given_answer["next_dealer"] == (None if won else hands[-1].expected["next_dealer"])


@examples(40)
@given(some.seeds)
def test_a_score_of_void_and_faulty_hands(rng: Random) -> None:
    """Void and faulty hands add nothing; after a misdeal the same dealer deals again."""
    rules = sim.PRESETS["midwest"]
    hands, running, _ = sim.random_game(rules, rng, longest=2)
    records = [h.record for h in hands]
    first = records[0]["dealer"]
    broken = copy.deepcopy(records[0])
    broken["dealer"] = 9
    mixed = [{"dealer": first, "void": "misdeal"}, records[0], *records[1:]]
    given_answer = play(game_of("midwest", rules, mixed, first))
    assert given_answer["findings"] == [] and given_answer["scores"] == [[0, 0], *running]
    faulty = play(game_of("midwest", rules, [broken, *records], first))
    assert faulty["ok"] is False and faulty["scores"] == [[0, 0], *running]
    assert faulty["hands"][0]["ok"] is False and faulty["hands"][1]["ok"] is True


def hand(declarer: int, bid: str, taken: list[int], dealer: int = 0, **more: Any) -> sim.Record:
    """Return a score-depth record."""
    return {"dealer": dealer, "declarer": declarer, "bid": bid, "taken": taken} | more


def classic(*deals: sim.Record, **changes: Any) -> dict[str, Any]:
    """Return a two-side game without dealers' warnings: midwest scoring with any target and finish."""
    return game_of({"base": "midwest"} | changes, sim.PRESETS["midwest"], list(deals), 0)


def test_the_recorded_dealer_stands_with_a_warning() -> None:
    given_answer = play(classic(hand(0, "4", [4, 2], dealer=2), hand(1, "3", [3, 3], dealer=3)))
    assert codes(given_answer) + [c for h in given_answer["hands"] for c in codes(h)] == ["bad-dealer"]
    assert given_answer["ok"] is True
    assert given_answer["scores"] == [[4, 0], [4, 3]]
    assert given_answer["next_dealer"] == 0


def test_each_wrong_dealer_is_told_from_the_one_before() -> None:
    """ "the game goes on with its recorded dealer": only the hand where it changed is warned of."""
    given_answer = play(classic(*(hand(0, "1", [1, 5], dealer=d) for d in (0, 2, 3, 0, 2))))
    found = [c for h in given_answer["hands"] for c in codes(h)] + codes(given_answer)
    assert found == ["bad-dealer", "bad-dealer"]


def test_after_an_error_the_recorded_dealer_goes_on() -> None:
    given_answer = play(classic(hand(0, "1", [1, 9], dealer=0), hand(0, "1", [1, 5], dealer=1)))
    assert codes(given_answer) == [] and codes(given_answer["hands"][1]) == []
    assert given_answer["scores"] == [[0, 0], [1, 0]]


def test_hands_after_the_end_are_kept_and_not_counted() -> None:
    deals = [hand(0, "LP", [6, 0], dealer=d) for d in (0, 1, 2, 3, 0)]
    given_answer = play(classic(*deals))
    assert given_answer["scores"] == [[12, 0], [24, 0], [36, 0], [48, 0], [48, 0]]
    assert given_answer["over"] is True and given_answer["winners"] == [0] and given_answer["next_dealer"] is None
    assert [c for h in given_answer["hands"] for c in codes(h)] + codes(given_answer) == ["game-over"]
    assert given_answer["ok"] is True


def test_a_correction_may_reopen_a_game() -> None:
    deals = [hand(0, "LP", [6, 0], dealer=d) for d in (0, 1, 2, 3)] + [hand(1, "1", [5, 1], dealer=0)]
    deals[0] = hand(0, "LP", [5, 1], dealer=0)
    given_answer = play(classic(*deals))
    assert given_answer["over"] is False and given_answer["winners"] == [] and given_answer["next_dealer"] == 1
    assert given_answer["scores"][-1] == [24, 13]


@pytest.mark.parametrize(
    ("game", "code"),
    [
        ({}, "bad-record"),
        ({"format": "other"}, "bad-record"),
        ({"version": 2}, "bad-record"),
        ({"rules": "chess"}, "bad-record"),
        ({"players": ["Ada"]}, "bad-record"),
        ({"players": ["Ada", "Bea", "Cal", 4]}, "bad-record"),
        ({"first_dealer": 4}, "bad-record"),
        ({"first_dealer": True}, "bad-record"),
        ({"first_dealer": None}, "bad-record"),
        ({"deals": {}}, "bad-record"),
    ],
    ids=str,
)
def test_a_game_of_another_format(game: dict[str, Any], code: str) -> None:
    whole = classic(hand(0, "4", [4, 2])) | game if game else {}
    given_answer = play(whole)
    assert given_answer["ok"] is False and code in codes(given_answer, "error")


def test_further_keys_are_free_text() -> None:
    """ "further keys (title, date, place) are free text"."""
    given_answer = play(classic(hand(0, "4", [4, 2])) | {"title": "Friday", "date": "2024-05-03", "place": "at Ada's"})
    assert given_answer["ok"] is True and given_answer["findings"] == []


@pytest.mark.parametrize("key", ["format", "version", "rules", "players", "first_dealer", "deals"])
def test_a_game_needs_its_keys(key: str) -> None:
    game = classic(hand(0, "4", [4, 2]))
    del game[key]
    assert "bad-record" in codes(play(game), "error")


@examples(30)
@given(st.integers(0, 3), st.sampled_from(list(sim.PRESETS)))
def test_an_empty_game(first: int, name: str) -> None:
    rules = sim.PRESETS[name]
    dealer = first % rules["players"]
    given_answer = play(game_of(name, rules, [], dealer))
    assert given_answer["ok"] is True and given_answer["scores"] == [] and given_answer["hands"] == []
    assert given_answer["over"] is False and given_answer["next_dealer"] == dealer
