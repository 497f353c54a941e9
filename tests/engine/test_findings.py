"""Every finding on its own (docs/record.md, Findings): what brings it, where it points, what it says, what stays fine.

The deal is easy to follow: seat 0 has all spades, 1 all hearts, 2 all diamonds, 3 all clubs; spades are trumps, so
seat 3 holds the left bower.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from scorekeeper.engine import check_hand, parse_rules

from . import simulator as sim
from .helpers import ERRORS, answer, check_message, codes

NAMES = ["Nora", "Elias", "Sue", "Wes"]
DEAL = [["9" + s, "T" + s, "J" + s, "Q" + s, "K" + s, "A" + s] for s in "shdc"]
TRICKS = [
    ["Js", "9h", "9d", "Jc"],
    ["As", "Th", "Td", "9c"],
    ["Ks", "Jh", "Jd", "Tc"],
    ["Qs", "Qh", "Qd", "Qc"],
    ["Ts", "Kh", "Kd", "Kc"],
    ["9s", "Ah", "Ad", "Ac"],
]
FULL = {"dealer": 3, "hands": DEAL, "calls": ["4", "Pass", "Pass", "Pass"], "trump": "s", "tricks": TRICKS}
AUCTION = {"dealer": 3, "calls": ["4", "Pass", "Pass", "Pass"], "trump": "s", "taken": [6, 0]}
SCORE = {"dealer": 3, "declarer": 0, "bid": "4", "taken": [6, 0]}
OUT = {"dealer": 3, "calls": ["Pass"] * 4}
# iowa: seat 0 gives 9s and gets 9d; seat 2 sits out.
IOWA = {
    "dealer": 3,
    "hands": DEAL,
    "calls": ["4", "Pass", "Pass", "Pass"],
    "trump": "s",
    "exchange": ["9s", "9d"],
    "challenged": True,
    "tricks": [
        ["Js", "9h", "Jc"],
        ["As", "Th", "9c"],
        ["Ks", "Jh", "Tc"],
        ["Qs", "Qh", "Qc"],
        ["Ts", "Kh", "Kc"],
        ["9d", "Ah", "Ac"],
    ],
}
# hasenpfeffer: the kitty is the joker, seat 0 lays 9s away; the dealer is 3, so seat 0 leads.
WIDOW = FULL | {
    "kitty": ["B"],
    "discard": ["9s"],
    "tricks": [
        ["B", "9h", "9d", "Jc"],
        *[[a, *t[1:]] for a, t in zip(["Js", "As", "Ks", "Qs", "Ts"], TRICKS[1:], strict=True)],
    ],
}


def but(record: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Return a copy of the record with keys changed; `None` takes a key out."""
    changed = copy.deepcopy(record) | keys
    return {key: value for key, value in changed.items() if value is not None}


def trick(number: int, cards: str, tricks: list[list[str]] = TRICKS) -> list[list[str]]:
    """Return the tricks with one of them changed."""
    return [cards.split() if i == number else list(t) for i, t in enumerate(tricks)]


@pytest.mark.parametrize(
    ("rules", "record"),
    [
        ("midwest", FULL),
        ("midwest", AUCTION),
        ("midwest", SCORE),
        ("midwest", OUT),
        ("iowa", IOWA),
        ("hasenpfeffer", WIDOW),
    ],
)
def test_the_records_these_tests_start_from_are_fine(rules: str, record: dict[str, Any]) -> None:
    assert answer(rules, record)["findings"] == []


def at(
    trick: int | None = None, play: int | None = None, seat: int | None = None, call: int | None = None
) -> dict[str, Any]:
    """Return a finding's four indices."""
    return {"trick": trick, "play": play, "seat": seat, "call": call}


NOWHERE = at()
ANY: dict[str, Any] = {}

