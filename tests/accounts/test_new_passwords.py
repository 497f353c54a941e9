"""Another password, set in whatever way, ends all sessions and revokes all keys; the same password does neither."""

import io
import re
import time
from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from scorekeeper import services
from scorekeeper.models import User
from tests.leagues.club import PASSWORD, account, client_of

pytestmark = pytest.mark.django_db

NEW = "another long one"
NEWS = {"new_password1": NEW, "new_password2": NEW}


@pytest.fixture(autouse=True)
def _forget_what_was_tried() -> None:
    cache.clear()


def by_account_page(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client_of(user).post("/account/password/", NEWS | {"old_password": PASSWORD}).status_code == 302


def by_reset(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    client.post("/account/reset/", {"email": user.email})
    end = time.monotonic() + 10
    while not mail.outbox and time.monotonic() < end:
        time.sleep(0.01)
    link = re.findall(r"http://testserver(/account/reset/\S+)", mail.outbox[0].body)[0]
    form = client.get(link, follow=True).request["PATH_INFO"]
    assert client.post(form, NEWS).status_code == 302
    again = Client()
    assert again.get(link).status_code == 200, "the link opens nothing any more"
    assert (
        again.post(form, {"new_password1": "a third long one", "new_password2": "a third long one"}).status_code == 200
    )
    user.refresh_from_db()
    assert user.check_password(NEW)


def by_admin(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    root = client_of(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    said = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    assert root.post(f"/admin/scorekeeper/user/{user.pk}/password/", said).status_code == 302


def by_admin_without_any(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    root = client_of(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    said = {"usable_password": "false", "unset-password": "Disable"}
    assert root.post(f"/admin/scorekeeper/user/{user.pk}/password/", said).status_code == 302
    user.refresh_from_db()
    assert not user.has_usable_password()


def by_command(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getpass", lambda **_prompt: NEW)
    call_command("changepassword", user.username, stdout=io.StringIO())


Way = Callable[[User, pytest.MonkeyPatch], None]


@pytest.mark.parametrize("way", [by_account_page, by_reset, by_admin, by_admin_without_any, by_command])
def test_another_password_ends_sessions_and_keys(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    user, other = account("nora"), account("eli")
    browser, others_browser = client_of(user), client_of(other)
    keys = [services.make_token(user, name=name)[1] for name in ("Spreadsheet", "Telephone")]
    others_key = services.make_token(other, name="Spreadsheet")[1]
    assert browser.get("/account/").status_code == 200
    way(user, monkeypatch)
    assert browser.get("/account/").status_code == 302
    assert [services.token_of(key) for key in keys] == [None, None]
    assert others_browser.get("/account/").status_code == 200
    assert services.token_of(others_key) is not None


def test_signing_in_and_a_stronger_hash_of_the_same_password_revoke_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    user = account("nora")
    _token, key = services.make_token(user, name="Spreadsheet")
    before = user.password
    monkeypatch.setattr(MD5PasswordHasher, "must_update", lambda *_encoded: True)
    assert Client().post("/account/login/", {"who": "nora", "password": PASSWORD}).status_code == 302
    user.refresh_from_db()
    assert user.password != before
    assert services.token_of(key) is not None


def test_another_change_to_an_account_revokes_nothing() -> None:
    user = account("nora")
    user.set_unusable_password()
    user.save()
    _token, key = services.make_token(user, name="Spreadsheet")
    user.first_name = "Nora"
    user.save()
    assert services.token_of(key) is not None


def test_a_second_account_without_an_address_is_refused_in_the_admin_and_no_error() -> None:
    root = client_of(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    said = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    for name in ("june", "omar"):
        response = root.post("/admin/scorekeeper/user/add/", said | {"username": name})
        assert (response.status_code, "This field is required" in response.content.decode()) == (200, True)
        added = said | {"username": name, "email": f"{name}@example.org"}
        assert root.post("/admin/scorekeeper/user/add/", added).status_code == 302
