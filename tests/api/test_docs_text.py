"""docs/api.md names every address with its methods, every filter and every type of problem, and no other."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern

from scorekeeper.api import figures, games, hands, leagues, players
from scorekeeper.api.urls import urlpatterns
from tests.leagues.club import found

from .cast import Program, program

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "api.md").read_text()


def test_addresses_and_methods_are_those_of_the_code() -> None:
    told = dict(re.findall(r"^\| `([a-z/{}]+)` +\| ([A-Z, ]+?) +\|", TEXT, re.MULTILINE))
    there = {}
    for pattern in urlpatterns:
        if isinstance(pattern, URLPattern) and pattern.name not in ("schema", "docs", "nothing"):
            view = pattern.callback.view_class
            methods = [name.upper() for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)]
            there[re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))] = ", ".join(methods)
    assert told == there | {"score/": "POST"}


def test_types_of_problems_are_those_of_the_code() -> None:
    told = set(re.findall(r"^\| `urn:pepper:([a-z-]+)`", TEXT, re.MULTILINE))
    code = "".join(path.read_text() for path in (ROOT / "scorekeeper" / "api").glob("*.py"))
    assert told == set(re.findall(r'Problem\(\s*\d{3},\s*"([a-z-]+)"', code))


@pytest.mark.django_db
def test_the_example_bodies_are_taken_as_they_stand() -> None:
    club = found()
    owner = program(club, "owner")
    every = re.findall(r"POST /api/([^\n]*)\n(?:    [A-Z][^\n]*\n)*\n    (\{.*\})", TEXT)
    bodies = [one for one in every if not one[0].endswith("undo/")]
    known = {"slug": club.league.slug, "season": club.season.pk}
    for address, body in bodies[:1] + bodies[2:]:
        said = json.loads(body)
        if "season" in said:
            said["season"] = known["season"]
        answer = owner.post(address.replace("{slug}", str(known["slug"])), said)
        assert answer.status_code == 201, (address, answer.content)
        known |= {"slug": answer.json().get("slug", known["slug"])}
        if "seasons/" in address:
            known["season"] = answer.json()["id"]
    assert [address for address, _body in bodies] == [
        "games/",
        "games/{key}/hands/",
        "leagues/",
        "leagues/{slug}/seasons/",
        "leagues/{slug}/nights/",
    ]


def after(words: str) -> Any:
    """The first JSON that stands in the text after these words."""
    return json.JSONDecoder().raw_decode(TEXT, TEXT.index("    {", TEXT.index(words)) + 4)[0]


def says_no_more(told: Any, answered: Any) -> bool:
    """Whether an answer holds all that is told of it, at whatever depth."""
    if isinstance(told, dict):
        return told.keys() <= answered.keys() and all(says_no_more(told[key], answered[key]) for key in told)
    if isinstance(told, list):
        return all(any(says_no_more(one, there) for there in answered) for one in told)
    return bool(told == answered)


@pytest.mark.django_db
def test_the_example_of_standings_is_what_is_answered() -> None:
    club = found()
    club.play()
    club.play()
    club.count()
    answer = program(club, "viewer").get(f"seasons/{club.season.pk}/standings/").json()
    assert says_no_more(after("GET /api/seasons/{pk}/standings/"), answer["lines"][0])


@pytest.mark.django_db
def test_the_example_of_a_correction_is_taken() -> None:
    sender = Program()
    game = sender.post("games/", after("POST /api/games/"), Idempotency_Key="a key of sixteen or more").json()
    hand = sender.post(f"games/{game['key']}/hands/", after("POST /api/games/{key}/hands/")).json()
    body = after("PATCH /api/games/{key}/hands/1/")
    address = f"games/{game['key']}/hands/1/"
    assert sender.send("PATCH", address, body).status_code == 428
    changed = sender.send("PATCH", address, body, If_Match=hand["etag"]).json()
    assert changed["record"] == hand["record"] | body["record"]
    assert changed["record"]["taken"] != hand["record"]["taken"]


@pytest.mark.django_db
def test_the_example_of_an_ending_is_answered_and_done() -> None:
    club = found()
    game, owner = club.play(), program(club, "owner")
    address = f"games/{game.key}/hands/3/"
    tag = owner.get(address).json()["etag"]
    refused = owner.post(f"{address}undo/", If_Match=tag).json()
    told = after("which answers 409:")
    assert told | {"ending": ""} == refused | {"ending": ""}
    body = after("where that is meant, by")
    assert body == {"ending": told["ending"]}
    assert owner.post(f"{address}undo/", body | {"ending": refused["ending"]}, If_Match=tag).status_code == 200


def test_filters_are_those_of_the_code() -> None:
    told = {tuple(re.findall(r"`(\w+)`", row)) for row in re.findall(r"^\| [a-z ]+ +\|( `.*`) +\|", TEXT, re.MULTILINE)}
    filters = [
        leagues.LeagueFilter,
        leagues.MemberFilter,
        players.PlayerFilter,
        leagues.SeasonFilter,
        leagues.NightFilter,
        games.GameFilter,
        figures.PlayedFilter,
        hands.HandFilter,
    ]
    assert told == {tuple(one.base_filters) for one in filters}
