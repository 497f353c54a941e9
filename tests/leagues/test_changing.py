"""What was typed wrong about a league, a season, a night or a player is mended, and nobody undoes another’s change."""

import datetime
import re
from html import unescape

import pytest
from django.test import Client

from scorekeeper import services
from scorekeeper.models import League, Night, Player, Season
from scorekeeper.seen import state_of

from .club import TODAY, Club, found

pytestmark = pytest.mark.django_db

SEASON = {
    "name": "Autumn 2026, Thursdays", "starts_on": "2026-09-03", "ends_on": "2026-12-31", "least_games": "1",
    "metric_0": "hands_won", "metric_1": "wins", "metric_2": "", "metric_3": "hands_won",
}  # fmt: skip
NIGHT = {"date": "2026-11-20", "place": " Front   room ", "zone": "America/Denver"}


@pytest.fixture
def club() -> Club:
    return found()


def text_of(response: object) -> str:
    page = response.content.decode().split("<main", 1)[1]  # type: ignore[attr-defined]
    return " ".join(unescape(re.sub("<[^>]*>", " ", page)).replace("\xa0", " ").split())


def seen_in(browser: Client, address: str) -> str:
    """What the form of a page says that was seen."""
    match = re.search(r'name="seen" value="(\w+)"', browser.get(address).content.decode())
    assert match is not None
    return match[1]


# ---- Seasons


def test_a_season_is_changed(club: Club) -> None:
    browser, address = club.browser("owner"), f"{club.root}s/{club.season.pk}/edit/"
    assert browser.post(address, SEASON).headers["Location"] == f"{club.root}s/{club.season.pk}/"
    club.season.refresh_from_db()
    assert club.season.name == "Autumn 2026, Thursdays"
    assert (club.season.starts_on, club.season.ends_on) == (datetime.date(2026, 9, 3), datetime.date(2026, 12, 31))
    assert (club.season.metrics, club.season.least_games) == (["hands_won", "wins"], 1)


def test_standings_follow_what_a_season_says(club: Club) -> None:
    club.play()
    club.count()
    browser, page = club.browser("owner"), f"{club.root}s/{club.season.pk}/"
    assert re.search("Order: Win %, then Points a game", text_of(browser.get(page)))
    assert "1 of 2 games" in text_of(browser.get(page))
    browser.post(f"{page}edit/", SEASON)
    assert re.search("Order: Hands won, then Won", text_of(browser.get(page)))
    assert "of 2 games" not in text_of(browser.get(page))


def test_a_season_of_more_metrics_than_usual_keeps_them(club: Club) -> None:
    all_of_them = ["nights", "games", "points", "wins", "make_rate", "conversion"]
    Season.objects.filter(pk=club.season.pk).update(metrics=all_of_them)
    browser, address = club.browser("owner"), f"{club.root}s/{club.season.pk}/edit/"
    form = browser.get(address).content.decode()
    chosen = re.findall(r'<option value="(\w*)" selected', form)
    assert chosen == [*all_of_them, ""], "and one more place that is free"
    said = SEASON | {f"metric_{place}": key for place, key in enumerate([*chosen, "hands_won"])}
    browser.post(address, said)
    club.season.refresh_from_db()
    assert club.season.metrics == [*all_of_them, "hands_won"]


@pytest.mark.parametrize(
    ("days", "at", "night"),
    [
        ({"starts_on": "2026-11-20"}, "starts_on", "Nov 19, 2026, Back room"),
        ({"ends_on": "2026-11-18"}, "ends_on", "Nov 19, 2026, Back room"),
    ],
)
def test_no_night_is_left_outside_its_season(club: Club, days: dict[str, str], at: str, night: str) -> None:
    response = club.browser("owner").post(f"{club.root}s/{club.season.pk}/edit/", SEASON | days)
    assert response.status_code == 422
    assert f"The night of {night} would be outside the season." in text_of(response)
    assert re.search(rf'id="id_{at}_error"><p class="wrong">The night', response.content.decode())
    services.open_night(club.season, date=TODAY, zone="UTC")
    said = text_of(club.browser("owner").post(f"{club.root}s/{club.season.pk}/edit/", SEASON | days))
    assert f"2 nights would be outside the season, the first of them that of {night}." in said
    club.season.refresh_from_db()
    assert club.season.name == "Autumn 2026"


@pytest.mark.parametrize(
    "change",
    [{"name": ""}, {"name": "\u200b"}, {"name": "Winter"}, {"starts_on": ""}, {"ends_on": "2026-09-02"},
     {"least_games": "-1"}, {"metric_0": ""}, {"metric_1": "luck"}],
)  # fmt: skip
def test_a_season_is_not_changed_to_what_cannot_be(club: Club, change: dict[str, str]) -> None:
    services.add_season(club.league, name="Winter", starts_on=TODAY)
    response = club.browser("owner").post(f"{club.root}s/{club.season.pk}/edit/", SEASON | change)
    assert response.status_code == 422
    assert 'class="wrong"' in response.content.decode()


# ---- Nights


