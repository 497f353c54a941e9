"""The entry form: for every ruleset it asks what that ruleset has, and makes the record that was meant."""

from typing import Any

import pytest

from scorekeeper.engine import PRESETS, check_hand
from scorekeeper.forms import HandForm
from scorekeeper.selectors import game_sheet, new_place

from .table import NORA_MAKES_4, hand_post, record, start

pytestmark = pytest.mark.django_db

NOTHING = dict.fromkeys(("declarer", "bid", "trump", "challenged", "taken"))


def filled(rules: object = "iowa", **said: Any) -> HandForm:
    """The form of a new game of these rules, sent with what was said."""
    sheet = game_sheet(start(rules))
    form = HandForm(new_place(sheet), hand_post(**{"dealer": sheet.next_dealer} | said))
    form.is_valid()
    return form


def asked(rules: object) -> set[str]:
    return set(HandForm(new_place(game_sheet(start(rules)))).fields)


# ---- What is asked

COMMON = {"submission", "number", "kind", "dealer", "declarer", "bid", "trump", "reason", "ruled_0", "ruled_1"}
ALONE = COMMON | {"taken", "alone"}
THREE = COMMON | {"ruled_2", "taken_0", "taken_1", "taken_2"}


@pytest.mark.parametrize(
    ("preset", "fields"),
    {
        "iowa": COMMON | {"taken", "challenged"},
        "midwest": ALONE,
        "midwest-reference": ALONE,
        "classic": COMMON | {"taken"},
        "classic-3": THREE,
        "classic-2": COMMON | {"taken"},
        "hasenpfeffer": ALONE | {"beside"},
        "hasenpfeffer-peppers": ALONE | {"beside"},
        "hasenpfeffer-kitty": ALONE,
        "double-hasenpfeffer": ALONE,
        "cutthroat": THREE,
    }.items(),
)
def test_only_what_the_ruleset_has_is_asked(preset: str, fields: set[str]) -> None:
    assert asked(preset) == fields


@pytest.mark.parametrize("preset", PRESETS)
def test_the_bids_are_those_of_the_ladder_and_trumps_those_of_the_rules(preset: str) -> None:
    form, rules = HandForm(new_place(game_sheet(start(preset)))), PRESETS[preset]
    assert [value for value, _label in form.fields["bid"].choices] == [rung.token for rung in rules.ladder]
    trumps = [value for value, _label in form.fields["trump"].choices]
    assert trumps == ["s", "h", "d", "c"] + ["n"] * rules.no_trump
    for bound in form.tricks_fields:
        assert len(bound.field.choices) == rules.hand + 1


# ---- What is made of it


