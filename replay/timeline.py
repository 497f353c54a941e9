"""A hand that was played, as the steps that a viewer walks: the start, then one step a card.

Pure: knows records, rules and the engine; never players' names, pages or how anything is worded. Who won a trick
and whose turn it is are asked of the engine, and nothing is shown that the engine could not follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from scorekeeper.engine import (
    Auction,
    Card,
    Contract,
    Finding,
    Result,
    Ruleset,
    Suit,
    Table,
    Trick,
    check_hand,
    contract_of,
    table_of,
)
from scorekeeper.engine.cards import UNKNOWN
from scorekeeper.engine.rulesets import PASS

Record = dict[str, Any]
Manner = Literal["lead", "follow", "ruff", "throw"]

# What makes it uncertain who plays at all, where a ruling kept the hand in spite of it.
_NO_TABLE = {"bad-alone", "missing-trump", "bad-trump"}


@dataclass(frozen=True)
class Called:
    """One call of the auction; `wins` marks the bid that became the contract."""

    seat: int
    call: str
    wins: bool


@dataclass(frozen=True)
class Held:
    """One card of a hand at the first lead. `card` is None where nobody knows it.

    `play` is the index of the play that puts it on the table, None where it is never played.
    """

    card: Card | None
    play: int | None = None


@dataclass(frozen=True)
class Play:
    """One card as it was played; `index` counts from 0 over all tricks, `trick` and `place` from 0 too."""

    index: int
    trick: int
    place: int
    seat: int
    card: Card
    manner: Manner


@dataclass(frozen=True)
class Step:
    """The table after `play`; `number` 0 is the start, where nobody has played.

    `trick` is the trick that lies on the table, complete ones too until somebody leads to the next.
    """

    number: int
    table: Table
    play: Play | None
    trick: Trick

    @property
    def trick_number(self) -> int:
        """Which trick lies on the table, from 0."""
        return self.play.trick if self.play else 0

    @property
    def winning(self) -> int | None:
        """Who is winning that trick, or has won it."""
        return self.trick.winner(self.table.contract.trump) if self.play else None

    @property
    def turn(self) -> int | None:
        """Whose card is next; after a complete trick, its winner."""
        return self.table.turn

    @property
    def taken(self) -> tuple[int, ...]:
        """How many tricks each side has taken."""
        return self.table.tricks_taken

    def has_played(self, held: Held) -> bool:
        """Whether `held` has left its hand."""
        return held.play is not None and held.play < self.number


@dataclass(frozen=True)
class Timeline:
    """A hand from its deal to its result.

    `hands` are the cards of each seat at the first lead, after kitty and exchange, sorted by suit, trumps first.
    `unfollowed` counts the cards that are recorded but lie beyond what the rules can follow, as after a ruling.
    """

    record: Record
    contract: Contract
    result: Result
    findings: tuple[Finding, ...]
    hands: tuple[tuple[Held, ...], ...]
    steps: tuple[Step, ...]
    unfollowed: int

    @property
    def rules(self) -> Ruleset:
        """The rules it was played by."""
        return self.contract.rules

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 1

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every card in the order played."""
        return tuple(step.play for step in self.steps if step.play)

    @property
    def tricks(self) -> tuple[tuple[Play, ...], ...]:
        """The plays of each trick; the last one may be short."""
        numbers = range(self.plays[-1].trick + 1)
        return tuple(tuple(play for play in self.plays if play.trick == number) for number in numbers)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won each complete trick."""
        return self.steps[-1].table.trick_winners

    @cached_property
    def claimed(self) -> tuple[int, ...] | None:
        """How many of the tricks that were not played each side was given; None where all were, or nobody says."""
        if self.result.tricks is None:
            return None
        given = tuple(total - played for total, played in zip(self.result.tricks, self.steps[-1].taken, strict=True))
        return given if any(given) and min(given) >= 0 else None

    @property
    def calls(self) -> tuple[Called, ...]:
        """The auction, empty where nobody wrote it down."""
        return tuple(_calls(self.record, self.contract))

    @property
    def exchange(self) -> tuple[Card | None, ...]:
        """The declarer's card and the partner's, None for one that nobody knows; empty where none is recorded."""
        return _cards(self.record.get("exchange", ()))

    @property
    def kitty(self) -> tuple[Card | None, ...]:
        """What the declarer picked up."""
        return _cards(self.record.get("kitty", ()))

    @property
    def discard(self) -> tuple[Card | None, ...]:
        """What the declarer laid away."""
        return _cards(self.record.get("discard", ()))

    def findings_at(self, step: Step) -> tuple[Finding, ...]:
        """What is wrong with the card of this step, as a revoke that a ruling kept."""
        return tuple(one for one in self.findings if step.play and one.play == step.play.index)


def timeline(record: Record, rules: Ruleset) -> Timeline | None:
    """The steps of a hand, from its canonical record.

    None where no card was logged, or where it cannot be told who played them: a void hand, or one kept by a ruling
    whose auction makes no contract.
    """
    answer = check_hand(record, rules)
    contract = contract_of(record, rules)
    if answer.result is None or contract is None or rules.rung(contract.bid) is None:
        return None
    if any(finding.code in _NO_TABLE for finding in answer.findings):
        return None
    table = table_of(record, rules)
    if table is None:
        return None
    steps = tuple(_steps(table, _followed(record, contract, answer.result)))
    if len(steps) == 1:
        return None
    plays = tuple(step.play for step in steps if step.play)
    return Timeline(
        record=record,
        contract=contract,
        result=answer.result,
        findings=answer.findings,
        hands=_hands(record, contract, plays),
        steps=steps,
        unfollowed=sum(map(len, record["tricks"])) - len(plays),
    )


def _followed(record: Record, contract: Contract, result: Result) -> Iterator[tuple[str, ...]]:
    """The tricks as far as the engine followed them, and the short one at which play stopped."""
    complete = len(result.trick_winners or ())
    for number, cards in enumerate(record["tricks"]):
        if number < complete or (number == complete and len(cards) < len(contract.active_seats)):
            yield tuple(cards)
        else:
            return


def _steps(table: Table, tricks: Iterator[tuple[str, ...]]) -> Iterator[Step]:
    yield Step(0, table, None, table.trick)
    index = 0
    for number, codes in enumerate(tricks):
        for place, code in enumerate(codes):
            card, seat = Card.parse(code), table.turn
            assert seat is not None
            play = Play(index, number, place, seat, card, _manner(table, card))
            table = table.with_card(card)
            index += 1
            yield Step(index, table, play, table.tricks[number])


def _manner(table: Table, card: Card) -> Manner:
    """How `card` answers what lies on the table."""
    trump = table.contract.trump
    led = table.trick.suit_led(trump)
    if led is None:
        return "lead"
    if card.effective_suit(trump) is led:
        return "follow"
    return "ruff" if card.is_trump(trump) else "throw"


def _calls(record: Record, contract: Contract) -> Iterator[Called]:
    auction = Auction(contract.rules, contract.dealer)
    tokens = record.get("calls", ())
    won = next((index for index, token in enumerate(tokens) if token == contract.bid), None)
    for index, token in enumerate(tokens):
        yield Called(auction.next_seat, token, index == won)
        # A call that is none counts as a pass, as in the engine's own reading.
        auction = auction.with_call(token if contract.rules.rung(token) else PASS)


# ---- Who held what


def _hands(record: Record, contract: Contract, plays: tuple[Play, ...]) -> tuple[tuple[Held, ...], ...]:
    """The hands at the first lead: what is known, and as many unknown cards as are missing."""
    rules = contract.rules
    known = [
        _known(record, contract, seat, frozenset(play.card for play in plays if play.seat == seat))
        for seat in range(rules.players)
    ]
    missing = [seat for seat in range(rules.players) if len(known[seat]) < rules.hand]
    if len(missing) == 1:
        # Where all other cards are known, so is the last hand (docs/record.md, Incomplete knowledge).
        left = frozenset(rules.deck).difference(*known, _cards(record.get("discard", ())))
        if len(left) == rules.hand - len(known[missing[0]]):
            known[missing[0]] |= left
    index_of = {(play.seat, play.card): play.index for play in plays}
    return tuple(
        (
            *(Held(card, index_of.get((seat, card))) for card in in_order(cards, contract.trump)),
            *(Held(None) for _unknown in range(rules.hand - len(cards))),
        )
        for seat, cards in enumerate(known)
    )


def _known(record: Record, contract: Contract, seat: int, shown: frozenset[Card]) -> frozenset[Card]:
    """What is known of a hand, by the deal and by what it showed.

    Of one that gave away a card that nobody recorded, only what it showed: any other may be the one that is gone.
    """
    hands = record.get("hands", ())
    dealt = set(_cards(hands[seat])) if hands else set()
    away: list[Card | None] = []
    came: list[Card | None] = []
    if seat == contract.declarer and contract.rules.kitty:
        dealt |= set(_cards(record.get("kitty", ())))
        away += _cards(record.get("discard", (UNKNOWN,)))
    if contract.is_exchanged and seat in (contract.declarer, contract.partner):
        exchange = _cards(record.get("exchange", ()))
        given, taken = exchange if len(exchange) == 2 else (None, None)
        if seat == contract.partner:
            given, taken = taken, given
        away.append(given)
        came.append(taken)
    held = dealt.union(came) - {*away, None} if None not in away else set(came)
    together = shown.union(card for card in held if card is not None)
    return together if len(together) <= contract.rules.hand else shown


def in_order(cards: frozenset[Card], trump: Suit | None) -> list[Card]:
    """Cards as a player sorts them: trumps first, suit by suit, the strongest first."""

    def place(card: Card) -> tuple[bool, int, int]:
        suit = card.effective_suit(trump)
        return not card.is_trump(trump), list(Suit).index(suit) if suit else -1, -card.strength(trump)

    return sorted(cards, key=place)


def _cards(codes: Any) -> tuple[Card | None, ...]:
    return tuple(None if code == UNKNOWN else Card.parse(code) for code in codes)
