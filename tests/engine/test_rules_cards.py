"""Cards, bowers, the joker, following suit and who wins a trick (docs/rules.md, Cards); the texts' own examples."""

from __future__ import annotations

import pytest

from scorekeeper.engine import PRESETS, Card, Suit, Trick, contract_of, parse_rules, table_of

from . import simulator as sim
from .helpers import answer, codes

TRUMPS = ["s", "h", "d", "c", "n"]


def trump_of(letter: str) -> Suit | None:
    """Return the engine's trump for a record's letter."""
    return None if letter == "n" else Suit(letter)


@pytest.mark.parametrize("name", sim.PRESETS)
def test_the_deck_has_24_cards_or_25_with_the_joker(name: str) -> None:
    deck = [str(card) for card in PRESETS[name].deck]
    assert sorted(deck) == sorted(sim.deck(sim.PRESETS[name]))
    assert len(set(deck)) == (25 if sim.PRESETS[name]["joker"] else 24)


@pytest.mark.parametrize("trump", TRUMPS)
def test_effective_suits(trump: str) -> None:
    """The joker and the left bower are trumps for following suit, for being led and for winning."""
    for text in sim.deck({"joker": trump != "n"}):
        assert Card.parse(text).effective_suit(trump_of(trump)) == sim.suit_of(text, trump)


@pytest.mark.parametrize(
    ("trump", "highest_first"),
    [
        ("h", "B Jh Jd Ah Kh Qh Th 9h"),  # the example of iowa and of midwest
        ("d", "B Jd Jh Ad Kd Qd Td 9d"),
        ("s", "B Js Jc As Ks Qs Ts 9s"),  # midwest's trump table, with the joker of its variants
        ("c", "B Jc Js Ac Kc Qc Tc 9c"),
    ],
)
def test_trump_ranking(trump: str, highest_first: str) -> None:
    cards = [Card.parse(text) for text in highest_first.split()]
    ordered = sorted(cards, key=lambda card: card.strength(Suit(trump)), reverse=True)
    assert [str(card) for card in ordered] == highest_first.split()


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("suit", "shdc")
def test_side_suits_and_no_trump_rank_ace_down(trump: str, suit: str) -> None:
    """Side suits and no trump: A K Q J T 9; a side suit of the trump's colour lacks its jack."""
    if suit == trump:
        return
    cards = [c for r in "AKQJT9" if sim.suit_of(c := r + suit, trump) == suit]
    ordered = sorted(map(Card.parse, cards), key=lambda card: card.strength(trump_of(trump)), reverse=True)
    assert [str(card) for card in ordered] == cards


@pytest.mark.parametrize(
    ("trump", "cards", "winner"),
    [
        # midwest, Trick Examples
        pytest.param("c", "As Ks Js Qs", 2, id="midwest-1-left-bower-power"),
        pytest.param("h", "Kd Ad 9h Qd", 2, id="midwest-2-trump-dominance"),
        pytest.param("s", "Kh Ah Ts Qh", 2, id="midwest-3-partner-help"),
        # docs/rules.md, Cards
        pytest.param("s", "9d Td Ah Ac", 1, id="highest-of-suit-led"),
        pytest.param("s", "9d Ah Ac Kh", 0, id="nobody-follows"),
        pytest.param("n", "9d Ah Jd Jh", 2, id="no-trump-jack-below-queen"),
        pytest.param("n", "Jd Qd Jh 9d", 1, id="no-trump-has-no-bowers"),
        pytest.param("h", "Ah Jd Kh 9h", 1, id="left-bower-beats-the-ace"),
        pytest.param("h", "Jd Jh Ah 9h", 1, id="right-beats-left"),
        pytest.param("h", "Jh Jd B Ah", 2, id="joker-beats-the-right"),
        pytest.param("d", "9c Jh Ac 9d", 1, id="left-trumps-in"),
        pytest.param("d", "As Js Ks Jc", 0, id="jacks-of-the-other-colour-are-plain"),
        pytest.param("d", "9s B Jd Jh", 1, id="joker-trumps-in"),
        pytest.param("h", "Jd Ad Kd Qd", 0, id="led-left-bower-is-a-trump"),
        pytest.param("h", "9d Jd 9h Ad", 1, id="left-bower-on-its-printed-suit-trumps"),
    ],
)
def test_who_wins_the_trick(trump: str, cards: str, winner: int) -> None:
    played = tuple(Card.parse(text) for text in cards.split())
    trick = Trick(seats=(1, 2, 3, 0), cards=played)
    assert trick.leader == 1
    assert trick.winner(trump_of(trump)) == trick.seats[winner]
    assert sim.winner_index(cards.split(), trump) == winner


