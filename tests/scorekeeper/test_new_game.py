"""Beginning a game: two taps and four names."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from scorekeeper.engine import PRESETS
from scorekeeper.models import Game

from .table import NAMES, start

pytestmark = pytest.mark.django_db


def post(client: Client, **said: Any) -> Any:
    usual = {"submission": uuid.uuid4(), "rules": "iowa", "first_dealer": "3", "target": ""}
    usual |= {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    return client.post("/new/", {name: value for name, value in (usual | said).items() if value is not None})


def test_iowa_is_chosen_and_all_presets_are_offered(client: Client) -> None:
    page = client.get("/new/")
    assertContains(page, 'value="iowa" data-players="4" checked')
    for key, rules in PRESETS.items():
        assertContains(page, f'name="rules" value="{key}" data-players="{rules.players}"')
        assertContains(page, rules.name)


def test_every_preset_has_a_line_of_its_own(client: Client) -> None:
    presets = [client.get("/new/").context[group] for group in ("usual", "others")]
    lines = [preset["line"] for group in presets for preset in group]
    assert len(set(lines)) == 11
    assert lines[0] == (
        "4 players in pairs, to 31; bids 1–5, Pepper with help 7, Pepper alone 14; "
        "no trump allowed; challenge or concede"
    )


def test_a_game_begins_and_opens(client: Client) -> None:
    answer = post(client)
    game = Game.objects.get()
    assertRedirects(answer, f"/g/{game.key}/")
    assert (game.players, game.first_dealer, game.is_demo) == (list(NAMES), 3, False)
    assertContains(client.get(game.get_absolute_url()), "Wes deals hand 1")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_begun(client: Client, preset: str) -> None:
    count = PRESETS[preset].players
    post(client, rules=preset, first_dealer="draw")
    game = Game.objects.get()
    assert game.ruleset == PRESETS[preset]
    assert game.players == list(NAMES[:count])
    assert game.first_dealer < count


def test_names_of_seats_that_are_not_there_are_not_read(client: Client) -> None:
    post(client, rules="classic-2", name_2="", name_3="x" * 10_000)
    assert Game.objects.get().players == ["Nora", "Eli"]


def test_the_deal_is_drawn_and_said(client: Client) -> None:
    page = client.get(post(client, first_dealer="draw").url)
    game = Game.objects.get()
    assertContains(page, f"The deal is drawn: {game.players[game.first_dealer]} deals first.")


def test_a_dealer_who_is_not_there_is_drawn_instead(client: Client) -> None:
    post(client, rules="classic-2", first_dealer="3")
    assert Game.objects.get().first_dealer in (0, 1)


def test_a_target_of_the_house(client: Client) -> None:
    post(client, target="21")
    assert Game.objects.get().ruleset.target == 21


@pytest.mark.parametrize("target", ["0", "-3", "1001", "many", "9" * 10_000])
def test_a_target_that_cannot_be(client: Client, target: str) -> None:
    page = post(client, target=target)
    assert page.status_code == 422
    assertContains(page, "Play to a whole number from 1 to 1000", status_code=422)


def test_a_double_tap_begins_one_game(client: Client) -> None:
    submission = uuid.uuid4()
    assert post(client, submission=submission).url == post(client, submission=submission).url
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("preset", "names"),
    [
        ("iowa", ["North", "East", "South", "West"]),
        ("cutthroat", ["North", "East", "West"]),
        ("classic-2", ["North", "South"]),
    ],
)
def test_a_game_begins_at_once_with_players_called_by_their_places(
    client: Client, preset: str, names: list[str]
) -> None:
    post(client, rules=preset, **{f"name_{seat}": "" for seat in range(4)}, first_dealer="draw")
    assert Game.objects.get().players == names


def test_one_name_left_empty_is_the_place_and_cannot_be_taken_by_another(client: Client) -> None:
    post(client, name_1=" ")
    assert Game.objects.get().players == ["Nora", "East", "Sam", "Wes"]
    page = post(client, name_1="", name_3="east", submission=uuid.uuid4())
    assert "Two players are called" in page.content.decode()


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"name_1": "\u200b"}, "Nothing of this name can be seen."),
        ({"name_1": "E\x07li"}, "There is a character in this text that cannot be shown."),
        ({"name_1": "E\x00li"}, "Null characters are not allowed."),
        ({"name_1": "x" * 10_000}, "A name has at most 40 characters; this one has 10000."),
        ({"name_3": "nora"}, "Two players are called nora."),
        ({"rules": "bridge"}, "Choose the rules you play by."),
        ({"rules": None}, "Choose the rules you play by."),
        ({"submission": "junk"}, "Part of this form was lost on the way."),
        ({"first_dealer": "7"}, "Choose who deals first, or draw."),
    ],
    ids=lambda value: (
        value[:12] if isinstance(value, str) else next(iter(value)) + repr(next(iter(value.values())))[:8]
    ),
)
def test_what_cannot_be_is_told_and_what_was_typed_stays(client: Client, said: dict[str, Any], sentence: str) -> None:
    page = post(client, name_0="Nora Ø", **({"name_3": "nora ø"} if "name_3" in said else said))
    assert page.status_code == 422
    assert sentence.replace("nora", "nora ø" if "name_3" in said else "nora") in page.content.decode()
    assertContains(page, 'value="Nora Ø"', status_code=422)
    assert not Game.objects.exists()


def test_names_with_markup_are_shown_as_typed(client: Client) -> None:
    page = client.get(post(client, name_0="<script>x</script>").url)
    assertNotContains(page, "<script>x")
    assertContains(page, "&lt;script&gt;x")


def test_playing_again_brings_the_players_and_rules(client: Client) -> None:
    game = start({"base": "midwest", "target": 21})
    page = client.get("/new/", {"again": game.key})
    assertContains(page, 'value="Nora"')
    assertContains(page, 'value="midwest" data-players="4" checked')
    assertContains(page, 'value="21"')


@pytest.mark.parametrize("key", ["", "nobody", "x" * 10_000, "\x00"])
def test_playing_again_without_a_game_is_a_new_one(client: Client, key: str) -> None:
    assert client.get("/new/", {"again": key}).status_code == 200


@pytest.mark.parametrize("key", ["\x00", "a\x00b", "a/b", "ä"])
def test_what_can_be_no_key_is_not_asked_for(
    client: Client, key: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Some databases stumble over it."""
    with django_assert_num_queries(0):
        assert client.get("/new/", {"again": key}).status_code == 200


