"""Versions of hands: every write makes one, exactly one is current, and nothing is lost to somebody faster."""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from scorekeeper import services
from scorekeeper.models import Game, Hand, HandVersion, Recount
from scorekeeper.selectors import game_sheet, seated_names

from .leaguecast import Cast
from .table import NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, WES_IS_SET_ON_4, finish, record, start

pytestmark = pytest.mark.django_db

NORA_MAKES_5 = NORA_MAKES_4 | {"bid": "5", "taken": [5, 1]}


def kinds(hand: Hand) -> list[str]:
    return list(hand.versions.order_by("revision").values_list("kind", flat=True))


def current(hand: Hand) -> HandVersion:
    return hand.versions.get(is_current=True)


# ---- Every write is a version


def test_a_correction_is_a_version() -> None:
    game = start()
    hand = record(game, NORA_MAKES_4)
    hand = services.correct_hand(hand, NORA_MAKES_5, revision=1, reason=" misread ")
    assert (hand.revision, hand.record, hand.is_corrected) == (2, NORA_MAKES_5, True)
    assert kinds(hand) == ["recorded", "corrected"]
    assert (current(hand).record, current(hand).reason) == (NORA_MAKES_5, "misread")
    assert hand.versions.get(revision=1).record == NORA_MAKES_4
    assert game_sheet(game).scores == (5, 1)


def test_a_void_is_a_version_and_can_be_unsaid() -> None:
    game = start()
    hand = record(game, NORA_MAKES_4)
    hand = services.void_hand(hand, why="misdeal", revision=1)
    assert hand.record == {"dealer": 2, "void": "misdeal"}
    assert (game_sheet(game).scores, game_sheet(game).next_dealer) == ((0, 0), 2)
    hand = services.return_to_version(hand, hand.versions.get(revision=1), revision=2)
    assert kinds(hand) == ["recorded", "voided", "restored"]
    assert game_sheet(game).scores == (4, 2)


def test_taking_back_and_bringing_back_are_versions() -> None:
    game = start()
    hand = record(game, NORA_MAKES_4)
    services.undo_hand(game, number=1)
    assert not services.restore_hand(game, number=1).is_corrected
    assert kinds(hand) == ["recorded", "undone", "restored"]
    hand.refresh_from_db()
    assert hand.revision == 3


def test_the_account_is_written_beside_it() -> None:
    cast = Cast()
    game = cast.game()
    hand = services.record_hand(game, NORA_MAKES_4, number=1, submission=uuid.uuid4(), by=cast.users["scorer"])
    services.correct_hand(hand, NORA_MAKES_5, revision=1, by=cast.users["owner"])
    assert [version.made_by.username for version in hand.versions.order_by("revision")] == ["scorer", "owner"]


def test_a_version_of_another_hand_cannot_come_back() -> None:
    game = start()
    first, second = record(game, NORA_MAKES_4), record(game, WES_IS_SET_ON_4)
    with pytest.raises(ValueError, match="another hand"):
        services.return_to_version(first, current(second), revision=1)


# ---- Repeats and stale edits


def test_the_same_correction_twice_is_one_version() -> None:
    hand = record(start(), NORA_MAKES_4)
    for _time in range(2):
        services.correct_hand(hand, NORA_MAKES_5, revision=1)
    assert hand.versions.count() == 2


def test_a_stale_correction_overwrites_nothing() -> None:
    hand = record(start(), NORA_MAKES_4)
    services.correct_hand(hand, NORA_MAKES_5, revision=1)
    with pytest.raises(services.HandChanged) as changed:
        services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1)
    assert (changed.value.hand.revision, changed.value.hand.record) == (2, NORA_MAKES_5)
    assert hand.versions.count() == 2


def test_a_correction_of_a_hand_that_was_taken_back() -> None:
    game = start()
    hand = record(game, NORA_MAKES_4)
    services.undo_hand(game, number=1)
    with pytest.raises(services.HandChanged):
        services.correct_hand(hand, NORA_MAKES_5, revision=2)


def test_a_correction_that_cannot_be() -> None:
    hand = record(start(), NORA_MAKES_4)
    with pytest.raises(services.HandRefused):
        services.correct_hand(hand, NORA_MAKES_4 | {"taken": [4, 4]}, revision=1)
    assert hand.versions.count() == 1


def test_a_late_repeat_of_the_first_submission_leaves_the_correction() -> None:
    game, submission = start(), uuid.uuid4()
    hand = services.record_hand(game, NORA_MAKES_4, number=1, submission=submission)
    services.correct_hand(hand, NORA_MAKES_5, revision=1)
    again = services.record_hand(game, NORA_MAKES_4, number=1, submission=submission)
    assert (again, again.record) == (hand, NORA_MAKES_5)


# ---- Inserting


def insert(game: Game, number: int, hand: dict[str, Any] = NORA_IS_CONCEDED_PEPPER, **more: Any) -> Hand:
    return services.insert_hand(game, hand, number=number, submission=uuid.uuid4(), **more)


def test_a_forgotten_hand_moves_the_later_ones_up() -> None:
    game = start()
    record(game, NORA_MAKES_4)
    record(game, WES_IS_SET_ON_4)
    third = record(game, NORA_MAKES_4 | {"dealer": 0})
    undone = record(game, NORA_MAKES_4 | {"dealer": 1})
    services.undo_hand(game, number=4)
    inserted = insert(game, 2)
    assert [hand.record["dealer"] for hand in game.hands.current()] == [2, 2, 3, 0]
    third.refresh_from_db()
    undone.refresh_from_db()
    assert (inserted.number, third.number, undone.number) == (2, 4, 5)
    assert services.restore_hand(game, number=5) == undone


