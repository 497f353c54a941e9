"""The fast path against the readable engine: it says the same or nothing, and clean records it answers.

Knows the simulator's hands, whole and half forgotten, and every way to spoil one. The readable engine is right here:
whether it is, the other tests ask.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import PRESETS, Ruleset, answer_hand, answers, check_hand, parse_rules
from scorekeeper.engine.fast import quick_answer, tables

from . import simulator as sim
from . import strategies as some
from .helpers import examples, read_lines

Record = dict[str, Any]


def agree(hand: Any, rules: Ruleset) -> bool:
    """Assert that the fast path says just what the readable engine says, or nothing. Return whether it said it."""
    before = json.dumps(hand)
    quick = quick_answer(hand, rules)
    assert json.dumps(hand) == before
    if quick is None:
        return False
    assert json.dumps(quick) == json.dumps(check_hand(hand, rules).to_json()), hand
    return True


# --- clean records: all of them are answered ------------------------------------------------------------------------


def clean_records(hand: sim.Played) -> Iterator[Record]:
    """Yield the fullest record of a hand and the shorter ones in which nothing is unusual."""
    yield hand.record
    expected, bare = hand.expected, {key: hand.record[key] for key in hand.record if key not in ("hands", "kitty")}
    yield bare
    if expected["declarer"] is None:
        return
    contract = {"declarer": expected["declarer"], "bid": expected["bid"]}
    yield hand.record | contract
    yield {key: value for key, value in hand.record.items() if key != "calls"} | contract
    if "discard" in bare:
        yield {key: value for key, value in bare.items() if key != "discard"}
        if "exchange" not in bare:
            yield {key: value for key, value in hand.record.items() if key != "discard"}
    if "exchange" in bare:
        yield {key: value for key, value in bare.items() if key != "exchange"}
    short = {key: value for key, value in bare.items() if key != "tricks"}
    if expected["tricks"] is not None:
        yield hand.record | {"taken": expected["tricks"]}
        short["taken"] = expected["tricks"]
    yield short
    yield {key: value for key, value in hand.record.items() if key != "tricks"} | short
    score = {key: value for key, value in short.items() if key not in ("calls", "discard", "exchange")} | contract
    yield score
    del score["trump"]
    yield score


@pytest.mark.parametrize("name", PRESETS)
def test_clean_records_of_presets_are_answered(name: str) -> None:
    rng = Random(name)
    for _ in range(60):
        for record in clean_records(sim.random_hand(sim.PRESETS[name], rng)):
            assert agree(record, PRESETS[name]), record


@examples(150)
@given(some.honest_hands(some.house_rules()))
def test_clean_records_of_house_rules_are_answered(case: Any) -> None:
    value, hand = case
    for record in clean_records(hand):
        assert agree(record, parse_rules(value)), record


UNUSUAL = {"spelling", "claim", "ruling", "revoke-ruled", "void"}


@pytest.mark.parametrize("case", read_lines("hands.jsonl"), ids=lambda case: case["id"])
def test_golden_hands_are_answered_where_they_are_clean(case: Any) -> None:
    is_clean = case["expect"]["ok"] and case["id"].split("/")[1] not in UNUSUAL
    assert agree(case["hand"], PRESETS[case["rules"]]) is is_clean


# --- spoilt records: never another answer ---------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*path, key)
        if isinstance(inner, list):
            yield from places(inner, (*path, key))


def inside(record: Any, path: tuple[Any, ...]) -> Any:
    """Return what holds the value at the end of the path."""
    for key in path[:-1]:
        record = record[key]
    return record


RETYPED: tuple[Callable[[Any], Any], ...] = (
    lambda was: None,
    lambda was: True,
    lambda was: False,
    lambda was: str(was),
    lambda was: [was],
    lambda was: tuple(was) if isinstance(was, list) else (was,),
    lambda was: {"0": was},
    lambda was: float(was) if isinstance(was, int) else 1.0,
    lambda was: bool(was),
    lambda was: dict.fromkeys(map(str, was)) if isinstance(was, list) else 10**30,
    lambda was: "".join(map(str, was)) if isinstance(was, list) else "",
    lambda was: was.lower() if isinstance(was, str) else -1,
)
OTHERS: dict[str, tuple[Any, ...]] = {
    "dealer": (0, 1, 2, 3, 4, -1),
    "declarer": (0, 1, 2, 3, 4, -1),
    "bid": (*sim.TOKENS, "Pass"),
    "trump": (*sim.SUITS, "n", "N"),
    "alone": ([], [0], [1], [2], [3], [0, 1], [1, 0], [0, 2], [3, 3], [2, 3, 1]),
    "challenged": (True, False),
    "side": (0, 1),
    "void": ("misdeal",),
    "ruling": ({"points": [1, 2], "reason": "agreed"},),
    "annotations": ({"0": ["[?] why"]},),
    "taken": ([6, 0], [5, 1], [0, 6], [3, 3], [4, 2], [8, 0, 0], [2, 2, 4], [7, -1], [3.0, 3], [True, 5], [6]),
    "discard": ([], ["9s"], ["B"], ["9s", "9s"]),
    "kitty": ([], ["9s"], ["B"]),
    "exchange": ([], ["9s"], ["9s", "9s"], ["9s", "Ah"]),
    "hands": ([], [[], [], [], []], [["Xx"] * 6] * 4),
    "calls": ([], ["Pass"] * 4, ["1"], ["6", "Pass", "Pass", "Pass"], ["LP"], ["Pass", "PA"]),
    "tricks": ([], [[]], [["Jh"]]),
    "title": ("a fine hand",),
}


def spoilt(record: Record, rules: sim.Rules, rng: Random) -> Iterator[Record]:
    """Yield the record with one thing changed, in every way there is, at places and with values drawn by chance."""

    def changed(path: tuple[Any, ...], value: Any) -> Record:
        new = copy.deepcopy(record)
        inside(new, path)[path[-1]] = value
        return new

    paths = list(places(record))
    items = [path for path in paths if len(path) > 1]
    cards = [path for path in items if path[0] in ("hands", "kitty", "discard", "exchange", "tricks") and len(path) > 1]
    cards = [path for path in cards if isinstance(inside(record, path)[path[-1]], str)]
    for key, values in OTHERS.items():
        yield changed((key,), rng.choice(values))
    for path in rng.sample(paths, min(len(paths), 12)):
        yield changed(path, rng.choice(RETYPED)(inside(record, path)[path[-1]]))
    for key in record:
        yield changed((key,), rng.choice(RETYPED)(record[key]))
        yield {other: value for other, value in record.items() if other != key}
    for path in rng.sample(items, min(len(items), 6)):
        shorter, longer = copy.deepcopy(record), copy.deepcopy(record)
        del inside(shorter, path)[path[-1]]
        inside(longer, path).insert(path[-1], copy.deepcopy(inside(longer, path)[path[-1]]))
        yield from (shorter, longer)
    for path in rng.sample(cards, min(len(cards), 6)):
        yield changed(path, rng.choice([*sim.deck(rules), "B", "Xx", "10h", "zz"]))
    yield from swapped(record, cards, rng)


def swapped(record: Record, cards: list[tuple[Any, ...]], rng: Random) -> Iterator[Record]:
    """Yield the record with two cards, two tricks or two hands exchanged, or all of one key's turned around."""
    for _ in range(12 if len(cards) > 1 else 0):
        one, other = rng.sample(cards, 2)
        new = copy.deepcopy(record)
        first, second = inside(new, one), inside(new, other)
        first[one[-1]], second[other[-1]] = second[other[-1]], first[one[-1]]
        yield new
    if len(cards) > 1:
        # Two cards change places wherever they are: mostly another honest hand but for suits not followed.
        one, other = (inside(record, path)[path[-1]] for path in rng.sample(cards, 2))
        text = (
            json.dumps(record).replace(f'"{one}"', '"?"').replace(f'"{other}"', f'"{one}"').replace('"?"', f'"{other}"')
        )
        yield json.loads(text)
    for key in ("hands", "tricks", "calls", "exchange"):
        if key in record:
            yield record | {key: record[key][::-1]}
            yield record | {key: record[key][1:] + record[key][:1]}
            yield record | {key: [part[1:] + part[:1] if isinstance(part, list) else part for part in record[key]]}


