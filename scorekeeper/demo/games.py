"""Hands dealt from a seed, played by `player`, written down as a table would; and two short games of them.

Pure. A hand is played through the engine's own auction and table, so its record cannot be against the rules.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.engine import PRESETS, Auction, Card, Contract, Result, Ruleset, Suit, Table, check_hand, score_game
from scorekeeper.engine.cards import NO_TRUMP

from . import player
from .player import EVEN, Temper

Record = dict[str, Any]
MOST_HANDS = 40
MOST_SEATS = 4


@dataclass(frozen=True)
class DemoGame:
    """Who plays what, from which seed. `told` says of some hands how much was written down, if not every card."""

    preset: str
    players: tuple[str, ...]
    first_dealer: int
    seed: int
    told: dict[int, str] = field(default_factory=dict)

    @property
    def rules(self) -> Ruleset:
        """The rules it is played by."""
        return PRESETS[self.preset]

    def records(self) -> list[Record]:
        """Its hands, from the first to the one that ends it."""
        rules = self.rules
        shuffler = random.Random(self.seed)  # noqa: S311 – the same each time is what is wanted
        records: list[Record] = []
        dealer = self.first_dealer
        while len(records) < MOST_HANDS and not score_game(records, rules, self.first_dealer).over:
            record = played_hand(rules, dealer, shuffler)
            records.append(shortened(record, self.told.get(len(records) + 1, "full"), rules))
            dealer = rules.next_dealer(dealer)
        return records


GAMES = (
    DemoGame("hasenpfeffer-peppers", ("June", "Omar", "Theo", "Ida"), first_dealer=2, seed=107),
    DemoGame("iowa", ("Nora", "Eli", "Sam", "Wes"), first_dealer=3, seed=232, told={6: "auction", 9: "score"}),
)


def played_hand(
    rules: Ruleset, dealer: int, shuffler: random.Random, tempers: Sequence[Temper] = (EVEN,) * MOST_SEATS
) -> Record:
    """Deal and play one hand, each seat by its temper, and return all of its record."""
    cards = list(rules.deck)
    shuffler.shuffle(cards)
    dealt = [frozenset(cards[seat * rules.hand :][: rules.hand]) for seat in range(rules.players)]
    kitty = cards[rules.players * rules.hand :][: rules.kitty]
    record: Record = {"dealer": dealer, "hands": [_written(held) for held in dealt]}
    if kitty:
        record["kitty"] = _written(kitty)
    auction = Auction(rules, dealer)
    while auction.turn is not None:
        auction = auction.call(player.choose_call(auction, dealt[auction.turn], tempers[auction.turn]))
    record["calls"] = list(auction.calls)
    if auction.declarer is None or auction.bid is None:
        return record
    dealt[auction.declarer] |= frozenset(kitty)
    table = _declare(auction, dealt, tempers, record)
    if table is not None:
        record["tricks"] = written_tricks(play_out(table, tempers, shuffler))
    return record


def _declare(auction: Auction, held: list[frozenset[Card]], tempers: Sequence[Temper], said: Record) -> Table | None:
    """Name trumps, lay away, exchange and challenge, as far as these rules have it; None where the bid is conceded."""
    rules, declarer, bid = auction.rules, auction.declarer, auction.bid
    assert declarer is not None
    assert bid is not None
    trump = player.best_trump(rules, held[declarer])
    said["trump"] = str(trump or NO_TRUMP)
    if rules.kitty:
        away = player.choose_discard(rules, held[declarer], trump)
        held[declarer] -= set(away)
        said["discard"] = _written(away)
    contract = Contract(rules, auction.dealer, declarer, bid, trump, challenged=True if rules.challenge else None)
    if player.goes_alone(contract, held[declarer], tempers[declarer]):
        contract = replace(contract, alone=(declarer,))
        said["alone"] = [declarer]
    partner = contract.partner
    if contract.is_exchanged and partner is not None:
        given = player.choose_gift(held[declarer], trump, is_declarer=True)
        returned = player.choose_gift(held[partner], trump, is_declarer=False)
        held[declarer] = held[declarer] - {given} | {returned}
        held[partner] = held[partner] - {returned} | {given}
        said["exchange"] = [str(given), str(returned)]
    if rules.challenge:
        defenders = [seat for seat in range(rules.players) if rules.side_of(seat) != contract.side]
        said["challenged"] = player.wants_challenge(
            contract, [held[seat] for seat in defenders], [tempers[seat] for seat in defenders]
        )
        if not said["challenged"]:
            return None
    return Table.begin(contract, tuple(held))


def play_out(table: Table, tempers: Sequence[Temper], shuffler: random.Random) -> Table:
    """Play on to the last card; who slips plays any card he may."""
    while table.turn is not None:
        slips = tempers[table.turn].slips
        slipped = slips and shuffler.random() < slips
        table = table.with_card(shuffler.choice(table.legal_plays()) if slipped else player.choose_card(table))
    return table


def written_tricks(table: Table) -> list[list[str]]:
    """The tricks as a record has them."""
    return [[str(card) for card in trick.cards] for trick in table.tricks]


TOLD = {
    "cards": ("dealer", "calls", "trump", "alone", "exchange", "challenged", "tricks"),
    "auction": ("dealer", "calls", "trump", "alone", "challenged"),
    "score": ("dealer", "trump", "alone", "challenged"),
}


def shortened(record: Record, told: str, rules: Ruleset, result: Result | None = None) -> Record:
    """The same hand where less was written down: "score", "auction", "cards" without the deal, or all, "full".

    `result` is that of the record, where it is known already.
    """
    result = result or check_hand(record, rules).result
    if told == "full" or result is None:
        return record
    short = {key: record[key] for key in TOLD[told] if key in record}
    if told == "score" and result.bid is not None:
        short |= {"declarer": result.declarer, "bid": result.bid}
    elif told == "score":
        short["calls"] = record["calls"]
    if result.tricks is not None and told != "cards":
        short["taken"] = list(result.tricks)
    return short


def _written(cards: Iterable[Card]) -> list[str]:
    """Cards as people sort them: by suit, and the highest first."""
    suits = list(Suit)
    order = sorted(cards, key=lambda card: (suits.index(card.suit) if card.suit else -1, -card.strength(None)))
    return [str(card) for card in order]
