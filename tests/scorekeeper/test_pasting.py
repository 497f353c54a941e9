"""A pasted record is checked, shown and kept, and what is wrong is listed."""

import json

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from scorekeeper.engine import PRESETS
from scorekeeper.models import Game, Hand

from .sending import paste
from .table import FULL, start
from .test_score_sheet import said

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start()


def test_a_record_is_checked_and_its_points_shown(client: Client) -> None:
    game = start(first_dealer=0)
    page = paste(client, game, FULL, preview="1")
    assert "Nora is set on 2 ♣\ufe0e −2 / +5" in said(page)
    assertContains(page, "Save, −2\xa0:\xa05")
    assert page.context["form"]["text"].value() == json.dumps(FULL)
    assert not Hand.objects.exists()


def test_a_record_is_kept(client: Client) -> None:
    game = start(first_dealer=0)
    assertRedirects(paste(client, game, FULL), game.get_absolute_url())
    assert Hand.objects.get().record == FULL


@pytest.mark.parametrize("preset", PRESETS)
def test_the_example_can_be_pasted(client: Client, preset: str) -> None:
    game = start(preset)
    sample = client.get(f"/g/{game.key}/paste/").context["sample"]
    assert json.loads(sample)["tricks"]
    assertRedirects(paste(client, game, sample), game.get_absolute_url())


@pytest.mark.parametrize("rules", ["iowa", {"base": "iowa"}, {"base": "iowa", "name": "Ours"}])
def test_an_envelope_is_opened(client: Client, rules: object) -> None:
    game = start(first_dealer=0)
    paste(client, game, {"id": 7, "rules": rules, "hand": FULL})
    assert Hand.objects.get().record == FULL


SURROGATE = '{"void": "\\ud800"}'


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", ["Paste a record first."]),
        ('{"dealer": 2,\n "bid" "4"}', ["This is not JSON yet. Line 2, column 8: a colon is missing here."]),
        ('{"dealer": 2', ["Line 1, column 13: a comma or a closing bracket is missing here."]),
        ("{dealer: 2}", ["Line 1, column 2: a key in double quotes belongs here."]),
        ("nonsense", ["Line 1, column 1: a value belongs here."]),
        ("{} {}", ["Line 1, column 4: the record has ended before this."]),
        ('{"void": NaN}', ["This cannot be read as JSON: NaN is not a number."]),
        ("[" * 20_000, ["This cannot be read as JSON"]),
        ("[]", ["A hand is an object with keys such as dealer and calls, not [].", "1 thing to mend"]),
        ('{"dealer": 9, "declarer": 9, "bid": "4"}', ["Dealer is a seat from 0 to 3, not 9.", "2 things to mend"]),
        ({"rules": "midwest", "hand": FULL}, ["other rules (Midwest Pepper) than this game (Iowa Pepper)."]),
        ({"rules": {"base": "iowa", "target": 42}, "hand": FULL}, ["This record was played by other rules"]),
        ({"rules": "bridge", "hand": FULL}, ["There are no rules called"]),
        ({"rules": "iowa", "hand": FULL, "more": 1}, ["there is a key “more”"]),
        ({"format": "pepper-game", "deals": [FULL]}, ["This is a whole game. Paste its hands one at a time."]),
        ("x" * 60_000, ["This text has 60000 characters. A record has 50000 at most"]),
        (SURROGATE, ["There is something in this record that cannot be kept."]),
        ('{"void": "\\u0000"}', ["There is something in this record that cannot be kept."]),
        (FULL | {"tricks": [["Jh", "Th", "9s"]]}, ["Trick 1: "]),
    ],
    ids=lambda value: str(value)[:24] if not isinstance(value, list) else "",
)
def test_what_is_wrong_is_listed_and_the_text_stays(
    client: Client, game: Game, text: object, sentences: list[str]
) -> None:
    page = paste(client, game, text)
    assert page.status_code == 422
    words = page.content.decode().replace("&quot;", '"').replace("&#x27;", "'")
    for sentence in sentences:
        assert sentence in words
    typed = text if isinstance(text, str) else json.dumps(text)
    assert page.context["form"]["text"].value() == typed
    assert not Hand.objects.exists()


def test_findings_speak_of_the_players_in_the_order_of_the_record(client: Client) -> None:
    page = paste(client, start(first_dealer=0), FULL | {"declarer": 1, "bid": "4"})
    assert page.context["form"].errors["text"] == [
        "Eli is recorded as declarer, but by the calls Nora won the auction.",
        "The bid is recorded as 4, but by the calls it was 2.",
    ]


def test_a_record_larger_than_the_server_takes(client: Client, game: Game) -> None:
    assert paste(client, game, "x" * 2_000_000).status_code == 413
