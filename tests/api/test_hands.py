"""Hands through the API: what is kept, refused, corrected, and told to whoever comes too late."""

from typing import Any

import pytest

from scorekeeper import services
from scorekeeper.api.hands import HandView
from scorekeeper.models import Game, HandVersion, Night
from tests.leagues.club import found
from tests.scorekeeper.table import FULL, NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, WES_IS_SET_ON_4, finish, record, start

from .cast import HAND, Program, program

pytestmark = pytest.mark.django_db
FIVE = NORA_MAKES_4 | {"taken": [5, 1]}
SIX = NORA_MAKES_4 | {"taken": [6, 0]}


@pytest.fixture
def game() -> Game:
    """A game of which one hand is played."""
    game = start()
    record(game, NORA_MAKES_4)
    return game


def test_a_hand_is_recorded_and_scored() -> None:
    game = start()
    response = Program().post(f"games/{game.key}/hands/", HAND)
    hand = response.json()
    assert (response.status_code, response.headers["Location"]) == (201, f"/api/games/{game.key}/hands/1/")
    assert (hand["number"], hand["revision"], hand["record"]) == (1, 1, NORA_MAKES_4)
    assert (hand["result"]["points"], hand["scores"]) == ([4, 2], [4, 2])
    assert hand == Program().get(f"games/{game.key}/hands/1/").json()


def test_a_full_record_is_taken() -> None:
    game = start(first_dealer=0)
    response = Program().post(f"games/{game.key}/hands/", {"record": FULL})
    assert (response.status_code, response.json()["result"]["depth"]) == (201, "full")


def test_what_the_engine_has_against_it_is_said() -> None:
    game = start()
    response = Program().post(f"games/{game.key}/hands/", {"record": NORA_MAKES_4 | {"taken": [4, 4]}})
    problem = response.json()
    assert (response.status_code, problem["type"]) == (422, "urn:pepper:hand-refused")
    assert {finding["severity"] for finding in problem["findings"]} == {"error"}
    assert problem["findings"][0]["message"]
    assert not game.hands.exists()


@pytest.mark.parametrize("record", [None, 7, "4h", [], {}, {"x": {"y": []}}, {"dealer": 2**70}])
def test_what_is_no_record_is_refused(record: object) -> None:
    assert Program().post(f"games/{start().key}/hands/", {"record": record}).status_code == 422


def test_a_number_that_is_taken_or_too_far_is_refused(game: Game) -> None:
    for number in (1, 3):
        response = Program().post(f"games/{game.key}/hands/", HAND | {"number": number})
        assert (response.status_code, response.json()["next_number"]) == (409, 2)


def test_after_the_end_nothing_is_recorded() -> None:
    game = finish(start())
    response = Program().post(f"games/{game.key}/hands/", {"record": NORA_IS_CONCEDED_PEPPER})
    assert (response.status_code, response.json()["type"]) == (409, "urn:pepper:game-over")


# ---- Which version one saw


@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("PUT", "", {"record": FIVE}),
        ("PATCH", "", {"record": {"taken": [5, 1]}}),
        ("POST", "void/", {}),
        ("POST", "insert/", HAND),
        ("POST", "return/", {"revision": 1}),
    ],
)
def test_an_edit_says_which_version_it_saw(game: Game, method: str, rest: str, body: dict[str, object]) -> None:
    address = f"games/{game.key}/hands/1/{rest}"
    for headers in ({}, {"If_Match": "*"}, {"If_Match": "1"}, {"If_Match": '"1"'}):
        assert Program().send(method, address, body, **headers).status_code == 428
    assert game.hands.get().revision == 1


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_a_hand_is_corrected(game: Game, method: str) -> None:
    body = {"record": FIVE if method == "PUT" else {"taken": [5, 1]}, "reason": "counted again"}
    tag = Program().get(f"games/{game.key}/hands/1/").headers["ETag"]
    response = Program().send(method, f"games/{game.key}/hands/1/", body, If_Match=tag)
    assert (response.status_code, response.json()["record"], response.json()["revision"]) == (200, FIVE, 2)
    assert response.headers["ETag"] == response.json()["etag"] != tag
    versions = Program().get(f"games/{game.key}/hands/1/history/").json()["results"]
    assert [(one["kind"], one["reason"]) for one in versions] == [("corrected", "counted again"), ("recorded", "")]


