"""House rules that cannot be played are refused, with a sentence for each reason (docs/rules.md, A ruleset's keys)."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.engine import RulesetError, parse_rules

from .helpers import answer, check_message, codes


def ladder(*rows: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Return a ladder of (token, need, stake) rows."""
    return [{"token": token, "need": need, "stake": stake} for token, need, stake in rows]


REFUSED: list[Any] = [
    # an unknown key or value
    pytest.param({"base": "iowa", "colour": "red"}, "colour", id="unknown-key"),
    pytest.param({"base": "chess"}, "chess", id="unknown-base"),
    pytest.param("chess", "chess", id="unknown-preset"),
    pytest.param({"target": 42}, "base", id="no-base"),
    pytest.param(None, "", id="null"),
    pytest.param(7, "", id="a-number"),
    pytest.param(["iowa"], "", id="a-list"),
    pytest.param({"base": ["iowa"]}, "", id="base-a-list"),
    pytest.param({"base": "iowa", "players": 5}, "players", id="five-players"),
    pytest.param({"base": "classic-2", "players": 1}, "players", id="one-player"),
    pytest.param({"base": "classic-2", "players": True}, "players", id="players-true"),
    pytest.param({"base": "classic-2", "players": "2"}, "players", id="players-text"),
    pytest.param({"base": "iowa", "hand": 0}, "", id="no-hand"),
    pytest.param({"base": "iowa", "kitty": -1}, "kitty", id="negative-kitty"),
    pytest.param({"base": "iowa", "auction": "dutch"}, "auction", id="auction"),
    pytest.param({"base": "iowa", "made": "none"}, "made", id="made"),
    pytest.param({"base": "iowa", "made": 6}, "made", id="made-number"),
    pytest.param({"base": "iowa", "set": 0}, "set", id="set-nought"),
    pytest.param({"base": "iowa", "set": -6}, "set", id="set-negative"),
    pytest.param({"base": "iowa", "set": True}, "set", id="set-true"),
    pytest.param({"base": "iowa", "defenders_made": "all"}, "", id="defenders-made"),
    pytest.param({"base": "iowa", "defenders_set": 3}, "", id="defenders-set"),
    pytest.param({"base": "iowa", "first_lead": "anyone"}, "", id="first-lead"),
    pytest.param({"base": "iowa", "finish": "sudden"}, "finish", id="finish"),
    pytest.param({"base": "iowa", "exchange": "yes"}, "exchange", id="switch-text"),
    pytest.param({"base": "iowa", "challenge": 1}, "challenge", id="switch-number"),
    pytest.param({"base": "midwest", "alone_multiplier": "2"}, "", id="multiplier-text"),
    pytest.param({"base": "iowa", "name": 5}, "name", id="name-number"),
    pytest.param({"base": "iowa", "ladder": "1-5"}, "ladder", id="ladder-text"),
    pytest.param({"base": "iowa", "ladder": ladder(("9", 1, 1))}, "9", id="ladder-token"),
    pytest.param({"base": "iowa", "ladder": ladder(("Pass", 1, 1))}, "Pass", id="ladder-pass"),
    pytest.param({"base": "iowa", "ladder": [{"token": "1", "need": 1}]}, "stake", id="ladder-without-stake"),
    pytest.param({"base": "iowa", "ladder": [{"token": "1", "need": 1, "stake": 1, "x": 1}]}, "x", id="ladder-key"),
    pytest.param({"base": "iowa", "ladder": [{"token": "1", "need": 1, "stake": 1, "mark": "triple"}]}, "", id="mark"),
    pytest.param(
        {"base": "iowa", "ladder": [{"token": "1", "need": 1, "stake": 1, "exchange": 0}]}, "", id="rung-exchange"
    ),
    pytest.param({"base": "iowa", "ladder": [{"token": "1", "need": "1", "stake": 1}]}, "need", id="need-text"),
    # players x hand + kitty beyond the deck
    pytest.param({"base": "midwest", "kitty": 1}, "24", id="kitty-of-a-full-deal"),
    pytest.param({"base": "midwest", "hand": 7}, "24", id="hands-of-seven"),
    pytest.param({"base": "hasenpfeffer", "kitty": 2}, "25", id="beyond-25"),
    pytest.param({"base": "classic-3", "players": 4}, "24", id="four-times-eight"),
    # the ladder
    pytest.param({"base": "iowa", "ladder": []}, "", id="empty-ladder"),
    pytest.param({"base": "iowa", "ladder": ladder(("1", 1, 1), ("1", 2, 2))}, "1", id="token-twice"),
    pytest.param({"base": "iowa", "ladder": ladder(("1", 3, 1), ("2", 2, 2))}, "2", id="need-falls"),
    pytest.param({"base": "iowa", "ladder": ladder(("1", 1, 3), ("2", 2, 2))}, "2", id="stake-falls"),
    pytest.param({"base": "iowa", "ladder": ladder(("1", 1, 1), ("2", 4, 4), ("3", 3, 5))}, "3", id="need-falls-later"),
    pytest.param({"base": "iowa", "ladder": ladder(("7", 7, 7))}, "7", id="need-beyond-the-hand"),
    pytest.param({"base": "midwest", "hand": 5}, "", id="preset-ladder-beyond-a-smaller-hand"),
    # a joker with no trump
    pytest.param({"base": "iowa", "joker": True}, "joker", id="joker-with-no-trump"),
    pytest.param({"base": "hasenpfeffer", "no_trump": True}, "joker", id="no-trump-with-joker"),
    # partners
    pytest.param({"base": "classic-3", "partners": True}, "four", id="partners-of-three"),
    pytest.param({"base": "classic-2", "partners": True}, "four", id="partners-of-two"),
    pytest.param({"base": "classic", "players": 3}, "four", id="three-in-partnership"),
    pytest.param({"base": "classic-3", "exchange": True}, "partner", id="exchange-without-partners"),
    pytest.param({"base": "classic-3", "challenge": True}, "partner", id="challenge-without-partners"),
    pytest.param({"base": "classic-3", "alone": True}, "partner", id="alone-without-partners"),
    pytest.param({"base": "midwest", "partners": False}, "partner", id="alone-kept-without-partners"),
    pytest.param({"base": "iowa", "defend_alone": True}, "alone", id="defend-alone-without-alone"),
    pytest.param({"base": "hasenpfeffer", "alone": False}, "alone", id="alone-off-defend-alone-kept"),
    # a target below 1
    pytest.param({"base": "iowa", "target": 0}, "target", id="target-0"),
    pytest.param({"base": "iowa", "target": -31}, "target", id="target-negative"),
    pytest.param({"base": "iowa", "target": 31.5}, "target", id="target-and-a-half"),
    pytest.param({"base": "iowa", "target": "31"}, "target", id="target-text"),
    pytest.param({"base": "iowa", "target": None}, "target", id="target-null"),
]


