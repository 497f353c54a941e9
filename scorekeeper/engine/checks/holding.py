"""Who can have held what: cards that a player cannot have had, and suits that he did not follow.

(docs/record.md, Incomplete knowledge.) What is not recorded may have been anything, so an honest player
is never accused. Player by player, the reading is taken that leaves the fewest faults: every unknown
card, a discard and an exchange excuse whatever one legal choice of them explains, and what even the
best reading leaves is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from ..cards import LEAD_WORDS, SUIT_WORDS, Card, Suit
from ..contract import Contract
from ..notes import Notes
from ..record import MaybeCard, Record
from ..wording import Listing, Who, Word
from ..wording import gettext_noop as _
from .dealing import repeated
from .following import Play, follow


@dataclass
class Stock:
    """The cards dealt to one place: those known, and how many unknown ones. A kitty is the declarer's."""

    known: set[Card] = field(default_factory=set)
    unknown: int = 0


@dataclass(frozen=True)
class Fault:
    """A card that cannot be right. `held` are cards that show it, `shown` the trick that shows one."""

    play: Play
    is_revoke: bool
    held: tuple[Card, ...] = ()
    shown: int | None = None


def check(record: Record, contract: Contract, plays: tuple[Play, ...], doubled: frozenset[Card], notes: Notes) -> None:
    """Note every card that was played, laid away or exchanged by somebody who cannot have held it, and every revoke."""
    Holdings(record, contract, plays, doubled, notes).check()


