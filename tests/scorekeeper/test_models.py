"""What the database itself refuses, whatever the code above it does."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.engine import PRESETS, parse_rules
from scorekeeper.models import Game, Hand
from scorekeeper.models.game import rules_by_value
from scorekeeper.models.league import new_slug
from scorekeeper.selectors import game_sheet

from .table import NORA_MAKES_4, record, start

pytestmark = pytest.mark.django_db


def make_hand(game: Game, **more: object) -> Hand:
    values = {"game": game, "number": 1, "record": NORA_MAKES_4, "submission": uuid.uuid4()}
    return Hand.objects.create(**values | more)  # type: ignore[arg-type]


def test_a_number_is_given_once_in_a_game() -> None:
    game = start()
    make_hand(game)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_hand(game)
    make_hand(start())
    make_hand(game, undone_at=timezone.now())


def test_a_submission_counts_once_in_a_game_even_when_undone() -> None:
    game, submission = start(), uuid.uuid4()
    make_hand(game, submission=submission, undone_at=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        make_hand(game, submission=submission, number=2)
    make_hand(start(), submission=submission)


def test_hands_count_from_one() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make_hand(start(), number=0)


@pytest.mark.parametrize("change", [{"first_dealer": 4}, {"first_dealer": -1}, {"key": ""}])
def test_a_game_is_refused(change: dict[str, object]) -> None:
    values = {"rules": "iowa", "players": ["a", "b", "c", "d"], "first_dealer": 0}
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(**values | change)


def test_a_submission_and_a_key_begin_one_game() -> None:
    game = start(submission=uuid.uuid4())
    for same in ({"key": game.key}, {"submission": game.submission}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.create(rules="iowa", players=["a", "b", "c", "d"], first_dealer=0, **same)


def test_keys_cannot_be_guessed() -> None:
    keys = {Game().key for _ in range(50)}
    assert len(keys) == 50
    assert min(map(len, keys)) >= 22


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_kept_by_value(preset: str) -> None:
    kept = Game.objects.get(pk=start(preset).pk)
    assert kept.ruleset == PRESETS[preset]
    assert kept.rules["target"] == PRESETS[preset].target
    assert kept.rules["ladder"][0]["need"] == PRESETS[preset].ladder[0].need


def test_house_rules_are_kept_by_value() -> None:
    rules = parse_rules(
        {"base": "iowa", "target": 42, "set": "tricks", "ladder": [{"token": "3", "need": 3, "stake": 3}]}
    )
    assert parse_rules(rules_by_value(rules)) == rules


def test_sides_carry_their_players() -> None:
    assert game_sheet(start()).side_names == ("Nora & Sam", "Eli & Wes")
    assert game_sheet(start("cutthroat")).side_names == ("Nora", "Eli", "Sam")


def test_an_undone_hand_stays_without_counting() -> None:
    game = start()
    hand = record(game, NORA_MAKES_4)
    Hand.objects.filter(pk=hand.pk).update(undone_at=timezone.now())
    assert list(game.hands.current()) == []
    assert list(game.hands.undone()) == [hand]


def test_no_command_takes_a_leagues_address_for_an_option() -> None:
    assert not any("-" in new_slug() for _time in range(200))
