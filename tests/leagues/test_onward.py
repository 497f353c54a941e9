"""Nobody is left standing: every page leads on to what comes next, and what is being played comes first."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from scorekeeper import services
from scorekeeper.models import Game, Night

from .club import TODAY, Club, account, client_of, found

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club whose night is tonight."""
    club = found(visibility="public")
    Night.objects.update(date=timezone.localdate())
    club.night.refresh_from_db()
    return club


def titles(page: object, group: str) -> list[str]:
    return [game.title for game in page.context[group]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("who", ["owner", "scorer", "player", "viewer"])
def test_a_member_finds_the_games_of_tonight_first(club: Club, who: str) -> None:
    club.play()
    game = club.play(over=False)
    page = club.browser(who).get("/")
    assert titles(page, "playing") == ["Nora & Sam, Eli & Wes"]
    text = page.content.decode().partition("<main")[2]
    assert text.index(game.get_absolute_url()) < text.index("Your leagues")
    assertNotContains(page, "faster than on paper")


@pytest.mark.parametrize("who", ["outsider", "nobody"])
def test_who_does_not_belong_there_is_not_led_to_them(club: Club, who: str) -> None:
    club.play(over=False)
    assert titles(club.browser(who).get("/"), "playing") == []


def test_a_night_that_was_not_closed_is_not_tonight(club: Club) -> None:
    club.play(over=False)
    Night.objects.update(date=TODAY.replace(year=2025))
    assert titles(club.browser("scorer").get("/"), "playing") == []


def test_a_game_of_this_device_is_carried_on_while_it_is_fresh(client: Client) -> None:
    game = services.start_game(rules="iowa", players=["Ann", "Bo", "Cy", "Di"], first_dealer=0)
    client.get(game.get_absolute_url())
    page = client.get("/")
    assert (titles(page, "playing"), titles(page, "recent_games")) == (["Ann & Cy, Bo & Di"], [])
    Game.objects.update(updated_at=timezone.now() - timedelta(days=2))
    page = client.get("/")
    assert (titles(page, "playing"), titles(page, "recent_games")) == ([], ["Ann & Cy, Bo & Di"])


def test_who_has_an_account_and_no_league_is_led_to_found_one() -> None:
    page = client_of(account("june")).get("/")
    assertContains(page, 'href="/leagues/new/"')
    assertNotContains(page, "No account needed")


def test_signing_in_from_the_front_page_leads_to_the_leagues(client: Client) -> None:
    assertContains(client.get("/"), 'href="/account/login/"')


def test_signing_out_says_so(club: Club) -> None:
    assertContains(club.browser("scorer").post("/account/logout/", follow=True), "You are signed out.")


def test_a_league_leads_to_tonight_before_another_night_is_opened(club: Club) -> None:
    page = club.browser("scorer").get(club.root).content.decode()
    assert page.index("Go to tonight") < page.index("Open a night")
    services.set_night_state(club.night, "final")
    assertNotContains(club.browser("scorer").get(club.root), "Go to tonight")


@pytest.mark.parametrize("page", ["edit/", "seasons/new/"])
def test_a_refusal_leads_back_to_the_league(club: Club, page: str) -> None:
    refused = club.browser("viewer").get(f"{club.root}{page}")
    assertContains(refused, f'href="{club.root}">Back to the league', status_code=403)


@pytest.mark.parametrize("page", ["hand/", "undo/", "substitute/"])
def test_a_refusal_leads_back_to_the_game(club: Club, page: str) -> None:
    game = club.play(over=False)
    refused = club.browser("viewer").get(f"{game.get_absolute_url()}{page}")
    assertContains(refused, f'href="{game.get_absolute_url()}">Back to the game', status_code=403)


def test_another_night_is_one_tap(club: Club) -> None:
    """The day is today, the clock this browser's, the place that of last time."""
    browser = client_of(club.people["scorer"])
    browser.cookies["tz"] = "America/Chicago"
    form = browser.get(f"{club.root}s/{club.season.pk}/nights/new/").context["form"]
    assert (form["place"].value(), form["zone"].value()) == ("Back room", "America/Chicago")
