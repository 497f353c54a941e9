"""The score sheet in a browser: nothing is cut off, every hand is a tap away, and what comes next is reached first."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import services
from scorekeeper.models import Game
from tests.browsing import DESKTOP, NARROW, PHONE, Device, check_accessible
from tests.leagues.club import Club, found
from tests.scorekeeper.table import FULL, NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, finish, record, start

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = pytest.mark.parametrize("device", [NARROW, PHONE, DESKTOP], ids=["narrow", "phone", "desktop"])


@pytest.fixture
def club() -> Club:
    return found(visibility="public")


def sign_in(page: Page, club: Club, live_server_url: str) -> None:
    """Let the page's browser be the scorer's."""
    cookies = club.browser("scorer").cookies
    page.context.add_cookies([{"name": "sessionid", "value": cookies["sessionid"].value, "url": live_server_url}])


def substituted(club: Club) -> Game:
    """A game at which Hazel came in for Nora before hand 2, and is to leave again after hand 3."""
    game = club.play(over=False)
    services.substitute(game, seat=0, player=club.add("Hazel-Marguerite Featherstonehaugh"), from_number=2)
    record(game, NORA_IS_CONCEDED_PEPPER | {"dealer": 3})
    record(game, FULL | {"dealer": 0})
    services.substitute(game, seat=0, player=club.players[0], from_number=4)
    return game


@WIDTHS
@pytest.mark.parametrize("rules", ["iowa", "cutthroat", "substitutes", "mishaps"])
def test_the_sheet_is_no_wider_than_its_columns(page: Page, club: Club, device: Device, rules: str) -> None:
    if rules == "substitutes":
        game = substituted(club)
    else:
        game = start("iowa" if rules == "mishaps" else rules)
        record(game, NORA_MAKES_4 if rules != "cutthroat" else {"dealer": 2, "calls": ["Pass"] * 3})
        if rules == "mishaps":
            record(game, {"void": "somebody let the dog in, and it ran away with the ace of spades"})
    page.goto(game.get_absolute_url())
    table, columns, wrap = page.evaluate(
        """() => {
            const table = document.querySelector(".sheet-hands table");
            const wide = (one) => one.getBoundingClientRect().width;
            const columns = [...table.tHead.rows[0].cells].map(wide).reduce((sum, one) => sum + one, 0);
            return [wide(table), columns, wide(table.parentElement)];
        }"""
    )
    assert table == pytest.approx(columns, abs=1)
    assert table == pytest.approx(wrap, abs=1)
    cells = page.locator(".sheet-hands tr").evaluate_all("rows => rows.map((row) => row.cells.length)")
    assert len(set(cells)) == 1


@WIDTHS
def test_a_row_leads_to_its_hand(page: Page, device: Device) -> None:
    game = start(first_dealer=0)
    record(game, FULL)
    record(game, NORA_MAKES_4 | {"dealer": 1})
    page.goto(game.get_absolute_url())
    page.get_by_role("row").nth(1).click(position={"x": 120, "y": 12})
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct hand 1")
    for way in ("Replay", "History", "Make it void", "A hand before it was forgotten"):
        expect(page.get_by_role("navigation", name="This hand").get_by_role("link", name=way)).to_be_visible()
    check_accessible(page)
    page.go_back()
    page.get_by_role("link", name="Hand 2", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct hand 2")
    page.go_back()
    page.get_by_role("link", name="Replay hand 1").click()
    expect(page.locator("#replay")).to_be_visible()


def test_the_newest_hand_is_seen_on_a_phone(page: Page) -> None:
    game = start()
    for number in range(12):
        record(game, {"dealer": (2 + number) % 4, "calls": ["Pass"] * 4})
    record(game, NORA_MAKES_4)
    page.goto(game.get_absolute_url())
    newest = page.get_by_role("link", name="Hand 13: Nora makes 4")
    expect(newest).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Hand 13", exact=True).focus()
    row = page.get_by_role("row").last.bounding_box()
    bar = page.locator(".sheet-actions").bounding_box()
    assert row and bar
    assert row["y"] + row["height"] <= bar["y"]
    newest.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct hand 13")


@pytest.mark.parametrize("device", [NARROW, PHONE], ids=["narrow", "phone"])
def test_nothing_of_the_sheet_shows_through_the_bar(page: Page, device: Device) -> None:
    game = start(first_dealer=0)
    for number in range(8):
        record(game, FULL | {"dealer": 0} if number % 4 == 0 else {"dealer": number % 4, "calls": ["Pass"] * 4})
    page.goto(game.get_absolute_url())
    for scrolled in range(0, 600, 40):
        page.evaluate("to => scrollTo(0, to)", scrolled)
        over = page.evaluate(
            """() => {
                const bar = document.querySelector(".sheet-actions");
                const { top, bottom } = bar.getBoundingClientRect();
                const above = [];
                for (let y = top + 2; y < Math.min(bottom, innerHeight); y += 4)
                    for (let x = 2; x < innerWidth; x += 8) {
                        const one = document.elementFromPoint(x, y);
                        if (!bar.contains(one)) above.push(one.outerHTML.slice(0, 80));
                    }
                return above;
            }"""
        )
        assert over == [], scrolled


@WIDTHS
def test_entering_is_reached_before_the_sheet(page: Page, device: Device) -> None:
    game = start()
    for number in range(6):
        record(game, {"dealer": (2 + number) % 4, "calls": ["Pass"] * 4})
    page.goto(game.get_absolute_url())
    enter = page.get_by_role("link", name="Enter hand 7")
    page.locator("#main").focus()
    for _tab in range(3):  # after the link to the rules and what shares the game
        page.keyboard.press("Tab")
    expect(enter).to_be_focused()
    expect(enter).to_be_in_viewport(ratio=1)


@WIDTHS
def test_after_the_end_another_game_is_offered_where_it_was_played(
    page: Page, club: Club, device: Device, live_server: object
) -> None:
    game = club.play(table="2")
    sign_in(page, club, live_server.url)  # type: ignore[attr-defined]
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("heading", level=1)).to_have_text("Nora & Sam win.")
    expect(page.get_by_role("link", name="Enter hand")).to_have_count(0)
    expect(page.get_by_role("link", name="Back to the night")).to_be_visible()
    check_accessible(page)
    page.get_by_role("link", name="Play again").click()
    expect(page.get_by_label("Seat 1", exact=True)).to_have_value(str(club.players[0].pk))
    expect(page.get_by_label("Table")).to_have_value("2")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("link", name="Enter hand 1")).to_be_visible()
    assert Game.objects.count() == 2
    assert set(Game.objects.values_list("night", "table")) == {(club.night.pk, "2")}


def test_a_finished_game_of_nobodys_is_played_again(page: Page) -> None:
    page.goto(finish(start()).get_absolute_url())
    expect(page.get_by_role("link", name="Card by card")).to_have_count(0)
    page.get_by_role("link", name="Play again").tap()
    expect(page.get_by_label("Player 3")).to_have_value("Sam")
