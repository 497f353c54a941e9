"""No log holds a key: the address of a game, the link for a forgotten password, a token."""

import logging
import logging.config

import pytest
from django.conf import settings
from django.test import Client

from pepper_site.logs import HideKeys
from tests.leagues.club import found


@pytest.mark.parametrize(
    ("message", "arguments", "said"),
    [
        ("Not Found: %s", ("/g/abc_DEF-123/hand/",), "Not Found: /g/…/hand/"),
        ("%s %s", ("POST", "/g/abc/"), "POST /g/…/"),
        ("/g/abc", (), "/g/…"),
        ("Conflict: %s", ("/api/games/abc/hands/2/",), "Conflict: /api/games/…/hands/2/"),
        ("Bad Request: /api/games/", (), "Bad Request: /api/games/"),
        ("two: /g/a/ and /g/b/2/replay/3/", (), "two: /g/…/ and /g/…/2/replay/3/"),
        ("GET /api/games/?league=elm", (), "GET /api/games/?league=elm"),
        ("GET /account/login/?next=%2Fg%2Fabc%2Fclaim%2F", (), "GET /account/login/?next=%2Fg%2F…%2Fclaim%2F"),
        ("GET /new/?again=abc-DEF&rules=iowa", (), "GET /new/?again=…&rules=iowa"),
        ("GET /account/reset/MQ/c1a2b3-0f0f0f/ 200", (), "GET /account/reset/MQ/…/ 200"),
        ("GET /account/reset/sent/", (), "GET /account/reset/sent/"),
        ("Bearer %s", ("pepper_" + "x" * 43,), "Bearer pepper_…"),
        ("pepper_site.errors", (), "pepper_site.errors"),
        ("nothing to hide: %d", (7,), "nothing to hide: 7"),
    ],
)
def test_keys_are_hidden(message: str, arguments: tuple[object, ...], said: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, arguments, None)
    assert HideKeys().filter(record)
    assert record.getMessage() == said


def test_whatever_is_logged_passes_the_filter() -> None:
    handlers = settings.LOGGING["handlers"]
    assert handlers
    assert all("hide_keys" in handler["filters"] for handler in handlers.values())
    assert settings.LOGGING["loggers"]["django"]["handlers"] == []


@pytest.mark.django_db
@pytest.mark.parametrize("root", ["/g/", "/api/games/"])
def test_what_is_refused_leaves_no_key_behind(root: str, client: Client, capfd: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(settings.LOGGING)
    client.get(f"{root}a-key-that-nobody-may-read/")
    written = capfd.readouterr().err
    assert f"{root}…/" in written
    assert "a-key-that-nobody-may-read" not in written


@pytest.mark.django_db
def test_a_refusal_is_one_line_and_what_nobody_expected_keeps_its_trace(capfd: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(settings.LOGGING)
    club = found(visibility="public")
    assert club.browser("viewer").get(f"{club.root}edit/").status_code == 403
    written = capfd.readouterr().err
    assert "Forbidden" in written
    assert len(written.splitlines()) == 1
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        logging.getLogger("django.request").exception("Internal Server Error", extra={"status_code": 500})
    assert "Traceback" in capfd.readouterr().err
