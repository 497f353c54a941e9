"""A club in a browser: founding it, its first night, its pages for everybody on every screen, and without scripts."""

import itertools
import uuid

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper import services
from scorekeeper.models import Game, League, User
from tests.browsing import DESKTOP, NARROW, PATIENCE, PHONE, Device, Watch, check_accessible
from tests.leagues.club import PASSWORD, Club, found

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = [
    pytest.param({**size, "color_scheme": scheme}, id=f"{name}-{scheme}")
    for name, size in (("narrow", NARROW), ("phone", PHONE), ("desk", DESKTOP))
    for scheme in ("light", "dark")
]


def sign_in(page: Page, user: User | None) -> None:
    """Sign in by the form."""
    assert user is not None
    page.goto("/account/login/")
    page.get_by_label("Name or e-mail address").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Leagues")


def overhang(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def first_night(page: Page) -> None:
    """From no account to the first game on a night, as somebody does who comes for the first time."""
    page.goto("/")
    page.get_by_role("link", name="Leagues", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    page.get_by_role("link", name="Make one").click()
    page.get_by_label("Name", exact=True).fill("Nora")
    page.get_by_label("E-mail address").fill("nora@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same once more").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("link", name="Found a league").click()
    page.get_by_label("Name", exact=True).fill("Cedar Street")
    page.get_by_role("radio", name="Members only").check()
    page.get_by_role("button", name="Found the league").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cedar Street")
    page.get_by_role("link", name="New season").click()
    page.get_by_label("Name", exact=True).fill("Autumn")
    page.get_by_role("button", name="Add the season").click()
    page.get_by_role("link", name="Open a night").click()
    page.get_by_label("Place").fill("Back room")
    page.get_by_role("button", name="Open the night").click()
    page.get_by_role("link", name="Start a game").first.click()
    for seat, name in enumerate(("Nora", "Eli", "Sam", "Wes"), 1):
        page.get_by_label(f"Seat {seat}", exact=True).select_option("Somebody new…")
        page.get_by_label(f"Name of somebody new at seat {seat}").fill(name)
    page.locator('[name=first_dealer][value="2"]').check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sam deals hand 1")
    assert Game.objects.get().league == League.objects.get()


def test_the_first_night_of_a_club(page: Page) -> None:
    first_night(page)


def test_the_first_night_without_scripts(browser: Browser, live_server: LiveServer, watch: Watch) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False, **PHONE)
    context.set_default_timeout(PATIENCE)
    watch.follow(context)
    first_night(context.new_page())
    context.close()
    assert not watch.unexpected()


def test_the_name_of_somebody_new_is_asked_for_where_one_is_chosen(page: Page) -> None:
    club = found()
    sign_in(page, club.people["scorer"])
    page.goto(f"{club.root}n/{club.night.pk}/games/new/")
    name = page.get_by_label("Name of somebody new at seat 2")
    expect(name).to_be_hidden()
    page.get_by_label("Seat 2", exact=True).select_option("Somebody new…")
    expect(name).to_be_visible()
    page.get_by_label("Seat 2", exact=True).select_option("Eli")
    expect(name).to_be_hidden()


def test_a_session_that_ends_loses_nothing(page: Page, watch: Watch) -> None:
    watch.allow("status of 404")
    club = found()
    sign_in(page, club.people["owner"])
    page.goto(f"{club.root}players/")
    page.get_by_label("Names, one a line").fill("Maëlle O’Hara")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Add the players").click()
    expect(page.get_by_text("What you typed is kept")).to_be_visible()
    owner = club.people["owner"]
    assert owner is not None
    page.get_by_label("Name or e-mail address").fill(owner.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("Names, one a line")).to_have_value("Maëlle O’Hara")
    page.get_by_role("button", name="Add the players").click()
    expect(page.get_by_role("link", name="Maëlle O’Hara", exact=True)).to_be_visible()


def test_a_night_opens_by_the_clock_of_this_browser(browser: Browser, live_server: LiveServer, watch: Watch) -> None:
    club = found()
    context = browser.new_context(base_url=live_server.url, timezone_id="Europe/Paris", **PHONE)
    page = context.new_page()
    sign_in(page, club.people["scorer"])
    page.goto(f"{club.root}s/{club.season.pk}/nights/new/")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Paris")
    context.close()


@pytest.mark.parametrize("device", [DESKTOP])
def test_a_game_begins_by_keyboard_alone(page: Page, device: Device) -> None:
    club = found()
    sign_in(page, club.people["scorer"])
    page.goto(f"{club.root}n/{club.night.pk}/games/new/")
    page.get_by_label("Seat 1", exact=True).focus()
    for letter in ("N", "E", "S"):
        page.keyboard.type(letter)
        page.keyboard.press("Tab")
    page.keyboard.type("W")
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="Draw")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Table")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nora deals hand 1")


