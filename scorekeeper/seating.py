"""Who sits where: from who sat down, and who took a seat over since, to who sits there at a hand.

Pure: knows seats and hands by their numbers. Whoever sits there is a name or a key, as the caller has it.
"""

from collections.abc import Hashable, Iterator, Sequence
from operator import itemgetter
from typing import TypeVar

Who = TypeVar("Who", bound=Hashable)


def seated(seats: Sequence[Who], changes: Sequence[tuple[int, int, Who]], number: int) -> tuple[Who, ...]:
    """Who sits there at hand `number`, by seat.

    `seats` are those who sat down; each of `changes` says from which hand on, at which seat, who.
    """
    there = list(seats)
    for first, seat, who in sorted(changes, key=itemgetter(0)):
        if first <= number:
            there[seat] = who
    return tuple(there)


def tables(seats: Sequence[Who], changes: Sequence[tuple[int, int, Who]]) -> Iterator[tuple[int, tuple[Who, ...]]]:
    """All who ever sat together, by seat, each time with the hand from which on they did; the first is hand 1."""
    for number in sorted({1, *(first for first, _seat, _who in changes)}):
        yield number, seated(seats, changes, number)


def last_seats(seats: Sequence[Who], changes: Sequence[tuple[int, int, Who]], last: int) -> dict[Who, int]:
    """Everybody who sat in one of the hands 1 to `last`, with his seat in the last of those he sat in."""
    return {who: seat for number, table in tables(seats, changes) if number <= last for seat, who in enumerate(table)}


def sits_twice(table: Sequence[Who]) -> Who | None:
    """Who sits at two of these seats at once, None where nobody does."""
    return next((who for who in table if table.count(who) > 1), None)