def one_trick(trump: str, hands: list[str], plays: list[str], base: str = "midwest") -> list[str]:
    """Return the codes for a first trick of a two-card game, led by seat 0, whose rest was claimed."""
    rules = {
        "base": base,
        "hand": 2,
        "kitty": 0,
        "ladder": [{"token": "1", "need": 1, "stake": 1}],
        "first_lead": "declarer",
    }
    record = {
        "dealer": 3,
        "hands": [hand.split() for hand in hands],
        "declarer": 0,
        "bid": "1",
        "trump": trump,
        "tricks": [plays],
        "taken": [1, 1],
    }
    given = answer(rules, record)
    assert all(f["trick"] == 0 for f in given["findings"])
    return [f"{f['code']} {f['seat']}" for f in given["findings"]] or codes(given)


@pytest.mark.parametrize(
    ("trump", "second", "plays", "found"),
    [
        # iowa: a led left bower asks for trumps
        pytest.param("h", "9h 9c", "Jd 9c", ["revoke 1"], id="left-bower-led-asks-for-trumps"),
        pytest.param("h", "9d 9c", "Jd 9c", [], id="left-bower-led-does-not-ask-for-its-printed-suit"),
        # iowa: a left bower that is the only trump has to follow trumps
        pytest.param("h", "Jd 9c", "Ah 9c", ["revoke 1"], id="left-bower-must-follow-trumps"),
        pytest.param("h", "Jd 9c", "Ad 9c", [], id="left-bower-need-not-follow-its-printed-suit"),
        pytest.param("h", "Jd Td", "Ad Jd", ["revoke 1"], id="left-bower-does-not-follow-its-printed-suit"),
        pytest.param("n", "Jd 9c", "Ad 9c", ["revoke 1"], id="no-trump-jack-follows-its-suit", marks=[]),
        pytest.param("h", "Ks Kh", "Ac Kh", [], id="may-trump-when-void"),
        # iowa: nobody has to trump in
        pytest.param("h", "Ks Kh", "Ac Ks", [], id="need-not-trump-when-void"),
        pytest.param("h", "9h Kh", "Ah 9h", [], id="need-not-beat"),
    ],
)
def test_following_suit(trump: str, second: str, plays: str, found: list[str]) -> None:
    base = "classic" if trump == "n" else "midwest"
    led, answer_card = plays.split()
    others = [c for c in sim.deck({"joker": False}) if c not in (*second.split(), led) and c not in ("Qs", "Qc")]
    clubs = [c for c in others if sim.suit_of(c, trump) != sim.suit_of(led, trump)]
    hands = [f"{led} Qs", second, f"{clubs[0]} {clubs[1]}", f"{clubs[2]} {clubs[3]}"]
    assert one_trick(trump, hands, [led, answer_card, clubs[0], clubs[2]], base) == found


@pytest.mark.parametrize(
    ("second", "plays", "found"),
    [
        pytest.param("9h 9c", "B 9c", ["revoke 1"], id="joker-led-asks-for-trumps"),
        pytest.param("B 9c", "Ah 9c", ["revoke 1"], id="joker-must-follow-trumps"),
        pytest.param("B 9c", "Ac B", ["revoke 1"], id="joker-is-no-club"),
        pytest.param("B 9c", "Ad B", [], id="joker-may-trump"),
    ],
)
def test_following_suit_with_the_joker(second: str, plays: str, found: list[str]) -> None:
    led, answer_card = plays.split()
    rest = ["Ts", "Ks", "As", "9s"]
    hands = [f"{led} Qs", second, f"{rest[0]} {rest[1]}", f"{rest[2]} {rest[3]}"]
    assert one_trick("h", hands, [led, answer_card, rest[0], rest[2]], "hasenpfeffer") == found


def test_legal_plays_of_a_table_are_those_of_the_rules() -> None:
    """At every turn of a random hand the engine allows exactly the cards the rules allow."""
    from random import Random

    for name, rules in sim.PRESETS.items():
        engine_rules = parse_rules(name)
        for seed in range(5):
            hand = sim.random_hand(rules, Random(f"{name}{seed}"), must_play=True)
            contract = contract_of(hand.record, engine_rules)
            table = table_of(hand.record, engine_rules)
            assert contract is not None and table is not None
            assert sorted(contract.active_seats) == hand.active
            held = [list(h) for h in hand.holdings]
            for cards in hand.record["tricks"]:
                led = None
                for card in cards:
                    seat = table.turn
                    assert seat is not None
                    fair = sim.legal_cards(held[seat], led, hand.record["trump"])
                    assert sorted(str(c) for c in table.legal_plays()) == sorted(fair)
                    held[seat].remove(card)
                    table = table.play(card)
                    led = led or card
            assert table.is_over and table.turn is None
            assert list(table.trick_winners) == hand.expected["trick_winners"]
            assert list(table.tricks_taken) == hand.expected["tricks"]
