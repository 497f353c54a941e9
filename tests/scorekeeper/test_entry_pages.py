"""Telling a hand call by call and card by card: what is offered, what is kept, and what stepping back leaves."""

import json

import pytest
from django.test import Client

from scorekeeper.engine import check_hand
from scorekeeper.entry import state_text
from scorekeeper.models import Game
from scorekeeper.models import Hand as KeptHand
from scorekeeper.selectors import game_sheet

from .table import FULL, record, start
from .tapping import Steps, auction_page, call_all, cards_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start(first_dealer=0)


# ---- A whole hand


def test_a_full_hand_by_tapping(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "Pass", "Pass", "1", "2")
    steps.press("trump", "c").press("card", "9c").press("card", "9h").press("challenged", "yes")
    for trick in FULL["tricks"]:
        for card in trick:  # type: ignore[attr-defined]
            steps.press("card", card)
    assert steps.asks == "done"
    assert steps.save().status_code == 302
    assert KeptHand.objects.get().record == {key: value for key, value in FULL.items() if key != "hands"}


def test_calls_and_tricks_by_tapping(client: Client, game: Game) -> None:
    steps = call_all(auction_page(client, game), "Pass", "Pass", "1", "2").press("trump", "c")
    steps.press("challenged", "yes")
    assert steps.asks == "taken"
    steps.press("taken", "0:4")
    assert "Save, 2" in steps.page
    steps.save()
    kept = KeptHand.objects.get().record
    assert (kept["calls"], kept["taken"]) == (["Pass", "Pass", "1", "2"], [4, 2])
    assert game_sheet(game).scores == check_hand(kept, game.ruleset).result.points  # type: ignore[union-attr]


def test_only_legal_calls_are_offered(client: Client, game: Game) -> None:
    steps = auction_page(client, game)
    assert steps.offered("call") == ["Pass", "1", "2", "3", "4", "5", "PH", "PA"]
    assert steps.press("call", "4").offered("call") == ["Pass", "5", "PH", "PA"]


def test_a_claim_ends_the_play(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass")
    steps.press("trump", "h").press("unknown").press("challenged", "yes")
    steps.press("card", "Jh").press("card", "9h").press("card", "Ah")
    assert steps.offered("taken") == ["1:1", "1:2", "1:3", "1:4", "1:5", "1:6"]
    steps.press("taken", "1:5").save()
    kept = KeptHand.objects.get().record
    assert (kept["tricks"], kept["taken"]) == ([["Jh", "9h", "Ah"]], [1, 5])
    assert "exchange" not in kept


def test_everybody_passes(client: Client, game: Game) -> None:
    auction_page(client, game).press("passed").save()
    assert KeptHand.objects.get().record == {"dealer": 0, "calls": ["Pass"] * 4}


def test_a_concession(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass")
    steps.press("trump", "h").press("unknown").press("challenged", "no").save()
    assert game_sheet(game).scores == (0, 4)


def test_an_auction_that_nobody_wrote_down(client: Client, game: Game) -> None:
    steps = auction_page(client, game).press("unwritten").press("declarer", 2).press("bid", "PA").press("trump", "n")
    steps.press("challenged", "no").save()
    assert KeptHand.objects.get().record == {
        "dealer": 0,
        "declarer": 2,
        "bid": "PA",
        "trump": "n",
        "challenged": False,
    }


def test_a_misdeal_and_a_ruling(client: Client, game: Game) -> None:
    auction_page(client, game).press("void").save()
    steps = auction_page(client, game).press("rule", ruled_0="-3", ruled_1="2", ruling_reason="a revoke")
    steps.save()
    assert [hand.record.get("void") for hand in game.hands.current()] == ["misdeal", None]
    assert game_sheet(game).scores == (-3, 2)


def test_another_dealer(client: Client, game: Game) -> None:
    steps = auction_page(client, game).press("dealer", 2)
    assert steps.question == "What does Wes call?"


# ---- The deal


def test_a_deal_typed_in_part(client: Client, game: Game) -> None:
    steps = cards_page(client, game).press("deal", dealt_0="9c Ad ah J♦", dealt_2="9h 9s Jc Kc Kh 10c")
    assert not steps.response.context["form"].fault
    call_all(steps, "Pass", "Pass", "Pass", "2").press("trump", "c").press("unknown")
    steps.press("challenged", "no").save()
    kept = KeptHand.objects.get().record
    assert kept["hands"][0] == ["Ad", "Ah", "Jd", "9c", "Xx", "Xx"] or set(kept["hands"][0]) == {
        "9c",
        "Ad",
        "Ah",
        "Jd",
        "Xx",
    }
    assert kept["hands"][1] == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"dealt_0": "9c 9c"}, "Nora has 9♣ twice."),
        ({"dealt_0": "9c", "dealt_1": "9c"}, "Nora and Eli both have 9♣."),
        ({"dealt_0": "9s Ts Js Qs Ks As 9c"}, "is dealt 6 cards; here are 7."),
        ({"dealt_0": "Bh"}, "is no card"),
        ({"dealt_0": "B"}, "There is no"),
    ],
)
def test_a_deal_that_cannot_be_stays_as_typed(client: Client, game: Game, typed: dict[str, str], said: str) -> None:
    steps = cards_page(client, game).press("deal", **typed)
    assert said in steps.page
    assert steps.form.fields["dealt_0"] == typed["dealt_0"]