class Holdings:
    """All that the record tells of where the cards of one hand were."""

    def __init__(
        self,
        record: Record,
        contract: Contract,
        plays: tuple[Play, ...],
        doubled: frozenset[Card],
        notes: Notes,
    ) -> None:
        self.contract = contract
        self.rules = contract.rules
        self.plays = plays
        self.notes = notes
        self.by_seat = {seat: [play for play in plays if play.seat == seat] for seat in contract.active_seats}
        self.stocks = self._dealt(record, doubled)
        self.given: dict[int, set[Card]] = {seat: set() for seat in self.stocks}
        self.received: dict[int, Card] = {}
        self._lay_away(record)
        self._pass_on(record)
        self._place_plays()

    # ---- what was dealt, laid away and exchanged ---------------------------------------------------

    def _dealt(self, record: Record, doubled: frozenset[Card]) -> dict[int, Stock]:
        """The known cards of each seat; a hand of a wrong size and a card dealt twice tell nothing."""
        stocks = {}
        for seat in range(self.rules.players):
            size, known = self.rules.hand, _known(record.hands[seat] if record.hands else (), self.rules.hand)
            if seat == self.contract.declarer and self.rules.kitty:
                size += self.rules.kitty
                known |= _known(record.kitty or (), self.rules.kitty)
            known -= doubled
            stocks[seat] = Stock(known, size - len(known))
        return stocks

    def _lay_away(self, record: Record) -> None:
        declarer = self.contract.declarer
        discard = record.discard or ()
        if len(discard) != self.rules.kitty or repeated(discard):
            return
        for card in discard:
            if card is not None:
                self._give(declarer, card, "discard")

    def _pass_on(self, record: Record) -> None:
        declarer, partner = self.contract.declarer, self.contract.partner
        exchange = record.exchange or ()
        if not self.contract.is_exchanged or partner is None or len(exchange) != 2 or repeated(exchange):
            return
        for giver, taker, card in ((declarer, partner, exchange[0]), (partner, declarer, exchange[1])):
            if card is not None and self._give(giver, card, "exchange"):
                self.received[taker] = card

    def _give(self, seat: int, card: Card, key: str) -> bool:
        """`seat` laid away or passed on `card`: note it where that cannot be."""
        text = None
        if card in self.given[seat]:
            text = _("{who} cannot give {card} away, having laid it away before")
        elif not self._take_from_stock(seat, card):
            owner = self._owner(card)
            text = (
                _("{who} cannot have had {card}: {owner} was dealt it")
                if owner is not None
                else _("{who} cannot have had {card}: it was not dealt to {who}")
            )
        if text is None:
            self.given[seat].add(card)
            return True
        self.notes.add(
            "card-not-held", key, text, seat=seat, card=card.pretty, who=Who(seat), owner=Who(self._owner(card) or 0)
        )
        return False

    def _owner(self, card: Card) -> int | None:
        return next((seat for seat, stock in self.stocks.items() if card in stock.known), None)

    def _take_from_stock(self, seat: int, card: Card) -> bool:
        """Whether `card` can have been dealt to `seat`; from now on it was."""
        owner, stock = self._owner(card), self.stocks[seat]
        if owner is None and stock.unknown:
            stock.known.add(card)
            stock.unknown -= 1
            return True
        return owner == seat

    # ---- what was played ---------------------------------------------------------------------------

    def _place_plays(self) -> None:
        """What a player shows who neither gave nor took a card was dealt to him."""
        self.misplaced: set[int] = set()
        for seat, plays in self.by_seat.items():
            if seat in self._movers:
                continue
            for play in plays:
                if not play.is_doubtful and not self._take_from_stock(seat, play.card):
                    self.misplaced.add(play.index)

    @property
    def _movers(self) -> frozenset[int]:
        """Who gives cards away before play: not all that these were dealt is what they play with."""
        declarer, partner = self.contract.declarer, self.contract.partner
        if self.contract.is_exchanged and partner is not None:
            return frozenset((declarer, partner))
        return frozenset((declarer,)) if self.rules.kitty else frozenset()

    def check(self) -> None:
        """Note the faults of the best reading of each player's cards."""
        for seat, plays in self.by_seat.items():
            if not plays:
                continue  # nothing was done that could be wrong
            best = min(self._readings(seat), key=_blame, default=[])
            for fault in best:
                self._note(fault)

    def _readings(self, seat: int) -> Iterator[list[Fault]]:
        """The faults of `seat`, once for each card that he may have been given in an exchange."""
        if seat in self.received:
            yield Reading(self, seat, self.received[seat]).faults()
        elif seat in self._movers and self.contract.is_exchanged:
            for card in tuple(self._may_receive(seat)) or (None,):
                yield Reading(self, seat, card).faults()
        else:
            yield Reading(self, seat, None).faults()

    def _may_receive(self, seat: int) -> Iterator[Card]:
        giver = self.rules.partner_of(seat)
        assert giver is not None
        shown = {play.card for play in self.by_seat.get(giver, ())}
        stock = self.stocks[giver]
        for card in self.rules.deck:
            owner = self._owner(card)
            if card in shown or card in self.given[giver]:
                continue
            if owner == giver or (owner is None and stock.unknown):
                yield card

    def unlocated(self, seat: int) -> set[Card]:
        """The cards that nobody else is known to have had."""
        elsewhere = {play.card for play in self.plays if play.seat != seat and not play.is_doubtful}
        return {card for card in self.rules.deck if self._owner(card) is None} - elsewhere

    def away(self, seat: int) -> int:
        """How many cards `seat` lays away or passes on before the play."""
        laid = self.rules.kitty if seat == self.contract.declarer else 0
        return laid + (self.contract.is_exchanged and seat in self._movers)

    def known_holding(self, seat: int) -> frozenset[Card] | None:
        """What `seat` held at the first lead, None where a card of it is unknown."""
        shown = frozenset(play.card for play in self.by_seat.get(seat, ()))
        if len(shown) == self.rules.hand:
            return shown
        if len(self.given[seat]) < self.away(seat):
            return None
        held = self.stocks[seat].known - self.given[seat] | shown
        if seat in self.received:
            held = held | {self.received[seat]}
        return frozenset(held) if len(held) == self.rules.hand else None

    def _note(self, fault: Fault) -> None:
        play = fault.play
        values: dict[str, object] = {"who": Who(play.seat), "card": play.card.pretty}
        if not fault.is_revoke:
            owner = self._owner(play.card)
            gone = play.card in self.given[play.seat]
            if gone:
                text = _("{who} played {card} after giving it away")
            elif owner is None or owner == play.seat:
                text = _("{who} played {card}, which was not among the cards of {who}")
            elif play.card in self.given[owner]:
                text = _("{who} played {card}, which {owner} had given away")
            else:
                text = _("{who} played {card}, which {owner} was dealt")
            values["owner"] = Who(owner or 0)
            self._add("card-not-held", text, play, values)
            return
        assert play.led is not None
        values |= {"lead": Word(LEAD_WORDS[play.led]), "suit": Word(SUIT_WORDS[play.led])}
        if not fault.held:
            text = _(
                "{who} played {card} on {lead} but must have held one of the {suit}: all other cards are accounted for"
            )
        elif fault.shown is None:
            text = _("{who} played {card} on {lead} but still held {held}")
        else:
            text = _("{who} played {card} on {lead} but still held {held}, played in trick {shown}")
            values["shown"] = fault.shown + 1
        values["held"] = Listing(card.pretty for card in fault.held)
        self._add("revoke", text, play, values)

    def _add(self, code: str, text: str, play: Play, values: dict[str, object]) -> None:
        self.notes.add(code, "tricks", text, trick=play.trick, play=play.index, seat=play.seat, **values)


