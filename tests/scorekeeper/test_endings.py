"""What a change makes of the end of its game is said before it is made, whatever happens in between."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scorekeeper import services
from scorekeeper.models import Game, Hand
from scorekeeper.selectors import game_sheet

from .leaguecast import Cast
from .table import NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, hand_post, record, seen, start
from .tapping import Form
from .test_score_sheet import said

pytestmark = pytest.mark.django_db

PASSED = {"dealer": 2, "calls": ["Pass"] * 4}
VOID = {"dealer": 2, "void": "misdeal"}
PEPPER = NORA_IS_CONCEDED_PEPPER
# Two conceded peppers are 28 points. It takes a third to reach 32.
TWO = (PEPPER | {"dealer": 2}, PEPPER | {"dealer": 3})
THIRD = PEPPER | {"dealer": 0}


def one_more(game: Game) -> None:
    """Another phone saves a pepper, so that the next one ends the game."""
    record(game, PEPPER | {"dealer": 0})


def opened(*hands: dict[str, Any]) -> Game:
    game = start()
    for hand in hands:
        record(game, hand)
    return game


# ---- On the pages: each way to change a game, begun when it told of no end


def correct(client: Client, game: Game) -> tuple[str, dict[str, str], str]:
    path = f"/g/{game.key}/1/edit/score/"
    page = client.post(path, peppered(game) | {"preview": "1"}).content.decode()
    return path, peppered(game) | {"ending": Form(page, "entry").fields["ending"]}, "entry"


def peppered(game: Game) -> dict[str, str]:
    return hand_post(1, bid="PA", challenged="no", taken=None) | {"seen": seen(game)}


def insert(client: Client, game: Game) -> tuple[str, dict[str, str], str]:
    path = f"/g/{game.key}/1/insert/score/"
    values = hand_post(1, bid="PA", challenged="no", taken=None) | {"seen": seen(game)}
    page = client.post(path, values | {"preview": "1"}).content.decode()
    return path, values | {"ending": Form(page, "entry").fields["ending"]}, "entry"


def bring_version_back(client: Client, game: Game) -> tuple[str, dict[str, str], str]:
    path = f"/g/{game.key}/1/history/"
    return path, Form(client.get(path).content.decode(), "stack").fields, "stack"


def make_void(client: Client, game: Game) -> tuple[str, dict[str, str], str]:
    path = f"/g/{game.key}/1/void/"
    return path, Form(client.get(path).content.decode(), "void").fields | {"kind": "misdeal"}, "void"


def corrected_first(game: Game) -> None:
    services.correct_hand(game.hands.get(number=1), VOID, revision=1)


WAYS = {
    "correct": (correct, (PASSED, TWO[1]), None, one_more, "This ends the game at hand 3: Nora & Sam."),
    "insert": (insert, (VOID, TWO[0]), None, one_more, "This ends the game at hand 4: Nora & Sam."),
    "return": (bring_version_back, TWO, corrected_first, one_more, "This ends the game at hand 3: Nora & Sam."),
    "void": (make_void, TWO, None, one_more, "This reopens the game: nobody has won yet."),
}


@pytest.mark.parametrize(("begin", "hands", "before", "meanwhile", "sentence"), WAYS.values(), ids=WAYS)
def test_what_was_not_said_is_said_before_it_is_saved(
    client: Client,
    begin: Callable[[Client, Game], tuple[str, dict[str, str], str]],
    hands: tuple[dict[str, Any], ...],
    before: Callable[[Game], None] | None,
    meanwhile: Callable[[Game], None],
    sentence: str,
) -> None:
    game = opened(*hands)
    if before is not None:
        before(game)
    path, values, mark = begin(client, game)
    meanwhile(game)
    was_over = game_sheet(game).is_over
    page = client.post(path, values)
    assert page.status_code == 409
    assert sentence.replace("&", "&amp;") in said(page)
    assert game_sheet(game).is_over is was_over
    again = Form(page.content.decode(), mark).fields
    assert client.post(path, values | {"ending": again["ending"]}).status_code == 302
    assert game_sheet(game).is_over is not was_over


@pytest.mark.parametrize("begin", [correct, insert, bring_version_back, make_void])
def test_where_nothing_changes_about_the_end_nobody_is_asked(
    client: Client, begin: Callable[[Client, Game], tuple[str, dict[str, str], str]]
) -> None:
    game = opened(NORA_MAKES_4)
    if begin is bring_version_back:
        corrected_first(game)
    path, values, _mark = begin(client, game)
    record(game, NORA_MAKES_4 | {"dealer": 3})
    del values["ending"]
    assert client.post(path, values).status_code == 302


def test_to_take_back_and_bring_back_says_it_too(client: Client) -> None:
    game = opened(*TWO, THIRD)
    root = game.get_absolute_url()
    last = game.hands.get(number=3)
    page = client.post(f"{root}undo/", {"number": "3", "hand": str(last.submission)})
    assert page.status_code == 409
    assert "This reopens the game: nobody has won yet. Press the button once more" in said(page)
    assert game_sheet(game).is_over
    assert client.post(f"{root}undo/", Form(page.content.decode(), "stack").fields).status_code == 302
    sheet = Form(client.get(root).content.decode(), "taken-back")
    page = client.post(sheet.action, sheet.fields)
    assert page.status_code == 409
    assert "This ends the game at hand 3: Nora &amp; Sam." in said(page)
    assert not game_sheet(game).is_over
    assert client.post(sheet.action, Form(page.content.decode(), "stack").fields).status_code == 302
    assert game_sheet(game).is_over


def test_it_is_held_where_two_changes_come_at_once() -> None:
    """The second one expects the game to go on, and the first one has brought it to the brink."""
    game = opened(PASSED, TWO[1])
    hand = game.hands.get(number=1)
    record(game, THIRD)
    with pytest.raises(services.EndsOtherwise) as refused:
        services.correct_hand(hand, TWO[0], revision=1, expects="open:open")
    assert refused.value.ending.token == "open:3-0"
    assert Hand.objects.get(pk=hand.pk).revision == 1
    services.correct_hand(hand, TWO[0], revision=1, expects="open:3-0")
    with pytest.raises(services.EndsOtherwise):
        services.undo_hand(game, number=3, expects="open:open")
    assert game_sheet(game).is_over


# ---- A session that has ended


@pytest.mark.parametrize("turn", ["undo", "restore"])
def test_the_reason_survives_a_login(client: Client, turn: str) -> None:
    cast = Cast()
    game = cast.game()
    record(game, NORA_MAKES_4)
    if turn == "restore":
        services.undo_hand(game, number=1)
    cast.finish()
    path = f"/g/{game.key}/{turn}/"
    asked = client.post(path, {"number": "1", "why": "it was"})
    assert asked.status_code == 404, "nobody is told that there is such a game"
    back = client.post(
        "/account/login/", {"who": "scorer", "password": "a good password", "typed": asked.context["typed"]}
    )
    page = client.get(back.url)
    form = Form(page.content.decode(), "stack")
    assert form.fields["why"] == "it was"
    assert client.post(path, form.fields).status_code == 302
    assert game.hands.current().exists() is (turn == "restore")


@pytest.mark.parametrize("turn", ["undo", "restore"])
def test_where_a_reason_is_needed_the_page_asks_for_it(client: Client, turn: str) -> None:
    cast = Cast()
    game = cast.game()
    record(game, NORA_MAKES_4)
    if turn == "restore":
        services.undo_hand(game, number=1)
    cast.finish()
    client.force_login(cast.users["scorer"])
    page = client.post(f"/g/{game.key}/{turn}/", {"number": "1"})
    assert page.status_code == 422
    assert "This night is final: say in a few words why" in said(page)
