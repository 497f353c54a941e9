"""One hand played at the prompt: call by call, then declaration by declaration, then card by card.

Puts the auction, the contract and the table in a row, and keeps the record as it goes. Every verb
returns the next hand; the old one stays, so undoing is a list of hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from .auction import Auction
from .cards import NO_TRUMP, UNKNOWN, Card, cards, parse_trump, pretty
from .checking import Answer, check_hand
from .checks import dealing
from .checks.outcome import Result
from .contract import Contract
from .errors import BadDeal, IllegalAction
from .holdings import at_first_lead, stock
from .notes import Notes
from .parsing import Parser
from .play import Holding, Table
from .rulesets import Ruleset
from .wording import seat_names


@dataclass(frozen=True)
class Hand:
    """A hand as far as it has been played. `awaits` names the verbs that may come next.

    >>> from scorekeeper.engine import PRESETS
    >>> hand = Hand.deal(PRESETS["iowa"], dealer=3)
    >>> hand.turn, hand.legal_calls()
    (0, ('Pass', '1', '2', '3', '4', '5', 'PH', 'PA'))
    >>> hand = hand.call("4").call("pass").call("pass").call("pass")
    >>> hand.awaits
    ('name_trump',)
    >>> hand.name_trump("h").exchange("9c", "Ah").concede().result.points
    (4, 0)
    """

    rules: Ruleset
    auction: Auction
    dealt: tuple[Holding, ...]
    kitty: tuple[Card, ...] = ()
    discarded: tuple[Card | None, ...] | None = None
    trump: str | None = None
    alone: tuple[int, ...] = ()
    exchanged: tuple[Card | None, Card | None] | None = None
    challenged: bool | None = None
    table: Table | None = None

    @classmethod
    def deal(cls, rules: Ruleset, dealer: int, hands: Sequence[str] = (), kitty: str = "") -> Hand:
        """A hand before the first call.

        Takes each seat's cards as text, "" where they are unknown, or no hands at all. Raises
        `BadNotation` for what is no card and `BadDeal` for a deal that does not fit the game.
        """
        dealt, away = tuple(map(cards, hands)) or ((),) * rules.players, cards(kitty)
        told = {"hands": [list(map(str, held)) for held in dealt], "kitty": list(map(str, away))}
        notes = Notes()
        record = Parser(rules, notes).parse({"dealer": dealer, "void": "only dealt so far"} | told)
        if record is not None:
            dealing.sizes(record, rules, notes)
            dealing.doubles(record, notes)
        if found := notes.in_order():
            names = seat_names(rules.players)
            raise BadDeal("; ".join(finding.spoken_of(names).message for finding in found))
        return cls(rules, Auction(rules, dealer), tuple(frozenset(held) or None for held in dealt), away)

    def __repr__(self) -> str:
        return f"<Hand of {self.rules.base}: {self.record()}>"

    # ---- where it stands -------------------------------------------------------------------------

    @property
    def awaits(self) -> tuple[str, ...]:
        """The verbs that may come next, () when the hand is over."""
        if not self.auction.is_over:
            return ("call",)
        if self.auction.is_passed_out or self.challenged is False:
            return ()
        if self.table is not None and self.table.tricks[0].cards:
            return () if self.table.is_over else ("play",)
        declarations = []
        if self.rules.kitty and self.discarded is None:
            declarations.append("discard")
        if self.trump is None:
            declarations.append("name_trump")
        if declarations:
            return tuple(declarations)
        if self.contract.is_exchanged and self.exchanged is None:
            return ("exchange",)
        may_defend = self.rules.defend_alone and len(self.alone) == 1
        if self.rules.challenge and self.challenged is None:
            return ("challenge", "concede", *(["defend_alone"] if may_defend else []))
        return ("play", "defend_alone") if may_defend else ("play",)

    @property
    def is_over(self) -> bool:
        """Whether nothing can follow."""
        return not self.awaits

    @property
    def turn(self) -> int | None:
        """Whose call or card is next; the declarer's while he declares.

        None while the defenders choose together whether to challenge, and when it is over.
        """
        if not self.auction.is_over:
            return self.auction.turn
        if self.is_over or "challenge" in self.awaits:
            return None
        return self.playing.turn if "play" in self.awaits else self.auction.declarer

    @cached_property
    def contract(self) -> Contract:
        """The contract as far as it is declared. Raises `IllegalAction` while there is none."""
        if not self.auction.is_over or self.auction.declarer is None or self.auction.bid is None:
            raise IllegalAction("there is no contract: the auction is not over, or everybody passed")
        return Contract(
            self.rules,
            self.auction.dealer,
            self.auction.declarer,
            self.auction.bid,
            parse_trump(self.trump) if self.trump else None,
            self.alone,
            self.challenged,
        )

    @cached_property
    def playing(self) -> Table:
        """The table. Raises `IllegalAction` before the cards can be played."""
        if self.table is not None:
            return self.table
        self._expect("play")
        holdings = at_first_lead(self.contract, self.dealt, self.kitty, self.discarded or (), self.exchanged or ())
        return Table.begin(self.contract, holdings)

    def legal_calls(self) -> tuple[str, ...]:
        """What may be called now, () after the auction."""
        return self.auction.legal_calls()

    def legal_plays(self) -> tuple[Card, ...]:
        """The cards that may be played now, () when none can be."""
        return self.playing.legal_plays() if "play" in self.awaits else ()

    # ---- the verbs -------------------------------------------------------------------------------

    def call(self, text: str) -> Hand:
        """The next player calls. Raises `BadNotation` or `IllegalCall`."""
        return replace(self, auction=self.auction.call(text))

    def name_trump(self, text: str, *, alone: bool = False) -> Hand:
        """The declarer names trump ("n" for none), and says whether he plays alone."""
        self._expect("name_trump")
        suit = parse_trump(text)
        if suit is None and not self.rules.no_trump:
            raise IllegalAction("this game is never played without trumps; name a suit")
        if alone and not self.rules.alone:
            raise IllegalAction("nobody plays alone in this game")
        seats = (self.contract.declarer,) if alone else ()
        return replace(self, trump=suit.value if suit else NO_TRUMP, alone=seats)

    def discard(self, text: str) -> Hand:
        """The declarer, having taken the kitty, lays as many cards away ("Xx" for one unknown)."""
        self._expect("discard")
        away = _maybe_cards(text)
        if len(away) != self.rules.kitty:
            raise IllegalAction(f"{self.rules.kitty} cards are laid away, not {len(away)}")
        self._expect_held(self._stock(self.contract.declarer), away)
        return replace(self, discarded=away)

    def exchange(self, declarers: str, partners: str) -> Hand:
        """Declarer and partner give each other a card ("Xx" for one unknown)."""
        self._expect("exchange")
        given = _maybe_cards(declarers), _maybe_cards(partners)
        if any(len(some) != 1 for some in given):
            raise IllegalAction("declarer and partner give each other one card")
        (mine,), (theirs,) = given
        partner = self.contract.partner
        assert partner is not None
        self._expect_held(self._stock(self.contract.declarer, self.discarded or ()), (mine,))
        self._expect_held(self._stock(partner), (theirs,))
        return replace(self, exchanged=(mine, theirs))

    def defend_alone(self, seat: int) -> Hand:
        """A defender plays without his partner, where the declarer does too."""
        self._expect("defend_alone")
        if self.rules.side_of(seat) == self.contract.side:
            raise IllegalAction("only a defender can play alone against the declarer")
        return replace(self, alone=(*self.alone, seat))

    def challenge(self) -> Hand:
        """The defenders have the hand played."""
        self._expect("challenge")
        return replace(self, challenged=True)

    def concede(self) -> Hand:
        """The defenders give the bid away; the hand is over."""
        self._expect("concede")
        return replace(self, challenged=False)

    def play(self, text: str | Card) -> Hand:
        """The next player plays a card. Raises `BadNotation` or `IllegalPlay`."""
        return replace(self, table=self.playing.play(text))

    # ---- what it came to -------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """The hand record so far (docs/record.md, The hand record)."""
        tricks = self.table.tricks if self.table else ()
        entries: dict[str, Any] = {
            "dealer": self.auction.dealer,
            "hands": [sorted(map(str, held or ())) for held in self.dealt],
            "kitty": list(map(str, self.kitty)),
            "calls": list(self.auction.calls),
            "trump": self.trump,
            "alone": list(self.alone),
            "discard": _texts(self.discarded),
            "exchange": _texts(self.exchanged),
            "challenged": self.challenged,
            "tricks": [list(map(str, trick.cards)) for trick in tricks if trick.cards],
        }
        if not any(entries["hands"]):
            del entries["hands"]
        return {key: value for key, value in entries.items() if value not in (None, [])}

    def answer(self) -> Answer:
        """What scoring says of it."""
        return check_hand(self.record(), self.rules)

    @property
    def result(self) -> Result | None:
        """What it came to, None while it is not over."""
        return self.answer().result if self.is_over else None

    # ---- within ----------------------------------------------------------------------------------

    def _expect(self, verb: str) -> None:
        if verb not in self.awaits:
            now = " or ".join(self.awaits) or "nothing more: the hand is over"
            raise IllegalAction(f"it is not time to {verb}, but to {now}")

    def _stock(self, seat: int, without: Sequence[Card | None] = ()) -> Holding:
        """What `seat` can give away now, None where a card of it is unknown."""
        held = stock(self.contract, seat, self.dealt[seat], self.kitty)
        return None if held is None or None in without else held.difference(card for card in without if card)

    def _expect_held(self, held: Holding, given: Sequence[Card | None]) -> None:
        known = [card for card in given if card is not None]
        missing = [card for card in known if held is not None and card not in held]
        if missing or len(set(known)) < len(known):
            names = seat_names(self.rules.players)
            raise IllegalAction(f"{names[self.contract.declarer]}’s side cannot give {pretty(missing or known)}")


def _maybe_cards(text: str) -> tuple[Card | None, ...]:
    return tuple(None if word.upper() == UNKNOWN.upper() else Card.parse(word) for word in text.split())


def _texts(given: Sequence[Card | None] | None) -> list[str] | None:
    return None if given is None else [str(card) if card else UNKNOWN for card in given]
