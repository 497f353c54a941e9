"""Whatever comes in, an answer goes out: no exception, documented keys, plain JSON, indices in range."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import (
    RulesetError,
    answer_game,
    answer_hand,
    answer_line,
    check_game,
    check_hand,
    parse_rules,
    rules_to_json,
)

from . import simulator as sim
from . import strategies as some
from .helpers import answer, check_findings, check_shape, codes, examples

GAME_KEYS = {"id", "ok", "findings", "hands", "scores", "over", "winners", "next_dealer"}


def check_ranges(given_answer: dict[str, Any], rules: sim.Rules, record: Any) -> None:
    """Assert that every index of a finding points at something in the record."""
    for finding in given_answer["findings"]:
        if finding["seat"] is not None:
            assert finding["seat"] < rules["players"], finding
        if finding["trick"] is not None:
            assert finding["trick"] < len(record["tricks"]), finding
        if finding["play"] is not None and all(isinstance(cards, list) for cards in record["tricks"]):
            assert finding["play"] < sum(map(len, record["tricks"])), finding
            before = sum(map(len, record["tricks"][: finding["trick"]]))
            assert before <= finding["play"] < before + len(record["tricks"][finding["trick"]]), finding
        if finding["call"] is not None:
            # An auction that stops too early points at the call that is missing.
            missing = finding["code"] == "auction-incomplete"
            assert finding["call"] < len(record["calls"]) + missing, finding


@examples(500)
@given(st.data())
def test_mutated_records(data: st.DataObject) -> None:
    value, hand = data.draw(some.honest_hands())
    record = data.draw(some.mutated(hand.record))
    given_answer = answer(value, record)
    check_ranges(given_answer, hand.rules, record)
    assert not set(codes(given_answer, "error")) & {"bad-dealer", "game-over", "irregular"}


@examples(300)
@given(st.data())
def test_every_door_gives_the_same_answer(data: st.DataObject) -> None:
    """A record checked by itself, in an envelope and in a line of text is answered alike, honest or not."""
    value, _, honest, _ = data.draw(some.weakened_hands())
    record = some.misspell(data.draw(some.seeds), honest)
    if data.draw(st.booleans()):
        record = data.draw(some.mutated(record))
    envelope = {"id": "x", "rules": value, "hand": record}
    alone = check_hand(record, parse_rules(value)).to_json()
    assert answer(value, record) == {"id": "x"} | alone
    assert answer_line(json.dumps(envelope), 1) == {"id": "x"} | alone


@examples(100)
@given(some.presets(), some.wild_records | some.any_json)
def test_wild_records(case: Any, record: Any) -> None:
    answer(case[0], record)


@examples(100)
@given(some.any_json)
def test_wild_envelopes(envelope: Any) -> None:
    given_answer = answer_hand(envelope)
    check_shape(given_answer)
    assert given_answer["ok"] is False and "bad-record" in codes(given_answer)


def refusal(value: Any) -> tuple[str, ...]:
    """Return the sentences with which a ruleset is refused, none when it is not."""
    try:
        parse_rules(value)
    except RulesetError as error:
        return error.sentences or ("refused without a reason",)
    return ()


@examples(100)
@given(
    some.any_json, st.dictionaries(st.text(max_size=6) | st.sampled_from(["target", "hand", "ladder"]), some.any_json)
)
def test_wild_rules(value: Any, changes: Any) -> None:
    for rules in (value, {"base": "iowa"} | changes):
        sentences = refusal(rules)
        given_answer = answer(rules, {"dealer": 0, "void": "misdeal"})
        assert given_answer["ok"] is (not sentences)
        assert set(codes(given_answer)) <= {"bad-record"}
        assert all(isinstance(sentence, str) and len(sentence) > 10 for sentence in sentences)
        assert "refused without a reason" not in sentences


@examples(100)
@given(st.data())
def test_mutated_rules_are_refused_or_work(data: st.DataObject) -> None:
    value, _ = data.draw(some.house_rules())
    value = data.draw(some.mutated(value))
    if not refusal(value):
        rules = parse_rules(value)
        assert parse_rules(rules_to_json(rules)) == rules
        assert check_hand({"dealer": 0, "void": "misdeal"}, rules).ok


@examples(100)
@given(st.text() | some.any_json.map(json.dumps))
def test_wild_lines(text: str) -> None:
    given_answer = answer_line(text, 7)
    check_shape(given_answer)
    assert given_answer["ok"] is False


@pytest.mark.parametrize(
    "text", ["", "nonsense", "{", '{"id": 1', "NaN,", "[1] 2", '{"id": 1} x', "\ufeff{", "[" * 100_000]
)
def test_a_line_that_is_no_json(text: str) -> None:
    """A line that is no JSON answers with its number and bad-record (docs/record.md)."""
    given_answer = answer_line(text, 3)
    assert given_answer["id"] is None and given_answer["line"] == 3
    assert given_answer["ok"] is False and given_answer["result"] is None
    assert codes(given_answer) == ["bad-record"]
    check_shape(given_answer)


@pytest.mark.parametrize("number", ["1e400", "NaN", "Infinity", "9" * 5000])
def test_numbers_beyond_measure(number: str) -> None:
    """Numbers that JSON cannot write back are refused, not echoed."""
    for text in (
        f'{{"id": 1, "rules": "iowa", "hand": {{"dealer": {number}}}}}',
        f'{{"id": {number}, "rules": "iowa", "hand": {{"dealer": 0, "void": "misdeal"}}}}',
        f'{{"id": 1, "rules": {{"base": "iowa", "target": {number}}}, "hand": {{"dealer": 0, "void": "misdeal"}}}}',
    ):
        try:
            json.dumps(answer_line(text, 1), allow_nan=False)
        except ValueError:
            # The id is the caller's own; only a number no JSON can hold may be repeated to him.
            assert f'"id": {number}' in text and not number.isdigit()


def test_deep_nesting() -> None:
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    for record in (
        deep,
        {"dealer": deep},
        {"dealer": 0, "hands": deep, "void": "misdeal"},
        {"dealer": 0, "annotations": deep},
    ):
        assert answer_hand({"id": 1, "rules": "iowa", "hand": record})["ok"] is False
    assert answer_hand({"id": 1, "rules": deep, "hand": {}})["ok"] is False


@pytest.mark.parametrize(
    "hand",
    [
        {"dealer": float("nan")},
        {"dealer": 0, 5: "x"},
        {"dealer": 0, "void": "misdeal", "taken": (1, 2)},
        {"dealer": 0, "hands": {"a": 1}},
        {"dealer": 0, "tricks": [["J\ud800"]]},
        {"dealer": 0, "calls": ["\x00"]},
    ],
)
def test_python_values_that_are_no_json(hand: Any) -> None:
    given_answer = answer_hand({"id": 1, "rules": "midwest", "hand": hand})
    assert given_answer["ok"] is False
    json.dumps(given_answer, allow_nan=False)


# --- games ----------------------------------------------------------------------------------------------------------


def check_game_shape(given_answer: dict[str, Any], deals: Any) -> None:
    """Assert the documented keys of a game's answer, and that it is ok when it and all its hands are."""
    assert set(given_answer) - {"line"} == GAME_KEYS
    assert json.loads(json.dumps(given_answer, allow_nan=False)) == given_answer
    check_findings(given_answer["findings"])
    assert type(given_answer["over"]) is bool and given_answer["over"] == bool(given_answer["winners"])
    for hand in given_answer["hands"]:
        check_shape({"id": None} | hand)
    errors = [f for f in given_answer["findings"] if f["severity"] == "error"]
    assert given_answer["ok"] is (not errors and all(hand["ok"] for hand in given_answer["hands"]))
    if isinstance(deals, list) and not errors:
        assert len(given_answer["hands"]) == len(given_answer["scores"]) == len(deals)


