"""The API's description is valid, is about all there is, and what is answered is what it says."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from django.urls import URLPattern
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from scorekeeper import services
from scorekeeper.api.entry import RateByToken, RateByUser, RateOfNobody
from scorekeeper.api.score import RateByAddress
from scorekeeper.api.urls import urlpatterns
from scorekeeper.models import Game, Hand, Season
from scorekeeper.seen import state_of
from tests.leagues.club import Club, found
from tests.scorekeeper.table import NORA_MAKES_4, WES_IS_SET_ON_4, record, start

from .cast import program

METHODS = ("get", "post", "put", "patch", "delete")
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 16


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    """The description, as a program gets it."""
    response = Client().get("/api/schema/")
    assert response.status_code == 200
    said: dict[str, Any] = response.json()
    return said


def operations(description: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, one) for path, methods in description["paths"].items() for method, one in methods.items()]


def test_it_is_valid_and_nothing_in_it_was_guessed(description: dict[str, Any]) -> None:
    validate_schema(description)
    with GENERATOR_STATS.silence():
        GENERATOR_STATS.reset()
        SchemaGenerator().get_schema(request=None, public=True)
        assert not GENERATOR_STATS


def test_it_is_about_all_there_is(description: dict[str, Any]) -> None:
    there = {
        (pattern.name, method)
        for pattern in urlpatterns
        if isinstance(pattern, URLPattern) and pattern.name not in ("schema", "docs", "nothing")
        for method in METHODS
        if hasattr(pattern.callback.view_class, method)
    }
    assert len(operations(description)) == len(there) + 1  # and the score


def test_every_operation_has_a_name_and_says_what_may_go_wrong(description: dict[str, Any]) -> None:
    names = [one["operationId"] for _path, _method, one in operations(description)]
    assert len(set(names)) == len(names)
    for path, method, one in operations(description):
        if path == "/api/score/":
            continue
        assert {"401", "403", "404", "429"} <= one["responses"].keys(), path
        headers = {header["name"] for header in one["parameters"] if header["in"] == "header"}
        assert ("Idempotency-Key" in headers) == (method == "post"), path
        needed = {header["name"] for header in one["parameters"] if header.get("required")}
        assert ("If-Match" in needed) == ("428" in one["responses"]), path


def test_tokens_and_sessions_are_the_ways_in(description: dict[str, Any]) -> None:
    ways = description["components"]["securitySchemes"]
    assert (ways["token"]["type"], ways["token"]["scheme"]) == ("http", "bearer")
    assert (ways["cookieAuth"]["in"], ways["cookieAuth"]["name"]) == ("cookie", "sessionid")


# ---- What is answered is what the description says


@pytest.fixture
def _connection_stays() -> Iterator[None]:
    """Requests that come through WSGI leave the test's connection open, as those of Django's client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def _quiet() -> Iterator[None]:
    """Hundreds of refusals are not worth a line each."""
    logger = logging.getLogger("django.request")
    logger.setLevel(logging.ERROR)
    yield
    logger.setLevel(logging.NOTSET)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch, _connection_stays: None) -> Club:
    """A club with games that are over and one going on, so that addresses and ids mean something."""
    for rate in (RateByToken, RateByUser, RateOfNobody, RateByAddress):
        monkeypatch.setattr(rate, "usual_rate", "1000000/min")
    club = found()
    club.play()
    club.play(over=False)
    club.count()
    services.merge_players(club.players[1], club.add("Norah"))
    club.add("Bea")
    club.add("Cleo")
    services.substitute(club.games[1], seat=3, player=club.add("Dora"), from_number=1)
    return club


def real_values(club: Club, path: str, game: Game) -> dict[str, Any]:
    """What the address of an operation may name."""
    named = {
        "members": club.league.memberships.order_by("pk").last(),
        "players": club.players[0],
        "merges": club.league.players.get(name="Eli").merges_kept.first(),
        "seasons": club.season,
        "nights": club.night,
        "substitutions": club.games[1].substitutions.first(),
    }
    pk = next((one.pk for name, one in named.items() if one is not None and f"/{name}/{{" in path), 1)
    return {"slug": club.league.slug, "key": game.key, "pk": pk, "number": 1, "preset": "iowa"}