def spoil(name: str, hands: int, seed: str) -> tuple[int, int]:
    """Spoil hands of a preset; return how many of those records were answered and how many handed over."""
    rng, counts = Random(seed), [0, 0]
    for _ in range(hands):
        for record in clean_records(sim.random_hand(sim.PRESETS[name], rng)):
            for worse in spoilt(record, sim.PRESETS[name], rng):
                counts[not agree(worse, PRESETS[name])] += 1
    return counts[0], counts[1]


@pytest.mark.parametrize("name", PRESETS)
def test_spoilt_records_get_no_other_answer(name: str) -> None:
    answered, handed_over = spoil(name, 4, name)
    assert answered > 100 and handed_over > 1000


@pytest.mark.soak
@pytest.mark.parametrize("name", PRESETS)
def test_many_spoilt_records_get_no_other_answer(name: str) -> None:
    spoil(name, 400, f"{name} soak")


@examples(100)
@given(some.honest_hands(some.house_rules()), some.seeds)
def test_spoilt_records_of_house_rules_get_no_other_answer(case: Any, rng: Random) -> None:
    value, hand = case
    for record in clean_records(hand):
        for worse in rng.sample(list(spoilt(record, hand.rules, rng)), 8):
            agree(worse, parse_rules(value))


@examples(100)
@given(some.weakened_hands())
def test_half_forgotten_hands_get_no_other_answer(case: Any) -> None:
    value, _, record, _ = case
    agree(record, parse_rules(value))


@examples(200)
@given(st.data())
def test_nonsense_gets_no_other_answer(data: st.DataObject) -> None:
    value, hand = data.draw(some.honest_hands())
    wild = st.one_of(some.mutated(hand.record), some.wild_records, some.any_json)
    agree(data.draw(wild), parse_rules(value))


