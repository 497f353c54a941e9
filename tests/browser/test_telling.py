"""Telling a hand step by step: what is tapped stays where it is, and what is wrong is said where one looks."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Game, Hand
from tests.browsing import DESKTOP, NARROW, PHONE, Device, Watch, asked, check_accessible, tap
from tests.scorekeeper.table import FULL, NORA_MAKES_4, record, start

pytestmark = pytest.mark.django_db(transaction=True)

SCRIPTLESS = {**PHONE, "java_script_enabled": False}
HANDS: list[list[str]] = FULL["hands"]  # type: ignore[assignment]


@pytest.fixture
def game() -> Game:
    return start(first_dealer=0)


def places(page: Page) -> dict[str, list[int]]:
    """Where each call lies on the screen."""
    return page.locator("button[name=call]").evaluate_all(
        """all => Object.fromEntries(all.map((one) => {
            const box = one.getBoundingClientRect();
            return [one.value, [Math.round(box.x), Math.round(box.y)]];
        }))"""
    )


# ---- The keyboard


@pytest.mark.parametrize("device", [PHONE, SCRIPTLESS], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("address", ["hand/", "1/edit/score/", "1/insert/score/"])
def test_enter_in_the_form_saves(page: Page, game: Game, device: Device, address: str) -> None:
    if address != "hand/":
        record(game, NORA_MAKES_4 | {"dealer": 0})
    page.goto(f"/g/{game.key}/{address}")
    for name, value in (("declarer", "0"), ("bid", "5"), ("trump", "h"), ("challenged", "yes"), ("taken", "5")):
        page.locator(f"input[name={name}][value='{value}']").check(force=True)
    if address == "hand/":
        page.locator("input[name=taken][value='5']").press("Enter")
    else:
        page.get_by_label("Why is this changed?").fill("It was five")
        page.get_by_label("Why is this changed?").press("Enter")
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    assert Hand.objects.get(number=1).record["bid"] == "5"


@pytest.mark.parametrize("device", [PHONE, SCRIPTLESS], ids=["scripts", "no scripts"])
def test_enter_in_a_field_is_the_button_beside_it(page: Page, game: Game, device: Device) -> None:
    page.goto(f"/g/{game.key}/cards/")
    page.get_by_text("The cards dealt").tap()
    page.get_by_label("Sam", exact=True).fill(" ".join(HANDS[2]))
    page.get_by_label("Sam", exact=True).press("Enter")
    expect(page.locator("#entry-done")).to_have_text("Taken: 6 cards are known.")
    page.get_by_text("Misdeal, ruling, other dealer").tap()
    page.get_by_label("Nora & Sam").fill("5")
    page.get_by_label("Eli & Wes").fill("0")
    page.get_by_label("Why", exact=True).fill("a card on the floor")
    page.get_by_label("Why", exact=True).press("Enter")
    expect(page.locator("#entry-save")).to_contain_text("The table ruled")


def test_the_focus_stays_in_the_hand_when_typed_calls_end_the_auction(page: Page, game: Game) -> None:
    page.goto(f"/g/{game.key}/auction/")
    page.get_by_label("Or type calls").fill("Pass 3 Pass 4")
    page.keyboard.press("Enter")
    asked(page, "What does Nora make trump?")
    expect(page.locator("#entry-question")).to_be_focused()


# ---- The call pad


@pytest.mark.parametrize("device", [PHONE, NARROW, DESKTOP], ids=["phone", "narrow", "desktop"])
def test_every_call_stays_where_it_is(page: Page, device: Device) -> None:
    game = start({"base": "iowa", "auction": "rounds"}, first_dealer=0)
    page.goto(f"/g/{game.key}/auction/")
    before = places(page)
    for number, call in enumerate(("Pass", "1", "2", "Pass", "3"), 1):
        page.locator(f'button[name=call][value="{call}"]').click()
        expect(page.locator(".calls li")).to_have_count(number + 1)
        assert places(page).keys() == before.keys()
        if device is not NARROW or number < 4:
            assert places(page) == before, number
    expect(page.get_by_role("button", name="2: Sam called 2, which is not higher than the 3 of Eli")).to_be_disabled()
    check_accessible(page)


@pytest.mark.parametrize("device", [PHONE])
def test_what_is_asked_is_in_thumb_reach(page: Page, game: Game, device: Device) -> None:
    page.goto(f"/g/{game.key}/auction/")
    for who, call in zip(("Eli", "Sam", "Wes", "Nora"), ("4", "Pass", "Pass", "Pass"), strict=True):
        asked(page, f"What does {who} call?")
        box = page.locator('button[name=call][value="Pass"]').bounding_box()
        assert box and box["y"] > 844 / 2
        tap(page, "call", call)
    asked(page, "What does Eli make trump?")
    box = page.locator("button[name=trump]").first.bounding_box()
    assert box and box["y"] > 844 / 2


# ---- What is wrong


@pytest.mark.parametrize("device", [PHONE, NARROW, SCRIPTLESS], ids=["phone", "narrow", "no scripts"])
def test_a_deal_that_cannot_be_is_said_beside_its_button(page: Page, game: Game, device: Device) -> None:
    page.goto(f"/g/{game.key}/cards/")
    page.get_by_text("The cards dealt").tap()
    for name, held in zip(("Nora", "Eli", "Sam", "Wes"), [*HANDS[:3], [*HANDS[3][:5], "Ac"]], strict=True):
        page.get_by_label(name, exact=True).fill(" ".join(held))
    page.get_by_role("button", name="Take these cards").tap()
    fault = page.get_by_role("alert")
    expect(fault).to_have_text("Eli and Wes both have A♣.")
    expect(fault).to_be_focused()
    expect(fault).to_be_in_viewport(ratio=1)
    page.get_by_label("Wes", exact=True).fill(" ".join(HANDS[3]))
    page.get_by_role("button", name="Take these cards").tap()
    done = page.locator("#entry-done")
    expect(done).to_have_text("Taken: 24 cards are known.")
    expect(done).to_be_focused()
    expect(done).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Take these cards")).to_be_hidden()


def test_a_ruling_that_cannot_be_is_said_beside_its_button(page: Page, game: Game) -> None:
    page.goto(f"/g/{game.key}/auction/")
    page.get_by_text("Misdeal, ruling, other dealer").tap()
    page.get_by_role("button", name="The table ruled so").tap()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)


def test_what_was_typed_and_refused_goes_when_the_hand_goes_on(page: Page, game: Game) -> None:
    page.goto(f"/g/{game.key}/auction/")
    page.get_by_label("Or type calls").fill("p")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“p” is no call here; there are Pass, 1, 2, 3, 4, 5, PH, PA.")
    expect(page.get_by_label("Or type calls")).to_have_value("p")
    tap(page, "call", "4")
    asked(page, "What does Sam call?")
    expect(page.get_by_label("Or type calls")).to_have_value("")


def test_a_form_opens_at_its_first_fault(page: Page, watch: Watch) -> None:
    watch.allow("status of 422")
    page.goto("/account/sign-up/")
    page.get_by_label("Name", exact=True).fill("Nora")
    page.get_by_label("E-mail address").fill("nora@example.org")
    page.locator("#id_password1").fill("an apple a day")
    page.locator("#id_password2").fill("a pear a day")
    page.get_by_role("button", name="Make the account").tap()
    expect(page.locator("#id_password2")).to_be_focused()
    expect(page.locator(".wrong")).to_be_in_viewport(ratio=1)


# ---- What it comes to


@pytest.mark.parametrize("device", [PHONE, NARROW, DESKTOP], ids=["phone", "narrow", "desktop"])
def test_a_told_hand_names_the_sides_it_scores_for(page: Page, game: Game, device: Device) -> None:
    record(game, NORA_MAKES_4 | {"dealer": 0})
    page.goto(f"/g/{game.key}/auction/")
    page.get_by_label("Or type calls").fill("Pass 3 Pass Pass")
    page.get_by_label("Or type calls").press("Enter")
    for name, value in (("trump", "d"), ("challenged", "yes"), ("taken", "1:2")):
        page.locator(f'button[name={name}][value="{value}"]').click()
    save = page.locator("#entry-save")
    expect(save).to_contain_text("Challenged; Wes took 2 of 6.")
    expect(save).to_contain_text(re.compile("Nora & Sam.\\+4, Eli & Wes.−3"))
    expect(page.get_by_role("region", name="Score, to 31")).to_contain_text("Nora & Sam")
    expect(page.get_by_role("button", name=re.compile("^Save"))).to_be_in_viewport(ratio=1)
    check_accessible(page)


def test_a_conceded_hand_is_told_without_tricks(page: Page, game: Game) -> None:
    page.goto(f"/g/{game.key}/auction/")
    page.get_by_label("Or type calls").fill("4 Pass Pass Pass")
    page.get_by_label("Or type calls").press("Enter")
    tap(page, "trump", "d")
    tap(page, "challenged", "no")
    expect(page.locator("#entry-save")).to_contain_text("Eli’s 4 ♦\ufe0e is conceded")
    expect(page.locator("#entry-save")).not_to_contain_text("took")


# ---- A hand that was left


@pytest.mark.parametrize("way", ["link", "back"])
@pytest.mark.parametrize("depth", ["Call by call", "Card by card"])
def test_a_hand_that_was_left_half_told_is_gone_on_with(page: Page, game: Game, way: str, depth: str) -> None:
    page.goto(game.get_absolute_url())
    go_on = page.get_by_role("link", name="Go on with hand 1")
    expect(go_on).to_be_hidden()
    page.get_by_role("link", name=depth).tap()
    tap(page, "call", "3")
    asked(page, "What does Sam call?")
    if way == "link":
        page.get_by_role("link", name="Game").tap()
    else:
        page.go_back()
    # One way on is large, and beside it only the way to begin anew.
    expect(go_on).to_be_visible()
    expect(page.get_by_role("link", name="Start it over")).to_be_visible()
    expect(page.get_by_role("link", name="Enter hand 1")).to_be_hidden()
    go_on.tap()
    asked(page, "What does Sam call?")
    expect(page.locator(".calls")).to_contain_text("3")
    page.get_by_role("button", name="Undo Eli’s 3").tap()
    asked(page, "What does Eli call?")
    page.get_by_role("link", name="Game").tap()
    expect(page.get_by_role("link", name="Enter hand 1")).to_be_visible()
    expect(go_on).to_be_hidden()


@pytest.mark.parametrize("who", ["oneself", "somebody else"])
def test_nobody_goes_on_with_a_hand_that_is_saved(page: Page, game: Game, who: str) -> None:
    page.goto(f"/g/{game.key}/auction/")
    tap(page, "passed", "1")
    asked(page, "That is the hand.")
    if who == "oneself":
        page.get_by_role("button", name=re.compile("^Save")).tap()
    else:
        record(game, NORA_MAKES_4 | {"dealer": 0})
        page.get_by_role("link", name="Game").tap()
    expect(page.get_by_role("link", name="Enter hand 2")).to_be_visible()
    expect(page.get_by_text("Go on with hand")).to_be_hidden()
    page.get_by_role("link", name="Take back hand 1").first.tap()
    page.get_by_role("button", name="Take it back").tap()
    expect(page.get_by_role("link", name="Enter hand 1")).to_be_visible()
    expect(page.get_by_text("Go on with hand")).to_be_hidden()
