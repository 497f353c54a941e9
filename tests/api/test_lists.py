"""Lists: every one comes a page at a time, and what each filter leaves of it."""

import datetime
from typing import Any

import pytest

from scorekeeper import services
from scorekeeper.selectors import game_sheet
from scorekeeper.selectors.games import standings_of
from tests.budgets.season import crowd, play_night
from tests.leagues.club import TODAY, Club, found
from tests.scorekeeper.table import FULL, NORA_MAKES_4, record, start

from .cast import Program, program

pytestmark = pytest.mark.django_db

LISTS = [
    "leagues/",
    "leagues/{slug}/members/",
    "leagues/{slug}/players/",
    "leagues/{slug}/players/{pk}/games/",
    "leagues/{slug}/merges/",
    "leagues/{slug}/seasons/",
    "leagues/{slug}/nights/",
    "games/",
    "games/{key}/substitutions/",
    "games/{key}/hands/",
    "games/{key}/hands/1/history/",
]


@pytest.fixture
def club() -> Club:
    club = found()
    play_night(club, tables=2, still=5)
    services.open_night(club.season, date=TODAY + datetime.timedelta(days=7), zone="UTC")
    crowd(club, 2)
    services.substitute(club.games[-1], seat=2, player=club.add("Relief"), from_number=2)
    return club


def listed(asking: Program, address: str, **asked: object) -> list[dict[str, Any]]:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    response = asking.get(f"{address}?{query}")
    assert response.status_code == 200, response.content
    found: list[dict[str, Any]] = response.json()["results"]
    return found


def test_these_are_all_the_lists() -> None:
    paths = Program().get("schema/").json()["paths"]
    many = set()
    for path, methods in paths.items():
        if "get" in methods:
            schema = methods["get"]["responses"]["200"]["content"]["application/json"]["schema"]
            assert schema.get("type") != "array", path
            if schema.get("$ref", "").split("/")[-1].startswith("Paginated"):
                many.add(path)
                asked = {one["name"] for one in methods["get"]["parameters"]}
                assert {"cursor", "page_size"} <= asked, path
    keys = {"key": "{key}", "slug": "{slug}", "pk": "{pk}"}
    assert many == {f"/api/{address.format(**keys).replace('/1/', '/{number}/')}" for address in LISTS}


@pytest.mark.parametrize("address", LISTS)
def test_every_list_is_walked_through_page_by_page(club: Club, address: str) -> None:
    names = {"slug": club.league.slug, "key": club.games[-1].key, "pk": club.league.players.get(name="Guest").pk}
    asking, there = program(club, "owner"), address.format(**names)
    all_of_it = listed(asking, there)
    assert len(all_of_it) > 1
    seen, address_of_page = [], f"{there}?page_size=1"
    while address_of_page:
        page = asking.get(address_of_page).json()
        assert len(page["results"]) == 1
        seen += page["results"]
        address_of_page = (page["next"] or "").partition("/api/")[2]
    assert seen == all_of_it


def test_games_by_player_day_and_end(club: Club) -> None:
    owner = program(club, "owner")
    over, going_on = club.games
    loose = services.start_league_game(club.league, players=club.players[:4], first_dealer=0)

    def keys(**asked: object) -> list[str]:
        return [game["key"] for game in listed(owner, "games/", **asked)]

    assert keys() == [loose.key, going_on.key, over.key]
    assert keys(is_over="true") == [over.key]
    assert keys(is_over="false", night=club.night.pk) == [going_on.key]
    guest = club.league.players.get(name="Guest")
    assert keys(player=guest.pk) == [going_on.key, over.key], "he came in later"
    services.merge_players(club.league.players.get(name="Member 0"), guest)
    assert keys(player=club.league.players.get(name="Member 0").pk) == [going_on.key, over.key]
    assert keys(player=club.players[4].pk) == [going_on.key]
    assert keys(date_max=TODAY, date_min=TODAY) == [going_on.key, over.key]
    began = loose.created_at.date()
    assert loose.key in keys(date_min=began, date_max=began), "on no night it has the day it began"


