"""What the pages show, read across games and hands: one frozen dataclass for each.

Reads only. Score, dealer, end and winners are derived here from the records, by the engine.
"""

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.engine import Answer, GameAnswer, Result, Ruleset, check_hand, score_game
from scorekeeper.engine.games import continue_game
from scorekeeper.models import Game, Hand, Night, Substitution
from scorekeeper.statistics import answers

from .seating import Swap, names_at, seated_names, substitutions_of, swaps_from, swaps_of


@dataclass(frozen=True)
class HandLine:
    """What one hand came to, with the names of those who played it.

    `kind` is made, set, conceded, passed, void, or open where only a ruling gave the points. `taken` are the
    declaring side's tricks, `points` those of each of `sides`. Without a contract `declarer` is empty and `bid` None.
    """

    kind: str
    sides: tuple[str, ...]
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

    `counts` is false after the game's end; `is_out_of_turn` says that somebody dealt whose turn it was not;
    `swaps` are those who came in at this hand, each with whom he came for.
    """

    number: int
    line: HandLine
    scores: tuple[int, ...]
    counts: bool
    is_out_of_turn: bool
    submission: uuid.UUID
    is_corrected: bool = False
    swaps: tuple[Swap, ...] = ()

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
    """A game's score sheet. `undone` is the hand that can be brought back, if any.

    `players` and the names of the sides are those who sit there at the hand to come; `swaps` says who came in
    and when. `score` is what the engine says of the whole, and `needs_reason` that a change has to say why.
    """

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
    score: GameAnswer
    swaps: tuple[Swap, ...] = ()
    hands: tuple[Hand, ...] = field(default=(), repr=False)

    @property
    def needs_reason(self) -> bool:
        """Whether the night is final, so that a change has to say why."""
        return self.game.night is not None and self.game.night.state == Night.State.FINAL

    @property
    def last_rows(self) -> tuple[SheetRow, ...]:
        """The newest hand that counts, none where there is none yet."""
        return self.rows[: self.counted][-1:]

    @property
    def counted(self) -> int:
        """How many hands count: those up to the end."""
        return sum(row.counts for row in self.rows)

    @property
    def coming_swaps(self) -> tuple[Swap, ...]:
        """Who comes in at the hand to come."""
        return tuple(swap for swap in self.swaps if swap.number == self.next_number)

    def players_at(self, number: int) -> tuple[str, ...]:
        """The names of those who sit there at hand `number`, by seat."""
        return names_at(self.game, self.swaps, number)

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
class GameSummary:
    """A game in a list of games."""

    key: str
    url: str
    title: str
    is_over: bool
    hand_count: int
    scores: tuple[int, ...]
    updated_at: datetime


def game_sheet(game: Game) -> GameSheet:
    """The score sheet of `game`."""
    hands = tuple(game.hands.current().with_corrections())
    records = tuple(hand.record for hand in hands)
    swaps = swaps_of(game)
    score = score_records(game, records, swaps)
    rules = game.ruleset
    last = score.scores[-1] if score.scores else (0,) * rules.sides
    rows = tuple(
        SheetRow(
            number=hand.number,
            line=hand_line(hand.record, answer, rules, names_at(game, swaps, hand.number)),
            scores=scores,
            counts=answer.counts,
            is_out_of_turn=any(found.code == "bad-dealer" for found in answer.findings),
            submission=hand.submission,
            is_corrected=hand.is_corrected,
            swaps=tuple(swap for swap in swaps if swap.number == hand.number),
        )
        for hand, answer, scores in zip(hands, score.hands, score.scores, strict=True)
    )
    players = names_at(game, swaps, len(hands) + 1)
    names = side_names(rules, players)
    return GameSheet(
        game=game,
        rules=rules,
        players=players,
        side_names=names,
        sides=tuple(
            SideScore(
                name=name,
                players=tuple(players[seat] for seat in rules.seats_of(side)),
                score=points,
                won=side in score.winners,
                note=_note(rules.target - points, score, side),
            )
            for side, (name, points) in enumerate(zip(names, last, strict=True))
        ),
        rows=rows,
        records=records,
        is_over=score.over,
        winners=score.winners,
        next_dealer=game.first_dealer if score.next_dealer is None else score.next_dealer,
        undone=game.hands.undone().filter(number=len(hands) + 1).first(),
        score=score,
        swaps=swaps,
        hands=hands,
    )


def side_names(rules: Ruleset, players: Sequence[str]) -> tuple[str, ...]:
    """The sides in their order: "Nora & Sam", "Eli & Wes"."""
    return tuple(" & ".join(players[seat] for seat in rules.seats_of(side)) for side in range(rules.sides))


def hand_of(game: Game, number: int) -> Hand:
    """The hand of `game` that counts under this number. Raises Hand.DoesNotExist where there is none."""
    return game.hands.current().get(number=number)


def stored_line(hand: Hand) -> HandLine:
    """What a stored hand came to by itself."""
    game = hand.game
    names = seated_names(game, hand.number)
    return hand_line(hand.record, check_hand(hand.record, game.ruleset, names), game.ruleset, names)


def hand_line(record: dict[str, Any], answer: Answer, rules: Ruleset, players: Sequence[str]) -> HandLine:
    """What a hand came to; `record` is canonical. One that the engine no longer reads is open, and adds nothing."""
    result, sides = answer.result, side_names(rules, players)
    if result is None:
        return HandLine("open", sides, "", "", None, None, None, (0,) * rules.sides, total=rules.hand)
    declarer = ""
    if result.declarer is not None:
        declarer = players[result.declarer]
    elif result.side is not None:
        declarer = sides[result.side]
    dealer = record.get("dealer")
    return HandLine(
        kind=_kind(result),
        sides=sides,
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


@dataclass(frozen=True)
class Standing:
    """How a game stands, for a list: only what that takes is asked of its hands.

    The names are of those who sit there now; `came` are those who came in mid-game. `counted` are the hands up to
    its end, and after it there is no next dealer.
    """

    side_names: tuple[str, ...]
    scores: tuple[int, ...]
    hand_count: int
    counted: int
    is_corrected: bool
    is_over: bool
    winners: tuple[int, ...]
    next_dealer: str
    came: tuple[Substitution, ...]


def standings_of(games: Sequence[Game]) -> list[Standing]:
    """How each of these games stands. One query, and one more where one is a league's."""
    told: dict[int, list[tuple[dict[str, Any], bool]]] = defaultdict(list)
    for hand in Hand.objects.current().with_corrections().filter(game__in=games).only("game", "record"):
        told[hand.game_id].append((hand.record, hand.is_corrected))
    came = substitutions_of(games)
    return [_standing(game, told[game.pk], came[game.pk]) for game in games]


