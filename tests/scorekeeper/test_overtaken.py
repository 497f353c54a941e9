"""A hand that is being corrected, inserted, made void or brought back, while another phone moves it or takes it back.

Whatever happened meanwhile, another hand than the one that was opened is never changed, and nothing typed is lost.
"""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scorekeeper import services
from scorekeeper.models import Game
from scorekeeper.seen import SeenHand
from scorekeeper.selectors import game_sheet

from .table import NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, WES_IS_SET_ON_4, record, start
from .tapping import Form, Steps
from .test_score_sheet import said

pytestmark = pytest.mark.django_db

PASSED = {"dealer": 0, "calls": ["Pass"] * 4}
WHY = "it was clubs"


@pytest.fixture
def game() -> Game:
    """Three hands; the second is told call by call, so that it can be opened at every depth."""
    game = start()
    record(game, NORA_MAKES_4)
    record(
        game, {"dealer": 3, "calls": ["4", "Pass", "Pass", "Pass"], "trump": "s", "challenged": True, "taken": [4, 2]}
    )
    record(game, PASSED)
    return game


def moved(game: Game) -> None:
    services.insert_hand(game, NORA_IS_CONCEDED_PEPPER, number=1, submission=uuid.uuid4())


def taken_back(game: Game) -> None:
    for number in (3, 2):
        services.undo_hand(game, number=number)


def replaced(game: Game) -> None:
    taken_back(game)
    record(game, WES_IS_SET_ON_4)


MEANWHILE = {"moved": moved, "taken back": taken_back, "replaced": replaced}
meanwhile = pytest.mark.parametrize("happens", MEANWHILE.values(), ids=MEANWHILE)
kinds = pytest.mark.parametrize("kind", ["edit", "insert"])
depths = pytest.mark.parametrize("depth", ["score", "auction", "cards", "paste"])


def opened(client: Client, game: Game, kind: str, depth: str) -> dict[str, str]:
    """What the form of hand 2 sends, with clubs as trump."""
    path = f"/g/{game.key}/2/{kind}/{depth}/"
    if depth in ("auction", "cards"):
        steps = Steps(client, path)
        if kind == "edit":
            while steps.asks != "trump":
                steps.press("back")
        else:
            steps.press("unwritten").press("declarer", "0").press("bid", "4")
        steps.press("trump", "c")
        if steps.asks == "exchange":
            steps.press("unknown")
        steps.press("challenged", "no")
        return Form(steps.page, "entry-save").fields | {"save": "1", "why": WHY}
    page = client.get(path)
    form = page.context["form"]
    values = {name: str(form[name].value()) for name in ("submission", "number", "seen")} | {"why": WHY}
    if depth == "paste":
        hand = NORA_MAKES_4 | {"dealer": 3, "trump": "c"}
        return values | {"text": json.dumps(hand)}
    told = {"kind": "played", "dealer": "3", "declarer": "0", "bid": "4", "trump": "c", "challenged": "yes"}
    return values | told | {"taken": "4"}


def resend(client: Client, page: Any, **more: str) -> Any:
    """Press the button of the page that says what happened."""
    return client.post(page.context["action"], {name: str(one) for name, one in page.context["typed"].items()} | more)


def records(game: Game) -> list[dict[str, Any]]:
    return [hand.record for hand in game.hands.current()]


@meanwhile
@kinds
@depths
def test_another_hand_is_not_changed_and_what_was_typed_can_be_kept(
    client: Client, game: Game, happens: Callable[[Game], None], kind: str, depth: str
) -> None:
    values = opened(client, game, kind, depth)
    happens(game)
    before = records(game)
    page = client.post(f"/g/{game.key}/2/{kind}/{depth}/", values)
    assert page.status_code == 409
    assert records(game) == before
    words = said(page)
    assert "4 ♣" in words.split("Yours ")[-1]
    assert WHY in words
    looked = resend(client, page, preview="1")
    assert looked.status_code == 200
    assert records(game) == before
    assert resend(client, page).status_code == 302
    after = records(game)
    if happens is moved and kind == "edit":
        assert after[2]["trump"] == "c"
        assert (after[:2], after[3:]) == (before[:2], before[3:])
        assert game.hands.get(number=3).versions.get(is_current=True).reason == WHY
    elif happens is moved:
        assert after[2]["trump"] == "c"
        assert after[:2] + after[3:] == before
    else:
        assert after[:-1] == before
        assert after[-1]["trump"] == "c"
    assert resend(client, page).status_code in (302, 409), "the page is sent twice"
    assert len(records(game)) == len(after)


@meanwhile
@depths
def test_the_page_says_what_happened(client: Client, game: Game, happens: Callable[[Game], None], depth: str) -> None:
    values = opened(client, game, "edit", depth)
    happens(game)
    words = said(client.post(f"/g/{game.key}/2/edit/{depth}/", values))
    assert ("Hand 2 is hand 3 now." if happens is moved else "Hand 2 was taken back meanwhile.") in words
    assert ("Hand 2 now Nora makes 4" in words) is (happens is moved)
    assert ("Hand 2 now Wes is set on 4" in words) is (happens is replaced)
    assert ("Save mine as hand" in words) is (happens is not moved)