def test_null_takes_a_key_away(game: Game) -> None:
    tag = Program().get(f"games/{game.key}/hands/1/").headers["ETag"]
    body = {"record": {"challenged": False, "taken": None}}
    response = Program().send("PATCH", f"games/{game.key}/hands/1/", body, If_Match=tag)
    assert (response.status_code, "taken" in response.json()["record"]) == (200, False)


def test_who_comes_too_late_is_shown_both_versions(game: Game) -> None:
    address = f"games/{game.key}/hands/1/"
    tag = Program().get(address).headers["ETag"]
    assert Program().send("PUT", address, {"record": FIVE}, If_Match=tag).status_code == 200
    response = Program().send("PUT", address, {"record": SIX}, If_Match=tag)
    problem = response.json()
    assert (response.status_code, problem["type"]) == (409, "urn:pepper:hand-changed")
    assert (problem["current"]["record"], problem["current"]["revision"]) == (FIVE, 2)
    assert (problem["seen"]["record"], problem["seen"]["revision"]) == (NORA_MAKES_4, 1)
    assert problem["sent"] == SIX
    assert game.hands.get().record == FIVE
    again = Program().send("PUT", address, {"record": SIX}, If_Match=problem["current"]["etag"])
    assert again.status_code == 200


def test_the_tag_of_one_of_several_versions_is_enough(game: Game) -> None:
    hand = game.hands.get()
    tags = f'"{hand.pk}-7", "{hand.pk}-1"'
    assert Program().send("PUT", f"games/{game.key}/hands/1/", {"record": FIVE}, If_Match=tags).status_code == 200


def test_a_hand_that_moved_is_not_taken_for_the_one_that_has_its_number(game: Game) -> None:
    address = f"games/{game.key}/hands/1/"
    tag = Program().get(address).headers["ETag"]
    inserted = Program().post(f"{address}insert/", {"record": SIX}, If_Match=tag)
    assert (inserted.status_code, inserted.json()["record"]) == (201, SIX)
    assert Program().get(f"games/{game.key}/hands/2/").headers["ETag"] == tag
    assert Program().send("PUT", address, {"record": FIVE}, If_Match=tag).status_code == 409
    assert Program().post(f"{address}void/", {}, If_Match=tag).status_code == 409


def test_a_hand_is_voided_and_its_first_version_brought_back(game: Game) -> None:
    address = f"games/{game.key}/hands/1/"
    tag = Program().get(address).headers["ETag"]
    void = Program().post(f"{address}void/", {}, If_Match=tag)
    assert (void.status_code, void.json()["record"]) == (200, {"dealer": 2, "void": "misdeal"})
    assert Program().post(f"{address}return/", {"revision": 9}, If_Match=void.headers["ETag"]).status_code == 422
    back = Program().post(f"{address}return/", {"revision": 1}, If_Match=void.headers["ETag"])
    assert (back.status_code, back.json()["record"], back.json()["revision"]) == (200, NORA_MAKES_4, 3)


def test_the_last_hand_is_taken_back_and_brought_back(game: Game) -> None:
    record(game, WES_IS_SET_ON_4)
    tags = [hand["etag"] for hand in Program().get(f"games/{game.key}/hands/").json()["results"]]
    assert Program().post(f"games/{game.key}/hands/1/undo/", If_Match=tags[0]).status_code == 409
    undone = Program().post(f"games/{game.key}/hands/2/undo/", If_Match=tags[1])
    assert (undone.status_code, undone.json()["scores"]) == (200, None)
    assert undone.json()["undone_at"]
    assert Program().get(f"games/{game.key}/").json()["undone"] == undone.json()
    assert Program().get(f"games/{game.key}/hands/2/").status_code == 404
    back = Program().post(f"games/{game.key}/hands/2/restore/", If_Match=undone.headers["ETag"])
    assert (back.status_code, back.json()["undone_at"]) == (200, None)
    assert Program().get(f"games/{game.key}/").json()["hand_count"] == 2