@pytest.mark.parametrize(
    ("preset", "said", "expected"),
    [
        ("iowa", {}, NORA_MAKES_4),
        (
            "iowa",
            {"declarer": 3, "bid": "PH", "trump": "n", "taken": 6},
            {"dealer": 2, "declarer": 3, "bid": "PH", "trump": "n", "challenged": True, "taken": [0, 6]},
        ),
        (
            "midwest",
            {"declarer": 1, "bid": "LP", "alone": "alone", "taken": 6, "challenged": None},
            {"dealer": 2, "declarer": 1, "bid": "LP", "trump": "h", "alone": [1], "taken": [0, 6]},
        ),
        (
            "midwest-reference",
            {"bid": "BP", "alone": "with", "taken": 6, "challenged": None},
            {"dealer": 2, "declarer": 0, "bid": "BP", "trump": "h", "taken": [6, 0]},
        ),
        (
            "classic",
            {"bid": "5", "trump": "n", "taken": 3, "challenged": None},
            {"dealer": 2, "declarer": 0, "bid": "5", "trump": "n", "taken": [3, 3]},
        ),
        (
            "classic-3",
            {"declarer": 2, "bid": "7", "taken_0": 1, "taken_2": 7},
            {"dealer": 2, "declarer": 2, "bid": "7", "trump": "h", "taken": [1, 0, 7]},
        ),
        (
            "classic-2",
            {"dealer": 1, "bid": "BP", "taken": 8, "challenged": None},
            {"dealer": 1, "declarer": 0, "bid": "BP", "trump": "h", "taken": [8, 0]},
        ),
        (
            "hasenpfeffer",
            {"bid": "6", "alone": "alone", "beside": 3, "taken": 2},
            {"dealer": 2, "declarer": 0, "bid": "6", "trump": "h", "alone": [0, 3], "taken": [2, 4]},
        ),
        (
            "hasenpfeffer-peppers",
            {"bid": "BP", "alone": "alone", "beside": "with", "taken": 6},
            {"dealer": 2, "declarer": 0, "bid": "BP", "trump": "h", "alone": [0], "taken": [6, 0]},
        ),
        (
            "hasenpfeffer-kitty",
            {"bid": "LP", "taken": 5},
            {"dealer": 2, "declarer": 0, "bid": "LP", "trump": "h", "taken": [5, 0]},
        ),
        (
            "double-hasenpfeffer",
            {"declarer": 1, "bid": "4", "taken": 0},
            {"dealer": 2, "declarer": 1, "bid": "4", "trump": "h", "taken": [5, 0]},
        ),
        (
            "cutthroat",
            {"bid": "LP", "taken_0": 8},
            {"dealer": 2, "declarer": 0, "bid": "LP", "trump": "h", "taken": [8, 0, 0]},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else str(value.get("bid")),
)
def test_a_hand_makes_its_record(preset: str, said: dict[str, Any], expected: dict[str, Any]) -> None:
    form = filled(preset, **said)
    assert not form.errors
    assert form.record == expected
    assert check_hand(form.record, PRESETS[preset]).ok


def test_the_trump_may_be_forgotten() -> None:
    form = filled(trump=None)
    assert not form.errors
    assert "trump" not in form.record


def test_house_rules_are_followed() -> None:
    form = filled({"base": "classic-2", "hand": 5, "ladder": [{"token": "3", "need": 3, "stake": 9}]}, bid="3", taken=4)
    assert form.record["taken"] == [4, 1]


# ---- What is hidden is not read


def test_conceded_has_no_tricks() -> None:
    form = filled(challenged="no", taken=3)
    assert not form.errors
    assert form.record == {"dealer": 2, "declarer": 0, "bid": "4", "trump": "h", "challenged": False}


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"declarer": "nobody"}, {"dealer": 2, "calls": ["Pass"] * 4}),
        ({"kind": "void"}, {"dealer": 2, "void": "misdeal"}),
        ({"kind": "void", "declarer": "nobody"}, {"dealer": 2, "void": "misdeal"}),
    ],
)
def test_what_was_not_played_has_nothing_else(how: dict[str, Any], expected: dict[str, Any]) -> None:
    for said in ({}, NOTHING):
        form = filled(**said | how)
        assert not form.errors
        assert form.record == expected


def test_a_defender_alone_is_not_read_with_the_declarer_not_alone() -> None:
    assert "alone" not in filled("hasenpfeffer", alone="with", beside=1).record


def test_a_defender_alone_is_none_of_the_declaring_side() -> None:
    assert filled("hasenpfeffer", declarer=1, alone="alone", beside=3).record["alone"] == [1]


def test_a_ruling_needs_only_the_contract() -> None:
    form = filled(
        kind="ruled", ruled_0=-3, ruled_1=2, reason=" a card on the floor ", trump=None, challenged=None, taken=None
    )
    assert not form.errors
    ruling = {"points": [-3, 2], "reason": "a card on the floor"}
    assert form.record == {"dealer": 2, "declarer": 0, "bid": "4", "ruling": ruling}


def test_a_ruling_keeps_what_is_known_of_the_hand() -> None:
    form = filled(kind="ruled", ruled_0=0, ruled_1=0, reason="revoke", challenged=None, taken=None)
    assert not form.errors
    assert form.record["declarer"] == 0
    assert form.prospect is not None
    assert form.prospect.answer.result is not None
    assert form.prospect.answer.result.points == (0, 0)


def test_a_ruling_is_not_read_unless_the_table_ruled() -> None:
    assert "ruling" not in filled(ruled_0=9, ruled_1=9, reason="no").record


# ---- What is missing or wrong


@pytest.mark.parametrize("name", ["declarer", "bid", "challenged", "taken"])
def test_what_is_missing_is_asked_at_its_field(name: str) -> None:
    assert list(filled(**{name: None}).errors) == [name]


def test_all_that_is_missing_is_asked_at_once() -> None:
    assert list(filled(**NOTHING).errors) == ["declarer", "bid", "challenged", "taken"]


def test_a_ruling_needs_points_and_a_reason() -> None:
    assert list(filled(kind="ruled", **NOTHING).errors) == ["ruled_0", "ruled_1", "reason"]


def test_a_ruling_needs_no_contract_but_no_half_of_one() -> None:
    ruling = {"kind": "ruled", "ruled_0": 3, "ruled_1": -3, "reason": "a revoke"}
    form = filled(**NOTHING | ruling)
    assert (form.errors, form.warnings) == ({}, [])
    assert form.record == {"dealer": 2, "calls": [], "ruling": {"points": [3, -3], "reason": "a revoke"}}
    assert list(filled(**NOTHING | ruling | {"declarer": 1}).errors) == ["bid"]


