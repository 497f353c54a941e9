"""A card night on a phone: a whole game of Iowa Pepper tapped in, with and without scripts."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper import services
from scorekeeper.models import Hand
from tests.browsing import DESKTOP, NARROW, PATIENCE, PHONE, Device, Watch, check_accessible
from tests.scorekeeper.table import NORA_MAKES_4, WES_IS_SET_ON_4, finish, record, start

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Nora", "Eli", "Sam", "Wes")
# What is tapped, what is said of it, and the score after it.
GAME = [
    (("Nora", "4", "hearts", "Challenge", "4"), "Nora makes 4 ♥", "+4 / +2", "4 : 2"),
    (("Wes", "4", "spades", "Challenge", "3"), "Wes is set on 4 ♠", "+3 / −4", "7 : −2"),
    (("Sam", "5", "clubs", "Concede"), "Sam’s 5 ♣ is conceded", "+5 / 0", "12 : −2"),
    (("Nobody",), "Everybody passed", "0 / 0", "12 : −2"),
    (
        ("Eli", "Pepper with help", "No trump", "Challenge", "6"),
        "Eli makes Pepper with help no trump",
        "−7 / +7",
        "5 : 5",
    ),
    (("Nora", "Pepper alone", "diamonds", "Challenge", "6"), "Nora makes Pepper alone ♦", "+14 / −14", "19 : −9"),
    (("Nora", "Pepper alone", "hearts", "Concede"), "Nora’s Pepper alone ♥ is conceded", "+14 / 0", "33 : −9"),
]
FULL_RECORD = {
    "dealer": 0,
    "calls": ["Pass", "Pass", "1", "2"],
    "trump": "c",
    "challenged": True,
    "tricks": [
        ["Jh", "Th", "Qh"],
        ["Ts", "Ah", "Ks"],
        ["Js", "Qc", "Jd"],
        ["Qd", "Td", "Ad"],
        ["9h", "Ac", "9d"],
        ["Qs", "As", "Kd"],
    ],
}


def plain(text: str) -> str:
    """A text with usual spaces and bare suits."""
    return " ".join(text.replace("\ufe0e", "").replace("\xa0", " ").replace("\u202f", " ").split())


def begin(page: Page, *, dealer: str = "(3|Sam)") -> None:
    """Start an Iowa game among the four, which the third deals first."""
    page.goto("/")
    page.get_by_role("link", name="New game", exact=True).last.tap()
    for place, name in enumerate(NAMES, 1):
        page.get_by_label(f"Player {place}").fill(name)
    choose(page, dealer, "Who deals first?")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sam deals hand 1")


def choose(page: Page, choice: str, group: str = "") -> None:
    """Tap one of the large labels, by how it begins."""
    within = page.get_by_role("group", name=re.compile(f"^{re.escape(group)}")) if group else page.locator("form")
    within.get_by_role("radio", name=re.compile(rf"^{choice}\b")).tap()


def tap(page: Page, taps: tuple[str, ...]) -> None:
    """Tap in a hand, in the order of the form."""
    for group, choice in zip(("Declarer", "Bid", "Trump", "", "Tricks"), taps, strict=False):
        choose(page, choice, group)


def shown_score(page: Page) -> str:
    return " : ".join(plain(text) for text in page.locator(".scoreboard .score").all_inner_texts())


def play(page: Page, *, scripts: bool) -> None:
    """Tap in the whole game, and look at what is said before and after each hand."""
    for number, (taps, line, points, score) in enumerate(GAME, 1):
        page.get_by_role("link", name=f"Enter hand {number}").tap()
        tap(page, taps)
        if not scripts:
            page.get_by_role("button", name="Show points").tap()
        save = page.get_by_role("button", name=re.compile("^Save"))
        expect(save).to_have_text(re.compile(rf"^Save, {score.replace(' ', '.')}$"))
        result = page.locator("#hand-preview .result")
        assert plain(result.locator("> span").first.inner_text()) == line
        assert plain(result.locator(".points [aria-hidden]").inner_text()) == points
        assert Hand.objects.count() == number - 1
        save.tap()
        expect(page.get_by_text(f"Hand {number} is saved:")).to_be_visible()
        assert shown_score(page) == score
    expect(page.get_by_role("heading", level=1)).to_have_text("Nora & Sam win.")
    expect(page.get_by_role("link", name="Play again")).to_be_visible()
    expect(page).to_have_title("Nora & Sam 33, Eli & Wes −9 · Pepper")


def test_a_whole_game_by_tapping(page: Page) -> None:
    begin(page)
    play(page, scripts=True)
    page.get_by_role("link", name="Play again").tap()
    expect(page.get_by_label("Player 3")).to_have_value("Sam")


def test_a_whole_game_without_scripts(browser: Browser, live_server: LiveServer, watch: Watch) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False, **PHONE)
    context.set_default_timeout(PATIENCE)
    watch.follow(context)
    page = context.new_page()
    begin(page)
    play(page, scripts=False)
    context.close()
    assert not watch.unexpected()


def test_an_iowa_hand_needs_no_scrolling_and_six_taps(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    taps = GAME[0][0]
    tap(page, taps)
    expect(page.get_by_role("button", name=re.compile("^Save"))).to_be_in_viewport(ratio=1)
    for label in page.locator("form label:visible").all():
        expect(label).to_be_in_viewport(ratio=1)
    assert page.evaluate("window.scrollY") == 0
    assert len(taps) + 1 <= 8


def test_what_does_not_apply_is_not_shown(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    tricks = page.get_by_role("group", name=re.compile("^Tricks"))
    choose(page, "Nora", "Declarer")
    expect(tricks).to_have_accessible_name("Tricks taken by Nora")
    expect(page.get_by_role("group", name="Eli & Wes")).to_be_visible()
    choose(page, "Concede")
    expect(tricks).to_be_hidden()
    choose(page, "Challenge")
    expect(tricks).to_be_visible()
    page.get_by_text("Misdeal, ruling").tap()
    choose(page, "Misdeal")
    expect(page.get_by_role("group", name="Bid")).to_be_hidden()


def test_three_players_each_alone(page: Page) -> None:
    page.goto("/new/")
    page.get_by_text("Other rules").tap()
    choose(page, "Cutthroat Pepper", "Rules")
    expect(page.get_by_label("Player 4")).to_be_hidden()
    expect(page.get_by_role("radio", name="4", exact=True)).to_be_hidden()
    for place, name in enumerate(NAMES[:3], 1):
        page.get_by_label(f"Player {place}").fill(name)
    choose(page, NAMES[2], "Who deals first?")
    page.get_by_role("button", name="Start the game").tap()
    page.get_by_role("link", name="Enter hand 1").tap()
    for group, choice in (("Declarer", "Eli"), ("Bid", "5"), ("Trump", "clubs"), ("Eli", "6"), ("Nora", "2")):
        choose(page, choice, group)
    save = page.get_by_role("button", name=re.compile("^Save"))
    expect(save).to_have_text(re.compile("^Save, 0.:.6.:.0$"))
    save.tap()
    expect(page.get_by_text("Hand 1 is saved:")).to_be_visible()
    assert shown_score(page) == "0 : 6 : 0"


def test_what_is_mended_is_no_longer_called_wrong(page: Page, watch: Watch) -> None:
    watch.allow("status of 422")
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    tap(page, ("Nora", "4", "hearts", "Challenge"))
    page.get_by_role("button", name=re.compile("^Save")).tap()
    fault = page.get_by_role("group", name=re.compile("^Tricks")).locator(".wrong")
    expect(fault).to_be_visible()
    expect(page).to_have_title(re.compile("^Error: "))
    assert page.evaluate("document.activeElement.name") == "taken"
    choose(page, "4", "Tricks")
    expect(page.locator("#hand-preview .result")).to_contain_text("Nora makes 4")
    expect(fault).to_have_count(0)
    expect(page.locator("[aria-invalid]")).to_have_count(0)


def test_a_save_waits_for_the_points_on_their_way(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    tap(page, ("Nora", "4", "hearts", "Challenge"))
    expect(page.get_by_text("How many tricks were taken?")).to_be_visible()

    def slow(route: Route) -> None:
        if route.request.headers.get("hx-request"):
            page.wait_for_timeout(400)
        route.continue_()

    page.route("**/hand/", slow)
    with page.expect_request(lambda request: "hx-request" in request.headers):
        choose(page, "4", "Tricks")
    page.get_by_role("button", name=re.compile("^Save")).tap()
    expect(page.get_by_text("Hand 1 is saved:")).to_be_visible()
    assert Hand.objects.count() == 1


def test_without_a_connection_nothing_is_lost(page: Page, watch: Watch) -> None:
    for complaint in ("ERR_INTERNET_DISCONNECTED", "htmx:afterRequest", "htmx:sendError"):
        watch.allow(complaint)
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    page.wait_for_url("**/hand/")
    page.context.set_offline(True)
    tap(page, GAME[0][0])
    expect(page.get_by_text("No connection: the points will show when it is back.")).to_be_visible()
    save = page.get_by_role("button", name=re.compile("^Save"))
    save.tap()
    expect(page.get_by_text("No connection: nothing was sent")).to_be_visible()
    page.context.set_offline(False)
    expect(save).to_have_text(re.compile("^Save, 4.:.2$"))
    expect(page.get_by_text("No connection")).to_have_count(2)
    assert not page.get_by_text("No connection").first.is_visible()
    save.tap()
    expect(page.get_by_text("Hand 1 is saved:")).to_be_visible()


def test_the_link_is_copied(page: Page) -> None:
    begin(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_what_is_opened_comes_into_view(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    page.get_by_text("Misdeal, ruling").tap()
    bar = page.locator(".actions").bounding_box()
    page.wait_for_function("scrollY > 0")
    last = page.get_by_role("group", name="Who dealt?").bounding_box()
    assert bar and last
    assert last["y"] + last["height"] <= bar["y"]


def test_a_tap_keeps_the_focus(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    page.get_by_role("radio", name="Nora").first.focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("What was the bid?")).to_be_visible()
    assert page.evaluate("document.activeElement.name + document.activeElement.value") == "declarer0"


def test_a_hand_is_taken_back_and_brought_back(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    tap(page, GAME[0][0])
    page.get_by_role("button", name=re.compile("^Save")).tap()
    page.get_by_role("link", name="Take back hand 1").first.tap()
    page.get_by_role("button", name="Take it back").tap()
    expect(page.get_by_text("Hand 1 is taken back.")).to_be_visible()
    assert shown_score(page) == "0 : 0"
    page.get_by_role("button", name="Bring it back").tap()
    expect(page.get_by_text("Hand 1 counts again.")).to_be_visible()
    assert shown_score(page) == "4 : 2"


def test_two_phones_and_one_hand(page: Page, browser: Browser, live_server: LiveServer, watch: Watch) -> None:
    watch.allow("status of 409")
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    tap(page, GAME[0][0])
    context = browser.new_context(base_url=live_server.url, **PHONE)
    other = context.new_page()
    other.goto(page.url)
    tap(other, ("Wes", "4", "spades", "Challenge", "3"))
    other.get_by_role("button", name=re.compile("^Save")).tap()
    expect(other.get_by_text("Hand 1 is saved:")).to_be_visible()
    context.close()
    page.get_by_role("button", name=re.compile("^Save")).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("There is a hand 1 already.")
    check_accessible(page)
    page.get_by_role("button", name="Save mine as hand 2").tap()
    expect(page.get_by_text("Hand 2 is saved:")).to_be_visible()
    assert shown_score(page) == "7 : −2"


def test_back_and_save_again_make_no_second_hand(page: Page, watch: Watch) -> None:
    watch.allow("status of 422")  # where the browser asks for the form anew, it is empty
    begin(page)
    page.get_by_role("link", name="Enter hand 1").tap()
    tap(page, GAME[0][0])
    page.get_by_role("button", name=re.compile("^Save")).tap()
    expect(page.get_by_text("Hand 1 is saved:")).to_be_visible()
    page.go_back()
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.get_by_role("button", name=re.compile("^Save")).tap()
    assert Hand.objects.count() == 1


def test_a_record_is_pasted_and_replayed(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Paste a record").tap()
    page.get_by_label("The record of the hand").fill(json.dumps(FULL_RECORD))
    page.get_by_role("button", name="Check it").tap()
    expect(page.locator(".result")).to_contain_text("Nora is set on 2")
    page.get_by_role("button", name=re.compile("^Save")).tap()
    expect(page.get_by_text("Hand 1 is saved:")).to_be_visible()
    assert shown_score(page) == "−2 : 5"
    page.get_by_role("link", name="Replay hand 1").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Nora")
    steps = 0
    following = page.get_by_role("link", name=re.compile("^Next")).first
    while following.is_enabled():
        before = page.url
        following.tap()
        page.wait_for_url(lambda url, before=before: url != before)
        steps += 1
    assert steps >= 18  # as many as cards were played


LOOKS = [
    pytest.param({**size, "color_scheme": scheme}, id=f"{name}-{scheme}")
    for name, size in (("narrow", NARROW), ("phone", PHONE), ("desk", DESKTOP))
    for scheme in ("light", "dark")
]


WES_HELPED = {"dealer": 2, "declarer": 3, "bid": "PH", "trump": "n", "challenged": True, "taken": [2, 4]}
LONG_NAMES = ["Wolfeschlegelsteinhausen", "Christopher-Alexander", "Elizabeth Montgomery", "Theodore-James"]


@pytest.mark.parametrize("device", [NARROW, PHONE, DESKTOP], ids=["narrow", "phone", "desk"])
@pytest.mark.parametrize("names", [["Nora", "Samuel", "Elizabeth", "Wes"], LONG_NAMES], ids=["usual", "long"])
@pytest.mark.parametrize("rules", ["cutthroat", "iowa"])
def test_every_point_is_on_the_screen(page: Page, device: Device, rules: str, names: list[str]) -> None:
    is_three = rules == "cutthroat"
    game = services.start_game(rules=rules, players=names[:3] if is_three else names, first_dealer=2)
    record(game, {"dealer": 2, "declarer": 1, "bid": "4", "trump": "h", "taken": [1, 5, 2]} if is_three else WES_HELPED)
    page.goto(game.get_absolute_url())
    if device != DESKTOP:
        height = page.locator(".sheet-hands tbody tr").bounding_box()["height"]  # type: ignore[index]
        assert height < 160
    page.locator(".sheet-hands tbody tr").scroll_into_view_if_needed()
    wrap = page.locator(".sheet-hands .table-wrap")
    assert wrap.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    for points in page.locator("tbody strong").all():
        assert points.evaluate("one => one.getBoundingClientRect().right <= innerWidth")


@pytest.mark.parametrize("device", LOOKS)
def test_every_page_is_open_to_all(page: Page, device: Device, watch: Watch) -> None:
    watch.allow("status of 4")
    playing, over, three, alone = start(), finish(start()), start("cutthroat"), start("hasenpfeffer")
    record(playing, NORA_MAKES_4)
    record(playing, WES_IS_SET_ON_4)
    addresses = ["/new/", *(game.get_absolute_url() for game in (playing, over, start(is_demo=True)))]
    addresses += [f"{game.get_absolute_url()}hand/" for game in (playing, over, three, alone)]
    addresses += [f"{playing.get_absolute_url()}{place}/" for place in ("paste", "undo")]
    for address in addresses:
        page.goto(address)
        check_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0, (
            address
        )
    for address in ("/new/", f"{playing.get_absolute_url()}hand/", f"{playing.get_absolute_url()}paste/"):
        page.goto(address)
        if address == "/new/":
            for place in (1, 2):
                page.get_by_label(f"Player {place}").fill("Nora")
        page.locator("form .button[data-size=lg]").click()
        expect(page.locator(".wrong").first).to_be_visible()
        check_accessible(page)
