"""What the fast path looks up: tables derived from the readable engine, each when it is first asked for.

Knows how to ask the readable functions, and how cards lie in bits. Decides no rule itself: an auction
is `Auction`, what may be declared and what it scores is `check_hand`, who plays is `Contract`, the order
of cards is `Card`. What is not clean gets no entry: looking it up raises `KeyError`.

A card in the hand of a seat is one bit. Under a trump the cards are numbered by strength, trumps last;
card k in the hand of seat s is bit LOWEST + 4k + s. So of the cards of a trick, cut to the suit led and
trumps, the highest bit is the winner's, and its place tells his seat. Below LOWEST stands with every
card a flag: bit 4 * suit + s says that seat s has shown the suit.
"""

from __future__ import annotations

from functools import cache
from sys import intern
from typing import Any, NamedTuple

from ..auction import Auction
from ..cards import Card, Suit, deck
from ..checking import check_hand, contract_of
from ..contract import Contract
from ..rulesets import PASS, Ruleset

SEATS = range(4)
EVERY_SEAT = 0b1111
# Above all flags, and one less than a multiple of 4, so that `bit_length() & 3` is the seat of the highest bit.
LOWEST = 19
# How many rulesets are remembered before all are forgotten, so that no file can fill the memory.
MOST_RULESETS = 32
MOST_MET = 1024


class Step(dict[object, "Step"]):
    """An auction so far: every call that is allowed, and the auction after it."""

    __slots__ = ("auction", "bid", "declarer", "is_over", "steps")

    def __init__(self, auction: Auction, steps: dict[object, Step]) -> None:
        super().__init__()
        self.auction, self.steps = auction, steps
        self.is_over, self.declarer, self.bid = auction.is_over, auction.declarer, auction.bid

    def __missing__(self, call: object) -> Step:
        token = self.auction.rules.token(call) if isinstance(call, str) else None
        if token is None or self.auction.fault(token):
            raise KeyError(call)
        after = self.auction.with_call(token)
        passed = None
        if after.rules.auction == "rounds_final":
            passed = frozenset(seat for seat, was in zip(after.callers, after.calls, strict=True) if was == PASS)
        # All that the rest of an auction can depend on: many ways lead to one step.
        key = after.bid, after.declarer, after.next_seat, passed, after.is_over
        if key not in self.steps:
            self.steps[key] = Step(after, self.steps)
        self[call] = step = self.steps[key]
        return step


class Cards:
    """The cards of a deck under one trump, as bits.

    `of` has for each seat every card's bit and flag. `led` has for every card led the bits that can win
    then, and the flags of its suit. `first` has seat 0's bit of every card, `all` has everybody's.
    """

    __slots__ = ("all", "first", "led", "of")

    def __init__(self, joker: bool, trump: Suit | None) -> None:
        def height(card: Card) -> tuple[bool, int]:
            return card.is_trump(trump), card.strength(trump)

        ordered = sorted(deck(joker), key=height)
        # Without trumps a joker has no suit; then nothing is played, and any will do.
        suits = {card: card.effective_suit(trump) or Suit.SPADES for card in ordered}
        bits = {card: 1 << LOWEST + 4 * number for number, card in enumerate(ordered)}
        flags = {suit: 1 << 4 * number for number, suit in enumerate(Suit)}
        leads = {
            suit: (
                EVERY_SEAT * sum(bits[card] for card in ordered if suits[card] is suit or card.is_trump(trump)),
                EVERY_SEAT * flags[suit],
            )
            for suit in Suit
        }
        # All tables share their texts: the less memory a hand touches, the faster.
        names = {card: intern(str(card)) for card in ordered}
        self.of: list[dict[object, int]] = [
            {names[card]: (bits[card] | flags[suits[card]]) << seat for card in ordered} for seat in SEATS
        ]
        self.led: dict[object, tuple[int, int]] = {names[card]: leads[suits[card]] for card in ordered}
        self.first = sum(bits.values())
        self.all = self.first * EVERY_SEAT

    def count(self, bits: int) -> int:
        """How many different cards there are, in whatever hands."""
        bits |= bits >> 1
        return ((bits | bits >> 2) & self.first).bit_count()


@cache
def cards_of(joker: bool, trump: Suit | None) -> Cards:
    """The cards of the deck with or without a joker, under a trump."""
    return Cards(joker, trump)


class Outcome(NamedTuple):
    """What a bid came to, for the result."""

    bid: str | None
    need: int | None
    stake: int | None
    made: bool | None
    tricks: tuple[int, ...] | None
    points: tuple[int, ...]


