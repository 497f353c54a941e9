"""What the fast path looks up: tables derived from the readable engine, each when it is first asked for.

Knows how to ask the readable functions, and how cards lie in bits. Decides no rule itself: an auction
is `Auction`, what may be declared and what it scores is `check_hand`, who plays is `Contract`, the order
of cards is `Card`. What is not clean gets no entry: looking it up raises `KeyError`.

A card in the hand of a seat is one bit. Under a trump the cards are numbered by strength, trumps last;
card k in the hand of seat s is bit LOWEST + 4k + s. So of the cards of a trick, cut to the suit led and
trumps, the highest bit is the winner's, and its place tells his seat. Below LOWEST stand the flags:
bit 4 * suit + s says that seat s played a card of that suit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..auction import Auction
from ..cards import Card, Suit
from ..checking import check_hand, contract_of
from ..rulesets import PASS, Ruleset

SEATS = range(4)
# Above all flags, and one less than a multiple of 4, so that `bit_length() & 3` is the seat of the highest bit.
LOWEST = 23
# How many rulesets are remembered before all are forgotten, so that no file can fill the memory.
MOST_RULESETS = 32


class Step(dict[object, "Step"]):
    """An auction so far: every call that is allowed, and the auction after it."""

    def __init__(self, auction: Auction, steps: dict[object, Step]) -> None:
        super().__init__()
        self.auction, self.steps = auction, steps
        self.is_over, self.declarer, self.bid = auction.is_over, auction.declarer, auction.bid

    def __missing__(self, call: object) -> Step:
        token = self.auction.rules.token(call) if isinstance(call, str) else None
        if token is None or self.auction.fault(token):
            raise KeyError(call)
        after = self.auction.with_call(token)
        passed = frozenset(seat for seat, was in zip(after.callers, after.calls, strict=True) if was == PASS)
        # All that the rest of an auction can depend on: many ways lead to one step.
        key = after.bid, after.declarer, after.next_seat, passed, after.is_over
        self[call] = step = self.steps.setdefault(key, Step(after, self.steps))
        return step


class Cards:
    """The cards of a ruleset under one trump, as bits.

    `held` and `played` have for each seat the bit of every card, `played` with the flag of its suit.
    `led` has for every card led the bits that can win then, and the flags of its suit. `all_of` has the
    bit of every card in seat 0's hand.
    """

    def __init__(self, rules: Ruleset, trump: Suit | None) -> None:
        suit_of = {card: str(card.effective_suit(trump)) for card in rules.deck}
        suits = sorted(set(suit_of.values()))

        def height(card: Card) -> tuple[bool, int]:
            return card.is_trump(trump), card.strength(trump)

        numbers = {card: number for number, card in enumerate(sorted(rules.deck, key=height))}
        self.held: list[dict[object, int]] = [
            {str(card): 1 << LOWEST + 4 * number + seat for card, number in numbers.items()} for seat in SEATS
        ]
        self.played: list[dict[object, int]] = [
            {str(card): self.held[seat][str(card)] | 1 << 4 * suits.index(suit_of[card]) + seat for card in numbers}
            for seat in SEATS
        ]
        self.all_of = sum(self.held[0].values())
        anybody = 0b1111
        self.led: dict[object, tuple[int, int]] = {}
        for card in numbers:
            winning = [other for other in numbers if suit_of[other] == suit_of[card] or other.is_trump(trump)]
            bits = sum(self.held[0][str(other)] for other in winning)
            self.led[str(card)] = bits * anybody, anybody << 4 * suits.index(suit_of[card])

    def count(self, bits: int) -> int:
        """How many different cards there are, in whatever hands."""
        bits |= bits >> 1
        return ((bits | bits >> 2) & self.all_of).bit_count()


class Outcome(NamedTuple):
    """What tricks come to."""

    made: bool | None
    tricks: tuple[int, ...]
    points: tuple[int, ...]


class Outcomes(dict[tuple[int, ...], Outcome]):
    """The tricks that each of four seats took, and what they come to by the contract of `record`."""

    def __init__(self, rules: Ruleset, record: dict[str, Any]) -> None:
        super().__init__()
        self.rules, self.record = rules, record
        self.by_side: dict[tuple[int, ...], Outcome] = {}

    def __missing__(self, taken: tuple[int, ...]) -> Outcome:
        tricks = tuple(sum(taken[seat] for seat in self.rules.seats_of(side)) for side in range(self.rules.sides))
        if tricks not in self.by_side:
            result = check_hand(self.record | {"taken": [*tricks]}, self.rules).result
            if result is None:
                raise KeyError(taken)
            self.by_side[tricks] = Outcome(result.made, tricks, result.points)
        self[taken] = outcome = self.by_side[tricks]
        return outcome


class Plan:
    """What a contract, as it is told, settles about the rest of the hand."""

    def __init__(self, tables: Tables, told: dict[str, Any]) -> None:
        rules = tables.rules
        conceded = check_hand(told | {"challenged": False}, rules).result
        self.conceded = None if conceded is None else conceded.to_json()
        if rules.challenge:
            told = told | {"challenged": True}
        answer = check_hand(told | {"taken": [rules.hand] + [0] * (rules.sides - 1)}, rules)
        if answer.record is None or answer.result is None or answer.result.side is None:
            raise KeyError("contract")
        contract = contract_of(answer.record, rules)
        if contract is None or any(answer.record[key] != value for key, value in told.items()):
            raise KeyError("spelling")
        self.result, self.challenged = answer.result.to_json(), contract.challenged
        self.outcomes = tables.outcomes(contract.bid, answer.result.side, contract.alone != (), told)
        self.cards = cards = tables.cards(contract.trump)
        self.has_trump = "trump" in told
        self.kitty, self.tricks = rules.kitty, rules.hand
        self.declarer, self.leader, self.width = contract.declarer, contract.leader, len(contract.active_seats)
        self.plays = self.width * self.tricks
        self.lanes = {seat: [cards.played[other] for other in contract.order(seat)] for seat in contract.active_seats}
        self.active = sum(cards.all_of << seat for seat in contract.active_seats)
        self.exchanging = None
        if contract.is_exchanged and contract.partner is not None:
            self.exchanging = cards.held[contract.declarer], cards.held[contract.partner]


class Tables:
    """All that is looked up for one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.players, self.sides, self.hand, self.kitty = rules.players, rules.sides, rules.hand, rules.kitty
        self.dealt = self.players * self.hand + self.kitty
        self.auctions = {dealer: Step(Auction(rules, dealer), {}) for dealer in range(rules.players)}
        self.plans: dict[object, Plan] = {}
        self._cards: dict[Suit | None, Cards] = {}
        self._outcomes: dict[object, Outcomes] = {}

    def plan(self, dealer: int, declarer: int | None, bid: object, trump: object, alone: tuple[int, ...]) -> Plan:
        """The plan of a contract. Raises `KeyError` where there can be none such, or its spelling is not canonical."""
        told = {"dealer": dealer, "declarer": declarer, "bid": bid, "trump": trump, "alone": [*alone]}
        told = {key: value for key, value in told.items() if value not in (None, [])}
        self.plans[dealer, declarer, bid, trump, alone] = plan = Plan(self, told)
        return plan

    def cards(self, trump: Suit | None) -> Cards:
        """The cards under a trump."""
        if trump not in self._cards:
            self._cards[trump] = Cards(self.rules, trump)
        return self._cards[trump]

    def outcomes(self, bid: str, side: int, is_alone: bool, told: dict[str, Any]) -> Outcomes:
        """What tricks come to by a contract such as `told`: who exactly declared it, and the trump, are the same."""
        return self._outcomes.setdefault((bid, side, is_alone), Outcomes(self.rules, told))

    def passed_out(self, dealer: int) -> dict[str, Any]:
        """The result of a hand in which everybody passed."""
        result = check_hand({"dealer": dealer, "calls": [PASS] * self.players}, self.rules).result
        assert result is not None
        return result.to_json()


_tables: dict[int, Tables] = {}


def tables_of(rules: Ruleset) -> Tables:
    """The tables of a ruleset, found by its identity: its fields are too many to compare for every hand."""
    tables = _tables.get(id(rules))
    if tables is None:
        if len(_tables) >= MOST_RULESETS:
            _tables.clear()
        # The tables keep the ruleset, so that no other gets its identity meanwhile.
        _tables[id(rules)] = tables = Tables(rules)
    return tables
