"""A season of a league through the API, from its founding to its standings."""

import pytest

from scorekeeper.models import Player, Season
from scorekeeper.services.recounts import recount_league
from tests.leagues.club import found
from tests.scorekeeper.table import NORA_IS_CONCEDED_PEPPER

from .cast import program

pytestmark = pytest.mark.django_db


def test_a_league_is_founded_played_in_and_counted() -> None:
    club = found()
    owner, outsider = program(club, "outsider"), club.people["viewer"]
    assert outsider is not None
    league = owner.post("leagues/", {"name": "Oak", "rules": {"base": "iowa", "target": 20}}).json()
    root = f"leagues/{league['slug']}/"
    assert (league["visibility"], league["rules"]) == ("private", {"base": "iowa", "target": 20})
    member = owner.post(f"{root}members/", {"account": outsider.username, "role": "scorer"}).json()
    assert (member["account"], member["role"]) == (outsider.username, "scorer")
    scorer = program(club, "viewer")
    said = {"name": "Autumn", "starts_on": "2026-09-01", "metrics": ["wins"], "least_games": 1}
    season = owner.post(f"{root}seasons/", said).json()
    said = {"season": season["id"], "date": "2026-11-19", "zone": "America/Chicago", "place": "Back room"}
    night = scorer.post(f"{root}nights/", said).json()
    assert (night["state"], night["season"]) == ("live", season["id"])
    said = {"league": league["slug"], "night": night["id"], "players": ["Nora", "Eli", "Sam", "Wes"], "first_dealer": 2}
    game = scorer.post("games/", said).json()
    for dealer in (2, 3):
        hand = {"record": NORA_IS_CONCEDED_PEPPER | {"dealer": dealer}}
        assert scorer.post(f"games/{game['key']}/hands/", hand).status_code == 201
    sheet = scorer.get(f"games/{game['key']}/").json()
    assert (sheet["is_over"], [side["won"] for side in sheet["sides"]]) == (True, [True, False])
    recount_league(Player.objects.get(league__slug=league["slug"], name="Nora").league_id)
    standings = scorer.get(f"seasons/{season['id']}/standings/").json()
    assert (standings["hands"], standings["is_behind"]) == (2, False)
    lines = [(line["place"], line["players"][0]["name"], line["wins"]) for line in standings["lines"]]
    assert lines == [(1, "Nora", 1), (1, "Sam", 1), (3, "Eli", 0), (3, "Wes", 0)]
    pairs = scorer.get(f"seasons/{season['id']}/standings/?of=pairs").json()["lines"]
    assert [one["name"] for one in pairs[0]["players"]] == ["Nora", "Sam"]
    assert scorer.send("PATCH", f"nights/{night['id']}/", {"state": "final"}).json()["state"] == "final"
    assert scorer.post("games/", said).status_code == 422


def test_players_are_renamed_merged_and_two_again() -> None:
    club = found()
    owner, root = program(club, "owner"), f"leagues/{club.league.slug}/"
    player = club.people["player"]
    assert player is not None
    added = owner.post(f"{root}players/", {"name": "  Norah  "}).json()
    assert (added["name"], added["account"], added["merged_into"]) == ("Norah", None, None)
    address = f"{root}players/{added['id']}/"
    changed = owner.send("PATCH", address, {"account": player.username}).json()
    assert (changed["name"], changed["account"]) == ("Norah", player.username)
    assert owner.send("PATCH", address, {"name": "Nora"}).status_code == 422
    assert owner.send("PATCH", address, {"account": "nobody at all"}).status_code == 422
    said = {"kept": club.players[0].pk, "dropped": added["id"]}
    merge = owner.post(f"{root}merges/", said).json()
    assert owner.get(address).json()["merged_into"] == club.players[0].pk
    assert owner.send("PATCH", address, {"name": "Ada"}).status_code == 422
    assert owner.post(f"{root}merges/", said).status_code == 422
    names = [one["name"] for one in owner.get(f"{root}players/?is_merged=true").json()["results"]]
    assert names == ["Norah"]
    back = owner.post(f"{root}merges/{merge['id']}/undo/").json()
    assert (back["id"], back["merged_into"]) == (added["id"], None)
    assert owner.get(f"{root}merges/").json()["results"][0]["undone_at"]


def test_those_who_met_are_two() -> None:
    club = found()
    club.play(over=False)
    said = {"kept": club.players[0].pk, "dropped": club.players[1].pk}
    refused = program(club, "owner").post(f"leagues/{club.league.slug}/merges/", said)
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["met"])


def test_a_league_keeps_an_owner() -> None:
    club = found()
    owner, pk = program(club, "owner"), club.league.memberships.get(role="owner").pk
    address = f"leagues/{club.league.slug}/members/{pk}/"
    assert owner.send("DELETE", address).status_code == 422
    assert owner.send("PATCH", address, {"role": "viewer"}).status_code == 422


def test_games_and_nights_are_filtered() -> None:
    club = found()
    viewer = program(club, "viewer")
    one, other = club.play(over=False), club.play([*club.players[:3], club.add("Ada")], over=False)

    def keys(query: str) -> list[str]:
        return [game["key"] for game in viewer.get(f"games/?{query}").json()["results"]]

    ada = club.league.players.get(name="Ada").pk
    assert keys("") == [other.key, one.key]
    assert keys(f"player={ada}") == [other.key]
    assert keys(f"night={club.night.pk}&season={club.season.pk}&league={club.league.slug}") == [other.key, one.key]
    assert keys("night=999999") == keys("league=none-such") == []
    nights = viewer.get(f"leagues/{club.league.slug}/nights/?state=live").json()["results"]
    assert [night["id"] for night in nights] == [club.night.pk]
    assert viewer.get(f"leagues/{club.league.slug}/nights/?state=final").json()["results"] == []


@pytest.mark.parametrize("name", ["", "  ", "\u200d\u200b", "x" * 81, None, 7 * "\u202e"])
def test_a_league_has_a_name_that_can_be_seen(name: object) -> None:
    club = found()
    owner = program(club, "owner")
    assert owner.post("leagues/", {"name": name}).status_code == 422
    assert owner.send("PATCH", f"leagues/{club.league.slug}/", {"name": name}).status_code == 422


def test_a_season_begins_with_the_same_defaults_by_program_and_by_form() -> None:
    club = found()
    bare = {"name": "A", "starts_on": "2027-01-01"}
    by_program = program(club, "owner").post(f"leagues/{club.league.slug}/seasons/", bare)
    form = club.browser("owner").get(f"{club.root}seasons/new/").context["form"]
    said = {name: form[name].value() or "" for name in form.fields} | {"name": "B", "starts_on": "2027-01-01"}
    assert club.browser("owner").post(f"{club.root}seasons/new/", said).status_code == 302
    by_form = club.league.seasons.get(name="B")
    assert by_program.json()["metrics"] == by_form.metrics != []
    assert by_program.json()["least_games"] == by_form.least_games
    assert Season.objects.get(name="A").metrics == by_form.metrics
