"""Points for every scoring key, the texts' own examples first (docs/rules.md, Scoring)."""

from __future__ import annotations

from typing import Any

import pytest

from . import simulator as sim
from .helpers import answer


def points(rules: Any, bid: str, taken: list[int], declarer: int = 0, **more: Any) -> list[int]:
    """Return the points of a score-depth hand."""
    given = answer(rules, {"dealer": 1, "declarer": declarer, "bid": bid, "taken": taken} | more)
    assert given["findings"] == [], given["findings"]
    assert given["result"]["tricks"] == taken
    return list(given["result"]["points"])


ROWS: list[Any] = [
    # midwest, Scoring Table and Scoring Examples
    pytest.param("midwest", "4", [4, 2], 0, [], [4, 0], id="midwest-bid-4-win-4"),
    pytest.param("midwest", "4", [5, 1], 0, [], [5, 0], id="midwest-example-1-overtricks-count"),
    pytest.param("midwest", "4", [3, 3], 0, [], [-4, 4], id="midwest-bid-4-win-3"),
    pytest.param("midwest", "5", [3, 3], 0, [], [-5, 5], id="midwest-example-2-defenders-earn-the-bid"),
    pytest.param("midwest", "6", [6, 0], 0, [], [12, 0], id="midwest-example-3-little-pepper"),
    pytest.param("midwest", "4", [4, 2], 0, [0], [8, 0], id="midwest-example-4-going-alone"),
    pytest.param("midwest", "5", [5, 1], 0, [0], [10, 0], id="midwest-bid-5-alone-win-5"),
    pytest.param("midwest", "5", [4, 2], 0, [0], [-10, 10], id="midwest-bid-5-alone-win-4"),
    pytest.param("midwest", "LP", [5, 1], 0, [], [-12, 12], id="midwest-little-pepper-lost-is-12"),
    pytest.param("midwest", "LP", [6, 0], 0, [0], [24, 0], id="midwest-little-pepper-alone"),
    pytest.param("midwest", "LP", [1, 5], 0, [0], [-24, 24], id="midwest-little-pepper-alone-lost"),
    pytest.param("midwest", "3", [2, 4], 1, [], [0, 4], id="midwest-side-1-makes-3"),
    pytest.param("midwest", "1", [6, 0], 3, [], [1, -1], id="midwest-side-1-is-set"),
    pytest.param("midwest", "1", [6, 0], 2, [2], [12, 0], id="midwest-alone-by-tricks"),
    # midwest, Bidding Reference: numbered bids score the bid; Little +-10, Big +-15
    pytest.param("midwest-reference", "4", [5, 1], 0, [], [4, 0], id="reference-overtricks-do-not-count"),
    pytest.param("midwest-reference", "4", [3, 3], 0, [], [-4, 4], id="reference-set"),
    pytest.param("midwest-reference", "LP", [6, 0], 0, [], [10, 0], id="reference-little"),
    pytest.param("midwest-reference", "LP", [5, 1], 0, [], [-10, 10], id="reference-little-lost"),
    pytest.param("midwest-reference", "BP", [6, 0], 0, [], [15, 0], id="reference-big"),
    pytest.param("midwest-reference", "BP", [0, 6], 0, [], [-15, 15], id="reference-big-lost"),
    pytest.param("midwest-reference", "BP", [6, 0], 0, [0], [30, 0], id="reference-big-alone"),
    # classic: a point a trick when made, 6 lost when set; the others a point a trick either way
    pytest.param("classic", "3", [5, 1], 0, [], [5, 1], id="classic-made"),
    pytest.param("classic", "1", [0, 6], 0, [], [-6, 6], id="classic-set-loses-6-whatever-was-bid"),
    pytest.param("classic", "5", [4, 2], 0, [], [-6, 2], id="classic-set-5"),
    pytest.param("classic", "LP", [6, 0], 0, [], [6, 0], id="classic-little"),
    pytest.param("classic", "LP", [5, 1], 0, [], [-6, 1], id="classic-little-lost"),
    pytest.param("classic", "BP", [6, 0], 0, [], [12, 0], id="classic-big"),
    pytest.param("classic", "BP", [5, 1], 0, [], [-12, 1], id="classic-big-lost"),
    pytest.param("classic-3", "3", [4, 3, 1], 0, [], [4, 3, 1], id="classic-3-made"),
    pytest.param("classic-3", "3", [4, 2, 2], 1, [], [4, -8, 2], id="classic-3-set-loses-8"),
    pytest.param("classic-3", "LP", [0, 0, 8], 2, [], [0, 0, 8], id="classic-3-little"),
    pytest.param("classic-3", "BP", [0, 0, 8], 2, [], [0, 0, 16], id="classic-3-big"),
    pytest.param("classic-3", "BP", [1, 0, 7], 2, [], [1, 0, -16], id="classic-3-big-lost"),
    pytest.param("classic-2", "5", [3, 5], 1, [], [3, 5], id="classic-2-made"),
    pytest.param("classic-2", "5", [4, 4], 1, [], [4, -8], id="classic-2-set"),
    # hasenpfeffer: a point a trick, lost when set; nothing for defenders; alone is single
    pytest.param("hasenpfeffer", "3", [5, 1], 0, [], [5, 0], id="hasenpfeffer-made"),
    pytest.param("hasenpfeffer", "5", [3, 3], 0, [], [-3, 0], id="hasenpfeffer-set-loses-its-tricks"),
    pytest.param("hasenpfeffer", "6", [0, 6], 0, [], [0, 0], id="hasenpfeffer-set-without-a-trick"),
    pytest.param("hasenpfeffer", "4", [4, 2], 0, [0], [4, 0], id="hasenpfeffer-alone-single"),
    pytest.param("hasenpfeffer", "4", [2, 4], 0, [0, 3], [-2, 0], id="hasenpfeffer-both-alone"),
    # hasenpfeffer: both are bids of six, the big one at double stakes
    pytest.param("hasenpfeffer-peppers", "LP", [6, 0], 0, [], [6, 0], id="peppers-little"),
    pytest.param("hasenpfeffer-peppers", "LP", [4, 2], 0, [], [-4, 0], id="peppers-little-lost"),
    pytest.param("hasenpfeffer-peppers", "BP", [6, 0], 0, [], [12, 0], id="peppers-big-doubles"),
    pytest.param("hasenpfeffer-peppers", "BP", [4, 2], 0, [], [-8, 0], id="peppers-big-lost-doubles"),
    # hasenpfeffer-kitty: five tricks, Little Pepper means all five
    pytest.param("hasenpfeffer-kitty", "3", [4, 1], 0, [], [4, 0], id="kitty-made"),
    pytest.param("hasenpfeffer-kitty", "3", [2, 3], 0, [], [-3, 3], id="kitty-set"),
    pytest.param("hasenpfeffer-kitty", "LP", [5, 0], 0, [], [10, 0], id="kitty-little"),
    pytest.param("double-hasenpfeffer", "LP", [4, 1], 0, [0], [-20, 20], id="double-little-alone-lost"),
    # cutthroat: midwest scaled; each defender gets the whole stake
    pytest.param("cutthroat", "3", [5, 2, 1], 0, [], [5, 0, 0], id="cutthroat-made"),
    pytest.param("cutthroat", "4", [3, 3, 2], 0, [], [-4, 4, 4], id="cutthroat-set"),
    pytest.param("cutthroat", "LP", [0, 8, 0], 1, [], [0, 16, 0], id="cutthroat-little"),
    pytest.param("cutthroat", "LP", [1, 7, 0], 1, [], [16, -16, 16], id="cutthroat-little-lost"),
]


