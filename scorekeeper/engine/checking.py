"""One hand: record to findings and result (docs/record.md, Answers). It never raises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .checks import bidding, dealing, following, holding, outcome
from .checks.notes import Notes
from .checks.outcome import Result
from .contract import Contract
from .findings import UNREADABLE, Finding
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
    parser = Parser(rules)
    record = parser.parse(hand)
    if record is None:
        return Answer(None, tuple(found.spoken_of(names) for found in parser.findings))
    if record.void is not None:
        return Answer(outcome.void_result(record, rules), record=record.to_json())
    notes = Notes()
    calls, result = _check(record, rules, notes)
    findings = tuple(found.spoken_of(names) for found in _ruled(record, notes))
    if any(found.is_error for found in findings):
        return Answer(None, findings)
    return Answer(result, findings, replace(record, calls=calls).to_json())


def _check(record: Record, rules: Ruleset, notes: Notes) -> tuple[tuple[str, ...] | None, Result]:
    """Note all that is wrong, and give the calls that count and the best reading of the result."""
    bid = bidding.settle(record, rules, notes)
    dealing.sizes(record, rules, notes)
    doubled = dealing.doubles(record, notes)
    if bid.is_passed_out:
        bidding.passed_out(record, notes)
        return bid.calls, outcome.result(record, rules, bid, following.Following(), None)
    rung = None if bid.bid is None else rules.rung(bid.bid)
    may_play_alone = bidding.alone(record, rules, bid, notes)
    bidding.exchange(record, rules, rung, notes)
    bidding.challenge(record, rules, notes)
    knows_trump = bidding.trump(record, rules, notes)
    contract = bidding.contract_of(record, rules, bid) if bid.is_certain and may_play_alone else None
    played = following.follow(record, rules, contract if knows_trump else None, notes)
    if contract is not None:
        holding.check(record, contract, played.plays, doubled, notes)
    is_played = record.challenged is not False if rules.challenge else True
    tricks = None
    if is_played and (record.challenged is not None or not rules.challenge or record.taken or record.tricks):
        tricks = outcome.taken(record, rules, played, notes)
    return bid.calls, outcome.result(record, rules, bid, played, tricks)


def _ruled(record: Record, notes: Notes) -> list[Finding]:
    """The findings, made warnings where a ruling of the table stands over them."""
    if record.ruling is None:
        return notes.in_order()
    found = notes.in_order()
    if not any(finding.code in UNREADABLE for finding in found):
        notes.add("irregular", "ruling", _("the table ruled on this hand: {reason}"), reason=record.ruling.reason)
    return [finding if finding.code in UNREADABLE else finding.as_warning() for finding in notes.in_order()]


def contract_of(record: dict[str, Any], rules: Ruleset) -> Contract | None:
    """The contract of a record that may be kept; None where there was none or nobody knows its declarer."""
    read = Parser(rules).parse(record)
    if read is None or read.void is not None:
        return None
    return bidding.contract_of(read, rules, bidding.settle(read, rules, Notes()))


def table_of(record: dict[str, Any], rules: Ruleset) -> Table | None:
    """The table before the first lead of a record that may be kept, None where nothing was played.

    The holdings are those after kitty and exchange, None for a seat of whose cards some are unknown.
    """
    read = Parser(rules).parse(record)
    contract = contract_of(record, rules)
    if read is None or contract is None or not read.tricks:
        return None
    return Table.begin(contract, holding.known_holdings(read, contract))
