"""To play again after a league's game is to play in the league again: the same night, the same seats."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from scorekeeper import services
from scorekeeper.models import Night
from tests.scorekeeper.table import NORA_IS_CONCEDED_PEPPER, record

from .club import Club, found

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found()


def seats(page: object) -> list[str]:
    """The players who are in the form's seats already."""
    return [str(one["seat"].value()) for one in page.context["form"].seats]  # type: ignore[attr-defined]


def test_a_game_that_is_over_asks_for_no_hand(club: Club) -> None:
    game = club.play()
    page = club.browser("scorer").get(game.get_absolute_url())
    for way in ("Enter hand", "Call by call", "Card by card"):
        assertNotContains(page, way)
    assertContains(page, f'href="{club.root}n/{club.night.pk}/games/new/?again={game.key}"')
    assertContains(page, f'href="{club.root}n/{club.night.pk}/"')
    assertNotContains(page, '"/new/?again')
    closed = club.browser("scorer").get(f"{game.get_absolute_url()}hand/")
    assertContains(closed, f"games/new/?again={game.key}", status_code=409)


def test_those_who_sat_there_last_sit_there_again(club: Club) -> None:
    pat = club.add("Pat")
    game = club.play(over=False, table="3")
    services.substitute(game, seat=1, player=pat, from_number=2)
    for dealer in (3, 0):
        record(game, NORA_IS_CONCEDED_PEPPER | {"dealer": dealer})
    page = club.browser("scorer").get(f"{club.root}n/{club.night.pk}/games/new/?again={game.key}")
    nora, _eli, sam, wes = club.players
    assert seats(page) == [str(one.pk) for one in (nora, pat, sam, wes)]
    assert page.context["form"]["table"].value() == "3"


def test_who_was_merged_sits_there_as_who_he_is(club: Club) -> None:
    pat = club.add("Pat")
    game = club.play([pat, *club.players[1:]])
    services.merge_players(kept=club.players[0], dropped=pat)
    page = club.browser("scorer").get(f"{club.root}n/{club.night.pk}/games/new/?again={game.key}")
    assert seats(page)[0] == str(club.players[0].pk)


@pytest.mark.parametrize("key", ["", "nothing", "another league's"])
def test_no_game_of_the_league_fills_no_seat(club: Club, key: str) -> None:
    if key == "another league's":
        key = found(name="Elm Street").play().key
    page = club.browser("scorer").get(f"{club.root}n/{club.night.pk}/games/new/", {"again": key})
    assert seats(page) == [""] * 4


def test_on_a_final_night_nobody_plays_again(club: Club) -> None:
    game = club.play()
    services.set_night_state(club.night, Night.State.FINAL)
    page = club.browser("scorer").get(game.get_absolute_url())
    assertNotContains(page, "Play again")
    assertContains(page, "Back to the night")


def test_whoever_may_only_look_is_offered_nothing_to_enter(club: Club) -> None:
    game = club.play(over=False)
    page = club.browser("viewer").get(game.get_absolute_url())
    assertNotContains(page, "Enter hand")
    assertNotContains(page, "/1/edit/")
    assertContains(page, f'href="{game.get_absolute_url()}1/history/"')
