"""Where a hand that is being entered belongs, and what the game would come to with it. Reads only.

A hand is the next one of its game, or takes the place of one that is there, or goes before one that is there.
"""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine import Answer, GameAnswer, Ruleset
from scorekeeper.models import Game, Hand

from .changes import Ending, ending
from .games import GameSheet, HandLine, SheetRow, game_sheet, hand_line, score_records, side_names

NEW, EDIT, INSERT = "new", "edit", "insert"


@dataclass(frozen=True)
class Place:
    """Where a hand belongs: as hand `number` of the game on `sheet`; `dealer` deals it if all is in order.

    `hand` is the one that is corrected, or the one before which a forgotten hand goes; None for the next hand.
    """

    sheet: GameSheet
    kind: str
    number: int
    dealer: int
    players: tuple[str, ...]
    hand: Hand | None = None

    @property
    def game(self) -> Game:
        """The game it belongs to."""
        return self.sheet.game

    @property
    def rules(self) -> Ruleset:
        """The rules of its game."""
        return self.sheet.rules

    @property
    def side_names(self) -> tuple[str, ...]:
        """The sides as they sit at this hand."""
        return side_names(self.rules, self.players)

    @property
    def record(self) -> dict[str, Any]:
        """What is known of the hand already: the record that is corrected, else who deals."""
        if self.kind == EDIT and self.hand is not None:
            record: dict[str, Any] = self.hand.record
            return record
        return {"dealer": self.dealer}

    @property
    def row(self) -> SheetRow | None:
        """The hand that is corrected, as it stands on the score sheet."""
        return self.sheet.rows[self.number - 1] if self.kind == EDIT else None

    @property
    def scores_before(self) -> tuple[int, ...]:
        """The score before this hand."""
        if self.number == 1:
            return (0,) * self.rules.sides
        return self.sheet.score.scores[self.number - 2]

    @property
    def running(self) -> tuple[dict[str, str | int], ...]:
        """The sides and their score before this hand, and no word more."""
        pairs = zip(self.side_names, self.scores_before, strict=True)
        return tuple({"name": name, "score": score} for name, score in pairs)

    def score_with(self, record: object) -> GameAnswer:
        """The game with `record` in its place."""
        records: list[object] = list(self.sheet.records)
        end = self.number if self.kind == EDIT else self.number - 1
        records[self.number - 1 : end] = [record]
        return score_records(self.game, records, self.sheet.swaps)


@dataclass(frozen=True)
class Prospect:
    """A game as it would stand with a hand that is being entered.

    `changes` says in sentences what becomes of its end and its winner, where the hand is not simply the next one;
    `token` is the name of all that.
    """

    answer: Answer
    line: HandLine | None
    scores: tuple[int, ...]
    is_over: bool
    winner_names: tuple[str, ...]
    changes: tuple[str, ...] = ()
    token: str = ""


def new_place(sheet: GameSheet) -> Place:
    """The next hand."""
    return Place(sheet, NEW, sheet.next_number, sheet.next_dealer, sheet.players)


def edit_place(game: Game, number: int) -> Place:
    """The hand `number`, to be corrected. Raises Hand.DoesNotExist where there is none."""
    sheet = game_sheet(game)
    hand = _hand_at(sheet, number)
    dealer = hand.record.get("dealer")
    if dealer is None:
        dealer = _dealer_at(sheet, number)
    return Place(sheet, EDIT, number, dealer, sheet.players_at(number), hand)


def insert_place(game: Game, number: int) -> Place:
    """A hand that was forgotten before hand `number`. Raises Hand.DoesNotExist where there is none."""
    sheet = game_sheet(game)
    hand = _hand_at(sheet, number)
    return Place(sheet, INSERT, number, _dealer_at(sheet, number), sheet.players_at(number - 1), hand)


def prospect(place: Place, record: object) -> Prospect:
    """What the game would come to with `record` in its place; with one that cannot be kept, as it is."""
    score = place.score_with(record)
    answer = score.hands[place.number - 1]
    answer = replace(answer, findings=tuple(found.spoken_of(place.players) for found in answer.findings))
    names = place.sheet.side_names
    end = ending(place.sheet.score, score, names) if place.kind != NEW and answer.ok else Ending("", ())
    return Prospect(
        answer=answer,
        line=hand_line(answer.record, answer, place.rules, place.players) if answer.record is not None else None,
        scores=score.scores[-1],
        is_over=score.over,
        winner_names=tuple(names[side] for side in score.winners),
        changes=end.changes,
        token=end.token,
    )


def ending_without_last(sheet: GameSheet) -> Ending:
    """What becomes of the end of the game when its last hand is taken back."""
    return ending(sheet.score, score_records(sheet.game, sheet.records[:-1]), sheet.side_names)


def ending_with(sheet: GameSheet, undone: Hand) -> Ending:
    """What becomes of the end of the game when a hand that was taken back is brought back."""
    return ending(sheet.score, score_records(sheet.game, [*sheet.records, undone.record]), sheet.side_names)


def _hand_at(sheet: GameSheet, number: int) -> Hand:
    if number not in range(1, len(sheet.hands) + 1):
        raise Hand.DoesNotExist
    return sheet.hands[number - 1]


def _dealer_at(sheet: GameSheet, number: int) -> int:
    """Who was to deal hand `number`."""
    before = score_records(sheet.game, sheet.records[: number - 1])
    # After the end nobody was to deal; then it is whoever did.
    if before.next_dealer is None:
        return (
            int(sheet.records[number - 1].get("dealer", sheet.game.first_dealer))
            if before.over
            else (sheet.game.first_dealer)
        )
    return before.next_dealer
