"""What somebody is told where he would otherwise run into a wall: a final night, a game that a league took in, a player
who sits at two tables.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper import services
from scorekeeper.models import Game, Night
from tests.scorekeeper.table import NAMES

from .club import Club, found
from .pages import seats, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found()


def alone() -> Game:
    return services.start_game(rules="iowa", players=NAMES, first_dealer=2)


# ---- A final night


def test_a_final_night_shows_no_form_that_can_only_fail(club: Club) -> None:
    services.set_night_state(club.night, "final")
    address = f"{club.night.get_absolute_url()}edit/"
    page = club.browser("scorer").get(address)
    assert text_of(page).count("open it again before changing it") == 1
    assert f'href="{club.night.get_absolute_url()}#state"' in page.content.decode()
    assert 'name="date"' not in page.content.decode()


def test_a_night_that_became_final_meanwhile_says_so_once_and_keeps_what_was_typed(club: Club) -> None:
    address, browser = f"{club.night.get_absolute_url()}edit/", club.browser("scorer")
    said = {"date": "2026-11-20", "place": "Porch", "zone": "America/Chicago", "season": str(club.season.pk)}
    services.set_night_state(club.night, "final")
    page = browser.post(address, said)
    assert page.status_code == 422
    assert text_of(page).count("This night is final") == 1
    assert "Porch" in page.content.decode()
    assert f'href="{club.night.get_absolute_url()}#state"' in page.content.decode()


# ---- A game that is taken into a league


def night_in(club: Club, days: int) -> Night:
    """The club's night, put so many days from today."""
    Night.objects.filter(pk=club.night.pk).update(date=timezone.localdate() + timedelta(days=days))
    return Night.objects.get(pk=club.night.pk)


@pytest.mark.parametrize(("days", "begun", "is_chosen"), [(0, 0, True), (0, -20, False), (-20, -20, False)])
def test_the_night_going_on_is_proposed_for_a_game_of_today(club: Club, days: int, begun: int, is_chosen: bool) -> None:
    night, game = night_in(club, days), alone()
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() + timedelta(days=begun))
    page = club.browser("scorer").get(f"/g/{game.key}/claim/").content.decode()
    nights = page[page.index('name="night"') :]
    assert (f'<option value="{night.pk}" selected>' in nights) is is_chosen


def test_what_was_taken_in_can_be_taken_out_from_its_notice(club: Club) -> None:
    game = alone()
    said = seats(*club.players, night="")
    page = club.browser("scorer").post(f"/g/{game.key}/claim/", said, follow=True)
    assert f'<a class="reach" href="/g/{game.key}/claim/undo/">Take it out again</a>' in page.content.decode()


def test_only_who_had_a_game_open_is_told_that_it_belongs_to_a_league(club: Club) -> None:
    game, other_phone = alone(), Client()
    assert other_phone.get(f"/g/{game.key}/").status_code == 200
    services.claim_game(game, club.league, club.players)
    told = "This game belongs to a league."
    page = other_phone.get(f"/g/{game.key}/")
    assert page.status_code == 404
    assert told in text_of(page)
    assert f"?next=/g/{game.key}/" in page.content.decode()
    assert told in text_of(other_phone.get(f"/g/{game.key}/hand/"))
    assert "sign in" not in text_of(_signed_in(other_phone, club).get(f"/g/{game.key}/"))
    stranger = Client().get(f"/g/{game.key}/")
    nothing = Client().get("/g/nosuchgame12/")
    assert stranger.status_code == nothing.status_code == 404
    assert text_of(stranger).replace(game.key, "") == text_of(nothing).replace("nosuchgame12", "")


def _signed_in(browser: Client, club: Club) -> Client:
    outsider = club.people["outsider"]
    assert outsider is not None
    browser.force_login(outsider)
    return browser


# ---- A player at two tables


@pytest.mark.parametrize(
    ("table", "said"),
    [("1", "Nora still plays at another table too: Table 1."), ("", "Nora still plays at another table too.")],
)
def test_who_still_sits_at_another_table_is_named_and_may_play(club: Club, table: str, said: str) -> None:
    club.play(over=False, table=table)
    others = [club.add(name) for name in ("Ada", "Ben", "Cleo")]
    form = seats(club.players[0], *others, table="2")
    address = f"{club.night.get_absolute_url()}games/new/"
    page = club.browser("scorer").post(address, form, follow=True)
    assert said in text_of(page)
    assert "Ada still" not in text_of(page)
    assert club.night.games.count() == 2


def test_a_game_that_is_sent_twice_is_not_another_table(club: Club) -> None:
    form, browser = seats(*club.players), club.browser("scorer")
    address = f"{club.night.get_absolute_url()}games/new/"
    first, again = (browser.post(address, form, follow=True) for _time in range(2))
    assert first.redirect_chain == again.redirect_chain
    assert "still plays" not in text_of(again)
