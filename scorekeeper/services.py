"""Every write: start a game, record a hand, undo the last one, bring it back.

Each is one transaction that takes hold of its game first, so that two phones at one table follow one another.
Knows nothing of requests or forms.
"""

import uuid
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.engine import Answer, GameAnswer, check_hand, parse_rules, score_game
from scorekeeper.models import Game, Hand
from scorekeeper.models.game import rules_by_value
from scorekeeper.names import clean_names


class HandRefused(Exception):
    """The record cannot be kept; `answer` says why."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("; ".join(finding.message for finding in answer.findings))
        self.answer = answer


class GameBegun(Exception):
    """The submission began `game`, which is of other players or rules."""

    def __init__(self, game: Game) -> None:
        super().__init__(str(game))
        self.game = game


class GameIsOver(Exception):
    """The game had ended before this hand."""


class HandOutOfTurn(Exception):
    """The hand cannot have the number it was sent with; `next_number` is free."""

    def __init__(self, next_number: int) -> None:
        super().__init__(f"the next hand is number {next_number}")
        self.next_number = next_number


class HandNumberTaken(HandOutOfTurn):
    """`hand` was recorded meanwhile under the number, or under the submission with another record."""

    def __init__(self, hand: Hand, next_number: int) -> None:
        super().__init__(next_number)
        self.hand = hand


def start_game(
    *,
    rules: object,
    players: Sequence[str],
    first_dealer: int,
    submission: uuid.UUID | None = None,
    is_demo: bool = False,
) -> Game:
    """Begin a game and return it; the same submission again returns the game it began.

    `rules` is what JSON gives: "iowa", or an object of house rules. Raises RulesetError where they cannot be
    played, ValidationError where the players or the dealer do not fit them, and GameBegun where the submission
    began a game of other players or rules.
    """
    ruleset = parse_rules(rules)
    names = clean_names(players)
    if len(names) != ruleset.players:
        raise ValidationError(_("These rules are for %(count)s players.") % {"count": ruleset.players}, code="players")
    if first_dealer not in range(ruleset.players):
        raise ValidationError(_("The first dealer is one of the players."), code="first_dealer")
    game = Game(
        rules=rules_by_value(ruleset),
        players=names,
        first_dealer=first_dealer,
        submission=submission,
        is_demo=is_demo,
    )
    with transaction.atomic():
        if submission and (started := Game.objects.filter(submission=submission).first()):
            return _same_game(started, game)
        try:
            with transaction.atomic():
                game.save(force_insert=True)
        except IntegrityError:
            # Where transactions run side by side, the other half of a double tap may have won.
            started = Game.objects.filter(submission=submission).first() if submission else None
            if started is None:
                raise
            return _same_game(started, game)
    return game


def _same_game(started: Game, wanted: Game) -> Game:
    # The deal may have been drawn, and then differs each time.
    if (started.ruleset, started.players) != (wanted.ruleset, wanted.players):
        raise GameBegun(started)
    return started


def record_hand(game: Game, record: object, *, number: int, submission: uuid.UUID) -> Hand:
    """Keep a hand of `game` as its hand `number`, the next one, and return it.

    The same submission with the same record again returns the hand it made, and makes none. Raises HandRefused
    where the record cannot be kept, GameIsOver after the end, HandNumberTaken where the number has its hand, and
    HandOutOfTurn where one before it is missing.
    """
    with transaction.atomic():
        game = _hold(game)
        answer = check_hand(record, game.ruleset, game.players)
        hands = list(game.hands.current())
        next_number = len(hands) + 1
        if (repeated := game.hands.filter(submission=submission).first()) is not None:
            if repeated.record == answer.record:
                return repeated
            raise HandNumberTaken(repeated, next_number)
        if not answer.ok:
            raise HandRefused(answer)
        if number in range(1, next_number):
            raise HandNumberTaken(hands[number - 1], next_number)
        if _score(game, hands).over:
            raise GameIsOver
        if number != next_number:
            raise HandOutOfTurn(next_number)
        hand = Hand.objects.create(game=game, number=number, record=answer.record, submission=submission)
        game.save(update_fields=["updated_at"])
    return hand


def undo_hand(game: Game, *, number: int, submission: uuid.UUID | None = None) -> Hand:
    """Take back hand `number`, the last one, and return it. To take it back twice changes nothing.

    `submission` tells which hand was seen under that number. Raises HandOutOfTurn where it is not the last hand
    any more, or there never was one.
    """
    with transaction.atomic():
        game = _hold(game)
        last = game.hands.current().last()
        if submission is not None and (last is None or last.submission != submission):
            return _seen(game, submission, is_undone=True)
        if last is not None and last.number == number:
            last.undone_at = timezone.now()
            last.save(update_fields=["undone_at"])
            game.save(update_fields=["updated_at"])
            return last
        played = last.number if last else 0
        undone = game.hands.undone().filter(number=number).first()
        if number != played + 1 or undone is None:
            raise HandOutOfTurn(played + 1)
        return undone


def restore_hand(game: Game, *, number: int, submission: uuid.UUID | None = None) -> Hand:
    """Bring back hand `number`, which was undone last, and return it. To bring it back twice changes nothing.

    `submission` tells which hand was seen as taken back. Raises HandNumberTaken where another hand has the number
    by now, HandOutOfTurn where nothing was undone.
    """
    with transaction.atomic():
        game = _hold(game)
        hands = list(game.hands.current())
        undone = game.hands.undone().filter(number=number).first()
        if submission is not None and (undone is None or undone.submission != submission):
            return _seen(game, submission, is_undone=False)
        if number in range(1, len(hands) + 1):
            hand = hands[number - 1]
            if undone is None:
                return hand
            raise HandNumberTaken(hand, len(hands) + 1)
        if undone is None or number != len(hands) + 1:
            raise HandOutOfTurn(len(hands) + 1)
        undone.undone_at = None
        undone.save(update_fields=["undone_at"])
        game.save(update_fields=["updated_at"])
    return undone


def _seen(game: Game, submission: uuid.UUID, *, is_undone: bool) -> Hand:
    """The hand somebody saw, where it is already as he wants it; HandOutOfTurn where the game has gone on."""
    hand = game.hands.filter(submission=submission).first()
    if hand is None or (hand.undone_at is not None) != is_undone:
        raise HandOutOfTurn(game.hands.current().count() + 1)
    return hand


def _hold(game: Game) -> Game:
    """The game as it is now, held until the transaction ends."""
    return Game.objects.select_for_update().get(pk=game.pk)


def _score(game: Game, hands: Sequence[Hand]) -> GameAnswer:
    return score_game([hand.record for hand in hands], game.ruleset, game.first_dealer, game.players)
