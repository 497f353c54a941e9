"""The look in a real browser: nothing is cut off or out of reach, by day and by night, on every width."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browsing import DESKTOP, NARROW, PHONE, Device, check_accessible

LOOKS = [
    pytest.param({**size, "color_scheme": scheme}, id=f"{name}-{scheme}")
    for name, size in (("narrow", NARROW), ("phone", PHONE), ("desktop", DESKTOP))
    for scheme in ("light", "dark")
]
STYLE_PAGES = ["/style/?scheme=light&deck=two", "/style/?scheme=dark&deck=four"]


def overhang(page: Page) -> int:
    """Return by how many pixels the page is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("device", LOOKS)
@pytest.mark.parametrize("address", ["/", "/display/"])
def test_page_is_open_to_all(page: Page, device: Device, address: str) -> None:
    page.goto(address)
    check_accessible(page)
    assert overhang(page) == 0


@pytest.mark.parametrize("device", [NARROW, PHONE, DESKTOP], ids=["narrow", "phone", "desktop"])
@pytest.mark.parametrize("address", STYLE_PAGES, ids=["light", "dark"])
def test_every_component_is_open_to_all(page: Page, device: Device, address: str) -> None:
    page.goto(address)
    check_accessible(page)
    assert overhang(page) == 0


@pytest.mark.parametrize("device", [NARROW])
def test_what_a_finger_touches_is_large_enough(page: Page, device: Device) -> None:
    page.goto("/style/")
    touched = page.locator(
        ".button:not([hidden] *), .choices label, .tabs a, .topbar a, .footer a, .deck button, .field input, summary"
    )
    sizes = touched.evaluate_all("all => all.map(one => [one.textContent.trim(), one.getBoundingClientRect().height])")
    assert len(sizes) > 50
    assert [(text, height) for text, height in sizes if height < 43.9] == []


def test_keyboard_reaches_the_content_first(page: Page) -> None:
    page.goto("/style/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_choice_is_made_by_keyboard_and_seen(page: Page) -> None:
    page.goto("/style/")
    five = page.locator("label", has=page.locator("#right-bid_4"))
    plain = page.locator("label", has=page.locator("#right-bid_3"))
    assert five.evaluate("one => getComputedStyle(one).backgroundColor") != plain.evaluate(
        "one => getComputedStyle(one).backgroundColor"
    )
    page.locator("#right-bid_4").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#right-bid_3")).to_be_checked()
    assert plain.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"


@pytest.mark.parametrize("device", [{**PHONE, "timezone_id": "America/Chicago"}])
def test_clock_of_the_phone_is_told_once(page: Page, device: Device) -> None:
    page.goto("/style/")
    page.wait_for_function("document.cookie.includes('tz=America/Chicago')")
    (cookie,) = [one for one in page.context.cookies() if one["name"] == "tz"]
    assert (cookie["value"], cookie["path"], cookie["sameSite"]) == ("America/Chicago", "/", "Lax")


@pytest.mark.parametrize("device", [{**PHONE, "java_script_enabled": False}])
def test_display_is_chosen_without_scripts(page: Page, device: Device) -> None:
    page.goto("/display/")
    paper = page.locator("body").evaluate("one => getComputedStyle(one).backgroundColor")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="Four").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("html")).to_have_attribute("data-scheme", "dark")
    expect(page.locator("html")).to_have_attribute("data-deck", "four")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    assert page.locator("body").evaluate("one => getComputedStyle(one).backgroundColor") != paper


def test_four_colours_tell_four_suits_apart(page: Page) -> None:
    def colours() -> set[str]:
        cards = page.locator("span.playing-card[aria-label^=ace]:not([data-state], [data-size], [data-trump])")
        return set(cards.evaluate_all("all => all.map(one => getComputedStyle(one).color)"))

    page.goto("/style/?deck=two")
    assert len(colours()) == 2
    page.goto("/style/?deck=four")
    assert len(colours()) == 4


def test_red_suits_and_a_set_bid_are_not_the_same_red(page: Page) -> None:
    page.goto("/style/")
    hue = "one => getComputedStyle(one).color.match(/oklch\\(\\S+ \\S+ ([\\d.]+)/)[1]"
    heart = float(page.locator(".suit[data-suit=hearts]").first.evaluate(hue))
    lost = float(page.locator(".outcome[data-result=set]").first.evaluate(hue))
    assert min(abs(heart - lost), 360 - abs(heart - lost)) > 30


@pytest.mark.parametrize("device", [PHONE])
def test_new_game_is_one_tap_away(page: Page, device: Device) -> None:
    page.goto("/")
    new = page.get_by_role("main").get_by_role("link", name="New game")
    expect(new).to_be_in_viewport(ratio=1)
    new.click()
    expect(page).to_have_url(re.compile("/new/$"))
