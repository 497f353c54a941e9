"""The rules in sentences: every parameter is told, and what the table says is what the engine scores."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import rulebook
from scorekeeper.engine import PRESETS, Ruleset, RulesetError, check_hand, parse_rules
from scorekeeper.engine.rulesets import AUCTIONS, AWARDS, FINISHES, FIRST_LEADS, MADE, SET, SWITCHES
from scorekeeper.worth import Span, Worth, worths

EVERY_PRESET = pytest.mark.parametrize("preset", PRESETS)


def text(rules: Ruleset) -> str:
    """All that the pages say of these rules."""
    tables = [rulebook.bid_table(rules, is_alone=is_alone) for is_alone in (False, True)]
    return "\n".join(map(str, [*rulebook.chapters(rules), rulebook.facts(rules), rulebook.features(rules), *tables]))


def sentences(rules: Ruleset, key: str) -> str:
    (chapter,) = [chapter for chapter in rulebook.chapters(rules) if chapter.key == key]
    return " ".join(chapter.sentences)


# ---- Nothing is left out


CHANGES = [
    ("iowa", {"hand": 5, "ladder": [{"token": "5", "need": 5, "stake": 5}]}),
    ("iowa", {"players": 3, "partners": False, "exchange": False, "challenge": False}),
    ("iowa", {"target": 42}),
    ("classic", {"set": 7}),
    ("classic", {"set": 1}),
    ("midwest", {"alone_multiplier": 3}),
    ("classic-3", {"hand": 6, "kitty": 2, "ladder": [{"token": "6", "need": 6, "stake": 6}]}),
    ("hasenpfeffer", {"kitty": 0}),
    *[("iowa", {"ladder": [{"token": "4", "need": need, "stake": stake}]}) for need, stake in ((3, 4), (4, 5))],
    *[("iowa", {"ladder": [{"token": "4", "need": 4, "stake": 4, "mark": mark}]}) for mark in ("flat", "double")],
    ("iowa", {"ladder": [{"token": "4", "need": 4, "stake": 4, "exchange": False}]}),
    *[("iowa", {"auction": auction}) for auction in AUCTIONS if auction != "once"],
    *[("iowa", {"first_lead": lead}) for lead in FIRST_LEADS if lead != "declarer"],
    *[("iowa", {"made": made}) for made in MADE if made != "stake"],
    *[("iowa", {"set": lost}) for lost in SET if lost != "stake"],
    *[("iowa", {key: award}) for key in ("defenders_made", "defenders_set") for award in AWARDS if award != "tricks"],
    *[("iowa", {"finish": finish}) for finish in FINISHES if finish != "play_on"],
    *[("iowa", {key: not getattr(PRESETS["iowa"], key)}) for key in SWITCHES if key not in ("joker", "defend_alone")],
    ("midwest", {"joker": True}),
    ("midwest", {"defend_alone": True}),
]


def possible(base: str, changes: dict[str, Any]) -> Ruleset:
    """The changed rules; what hangs on partners goes with them."""
    if changes == {"partners": False}:
        changes = {**changes, "exchange": False, "challenge": False}
    return parse_rules({"base": base, **changes})


@pytest.mark.parametrize(("base", "changes"), CHANGES, ids=str)
def test_every_change_of_the_rules_changes_what_is_said(base: str, changes: dict[str, Any]) -> None:
    assert text(possible(base, changes)) != text(PRESETS[base])


def test_no_parameter_is_without_its_change() -> None:
    changed = {key for _, changes in CHANGES for key in changes}
    assert {"set" if key == "set_" else key for key in Ruleset.__dataclass_fields__} - changed == {"base", "name"}


def test_no_two_presets_read_the_same() -> None:
    said = [[chapter.sentences for chapter in rulebook.chapters(rules)] for rules in PRESETS.values()]
    assert all(one != other for one, other in itertools.combinations(said, 2))


house_rules = st.fixed_dictionaries(
    {"base": st.sampled_from(list(PRESETS))},
    optional={
        **{key: st.booleans() for key in SWITCHES},
        "auction": st.sampled_from(AUCTIONS),
        "first_lead": st.sampled_from(FIRST_LEADS),
        "made": st.sampled_from(MADE),
        "set": st.sampled_from(SET) | st.integers(1, 20),
        "defenders_made": st.sampled_from(AWARDS),
        "defenders_set": st.sampled_from(AWARDS),
        "finish": st.sampled_from(FINISHES),
        "alone_multiplier": st.integers(1, 3),
        "players": st.integers(2, 4),
        "kitty": st.integers(0, 5),
    },
)


@given(value=house_rules)
def test_whatever_can_be_played_can_be_told(value: dict[str, Any]) -> None:
    try:
        rules = parse_rules(value)
    except RulesetError:
        return
    for chapter in rulebook.chapters(rules):
        assert chapter.sentences
        for sentence in chapter.sentences:
            assert sentence.endswith((".", "”"))
            assert "%" not in sentence
            assert "_" not in sentence
        assert len(set(chapter.sentences)) == len(chapter.sentences)


# ---- What the texts have


@pytest.mark.parametrize(
    ("preset", "key", "told"),
    [
        ("iowa", "bidding", "Everybody speaks once."),
        ("iowa", "bidding", "Pepper with help and Pepper alone promise all 6 tricks."),
        ("iowa", "after", "There is no exchange after Pepper alone."),
        ("iowa", "after", "“yes”, “no” or “maybe”"),
        ("iowa", "scoring", "The value of Pepper alone is 14."),
        ("iowa", "end", "The game goes to 31."),
        ("midwest", "deal", "two rounds of three, or three rounds of two"),
        ("midwest", "bidding", "Anyone who says 6 means Little Pepper."),
        ("midwest", "scoring", "counts double"),
        ("midwest", "end", "If both have it, the bidders win if their bid was made"),
        ("classic", "deal", "one at a time"),
        ("classic", "scoring", "lose 6 points, whatever they bid"),
        ("classic", "end", "Those who are level win together."),
        ("classic-3", "players", "Three players"),
        ("classic-3", "scoring", "Each defender counts only their own tricks."),
        ("classic-2", "deal", "One more hand is dealt to nobody."),
        ("hasenpfeffer", "deal", "by threes"),
        ("hasenpfeffer", "cards", "the joker, then the jack of trumps"),
        ("hasenpfeffer", "deal", "One card goes to the middle"),
        ("hasenpfeffer", "play", "The player to the dealer’s left leads first."),
        ("hasenpfeffer", "scoring", "lose a point for every trick they did take"),
        ("hasenpfeffer-kitty", "bidding", "Nobody may bid over their own partner"),
        ("hasenpfeffer-peppers", "scoring", "Big Pepper counts double."),
        ("cutthroat", "scoring", "Each defender scores the whole value."),
    ],
)
def test_a_preset_tells_what_its_text_has(preset: str, key: str, told: str) -> None:
    assert told in sentences(PRESETS[preset], key)


@pytest.mark.parametrize(
    ("preset", "key", "untold"),
    [
        ("double-hasenpfeffer", "bidding", "own partner"),
        ("midwest", "after", "concede"),
        ("midwest", "cards", "joker"),
        ("midwest", "cards", "Without trumps"),
        ("hasenpfeffer", "scoring", "value"),
        ("hasenpfeffer", "scoring", "double"),
        ("cutthroat", "after", "alone"),
        ("iowa", "bidding", "Little Pepper"),
    ],
)
def test_a_preset_does_not_tell_what_only_others_have(preset: str, key: str, untold: str) -> None:
    assert untold not in sentences(PRESETS[preset], key)


def test_custom_of_a_deal_is_not_told_of_another_deal() -> None:
    shorter = parse_rules({"base": "hasenpfeffer", "hand": 5, "ladder": [{"token": "5", "need": 5, "stake": 5}]})
    assert "custom" not in sentences(shorter, "deal")


# ---- The table


def row(preset: str, name: str, *, is_alone: bool = False) -> dict[str, tuple[str | None, str | None]]:
    """A line of the table by its headings: what the bidders and the defenders get."""
    table = rulebook.bid_table(PRESETS[preset], is_alone=is_alone)
    (found,) = [row for row in table.rows if row.name == name]
    return {heading: (cell.bidders, cell.defenders) for heading, cell in zip(table.headings, found.cells, strict=True)}


def test_table_of_iowa() -> None:
    assert row("iowa", "4") == {
        "Made": ("+4", "+1–2"),
        "Set": ("−4", "+3–6"),
        "No trick": (None, "−4"),
        "Conceded": ("+4", "0"),
    }
    assert row("iowa", "Pepper alone")["Made"] == ("+14", None)


@pytest.mark.parametrize(
    ("preset", "name", "is_alone", "made", "missed"),
    [
        ("midwest", "4", False, ("+4–6", "0"), ("−4", "+4")),
        ("midwest", "4", True, ("+8–12", "0"), ("−8", "+8")),
        ("midwest", "Little Pepper", True, ("+24", "0"), ("−24", "+24")),
        ("midwest-reference", "Big Pepper", False, ("+15", "0"), ("−15", "+15")),
        ("classic", "5", False, ("+5–6", "0–1"), ("−6", "+2–6")),
        ("classic-3", "7", False, ("+7–8", "0–1"), ("−8", "0–8")),
        ("hasenpfeffer", "1", False, ("+1–6", "0"), ("0", "0")),
        ("hasenpfeffer-peppers", "Big Pepper", False, ("+12", "0"), ("0 to −10", "0")),
    ],
)
def test_table_of_others(preset: str, name: str, is_alone: bool, made: object, missed: object) -> None:
    assert row(preset, name, is_alone=is_alone) == {"Made": made, "Set": missed}


def hands(rules: Ruleset, bid: str) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], bool]]:
    """Every way a bid of seat 0 can end: the tricks, the points and whether it was made, as the engine answers."""
    for taken in itertools.product(range(rules.hand + 1), repeat=rules.sides):
        if sum(taken) == rules.hand:
            record = {"dealer": 0, "declarer": 0, "bid": bid, "taken": list(taken)}
            answer = check_hand(record | ({"challenged": True} if rules.challenge else {}), rules)
            assert answer.result is not None
            assert answer.result.made is not None
            yield taken, answer.result.points, answer.result.made


def span(points: list[int]) -> Span | None:
    return Span(min(points), max(points)) if points else None


@EVERY_PRESET
def test_table_says_what_the_engine_scores(preset: str) -> None:
    rules = PRESETS[preset]
    for worth in worths(rules):
        ends = list(hands(rules, worth.rung.token))
        for outcome, was_made in ((worth.made, True), (worth.set_, False)):
            of_these = [(taken, points) for taken, points, made in ends if made is was_made]
            paid = [(taken, points) for taken, points in of_these if not (rules.zero_trick_penalty and taken[1] == 0)]
            assert outcome.bidders == span([points[0] for _, points in of_these])
            assert outcome.defenders == span([points[1] for _, points in paid])
        check_penalty_and_concession(rules, worth, ends)


def check_penalty_and_concession(rules: Ruleset, worth: Worth, ends: list[Any]) -> None:
    penalties = {points[1] for taken, points, _ in ends if taken[1] == 0} if rules.zero_trick_penalty else set()
    assert penalties == ({worth.no_trick} if rules.zero_trick_penalty else set())
    if not rules.challenge:
        assert worth.conceded is None
        return
    record = {"dealer": 0, "declarer": 0, "bid": worth.rung.token, "challenged": False}
    answer = check_hand(record, rules)
    assert answer.result is not None
    assert worth.conceded is not None
    assert (worth.conceded.bidders, worth.conceded.defenders) == tuple(span([one]) for one in answer.result.points)
