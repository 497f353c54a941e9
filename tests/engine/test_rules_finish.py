"""How a game ends: target and the three finishes (docs/rules.md, Game end)."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.engine import answer_game

from . import simulator as sim


def play(rules: Any, players: int, deals: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a game's answer, all its hands being without faults; each deal is given without its dealer."""
    dealt = [{"dealer": i % players} | deal for i, deal in enumerate(deals)]
    game = {
        "format": "pepper-game",
        "version": 1,
        "rules": rules,
        "players": ["Ada", "Bea", "Cal", "Dov"][:players],
        "first_dealer": 0,
        "deals": dealt,
    }
    given = answer_game({"id": 0, "game": game})
    assert given["ok"] is True, given
    return given


def bid(declarer: int, token: str, *taken: int, **more: Any) -> dict[str, Any]:
    """Return a score-depth hand without its dealer."""
    return {"declarer": declarer, "bid": token, "taken": list(taken)} | more


def ruled(*points: int) -> dict[str, Any]:
    """Return a hand whose points the table decided: side 0 bid 1 and made it."""
    return bid(0, "1", *([1, 5] if len(points) == 2 else [1, 7, 0])) | {
        "ruling": {"points": list(points), "reason": "the start of this example"}
    }


def two(finish: str, target: int = 10, **changes: Any) -> dict[str, Any]:
    """Return two-side rules in which both sides can score: classic with `set` as the stake."""
    return {"base": "classic", "finish": finish, "target": target, "set": "stake"} | changes


PASSED = {"calls": ["Pass"] * 4}

ENDS: list[Any] = [
    # play_on: at or over the target and strictly ahead of every other
    pytest.param(two("play_on"), [ruled(6, 9), bid(0, "3", 4, 2)], [1], id="play-on-both-there-the-higher"),
    pytest.param(two("play_on"), [ruled(6, 8), bid(0, "3", 4, 2)], [], id="play-on-tie-plays-on"),
    pytest.param(two("play_on"), [ruled(6, 8), bid(0, "3", 4, 2), bid(0, "3", 4, 2)], [0], id="play-on-tie-then-one"),
    pytest.param(two("play_on"), [ruled(6, 8), bid(0, "3", 4, 2), PASSED], [], id="play-on-tie-then-passed-out"),
    pytest.param(two("play_on"), [ruled(6, 3), bid(0, "3", 4, 2)], [0], id="play-on-exactly-at-the-target"),
    pytest.param(two("play_on"), [ruled(5, 3), bid(0, "3", 4, 2)], [], id="play-on-one-short"),
    # shared: the highest at or over the target wins, ties win together
    pytest.param(two("shared"), [ruled(6, 8), bid(0, "3", 4, 2)], [0, 1], id="shared-tie"),
    pytest.param(two("shared"), [ruled(6, 9), bid(0, "3", 4, 2)], [1], id="shared-higher"),
    pytest.param(two("shared"), [ruled(6, 3), bid(0, "3", 4, 2)], [0], id="shared-one"),
    pytest.param(two("shared"), [ruled(5, 3), bid(0, "3", 4, 2)], [], id="shared-none"),
    # bidder: several there: the declaring side if there and made
    pytest.param(two("bidder"), [ruled(6, 9), bid(0, "3", 4, 2)], [0], id="bidder-made-beats-the-higher"),
    pytest.param(two("bidder"), [ruled(6, 8), bid(0, "3", 4, 2)], [0], id="bidder-made-beats-the-tie"),
    pytest.param(two("bidder"), [ruled(6, 9), bid(1, "2", 4, 2)], [1], id="bidder-side-1-made"),
    pytest.param(two("bidder"), [ruled(6, 3), bid(0, "3", 4, 2)], [0], id="bidder-alone-there"),
    pytest.param(two("bidder"), [ruled(5, 9), bid(0, "3", 4, 2)], [1], id="bidder-made-but-not-there"),
]


