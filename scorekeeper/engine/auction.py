"""The auction: who may call what, when it is over, and who won it (docs/rules.md, Auction).

Knows the ruleset's ladder and the three kinds of auction. Knows nothing of cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from .errors import BadNotation, IllegalCall
from .rulesets import PASS, Ruleset
from .wording import Listing, Who, Word, fill, quote, seat_names
from .wording import gettext_noop as _

BID_WORDS = {
    "Pass": _("pass"),
    "LP": _("Little Pepper"),
    "BP": _("Big Pepper"),
    "PH": _("Pepper with help"),
    "PA": _("Pepper alone"),
}


def bid_word(token: str) -> Word:
    """A call as it is said at the table."""
    return Word(BID_WORDS.get(token, token))


def bid_words(rules: Ruleset) -> Listing:
    """All bids of a game as they are said at the table, lowest first."""
    return Listing(bid_word(rung.token) for rung in rules.ladder)


class Fault(NamedTuple):
    """Why a call is not allowed: the finding's code, a template and its values."""

    code: str
    text: str
    values: dict[str, object]


@dataclass(frozen=True)
class Auction:
    """The calls of one deal so far, each by the player whose turn it was.

    Every call returns the next auction; this one stays.

    >>> from scorekeeper.engine import PRESETS
    >>> auction = Auction(PRESETS["iowa"], dealer=0)
    >>> auction.turn, auction.legal_calls()
    (1, ('Pass', '1', '2', '3', '4', '5', 'PH', 'PA'))
    >>> auction = auction.call("Pass").call("4").call("Pass").call("5")
    >>> auction.is_over, auction.declarer, auction.bid
    (True, 0, '5')
    """

    rules: Ruleset
    dealer: int
    calls: tuple[str, ...] = ()
    callers: tuple[int, ...] = ()

    @cached_property
    def bid(self) -> str | None:
        """The highest bid so far, None before the first."""
        return next((call for call in reversed(self.calls) if call != PASS), None)

    @cached_property
    def declarer(self) -> int | None:
        """Who made the highest bid so far, None before the first."""
        return None if self.bid is None else self.callers[self.calls.index(self.bid)]

    @cached_property
    def is_over(self) -> bool:
        """Whether nobody may call any more."""
        if self.bid is None:
            return len(self.calls) == self.rules.players
        if self.bid == self.rules.top:
            return True
        if self.rules.auction == "once":
            return len(self.calls) == self.rules.players
        return len(self._passed) == self.rules.players - 1

    @property
    def is_passed_out(self) -> bool:
        """Whether everybody passed: nobody scores, the deal moves on."""
        return self.is_over and self.bid is None

    @property
    def turn(self) -> int | None:
        """Whose call it is, None when the auction is over."""
        return None if self.is_over else self.next_seat

    @property
    def next_seat(self) -> int:
        """Who would call next if the auction went on: where a pass is final, who passed is skipped."""
        after = self.callers[-1] if self.callers else self.dealer
        seats = self.rules.clockwise((after + 1) % self.rules.players)
        if self.rules.auction == "rounds_final":
            return next((seat for seat in seats if seat not in self._passed), seats[0])
        return seats[0]

    def legal_calls(self) -> tuple[str, ...]:
        """What may be called now: a pass, then the bids upward. Nothing when the auction is over."""
        if self.is_over:
            return ()
        bids = (rung.token for rung in self.rules.ladder)
        return (PASS, *(bid for bid in bids if self.fault(bid) is None))

    def call(self, text: str) -> Auction:
        """The auction after the next player calls `text`.

        Raises `BadNotation` where the text is no call of this game, `IllegalCall` where it is not
        allowed now.
        """
        token = self.rules.token(text) if isinstance(text, str) else None
        if token is None:
            raise BadNotation(f"{quote(text)} is no call here; say {', '.join(self.legal_calls())}")
        if fault := self.fault(token):
            raise IllegalCall(fill(fault.text, fault.values, seat_names(self.rules.players)))
        return self.with_call(token)

    def with_call(self, token: str) -> Auction:
        """The auction after `token`, whether it was allowed or not."""
        return replace(self, calls=(*self.calls, token), callers=(*self.callers, self.next_seat))

    def fault(self, token: str) -> Fault | None:
        """Why the next player may not call `token`, None where he may."""
        if self.is_over:
            return Fault(
                "auction-over",
                _("{who} called {bid} after it was over"),
                {"who": Who(self.next_seat), "bid": bid_word(token)},
            )
        if token == PASS or self.bid is None:
            return None
        assert self.declarer is not None
        values: dict[str, object] = {
            "who": Who(self.next_seat),
            "bid": bid_word(token),
            "holder": Who(self.declarer),
            "high": bid_word(self.bid),
        }
        if self.rules.height(token) <= self.rules.height(self.bid):
            return Fault(
                "bad-call",
                _("{who} called {bid}, which is not higher than the {high} of {holder}"),
                values,
            )
        if not self.rules.outbid_partner and self.declarer == self.rules.partner_of(self.next_seat):
            return Fault(
                "bad-call",
                _("{who} called {bid} over the {high} of partner {holder}; only a pass is allowed"),
                values,
            )
        return None

    @cached_property
    def _passed(self) -> frozenset[int]:
        """Who has passed: for good where a pass is final, else since the highest bid."""
        since = 0
        if self.rules.auction != "rounds_final" and self.bid is not None:
            since = self.calls.index(self.bid) + 1
        return frozenset(
            seat for seat, call in zip(self.callers[since:], self.calls[since:], strict=True) if call == PASS
        )
