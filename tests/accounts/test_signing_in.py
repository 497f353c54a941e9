"""Signing up, in and out; what is tried too often; a forgotten password; and only ways within the site."""

import re
import time

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.http import urlsafe_base64_encode

from scorekeeper import services
from scorekeeper.models import User
from tests.leagues.club import PASSWORD, account, client_of

pytestmark = pytest.mark.django_db

NORA = {"username": "Nora", "email": "nora@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture(autouse=True)
def _forget_what_was_tried() -> None:
    cache.clear()


def letters(count: int) -> list[mail.EmailMessage]:
    """What was sent; letters are written while the page is answered already."""
    end = time.monotonic() + 10
    while len(mail.outbox) < count and time.monotonic() < end:
        time.sleep(0.01)
    assert len(mail.outbox) == count
    return list(mail.outbox)


def login(client: Client, who: str, password: str = PASSWORD, **more: str) -> int:
    return client.post("/account/login/", {"who": who, "password": password, **more}).status_code


# ---- Signing up


def test_an_account_is_made_and_signed_in(client: Client) -> None:
    response = client.post("/account/sign-up/", NORA)
    assert response.status_code == 302
    assert response.headers["Location"] == "/leagues/"
    assert "Nora" in client.get("/account/").content.decode()
    assert User.objects.get().check_password(PASSWORD)


@pytest.mark.parametrize("is_seen_late", [False, True], ids=["by the service", "by the database"])
@pytest.mark.parametrize(
    ("name", "email", "field", "said"),
    [
        ("nora-taken", "new@example.org", "username", "Somebody has this name already."),
        ("NORA-taken", "new@example.org", "username", "Somebody has this name already."),
        ("new", "Taken@example.org", "email", "Somebody has this address already."),
    ],
)
def test_whoever_was_a_moment_too_late_is_told_in_the_same_words(
    name: str, email: str, field: str, said: str, *, is_seen_late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.create_user("nora-taken", "taken@example.org", PASSWORD)
    if is_seen_late:
        monkeypatch.setattr(User, "full_clean", lambda *_all, **_more: None)
    with pytest.raises(ValidationError) as refused:
        services.add_account(User(username=name, email=email, password="!"))
    assert refused.value.message_dict == {field: [said]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"username": ""}, "This field is required"),
        ({"username": "NORA-taken"}, "Somebody has this name already."),
        ({"username": "nora-taken"}, "Somebody has this name already."),
        ({"email": "Taken@Example.org"}, "Somebody has this address already."),
        ({"username": "a@b"}, "A name has no @"),
        ({"username": "two words"}, "A name has letters, digits and . + - _ only."),
        ({"email": "no address"}, "valid email"),
        ({"password2": "another one altogether"}, "match"),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "password123", "password2": "password123"}, "too common"),
        ({"username": "x" * 151}, "150"),
        ({"username": "No\0ra"}, "Null characters"),
    ],
)
def test_what_cannot_be_an_account_is_said(client: Client, change: dict[str, str], said: str) -> None:
    User.objects.create_user("nora-taken", "taken@example.org", PASSWORD)
    response = client.post("/account/sign-up/", NORA | change)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("change", [{"username": "NORA"}, {"username": "nora"}, {"email": "Nora@Example.org"}])
def test_what_is_taken_is_told_once_at_its_field(client: Client, change: dict[str, str]) -> None:
    User.objects.create_user("nora", "nora@example.org", PASSWORD)
    page = client.post("/account/sign-up/", NORA | {"username": "June", "email": "june@example.org"} | change)
    assert page.content.decode().count("already") == 1
    (field,) = change
    assert field in page.context["form"].errors


