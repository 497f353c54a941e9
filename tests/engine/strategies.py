"""Hypothesis strategies: rulesets, honest hands, hands half forgotten, and nonsense.

Knows the simulator and the record's keys (docs/record.md). Must not know the engine.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from hypothesis import strategies as st

from . import simulator as sim

Json = Any

seeds = st.integers(0, 2**48).map(Random)


# --- rulesets -------------------------------------------------------------------------------------------------------


@st.composite
def presets(draw: st.DrawFn) -> tuple[Json, sim.Rules]:
    """Return a preset's name and its rules."""
    name = draw(st.sampled_from(list(sim.PRESETS)))
    return name, sim.PRESETS[name]


@st.composite
def ladders(draw: st.DrawFn, hand: int) -> list[dict[str, Any]]:
    """Return a ladder whose tokens differ, whose need and stake never fall and whose needs the hand can hold."""
    tokens = draw(st.lists(st.sampled_from(sim.TOKENS), min_size=1, max_size=7, unique=True))
    count = len(tokens)
    needs = sorted(draw(st.lists(st.integers(1, hand), min_size=count, max_size=count)))
    stakes = sorted(draw(st.lists(st.integers(1, 16), min_size=count, max_size=count)))
    marks = draw(st.lists(st.sampled_from([None, None, "flat", "double"]), min_size=count, max_size=count))
    swaps = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    return [sim.rung(*row) for row in zip(tokens, needs, stakes, marks, swaps, strict=True)]


@st.composite
def house_rules(draw: st.DrawFn, smallest: bool = False) -> tuple[Json, sim.Rules]:
    """Return any ruleset that is not refused, as house rules over some preset, and written out in full.

    `smallest` keeps hands and kitties small, for what has to be enumerated.
    """
    players = draw(st.integers(2, 4))
    partners = players == 4 and draw(st.integers(0, 3)) > 0
    joker = draw(st.booleans())
    cards = 25 if joker else 24
    most = min(cards // players, 4 if smallest else 12)
    hand = draw(st.integers(1, most))
    kitty = draw(st.integers(0, min(cards - players * hand, 2 if smallest else 7)))
    alone = partners and draw(st.booleans())
    rules: sim.Rules = {
        "players": players,
        "partners": partners,
        "joker": joker,
        "hand": hand,
        "kitty": kitty,
        "auction": draw(st.sampled_from(["once", "rounds", "rounds_final"])),
        "ladder": draw(ladders(hand)),
        "outbid_partner": draw(st.booleans()),
        "no_trump": not joker and draw(st.booleans()),
        "exchange": partners and draw(st.booleans()),
        "challenge": partners and draw(st.booleans()),
        "alone": alone,
        "defend_alone": alone and draw(st.booleans()),
        "first_lead": draw(st.sampled_from(["declarer", "dealer_left"])),
        "made": draw(st.sampled_from(["stake", "tricks"])),
        "set": draw(st.one_of(st.sampled_from(["stake", "tricks"]), st.integers(1, 12))),
        "defenders_made": draw(st.sampled_from(["none", "tricks", "stake"])),
        "defenders_set": draw(st.sampled_from(["none", "tricks", "stake"])),
        "zero_trick_penalty": draw(st.booleans()),
        "alone_multiplier": draw(st.integers(1, 3)),
        "target": draw(st.integers(1, 40)),
        "finish": draw(st.sampled_from(["play_on", "shared", "bidder"])),
    }
    base = draw(st.sampled_from(list(sim.PRESETS)))
    value = {"base": base} | copy.deepcopy(rules)
    for key in rules:
        if rules[key] == sim.PRESETS[base][key] and draw(st.booleans()):
            del value[key]
    for entry in value.get("ladder", []):
        if entry["mark"] is None and draw(st.booleans()):
            del entry["mark"]
        if entry["exchange"] and draw(st.booleans()):
            del entry["exchange"]
    return value, rules


any_rules = st.one_of(presets(), house_rules())


# --- honest hands ---------------------------------------------------------------------------------------------------


@st.composite
def honest_hands(draw: st.DrawFn, rules: st.SearchStrategy[Any] = any_rules) -> tuple[Json, sim.Played]:
    """Return a ruleset's JSON value and a hand played by it to the end."""
    value, table = draw(rules)
    return value, sim.random_hand(table, draw(seeds))


def _blur(rng: Random, cards: list[str]) -> list[str]:
    """Return the cards with some of them unknown."""
    chance = rng.choice((0.2, 0.6, 1.0))
    return ["Xx" if rng.random() < chance else card for card in cards]


def forget(rng: Random, record: sim.Record) -> sim.Record:
    """Return the record with some of its cards unknown or not written down; the plays stay."""
    record = copy.deepcopy(record)
    if "hands" in record:
        kept = rng.choice((0.0, 0.3, 0.7, 1.0))
        for seat, hand in enumerate(record["hands"]):
            if rng.random() >= kept:
                record["hands"][seat] = [] if rng.random() < 0.5 else _blur(rng, hand)
        if rng.random() < 0.25:
            del record["hands"]
    for key in ("kitty", "discard", "exchange"):
        if key in record:
            dice = rng.random()
            if dice < 0.35:
                del record[key]
            elif dice < 0.7:
                record[key] = _blur(rng, record[key])
    return record


def shorten(rng: Random, hand: sim.Played, record: sim.Record) -> tuple[sim.Record, dict[str, Any]]:
    """Return the record with less of the hand in it (a claim, no tricks, no auction), and the result it then has."""
    record, expected = copy.deepcopy(record), copy.deepcopy(hand.expected)
    if "tricks" in record:
        dice = rng.random()
        if dice < 0.3:
            kept = rng.randint(0, len(record["tricks"]) - 1)
            part = rng.randint(0, len(record["tricks"][kept]) - 1)
            record["tricks"] = [*record["tricks"][:kept], record["tricks"][kept][:part]]
            record["tricks"] = [cards for cards in record["tricks"] if cards]
            expected["trick_winners"] = expected["trick_winners"][:kept]
            record["taken"] = list(expected["tricks"])
        elif dice < 0.5:
            record["tricks"] = []
        elif dice < 0.7:
            record["taken"] = list(expected["tricks"])
        if not record["tricks"]:
            del record["tricks"]
            record["taken"] = list(expected["tricks"])
            expected |= {"depth": "auction", "trick_winners": None}
    if expected["declarer"] is not None:
        dice = rng.random()
        if dice < 0.25:
            record |= {"declarer": expected["declarer"], "bid": expected["bid"]}
        elif dice < 0.5:
            del record["calls"]
            record |= {"declarer": expected["declarer"], "bid": expected["bid"]}
            if expected["depth"] == "auction":
                expected["depth"] = "score"
        if expected["depth"] != "full" and rng.random() < 0.3:
            del record["trump"]
            expected["trump"] = None
    if "calls" in record and rng.random() < 0.3:
        record["calls"] += ["Pass"] * rng.randint(1, 5)
    if "tricks" in record and rng.random() < 0.3:
        last = sum(map(len, record["tricks"])) - 1
        record["annotations"] = {str(rng.randint(0, last)): ["[?] a remark"]}
    return record, expected


@st.composite
def weakened_hands(
    draw: st.DrawFn, rules: st.SearchStrategy[Any] = any_rules
) -> tuple[Json, sim.Rules, sim.Record, dict[str, Any]]:
    """Return an honest hand of which only some was written down: ruleset value, rules, record, expected result."""
    value, hand = draw(honest_hands(rules))
    rng = draw(seeds)
    record, expected = shorten(rng, hand, forget(rng, hand.record))
    return value, hand.rules, record, expected


# --- spelling -------------------------------------------------------------------------------------------------------

SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def misspell_card(rng: Random, card: str) -> str:
    """Return another accepted spelling of a card (docs/record.md, Cards and spelling)."""
    if card in ("B", "Xx"):
        return rng.choice((card, card.lower(), card.upper()))
    rank, suit = card
    rank = rng.choice(("10", "T", "t")) if rank == "T" else rng.choice((rank, rank.lower()))
    symbol = SYMBOLS[suit]
    return rank + rng.choice((suit, suit.upper(), symbol, symbol + "\ufe0e", symbol + "\ufe0f"))


def misspell(rng: Random, record: sim.Record) -> sim.Record:
    """Return the record in other accepted spellings throughout."""
    record = copy.deepcopy(record)
    for key in ("hands", "tricks"):
        if key in record:
            record[key] = [[misspell_card(rng, c) for c in cards] for cards in record[key]]
    for key in ("kitty", "discard", "exchange"):
        if key in record:
            record[key] = [misspell_card(rng, c) for c in record[key]]
    if "calls" in record:
        record["calls"] = [rng.choice((c, c.lower(), c.upper())) for c in record["calls"]]
    for key in ("bid", "trump"):
        if key in record:
            record[key] = rng.choice((record[key].lower(), record[key].upper()))
    return record


# --- nonsense -------------------------------------------------------------------------------------------------------

any_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["Jh", "Xx", "B", "10♥", "Pass", "LP", "9", "n", "iowa", "misdeal", ""]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)

