"""A form that is sent twice makes one thing; with something else in it by then, it asks before it makes another."""

import re
import uuid

import pytest
from django.db import models

from scorekeeper.models import League, Night, Player, Season

from .club import Club, found

pytestmark = pytest.mark.django_db

Form = tuple[str, dict[str, object], type[models.Model], str]
FORMS = ["league", "season", "night", "player"]


@pytest.fixture
def club() -> Club:
    return found()


def form_of(club: Club, what: str) -> Form:
    """Where the form is, what is typed, what it makes, and a field in which something else may stand."""
    return {
        "league": (
            "/leagues/new/",
            {"name": "Oak", "rules": "iowa", "target": "", "visibility": "private"},
            League,
            "name",
        ),
        "season": (
            f"{club.root}seasons/new/",
            {"name": "Oak", "starts_on": "2027-02-01", "ends_on": "", "least_games": "3", "metric_0": "win_share"},
            Season,
            "name",
        ),
        "night": (
            f"{club.root}s/{club.season.pk}/nights/new/",
            {"date": "2026-12-03", "place": "Oak", "zone": "UTC"},
            Night,
            "place",
        ),
        "player": (f"{club.root}players/", {"name": "Oak"}, Player, "name"),
    }[what]  # type: ignore[return-value]


def drawn(page: object) -> str:
    """The key that the form was shown with."""
    (key,) = re.findall(r'name="submission" value="([^"]+)"', page.content.decode())  # type: ignore[attr-defined]
    return key


@pytest.mark.parametrize("what", FORMS)
def test_sent_twice_it_is_one(club: Club, what: str) -> None:
    browser, (address, said, model, _field) = club.browser("owner"), form_of(club, what)
    said["submission"] = drawn(browser.get(address))
    before = model._default_manager.count()
    first, second = browser.post(address, said), browser.post(address, said)
    assert (first.status_code, second.status_code) == (302, 302)
    assert first.headers["Location"] == second.headers["Location"]
    assert model._default_manager.count() == before + 1


@pytest.mark.parametrize("what", ["league", "season", "night"])
def test_sent_again_with_something_else_it_asks_before_it_makes_another(club: Club, what: str) -> None:
    browser, (address, said, model, field) = club.browser("owner"), form_of(club, what)
    said["submission"] = drawn(browser.get(address))
    before = model._default_manager.count()
    browser.post(address, said)
    asked = browser.post(address, said | {field: "Elm"})
    assert (asked.status_code, model._default_manager.count()) == (422, before + 1)
    page = asked.content.decode()
    assert "This was sent already, with something else in it." in page
    assert 'value="Elm"' in page
    assert browser.post(address, said | {field: "Elm", "submission": drawn(asked)}).status_code == 302
    assert model._default_manager.count() == before + 2


def test_names_that_were_sent_already_are_there_and_others_are_added(club: Club) -> None:
    browser, (address, said, _model, _field) = club.browser("owner"), form_of(club, "player")
    said["submission"] = drawn(browser.get(address))
    assert browser.post(address, said | {"name": "Oak\nElm"}).status_code == 302
    assert browser.post(address, said | {"name": "Elm\nAsh"}).status_code == 302
    names = list(club.league.players.order_by("-pk").values_list("name", flat=True)[:3])
    assert names == ["Ash", "Elm", "Oak"]
    refused = browser.post(address, said | {"name": "Ash", "submission": str(uuid.uuid4())})
    assert refused.status_code == 422
    assert "Ash is in the list already." in refused.content.decode()


@pytest.mark.parametrize("what", FORMS)
def test_a_form_without_a_key_makes_one_each_time(club: Club, what: str) -> None:
    browser, (address, said, model, field) = club.browser("owner"), form_of(club, what)
    before = model._default_manager.count()
    assert [browser.post(address, said | {field: name}).status_code for name in ("Oak", "Elm")] == [302, 302]
    assert model._default_manager.count() == before + 2


@pytest.mark.parametrize("what", FORMS)
@pytest.mark.parametrize("key", ["mine", str(uuid.uuid1())])
def test_a_key_that_nobody_drew_is_told(club: Club, what: str, key: str) -> None:
    browser, (address, said, model, _field) = club.browser("owner"), form_of(club, what)
    before = model._default_manager.count()
    refused = browser.post(address, said | {"submission": key})
    assert (refused.status_code, model._default_manager.count()) == (422, before)
    assert "Part of this form was lost on the way." in refused.content.decode()


@pytest.mark.parametrize("what", FORMS)
def test_the_key_of_another_league_makes_nothing_and_shows_nothing_and_another_is_drawn(club: Club, what: str) -> None:
    browser, (address, said, model, _field) = club.browser("owner"), form_of(club, what)
    said["submission"] = drawn(browser.get(address))
    browser.post(address, said)
    other = found(name="Elm Street")
    before = model._default_manager.count()
    refused = other.browser("owner").post(form_of(other, what)[0], said)
    assert (refused.status_code, model._default_manager.count()) == (422, before)
    assert "This was sent already, with something else in it." in refused.content.decode()
    again = other.browser("owner").post(form_of(other, what)[0], said | {"submission": drawn(refused)})
    assert (again.status_code, model._default_manager.count()) == (302, before + 1)