def test_two_players_left_out_are_asked() -> None:
    assert list(filled("cutthroat", taken_0=3).errors) == ["taken_2"]


def test_too_many_tricks_are_told_at_the_tricks() -> None:
    form = filled("cutthroat", taken_0=5, taken_1=4)
    assert form.errors == {"taken_2": ["The tricks taken add up to 9, but a hand has 8."]}


@pytest.mark.parametrize(
    "said",
    [{"declarer": 4}, {"bid": "PX"}, {"bid": "LP"}, {"trump": "x"}, {"taken": 7}, {"taken": -1}, {"challenged": "?"}],
    ids=str,
)
def test_what_was_never_offered_is_refused_at_its_field(said: dict[str, Any]) -> None:
    assert set(filled(**said).errors) == set(said)


def test_no_trump_is_not_offered_where_there_is_none() -> None:
    assert set(filled("midwest", trump="n").errors) == {"trump"}


@pytest.mark.parametrize("name", ["number", "submission"])
def test_what_nobody_sees_is_told_too(name: str) -> None:
    form = filled(**{name: "junk"})
    assert form.hidden_errors() == ["Part of this form was lost on the way. Please send it once more."]


# ---- What is said before it is kept


def test_the_points_to_come() -> None:
    sheet = game_sheet(start())
    form = HandForm(new_place(sheet), hand_post(taken=3))
    assert form.is_valid()
    assert form.prospect is not None
    assert form.prospect.line is not None
    assert (form.prospect.line.kind, form.prospect.line.points, form.prospect.scores) == ("set", (-4, 3), (-4, 3))
    assert not form.prospect.is_over


def test_the_end_to_come() -> None:
    game = start({"base": "iowa", "target": 8})
    record(game, NORA_MAKES_4)
    form = HandForm(new_place(game_sheet(game)), hand_post(2, dealer=3))
    assert form.is_valid()
    assert form.prospect is not None
    assert (form.prospect.is_over, form.prospect.winner_names) == (True, ("Nora & Sam",))


def test_a_deal_out_of_turn_is_a_warning() -> None:
    form = filled(dealer=1)
    assert not form.errors
    assert form.warnings == ["Eli dealt, but it was Sam’s turn to deal."]
    assert form.is_unusual


def test_the_usual_hand_is_not_unusual() -> None:
    assert not filled().is_unusual
    assert not HandForm(new_place(game_sheet(start()))).is_unusual


def test_legends_name_who_is_meant() -> None:
    assert HandForm(new_place(game_sheet(start()))).taken_legend == "Tricks taken by the declarer"
    assert filled().taken_legend == "Tricks taken by Nora"
    assert filled().challenge_legend == "Eli & Wes"
    assert filled("classic").taken_legend == "Tricks taken by Nora & Sam"
    assert filled("midwest", alone="alone").taken_legend == "Tricks taken by Nora"
    assert filled("classic-2").taken_legend == "Tricks taken by Nora"
    assert filled(declarer="junk").challenge_legend == "The defenders"


# ---- What is hidden is nobody's fault


FOUR_TAKEN = {"declarer": "0", "bid": "4", "trump": "h", "challenged": "yes", "taken": "4"}


@pytest.mark.parametrize(
    ("kind", "hidden"),
    [
        ("played", {"ruled_0": "99999", "ruled_1": "many", "reason": "x" * 300}),
        ("played", {"declarer": "nobody", "ruled_0": "99999", "reason": "x" * 300, "bid": "11", "taken": "7"}),
        ("void", {"reason": "x" * 300, "trump": "x", "challenged": "maybe", "taken": "-1"}),
    ],
)
def test_what_still_stands_in_a_hidden_field_stops_nobody(kind: str, hidden: dict[str, str]) -> None:
    form = filled(**FOUR_TAKEN | {"kind": kind} | hidden)
    assert form.errors == {}
    assert form.record


def test_tricks_of_a_conceded_hand_are_not_read() -> None:
    assert filled(**FOUR_TAKEN | {"challenged": "no", "taken": "many"}).errors == {}


def test_what_is_shown_still_has_to_be_right() -> None:
    form = filled(**FOUR_TAKEN | {"kind": "ruled", "ruled_0": "99999", "ruled_1": "0", "reason": "why"})
    assert set(form.errors) == {"ruled_0"}
