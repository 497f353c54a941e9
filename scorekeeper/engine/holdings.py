"""Who holds what: the cards dealt, with the kitty, without what was laid away, after the exchange.

(docs/rules.md, Kitty and Exchange.) A holding of which any card is unknown is None; what such a hand can still have
held is for `checks.holding` to reason about.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .cards import Card
from .contract import Contract
from .play import Holding
from .record import MaybeCard


def stock(contract: Contract, seat: int, dealt: Holding, kitty: Collection[Card]) -> Holding:
    """What `seat` can give away before the play: what it was dealt, and for the declarer the kitty too."""
    if dealt is None or seat != contract.declarer or not contract.rules.kitty:
        return dealt
    return dealt.union(kitty) if len(kitty) == contract.rules.kitty else None


def at_first_lead(
    contract: Contract,
    dealt: Sequence[Holding],
    kitty: Collection[Card],
    discard: Sequence[MaybeCard],
    exchange: Sequence[MaybeCard],
) -> tuple[Holding, ...]:
    """What each seat holds at the first lead.

    Takes what each was dealt, and what was laid away and exchanged as far as it was told: fewer cards than the rules
    ask for, or one that is None, leave those hands unknown.
    """
    rules, declarer, partner = contract.rules, contract.declarer, contract.partner
    held = [stock(contract, seat, cards, kitty) for seat, cards in enumerate(dealt)]
    if rules.kitty:
        held[declarer] = _moved(held[declarer], discard, ()) if len(discard) == rules.kitty else None
    if contract.is_exchanged and partner is not None:
        mine, theirs = exchange if len(exchange) == 2 else (None, None)
        held[declarer], held[partner] = (
            _moved(held[declarer], (mine,), (theirs,)),
            _moved(held[partner], (theirs,), (mine,)),
        )
    return tuple(held)


def _moved(held: Holding, out: Sequence[MaybeCard], into: Sequence[MaybeCard]) -> Holding:
    if held is None or None in out or None in into:
        return None
    return held.difference(card for card in out if card).union(card for card in into if card)
