"""Who has an account is told to nobody by the list: what is tried is counted, and much is not told at all."""

import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.contrib.auth.forms import PasswordResetForm
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import translation

from scorekeeper import services
from scorekeeper.api.entry import RateOfNobody
from scorekeeper.forms.accounts import ResetForm
from scorekeeper.models import User
from scorekeeper.origin import address_of
from scorekeeper.services.accounts import MISSES
from tests.api.cast import Program, program
from tests.leagues.club import PASSWORD, Club, account, found

pytestmark = pytest.mark.django_db

NOBODY = "nobody-of-this-name"


@pytest.fixture(autouse=True)
def _forget_what_was_tried() -> None:
    cache.clear()


@pytest.fixture
def club() -> Club:
    return found()


def by_program(club: Club) -> Callable[[str], HttpResponse]:
    asking = program(club, "owner")
    return lambda name: asking.post(f"leagues/{club.league.slug}/members/", {"account": name, "role": "viewer"})


def by_form(club: Club) -> Callable[[str], HttpResponse]:
    browser = club.browser("owner")
    return lambda name: browser.post(f"{club.root}members/", {"who": name, "role": "viewer"})


def by_link(club: Club) -> Callable[[str], HttpResponse]:
    asking, player = program(club, "owner"), club.players[0].pk
    return lambda name: asking.send("PATCH", f"leagues/{club.league.slug}/players/{player}/", {"account": name})


WAYS = pytest.mark.parametrize("way", [by_program, by_form, by_link])


def user_of(club: Club, who: str) -> User:
    user = club.people[who]
    assert user is not None
    return user


# ---- Naming an account to a league


@WAYS
def test_an_address_names_nobody(club: Club, way: Callable[[Club], Callable[[str], HttpResponse]]) -> None:
    outsider = user_of(club, "outsider")
    answer = way(club)(outsider.email)
    assert answer.status_code == 422
    assert outsider.username not in answer.content.decode().replace(outsider.email, "")
    assert not club.league.memberships.filter(user=outsider).exists()


@WAYS
def test_who_misses_too_often_is_told_nothing_more(
    club: Club, way: Callable[[Club], Callable[[str], HttpResponse]]
) -> None:
    ask = way(club)
    assert [ask(f"{NOBODY}-{number}").status_code for number in range(MISSES.most)] == [422] * MISSES.most
    member = user_of(club, "viewer").username
    for name in (NOBODY, member):
        answer = ask(name)
        assert answer.status_code == 429
        assert "Too many names were tried that have no account. Please wait an hour." in answer.content.decode()
    club.league.memberships.filter(user__username=member).update(role="viewer")
    assert by_program(club)(member).status_code == 429, "all ways are counted together"


def test_a_program_is_told_how_long_to_wait(club: Club) -> None:
    for _time in range(MISSES.most):
        MISSES.count(str(user_of(club, "owner").pk))
    answer = by_program(club)(NOBODY)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_names_that_have_an_account_are_not_counted_and_others_ask_for_themselves(club: Club) -> None:
    ask = by_program(club)
    for number in range(MISSES.most + 5):
        assert ask(account(f"june-{number}").username).status_code == 201
    for _time in range(MISSES.most):
        ask(NOBODY)
    services.set_role(club.league, user_of(club, "scorer"), "owner")
    another = program(club, "scorer")
    body = {"account": account("omar").username, "role": "viewer"}
    assert another.post(f"leagues/{club.league.slug}/members/", body).status_code == 201


def test_a_miss_is_counted_though_its_request_is_undone(club: Club) -> None:
    asking = program(club, "owner")
    body = {"account": NOBODY, "role": "viewer"}
    for _time in range(MISSES.most):
        asking.post(f"leagues/{club.league.slug}/members/", body, Idempotency_Key="the same")
    assert by_form(club)(NOBODY).status_code == 429


# ---- Whose account a player is


def test_only_a_member_is_linked_and_the_refusal_tells_nothing(club: Club) -> None:
    ask = by_link(club)
    strangers = [user_of(club, "outsider").username, NOBODY]
    answers = [ask(name) for name in strangers]
    assert {answer.status_code for answer in answers} == {422}
    assert answers[0].content == answers[1].content
    assert ask(user_of(club, "player").username.upper()).json()["account"] == user_of(club, "player").username


