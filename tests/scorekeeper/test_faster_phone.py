"""Another phone was faster: both hands are shown, and the one that was typed can be kept."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from scorekeeper import services
from scorekeeper.models import Game, Hand

from .sending import paste, send
from .table import FULL, NORA_MAKES_4, WES_IS_SET_ON_4, hand_post, record, start
from .test_score_sheet import said

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start()


def test_both_hands_are_shown(client: Client, game: Game) -> None:
    record(game, WES_IS_SET_ON_4 | {"dealer": 2})
    page = send(client, game)
    assert page.status_code == 409
    words = said(page)
    assert "There is a hand 1 already." in words
    assert "Saved Wes is set on 4 ♠\ufe0e Nora &amp; Sam +3, Eli &amp; Wes −4" in words
    assert "Yours, as hand 2 Nora makes 4 ♥\ufe0e Nora &amp; Sam +4, Eli &amp; Wes +2 Dealer Wes" in words
    assert "Sam dealt; saved by somebody with the link at" in words
    assert "You told it as dealt by Sam; Wes deals hand 2." in words
    assert "Save mine as hand 2, 7 : −2" in words
    assert game.hands.count() == 1


def resend(client: Client, page: Any, **more: str) -> Any:
    """Send the form of a conflict as a browser would."""
    return client.post(page.context["action"], {name: str(v) for name, v in page.context["typed"].items()} | more)


def test_the_other_hand_can_be_saved_as_the_next(client: Client, game: Game) -> None:
    record(game, WES_IS_SET_ON_4 | {"dealer": 2})
    page = send(client, game)
    assertRedirects(resend(client, page), game.get_absolute_url())
    assert [hand.record for hand in game.hands.current()] == [
        WES_IS_SET_ON_4 | {"dealer": 2},
        NORA_MAKES_4 | {"dealer": 3},
    ]
    assertRedirects(resend(client, page), game.get_absolute_url())
    assert game.hands.count() == 2


def test_the_other_hand_can_be_looked_at_again(client: Client, game: Game) -> None:
    record(game, WES_IS_SET_ON_4 | {"dealer": 2})
    page = resend(client, send(client, game), preview="1")
    assertContains(page, 'name="number" value="2"')
    assertContains(page, 'name="taken" value="4" id="id_taken_4" checked')
    assert game.hands.count() == 1


def test_a_dealer_chosen_by_hand_stays(client: Client, game: Game) -> None:
    record(game, WES_IS_SET_ON_4 | {"dealer": 2})
    page = send(client, game, dealer=1)
    assertContains(page, "Eli dealt, but it was Wes’s turn to deal.", status_code=409)
    resend(client, page)
    assert game.hands.current().last().record["dealer"] == 1  # type: ignore[union-attr]


def test_the_same_hand_from_two_phones_is_saved_already(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    page = send(client, game)
    assertContains(page, "Hand 1 is saved already.", status_code=409)
    assertNotContains(page, "Save mine", status_code=409)


def test_the_same_form_with_another_hand_is_a_conflict(client: Client, game: Game) -> None:
    submission = uuid.uuid4()
    send(client, game, submission=submission)
    page = send(client, game, submission=submission, taken=5)
    assert "Saved Nora makes 4 ♥\ufe0e Nora &amp; Sam +4, Eli &amp; Wes +2" in said(page)
    assert Hand.objects.get().record["taken"] == [4, 2]


def test_the_faster_hand_may_have_ended_the_game(client: Client) -> None:
    game = start({"base": "iowa", "target": 4})
    record(game, NORA_MAKES_4)
    page = send(client, game, taken=5)
    assertContains(page, "The game is over now", status_code=409)
    assertNotContains(page, "Save mine", status_code=409)


def test_a_hand_before_it_was_taken_back(client: Client, game: Game) -> None:
    page = send(client, game, 3)
    assertContains(page, "The next hand is hand 1.", status_code=409)
    assertRedirects(resend(client, page), game.get_absolute_url())
    assert Hand.objects.get().number == 1


def test_a_pasted_record_meets_the_same_answer(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    page = paste(client, game, FULL)
    assertContains(page, "There is a hand 1 already.", status_code=409)
    assertRedirects(resend(client, page), game.get_absolute_url())
    assert game.hands.current().last().record == FULL  # type: ignore[union-attr]


def test_a_form_without_a_dealer_asks_who_dealt(client: Client, game: Game) -> None:
    for kind in ("played", "void"):
        page = send(client, game, dealer=None, kind=kind)
        assertContains(page, "Who dealt?", status_code=422)
        assertContains(page, '<p class="wrong">Who dealt?</p>', status_code=422)
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    "depth", ["hand", "auction", "cards", "paste", "1/edit/score", "1/edit/cards", "1/insert/auction"]
)
def test_to_carry_and_to_save_at_once_is_to_carry(client: Client, game: Game, depth: str) -> None:
    record(game, NORA_MAKES_4)
    for values in (hand_post(2), {"state": "{}"}, {"text": json.dumps(FULL)}):
        page = client.post(f"/g/{game.key}/{depth}/", values | {"save": "1", "carry": "1"})
        assert page.status_code == 200
    assert game.hands.count() == 1


def test_a_hand_that_was_corrected_meanwhile_is_not_taken_back_unseen(client: Client, game: Game) -> None:
    hand = record(game, NORA_MAKES_4)
    address = f"{game.get_absolute_url()}undo/"
    page = client.get(address)
    sent = {name: str(page.context[name]) for name in ("number", "seen")} | {"hand": str(hand.submission)}
    services.correct_hand(hand, NORA_MAKES_4 | {"taken": [5, 1]}, revision=hand.revision)
    page = client.post(address, sent | {"why": "twice the same deal"})
    assert page.status_code == 409
    words = said(page)
    assert "Somebody changed this hand meanwhile." in words
    assert "Nora &amp; Sam +4, Eli &amp; Wes +1" in words
    assertContains(page, 'value="twice the same deal"', status_code=409)
    assert [one.pk for one in game.hands.current()] == [hand.pk]
    client.post(address, sent | {"seen": str(page.context["seen"]), "why": "twice the same deal"})
    assert not game.hands.current()


def test_a_hand_that_came_back_and_went_otherwise_meanwhile_is_not_brought_back_unseen(
    client: Client, game: Game
) -> None:
    hand = record(game, NORA_MAKES_4)
    services.undo_hand(game, number=1)
    address = f"{game.get_absolute_url()}restore/"
    sent = {name: str(client.get(address).context[name]) for name in ("number", "seen")}
    hand = services.restore_hand(game, number=1)
    services.correct_hand(hand, WES_IS_SET_ON_4 | {"dealer": 2}, revision=hand.revision)
    services.undo_hand(game, number=1)
    page = client.post(address, sent | {"hand": str(hand.submission)})
    assert page.status_code == 409
    assert "Wes is set on 4" in said(page)
    assert not game.hands.current()
