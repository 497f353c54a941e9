"""Whatever goes wrong is answered as problem details (RFC 9457)."""

import base64
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client

from scorekeeper.api import leagues
from scorekeeper.api.entry import RateByToken, RateByUser, RateOfNobody
from tests.leagues.club import found
from tests.scorekeeper.table import start

from .cast import Program, program

pytestmark = pytest.mark.django_db
NEW_GAME = {"players": ["Nora", "Eli", "Sam", "Wes"], "first_dealer": 2}


def problem(response: HttpResponse, status: int) -> dict[str, Any]:
    """The problem that is answered, with this status."""
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"] == "application/problem+json"
    said: dict[str, Any] = response.json()
    assert (said["status"], said["title"]) == (status, HTTPStatus(status).phrase)
    assert said["type"] == "about:blank" or said["type"].startswith("urn:pepper:")
    assert said["detail"]
    return said


def raw(body: bytes, content_type: str = "application/json", address: str = "/api/games/") -> HttpResponse:
    return Client().generic("POST", address, body, content_type)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
@pytest.mark.parametrize("address", ["nothing/", "games/none-such/", "leagues", "games/none-such/hands/0/", ""])
def test_where_nothing_is(address: str, method: str) -> None:
    status = Program().send(method, address).status_code
    if address.startswith("games") and method in ("OPTIONS", "TRACE", "BREW", "POST", "PUT", "PATCH", "DELETE"):
        assert status in (404, 405)
    else:
        problem(Program().send(method, address), 404)


@pytest.mark.parametrize(("method", "address"), [("DELETE", "games/"), ("OPTIONS", "games/"), ("PUT", "leagues/")])
def test_a_method_that_is_not_there(method: str, address: str) -> None:
    response = Program().send(method, address)
    problem(response, 405)
    assert set(response.headers["Allow"].split(", ")) == {"GET", "POST", "HEAD"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"\xff",
        b'{"a": NaN}',
        b'{"a": "\\ud800"}',
        b'{"\\u0000": 1}',
        b"[" * 100_000,
        b'{"a": ' + b"[" * 60 + b"]" * 60 + b"}",
        b'{"a": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_json_object(body: bytes) -> None:
    # An empty body is an empty object.
    problem(raw(body), 400 if body else 422)


def test_what_does_not_call_itself_json() -> None:
    problem(raw(b"name=Oak", "application/x-www-form-urlencoded"), 415)
    problem(raw(b"<a/>", "text/xml"), 415)


def test_what_is_too_much() -> None:
    problem(raw(b'{"players": "' + b"x" * 1024 * 1024 + b'"}'), 413)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"players": ["Nora", "Eli"]}, "players"),
        ({"players": ["Nora", "Nora", "Sam", "Wes"]}, "twice"),
        ({"players": [1, 2, 3, 4]}, "players"),
        ({"players": [True, "Eli", "Sam", "Wes"]}, "players"),
        ({"players": 4}, "players"),
        ({"first_dealer": 4}, "first_dealer"),
        ({"first_dealer": None}, "first_dealer"),
        ({"rules": "none such"}, "rules"),
        ({"rules": {"base": "iowa", "target": 10**40}}, "rules"),
        ({"rules": []}, "rules"),
        ({"night": 1}, "night"),
        ({"league": "none-such"}, "league"),
    ],
)
def test_what_cannot_be_is_said_by_field(change: dict[str, Any], field: str) -> None:
    said = problem(Program().post("games/", NEW_GAME | change), 422)
    assert list(said["errors"]) == [field]


@pytest.mark.parametrize("query", ["night=x", "night=0", "night=99999999999999999999", "season=1.5", "player=NaN"])
def test_a_filter_that_cannot_be(query: str) -> None:
    assert problem(Program().get(f"games/?{query}"), 400)["errors"]


@pytest.mark.parametrize(
    "asked", ["leagues/?mine", "games/?is_over", "games/{game}/hands/?is_void", "games/{game}/hands/?is_corrected"]
)
def test_a_yes_or_no_that_is_neither(asked: str) -> None:
    address = asked.format(game=start().key)
    for junk in ("x", "2", "maybe", "None"):
        assert problem(Program().get(f"{address}={junk}"), 400)["errors"]
    for said in ("true", "False", "1", "0", ""):
        assert Program().get(f"{address}={said}").status_code == 200


def test_a_place_in_a_list_that_is_none() -> None:
    problem(Program().get("games/?cursor=nowhere"), 404)


@pytest.mark.parametrize("position", ["abc", "%00", "%D9%A3", "-1", "1.5", "+", "99999999999", "9" * 5000])
def test_a_place_in_a_list_that_somebody_made_up(position: str) -> None:
    cursor = base64.b64encode(f"p={position}".encode()).decode()
    for address in ("games/", f"games/{start().key}/hands/"):
        problem(Program().get(f"{address}?{urlencode({'cursor': cursor})}"), 404)


def test_what_nobody_expected_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("the secret")

    monkeypatch.setattr(leagues.Leagues, "page", fail)
    response = Client(raise_request_exception=False).get("/api/leagues/")
    problem(response, 500)
    assert b"secret" not in response.content
    with pytest.raises(RuntimeError, match="the secret"):
        Client().get("/api/leagues/")


def test_a_score_that_is_asked_for_wrongly_is_a_problem_too() -> None:
    problem(Client().get("/api/score/"), 405)
    problem(raw(b"", "text/plain", "/api/score/"), 415)


# ---- Too often


def test_nobody_is_counted_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateOfNobody, "usual_rate", "2/min")
    for _time in range(2):
        assert Program().get("leagues/").status_code == 200
    response = Program().get("leagues/")
    problem(response, 429)
    assert 1 <= int(response.headers["Retry-After"]) <= 61
    other = Client().get("/api/leagues/", REMOTE_ADDR="192.0.2.7")
    assert other.status_code == 200
    assert program(found(), "viewer").get("leagues/").status_code == 200


def test_a_token_is_counted_by_itself_and_its_account_with_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateByToken, "usual_rate", "2/min")
    monkeypatch.setattr(RateByUser, "usual_rate", "4/min")
    club = found()
    one, other, somebody = program(club, "viewer"), program(club, "viewer"), program(club, "owner")
    assert [one.get("leagues/").status_code for _time in range(3)] == [200, 200, 429]
    assert [other.get("leagues/").status_code for _time in range(2)] == [200, 429]
    assert somebody.get("leagues/").status_code == 200


def test_what_was_refused_as_too_much_was_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateOfNobody, "usual_rate", "1/min")
    game = start()
    root = f"games/{game.key}/hands/"
    assert Program().get(root).status_code == 200
    problem(Program().post(root, {"record": {"dealer": 2, "void": "misdeal"}}), 429)
    assert not game.hands.exists()