def test_a_page_of_games_may_be_short_and_go_on(club: Club) -> None:
    owner = program(club, "owner")
    page = owner.get("games/?is_over=true&page_size=1").json()
    assert page["results"] == []
    address = page["next"].partition("/api/")[2]
    assert [game["key"] for game in owner.get(address).json()["results"]] == [club.games[0].key]


def test_hands_by_player_depth_and_whether_void(club: Club) -> None:
    owner, game = program(club, "owner"), club.games[-1]
    guest = club.league.players.get(name="Guest")

    def numbers(key: str, **asked: object) -> list[int]:
        return [hand["number"] for hand in listed(owner, f"games/{key}/hands/", **asked)]

    assert numbers(game.key) == [1, 2, 3, 4]
    assert numbers(game.key, player=guest.pk) == [2, 3, 4], "he came in at the second"
    assert numbers(game.key, player=club.players[5].pk) == [1]
    assert numbers(game.key, player=club.players[4].pk) == [1, 2, 3, 4]
    assert numbers(game.key, is_void="true") == [2]
    assert numbers(game.key, is_void="false", is_corrected="true") == [1]
    services.undo_hand(game, number=4)
    services.restore_hand(game, number=4)
    assert numbers(game.key, is_corrected="true") == [1, 2], "what was taken back and brought back is as it was"
    assert [row.is_corrected for row in game_sheet(game).rows] == [True, True, False, False]
    assert standings_of([game])[0].is_corrected

    told = start(first_dealer=0)
    for hand in (FULL, NORA_MAKES_4 | {"dealer": 1}, {"dealer": 2, "calls": ["Pass"] * 4}, {"dealer": 3, "void": "x"}):
        record(told, hand)
    assert [numbers(told.key, depth=depth) for depth in ("full", "score", "auction")] == [[1], [2], [3]]
    depths = [hand["result"]["depth"] for hand in listed(owner, f"games/{told.key}/hands/")]
    assert depths == ["full", "score", "auction", None]
    assert owner.get(f"games/{told.key}/hands/?depth=deep").status_code == 400
    record(
        told, {"dealer": 3, "calls": ["4", "Pass", "Pass", "Pass"], "trump": "s", "challenged": True, "taken": [4, 2]}
    )
    hands = listed(owner, f"games/{told.key}/hands/")
    assert {hand["result"]["depth"] for hand in hands if hand["result"]["declarer"] is not None} == {
        "full",
        "score",
        "auction",
    }
    for seat in range(4):
        declared = [hand["number"] for hand in hands if hand["result"]["declarer"] == seat]
        assert numbers(told.key, declarer=seat) == declared


def test_nights_seasons_members_and_leagues(club: Club) -> None:
    owner, root = program(club, "owner"), f"leagues/{club.league.slug}/"
    later = TODAY + datetime.timedelta(days=1)
    assert [one["date"] for one in listed(owner, f"{root}nights/", date_min=later)] == ["2026-11-26"]
    assert [one["date"] for one in listed(owner, f"{root}nights/", date_max=TODAY)] == ["2026-11-19"]
    services.add_season(
        club.league, name="Old", starts_on=datetime.date(2019, 1, 1), ends_on=datetime.date(2019, 6, 30)
    )
    assert [one["name"] for one in listed(owner, f"{root}seasons/", on="2019-06-30")] == ["Old"]
    assert "Old" not in [one["name"] for one in listed(owner, f"{root}seasons/", on="2026-11-19")]
    assert {one["role"] for one in listed(owner, f"{root}members/", role="player")} == {"player"}
    assert [one["name"] for one in listed(owner, "leagues/", name="cedar")] == ["Cedar Street"]
    assert [one["name"] for one in listed(owner, "leagues/", visibility="private")] == ["Cedar Street"]
