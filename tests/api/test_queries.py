"""A page of a list takes as many queries however much is on it."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper import services
from tests.leagues.club import TODAY, Club, account, found
from tests.scorekeeper.table import NORA_MAKES_4, record

from .cast import program

pytestmark = pytest.mark.django_db


def more(club: Club, time: int) -> None:
    """More of everything."""
    services.merge_players(club.players[0], club.add(f"Norah {time}"))
    services.add_season(club.league, name=f"Season {time}", starts_on=datetime.date(2025, 1, 1))
    services.open_night(club.season, date=TODAY, zone="Europe/Paris")
    club.play(over=time % 2 == 0)
    ada = club.add(f"Ada {time}")
    services.substitute(club.games[0], seat=1, player=ada, from_number=1 + time % 2)
    record(club.games[0], NORA_MAKES_4 | {"dealer": club.games[0].hands.count() % 4})
    founder = club.people["owner"]
    assert founder is not None
    services.found_league(name=f"League {time}", by=founder)
    services.set_role(club.league, account(f"viewer-{time}"), "viewer")
    club.count()


@pytest.mark.parametrize(
    "address",
    [
        "leagues/",
        "leagues/{slug}/",
        "leagues/{slug}/members/",
        "leagues/{slug}/players/",
        "leagues/{slug}/merges/",
        "leagues/{slug}/seasons/",
        "leagues/{slug}/nights/",
        "seasons/{season}/standings/",
        "games/",
        "games/{key}/",
        "games/{key}/hands/",
        "games/{key}/hands/1/history/",
    ],
)
def test_queries_are_as_many_for_much_as_for_little(address: str) -> None:
    club = found()
    club.play(over=False)
    more(club, 0)
    asking = program(club, "owner")
    asking.get("leagues/")  # from now on the token is noted as used
    there = address.format(slug=club.league.slug, season=club.season.pk, key=club.games[0].key)
    counts, sizes = [], []
    for time in range(1, 3):
        with CaptureQueriesContext(connection) as queries:
            response = asking.get(there)
        assert response.status_code == 200
        counts.append(len(queries))
        sizes.append(len(response.content))
        for one in range(2):
            more(club, time * 10 + one)
    assert counts[0] == counts[1]
    assert counts[0] <= 12
    if address not in ("leagues/{slug}/", "games/{key}/hands/1/history/"):
        assert sizes[0] < sizes[1]
