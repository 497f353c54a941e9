"""A game that was played without a league is taken into one."""

import pytest

from scorekeeper import services
from scorekeeper.models import Game
from tests.scorekeeper.table import NAMES, NORA_MAKES_4, record

from .club import Club, found
from .pages import seats, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found()


def alone() -> Game:
    game = services.start_game(rules="iowa", players=["nora", "Eli", "Sam", "June"], first_dealer=2)
    record(game, NORA_MAKES_4)
    return game


def test_a_game_played_without_a_league_is_taken_in(club: Club) -> None:
    game, browser = alone(), club.browser("scorer")
    address = f"/g/{game.key}/claim/"
    form = browser.get(address).content.decode()
    assert f'<option value="{club.players[0].pk}" selected>Nora' in form, "known by name"
    assert 'value="June"' in form
    said = seats(*club.players[:3], "June", night=club.night.pk)
    assert browser.post(address, said).headers["Location"] == f"/g/{game.key}/"
    assert browser.post(address, said).headers["Location"] == f"/g/{game.key}/"
    game.refresh_from_db()
    assert (game.league, game.night, game.players) == (club.league, club.night, ["Nora", "Eli", "Sam", "June"])
    assert club.league.players.filter(name="June").count() == 1
    club.count()
    assert "Nora & Sam 4" in text_of(browser.get(f"{club.root}n/{club.night.pk}/"))


def test_where_there_are_two_leagues_one_is_chosen(club: Club) -> None:
    other = services.found_league(name="Elm Street", by=club.people["scorer"])  # type: ignore[arg-type]
    game, browser = alone(), club.browser("scorer")
    page = browser.get(f"/g/{game.key}/claim/").content.decode()
    assert f"?league={other.slug}" in page and f"?league={club.league.slug}" in page
    said = seats("Nora", "Eli", "Sam", "June", night="")
    assert browser.post(f"/g/{game.key}/claim/?league={other.slug}", said).status_code == 302
    game.refresh_from_db()
    assert game.league == other
    assert sorted(other.players.values_list("name", flat=True)) == ["Eli", "June", "Nora", "Sam"]


def test_who_may_not_score_takes_nothing_in(club: Club) -> None:
    game = alone()
    address = f"/g/{game.key}/claim/"
    for who in ("player", "viewer", "outsider"):
        browser = club.browser(who)
        assert "There is no league in which you may enter games." in text_of(browser.get(address))
        assert browser.get(address, {"league": club.league.slug}).status_code == 404
        assert browser.post(f"{address}?league={club.league.slug}", seats(*club.players)).status_code == 404
    assert club.browser("nobody").get(address).status_code == 302
    assert club.browser("nobody").post(address, seats(*club.players)).status_code == 403
    game.refresh_from_db()
    assert game.league is None


def test_a_game_of_a_league_or_to_look_at_is_not_taken_in(club: Club) -> None:
    other = found(name="Elm Street")
    game = other.play()
    demo = services.start_game(rules="iowa", players=NAMES, first_dealer=0, is_demo=True)
    browser = club.browser("owner")
    assert browser.get(f"/g/{game.key}/claim/").status_code == 404, "a private league's game is not there"
    assert browser.get(f"/g/{demo.key}/claim/").status_code == 404
    assert other.browser("viewer").get(f"/g/{game.key}/claim/").status_code == 302


def test_a_night_of_another_league_or_a_final_one_is_no_choice(club: Club) -> None:
    other, game = found(name="Elm Street"), alone()
    services.set_night_state(club.night, "final")
    for night in (other.night, club.night):
        said = seats(*club.players[:3], "June", night=night.pk)
        assert club.browser("owner").post(f"/g/{game.key}/claim/", said).status_code == 422
