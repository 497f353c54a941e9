"""Whatever is typed, pasted or sent gets an answer."""

import json
import uuid

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django.asserts import assertContains

from scorekeeper import services
from scorekeeper.forms import HandForm
from scorekeeper.models import Game, Hand
from scorekeeper.selectors import game_sheet, new_place

from .sending import paste, send
from .table import FULL, NORA_MAKES_4, WES_IS_SET_ON_4, hand_post, record, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start()


VALUES = st.one_of(
    st.text(max_size=30),
    st.integers(-10, 10).map(str),
    st.sampled_from(
        ["9" * 5000, "²", "\x00", "played", "nobody", "void", "ruled", "alone", "yes", "no", "PH", "n", "h"]
    ),
)
JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(list(FULL)) | st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("preset", ["iowa", "hasenpfeffer", "cutthroat"])
def test_whatever_is_sent_is_answered(preset: str) -> None:
    game = start(preset)
    names = [*HandForm(new_place(game_sheet(game))).fields, "preview"]

    @settings(max_examples=60)
    @given(st.dictionaries(st.sampled_from(names), VALUES), st.sets(st.sampled_from(names)), st.booleans())
    def answers(junk: dict[str, str], gone: set[str], is_htmx: bool) -> None:
        values = {name: value for name, value in (hand_post() | junk).items() if name not in gone}
        headers = {"HX-Request": "true"} if is_htmx else {}
        page = Client().post(f"/g/{game.key}/hand/", values, headers=headers)
        assert page.status_code in (200, 302, 409, 422)
        assert Client().get(game.get_absolute_url()).status_code == 200

    answers()


def test_whatever_is_pasted_is_answered(game: Game) -> None:
    @settings(max_examples=60)
    @given(st.one_of(st.text(), JSONS.map(json.dumps)), st.booleans())
    def answers(text: str, is_preview: bool) -> None:
        more = {"preview": "1"} if is_preview else {}
        assert paste(Client(), game, text, **more).status_code in (200, 302, 409, 422)

    answers()


def test_whatever_begins_a_game_is_answered() -> None:
    names = ["submission", "rules", "first_dealer", "target", *(f"name_{seat}" for seat in range(4))]

    @settings(max_examples=60)
    @given(st.dictionaries(st.sampled_from(names), VALUES))
    def answers(junk: dict[str, str]) -> None:
        usual = {"submission": str(uuid.uuid4()), "rules": "iowa", **{f"name_{seat}": f"P{seat}" for seat in range(4)}}
        assert Client().post("/new/", usual | junk).status_code in (302, 422)

    answers()


@pytest.mark.parametrize("name", ["reason", "declarer", "bid", "kind", "dealer", "ruled_0", "number", "submission"])
def test_ten_thousand_characters_are_told(client: Client, game: Game, name: str) -> None:
    page = send(client, game, **{"kind": "ruled", "ruled_0": 0, "ruled_1": 0, "reason": "so"} | {name: "x" * 10_000})
    assert page.status_code == 422
    assert not Hand.objects.exists()


def test_another_hand_than_the_one_shown_is_not_taken_back(client: Client) -> None:
    game = start()
    seen = record(game, NORA_MAKES_4)
    page = client.get(f"{game.get_absolute_url()}undo/")
    assertContains(page, f'name="hand" value="{seen.submission}"')
    services.undo_hand(game, number=1)
    other = record(game, WES_IS_SET_ON_4)
    client.post(f"{game.get_absolute_url()}undo/", {"number": 1, "hand": seen.submission})
    assert list(game.hands.current()) == [other]
    client.post(f"{game.get_absolute_url()}undo/", {"number": 1, "hand": "junk"})
    assert list(game.hands.current()) == [other]
    client.post(f"{game.get_absolute_url()}undo/", {"number": 1, "hand": other.submission})
    assert not game.hands.current()
    restored = client.post(f"{game.get_absolute_url()}restore/", {"number": 1, "hand": other.submission}, follow=True)
    assertContains(restored, "Hand 1 counts again.")
    again = client.post(f"{game.get_absolute_url()}restore/", {"number": 1, "hand": other.submission}, follow=True)
    assertContains(again, "Hand 1 counts again.")