MISDEAL = {"dealer": 0, "void": "misdeal"}
CHANGES = {
    "correct": ("PUT", 3, "", {"record": MISDEAL}, "This reopens the game: nobody has won yet."),
    "amend": ("PATCH", 1, "", {"record": {"trump": None, "bid": "1"}}, "This reopens the game: nobody has won yet."),
    "void": ("POST", 2, "void/", {}, "This reopens the game: nobody has won yet."),
    "undo": ("POST", 3, "undo/", {}, "This reopens the game: nobody has won yet."),
    "insert": ("POST", 1, "insert/", {"record": NORA_IS_CONCEDED_PEPPER}, "The last hand does not count then."),
    "return": ("POST", 3, "return/", {"revision": 1}, "This ends the game at hand 3: Nora & Sam."),
    "restore": ("POST", 3, "restore/", {}, "This ends the game at hand 3: Nora & Sam."),
}


@pytest.mark.parametrize(("method", "number", "rest", "body", "sentence"), CHANGES.values(), ids=CHANGES)
def test_the_end_of_a_game_is_not_changed_unheard(
    method: str, number: int, rest: str, body: dict[str, Any], sentence: str
) -> None:
    game = finish(start())
    hand = game.hands.get(number=number)
    if rest == "return/":
        hand = services.correct_hand(hand, MISDEAL, revision=1)
    if rest == "restore/":
        hand = services.undo_hand(game, number=3)
    before = list(game.hands.values_list("number", "revision", "undone_at"))
    send = Program()
    address, headers = f"games/{game.key}/hands/{number}/{rest}", {"If_Match": f'"{hand.pk}-{hand.revision}"'}
    if method == "POST":
        headers["Idempotency_Key"] = "one key for both"
    for ending in ({}, {"ending": ""}, {"ending": "open:open"}):
        refused = send.send(method, address, body | ending, **headers)
        said = refused.json()
        assert (refused.status_code, said["type"]) == (409, "urn:pepper:ends-otherwise")
        assert sentence in said["changes"]
        assert list(game.hands.values_list("number", "revision", "undone_at")) == before
    done = send.send(method, address, body | {"ending": said["ending"]}, **headers)
    assert done.status_code in (200, 201)


def test_what_changes_only_points_is_done_at_once() -> None:
    game = finish(start())
    tag = Program().get(f"games/{game.key}/hands/3/").headers["ETag"]
    record = NORA_IS_CONCEDED_PEPPER | {"dealer": 0, "trump": "s"}
    assert Program().send("PUT", f"games/{game.key}/hands/3/", {"record": record}, If_Match=tag).status_code == 200


@pytest.mark.parametrize("turn", ["undo", "restore"])
def test_to_take_back_or_bring_back_a_hand_one_says_which_was_seen(game: Game, turn: str) -> None:
    hand = game.hands.get()
    if turn == "restore":
        hand = services.undo_hand(game, number=1)
    address, tag = f"games/{game.key}/hands/1/{turn}/", f'"{hand.pk}-{hand.revision}"'
    assert Program().post(address).status_code == 428
    assert Program().post(address, If_Match=f'"{hand.pk}-{hand.revision + 1}"').status_code == 409
    assert Program().post(address, If_Match=tag).status_code == 200
    # Where the answer was lost, it comes again without a key, and nothing more is done.
    assert Program().post(address, If_Match=tag).json()["revision"] == hand.revision + 1
    assert game.hands.get().revision == hand.revision + 1


def test_a_hand_that_came_in_its_place_is_not_taken_back_for_it(game: Game) -> None:
    seen = game.hands.get()
    services.undo_hand(game, number=1)
    record(game, SIX)
    address, tag = f"games/{game.key}/hands/1/undo/", f'"{seen.pk}-{seen.revision}"'
    assert Program().post(address, If_Match=tag).json()["record"] == NORA_MAKES_4
    assert game.hands.current().get().record == SIX