def test_a_table_is_seated_by_one_tap_for_each_player(page: Page) -> None:
    club = found()
    pat = club.add("Pat")
    club.play([pat, *club.players[1:]], over=False)
    sign_in(page, club.people["scorer"])
    page.goto(f"{club.root}n/{club.night.pk}/games/new/")
    chips = page.locator("[data-chips]")
    expect(chips).to_contain_text("At another table")
    for name in ("Nora", "Eli", "Sam"):
        chips.get_by_role("button", name=name).tap()
    chips.get_by_role("button", name="2 Eli").tap()
    expect(page.get_by_label("Seat 2", exact=True)).to_have_value("")
    chips.get_by_role("button", name="Wes").tap()
    chips.get_by_role("button", name="Somebody new").tap()
    page.keyboard.type("June")
    page.get_by_role("radio", name="June").check()
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("June deals hand 1")
    assert Game.objects.latest("pk").players == ["Nora", "Wes", "Sam", "June"]


def busy_club() -> Club:
    """A club with all that its pages can show, and with names that are hard to place."""
    club = found()
    long, both = club.add("Maximiliane-Friederike von und zu Hohenf"), club.add("אבג Ωmega 🃏")
    for number in range(6):
        club.play(table=str(number + 1))
    club.play([long, club.players[1], both, club.players[3]], table="The long table at the window, left side")
    club.play(over=False, table="9")
    services.merge_players(club.players[0], club.add("Norah"))
    services.change_player(club.players[0], name="Nora", user=club.people["owner"])
    services.add_season(club.league, name="Spring 2026, the long one after the flood", starts_on=club.season.starts_on)
    owner = club.people["owner"]
    assert owner is not None
    services.make_token(owner, name="Spreadsheet at home")
    club.count()
    return club


def addresses(club: Club) -> list[str]:
    """Every page of accounts and leagues."""
    nora, eli, long = club.players[0], club.players[1], club.league.players.get(name__startswith="Maximiliane")
    alone = services.start_game(rules="iowa", players=["Nora", "Eli", "Sam", "June"], first_dealer=0)
    places = [
        "", "edit/", "members/", f"members/{club.league.memberships.get(role='viewer').pk}/", "players/",
        f"players/{nora.pk}/", f"players/{long.pk}/", f"players/{nora.pk}/edit/", f"players/{nora.pk}/merge/",
        f"players/{nora.pk}/merge/?other={eli.pk}", f"players/{long.pk}/merge/?other={nora.pk}",
        f"merges/{nora.merges_kept.get().pk}/undo/", "seasons/new/", f"s/{club.season.pk}/",
        f"s/{club.season.pk}/edit/", f"s/{club.season.pk}/nights/new/", f"n/{club.night.pk}/",
        f"n/{club.night.pk}/edit/", f"n/{club.night.pk}/games/new/",
    ]  # fmt: skip
    token = club.people["owner"].tokens.get()  # type: ignore[union-attr]
    site = [
        "/", "/leagues/", "/leagues/new/", "/account/", "/account/tokens/", f"/account/tokens/{token.pk}/revoke/",
        "/account/password/", "/account/reset/", "/account/reset/sent/", f"/account/reset/x/{uuid.uuid4()}/",
        f"/g/{alone.key}/claim/",
    ]  # fmt: skip
    return [*(f"{club.root}{place}" for place in places), *site]


@pytest.mark.parametrize("device", LOOKS)
def test_every_page_of_a_league_is_open_to_all(page: Page, device: Device, watch: Watch) -> None:
    watch.allow("status of 422")
    club = busy_club()
    for address in ("/account/login/", "/account/sign-up/", "/leagues/"):
        page.goto(address)
        check_accessible(page)
        assert overhang(page) == 0, address
    sign_in(page, club.people["owner"])
    for address in addresses(club):
        page.goto(address)
        check_accessible(page)
        assert overhang(page) == 0, address
    for place in ("edit/", "players/", "members/", "seasons/new/", f"n/{club.night.pk}/games/new/"):
        page.goto(f"{club.root}{place}")
        for field in page.locator("main form input[type=text], main form input:not([type])").all():
            if field.is_visible():
                field.fill("")
        page.locator("main form .button[data-size=lg]").first.click()
        expect(page.locator(".wrong").first).to_be_visible()
        check_accessible(page)
        assert overhang(page) == 0, place


