"""A hand played at the prompt ends in the same result as its record (docs/record.md, Answers)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine import (
    PRESETS,
    BadDeal,
    BadNotation,
    Hand,
    IllegalAction,
    IllegalCall,
    IllegalPlay,
    Ruleset,
    parse_rules,
    table_of,
)

HOUSE_RULES = [
    {"base": "iowa", "challenge": False, "zero_trick_penalty": False},
    {"base": "iowa", "hand": 5, "kitty": 4, "alone": True, "defend_alone": True, "ladder": [
        {"token": "3", "need": 3, "stake": 3}, {"token": "LP", "need": 5, "stake": 9, "mark": "double"}
    ]},
    {"base": "hasenpfeffer", "exchange": True, "auction": "rounds_final"},
]  # fmt: skip
RULES = [*PRESETS, *HOUSE_RULES]


def deal(rules: Ruleset, random: Random, known: bool = True) -> Hand:
    """A hand of shuffled cards, or of cards nobody knows."""
    deck = [str(card) for card in rules.deck]
    random.shuffle(deck)
    hands = [" ".join(deck[seat * rules.hand :][: rules.hand]) for seat in range(rules.players)]
    kitty = " ".join(deck[rules.players * rules.hand :][: rules.kitty])
    dealer = random.randrange(rules.players)
    return Hand.deal(rules, dealer, hands, kitty) if known else Hand.deal(rules, dealer)


def play_on(hand: Hand, random: Random) -> Hand:
    """The hand after one random action that it allows."""
    verb = random.choice(hand.awaits)
    if verb == "call":
        return hand.call(random.choice(hand.legal_calls()))
    if verb == "name_trump":
        suits = "shdcn" if hand.rules.no_trump else "shdc"
        return hand.name_trump(random.choice(suits), alone=hand.rules.alone and random.random() < 0.5)
    if verb == "discard":
        declarer = hand.contract.declarer
        stock = sorted(map(str, (hand.dealt[declarer] or frozenset()) | set(hand.kitty)))
        return hand.discard(" ".join(random.sample(stock, hand.rules.kitty) if stock else ["Xx"] * hand.rules.kitty))
    if verb == "exchange":
        contract = hand.contract
        mine = sorted(map(str, set(hand.dealt[contract.declarer] or ()) - set(hand.discarded or ())))
        theirs = sorted(map(str, hand.dealt[contract.partner or 0] or ()))
        return hand.exchange(random.choice(mine or ["Xx"]), random.choice(theirs or ["Xx"]))
    if verb == "defend_alone":
        return hand.defend_alone((hand.contract.declarer + random.choice((1, 3))) % 4)
    if verb == "play":
        return hand.play(random.choice(hand.legal_plays()))
    return getattr(hand, verb)()


@pytest.mark.parametrize("rules", RULES, ids=str)
@given(random=st.randoms(use_true_random=False))
def test_random_play_ends_in_the_result_of_its_record(rules: object, random: Random) -> None:
    hand = deal(parse_rules(rules), random)
    while not hand.is_over:
        hand = play_on(hand, random)
    answer = hand.answer()
    assert answer.ok, [finding.message for finding in answer.findings]
    assert answer.findings == ()
    assert answer.result is not None
    assert answer.record == hand.record()
    if hand.table is not None:
        assert answer.result.trick_winners == hand.table.trick_winners
        assert answer.result.tricks == hand.table.tricks_taken
    assert answer.result.passed_out == hand.auction.is_passed_out


def test_nobody_plays_on_after_the_end() -> None:
    hand = held_to("challenge").concede()
    for act in (lambda: hand.play("As"), lambda: hand.playing, hand.challenge):
        with pytest.raises(IllegalAction, match="nothing more: the hand is over"):
            act()


def test_an_exchange_is_one_card_each() -> None:
    with pytest.raises(IllegalAction, match="one card"):
        held_to("exchange").exchange("9s", "")


def test_the_defenders_choose_together() -> None:
    assert held_to("challenge").turn is None


def test_the_old_hand_stays() -> None:
    before = Hand.deal(PRESETS["iowa"], 0)
    after = before.call("4")
    assert before.auction.calls == ()
    assert after.auction.calls == ("4",)


def held_to(verb: str) -> Hand:
    """An Iowa hand of known cards that has come to `verb`."""
    hands = ["9s Ts Js Qs Ks As", "9h Th Jh Qh Kh Ah", "9d Td Jd Qd Kd Ad", "9c Tc Jc Qc Kc Ac"]
    hand = Hand.deal(PRESETS["iowa"], 3, hands)
    for call in ("4", "pass", "pass", "pass"):
        if verb == "call":
            return hand
        hand = hand.call(call)
    if verb == "name_trump":
        return hand
    hand = hand.name_trump("s")
    if verb == "exchange":
        return hand
    hand = hand.exchange("9s", "Ad")
    return hand if verb == "challenge" else hand.challenge()


@pytest.mark.parametrize(
    ("verb", "act", "kind", "sentence"),
    [
        ("call", lambda hand: hand.call("seven"), BadNotation, "no call here"),
        ("call", lambda hand: hand.call("4").call("3"), IllegalCall, "not higher than the 4 of North"),
        ("call", lambda hand: hand.name_trump("s"), IllegalAction, "not time to name_trump, but to call"),
        ("name_trump", lambda hand: hand.name_trump("x"), BadNotation, "no trump"),
        ("exchange", lambda hand: hand.exchange("9h", "Ad"), IllegalAction, "cannot give 9♥"),
        ("exchange", lambda hand: hand.exchange("9s", "9s"), IllegalAction, "cannot give 9♠"),
        ("challenge", lambda hand: hand.play("As"), IllegalAction, "not time to play, but to challenge or concede"),
        ("play", lambda hand: hand.play("Kh"), IllegalPlay, "North does not hold K♥"),
        ("play", lambda hand: hand.play("As").play("Jc"), IllegalPlay, "East does not hold J♣"),
        ("play", lambda hand: hand.play("Ad").play("9h").play("9c").play("Zz"), BadNotation, "no card"),
    ],
)
def test_what_is_not_allowed_is_refused_in_words(verb, act, kind, sentence) -> None:
    with pytest.raises(kind, match=sentence):
        act(held_to(verb))


def test_a_revoke_is_refused_in_words() -> None:
    hands = ["9s Ts Js Qs Ks 9h", "As Th Jh Qh Kh Ah", "9d Td Jd Qd Kd Ad", "9c Tc Jc Qc Kc Ac"]
    hand = Hand.deal(PRESETS["midwest"], 3, hands)
    for call in ("4", "pass", "pass", "pass"):
        hand = hand.call(call)
    hand = hand.name_trump("d").play("Ks")
    assert [str(card) for card in hand.legal_plays()] == ["As"]
    with pytest.raises(IllegalPlay, match="East holds A♠ and must follow a spade lead, not play A♥"):
        hand.play("Ah")


@pytest.mark.parametrize(
    ("hands", "kitty", "sentence"),
    [
        (["9s"] * 4, "", "North’s hand: the cards recorded are 1, but 6 are dealt to everybody"),
        (["9s Ts Js Qs Ks As"] * 4, "", "9♠ is dealt twice; North has it already"),
        (["B Ts Js Qs Ks As", "", "", ""], "", "not in the deck"),
        (["9s Ts Js Qs Ks As"], "", "each of the 4 seats"),
        ([], "9s", "the kitty: this game has none"),
    ],
)
def test_a_deal_that_does_not_fit_is_refused(hands, kitty, sentence) -> None:
    with pytest.raises(BadDeal, match=sentence):
        Hand.deal(PRESETS["iowa"], 0, hands, kitty)


def test_with_unknown_cards_every_possible_card_is_offered() -> None:
    hand = Hand.deal(PRESETS["midwest"], 3)
    for call in ("4", "pass", "pass", "pass"):
        hand = hand.call(call)
    hand = hand.name_trump("d")
    assert len(hand.legal_plays()) == 24
    hand = hand.play("As").play("Ah").play("Ks").play("Qs").play("9c")
    offered = {str(card) for card in hand.legal_plays()}
    assert {"Js", "Ts", "9s", "Jh"} & offered == {"Jh"}, "East showed out of spades; the left bower is a diamond"
    assert not {"As", "Ah", "Ks", "Qs", "9c"} & offered
    with pytest.raises(IllegalPlay, match="East has shown out of spades and cannot play 9♠"):
        hand.play("9s")


def test_a_holding_is_unknown_while_a_card_given_away_is() -> None:
    hands = [["9c", "Ad", "Ah", "Jd", "Jh", "Kd"], ["Ac", "Js", "Ks", "Qd", "Qs", "Th"]]
    hands += [["9h", "9s", "Jc", "Kc", "Kh", "Tc"], ["9d", "As", "Qc", "Qh", "Td", "Ts"]]
    record = {"dealer": 0, "hands": hands, "calls": ["Pass", "Pass", "1", "2"], "trump": "c", "challenged": True}
    record |= {"tricks": [["Jh", "Th", "Qh"]], "taken": [1, 5]}
    table = table_of(record, PRESETS["iowa"])
    assert table is not None
    assert [held is None for held in table.holdings] == [True, False, True, False]
    table = table_of(record | {"exchange": ["9c", "9h"]}, PRESETS["iowa"])
    assert table is not None
    assert sorted(map(str, table.holdings[0] or ())) == ["9h", "Ad", "Ah", "Jd", "Jh", "Kd"]
