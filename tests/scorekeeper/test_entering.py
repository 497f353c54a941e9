"""Entering a hand: shown before it is kept, kept once, and never lost where something stands against it."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from scorekeeper import services
from scorekeeper.engine import PRESETS
from scorekeeper.models import Game, Hand
from scorekeeper.selectors import game_sheet

from .sending import send
from .table import NORA_MAKES_4, finish, hand_post, record, start
from .test_score_sheet import said

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start()


# ---- The form


def test_the_form_begins_with_the_dealer_of_the_game(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    page = client.get(f"/g/{game.key}/hand/")
    assertContains(page, "Wes deals")
    assertContains(page, 'name="dealer" value="3" id="id_dealer_3" checked')
    assertContains(page, 'name="number" value="2"')


@pytest.mark.parametrize("preset", PRESETS)
def test_every_ruleset_has_its_form(client: Client, preset: str) -> None:
    page = client.get(f"/g/{start(preset).key}/hand/")
    for rung in PRESETS[preset].ladder:
        assertContains(page, f'name="bid" value="{rung.token}"')


def test_what_bids_with_a_name_are_worth(client: Client, game: Game) -> None:
    words = said(client.get(f"/g/{game.key}/hand/"))
    assert "Pepper with help 7 points" in words
    assert "Pepper alone 14 points" in words
    peppers = said(client.get(f"/g/{start('hasenpfeffer-peppers').key}/hand/"))
    assert "Little Pepper 6 points" in peppers
    assert "Big Pepper 12 points" in peppers


def test_two_forms_are_two_submissions(client: Client, game: Game) -> None:
    forms = {str(client.get(f"/g/{game.key}/hand/").context["form"]["submission"].value()) for _ in range(2)}
    assert len(forms) == 2


# ---- Showing the points


def test_the_points_are_shown_and_nothing_is_kept(client: Client, game: Game) -> None:
    page = send(client, game, preview="1")
    assert page.status_code == 200
    assert "Nora makes 4 ♥\ufe0e +4 / +2" in said(page)
    assertContains(page, "Save, 4\xa0:\xa02")
    assertContains(page, 'name="bid" value="4" id="id_bid_3" checked')
    assert not Hand.objects.exists()


def test_a_tap_brings_only_what_it_changes(client: Client, game: Game) -> None:
    page = client.post(f"/g/{game.key}/hand/", hand_post(preview="1"), headers={"HX-Request": "true"})
    words = page.content.decode()
    assert "Nora makes 4 ♥\ufe0e +4 / +2" in said(page)
    assert "<html" not in words
    assert 'type="radio"' not in words
    for name, text in (
        ("save-label", "Save, 4\xa0:\xa02"),
        ("dealer-said", "Sam deals"),
        ("challenge-legend", "Eli &amp; Wes"),
        ("taken-legend", "Tricks taken by Nora"),
    ):
        assertContains(page, f'<span id="{name}" hx-swap-oob="true">{text}</span>')
    assert not Hand.objects.exists()


def test_a_tap_asks_for_the_next_and_calls_nothing_wrong(client: Client, game: Game) -> None:
    values = hand_post(preview="1", bid=None, taken=None)
    page = client.post(f"/g/{game.key}/hand/", values, headers={"HX-Request": "true"})
    assert page.status_code == 200
    assertContains(page, "What was the bid?")
    assertNotContains(page, 'class="wrong"')


def test_the_end_is_said_before_it_is_kept(client: Client) -> None:
    game = start({"base": "iowa", "target": 4})
    page = send(client, game, preview="1")
    assert "That ends the game: Nora &amp; Sam win." in said(page)


def test_a_deal_out_of_turn_is_said_before_it_is_kept(client: Client, game: Game) -> None:
    page = send(client, game, preview="1", dealer=0)
    assertContains(page, "Nora dealt, but it was Sam’s turn to deal.")
    assertRedirects(send(client, game, dealer=0), game.get_absolute_url())


# ---- Keeping it


def test_a_hand_is_kept(client: Client, game: Game) -> None:
    page = client.get(send(client, game).url)
    assert "Hand 1 is saved: Nora makes 4 ♥\ufe0e ( +4 / +2" in said(page)
    assertContains(page, f'href="{game.get_absolute_url()}undo/"', count=2)
    assert Hand.objects.get().record == NORA_MAKES_4
    assert game_sheet(game).scores == (4, 2)


@pytest.mark.parametrize(("said", "next_dealer"), [({"declarer": "nobody"}, 3), ({"kind": "void"}, 2)])
def test_what_was_not_played_is_kept(client: Client, game: Game, said: dict[str, str], next_dealer: int) -> None:
    send(client, game, **said)
    assert game_sheet(game).scores == (0, 0)
    assert game_sheet(game).next_dealer == next_dealer


def test_a_ruling_is_kept(client: Client, game: Game) -> None:
    send(client, game, kind="ruled", ruled_0="-3", ruled_1="2", reason="a revoke")
    assert game_sheet(game).scores == (-3, 2)


def test_what_is_wrong_stands_at_its_field_and_the_rest_stays(client: Client, game: Game) -> None:
    page = send(client, game, taken=None)
    assert page.status_code == 422
    html = page.content.decode()
    field = html[html.index('aria-describedby="id_taken_error"') :]
    assert "How many tricks were taken?" in field[: field.index("</fieldset>")]
    assertContains(page, 'name="declarer" value="0" id="id_declarer_0" checked', status_code=422)
    assert not Hand.objects.exists()


def test_a_refused_page_says_so_first_and_opens_at_the_fault(client: Client, game: Game) -> None:
    page = send(client, game, taken=None)
    assertContains(page, "<title>Error: Hand 1 · Pepper</title>", status_code=422)
    assertContains(page, 'id="id_taken_0" aria-invalid="true" autofocus', status_code=422)
    assertContains(page, "autofocus", count=1, status_code=422)
    assertNotContains(client.get(f"/g/{game.key}/hand/"), "autofocus")


def test_a_tap_takes_back_what_was_called_wrong(client: Client, game: Game) -> None:
    page = client.post(f"/g/{game.key}/hand/", hand_post(preview="1"), headers={"HX-Request": "true"})
    assertContains(page, '<div id="id_taken_error" hx-swap-oob="true"></div>')
    page = client.post(f"/g/{game.key}/hand/", hand_post(preview="1", trump="x"), headers={"HX-Request": "true"})
    assertContains(page, '<div id="id_trump_error" hx-swap-oob="true"><p class="wrong">Choose one of these.</p></div>')


def test_playing_alone_is_said_before_it_is_kept(client: Client) -> None:
    game = start("hasenpfeffer")
    page = send(client, game, preview="1", alone="alone", beside=3)
    assert "Nora makes 4 ♥\ufe0e , alone, Wes too +4 / 0" in said(page)


def test_a_double_tap_and_a_resubmit_after_back_make_one_hand(client: Client, game: Game) -> None:
    values = hand_post()
    for _ in range(3):
        assertRedirects(client.post(f"/g/{game.key}/hand/", values), game.get_absolute_url())
    assert Hand.objects.count() == 1


def test_a_double_tap_that_ends_the_game_makes_one_hand(client: Client) -> None:
    game = start({"base": "iowa", "target": 4})
    values = hand_post()
    for _ in range(2):
        assertRedirects(client.post(f"/g/{game.key}/hand/", values), game.get_absolute_url())
    assert Hand.objects.count() == 1


def test_a_late_repeat_of_what_was_taken_back_says_so(client: Client, game: Game) -> None:
    values = hand_post()
    client.post(f"/g/{game.key}/hand/", values)
    services.undo_hand(game, number=1)
    page = client.post(f"/g/{game.key}/hand/", values, follow=True)
    assertContains(page, "Hand 1 had been saved and taken back.")
    assert not game.hands.current().exists()


def test_after_the_end(client: Client) -> None:
    game = finish(start())
    assertContains(client.get(f"/g/{game.key}/hand/"), "This game is over.", status_code=409)
    page = send(client, game, 4, dealer=1)
    assertContains(page, "The game was over before this hand.", status_code=409)
    assertContains(page, 'name="taken" value="4" id="id_taken_4" checked', status_code=409)
    assert game.hands.count() == 3


def test_budget(client: Client, game: Game, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(3):
        send(client, game, preview="1")
    with django_assert_num_queries(12):
        send(client, game)