def _standing(game: Game, told: Sequence[tuple[dict[str, Any], bool]], came: Sequence[Substitution]) -> Standing:
    rules, records = game.ruleset, [record for record, _is_corrected in told]
    score = continue_game(answers(records, rules), records, rules, game.first_dealer)
    players = names_at(game, swaps_from(game, came), len(records) + 1)
    dealer = game.first_dealer if score.next_dealer is None else score.next_dealer
    return Standing(
        side_names=side_names(rules, players),
        scores=score.scores[-1] if score.scores else (0,) * rules.sides,
        hand_count=len(records),
        counted=sum(answer.counts for answer in score.hands),
        is_corrected=any(is_corrected for _record, is_corrected in told),
        is_over=score.over,
        winners=score.winners,
        next_dealer="" if score.over else players[dealer],
        came=tuple(came),
    )


def recent_games(keys: Sequence[str]) -> list[GameSummary]:
    """The games with these keys that are there, in their order. Two queries, and one more where one is a league's."""
    found = {game.key: game for game in Game.objects.filter(key__in=keys)}
    return _summaries([found[key] for key in dict.fromkeys(keys) if key in found])


def demo_games() -> list[GameSummary]:
    """The games that anybody may look at, in the order they were made. Two queries, likewise."""
    return _summaries(list(Game.objects.filter(is_demo=True).order_by("pk")[:10]))


def _summaries(games: Sequence[Game]) -> list[GameSummary]:
    return [
        GameSummary(
            key=game.key,
            url=game.get_absolute_url(),
            title=", ".join(stands.side_names),
            is_over=stands.is_over,
            hand_count=stands.counted,
            scores=stands.scores,
            updated_at=game.updated_at,
        )
        for game, stands in zip(games, standings_of(games), strict=True)
    ]


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


def score_records(game: Game, records: Sequence[object], swaps: Sequence[Swap] = ()) -> GameAnswer:
    """What the engine says of these records as the hands of `game`, in the names of those who sat there."""
    score = score_game(records, game.ruleset, game.first_dealer, game.players)
    if not swaps:
        return score
    hands = []
    for number, answer in enumerate(score.hands, 1):
        names = names_at(game, swaps, number)
        hands.append(replace(answer, findings=tuple(found.spoken_of(names) for found in answer.findings)))
    return replace(score, hands=tuple(hands))
