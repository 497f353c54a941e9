"""What every bid is worth, as a table."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.engine import Ruleset
from scorekeeper.words import bid_name, signed
from scorekeeper.worth import Outcome, Span, worths


@dataclass(frozen=True)
class Cell:
    """What the bidders and the defenders get, to be read; `kind` is plus, minus or muted. None: not possible."""

    bidders: str | None
    kind: str
    defenders: str | None


@dataclass(frozen=True)
class BidRow:
    """One bid: its name, the tricks it needs, and a cell for each heading."""

    name: str
    need: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class BidTable:
    """What every bid is worth."""

    headings: tuple[str, ...]
    rows: tuple[BidRow, ...]


def bid_table(rules: Ruleset, *, is_alone: bool = False) -> BidTable:
    """What every bid is worth to both sides, with the declarer playing with his side or alone."""
    headings = [_("Made"), _("Set")]
    if rules.zero_trick_penalty:
        headings.append(_("No trick"))
    if rules.challenge:
        headings.append(_("Conceded"))
    rows = []
    for worth in worths(rules, is_alone=is_alone):
        cells = [_cell(worth.made), _cell(worth.set_)]
        if worth.no_trick is not None:
            cells.append(_cell(Outcome(None, Span(worth.no_trick, worth.no_trick))))
        if worth.conceded is not None:
            cells.append(_cell(worth.conceded))
        rows.append(BidRow(bid_name(worth.rung.token), worth.rung.need, tuple(cells)))
    return BidTable(tuple(headings), tuple(rows))


def _cell(outcome: Outcome) -> Cell:
    bidders = outcome.bidders
    kind = "muted" if bidders is None or bidders.low == bidders.high == 0 else "minus" if bidders.low < 0 else "plus"
    return Cell(_points(bidders), kind, _points(outcome.defenders))


def _points(span: Span | None) -> str | None:
    """ "+4", "+4–6", "0–5", "0 to −3"."""
    if span is None:
        return None
    if span.low == span.high:
        return signed(span.low)
    if span.low < 0:
        return _("%(first)s to %(last)s") % {"first": signed(span.high), "last": signed(span.low)}
    return f"{signed(span.low)}–{span.high}"