CASES: list[Any] = [
    # bad-record: not this format
    pytest.param("midwest", but(FULL, colour="red"), "bad-record", NOWHERE, ["colour"], id="unknown-key"),
    pytest.param("midwest", but(SCORE, dealer=4), "bad-record", ANY, ["dealer"], id="dealer-out-of-range"),
    pytest.param("midwest", but(SCORE, dealer=-1), "bad-record", ANY, ["dealer"], id="dealer-negative"),
    pytest.param("midwest", but(SCORE, dealer="3"), "bad-record", ANY, ["dealer"], id="dealer-text"),
    pytest.param("midwest", but(SCORE, dealer=True), "bad-record", ANY, ["dealer"], id="dealer-true"),
    pytest.param(
        "midwest", {k: v for k, v in SCORE.items() if k != "dealer"}, "bad-record", ANY, ["dealer"], id="no-dealer"
    ),
    pytest.param("midwest", SCORE | {"dealer": None}, "bad-record", ANY, ["dealer"], id="dealer-null"),
    pytest.param("midwest", but(SCORE, declarer=4), "bad-record", ANY, ["declarer"], id="declarer-out-of-range"),
    pytest.param(
        "classic-3", but(SCORE, dealer=0, declarer=3, taken=[8, 0, 0]), "bad-record", ANY, [], id="seat-3-of-three"
    ),
    pytest.param("midwest", but(SCORE, declarer=None), "bad-record", ANY, [], id="bid-without-declarer"),
    pytest.param("midwest", but(SCORE, bid=None), "bad-record", ANY, ["bid"], id="declarer-without-bid"),
    pytest.param("midwest", but(SCORE, declarer=None, bid=None), "bad-record", ANY, [], id="no-calls-and-no-contract"),
    pytest.param(
        "midwest", but(SCORE, declarer=None, bid=None, side=0), "bad-record", ANY, ["bid"], id="side-without-bid"
    ),
    pytest.param("midwest", but(SCORE, declarer=None, side=2), "bad-record", ANY, ["side"], id="side-out-of-range"),
    pytest.param(
        "midwest",
        but(FULL, calls=None, side=0, bid="4"),
        "bad-record",
        ANY,
        ["side"],
        id="side-with-tricks",
    ),
    pytest.param("midwest", but(FULL, hands=DEAL[:3]), "bad-record", ANY, [], id="three-hands-of-four"),
    pytest.param("midwest", but(SCORE, taken=[6]), "bad-record", ANY, [], id="taken-of-one-side"),
    pytest.param("midwest", but(SCORE, taken=[6, 0, 0]), "bad-record", ANY, [], id="taken-of-three-sides"),
    pytest.param("midwest", but(SCORE, taken=["6", 0]), "bad-record", ANY, [], id="taken-text"),
    pytest.param("midwest", but(SCORE, taken={"0": 6}), "bad-record", ANY, [], id="taken-object"),
    pytest.param("midwest", but(AUCTION, calls="4 Pass"), "bad-record", ANY, ["calls"], id="calls-text"),
    pytest.param("midwest", but(AUCTION, calls=[4, "Pass", "Pass", "Pass"]), "bad-record", ANY, [], id="call-number"),
    pytest.param("midwest", but(FULL, tricks=[*TRICKS[:5], []], taken=[6, 0]), "bad-record", ANY, [], id="empty-trick"),
    pytest.param("midwest", but(OUT, trump="s"), "bad-record", ANY, ["trump"], id="trump-passed-out"),
    pytest.param("midwest", but(OUT, tricks=TRICKS), "bad-record", ANY, [], id="play-passed-out"),
    pytest.param(
        "midwest", but(SCORE, ruling={"points": [1], "reason": "so"}), "bad-record", ANY, [], id="ruling-points"
    ),
    pytest.param(
        "midwest", but(SCORE, ruling={"points": [1, "2"], "reason": "so"}), "bad-record", ANY, [], id="ruling-text"
    ),
    pytest.param(
        "midwest", but(SCORE, ruling={"points": [1, 2]}), "bad-record", ANY, ["reason"], id="ruling-no-reason"
    ),
    pytest.param("midwest", but(SCORE, ruling=[1, 2]), "bad-record", ANY, ["ruling"], id="ruling-list"),
    pytest.param("midwest", but(SCORE, alone=0), "bad-record", ANY, ["alone"], id="alone-number"),
    pytest.param("midwest", but(SCORE, alone=[4]), "bad-record", ANY, ["alone"], id="alone-out-of-range"),
    pytest.param("iowa", but(SCORE, challenged="yes"), "bad-record", ANY, ["challenged"], id="challenged-text"),
    pytest.param("midwest", but(SCORE, void=True), "bad-record", ANY, ["void"], id="void-true"),
    pytest.param("midwest", but(SCORE, annotations=["x"]), "bad-record", ANY, ["annotations"], id="annotations-list"),
    pytest.param(
        "midwest", but(SCORE, annotations={"x": ["y"]}), "bad-record", ANY, ["annotation"], id="annotations-key"
    ),
    pytest.param("midwest", {"dealer": 9, "void": "misdeal"}, "bad-record", ANY, ["dealer"], id="void-dealer-9"),
    pytest.param(
        "midwest", {"dealer": 0, "void": "misdeal", "taken": [1]}, "bad-record", ANY, [], id="void-taken-of-one"
    ),
    pytest.param(
        "midwest", {"dealer": 0, "void": "misdeal", "hands": "many"}, "bad-record", ANY, ["hands"], id="void-hands-text"
    ),
    pytest.param(
        "midwest", {"dealer": 0, "void": "misdeal", "colour": 1}, "bad-record", ANY, ["colour"], id="void-unknown-key"
    ),
    # bad-card: no such card, or not in this ruleset's deck
    pytest.param(
        "midwest", but(FULL, tricks=trick(5, "1s Ah Ad Ac")), "bad-card", {"trick": 5, "play": 20}, ["1s"], id="1s"
    ),
    pytest.param("midwest", but(FULL, hands=None, tricks=[["8s"]], taken=[6, 0]), "bad-card", ANY, ["8"], id="eight"),
    pytest.param(
        "midwest", but(FULL, hands=None, tricks=[["Xx"]], taken=[6, 0]), "bad-card", ANY, [], id="unknown-played"
    ),
    pytest.param(
        "midwest", but(FULL, hands=None, tricks=[["B"]], taken=[6, 0]), "bad-card", ANY, [], id="joker-played"
    ),
    pytest.param(
        "midwest", but(AUCTION, hands=[["9x", *["Xx"] * 5], [], [], []]), "bad-card", ANY, ["9x"], id="in-a-hand"
    ),
    pytest.param(
        "midwest", but(AUCTION, hands=[["B", *["Xx"] * 5], [], [], []]), "bad-card", ANY, [], id="joker-dealt"
    ),
    pytest.param("hasenpfeffer", but(AUCTION, kitty=["7h"]), "bad-card", ANY, ["7"], id="in-the-kitty"),
    pytest.param("hasenpfeffer", but(AUCTION, discard=["Z"]), "bad-card", ANY, ["Z"], id="in-the-discard"),
    pytest.param("iowa", but(IOWA, exchange=["9s", "Bb"]), "bad-card", ANY, ["Bb"], id="in-the-exchange"),
    pytest.param(
        "midwest",
        {"dealer": 0, "void": "misdeal", "hands": [["9x"], [], [], []]},
        "bad-card",
        ANY,
        ["9x"],
        id="void-format",
    ),
    # duplicate-card: in the deal, the kitty or the play
    pytest.param(
        "midwest",
        but(AUCTION, hands=[["9s", "9s", "Xx", "Xx", "Xx", "Xx"], [], [], []]),
        "duplicate-card",
        ANY,
        ["9♠"],
        id="twice-in-a-hand",
    ),
    pytest.param(
        "midwest",
        but(AUCTION, hands=[["Ts", *["Xx"] * 5], [], ["Ts", *["Xx"] * 5], []]),
        "duplicate-card",
        ANY,
        ["10♠"],
        id="in-two-hands",
    ),
    pytest.param(
        "hasenpfeffer",
        but(AUCTION, hands=[[], ["Ts", *["Xx"] * 5], [], []], kitty=["Ts"]),
        "duplicate-card",
        ANY,
        ["10♠"],
        id="in-hand-and-kitty",
    ),
    pytest.param(
        "midwest",
        but(FULL, hands=None, tricks=[["Js", "9h", "9d", "9h"]], taken=[6, 0]),
        "duplicate-card",
        {"trick": 0, "play": 3},
        ["9♥"],
        id="played-twice",
    ),
    # wrong-hand-size
    pytest.param(
        "midwest",
        but(AUCTION, hands=[DEAL[0][:5], [], [], []]),
        "wrong-hand-size",
        at(seat=0),
        ["Nora", "5", "6"],
        id="hand-of-5",
    ),
    pytest.param(
        "midwest",
        but(AUCTION, hands=[[], [], [], ["Xx"] * 7]),
        "wrong-hand-size",
        at(seat=3),
        ["Wes", "7", "6"],
        id="hand-of-7",
    ),
    pytest.param(
        "midwest", but(AUCTION, kitty=["9s"]), "wrong-hand-size", ANY, ["kitty"], id="kitty-where-there-is-none"
    ),
    pytest.param("hasenpfeffer", but(AUCTION, kitty=["9s", "Ts"]), "wrong-hand-size", ANY, ["kitty"], id="kitty-of-2"),
    pytest.param(
        "midwest", but(AUCTION, discard=["9s"]), "wrong-hand-size", ANY, [], id="discard-where-there-is-no-kitty"
    ),
    pytest.param(
        "hasenpfeffer", but(AUCTION, discard=["9s", "Ts"]), "wrong-hand-size", ANY, ["2", "1"], id="discard-of-2"
    ),
    pytest.param(
        "hasenpfeffer-kitty",
        but(AUCTION, taken=[5, 0], discard=["9s"]),
        "wrong-hand-size",
        ANY,
        ["1", "5"],
        id="discard-of-1",
    ),
    # card-not-held
    pytest.param(
        "midwest",
        but(FULL, tricks=[["Js", "9d", "Td", "Jc"]], taken=[6, 0]),
        "card-not-held",
        at(0, 1, 1),
        ["Elias", "9♦"],
        id="played-from-another-hand",
    ),
    pytest.param(
        "hasenpfeffer",
        but(AUCTION, hands=DEAL, discard=["9h"]),
        "card-not-held",
        ANY,
        ["Nora", "9♥"],
        id="discard-not-held",
    ),
    pytest.param(
        "hasenpfeffer",
        but(AUCTION, hands=DEAL, kitty=["B"], discard=["Jc"]),
        "card-not-held",
        ANY,
        ["Nora", "J♣"],
        id="discard-of-a-defender",
    ),
    pytest.param(
        "iowa",
        but(IOWA, exchange=["9h", "9d"], tricks=None, taken=[6, 0]),
        "card-not-held",
        at(seat=0),
        ["Nora", "9♥"],
        id="given-not-held",
    ),
    pytest.param(
        "iowa",
        but(IOWA, exchange=["9s", "9c"], tricks=None, taken=[6, 0]),
        "card-not-held",
        at(seat=2),
        ["Sue", "9♣"],
        id="partner-gave-not-held",
    ),
    pytest.param(
        "iowa",
        but(IOWA, tricks=[["9s"]], taken=[6, 0]),
        "card-not-held",
        at(0, 0, 0),
        ["Nora", "9♠"],
        id="played-though-given-away",
    ),
    pytest.param(
        "hasenpfeffer",
        but(WIDOW, tricks=[["9s"]], taken=[6, 0]),
        "card-not-held",
        at(0, 0, 0),
        ["Nora", "9♠"],
        id="played-though-laid-away",
    ),
    # bad-call
    pytest.param(
        "midwest",
        but(AUCTION, calls=["4", "3", "Pass", "Pass", "Pass"]),
        "bad-call",
        at(call=1, seat=1),
        ["Elias", "3", "4"],
        id="lower",
    ),
    pytest.param(
        "iowa",
        but(AUCTION, calls=["6", "Pass", "Pass", "4"], challenged=True),
        "bad-call",
        at(call=0, seat=0),
        ["6"],
        id="6-in-iowa",
    ),
    pytest.param(
        "midwest",
        but(AUCTION, calls=["PA", "Pass", "4", "Pass", "Pass", "Pass"]),
        "bad-call",
        at(call=0, seat=0),
        [],
        id="not-on-the-ladder",
    ),
    pytest.param("midwest", but(SCORE, bid="BP"), "bad-call", ANY, [], id="bid-not-on-the-ladder"),
    pytest.param("midwest", but(SCORE, bid="Pass"), "bad-call", ANY, [], id="a-pass-is-no-bid"),
    pytest.param(
        "hasenpfeffer-kitty",
        but(AUCTION, calls=["3", "Pass", "4", "Pass", "Pass", "Pass"], taken=[5, 0]),
        "bad-call",
        at(call=2, seat=2),
        ["Sue"],
        id="over-the-partner",
    ),
    # auction-incomplete, auction-over
    pytest.param(
        "midwest", but(AUCTION, calls=["4", "Pass", "Pass"]), "auction-incomplete", ANY, [], id="one-call-missing"
    ),
    pytest.param(
        "midwest",
        but(AUCTION, calls=["4", "Pass", "Pass", "Pass", "5"]),
        "auction-over",
        at(call=4, seat=0),
        ["5"],
        id="bid-after-the-end",
    ),
    # contract-mismatch
    pytest.param(
        "midwest", but(AUCTION, declarer=1, bid="4"), "contract-mismatch", ANY, ["Nora"], id="declarer-differs"
    ),
    pytest.param("midwest", but(AUCTION, declarer=0, bid="5"), "contract-mismatch", ANY, ["5", "4"], id="bid-differs"),
    pytest.param("midwest", but(AUCTION, side=1, bid="4"), "contract-mismatch", ANY, [], id="side-differs"),
    # missing-trump, bad-trump
    pytest.param("midwest", but(FULL, trump=None), "missing-trump", ANY, ["trump"], id="no-trump-named"),
    pytest.param(
        "midwest",
        but(FULL, trump=None, hands=None, tricks=[["Js"]], taken=[6, 0]),
        "missing-trump",
        ANY,
        [],
        id="one-card-played",
    ),
    pytest.param("midwest", but(AUCTION, trump="n"), "bad-trump", ANY, ["trump"], id="no-trump-in-midwest"),
    pytest.param("hasenpfeffer", but(SCORE, trump="N"), "bad-trump", ANY, ["trump"], id="no-trump-with-a-joker"),
    # bad-alone
    pytest.param("iowa", but(SCORE, challenged=True, alone=[0]), "bad-alone", ANY, ["alone"], id="not-in-iowa"),
    pytest.param(
        "classic-3", but(SCORE, dealer=0, taken=[8, 0, 0], alone=[0]), "bad-alone", ANY, [], id="without-partners"
    ),
    pytest.param("midwest", but(SCORE, alone=[2]), "bad-alone", ANY, ["Sue"], id="the-partner"),
    pytest.param("midwest", but(SCORE, alone=[1]), "bad-alone", ANY, ["Elias"], id="a-defender-only"),
    pytest.param("midwest", but(SCORE, alone=[0, 1]), "bad-alone", ANY, ["Elias"], id="a-second-one-in-midwest"),
    pytest.param("hasenpfeffer", but(SCORE, alone=[0, 2]), "bad-alone", ANY, ["Sue"], id="both-partners"),
    pytest.param("hasenpfeffer", but(SCORE, alone=[1, 0]), "bad-alone", ANY, [], id="declarer-second"),
    pytest.param("hasenpfeffer", but(SCORE, alone=[3]), "bad-alone", ANY, [], id="defender-without-the-declarer"),
    pytest.param("hasenpfeffer", but(SCORE, alone=[0, 1, 3]), "bad-alone", ANY, [], id="three-alone"),
    pytest.param("hasenpfeffer", but(SCORE, alone=[0, 0]), "bad-alone", ANY, [], id="himself-twice"),
    # bad-exchange
    pytest.param("midwest", but(SCORE, exchange=["9s", "9h"]), "bad-exchange", ANY, [], id="not-in-midwest"),
    pytest.param(
        "iowa",
        but(SCORE, bid="PA", challenged=True, exchange=["9s", "9h"]),
        "bad-exchange",
        ANY,
        ["Pepper Alone"],
        id="pepper-alone",
    ),
    pytest.param("iowa", but(SCORE, challenged=True, exchange=["9s"]), "bad-exchange", ANY, [], id="one-card"),
    pytest.param(
        "iowa", but(SCORE, challenged=True, exchange=["9s", "9h", "9d"]), "bad-exchange", ANY, [], id="three-cards"
    ),
    # bad-challenge, missing-challenge
    pytest.param("midwest", but(SCORE, challenged=True), "bad-challenge", ANY, [], id="not-in-midwest-challenged"),
    pytest.param("midwest", but(SCORE, challenged=False), "bad-challenge", ANY, [], id="not-in-midwest-conceded"),
    pytest.param("iowa", but(SCORE, challenged=False), "bad-challenge", ANY, [], id="conceded-with-taken"),
    pytest.param("iowa", but(IOWA, challenged=False), "bad-challenge", ANY, [], id="conceded-with-tricks"),
    pytest.param("iowa", SCORE, "missing-challenge", ANY, [], id="not-said-with-taken"),
    pytest.param("iowa", but(IOWA, challenged=None), "missing-challenge", ANY, [], id="not-said-with-tricks"),
    # revoke
    pytest.param(
        "midwest",
        but(FULL, tricks=[["Js", "9h", "9d", "9c"]], taken=[6, 0]),
        "revoke",
        at(0, 3, 3),
        ["Wes", "9♣", "J♣"],
        id="known-from-the-deal",
    ),
    pytest.param(
        "midwest",
        but(FULL, hands=None, tricks=[["Js", "9h", "9d", "9c"], ["As", "Th", "Td", "Jc"]], taken=[5, 1]),
        "revoke",
        at(0, 3, 3),
        ["Wes", "9♣", "J♣"],
        id="shown-by-a-later-play",
    ),
    pytest.param(
        "midwest",
        but(FULL, hands=[DEAL[0], DEAL[1], DEAL[2], []], tricks=[["Js", "9h", "9d", "9c"]], taken=[6, 0]),
        "revoke",
        at(0, 3, 3),
        ["Wes", "9♣", "spade"],
        id="the-last-hand-is-known-too",
    ),
    pytest.param(
        "midwest",
        but(FULL, hands=None, tricks=[["Ts", "9h", "9d", "Jc"], ["9c", "9s", "Th", "Td"], ["Kc"]], taken=[5, 1]),
        "revoke",
        at(1, 5, 0),
        ["Nora", "9♠", "K♣"],
        id="declarer-trumped-too-soon",
    ),
    # bad-trick
    pytest.param(
        "midwest",
        but(FULL, hands=None, tricks=trick(1, "As Th Td"), taken=[6, 0]),
        "bad-trick",
        ANY,
        ["4"],
        id="short-trick-in-the-middle",
    ),
    pytest.param(
        "iowa",
        but(IOWA, hands=None, tricks=[["Js", "9h", "Jc", "Qd"]], taken=[6, 0]),
        "bad-trick",
        ANY,
        ["3"],
        id="four-cards-of-three",
    ),
    pytest.param(
        "midwest",
        but(FULL, hands=None, tricks=[["Js", "9h", "9d", "Jc", "9s"]], taken=[6, 0]),
        "bad-trick",
        ANY,
        ["4"],
        id="five-cards",
    ),
    pytest.param(
        {"base": "classic-2", "hand": 2, "ladder": [{"token": "1", "need": 1, "stake": 1}]},
        {"dealer": 1, "calls": ["1"], "trump": "s", "tricks": [["As", "9s"], ["Ks", "9h"], ["Qs", "Th"]]},
        "bad-trick",
        ANY,
        ["2"],
        id="too-many-tricks",
    ),
    # tricks-mismatch
    pytest.param("midwest", but(SCORE, taken=[6, 1]), "tricks-mismatch", ANY, ["7", "6"], id="seven-of-six"),
    pytest.param("midwest", but(SCORE, taken=[2, 3]), "tricks-mismatch", ANY, ["5", "6"], id="five-of-six"),
    pytest.param("midwest", but(FULL, taken=[5, 1]), "tricks-mismatch", ANY, [], id="contradicts-the-tricks"),
    pytest.param(
        "midwest", but(FULL, tricks=TRICKS[:3], taken=[2, 4]), "tricks-mismatch", ANY, [], id="fewer-than-already-won"
    ),
    # missing-result
    pytest.param("midwest", but(SCORE, taken=None), "missing-result", ANY, [], id="neither"),
    pytest.param("midwest", but(AUCTION, taken=None), "missing-result", ANY, [], id="neither-with-calls"),
    pytest.param("midwest", but(FULL, tricks=TRICKS[:5]), "missing-result", ANY, [], id="five-tricks-and-no-taken"),
    pytest.param(
        "midwest", but(FULL, tricks=[*TRICKS[:5], TRICKS[5][:3]]), "missing-result", ANY, [], id="short-and-no-taken"
    ),
    pytest.param(
        "iowa", but(SCORE, challenged=True, taken=None), "missing-result", ANY, [], id="challenged-and-nothing-more"
    ),
]


