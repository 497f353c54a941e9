"""Keys for programs: shown once, kept as a digest, worthless when revoked."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from scorekeeper import services
from scorekeeper.models import Token
from tests.leagues.club import account, client_of

pytestmark = pytest.mark.django_db


def key_in(page: str) -> str:
    found = re.findall(r"pepper_[\w-]+", page)
    return found[0] if found else ""


def test_a_key_is_shown_once_and_kept_as_a_digest() -> None:
    user = account("nora")
    browser = client_of(user)
    response = browser.post("/account/tokens/", {"name": "Spreadsheet", "scope": "write"})
    key = key_in(response.content.decode())
    assert len(key) > 40
    assert "no-store" in response.headers["Cache-Control"]
    token = Token.objects.get()
    assert (token.user, token.name, token.scope) == (user, "Spreadsheet", "write")
    assert key not in str(Token.objects.values())
    page = browser.get("/account/tokens/").content.decode()
    assert "Spreadsheet" in page
    assert not key_in(page)


@pytest.mark.parametrize(
    "said", [{"name": "", "scope": "read"}, {"name": "x", "scope": "all"}, {"name": "x" * 61, "scope": "read"}, {}]
)
def test_what_cannot_be_a_token_is_not_made(said: dict[str, str]) -> None:
    response = client_of(account("nora")).post("/account/tokens/", said)
    assert response.status_code == 422
    assert not Token.objects.exists()


def test_a_key_belongs_to_its_account_until_it_is_revoked() -> None:
    user = account("nora")
    token, key = services.make_token(user, name="Spreadsheet")
    found = services.token_of(key)
    assert found is not None and found.user == user and found.scope == "read"
    token.refresh_from_db()
    assert token.used_at is not None and token.used_at <= timezone.now()
    assert services.token_of(f"{key}x") is None
    browser = client_of(user)
    assert "Spreadsheet" in browser.get(f"/account/tokens/{token.pk}/revoke/").content.decode()
    for _time in range(2):
        assert browser.post(f"/account/tokens/{token.pk}/revoke/").status_code == 302
    assert services.token_of(key) is None


def test_a_closed_account_has_no_keys() -> None:
    user = account("nora")
    _token, key = services.make_token(user, name="Spreadsheet")
    user.is_active = False
    user.save()
    assert services.token_of(key) is None


def test_nobody_revokes_the_key_of_another() -> None:
    token, key = services.make_token(account("nora"), name="Spreadsheet")
    browser = client_of(account("eli"))
    assert browser.get(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    browser.post(f"/account/tokens/{token.pk}/revoke/")
    assert services.token_of(key) is not None


def test_an_account_has_only_so_many() -> None:
    user = account("nora")
    for number in range(20):
        services.make_token(user, name=str(number))
    with pytest.raises(ValidationError):
        services.make_token(user, name="one more")
    page = client_of(user).post("/account/tokens/", {"name": "one more", "scope": "read"})
    assert page.status_code == 422
    assert "An account has 20 tokens at most." in page.content.decode()