@meanwhile
@pytest.mark.parametrize("depth", ["auction", "cards"])
@pytest.mark.parametrize("is_htmx", [False, True])
def test_a_hand_half_told_goes_on(
    client: Client, game: Game, happens: Callable[[Game], None], depth: str, is_htmx: bool
) -> None:
    steps = Steps(client, f"/g/{game.key}/2/insert/{depth}/").press("call", "3")
    fields = steps.form.fields | {"call": "5"}
    happens(game)
    headers = {"HX-Request": "true"} if is_htmx else {}
    page = client.post(steps.path, fields, headers=headers)
    assert page.status_code == (200 if is_htmx else 409)
    assert page.headers.get("HX-Retarget") == ("body" if is_htmx else None)
    assert "Save mine" not in said(page)
    looked = resend(client, page, preview="1")
    assert looked.context["draft"].calls == ("3", "5")


@meanwhile
def test_a_page_that_is_loaded_again_keeps_what_was_told(
    client: Client, game: Game, happens: Callable[[Game], None]
) -> None:
    steps = Steps(client, f"/g/{game.key}/2/insert/auction/").press("call", "3")
    happens(game)
    page = client.get(steps.path, steps.form.fields)
    assert page.status_code == 409
    assert resend(client, page, preview="1").context["draft"].calls == ("3",)


@meanwhile
@depths
def test_on_the_way_to_another_depth_too(
    client: Client, game: Game, happens: Callable[[Game], None], depth: str
) -> None:
    values = opened(client, game, "edit", depth)
    happens(game)
    other = "score" if depth != "score" else "cards"
    page = client.post(f"/g/{game.key}/2/edit/{other}/", values | {"carry": "1"})
    assert page.status_code == 409
    assert resend(client, page).status_code == 302
    assert any(one.get("trump") == "c" for one in records(game))


@depths
def test_another_depth_remembers_which_version_was_seen(client: Client, game: Game, depth: str) -> None:
    values = opened(client, game, "edit", depth)
    services.correct_hand(game.hands.get(number=2), NORA_MAKES_4 | {"dealer": 3}, revision=1)
    other = "score" if depth != "score" else "auction"
    page = client.post(f"/g/{game.key}/2/edit/{other}/", values | {"carry": "1"})
    form = page.context["form"]
    assert (form["seen"].value(), form["why"].value()) == (values["seen"], WHY)


def test_a_correction_is_kept_though_an_earlier_hand_changed_otherwise(client: Client, game: Game) -> None:
    values = opened(client, game, "edit", "score")
    services.correct_hand(game.hands.get(number=1), NORA_MAKES_4 | {"trump": "s"}, revision=1)
    assert client.post(f"/g/{game.key}/2/edit/score/", values).status_code == 302


def test_a_hand_that_was_inserted_is_not_in_its_own_way(client: Client, game: Game) -> None:
    values = opened(client, game, "insert", "score")
    for _time in range(2):
        assert client.post(f"/g/{game.key}/2/insert/score/", values).status_code == 302
    assert len(records(game)) == 4


def test_after_the_end_what_was_typed_is_still_there(client: Client) -> None:
    game = start({"base": "iowa", "target": 4})
    record(game, PASSED | {"dealer": 2})
    record(game, PASSED | {"dealer": 3})
    values = opened(client, game, "insert", "score")
    services.undo_hand(game, number=2)
    record(game, NORA_MAKES_4 | {"dealer": 3})
    page = client.post(f"/g/{game.key}/2/insert/score/", values)
    assert "The game is over now" in said(page)
    assert resend(client, page, preview="1").context["form"]["trump"].value() == "c"
    assert game_sheet(game).is_over


# ---- Making void, bringing an older version back


def void_form(client: Client, game: Game) -> dict[str, str]:
    page = client.get(f"/g/{game.key}/2/void/").content.decode()
    return Form(page, "void").fields | {"kind": "other", "what": "the cat", "why": WHY}


def return_form(client: Client, game: Game) -> dict[str, str]:
    hand = game.hands.get(number=2)
    services.correct_hand(hand, NORA_MAKES_4 | {"dealer": 3}, revision=1)
    page = client.get(f"/g/{game.key}/2/history/").content.decode()
    return Form(page, "stack").fields | {"why": WHY}


@meanwhile
@pytest.mark.parametrize(("path", "form"), [("void", void_form), ("history", return_form)])
def test_another_hand_is_not_made_void_or_brought_back(
    client: Client,
    game: Game,
    happens: Callable[[Game], None],
    path: str,
    form: Callable[[Client, Game], dict[str, str]],
) -> None:
    values = form(client, game)
    happens(game)
    before = records(game)
    page = client.post(f"/g/{game.key}/2/{path}/", values)
    assert page.status_code == 409
    assert records(game) == before
    assert WHY in page.content.decode()
    if happens is moved:
        assert "What you opened as hand 2 is hand 3 now." in page.content.decode()
        mark = "void" if path == "void" else "stack"
        again = Form(page.content.decode(), mark)
        assert again.action == f"/g/{game.key}/3/{path}/"
        assert client.post(again.action, values | again.fields).status_code == 302
        after = records(game)
        assert after[2] != before[2]
        assert after[:2] + after[3:] == before[:2] + before[3:]
    else:
        assert "Hand 2 was taken back meanwhile." in page.content.decode()
        assert path != "void" or "the cat" in page.content.decode()


@depths
def test_a_form_that_names_another_hand_changes_none(client: Client, game: Game, depth: str) -> None:
    values = opened(client, game, "edit", depth)
    other = SeenHand.of(game.hands.current()[0])
    before = records(game)
    page = client.post(f"/g/{game.key}/2/edit/{depth}/", values | {"seen": str(other)})
    assert page.status_code == 409
    stranger = start()
    foreign = SeenHand.of(record(stranger, NORA_MAKES_4))
    page = client.post(f"/g/{game.key}/2/edit/{depth}/", values | {"seen": str(foreign)})
    assert page.status_code == 409
    assert records(game) == before