def good_bodies(club: Club) -> dict[str, Callable[[], Any]]:
    """A body that can be, by operation; schemathesis makes those that can be read."""
    players = [player.pk for player in club.players]
    bea, cleo = (club.league.players.get(name=name) for name in ("Bea", "Cleo"))
    outsider = club.people["outsider"]
    assert outsider is not None
    return {
        "leagues_create": lambda: {"name": "Oak"},
        "leagues_change": lambda: {"visibility": "public"},
        "members_change": lambda: {"role": "viewer"},
        "players_create": lambda: {"name": f"Ada {club.league.players.count()}"},
        "players_change": lambda: {"name": f"Ada {club.league.players.count()}"},
        "seasons_create": lambda: {"name": f"Season {club.league.seasons.count()}", "starts_on": "2026-01-01"},
        "seasons_change": lambda: {"least_games": 1, "metrics": ["wins"]},
        "nights_change": lambda: {"state": "live"},
        "hands_create": lambda: {"record": WES_IS_SET_ON_4},
        "hands_correct": lambda: {"record": NORA_MAKES_4 | {"taken": [5, 1]}},
        "hands_amend": lambda: {"record": {"taken": [6, 0]}},
        "hands_insert": lambda: {"record": NORA_MAKES_4},
        "hands_void": lambda: {"void": "misdeal"},
        "hands_undo": lambda: {},
        "hands_restore": lambda: {},
        "hands_return": lambda: {"revision": 1},
        "games_create": lambda: {"league": club.league.slug, "players": players, "first_dealer": 0},
        "games_claim": lambda: {"league": club.league.slug, "players": players, "night": club.night.pk},
        "games_claim_undo": lambda: {"claim": club.league.claims.order_by("pk").last().pk},  # type: ignore[union-attr]
        "substitutions_withdraw": lambda: {},
        "games_substitute": lambda: {"seat": 0, "player": cleo.pk},
        "merges_create": lambda: {"kept": players[0], "dropped": bea.pk},
        "merges_undo": lambda: {},
        "members_create": lambda: {"account": outsider.username, "role": "player"},
        "nights_create": lambda: {"season": club.season.pk, "date": "2026-11-26", "zone": "Europe/Paris"},
    }


@pytest.mark.django_db
@pytest.mark.usefixtures("_quiet")
def test_nothing_is_answered_that_is_not_described(club: Club) -> None:
    """Schemathesis sends what the description allows and what it does not, to a club and as several of its people."""
    api = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    for name, shape in api.raw_schema["components"]["schemas"].items():
        if name.endswith(("Out", "OutList")):
            shape["additionalProperties"] = False  # programs are to take what is new; here it has to be described
    askers = [program(club, who).headers for who in ("owner", "scorer", "viewer", "outsider", "nobody")]
    askers += [askers[0]] * 4
    bodies = good_bodies(club)
    seen: Counter[int] = Counter()
    answered: set[str] = set()

    for found_operation in api.get_all_operations():
        operation = found_operation.ok()
        name = operation.definition.raw["operationId"]
        alone, live = start(), club.games[1]
        record(alone, NORA_MAKES_4)
        if name in ("games_claim_read", "games_claim_undo"):
            live = services.claim_game(alone, club.league, club.players)

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=st.one_of(
                operation.as_strategy(GenerationMode.POSITIVE), operation.as_strategy(GenerationMode.NEGATIVE)
            ),
            headers=st.sampled_from(askers),
            is_real=st.sampled_from([True, True, True, False]),
            is_good=st.sampled_from([True, True, False]),
            is_leagues=st.booleans(),
            is_stale=st.sampled_from([False, False, True]),
        )
        def ask(
            case: Any, headers: dict[str, str], is_real: bool, is_good: bool, is_leagues: bool, is_stale: bool
        ) -> None:
            # Only a game of a league has substitutes, and only one of none is claimed.
            is_live = "substitut" in name or (is_leagues and name != "games_claim")  # noqa: B023
            game = live if is_live else alone  # noqa: B023
            if is_real:
                values = real_values(club, case.operation.path, game)
                case.path_parameters = {key: values[key] for key in case.path_parameters or {}}
            if is_real and is_good and name in bodies:  # noqa: B023
                case.body, case.media_type = bodies[name](), "application/json"  # noqa: B023
                hand = Hand.objects.filter(game=game, number=1).order_by("undone_at").last()
                if "If-Match" in (case.headers or {}) and hand is not None:
                    case.headers["If-Match"] = f'"{hand.pk}-{hand.revision + is_stale}"'
                if name == "seasons_change":  # noqa: B023
                    state = state_of(Season.objects.get(pk=club.season.pk))
                    case.headers = {**(case.headers or {}), "If-Match": f'"{"x" * is_stale}{state}"'}
            response = case.call(headers=headers)
            seen[response.status_code] += 1
            if response.status_code < 300:
                answered.add(name)  # noqa: B023
            case.validate_response(response, checks=CHECKS)

        ask()
    missing = {one.ok().definition.raw["operationId"] for one in api.get_all_operations()} - answered
    assert not missing, seen
    assert {200, 201, 204, 400, 401, 403, 404, 409, 422, 428} <= seen.keys(), seen
