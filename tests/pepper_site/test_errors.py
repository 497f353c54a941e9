"""Requests that cannot be read or are too large, and a database that is locked: a page in words, nothing half done."""

import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import InterfaceError, InternalError, OperationalError, connections
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from pytest_django.asserts import assertContains

from scorekeeper.busy import is_busy
from scorekeeper.models import Game, User

FORM = "application/x-www-form-urlencoded"


def check_page(response: Any, status: int) -> None:
    assertContains(response, "<h1>", status_code=status)
    for header in ("Content-Security-Policy", "Referrer-Policy", "Cache-Control"):
        assert header in response.headers


@pytest.mark.parametrize("charset", ["utf-16", "utf-7", "rot13", "hex", "idna", "no-such"])
@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.django_db
def test_a_form_in_another_charset_is_refused_in_words(charset: str, checked: bool) -> None:
    client = Client(enforce_csrf_checks=checked, raise_request_exception=False)
    token = client.get("/new/").cookies["csrftoken"].value
    headers = {"X-CSRFToken": token}
    answer = client.generic("POST", "/new/", b"x=1", content_type=f"{FORM}; charset={charset}", headers=headers)
    check_page(answer, 400)


@pytest.mark.django_db
def test_what_is_too_large_is_said_to_be(client: Client) -> None:
    check_page(client.post("/new/", f"name_0={'x' * 3_000_000}", content_type=FORM), 413)
    check_page(client.post("/new/", {f"field_{number}": "" for number in range(2_000)}), 413)


@pytest.mark.django_db
@pytest.mark.parametrize("is_signed_in", [True, False])
def test_where_nothing_is_nobody_looks_into_what_was_sent(is_signed_in: bool) -> None:
    """Not even for the key against forgery, which Django would look for and stumble."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    if is_signed_in:
        client.force_login(User.objects.create_user("nora"))
    client.get("/new/")
    for said, kind in (
        ({f"field_{number}": "" for number in range(2_000)}, MULTIPART_CONTENT),
        (f"name_0={'x' * 3_000_000}", FORM),
        (b"x", "multipart/form-data"),
        ("a=1", FORM),
    ):
        check_page(client.post("/nope/", said, content_type=kind), 404)


@contextmanager
def locked_database() -> Iterator[None]:
    """Somebody else writes and does not come to an end."""
    default = connections["default"]
    name = str(default.settings_dict["NAME"])
    other = sqlite3.connect(name, uri=name.startswith("file:"), isolation_level=None)
    try:
        default.ensure_connection()
        default.cursor().execute("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    finally:
        other.close()


@pytest.mark.django_db(transaction=True)
def test_a_locked_database_saves_nothing_and_says_so(client: Client) -> None:
    said = {f"name_{seat}": name for seat, name in enumerate(("Nora", "Eli", "Sam", "Wes"))}
    said |= {"submission": str(uuid.uuid4()), "rules": "iowa", "first_dealer": "0"}
    with locked_database():
        response = client.post("/new/", said)
        check_page(response, 503)
        assert response.headers["Retry-After"]
    assert not Game.objects.exists()
    assert client.post("/new/", said).status_code == 302
    assert client.post("/new/", said).status_code == 302
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "of one game among friends"}])
def test_a_locked_database_is_told_to_programs_too(client: Client, headers: dict[str, str]) -> None:
    said = {"players": ["Nora", "Eli", "Sam", "Wes"], "first_dealer": 0}
    with locked_database():
        response = client.post("/api/games/", said, content_type="application/json", headers=headers)
        assert (response.status_code, response.json()["type"]) == (503, "urn:pepper:busy")
        assert response.headers["Retry-After"]
    assert not Game.objects.exists()
    assert client.post("/api/games/", said, content_type="application/json", headers=headers).status_code == 201


@pytest.mark.django_db
def test_a_table_that_is_not_there_is_no_passing_trouble(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_values: Any) -> None:
        raise OperationalError("no such table: scorekeeper_game")

    monkeypatch.setattr("scorekeeper.services.start_game", fail)
    said = {f"name_{seat}": name for seat, name in enumerate(("Nora", "Eli", "Sam", "Wes"))}
    with pytest.raises(OperationalError):
        client.post("/new/", said | {"submission": str(uuid.uuid4()), "rules": "iowa", "first_dealer": "0"})


# ---- A database that is gone


class ReadOnly(Exception):
    """What PostgreSQL's driver raises where nothing may be written."""

    sqlstate = "25006"


def read_only() -> InternalError:
    error = InternalError("cannot execute INSERT in a read-only transaction")
    error.__cause__ = ReadOnly()
    return error


GONE = [OperationalError("the connection is lost"), InterfaceError("connection already closed"), read_only()]


@pytest.mark.django_db
@pytest.mark.parametrize("error", GONE, ids=lambda error: type(error).__name__)
def test_a_database_that_is_gone_is_said_to_whoever_is_signed_in(error: Exception) -> None:
    """The page that says so asks the database nothing: not even who is signed in."""
    client = Client()
    client.force_login(User.objects.create_user("nora"))

    def fail(*_asked: Any) -> Any:
        raise error

    with connections["default"].execute_wrapper(fail):
        read, sent = client.get("/account/tokens/"), client.post("/account/tokens/", {"name": "x"})
    for response, said in ((read, "Too busy to show this"), (sent, "this was not saved")):
        check_page(response, 503)
        assertContains(response, said, status_code=503)
        assert response.headers["Retry-After"]


@pytest.mark.django_db
def test_a_session_that_cannot_be_stored_is_said_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the way out, after the page: where no view is left that could answer."""

    def fail(*_said: Any, **_more: Any) -> None:
        raise OperationalError("the connection is lost")

    user = User.objects.create_user("nora", password="a pepper a day")
    monkeypatch.setattr(SessionStore, "save", fail)
    client = Client(raise_request_exception=False)
    check_page(client.post("/account/login/", {"who": user.username, "password": "a pepper a day"}), 503)


def test_an_error_of_ours_is_not_called_busy() -> None:
    assert not is_busy(InternalError("cache lookup failed"))
    assert not is_busy(ValueError("locked"))
