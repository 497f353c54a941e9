"""What the pages of seasons show and do: adding one, standings, nights."""

import re
import uuid
from html import unescape

import pytest

from scorekeeper import services
from scorekeeper.models import Season
from tests.budgets.season import repeat_night
from tests.scorekeeper.table import record

from .club import TODAY, Club, account, client_of, found
from .pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found()


SEASON = {
    "name": "Spring 2027", "starts_on": "2027-02-01", "ends_on": "", "least_games": "3",
    "metric_0": "points_per_game", "metric_1": "win_share", "metric_2": "", "metric_3": "win_share",
}  # fmt: skip


def test_a_season_is_added(club: Club) -> None:
    browser = club.browser("owner")
    first = browser.post(f"{club.root}seasons/new/", SEASON)
    assert first.status_code == 302
    season = Season.objects.get(name="Spring 2027")
    assert (season.least_games, season.metrics) == (3, ["points_per_game", "win_share"])
    assert "Points a game, then Win %" in text_of(browser.get(first.headers["Location"]))


@pytest.mark.parametrize(
    "change",
    [{"name": ""}, {"name": "Autumn 2026"}, {"starts_on": "soon"}, {"ends_on": "2027-01-01"}, {"least_games": "-1"},
     {"metric_0": ""}, {"metric_1": "luck"}],
)  # fmt: skip
def test_what_is_no_season_is_not_added(club: Club, change: dict[str, str]) -> None:
    assert club.browser("owner").post(f"{club.root}seasons/new/", SEASON | change).status_code == 422
    assert Season.objects.count() == 1


def test_standings_share_places_and_leave_out_who_played_too_little(club: Club) -> None:
    club.play()
    club.play()
    june, kit = club.add("June"), club.add("Kit")
    club.play([june, club.players[1], kit, club.players[3]])
    member = club.people["player"]
    services.change_player(club.players[0], name="Nora", user=member)
    club.count()
    page = club.browser("player").get(f"{club.root}s/{club.season.pk}/")
    text = text_of(page)
    assert "Counted up to hand 9" in text
    rows = [
        " ".join(unescape(re.sub("<[^>]*>", " ", row)).replace("\xa0", " ").split())
        for row in re.findall(r"<tr.*?</tr>", page.content.decode().partition('aria-labelledby="pairs"')[0], re.DOTALL)[
            1:
        ]
    ]
    assert [row.split()[:3] for row in rows[:2]] == [["1", "shared", "Nora"], ["1", "shared", "Sam"]]
    assert rows[0].split()[3] == "you"
    assert [row.split()[0] for row in rows[2:4]] == ["3", "3"]
    assert [row.split()[3:8] for row in rows[4:]] == [[name, "1", "of", "2", "games"] for name in ("June", "Kit")]
    assert "Back room" in text


def test_a_season_shows_partners_and_those_who_played_together_too_little(club: Club) -> None:
    for _time in range(5):
        club.play()
    june = club.add("June")
    club.play([june, *club.players[1:]])
    club.count()
    page = text_of(club.browser("viewer").get(f"{club.root}s/{club.season.pk}/"))
    partners = page.split("Partners", 1)[1].split("Points, night by night")[0]
    assert "With 5 games together a pair has a place." in partners
    ranked, few = partners.split("1 pair with fewer")
    assert re.search(r"1 Nora & Sam 5 games, 5–0 5 5–0 100 % 65–100 % \d", ranked)
    assert re.search(r"2 Eli & Wes 6 games, 0–6 6 0–6 0 % 0–31 % \d", ranked)
    assert re.search(r"– no place (Sam & June|June & Sam) 1 of 5 games", few)
    program = club.browser("viewer").get(f"/api/seasons/{club.season.pk}/standings/?of=pairs").json()
    assert (program["least_games"], [line["place"] for line in program["lines"]]) == (5, [1, 2, None])


def test_where_nobody_has_a_partner_there_are_no_pairs(club: Club) -> None:
    services.change_league(club.league, name="Cedar Street", rules="cutthroat", visibility="private")
    club.league.refresh_from_db()
    game = services.start_league_game(
        club.league, players=club.players[:3], first_dealer=0, night=club.night, submission=uuid.uuid4()
    )
    record(game, {"dealer": 0, "declarer": 0, "bid": "4", "trump": "h", "taken": [4, 2, 2]})
    club.count()
    browser = club.browser("viewer")
    for address in (f"{club.root}s/{club.season.pk}/", f"{club.root}players/{club.players[0].pk}/"):
        page = text_of(browser.get(address))
        assert "Partners" not in page
        assert "Nora" in page


def test_what_a_figure_is_stands_where_a_finger_finds_it(club: Club) -> None:
    club.play()
    club.count()
    page = text_of(club.browser("viewer").get(f"{club.root}s/{club.season.pk}/"))
    assert re.search("How it is reckoned Win % games won ÷ games Points a game", page)
    player = text_of(club.browser("viewer").get(f"{club.root}players/{club.players[0].pk}/"))
    assert re.search("What they are made of Games 1 : 1 won, 0 lost Hands 3 : 3 won Bids", player)
    assert re.search("How it is reckoned Win % games won ÷ games", player)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "No season yet. Nights belong to seasons, and each season has standings of its own. New season"),
        ("players/", "Nobody yet. Players are added when they first sit down at a table, or here."),
    ],
)
def test_an_empty_league_says_what_comes_next(address: str, said: str) -> None:
    user = account("nora")
    league = services.found_league(name="Oak Street", by=user)
    assert said in text_of(client_of(user).get(f"/l/{league.slug}/{address}"))


def test_an_empty_season_and_night_say_what_comes_next(club: Club) -> None:
    season = services.add_season(club.league, name="Winter", starts_on=TODAY)
    browser = club.browser("scorer")
    said = "Nobody has played yet. Standings begin with the first hand of a night. Open one, and start a game on it."
    assert said in text_of(browser.get(f"{club.root}s/{season.pk}/"))
    assert "Open a night" in text_of(browser.get(f"{club.root}s/{season.pk}/"))
    assert "No game yet The first table can begin. Start a game" in text_of(
        browser.get(f"{club.root}n/{club.night.pk}/")
    )


def test_a_long_season_shows_its_nights_page_by_page(club: Club) -> None:
    repeat_night(club, 44)
    browser, address = club.browser("viewer"), f"{club.root}s/{club.season.pk}/"
    seen: list[str] = []
    for page, (earlier, later) in enumerate([(True, False), (True, True), (False, True)], 1):
        text = browser.get(address, {"page": page}).content.decode()
        assert ("Earlier nights" in text, "Later nights" in text) == (earlier, later)
        seen += re.findall(rf'href="{club.root}n/(\d+)/"', text)
    assert len(seen) == len(set(seen)) == 45
    assert "There are no earlier nights." in text_of(browser.get(address, {"page": 9}))
    for junk in ("", "x", "-1", "\u00b2", "9" * 30):
        assert "Later nights" not in browser.get(address, {"page": junk}).content.decode()
