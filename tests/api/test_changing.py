"""Leagues, seasons, nights and players are changed through the API as they were seen."""

from typing import Any

import pytest

from scorekeeper import services
from tests.leagues.club import TODAY, Club, found

from .cast import program

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found()


def addresses(club: Club) -> dict[str, tuple[str, dict[str, object]]]:
    """What can be changed: where, and to what."""
    root = f"leagues/{club.league.slug}/"
    return {
        "league": (root, {"name": "Oak Street"}),
        "season": (f"seasons/{club.season.pk}/", {"name": "Oak Street", "least_games": 4}),
        "night": (f"nights/{club.night.pk}/", {"place": "Oak Street", "date": "2026-11-20"}),
        "player": (f"{root}players/{club.players[0].pk}/", {"name": "Oak Street"}),
    }


@pytest.mark.parametrize("what", ["league", "season", "night", "player"])
def test_a_change_names_what_it_saw(club: Club, what: str) -> None:
    owner, (address, said) = program(club, "owner"), addresses(club)[what]
    seen = owner.get(address)
    assert seen.headers["ETag"] == seen.json()["etag"]
    changed = owner.send("PATCH", address, said, If_Match=seen.headers["ETag"])
    assert changed.status_code == 200
    assert changed.json() == seen.json() | said | {"etag": changed.headers["ETag"]}
    assert changed.headers["ETag"] != seen.headers["ETag"]
    assert owner.get(address).json() == changed.json()


@pytest.mark.parametrize("what", ["league", "season", "night", "player"])
def test_a_stale_change_is_refused_with_both(club: Club, what: str) -> None:
    owner, (address, said) = program(club, "owner"), addresses(club)[what]
    seen = owner.get(address).headers["ETag"]
    now = owner.send("PATCH", address, said, If_Match=seen).json()
    name = "place" if what == "night" else "name"
    stale = owner.send("PATCH", address, {name: "Ash Street"}, If_Match=seen)
    assert (stale.status_code, stale.json()["type"]) == (409, "urn:pepper:changed")
    assert (stale.json()["current"], stale.json()["sent"]) == (now, {name: "Ash Street"})
    assert owner.get(address).json() == now


@pytest.mark.parametrize("what", ["league", "night", "player"])
def test_without_a_tag_only_what_is_said_is_written(club: Club, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, (address, said) = program(club, "owner"), addresses(club)[what]
    service = getattr(services, f"change_{what}")
    others = {"league": {"visibility": "public"}, "night": {"zone": "UTC"}, "player": {"user": club.people["player"]}}

    def overtaken(thing: Any, **more: Any) -> Any:
        service(thing, **others[what])
        return service(thing, **more)

    monkeypatch.setattr(services, f"change_{what}", overtaken)
    before = owner.get(address).json()
    changed = owner.send("PATCH", address, said)
    assert changed.status_code == 200
    differs = {name for name, value in changed.json().items() if value != before[name]} - {"etag"}
    assert differs == {*said, {"league": "visibility", "night": "zone", "player": "account"}[what]}


def test_a_season_is_not_changed_unseen(club: Club) -> None:
    owner, address = program(club, "owner"), f"seasons/{club.season.pk}/"
    refused = owner.send("PATCH", address, {"name": "Winter"})
    assert (refused.status_code, refused.json()["type"]) == (428, "urn:pepper:if-match")


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ({"starts_on": "2026-11-20"}, "starts_on"),
        ({"ends_on": "2026-11-18"}, "ends_on"),
        ({"name": "\u200b"}, "name"),
        ({"metrics": ["luck"]}, "metrics"),
        ({"least_games": -1}, "least_games"),
    ],
)
def test_a_season_is_not_changed_to_what_cannot_be(club: Club, said: dict[str, object], at: str) -> None:
    owner, address = program(club, "owner"), f"seasons/{club.season.pk}/"
    refused = owner.send("PATCH", address, said, If_Match=owner.get(address).headers["ETag"])
    assert (refused.status_code, list(refused.json()["errors"])) == (422, [at])
    if at.endswith("_on"):
        assert refused.json()["errors"][at] == ["The night of Nov 19, 2026, Back room would be outside the season."]


def test_a_season_takes_only_metrics_that_there_are(club: Club) -> None:
    owner = program(club, "owner")
    said = {"name": "Winter", "starts_on": "2027-01-01", "metrics": ["luck"]}
    assert list(owner.post(f"leagues/{club.league.slug}/seasons/", said).json()["errors"]) == ["metrics"]


def test_a_night_moves_to_another_season_of_its_league(club: Club) -> None:
    winter = services.add_season(club.league, name="Winter", starts_on=TODAY)
    scorer, address = program(club, "scorer"), f"nights/{club.night.pk}/"
    assert scorer.send("PATCH", address, {"season": winter.pk}).json()["season"] == winter.pk
    other = found(name="Elm Street")
    refused = scorer.send("PATCH", address, {"season": other.season.pk})
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["season"])


def test_a_final_night_is_opened_again_by_the_change_itself(club: Club) -> None:
    services.set_night_state(club.night, "final")
    scorer, address = program(club, "scorer"), f"nights/{club.night.pk}/"
    assert list(scorer.send("PATCH", address, {"place": "Attic"}).json()["errors"]) == ["state"]
    changed = scorer.send("PATCH", address, {"place": "Attic", "state": "provisional"}).json()
    assert (changed["place"], changed["state"]) == ("Attic", "provisional")
