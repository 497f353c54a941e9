"""A whole club night on two phones at once, on the real site: on SQLite alone, and on PostgreSQL, Valkey and Celery.

The site runs in processes of its own here, and nothing but its pages is looked at: what a hand comes to, and what is
counted of it by whoever counts, is read where people read it.
"""

import re
import time
from collections.abc import Iterator
from itertools import zip_longest

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import PATIENCE, PHONE, Watch
from tests.jobs.conftest import (  # noqa: F401
    big_site,
    broker,
    database_url,
    postgres_server,
    small_site,
)
from tests.jobs.servers import Site
from tests.leagues.club import PASSWORD

FIRST_TABLE = ("Nora", "Eli", "Sam", "Wes")
SECOND_TABLE = ("Ada", "Ben", "Cleo", "Dan")
COUNTED_WITHIN = 30.0
CARDS = 18  # six tricks among three, for the declarer’s partner sits out
# Place, player, games won and lost, share of games won with its interval, points a game.
STANDINGS = [
    "1 shared Nora 1 game, 1–0 100 % 27–100 % 22.0",
    "1 shared Sam 1 game, 1–0 100 % 27–100 % 22.0",
    "3 shared Ben 1 game, 1–0 100 % 27–100 % 15.0",
    "3 shared Dan 1 game, 1–0 100 % 27–100 % 15.0",
    "5 shared Ada 1 game, 0–1 0 % 0–73 % 3.0",
    "5 shared Cleo 1 game, 0–1 0 % 0–73 % 3.0",
    "7 shared Eli 1 game, 0–1 0 % 0–73 % 2.0",
    "7 shared Wes 1 game, 0–1 0 % 0–73 % 2.0",
]

Taps = Iterator[None]


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    """The site, migrated: by itself, or with a worker beside it, which then has to be who counted."""
    is_big = request.param == "postgresql"
    found: Site = request.getfixturevalue("big_site" if is_big else "small_site")
    found.command("migrate", "--verbosity", "0")
    worker = found.worker() if is_big else None
    yield found
    if worker is not None:
        assert re.search(r"Task scorekeeper\.tasks\.recount\S* succeeded", worker.log.read_text())


@pytest.fixture
def phones(browser: Browser, site: Site) -> Iterator[tuple[Page, Page]]:
    """Two phones that look at the site; the test fails where a page of theirs complains."""
    address = site.serve()
    watch = Watch(own_host=address.split("//")[1])
    contexts = [browser.new_context(base_url=address, **PHONE) for _phone in range(2)]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
        watch.follow(context)
    yield contexts[0].new_page(), contexts[1].new_page()
    for context in contexts:
        context.close()
    assert not watch.unexpected()


# ---- Before the cards are dealt


def plain(text: str) -> str:
    """A text with usual spaces and bare suits."""
    return " ".join(text.replace("\ufe0e", "").replace("\xa0", " ").replace("\u202f", " ").split())


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).tap()


def follow(page: Page, label: str) -> None:
    page.get_by_role("main").get_by_role("link", name=label, exact=True).first.tap()


