"""What a night's page shows: its tables with their scores as they stand now.

The scores follow from the hands, by the engine, whenever the page is asked for.
"""

from collections import Counter
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scorekeeper.models import Game, Night, Seat, Substitution

from .games import Standing, standings_of
from .seating import PERSON


@dataclass(frozen=True)
class TableSide:
    """A side at a table."""

    name: str
    score: int
    won: bool


@dataclass(frozen=True)
class TableRow:
    """A game on a night. The sides are named for those who sit there now, `substitutes` came in mid-game.

    `next_dealer` is empty once it is over; `counted` are the hands up to its end. `round` says which game at its table
    it is, 0 where no table had a second one.
    """

    game: Game
    sides: tuple[TableSide, ...]
    hand_count: int
    counted: int
    is_over: bool
    is_corrected: bool
    next_dealer: str
    substitutes: tuple[str, ...]
    came: tuple[Substitution, ...]
    round: int = 0

    @property
    def next_number(self) -> int:
        return self.hand_count + 1

    @property
    def table_name(self) -> str:
        """ "Table 1", or the name that the table was given."""
        table = self.game.table
        return _("Table %(number)s") % {"number": table} if table.isdecimal() else table


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
    def has_tables(self) -> bool:
        """Whether any table has a number or a name."""
        return any(row.game.table for row in self.rows)

    @property
    def next_table(self) -> str:
        """The number of the next table, where tables have numbers."""
        numbers = [int(row.game.table) for row in self.playing if row.game.table.isdecimal()]
        return str(max(numbers) + 1) if numbers else "1" if not self.playing else ""


def night_page(night: Night) -> NightPage:
    """The page of `night`. Three queries, however many tables."""
    return NightPage(night, _in_rounds(table_rows(night.games.order_by("created_at", "pk"))))


def _in_rounds(rows: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    """The rows round by round, where a table had more than one game."""
    seen: Counter[str] = Counter()
    rounds = []
    for row in rows:
        seen[row.game.table] += 1
        rounds.append(seen[row.game.table] if row.game.table else 0)
    if max(rounds, default=0) < 2:
        return rows
    numbered = (replace(row, round=number) for row, number in zip(rows, rounds, strict=True))
    return tuple(sorted(numbered, key=lambda row: row.round))


def table_rows(games: QuerySet[Game]) -> tuple[TableRow, ...]:
    """How these games stand, in their order. Three queries, however many."""
    found = list(games)
    return tuple(map(_row, found, standings_of(found)))


def busy_players(page: NightPage) -> dict[int, TableRow]:
    """Where those sit who are at a table that is playing, by their keys; who was merged is who he is now.

    One query, or none.
    """
    playing = {row.game.pk: row for row in page.playing}
    if not playing:
        return {}
    seats = Seat.objects.filter(game__in=playing).values_list("game", "seat", PERSON)
    there = {(game, seat): player for game, seat, player in seats}
    for pk, row in playing.items():
        for change in row.came:
            there[pk, change.seat] = change.player.merged_into_id or change.player_id
    return {player: playing[game] for (game, _seat), player in there.items()}


def _row(game: Game, stands: Standing) -> TableRow:
    return TableRow(
        game=game,
        sides=tuple(
            TableSide(name, points, side in stands.winners)
            for side, (name, points) in enumerate(zip(stands.side_names, stands.scores, strict=True))
        ),
        hand_count=stands.hand_count,
        counted=stands.counted,
        is_over=stands.is_over,
        is_corrected=stands.is_corrected,
        next_dealer=stands.next_dealer,
        substitutes=tuple(dict.fromkeys(change.player.name for change in stands.came)),
        came=stands.came,
    )