@pytest.mark.parametrize(("rules", "bid", "taken", "declarer", "alone", "expected"), ROWS)
def test_points(rules: str, bid: str, taken: list[int], declarer: int, alone: list[int], expected: list[int]) -> None:
    more = {"alone": alone} if alone else {}
    assert points(rules, bid, taken, declarer, **more) == expected


IOWA: list[Any] = [
    # iowa: X points if they take what they bid or more and nothing for overtricks
    pytest.param("3", [3, 3], [3, 3], id="made-exactly"),
    pytest.param("3", [5, 1], [3, 1], id="no-points-for-overtricks"),
    pytest.param("3", [2, 4], [-3, 4], id="set-loses-the-bid"),
    # challengers: a point a trick, and the bid lost without any
    pytest.param("3", [6, 0], [3, -3], id="no-trick-loses-the-bid"),
    pytest.param("1", [6, 0], [1, -1], id="no-trick-loses-a-bid-of-1"),
    # the two Peppers: 7 and 14
    pytest.param("PH", [6, 0], [7, -7], id="pepper-with-help"),
    pytest.param("PH", [5, 1], [-7, 1], id="pepper-with-help-lost"),
    pytest.param("PA", [6, 0], [14, -14], id="pepper-alone"),
    pytest.param("PA", [5, 1], [-14, 1], id="pepper-alone-lost"),
    pytest.param("PA", [0, 6], [-14, 6], id="pepper-alone-lost-with-no-trick"),
]