class Outcomes(dict[object, Outcome]):
    """The tricks that each side took, and what the contract of `told` came to.

    `told` names only the declaring side: for what tricks come to that is enough, and quicker to check.
    """

    __slots__ = ("conceded", "rules", "told")

    def __init__(self, rules: Ruleset, told: dict[str, Any]) -> None:
        super().__init__()
        self.rules, self.told = rules, told
        self.conceded = self._outcome({"challenged": False})

    def __missing__(self, taken: tuple[int, ...]) -> Outcome:
        more: dict[str, Any] = {"taken": [*taken]}
        found = self._outcome(more | {"challenged": True} if self.rules.challenge else more)
        if found is None:
            raise KeyError(taken)
        self[taken] = found
        return found

    def _outcome(self, more: dict[str, Any]) -> Outcome | None:
        result = check_hand(self.told | more, self.rules).result
        if result is None:
            return None
        return Outcome(result.bid, result.need, result.stake, result.made, result.tricks, result.points)


class Plan:
    """What a contract settles about the rest of the hand, but for what depends on the bid."""

    def __init__(self, contract: Contract, result: dict[str, Any]) -> None:
        rules = contract.rules
        self.result = result
        self.outcomes: dict[object, Outcomes] = {}
        self.challenged = contract.challenged
        self.cards = cards = cards_of(rules.joker, contract.trump)
        self.has_trump = result["trump"] is not None
        self.kitty, self.tricks = rules.kitty, rules.hand
        self.declarer, self.leader, self.width = contract.declarer, contract.leader, len(contract.active_seats)
        self.plays = self.width * self.tricks
        self.lanes = [[cards.of[seat] for seat in contract.order(leader)] for leader in range(rules.players)]
        self.active = sum(cards.first << seat for seat in contract.active_seats)
        self.exchanging = None
        if contract.is_exchanged and contract.partner is not None:
            self.exchanging = cards.of[contract.declarer], cards.of[contract.partner]


class Tables:
    """All that is looked up for one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.players, self.sides, self.hand, self.kitty = rules.players, rules.sides, rules.hand, rules.kitty
        self.dealt = self.players * self.hand + self.kitty
        self.auctions = {dealer: Step(Auction(rules, dealer), {}) for dealer in range(rules.players)}
        self.plans: dict[object, Plan] = {}
        self._plans: dict[object, Plan] = {}
        self._outcomes: dict[object, Outcomes] = {}

    def plan(self, dealer: int, declarer: int | None, bid: object, trump: object, alone: tuple[int, ...]) -> Plan:
        """The plan of a contract. Raises `KeyError` where there can be none such, or its spelling is not canonical."""
        rung = self.rules.rung(bid) if isinstance(bid, str) else None
        if rung is None:
            raise KeyError(bid)
        told = {"dealer": dealer, "declarer": declarer, "bid": bid, "trump": trump, "alone": [*alone]}
        told = {key: value for key, value in told.items() if value not in (None, [])}
        # Bids differ in what they are worth and whether cards are exchanged, in nothing else.
        key = dealer, declarer, rung.exchange, trump, alone
        if key not in self._plans:
            self._plans[key] = self._new_plan(told)
        plan = self._plans[key]
        # And what a bid is worth is the same for all seats of a side, and for all trumps.
        side = self.rules.side_of(plan.declarer)
        worth = bid, side, alone != ()
        if worth not in self._outcomes:
            told = {name: value for name, value in told.items() if name in ("dealer", "bid", "alone")}
            self._outcomes[worth] = Outcomes(self.rules, told | {"side": side})
        plan.outcomes[bid] = self._outcomes[worth]
        self.plans[dealer, declarer, bid, trump, alone] = plan
        return plan

    def _new_plan(self, told: dict[str, Any]) -> Plan:
        record = told | {"taken": [self.hand] + [0] * (self.sides - 1)}
        answer = check_hand(record | {"challenged": True} if self.rules.challenge else record, self.rules)
        if answer.result is None or answer.record is None or answer.record | told != answer.record:
            raise KeyError("contract")
        contract = contract_of(answer.record, self.rules)
        assert contract is not None
        return Plan(contract, answer.result.to_json())

    def passed_out(self, dealer: int) -> dict[str, Any]:
        """The result of a hand in which everybody passed."""
        result = check_hand({"dealer": dealer, "calls": [PASS] * self.players}, self.rules).result
        assert result is not None
        return result.to_json()


_tables: dict[int, Tables] = {}
_met: dict[int, Ruleset] = {}


def is_met_again(rules: Ruleset) -> bool:
    """Whether a hand of this ruleset came before: for a single one, making tables costs more than it saves."""
    if id(rules) in _met:
        return True
    if len(_met) >= MOST_MET:
        _met.clear()
    _met[id(rules)] = rules
    return False


def tables_of(rules: Ruleset) -> Tables:
    """The tables of a ruleset, found by its identity: its fields are too many to compare for every hand."""
    tables = _tables.get(id(rules))
    if tables is None:
        if len(_tables) >= MOST_RULESETS:
            _tables.clear()
        # The tables keep the ruleset, so that no other gets its identity meanwhile.
        _tables[id(rules)] = tables = Tables(rules)
    return tables
