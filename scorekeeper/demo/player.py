"""Somebody who plays a sensible hand of any game of the family, each with a temper of his own.

Pure. Counts likely tricks to bid, leads what nobody can beat, wins as cheaply as possible. Looks at nothing a
player at the table could not see: own cards, the auction, and what was played. Every rule is the engine's.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from scorekeeper.engine import Auction, Card, Contract, Ruleset, Rung, Suit, Table
from scorekeeper.engine.cards import deck
from scorekeeper.engine.rulesets import PASS

# What a trump is good for, from the strongest down; from the last one on only its length counts.
TRUMP_TRICKS = (1.0, 0.9, 0.7, 0.55, 0.35, 0.25, 0.2, 0.2)
ACE, ACE_WITHOUT_TRUMPS, GUARDED_KING = 0.7, 0.9, 0.2
LONG_HAND = 0.6  # what each card beyond six adds where everybody plays for himself
DARE = 0.8  # rather than let the others have it
YES, MAYBE = 0.9, 0.5
ALONE = 1.0  # more than the bid needs, before one does without his partner


@dataclass(frozen=True)
class Temper:
    """What makes one player bid, challenge and play otherwise than another.

    `daring` is how many tricks he hopes for beyond what he holds, `doubt` how many he thinks to take against a
    bid beyond what he holds, and `slips` the share of his cards that he plays without thinking. `opens` is how much he
    has to hold before he bids first, and `luck` how many tricks he leaves to it for the sake of a pepper.
    """

    daring: float = 0.0
    doubt: float = 0.0
    slips: float = 0.0
    opens: float = 0.0
    luck: float = 0.0


EVEN = Temper()


def likely_tricks(rules: Ruleset, held: Iterable[Card], trump: Suit | None) -> float:
    """How many tricks these cards are likely to take by themselves."""
    held = frozenset(held)
    tricks = sum(worth for card, worth in zip(_trumps(rules.joker, trump), TRUMP_TRICKS, strict=False) if card in held)
    for suit in Suit:
        if suit is trump:
            continue
        ranks = {card.rank for card in held if card.effective_suit(trump) is suit}
        tricks += (ACE if trump else ACE_WITHOUT_TRUMPS) * ("A" in ranks) + GUARDED_KING * (
            "K" in ranks and len(ranks) > 1
        )
    return tricks


@cache
def _trumps(joker: bool, trump: Suit | None) -> tuple[Card, ...]:
    """All trumps, from the strongest down."""
    return tuple(sorted((card for card in deck(joker) if card.is_trump(trump)), key=_strength(trump), reverse=True))


def best_trump(rules: Ruleset, held: Iterable[Card]) -> Suit | None:
    """The trump that makes most of these cards; no trump only where that is clearly better."""
    held = frozenset(held)
    suit = max(Suit, key=lambda one: likely_tricks(rules, held, one))
    aces = sum(card.rank == "A" for card in held)
    without = rules.no_trump and aces >= 3 and likely_tricks(rules, held, None) > likely_tricks(rules, held, suit)
    return None if without else suit


def choose_call(auction: Auction, held: frozenset[Card], temper: Temper = EVEN) -> str:
    """Bid what is likely to be made with the help there is; pass where that is not enough."""
    rules = auction.rules
    is_against = auction.declarer is not None and auction.declarer != rules.partner_of(auction.next_seat)
    sure = likely_tricks(rules, held, best_trump(rules, held))
    if auction.declarer is None and sure < temper.opens:
        return PASS
    hope = sure + temper.daring + (DARE if is_against else 0)
    bids = [rung for call in auction.legal_calls() if (rung := rules.rung(call))]
    pepper = next((rung for rung in bids if rung.need == rules.hand), None) if temper.luck else None
    if pepper and pepper.need <= sure + _help(rules, pepper) + temper.luck:
        return pepper.token
    within = [rung for rung in bids if rules.hand // 2 <= rung.need <= hope + _help(rules, rung)]
    if not within:
        return PASS
    # Where everybody speaks once, all is said at once; else one goes up as slowly as the others let one.
    return (within[-1] if rules.auction == "once" else within[0]).token


def _help(rules: Ruleset, rung: Rung) -> float:
    """How many tricks partner, exchange and kitty are likely to add."""
    tricks = 0.35 * min(rules.kitty, 3)
    if rules.exchange and rung.exchange:
        tricks += 1
    if rules.partners and not rules.challenge:
        tricks += 1
    if not rules.partners:
        tricks += LONG_HAND * (rules.hand - 6)
    return tricks


def goes_alone(contract: Contract, held: frozenset[Card], temper: Temper = EVEN) -> bool:
    """Whether the declarer plays without his partner, because he needs none and it pays."""
    rules = contract.rules
    if not rules.alone or rules.alone_multiplier < 2:
        return False
    return likely_tricks(rules, held, contract.trump) + temper.daring >= contract.need + ALONE


def choose_discard(rules: Ruleset, held: frozenset[Card], trump: Suit | None) -> list[Card]:
    """Lay away the weakest, as many as the kitty had."""
    return sorted(held, key=_keep(trump))[: rules.kitty]


def choose_gift(held: frozenset[Card], trump: Suit | None, *, is_declarer: bool) -> Card:
    """The declarer gives the weakest card away, the partner the strongest."""
    return (min if is_declarer else max)(held, key=_keep(trump))


def wants_challenge(
    contract: Contract, holdings: Sequence[frozenset[Card]], tempers: Sequence[Temper] = (EVEN, EVEN)
) -> bool:
    """Whether the defenders challenge: one says "yes", or both say "maybe". It costs nothing if they take a trick."""
    hopes = [
        likely_tricks(contract.rules, held, contract.trump) + temper.doubt - 0.1 * contract.need
        for held, temper in zip(holdings, tempers, strict=True)
    ]
    return any(hope >= YES for hope in hopes) or all(hope >= MAYBE for hope in hopes)


def choose_card(table: Table) -> Card:
    """Choose a legal card for the player whose turn it is."""
    legal, trump = table.legal_plays(), table.contract.trump
    if len(legal) == 1:
        return legal[0]
    if not table.trick.cards:
        return _lead(table, legal)
    winners = [card for card in legal if _would_win(table, card)]
    is_last = len(table.trick.cards) == len(table.trick.seats) - 1
    if not winners or (_is_partner_winning(table) and (is_last or _is_boss(table, _winning_card(table)))):
        return min(legal, key=_keep(trump))
    # With others to come, only a card they cannot beat is worth a strong one, and trumping costs a low trump.
    is_trumping = table.trick.suit_led(trump) is not trump and winners[0].is_trump(trump)
    sure = [] if is_last or is_trumping else [card for card in winners if _is_boss(table, card)]
    return max(sure, key=_keep(trump)) if sure else min(winners, key=_keep(trump))


def _lead(table: Table, legal: tuple[Card, ...]) -> Card:
    """Lead a card nobody can beat: the declarer draws trumps, the others keep them; else a low one."""
    contract = table.contract
    is_declarer = table.turn == contract.declarer
    sure = [card for card in legal if _is_boss(table, card)]
    if not sure:
        return min(legal, key=_keep(contract.trump))
    return max(sure, key=lambda card: (card.is_trump(contract.trump) is is_declarer, card.strength(contract.trump)))


def _is_boss(table: Table, card: Card) -> bool:
    """Whether no card that the player has not seen is stronger in its suit."""
    trump, seat = table.contract.trump, table.turn
    assert seat is not None
    own = table.holdings[seat] or frozenset()
    unseen = set(table.contract.rules.deck) - own - table.played
    return not any(
        other.effective_suit(trump) is card.effective_suit(trump) and other.strength(trump) > card.strength(trump)
        for other in unseen
    )


def _would_win(table: Table, card: Card) -> bool:
    trick = replace(table.trick, cards=(*table.trick.cards, card))
    return trick.winner(table.contract.trump) == table.turn


def _is_partner_winning(table: Table) -> bool:
    assert table.turn is not None
    return table.trick.winner(table.contract.trump) == table.contract.rules.partner_of(table.turn)


def _winning_card(table: Table) -> Card:
    return table.trick.cards[table.trick.seats.index(table.trick.winner(table.contract.trump))]


def _strength(trump: Suit | None) -> Callable[[Card], int]:
    return lambda card: card.strength(trump)


def _keep(trump: Suit | None) -> Callable[[Card], tuple[bool, int, str]]:
    """How much a card is worth keeping: trumps before all others, then by strength; equals always in one order."""
    return lambda card: (card.is_trump(trump), card.strength(trump), str(card))