@pytest.mark.parametrize(("rules", "record", "code", "place", "words"), CASES)
def test_exactly_this_finding(rules: Any, record: Any, code: str, place: dict[str, Any], words: list[str]) -> None:
    before = copy.deepcopy(record)
    given = answer(rules, record)
    assert codes(given) == [code], given["findings"]
    finding = given["findings"][0]
    assert finding["severity"] == "error"
    assert {key: finding[key] for key in place} == place
    named = check_hand(record, parse_rules(rules), names=NAMES)
    message = named.findings[0].message.replace("\ufe0e", "")
    check_message(message)
    for word in words:
        assert word.lower() in message.lower(), message
    assert not any(rank in message for rank in ("T♠", "T♥", "T♦", "T♣")), message
    assert record == before


def test_every_error_of_the_table_has_a_case() -> None:
    assert {case.values[2] for case in CASES} == ERRORS


NOT_RECORDS: list[Any] = [None, True, 5, "x", [], [{}], {}, {"dealer": 0}, {"rules": "iowa"}]


@pytest.mark.parametrize("record", NOT_RECORDS, ids=repr)
def test_no_record_at_all(record: Any) -> None:
    given = answer("midwest", record)
    assert given["ok"] is False and "bad-record" in codes(given)
    assert set(codes(given)) <= {"bad-record", "missing-result"}


