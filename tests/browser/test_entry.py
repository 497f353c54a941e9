"""A hand told card by card on a phone, with and without scripts; a correction; two phones; a keyboard."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper import services
from scorekeeper.models import Game, Hand
from tests.browsing import DESKTOP, NARROW, PHONE, Device, Watch, asked, check_accessible, tap
from tests.scorekeeper.table import FULL, NORA_MAKES_4, finish, record, start

pytestmark = pytest.mark.django_db(transaction=True)

DARK = {**PHONE, "color_scheme": "dark"}
TRICKS: list[list[str]] = FULL["tricks"]  # type: ignore[assignment]


@pytest.fixture
def game() -> Game:
    return start(first_dealer=0)


def tell_auction(page: Page) -> None:
    for who, call in zip(("Eli", "Sam", "Wes", "Nora"), FULL["calls"], strict=True):  # type: ignore[arg-type]
        asked(page, f"What does {who} call?")
        tap(page, "call", call)
    asked(page, "What does Nora make trump?")
    tap(page, "trump", "c")


def tell_hand(page: Page, *, fits: bool) -> None:
    """Tell the whole hand, one tap a card."""
    tell_auction(page)
    asked(page, "Nora gives Sam a card")
    tap(page, "card", "9c")
    asked(page, "Sam gives Nora a card")
    tap(page, "card", "9h")
    asked(page, "Do Eli & Wes challenge?")
    tap(page, "challenged", "yes")
    for number, trick in enumerate(TRICKS, 1):
        for place, card in enumerate(trick):
            asked(page, f"plays to trick {number}")
            if fits and place == 2:
                expect(page.locator('.deck button[value="9c"]')).to_be_in_viewport(ratio=1)
                expect(page.locator(".entry-taps button[name=back]")).to_be_in_viewport(ratio=1)
            tap(page, "card", card)
            expect(page.locator(f'.deck button[value="{card}"]:not(:disabled)')).to_have_count(0)
    asked(page, "That is the hand.")


def save(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Save")).tap()


def test_an_iowa_hand_card_by_card(page: Page, game: Game) -> None:
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Card by card").tap()
    tell_hand(page, fits=True)
    assert page.evaluate("window.scrollX") == 0
    assert not Hand.objects.exists()
    save(page)
    expect(page.get_by_text("Hand 1 is saved:")).to_be_visible()
    assert Hand.objects.get().record == {key: value for key, value in FULL.items() if key != "hands"}


@pytest.mark.parametrize("device", [{**PHONE, "java_script_enabled": False}])
def test_an_iowa_hand_card_by_card_without_scripts(page: Page, game: Game, device: Device) -> None:
    page.goto(f"/g/{game.key}/cards/")
    tell_hand(page, fits=True)
    save(page)
    expect(page.get_by_text("Hand 1 is saved:")).to_be_visible()
    assert Hand.objects.get().record == {key: value for key, value in FULL.items() if key != "hands"}


def test_nothing_is_lost_when_the_page_is_loaded_again(page: Page, game: Game) -> None:
    page.goto(f"/g/{game.key}/auction/")
    tell_auction(page)
    asked(page, "Do Eli & Wes challenge?")
    page.reload()
    asked(page, "Do Eli & Wes challenge?")
    tap(page, "challenged", "yes")
    asked(page, "How many tricks?")
    tap(page, "taken", "0:2")
    save(page)
    expect(page.get_by_text("Hand 1 is saved:")).to_be_visible()
    page.go_back()
    save(page)
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    assert Hand.objects.count() == 1


def test_step_back_and_type(page: Page, game: Game) -> None:
    page.goto(f"/g/{game.key}/cards/")
    tell_auction(page)
    asked(page, "Nora gives Sam a card")
    tap(page, "unknown", "1")
    asked(page, "Do Eli & Wes challenge?")
    tap(page, "challenged", "yes")
    asked(page, "plays to trick 1")
    page.get_by_label("Or type cards").fill("Jh 10♥ Qh Jh")
    page.keyboard.press("Enter")
    asked(page, "plays to trick 2")
    expect(page.get_by_role("alert")).to_contain_text("It is played already.")
    expect(page.get_by_label("Or type cards")).to_have_value("Jh")
    expect(page.get_by_label("Or type cards")).to_be_focused()
    page.get_by_role("button", name=re.compile("^Undo")).tap()
    asked(page, "Wes plays to trick 1")
    expect(page.get_by_role("button", name="jack of hearts, played by Nora")).to_be_disabled()


def test_by_keyboard_alone(page: Page, game: Game) -> None:
    page.goto(f"/g/{game.key}/auction/")
    for question in ("What does Eli call?", "What does Sam call?"):
        asked(page, question)
        page.get_by_role("button", name="Pass", exact=True).focus()
        page.keyboard.press("Enter")
    asked(page, "What does Wes call?")
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_focused()
    expect(page.locator("#entry-said")).to_contain_text("What does Wes call?")


def test_a_tap_that_does_not_arrive_is_said(page: Page, game: Game, watch: Watch) -> None:
    watch.allow("Failed to load resource")
    watch.allow("htmx")
    page.goto(f"/g/{game.key}/auction/")
    page.route("**/auction/**", lambda route: route.abort())
    tap(page, "call", "4")
    expect(page.get_by_role("alert")).to_contain_text("Nothing is lost")
    page.unroute_all()
    tap(page, "call", "4")
    asked(page, "What does Sam call?")


def test_a_deal_is_tapped(page: Page, game: Game) -> None:
    page.goto(f"/g/{game.key}/cards/")
    page.get_by_text("The cards dealt").tap()
    page.get_by_role("button", name="Tap the cards of Nora").tap()
    for card in ("As", "Ks", "Qs", "Js", "Ts", "9s"):
        asked(page, "Dealt to Nora")
        tap(page, "deal_card", card)
        expect(page.locator(f'.deck button[value="{card}"]')).not_to_have_attribute("data-state", "")
    asked(page, "Dealt to Eli")
    page.get_by_role("button", name="Done").tap()
    asked(page, "What does Eli call?")


def test_a_correction_says_what_becomes_of_the_game(page: Page, watch: Watch) -> None:
    game = finish(start())
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Hand 3", exact=True).tap()
    page.get_by_role("group", name="Bid").get_by_role("radio", name="2").tap()
    expect(page.get_by_text("This reopens the game: nobody has won yet.")).to_be_visible()
    save(page)
    expect(page.get_by_text("Hand 3 is corrected.")).to_be_visible()
    expect(page.get_by_role("link", name="Enter hand 4")).to_be_visible()
    page.get_by_role("link", name="Hand 3 was corrected: its history").tap()
    expect(page.get_by_role("heading", name="Version 2, corrected")).to_be_visible()
    check_accessible(page)
    page.get_by_role("button", name="Bring version 1 back").tap()
    expect(page.get_by_role("heading", name="Version 3, brought back")).to_be_visible()


def test_two_phones_correct_one_hand(page: Page, browser: Browser, live_server: LiveServer, watch: Watch) -> None:
    watch.allow("status of 409")
    game = start()
    hand = record(game, NORA_MAKES_4)
    page.goto(f"/g/{game.key}/1/edit/score/")
    services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1, reason="it was spades")
    page.get_by_role("group", name="Trump").get_by_role("radio", name="clubs").tap()
    save(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 1 was changed meanwhile.")
    check_accessible(page)
    page.get_by_role("button", name="Save mine all the same").tap()
    expect(page.get_by_text("Hand 1 is corrected.")).to_be_visible()
    assert Hand.objects.get().record["trump"] == "c"


def test_two_phones_tell_one_hand(page: Page, game: Game, watch: Watch) -> None:
    watch.allow("status of 409")
    page.goto(f"/g/{game.key}/auction/")
    tap(page, "passed", "1")
    asked(page, "That is the hand.")
    record(game, NORA_MAKES_4 | {"dealer": 0})
    save(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is a hand 1 already.")
    page.get_by_role("button", name="Save mine as hand 2").tap()
    expect(page.get_by_text("Hand 2 is saved:")).to_be_visible()


@pytest.mark.parametrize("device", [PHONE, DARK, NARROW, DESKTOP], ids=["phone", "dark", "narrow", "desktop"])
def test_everybody_can_use_it(page: Page, game: Game, device: Device) -> None:
    record(game, FULL)
    services.correct_hand(game.hands.get(), FULL | {"trump": "c", "kitty": []}, revision=1)
    for path in ("cards/", "auction/", "1/edit/cards/", "1/edit/score/", "1/void/", "1/history/", "undo/", ""):
        page.goto(f"/g/{game.key}/{path}")
        check_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.goto(f"/g/{game.key}/1/edit/cards/")
    for _time in range(4):
        page.locator(".entry-taps button[name=back]").click()
        page.wait_for_timeout(200)
    check_accessible(page)
    page.get_by_text("The cards dealt").click()
    page.get_by_text("Misdeal, ruling, other dealer").click()
    check_accessible(page)
