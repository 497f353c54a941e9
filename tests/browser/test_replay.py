"""Walking through a hand in a real browser: by keys, by tapping, by hearing, and without scripts."""

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import services
from scorekeeper.models import Game
from tests.browsing import DESKTOP, NARROW, PHONE, Device, Watch, check_accessible
from tests.replay.hands import CHALLENGED, NAMES, golden_records

pytestmark = pytest.mark.django_db(transaction=True)

LAST = 18
LOOKS = [
    pytest.param({**size, "color_scheme": scheme}, id=f"{name}-{scheme}")
    for name, size in (("narrow", NARROW), ("phone", PHONE), ("desktop", DESKTOP))
    for scheme in ("light", "dark")
]
BOTH = pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
NO_SCRIPTS = pytest.mark.parametrize("device", [{**PHONE, "java_script_enabled": False}])


@pytest.fixture
def start(transactional_db: None) -> str:
    """The address of the hand's start."""
    game = services.start_game(rules="iowa", players=NAMES, first_dealer=0)
    services.record_hand(game, CHALLENGED, number=1, submission=uuid.uuid4())
    return f"/g/{game.key}/1/replay/"


def is_at(page: Page, start: str, step: int) -> None:
    """Wait until `page` shows a step: its address, the mark in the list, and how many cards are played."""
    expect(page).to_have_url(re.compile(re.escape(start + (f"{step}/" if step else "")) + "$"))
    current = page.locator("[aria-current=step]")
    if step:
        expect(current).to_have_count(1)
        expect(current).to_have_attribute("href", f"{start}{step}/")
    else:
        expect(current).to_have_count(0)
    expect(page.locator(".seat [data-state=played]")).to_have_count(step)


