"""Requests that cannot be read or are too large, and a database that is locked: a page in words, nothing half done."""

import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.test import Client
from pytest_django.asserts import assertContains

from scorekeeper.models import Game

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
