"""Whether there is any deal that fits all that was told and played so far.

Each card not seen yet lies in some hand or away (laid away, or never dealt). Who showed out of a suit holds none of
it, and every hand still has as many cards as tricks are to come. A deal fits where all cards find a place.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine import Card

from .draft import Draft

AWAY = -1


def is_dealable(draft: Draft) -> bool:
    """Whether the cards that were not seen can lie somewhere, by all that was told and shown."""
    table, contract, rules = draft.table, draft.contract, draft.rules
    if table is None or contract is None:
        return True
    room = dict.fromkeys(range(rules.players), rules.hand)
    for trick in table.tricks:
        for seat, _card in zip(trick.seats, trick.cards, strict=False):
            room[seat] -= 1
    room[AWAY] = len(rules.deck) - rules.players * rules.hand
    places = {card: list(_places(draft, card)) for card in rules.deck if card not in table.played}
    lies: dict[int, list[Card]] = {place: [] for place in room}

    def find(card: Card, tried: set[int]) -> bool:
        """Put a card where there is room, or where another makes room for it."""
        for place in places[card]:
            if place in tried:
                continue
            tried.add(place)
            if len(lies[place]) < room[place]:
                lies[place].append(card)
                return True
            for other in list(lies[place]):
                if find(other, tried):
                    lies[place].remove(other)
                    lies[place].append(card)
                    return True
        return False

    return all(find(card, set()) for card in sorted(places, key=lambda card: len(places[card])))


def _places(draft: Draft, card: Card) -> Iterator[int]:
    """Where a card that was not played can lie."""
    table, contract = draft.table, draft.contract
    assert table is not None and contract is not None
    for place in _told(draft, card):
        if place == AWAY or card.effective_suit(contract.trump) not in table.shown_out(place):
            yield place


def _told(draft: Draft, card: Card) -> tuple[int, ...]:
    """Where a card can lie by what was told of the deal, the kitty and the exchange."""
    contract, rules = draft.contract, draft.rules
    assert contract is not None
    everywhere = (*range(rules.players), AWAY)
    if card in draft.discard:
        return (AWAY,)
    if card in draft.exchange:
        given = contract.partner if draft.exchange.index(card) == 0 else contract.declarer
        return everywhere if given is None else (given,)
    seat = next((seat for seat, held in enumerate(draft.hands) if card in held), None)
    if card in draft.kitty:
        seat = contract.declarer
    if seat is None:
        return everywhere
    places = [seat]
    if seat == contract.declarer and rules.kitty and (len(draft.discard) < rules.kitty or None in draft.discard):
        places.append(AWAY)
    swaps = (contract.declarer, contract.partner)
    if contract.is_exchanged and seat in swaps and (len(draft.exchange) < 2 or None in draft.exchange):
        places.append(next(other for other in swaps if other is not None and other != seat))
    return tuple(places)
