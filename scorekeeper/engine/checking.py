"""One hand: record to findings and result (docs/record.md, Answers). It never raises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .checks import bidding, dealing, following, holding, outcome
from .checks.outcome import Result
from .contract import Contract
from .findings import UNREADABLE, Finding
from .notes import Notes
from .parsing import Parser
from .play import Table
from .record import Record
from .rulesets import Ruleset
from .wording import gettext_noop as _
from .wording import seat_names


@dataclass(frozen=True)
class Answer:
    """What is to be said of a record: the result, None where something forbids to keep it.

    `record` is the canonical record of a hand that may be kept.
    """

    result: Result | None
    findings: tuple[Finding, ...] = ()
    record: dict[str, Any] | None = None

    @property
    def ok(self) -> bool:
        """Whether the hand may be kept: nothing found in it is an error."""
        return self.result is not None

    @property
    def counts(self) -> bool:
        """Whether the hand counts in its game: those after the end do not."""
        return all(found.code != "game-over" for found in self.findings)

    def to_json(self) -> dict[str, Any]:
        """The answer as docs/record.md, Answers, has it, without the id."""
        return {
            "ok": self.ok,
            "result": self.result.to_json() if self.result else None,
            "findings": [finding.to_json() for finding in self.findings],
        }


def check_hand(hand: object, rules: Ruleset, names: Sequence[str] | None = None) -> Answer:
    """Check and score one hand.

    Takes the record as JSON gives it, whatever that is, and the players' names by seat for the
    findings' sentences. Never raises.
    """
    names = names or seat_names(rules.players)
    notes = Notes()
    parser = Parser(rules, notes)
    record = parser.parse(hand)
    calls, result = None, None
    if record is not None and record.void is not None:
        calls, result = record.calls, outcome.void_result(record, rules)
    elif record is not None:
        calls, result = _check(record, rules, parser.unread, notes)
    findings = tuple(found.spoken_of(names) for found in _ruled(record, notes, parser.unread))
    if record is None or any(found.is_error for found in findings):
        return Answer(None, findings)
    return Answer(result, findings, replace(record, calls=calls).to_json())


def _check(record: Record, rules: Ruleset, unread: set[str], notes: Notes) -> tuple[tuple[str, ...] | None, Result]:
    """Note all that is wrong, and give the calls that count and the best reading of the result."""
    bid = bidding.settle(record, rules, notes)
    if not bid.is_settled:
        unread.add("calls")  # nobody can miss what follows an auction that came to no end
    dealing.sizes(record, rules, notes)
    doubled = dealing.doubles(record, notes)
    if bid.is_passed_out:
        bidding.passed_out(record, notes)
        return bid.calls, outcome.result(record, rules, bid, following.Following(), None)
    rung = None if bid.bid is None else rules.rung(bid.bid)
    may_play_alone = bidding.alone(record, rules, bid, notes) and "alone" not in unread
    bidding.exchange(record, rules, rung, notes)
    is_played = bidding.challenge(record, rules, notes)
    knows_trump = bidding.trump(record, rules, notes)
    contract = bidding.contract_of(record, rules, bid) if bid.is_certain and may_play_alone else None
    played = following.follow(record, rules, contract if knows_trump else None, notes)
    if contract is not None:
        holding.check(record, contract, played.plays, doubled, notes)
    tricks = outcome.taken(record, rules, played, notes) if is_played else None
    return bid.calls, outcome.result(record, rules, bid, played, tricks)


# What is missing only because it could not be read is not missing.
_EXPECTED = {
    "missing-trump": {"trump"},
    "missing-challenge": {"challenged", "calls"},
    "missing-result": {"challenged", "calls", "tricks", "taken"},
}


def _ruled(record: Record | None, notes: Notes, unread: set[str]) -> list[Finding]:
    """The findings, made warnings where a ruling of the table stands over them."""
    found = [one for one in notes.in_order() if unread.isdisjoint(_EXPECTED.get(one.code, ()))]
    if record is None or record.ruling is None or record.void is not None:
        return found
    kept = [one if one.code in UNREADABLE else one.as_warning() for one in found]
    if any(one.is_error for one in kept):
        return kept
    text = _("the table ruled on this hand: {reason}")
    return [*kept, Finding("irregular", text, {"reason": record.ruling.reason}, "ruling")]


def contract_of(record: dict[str, Any], rules: Ruleset) -> Contract | None:
    """The contract of a record that may be kept; None where there was none or nobody knows its declarer."""
    read = Parser(rules, Notes()).parse(record)
    if read is None or read.void is not None:
        return None
    return bidding.contract_of(read, rules, bidding.settle(read, rules, Notes()))


def table_of(record: dict[str, Any], rules: Ruleset) -> Table | None:
    """The table before the first lead of a record that may be kept, None where nothing was played.

    The holdings are those after kitty and exchange, None for a seat of whose cards some are unknown.
    """
    read = Parser(rules, Notes()).parse(record)
    contract = contract_of(record, rules)
    if read is None or contract is None or not read.tricks:
        return None
    return Table.begin(contract, holding.known_holdings(read, contract))
