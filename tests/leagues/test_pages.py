"""What the pages of leagues and their members show and do, for whom they are."""

import re

import pytest
from django.test import Client

from scorekeeper import services
from scorekeeper.models import League, Membership

from .club import TODAY, Club, account, client_of, found
from .pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found()


# ---- Leagues


def test_a_league_is_founded() -> None:
    user = account("nora")
    browser = client_of(user)
    said = {"name": " Cedar   Street ", "rules": "iowa", "target": "21", "visibility": "private"}
    first = browser.post("/leagues/new/", said)
    league = League.objects.get()
    assert first.headers["Location"] == league.get_absolute_url()
    assert (league.name, league.rules, league.visibility) == ("Cedar Street", {"base": "iowa", "target": 21}, "private")
    assert league.memberships.get().role == "owner"


@pytest.mark.parametrize(
    "change",
    [{"name": ""}, {"name": " "}, {"name": "x" * 81}, {"name": "\u200b"}, {"name": "a\0b"}, {"rules": "bridge"},
     {"target": "0"}, {"target": "many"}, {"visibility": "secret"}],
)  # fmt: skip
def test_what_is_no_league_is_not_founded(change: dict[str, str]) -> None:
    said = {"name": "Cedar Street", "rules": "iowa", "target": "", "visibility": "private"}
    assert client_of(account("nora")).post("/leagues/new/", said | change).status_code == 422
    assert not League.objects.exists()


def test_house_rules_beyond_the_form_stay_as_long_as_the_preset(club: Club) -> None:
    services.change_league(
        club.league, name="Cedar Street", rules={"base": "iowa", "target": 42, "challenge": False}, visibility="private"
    )
    browser = club.browser("owner")
    assert 'value="42"' in browser.get(f"{club.root}edit/").content.decode()
    said = {"name": "Elm Street", "rules": "iowa", "target": "", "visibility": "public"}
    assert browser.post(f"{club.root}edit/", said).status_code == 302
    club.league.refresh_from_db()
    assert (club.league.name, club.league.rules) == ("Elm Street", {"base": "iowa", "challenge": False})
    browser.post(f"{club.root}edit/", said | {"rules": "midwest"})
    club.league.refresh_from_db()
    assert club.league.rules == "midwest"


def test_leagues_are_listed_for_whom_they_are(club: Club) -> None:
    found(visibility="public", name="Elm Street")
    nobody = text_of(Client().get("/leagues/"))
    assert "Elm Street" in nobody
    assert "Cedar Street" not in nobody
    mine = text_of(club.browser("viewer").get("/leagues/"))
    assert re.search("Yours.*Cedar Street.*viewer.*4 players.*Elm Street", mine)
    assert "Cedar Street" in text_of(club.browser("viewer").get("/"))
    assert "Cedar Street" in text_of(club.browser("viewer").get("/account/"))


def test_a_league_shows_what_belongs_to_it(club: Club) -> None:
    page = text_of(club.browser("scorer").get(club.root))
    for part in ("Iowa Pepper to 31", "Autumn 2026", "Back room", "Nora", "You are a scorer", "Open a night"):
        assert part in page
    assert "Settings" not in page
    assert "New season" in text_of(club.browser("owner").get(club.root))


def test_the_latest_comes_first(club: Club) -> None:
    for name, year in (("Later", 2028), ("Earlier", 2020)):
        season = services.add_season(club.league, name=name, starts_on=TODAY.replace(year=year))
        services.open_night(season, date=TODAY.replace(year=year), zone="UTC")
    services.open_night(club.season, date=TODAY.replace(month=12), zone="UTC")
    page = text_of(club.browser("viewer").get(club.root))
    assert re.search("Seasons Later.*Autumn 2026.*Earlier", page)
    assert re.search("Last nights Nov 19, 2028.*Dec 19, 2026.*Nov 19, 2026.*Nov 19, 2020", page)
    nights = text_of(club.browser("viewer").get(f"{club.root}s/{club.season.pk}/")).split("Nights")[-1]
    assert re.search("Dec 19, 2026.*Nov 19, 2026", nights)
    for name in ("Elm Street", "Ash Street"):
        found(name=name, visibility="public")
    assert re.search("Ash Street.*Elm Street", text_of(Client().get("/leagues/")))


def test_visitors_of_a_public_league_see_players_and_no_accounts() -> None:
    club = found(visibility="public")
    scorer = club.people["scorer"]
    assert scorer is not None
    services.change_player(club.players[0], name="Nora", user=scorer)
    for address in (club.root, f"{club.root}players/", f"{club.root}players/{club.players[0].pk}/"):
        page = club.browser("outsider").get(address).content.decode()
        assert "Nora" in page
        assert scorer.username not in page


# ---- Members


def test_members_are_added_by_name(club: Club) -> None:
    browser = club.browser("owner")
    account("june")
    account("omar")
    for who in ("JUNE", "omar", "june"):
        assert browser.post(f"{club.root}members/", {"who": who, "role": "player"}).status_code == 302
    players = club.league.memberships.filter(role="player").values_list("user__username", flat=True)
    assert {"june", "omar"} <= set(players)
    assert browser.post(f"{club.root}members/", {"who": "june", "role": "owner"}).status_code == 422
    for who, said in [("kit", "No account is called “kit”."), ("june@example.org", "not found by its e-mail address")]:
        response = browser.post(f"{club.root}members/", {"who": who, "role": "player"})
        assert response.status_code == 422
        assert said in response.content.decode()


def test_a_member_gets_another_role_or_goes(club: Club) -> None:
    browser = club.browser("owner")
    member = club.league.memberships.get(role="viewer")
    address = f"{club.root}members/{member.pk}/"
    assert browser.post(address, {"role": "scorer"}).status_code == 302
    member.refresh_from_db()
    assert member.role == "scorer"
    for _time in range(2):
        assert browser.post(address, {"role": "scorer", "remove": "1"}).status_code == 302
    assert not Membership.objects.filter(pk=member.pk).exists()


@pytest.mark.parametrize("said", [{"role": "viewer"}, {"role": "owner", "remove": "1"}])
def test_the_last_owner_stays(club: Club, said: dict[str, str]) -> None:
    owner = club.league.memberships.get(role="owner")
    response = club.browser("owner").post(f"{club.root}members/{owner.pk}/", said)
    assert response.status_code == 422
    assert "A league needs an owner" in response.content.decode()
    owner.refresh_from_db()
    assert owner.role == "owner"