@pytest.mark.parametrize("address", ["sign-up/", "login/", "reset/", "password/", "{reset}"])
def test_no_form_of_an_account_speaks_in_the_words_of_the_framework(address: str) -> None:
    nora = account("nora")
    uid = urlsafe_base64_encode(str(nora.pk).encode())
    reset = f"reset/{uid}/{default_token_generator.make_token(nora)}/"
    browser = client_of(nora if address == "password/" else None)
    page = browser.get(f"/account/{address.format(reset=reset)}", follow=True)
    form = page.context["form"]
    said = [str(text) for field in form.fields.values() for text in (field.label, field.help_text) if text]
    theirs = {"Email", "Username", "Old password", "Password confirmation", "New password confirmation"}
    assert not theirs & set(said)
    assert not [text for text in said if "verification" in text or "@/." in text or "<ul>" in text]


def test_a_password_is_never_shown_again(client: Client) -> None:
    page = client.post("/account/sign-up/", NORA | {"username": ""}).content.decode()
    assert PASSWORD not in page
    assert "nora@example.org" in page


# ---- Signing in and out


@pytest.mark.parametrize("who", ["nora", "NORA", "nora@example.org", " Nora@Example.org "])
def test_name_or_address_sign_in(client: Client, who: str) -> None:
    account("nora")
    assert login(client, who) == 302
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("who", "password"), [("nora", "wrong"), ("nobody", PASSWORD), ("", PASSWORD), ("nora", ""), ("no\0ra", PASSWORD)]
)
def test_what_does_not_belong_together_signs_nobody_in(client: Client, who: str, password: str) -> None:
    account("nora")
    assert login(client, who, password) == 422
    assert client.get("/account/").status_code == 302


def test_a_wrong_name_and_a_wrong_password_are_told_alike(client: Client) -> None:
    account("nora")
    pages = [
        client.post("/account/login/", {"who": who, "password": "wrong"}).content.decode() for who in ("nora", "nore")
    ]
    assert "do not belong together" in pages[0]
    one, other = (re.sub(r'value="[^"]*"', "", page) for page in pages)
    assert one == other


def test_an_account_that_was_closed_does_not_sign_in(client: Client) -> None:
    user = account("nora")
    user.is_active = False
    user.save()
    assert login(client, "nora") == 422


def test_signing_out_takes_a_post(client: Client) -> None:
    client.force_login(account("nora"))
    assert client.get("/account/logout/").status_code == 405
    assert client.post("/account/logout/").headers["Location"] == "/"
    assert client.get("/account/").status_code == 302


def test_what_is_tried_too_often_is_refused_for_a_while(client: Client) -> None:
    account("nora")
    assert [login(client, "nora", "wrong") for _try in range(6)] == [422] * 6
    assert login(client, "nora") == 429
    assert login(client, " NORA ") == 429, "it is the same name"
    account("eli")
    assert login(client, "eli") == 302, "others of the same room are not shut out"


def test_from_elsewhere_one_account_can_still_sign_in(client: Client) -> None:
    account("nora")
    for _try in range(6):
        login(client, "nora", "wrong")
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert login(elsewhere, "nora") == 302


def test_many_accounts_are_not_tried_from_one_address(client: Client) -> None:
    account("nora")
    for number in range(60):
        login(client, f"somebody-{number}", "wrong")
    assert login(client, "nora") == 429


def test_signing_in_rightly_forgets_what_was_tried(client: Client) -> None:
    account("nora")
    for _round in range(2):
        for _try in range(5):
            login(client, "nora", "wrong")
        assert login(client, "nora") == 302
        client.logout()


# ---- Where it leads


@pytest.mark.parametrize("address", ["/account/login/", "/account/sign-up/"])
@pytest.mark.parametrize(
    "target",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/",
        r"/\elsewhere.example",
        "javascript:alert(1)",
        "",
        "home",
        "scorekeeper:home",
        "http://[",
    ],
)
def test_nothing_leads_to_another_site(address: str, target: str) -> None:
    account("eli")
    said = NORA | {"who": "eli", "password": PASSWORD, "next": target}
    assert Client().post(address, said).headers["Location"] == "/leagues/"
    signed_in = client_of(User.objects.get(username="eli"))
    assert signed_in.get(address, {"next": target}).headers["Location"] == "/leagues/"