# Whether a finger that lands 20 px above or below the middle of it still hits it, or what lies in it.
REACHED = """all => all.filter(one => {
    one.scrollIntoView({block: "center"});
    const box = one.getBoundingClientRect(), x = box.left + Math.min(box.width / 2, 20), y = box.top + box.height / 2;
    const here = spot => one.contains(document.elementFromPoint(x, spot));
    return !(here(y - 20) && here(y + 20));
}).map(one => one.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("device", [NARROW, PHONE])
def test_what_a_finger_touches_is_large_enough(page: Page, device: Device) -> None:
    club = busy_club()
    sign_in(page, club.people["owner"])
    for address in addresses(club):
        page.goto(address)
        touched = page.locator(
            "main .button:visible, .topbar a, .tabs a, .rows a:visible, main select:visible, main summary:visible, "
            "main .choices label, main .table a:visible, .back, main .reach, main .names a, main .board a, "
            "main .unfold:visible"
        )
        assert touched.count()
        assert touched.evaluate_all(REACHED) == [], address
        fields = page.locator("main input:not([type=hidden], [type=radio], [type=checkbox]):visible")
        heights = fields.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        assert all(height >= 43.9 for height in heights), address


def test_every_part_of_a_row_leads_to_its_game(page: Page) -> None:
    club = found()
    games = [club.play(table="1"), club.play(over=False)]
    sign_in(page, club.people["viewer"])
    for game, score in zip(games, ("42", "4"), strict=True):
        page.goto(club.night.get_absolute_url())
        page.locator("strong").get_by_text(score, exact=True).first.tap(force=True)
        page.wait_for_url(f"**/g/{game.key}/")


@pytest.mark.parametrize("width", [320, 390])
def test_the_bar_stays_one_line_with_a_long_name_in_it(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    sign_in(page, User.objects.create_user("marguerite-longfellow", "m@example.org", PASSWORD))
    page.goto("/")
    assert page.locator(".topbar").evaluate("bar => bar.clientHeight") < 60
    assert overhang(page) == 0
    boxes = [link.bounding_box() for link in page.locator(".topbar a").all()]
    edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box]
    assert all(right <= left for (_, right), (left, _) in itertools.pairwise(edges))


def test_no_name_breaks_inside_a_word(page: Page) -> None:
    club = found()
    club.play([club.add(name) for name in ("Thérèse", "Marguerite Longfellow", "Bartholomew", "Clementine")])
    club.count()
    sign_in(page, club.people["viewer"])
    page.goto(f"{club.root}s/{club.season.pk}/")
    standings = page.get_by_role("region", name="Standings")
    standings.get_by_text("Show every column").tap()
    for name, lines in (("Thérèse", 1), ("Bartholomew", 1), ("Clementine", 1), ("Marguerite Longfellow", 2)):
        drawn = standings.get_by_role("link", name=name).locator("bdi")
        height = drawn.evaluate("one => new Set([...one.getClientRects()].map(box => box.top)).size")
        assert height <= lines, name
    assert overhang(page) == 0


def test_a_phone_shows_every_column_to_whoever_asks(page: Page) -> None:
    club = busy_club()
    sign_in(page, club.people["viewer"])
    page.goto(f"{club.root}s/{club.season.pk}/")
    standings = page.get_by_role("region", name="Standings")
    last = standings.get_by_role("columnheader", name="Bids made–set")
    expect(last).to_be_hidden()
    standings.get_by_text("Show every column").tap()
    expect(last).to_be_attached()
    expect(last).to_be_visible()
    assert overhang(page) == 0, "the table scrolls in itself"
    assert standings.locator(".table-wrap").evaluate("wrap => wrap.scrollWidth > wrap.clientWidth")
    check_accessible(page)


def change_the_order(page: Page, club: Club) -> None:
    """Put another metric first, by keyboard alone."""
    page.goto(f"{club.root}s/{club.season.pk}/")
    page.get_by_role("link", name="Change the season").focus()
    page.keyboard.press("Enter")
    page.get_by_label("1. First by").focus()
    page.keyboard.type("Hands won")
    page.keyboard.press("Tab")
    expect(page.get_by_label("2. Then by")).to_be_focused()
    page.keyboard.type("nothing")
    page.get_by_label("Games needed for a place").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Autumn 2026")
    expect(page.get_by_text("Order: Hands won, then ± a hand. Full ties share the place.")).to_be_visible()


def test_the_order_of_the_standings_is_changed_by_keyboard(page: Page) -> None:
    club = busy_club()
    sign_in(page, club.people["owner"])
    change_the_order(page, club)


def test_the_order_of_the_standings_is_changed_without_scripts(
    browser: Browser, live_server: LiveServer, watch: Watch
) -> None:
    club = busy_club()
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False, **PHONE)
    context.set_default_timeout(15_000)
    watch.follow(context)
    page = context.new_page()
    sign_in(page, club.people["owner"])
    change_the_order(page, club)
    context.close()
    assert not watch.unexpected()


def test_a_change_that_came_second_is_shown_the_first(page: Page, watch: Watch) -> None:
    watch.allow("status of 409")
    club = busy_club()
    sign_in(page, club.people["owner"])
    page.goto(f"{club.root}n/{club.night.pk}/edit/")
    services.change_night(club.night, season=club.season, date=club.night.date, zone="UTC", place="Attic")
    page.get_by_label("Place").fill("Cellar")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Somebody changed this meanwhile.")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Place: Attic")
    expect(page.get_by_label("Place")).to_have_value("Cellar")
    check_accessible(page)
    assert overhang(page) == 0
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("main")).to_contain_text("Cellar")
