"""Golden records: hands and games with the answers the rules give. The engine must agree with every one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.engine import PRESETS, answer_game, answer_hand, answer_line

from .helpers import check_findings, check_shape, codes, read_lines

CASES = read_lines("hands.jsonl")
GAMES = read_lines("games.jsonl")


def disagreements(case: dict[str, Any], given: dict[str, Any]) -> list[str]:
    """Return what differs between the answer and what the case expects, a line each."""
    expect, found = case["expect"], []
    if given["ok"] is not expect["ok"]:
        found.append(f"ok is {given['ok']}")
    for key, value in expect.get("result", {}).items():
        if given["result"] is None or given["result"][key] != value:
            found.append(f"{key} is {given['result'] and given['result'][key]}, not {value}")
    for code in expect.get("codes", []):
        if code not in codes(given):
            found.append(f"no {code} among {codes(given)}")
    if "at" in expect:
        places = [{key: f[key] for key in expect["at"]} for f in given["findings"] if f["code"] == "revoke"]
        if expect["at"] not in places:
            found.append(f"revoke at {places}, not {expect['at']}")
    return found


def test_all_golden_hands_are_here() -> None:
    assert len(CASES) == 629
    assert {case["rules"] for case in CASES} == set(PRESETS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden_hand(case: dict[str, Any]) -> None:
    given = answer_hand({"id": case["id"], "rules": case["rules"], "hand": case["hand"]})
    check_shape(given)
    assert given["id"] == case["id"]
    assert disagreements(case, given) == []


@pytest.mark.parametrize("kind", sorted({case["id"].split("/")[1] for case in CASES}))
def test_golden_faults_bring_no_other_accusations(kind: str) -> None:
    """A planted fault of one kind never makes the engine accuse somebody of holding back or of cheating besides."""
    allowed = {
        "revoke": {"revoke"},
        "revoke-no-deal": {"revoke"},
        "revoke-ruled": {"revoke"},
        "not-held": {"card-not-held", "revoke", "duplicate-card"},
        "duplicate": {"duplicate-card", "card-not-held", "revoke"},
    }.get(kind, set())
    for case in CASES:
        if case["id"].split("/")[1] == kind:
            given = answer_hand({"id": 0, "rules": case["rules"], "hand": case["hand"]})
            assert set(codes(given)) & {"revoke", "card-not-held"} <= allowed, case["id"]


def test_lines_answer_as_envelopes_do() -> None:
    for number, case in enumerate(CASES[::7], start=1):
        envelope = {key: case[key] for key in ("id", "rules", "hand")}
        assert answer_line(json.dumps(envelope), number) == answer_hand(envelope)


@pytest.mark.parametrize("case", GAMES, ids=lambda case: case["id"])
def test_golden_game(case: dict[str, Any]) -> None:
    given = answer_game({"id": case["id"], "game": case["game"]})
    assert {key: given[key] for key in case["expect"]} == case["expect"]
    assert given["ok"] is True
    check_findings(given["findings"])
    assert len(given["hands"]) == len(case["game"]["deals"])
    assert all(hand["ok"] for hand in given["hands"])