FINE: list[Any] = [
    pytest.param("midwest", but(FULL, tricks=[*TRICKS[:3], TRICKS[3][:2]], taken=[6, 0]), id="short-last-trick"),
    pytest.param("midwest", but(FULL, tricks=[TRICKS[0][:1]], taken=[6, 0]), id="one-card-and-a-claim"),
    pytest.param("midwest", but(FULL, tricks=TRICKS[:2], taken=[6, 0]), id="a-claim"),
    pytest.param("midwest", but(FULL, taken=[6, 0]), id="taken-besides-the-tricks"),
    pytest.param("midwest", but(FULL, declarer=0, bid="4"), id="contract-besides-the-calls"),
    pytest.param("midwest", but(FULL, calls=None, declarer=0, bid="4"), id="contract-without-calls"),
    pytest.param("midwest", but(SCORE, trump="s"), id="trump-without-tricks"),
    pytest.param("midwest", but(AUCTION, trump=None), id="calls-and-no-trump"),
    pytest.param("midwest", but(SCORE, declarer=None, side=0), id="side-and-bid"),
    pytest.param("midwest", but(SCORE, bid="6"), id="6-is-little-pepper-in-midwest"),
    pytest.param("midwest", but(SCORE, alone=[0]), id="alone"),
    pytest.param("hasenpfeffer", but(SCORE, alone=[0, 1]), id="two-alone"),
    pytest.param("hasenpfeffer", but(SCORE, alone=[0, 3]), id="the-other-defender-alone"),
    pytest.param("iowa", but(SCORE, challenged=False, taken=None), id="conceded"),
    pytest.param("iowa", but(IOWA, challenged=False, tricks=None), id="conceded-with-the-deal-and-exchange"),
    pytest.param("iowa", but(IOWA, exchange=None), id="exchange-not-written-down"),
    pytest.param("iowa", but(IOWA, exchange=["Xx", "9d"]), id="exchange-half-known"),
    pytest.param("iowa", but(SCORE, bid="PA", challenged=True), id="pepper-alone-without-exchange"),
    pytest.param("hasenpfeffer", but(WIDOW, kitty=None), id="kitty-not-written-down"),
    pytest.param("hasenpfeffer", but(WIDOW, discard=None), id="discard-not-written-down"),
    pytest.param("hasenpfeffer", but(WIDOW, kitty=["Xx"], discard=["Xx"]), id="kitty-and-discard-unknown"),
    pytest.param("midwest", but(FULL, hands=[[], [], [], []]), id="no-hand-known"),
    pytest.param("midwest", but(FULL, hands=[["Xx"] * 6] * 4), id="no-card-known"),
    pytest.param("midwest", but(OUT, hands=DEAL), id="passed-out-with-the-deal"),
    pytest.param(
        "midwest", but(FULL, annotations={"3": ["[?] should have led trumps"], "c2": ["x"]}), id="annotations"
    ),
    pytest.param("midwest", {"dealer": 0, "void": "misdeal"}, id="void"),
    pytest.param("midwest", {"void": "misdeal"}, id="void-and-nothing-else"),
    pytest.param(
        "midwest", {"dealer": 1, "void": "dropped cards", "bid": "4", "trump": "n", "taken": [1, 0]}, id="void-half"
    ),
    pytest.param("midwest", but(FULL, void="misdeal", tricks=trick(0, "Js 9h 9d 9c")), id="void-with-a-revoke"),
    # A revoke is only a revoke when it is known: seat 3 may have no spade and no left bower.
    pytest.param(
        "midwest", but(FULL, hands=None, tricks=[["Js", "9h", "9d", "9c"]], taken=[6, 0]), id="nobody-can-tell"
    ),
]


