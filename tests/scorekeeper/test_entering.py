"""Entering a hand: shown before it is kept, kept once, and never lost where something stands against it."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from scorekeeper import services
from scorekeeper.engine import PRESETS
from scorekeeper.forms import HandForm
from scorekeeper.models import Game, Hand
from scorekeeper.selectors import game_sheet, new_place

from .table import FULL, NORA_MAKES_4, WES_IS_SET_ON_4, finish, hand_post, record, start
from .test_score_sheet import said

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start()


def send(client: Client, game: Game, number: int = 1, **more: Any) -> Any:
    return client.post(f"/g/{game.key}/hand/", hand_post(number, **more))


def paste(client: Client, game: Game, text: object, number: int = 1, **more: Any) -> Any:
    values = {"submission": uuid.uuid4(), "number": number, "text": text if isinstance(text, str) else json.dumps(text)}
    return client.post(f"/g/{game.key}/paste/", values | more)


# ---- The form


def test_the_form_begins_with_the_dealer_of_the_game(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    page = client.get(f"/g/{game.key}/hand/")
    assertContains(page, "Wes deals")
    assertContains(page, 'name="dealer" value="3" id="id_dealer_3" checked')
    assertContains(page, 'name="number" value="2"')


@pytest.mark.parametrize("preset", PRESETS)
def test_every_ruleset_has_its_form(client: Client, preset: str) -> None:
    page = client.get(f"/g/{start(preset).key}/hand/")
    for rung in PRESETS[preset].ladder:
        assertContains(page, f'name="bid" value="{rung.token}"')


def test_what_bids_with_a_name_are_worth(client: Client, game: Game) -> None:
    words = said(client.get(f"/g/{game.key}/hand/"))
    assert "Pepper with help 7 points" in words
    assert "Pepper alone 14 points" in words
    peppers = said(client.get(f"/g/{start('hasenpfeffer-peppers').key}/hand/"))
    assert "Little Pepper 6 points" in peppers
    assert "Big Pepper 12 points" in peppers


def test_two_forms_are_two_submissions(client: Client, game: Game) -> None:
    forms = {str(client.get(f"/g/{game.key}/hand/").context["form"]["submission"].value()) for _ in range(2)}
    assert len(forms) == 2


# ---- Showing the points


def test_the_points_are_shown_and_nothing_is_kept(client: Client, game: Game) -> None:
    page = send(client, game, preview="1")
    assert page.status_code == 200
    assert "Nora makes 4 ♥\ufe0e +4 / +2" in said(page)
    assertContains(page, "Save, 4\xa0:\xa02")
    assertContains(page, 'name="bid" value="4" id="id_bid_3" checked')
    assert not Hand.objects.exists()


def test_a_tap_brings_only_what_it_changes(client: Client, game: Game) -> None:
    page = client.post(f"/g/{game.key}/hand/", hand_post(preview="1"), headers={"HX-Request": "true"})
    words = page.content.decode()
    assert "Nora makes 4 ♥\ufe0e +4 / +2" in said(page)
    assert "<html" not in words
    assert 'type="radio"' not in words
    for name, text in (
        ("save-label", "Save, 4\xa0:\xa02"),
        ("dealer-said", "Sam deals"),
        ("challenge-legend", "Eli &amp; Wes"),
        ("taken-legend", "Tricks taken by Nora"),
    ):
        assertContains(page, f'<span id="{name}" hx-swap-oob="true">{text}</span>')
    assert not Hand.objects.exists()


def test_a_tap_asks_for_the_next_and_calls_nothing_wrong(client: Client, game: Game) -> None:
    values = hand_post(preview="1", bid=None, taken=None)
    page = client.post(f"/g/{game.key}/hand/", values, headers={"HX-Request": "true"})
    assert page.status_code == 200
    assertContains(page, "What was the bid?")
    assertNotContains(page, 'class="wrong"')


def test_the_end_is_said_before_it_is_kept(client: Client) -> None:
    game = start({"base": "iowa", "target": 4})
    page = send(client, game, preview="1")
    assert "That ends the game: Nora &amp; Sam win." in said(page)


def test_a_deal_out_of_turn_is_said_before_it_is_kept(client: Client, game: Game) -> None:
    page = send(client, game, preview="1", dealer=0)
    assertContains(page, "Nora dealt, but it was Sam’s turn to deal.")
    assertRedirects(send(client, game, dealer=0), game.get_absolute_url())


# ---- Keeping it


def test_a_hand_is_kept(client: Client, game: Game) -> None:
    page = client.get(send(client, game).url)
    assert "Hand 1 is saved: Nora makes 4 ♥\ufe0e ( +4 / +2" in said(page)
    assertContains(page, f'href="{game.get_absolute_url()}undo/"', count=2)
    assert Hand.objects.get().record == NORA_MAKES_4
    assert game_sheet(game).scores == (4, 2)


@pytest.mark.parametrize(("said", "next_dealer"), [({"declarer": "nobody"}, 3), ({"kind": "void"}, 2)])
def test_what_was_not_played_is_kept(client: Client, game: Game, said: dict[str, str], next_dealer: int) -> None:
    send(client, game, **said)
    assert game_sheet(game).scores == (0, 0)
    assert game_sheet(game).next_dealer == next_dealer


def test_a_ruling_is_kept(client: Client, game: Game) -> None:
    send(client, game, kind="ruled", ruled_0="-3", ruled_1="2", reason="a revoke")
    assert game_sheet(game).scores == (-3, 2)


def test_what_is_wrong_stands_at_its_field_and_the_rest_stays(client: Client, game: Game) -> None:
    page = send(client, game, taken=None)
    assert page.status_code == 422
    html = page.content.decode()
    field = html[html.index('aria-describedby="id_taken_error"') :]
    assert "How many tricks were taken?" in field[: field.index("</fieldset>")]
    assertContains(page, 'name="declarer" value="0" id="id_declarer_0" checked', status_code=422)
    assert not Hand.objects.exists()


def test_a_refused_page_says_so_first_and_opens_at_the_fault(client: Client, game: Game) -> None:
    page = send(client, game, taken=None)
    assertContains(page, "<title>Error: Hand 1 · Pepper</title>", status_code=422)
    assertContains(page, 'id="id_taken_0" aria-invalid="true" autofocus', status_code=422)
    assertContains(page, "autofocus", count=1, status_code=422)
    assertNotContains(client.get(f"/g/{game.key}/hand/"), "autofocus")


def test_a_tap_takes_back_what_was_called_wrong(client: Client, game: Game) -> None:
    page = client.post(f"/g/{game.key}/hand/", hand_post(preview="1"), headers={"HX-Request": "true"})
    assertContains(page, '<div id="id_taken_error" hx-swap-oob="true"></div>')
    page = client.post(f"/g/{game.key}/hand/", hand_post(preview="1", trump="x"), headers={"HX-Request": "true"})
    assertContains(page, '<div id="id_trump_error" hx-swap-oob="true"><p class="wrong">Choose one of these.</p></div>')


def test_playing_alone_is_said_before_it_is_kept(client: Client) -> None:
    game = start("hasenpfeffer")
    page = send(client, game, preview="1", alone="alone", beside=3)
    assert "Nora makes 4 ♥\ufe0e , alone, Wes too +4 / 0" in said(page)


def test_a_double_tap_and_a_resubmit_after_back_make_one_hand(client: Client, game: Game) -> None:
    values = hand_post()
    for _ in range(3):
        assertRedirects(client.post(f"/g/{game.key}/hand/", values), game.get_absolute_url())
    assert Hand.objects.count() == 1


def test_a_double_tap_that_ends_the_game_makes_one_hand(client: Client) -> None:
    game = start({"base": "iowa", "target": 4})
    values = hand_post()
    for _ in range(2):
        assertRedirects(client.post(f"/g/{game.key}/hand/", values), game.get_absolute_url())
    assert Hand.objects.count() == 1


def test_a_late_repeat_of_what_was_taken_back_says_so(client: Client, game: Game) -> None:
    values = hand_post()
    client.post(f"/g/{game.key}/hand/", values)
    services.undo_hand(game, number=1)
    page = client.post(f"/g/{game.key}/hand/", values, follow=True)
    assertContains(page, "Hand 1 had been saved and taken back.")
    assert not game.hands.current().exists()


def test_after_the_end(client: Client) -> None:
    game = finish(start())
    assertContains(client.get(f"/g/{game.key}/hand/"), "This game is over.", status_code=409)
    page = send(client, game, 4, dealer=1)
    assertContains(page, "The game was over before this hand.", status_code=409)
    assertContains(page, 'name="taken" value="4" id="id_taken_4" checked', status_code=409)
    assert game.hands.count() == 3


def test_budget(client: Client, game: Game, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(3):
        send(client, game, preview="1")
    with django_assert_num_queries(12):
        send(client, game)


# ---- Another phone was faster


def test_both_hands_are_shown(client: Client, game: Game) -> None:
    record(game, WES_IS_SET_ON_4 | {"dealer": 2})
    page = send(client, game)
    assert page.status_code == 409
    words = said(page)
    assert "There is a hand 1 already." in words
    assert "Saved Wes is set on 4 ♠\ufe0e Nora &amp; Sam +3, Eli &amp; Wes −4" in words
    assert "Yours, as hand 2 Nora makes 4 ♥\ufe0e Nora &amp; Sam +4, Eli &amp; Wes +2 Dealer Wes" in words
    assert "Save mine as hand 2, 7 : −2" in words
    assert game.hands.count() == 1


def resend(client: Client, page: Any, **more: str) -> Any:
    """Send the form of a conflict as a browser would."""
    return client.post(page.context["action"], {name: str(v) for name, v in page.context["typed"].items()} | more)


def test_the_other_hand_can_be_saved_as_the_next(client: Client, game: Game) -> None:
    record(game, WES_IS_SET_ON_4 | {"dealer": 2})
    page = send(client, game)
    assertRedirects(resend(client, page), game.get_absolute_url())
    assert [hand.record for hand in game.hands.current()] == [
        WES_IS_SET_ON_4 | {"dealer": 2},
        NORA_MAKES_4 | {"dealer": 3},
    ]
    assertRedirects(resend(client, page), game.get_absolute_url())
    assert game.hands.count() == 2


def test_the_other_hand_can_be_looked_at_again(client: Client, game: Game) -> None:
    record(game, WES_IS_SET_ON_4 | {"dealer": 2})
    page = resend(client, send(client, game), preview="1")
    assertContains(page, 'name="number" value="2"')
    assertContains(page, 'name="taken" value="4" id="id_taken_4" checked')
    assert game.hands.count() == 1


def test_a_dealer_chosen_by_hand_stays(client: Client, game: Game) -> None:
    record(game, WES_IS_SET_ON_4 | {"dealer": 2})
    page = send(client, game, dealer=1)
    assertContains(page, "Eli dealt, but it was Wes’s turn to deal.", status_code=409)
    resend(client, page)
    assert game.hands.current().last().record["dealer"] == 1  # type: ignore[union-attr]


def test_the_same_hand_from_two_phones_is_saved_already(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    page = send(client, game)
    assertContains(page, "Hand 1 is saved already.", status_code=409)
    assertNotContains(page, "Save mine", status_code=409)


def test_the_same_form_with_another_hand_is_a_conflict(client: Client, game: Game) -> None:
    submission = uuid.uuid4()
    send(client, game, submission=submission)
    page = send(client, game, submission=submission, taken=5)
    assert "Saved Nora makes 4 ♥\ufe0e Nora &amp; Sam +4, Eli &amp; Wes +2" in said(page)
    assert Hand.objects.get().record["taken"] == [4, 2]


def test_the_faster_hand_may_have_ended_the_game(client: Client) -> None:
    game = start({"base": "iowa", "target": 4})
    record(game, NORA_MAKES_4)
    page = send(client, game, taken=5)
    assertContains(page, "The game is over now", status_code=409)
    assertNotContains(page, "Save mine", status_code=409)


def test_a_hand_before_it_was_taken_back(client: Client, game: Game) -> None:
    page = send(client, game, 3)
    assertContains(page, "The next hand is hand 1.", status_code=409)
    assertRedirects(resend(client, page), game.get_absolute_url())
    assert Hand.objects.get().number == 1


def test_a_pasted_record_meets_the_same_answer(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    page = paste(client, game, FULL)
    assertContains(page, "There is a hand 1 already.", status_code=409)
    assertRedirects(resend(client, page), game.get_absolute_url())
    assert game.hands.current().last().record == FULL  # type: ignore[union-attr]


def test_a_form_without_a_dealer_asks_who_dealt(client: Client, game: Game) -> None:
    for kind in ("played", "void"):
        page = send(client, game, dealer=None, kind=kind)
        assertContains(page, "Who dealt?", status_code=422)
        assertContains(page, '<p class="wrong">Who dealt?</p>', status_code=422)
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    "depth", ["hand", "auction", "cards", "paste", "1/edit/score", "1/edit/cards", "1/insert/auction"]
)
def test_to_carry_and_to_save_at_once_is_to_carry(client: Client, game: Game, depth: str) -> None:
    record(game, NORA_MAKES_4)
    for values in (hand_post(2), {"state": "{}"}, {"text": json.dumps(FULL)}):
        page = client.post(f"/g/{game.key}/{depth}/", values | {"save": "1", "carry": "1"})
        assert page.status_code == 200
    assert game.hands.count() == 1


# ---- Pasting


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


# ---- Whatever comes


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