def test_the_form_and_the_service_link_only_members(club: Club) -> None:
    player, outsider, browser = club.players[0], user_of(club, "outsider"), club.browser("owner")
    address = f"{club.root}players/{player.pk}/edit/"
    pages = []
    for pk in (outsider.pk, 999_999):
        response = browser.post(address, {"name": "Nora", "user": pk})
        assert response.status_code == 422
        pages.append(response.content.decode().split("<main")[1].replace(f'value="{pk}"', ""))
    assert pages[0].split("csrf")[0] == pages[1].split("csrf")[0]
    for ask in (
        lambda: services.change_player(player, name="Nora", user=outsider),
        lambda: services.add_player(club.league, "Zoe", outsider),
    ):
        with pytest.raises(ValidationError, match="No member of this league has an account of this name"):
            ask()


def test_a_player_whose_account_has_left_the_league_can_still_be_renamed(club: Club) -> None:
    player, member = club.players[0], user_of(club, "player")
    services.change_player(player, name="Nora", user=member)
    services.set_role(club.league, member, None)
    browser, address = club.browser("owner"), f"{club.root}players/{player.pk}/edit/"
    assert f'value="{member.pk}" selected' in browser.get(address).content.decode()
    assert browser.post(address, {"name": "Norah", "user": member.pk}).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.user) == ("Norah", member)


@pytest.mark.parametrize("who", ["outsider", "nobody"])
def test_visitors_of_a_public_league_learn_no_account_names_from_the_api(who: str) -> None:
    club = found(visibility="public")
    scorer = user_of(club, "scorer")
    services.change_player(club.players[0], name="Nora", user=scorer)
    game = club.play(over=False)
    services.correct_hand(
        game.hands.get(), game.hands.get().record | {"taken": [5, 1]}, revision=1, by=scorer, reason="miscounted"
    )
    root = f"leagues/{club.league.slug}/players/"
    for address in (root, f"{root}{club.players[0].pk}/", f"games/{game.key}/hands/1/history/"):
        assert scorer.username not in program(club, who).get(address).content.decode()
        assert scorer.username in program(club, "viewer").get(address).content.decode()


def test_visitors_of_a_public_league_learn_no_account_names_from_a_hands_history() -> None:
    club = found(visibility="public")
    scorer, game = user_of(club, "scorer"), club.play(over=False)
    services.correct_hand(
        game.hands.get(), game.hands.get().record | {"taken": [5, 1]}, revision=1, by=scorer, reason="miscounted"
    )
    address = f"/g/{game.key}/1/history/"
    assert scorer.username in club.browser("viewer").get(address).content.decode()
    for who in ("outsider", "nobody"):
        assert scorer.username not in club.browser(who).get(address).content.decode()


# ---- Signing up


def sign_up(client: Client, name: str, email: str = "", password: str = PASSWORD) -> HttpResponse:
    said = {"username": name, "email": email or f"{name}@example.org", "password1": password, "password2": password}
    return client.post("/account/sign-up/", said)


@pytest.mark.parametrize(
    ("name", "email", "password"),
    [("nora", "new@example.org", PASSWORD), ("new", "nora@example.org", PASSWORD), ("NORA", "new@example.org", "x")],
)
def test_signing_up_tells_what_is_taken_only_so_often(client: Client, name: str, email: str, password: str) -> None:
    account("nora")
    statuses = [sign_up(client, name, email, password).status_code for _time in range(20)]
    assert statuses == [422] * 20
    refused = sign_up(client, name, email, password)
    assert refused.status_code == 429
    page = refused.content.decode()
    assert "Many names and addresses were tried from here that are taken. Please wait an hour." in page
    assert "already" not in page
    assert "exists" not in page
    assert sign_up(client, "somebody-new").status_code == 429, "what is free is not told either"
    assert sign_up(Client(REMOTE_ADDR="192.0.2.7"), "somebody-new").status_code == 302


def test_a_sign_up_that_only_has_a_bad_password_is_no_try(client: Client) -> None:
    for number in range(30):
        assert sign_up(client, f"kit-{number}", password="short").status_code == 422
    assert sign_up(client, "kit").status_code == 302


def test_two_sign_ups_of_one_name_at_the_same_moment_are_told_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken_meanwhile(user: User) -> User:
        account("nora")
        monkeypatch.undo()
        return services.add_account(user)

    monkeypatch.setattr(services, "add_account", taken_meanwhile)
    response = sign_up(client, "nora", "other@example.org")
    assert response.status_code == 422
    assert "already" in response.content.decode()


# ---- Signing in


def test_what_is_tried_too_often_does_not_tell_whose_address_it_is(client: Client) -> None:
    account("nora")
    for _time in range(6):
        client.post("/account/login/", {"who": "nora", "password": "wrong"})
    statuses = {
        who: client.post("/account/login/", {"who": who, "password": "wrong"}).status_code
        for who in ("nora", "nora@example.org", "nobody@example.org")
    }
    assert statuses == {"nora": 429, "nora@example.org": 422, "nobody@example.org": 422}


