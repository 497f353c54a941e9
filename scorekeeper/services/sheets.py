"""Keep a whole sheet of hands at once, for a game of which none was kept yet.

What is in the database afterwards is what `record_hand` leaves, hand by hand; it only takes one look at the game
instead of one a hand.
"""

import uuid
from collections.abc import Sequence

from django.db import transaction

from scorekeeper.engine import score_game
from scorekeeper.models import Game, Hand, HandVersion, User

from .hands import GameIsOver, HandNumberTaken, HandRefused
from .holds import hold_game
from .recounts import mark


def record_sheet(
    game: Game, records: Sequence[object], *, submissions: Sequence[uuid.UUID], by: User | None = None
) -> list[Hand]:
    """Keep `records` as the hands of `game`, from the first on, and return them; all of them or none.

    The same submissions again return the hands they made. Raises HandRefused where a record cannot be kept,
    GameIsOver where one comes after the end, and HandNumberTaken where the game has hands already.
    """
    with transaction.atomic():
        game = hold_game(game)
        kept = list(game.hands.current())
        if kept and [hand.submission for hand in kept] == list(submissions):
            return kept
        if kept:
            raise HandNumberTaken(kept[0], len(kept) + 1)
        answers = score_game(records, game.ruleset, game.first_dealer, game.players).hands
        for answer in answers:
            if not answer.ok:
                raise HandRefused(answer)
            if not answer.counts:
                raise GameIsOver
        hands = Hand.objects.bulk_create(
            Hand(game=game, number=number, record=answer.record, submission=submission)
            for number, (answer, submission) in enumerate(zip(answers, submissions, strict=True), 1)
        )
        HandVersion.objects.bulk_create(
            HandVersion(hand=hand, revision=1, kind=HandVersion.Kind.RECORDED, record=hand.record, made_by=by)
            for hand in hands
        )
        game.save(update_fields=["updated_at"])
        if game.league is not None:
            mark(game.league)
    return hands
