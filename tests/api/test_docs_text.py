"""docs/api.md names every address with its methods, every filter and every type of problem, and no other."""

import json
import re
from pathlib import Path

import pytest
from django.urls import URLPattern

from scorekeeper.api import figures, games, hands, leagues, players
from scorekeeper.api.urls import urlpatterns
from tests.leagues.club import found

from .cast import program

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
    bodies = re.findall(r"POST /api/([^\n]*)\n(?:    [A-Z][^\n]*\n)*\n    (\{.*\})", TEXT)
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