class Reading:
    """One reading of a player's cards: he was given `received`, and the rest as lenient as can be."""

    def __init__(self, holdings: Holdings, seat: int, received: Card | None) -> None:
        self.trump = holdings.contract.trump
        self.received = received
        stock, given = holdings.stocks[seat], holdings.given[seat]
        unknown = stock.unknown
        self.sound: list[Play] = []
        self.not_held: list[Play] = []
        doubtful = 0
        for play in holdings.by_seat[seat]:
            card = play.card
            if play.is_doubtful:
                doubtful += 1
            elif play.index in holdings.misplaced or card in given:
                self.not_held.append(play)
            elif card == received or card in stock.known:
                self.sound.append(play)
            elif holdings._owner(card) is None and unknown:
                unknown -= 1
                self.sound.append(play)
            else:
                self.not_held.append(play)
        played = {play.card for play in self.sound}
        self.left = stock.known - given - played
        self.unknown = unknown
        self.pool = holdings.unlocated(seat) - played - {received}
        if self.unknown == len(self.pool):  # where all other cards are known, these are known too
            self.left, self.unknown = self.left | self.pool, 0
        # Cards that are out of his hand although nobody knows which: unknown ones given away, and
        # those behind a card that is recorded wrong.
        self.gone = holdings.away(seat) - len(given) + doubtful + len(self.not_held)

    def faults(self) -> list[Fault]:
        """Every fault of this reading, in the order of play."""
        faults = [Fault(play, is_revoke=False) for play in self.not_held]
        faults.extend(self._revokes())
        return sorted(faults, key=lambda fault: fault.play.index)

    def _revokes(self) -> Iterator[Fault]:
        offsuit = [
            play for play in self.sound if play.led is not None and play.card.effective_suit(self.trump) is not play.led
        ]
        open_plays = []
        for play in offsuit:
            later = self._shown_later(play)
            if later is not None:
                yield Fault(play, True, (later.card,), later.trick)
            elif self.received is not None and self._is_left(self.received) and self._is_of(self.received, play.led):
                yield Fault(play, True, (self.received,))
            else:
                open_plays.append(play)
        suits = self._must_have_held([play.led for play in open_plays if play.led is not None])
        for play in open_plays:
            if play.led in suits:
                yield Fault(play, True, self._held(play.led))

    def _shown_later(self, play: Play) -> Play | None:
        later = [other for other in self.sound if other.index > play.index and self._is_of(other.card, play.led)]
        return later[0] if later else None

    def _is_left(self, card: Card) -> bool:
        return all(play.card != card for play in self.sound)

    def _is_of(self, card: Card, suit: Suit | None) -> bool:
        return card.effective_suit(self.trump) is suit

    def _must_have_held(self, suits: list[Suit]) -> frozenset[Suit]:
        """The fewest revokes: suits that he must have held to the end although he did not follow them."""
        kinds = sorted(set(suits))
        choices = (frozenset(choice) for size in range(len(kinds) + 1) for choice in combinations(kinds, size))
        possible = [choice for choice in choices if self._explains(frozenset(kinds) - choice)]
        return min(possible, key=lambda choice: sum(suit in choice for suit in suits), default=frozenset())

    def _explains(self, absent: frozenset[Suit]) -> bool:
        """Whether he can have held none of the `absent` suits, apart from cards that are gone."""
        known = sum(card.effective_suit(self.trump) in absent for card in self.left)
        free = sum(card.effective_suit(self.trump) not in absent for card in self.pool)
        return known + max(0, self.unknown - free) <= self.gone

    def _held(self, suit: Suit | None) -> tuple[Card, ...]:
        """The known cards of a suit that he never played, the strongest one for the message."""
        held = [card for card in self.left if self._is_of(card, suit)]
        return (max(held, key=lambda card: card.strength(self.trump)),) if held else ()


def _blame(faults: list[Fault]) -> tuple[int, int]:
    """How bad a reading is: first by the cards that cannot have been held, then by all its faults."""
    return sum(not fault.is_revoke for fault in faults), len(faults)


def _known(cards: Iterable[MaybeCard], size: int) -> set[Card]:
    cards = tuple(cards)
    return {card for card in cards if card is not None} if len(cards) == size else set()


def known_holdings(record: Record, contract: Contract) -> tuple[frozenset[Card] | None, ...]:
    """What each seat held at the first lead, by the deal and by the play; None where a card is unknown."""
    notes = Notes()
    plays = follow(record, contract.rules, contract, notes).plays
    holdings = Holdings(record, contract, plays, frozenset(), notes)
    return tuple(holdings.known_holding(seat) for seat in range(contract.rules.players))
