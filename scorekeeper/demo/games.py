"""Two short games, the same each time: dealt from a seed, played by `player`, written down as a table would.

Pure. A hand is played through the engine's own auction and table, so its record cannot be against the rules.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine import PRESETS, Auction, Card, Contract, Ruleset, Suit, Table, check_hand, score_game
from scorekeeper.engine.cards import NO_TRUMP

from . import player

Record = dict[str, Any]
MOST_HANDS = 30


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


def played_hand(rules: Ruleset, dealer: int, shuffler: random.Random) -> Record:
    """Deal and play one hand, and return all of its record."""
    cards = list(rules.deck)
    shuffler.shuffle(cards)
    dealt = [frozenset(cards[seat * rules.hand :][: rules.hand]) for seat in range(rules.players)]
    kitty = cards[rules.players * rules.hand :][: rules.kitty]
    record: Record = {"dealer": dealer, "hands": [_written(held) for held in dealt]}
    if kitty:
        record["kitty"] = _written(kitty)
    auction = Auction(rules, dealer)
    while auction.turn is not None:
        auction = auction.call(player.choose_call(auction, dealt[auction.turn]))
    record["calls"] = list(auction.calls)
    if auction.declarer is None or auction.bid is None:
        return record
    record |= _after_the_auction(rules, auction.declarer, auction.bid, dealer, dealt, frozenset(kitty))
    return record


def _after_the_auction(
    rules: Ruleset, declarer: int, bid: str, dealer: int, dealt: list[frozenset[Card]], kitty: frozenset[Card]
) -> Record:
    """Take the kitty, name trumps, exchange, challenge and play, as far as these rules have it."""
    said: Record = {}
    held = list(dealt)
    held[declarer] |= kitty
    trump = player.best_trump(rules, held[declarer])
    said["trump"] = str(trump or NO_TRUMP)
    if kitty:
        away = player.choose_discard(rules, held[declarer], trump)
        held[declarer] -= set(away)
        said["discard"] = _written(away)
    contract = Contract(rules, dealer, declarer, bid, trump, challenged=True if rules.challenge else None)
    partner = contract.partner
    if contract.is_exchanged and partner is not None:
        given = player.choose_gift(held[declarer], trump, is_declarer=True)
        returned = player.choose_gift(held[partner], trump, is_declarer=False)
        held[declarer] = held[declarer] - {given} | {returned}
        held[partner] = held[partner] - {returned} | {given}
        said["exchange"] = [str(given), str(returned)]
    if rules.challenge:
        defenders = [held[seat] for seat in range(rules.players) if rules.side_of(seat) != contract.side]
        said["challenged"] = player.wants_challenge(contract, defenders)
        if not said["challenged"]:
            return said
    table = Table.begin(contract, tuple(held))
    while table.turn is not None:
        table = table.play(player.choose_card(table))
    said["tricks"] = [[str(card) for card in trick.cards] for trick in table.tricks]
    return said


def shortened(record: Record, told: str, rules: Ruleset) -> Record:
    """The same hand where less was written down: "score", "auction", or "full" for all of it."""
    result = check_hand(record, rules).result
    if told == "full" or result is None or result.tricks is None:
        return record
    keep = ("dealer", "calls", "trump", "challenged") if told == "auction" else ("dealer", "trump", "challenged")
    short = {key: record[key] for key in keep if key in record}
    if told == "score":
        short |= {"declarer": result.declarer, "bid": result.bid}
    return short | {"taken": list(result.tricks)}


def _written(cards: Iterable[Card]) -> list[str]:
    """Cards as people sort them: by suit, and the highest first."""
    suits = list(Suit)
    order = sorted(cards, key=lambda card: (suits.index(card.suit) if card.suit else -1, -card.strength(None)))
    return [str(card) for card in order]
