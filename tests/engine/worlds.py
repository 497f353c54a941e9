"""Whom a record accuses, by trying every way the unknown cards can lie.

Knows the simulator's cards and the record's known cards. Must not know the engine. Exact and slow: for small unknowns.

A world is one deal, one discard and one exchange that agree with everything written down, and in which every player
held the cards he is said to have played. A player is accused when in no world all his plays followed suit where he
could (docs/record.md, Incomplete knowledge).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb

from . import simulator as sim


def _known(cards: list[str]) -> list[str]:
    return [card for card in cards if card != "Xx"]


def _groups(rules: sim.Rules, record: sim.Record) -> list[tuple[list[str], int]]:
    """Return per seat and for the kitty the known cards and the size."""
    hands = record.get("hands") or [[] for _ in range(rules["players"])]
    groups = [(_known(hand), int(rules["hand"])) for hand in hands]
    return [*groups, (_known(record.get("kitty", [])), rules["kitty"])]


def plays_by_seat(rules: sim.Rules, record: sim.Record, declarer: int) -> tuple[dict[int, list[str]], list[sim.Record]]:
    """Return every active seat's cards in the order played, and each trick as {"seats", "cards"}."""
    alone, trump = record.get("alone", []), record["trump"]
    active = sim.active_seats(rules, declarer, alone)
    leader = sim.first_leader(rules, record["dealer"], declarer, alone)
    plays: dict[int, list[str]] = {seat: [] for seat in active}
    tricks = []
    for cards in record["tricks"]:
        seats = [seat for seat in sim.clockwise(rules, leader) if seat in active]
        for seat, card in zip(seats, cards, strict=False):
            plays[seat].append(card)
        tricks.append({"seats": seats[: len(cards)], "cards": cards})
        leader = seats[sim.winner_index(cards, trump)] if len(cards) == len(seats) else leader
    return plays, tricks


def count(rules: sim.Rules, record: sim.Record, swaps: bool) -> int:
    """Return an upper bound on the number of ways to try."""
    groups = _groups(rules, record)
    loose = len(sim.deck(rules)) - sum(len(known) for known, _ in groups)
    ways = 1
    for known, size in groups:
        ways *= comb(loose, size - len(known))
        loose -= size - len(known)
    laid = len(_known(record.get("discard", [])))
    ways *= comb(rules["hand"] + rules["kitty"] - laid, rules["kitty"] - laid)
    if swaps:
        for card in record.get("exchange", ["Xx", "Xx"]):
            ways *= rules["hand"] if card == "Xx" else 1
    return ways


def _deals(groups: list[tuple[list[str], int]], loose: list[str]) -> Iterator[list[list[str]]]:
    if not groups:
        yield []
        return
    known, size = groups[0]
    for chosen in combinations(loose, size - len(known)):
        rest = [card for card in loose if card not in chosen]
        for others in _deals(groups[1:], rest):
            yield [[*known, *chosen], *others]


def _holdings(
    rules: sim.Rules, record: sim.Record, declarer: int, swaps: bool, deal: list[list[str]]
) -> Iterator[list[list[str]]]:
    *hands, kitty = deal
    both = hands[declarer] + kitty
    laid = _known(record.get("discard", []))
    if not set(laid) <= set(both):
        return
    for more in combinations([c for c in both if c not in laid], rules["kitty"] - len(laid)):
        kept = [c for c in both if c not in laid and c not in more]
        holdings = [list(hand) for hand in hands]
        holdings[declarer] = kept
        if not swaps:
            yield holdings
            continue
        partner = (declarer + 2) % 4
        given, got = record.get("exchange", ["Xx", "Xx"])
        for mine, his in product(kept, hands[partner]):
            if given in ("Xx", mine) and got in ("Xx", his):
                swapped = [list(hand) for hand in holdings]
                swapped[declarer] = [c for c in kept if c != mine] + [his]
                swapped[partner] = [c for c in hands[partner] if c != his] + [mine]
                yield swapped


def revoked_in(tricks: list[sim.Record], seat: int, holding: list[str], trump: str | None) -> list[int]:
    """Return the tricks in which the seat, holding these cards at the first lead, did not follow suit but could."""
    held, found = list(holding), []
    for number, trick in enumerate(tricks):
        if seat not in trick["seats"]:
            continue
        card = trick["cards"][trick["seats"].index(seat)]
        led = trick["cards"][0] if trick["seats"][0] != seat else None
        if card not in sim.legal_cards(held, led, trump):
            found.append(number)
        held.remove(card)
    return found


@dataclass
class Verdict:
    """What holds in every world: how often at least each accused seat revoked, and each (trick, seat) that is sure."""

    fewest: dict[int, int]
    sure: set[tuple[int, int]]


def accused(rules: sim.Rules, record: sim.Record, declarer: int, swaps: bool) -> Verdict:
    """Return the seats that revoked in every world and the plays that were revokes in every world."""
    plays, tricks = plays_by_seat(rules, record, declarer)
    groups = _groups(rules, record)
    located = {card for known, _ in groups for card in known}
    loose = [card for card in sim.deck(rules) if card not in located]
    fewest: dict[int, int] = {}
    sure: set[tuple[int, int]] | None = None
    for deal in _deals(groups, loose):
        for holdings in _holdings(rules, record, declarer, swaps, deal):
            if not all(set(cards) <= set(holdings[seat]) for seat, cards in plays.items()):
                continue
            here = {seat: revoked_in(tricks, seat, holdings[seat], record["trump"]) for seat in plays}
            fewest = {seat: min(len(here[seat]), fewest.get(seat, len(here[seat]))) for seat in plays}
            places = {(trick, seat) for seat in plays for trick in here[seat]}
            sure = places if sure is None else sure & places
            if not any(fewest.values()):
                return Verdict({}, set())
    assert sure is not None, "the record agrees with no world at all"
    return Verdict({seat: times for seat, times in fewest.items() if times}, sure)