@pytest.mark.parametrize(("bid", "taken", "expected"), IOWA)
def test_iowa_challenged(bid: str, taken: list[int], expected: list[int]) -> None:
    assert points("iowa", bid, taken, challenged=True) == expected
    assert points("iowa", bid, taken[::-1], declarer=3, challenged=True) == expected[::-1]


@pytest.mark.parametrize("bid", ["1", "2", "3", "4", "5", "PH", "PA"])
@pytest.mark.parametrize("declarer", [0, 3])
def test_iowa_conceded(bid: str, declarer: int) -> None:
    """ "the partnership that won the bid earns X points, and the opponents neither lose nor gain any points"."""
    given = answer("iowa", {"dealer": 1, "declarer": declarer, "bid": bid, "challenged": False})
    expected = [0, 0]
    expected[declarer % 2] = sim.rung_of(sim.PRESETS["iowa"], bid)["stake"]
    result = given["result"]
    assert given["findings"] == [] and result["points"] == expected
    assert result["conceded"] is True and result["passed_out"] is False
    assert result["made"] is None and result["tricks"] is None and result["trick_winners"] is None


def three(**changes: Any) -> dict[str, Any]:
    """Return house rules for three players each on their own, where every key shows."""
    return {"base": "cutthroat", "target": 100} | changes


def four(**changes: Any) -> dict[str, Any]:
    """Return house rules for two sides."""
    return {"base": "midwest", "target": 100} | changes


def one_bid(need: int, stake: int, mark: str | None = None) -> list[dict[str, Any]]:
    """Return a ladder of one bid "3"."""
    return [{"token": "3", "need": need, "stake": stake, "mark": mark}]


