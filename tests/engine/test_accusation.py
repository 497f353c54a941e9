"""Who is accused of a revoke, held against every way the unknown cards can lie.

A player may be accused only if no way of the cards makes all his plays legal, and then he is (docs/record.md,
Incomplete knowledge: "An honest player is never accused").
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from . import simulator as sim
from . import strategies as some
from . import worlds
from .helpers import answer, codes, examples

MOST_WORLDS = 1500
# Where most is unknown: cards change hands before the play.
SWAPPING = st.sampled_from([(name, sim.PRESETS[name]) for name in ("iowa", "hasenpfeffer", "hasenpfeffer-kitty")])


def hide(rng: Random, record: sim.Record, rules: sim.Rules, swaps: bool) -> sim.Record:
    """Return the record with so much forgotten that all worlds can still be tried."""
    for _ in range(30):
        hidden = some.forget(rng, record)
        if worlds.count(rules, hidden, swaps) <= MOST_WORLDS:
            return hidden
    return record


def swaps_in(rules: sim.Rules, token: str) -> bool:
    """Return whether declarer and partner exchanged a card before this hand's play."""
    return bool(rules["exchange"] and sim.rung_of(rules, token)["exchange"])


@st.composite
def doubtful_hands(draw: st.DrawFn) -> tuple[Any, sim.Rules, sim.Record, int, bool]:
    """Return a played hand with careless players and forgotten cards: value, rules, record, declarer, exchanged."""
    value, rules = draw(st.one_of(some.presets(), SWAPPING, some.house_rules(smallest=True), some.house_rules()))
    rng = draw(some.seeds)
    chance = draw(st.sampled_from([0.0, 0.1, 0.4, 1.0]))
    hand = sim.random_hand(rules, rng, revoke_chance=chance, must_play=True)
    swaps = swaps_in(rules, hand.expected["bid"])
    record = hide(rng, hand.record, rules, swaps)
    if rules["hand"] > 1 and draw(st.booleans()):
        kept = draw(st.integers(1, rules["hand"] - 1))
        record["tricks"] = record["tricks"][:kept]
        record["taken"] = hand.expected["tricks"]
    return value, rules, record, hand.expected["declarer"], swaps


def places(given_answer: dict[str, Any]) -> list[Any]:
    """Return the findings without their messages, which may tell more where more is known."""
    keys = ("code", "trick", "play", "seat")
    return [tuple(finding[key] for key in keys) for finding in given_answer["findings"]]


@examples(600)
@given(doubtful_hands())
def test_accused_exactly_when_no_world_excuses(case: Any) -> None:
    value, rules, record, declarer, swaps = case
    verdict = worlds.accused(rules, record, declarer, swaps)
    given_answer = answer(value, record)
    assert set(codes(given_answer)) <= {"revoke"}, given_answer["findings"]
    found = [(f["trick"], f["seat"]) for f in given_answer["findings"]]
    assert {seat for _, seat in found} == set(verdict.fewest)
    assert verdict.sure <= set(found)
    for seat, fewest in verdict.fewest.items():
        assert sum(1 for _, accused in found if accused == seat) <= fewest
    event(f"{len(verdict.fewest)} accused")


@pytest.mark.parametrize("name", sim.PRESETS)
@examples(15)
@given(rng=some.seeds)
def test_with_the_deal_every_revoke_is_found_and_placed(name: str, rng: Random) -> None:
    """With a known hand, exchange and discard are applied before play (docs/record.md)."""
    rules = sim.PRESETS[name]
    hand = sim.random_hand(rules, rng, revoke_chance=0.3, must_play=True)
    _, tricks = worlds.plays_by_seat(rules, hand.record, hand.expected["declarer"])
    planted = {
        (number, seat)
        for seat in hand.active
        for number in worlds.revoked_in(tricks, seat, hand.holdings[seat], hand.record["trump"])
    }
    given_answer = answer(name, hand.record)
    assert {(f["trick"], f["seat"]) for f in given_answer["findings"]} == planted
    assert set(codes(given_answer)) <= {"revoke"}
    for finding in given_answer["findings"]:
        before = sum(map(len, hand.record["tricks"][: finding["trick"]]))
        place = tricks[finding["trick"]]["seats"].index(finding["seat"])
        assert finding["play"] == before + place