def test_a_name_that_has_no_account_is_refused_as_late_as_one_that_has(client: Client) -> None:
    account("nora")
    for who in ("nora", NOBODY):
        statuses = [client.post("/account/login/", {"who": who, "password": "wrong"}).status_code for _time in range(7)]
        assert statuses == [422] * 6 + [429]


def test_a_new_password_by_mail_signs_in_though_somebody_has_tried_too_often(client: Client) -> None:
    user = account("nora")
    for number in range(40):
        Client(REMOTE_ADDR=f"192.0.2.{number}").post("/account/login/", {"who": "nora", "password": "wrong"})
    said = {"who": "nora", "password": PASSWORD}
    assert client.post("/account/login/", said).status_code == 429
    client.post("/account/reset/", {"email": user.email})
    form = client.get(link_in_mail(), follow=True).request["PATH_INFO"]
    new = {"new_password1": "another long one", "new_password2": "another long one"}
    assert client.post(form, new).status_code == 302
    assert client.post("/account/login/", said | {"password": "another long one"}).status_code == 302


def test_an_open_session_does_not_find_out_the_password(client: Client) -> None:
    client.force_login(account("nora"))
    new = {"new_password1": "another long one", "new_password2": "another long one"}
    pages = [
        client.post("/account/password/", new | {"old_password": f"wrong {number}"}).content.decode()
        for number in range(11)
    ]
    assert "tried too often" not in pages[9]
    assert "That was tried too often. Please wait an hour." in pages[10]
    page = client.post("/account/password/", new | {"old_password": PASSWORD})
    assert "tried too often" in page.content.decode()


# ---- A forgotten password


def link_in_mail() -> str:
    """Where the link in the last letter leads; letters are written while the page is answered already."""
    end = time.monotonic() + 10
    while not mail.outbox and time.monotonic() < end:
        time.sleep(0.01)
    return next(word for word in mail.outbox[-1].body.split() if "/account/reset/" in word).partition("testserver")[2]


def test_asking_for_a_link_takes_no_longer_where_there_is_an_account(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    account("nora")
    slow = SimpleNamespace(sent=0)

    def send(letter: mail.EmailMessage, *_args: object, **_more: object) -> int:
        time.sleep(1.0)
        slow.sent += 1
        return 1

    monkeypatch.setattr(mail.EmailMessage, "send", send)
    begun = time.monotonic()
    assert client.post("/account/reset/", {"email": "nora@example.org"}).status_code == 302
    assert time.monotonic() - begun < 0.9
    end = time.monotonic() + 10
    while not slow.sent and time.monotonic() < end:
        time.sleep(0.02)
    assert slow.sent == 1


@pytest.mark.parametrize("email", ["nora@example.org", "nobody@example.org"])
def test_asking_for_links_too_often_is_told_alike_with_and_without_an_account(client: Client, email: str) -> None:
    account("nora")
    answers = [client.post("/account/reset/", {"email": email.upper() if n % 2 else email}) for n in range(5)]
    assert [answer.status_code for answer in answers] == [302] * 4 + [429]
    assert "That was asked for too often. Please wait an hour." in answers[4].content.decode()


def test_the_letter_is_in_the_language_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def send(_form: object, *_args: object, **_more: object) -> None:
        seen.append(str(translation.get_language()))

    monkeypatch.setattr(PasswordResetForm, "send_mail", send)
    request = HttpRequest()
    request.META |= {"REMOTE_ADDR": "192.0.2.9", "SERVER_NAME": "testserver", "SERVER_PORT": "80"}
    account("nora")
    form = ResetForm({"email": "nora@example.org"}, request=request)
    with translation.override("de"):
        assert form.is_valid()
        form.save(request=request)
    end = time.monotonic() + 10
    while not seen and time.monotonic() < end:
        time.sleep(0.01)
    assert seen == ["de"]


# ---- Where a request comes from


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_an_ipv6_network_counts_as_one(given: str, counted: str) -> None:
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = given
    assert address_of(request) == counted


def test_the_api_counts_nobody_by_that_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateOfNobody, "usual_rate", "2/min")
    asking = Program()
    statuses = [
        asking.client.get("/api/leagues/", REMOTE_ADDR=f"2001:db8:1:2::{number}").status_code for number in range(4)
    ]
    assert statuses == [200, 200, 429, 429]
