"""After a substitution every page names those who sit there, and every list finds those who sat there."""

import json
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper import services
from scorekeeper.models import Game, Player, PlayerCounts
from scorekeeper.selectors import demo_games, game_sheet, recent_games
from scorekeeper.selectors.charting import season_points_chart
from scorekeeper.selectors.nightpages import night_page
from scorekeeper.selectors.playerpages import merge_side, player_list, player_page
from tests.api.cast import program
from tests.scorekeeper.table import FULL, NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, record

from .club import Club, found

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_requests_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def club() -> Club:
    return found()


@pytest.fixture
def pat(club: Club) -> Player:
    return club.add("Pat")


@pytest.fixture
def game(club: Club, pat: Player) -> Game:
    """Nora made 4; from hand 2 on Pat sits in her place."""
    game = club.play(over=False)
    services.substitute(game, seat=0, player=pat, from_number=2)
    record(game, NORA_IS_CONCEDED_PEPPER | {"dealer": 3})
    return game


def ids(answer: object) -> set[str]:
    return {one["key"] for one in json.loads(answer.content)["results"]}  # type: ignore[attr-defined]


# ---- The names of those who sit there


def test_every_list_names_those_who_sit_there_now(club: Club, game: Game) -> None:
    names = game_sheet(game).side_names
    assert names == ("Pat & Sam", "Eli & Wes")
    (row,) = night_page(club.night).rows
    assert tuple(side.name for side in row.sides) == names
    assert row.next_dealer == game_sheet(game).next_dealer_name == "Pat"
    (listed,) = json.loads(program(club, "viewer").get("games/").content)["results"]
    assert tuple(side["name"] for side in listed["sides"]) == names
    assert [one.title for one in recent_games([game.key])] == [", ".join(names)]
    Game.objects.filter(pk=game.pk).update(is_demo=True)
    assert [one.title for one in demo_games()] == [", ".join(names)]


@pytest.mark.parametrize("address", ["1/history/", "1/void/", "1/replay/", "1/edit/score/"])
def test_a_hand_of_before_names_those_who_played_it(club: Club, game: Game, address: str) -> None:
    page = club.browser("scorer").get(f"/g/{game.key}/{address}").content.decode()
    assert "Nora" in page
    assert "Pat" not in page.partition("<main")[2]


def test_a_hand_that_is_taken_back_names_those_who_played_it(club: Club) -> None:
    game = club.play(over=False)
    services.substitute(game, seat=0, player=club.add("Pat"), from_number=2)
    page = club.browser("scorer").get(f"/g/{game.key}/undo/").content.decode()
    assert "Nora" in page
    assert "Pat" not in page.partition("<main")[2]


@pytest.mark.parametrize(("number", "there", "away"), [(1, "Nora", "Pat"), (2, "Pat", "Nora")])
def test_a_replay_shows_those_who_played(club: Club, number: int, there: str, away: str) -> None:
    game = club.play(over=False)
    hand = game.hands.get()
    services.correct_hand(hand, FULL, revision=hand.revision)
    record(game, FULL | {"dealer": 1, "hands": FULL["hands"][-1:] + FULL["hands"][:-1], "exchange": ["9c", "9h"]})  # type: ignore[index]
    services.substitute(game, seat=0, player=club.add("Pat"), from_number=2)
    for step in ("", "3/", "18/"):
        page = club.browser("viewer").get(f"/g/{game.key}/{number}/replay/{step}")
        assert page.status_code == 200
        felt = page.content.decode().partition("<main")[2]
        assert there in felt
        assert away not in felt


def test_what_is_said_of_a_hand_names_those_who_played_it(club: Club, game: Game) -> None:
    record(game, NORA_MAKES_4 | {"dealer": 1})  # it was Pat's deal
    (finding,) = game_sheet(game).score.hands[2].findings
    assert "Pat" in finding.message
    assert "Nora" not in finding.message


# ---- The games at which somebody sat


@pytest.mark.parametrize("who", ["who sat down", "substitute", "merged", "merged substitute", "back in his seat"])
def test_a_game_is_found_by_everybody_who_sat_there(club: Club, game: Game, pat: Player, who: str) -> None:
    club.play([club.add(name) for name in ("Ada", "Ben", "Cleo", "Dan")])
    player = club.players[0]
    if who == "substitute":
        player = pat
    elif who.startswith("merged"):
        dropped = pat if "substitute" in who else player
        player = club.add("Zoe")
        services.merge_players(player, dropped)
    elif who == "back in his seat":
        services.substitute(game, seat=0, player=player, from_number=3)
    assert ids(program(club, "viewer").get(f"games/?player={player.pk}")) == {game.key}
    assert [one.row.game for one in player_page(player, None).games] == [game]
    assert merge_side(player).games == 1
    assert next(line.games for line in player_list(club.league) if line.player == player) == 1
    assert services.have_met(player, club.players[1])


def test_who_was_said_to_come_by_mistake_is_named_and_found_nowhere(club: Club, game: Game, pat: Player) -> None:
    services.withdraw_substitution(game.substitutions.get())
    club.count()
    assert game_sheet(game).side_names == ("Nora & Sam", "Eli & Wes")
    (row,) = night_page(club.night).rows
    assert [side.name for side in row.sides] == ["Nora & Sam", "Eli & Wes"]
    assert row.substitutes == ()
    assert ids(program(club, "viewer").get(f"games/?player={pat.pk}")) == set()
    assert not player_page(pat, None).games
    assert next(line.games for line in player_list(club.league) if line.player == pat) == 0
    assert not services.have_met(pat, club.players[1])
    assert {line.name for line in season_points_chart(club.season).lines} == {"Nora", "Eli", "Sam", "Wes"}
    assert set(PlayerCounts.objects.values_list("player__name", flat=True)) == {"Nora", "Eli", "Sam", "Wes"}


def test_a_game_went_as_it_is_counted(club: Club) -> None:
    # Nora and Sam win. Nora leaves after hand 1, and has Eli's seat for the last; Ada comes too late.
    game = club.play(over=False)
    ada, pat = club.add("Ada"), club.add("Pat")
    services.substitute(game, seat=0, player=pat, from_number=2)
    for dealer in (3, 0):
        if game_sheet(game).next_number == 3:
            services.substitute(game, seat=1, player=club.players[0], from_number=3)
        record(game, NORA_IS_CONCEDED_PEPPER | {"dealer": dealer})
    assert game_sheet(game).is_over
    services.substitute(game, seat=3, player=ada, from_number=4)
    club.count()
    went = {who.name: player_page(who, None) for who in (*club.players, pat, ada)}
    assert {name: [one.went for one in page.games] for name, page in went.items()} == {
        "Nora": ["lost"],
        "Eli": ["lost"],
        "Sam": ["won"],
        "Wes": ["lost"],
        "Pat": ["won"],
        "Ada": ["not played"],
    }
    for page in went.values():
        assert page.record.wins == sum(one.went == "won" for one in page.games)
        assert page.record.losses == sum(one.went == "lost" for one in page.games)


# ---- How it is said


def test_a_substitute_takes_as_many_queries_however_many_hands_follow(club: Club) -> None:
    counts = []
    for hands in (1, 9):
        game = services.start_league_game(
            club.league, players=club.players, first_dealer=2, night=club.night, rules={"base": "iowa", "target": 200}
        )
        for number in range(hands):
            record(game, NORA_MAKES_4 | {"dealer": (2 + number) % 4})
        with CaptureQueriesContext(connection) as queries:
            services.substitute(game, seat=0, player=club.add(f"Pat {hands}"), from_number=1)
        counts.append(len(queries))
    assert counts[0] == counts[1]