@pytest.mark.parametrize("method", ["PUT", "PATCH", "void", "return"])
def test_a_hand_that_is_taken_back_under_ones_hands_is_shown_so(
    game: Game, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody takes it back between the look at its version and the change, and enters another one or not."""
    hand = game.hands.get()
    look = HandView.seen

    def seen(view: HandView, *said: Any) -> int:
        revision = look(view, *said)
        services.undo_hand(game, number=1)
        return revision

    monkeypatch.setattr(HandView, "seen", seen)
    address, tag = f"games/{game.key}/hands/1/", f'"{hand.pk}-{hand.revision}"'
    if method.isupper():
        refused = Program().send(method, address, {"record": FIVE}, If_Match=tag)
    else:
        refused = Program().post(f"{address}{method}/", {"revision": 1} if method == "return" else {}, If_Match=tag)
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:pepper:hand-changed")
    assert refused.json()["current"]["undone_at"]
    assert refused.json()["seen"]["record"] == NORA_MAKES_4


def test_a_hand_without_a_number_is_the_next_one_whatever_comes_in_between(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = services.record_hand

    def kept(*said: Any, **more: Any) -> Any:
        monkeypatch.setattr(services, "record_hand", keep)
        record(game, WES_IS_SET_ON_4)
        return keep(*said, **more)

    monkeypatch.setattr(services, "record_hand", kept)
    made = Program().post(f"games/{game.key}/hands/", {"record": NORA_MAKES_4 | {"dealer": 0}})
    assert (made.status_code, made.json()["number"]) == (201, 3)


def test_on_a_final_night_a_change_says_why() -> None:
    club = found()
    game = club.play(over=False)
    services.set_night_state(club.night, Night.State.FINAL)
    scorer, address = program(club, "scorer"), f"games/{game.key}/hands/1/"
    tag = scorer.get(address).headers["ETag"]
    refused = scorer.send("PUT", address, {"record": FIVE}, If_Match=tag)
    assert (refused.status_code, refused.json()["type"]) == (422, "urn:pepper:reason-needed")
    assert scorer.send("PUT", address, {"record": FIVE, "reason": "miscounted"}, If_Match=tag).status_code == 200
    version = HandVersion.objects.get(revision=2)
    assert (version.made_by, version.reason) == (club.people["scorer"], "miscounted")


# ---- Lists and the sheet


def test_hands_are_listed_in_order_and_filtered(game: Game) -> None:
    record(game, WES_IS_SET_ON_4)
    record(game, NORA_MAKES_4 | {"dealer": 0})

    def numbers(query: str) -> list[int]:
        return [hand["number"] for hand in Program().get(f"games/{game.key}/hands/?{query}").json()["results"]]

    assert numbers("") == [1, 2, 3]
    assert numbers("declarer=0") == [1, 3]
    assert numbers("number_min=2") == [2, 3]
    assert numbers("number_max=2") == [1, 2]
    assert numbers("is_corrected=true") == []
    assert numbers("is_corrected=false") == [1, 2, 3]


def test_a_list_goes_on_where_one_was() -> None:
    game = start()
    for number in range(5):
        record(game, NORA_MAKES_4 | {"dealer": (2 + number) % 4})
    seen, address = [], f"/api/games/{game.key}/hands/?page_size=2"
    while address:
        page = Program().get(address.partition("/api/")[2]).json()
        seen.append([hand["number"] for hand in page["results"]])
        address = page["next"]
    assert seen == [[1, 2], [3, 4], [5]]


def test_the_sheet_says_how_the_game_stands() -> None:
    club = found()
    game = club.play(over=False)
    ada = club.add("Ada")
    body = {"seat": 1, "player": ada.pk}
    sheet = program(club, "scorer").post(f"games/{game.key}/substitute/", body).json()
    assert sheet == program(club, "viewer").get(f"games/{game.key}/").json()
    assert sheet["players"] == ["Nora", "Eli", "Sam", "Wes"]
    assert sheet["seated"] == ["Nora", "Ada", "Sam", "Wes"]
    swap = sheet["substitutions"][0]
    assert swap == {"id": swap["id"], "from_number": 2, "seat": 1, "came": "Ada", "left": "Eli"}
    assert [side["score"] for side in sheet["sides"]] == [4, 2]
    assert (sheet["next_number"], sheet["next_dealer"], sheet["is_over"]) == (2, 3, False)
    assert (sheet["league"], sheet["night"]) == (club.league.slug, club.night.pk)
