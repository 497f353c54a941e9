"""What every page carries, whichever it is: here a page of the tests' own."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import Client
from django.urls import path
from pytest_django import DjangoAssertNumQueries

NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def show_noon(request: HttpRequest) -> HttpResponse:
    return HttpResponse(Template("{{ noon|date:'H:i' }}").render(Context({"noon": NOON})))


def show_static(request: HttpRequest) -> HttpResponse:
    return HttpResponse("the same for everybody", headers={"Cache-Control": "public, max-age=60"})


urlpatterns = [path("noon/", show_noon), path("open/", show_static)]
pytestmark = pytest.mark.urls(__name__)


def test_content_security_policy_allows_our_own_and_nothing_else(client: Client) -> None:
    policy = client.get("/noon/").headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives.pop("default-src") == "'none'"
    assert set(directives.values()) == {"'self'", "'none'"}
    assert {name for name, source in directives.items() if source == "'none'"} == {
        "base-uri",
        "font-src",
        "frame-ancestors",
    }


def test_address_stays_with_us(client: Client) -> None:
    headers = client.get("/noon/").headers
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert set(headers["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_page_that_speaks_of_caching_is_left_alone(client: Client) -> None:
    assert client.get("/open/").headers["Cache-Control"] == "public, max-age=60"


@pytest.mark.parametrize(
    ("cookie", "shown"),
    [
        pytest.param(None, "12:00", id="none"),
        pytest.param("America/Chicago", "07:00", id="a zone"),
        pytest.param("Asia/Kolkata", "17:30", id="half an hour"),
        pytest.param("Mars/Olympus", "12:00", id="no zone"),
        pytest.param("../../etc/passwd", "12:00", id="a path"),
        pytest.param("", "12:00", id="empty"),
        pytest.param("x" * 3000, "12:00", id="long"),
    ],
)
def test_times_are_the_viewers(client: Client, cookie: str | None, shown: str) -> None:
    if cookie is not None:
        client.cookies["tz"] = cookie
    assert client.get("/noon/").content.decode() == shown


@pytest.mark.urls("pepper_site.urls")
@pytest.mark.django_db
@pytest.mark.parametrize("name", [settings.SESSION_COOKIE_NAME, "tz", "games", "scheme"])
def test_cookies_that_cannot_be_read_are_none(
    client: Client, name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.cookies[name] = "\0aaaaaaaaaaaa"
    with django_assert_num_queries(0):
        assert client.get("/rules/").status_code == 200


def test_one_viewers_zone_does_not_stay_for_the_next(client: Client) -> None:
    client.cookies["tz"] = "Asia/Kolkata"
    client.get("/noon/")
    del client.cookies["tz"]
    assert client.get("/noon/").content.decode() == "12:00"
