"""A session that ends while a form is filled in: what was typed comes through the login, and nothing is saved twice."""

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from scorekeeper.models import Token
from tests.leagues.club import PASSWORD, account, found

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget_what_was_tried() -> None:
    cache.clear()


def hidden(page: str, name: str) -> str:
    return unescape(re.findall(rf'name="{name}" value="([^"]*)"', page)[0])


def sign_in(client: Client, page: str, who: str = "nora", **change: str) -> str:
    """Sign in on the login page that was shown, and return where that leads."""
    said = {"who": who, "password": PASSWORD, "next": hidden(page, "next"), "typed": hidden(page, "typed")}
    return client.post("/account/login/", said | change).headers["Location"]


def test_what_was_typed_comes_through_the_login(client: Client) -> None:
    account("nora")
    response = client.post("/account/tokens/", {"name": "Café “5” & co", "scope": "write"})
    assert response.status_code == 403
    page = response.content.decode()
    assert "What you typed is kept" in page
    address = sign_in(client, page)
    assert address.startswith("/account/tokens/?typed=")
    for _time in range(2):  # a reload shows it again
        form = client.get(address).content.decode()
        assert 'value="Café “5” &amp; co"' in form
        assert re.search(r'value="write"[^>]* checked', form)
        assert "Not saved yet." in form
    assert not Token.objects.exists()
    assert client.post(address, {"name": "Café “5” & co", "scope": "write"}).status_code == 200
    assert Token.objects.get().name == "Café “5” & co"


def test_a_member_whose_session_ended_keeps_what_was_typed_for_a_private_league(client: Client) -> None:
    club = found()
    owner = club.people["owner"]
    assert owner is not None
    said = {"name": "Elm Street", "rules": "midwest", "target": "40", "visibility": "public"}
    response = client.post(f"{club.root}edit/", said)
    assert response.status_code == 404
    address = sign_in(client, response.content.decode(), owner.username)
    page = client.get(address).content.decode()
    assert 'value="Elm Street"' in page
    assert 'value="40"' in page
    club.league.refresh_from_db()
    assert club.league.name == "Cedar Street"


def test_the_same_answer_tells_nobody_whether_there_is_a_league(client: Client) -> None:
    club = found()
    pages = []
    for slug in (club.league.slug, "nothing-here"):
        response = client.post(f"/l/{slug}/edit/", {"name": "x"})
        assert response.status_code == 404
        pages.append(re.sub(r'value="[^"]*"', "", response.content.decode().replace(slug, "")))
    assert pages[0] == pages[1]


def test_the_query_of_the_form_comes_along(client: Client) -> None:
    account("nora")
    response = client.post("/account/tokens/?tone=low", {"name": "x", "scope": "read"})
    assert re.fullmatch(r"/account/tokens/\?tone=low&typed=[\w-]+", sign_in(client, response.content.decode()))


def test_passwords_are_not_carried(client: Client) -> None:
    account("nora")
    said = {"old_password": "secret-1", "new_password1": "secret-2", "new_password2": "secret-2"}
    page = client.post("/account/password/", said).content.decode()
    address = sign_in(client, page)
    assert "secret" not in str(dict(client.session.items()))
    assert client.get(address).status_code == 200


def test_what_was_changed_on_the_way_is_not_taken(client: Client) -> None:
    account("nora")
    page = client.post("/account/tokens/", {"name": "x", "scope": "read"}).content.decode()
    sealed = hidden(page, "typed")
    assert sign_in(client, page, typed=f"{sealed[:-2]}xx") == "/account/tokens/"
    assert "typed" not in client.session


def test_it_is_shown_on_its_own_page_only(client: Client) -> None:
    account("nora")
    page = client.post("/account/tokens/", {"name": "Spreadsheet", "scope": "read"}).content.decode()
    key = sign_in(client, page).split("typed=")[1]
    assert "Not saved yet." not in client.get(f"/leagues/new/?typed={key}").content.decode()
    assert "Not saved yet." not in client.get("/account/tokens/?typed=other").content.decode()
    assert "Not saved yet." not in client.get("/account/tokens/").content.decode()


def test_a_wrong_password_does_not_lose_it(client: Client) -> None:
    account("nora")
    page = client.post("/account/tokens/", {"name": "Spreadsheet", "scope": "read"}).content.decode()
    said = {"who": "nora", "password": "wrong", "next": hidden(page, "next"), "typed": hidden(page, "typed")}
    page = client.post("/account/login/", said).content.decode()
    assert 'value="Spreadsheet"' in client.get(sign_in(client, page)).content.decode()


# ---- A form whose key no longer fits


def test_a_form_that_was_open_through_a_login_elsewhere_comes_back_filled_in() -> None:
    user = account("nora")
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    said = {"name": "Spreadsheet", "scope": "write", "csrfmiddlewaretoken": "x" * 64}
    response = client.post("/account/tokens/", said, headers={"referer": "http://testserver/account/tokens/"})
    assert response.status_code == 403
    page = response.content.decode()
    assert "Please send that once more." in page
    carried = {"typed": hidden(page, "typed"), "csrfmiddlewaretoken": hidden(page, "csrfmiddlewaretoken")}
    response = client.post("/account/typed/", carried)
    assert response.status_code == 302
    assert 'value="Spreadsheet"' in client.get(response.headers["Location"]).content.decode()
    assert not Token.objects.exists()


@pytest.mark.parametrize(
    "referer",
    [
        "",
        "https://elsewhere.example/",
        "https://elsewhere.example/account/tokens/",
        "http://testserver/g/abc/",
        "http://[::1",
        "x",
    ],
)
def test_what_was_not_sent_by_the_form_itself_is_not_brought_back(referer: str) -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/account/tokens/", {"name": "x"}, headers={"referer": referer})
    assert response.status_code == 403
    assert "Show me what I typed" not in response.content.decode()


def test_what_is_made_up_brings_nothing_back(client: Client) -> None:
    assert client.post("/account/typed/", {"typed": "made up"}).headers["Location"] == "/"
    assert client.get("/account/typed/").status_code == 405
