"""The state of a hand that is being entered, as a frozen value: every verb returns the next state.

What comes next follows from what is there; so does what stepping back takes away. Knows the order in which a hand is
told (docs/record.md, The hand record) and leaves what is legal to the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.engine import Auction, BadNotation, Card, Contract, Finding, IllegalAction, Ruleset, Suit, Table
from scorekeeper.engine.auction import Fault
from scorekeeper.engine.cards import NO_TRUMP, TRUMP_SPELLINGS, UNKNOWN
from scorekeeper.engine.holdings import at_first_lead, stock
from scorekeeper.engine.play import Holding
from scorekeeper.engine.record import MaybeCard
from scorekeeper.sentences import finding_sentence


class Depth(StrEnum):
    """How much is asked for: every call, or every call and card."""

    AUCTION = "auction"
    CARDS = "cards"


class Ask(StrEnum):
    """What is to be said next."""

    CALL = "call"
    DECLARER = "declarer"
    BID = "bid"
    TRUMP = "trump"
    DISCARD = "discard"
    EXCHANGE = "exchange"
    CHALLENGE = "challenge"
    PLAY = "play"
    TAKEN = "taken"
    DONE = "done"


class Refused(ValueError):
    """What was said cannot be; the message is a sentence that says why."""


@dataclass(frozen=True)
class Draft:
    """A hand as far as it has been told.

    `calls` None: nobody wrote the auction down, only `declarer` and `bid` are known. `discard` and `exchange` may be
    begun and not finished; a card None in them is one that nobody knows. `taken` holds None for a side not asked yet.
    """

    rules: Ruleset
    names: tuple[str, ...]
    depth: Depth
    dealer: int
    hands: tuple[tuple[Card, ...], ...] = ()
    kitty: tuple[Card, ...] = ()
    calls: tuple[str, ...] | None = ()
    declarer: int | None = None
    bid: str | None = None
    trump: str | None = None
    alone: tuple[int, ...] = ()
    discard: tuple[MaybeCard, ...] = ()
    exchange: tuple[MaybeCard, ...] = ()
    challenged: bool | None = None
    plays: tuple[Card, ...] = ()
    taken: tuple[int | None, ...] | None = None
    void: str | None = None
    ruling: dict[str, Any] | None = None
    annotations: dict[str, Any] | None = None

    # ---- Where it stands

    @cached_property
    def asks(self) -> Ask:
        """What is to be said next."""
        if self.void is not None or self.is_passed_out:
            return Ask.DONE
        if self.calls is not None:
            if not self.auction.is_over:
                return Ask.CALL
        elif self.declarer is None:
            return Ask.DECLARER
        elif self.bid is None:
            return Ask.BID
        if self.challenged is False and self.trump is None and self.depth is Depth.AUCTION:
            return Ask.DONE
        if self.trump is None:
            return Ask.TRUMP
        assert self.contract is not None
        is_later = self.challenged is not None or bool(self.plays) or self.taken is not None
        if self.depth is Depth.CARDS and not is_later:
            if self.rules.kitty and len(self.discard) < self.rules.kitty:
                return Ask.DISCARD
            if self.contract.is_exchanged and len(self.exchange) < 2:
                return Ask.EXCHANGE
        if self.rules.challenge and self.challenged is None:
            return Ask.CHALLENGE
        if self.challenged is False or self.is_counted:
            return Ask.DONE
        return Ask.PLAY if self.depth is Depth.CARDS and self.taken is None else Ask.TAKEN

    @cached_property
    def auction(self) -> Auction:
        """The auction so far; one without a call where nobody wrote it down."""
        auction = Auction(self.rules, self.dealer)
        for call in self.calls or ():
            auction = auction.with_call(call)
        return auction

    @property
    def is_passed_out(self) -> bool:
        """Whether everybody passed."""
        return self.calls is not None and self.auction.is_passed_out

    @property
    def is_counted(self) -> bool:
        """Whether it is known how many tricks each side took."""
        if self.taken is not None and None not in self.taken:
            return True
        return bool(self.plays) and self.table is not None and self.table.is_over

    @cached_property
    def contract(self) -> Contract | None:
        """The contract as far as it is known; None while nobody has won the auction."""
        declarer, bid = self.declarer, self.bid
        if self.calls is not None:
            if not self.auction.is_over:
                return None
            declarer, bid = self.auction.declarer, self.auction.bid
        if declarer is None or bid is None:
            return None
        suit = Suit(self.trump) if self.trump not in (None, NO_TRUMP) else None
        return Contract(self.rules, self.dealer, declarer, bid, suit, self.alone, self.challenged)

    @cached_property
    def table(self) -> Table | None:
        """The table with the cards that were played, whether they were legal or not; None before the trump."""
        if self.contract is None or self.trump is None:
            return None
        dealt = tuple(map(self._dealt, range(self.rules.players)))
        table = Table.begin(self.contract, at_first_lead(self.contract, dealt, self.kitty, self.discard, self.exchange))
        for card in self.plays:
            if table.turn is None:
                break
            table = table.with_card(card)
        return table

    @property
    def turn(self) -> int | None:
        """Whose call or card is next, the declarer's or his partner's while they declare."""
        match self.asks:
            case Ask.CALL:
                return self.auction.turn
            case Ask.PLAY:
                return self.table.turn if self.table else None
            case Ask.EXCHANGE if self.exchange and self.contract:
                return self.contract.partner
            case Ask.TRUMP | Ask.DISCARD | Ask.EXCHANGE:
                return self.contract.declarer if self.contract else None
            case _other:
                return None

    def stock(self, seat: int) -> Holding:
        """What `seat` was dealt, and for the declarer the kitty too; None where not all of it is known."""
        return stock(self.contract, seat, self._dealt(seat), self.kitty) if self.contract else self._dealt(seat)

    def _dealt(self, seat: int) -> Holding:
        held = self.hands[seat] if seat < len(self.hands) else ()
        return frozenset(held) if len(held) == self.rules.hand else None

    @property
    def can_defend_alone(self) -> tuple[int, ...]:
        """The defenders of whom one may say now that he plays without his partner."""
        if not (self.rules.defend_alone and len(self.alone) == 1 and self.contract) or self.plays:
            return ()
        if self.asks not in (Ask.PLAY, Ask.TAKEN):
            return ()
        side = self.contract.side
        return tuple(seat for seat in range(self.rules.players) if self.rules.side_of(seat) != side)

    @cached_property
    def tricks_won(self) -> tuple[int, ...]:
        """The tricks each side has taken so far."""
        return self.table.tricks_taken if self.table else (0,) * self.rules.sides

    def counts(self, side: int) -> range:
        """How many tricks `side` can have taken in all, by what is known of it and the others."""
        said = self.taken or (None,) * self.rules.sides
        others = sum(
            said[other] if said[other] is not None else won  # type: ignore[misc]
            for other, won in enumerate(self.tricks_won)
            if other != side
        )
        return range(self.tricks_won[side], max(self.tricks_won[side], self.rules.hand - others) + 1)

    # ---- The verbs

    def call(self, text: str) -> Draft:
        """The next player calls."""
        self._expect(Ask.CALL)
        token = self.rules.token(text)
        if token is None:
            calls = ", ".join(self.auction.legal_calls())
            raise Refused(_("“%(text)s” is no call here; there are %(calls)s.") % {"text": text[:20], "calls": calls})
        if why := self.why_not_call(token):
            raise Refused(why)
        return replace(self, calls=(*(self.calls or ()), token))

    def why_not_call(self, token: str) -> str:
        """Why the next player cannot call it, "" where he can."""
        fault = self.auction.fault(token)
        return self.sentence(fault) if fault else ""

    def pass_out(self) -> Draft:
        """Everybody passes."""
        if self.asks not in (Ask.CALL, Ask.DECLARER) or self.auction.bid is not None:
            raise Refused(_("Somebody has bid already."))
        return replace(self, calls=("Pass",) * self.rules.players)

    def skip_auction(self) -> Draft:
        """Nobody wrote the auction down: only who won it, and at what, is asked for."""
        self._expect(Ask.CALL)
        return replace(self, calls=None)

    def name_declarer(self, seat: int) -> Draft:
        """Who won the auction that nobody wrote down."""
        self._expect(Ask.DECLARER)
        self._expect_seat(seat)
        return replace(self, declarer=seat)

    def name_bid(self, token: str) -> Draft:
        """At what the auction was won that nobody wrote down."""
        self._expect(Ask.BID)
        if self.rules.rung(token) is None:
            raise Refused(_("“%(text)s” is no bid here.") % {"text": token[:20]})
        return replace(self, bid=token)

    def name_trump(self, text: str, *, alone: bool = False) -> Draft:
        """The declarer names trump, and says whether he plays alone."""
        self._expect(Ask.TRUMP)
        letter = TRUMP_SPELLINGS.get(text)
        if letter is None:
            raise Refused(_("“%(text)s” is no trump: s, h, d, c, or n for none.") % {"text": text[:20]})
        if letter == NO_TRUMP and not self.rules.no_trump:
            raise Refused(_("This game is never played without trumps."))
        seats: tuple[int, ...] = ()
        if alone and self.rules.alone and self.contract:
            seats = (self.contract.declarer,)
        return replace(self, trump=str(letter), alone=seats)

    def defend_alone(self, seat: int) -> Draft:
        """A defender plays without his partner too."""
        if seat not in self.can_defend_alone:
            raise Refused(_("Nobody can say that now."))
        return replace(self, alone=(*self.alone, seat))

    def give(self, card: MaybeCard) -> Draft:
        """The card that is laid away or exchanged next, None for one that nobody knows."""
        if card is not None and (why := self.why_not_give(card)):
            raise Refused(why)
        if self.asks is Ask.DISCARD:
            return replace(self, discard=(*self.discard, card))
        self._expect(Ask.EXCHANGE)
        return replace(self, exchange=(*self.exchange, card))

    def give_unknown(self) -> Draft:
        """Nobody knows what was laid away or exchanged."""
        if self.asks is Ask.DISCARD:
            return replace(self, discard=(*self.discard, *(None,) * (self.rules.kitty - len(self.discard))))
        self._expect(Ask.EXCHANGE)
        return replace(self, exchange=(*self.exchange, *(None,) * (2 - len(self.exchange))))

    def why_not_give(self, card: Card) -> str:
        """Why the card cannot be laid away or exchanged now, "" where it can."""
        seat = self.turn
        assert seat is not None
        if card not in self.rules.deck:
            return _("There is no such card in this deck.")
        if card in self.discard:
            return _("It is laid away already.")
        if card in self.exchange:
            return _("It is given already.")
        stock = self.stock(seat)
        dealt_to = next((one for one, held in enumerate(self.hands) if card in held and one != seat), None)
        is_kitty = card in self.kitty and not (self.contract and seat == self.contract.declarer)
        if dealt_to is not None or is_kitty or (stock is not None and card not in stock):
            return _("%(name)s does not hold it.") % {"name": self.names[seat]}
        return ""

    def challenge(self, challenged: bool) -> Draft:
        """The defenders have the hand played, or concede it."""
        self._expect(Ask.CHALLENGE)
        return replace(self, challenged=challenged)

    def play(self, card: Card) -> Draft:
        """The next player plays a card. `choices.why_not_play` asks the same, and of the whole record."""
        from .choices import why_not_play

        self._expect(Ask.PLAY)
        if why := why_not_play(self, card):
            raise Refused(why)
        return replace(self, plays=(*self.plays, card))

    def take(self, side: int, count: int) -> Draft:
        """How many tricks a side took in all; where one side is left, it took the rest."""
        if self.asks not in (Ask.PLAY, Ask.TAKEN) or side not in range(self.rules.sides):
            raise Refused(_("The tricks are not asked for now."))
        if count not in self.counts(side):
            low, high = self.counts(side)[0], self.counts(side)[-1]
            raise Refused(_("That can be %(low)s to %(high)s tricks.") % {"low": low, "high": high})
        taken = list(self.taken or (None,) * self.rules.sides)
        taken[side] = count
        rest = self.rules.hand - sum(one for one in taken if one is not None)
        if rest == sum(self.tricks_won[one] for one in range(self.rules.sides) if taken[one] is None):
            taken = [self.tricks_won[one] if said is None else said for one, said in enumerate(taken)]
        elif taken.count(None) == 1:
            taken[taken.index(None)] = rest
        return replace(self, taken=tuple(taken))

    def deal(self, hands: tuple[tuple[Card, ...], ...], kitty: tuple[Card, ...] = ()) -> Draft:
        """What was dealt, as far as it is known. Raises Refused for a card in two places or a hand too large."""
        for name, held in zip(self.names, hands, strict=True):
            if len(held) > self.rules.hand:
                raise Refused(
                    _("%(name)s is dealt %(most)s cards; here are %(count)s.")
                    % {"name": name, "most": self.rules.hand, "count": len(held)}
                )
        if len(kitty) > self.rules.kitty:
            raise Refused(
                ngettext(
                    "The kitty has %(most)s card; here are %(count)s.",
                    "The kitty has %(most)s cards; here are %(count)s.",
                    self.rules.kitty,
                )
                % {"most": self.rules.kitty, "count": len(kitty)}
            )
        lies: dict[Card, str] = {}
        for name, held in (*zip(self.names, hands, strict=True), (_("the kitty"), kitty)):
            for card in held:
                if card not in self.rules.deck:
                    raise Refused(_("%(card)s is not in this deck.") % {"card": card.pretty})
                if lies.get(card) == name:
                    raise Refused(_("%(name)s has %(card)s twice.") % {"name": name, "card": card.pretty})
                if card in lies:
                    values = {"name": lies[card], "other": name, "card": card.pretty}
                    raise Refused(_("%(name)s and %(other)s both have %(card)s.") % values)
                lies[card] = name
        return replace(self, hands=hands if any(hands) else (), kitty=kitty)

    def deal_card(self, seat: int | None, card: Card) -> Draft:
        """Deal one card to a seat, or to the kitty (None); one that lies there already is taken away again."""
        hands = [list(held) for held in self.hands] or [[] for _name in self.names]
        kitty = list(self.kitty)
        target = kitty if seat is None else hands[seat]
        if card in target:
            target.remove(card)
        else:
            target.append(card)
        return self.deal(tuple(map(tuple, hands)), tuple(kitty))

    def say_void(self, why: str) -> Draft:
        """The hand does not count, and the same player deals again."""
        return replace(self, void=why)

    def rule(self, points: tuple[int, ...], reason: str) -> Draft:
        """The table decided what the hand is worth."""
        return replace(self, ruling={"points": list(points), "reason": reason})

    def dealt_by(self, seat: int) -> Draft:
        """Somebody else dealt: the calls said so far are then other people's."""
        self._expect_seat(seat)
        return replace(self, dealer=seat)

    def back(self) -> Draft:
        """Without the last thing that was said."""
        for name in ("void", "ruling", "taken"):
            if getattr(self, name) is not None:
                return replace(self, **{name: None})  # type: ignore[arg-type]
        if self.plays:
            return replace(self, plays=self.plays[:-1])
        if len(self.alone) > 1:
            return replace(self, alone=self.alone[:1])
        if self.challenged is not None:
            return replace(self, challenged=None)
        if self.exchange:
            return replace(self, exchange=() if None in self.exchange else self.exchange[:-1])
        if self.discard:
            return replace(self, discard=() if None in self.discard else self.discard[:-1])
        if self.trump is not None:
            return replace(self, trump=None, alone=())
        if self.calls is None:
            if self.bid is not None:
                return replace(self, bid=None)
            return replace(self, declarer=None) if self.declarer is not None else replace(self, calls=())
        return replace(self, calls=self.calls[:-1])

    @property
    def can_go_back(self) -> bool:
        """Whether anything has been said that can be taken back."""
        return self.back() != self

    # ---- What it comes to

    def record(self) -> dict[str, Any]:
        """The hand record so far (docs/record.md, The hand record), without what says nothing."""
        entries: dict[str, Any] = {"dealer": self.dealer}
        if any(self.hands):
            entries["hands"] = [_padded(held, self.rules.hand) for held in self.hands]
        if self.kitty:
            entries["kitty"] = _padded(self.kitty, self.rules.kitty)
        if self.calls is None:
            entries |= {"declarer": self.declarer, "bid": self.bid}
        elif self.calls or self.void is None:
            entries["calls"] = list(self.calls)
        entries["trump"] = self.trump
        entries["alone"] = list(self.alone) or None
        if len(self.discard) == self.rules.kitty and any(self.discard):
            entries["discard"] = _codes(self.discard)
        if len(self.exchange) == 2 and any(self.exchange):
            entries["exchange"] = _codes(self.exchange)
        entries["challenged"] = self.challenged
        if self.plays and self.table:
            entries["tricks"] = [_codes(trick.cards) for trick in self.table.tricks if trick.cards]
        if self.taken is not None and None not in self.taken and not (self.table and self.table.is_over):
            entries["taken"] = list(self.taken)
        entries |= {"void": self.void, "ruling": self.ruling, "annotations": self.annotations}
        return {key: value for key, value in entries.items() if value is not None}

    def sentence(self, fault: Fault) -> str:
        """What the engine says against something, with the players' names."""
        return finding_sentence(Finding(fault.code, fault.text, fault.values).spoken_of(self.names))

    def _expect(self, ask: Ask) -> None:
        if self.asks is not ask:
            raise Refused(_("That is not asked for now: the hand has gone on, or back. Here it is as it stands."))

    def _expect_seat(self, seat: int) -> None:
        if seat not in range(self.rules.players):
            raise Refused(_("Choose one of the players."))


def parse_card(text: str, rules: Ruleset) -> Card:
    """The card that `text` spells. Raises Refused where it is none of this deck."""
    try:
        card = Card.parse(text)
    except (BadNotation, IllegalAction):
        raise Refused(_("“%(text)s” is no card: write it as Jh or 10s.") % {"text": text[:20]}) from None
    if card not in rules.deck:
        raise Refused(_("There is no %(card)s in this deck.") % {"card": card.pretty})
    return card


def _padded(cards: tuple[Card, ...], size: int) -> list[str]:
    """The cards of a hand, those that nobody knows as unknown; a hand of which nothing is known is empty."""
    return [*sorted(map(str, cards)), *[UNKNOWN] * (size - len(cards))] if cards else []


def _codes(cards: tuple[MaybeCard, ...]) -> list[str]:
    return [str(card) if card else UNKNOWN for card in cards]
