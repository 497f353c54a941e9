"""The steps of a hand: a card each, nothing lost, and always what the engine says."""

from collections import Counter
from typing import Any

import pytest

from replay.timeline import Timeline, timeline
from scorekeeper.engine import PRESETS, Card, Ruleset, Suit, cards, check_hand
from tests.replay.hands import CHALLENGED, CLAIMED, GOLDEN, golden_records, kept

RECORDS = golden_records()
ALL = pytest.mark.parametrize(("rules", "record"), [one[1:] for one in RECORDS], ids=[one[0] for one in RECORDS])
IOWA = PRESETS["iowa"]


def walk(hand: dict[str, Any], rules: Ruleset = IOWA) -> Timeline:
    """Return the timeline of a hand that can be replayed."""
    line = timeline(kept(hand, rules), rules)
    assert line is not None
    return line


def known(line: Timeline, seat: int) -> set[str]:
    """Return the known cards of a hand."""
    return {str(held.card) for held in line.hands[seat] if held.card is not None}


def test_golden_hands_of_every_game_are_walked() -> None:
    assert {rules.base for _name, rules, _record in RECORDS} == set(PRESETS)
    assert {name.split("/")[1] for name, _rules, _record in RECORDS} >= {"full", "no-deal", "claim", "revoke-ruled"}


@ALL
def test_every_step_moves_one_card(rules: Ruleset, record: dict[str, Any]) -> None:
    line = timeline(record, rules)
    assert line is not None
    assert [step.number for step in line.steps] == list(range(line.last + 1))
    assert line.steps[0].play is None
    for before, after in zip(line.steps, line.steps[1:], strict=False):
        assert after.play is not None
        assert after.table.played - before.table.played == {after.play.card}
        assert before.turn == after.play.seat
        moved = [
            (seat, held.card)
            for seat, hand in enumerate(line.hands)
            for held in hand
            if after.has_played(held) and not before.has_played(held)
        ]
        assert moved == [(after.play.seat, after.play.card)]


@ALL
def test_no_card_is_lost_or_doubled(rules: Ruleset, record: dict[str, Any]) -> None:
    line = timeline(record, rules)
    assert line is not None
    assert [len(hand) for hand in line.hands] == [rules.hand] * rules.players
    held = Counter(card for hand in line.hands for one in hand if (card := one.card) is not None)
    assert set(held.values()) == {1}
    assert set(held) <= set(rules.deck)
    assert not set(held) & {card for card in line.discard if card is not None}
    assert [[str(play.card) for play in trick] for trick in line.tricks] == record["tricks"]
    assert line.unfollowed == 0


@ALL
def test_winners_and_tricks_are_the_engine_s(rules: Ruleset, record: dict[str, Any]) -> None:
    line = timeline(record, rules)
    result = check_hand(record, rules).result
    assert line is not None and result is not None and result.tricks is not None
    assert line.winners == result.trick_winners
    assert tuple(step.winning for step in line.steps if step.play and step.trick.is_complete) == result.trick_winners
    claimed = line.claimed or (0,) * rules.sides
    assert tuple(map(sum, zip(line.steps[-1].taken, claimed, strict=True))) == result.tricks
    assert sum(result.tricks) == rules.hand


@ALL
def test_whoever_wins_leads(rules: Ruleset, record: dict[str, Any]) -> None:
    line = timeline(record, rules)
    assert line is not None
    assert line.tricks[0][0].seat == line.contract.leader
    for winner, trick in zip(line.winners, line.tricks[1:], strict=False):
        assert trick[0].seat == winner


@ALL
def test_a_known_deal_is_shown_as_it_was_after_kitty_and_exchange(rules: Ruleset, record: dict[str, Any]) -> None:
    line = timeline(record, rules)
    assert line is not None
    if "hands" not in record:
        assert all(
            held.play is not None or held.card is None or rules.dead == 0 for hand in line.hands for held in hand
        )
        return
    dealt = {card for hand in record["hands"] for card in hand} | set(record.get("kitty", []))
    shown = set().union(*(known(line, seat) for seat in range(rules.players)))
    assert shown == dealt - set(record.get("discard", []))


