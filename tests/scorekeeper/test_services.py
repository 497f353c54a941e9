"""Every write: once, whole, and in turn."""

import threading
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from scorekeeper import services
from scorekeeper.engine import RulesetError
from scorekeeper.models import Game, Hand

from .table import FULL, NAMES, NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, WES_IS_SET_ON_4, finish, record, start

pytestmark = pytest.mark.django_db


# ---- Beginning


def test_a_game_begins() -> None:
    game = services.start_game(rules={"base": "iowa", "target": 21}, players=[" Nora ", *NAMES[1:]], first_dealer=3)
    kept = Game.objects.get()
    assert (kept.pk, kept.players, kept.first_dealer, kept.ruleset.target) == (game.pk, list(NAMES), 3, 21)


def test_the_same_submission_begins_one_game() -> None:
    submission = uuid.uuid4()
    assert start(submission=submission) == start(submission=submission)
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [
        {"players": NAMES[:3]},
        {"players": ["Nora", "nora", "Sam", "Wes"]},
        {"players": ["Nora", "", "Sam", "Wes"]},
        {"first_dealer": 4},
        {"rules": "classic-2", "players": NAMES[:2], "first_dealer": 2},
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        services.start_game(**{"rules": "iowa", "players": NAMES, "first_dealer": 0} | change)
    assert not Game.objects.exists()


def test_impossible_rules_are_refused() -> None:
    with pytest.raises(RulesetError):
        services.start_game(rules={"base": "iowa", "joker": True}, players=NAMES, first_dealer=0)


# ---- Recording


def test_a_hand_is_kept_in_canonical_form() -> None:
    game = start()
    before = game.updated_at
    hand = record(game, NORA_MAKES_4 | {"trump": "♥", "bid": "4"})
    assert hand.number == 1
    assert Hand.objects.get().record == NORA_MAKES_4
    assert Game.objects.get().updated_at > before


def test_a_full_record_is_kept() -> None:
    assert record(start(first_dealer=0), FULL).record == FULL


def test_the_same_submission_makes_one_hand() -> None:
    game, submission = start(), uuid.uuid4()
    first = services.record_hand(game, NORA_MAKES_4, number=1, submission=submission)
    record(game, WES_IS_SET_ON_4)
    assert services.record_hand(game, NORA_MAKES_4, number=1, submission=submission) == first
    assert game.hands.count() == 2


def test_the_same_submission_makes_one_hand_also_where_it_ended_the_game() -> None:
    game, submission = start({"base": "iowa", "target": 14}), uuid.uuid4()
    first = services.record_hand(game, NORA_IS_CONCEDED_PEPPER, number=1, submission=submission)
    assert services.record_hand(game, NORA_IS_CONCEDED_PEPPER, number=1, submission=submission) == first


def test_the_same_submission_with_another_record_is_a_conflict() -> None:
    game, submission = start(), uuid.uuid4()
    first = services.record_hand(game, NORA_MAKES_4, number=1, submission=submission)
    with pytest.raises(services.HandNumberTaken) as taken:
        services.record_hand(game, NORA_MAKES_4 | {"taken": [5, 1]}, number=1, submission=submission)
    assert (taken.value.hand, taken.value.next_number) == (first, 2)
    assert Hand.objects.get().record == NORA_MAKES_4


def test_a_late_repeat_does_not_bring_back_what_was_undone() -> None:
    game, submission = start(), uuid.uuid4()
    services.record_hand(game, NORA_MAKES_4, number=1, submission=submission)
    services.undo_hand(game, number=1)
    assert services.record_hand(game, NORA_MAKES_4, number=1, submission=submission).undone_at is not None
    assert not game.hands.current().exists()


def test_a_submission_of_another_game_is_its_own() -> None:
    submission = uuid.uuid4()
    for game in (start(), start()):
        services.record_hand(game, NORA_MAKES_4, number=1, submission=submission)
    assert Hand.objects.count() == 2


def test_a_number_that_is_taken_is_refused_with_the_hand_that_has_it() -> None:
    game = start()
    first = record(game, NORA_MAKES_4)
    with pytest.raises(services.HandNumberTaken) as taken:
        record(game, WES_IS_SET_ON_4, number=1)
    assert taken.value.hand == first


@pytest.mark.parametrize("number", [0, -1, 3])
def test_a_number_out_of_turn_is_refused(number: int) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    with pytest.raises(services.HandOutOfTurn) as out:
        services.record_hand(game, WES_IS_SET_ON_4, number=number, submission=uuid.uuid4())
    assert out.value.next_number == 2
    assert game.hands.count() == 1


@pytest.mark.parametrize("hand", [None, {}, {"dealer": 2}, NORA_MAKES_4 | {"taken": [4, 3]}])
def test_a_hand_that_cannot_be_is_refused(hand: Any) -> None:
    game = start()
    with pytest.raises(services.HandRefused) as refused:
        record(game, hand)
    assert any(finding.is_error for finding in refused.value.answer.findings)
    assert not game.hands.exists()


def test_findings_speak_of_the_players() -> None:
    with pytest.raises(services.HandRefused, match="Nora"):
        record(start("midwest"), {"dealer": 2, "declarer": 1, "bid": "4", "alone": [0], "taken": [4, 2]})


def test_after_the_end_nothing_is_added() -> None:
    game = finish(start())
    with pytest.raises(services.GameIsOver):
        record(game, NORA_MAKES_4)
    services.undo_hand(game, number=3)
    record(game, NORA_MAKES_4)


def test_a_failure_on_the_way_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start()

    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Game, "save", fail)
    with pytest.raises(RuntimeError):
        record(game, NORA_MAKES_4)
    assert not Hand.objects.exists()


