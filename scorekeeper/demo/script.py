"""The seasons of a circle, hand by hand: who sat where, what was played, and what was typed when.

Pure. Every game is dealt from a seed of its own, so that one more night changes none of the others.
"""

import datetime
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine import Answer, Ruleset, check_hand
from scorekeeper.engine.games import continue_game, winners_of

from .circles import Circle, Dates
from .games import MOST_HANDS, Record, played_hand, shortened

MINUTES = {"full": 6, "cards": 5, "auction": 4, "score": 3}
BETWEEN_GAMES = 10
STILL_PLAYED = 5  # hands of the game that is being played


@dataclass(frozen=True)
class Entry:
    """One hand as it was typed, `minute` minutes after its game began.

    `record` is what holds in the end. `first` is what was typed before that; `fix` says how it was put right:
    "undo" and "correct" at once, "later" the next day. `void` says why the hand was voided after all. One that was
    `forgotten` was put in when the game was over.
    """

    record: Record
    minute: int
    first: Record | None = None
    fix: str = ""
    void: str = ""
    reason: str = ""
    forgotten: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it was typed once, in its turn, and right."""
        return self == Entry(self.record, self.minute)

    @property
    def final(self) -> Record:
        """What is kept of it in the end."""
        return {"dealer": self.record["dealer"], "void": self.void} if self.void else self.record


@dataclass(frozen=True)
class PlayedGame:
    """A game of a night. `substitution` is from which hand on who sits at which seat, where anybody does."""

    players: tuple[str, ...]
    first_dealer: int
    table: str
    begins: datetime.datetime
    entries: tuple[Entry, ...]
    is_over: bool = True
    substitution: tuple[int, int, str] | None = None


@dataclass(frozen=True)
class PlayedNight:
    """A night of a circle, and the state it is in."""

    date: datetime.date
    state: str
    games: tuple[PlayedGame, ...]


@dataclass(frozen=True)
class PlayedSeason:
    """A season of a circle."""

    dates: Dates
    nights: tuple[PlayedNight, ...]


def seeded(*what: object) -> random.Random:
    """Chance that is the same each time for the same thing, on every machine."""
    return random.Random(" / ".join(map(str, what)))  # noqa: S311


def played_seasons(circle: Circle) -> tuple[PlayedSeason, ...]:
    """All seasons of a circle; the last night of the last one is not final yet."""
    last = circle.seasons[-1].dates()[-1]
    return tuple(
        PlayedSeason(dates, tuple(_night(circle, date, is_last=date == last) for date in dates.dates()))
        for dates in circle.seasons
    )


def _night(circle: Circle, date: datetime.date, *, is_last: bool) -> PlayedNight:
    """Seat who has come, anew for each round, and let every table play."""
    chance, rules = seeded(circle.name, date), circle.ruleset
    come = chance.sample(sorted(circle.people), circle.tables * rules.players)
    is_live = is_last and circle.is_still_playing
    begins = datetime.datetime.combine(date, circle.late.get(date, circle.begins))  # noqa: DTZ – the night has the zone
    free = [begins] * circle.tables
    games = []
    for number in range(circle.rounds):
        chance.shuffle(come)
        for table in range(circle.tables):
            seats = tuple(come[table * rules.players :][: rules.players])
            breaks_off = is_live and number == circle.rounds - 1
            game = _game(circle, seats, table, free[table], breaks_off=breaks_off)
            games.append(game)
            free[table] = game.begins + datetime.timedelta(minutes=game.entries[-1].minute + BETWEEN_GAMES)
        free = [max(free)] * circle.tables
    state = "final" if not is_last else "live" if is_live else "provisional"
    return PlayedNight(date, state, tuple(games))


def _game(
    circle: Circle, players: tuple[str, ...], table: int, begins: datetime.datetime, *, breaks_off: bool
) -> PlayedGame:
    """Play one game to its end, or break off where it is still being played."""
    rules, chance = circle.ruleset, seeded(circle.name, begins, table)
    tempers = [circle.people[name] for name in players]
    habit = chance.choice(circle.habits[table])
    first_dealer = dealer = chance.randrange(rules.players)
    entries: list[Entry] = []
    score = [0] * rules.sides
    minute = 0
    is_over = False
    while not is_over and len(entries) < (STILL_PLAYED if breaks_off else MOST_HANDS):
        told = chance.choice(("full", "cards", "auction", "auction", "score")) if habit == "mixed" else habit
        played = played_hand(rules, dealer, chance, tempers)
        answer = check_hand(played, rules)
        assert answer.result is not None
        record = shortened(played, told, rules, answer.result)
        minute += MINUTES[told] + chance.randrange(3)
        entries.append(Entry(record, minute))
        score = [have + more for have, more in zip(score, answer.result.points, strict=True)]
        is_over = bool(winners_of(rules, score, answer))
        dealer = rules.next_dealer(dealer)
    return PlayedGame(
        players, first_dealer, str(table + 1) if circle.tables > 1 else "", begins, tuple(entries), is_over
    )


def with_entry(game: PlayedGame, place: int, **changes: Any) -> PlayedGame:
    """The game with one of its entries changed."""
    entries = list(game.entries)
    entries[place] = replace(entries[place], **changes)
    return replace(game, entries=tuple(entries))


def with_more(game: PlayedGame, place: int, entry: Entry) -> PlayedGame:
    """The game with another entry before the one at `place`."""
    return replace(game, entries=(*game.entries[:place], entry, *game.entries[place:]))


def typed_first(game: PlayedGame) -> list[Record]:
    """The records as they stood when the game had just been typed, without what was forgotten."""
    return [
        entry.first if entry.first is not None and entry.fix == "later" else entry.final
        for entry in game.entries
        if not entry.forgotten
    ]


def typed_in_the_end(game: PlayedGame) -> list[Record]:
    """The records as they stand in the end."""
    return [entry.final for entry in game.entries]


def ends_with_its_last_hand(
    records: Sequence[Record],
    rules: Ruleset,
    first_dealer: int,
    *,
    in_turn: bool = True,
    answers: Sequence[Answer] | None = None,
) -> tuple[int, ...]:
    """Who wins, where the game ends with its last hand and not before; else nobody.

    `in_turn` asks besides that the deal went round. `answers` are those to the records, where they are there already.
    """
    answers = answers or [check_hand(record, rules) for record in records]
    game = continue_game(answers, records, rules, first_dealer)
    codes = {finding.code for hand in game.hands for finding in hand.findings}
    is_right = game.ok and "game-over" not in codes and not (in_turn and "bad-dealer" in codes)
    return game.winners if is_right else ()