def test_signing_in_leads_where_one_was_going(client: Client) -> None:
    account("nora")
    response = client.get("/account/tokens/")
    assert response.headers["Location"] == "/account/login/?next=%2Faccount%2Ftokens%2F"
    assert 'value="/account/tokens/"' in client.get(response.headers["Location"]).content.decode()
    response = client.post("/account/login/", {"who": "nora", "password": PASSWORD, "next": "/account/tokens/"})
    assert response.headers["Location"] == "/account/tokens/"


# ---- Passwords


def test_another_password(client: Client) -> None:
    user = account("nora")
    client.force_login(user)
    other = client_of(user)
    _token, key = services.make_token(user, name="Spreadsheet")
    assert "revokes all your tokens" in client.get("/account/password/").content.decode()
    said = {"old_password": PASSWORD, "new_password1": "another long one", "new_password2": "another long one"}
    assert client.post("/account/password/", said | {"old_password": "wrong"}).status_code == 200
    assert client.post("/account/password/", said).headers["Location"] == "/account/"
    page = client.get("/account/")
    assert page.status_code == 200
    assert "Your tokens for programs were revoked" in page.content.decode()
    assert other.get("/account/").status_code == 302, "other browsers are signed out"
    assert services.token_of(key) is None


def test_a_forgotten_password(client: Client) -> None:
    _token, key = services.make_token(account("nora"), name="Spreadsheet")
    response = client.post("/account/reset/", {"email": "NORA@example.org"})
    assert response.headers["Location"] == "/account/reset/sent/"
    (letter,) = letters(1)
    assert letter.subject == "A new password for Pepper"
    assert "nora" in letter.body
    link = re.findall(r"http://testserver(/account/reset/\S+)", letter.body)[0]
    form = client.get(link, follow=True)
    assert "Choose a new password" in form.content.decode()
    assert "revokes all your tokens" in form.content.decode()
    assert services.token_of(key) is not None, "asking alone revokes nothing"
    new = {"new_password1": "another long one", "new_password2": "another long one"}
    assert client.post(form.request["PATH_INFO"], new).headers["Location"] == "/account/login/"
    assert services.token_of(key) is None
    assert login(client, "nora", "another long one") == 302
    assert "This link opens nothing." in Client().get(link).content.decode(), "it works once"


def test_asking_for_a_link_tells_nothing_and_fills_no_mailbox(client: Client) -> None:
    account("nora")
    for email in ("nobody@example.org", "nora@example.org"):
        answers = [client.post("/account/reset/", {"email": email}) for _time in range(6)]
        assert [answer.headers.get("Location") for answer in answers] == [*["/account/reset/sent/"] * 4, None, None]
        assert [answer.status_code for answer in answers[4:]] == [429, 429]
    assert {letter.to[0] for letter in letters(4)} == {"nora@example.org"}


# ---- The admin site


def test_the_admin_site_uses_the_same_door(client: Client) -> None:
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/account/login/")
    client.force_login(account("nora"))
    assert client.get("/admin/", follow=True).status_code == 403


@pytest.mark.parametrize("name", ["league", "season", "player", "token", "night", "game", "hand", "user", "recount"])
def test_the_admin_site_shows_everything(client: Client, name: str) -> None:
    client.force_login(User.objects.create_superuser("root", "root@example.org", PASSWORD))
    assert client.get(f"/admin/scorekeeper/{name}/").status_code == 200
    assert client.get(f"/admin/scorekeeper/{name}/add/").status_code == (200 if name == "user" else 403)


@pytest.mark.parametrize("address", ["/account/sign-up/", "/account/password/"])
def test_a_weak_password_is_blamed_where_it_was_typed_first(address: str) -> None:
    said = {"username": "una", "email": "una@example.org", "old_password": PASSWORD}
    said |= dict.fromkeys(("password1", "password2", "new_password1", "new_password2"), "password")
    form = client_of(account("ike")).post(address, said).context["form"] if "password/" in address else None
    if form is None:
        form = Client().post(address, said).context["form"]
    first, second = (f"{'new_' * ('password/' in address)}password{number}" for number in (1, 2))
    assert "This password is too common." in form.errors[first]
    assert second not in form.errors
