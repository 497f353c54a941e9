"""A hand in sentences: each card said as somebody at the table would say it."""

from typing import Any

import pytest

from replay import telling
from replay.timeline import Timeline, timeline
from scorekeeper.engine import PRESETS
from tests.replay.hands import CHALLENGED, CLAIMED, NAMES, golden_records, kept


def walk(hand: dict[str, Any], rules: str = "iowa") -> Timeline:
    line = timeline(kept(hand, PRESETS[rules]), PRESETS[rules])
    assert line is not None
    return line


def said(line: Timeline, number: int, names: list[str] = NAMES) -> str:
    """Return what the status says at a step."""
    step = line.steps[number]
    return f"{telling.place_words(step)} {telling.step_words(line, step, names)}"


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (0, "Before the first lead. Sam dealt. Wes plays 3 hearts. Eli sits out. Wes is to lead."),
        (1, "Trick 1, card 1 of 3. Wes leads the right bower, jack of hearts. Wes is winning."),
        (2, "Trick 1, card 2 of 3. Sam follows with the nine of hearts. Wes is winning."),
        (4, "Trick 2, card 1 of 3. Wes leads the left bower, jack of diamonds. Wes is winning."),
        (6, "Trick 2, card 3 of 3. Nora throws off the nine of clubs. Wes wins the trick."),
        (18, "Trick 6, card 3 of 3. Nora follows with the jack of spades. Nora wins the trick. Wes makes 3 hearts."),
    ],
)
def test_status_of_a_step(number: int, sentence: str) -> None:
    assert said(walk(CHALLENGED), number) == sentence


def test_ruff_and_joker() -> None:
    hand = {
        "dealer": 1, "declarer": 1, "bid": "2", "trump": "d",
        "tricks": [["9s", "Ad", "Ts", "Ks"], ["B", "Qd", "Kd", "Qs"]], "taken": [4, 2],
    }  # fmt: skip
    line = walk(hand, "hasenpfeffer")
    assert said(line, 2) == "Trick 1, card 2 of 4. Wes ruffs with the ace of diamonds. Wes is winning."
    assert said(line, 5) == "Trick 2, card 1 of 4. Wes leads the joker. Wes is winning."


def test_claim_is_said_at_the_end() -> None:
    words = said(walk(CLAIMED), 9)
    assert words.endswith(
        "Wes wins the trick. Play stopped here; the last 3 tricks go to: Sam & Nora 1, Eli & Wes 2. Wes makes 3 hearts."
    )


def test_ruling_is_said_at_the_end_and_the_revoke_at_its_card() -> None:
    # Sam holds the king of hearts to trick 2 and does not follow in trick 1.
    tricks = [["Jh", "Ac", "Th"], ["Jd", "Kh", "9c"], ["Ah", "9h", "Qd"], *CHALLENGED["tricks"][3:]]
    tricks[3] = ["Qh", "Kd", "Jc"]
    ruling = {"points": [3, 0], "reason": "Sam revoked"}
    line = walk(CHALLENGED | {"tricks": tricks, "ruling": ruling})
    (warning,) = telling.warnings(line, line.steps[2], NAMES)
    assert warning.startswith("Trick 1: Sam played A♣\ufe0e on a heart lead but still held")
    assert telling.warnings(line, line.steps[3], NAMES) == []
    assert said(line, line.last).endswith("The table decided the points: Sam revoked.")


def test_region_says_who_plays_what_but_not_how_it_ends() -> None:
    assert telling.table_label(walk(CHALLENGED), 7, NAMES) == "Hand 7, Wes alone in hearts, bid 3"
    hand = {
        "dealer": 0,
        "declarer": 1,
        "bid": "LP",
        "trump": "n",
        "tricks": [["As", "9s", "Ts", "Ks"]],
        "taken": [0, 6],
    }
    assert telling.table_label(walk(hand, "classic"), 2, NAMES) == "Hand 2, Eli in no trump, bid Little Pepper"


def test_hands_are_heard_suit_by_suit() -> None:
    line = walk(CHALLENGED)
    assert telling.hand_words(line.hands[3], line.contract.trump) == [
        "hearts, trumps: right bower, left bower (jack of diamonds), ace, queen",
        "spades: king, nine",
    ]
    unknown = walk(CLAIMED)
    assert telling.hand_words(unknown.hands[1], unknown.contract.trump) == ["6 cards unknown"]
    assert telling.hand_words([], None) == ["no cards left"]


@pytest.mark.parametrize(
    ("number", "state"),
    [(0, "3 more of the 6 left"), (3, "2 more of the 5 left"), (8, "1 more of the 4 left"), (9, "made"), (18, "made")],
)
def test_contract_is_counted_down(number: int, state: str) -> None:
    line = walk(CHALLENGED)
    assert telling.contract_state(line, line.steps[number]) == state


def test_contract_is_set_as_soon_as_it_cannot_be_made() -> None:
    line = walk(CHALLENGED | {"calls": ["Pass", "2", "Pass", "PH"], "declarer": 0} | _declared_by_sam())
    states = [telling.contract_state(line, step) for step in line.steps]
    assert states[3] == "set"


def _declared_by_sam() -> dict[str, Any]:
    """Sam bids Pepper with help on the same cards and loses the first trick."""
    return {"exchange": ["9h", "Th"], "tricks": [["Kh", "Jd", "Jh"]], "taken": [0, 6]}


def test_every_golden_hand_can_be_told() -> None:
    for name, rules, record in golden_records():
        line, names = timeline(record, rules), ["Ana", "Gus", "June", "Theo"][: rules.players]
        assert line is not None
        for step in line.steps:
            words = f"{telling.place_words(step)} {telling.step_words(line, step, names)}"
            assert words.endswith("."), name
            assert "None" not in words and "{" not in words and "%" not in words and "  " not in words, words