@pytest.mark.parametrize(("rules", "record"), FINE)
def test_nothing_to_find(rules: str, record: Any) -> None:
    assert answer(rules, record)["findings"] == []


def test_side_in_place_of_a_declarer() -> None:
    """`side`: "score depth only, and then `declarer` is null in the result"."""
    result = answer("midwest", {"dealer": 3, "side": 1, "bid": "4", "taken": [1, 5]})["result"]
    assert result["declarer"] is None and result["depth"] == "score"
    assert result["points"] == [0, 5] and result["made"] is True and result["bid"] == "4"


def test_void_without_a_dealer_has_no_next_dealer() -> None:
    assert answer("midwest", {"void": "misdeal"})["result"]["next_dealer"] is None


def test_irregular() -> None:
    record = but(SCORE, ruling={"points": [1, 2], "reason": "cards were seen"})
    given = answer("midwest", record)
    assert given["ok"] is True and codes(given) == ["irregular"] and given["result"]["points"] == [1, 2]
    assert given["findings"][0]["severity"] == "warning"
    assert "cards were seen" in given["findings"][0]["message"]


FORMAT = ("bad-record", "bad-card")


@pytest.mark.parametrize(
    ("rules", "record", "code", "place", "words"), [case for case in CASES if case.values[2] not in FORMAT]
)
def test_a_ruling_turns_the_error_into_a_warning(rules: Any, record: Any, code: str, place: Any, words: Any) -> None:
    points = [3] + [-3] * (parse_rules(rules).sides - 1)
    given = answer(rules, record | {"ruling": {"points": points, "reason": "agreed"}})
    assert given["ok"] is True and sorted(codes(given)) == sorted([code, "irregular"])
    assert given["result"]["points"] == points


