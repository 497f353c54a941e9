"""What the pages show of players, seasons and rules, a program is told with the same numbers."""

import json
from typing import Any

import pytest

from scorekeeper import rulebook, services
from scorekeeper.engine import PRESETS, parse_rules
from scorekeeper.models import Player, PlayerCounts
from scorekeeper.selectors.charting import season_points_chart
from scorekeeper.selectors.playerpages import player_page
from scorekeeper.statistics import COUNTS
from tests.leagues.club import Club, found
from tests.scorekeeper.table import WES_IS_SET_ON_4, record

from .cast import Program, program

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club of which two nights were played, with a substitute and a player who was merged."""
    club = found()
    club.play()
    first, club.night = club.night, services.open_night(club.season, date=club.night.date, zone="UTC", place="Kitchen")
    game = club.play(over=False)
    services.substitute(game, seat=1, player=club.add("Sub"), from_number=2)
    record(game, WES_IS_SET_ON_4)
    club.night = first
    club.play([club.players[0], club.add("Sammy"), club.players[1], club.players[3]])
    services.merge_players(club.players[2], club.league.players.get(name="Sammy"))
    club.count()
    return club


def told(club: Club, address: str) -> Any:
    response = program(club, "viewer").get(address)
    assert response.status_code == 200, response.content
    return response.json()


def address(player: Player) -> str:
    return f"leagues/{player.league.slug}/players/{player.pk}/"


def test_a_players_figures_are_those_of_his_page(club: Club) -> None:
    for asked, season in (("", None), (f"?season={club.season.pk}", club.season)):
        for player in club.league.players.filter(merged_into=None):
            page = player_page(player, season)
            said = told(club, f"{address(player)}figures/{asked}")
            assert (said["player"], said["season"]) == ({"id": player.pk, "name": player.name}, season and season.pk)
            assert [(one["key"], one["label"], one["text"], one["n"], one["is_few"]) for one in said["figures"]] == [
                (one.key, one.label, one.text, one.n, one.is_few) for one in page.figures
            ]
            for one, figure in zip(said["figures"], page.figures, strict=True):
                share = figure.share
                assert (one["low"], one["high"]) == ((share.low, share.high) if share else (None, None))
                assert one["number"] == figure.number
            partners = {one["player"]["name"]: (one["games"], one["wins"], one["losses"]) for one in said["partners"]}
            assert partners == {
                one.player.name: (one.record.games, one.record.wins, one.record.losses) for one in page.partners
            }
            assert (said["hands"], said["is_behind"]) == (page.as_of.hands, False)
            counts = PlayerCounts.objects.get(player=player)
            assert said["counts"] == {name: getattr(counts, name) for name in COUNTS}


def test_before_anything_was_counted_there_are_no_numbers() -> None:
    club = found()
    said = told(club, f"{address(club.players[0])}figures/")
    assert {one["number"] for one in said["figures"]} == {None}
    assert set(said["counts"].values()) == {0}
    assert (said["partners"], said["hands"]) == ([], 0)


@pytest.mark.parametrize("season", ["x", "", "0", "-1", "1.5", "9" * 30])
def test_a_season_that_cannot_be_is_refused_in_words(club: Club, season: str) -> None:
    response = program(club, "viewer").get(f"{address(club.players[0])}figures/?season={season}")
    assert response.status_code == 400
    assert response.json()["errors"]["season"]


def test_a_players_games_are_those_of_his_page(club: Club) -> None:
    for player in club.league.players.filter(merged_into=None):
        said = told(club, f"{address(player)}games/")["results"]
        page = player_page(player, None)
        assert [(one["key"], one["went"]) for one in said] == [(one.row.game.key, one.went) for one in page.games]
        assert told(club, f"{address(player)}games/?season={club.season.pk}")["results"] == said
    assert {one["went"] for one in told(club, f"{address(club.players[0])}games/")["results"]} == {"won", "playing"}


def test_of_a_player_who_was_merged_the_one_he_is_now_is_told(club: Club) -> None:
    sam, merged = club.players[2], club.league.players.get(name="Sammy")
    for what in ("figures/", "games/"):
        assert told(club, address(merged) + what) == told(club, address(sam) + what)


def test_the_points_of_a_season_are_those_of_its_chart(club: Club) -> None:
    said = told(club, f"seasons/{club.season.pk}/points/")
    chart = season_points_chart(club.season)
    assert [(one["date"], one["place"]) for one in said["nights"]] == [
        ("2026-11-19", "Back room"),
        ("2026-11-19", "Kitchen"),
    ]
    assert {line["player"]["name"]: line["points"] for line in said["lines"]} == {
        line.name: [cell.step for cell in line.cells] for line in chart.lines
    }
    assert None in [points for line in said["lines"] for points in line["points"]]


def test_the_rules_are_there_for_everybody_and_can_be_sent_back() -> None:
    nobody = Program()
    presets = nobody.get("rules/").json()["presets"]
    assert [one["preset"] for one in presets] == list(PRESETS)
    for one in presets:
        rules = PRESETS[one["preset"]]
        full = nobody.get(one["url"].removeprefix("/api/")).json()
        assert parse_rules(full["rules"]) == rules
        assert [chapter["sentences"] for chapter in full["chapters"]] == [
            list(chapter.sentences) for chapter in rulebook.chapters(rules)
        ]
        assert [bid["bid"] for bid in full["bids"]] == [rung.token for rung in rules.ladder]
        assert (full["lone_bids"] is None) == (rules.alone_multiplier == 1)
        assert {name: full[name] for name in one} == one
        game = {"rules": full["rules"] | {"target": 10}, "players": ["A", "B", "C", "D"][: rules.players]}
        begun = nobody.post("games/", game | {"first_dealer": 0}, Idempotency_Key=f"a long key of {one['preset']}")
        assert begun.status_code == 201, json.dumps(begun.json())
    assert nobody.get("rules/none-such/").status_code == 404


def test_what_an_iowa_bid_is_worth() -> None:
    four = next(bid for bid in Program().get("rules/iowa/").json()["bids"] if bid["bid"] == "4")
    assert (four["need"], four["no_trick"]) == (4, -4)
    assert four["made"] == {"bidders": {"low": 4, "high": 4}, "defenders": {"low": 1, "high": 2}}
    assert four["missed"]["bidders"] == {"low": -4, "high": -4}
    assert four["conceded"]["bidders"] == {"low": 4, "high": 4}
