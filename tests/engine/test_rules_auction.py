"""The three kinds of auction, their ends, tokens, and the partner's bid (docs/rules.md, Auction)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.engine import Auction, parse_rules

from . import simulator as sim
from . import strategies as some
from .helpers import answer, codes, examples

P = "Pass"


def bid_only(rules: Any, calls: str, dealer: int = -1, **more: Any) -> dict[str, Any]:
    """Return the answer for an auction-depth record in which side 0 took every trick; seat 0 calls first."""
    table = parse_rules(rules)
    dealer %= table.players
    record: dict[str, Any] = {"dealer": dealer, "calls": calls.split(), "trump": "s"}
    if set(record["calls"]) == {P}:
        del record["trump"]
    else:
        record["taken"] = [table.hand] + [0] * (table.sides - 1)
        if table.challenge:
            record["challenged"] = True
    return answer(rules, record | more)


ROUNDS_FINAL = {"base": "midwest", "auction": "rounds_final"}
ONCE = {"base": "midwest", "auction": "once"}

ENDS: list[Any] = [
    # once: "one call each"
    pytest.param("iowa", "1 2 3 4", 3, "4", id="once-four-calls"),
    pytest.param("iowa", "Pass Pass Pass 1", 3, "1", id="once-the-dealer-bids-last"),
    pytest.param("iowa", "2 Pass Pass Pass", 0, "2", id="once-first-bid-stands"),
    pytest.param("iowa", "PH Pass PA", 2, "PA", id="once-top-ends-it"),
    pytest.param("iowa", "PA", 0, "PA", id="once-top-at-once"),
    pytest.param("iowa", "PA Pass Pass Pass", 0, "PA", id="once-passes-after-the-top"),
    # the bidding example of midwest
    pytest.param("midwest", "3 Pass 4 5 Pass Pass Pass", 3, "5", id="midwest-example"),
    # rounds: "who passed may bid again while it lasts"
    pytest.param("midwest", "1 Pass Pass 2 3 Pass Pass Pass", 0, "3", id="rounds-bid-again"),
    pytest.param("midwest", "1 Pass 2 Pass Pass 3 Pass Pass Pass", 1, "3", id="rounds-who-passed-bids"),
    pytest.param("midwest", "Pass Pass Pass 1 Pass Pass Pass", 3, "1", id="rounds-three-first-passes-end-nothing"),
    pytest.param("midwest", "Pass Pass Pass 1 2 Pass Pass Pass", 0, "2", id="rounds-passed-first-then-bids"),
    pytest.param("midwest", "1 2 3 4 5 LP", 1, "LP", id="rounds-top-ends-it"),
    pytest.param("midwest", "Pass LP Pass Pass", 1, "LP", id="rounds-passes-after-the-top"),
    pytest.param("midwest", "1 Pass Pass Pass Pass Pass Pass Pass", 0, "1", id="rounds-more-passes-are-dropped"),
    pytest.param("midwest-reference", "LP Pass Pass BP", 3, "BP", id="reference-big-over-little"),
    # hasenpfeffer: Big Pepper needs no Little Pepper before it
    pytest.param("hasenpfeffer-peppers", "BP", 0, "BP", id="big-pepper-at-any-time"),
    pytest.param("hasenpfeffer", "6", 0, "6", id="six-is-the-top-of-hasenpfeffer"),
    pytest.param("classic", "LP Pass Pass Pass", 0, "LP", id="classic-little-is-not-the-top"),
    pytest.param("classic-3", "7 LP Pass Pass", 1, "LP", id="three-players"),
    pytest.param("classic-3", "Pass Pass 1 Pass Pass", 2, "1", id="three-players-dealer-bids"),
    pytest.param("classic-2", "1 2 3 Pass", 0, "3", id="two-players"),
    pytest.param("classic-2", "Pass 1 Pass", 1, "1", id="two-players-first-passes"),
    pytest.param("cutthroat", "LP", 0, "LP", id="cutthroat-top"),
    # rounds_final: "who passed is out and is skipped"
    pytest.param(ROUNDS_FINAL, "1 Pass 2 Pass 3 Pass", 0, "3", id="final-two-fight-on"),
    pytest.param(ROUNDS_FINAL, "1 Pass Pass 2 Pass", 3, "2", id="final-two-left"),
    pytest.param(ROUNDS_FINAL, "Pass Pass Pass 1", 3, "1", id="final-the-last-one-bids"),
    pytest.param(ROUNDS_FINAL, "Pass Pass 1 2 3 Pass", 2, "3", id="final-skips-both"),
    pytest.param(ROUNDS_FINAL, "Pass Pass 1 2 3 4 5 Pass", 2, "5", id="final-skips-both-twice"),
    pytest.param(ROUNDS_FINAL, "Pass 1 2 3 LP", 1, "LP", id="final-top"),
    pytest.param(ONCE, "Pass 1 Pass 2", 3, "2", id="once-as-a-house-rule"),
]


@pytest.mark.parametrize(("rules", "calls", "declarer", "bid"), ENDS)
def test_auctions_that_end(rules: Any, calls: str, declarer: int, bid: str) -> None:
    players = parse_rules(rules).players
    for turn in range(players):
        given_answer = bid_only(rules, calls, dealer=(players - 1 + turn) % players)
        result = given_answer["result"]
        assert given_answer["findings"] == []
        assert (result["declarer"], result["bid"]) == ((declarer + turn) % players, bid)
        assert result["passed_out"] is False


INCOMPLETE: list[Any] = [
    pytest.param("iowa", "1 2 3", id="once-three-calls"),
    pytest.param("iowa", "Pass Pass Pass", id="once-three-passes"),
    pytest.param("midwest", "1 Pass Pass", id="rounds-two-passes"),
    pytest.param("midwest", "Pass Pass Pass 1 Pass Pass", id="rounds-passes-before-the-bid-do-not-count"),
    pytest.param("midwest", "1 Pass Pass 2 Pass Pass", id="rounds-passes-before-the-last-bid-do-not-count"),
    pytest.param("midwest", "Pass", id="one-pass"),
    pytest.param("midwest", "1", id="one-bid"),
    pytest.param("classic-3", "1 Pass", id="three-players"),
    pytest.param("classic-2", "1", id="two-players"),
    pytest.param(ROUNDS_FINAL, "1 Pass 2 Pass", id="final-two-still-in"),
]


@pytest.mark.parametrize(("rules", "calls"), INCOMPLETE)
def test_auctions_that_stop_too_early(rules: Any, calls: str) -> None:
    assert "auction-incomplete" in codes(bid_only(rules, calls), "error")


OVER: list[Any] = [
    pytest.param("iowa", "1 2 3 4 5", 4, id="once-a-fifth-call"),
    pytest.param("iowa", "1 2 3 4 Pass 5", 5, id="once-a-pass-and-a-bid"),
    pytest.param("midwest", "1 Pass Pass Pass 2", 4, id="rounds-after-three-passes"),
    pytest.param("midwest", "LP Pass Pass Pass LP", 4, id="after-the-top"),
    pytest.param("classic-2", "1 Pass 2", 2, id="two-players"),
    pytest.param(ROUNDS_FINAL, "Pass Pass Pass 1 2", 4, id="final-nobody-left"),
    pytest.param("midwest", "Pass Pass Pass Pass 1", 4, id="after-all-passed"),
]


@pytest.mark.parametrize(("rules", "calls", "index"), OVER)
def test_bids_after_the_end(rules: Any, calls: str, index: int) -> None:
    """Passes recorded after the end are accepted and dropped; a bid after the end is a fault."""
    found = [(f["code"], f["call"]) for f in bid_only(rules, calls)["findings"]]
    assert ("auction-over", index) in found
    assert "auction-incomplete" not in dict(found)


@pytest.mark.parametrize("name", sim.PRESETS)
def test_everybody_passes(name: str) -> None:
    """All pass: the hand is passed out, nobody scores, the deal moves on."""
    players = sim.PRESETS[name]["players"]
    result = answer(name, {"dealer": 0, "calls": [P] * players})["result"]
    assert result["passed_out"] is True and result["conceded"] is False
    assert set(result["points"]) == {0} and len(result["points"]) == sim.sides(sim.PRESETS[name])
    assert result["next_dealer"] == 1
    for key in ("declarer", "bid", "need", "stake", "trump", "made", "tricks", "trick_winners", "void"):
        assert result[key] is None
    assert codes(answer(name, {"dealer": 0, "calls": [P] * (players + 2)})) == []


@pytest.mark.parametrize(
    ("rules", "calls", "index"),
    [
        pytest.param("midwest", "3 2 Pass Pass Pass", 1, id="lower"),
        pytest.param("midwest", "3 3 Pass Pass Pass", 1, id="the-same"),
        pytest.param("midwest", "3 BP Pass Pass Pass", 1, id="big-pepper-is-not-on-midwests-ladder"),
        pytest.param("iowa", "1 6 Pass Pass", 1, id="six-is-no-bid-in-iowa"),
        pytest.param("iowa", "PH Pass 5 Pass", 2, id="lower-than-pepper-with-help"),
        pytest.param("hasenpfeffer", "1 LP Pass Pass Pass", 1, id="no-little-pepper-in-hasenpfeffer"),
        pytest.param("midwest", "7 Pass Pass Pass", 0, id="seven-of-six-tricks"),
        pytest.param("classic-3", "6 6 Pass Pass", 1, id="six-is-a-number-with-eight-cards"),
        pytest.param("midwest", "0 Pass Pass Pass", 0, id="nought"),
        pytest.param("midwest", "hearts Pass Pass Pass", 0, id="no-call-at-all"),
        # hasenpfeffer-kitty: outbid partner no
        pytest.param("hasenpfeffer-kitty", "1 Pass 2 Pass Pass Pass", 2, id="over-the-partner"),
        pytest.param("hasenpfeffer-kitty", "1 Pass LP", 2, id="over-the-partner-with-the-top"),
    ],
)
def test_bad_calls(rules: Any, calls: str, index: int) -> None:
    found = [(f["code"], f["call"]) for f in bid_only(rules, calls)["findings"]]
    assert ("bad-call", index) in found


@pytest.mark.parametrize(
    ("rules", "calls"),
    [
        pytest.param("hasenpfeffer-kitty", "1 2 3 Pass Pass Pass", id="an-opponents-bid-stands-between"),
        pytest.param("hasenpfeffer-kitty", "1 Pass Pass 2 3 Pass Pass Pass", id="his-own-side-again"),
        pytest.param("double-hasenpfeffer", "1 Pass 2 Pass Pass Pass", id="double-hasenpfeffer-allows-it"),
        pytest.param("midwest", "1 Pass 2 Pass Pass Pass", id="midwest-allows-it"),
        pytest.param("classic", "1 Pass 2 Pass Pass Pass", id="classic: may each raise the team's bid"),
    ],
)
def test_bids_over_the_partner_that_are_allowed(rules: Any, calls: str) -> None:
    assert codes(bid_only(rules, calls)) == []


@pytest.mark.parametrize(
    ("name", "number", "bid"),
    [
        ("midwest", "6", "LP"),
        ("midwest-reference", "6", "LP"),
        ("classic", "6", "LP"),
        ("hasenpfeffer-peppers", "6", "LP"),
        ("hasenpfeffer-kitty", "5", "LP"),
        ("double-hasenpfeffer", "5", "LP"),
        ("classic-3", "8", "LP"),
        ("classic-2", "8", "LP"),
        ("cutthroat", "8", "LP"),
        ("hasenpfeffer", "6", "6"),
        ("classic-3", "6", "6"),
        ("midwest", "5", "5"),
    ],
)
def test_little_pepper_by_its_number(name: str, number: str, bid: str) -> None:
    """Where the ladder has LP but not the number of its need, that number is read as LP."""
    players = sim.PRESETS[name]["players"]
    by_calls = bid_only(name, " ".join([number] + [P] * (players - 1)), dealer=players - 1)
    assert by_calls["findings"] == [] and by_calls["result"]["bid"] == bid
    taken = [sim.PRESETS[name]["hand"]] + [0] * (sim.sides(sim.PRESETS[name]) - 1)
    by_bid = answer(name, {"dealer": 0, "declarer": 0, "bid": number, "taken": taken})
    assert by_bid["findings"] == [] and by_bid["result"]["bid"] == bid


def test_the_number_and_little_pepper_agree() -> None:
    given_answer = bid_only("midwest", "6", declarer=0, bid="LP")
    assert given_answer["findings"] == []
    assert bid_only("midwest", "LP", declarer=0, bid="6")["findings"] == []


@examples(80)
@given(some.any_rules, some.seeds)
def test_the_auction_object_walks_with_the_rules(case: Any, rng: Random) -> None:
    """Turn, legal calls, end, declarer and bid agree with the simulator call by call."""
    value, rules = case
    dealer = rng.randrange(rules["players"])
    theirs, ours = Auction(parse_rules(value), dealer), sim.Bidding(rules, dealer)
    for call in sim.random_auction(rules, rng, dealer).calls:
        assert theirs.is_over is False
        assert theirs.turn == ours.turn
        assert list(theirs.legal_calls()) == ours.legal()
        ours.call(call)
        theirs = theirs.call(call)
    assert theirs.is_over is True and theirs.turn is None
    assert theirs.is_passed_out is (ours.bid is None)
    assert (theirs.declarer, theirs.bid) == (ours.declarer, ours.bid)
    assert [str(c) for c in theirs.calls] == ours.calls