@examples(60)
@given(st.data())
def test_mutated_games(data: st.DataObject) -> None:
    value, rules = data.draw(some.presets())
    hands, _, _ = sim.random_game(rules, data.draw(some.seeds), longest=3)
    game = {
        "format": "pepper-game",
        "version": 1,
        "rules": value,
        "players": ["A", "B", "C", "D"][: rules["players"]],
        "first_dealer": hands[0].record["dealer"],
        "deals": [hand.record for hand in hands],
    }
    game = data.draw(some.mutated(game))
    check_game_shape(answer_game({"id": 1, "game": game}), game.get("deals"))


@examples(100)
@given(some.any_json)
def test_wild_games(game: Any) -> None:
    for envelope in (game, {"id": 1, "game": game}):
        given_answer = answer_game(envelope)
        check_game_shape(given_answer, None)
        assert given_answer["ok"] is False and "bad-record" in codes(given_answer)
    assert check_game(game).ok is False


@pytest.mark.parametrize("text", ["", "{", "nope"])
def test_a_game_line_that_is_no_json(text: str) -> None:
    given_answer = answer_line(text, 4, answer_game)
    assert given_answer["ok"] is False and given_answer["id"] is None and given_answer["line"] == 4
    assert codes(given_answer) == ["bad-record"]
