"""What the auction and the declarations after it settled: who plays, who sits out, who leads.

(docs/rules.md, After the auction and First lead.) Knows nothing of the cards in the hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .cards import Suit
from .rulesets import Ruleset, Rung


@dataclass(frozen=True)
class Contract:
    """A bid to be made, conceded or set.

    `trump` None is no trump. `alone` names who plays without his partner, the declarer first.
    `challenged` is None where the ruleset has no challenge.
    """

    rules: Ruleset
    dealer: int
    declarer: int
    bid: str
    trump: Suit | None = None
    alone: tuple[int, ...] = ()
    challenged: bool | None = None

    @property
    def rung(self) -> Rung:
        """The bid on the ladder."""
        rung = self.rules.rung(self.bid)
        assert rung is not None
        return rung

    @property
    def need(self) -> int:
        """How many tricks make it."""
        return self.rung.need

    @property
    def side(self) -> int:
        """The declaring side."""
        return self.rules.side_of(self.declarer)

    @property
    def is_conceded(self) -> bool:
        """Whether the defenders gave the bid away without play (docs/rules.md, Challenge)."""
        return self.challenged is False

    @property
    def is_exchanged(self) -> bool:
        """Whether declarer and partner give each other a card (docs/rules.md, Exchange)."""
        return self.rules.exchange and self.rung.exchange

    @property
    def partner(self) -> int | None:
        """The declarer's partner."""
        return self.rules.partner_of(self.declarer)

    @cached_property
    def sitting_out(self) -> frozenset[int]:
        """Who does not play: the partner of each who plays alone, and the declarer's after a challenge."""
        alone = {self.declarer, *self.alone} if self.challenged else {*self.alone}
        partners = map(self.rules.partner_of, alone)
        return frozenset(partner for partner in partners if partner is not None)

    @cached_property
    def leader(self) -> int:
        """Who leads to the first trick (docs/rules.md, First lead)."""
        if self.rules.first_lead == "declarer":
            return self.declarer
        if len(self.alone) > 1:
            return self.alone[1]
        after = self.alone[0] if self.alone else self.dealer
        seats = self.rules.clockwise((after + 1) % self.rules.players)
        return next(seat for seat in seats if seat not in self.sitting_out)

    @property
    def active_seats(self) -> tuple[int, ...]:
        """Who plays, in turn order from the first leader."""
        return self.order(self.leader)

    def order(self, leader: int) -> tuple[int, ...]:
        """Who plays to a trick that `leader` leads, in turn order."""
        return self._orders[leader]

    @cached_property
    def _orders(self) -> dict[int, tuple[int, ...]]:
        return {
            leader: tuple(seat for seat in self.rules.clockwise(leader) if seat not in self.sitting_out)
            for leader in range(self.rules.players)
        }