def test_a_night_is_changed_and_moved_to_another_season(club: Club) -> None:
    club.play()
    club.count()
    winter = services.add_season(club.league, name="Winter", starts_on=TODAY)
    browser, address = club.browser("scorer"), f"{club.root}n/{club.night.pk}/edit/"
    said = NIGHT | {"season": str(winter.pk)}
    assert browser.post(address, said).headers["Location"] == f"{club.root}n/{club.night.pk}/"
    club.night.refresh_from_db()
    assert (str(club.night.date), club.night.place, club.night.zone) == ("2026-11-20", "Front room", "America/Denver")
    assert club.night.season == winter
    club.count()
    assert "Nora" in text_of(browser.get(f"{club.root}s/{winter.pk}/"))
    assert "Nobody has played yet" in text_of(browser.get(f"{club.root}s/{club.season.pk}/"))


@pytest.mark.parametrize(
    "change", [{"date": "2026-08-31"}, {"date": ""}, {"zone": "Mars/Olympus"}, {"season": "999999"}]
)
def test_a_night_is_not_changed_to_what_cannot_be(club: Club, change: dict[str, str]) -> None:
    said = NIGHT | {"season": str(club.season.pk)} | change
    response = club.browser("scorer").post(f"{club.root}n/{club.night.pk}/edit/", said)
    assert response.status_code == 422
    assert 'class="wrong"' in response.content.decode()
    assert Night.objects.get().date == TODAY


def test_a_night_is_not_moved_into_another_league(club: Club) -> None:
    other = found(name="Elm Street")
    said = NIGHT | {"season": str(other.season.pk)}
    assert club.browser("scorer").post(f"{club.root}n/{club.night.pk}/edit/", said).status_code == 422


def test_a_final_night_is_opened_again_before_it_is_changed(club: Club) -> None:
    services.set_night_state(club.night, "final")
    browser, address = club.browser("scorer"), f"{club.root}n/{club.night.pk}/edit/"
    said = NIGHT | {"season": str(club.season.pk)}
    response = browser.post(address, said)
    assert response.status_code == 422
    assert text_of(browser.get(address)).count("This night is final") == 1
    assert text_of(response).count("This night is final; open it again before changing it.") == 1
    services.set_night_state(club.night, "live")
    assert browser.post(address, said).status_code == 302


# ---- Two who change the same


def changed_by_another(club: Club, what: str) -> None:
    """What somebody else changed while the form was open."""
    if what == "league":
        services.change_league(club.league, name="Elm Street", rules="iowa", visibility="private")
    elif what == "season":
        details = {"starts_on": club.season.starts_on, "ends_on": None, "metrics": [], "least_games": 7}
        services.change_season(club.season, name="Elm Street", **details)
    elif what == "night":
        services.change_night(club.night, season=club.season, date=TODAY, zone="UTC", place="Elm Street")
    else:
        services.change_player(club.players[0], name="Elm Street", user=None)


def kept_name(club: Club, what: str) -> str:
    found_again = {
        "league": lambda: League.objects.get(pk=club.league.pk).name,
        "season": lambda: Season.objects.get(pk=club.season.pk).name,
        "night": lambda: Night.objects.get(pk=club.night.pk).place,
        "player": lambda: Player.objects.get(pk=club.players[0].pk).name,
    }
    return found_again[what]()


CHANGES = pytest.mark.parametrize(
    ("what", "place", "said"),
    [
        ("league", "edit/", {"name": "Oak Street", "rules": "iowa", "target": "", "visibility": "private"}),
        ("season", "s/{season}/edit/", SEASON | {"name": "Oak Street", "metric_3": ""}),
        ("night", "n/{night}/edit/", NIGHT | {"place": "Oak Street"}),
        ("player", "players/{player}/edit/", {"name": "Oak Street", "user": ""}),
    ],
)


def where(club: Club, place: str) -> str:
    return club.root + place.format(season=club.season.pk, night=club.night.pk, player=club.players[0].pk)


@CHANGES
def test_a_change_that_is_sent_twice_is_saved_twice(club: Club, what: str, place: str, said: dict[str, str]) -> None:
    browser, address = club.browser("owner"), where(club, place)
    said = said | {"seen": seen_in(browser, address)} | ({"season": str(club.season.pk)} if what == "night" else {})
    assert [browser.post(address, said).status_code for _time in range(2)] == [302, 302]
    assert kept_name(club, what) == "Oak Street"


@CHANGES
def test_what_somebody_else_changed_meanwhile_is_shown_and_not_overwritten(
    club: Club, what: str, place: str, said: dict[str, str]
) -> None:
    browser = club.browser("owner")
    address = where(club, place)
    said = said | {"seen": seen_in(browser, address)} | ({"season": str(club.season.pk)} if what == "night" else {})
    changed_by_another(club, what)
    response = browser.post(address, said)
    assert response.status_code == 409
    assert re.search("Somebody changed this meanwhile. By now it says: .*: Elm Street", text_of(response))
    assert 'value="Oak Street"' in response.content.decode(), "what was typed is there to be sent again"
    assert kept_name(club, what) == "Elm Street"
    again = re.search(r'name="seen" value="(\w+)"', response.content.decode())
    assert again is not None
    assert browser.post(address, said | {"seen": again[1]}).status_code == 302
    assert kept_name(club, what) == "Oak Street"


def test_a_change_there_and_back_is_none(club: Club) -> None:
    before = state_of(club.night)
    services.set_night_state(services.set_night_state(club.night, "final"), "live")
    club.night.refresh_from_db()
    assert state_of(club.night) == before
