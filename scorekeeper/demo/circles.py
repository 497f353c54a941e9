"""Four circles of people who play: a kitchen table in Iowa, a club, a family, and three who play cutthroat.

Pure data. Names, places and tempers are made up; the dates are fixed, so that everything is the same each time.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine import Ruleset, parse_rules

from .player import Temper


@dataclass(frozen=True)
class Dates:
    """A season: its name, its days, and every how many days there is a night of it."""

    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    first_night: datetime.date
    every: int
    nights: int

    def dates(self) -> list[datetime.date]:
        """The dates of its nights."""
        return [self.first_night + datetime.timedelta(days=self.every * number) for number in range(self.nights)]


@dataclass(frozen=True)
class Circle:
    """People who play together, and how.

    `accounts` are the accounts of its people, the owner's first; their names are those of players. `habits` says by
    table how much is written down of a game, one of them drawn for each. `mishaps` are those of each season. `late` are
    nights on which people sat down later than usual.
    """

    name: str
    rules: str | Mapping[str, Any]
    zone: str
    place: str
    begins: datetime.time
    people: Mapping[str, Temper]
    accounts: tuple[tuple[str, str], ...]
    seasons: tuple[Dates, ...]
    habits: tuple[tuple[str, ...], ...]
    tables: int = 1
    rounds: int = 1
    least_games: int = 3
    mishaps: tuple[tuple[str, ...], ...] = ((), ())
    late: Mapping[datetime.date, datetime.time] = field(default_factory=dict)
    is_still_playing: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """The rules its games are played by."""
        return parse_rules(self.rules)


AUTUMN, SPRING = "Autumn 2025", "Spring 2026"
_AUTUMN = (datetime.date(2025, 9, 1), datetime.date(2025, 12, 31))
_SPRING = (datetime.date(2026, 1, 1), datetime.date(2026, 6, 30))


def _two_seasons(autumn: datetime.date, spring: datetime.date, every: int, nights: int) -> tuple[Dates, ...]:
    return (Dates(AUTUMN, *_AUTUMN, autumn, every, nights), Dates(SPRING, *_SPRING, spring, every, nights))


KITCHEN = Circle(
    name="The Kitchen Table",
    rules="iowa",
    zone="America/Chicago",
    place="Nora’s kitchen, Cedar Rapids",
    begins=datetime.time(19, 30),
    people={
        "Nora": Temper(daring=0.2, doubt=0.1, slips=0.02, opens=2.2, luck=0.7),
        "Eli": Temper(daring=0.65, doubt=0.3, slips=0.07, opens=2.0, luck=1.4),
        "Sam": Temper(daring=0.05, doubt=-0.1, slips=0.05, opens=2.4, luck=0.5),
        "Wes": Temper(daring=0.55, doubt=0.0, slips=0.1, opens=2.1, luck=1.2),
        "Pat": Temper(daring=0.35, doubt=0.0, slips=0.12, opens=2.3, luck=0.9),
    },
    accounts=(("nora", "Nora"), ("eli", "Eli")),
    seasons=_two_seasons(datetime.date(2025, 9, 12), datetime.date(2026, 1, 23), 14, 8),
    habits=(("full", "cards", "mixed", "auction", "score"),),
    rounds=2,
    mishaps=(
        ("corrected", "substitution", "revoke", "forgotten"),
        ("misdeal", "typed twice", "claim", "thrown in"),
    ),
    late={datetime.date(2025, 11, 21): datetime.time(22, 40), datetime.date(2026, 4, 3): datetime.time(22, 10)},
    is_still_playing=True,
)

CLUB = Circle(
    name="Thursday Pepper Club",
    rules="classic",
    zone="America/Moncton",
    place="Parish hall, Shediac",
    begins=datetime.time(19, 0),
    people={
        name: Temper(daring / 100, slips=slips / 100, opens=2.3 - daring / 200, luck=1.0 + daring / 100)
        for name, daring, slips in (
            ("Adèle", 5, 3),
            ("Albert", 40, 10),
            ("Bernice", -10, 8),
            ("Camille", 25, 4),
            ("Clarence", 60, 12),
            ("Dolores", 15, 6),
            ("Edgar", -20, 10),
            ("Estelle", 10, 2),
            ("Fernand", 35, 6),
            ("Gérard", 20, 14),
            ("Hazel", 0, 5),
            ("Irène", 30, 3),
            ("Jean-Guy", 75, 15),
            ("Joyce", 10, 9),
            ("Léo", 20, 2),
            ("Lorraine", -15, 4),
            ("Malcolm", 45, 7),
            ("Marguerite", 15, 1),
            ("Noël", 30, 11),
            ("Odette", 5, 7),
            ("Percy", 55, 9),
            ("Rita", 0, 12),
            ("Roland", 40, 4),
            ("Sylvie", 20, 5),
            ("Thérèse", -5, 3),
            ("Ursula", 25, 8),
            ("Wilfred", 10, 16),
        )
    },
    accounts=(("marguerite", "Marguerite"), ("leo", "Léo"), ("hazel", "Hazel")),
    seasons=_two_seasons(datetime.date(2025, 9, 25), datetime.date(2026, 2, 5), 21, 5),
    habits=(("full", "cards"), ("auction", "mixed"), ("auction", "score"), ("score",), ("score",), ("score",)),
    tables=6,
    rounds=2,
    least_games=4,
    mishaps=(
        ("turned", "corrected", "misdeal", "substitution", "misdeal"),
        ("corrected", "forgotten", "revoke", "thrown in", "misdeal"),
    ),
)

FAMILY = Circle(
    name="The Hasenpfeffer Family",
    rules={
        "base": "hasenpfeffer",
        "name": "Hasenpfeffer as at Grandpa’s",
        "set": "stake",
        "alone_multiplier": 2,
        "target": 15,
    },
    zone="America/New_York",
    place="Grandpa Karl’s porch, Lancaster",
    begins=datetime.time(15, 0),
    people={
        "Grandpa Karl": Temper(daring=0.2, slips=0.02, opens=2.1, luck=1.2),
        "June": Temper(daring=-0.2, slips=0.04, opens=2.3, luck=0.8),
        "Omar": Temper(daring=0.0, slips=0.08, opens=2.2, luck=1.0),
        "Theo": Temper(daring=0.3, slips=0.16, opens=1.9, luck=1.5),
        "Ida": Temper(daring=-0.3, slips=0.05, opens=2.4, luck=0.7),
        "Lena": Temper(daring=-0.1, slips=0.1, opens=2.2, luck=0.9),
    },
    accounts=(("june", "June"), ("omar", "Omar")),
    seasons=_two_seasons(datetime.date(2025, 9, 14), datetime.date(2026, 1, 11), 21, 5),
    habits=(("mixed", "auction", "full", "score"),),
    rounds=3,
    mishaps=(("misdeal", "typed twice"), ("corrected", "substitution")),
)

CUTTHROAT = Circle(
    name="Cutthroat at the Depot",
    rules="cutthroat",
    zone="America/Denver",
    place="The old depot, Laramie",
    begins=datetime.time(20, 0),
    people={
        "Dot": Temper(daring=0.05, slips=0.02, opens=2.8, luck=2.0),
        "Hank": Temper(daring=0.35, slips=0.06, opens=2.6, luck=2.5),
        "Vera": Temper(daring=-0.05, slips=0.05, opens=2.9, luck=1.7),
    },
    accounts=(("dot", "Dot"), ("vera", "Vera")),
    seasons=_two_seasons(datetime.date(2025, 9, 24), datetime.date(2026, 2, 4), 21, 5),
    habits=(("full", "score", "mixed", "auction"),),
    rounds=2,
    mishaps=(("claim", "corrected"), ("misdeal", "forgotten")),
)

CIRCLES = (KITCHEN, CLUB, FAMILY, CUTTHROAT)
