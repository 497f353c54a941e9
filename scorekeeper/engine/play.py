"""Tricks, and the table they are played on: whose turn, what is legal, who wins.

Knows the contract and as much of the holdings as somebody told. Works with unknown holdings too:
then every card is possible that nobody has shown and that nothing shown rules out.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from .auction import Fault
from .cards import LEAD_WORDS, SUIT_WORDS, Card, Suit
from .contract import Contract
from .errors import IllegalPlay
from .wording import Who, Word, fill, seat_names
from .wording import gettext_noop as _

Holding = frozenset[Card] | None


@dataclass(frozen=True)
class Trick:
    """One trick: who plays to it, in turn order, and the cards so far."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...] = ()

    @property
    def leader(self) -> int:
        """Who leads."""
        return self.seats[0]

    @property
    def is_complete(self) -> bool:
        """Whether everybody who plays has played."""
        return len(self.cards) >= len(self.seats)

    @property
    def turn(self) -> int | None:
        """Whose card is next, None in a complete trick."""
        return None if self.is_complete else self.seats[len(self.cards)]

    def suit_led(self, trump: Suit | None) -> Suit | None:
        """The suit to follow; a led joker or left bower asks for trumps (docs/rules.md, Cards)."""
        return self.cards[0].effective_suit(trump) if self.cards else None

    def winner(self, trump: Suit | None) -> int:
        """Who wins it as it lies: the highest trump, else the highest card of the suit led."""
        led = self.suit_led(trump)

        def power(place: int) -> tuple[bool, bool, int]:
            suit = self.cards[place].effective_suit(trump)
            return trump is not None and suit is trump, suit is led, self.cards[place].strength(trump)

        return self.seats[max(range(min(len(self.cards), len(self.seats))), key=power)]


@dataclass(frozen=True)
class Table:
    """The play of one hand as far as it has come. Every card returns the next table; this one stays.

    `holdings` are the cards still held, by seat, None where unknown. A trick that is over is followed
    by an empty one until the hand is over.

    >>> from scorekeeper.engine import PRESETS
    >>> table = Table.begin(Contract(PRESETS["midwest"], dealer=3, declarer=0, bid="4", trump=Suit.SPADES))
    >>> table = table.play("Js").play("9h").play("9s").play("Jc")
    >>> table.trick_winners, table.turn
    ((0,), 0)
    """

    contract: Contract
    holdings: tuple[Holding, ...]
    tricks: tuple[Trick, ...] = field(default=())

    @classmethod
    def begin(cls, contract: Contract, holdings: tuple[Holding, ...] | None = None) -> Table:
        """The table before the first lead."""
        unknown: tuple[Holding, ...] = (None,) * contract.rules.players
        return cls(contract, holdings or unknown, (Trick(contract.active_seats),))

    @property
    def trick(self) -> Trick:
        """The trick being played, or the last one."""
        return self.tricks[-1]

    @property
    def is_over(self) -> bool:
        """Whether every trick has been played."""
        return len(self.tricks) == self.contract.rules.hand and self.trick.is_complete

    @property
    def turn(self) -> int | None:
        """Whose card is next, None when the hand is over."""
        return self.trick.turn

    @cached_property
    def trick_winners(self) -> tuple[int, ...]:
        """Who won each complete trick."""
        return tuple(trick.winner(self.contract.trump) for trick in self.tricks if trick.is_complete)

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """How many tricks each side has taken."""
        sides = [self.contract.rules.side_of(seat) for seat in self.trick_winners]
        return tuple(sides.count(side) for side in range(self.contract.rules.sides))

    @cached_property
    def played(self) -> frozenset[Card]:
        """All cards played so far."""
        return frozenset(card for trick in self.tricks for card in trick.cards)

    def shown_out(self, seat: int) -> frozenset[Suit]:
        """The suits that `seat` did not follow, and so does not hold."""
        trump = self.contract.trump
        return frozenset(
            led
            for trick in self.tricks
            for other, card in zip(trick.seats, trick.cards, strict=False)
            if other == seat and (led := trick.suit_led(trump)) is not None and card.effective_suit(trump) is not led
        )

    def possible(self, seat: int) -> frozenset[Card]:
        """The cards that `seat` may hold: its holding, or all that nothing shown rules out."""
        holding = self.holdings[seat]
        if holding is not None:
            return holding
        elsewhere = self.played.union(*(held for held in self.holdings if held is not None))
        out = self.shown_out(seat)
        trump = self.contract.trump
        return frozenset(
            card for card in self.contract.rules.deck if card not in elsewhere and card.effective_suit(trump) not in out
        )

    def legal_plays(self) -> tuple[Card, ...]:
        """What may be played now, in the order of the deck. Nothing when the hand is over.

        With an unknown holding that is every possible card: only its holder knows what he must follow.
        """
        if self.turn is None:
            return ()
        may_hold = self.possible(self.turn)
        return tuple(card for card in self.contract.rules.deck if card in may_hold and not self.fault(card))

    def fault(self, card: Card) -> Fault | None:
        """Why the next player may not play `card`, None where he may."""
        seat = self.turn
        if seat is None:
            return Fault("bad-trick", _("all {count} tricks are played"), {"count": len(self.tricks)})
        values: dict[str, object] = {"who": Who(seat), "card": card.pretty}
        holding = self.holdings[seat]
        if card not in self.possible(seat):
            if holding is None and card not in self.played and self._owner(card) is None:
                suit = card.effective_suit(self.contract.trump)
                assert suit is not None
                values["suit"] = Word(SUIT_WORDS[suit])
                return Fault("revoke", _("{who} has shown out of {suit} and cannot play {card}"), values)
            return Fault("card-not-held", _("{who} does not hold {card}"), values)
        led = self.trick.suit_led(self.contract.trump)
        if holding is None or led is None or card.effective_suit(self.contract.trump) is led:
            return None
        follows = [held for held in holding if held.effective_suit(self.contract.trump) is led]
        if not follows:
            return None
        values |= {"lead": Word(LEAD_WORDS[led]), "held": max(follows, key=self._strength).pretty}
        return Fault("revoke", _("{who} holds {held} and must follow {lead}, not play {card}"), values)

    def play(self, text: str | Card) -> Table:
        """The table after the next player plays the card.

        Raises `BadNotation` where the text is no card, `IllegalPlay` where it may not be played now.
        """
        card = Card.parse(text) if isinstance(text, str) else text
        if fault := self.fault(card):
            names = seat_names(self.contract.rules.players)
            raise IllegalPlay(fill(fault.text, fault.values, names))
        return self.with_card(card)

    def with_card(self, card: Card) -> Table:
        """The table after `card`, whether it was allowed or not."""
        seat = self.turn
        assert seat is not None
        trick = replace(self.trick, cards=(*self.trick.cards, card))
        tricks = (*self.tricks[:-1], trick)
        if trick.is_complete and len(tricks) < self.contract.rules.hand:
            tricks += (Trick(self.contract.order(trick.winner(self.contract.trump))),)
        holdings = tuple(
            held - {card} if held is not None and holder == seat else held for holder, held in enumerate(self.holdings)
        )
        return replace(self, holdings=holdings, tricks=tricks)

    def _owner(self, card: Card) -> int | None:
        return next((s for s, held in enumerate(self.holdings) if held and card in held), None)

    def _strength(self, card: Card) -> int:
        return card.strength(self.contract.trump)