def test_a_deal_tapped_from_the_deck(client: Client, game: Game) -> None:
    steps = cards_page(client, game).press("deal_to_now", "0")
    for card in ("As", "Ks", "Qs", "Js", "Ts", "9s"):
        steps.press("deal_card", card)
    assert steps.form.fields["deal_to"] == "1"
    assert "As" not in steps.offered("deal_card")
    steps.press("deal_card", "Ah").press("deal_card", "Ah").press("deal_to_now", "")
    draft = steps.response.context["draft"]
    assert [len(held) for held in draft.hands] == [6, 0, 0, 0]


def test_a_known_hand_dims_what_is_not_held(client: Client, game: Game) -> None:
    steps = cards_page(client, game).press("deal", dealt_1="As Ks Qs Js Ts 9s")
    call_all(steps, "4", "Pass", "Pass", "Pass").press("trump", "s").press("unknown").press("challenged", "yes")
    assert "Kh" not in steps.offered("card") or "exchange" in state_text(steps.response.context["draft"])


# ---- Typing cards


def test_several_cards_are_typed_at_once(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("add", typed="jh, 9h Ah  Jd 10♥")
    assert list(map(str, steps.response.context["draft"].plays)) == ["Jh", "9h", "Ah", "Jd", "Th"]
    assert steps.form.fields["typed"] == ""


def test_what_cannot_be_taken_stays_typed(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("add", typed="Jh 9h Jh Ah")
    assert len(steps.response.context["draft"].plays) == 2
    assert steps.form.fields["typed"] == "Jh Ah"
    assert "It is played already." in steps.page


def test_typed_calls(client: Client, game: Game) -> None:
    steps = auction_page(client, game).press("add", typed="pass 3 4 pass h")
    assert steps.asks == "challenge"
    assert steps.response.context["draft"].trump == "h"


def test_what_is_typed_stays_when_a_card_is_tapped(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("card", "Jh", typed="9h Ah")
    assert steps.form.fields["typed"] == "9h Ah"


# ---- Why not


def test_a_card_that_cannot_be_played_says_why(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("add", typed="Kd 9d 9s Jh Jd")
    assert steps.question == "Wes plays to trick 2" or steps.question.endswith("plays to trick 2")
    labels = {button.value: button.label for button in steps.form.buttons if button.name == "card"}
    assert "played by" in labels["Kd"]
    shown = [label for label in labels.values() if "showed out of diamonds in trick 1" in label]
    assert shown
    assert "showed out of diamonds in trick 1." in steps.page


def test_a_card_sent_though_it_was_not_offered(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("card", "Jh")
    steps.press("card", "Jh")
    assert "It is played already." in steps.page
    assert len(steps.response.context["draft"].plays) == 1


def test_after_a_ruling_a_revoke_can_be_told(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("add", typed="Kd 9s 9d Kc 9c Jc")
    assert "Ad" not in steps.offered("card") or steps.asks == "play"
    steps.press("rule", ruled_0=2, ruled_1=-4, ruling_reason="Wes revoked")
    steps.press("add", typed="Ac Qd Qc")
    assert not steps.response.context["form"].fault
    assert steps.save().status_code == 302


# ---- Stepping back


def test_step_back_to_the_beginning_and_forward_again(client: Client, game: Game) -> None:
    record(game, FULL)
    steps = Steps(client, f"/g/{game.key}/1/edit/cards/")
    states = []
    while "back" in {button.name for button in steps.form.buttons}:
        states.append(steps.form.fields["state"])
        steps.press("back")
    assert len(states) == 18 + 1 + 2 + 1 + 4
    assert steps.asks == "call"
    assert json.loads(steps.form.fields["state"])["hands"] == FULL["hands"]


def test_step_back_labels(client: Client, game: Game) -> None:
    steps = auction_page(client, game).press("call", "Pass").press("call", "PH")
    assert "Undo Sam’s Pepper with help" in steps.page
    call_all(steps, "Pass", "Pass")
    assert "Undo Nora’s Pass" in steps.page
