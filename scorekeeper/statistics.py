"""Statistics as sums (docs/statistics.md): a game to its contributions, which add up and can be taken away again.

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

Pair = tuple[int, int]


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

    def add(self, other: Sums, times: int = 1) -> None:
        """Add what `other` counts, so many times; -1 takes it away."""
        for name in SUMS:
            setattr(self, name, getattr(self, name) + times * getattr(other, name))


SUMS = tuple(one.name for one in fields(Sums))


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it is counted: its hands' records in order, and who sat where.

    `seats` are the players who sat down; each of `changes` says from which hand on, at which seat, who.
    """

    rules: Ruleset
    records: Sequence[Mapping[str, Any]]
    seats: Sequence[int]
    changes: Sequence[tuple[int, int, int]] = ()
    night: Hashable = None


@dataclass(slots=True)
class Tally:
    """Contributions of any number of games. Those of two are added, and taken away, in any order.

    `evenings` counts the games that brought a player, or a pair, to a night: who has any attended it.
    """

    players: dict[int, Sums] = field(default_factory=dict)
    pairs: dict[Pair, Sums] = field(default_factory=dict)
    evenings: Counter[tuple[int | Pair, Hashable]] = field(default_factory=Counter)
    hands: int = 0

    def add(self, other: Tally, times: int = 1) -> None:
        """Add the contributions of `other`, so many times; -1 takes them away."""
        for player, sums in other.players.items():
            self.player(player).add(sums, times)
        for pair, sums in other.pairs.items():
            self.pair(pair).add(sums, times)
        for evening, count in other.evenings.items():
            self.evenings[evening] += times * count
        self.hands += times * other.hands

    def player(self, player: int) -> Sums:
        """The sums of a player, to be added to."""
        return self.players.setdefault(player, Sums())

    def pair(self, pair: Pair) -> Sums:
        """The sums of two partners, to be added to."""
        return self.pairs.setdefault(pair, Sums())

    def nights(self) -> Counter[int | Pair]:
        """How many nights every player, and every pair, attended."""
        return Counter(who for (who, _night), count in self.evenings.items() if count)


def total(tallies: Iterable[Tally]) -> Tally:
    """All of them together."""
    sum_of_all = Tally()
    for tally in tallies:
        sum_of_all.add(tally)
    return sum_of_all


def contributions(game: PlayedGame) -> Tally:
    """What one game adds to the statistics of those who played it.

    Passed-out and void hands add to no count of hands, hands after the end to nothing at all; a game that is not
    over adds its hands, and no game.
    """
    rules = game.rules
    sides = range(rules.sides)
    seats_of = [rules.seats_of(side) for side in sides]
    tally = Tally()
    points_of: Counter[tuple[int | Pair, int]] = Counter()
    seats, changes = list(game.seats), sorted(game.changes)
    played = continue_game(answers(game.records, rules), game.records, rules, None)
    for number, answer in enumerate(played.hands, 1):
        while changes and changes[0][0] <= number:
            _number, seat, player = changes.pop(0)
            seats[seat] = player
        result = answer.result
        if answer.findings and any(found.code == "game-over" for found in answer.findings):
            break
        if result is None:
            continue
        tally.hands += 1
        counts = result.void is None and not result.passed_out
        winners = winning_sides(result) if counts else ()
        whole = sum(result.points)
        for side in sides:
            points = result.points[side]
            partners = [seats[seat] for seat in seats_of[side]]
            for who in (*partners, _pair(partners)) if len(partners) == 2 else partners:
                points_of[who, side] += points
                sums = tally.players.setdefault(who, Sums()) if isinstance(who, int) else tally.pair(who)
                sums.points_for += points
                sums.points_against += whole - points
                if not counts:
                    continue
                sums.hands += 1
                sums.hands_won += side in winners
                if side == result.side and (isinstance(who, tuple) or _declares(result, seats, who)):
                    _add_bid(sums, result, points)
    for (who, side), points in points_of.items():
        tally.evenings[who, game.night] += 1
        if played.over:
            sums = tally.player(who) if isinstance(who, int) else tally.pair(who)
            sums.games += 1
            sums.game_points += points
            if side in played.winners:
                sums.wins += len(played.winners) == 1
                sums.ties += len(played.winners) > 1
    return tally


def answers(records: Iterable[Mapping[str, Any]], rules: Ruleset) -> Iterator[Answer]:
    """The engine's answer to each record, by the tables where it is plainly clean."""
    for record in records:
        quick = quick_answer(record, rules)
        if quick is None or (quick["result"]["declarer"] is None and not quick["result"]["passed_out"]):
            yield check_hand(record, rules)
        else:
            result = quick["result"]
            declarer = result["declarer"]
            yield Answer(Result(**result, side=None if declarer is None else rules.side_of(declarer)))


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


def _declares(result: Result, seats: Sequence[int], player: int) -> bool:
    return result.declarer is not None and seats[result.declarer] == player


def _add_bid(sums: Sums, result: Result, points: int) -> None:
    sums.declared += 1
    sums.declared_points += points
    if result.conceded:
        sums.conceded_to += 1
    elif result.made:
        sums.made += 1
    elif result.made is False:
        sums.was_set += 1


def _pair(partners: Sequence[int]) -> Pair:
    first, second = sorted(partners)
    return first, second
