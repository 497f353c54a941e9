"""What a night's page shows: its tables with their scores as they stand now.

The scores follow from the hands, by the engine, whenever the page is asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from scorekeeper.models import Game, Hand, Night

from .games import counts, score_records, side_names, with_hands
from .seating import names_at, swaps_from


@dataclass(frozen=True)
class TableSide:
    """A side at a table."""

    name: str
    score: int
    won: bool


@dataclass(frozen=True)
class TableRow:
    """A game on a night. The sides are named for those who sit there now, `substitutes` came in mid-game.

    `next_dealer` is empty once it is over; `counted` are the hands up to its end.
    """

    game: Game
    sides: tuple[TableSide, ...]
    hand_count: int
    counted: int
    is_over: bool
    is_corrected: bool
    next_dealer: str
    substitutes: tuple[str, ...]

    @property
    def next_number(self) -> int:
        return self.hand_count + 1


@dataclass(frozen=True)
class NightPage:
    """A night with its tables, those still playing first."""

    night: Night
    rows: tuple[TableRow, ...]

    @property
    def playing(self) -> tuple[TableRow, ...]:
        return tuple(row for row in self.rows if not row.is_over)

    @property
    def over(self) -> tuple[TableRow, ...]:
        return tuple(row for row in self.rows if row.is_over)

    @property
    def next_table(self) -> str:
        """The number of the next table, where tables have numbers."""
        numbers = [int(row.game.table) for row in self.playing if row.game.table.isdecimal()]
        return str(max(numbers) + 1) if numbers else "1" if not self.playing else ""


def night_page(night: Night) -> NightPage:
    """The page of `night`. Four queries, however many tables."""
    return NightPage(night, table_rows(night.games.order_by("created_at", "pk")))


def table_rows(games: QuerySet[Game]) -> tuple[TableRow, ...]:
    """How these games stand, in their order."""
    return tuple(_row(game, game.played) for game in with_hands(games))


def _row(game: Any, hands: Sequence[Hand]) -> TableRow:
    swaps = swaps_from(game, game.came)
    players = names_at(game, swaps, len(hands) + 1)
    score = score_records(game, [hand.record for hand in hands])
    last = score.scores[-1] if score.scores else (0,) * game.ruleset.sides
    dealer = game.first_dealer if score.next_dealer is None else score.next_dealer
    return TableRow(
        game=game,
        sides=tuple(
            TableSide(name, points, side in score.winners)
            for side, (name, points) in enumerate(zip(side_names(game.ruleset, players), last, strict=True))
        ),
        hand_count=len(hands),
        counted=sum(map(counts, score.hands)),
        is_over=score.over,
        is_corrected=any(hand.is_corrected for hand in hands),
        next_dealer="" if score.over else players[dealer],
        substitutes=tuple(dict.fromkeys(swap.came for swap in swaps)),
    )
