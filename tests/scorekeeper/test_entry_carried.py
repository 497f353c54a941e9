"""What was told goes along: to another depth, through a tap, past another phone, and into what is kept."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scorekeeper.models import Game
from scorekeeper.models import Hand as KeptHand

from .table import FULL, NORA_MAKES_4, finish, record, start
from .tapping import Steps, auction_page, call_all
from .test_score_sheet import said

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start(first_dealer=0)


@pytest.mark.parametrize("path", ["auction", "cards"])
def test_after_the_end_and_for_a_demonstration(client: Client, path: str) -> None:
    assert client.get(f"/g/{finish(start()).key}/{path}/").status_code == 409
    assert client.get(f"/g/{start(is_demo=True).key}/{path}/").status_code == 403
    assert client.get(f"/g/nobody/{path}/").status_code == 404


@pytest.mark.parametrize("path", ["cards", "auction", "1/edit/cards", "1/edit/auction", "1/insert/auction"])
def test_a_tap_brings_the_steps_and_an_address_to_come_back_to(client: Client, game: Game, path: str) -> None:
    record(game, FULL)
    steps = Steps(client, f"/g/{game.key}/{path}/")
    tap = {"back": "1"} if "edit" in path else {"call": "3"}
    tapped = client.post(steps.path, steps.form.fields | tap, headers={"HX-Request": "true"})
    assert tapped.status_code == 200
    assert 'id="entry-steps"' in tapped.content.decode()
    again = Steps(client, tapped.headers["HX-Replace-Url"])
    form = tapped.context["form"]
    for name in ("submission", "number", "seen"):
        assert name not in form.fields or again.form.fields[name] == str(form[name].value())
    assert again.response.context["draft"] == tapped.context["draft"]


def test_saving_before_the_hand_is_told(client: Client, game: Game) -> None:
    steps = auction_page(client, game)
    response = client.post(steps.path, steps.form.fields | {"save": "1"})
    assert response.status_code == 422
    assert "not told to its end" in response.content.decode()
    assert not KeptHand.objects.exists()


def test_a_save_that_is_sent_twice_makes_one_hand(client: Client, game: Game) -> None:
    from .tapping import Form

    steps = auction_page(client, game).press("passed")
    form = Form(steps.page, "entry-save")
    for _time in range(2):
        assert client.post(steps.path, form.fields | {"save": "1"}).status_code == 302
    assert KeptHand.objects.count() == 1


@pytest.mark.parametrize("depth", ["auction", "cards"])
@pytest.mark.parametrize("is_written", [True, False])
def test_another_phone_was_faster_and_what_was_told_stays_told_of_those_people(
    client: Client, game: Game, depth: str, is_written: bool
) -> None:
    steps = Steps(client, f"/g/{game.key}/{depth}/")
    if is_written:
        call_all(steps, "Pass", "4", "Pass", "Pass")
    else:
        steps.press("unwritten").press("declarer", "2").press("bid", "4")
    steps.press("trump", "s")
    if depth == "cards":
        steps.press("unknown").press("challenged", "yes").press("add", typed="Js 9s Ts").press("taken", "0:1")
    else:
        steps.press("challenged", "yes").press("taken", "0:0")
    told = steps.response.context["draft"].record()
    record(game, NORA_MAKES_4 | {"dealer": 0})
    response = steps.save()
    assert response.status_code == 409
    words = said(response)
    assert "There is a hand 1 already." in words
    yours = words.split("Yours, as hand 2")[-1]
    assert "Sam is set on 4 ♠" in yours
    assert "Dealer Nora" in yours
    assert ("Auction Pass, 4, Pass, Pass" in yours) is is_written
    assert ("Cards played J♠" in yours) is (depth == "cards")
    assert "Nora dealt, but it was Eli’s turn to deal." in yours
    context = response.context
    typed = {key: str(value) for key, value in context["typed"].items()}
    looked = client.post(context["action"], typed | {"preview": "1"})
    assert looked.context["draft"].record() == told
    assert client.post(context["action"], typed).status_code == 302
    assert [hand.record for hand in game.hands.current()][1] == told


def test_what_was_told_goes_along_to_another_depth(client: Client, game: Game) -> None:
    steps = call_all(auction_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h")
    form = steps.form.fields
    cards = client.post(f"/g/{game.key}/cards/", {"state": form["state"], "carry": "1", **form})
    assert cards.status_code == 200
    assert str(cards.context["step"].asks) == "exchange"
    score = client.post(f"/g/{game.key}/hand/", {"state": form["state"], "carry": "1"})
    assert score.context["form"]["declarer"].value() == 1
    assert score.context["form"]["bid"].value() == "4"
    paste = client.post(f"/g/{game.key}/paste/", {"state": form["state"], "carry": "1"})
    assert '"trump": "h"' in paste.context["form"]["text"].value()


def test_half_an_auction_goes_along(client: Client, game: Game) -> None:
    steps = call_all(auction_page(client, game), "Pass", "4")
    cards = client.post(f"/g/{game.key}/cards/", steps.form.fields | {"carry": "1"})
    assert cards.context["draft"].calls == ("Pass", "4")


def test_what_was_tapped_at_score_depth_goes_along(client: Client, game: Game) -> None:
    said = {"number": 1, "declarer": 1, "bid": "4", "trump": "h", "challenged": "yes", "dealer": 0, "carry": "1"}
    page = client.post(f"/g/{game.key}/cards/", said)
    assert str(page.context["step"].asks) == "play"
    assert page.context["draft"].contract.declarer == 1


def test_a_pasted_record_goes_along(client: Client, game: Game) -> None:
    page = client.post(f"/g/{game.key}/cards/", {"text": json.dumps(FULL), "carry": "1"})
    assert page.context["draft"].record() == FULL


@pytest.mark.parametrize(
    "odd",
    [
        {"ruling": {"points": "x"}},
        {"ruling": 1},
        {"taken": {}},
        {"alone": 3},
        {"declarer": "x", "taken": [1, 2]},
        {"calls": 7},
        {"tricks": [1]},
        {"dealer": []},
        {"shoes": 2},
    ],
)
@pytest.mark.parametrize("depth", ["hand", "auction", "cards", "paste", "1/edit/score", "1/edit/cards"])
def test_what_cannot_be_read_of_a_pasted_record_stays_behind(
    client: Client, game: Game, depth: str, odd: dict[str, Any]
) -> None:
    record(game, NORA_MAKES_4)
    page = client.post(f"/g/{game.key}/{depth}/", {"text": json.dumps({"trump": "h"} | odd), "carry": "1"})
    assert page.status_code == 200
    assert "could not be read" in page.content.decode()


def test_a_pasted_text_that_is_no_record_stays_behind(client: Client, game: Game) -> None:
    page = client.post(f"/g/{game.key}/hand/", {"text": "five of hearts", "carry": "1"})
    assert page.status_code == 200
    assert "is no record" in page.content.decode()


@pytest.mark.parametrize("text", ["\\ud800", "\\u0000"])
def test_what_cannot_be_kept_is_no_state(client: Client, game: Game, text: str) -> None:
    state = f'{{"dealer":0,"ruling":{{"points":[1,2],"reason":"x{text}"}}}}'
    page = client.post(f"/g/{game.key}/cards/", {"state": state})
    assert page.status_code == 200
    assert page.context["draft"].ruling is None


def test_htmx_brings_only_the_steps(client: Client, game: Game) -> None:
    steps = auction_page(client, game)
    page = client.post(steps.path, steps.form.fields | {"call": "4"}, headers={"HX-Request": "true"})
    assert b"<html" not in page.content
    assert page.content.strip().startswith(b'<div id="entry-steps"')


@pytest.mark.parametrize("depth", ["auction", "cards"])
def test_budget(client: Client, game: Game, depth: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    steps = call_all(Steps(client, f"/g/{game.key}/{depth}/"), "4", "Pass", "Pass", "Pass")
    with django_assert_num_queries(3):
        steps.press("trump", "h")


@pytest.mark.parametrize("address", ["cards/", "1/edit/cards/", "1/insert/cards/"])
def test_a_tap_is_answered_wherever_the_hand_belongs(client: Client, game: Game, address: str) -> None:
    record(game, FULL)
    steps = Steps(client, f"/g/{game.key}/{address}")
    name = "back" if "edit" in address else "passed"
    response = client.post(steps.path, steps.form.fields | {name: "1"}, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "state=" in response.headers["HX-Replace-Url"]