@pytest.mark.parametrize("name", sim.PRESETS)
@examples(15)
@given(rng=some.seeds)
def test_without_the_deal_later_plays_show_the_revoke(name: str, rng: Random) -> None:
    """Who did not follow in trick 2 and plays a card of that suit in trick 4 has revoked in trick 2."""
    rules = sim.PRESETS[name]
    hand = sim.random_hand(rules, rng, revoke_chance=0.3, must_play=True)
    record = {key: hand.record[key] for key in hand.record if key not in ("hands", "kitty", "discard", "exchange")}
    plays, tricks = worlds.plays_by_seat(rules, record, hand.expected["declarer"])
    shown = {
        (number, seat)
        for seat in hand.active
        for number in worlds.revoked_in(tricks, seat, plays[seat], record["trump"])
    }
    assert len(record["tricks"]) == rules["hand"]
    assert {(f["trick"], f["seat"]) for f in answer(name, record)["findings"]} == shown


@pytest.mark.parametrize("name", [name for name in sim.PRESETS if name != "classic-2"])
@examples(15)
@given(rng=some.seeds)
def test_the_last_hand_is_known_when_all_others_are(name: str, rng: Random) -> None:
    """Where all other cards are known, the last hand is known too: in every preset that deals all cards."""
    rules = sim.PRESETS[name]
    assert rules["players"] * rules["hand"] + rules["kitty"] == len(sim.deck(rules))
    hand = sim.random_hand(rules, rng, revoke_chance=0.3, must_play=True)
    kept = rng.randint(1, rules["hand"] - 1)
    cut = {"tricks": hand.record["tricks"][:kept], "taken": hand.expected["tricks"]}
    whole = hand.record | cut
    unknown = rng.randrange(rules["players"])
    fewer = whole | {"hands": [[] if seat == unknown else cards for seat, cards in enumerate(whole["hands"])]}
    assert places(answer(name, fewer)) == places(answer(name, whole))


@pytest.mark.parametrize("name", sim.PRESETS)
@examples(10)
@given(rng=some.seeds)
def test_cards_swapped_between_two_hands_were_not_held(name: str, rng: Random) -> None:
    """Two players' cards of the last trick written down the wrong way round: neither can hold what he "played"."""
    rules = sim.PRESETS[name]
    hand = sim.random_hand(rules, rng, must_play=True)
    record = hand.record | {"tricks": [list(cards) for cards in hand.record["tricks"]]}
    _, tricks = worlds.plays_by_seat(rules, record, hand.expected["declarer"])
    last = record["tricks"][-1]
    one, two = rng.sample(range(len(last)), 2)
    last[one], last[two] = last[two], last[one]
    found = {(f["trick"], f["seat"]) for f in answer(name, record)["findings"] if f["code"] == "card-not-held"}
    assert found == {(len(tricks) - 1, tricks[-1]["seats"][one]), (len(tricks) - 1, tricks[-1]["seats"][two])}


def test_an_exchange_that_explains_the_cards_comes_first() -> None:
    """West's last queen can only have come from East, so he held it when clubs were led; he played nothing he had not.

    An unknown exchange "excuses whatever one legal choice of it explains" (docs/record.md, Incomplete knowledge).
    """
    record = {
        "dealer": 2,
        "hands": [
            ["Ad", "Jc", "9d", "9c", "9h", "Kc"],
            ["Kh", "Tc", "Ah", "Qc", "Jh", "Qh"],
            ["Qs", "9s", "Kd", "Ks", "Jd", "Ac"],
            ["Xx", "Xx", "Xx", "Xx", "Xx", "Xx"],
        ],
        "calls": ["PH", "Pass", "Pass", "Pass"],
        "trump": "h",
        "challenged": True,
        "tricks": [
            ["Qd", "Ad", "Kd"],
            ["Kc", "Ac", "Td"],
            ["Jd", "Th", "9d"],
            ["Ks", "As", "Jc"],
            ["Js", "9c", "Qs"],
            ["9s", "Qc", "9h"],
        ],
    }
    assert places(answer("iowa", record)) == [("revoke", 1, 5, 3), ("revoke", 2, 8, 0)]
