"""What every test of the engine asks of an answer, whatever the hand (docs/record.md, Answers).

Knows the engine's public face and the record's documented keys and codes. Must not know how the engine works inside.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.engine import answer_hand

HANDS = Path(__file__).parent / "hands"

RESULT_KEYS = {
    "depth",
    "declarer",
    "bid",
    "need",
    "stake",
    "trump",
    "passed_out",
    "conceded",
    "void",
    "made",
    "tricks",
    "trick_winners",
    "points",
    "next_dealer",
}
FINDING_KEYS = {"code", "severity", "message", "trick", "play", "seat", "call"}
WARNINGS = {"bad-dealer", "game-over", "irregular"}
ERRORS = {
    "bad-record",
    "bad-card",
    "duplicate-card",
    "wrong-hand-size",
    "card-not-held",
    "bad-call",
    "auction-incomplete",
    "auction-over",
    "contract-mismatch",
    "missing-trump",
    "bad-trump",
    "bad-alone",
    "bad-exchange",
    "bad-challenge",
    "missing-challenge",
    "revoke",
    "bad-trick",
    "tricks-mismatch",
    "missing-result",
}
NEVER_EXCUSED = {"bad-record", "bad-card"}


def examples(count: int) -> Callable[[Any], Any]:
    """Return a decorator for a property tried with `count` examples, and with many times more in the soak run.

    There it takes the mark that lets it run, so that one test serves both.
    """
    soak = settings.get_current_profile_name() == "soak"
    health = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    chosen = settings(max_examples=count * 15 if soak else count, deadline=None, suppress_health_check=health)

    def decorate(test: Any) -> Any:
        return pytest.mark.soak(chosen(test)) if soak else chosen(test)

    return decorate


def read_lines(name: str) -> list[dict[str, Any]]:
    """Return the golden cases of one JSON Lines file."""
    return [json.loads(line) for line in (HANDS / name).read_text(encoding="utf-8").splitlines()]


def answer(rules: Any, hand: Any) -> dict[str, Any]:
    """Return the answer for one hand, after checking that it has the documented shape."""
    given = answer_hand({"id": "x", "rules": rules, "hand": hand})
    assert given["id"] == "x"
    check_shape(given)
    return given


def check_shape(given: dict[str, Any]) -> None:
    """Assert what holds for every answer to a hand: keys, codes, severities, unique findings, plain JSON."""
    assert set(given) == {"id", "ok", "result", "findings"} | ({"line"} if "line" in given else set())
    assert json.loads(json.dumps(given, allow_nan=False)) == given
    check_findings(given["findings"])
    errors = [f for f in given["findings"] if f["severity"] == "error"]
    assert given["ok"] is (not errors)
    assert (given["result"] is not None) is given["ok"]
    if given["result"] is not None:
        check_result(given["result"])
        if not given["findings"]:
            check_nothing_played(given["result"])


def check_findings(findings: list[dict[str, Any]]) -> None:
    """Assert that findings have the documented keys and codes, sentences, sane indices, and are each there once."""
    for finding in findings:
        assert set(finding) == FINDING_KEYS
        assert finding["code"] in ERRORS | WARNINGS
        assert finding["severity"] in ("error", "warning")
        if finding["code"] in WARNINGS:
            assert finding["severity"] == "warning"
        assert isinstance(finding["message"], str) and len(finding["message"]) > 10
        for key in ("trick", "play", "seat", "call"):
            assert finding[key] is None or (type(finding[key]) is int and finding[key] >= 0), finding
        if finding["play"] is not None:
            assert finding["trick"] is not None, finding
    keyed = [json.dumps(f, sort_keys=True) for f in findings]
    assert len(set(keyed)) == len(keyed), findings


def check_message(message: str) -> None:
    """Assert that a message is text for a person: no Python, no braces left from a template."""
    assert isinstance(message, str) and message.strip() == message and len(message) > 10, message
    for raw in ("None", "True", "False", "Traceback", "<class", "Suit.", "Card(", "frozenset", "%(", "  "):
        assert raw not in message, message


def check_result(result: dict[str, Any]) -> None:
    """Assert the documented keys of a result and their types."""
    assert set(result) == RESULT_KEYS
    assert type(result["passed_out"]) is bool and type(result["conceded"]) is bool
    assert result["depth"] in (None, "score", "auction", "full")
    assert isinstance(result["points"], list) and all(type(p) is int for p in result["points"])


def check_nothing_played(result: dict[str, Any]) -> None:
    """Assert that a hand passed out, conceded or void has nothing of the play in its result."""
    if result["passed_out"] or result["conceded"] or result["void"] is not None:
        assert result["made"] is None and result["tricks"] is None and result["trick_winners"] is None


def codes(given: dict[str, Any], severity: str | None = None) -> list[str]:
    """Return the codes of an answer's findings in order, of one severity or of both."""
    return [f["code"] for f in given["findings"] if severity in (None, f["severity"])]