def test_budget(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        client.get("/new/")
    with django_assert_num_queries(6):  # two nested transactions, whether it is there, and the row
        post(client)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_pages_lead_here_with_their_rules_chosen(client: Client, preset: str) -> None:
    page = client.get(f"/rules/{preset}/")
    assertContains(page, f"/new/?rules={preset}")
    shown = client.get("/new/", {"rules": preset}).content.decode()
    assert re.findall(r'name="rules" value="([\w-]+)"[^>]* checked', shown) == [preset]


@pytest.mark.parametrize("rules", ["", "poker", "<b>", "x" * 10_000])
def test_rules_that_are_none_leave_the_usual_ones_chosen(client: Client, rules: str) -> None:
    assertContains(client.get("/new/", {"rules": rules}), 'value="iowa" data-players="4" checked')


def test_a_form_sent_again_with_other_names_asks_before_it_begins_another(client: Client) -> None:
    submission = uuid.uuid4()
    first = post(client, submission=submission)
    page = post(client, submission=submission, name_0="Zoe", rules="midwest")
    assertContains(page, "began a game already", status_code=422)
    assertContains(page, 'value="Zoe"', status_code=422)
    drawn = re.findall(r'name="submission" value="([\w-]+)"', page.content.decode())
    assert len(drawn) == 1 and drawn != [str(submission)]
    second = post(client, submission=drawn[0], name_0="Zoe", rules="midwest")
    assert second.status_code == 302
    assert second.url != first.url
    assert Game.objects.count() == 2