@pytest.mark.parametrize(("rules", "deals", "winners"), ENDS)
def test_finishes_of_two_sides(rules: Any, deals: list[dict[str, Any]], winners: list[int]) -> None:
    given = play(rules, 4, deals)
    assert given["winners"] == winners
    assert given["over"] is bool(winners)
    assert (given["next_dealer"] is None) is bool(winners)


def three(finish: str, target: int = 10) -> dict[str, Any]:
    """Return rules for three players in which everybody scores his tricks."""
    return {"base": "classic-3", "finish": finish, "target": target, "set": "stake"}


THREE: list[Any] = [
    pytest.param("play_on", [ruled(7, 8, 9), bid(0, "3", 4, 2, 2)], [], id="play-on-two-tied-at-the-top"),
    pytest.param("play_on", [ruled(7, 9, 8), bid(0, "3", 4, 3, 1)], [1], id="play-on-one-strictly-ahead"),
    pytest.param("shared", [ruled(7, 8, 9), bid(0, "3", 4, 2, 2)], [0, 2], id="shared-two-tied"),
    pytest.param("shared", [ruled(7, 8, 9), bid(0, "3", 3, 2, 3)], [2], id="shared-highest"),
    pytest.param("shared", [ruled(6, 8, 8), bid(0, "3", 4, 2, 2)], [0, 1, 2], id="shared-all-three"),
    pytest.param("bidder", [ruled(7, 8, 9), bid(0, "3", 4, 2, 2)], [0], id="bidder-made"),
    pytest.param("bidder", [ruled(7, 9, 9), bid(0, "3", 3, 3, 2)], [0], id="bidder-made-behind-both"),
    # "otherwise the best of the other sides there, a tie among them plays on"
    pytest.param("bidder", [ruled(1, 9, 9), bid(0, "3", 4, 3, 1)], [1], id="bidder-not-there-best-of-the-others"),
    pytest.param("bidder", [ruled(1, 9, 9), bid(0, "3", 4, 2, 2)], [], id="bidder-not-there-others-tie"),
    pytest.param("bidder", [ruled(1, 9, 9), bid(0, "3", 2, 4, 2)], [1], id="bidder-set-best-of-the-others"),
    pytest.param("bidder", [ruled(1, 9, 9), bid(0, "3", 2, 3, 3)], [], id="bidder-set-others-tie"),
    pytest.param("bidder", [ruled(1, 9, 3), bid(0, "3", 2, 3, 3)], [1], id="bidder-set-one-other"),
]


@pytest.mark.parametrize(("finish", "deals", "winners"), THREE)
def test_finishes_of_three_players(finish: str, deals: list[dict[str, Any]], winners: list[int]) -> None:
    given = play(three(finish), 3, deals)
    assert given["winners"] == winners and given["over"] is bool(winners)


@pytest.mark.parametrize(
    ("last", "winners"),
    [
        # Side 0 and side 1 both stand at 12 and play on; whoever bids is then at the target, made or set.
        pytest.param(bid(0, "2", 2, 4), [0], id="made-wins-though-behind"),
        pytest.param(bid(0, "1", 0, 6), [1], id="set-loses"),
        pytest.param(bid(1, "2", 3, 3), [1], id="the-other-side-made"),
        pytest.param(bid(1, "1", 6, 0), [0], id="the-other-side-set"),
        pytest.param(PASSED, [], id="passed-out-still-tied"),
    ],
)
def test_bidder_after_a_tie(last: dict[str, Any], winners: list[int]) -> None:
    """midwest: "Bidders win if they make their contract; Defenders win if they set the bid"."""
    tied = PASSED | {"ruling": {"points": [12, 12], "reason": "the start of this example"}}
    given = play(two("bidder"), 4, [tied, last])
    assert given["winners"] == winners


