"""What a stranger could do with somebody's browser: give it a session, sign it in or out, have it send a form."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, reverse

from scorekeeper.models import User
from scorekeeper.urls import urlpatterns
from tests.leagues.club import PASSWORD, account, client_of, found
from tests.scorekeeper.table import start

pytestmark = pytest.mark.django_db

ELI = {"username": "eli", "email": "eli@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture(autouse=True)
def _forget_what_was_tried() -> None:
    cache.clear()


@pytest.mark.parametrize(
    ("address", "said"), [("/account/login/", {"who": "nora", "password": PASSWORD}), ("/account/sign-up/", ELI)]
)
def test_a_session_that_was_there_before_signing_in_is_worth_nothing(
    client: Client, address: str, said: dict[str, str]
) -> None:
    account("nora")
    session = client.session
    session["planted"] = True
    session.save()
    planted = client.cookies["sessionid"].value
    assert client.post(address, said).status_code == 302
    assert client.cookies["sessionid"].value != planted
    stranger = Client()
    stranger.cookies["sessionid"] = planted
    assert stranger.get("/account/").status_code == 302


def test_signing_out_ends_the_session_and_not_only_the_cookie(client: Client) -> None:
    client.force_login(account("nora"))
    kept = client.cookies["sessionid"].value
    client.post("/account/logout/")
    stranger = Client()
    stranger.cookies["sessionid"] = kept
    assert stranger.get("/account/").status_code == 302


def test_cookies_of_the_session_are_out_of_reach_for_scripts_and_other_sites(client: Client) -> None:
    account("nora")
    client.post("/account/login/", {"who": "nora", "password": PASSWORD})
    cookie = client.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def arguments_of(pattern: URLPattern) -> list[object]:
    values = {"slug": "elm", "key": "elm", "number": 1, "pk": 1, "depth": "score", "preset": "iowa"}
    values |= {"uidb64": "MQ", "token": "set-password"}
    return [values[name] for name in pattern.pattern.converters or {}]


@pytest.mark.parametrize(
    "pattern", [one for one in urlpatterns if isinstance(one, URLPattern)], ids=lambda one: one.name
)
def test_no_page_takes_a_form_of_another_site(pattern: URLPattern) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(account("nora"))
    address = reverse(f"scorekeeper:{pattern.name}", args=arguments_of(pattern))
    response = browser.post(
        address, {"who": "nora", "password": PASSWORD}, headers={"origin": "https://elsewhere.example"}
    )
    assert response.status_code == 403
    assert browser.get("/account/").status_code == 200


def test_the_admin_site_changes_passwords_where_tries_are_counted() -> None:
    browser = client_of(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    for answer in (browser.get("/admin/password_change/"), browser.post("/admin/password_change/")):
        assert answer.headers["Location"] == "/account/password/"


def test_the_description_of_the_api_tells_of_no_league() -> None:
    club = found()
    described = {
        who: Client().get("/api/schema/").content if who == "nobody" else club.browser(who).get("/api/schema/").content
        for who in ("owner", "nobody")
    }
    assert described["owner"] == described["nobody"]
    assert club.league.slug.encode() not in described["owner"]


def test_a_chart_of_a_private_league_and_of_none_are_told_alike() -> None:
    club = found()
    game, open_game = club.play(), start()
    club.count()
    outsider = club.browser("outsider")
    hidden = [f"/g/{game.key}/chart/", f"{club.root}charts/seasons/{club.season.pk}/"]
    absent = ["/g/no-such-game/chart/", f"/l/no-such-league/charts/seasons/{club.season.pk}/"]
    for address in (*hidden, *absent):
        assert outsider.get(address).status_code == 404, address
    assert outsider.get(f"/g/{open_game.key}/").status_code == 200
    tag = club.browser("viewer").get(hidden[0]).headers.get("ETag")
    assert tag
    assert outsider.get(hidden[0], headers={"if-none-match": tag}).status_code == 404