def overhang(page: Page) -> int:
    """Return by how many pixels the page is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@BOTH
def test_arrow_keys_walk_to_the_end_and_back(page: Page, device: Device, start: str) -> None:
    page.goto(start)
    for step in range(1, LAST + 1):
        page.keyboard.press("ArrowRight")
        is_at(page, start, step)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_contain_text("Nora wins the trick. Wes makes 3 hearts.")
    for step in range(LAST - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        is_at(page, start, step)


@pytest.mark.parametrize("device", [DESKTOP])
def test_keys_jump_by_tricks_and_to_the_ends(page: Page, device: Device, start: str) -> None:
    page.goto(f"{start}4/")
    for key, step in [
        ("ArrowDown", 6),
        ("Shift+ArrowRight", 9),
        ("ArrowUp", 6),
        ("Shift+ArrowLeft", 3),
        ("End", LAST),
        ("ArrowDown", LAST),
        ("Home", 0),
        ("ArrowUp", 0),
    ]:
        page.keyboard.press(key)
        is_at(page, start, step)


@pytest.mark.parametrize("device", [DESKTOP])
def test_keys_pressed_in_a_row_are_not_lost(page: Page, device: Device, start: str) -> None:
    page.goto(start)
    for _press in range(7):
        page.keyboard.press("ArrowRight")
    is_at(page, start, 7)


@pytest.mark.parametrize("device", [DESKTOP])
def test_keys_with_another_modifier_are_left_alone(page: Page, device: Device, start: str) -> None:
    page.goto(f"{start}4/")
    prevented = page.evaluate(
        """() => ["ctrlKey", "altKey", "metaKey"].map(modifier => !document.body.dispatchEvent(
            new KeyboardEvent("keydown", {key: "ArrowRight", [modifier]: true, bubbles: true, cancelable: true})))"""
    )
    assert prevented == [False, False, False]
    page.get_by_text("The whole hand as a table").click()
    page.locator(".table-wrap").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    is_at(page, start, 4)


@pytest.mark.parametrize("device", [DESKTOP])
def test_status_is_read_out_once_a_step(page: Page, device: Device, start: str) -> None:
    page.goto(start)
    page.evaluate(
        """() => {
            const status = document.getElementById("replay-status");
            window.same = status;
            window.told = [];
            new MutationObserver(() => window.told.push(status.textContent.replace(/\\s+/g, " ").trim()))
                .observe(status, {childList: true, characterData: true, subtree: true});
        }"""
    )
    for step in (1, 2):
        page.keyboard.press("ArrowRight")
        is_at(page, start, step)
    assert page.evaluate("window.same === document.querySelector('[role=status]')")
    assert page.evaluate("window.told") == [
        "Trick 1, card 1 of 3. Wes leads the right bower, jack of hearts. Wes is winning.",
        "Trick 1, card 2 of 3. Sam follows with the nine of hearts. Wes is winning.",
    ]
    expect(page).to_have_title("Hand 1: Wes, 3 hearts. Trick 1, card 2 of 3. · Pepper")


@pytest.mark.parametrize("device", [DESKTOP])
def test_focus_scroll_and_what_is_open_stay(page: Page, device: Device, start: str) -> None:
    page.goto(start)
    page.get_by_text("The whole hand as a table").click()
    on = page.get_by_role("link", name="Next card")
    on.focus()
    page.mouse.wheel(0, 120)
    page.wait_for_function("scrollY > 0")
    scrolled = page.evaluate("scrollY")
    for step in range(1, LAST + 1):
        page.keyboard.press("Enter")
        is_at(page, start, step)
        expect(on).to_be_focused()
    expect(on).to_have_attribute("aria-disabled", "true")
    expect(page.locator("table")).to_be_visible()
    assert page.evaluate("scrollY") == scrolled


@pytest.mark.parametrize("device", [DESKTOP])
def test_back_and_forward_walk_too(page: Page, device: Device, start: str) -> None:
    page.goto(start)
    page.keyboard.press("ArrowRight")
    is_at(page, start, 1)
    page.keyboard.press("End")
    is_at(page, start, LAST)
    page.go_back()
    is_at(page, start, 1)
    page.go_back()
    is_at(page, start, 0)
    page.go_forward()
    is_at(page, start, 1)
    page.reload()
    is_at(page, start, 1)


@BOTH
def test_played_card_and_list_of_plays_lead_to_their_step(page: Page, device: Device, start: str) -> None:
    page.goto(f"{start}9/")
    page.locator(".seat .hand a", has=page.locator("[aria-label^='king of hearts']")).click()
    is_at(page, start, 5)
    page.get_by_role("list", name="Trick 6").get_by_role("link", name=re.compile("nine of spades")).click()
    is_at(page, start, 16)
    expect(page.locator("#replay-felt")).to_be_in_viewport()


def test_step_that_has_gone_is_opened_as_a_page(page: Page, start: str, watch: Watch) -> None:
    page.goto(start)
    watch.allow("status of 404")
    services.undo_hand(Game.objects.get(), number=1)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="There is nothing at this address.")).to_be_visible()


@NO_SCRIPTS
def test_without_scripts_every_step_is_a_tap(page: Page, device: Device, start: str) -> None:
    page.goto(start)
    for step in range(1, LAST + 1):
        page.get_by_role("link", name="Next card").tap()
        is_at(page, start, step)
    page.get_by_role("link", name="Previous trick").tap()
    is_at(page, start, 15)
    page.get_by_role("link", name="Previous card").tap()
    is_at(page, start, 14)
    page.get_by_role("link", name="Start of the hand").tap()
    is_at(page, start, 0)
    page.get_by_text("The whole hand as a table").tap()
    expect(page.get_by_role("table")).to_be_visible()


@pytest.mark.parametrize("device", LOOKS)
def test_replay_is_open_to_all(page: Page, device: Device, start: str) -> None:
    for step in ("", "5/", "18/"):
        page.goto(start + step)
        check_accessible(page)
        assert overhang(page) == 0
    page.keyboard.press("ArrowLeft")
    is_at(page, start, 17)
    page.get_by_text("The whole hand as a table").click()
    page.get_by_text("Keys", exact=True).click()
    check_accessible(page)
    assert overhang(page) == 0


def test_first_screen_of_a_phone_shows_table_steps_and_status(page: Page, start: str) -> None:
    for step in ("", "5/", "17/"):
        page.goto(start + step)
        for part in (page.locator("#replay-felt"), page.locator(".steps"), page.get_by_role("status")):
            expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("rules", ["classic", "classic-2", "cutthroat", "hasenpfeffer-peppers", "double-hasenpfeffer"])
def test_every_game_fits_the_first_screen_of_a_phone(page: Page, transactional_db: None, rules: str) -> None:
    record = next(record for name, _rules, record in golden_records() if name.startswith(f"{rules}/spelling"))
    players = ["Maximiliane", "Bernadette", "Theo", "June"][: len(record["hands"])]
    game = services.start_game(rules=rules, players=players, first_dealer=record["dealer"])
    services.record_hand(game, record, number=1, submission=uuid.uuid4())
    page.goto(f"/g/{game.key}/1/replay/7/")
    for part in (page.locator("#replay-felt"), page.locator(".steps"), page.get_by_role("status")):
        expect(part).to_be_in_viewport(ratio=1)
    assert overhang(page) == 0


@pytest.mark.parametrize("device", [NARROW])
def test_steps_are_large_enough_for_a_finger(page: Page, device: Device, start: str) -> None:
    page.goto(f"{start}5/")
    sizes = page.locator(".steps a, .plays a").evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
    )
    assert len(sizes) == 6 + LAST
    assert [size for size in sizes if min(size) < 44] == []
