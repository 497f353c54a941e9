"""Every write to the hands of a game: record, correct, void, insert, take back, bring back.

Each is one transaction that takes hold of its game first, and each is a version: nothing is overwritten.
Knows nothing of requests or forms.
"""

import uuid
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.engine import Answer, GameAnswer, check_hand, score_game
from scorekeeper.models import Game, Hand, HandVersion, User
from scorekeeper.selectors import Ending, ending, seated_names, side_names

from .holds import expect_reason, hold_game
from .recounts import mark

Kind = HandVersion.Kind

# More hands than any game has.
BEYOND = 1_000_000


class HandRefused(Exception):
    """The record cannot be kept; `answer` says why."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("; ".join(finding.message for finding in answer.findings))
        self.answer = answer


class GameIsOver(Exception):
    """The game had ended before this hand."""


class EndsOtherwise(Exception):
    """The game would end otherwise than it does now, and nobody was told: `ending` says how."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(" ".join(ending.changes))
        self.ending = ending


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


class HandChanged(Exception):
    """Somebody changed the hand meanwhile; `hand` is as it is now."""

    def __init__(self, hand: Hand) -> None:
        super().__init__(f"the hand is at version {hand.revision}")
        self.hand = hand


def record_hand(
    game: Game,
    record: object,
    *,
    number: int | None = None,
    submission: uuid.UUID,
    by: User | None = None,
    reason: str = "",
) -> Hand:
    """Keep a hand of `game` as its hand `number`, which has to be the next one if it is given, and return it.

    The same submission with the same record again returns the hand it made, and makes none. Raises HandRefused
    where the record cannot be kept, GameIsOver after the end, HandNumberTaken where the number has its hand,
    HandOutOfTurn where one before it is missing, and ReasonNeeded on a final night.
    """
    with transaction.atomic():
        game = hold_game(game)
        hands = list(game.hands.current())
        next_number = len(hands) + 1
        number = next_number if number is None else number
        answer = check_hand(record, game.ruleset, seated_names(game, number))
        if (repeated := _repeated(game, submission, answer, next_number)) is not None:
            return repeated
        if not answer.ok:
            raise HandRefused(answer)
        if number in range(1, next_number):
            raise HandNumberTaken(hands[number - 1], next_number)
        if _score(game, [one.record for one in hands]).over:
            raise GameIsOver
        if number != next_number:
            raise HandOutOfTurn(next_number)
        reason = expect_reason(game, reason)
        hand = Hand.objects.create(game=game, number=number, record=answer.record, submission=submission)
        _add_version(hand, Kind.RECORDED, by, reason)
        _touch(game)
    return hand


def insert_hand(
    game: Game,
    record: object,
    *,
    number: int,
    submission: uuid.UUID,
    before: int | None = None,
    expects: str | None = None,
    by: User | None = None,
    reason: str = "",
) -> Hand:
    """Keep a hand that was forgotten, before the hand that has `number` now, and return it.

    Later hands move up by one, and so do the substitutions that begin with one of them: whoever was credited with
    a hand still is. `before` is the primary key of the hand that was meant. Raises HandRefused, ReasonNeeded on a
    final night, HandOutOfTurn where there is no hand of that number, or by now another one, and EndsOtherwise as
    `correct_hand`.
    """
    with transaction.atomic():
        game = hold_game(game)
        answer = check_hand(record, game.ruleset, seated_names(game, number - 1))
        hands = list(game.hands.current())
        if (repeated := _repeated(game, submission, answer, len(hands) + 1)) is not None:
            return repeated
        if number not in range(1, len(hands) + 1) or before not in (None, hands[number - 1].pk):
            raise HandOutOfTurn(len(hands) + 1)
        if not answer.ok:
            raise HandRefused(answer)
        reason = expect_reason(game, reason)
        records = [one.record for one in hands]
        _expect_ending(game, records, [*records[: number - 1], answer.record, *records[number - 1 :]], expects)
        _make_room(game, number)
        hand = Hand.objects.create(game=game, number=number, record=answer.record, submission=submission)
        _add_version(hand, Kind.RECORDED, by, reason)
        _touch(game)
    return hand


