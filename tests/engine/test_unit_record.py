"""What a record says stays said when it is written again (docs/record.md, The hand record)."""

from typing import Any

import pytest

from scorekeeper.engine import PRESETS, check_hand

RULING = {"points": [0, 3], "reason": "agreed"}


@pytest.mark.parametrize(
    "hand",
    [
        {"dealer": 2, "calls": [], "ruling": RULING},
        {"dealer": 2, "calls": ["pass"], "ruling": RULING},
        {"dealer": 2, "calls": ["4", "3", "Pass", "5"], "declarer": 3, "bid": "5", "taken": [6, 6], "ruling": RULING},
        {"void": "misdeal"},
        {"void": "misdeal", "dealer": 1, "calls": [], "tricks": []},
    ],
)
def test_what_was_kept_may_be_kept_again(hand: dict[str, Any]) -> None:
    first = check_hand(hand, PRESETS["iowa"])
    assert first.ok
    second = check_hand(first.record, PRESETS["iowa"])
    assert second.ok
    assert second.record == first.record
    assert second.to_json() == first.to_json()
