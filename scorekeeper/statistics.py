"""Statistics as sums (docs/statistics.md): a game to its contributions, which add up.

Pure: takes games as data and gives sums of whole numbers. Players, nights and seasons are keys to it, whatever they
are; what a hand came to, the engine says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from scorekeeper.engine import Answer, Ruleset, check_hand
from scorekeeper.engine.checks.outcome import Result
from scorekeeper.engine.fast import quick_answer
from scorekeeper.engine.games import continue_game
from scorekeeper.seating import sits_twice, tables

Pair = tuple[int, int]
Who = int | Pair


@dataclass(slots=True)
class Sums:
    """What is counted of one player, or of two partners (docs/statistics.md, What is counted)."""

    games: int = 0
    wins: int = 0
    ties: int = 0
    hands: int = 0
    hands_won: int = 0
    points_for: int = 0
    points_against: int = 0
    game_points: int = 0
    declared: int = 0
    made: int = 0
    was_set: int = 0
    conceded_to: int = 0
    declared_points: int = 0

    def add(self, other: Sums) -> None:
        """Add what `other` counts."""
        for name in SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


SUMS = tuple(one.name for one in fields(Sums))

# What is kept of everybody: the sums, and the nights attended.
COUNTS = (*SUMS, "nights")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it is counted: its hands' records in order, and who sat where (`seating.seated`)."""

    rules: Ruleset
    records: Sequence[Mapping[str, Any]]
    seats: Sequence[int]
    changes: Sequence[tuple[int, int, int]] = ()
    night: Hashable = None


@dataclass(slots=True)
class Tally:
    """Contributions of any number of games. Those of two are added in any order.

    `evenings` counts the games that brought a player, or a pair, to a night: who has any attended it.
    """

    players: dict[int, Sums] = field(default_factory=dict)
    pairs: dict[Pair, Sums] = field(default_factory=dict)
    evenings: Counter[tuple[Who, Hashable]] = field(default_factory=Counter)
    hands: int = 0

    def add(self, other: Tally) -> None:
        """Add the contributions of `other`."""
        for player, sums in other.players.items():
            self.of(player).add(sums)
        for pair, sums in other.pairs.items():
            self.of(pair).add(sums)
        for evening, count in other.evenings.items():
            self.evenings[evening] += count
        self.hands += other.hands

    def of(self, who: Who) -> Sums:
        """The sums of a player, or of two partners, to be added to."""
        if isinstance(who, tuple):
            return self.pairs.setdefault(who, Sums())
        return self.players.setdefault(who, Sums())

    def nights(self) -> Counter[Who]:
        """How many nights every player, and every pair, attended."""
        return Counter(who for (who, _night), count in self.evenings.items() if count)


def contributions(game: PlayedGame) -> Tally:
    """What one game adds to the statistics of those who played it.

    Passed-out and void hands add to no count of hands, hands after the end to nothing at all; a game that is not
    over adds its hands, and no game. Raises ValueError where somebody sits at two seats at once.
    """
    rules = game.rules
    tally = Tally()
    table = _Table(game, tally)
    played = continue_game(answers(game.records, rules), game.records, rules, None)
    for number, answer in enumerate(played.hands, 1):
        if not answer.counts:
            break
        if answer.result is not None:
            tally.hands += 1
            table.seat_for(number)
            table.add(answer.result)
    for who, points in table.points.items():
        tally.evenings[who, game.night] += 1
        if played.over:
            sums = tally.of(who)
            sums.games += 1
            sums.game_points += points
            if table.sides[who] in played.winners:
                sums.wins += len(played.winners) == 1
                sums.ties += len(played.winners) > 1
    return tally


class _Table:
    """Who sits at the table while a game is counted.

    `points` has the points of everybody who sat in a hand, `sides` the side of the last one.
    """

    def __init__(self, game: PlayedGame, tally: Tally) -> None:
        self._tally = tally
        self._coming = list(tables(game.seats, game.changes))
        self._places = [game.rules.seats_of(side) for side in range(game.rules.sides)]
        self._seats: tuple[int, ...] = ()
        self._people: list[list[tuple[Who, Sums]]] = []
        self.points: dict[Who, int] = {}
        self.sides: dict[Who, int] = {}
        self.seat_for(1)

    def seat_for(self, number: int) -> None:
        """Have everybody at the table who sat there for this hand."""
        seats = None
        while self._coming and self._coming[0][0] <= number:
            _number, seats = self._coming.pop(0)
        if seats is not None:
            self._sit(seats)

    def add(self, result: Result) -> None:
        """Add one hand."""
        counts = result.void is None and not result.passed_out
        winners = winning_sides(result) if counts else ()
        declarer = None if result.declarer is None else self._seats[result.declarer]
        whole = sum(result.points)
        for side, people in enumerate(self._people):
            points = result.points[side]
            for who, sums in people:
                self.points[who] = self.points.get(who, 0) + points
                self.sides[who] = side
                sums.points_for += points
                sums.points_against += whole - points
                if counts:
                    sums.hands += 1
                    if side in winners:
                        sums.hands_won += 1
                    if side == result.side and (who == declarer or isinstance(who, tuple)):
                        _add_bid(sums, result, points)

    def _sit(self, seats: tuple[int, ...]) -> None:
        if (twice := sits_twice(seats)) is not None:
            raise ValueError(f"player {twice} sits at two seats at once")
        self._seats = seats
        self._people = []
        for places in self._places:
            partners = [seats[seat] for seat in places]
            people: list[Who] = [*partners]
            if len(partners) == 2:
                people.append((min(partners), max(partners)))
            self._people.append([(who, self._tally.of(who)) for who in people])


def answers(records: Iterable[Mapping[str, Any]], rules: Ruleset) -> Iterator[Answer]:
    """The engine's answer to each record, by the tables where it is plainly clean."""
    for record in records:
        quick = quick_answer(record, rules)
        if quick is None or (quick["result"]["declarer"] is None and not quick["result"]["passed_out"]):
            yield check_hand(record, rules)
        else:
            yield Answer(_result(quick["result"], rules))


def _result(told: dict[str, Any], rules: Ruleset) -> Result:
    """The engine's own kind of result, of one that is written as JSON."""
    listed = {key: tuple(value) for key in ("tricks", "trick_winners", "points") if (value := told[key]) is not None}
    declarer = told["declarer"]
    return Result(**(told | listed), side=None if declarer is None else rules.side_of(declarer))


def winning_sides(result: Result) -> tuple[int, ...]:
    """The sides that won a hand: the declaring one if the bid was made or conceded, else all others.

    Where only a ruling gave the points, the side with the most has won, and nobody where two have as many.
    """
    sides = range(len(result.points))
    if result.side is None or (result.made is None and not result.conceded):
        most = max(result.points)
        best = tuple(side for side in sides if result.points[side] == most)
        return best if len(best) == 1 else ()
    if result.made or result.conceded:
        return (result.side,)
    return tuple(side for side in sides if side != result.side)


def _add_bid(sums: Sums, result: Result, points: int) -> None:
    sums.declared += 1
    sums.declared_points += points
    if result.conceded:
        sums.conceded_to += 1
    elif result.made:
        sums.made += 1
    elif result.made is False:
        sums.was_set += 1
