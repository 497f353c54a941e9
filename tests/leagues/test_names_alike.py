"""Two players of a league never have names that people would take for one, however they come by them."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from scorekeeper import services
from tests.api.cast import program

from .club import Club, found

pytestmark = pytest.mark.django_db

ALIKE = {
    "the same": "Eli",
    "case": "ELI",
    "nothing seen": "E\u200bli",
    "full width": "\uff25li",
    "bold": "\U0001d404li",
}
API = "leagues/{club.league.slug}/players/"
WAYS: dict[str, Callable[[Club, str], int]] = {
    "one, by a program": lambda club, name: (
        program(club, "scorer").post(API.format(club=club), {"name": name}).status_code
    ),
    "one, by the page": lambda club, name: (
        club.browser("scorer").post(f"{club.root}players/", {"name": name}).status_code
    ),
    "another name, by a program": lambda club, name: (
        program(club, "owner")
        .send("PATCH", f"{API.format(club=club)}{club.players[0].pk}/", {"name": name})
        .status_code
    ),
    "another name, by the page": lambda club, name: (
        club.browser("owner")
        .post(f"{club.root}players/{club.players[0].pk}/edit/", {"name": name, "user": ""})
        .status_code
    ),
}


@pytest.mark.parametrize("name", ALIKE.values(), ids=ALIKE)
@pytest.mark.parametrize("way", WAYS)
def test_a_name_that_sounds_like_another_players_is_refused(way: str, name: str) -> None:
    club = found()
    assert WAYS[way](club, name) == 422
    assert sorted(player.name for player in club.league.players.all()) == ["Eli", "Nora", "Sam", "Wes"]


@pytest.mark.parametrize("name", ALIKE.values(), ids=ALIKE)
def test_a_name_typed_at_the_table_seats_whom_it_sounds_like(name: str) -> None:
    club = found()
    assert services.seat_players(club.league, [name]) == [club.players[1]]


def test_two_who_are_new_and_sound_alike_are_not_both_seated() -> None:
    club = found()
    with pytest.raises(ValidationError, match="a player of this name already"):
        services.seat_players(club.league, ["Pat", "P\u200bat"])
    assert club.league.players.count() == 4


@pytest.mark.parametrize("name", ALIKE.values(), ids=ALIKE)
def test_nobody_comes_back_from_a_merge_beside_somebody_who_sounds_like_him(name: str) -> None:
    club = found()
    merge = services.merge_players(club.players[0], club.players[1])
    club.add(name)
    with pytest.raises(ValidationError, match="Another player has this name by now"):
        services.undo_merge(merge)


def test_a_players_own_name_may_be_written_otherwise() -> None:
    club = found()
    assert services.change_player(club.players[1], name="ELI").name == "ELI"
