"""Every line that somebody types is kept, or refused in words, by one rule: in services, forms and the API."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import services
from scorekeeper.engine import check_hand, parse_rules
from scorekeeper.models import HandVersion, Night
from scorekeeper.texts import clean_line, said_line
from tests.api.cast import program
from tests.leagues.club import TODAY, Club, found

from .table import NORA_MAKES_4, hand_post, record, seen, start

# Zero-width space and joiner, blank Braille, soft hyphen, direction marks, Hangul fillers, a lone accent, a selector.
UNSEEN = (
    "\u200b",
    "\u200d\u200c",
    "\u2800",
    "\u00ad",
    "\u200e\u200f",
    "\u3164",
    "\u0301",
    "\ufe0f",
    " \u2060 ",
    "\ufeff",
)
CONTROLS = ("no\0pe", "no\x1bpe", "no\x7fpe", "\0", "no\u202epe", "no\u2066pe")

unseen = pytest.mark.parametrize("typed", UNSEEN, ids=ascii)
controls = pytest.mark.parametrize("typed", CONTROLS, ids=ascii)


@unseen
def test_what_nobody_sees_is_as_good_as_nothing(typed: str) -> None:
    assert clean_line(typed) == ""
    with pytest.raises(ValidationError, match="Nothing of this can be seen"):
        said_line(typed)


@controls
def test_what_cannot_be_shown_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError, match="cannot be shown"):
        clean_line(typed)


@given(st.text())
def test_any_line_is_kept_whole_or_refused(text: str) -> None:
    try:
        line = clean_line(text)
    except ValidationError:
        return
    assert clean_line(line) == line
    assert "\0" not in line


@unseen
def test_the_engine_takes_no_reason_that_nobody_sees(typed: str) -> None:
    rules = parse_rules("iowa")
    ruling = NORA_MAKES_4 | {"ruling": {"points": [0, 0], "reason": typed}}
    for hand in ({"dealer": 2, "void": typed}, ruling):
        assert [finding.code for finding in check_hand(hand, rules).findings if finding.is_error] == ["bad-record"]


def raises(change: Callable[[], object], kind: type[Exception]) -> bool:
    """Whether a change is refused so."""
    try:
        change()
    except kind:
        return True
    return False


def _final(club: Club) -> Any:
    game = club.play(over=False)
    services.set_night_state(club.night, Night.State.FINAL)
    game.refresh_from_db()
    return game


def _changes(club: Club, why: str) -> dict[str, Callable[[], object]]:
    """Everything that needs a reason on a final night."""
    game = _final(club)
    hand = game.hands.get()
    swap = services.substitute(game, seat=1, player=club.add("Pat"), from_number=1, reason="she was late")
    key = uuid.uuid4()
    return {
        "record": lambda: services.record_hand(
            game, NORA_MAKES_4 | {"dealer": 3}, number=2, submission=key, reason=why
        ),
        "insert": lambda: services.insert_hand(game, NORA_MAKES_4, number=1, submission=key, reason=why),
        "correct": lambda: services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1, reason=why),
        "void": lambda: services.void_hand(hand, why="misdeal", revision=1, reason=why),
        "undo": lambda: services.undo_hand(game, number=1, reason=why),
        "substitute": lambda: services.substitute(game, seat=2, player=club.add("Kim"), from_number=1, reason=why),
        "withdraw": lambda: services.withdraw_substitution(swap, reason=why),
    }


@pytest.mark.django_db
def test_on_a_final_night_no_service_takes_a_reason_that_nobody_sees() -> None:
    for typed in UNSEEN[:3]:
        for name, change in _changes(found(), typed).items():
            assert raises(change, services.ReasonNeeded), name


@pytest.mark.django_db
def test_no_service_keeps_a_control_character() -> None:
    for typed in CONTROLS[:2]:
        for name, change in _changes(found(), typed).items():
            assert raises(change, ValidationError), name
    assert not HandVersion.objects.filter(reason__contains="pe").exists()


@pytest.mark.django_db
@unseen
def test_names_of_leagues_seasons_and_keys_say_something(typed: str) -> None:
    club = found()
    owner = club.people["owner"]
    assert owner is not None
    for make in (
        lambda: services.found_league(name=typed, by=owner),
        lambda: services.change_league(club.league, name=typed, rules="iowa", visibility="public"),
        lambda: services.add_season(club.league, name=typed, starts_on=TODAY),
        lambda: services.make_token(owner, name=typed),
        lambda: services.add_player(club.league, typed),
    ):
        with pytest.raises(ValidationError):
            make()
    assert services.open_night(club.season, date=TODAY, zone="UTC", place=typed).place == ""


@pytest.mark.django_db
@pytest.mark.parametrize("typed", [*UNSEEN, *CONTROLS], ids=ascii)
def test_the_ruling_on_the_step_page_says_something(client: Client, typed: str) -> None:
    game = start()
    said = {
        "submission": uuid.uuid4(),
        "number": 1,
        "state": json.dumps(NORA_MAKES_4),
        "ruled_0": "0",
        "ruled_1": "0",
        "ruling_reason": typed,
        "rule": "1",
    }
    page = client.post(f"/g/{game.key}/auction/", said)
    assert page.status_code in (200, 422)
    said_why = "cannot be shown" if typed in CONTROLS else "Say in a few words why the table ruled so."
    assert said_why in page.content.decode()
    ruled = json.dumps(NORA_MAKES_4 | {"ruling": {"points": [0, 0], "reason": typed}})
    if typed in UNSEEN:
        saved = {"submission": uuid.uuid4(), "number": 1, "state": ruled, "save": "1"}
        assert client.post(f"/g/{game.key}/auction/", saved).status_code == 422
    assert not game.hands.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("typed", [*UNSEEN, *CONTROLS], ids=ascii)
def test_the_forms_of_a_game_keep_nothing_that_cannot_be(client: Client, typed: str) -> None:
    game = start()
    ruled = hand_post(kind="ruled", ruled_0=0, ruled_1=0, reason=typed)
    assert client.post(f"/g/{game.key}/hand/", ruled | {"save": "1"}).status_code == 422
    hand = record(game, NORA_MAKES_4)
    void = {"seen": seen(game), "kind": "other", "what": typed}
    assert client.post(f"/g/{game.key}/1/void/", void).status_code == 422
    if typed in CONTROLS:
        page = client.post(f"/g/{game.key}/1/void/", {"seen": seen(game), "kind": "misdeal", "why": typed})
        assert page.status_code == 422
        page = client.post(f"/g/{game.key}/undo/", {"number": 1, "why": typed})
        assert page.status_code == 422
        assert "cannot be shown" in page.content.decode()
    hand.refresh_from_db()
    assert (hand.revision, hand.undone_at) == (1, None)


@pytest.mark.django_db
@pytest.mark.parametrize("typed", [*UNSEEN, *CONTROLS], ids=ascii)
def test_the_forms_of_a_league_keep_nothing_that_cannot_be(typed: str) -> None:
    club = found()
    browser = club.browser("owner")
    said = {"rules": "iowa", "visibility": "public"}
    assert browser.post("/leagues/new/", said | {"name": typed}).status_code == 422
    season = {"name": typed, "starts_on": "2027-01-01", "least_games": 1, "metric_0": "win_share"}
    assert browser.post(f"{club.root}seasons/new/", season).status_code == 422
    assert browser.post(f"{club.root}players/", {"name": typed}).status_code == 422
    assert browser.post("/account/tokens/", {"name": typed, "scope": "read"}).status_code == 422
    night = {"date": TODAY, "zone": "UTC", "place": typed}
    opened = browser.post(f"{club.root}s/{club.season.pk}/nights/new/", night)
    assert opened.status_code == (422 if typed in CONTROLS else 302)


@pytest.mark.django_db
@pytest.mark.parametrize("typed", [*UNSEEN, *CONTROLS], ids=ascii)
def test_a_final_night_is_changed_by_no_form_without_a_reason_that_says_something(typed: str) -> None:
    club = found()
    game = _final(club)
    browser, root = club.browser("scorer"), f"/g/{game.key}/"
    player = club.add("Pat")
    for address, said in (
        ("undo/", {"number": 1}),
        ("1/void/", {"seen": seen(game), "kind": "misdeal"}),
        ("1/edit/score/", hand_post(seen=seen(game), trump="s")),
        ("1/insert/score/", hand_post(seen=seen(game))),
        ("hand/", hand_post(2, dealer=3)),
        ("substitute/", {"number": 2, "seat": 1, "player": player.pk}),
    ):
        page = browser.post(root + address, said | {"why": typed, "save": "1"})
        assert page.status_code in (409, 422), address
    assert HandVersion.objects.filter(hand__game=game).count() == 1
    assert not game.substitutions.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("typed", [*UNSEEN, *CONTROLS], ids=ascii)
def test_the_api_keeps_nothing_that_cannot_be(typed: str) -> None:
    club = found()
    game = _final(club)
    api, owner = program(club, "scorer"), program(club, "owner")
    tag = api.get(f"games/{game.key}/hands/1/")["ETag"]
    hand, hands = f"games/{game.key}/hands/1/", f"games/{game.key}/hands/"
    statuses = {
        api.post(f"{hand}void/", {"reason": typed}, If_Match=tag).status_code,
        api.post(f"{hand}void/", {"void": typed, "reason": "so"}, If_Match=tag).status_code,
        api.post(f"{hand}insert/", {"record": NORA_MAKES_4, "reason": typed}, If_Match=tag).status_code,
        api.post(f"{hand}undo/", {"reason": typed}, If_Match=tag).status_code,
        api.post(hands, {"record": NORA_MAKES_4 | {"dealer": 3}, "reason": typed}).status_code,
        api.send("PATCH", hand, {"record": {"trump": "s"}, "reason": typed}, If_Match=tag).status_code,
        owner.post("leagues/", {"name": typed}).status_code,
        owner.post(f"leagues/{club.league.slug}/seasons/", {"name": typed, "starts_on": "2027-01-01"}).status_code,
        owner.post(f"leagues/{club.league.slug}/players/", {"name": typed}).status_code,
    }
    assert statuses <= {400, 422}
    assert HandVersion.objects.filter(hand__game=game).count() == 1


@pytest.mark.django_db
def test_an_address_with_a_nul_is_no_error(client: Client) -> None:
    assert client.get("/new/", {"again": "a\0b"}).status_code == 200