@pytest.mark.parametrize(
    ("rules", "record", "code", "place", "words"), [case for case in CASES if case.values[2] in FORMAT][::4]
)
def test_a_ruling_does_not_excuse_the_format(rules: Any, record: Any, code: str, place: Any, words: Any) -> None:
    if "ruling" not in record:
        record = record | {"ruling": {"points": [3] + [-3] * (parse_rules(rules).sides - 1), "reason": "agreed"}}
    assert code in codes(answer(rules, record), "error")


def test_all_errors_at_once_in_the_order_of_the_record() -> None:
    record = {
        "taken": [9, 9],
        "challenged": True,
        "exchange": ["9s", "9h"],
        "alone": [3],
        "trump": "n",
        "declarer": 1,
        "bid": "4",
        "calls": ["4", "Pass", "Pass", "Pass"],
        "hands": [["9s"] * 2, [], [], []],
        "dealer": 3,
        "colour": "red",
    }
    found = codes(answer("midwest", record))
    expected = {
        "duplicate-card",
        "wrong-hand-size",
        "contract-mismatch",
        "bad-trump",
        "bad-alone",
        "bad-exchange",
        "bad-challenge",
        "tricks-mismatch",
        "bad-record",
    }
    assert set(found) == expected
    assert len(found) == len(expected)
    ordered = [c for c in found if c not in ("bad-record", "duplicate-card")]
    assert ordered == [
        "wrong-hand-size",
        "contract-mismatch",
        "bad-trump",
        "bad-alone",
        "bad-exchange",
        "bad-challenge",
        "tricks-mismatch",
    ]


