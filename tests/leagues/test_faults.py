"""A check tells of everything that the services hold and no constraint can."""

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from scorekeeper import services
from scorekeeper.models import Game, Hand, Merge, Night, Seat, Substitution
from scorekeeper.selectors.faults import faults_of
from tests.scorekeeper.table import NORA_MAKES_4, record, start

from .club import Club, found

pytestmark = pytest.mark.django_db

# What nobody may do, by the start of what is told of it.
DONE: dict[str, Callable[[Club, Club], object]] = {
    "night": lambda club, other: Night.objects.filter(pk=club.night.pk).update(season=other.season),
    "game": lambda club, other: Game.objects.filter(league=club.league).update(night=other.night),
    "seat": lambda club, other: Seat.objects.filter(game__league=club.league, seat=0).update(player=other.players[0]),
    "substitution": lambda club, other: Substitution.objects.update(player=other.players[0]),
    "merge": lambda club, other: Merge.objects.update(dropped=other.players[0]),
    "hand": lambda club, other: Hand.objects.filter(game__league=club.league).update(revision=7),
}


@pytest.mark.parametrize("what", DONE)
def test_what_is_of_two_leagues_or_not_as_its_version_is_told(what: str) -> None:
    club, other = found(), found(name="Elm Street")
    game = club.play()
    services.substitute(game, seat=0, player=club.add("Pat"), from_number=2)
    services.merge_players(club.players[0], club.add("Norah"))
    assert list(faults_of(club.league.pk)) == []
    DONE[what](club, other)
    told = list(faults_of(club.league.pk))
    assert told
    assert any(one.startswith(f"{what} ") for one in told)


@pytest.mark.parametrize(
    ("break_it", "told"),
    [
        (lambda hand: hand.versions.update(is_current=False), "no version is current"),
        (lambda hand: Hand.objects.filter(pk=hand.pk).update(record={"dealer": 3, "void": "x"}), "not as its current"),
        (lambda hand: hand.versions.update(kind="undone"), "not as its current version 1 says"),
    ],
)
def test_the_command_tells_of_hands_of_games_without_a_league(break_it: Callable[[Hand], object], told: str) -> None:
    hand = record(start(), NORA_MAKES_4)
    call_command("recount", check=True)
    break_it(hand)
    with pytest.raises(CommandError, match=told):
        call_command("recount", check=True)