HOUSE: list[Any] = [
    # made
    pytest.param(three(made="stake"), [4, 2, 2], [], [3, 0, 0], id="made-stake"),
    pytest.param(three(made="tricks"), [4, 2, 2], [], [4, 0, 0], id="made-tricks"),
    # set
    pytest.param(three(set="stake"), [2, 3, 3], [], [-3, 3, 3], id="set-stake"),
    pytest.param(three(set="tricks"), [2, 3, 3], [], [-2, 3, 3], id="set-tricks"),
    pytest.param(three(set=11), [2, 3, 3], [], [-11, 3, 3], id="set-a-number"),
    # defenders_made
    pytest.param(three(defenders_made="none"), [4, 1, 3], [], [4, 0, 0], id="defenders-made-none"),
    pytest.param(three(defenders_made="tricks"), [4, 1, 3], [], [4, 1, 3], id="defenders-made-tricks"),
    pytest.param(three(defenders_made="stake"), [4, 1, 3], [], [4, 3, 3], id="defenders-made-stake"),
    # defenders_set
    pytest.param(three(defenders_set="none"), [2, 1, 5], [], [-3, 0, 0], id="defenders-set-none"),
    pytest.param(three(defenders_set="tricks"), [2, 1, 5], [], [-3, 1, 5], id="defenders-set-tricks"),
    pytest.param(three(defenders_set="stake"), [2, 1, 5], [], [-3, 3, 3], id="defenders-set-stake-each"),
    # zero_trick_penalty: "loses the bid's stake, in place of its award", for each defending side
    pytest.param(three(zero_trick_penalty=True), [8, 0, 0], [], [8, -3, -3], id="zero-tricks-both"),
    pytest.param(three(zero_trick_penalty=True), [7, 0, 1], [], [7, -3, 0], id="zero-tricks-one"),
    pytest.param(three(zero_trick_penalty=True), [2, 0, 6], [], [-3, -3, 3], id="zero-tricks-though-set"),
    pytest.param(
        three(zero_trick_penalty=True, defenders_made="stake"), [8, 0, 0], [], [8, -3, -3], id="zero-in-place-of-stake"
    ),
    pytest.param(three(zero_trick_penalty=False), [8, 0, 0], [], [8, 0, 0], id="zero-tricks-off"),
    # mark flat: "made +stake, set -stake, in place of made and set"
    pytest.param(three(ladder=one_bid(3, 9, "flat"), set=2), [4, 2, 2], [], [9, 0, 0], id="flat-made"),
    pytest.param(three(ladder=one_bid(3, 9, "flat"), set=2), [2, 4, 2], [], [-9, 9, 9], id="flat-set"),
    # mark double: "what made or set gives, doubled"; "doubles a stake award of the defenders too"
    pytest.param(three(ladder=one_bid(3, 5, "double")), [4, 2, 2], [], [8, 0, 0], id="double-made-tricks"),
    pytest.param(
        three(ladder=one_bid(3, 5, "double"), made="stake"), [4, 2, 2], [], [10, 0, 0], id="double-made-stake"
    ),
    pytest.param(three(ladder=one_bid(3, 5, "double")), [2, 4, 2], [], [-10, 10, 10], id="double-set-stake"),
    pytest.param(three(ladder=one_bid(3, 5, "double"), set=7), [2, 4, 2], [], [-14, 10, 10], id="double-set-number"),
    pytest.param(
        three(ladder=one_bid(3, 5, "double"), set="tricks"), [2, 4, 2], [], [-4, 10, 10], id="double-set-tricks"
    ),
    pytest.param(
        three(ladder=one_bid(3, 5, "double"), defenders_made="stake"),
        [4, 4, 0],
        [],
        [8, 10, 10],
        id="double-award-made",
    ),
    # "Awards by tricks and the zero-trick penalty are never multiplied"
    pytest.param(
        three(ladder=one_bid(3, 5, "double"), defenders_set="tricks"),
        [2, 4, 2],
        [],
        [-10, 4, 2],
        id="double-not-tricks",
    ),
    pytest.param(
        three(ladder=one_bid(3, 5, "double"), zero_trick_penalty=True),
        [8, 0, 0],
        [],
        [16, -5, -5],
        id="double-not-zero",
    ),
    # alone_multiplier: "multiplies the declaring side's points and a stake award of the defenders"
    pytest.param(four(alone_multiplier=3), [4, 2], [0], [12, 0], id="alone-made"),
    pytest.param(four(alone_multiplier=3), [4, 2], [], [4, 0], id="not-alone"),
    pytest.param(four(alone_multiplier=3), [2, 4], [0], [-9, 9], id="alone-set"),
    pytest.param(four(alone_multiplier=3, set=4), [2, 4], [0], [-12, 9], id="alone-set-number"),
    pytest.param(four(alone_multiplier=3, defenders_set="tricks"), [2, 4], [0], [-9, 4], id="alone-not-tricks"),
    pytest.param(four(alone_multiplier=3, defenders_made="stake"), [3, 3], [0], [9, 9], id="alone-award-made"),
    pytest.param(four(alone_multiplier=3, zero_trick_penalty=True), [6, 0], [0], [18, -3], id="alone-not-zero"),
    pytest.param(four(alone_multiplier=2, defend_alone=True), [2, 4], [0, 1], [-6, 6], id="both-alone-once"),
    pytest.param(four(alone_multiplier=1), [4, 2], [0], [4, 0], id="alone-single"),
    pytest.param(four(ladder=one_bid(3, 9, "flat")), [4, 2], [0], [18, 0], id="alone-flat"),
    pytest.param(four(ladder=one_bid(3, 5, "double")), [4, 2], [0], [16, 0], id="alone-and-double"),
    pytest.param(four(ladder=one_bid(3, 5, "double")), [2, 4], [0], [-20, 20], id="alone-and-double-set"),
    # need: "a bid is made when the declaring side takes at least `need` tricks"
    pytest.param(four(ladder=one_bid(5, 3)), [4, 2], [], [-3, 3], id="need-is-not-the-token"),
    pytest.param(four(ladder=one_bid(2, 3)), [2, 4], [], [2, 0], id="need-below-the-token"),
]