def correct_hand(
    hand: Hand,
    record: object,
    *,
    revision: int,
    expects: str | None = None,
    by: User | None = None,
    reason: str = "",
) -> Hand:
    """Replace what is known of `hand`, last seen at `revision`, by another record, and return it.

    To send the same correction twice changes nothing. `expects` is the token of what was said to whoever corrects it
    about the end of the game (selectors.Ending), None where nobody asks. Raises HandRefused, HandChanged where
    somebody changed it meanwhile, ReasonNeeded on a final night, and EndsOtherwise where something else becomes of
    that end than was said.
    """
    return _change(hand, record, Kind.CORRECTED, revision, expects, by, reason)


def void_hand(
    hand: Hand,
    *,
    why: str,
    revision: int,
    expects: str | None = None,
    by: User | None = None,
    reason: str = "",
) -> Hand:
    """Make `hand` a void one: it scores nothing, and its dealer deals again (docs/record.md, Rulings and voids).

    Raises as `correct_hand`.
    """
    record = {"dealer": hand.record.get("dealer"), "void": why}
    if record["dealer"] is None:
        del record["dealer"]
    return _change(hand, record, Kind.VOIDED, revision, expects, by, reason)


def return_to_version(
    hand: Hand,
    version: HandVersion,
    *,
    revision: int,
    expects: str | None = None,
    by: User | None = None,
    reason: str = "",
) -> Hand:
    """Say again of `hand` what one of its versions said, as a new version. Raises as `correct_hand`."""
    if version.hand_id != hand.pk:
        raise ValueError("the version is one of another hand")
    return _change(hand, version.record, Kind.RESTORED, revision, expects, by, reason)


def undo_hand(
    game: Game,
    *,
    number: int,
    submission: uuid.UUID | None = None,
    revision: int | None = None,
    expects: str | None = None,
    by: User | None = None,
    reason: str = "",
) -> Hand:
    """Take back hand `number`, the last one, and return it. To take it back twice changes nothing.

    `submission` tells which hand was seen under that number, `revision` how. Raises HandOutOfTurn where it is not the
    last hand any more, or there never was one; HandChanged where it was seen otherwise; ReasonNeeded on a final night;
    EndsOtherwise as `correct_hand`.
    """
    with transaction.atomic():
        game = hold_game(game)
        last = game.hands.current().last()
        if submission is not None and (last is None or last.submission != submission):
            return _seen(game, submission, is_undone=True)
        if last is not None and last.number == number:
            if revision not in (None, last.revision):
                raise HandChanged(last)
            reason = expect_reason(game, reason)
            if expects is not None:
                records = [one.record for one in game.hands.current()]
                _expect_ending(game, records, records[:-1], expects)
            last.undone_at = timezone.now()
            last.revision += 1
            last.save(update_fields=["undone_at", "revision"])
            _add_version(last, Kind.UNDONE, by, reason)
            _touch(game)
            return last
        played = last.number if last else 0
        undone = game.hands.undone().filter(number=number).first()
        if number != played + 1 or undone is None:
            raise HandOutOfTurn(played + 1)
        return undone


def restore_hand(
    game: Game,
    *,
    number: int,
    submission: uuid.UUID | None = None,
    revision: int | None = None,
    expects: str | None = None,
    by: User | None = None,
    reason: str = "",
) -> Hand:
    """Bring back hand `number`, which was undone last, and return it. To bring it back twice changes nothing.

    `submission` tells which hand was seen as taken back, `revision` how. Raises HandNumberTaken where another hand has
    the number by now, HandOutOfTurn where nothing was undone, HandChanged where it was seen otherwise, GameIsOver where
    the hands before it have ended the game meanwhile, ReasonNeeded on a final night, EndsOtherwise as `correct_hand`.
    """
    with transaction.atomic():
        game = hold_game(game)
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
        if revision not in (None, undone.revision):
            raise HandChanged(undone)
        if _score(game, [one.record for one in hands]).over:
            raise GameIsOver
        reason = expect_reason(game, reason)
        records = [one.record for one in hands]
        _expect_ending(game, records, [*records, undone.record], expects)
        undone.undone_at = None
        undone.revision += 1
        undone.save(update_fields=["undone_at", "revision"])
        _add_version(undone, Kind.RESTORED, by, reason)
        _touch(game)
    return undone


