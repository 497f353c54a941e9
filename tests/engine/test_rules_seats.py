"""Sides, turn order, who sits out, the first lead and the deal's way round the table (docs/rules.md)."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.engine import PRESETS, contract_of, parse_rules

from . import simulator as sim
from .helpers import answer


def hand(**keys: Any) -> dict[str, Any]:
    """Return a score-depth record of a bid of 1, changed as asked."""
    return {"dealer": 0, "declarer": 0, "bid": "1", "trump": "s"} | keys


@pytest.mark.parametrize(
    ("name", "sides", "seats"),
    [
        ("midwest", 2, [[0, 2], [1, 3]]),  # side 0 is seats 0 and 2, side 1 is seats 1 and 3
        ("hasenpfeffer", 2, [[0, 2], [1, 3]]),
        ("classic-3", 3, [[0], [1], [2]]),  # without partners each seat is a side
        ("classic-2", 2, [[0], [1]]),
        ("cutthroat", 3, [[0], [1], [2]]),
    ],
)
def test_sides(name: str, sides: int, seats: list[list[int]]) -> None:
    rules = PRESETS[name]
    assert rules.sides == sides
    assert [list(rules.seats_of(side)) for side in range(sides)] == seats
    for side, members in enumerate(seats):
        for seat in members:
            assert rules.side_of(seat) == side
            partner = [s for s in members if s != seat]
            assert rules.partner_of(seat) == (partner[0] if partner else None)


LEADS = [
    # first_lead declarer
    ("midwest", 1, 3, [], 3, [3, 0, 1, 2]),
    ("midwest", 1, 3, [3], 3, [3, 0, 2]),  # the declarer plays without his partner
    ("classic-3", 0, 2, [], 2, [2, 0, 1]),
    ("classic-2", 0, 0, [], 0, [0, 1]),
    ("iowa", 2, 0, [], 0, [0, 1, 3]),  # challenged: the declarer's partner sits out
    ("hasenpfeffer-kitty", 2, 1, [1], 1, [1, 2, 0]),
    # hasenpfeffer: left of the dealer
    ("hasenpfeffer", 0, 3, [], 1, [1, 2, 3, 0]),
    ("hasenpfeffer", 3, 1, [], 0, [0, 1, 2, 3]),
    # hasenpfeffer: left of the one who plays alone
    ("hasenpfeffer", 0, 3, [3], 0, [0, 2, 3]),
    ("hasenpfeffer", 1, 0, [0], 1, [1, 3, 0]),
    ("hasenpfeffer-peppers", 1, 2, [2], 3, [3, 1, 2]),
    # hasenpfeffer: of two who play alone, the defender
    ("hasenpfeffer", 0, 3, [3, 0], 0, [0, 3]),
    ("hasenpfeffer", 0, 3, [3, 2], 2, [2, 3]),
    ("hasenpfeffer-peppers", 2, 0, [0, 3], 3, [3, 0]),
    ("hasenpfeffer-peppers", 2, 0, [0, 1], 1, [1, 0]),
]


@pytest.mark.parametrize(("name", "dealer", "declarer", "alone", "leader", "order"), LEADS)
def test_first_lead_and_turn_order(
    name: str, dealer: int, declarer: int, alone: list[int], leader: int, order: list[int]
) -> None:
    rules = PRESETS[name]
    taken = [rules.hand] + [0] * (rules.sides - 1)
    record = hand(dealer=dealer, declarer=declarer, alone=alone, taken=taken)
    if not alone:
        del record["alone"]
    if rules.challenge:
        record["challenged"] = True
    contract = contract_of(record, rules)
    assert contract is not None
    assert contract.leader == leader
    assert list(contract.active_seats) == order
    assert sim.first_leader(sim.PRESETS[name], dealer, declarer, alone) == leader
    assert contract.side == rules.side_of(declarer)


@pytest.mark.parametrize(
    ("dealer", "declarer", "order"),
    [
        (0, 1, [1, 2, 0]),  # left of the dealer is the declarer himself; seat 3 sits out
        (2, 1, [0, 1, 2]),  # seat 3 sits out, so the next active player left of the dealer leads
        (3, 2, [1, 2, 3]),  # seat 0 sits out
        (1, 0, [3, 0, 1]),  # seat 2 sits out
    ],
)
def test_dealer_left_skips_who_sits_out_after_a_challenge(dealer: int, declarer: int, order: list[int]) -> None:
    """First lead `dealer_left`: "the first active player left of the dealer" (docs/rules.md, First lead)."""
    rules = parse_rules({"base": "iowa", "first_lead": "dealer_left"})
    record = hand(dealer=dealer, declarer=declarer, challenged=True, taken=[3, 3])
    contract = contract_of(record, rules)
    assert contract is not None
    assert list(contract.active_seats) == order


@pytest.mark.parametrize(
    ("keys", "next_dealer"),
    [
        pytest.param({"taken": [3, 3]}, 0, id="played"),
        pytest.param({"void": "misdeal"}, 3, id="misdeal-same-dealer"),
        pytest.param({"void": "cards lay face up"}, 3, id="void-for-another-reason"),
        pytest.param({"calls": ["Pass"] * 4, "declarer": None, "bid": None, "trump": None}, 0, id="passed-out"),
    ],
)
def test_the_deal_moves_one_seat_clockwise(keys: dict[str, Any], next_dealer: int) -> None:
    record = {key: value for key, value in hand(dealer=3, **keys).items() if value is not None}
    assert answer("midwest", record)["result"]["next_dealer"] == next_dealer


def test_the_deal_moves_on_after_a_concession() -> None:
    assert answer("iowa", hand(dealer=2, challenged=False))["result"]["next_dealer"] == 3


@pytest.mark.parametrize(("name", "players"), [("classic-3", 3), ("classic-2", 2), ("cutthroat", 3), ("iowa", 4)])
def test_the_deal_goes_round(name: str, players: int) -> None:
    for dealer in range(players):
        given = answer(name, {"dealer": dealer, "calls": ["Pass"] * players})
        assert given["result"]["next_dealer"] == (dealer + 1) % players