def test_hand_is_sorted_by_suit_with_the_bowers_among_the_trumps() -> None:
    line = walk(CHALLENGED)
    assert [str(held.card) for held in line.hands[3]] == ["Jh", "Jd", "Ah", "Qh", "Ks", "9s"]


def test_exchange_is_applied_before_the_first_lead() -> None:
    line = walk(CHALLENGED)
    assert "Tc" in known(line, 1) and "Jd" not in known(line, 1)
    assert line.exchange == cards("Tc Jd")
    assert line.contract.sitting_out == {1}
    assert all(held.play is None for held in line.hands[1])


def test_fully_played_hand_determines_the_deal_nobody_wrote_down() -> None:
    played = {key: value for key, value in CHALLENGED.items() if key not in ("hands", "exchange")}
    line = walk(played)
    assert known(line, 1) == {"As", "Td", "9d", "Kc", "Qc", "Tc"}
    assert line.hands == walk(CHALLENGED).hands


def test_partial_deal_shows_what_is_known_and_a_place_for_what_is_not() -> None:
    hands = [["Kh", "Xx", "Qs", "Xx", "Xx", "Xx"], [], ["Th", "Js", "Ts", "Qd", "Jc", "9c"], []]
    line = walk(CLAIMED | {"hands": hands})
    assert known(line, 0) == {"Kh", "9h", "Kd", "Qs"}
    assert known(line, 1) == set()
    assert known(line, 2) == {"Th", "Js", "Ts", "Qd", "Jc", "9c"}
    assert known(line, 3) == {"Jh", "Jd", "Ah"}
    assert [len(hand) for hand in line.hands] == [6, 6, 6, 6]


def test_hand_that_gave_away_an_unknown_card_shows_only_what_it_played() -> None:
    line = walk(CLAIMED | {"hands": CHALLENGED["hands"]})
    assert known(line, 3) == {"Jh", "Jd", "Ah"}
    assert known(line, 1) == set()


def test_kitty_and_discard_of_the_declarer_are_told() -> None:
    name, rules, record = next(
        one for one in RECORDS if one[0].startswith("hasenpfeffer-kitty/full") and "alone" in one[2]
    )
    line = walk(record, rules)
    assert line.kitty == cards(" ".join(record["kitty"]))
    assert line.discard == cards(" ".join(record["discard"])), name
    assert known(line, line.contract.declarer).isdisjoint(record["discard"])


def test_two_who_play_alone_meet_by_themselves() -> None:
    _name, rules, record = next(one for one in RECORDS if len(one[2].get("alone", ())) == 2)
    line = walk(record, rules)
    assert {len(trick) for trick in line.tricks} == {2}
    assert line.contract.sitting_out == {(seat + 2) % 4 for seat in record["alone"]}


def test_claim_says_who_was_given_the_rest() -> None:
    line = walk(CLAIMED)
    assert line.last == 9
    assert line.steps[-1].taken == (0, 3)
    assert line.claimed == (1, 2)
    assert walk(CHALLENGED).claimed is None


def test_short_last_trick_is_walked_to_its_last_card() -> None:
    line = walk(CLAIMED | {"tricks": [*CHALLENGED["tricks"][:3], ["Qh", "Ac"]]})
    assert line.last == 11
    last = line.steps[-1]
    assert (last.winning, last.turn, last.trick.is_complete) == (3, 2, False)
    assert line.claimed == (1, 2)


@pytest.mark.parametrize(
    ("number", "manner"), [(1, "lead"), (2, "follow"), (4, "lead"), (6, "throw"), (9, "throw"), (17, "throw")]
)
def test_manner_of_a_card(number: int, manner: str) -> None:
    play = walk(CHALLENGED).steps[number].play
    assert play is not None and play.manner == manner