@pytest.mark.parametrize(("value", "word"), REFUSED)
def test_refused_with_a_sentence(value: Any, word: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_rules(value)
    sentences = refusal.value.sentences
    assert sentences
    for sentence in sentences:
        if not isinstance(value, str | dict):
            assert len(sentence) > 10
        else:
            check_message(sentence)
    assert any(word.lower() in sentence.lower().replace("_", " ") for sentence in sentences), sentences
    given = answer(value, {"dealer": 0, "void": "misdeal"})
    assert given["ok"] is False and set(codes(given)) == {"bad-record"}


def test_every_reason_is_told_at_once() -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_rules({"base": "classic-3", "target": 0, "colour": "red", "exchange": True, "finish": "sudden"})
    told = " ".join(refusal.value.sentences).lower()
    assert len(refusal.value.sentences) >= 4
    for word in ("target", "colour", "exchange", "sudden"):
        assert word in told


ACCEPTED: list[Any] = [
    pytest.param({"base": "iowa", "target": 1}, id="target-1"),
    pytest.param({"base": "midwest", "hand": 6, "kitty": 0}, id="a-full-deal"),
    pytest.param({"base": "midwest", "joker": True, "kitty": 1}, id="a-joker-makes-room-for-a-kitty"),
    pytest.param({"base": "hasenpfeffer", "set": "stake"}, id="hasenpfeffer-lose-the-bid"),
    pytest.param({"base": "hasenpfeffer", "alone_multiplier": 2, "defenders_set": "stake"}, id="hasenpfeffer-stakes"),
    pytest.param({"base": "classic", "auction": "rounds_final"}, id="a-pass-is-final"),
    pytest.param({"base": "classic", "partners": False}, id="four-each-on-his-own"),
    pytest.param({"base": "iowa", "ladder": ladder(("1", 2, 2), ("2", 2, 2))}, id="need-and-stake-may-stand-still"),
    pytest.param({"base": "classic-2", "hand": 12, "kitty": 0}, id="two-players-twelve-cards"),
    pytest.param({"base": "classic-3", "hand": 7, "kitty": 3, "ladder": ladder(("7", 7, 7))}, id="three-with-a-kitty"),
    pytest.param({"base": "midwest", "defend_alone": True}, id="midwest-defend-alone"),
    pytest.param({"base": "midwest", "no_trump": True}, id="midwest-no-trump"),
    pytest.param({"base": "iowa", "exchange": False, "challenge": False}, id="iowa-without-either"),
]


@pytest.mark.parametrize("value", ACCEPTED)
def test_accepted(value: Any) -> None:
    parse_rules(value)
    assert answer(value, {"dealer": 0, "void": "misdeal"})["ok"] is True