def test_bidder_set_and_still_ahead() -> None:
    """Several sides there, the declaring side was set: the best of the others wins, though behind."""
    tied = PASSED | {"ruling": {"points": [12, 12], "reason": "the start of this example"}}
    rules = two("bidder", defenders_set="none", defenders_made="none")
    again = play(rules, 4, [tied, PASSED | {"ruling": {"points": [0, 0], "reason": "still tied"}}, bid(1, "1", 6, 0)])
    assert again["scores"][-1] == [12, 11] and again["winners"] == [0]
    behind = play(rules | {"set": 1}, 4, [tied, bid(0, "5", 4, 2, ruling={"points": [5, 0], "reason": "set, and yet"})])
    assert behind["scores"][-1] == [17, 12] and behind["winners"] == [1]


@pytest.mark.parametrize(("finish", "winners"), [("bidder", [0]), ("play_on", [1]), ("shared", [1])])
def test_a_conceded_bid_counts_as_made(finish: str, winners: list[int]) -> None:
    """`bidder`: "... and made its bid (or was conceded it)"."""
    rules = {"base": "iowa", "finish": finish, "target": 10}
    start = PASSED | {"ruling": {"points": [9, 9], "reason": "the start of this example"}}
    conceded = {"declarer": 0, "bid": "5", "challenged": False}
    assert play(rules, 4, [start, conceded])["winners"] == [0]
    both = conceded | {"ruling": {"points": [1, 2], "reason": "a penalty besides"}}
    assert play(rules, 4, [start, both])["winners"] == winners


def test_midwest_example_game() -> None:
    """midwest, Example Game Progression; row 4's printed 9 is an error: a set bid of 4 makes it 21 : 1."""
    deals = [bid(0, "4", 5, 1), bid(1, "5", 1, 5), bid(0, "6", 6, 0), bid(1, "4", 3, 3)]
    given = play("midwest", 4, deals)
    assert given["scores"] == [[5, 0], [5, 5], [17, 5], [21, 1]]
    assert given["over"] is False and given["winners"] == []


def test_midwest_ends_at_42() -> None:
    """Row 10: 38 and five tricks make 43: "Team 1 wins by crossing 42"."""
    start = PASSED | {"ruling": {"points": [38, 38], "reason": "rows 5 to 9"}}
    given = play("midwest", 4, [start, bid(0, "5", 5, 1)])
    assert given["scores"] == [[38, 38], [43, 38]]
    assert given["over"] is True and given["winners"] == [0] and given["next_dealer"] is None


def test_iowa_needs_to_be_ahead() -> None:
    """iowa: "If they both break 31 points simultaneously and both have the same score afterward, they continue"."""
    start = PASSED | {"ruling": {"points": [28, 29], "reason": "earlier hands"}}
    tie = bid(0, "4", 3, 3, challenged=True) | {"ruling": {"points": [5, 4], "reason": "earlier hands"}}
    given = play("iowa", 4, [start, tie])
    assert given["scores"][-1] == [33, 33] and given["over"] is False
    won = play("iowa", 4, [start, tie, bid(1, "1", 5, 1, challenged=True)])
    assert won["scores"][-1] == [38, 34] and won["winners"] == [0]


@pytest.mark.parametrize("name", sim.PRESETS)
def test_targets_of_the_presets(name: str) -> None:
    rules = sim.PRESETS[name]
    for short in (1, 0):
        points = [rules["target"] - short] + [0] * (sim.sides(rules) - 1)
        deal = {"calls": ["Pass"] * rules["players"], "ruling": {"points": points, "reason": "an example"}}
        assert play(name, rules["players"], [deal])["winners"] == ([] if short else [0])


def test_a_void_hand_ends_no_game() -> None:
    ruling = {"points": [50, 45, 45], "reason": "agreed"}
    set_but_ahead = {"dealer": 0, "declarer": 0, "bid": "1", "trump": "s", "taken": [0, 4, 4], "ruling": ruling}
    game = {"format": "pepper-game", "version": 1, "rules": "cutthroat", "players": ["A", "B", "C"], "first_dealer": 0}
    game |= {"deals": [set_but_ahead, {"dealer": 1, "void": "misdeal"}]}
    given = answer_game({"id": 0, "game": game})
    assert given["ok"]
    assert (given["scores"], given["over"], given["winners"]) == ([[50, 45, 45]] * 2, False, [])
