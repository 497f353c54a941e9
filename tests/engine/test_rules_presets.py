"""The eleven presets, key by key, and their way to JSON and back (docs/rules.md, Presets)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.engine import PRESETS, parse_rules, rules_to_json

from . import simulator as sim
from . import strategies as some
from .helpers import examples


def as_dict(rules: Any) -> dict[str, Any]:
    """Return an engine ruleset as the simulator writes rules down."""
    found = {key: getattr(rules, "set_" if key == "set" else key) for key in sim.PRESETS["iowa"] if key != "ladder"}
    return found | {"ladder": [sim.rung(r.token, r.need, r.stake, r.mark, r.exchange) for r in rules.ladder]}


def test_the_presets_stand_in_the_order_of_the_table() -> None:
    assert list(PRESETS) == list(sim.PRESETS)


@pytest.mark.parametrize("key", sim.PRESETS["iowa"])
@pytest.mark.parametrize("name", sim.PRESETS)
def test_every_cell_of_the_table(name: str, key: str) -> None:
    assert as_dict(PRESETS[name])[key] == sim.PRESETS[name][key]


@pytest.mark.parametrize("name", sim.PRESETS)
def test_a_preset_by_name(name: str) -> None:
    assert parse_rules(name) == PRESETS[name]
    assert parse_rules({"base": name}) == PRESETS[name]
    assert rules_to_json(PRESETS[name]) == name


@examples(150)
@given(some.house_rules())
def test_house_rules_change_what_they_say_and_nothing_else(case: Any) -> None:
    value, rules = case
    parsed = parse_rules(value)
    assert as_dict(parsed) == rules
    written = json.loads(json.dumps(rules_to_json(parsed)))
    assert parse_rules(written) == parsed
    if isinstance(written, dict):
        assert written["base"] in sim.PRESETS


def test_a_rung_may_leave_out_mark_and_exchange() -> None:
    """`mark` null and `exchange` true when left out (docs/rules.md, A ruleset's keys)."""
    parsed = parse_rules({"base": "iowa", "ladder": [{"token": "1", "need": 1, "stake": 2}]})
    assert [(r.token, r.need, r.stake, r.mark, r.exchange) for r in parsed.ladder] == [("1", 1, 2, None, True)]


def test_house_rules_may_have_a_name() -> None:
    assert parse_rules({"base": "iowa", "name": "Friday table"}).name == "Friday table"
