"""Charts on their pages and as data: for whom, how often the database is asked, and where the script comes from."""

import datetime
import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper import services
from tests.leagues.club import CAST, Club, found
from tests.scorekeeper.table import NORA_MAKES_4, WES_IS_SET_ON_4, finish, record, start

pytestmark = pytest.mark.django_db


def next_night(club: Club) -> None:
    """Go on with the club's next night, a week later."""
    date = club.night.date + datetime.timedelta(days=7)
    club.night = services.open_night(club.season, date=date, zone="America/Chicago")


def busy(visibility: str = "private") -> Club:
    club = found(visibility=visibility)
    club.play()
    next_night(club)
    club.play()
    club.count()
    return club


def addresses(club: Club) -> list[str]:
    return [
        reverse("scorekeeper:season-figure", args=[club.league.slug, club.season.pk]),
        reverse("scorekeeper:game-figure", args=[club.games[0].key]),
    ]


@pytest.mark.parametrize("who", CAST)
@pytest.mark.parametrize("visibility", ["private", "public"])
def test_who_sees_the_page_sees_the_chart(visibility: str, who: str) -> None:
    club = busy(visibility)
    for address in addresses(club):
        status = club.browser(who).get(address).status_code
        assert status == (200 if visibility == "public" or who in CAST[:4] else 404), address


def test_a_season_of_another_league_is_not_there() -> None:
    club, other = busy(), found(name="Elsewhere")
    assert club.browser("owner").get(f"{club.root}charts/seasons/{other.season.pk}/").status_code == 404


def test_only_reading() -> None:
    club = busy()
    for address in addresses(club):
        assert club.browser("owner").post(address).status_code == 405


def test_a_figure_stays_in_this_browser_and_is_sent_again_only_if_it_changed(client: Client) -> None:
    game = finish(start())
    address = reverse("scorekeeper:game-figure", args=[game.key])
    first = client.get(address)
    assert first["Content-Type"] == "application/json"
    assert set(first["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert "Cookie" in first["Vary"]
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    services.undo_hand(game, number=3)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert len(json.loads(again.content)["data"][0]["x"]) == 3


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_hands_are_told_in_words(client: Client, count: int) -> None:
    game = start()
    for _number in range(count):
        record(game, NORA_MAKES_4)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "The chart begins with the second." in page
    assert "data-figure" not in page
    assert "charts.js" not in page
    assert ("The numbers in a table" in page) == bool(count)
    assert client.get(reverse("scorekeeper:game-figure", args=[game.key])).status_code == 404


def test_the_page_has_sentence_and_table_without_a_figure(client: Client) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    record(game, WES_IS_SET_ON_4)
    page = client.get(game.get_absolute_url()).content.decode()
    (figure,) = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    scores = client.get(reverse("scorekeeper:game-figure", args=[game.key])).json()["data"]
    rows = re.findall(r"<tr><th scope=\"row\" data-text>(.*?)</th>(.*?)</tr>", figure)
    assert [stop for stop, _cells in rows] == ["Start", "1", "2"]
    assert scores[0]["x"] == ["Start", "Hand 1", "Hand 2"]
    for at, (_stop, cells) in enumerate(rows):
        shown = [int(text.replace("−", "-")) for text in re.findall(r"<td>([−\d]+)", cells)]
        assert shown == [line["y"][at] for line in scores]
    assert "needs scripts. The table below has all its numbers." in figure


def queries(browser: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(address).status_code == 200
    return len(asked)


def test_budget_of_a_games_figure(client: Client) -> None:
    game = start()
    address = reverse("scorekeeper:game-figure", args=[game.key])
    record(game, NORA_MAKES_4)
    record(game, WES_IS_SET_ON_4)
    assert queries(client, address) <= 3


def test_budget_of_a_seasons_figure_does_not_grow() -> None:
    club = busy()
    browser, address = club.browser("owner"), addresses(club)[0]
    counts = []
    for _week in range(3):
        counts.append((queries(browser, address), queries(browser, address)))
        next_night(club)
        for _table in range(3):
            club.play()
    assert len(set(counts[1:])) == 1, counts
    first, again = counts[-1]
    assert first <= 12
    assert counts[0] == (again, again)  # what was counted for the standings is not read again for the chart
    assert again == first - 1  # the hands of a game are read once, until it changes
