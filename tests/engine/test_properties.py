"""Honest hands of every preset and of any house rules, whole or half forgotten, against the simulator."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import check_hand, parse_rules

from . import simulator as sim
from . import strategies as some
from .helpers import NEVER_EXCUSED, answer, codes, examples


@pytest.mark.parametrize("name", sim.PRESETS)
@examples(25)
@given(rng=some.seeds)
def test_presets_played_to_the_end(name: str, rng: Random) -> None:
    hand = sim.random_hand(sim.PRESETS[name], rng)
    given_answer = answer(name, hand.record)
    assert given_answer["findings"] == []
    assert given_answer["result"] == hand.expected


@examples(300)
@given(some.honest_hands(some.house_rules()))
def test_house_rules_played_to_the_end(case: Any) -> None:
    value, hand = case
    given_answer = answer(value, hand.record)
    assert given_answer["findings"] == []
    assert given_answer["result"] == hand.expected


@examples(500)
@given(some.weakened_hands())
def test_honest_players_are_never_accused(case: Any) -> None:
    """A record that tells only some of an honest hand is fine, and scores as the hand did."""
    value, _, record, expected = case
    given_answer = answer(value, record)
    assert given_answer["findings"] == []
    assert given_answer["result"] == expected


@examples(100)
@given(some.weakened_hands(), some.seeds)
def test_canonical_form(case: Any, rng: Random) -> None:
    """Every spelling has one canonical form; the form answers the same and is its own canonical form."""
    value, _, record, _ = case
    rules = parse_rules(value)
    plain, spelled = check_hand(record, rules), check_hand(some.misspell(rng, record), rules)
    assert plain.ok and spelled.ok
    assert plain.record is not None
    assert spelled.record == plain.record
    assert spelled.to_json() == plain.to_json()
    again = check_hand(plain.record, rules)
    assert again.record == plain.record
    assert again.to_json() == plain.to_json()


@examples(60)
@given(some.weakened_hands())
def test_checking_leaves_the_record_alone(case: Any) -> None:
    value, _, record, _ = case
    before = copy.deepcopy(record)
    check_hand(record, parse_rules(value))
    assert record == before


@examples(60)
@given(some.honest_hands())
def test_canonical_form_drops_passes_after_the_end(case: Any) -> None:
    """Passes recorded after the end are accepted and dropped (docs/rules.md, Auction)."""
    value, hand = case
    rules = parse_rules(value)
    record = hand.record | {"calls": hand.record["calls"] + ["Pass", "Pass"]}
    checked = check_hand(record, rules)
    assert checked.ok and checked.record is not None
    assert checked.record["calls"] == hand.record["calls"]


@examples(60)
@given(some.honest_hands(), st.lists(st.integers(-20, 20), min_size=4, max_size=4))
def test_a_ruling_replaces_the_points_and_nothing_else(case: Any, points: list[int]) -> None:
    value, hand = case
    ruled = points[: sim.sides(hand.rules)]
    record = hand.record | {"ruling": {"points": ruled, "reason": "agreed at the table"}}
    given_answer = answer(value, record)
    assert codes(given_answer) == ["irregular"]
    assert given_answer["result"] == hand.expected | {"points": ruled}


@examples(200)
@given(st.data())
def test_with_a_ruling_every_error_becomes_a_warning_but_two(data: st.DataObject) -> None:
    """ "With a ruling every error but bad-record and bad-card becomes a warning" (docs/record.md)."""
    value, hand = data.draw(some.honest_hands())
    record = data.draw(some.mutated(hand.record))
    record.pop("ruling", None)
    ruling = {"points": [0] * sim.sides(hand.rules), "reason": "agreed"}
    without, ruled = answer(value, record), answer(value, record | {"ruling": ruling})
    left = codes(ruled, "error")
    assert set(left) <= NEVER_EXCUSED
    assert sorted(left) == sorted(c for c in codes(without, "error") if c in NEVER_EXCUSED)
    if not left:
        assert ruled["ok"] and ruled["result"]["points"] == ruling["points"]
        excused = [f | {"severity": "error"} for f in ruled["findings"] if f["code"] != "irregular"]
        assert excused == without["findings"]


@examples(60)
@given(some.honest_hands(), st.text(min_size=1, max_size=10).filter(str.strip))
def test_void_hands_score_nothing_and_keep_the_dealer(case: Any, reason: str) -> None:
    value, hand = case
    given_answer = answer(value, hand.record | {"void": reason})
    assert given_answer["ok"] is True
    assert given_answer["result"]["points"] == [0] * sim.sides(hand.rules)
    assert given_answer["result"]["next_dealer"] == hand.record["dealer"]