# ---- Taking back


def test_the_last_hand_is_taken_back_and_brought_back() -> None:
    game = start()
    record(game, NORA_MAKES_4)
    last = record(game, WES_IS_SET_ON_4)
    assert services.undo_hand(game, number=2) == last
    assert [hand.number for hand in game.hands.current()] == [1]
    assert services.restore_hand(game, number=2) == last
    assert [hand.number for hand in game.hands.current()] == [1, 2]


def test_taking_back_twice_takes_back_one() -> None:
    game = start()
    record(game, NORA_MAKES_4)
    record(game, WES_IS_SET_ON_4)
    assert services.undo_hand(game, number=2) == services.undo_hand(game, number=2)
    assert game.hands.current().count() == 1


def test_bringing_back_twice_brings_back_one() -> None:
    game = start()
    record(game, NORA_MAKES_4)
    services.undo_hand(game, number=1)
    assert services.restore_hand(game, number=1) == services.restore_hand(game, number=1)
    assert game.hands.current().count() == 1


@pytest.mark.parametrize("number", [0, 1, 3])
def test_only_the_last_hand_can_be_taken_back(number: int) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    record(game, WES_IS_SET_ON_4)
    with pytest.raises(services.HandOutOfTurn):
        services.undo_hand(game, number=number)
    assert game.hands.current().count() == 2


def test_it_cannot_come_back_where_another_took_its_place() -> None:
    game = start()
    record(game, NORA_MAKES_4)
    services.undo_hand(game, number=1)
    other = record(game, NORA_MAKES_4 | {"taken": [5, 1]})
    with pytest.raises(services.HandNumberTaken) as taken:
        services.restore_hand(game, number=1)
    assert taken.value.hand == other


def test_it_cannot_come_back_after_the_end() -> None:
    game = start()
    first = record(game, NORA_MAKES_4)
    record(game, WES_IS_SET_ON_4)
    services.undo_hand(game, number=2)
    ruled = NORA_MAKES_4 | {"ruling": {"points": [0, 100], "reason": "the table gave up"}}
    services.correct_hand(first, ruled, revision=1)
    with pytest.raises(services.GameIsOver):
        services.restore_hand(game, number=2)
    assert game.hands.current().count() == 1


def test_of_two_taken_back_the_later_comes_back() -> None:
    game = start()
    record(game, NORA_MAKES_4)
    services.undo_hand(game, number=1)
    other = record(game, NORA_MAKES_4 | {"taken": [5, 1]})
    services.undo_hand(game, number=1)
    assert services.restore_hand(game, number=1) == other


