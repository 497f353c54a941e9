"""What the pages show, read across games and hands: one frozen dataclass for each.

Reads only. Score, dealer, end and winners are derived here from the records, by the engine.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from scorekeeper.engine import Answer, GameAnswer, Result, Ruleset, check_hand, score_game
from scorekeeper.models import Game, Hand


@dataclass(frozen=True)
class HandLine:
    """What one hand came to, with the names of those who played it.

    `kind` is made, set, conceded, passed, void, or open where only a ruling gave the points. `taken` are the
    declaring side's tricks. Without a contract `declarer` is empty and `bid` None.
    """

    kind: str
    dealer: str
    declarer: str
    bid: str | None
    trump: str | None
    taken: int | None
    points: tuple[int, ...]
    void: str | None = None
    ruling: str = ""
    alone: tuple[str, ...] = ()
    is_full: bool = False
    total: int = 0


@dataclass(frozen=True)
class SheetRow:
    """A hand on the score sheet and the running score after it.

    `counts` is false after the game's end; `is_out_of_turn` says that somebody dealt whose turn it was not.
    """

    number: int
    line: HandLine
    scores: tuple[int, ...]
    counts: bool
    is_out_of_turn: bool
    submission: uuid.UUID

    @property
    def cells(self) -> tuple["Cell", ...]:
        """Points and running score, side by side."""
        return tuple(map(Cell, self.line.points, self.scores))


@dataclass(frozen=True)
class Cell:
    """What one side got in one hand, and its score after it."""

    points: int
    score: int


@dataclass(frozen=True)
class SideScore:
    """One side on the scoreboard, with its players; `note` says how far it is from the end."""

    name: str
    players: tuple[str, ...]
    score: int
    won: bool
    note: str


@dataclass(frozen=True)
class GameSheet:
    """A game's score sheet. `undone` is the hand that can be brought back, if any."""

    game: Game
    rules: Ruleset
    players: tuple[str, ...]
    side_names: tuple[str, ...]
    sides: tuple[SideScore, ...]
    rows: tuple[SheetRow, ...]
    records: tuple[dict[str, Any], ...]
    is_over: bool
    winners: tuple[int, ...]
    next_dealer: int
    undone: Hand | None

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every side, in their order."""
        return tuple(side.score for side in self.sides)

    @property
    def running(self) -> tuple[dict[str, str | int], ...]:
        """The sides and their score, and no word more."""
        return tuple({"name": side.name, "score": side.score} for side in self.sides)

    @property
    def next_number(self) -> int:
        """The number of the hand to come."""
        return len(self.rows) + 1

    @property
    def next_dealer_name(self) -> str:
        """Who deals the hand to come."""
        return self.players[self.next_dealer]

    @property
    def winner_names(self) -> tuple[str, ...]:
        """The sides that won, more than one where they share it."""
        return tuple(self.side_names[side] for side in self.winners)


@dataclass(frozen=True)
class Prospect:
    """A game as it would stand with one more hand."""

    answer: Answer
    line: HandLine | None
    scores: tuple[int, ...]
    is_over: bool
    winner_names: tuple[str, ...]


@dataclass(frozen=True)
class GameSummary:
    """A game in a list of games."""

    url: str
    title: str
    is_over: bool
    hand_count: int
    scores: tuple[int, ...]
    updated_at: datetime


def game_sheet(game: Game) -> GameSheet:
    """The score sheet of `game`."""
    hands = list(game.hands.current())
    records = tuple(hand.record for hand in hands)
    score = _score(game, records)
    rules = game.ruleset
    last = score.scores[-1] if score.scores else (0,) * rules.sides
    rows = tuple(
        SheetRow(
            number=hand.number,
            line=hand_line(hand.record, answer, rules, game.players),
            scores=scores,
            counts=not _has(answer, "game-over"),
            is_out_of_turn=_has(answer, "bad-dealer"),
            submission=hand.submission,
        )
        for hand, answer, scores in zip(hands, score.hands, score.scores, strict=True)
    )
    return GameSheet(
        game=game,
        rules=rules,
        players=tuple(game.players),
        side_names=game.side_names,
        sides=tuple(
            SideScore(
                name=name,
                players=tuple(game.players[seat] for seat in rules.seats_of(side)),
                score=points,
                won=side in score.winners,
                note=_note(rules.target - points, score, side),
            )
            for side, (name, points) in enumerate(zip(game.side_names, last, strict=True))
        ),
        rows=rows,
        records=records,
        is_over=score.over,
        winners=score.winners,
        next_dealer=game.first_dealer if score.next_dealer is None else score.next_dealer,
        undone=game.hands.undone().filter(number=len(hands) + 1).first(),
    )


def prospect(sheet: GameSheet, record: object) -> Prospect:
    """What `sheet` would come to with `record` as its next hand; with one that cannot be kept, as it is."""
    score = _score(sheet.game, (*sheet.records, record))
    answer = score.hands[-1]
    return Prospect(
        answer=answer,
        line=hand_line(answer.record, answer, sheet.rules, sheet.players) if answer.record is not None else None,
        scores=score.scores[-1],
        is_over=score.over,
        winner_names=tuple(sheet.side_names[side] for side in score.winners),
    )


def hand_of(game: Game, number: int) -> Hand:
    """The hand of `game` that counts under this number. Raises Hand.DoesNotExist where there is none."""
    return game.hands.current().get(number=number)


def stored_line(hand: Hand) -> HandLine:
    """What a stored hand came to by itself."""
    game = hand.game
    return hand_line(hand.record, check_hand(hand.record, game.ruleset, game.players), game.ruleset, game.players)


def hand_line(record: dict[str, Any], answer: Answer, rules: Ruleset, players: Sequence[str]) -> HandLine:
    """What a hand came to; `record` is canonical. One that the engine no longer reads is open, and adds nothing."""
    result = answer.result
    if result is None:
        return HandLine("open", "", "", None, None, None, (0,) * rules.sides, total=rules.hand)
    sides = [" & ".join(players[seat] for seat in rules.seats_of(side)) for side in range(rules.sides)]
    declarer = ""
    if result.declarer is not None:
        declarer = players[result.declarer]
    elif result.side is not None:
        declarer = sides[result.side]
    dealer = record.get("dealer")
    return HandLine(
        kind=_kind(result),
        dealer="" if dealer is None else players[dealer],
        declarer=declarer,
        bid=result.bid,
        trump=result.trump,
        taken=result.tricks[result.side] if result.tricks is not None and result.side is not None else None,
        points=result.points,
        void=result.void,
        ruling=record.get("ruling", {}).get("reason", ""),
        alone=tuple(players[seat] for seat in record.get("alone", ())),
        is_full=result.depth == "full" and result.void is None,
        total=rules.hand,
    )


def recent_games(keys: Sequence[str]) -> list[GameSummary]:
    """The games with these keys that are there, in their order."""
    found = {game.key: game for game in _with_hands().filter(key__in=keys)}
    return _summaries(found[key] for key in dict.fromkeys(keys) if key in found)


def demo_games() -> list[GameSummary]:
    """The games that anybody may look at, in the order they were made."""
    return _summaries(_with_hands().filter(is_demo=True).order_by("pk")[:10])


def _with_hands() -> Any:
    return Game.objects.prefetch_related(Prefetch("hands", Hand.objects.current(), to_attr="played"))


def _summaries(games: Iterable[Any]) -> list[GameSummary]:
    summaries = []
    for game in games:
        records = [hand.record for hand in game.played]
        score = _score(game, records)
        summaries.append(
            GameSummary(
                url=game.get_absolute_url(),
                title=", ".join(game.side_names),
                is_over=score.over,
                hand_count=len(records),
                scores=score.scores[-1] if records else (0,) * game.ruleset.sides,
                updated_at=game.updated_at,
            )
        )
    return summaries


def _has(answer: Answer, code: str) -> bool:
    return any(finding.code == code for finding in answer.findings)


def _note(missing: int, score: GameAnswer, side: int) -> str:
    """How far a side is from the end, or from having won."""
    if side in score.winners:
        return _("won")
    if missing <= 0:
        return "" if score.over else _("there, not ahead")
    text = _("%(count)s short") if score.over else _("%(count)s to go")
    return text % {"count": missing}


def _kind(result: Result) -> str:
    if result.void is not None:
        return "void"
    if result.passed_out:
        return "passed"
    if result.conceded:
        return "conceded"
    if result.made is None:
        return "open"
    return "made" if result.made else "set"


def _score(game: Game, records: Sequence[object]) -> GameAnswer:
    return score_game(records, game.ruleset, game.first_dealer, game.players)