def test_an_insertion_sent_twice_is_one_hand() -> None:
    game, submission = start(), uuid.uuid4()
    record(game, NORA_MAKES_4)
    for _time in range(2):
        services.insert_hand(game, NORA_IS_CONCEDED_PEPPER, number=1, submission=submission)
    assert game.hands.current().count() == 2


@pytest.mark.parametrize("number", [0, 2, -1])
def test_an_insertion_before_no_hand(number: int) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    with pytest.raises(services.HandOutOfTurn):
        insert(game, number)


def test_an_insertion_before_a_hand_that_has_moved() -> None:
    game = start()
    first = record(game, NORA_MAKES_4)
    insert(game, 1, before=first.pk)
    with pytest.raises(services.HandOutOfTurn):
        insert(game, 1, before=first.pk)


def test_an_insertion_after_the_end_is_possible() -> None:
    game = finish(start())
    insert(game, 3)
    assert game.hands.current().count() == 4


def test_substitutes_move_with_the_hands_they_came_for() -> None:
    cast = Cast()
    game = cast.game()
    for dealer in (2, 3, 0):
        record(game, NORA_MAKES_4 | {"dealer": dealer})
    services.substitute(game, seat=2, player=cast.players["Pat"], from_number=2)
    services.substitute(game, seat=2, player=cast.players["Kim"], from_number=3)
    insert(game, 2)
    assert [seated_names(game, number)[2] for number in (1, 2, 3, 4, 5)] == ["Sam", "Sam", "Pat", "Kim", "Kim"]


# ---- A final night


def test_a_final_night_wants_a_reason_for_everything() -> None:
    cast = Cast()
    game = cast.game()
    first = record(game, NORA_MAKES_4)
    undone = record(game, WES_IS_SET_ON_4)
    services.undo_hand(game, number=2)
    cast.finish()
    writes: list[Callable[..., Hand]] = [
        lambda **why: services.correct_hand(first, NORA_MAKES_5, revision=1, **why),
        lambda **why: services.void_hand(first, why="misdeal", revision=2, **why),
        lambda **why: services.return_to_version(first, first.versions.get(revision=1), revision=3, **why),
        lambda **why: insert(game, 1, **why),
        lambda **why: services.restore_hand(game, number=3, **why),
        lambda **why: services.undo_hand(game, number=3, **why),
        lambda **why: services.record_hand(game, NORA_MAKES_4, number=3, submission=uuid.UUID(int=7), **why),
    ]
    for write in writes:
        for lack in ({}, {"reason": "  "}):
            with pytest.raises(services.ReasonNeeded):
                write(**lack)
        assert current(write(reason="the sheet said so")).reason == "the sheet said so"
    assert undone.versions.count() == 4


# ---- The league's mark


def test_every_write_marks_the_league_in_its_own_transaction() -> None:
    cast = Cast()
    game = cast.game()

    def marked() -> int:
        return Recount.objects.get(league=cast.league).marked

    before = marked()
    hand = record(game, NORA_MAKES_4)
    for write in (
        lambda: services.correct_hand(hand, NORA_MAKES_5, revision=1),
        lambda: services.void_hand(hand, why="misdeal", revision=2),
        lambda: insert(game, 1),
        lambda: services.undo_hand(game, number=2),
        lambda: services.restore_hand(game, number=2),
    ):
        assert marked() > before
        before = marked()
        write()
    assert marked() > before
    before = marked()
    services.correct_hand(hand, {"dealer": 2, "void": "misdeal"}, revision=5)
    assert marked() == before, "nothing was changed"


# ---- At the same time


def at_once(*writes: Callable[[], Any]) -> list[Any]:
    """Do all at the same time, each with a connection of its own; what came of each."""
    results: list[Any] = [None] * len(writes)
    gate = threading.Barrier(len(writes))

    def run(place: int) -> None:
        try:
            gate.wait()
            results[place] = writes[place]()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[place]) for place in range(len(writes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.django_db(transaction=True)
def test_of_many_corrections_at_once_one_wins_and_one_version_is_current() -> None:
    hand = record(start(), NORA_MAKES_4)
    records = [NORA_MAKES_4 | {"trump": trump} for trump in "sdcn"]
    results = at_once(*(lambda one=one: services.correct_hand(hand, one, revision=1) for one in records))
    won = [one for one in results if isinstance(one, Hand)]
    assert len(won) == 1
    assert all(isinstance(one, services.HandChanged) for one in results if one not in won), results
    assert hand.versions.filter(is_current=True).count() == 1
    assert current(hand).record == won[0].record
    assert hand.versions.count() == 2


@pytest.mark.django_db(transaction=True)
def test_insertions_and_records_at_once_leave_numbers_without_a_gap() -> None:
    game = start()
    record(game, NORA_MAKES_4)
    at_once(
        lambda: insert(game, 1),
        lambda: insert(game, 1, NORA_MAKES_5),
        lambda: record(game, WES_IS_SET_ON_4, 2),
        lambda: services.undo_hand(game, number=1),
    )
    numbers = [hand.number for hand in game.hands.current()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(hand.versions.filter(is_current=True).count() == 1 for hand in game.hands.all())