@pytest.mark.parametrize("name", PRESETS)
def test_every_revoke_is_handed_over(name: str) -> None:
    rng, revokes = Random(name), 0
    for _ in range(150):
        hand = sim.random_hand(sim.PRESETS[name], rng, revoke_chance=0.1, must_play=True)
        is_clean = not check_hand(hand.record, PRESETS[name]).findings
        assert agree(hand.record, PRESETS[name]) is is_clean
        revokes += not is_clean
    assert revokes > 30


def test_an_exchange_that_is_not_told_is_handed_over() -> None:
    """North played the cards he was dealt, so whatever he was given he held back: the readable engine sees it."""
    deal = ("9s Ts Qs Ks As 9c", "Js Jc 9h 9d Ac Kh", "Th Jh Qh Td Jd Qd", "Ah Kd Ad Tc Qc Kc")
    play = ("9s Js Tc", "9h Ah Ts", "9c Ac Qc", "9d Kd Qs", "Ks Jc Kc", "Kh Ad As")
    record = {
        "dealer": 3,
        "hands": [hand.split() for hand in deal],
        "calls": ["5", "Pass", "Pass", "Pass"],
        "trump": "s",
    }
    record |= {"challenged": True, "tricks": [trick.split() for trick in play]}
    assert not check_hand(record, PRESETS["iowa"]).ok
    assert not agree(record, PRESETS["iowa"])


def test_a_discard_before_an_exchange_that_is_not_told_is_handed_over() -> None:
    """What the declarer was given he cannot have laid away: whether he held it back is for the readable engine."""
    house = {"base": "hasenpfeffer", "exchange": True}
    hand = sim.random_hand(sim.PRESETS["hasenpfeffer"] | {"exchange": True}, Random(1), must_play=True)
    assert agree(hand.record, parse_rules(house))
    assert not agree({key: value for key, value in hand.record.items() if key != "discard"}, parse_rules(house))


# --- what it keeps --------------------------------------------------------------------------------------------------


def test_an_answer_is_nobody_elses() -> None:
    """Whoever changes an answer changes no later one."""
    for name in ("iowa", "hasenpfeffer"):
        rng = Random(name)
        for _ in range(30):
            for record in clean_records(sim.random_hand(sim.PRESETS[name], rng)):
                first = quick_answer(record, PRESETS[name])
                assert first is not None
                for value in first["result"].values():
                    if isinstance(value, list):
                        value.append(99)
                first["findings"].append(99)
                first["result"]["depth"] = 99
                assert agree(record, PRESETS[name])


def test_hands_are_answered_by_it_from_the_second_on(monkeypatch: pytest.MonkeyPatch) -> None:
    record = sim.random_hand(sim.PRESETS["iowa"], Random(0)).record
    first = answer_hand({"id": 7, "rules": "iowa", "hand": record})
    monkeypatch.setattr(answers, "check_hand", None)
    assert answer_hand({"id": 7, "rules": "iowa", "hand": record}) == first
    assert answer_hand({"id": 7, "rules": "iowa", "hand": record})["ok"] is True


def test_rules_that_come_once_get_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "quick_answer", None)
    record = {"dealer": 0, "declarer": 1, "bid": "2", "taken": [2, 4], "challenged": True}
    for target in range(5_000, 5_000 + 2 * tables.MOST_MET):
        assert answer_hand({"rules": {"base": "iowa", "target": target}, "hand": record})["ok"]
        assert len(tables._met) <= tables.MOST_MET


def test_no_number_of_rulesets_fills_the_memory() -> None:
    record = {"dealer": 0, "declarer": 1, "bid": "2", "taken": [2, 4], "challenged": True}
    for target in range(1, 3 * tables.MOST_RULESETS):
        assert agree(record, parse_rules({"base": "iowa", "target": target}))
        assert len(tables._tables) <= tables.MOST_RULESETS


def test_no_spelling_fills_the_memory() -> None:
    record = {"dealer": 0, "declarer": 1, "bid": "PH", "trump": "s", "taken": [2, 4], "challenged": True}
    assert agree(record, PRESETS["iowa"])
    plans = len(tables.tables_of(PRESETS["iowa"]).plans)
    for spelt in ({"bid": "ph"}, {"bid": "Ph"}, {"trump": "S"}, {"trump": "♠"}, {"bid": "9"}, {"dealer": 4}):
        assert not agree(record | spelt, PRESETS["iowa"])
    assert len(tables.tables_of(PRESETS["iowa"]).plans) == plans


def test_no_auction_is_remembered_twice() -> None:
    """The steps of an auction are as many as there are bids, declarers and passes, not as the ways to them."""
    rules, rng = parse_rules({"base": "classic-3", "auction": "rounds_final"}), Random(0)
    for _ in range(2000):
        bidding = sim.random_auction(sim.PRESETS["classic-3"] | {"auction": "rounds_final"}, rng, 0)
        assert agree({"dealer": 0, "calls": bidding.calls, "trump": "h", "taken": [3, 3, 2]}, rules) is (
            bidding.bid is not None
        )
    assert len(tables.tables_of(rules).auctions[0].steps) <= 9 * 3 * 8 + 8