@pytest.mark.parametrize("number", [1, 2])
def test_what_was_never_there_does_not_come_back(number: int) -> None:
    with pytest.raises(services.HandOutOfTurn):
        services.restore_hand(start(), number=number)


# ---- Two phones at once


def at_once(*actions: Callable[[], object]) -> list[object]:
    """Do all at the same moment, each over a connection of its own; give what came of each, or was raised."""
    gate = threading.Barrier(len(actions))
    results: list[object] = [None] * len(actions)

    def run(place: int, action: Callable[[], object]) -> None:
        gate.wait()
        try:
            results[place] = action()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_with_one_number_one_wins_and_the_other_is_told() -> None:
    game = start()
    for round_ in range(5):
        hand = NORA_MAKES_4 | {"dealer": (2 + round_) % 4}
        hands = [hand, hand | {"taken": [5, 1]}]
        results = at_once(*(partial(record, game, one, number=round_ + 1) for one in hands))
        (won,) = [result for result in results if isinstance(result, Hand)]
        (lost,) = [result for result in results if isinstance(result, services.HandNumberTaken)]
        assert lost.hand == won
    assert game.hands.count() == 5


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_makes_one_hand_and_both_hear_the_same() -> None:
    game = start()
    for round_ in range(5):
        submission = uuid.uuid4()
        hand = NORA_MAKES_4 | {"dealer": (2 + round_) % 4}
        send = partial(services.record_hand, game, hand, number=round_ + 1, submission=submission)
        first, second = at_once(send, send)
        assert isinstance(first, Hand)
        assert first == second
    assert game.hands.count() == 5


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_begins_one_game() -> None:
    submission = uuid.uuid4()
    first, second = at_once(*[partial(start, submission=submission)] * 2)
    assert isinstance(first, Game)
    assert first == second
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_saving_and_taking_back_at_once_leave_no_gap() -> None:
    game = start()
    record(game, NORA_MAKES_4)
    at_once(lambda: record(game, WES_IS_SET_ON_4, number=2), lambda: services.undo_hand(game, number=1))
    numbers = [hand.number for hand in game.hands.current()]
    assert numbers in ([1, 2], [])


def test_only_the_hand_that_was_seen_is_taken_back() -> None:
    game = start()
    seen = record(game, NORA_MAKES_4)
    services.undo_hand(game, number=1)
    other = record(game, WES_IS_SET_ON_4)
    assert services.undo_hand(game, number=1, submission=seen.submission) == seen, "that is taken back already"
    assert list(game.hands.current()) == [other]
    services.undo_hand(game, number=1, submission=other.submission)
    assert not game.hands.current()
    with pytest.raises(services.HandOutOfTurn):
        services.undo_hand(game, number=1, submission=uuid.uuid4())


def test_only_the_hand_that_was_seen_is_brought_back() -> None:
    game = start()
    first = record(game, NORA_MAKES_4)
    services.undo_hand(game, number=1)
    second = record(game, WES_IS_SET_ON_4)
    services.undo_hand(game, number=1)
    assert services.restore_hand(game, number=1, submission=second.submission) == second
    assert services.restore_hand(game, number=1, submission=second.submission) == second, "a double tap"
    with pytest.raises(services.HandOutOfTurn):
        services.restore_hand(game, number=1, submission=first.submission)


def test_a_form_sent_again_with_other_players_begins_no_game_silently() -> None:
    key = uuid.uuid4()
    game = services.start_game(rules="iowa", players=NAMES, first_dealer=0, submission=key)
    assert services.start_game(rules="iowa", players=NAMES, first_dealer=3, submission=key) == game
    for changed in ({"players": ["Zoe", *NAMES[1:]]}, {"rules": {"base": "iowa", "target": 20}}):
        with pytest.raises(services.GameBegun) as refusal:
            services.start_game(**{"rules": "iowa", "players": NAMES, "first_dealer": 0, "submission": key} | changed)
        assert refusal.value.game == game
    assert Game.objects.count() == 1
