"""Charts: numbers to a sentence and a table, which say the same as the figure of scorekeeper/figures.py.

Pure: takes names and numbers. It knows no models and no pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.words import number

# More lines than this nobody can tell apart; the table has them all.
MOST_LINES = 6
FEWEST_STOPS = 2


@dataclass(frozen=True)
class Cell:
    """What somebody has at a stop, and what of it came there; both None for who had not come by then."""

    total: int | None
    step: int | None


@dataclass(frozen=True)
class Row:
    """One stop, such as a hand or a night: what everybody has there, in the order of the lines."""

    stop: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Line:
    """One side, or one player: a cell for each stop."""

    name: str
    cells: tuple[Cell, ...]

    @property
    def total(self) -> int:
        """What it came to."""
        return next((cell.total for cell in reversed(self.cells) if cell.total is not None), 0)


@dataclass(frozen=True)
class Chart:
    """Lines over stops. `stops` are all different; those before the first of `count` are where everybody begins.

    `axis` says what a stop is, `target` where the game ends; a season has none.
    """

    title: str
    axis: str
    stops: tuple[str, ...]
    lines: tuple[Line, ...]
    sentence: str
    count: int
    target: int | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether there is enough for a line."""
        return self.count >= FEWEST_STOPS and bool(self.lines)

    @property
    def is_numbered(self) -> bool:
        """Whether the stops are numbers, which say nothing without what they count."""
        return self.stops[-1:] == (str(self.count),)

    def called(self, stop: str) -> str:
        """What a stop is called where it stands alone: "Hand 5", "Sep 4"."""
        return f"{self.axis} {stop}" if self.is_numbered and stop.isdecimal() else stop

    @property
    def drawn(self) -> tuple[Line, ...]:
        """The lines that the figure has."""
        return self.lines[:MOST_LINES]

    @property
    def note(self) -> str:
        """What the figure leaves out, if anything."""
        if not self.is_drawn or len(self.lines) <= MOST_LINES:
            return ""
        return _("Drawn are the %(drawn)s with the most points; the table has all %(all)s.") % {
            "drawn": MOST_LINES,
            "all": len(self.lines),
        }

    @property
    def rows(self) -> tuple[Row, ...]:
        """The table."""
        return tuple(Row(stop, tuple(line.cells[at] for line in self.lines)) for at, stop in enumerate(self.stops))


def game_chart(
    names: Sequence[str], points: Sequence[Sequence[int]], scores: Sequence[Sequence[int]], target: int
) -> Chart:
    """The score of a game, hand by hand: for each hand the points of every side and its score afterwards."""
    lines = tuple(
        Line(
            name,
            (Cell(0, None), *(Cell(after[side], got[side]) for got, after in zip(points, scores, strict=True))),
        )
        for side, name in enumerate(names)
    )
    return Chart(
        title=_("The score, hand by hand"),
        axis=_("Hand"),
        stops=(_("Start"), *(str(at) for at in range(1, len(scores) + 1))),
        lines=lines,
        sentence=_game_sentence(lines, scores),
        count=len(scores),
        target=target,
    )


def season_chart(nights: Sequence[str], points: Sequence[tuple[str, Sequence[int | None]]]) -> Chart:
    """The points of a season, night by night: for every player the points of each night, None where he was away.

    `nights` are what the nights are called, all different.
    """
    lines = tuple(
        sorted(
            (Line(name, _running(steps)) for name, steps in points),
            key=lambda line: (-line.total, line.name.casefold()),
        )
    )
    return Chart(
        title=_("Points, night by night"),
        axis=_("Night"),
        stops=tuple(nights),
        lines=lines,
        sentence=_season_sentence(lines, nights),
        count=len(nights),
    )


def _running(steps: Sequence[int | None]) -> tuple[Cell, ...]:
    cells, total = [], None
    for step in steps:
        if step is not None:
            total = (total or 0) + step
        cells.append(Cell(total, step))
    return tuple(cells)


# ---- In a sentence


def _game_sentence(lines: Sequence[Line], scores: Sequence[Sequence[int]]) -> str:
    if not scores:
        return _("No hand is scored yet. The chart begins with the second.")
    hands = ngettext("After %(count)s hand", "After %(count)s hands", len(scores)) % {"count": len(scores)}
    standing = _("%(when)s: %(standing)s.") % {"when": hands, "standing": _standing(lines)}
    if len(scores) < FEWEST_STOPS:
        return f"{standing} {_('The chart begins with the second.')}"
    return " ".join(part for part in (standing, _changes(scores), _widest(lines, scores)) if part)


def _season_sentence(lines: Sequence[Line], nights: Sequence[str]) -> str:
    if not nights or not lines:
        return _("No hand of this season is scored yet. The chart begins with the second night.")
    count = ngettext("After %(count)s night", "After %(count)s nights", len(nights)) % {"count": len(nights)}
    standing = _("%(when)s: %(standing)s.") % {"when": count, "standing": _standing(lines[:3])}
    if len(nights) < FEWEST_STOPS:
        return f"{standing} {_('The chart begins with the second.')}"
    most, at, name = max(
        ((cell.step, -at, line.name) for line in lines for at, cell in enumerate(line.cells) if cell.step is not None),
        key=lambda one: one[:2],
    )
    best = _("Most points in one night: %(name)s, %(points)s (%(night)s).")
    return f"{standing} {best % {'name': name, 'points': number(most), 'night': nights[-at]}}"


def _standing(lines: Sequence[Line]) -> str:
    """ "Nora & Sam 42, Eli & Wes −3", who has most first."""
    ranked = sorted(lines, key=lambda line: -line.total)
    return ", ".join(_("%(name)s %(points)s") % {"name": line.name, "points": number(line.total)} for line in ranked)


def _changes(scores: Sequence[Sequence[int]]) -> str:
    """How often another side went ahead."""
    leaders = [side for side in (_leader(after) for after in scores) if side is not None]
    if not leaders:
        return ""
    changes = sum(before != after for before, after in pairwise(leaders))
    if not changes:
        return _("The lead never changed.")
    return ngettext("The lead changed once.", "The lead changed %(count)s times.", changes) % {"count": changes}


def _widest(lines: Sequence[Line], scores: Sequence[Sequence[int]]) -> str:
    """When somebody was furthest ahead; the first time, where it happened again."""
    gaps = [sorted(after, reverse=True)[0] - sorted(after, reverse=True)[1] for after in scores]
    widest = max(gaps)
    at = gaps.index(widest)
    leader = _leader(scores[at])
    if leader is None:
        return ""
    text = ngettext(
        "The widest lead was %(points)s point: %(name)s after hand %(hand)s.",
        "The widest lead was %(points)s points: %(name)s after hand %(hand)s.",
        widest,
    )
    return text % {"points": widest, "name": lines[leader].name, "hand": at + 1}


def _leader(after: Sequence[int]) -> int | None:
    """The side that is ahead of all others."""
    best = [side for side, score in enumerate(after) if score == max(after)]
    return best[0] if len(best) == 1 else None