@pytest.mark.parametrize(("rules", "taken", "alone", "expected"), HOUSE)
def test_house_rules_points(rules: Any, taken: list[int], alone: list[int], expected: list[int]) -> None:
    more = {"alone": alone} if alone else {}
    assert points(rules, "3", taken, **more) == expected


@pytest.mark.parametrize(
    ("mark", "alone", "expected"),
    [(None, [], [5, 0]), ("flat", [], [5, 0]), ("double", [], [5, 0]), (None, [0], [10, 0])],
)
def test_house_rules_concession(mark: str | None, alone: list[int], expected: list[int]) -> None:
    """Conceded, the declaring side scores the stake, times the multiplier if alone; `double` has nothing to double."""
    rules = four(ladder=one_bid(3, 5, mark), challenge=True)
    record = {"dealer": 0, "declarer": 0, "bid": "3", "challenged": False} | ({"alone": alone} if alone else {})
    given = answer(rules, record)
    assert given["findings"] == []
    assert given["result"]["points"] == expected


def test_concession_costs_the_defenders_nothing() -> None:
    """The zero-trick penalty does not apply to a concession (docs/rules.md, Readings)."""
    rules = {"base": "iowa", "zero_trick_penalty": True, "defenders_made": "stake"}
    given = answer(rules, {"dealer": 0, "declarer": 1, "bid": "4", "challenged": False})
    assert given["result"]["points"] == [0, 4]


@pytest.mark.parametrize(
    ("name", "bid", "need", "stake"),
    [
        (name, rung["token"], rung["need"], rung["stake"])
        for name, rules in sim.PRESETS.items()
        for rung in rules["ladder"]
    ],
)
def test_every_rung_of_every_preset(name: str, bid: str, need: int, stake: int) -> None:
    """The bid is made with its need and lost with one trick fewer; the result tells need and stake."""
    rules = sim.PRESETS[name]
    others = sim.sides(rules) - 1
    for took in (need, need - 1):
        taken = [took, rules["hand"] - took] + [0] * (others - 1)
        record = {"dealer": 0, "declarer": 0, "bid": bid, "taken": taken} | (
            {"challenged": True} if rules["challenge"] else {}
        )
        result = answer(name, record)["result"]
        assert (result["need"], result["stake"], result["made"]) == (need, stake, took == need)
        assert result["points"] == sim.score(rules, 0, bid, [], taken)