RECORD_KEYS = (
    "dealer",
    "hands",
    "kitty",
    "calls",
    "declarer",
    "bid",
    "side",
    "trump",
    "alone",
    "discard",
    "exchange",
    "challenged",
    "tricks",
    "taken",
    "void",
    "ruling",
    "annotations",
)

wild_records = st.dictionaries(st.sampled_from(RECORD_KEYS), any_json, max_size=8)


def _places(value: Json, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += _places(inner, (*path, key))
    return found


def _parent(value: Json, path: tuple[Any, ...]) -> Json:
    for key in path[:-1]:
        value = value[key]
    return value


@st.composite
def mutated(draw: st.DrawFn, value: Json) -> Json:
    """Return the value with one to four places deleted, replaced, doubled, swapped or of another type."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 4))):
        places = _places(value)
        if not places:
            break
        path = draw(st.sampled_from(places))
        parent, key = _parent(value, path), path[-1]
        kind = draw(st.sampled_from(["delete", "replace", "double", "swap", "retype", "nudge"]))
        if kind == "delete":
            del parent[key]
        elif kind == "replace":
            parent[key] = draw(any_json)
        elif kind == "double" and isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        elif kind == "swap":
            other = draw(st.sampled_from(places))
            if other[: len(path)] != path and path[: len(other)] != other:
                over = _parent(value, other)
                parent[key], over[other[-1]] = over[other[-1]], parent[key]
        elif kind == "nudge" and type(parent[key]) is int:
            parent[key] += draw(st.sampled_from([-1, 1]))
        else:
            parent[key] = draw(st.sampled_from([str(parent[key]), [parent[key]], {"x": parent[key]}, None, True, 1.0]))
    return value