def test_two_revokes_are_two_findings() -> None:
    record = but(FULL, tricks=[["9s", "9h", "9d", "9c"], ["Ts", "Th", "Td", "Tc"]], taken=[6, 0])
    found = [(f["code"], f["trick"], f["play"], f["seat"]) for f in answer("midwest", record)["findings"]]
    assert found == [("revoke", 0, 3, 3), ("revoke", 1, 7, 3)]


def test_without_names_players_are_called_by_their_chairs() -> None:
    record = but(FULL, tricks=[["Js", "9h", "9d", "9c"]], taken=[6, 0])
    message = answer("midwest", record)["findings"][0]["message"]
    assert "West" in message and "seat" not in message.lower()


def test_every_preset_names_its_own_bids() -> None:
    """A call that is nowhere on the ladder is told with what would be right: one of the ladder's bids."""
    for name, rules in sim.PRESETS.items():
        taken = [rules["hand"]] + [0] * (sim.sides(rules) - 1)
        record = {"dealer": 0, "declarer": 0, "bid": "PA" if name != "iowa" else "BP", "taken": taken}
        if rules["challenge"]:
            record["challenged"] = True
        given = answer(name, record)
        assert codes(given) == ["bad-call"]
        assert rules["ladder"][0]["token"] in given["findings"][0]["message"]


@pytest.mark.parametrize(
    ("rules", "key", "place"),
    [("hasenpfeffer", "kitty", "kitty"), ("hasenpfeffer", "discard", "discard"), ("iowa", "exchange", "exchange")],
)
def test_a_card_that_is_no_text_is_told_with_its_place(rules: str, key: str, place: str) -> None:
    cards = [None, "9h"] if key == "exchange" else [None]
    record = AUCTION | {key: cards} | ({"challenged": True} if rules == "iowa" else {})
    given = answer(rules, record)
    assert codes(given) == ["bad-record"]
    assert place in given["findings"][0]["message"]