def _seen(game: Game, submission: uuid.UUID, *, is_undone: bool) -> Hand:
    """The hand somebody saw, where it is already as he wants it; HandOutOfTurn where the game has gone on."""
    hand = game.hands.filter(submission=submission).first()
    if hand is None or (hand.undone_at is not None) != is_undone:
        raise HandOutOfTurn(game.hands.current().count() + 1)
    return hand


def _change(
    hand: Hand, record: object, kind: Kind, revision: int, expects: str | None, by: User | None, reason: str
) -> Hand:
    with transaction.atomic():
        game = hold_game(hand.game)
        hand = game.hands.get(pk=hand.pk)
        answer = check_hand(record, game.ruleset, seated_names(game, hand.number))
        if hand.record == answer.record and hand.undone_at is None:
            return hand
        if hand.revision != revision or hand.undone_at is not None:
            raise HandChanged(hand)
        if not answer.ok:
            raise HandRefused(answer)
        reason = expect_reason(game, reason)
        if expects is not None:
            records = [one.record for one in game.hands.current()]
            at = hand.number - 1
            _expect_ending(game, records, [*records[:at], answer.record, *records[at + 1 :]], expects)
        hand.record = answer.record
        hand.revision += 1
        hand.save(update_fields=["record", "revision"])
        _add_version(hand, kind, by, reason)
        _touch(game)
    return hand


def _make_room(game: Game, number: int) -> None:
    """Move hand `number` and all after it up by one, and with them whoever came in at one of them."""
    # By way of numbers that no hand has, since no two may have one number even for a moment.
    game.hands.filter(undone_at=None, number__gte=number).update(number=F("number") + BEYOND)
    game.hands.filter(undone_at=None, number__gt=BEYOND).update(number=F("number") - BEYOND + 1)
    game.hands.undone().filter(number__gte=number).update(number=F("number") + 1)
    # The last one first: each moves to a number that is free by then.
    for change in game.substitutions.filter(from_number__gte=number).order_by("-from_number"):
        change.from_number += 1
        change.save(update_fields=["from_number"])


def _repeated(game: Game, submission: uuid.UUID, answer: Answer, next_number: int) -> Hand | None:
    """The hand that this submission made already; HandNumberTaken where it made it of another record."""
    hand = game.hands.filter(submission=submission).first()
    if hand is None:
        return None
    first = hand.versions.order_by("revision").first()
    if answer.record in (hand.record, first.record if first else None):
        return hand
    raise HandNumberTaken(hand, next_number)


def _add_version(hand: Hand, kind: Kind, by: User | None, reason: str) -> None:
    hand.versions.filter(is_current=True).update(is_current=False)
    HandVersion.objects.create(
        hand=hand, revision=hand.revision, kind=kind, record=hand.record, made_by=by, reason=reason
    )


def _expect_ending(game: Game, before: Sequence[object], after: Sequence[object], expects: str | None) -> None:
    """Raise EndsOtherwise where the game ends otherwise after a change than before, and than was expected."""
    if expects is None:
        return
    names = side_names(game.ruleset, seated_names(game, len(before) + 1))
    found = ending(_score(game, before), _score(game, after), names)
    if found.changes and found.token != expects:
        raise EndsOtherwise(found)


def _touch(game: Game) -> None:
    game.save(update_fields=["updated_at"])
    if game.league is not None:
        mark(game.league)


def _score(game: Game, records: Sequence[object]) -> GameAnswer:
    return score_game(records, game.ruleset, game.first_dealer, game.players)
