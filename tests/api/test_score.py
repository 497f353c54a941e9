"""POST /api/score/ answers as the command does, whatever comes in, and keeps nothing."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.api.score import RateByAddress, ScoreView
from scorekeeper.jsonlines import game_reply, hand_reply

GOLDEN = Path(__file__).resolve().parents[1] / "engine" / "hands"
HAND = {"id": 7, "rules": "midwest", "hand": {"dealer": 0, "declarer": 1, "bid": "4", "taken": [2, 4]}}
GAME = {
    "id": "Thursday",
    "game": {
        "format": "pepper-game",
        "version": 1,
        "rules": "midwest",
        "players": ["Nora", "Eli", "Sam", "Wes"],
        "first_dealer": 0,
        "deals": [HAND["hand"]],
    },
}

# These tests have no database: a view that asked one would fail.


@pytest.fixture(autouse=True)
def _no_requests_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def post(client: Client, body: bytes | str, content_type: str = "application/json", **more: Any) -> HttpResponse:
    # Django's client says no type where there is no body.
    return client.generic("POST", "/api/score/", body, content_type, **{"CONTENT_TYPE": content_type, **more})


def golden(name: str) -> list[bytes]:
    questions = []
    for line in (GOLDEN / f"{name}.jsonl").read_text().splitlines():
        question = json.loads(line)
        del question["expect"]
        questions.append(json.dumps(question).encode())
    return questions


# ---- Answers


def test_hand_is_scored(client: Client) -> None:
    response = post(client, json.dumps(HAND))
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json")
    answer = response.json()
    assert (answer["id"], answer["ok"], answer["result"]["points"]) == (7, True, [0, 4])


def test_game_is_scored(client: Client) -> None:
    answer = post(client, json.dumps(GAME)).json()
    assert (answer["id"], answer["ok"], answer["scores"]) == ("Thursday", True, [[0, 4]])


def test_hand_beside_a_game_is_the_hand(client: Client) -> None:
    assert post(client, json.dumps({**GAME, **HAND})).json()["result"]["points"] == [0, 4]


@pytest.mark.parametrize(("name", "reply"), [("hands", hand_reply), ("games", game_reply)])
def test_answers_are_those_of_the_command_to_the_byte(client: Client, name: str, reply: Any) -> None:
    for question in golden(name)[:: 20 if name == "hands" else 5]:
        response = post(client, question)
        assert response.status_code == 200
        assert response.content == reply(question, 1).line


@pytest.mark.parametrize(
    "question",
    [
        pytest.param({**HAND, "hand": {"dealer": 9}}, id="a hand that is none"),
        pytest.param({**HAND, "rules": "poker"}, id="rules that are none"),
        pytest.param({"id": 1}, id="neither hand nor game"),
        pytest.param({"game": {}}, id="a game that is none"),
        pytest.param([], id="a list"),
        pytest.param(None, id="null"),
    ],
)
def test_what_is_wrong_is_answered_too(client: Client, question: Any) -> None:
    response = post(client, json.dumps(question))
    answer = response.json()
    assert (response.status_code, answer["ok"]) == (200, False)
    assert answer["findings"][0]["message"]


@pytest.mark.parametrize("body", [b"", b" ", b"{", b"\xff", b"NaN", b"[" * 100_000], ids=repr)
def test_what_is_no_json_is_a_bad_request_of_line_one(client: Client, body: bytes) -> None:
    response = post(client, body)
    answer = response.json()
    assert response.status_code == 400
    assert (answer["id"], answer["line"], answer["ok"], answer["result"]) == (None, 1, False, None)
    assert answer["findings"][0]["message"].startswith("line 1 is not JSON: ")


def test_json_may_run_over_many_lines(client: Client) -> None:
    assert post(client, b"\xef\xbb\xbf" + json.dumps(HAND, indent=2).encode() + b"\r\n").json()["ok"]


def test_many_lines_are_answered_one_by_one(client: Client) -> None:
    lines = [json.dumps(HAND), "{", json.dumps(GAME), ""]
    response = post(client, "\r\n".join([*lines, ""]), "application/x-ndjson; charset=utf-8")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/x-ndjson")
    hand, broken, game, empty = map(json.loads, response.content.splitlines())
    assert (hand["ok"], broken["ok"], game["ok"], empty["ok"]) == (True, False, True, False)
    assert (broken["line"], empty["line"]) == (2, 4)


# ---- Requests that get no answer


@pytest.mark.parametrize("content_type", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
def test_other_media_types_are_refused_in_words(client: Client, content_type: str) -> None:
    response = post(client, json.dumps(HAND), content_type)
    assert response.status_code == 415
    assert "application/json" in response.json()["detail"]


@pytest.mark.parametrize("content_type", ["Application/JSON", "application/json; charset=utf-8", "application/json;"])
def test_media_type_may_be_spelt_as_http_has_it(client: Client, content_type: str) -> None:
    assert post(client, json.dumps(HAND), content_type).status_code == 200


@pytest.mark.parametrize("method", ["get", "head", "put", "patch", "delete", "options"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    response = getattr(client, method)("/api/score/")
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")


def test_too_much_is_refused(client: Client, settings: Any) -> None:
    body = json.dumps(HAND).encode()
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = len(body)
    assert post(client, body).status_code == 200
    response = post(client, body + b" ")
    assert response.status_code == 413
    assert "too much" in response.json()["detail"]


def test_length_that_nobody_told_is_limited_too(rf: RequestFactory, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    request = rf.generic("POST", "/api/score/", b" " * 101, "application/json")
    del request.META["CONTENT_LENGTH"]
    assert ScoreView.as_view()(request).status_code == 413


def test_too_many_lines_are_refused(client: Client) -> None:
    assert post(client, b"\n" * 1_000, "application/x-ndjson").status_code == 200
    assert post(client, b"\n" * 10_001, "application/x-ndjson").status_code == 413


def test_one_address_cannot_ask_for_ever_and_does_not_stop_another(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RateByAddress, "usual_rate", "2/min")
    ask = json.dumps(HAND)
    forged = [{"headers": {"X-Forwarded-For": f"192.0.2.{number}"}} for number in range(3)]
    assert [post(client, ask, **more).status_code for more in forged] == [200, 200, 429]
    response = post(client, ask)
    assert int(response.headers["Retry-After"]) > 0
    assert "detail" in response.json()
    assert post(client, ask, REMOTE_ADDR="198.51.100.1").status_code == 200


def test_rate_is_a_setting(client: Client, settings: Any) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": {"score": "1/min"}}
    assert [post(client, "{}").status_code for _ in range(2)] == [200, 429]


# ---- Whatever comes in


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "nonsense", ""])
def test_what_the_client_would_like_best_makes_no_difference(client: Client, accept: str) -> None:
    assert post(client, json.dumps(HAND), headers={"Accept": accept}).json()["ok"]


def test_it_needs_no_token_and_sets_no_cookie() -> None:
    response = post(Client(enforce_csrf_checks=True), json.dumps(HAND))
    assert (response.status_code, dict(response.cookies)) == (200, {})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["dealer", "bid", "calls", "tricks"]), inner),
    max_leaves=12,
)
questions = st.fixed_dictionaries(
    {},
    optional={
        "id": json_values,
        "rules": st.sampled_from(["iowa", "cutthroat", {"base": "iowa"}]) | json_values,
        "hand": json_values,
        "game": json_values,
        "more": json_values,
    },
)
half_pairs = st.characters(categories=["Cs"]).map(lambda sign: {**HAND, "id": sign})


@pytest.fixture(scope="module")
def _without_limit() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScoreView, "throttle_classes", [])
        yield


@pytest.mark.usefixtures("_without_limit")
@given(question=json_values | questions | half_pairs)
def test_every_json_is_answered(question: Any) -> None:
    response = post(Client(), json.dumps(question))
    assert response.status_code == 200
    assert "ok" in response.json()


@pytest.mark.usefixtures("_without_limit")
@given(body=st.binary(), content_type=st.sampled_from(["application/json", "application/x-ndjson"]))
@example(b"9" * 5000, "application/json")
@example(b"\x00", "application/json")
@example('"\u2028"'.encode(), "application/x-ndjson")
def test_every_bytes_are_answered(body: bytes, content_type: str) -> None:
    response = post(Client(), body, content_type)
    assert response.status_code in (200, 400)
    for line in response.content.split(b"\n")[:-1]:
        assert "ok" in json.loads(line)


@pytest.mark.parametrize("key", ["id", "rules", "hand"])
def test_nesting_is_answered_at_every_depth(client: Client, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setattr(ScoreView, "throttle_classes", [])
    for depth in range(600, 1100, 3):
        body = json.dumps({**HAND, key: "deep"}).replace('"deep"', "[" * depth + "]" * depth)
        response = post(client, body)
        assert response.status_code in (200, 400), depth
        assert "ok" in response.json()