def test_trump_on_another_suit_is_a_ruff_and_the_joker_asks_for_trumps() -> None:
    hand = {
        "dealer": 0, "declarer": 1, "bid": "2", "trump": "h",
        "tricks": [["As", "9h", "Ts", "Ks"], ["B", "9s", "Ah", "Qs"]], "taken": [3, 3],
    }  # fmt: skip
    line = walk(hand, PRESETS["hasenpfeffer"])
    assert [play.manner for play in line.plays[:2]] == ["lead", "ruff"]
    assert [play.manner for play in line.plays[4:]] == ["lead", "throw", "follow", "throw"]


def test_calls_name_who_called_and_which_bid_won() -> None:
    calls = walk(CHALLENGED).calls
    assert [(one.seat, one.call, one.wins) for one in calls] == [
        (1, "Pass", False),
        (2, "2", False),
        (3, "3", True),
        (0, "Pass", False),
    ]
    assert walk(CLAIMED).calls == ()


def test_revoke_that_a_ruling_kept_is_found_at_its_card() -> None:
    for name, rules, record in RECORDS:
        if "/revoke-ruled/" in name:
            line = walk(record, rules)
            at = [step.number for step in line.steps if line.findings_at(step)]
            assert at == [found.play + 1 for found in line.findings if found.play is not None], name
            assert at, name


def test_trick_after_which_nobody_can_follow_is_not_shown() -> None:
    twice = [*CHALLENGED["tricks"][:2], ["Ah", "Kd", "Jh"], ["Qh", "Ac", "Jc"]]
    ruling = {"points": [0, 0], "reason": "two packs were mixed"}
    line = walk(CLAIMED | {"tricks": twice, "ruling": ruling})
    assert line.last == 6
    assert line.unfollowed == 6
    assert line.winners == (3, 3)


def test_hands_that_cannot_be_replayed() -> None:
    ruling = {"points": [0, 0], "reason": "so it was agreed"}
    score = {"dealer": 0, "declarer": 3, "bid": "3", "trump": "h", "challenged": True, "taken": [1, 5]}
    conceded = {"dealer": 3, "calls": ["2", "Pass", "3", "PH"], "trump": "s", "challenged": False}
    passed = {"dealer": 1, "calls": ["Pass"] * 4}
    uncertain = {**CHALLENGED, "calls": ["Pass", "2", "2", "Pass"], "ruling": ruling}
    no_bid = {**CLAIMED, "bid": "8", "ruling": ruling}
    alone = {**CLAIMED, "alone": [3, 0, 1], "ruling": ruling}
    no_trump_named = {key: value for key, value in CLAIMED.items() if key != "trump"} | {"ruling": ruling}
    void = {**CHALLENGED, "void": "misdeal"}
    for hand in (score, conceded, passed, uncertain, no_bid, alone, no_trump_named, void):
        assert timeline(kept(hand, IOWA), IOWA) is None, hand


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["id"])
def test_whatever_a_ruling_keeps_can_be_opened(case: dict[str, Any]) -> None:
    rules = PRESETS[case["rules"]]
    ruling = {"points": [0] * rules.sides, "reason": "so it was agreed"}
    record = check_hand(case["hand"] | {"ruling": ruling}, rules).record
    if record is None:
        assert not case["expect"]["ok"]
        return
    line = timeline(record, rules)
    if line is not None:
        assert [len(hand) for hand in line.hands] == [rules.hand] * rules.players
        assert len(line.plays) + line.unfollowed == sum(map(len, record["tricks"]))
        assert line.calls is not None


def test_joker_stands_before_all_trumps() -> None:
    name, rules, record = next(
        one for one in RECORDS if one[1].joker and any("B" in trick for trick in one[2]["tricks"])
    )
    line = walk(record, rules)
    hand = next(hand for hand in line.hands if any(held.card == Card("B", None) for held in hand))
    assert hand[0].card == Card("B", None), name
    trump = line.contract.trump
    assert trump in list(Suit)
    flags = [held.card.is_trump(trump) for held in hand if held.card is not None]
    assert flags == sorted(flags, reverse=True)