def sign_up(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Leagues", exact=True).tap()
    follow(page, "Sign in")
    follow(page, "Make one")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same once more").fill(PASSWORD)
    press(page, "Make the account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Leagues")


def found_league(page: Page) -> None:
    """A league whose games go to 15, with four players and a second scorer."""
    follow(page, "Found a league")
    page.get_by_label("Name", exact=True).fill("Cedar Street")
    page.get_by_role("radio", name="Members only").check()
    page.get_by_label("Target score").fill("15")
    press(page, "Found the league")
    expect(page.get_by_text("Iowa Pepper to 15")).to_be_visible()
    follow(page, "Add players")
    page.get_by_label("Names, one a line").fill("\n".join(FIRST_TABLE))
    press(page, "Add the players")
    for name in FIRST_TABLE:
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    follow(page, "Members")
    page.get_by_label("Name of the account").fill("Gus")
    page.get_by_role("radio", name="scorer").check()
    press(page, "Add to the league")
    expect(page.get_by_role("link", name="Change Gus")).to_be_visible()
    follow(page, "League")


def open_night(page: Page) -> None:
    """A season in which one game is enough for a place, and its first night."""
    follow(page, "New season")
    page.get_by_label("Name", exact=True).fill("Autumn")
    page.get_by_label("Games needed for a place").fill("1")
    press(page, "Add the season")
    expect(page.get_by_role("heading", level=1)).to_have_text("Autumn")
    follow(page, "Open a night")
    page.get_by_label("Place").fill("Back room")
    press(page, "Open the night")
    expect(page.get_by_text("No game yet")).to_be_visible()


def start_game(page: Page, table: str, names: tuple[str, ...], *, are_new: bool) -> None:
    """A game on the night that is open; the third deals first."""
    follow(page, "Start a game")
    for seat, name in enumerate(names, 1):
        page.get_by_label(f"Seat {seat}", exact=True).select_option("Somebody new…" if are_new else name)
        if are_new:
            page.get_by_label(f"Name of somebody new at seat {seat}").fill(name)
    page.locator('[name=first_dealer][value="2"]').check()
    page.get_by_label("Table").fill(table)
    press(page, "Start the game")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{names[2]} deals hand 1")


# ---- Hands at the three depths, one tap after another


def save(page: Page, number: int, score: str) -> None:
    """Save hand `number` by the button that says the score to come."""
    button = page.get_by_role("button", name=re.compile("^Save,"))
    expect(button).to_have_text(re.compile(rf"^\s*Save, {score.replace(' ', '.')}\s*$"))
    button.tap()
    expect(page.get_by_text(f"Hand {number} is saved:")).to_be_visible()
    assert shown_score(page) == score


def shown_score(page: Page) -> str:
    return " : ".join(plain(text) for text in page.locator(".scoreboard .score").all_inner_texts())


def score_hand(page: Page, number: int, taps: tuple[str, ...], score: str) -> Taps:
    """Tap in who won the bidding at what, and the tricks."""
    follow(page, f"Enter hand {number}")
    yield
    for group, choice in zip(("Declarer", "Bid", "Trump", "", "Tricks"), taps, strict=False):
        choose(page, group, choice)
        yield
    save(page, number, score)
    yield


def choose(page: Page, group: str, choice: str) -> None:
    """Tap one of the large labels, by how it begins."""
    within = page.get_by_role("group", name=re.compile(f"^{group}")) if group else page.locator("form")
    within.get_by_role("radio", name=re.compile(rf"^{choice}\b")).tap()


def tell(page: Page, *labels: str) -> Taps:
    """Answer one question after another by the button with that label."""
    for label in labels:
        question = page.locator("#entry-question strong")
        asked = question.inner_text()
        page.locator(".entry-taps").get_by_role("button", name=label, exact=True).first.tap()
        expect(question).not_to_have_text(asked, timeout=15_000)
        yield


def auction_hand(page: Page, number: int, labels: tuple[str, ...], score: str) -> Taps:
    """Tap in every call, then trump, challenge and tricks."""
    follow(page, "Call by call")
    yield
    yield from tell(page, *labels)
    save(page, number, score)
    yield


def full_hand(page: Page, number: int, labels: tuple[str, ...], score: str) -> Taps:
    """Tap in every call and every card, each time the first card of the deck that can be played."""
    follow(page, "Card by card")
    yield
    yield from tell(page, *labels)
    cards = 0
    question = page.locator("#entry-question strong")
    while " plays to trick " in (asked := question.inner_text()):
        deck = page.get_by_role("group", name=asked, exact=True)
        assert deck.get_by_role("button").count() == 24
        deck.get_by_role("button", disabled=False).first.tap()
        expect(question).not_to_have_text(asked, timeout=15_000)
        cards += 1
        yield
    assert cards == CARDS
    save(page, number, score)
    yield


def first_game(page: Page) -> Taps:
    """The owner's table: three hands, a correction of the first, and the hand that ends the game."""
    yield from score_hand(page, 1, ("Nora", "4", "hearts", "Challenge", "4"), "4 : 2")
    yield from auction_hand(page, 2, ("Pass", "3", "Pass", "Pass", "spades", "Challenge", "4"), "6 : 5")
    yield from full_hand(
        page, 3, ("Pass", "2", "Pass", "Pass", "clubs", "nine of diamonds", "nine of hearts", "Challenge"), "8 : 3"
    )
    page.get_by_role("link", name="Hand 1", exact=True).tap()
    choose(page, "Tricks", "5")
    page.get_by_label("Why is this changed?").fill("Counted again")
    yield
    page.get_by_role("button", name=re.compile("^Save,")).tap()
    expect(page.get_by_role("link", name="Hand 1 was corrected: its history")).to_have_text("corrected")
    assert shown_score(page) == "8 : 2"
    yield
    yield from score_hand(page, 4, ("Nora", "Pepper alone", "diamonds", "Concede"), "22 : 2")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nora & Sam win.")


def second_game(page: Page) -> Taps:
    """The other scorer's table, meanwhile: the three depths in another order, and the end."""
    yield from auction_hand(page, 1, ("4", "Pass", "5", "Pass", "diamonds", "Challenge", "3"), "3 : −5")
    yield from full_hand(page, 2, ("Pass", "1", "Pass", "Pass", "hearts", "Nobody noted it", "Challenge"), "2 : −4")
    yield from score_hand(page, 3, ("Ben", "5", "No trump", "Challenge", "5"), "3 : 1")
    yield from score_hand(page, 4, ("Dan", "Pepper alone", "spades", "Concede"), "3 : 15")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ben & Dan win.")


# ---- Afterwards


def read_history(page: Page) -> None:
    """Both versions of the hand that was corrected, and why."""
    page.get_by_role("link", name="Hand 1 was corrected: its history").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("History of hand 1")
    assert page.locator("[data-version]").count() == 2
    expect(page.get_by_text("“Counted again”")).to_be_visible()
    follow(page, "Score sheet")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nora & Sam win.")


def read_chart(page: Page) -> list[str]:
    """Wait until the chart of this page is drawn, and return the lines of its table."""
    page.locator(".chart").scroll_into_view_if_needed()
    expect(page.locator(".chart[data-drawn]")).to_be_visible()
    traces = page.locator(".chart-plot .scatterlayer .trace .lines path").count()
    assert traces == page.locator(".chart thead th").count() - 1
    page.get_by_text("The numbers in a table").tap()
    return [plain(text) for text in page.locator(".chart tbody tr").all_inner_texts()]


def step_through(page: Page, number: int) -> int:
    """Walk through a hand card by card to its end, and return how many steps that took."""
    page.get_by_role("link", name=f"Replay hand {number}").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Hand {number}:")
    steps = 0
    while page.get_by_role("link", name="Next card").get_attribute("href"):
        page.get_by_role("link", name="Next card").tap()
        steps += 1
        expect(page).to_have_url(re.compile(f"/replay/{steps}/$"))
        expect(page.locator(".seat [data-state=played]")).to_have_count(steps)
    return steps


def read_standings(page: Page, hands: int) -> list[str]:
    """Look at the season again and again until all hands are counted, and return the lines of the standings."""
    end = time.monotonic() + COUNTED_WITHIN
    while True:
        head = plain(page.get_by_role("main").locator("header p").inner_text())
        if head.endswith(f"Counted up to hand {hands}"):
            break
        assert time.monotonic() < end, head
        page.wait_for_timeout(200)
        page.reload()
    rows = page.get_by_role("region", name="Standings").locator("tbody tr")
    return [plain(text) for text in rows.all_inner_texts()]


def test_a_club_night_on_two_phones(phones: tuple[Page, Page]) -> None:
    owner, scorer = phones
    sign_up(scorer, "Gus")
    sign_up(owner, "Nell")
    found_league(owner)
    open_night(owner)
    night = owner.url
    start_game(owner, "Window", FIRST_TABLE, are_new=False)
    scorer.goto(night)
    start_game(scorer, "Stove", SECOND_TABLE, are_new=True)

    for _both in zip_longest(first_game(owner), second_game(scorer)):
        pass

    read_history(owner)
    game = owner.url
    assert read_chart(owner) == ["Start 0 0", "1 4 +4 1 +1", "2 6 +2 4 +3", "3 8 +2 2 −2", "4 22 +14 2 0"]
    owner.goto(game)
    assert step_through(owner, 3) == CARDS

    owner.goto(night)
    follow(owner, "Autumn")
    expect(owner.get_by_role("heading", level=1)).to_have_text("Autumn")
    assert read_standings(owner, 8) == STANDINGS
    expect(owner.get_by_text("After 1 night: Nora 22, Sam 22, Ben 15.")).to_be_visible()
