"""Hands to walk through: the golden ones, and a few made to show one thing."""

from typing import Any

from scorekeeper.engine import PRESETS, Ruleset, check_hand
from tests.engine.helpers import read_lines

GOLDEN = [case for case in read_lines("hands.jsonl") if "tricks" in case["hand"]]

# docs/record.md, Full: West declares 3 in hearts, is challenged, and East sits out.
CHALLENGED: dict[str, Any] = {
    "dealer": 0,
    "hands": [
        ["Kh", "9h", "Qs", "Ad", "Kd", "Ac"],
        ["Jd", "As", "Td", "9d", "Kc", "Qc"],
        ["Th", "Js", "Ts", "Qd", "Jc", "9c"],
        ["Jh", "Ah", "Qh", "Ks", "9s", "Tc"],
    ],
    "calls": ["Pass", "2", "3", "Pass"],
    "trump": "h",
    "exchange": ["Tc", "Jd"],
    "challenged": True,
    "tricks": [
        ["Jh", "9h", "Th"],
        ["Jd", "Kh", "9c"],
        ["Ah", "Kd", "Qd"],
        ["Qh", "Ac", "Jc"],
        ["Ks", "Qs", "Ts"],
        ["9s", "Ad", "Js"],
    ],
}
# The same hand claimed after the third trick, with no deal known.
CLAIMED: dict[str, Any] = {
    "dealer": 0,
    "declarer": 3,
    "bid": "3",
    "trump": "h",
    "challenged": True,
    "tricks": CHALLENGED["tricks"][:3],
    "taken": [1, 5],
}
NAMES = ["Sam", "Eli", "Nora", "Wes"]


def kept(hand: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    """Return the canonical record of a hand that may be kept."""
    record = check_hand(hand, rules).record
    assert record is not None
    return record


def golden_records() -> list[tuple[str, Ruleset, dict[str, Any]]]:
    """Return name, rules and canonical record of every golden hand with tricks that may be kept."""
    return [
        (case["id"], PRESETS[case["rules"]], record)
        for case in GOLDEN
        if (record := check_hand(case["hand"], PRESETS[case["rules"]]).record) is not None
    ]
