"""Correcting hands on the pages: what is said before saving, what follows, the history, and who may."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains

from scorekeeper import services
from scorekeeper.engine import PRESETS, score_game
from scorekeeper.models import Game, Hand
from scorekeeper.selectors import game_sheet
from scorekeeper.selectors.changes import end_of, game_changes

from .leaguecast import Cast
from .table import FULL, NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, WES_IS_SET_ON_4, finish, hand_post, record, seen, start
from .tapping import Form, Steps
from .test_score_sheet import said

pytestmark = pytest.mark.django_db

SIDES = ("Nora & Sam", "Eli & Wes")


@pytest.fixture
def game() -> Game:
    return start()


def edit(client: Client, game: Game, number: int = 1, *, ending: str = "", **more: Any) -> Any:
    values = hand_post(number, **more) | {"seen": seen(game, number, 1), "ending": ending}
    return client.post(f"/g/{game.key}/{number}/edit/score/", values)


# ---- What becomes of the game, in sentences


def changes(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> tuple[str, ...]:
    rules = PRESETS["iowa"]
    return game_changes(score_game(before, rules, 2), score_game(after, rules, 2), SIDES)


PEPPERS = [NORA_IS_CONCEDED_PEPPER | {"dealer": dealer} for dealer in (2, 3, 0)]
ELI = {"declarer": 1, "bid": "PA", "trump": "h", "challenged": False}
ELIS = [ELI | {"dealer": dealer} for dealer in (2, 3, 0)]


MISDEAL = {"dealer": 2, "void": "misdeal"}
SPOILED = [PEPPERS[0], MISDEAL | {"dealer": 3}, PEPPERS[2]]


@pytest.mark.parametrize(
    ("before", "after", "sentences"),
    [
        (PEPPERS, SPOILED, ["This reopens the game: nobody has won yet."]),
        (SPOILED, PEPPERS, ["This ends the game at hand 3: Nora & Sam."]),
        (PEPPERS, ELIS, ["The winner becomes Eli & Wes."]),
        (
            [MISDEAL, *PEPPERS],
            [PEPPERS[0], *PEPPERS],
            ["The game then ends at hand 3.", "The last hand does not count then."],
        ),
        (
            [*PEPPERS, PEPPERS[0]],
            [*SPOILED, PEPPERS[0]],
            ["The game then ends at hand 4.", "1 later hand counts again."],
        ),
        (PEPPERS[:2], [PEPPERS[0], NORA_MAKES_4 | {"dealer": 3}], []),
    ],
)
def test_what_becomes_of_the_game(
    before: list[dict[str, Any]], after: list[dict[str, Any]], sentences: list[str]
) -> None:
    assert changes(before, after) == tuple(sentences)


def test_the_end_of_a_game() -> None:
    assert end_of(score_game(PEPPERS, PRESETS["iowa"], 2)) == 3
    assert end_of(score_game(PEPPERS[:2], PRESETS["iowa"], 2)) is None


# ---- Correcting


@pytest.mark.parametrize(
    ("hand", "depth"), [(NORA_MAKES_4, "score"), (FULL, "cards"), ({"dealer": 0, "calls": ["Pass"] * 4}, "auction")]
)
def test_a_hand_is_corrected_at_the_depth_it_was_told(client: Client, hand: dict[str, Any], depth: str) -> None:
    game = start(first_dealer=hand["dealer"])
    record(game, hand)
    page = client.get(f"/g/{game.key}/1/edit/")
    assert page.status_code == 302
    assert page.url.endswith(f"/1/edit/{depth}/")
    assert client.get(page.url).status_code == 200


def test_the_form_shows_what_is_known(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    form = client.get(f"/g/{game.key}/1/edit/score/").context["form"]
    shown = {name: str(form[name].value()) for name in ("dealer", "declarer", "bid", "trump", "challenged", "taken")}
    assert shown == {"dealer": "2", "declarer": "0", "bid": "4", "trump": "h", "challenged": "yes", "taken": "4"}


@pytest.mark.parametrize(
    "hand",
    [
        {"dealer": 2, "void": "misdeal"},
        {"dealer": 2, "calls": ["Pass"] * 4},
        NORA_MAKES_4 | {"ruling": {"points": [1, 0], "reason": "a revoke"}},
        {"dealer": 2, "side": 0, "bid": "4", "trump": "h", "challenged": True, "taken": [4, 2]},
        {"void": "rain"},
    ],
)
@pytest.mark.parametrize("depth", ["score", "auction", "cards", "paste"])
def test_every_kind_of_hand_has_its_form_at_every_depth(
    client: Client, game: Game, hand: dict[str, Any], depth: str
) -> None:
    record(game, hand)
    assert client.get(f"/g/{game.key}/1/edit/{depth}/").status_code == 200


def test_a_correction_is_kept_and_said(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    record(game, WES_IS_SET_ON_4)
    assert edit(client, game, bid="5", taken=5, why="misread").status_code == 302
    page = client.get(game.get_absolute_url())
    assertContains(page, "Hand 1 is corrected.")
    assertContains(page, f'href="/g/{game.key}/1/history/"')
    assert game_sheet(game).scores == (8, -3)
    assert Hand.objects.get(number=1).versions.get(is_current=True).reason == "misread"


def test_a_card_is_corrected_by_stepping_back(client: Client) -> None:
    game = start(first_dealer=0)
    record(game, FULL)
    steps = Steps(client, f"/g/{game.key}/1/edit/cards/")
    steps.press("back").press("back").press("back").press("add", typed="Qs As Kd")
    assert steps.save().status_code == 302
    assert game.hands.get().revision == 1, "nothing was changed, so nothing was written"
    steps = Steps(client, f"/g/{game.key}/1/edit/cards/")
    while steps.asks != "trump":
        steps.press("back")
    assert json.loads(steps.form.fields["state"])["hands"] == FULL["hands"]


def test_a_correction_as_text(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    page = client.get(f"/g/{game.key}/1/edit/paste/")
    text = page.context["form"]["text"].value()
    assert json.loads(text) == NORA_MAKES_4
    values = {
        "number": 1,
        "seen": seen(game),
        "submission": uuid.uuid4(),
        "text": text.replace('"h"', '"s"'),
        "ending": "",
    }
    assert client.post(f"/g/{game.key}/1/edit/paste/", values).status_code == 302
    assert game.hands.get().record["trump"] == "s"


def test_what_changes_is_said_before_it_is_saved(client: Client) -> None:
    game = finish(start())
    page = edit(client, game, 3, bid="1", taken=1, dealer=0, trump="h")
    assert page.status_code == 409
    assert "This reopens the game: nobody has won yet." in said(page)
    assert Hand.objects.get(number=3).revision == 1
    again = Form(page.content.decode(), "entry").fields["ending"]
    assert edit(client, game, 3, bid="1", taken=1, dealer=0, trump="h", ending=again).status_code == 302
    assert not game_sheet(game).is_over
    assertContains(client.get(game.get_absolute_url()), "Enter hand 4")


def test_the_preview_says_it_too(client: Client) -> None:
    game = finish(start())
    values = hand_post(3, bid="1", taken=1, dealer=0, preview="1") | {"seen": seen(game, 3)}
    page = client.post(f"/g/{game.key}/3/edit/score/", values, headers={"HX-Request": "true"})
    assertContains(page, "This reopens the game")


def test_the_steps_say_it_too(client: Client) -> None:
    game = finish(start())
    steps = Steps(client, f"/g/{game.key}/3/edit/auction/")
    steps.press("void")
    assertContains(steps.response, "This reopens the game")
    assert steps.save().status_code == 302


def test_a_correction_that_turns_the_game(client: Client) -> None:
    game = start({"base": "iowa", "target": 14})
    record(game, NORA_IS_CONCEDED_PEPPER)
    page = edit(client, game, declarer=1, bid="PA", challenged="no", taken=None)
    assert "The winner becomes Eli &amp; Wes." in said(page)


def test_somebody_was_faster(client: Client, game: Game) -> None:
    hand = record(game, NORA_MAKES_4)
    services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1, reason="it was spades")
    page = edit(client, game, trump="d")
    assert page.status_code == 409
    words = said(page)
    assert "Hand 1 was changed meanwhile." in words
    assert "it was spades" in words
    assert Hand.objects.get().record["trump"] == "s"
    values = {name: str(value) for name, value in page.context["typed"].items()}
    again = client.post(page.context["action"], values | {"preview": "1"})
    assert again.context["form"]["trump"].value() == "d"
    assert client.post(page.context["action"], values).status_code == 302
    assert Hand.objects.get().record["trump"] == "d"
    assert Hand.objects.get().versions.count() == 3


@pytest.mark.parametrize("path", ["edit/score", "edit/cards", "edit", "insert", "insert/score", "void", "history"])
def test_a_hand_that_is_not_there(client: Client, game: Game, path: str) -> None:
    record(game, NORA_MAKES_4)
    assert client.get(f"/g/{game.key}/2/{path}/").status_code == 404
    assert client.get(f"/g/{game.key}/0/{path}/").status_code == 404


def test_a_depth_that_is_not_there(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    assert client.get(f"/g/{game.key}/1/edit/nonsense/").status_code == 404


# ---- Inserting, voiding


def test_a_forgotten_hand(client: Client, game: Game) -> None:
    first = record(game, NORA_MAKES_4)
    page = client.get(f"/g/{game.key}/1/insert/score/")
    assertContains(page, "Before hand 1")
    values = hand_post(1, bid="2", taken=2) | {"seen": f"{first.pk}-1", "ending": ""}
    assert client.post(f"/g/{game.key}/1/insert/score/", values).status_code == 302
    assert [hand.record["bid"] for hand in game.hands.current()] == ["2", "4"]
    assert client.post(f"/g/{game.key}/1/insert/score/", values).status_code == 302
    assert game.hands.current().count() == 2


def test_a_forgotten_hand_card_by_card(client: Client) -> None:
    game = start(first_dealer=0)
    record(game, NORA_MAKES_4 | {"dealer": 0})
    Steps(client, f"/g/{game.key}/1/insert/auction/").press("passed").save()
    assert [hand.record["dealer"] for hand in game.hands.current()] == [0, 0]


def test_a_hand_is_made_void(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    assertContains(client.get(f"/g/{game.key}/1/void/"), "the score becomes 0\xa0:\xa00")
    values = {"seen": seen(game), "kind": "other", "what": "", "why": ""}
    assertContains(client.post(f"/g/{game.key}/1/void/", values), "Say in a few words what happened.", status_code=422)
    values["what"] = "the cat"
    assert client.post(f"/g/{game.key}/1/void/", values).status_code == 302
    assert game.hands.get().record == {"dealer": 2, "void": "the cat"}


def test_a_stale_void(client: Client, game: Game) -> None:
    hand = record(game, NORA_MAKES_4)
    services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1)
    page = client.post(f"/g/{game.key}/1/void/", {"seen": seen(game, 1, 1), "kind": "misdeal", "why": "seen by all"})
    assertContains(page, "Somebody changed this hand meanwhile.", status_code=409)
    again = Form(page.content.decode(), "void").fields
    assert again["why"] == "seen by all"
    assert client.post(f"/g/{game.key}/1/void/", again).status_code == 302


# ---- The history


def test_the_history_tells_who_when_why_and_what(client: Client) -> None:
    cast = Cast("public")
    game = cast.game()
    hand = services.record_hand(game, NORA_MAKES_4, number=1, submission=uuid.uuid4(), by=cast.users["scorer"])
    services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1, reason="it was spades")
    client.force_login(cast.users["viewer"])
    words = said(client.get(f"/g/{game.key}/1/history/"))
    for part in (
        "Version 2, corrected",
        "holds now",
        "♥\ufe0e hearts",
        "♠\ufe0e spades",
        "“it was spades”",
        "scorer",
        "Somebody with the link",
        "Version 1, recorded",
    ):
        assert part in words, part
    assert "Bring version 1 back" not in words


def test_an_older_version_comes_back(client: Client) -> None:
    game = finish(start())
    hand = game.hands.get(number=3)
    services.void_hand(hand, why="misdeal", revision=1)
    page = client.get(f"/g/{game.key}/3/history/")
    assertContains(page, "This ends the game at hand 3")
    values = Form(page.content.decode(), "stack").fields
    assert values["version"] == "1"
    response = client.post(f"/g/{game.key}/3/history/", values | {"why": "it was right"})
    assert response.status_code == 302
    hand.refresh_from_db()
    assert (hand.revision, hand.record["bid"]) == (3, "PA")
    assert game_sheet(game).is_over


@pytest.mark.parametrize(
    ("values", "status"),
    [({"seen": 1, "version": "1"}, 409), ({"seen": 2, "version": "9"}, 404), ({"version": "1"}, 422), ({}, 422)],
)
def test_a_version_that_cannot_come_back(client: Client, game: Game, values: dict[str, Any], status: int) -> None:
    hand = record(game, NORA_MAKES_4)
    services.void_hand(hand, why="misdeal", revision=1)
    said = values | ({"seen": seen(game, 1, values["seen"])} if "seen" in values else {"seen": "x"})
    assert client.post(f"/g/{game.key}/1/history/", said).status_code == status


def test_a_hand_that_was_never_corrected_has_a_history_too(client: Client, game: Game) -> None:
    record(game, NORA_MAKES_4)
    assertContains(client.get(f"/g/{game.key}/1/history/"), "Version 1, recorded")
    assertNotContains(client.get(game.get_absolute_url()), "corrected")


# ---- A final night, substitutes


def test_a_final_night_asks_why(client: Client) -> None:
    cast = Cast()
    game = cast.game()
    record(game, NORA_MAKES_4)
    cast.finish()
    client.force_login(cast.users["scorer"])
    page = edit(client, game, trump="s")
    assertContains(page, "This night is final: say in a few words why", status_code=422)
    assert page.context["form"]["trump"].value() == "s"
    assert edit(client, game, trump="s", why="it was spades").status_code == 302
    steps = Steps(client, f"/g/{game.key}/1/edit/auction/").press("void")
    assert steps.save(why="").status_code == 422
    assert steps.save(why="misdealt").status_code == 302
    assert client.post(f"/g/{game.key}/undo/", {"number": "1"}).status_code == 422
    assert client.post(f"/g/{game.key}/undo/", {"number": "1", "why": "never played"}).status_code == 302
    client.post(f"/g/{game.key}/restore/", {"number": "1"})
    assert not game.hands.current().exists()
    client.post(f"/g/{game.key}/restore/", {"number": "1", "why": "it was"})
    assert game.hands.current().count() == 1


def test_a_substitute_comes_in(client: Client) -> None:
    cast = Cast()
    game = cast.game()
    record(game, NORA_MAKES_4)
    client.force_login(cast.users["scorer"])
    assertContains(client.get(f"/g/{game.key}/substitute/"), "hand 2</option>")
    values = {"seat": "0", "player": str(cast.players["Pat"].pk), "number": "2"}
    assert client.post(f"/g/{game.key}/substitute/", values).status_code == 302
    page = client.get(game.get_absolute_url())
    assertContains(page, "From hand 2 on Pat sits in for Nora.")
    assert game_sheet(game).side_names == ("Pat & Sam", "Eli & Wes")
    assertContains(client.get(f"/g/{game.key}/hand/"), "Pat")
    record(game, NORA_MAKES_4 | {"dealer": 3})
    rows = game_sheet(game).rows
    assert [row.line.declarer for row in rows] == ["Nora", "Pat"]
    assertContains(client.get(game.get_absolute_url()), "Pat sits in for Nora")
    assertContains(client.get(f"/g/{game.key}/1/edit/score/"), "Nora")


@pytest.mark.parametrize(
    ("change", "status"),
    [({"number": "1"}, 409), ({"seat": "7"}, 422), ({"player": "0"}, 422), ({"player": "Nora"}, 409)],
)
def test_a_substitute_who_cannot(client: Client, change: dict[str, str], status: int) -> None:
    cast = Cast()
    game = cast.game()
    record(game, NORA_MAKES_4)
    client.force_login(cast.users["scorer"])
    values = {"seat": "0", "player": str(cast.players["Pat"].pk), "number": "2"} | change
    if values["player"] == "Nora":
        values["player"] = str(cast.players["Nora"].pk)
    assert client.post(f"/g/{game.key}/substitute/", values).status_code == status
    assert not game.substitutions.exists()


def test_a_game_of_nobodys_has_no_substitutes(client: Client, game: Game) -> None:
    assert client.get(f"/g/{game.key}/substitute/").status_code == 404


# ---- Who may

READ = ("", "1/history/", "1/replay/")
SCORE = (
    "hand/",
    "auction/",
    "cards/",
    "paste/",
    "undo/",
    "substitute/",
    "1/edit/",
    "1/edit/score/",
    "1/edit/cards/",
    "1/insert/score/",
    "1/void/",
)
PRIVATE = {
    "owner": (200, 200),
    "scorer": (200, 200),
    "player": (200, 403),
    "viewer": (200, 403),
    "outsider": (404, 404),
    "nobody": (404, 404),
}
PUBLIC = PRIVATE | {"outsider": (200, 403), "nobody": (200, 403)}


@pytest.mark.parametrize("who", PRIVATE)
@pytest.mark.parametrize(("visibility", "expected"), [("private", PRIVATE), ("public", PUBLIC)])
def test_a_leagues_game_follows_the_league(
    client: Client, who: str, visibility: str, expected: dict[str, tuple[int, int]]
) -> None:
    cast = Cast(visibility)
    game = cast.game()
    record(game, NORA_MAKES_4)
    if who != "nobody":
        client.force_login(cast.users[who])
    may_read, may_score = expected[who]
    for path in READ:
        assert client.get(f"/g/{game.key}/{path}").status_code == may_read, path
    for path in SCORE:
        status = client.get(f"/g/{game.key}/{path}").status_code
        assert status in ((200, 302) if may_score == 200 else (may_score,)), path
    for path in ("hand/", "auction/", "1/edit/score/", "1/void/", "1/history/", "undo/", "restore/", "substitute/"):
        status = client.post(f"/g/{game.key}/{path}", {"number": "1"}).status_code
        if may_score != 200:
            assert status == may_score, path
    if may_score != 200:
        assert game.hands.current().get().revision == 1, "nothing was changed"


@pytest.mark.parametrize("who", ["viewer", "scorer"])
def test_only_who_may_score_is_offered_it(client: Client, who: str) -> None:
    cast = Cast()
    game = cast.game()
    record(game, NORA_MAKES_4)
    client.force_login(cast.users[who])
    page = client.get(game.get_absolute_url())
    (assertContains if who == "scorer" else assertNotContains)(page, "Enter hand 2")
    (assertContains if who == "scorer" else assertNotContains)(page, "/1/edit/")


def test_what_was_typed_survives_a_login(client: Client) -> None:
    cast = Cast()
    game = cast.game()
    client.force_login(cast.users["scorer"])
    steps = Steps(client, f"/g/{game.key}/auction/").press("call", "4").press("call", "Pass")
    fields = steps.form.fields
    client.logout()
    asked = client.post(steps.path, fields | {"call": "Pass"})
    assert asked.status_code == 404, "nobody is told that there is such a game"
    sealed = asked.context["typed"]
    back = client.post(
        "/account/login/", {"who": "scorer", "password": "a good password", "next": steps.path, "typed": sealed}
    )
    page = client.get(back.url)
    assert page.context["draft"].calls == ("4", "Pass", "Pass")
    assert not Hand.objects.exists()


def test_a_hand_tapped_at_score_depth_survives_a_login(client: Client) -> None:
    cast = Cast()
    game = cast.game()
    asked = client.post(f"/g/{game.key}/hand/", hand_post())
    back = client.post(
        "/account/login/",
        {"who": "scorer", "password": "a good password", "typed": asked.context["typed"]},
    )
    page = client.get(back.url)
    assert page.status_code == 200
    assert page.context["form"]["bid"].value() == "4"
    assert not Hand.objects.exists()
    assert client.post(f"/g/{game.key}/hand/", hand_post()).status_code == 302
    assert Hand.objects.get().versions.get().made_by == cast.users["scorer"]


# ---- Budgets


@pytest.mark.parametrize(
    ("path", "queries"),
    [("", 7), ("1/history/", 8), ("1/edit/score/", 6), ("1/edit/cards/", 6), ("1/void/", 6), ("1/insert/score/", 6)],
)
def test_budgets_do_not_grow_with_the_game(
    client: Client, path: str, queries: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    cast = Cast()
    game = cast.game()
    for turn in range(20):
        record(game, {"dealer": (2 + turn) % 4, "calls": ["Pass"] * 4})
    client.force_login(cast.users["scorer"])
    client.get(game.get_absolute_url())
    with django_assert_max_num_queries(queries + 2):  # the session and who it is
        assert client.get(f"/g/{game.key}/{path}").status_code == 200
