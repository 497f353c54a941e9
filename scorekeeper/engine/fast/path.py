"""The answer to a plainly clean record, or None: then the readable engine is to be asked.

Knows how a clean record lies in the bits of `tables`. Must not know a rule (the tables have them from
the readable engine), nor ever say what is wrong: whatever is at fault, incomplete or only unusual is
not for here.
"""

from __future__ import annotations

from typing import Any

from ..rulesets import Ruleset
from .tables import Cards, Plan, Tables, cards_of, tables_of


class NotClean(Exception):
    """The record is not plainly clean."""


def quick_answer(hand: object, rules: Ruleset) -> dict[str, Any] | None:
    """What `check_hand(hand, rules).to_json()` is, or None where the record is not plainly clean."""
    if type(hand) is not dict:
        return None
    try:
        return {"ok": True, "result": _result(hand, tables_of(rules)), "findings": []}
    except (NotClean, KeyError, TypeError):
        return None  # a value that stands in no table, or of a type that cannot stand there


def _result(hand: dict[str, Any], tables: Tables) -> dict[str, Any]:
    get = hand.get
    dealer, hands, kitty, calls, declarer, bid, trump, alone, discard, exchange, challenged, tricks, taken = told = (
        get("dealer"),
        get("hands"),
        get("kitty"),
        get("calls"),
        get("declarer"),
        get("bid"),
        get("trump"),
        get("alone"),
        get("discard"),
        get("exchange"),
        get("challenged"),
        get("tricks"),
        get("taken"),
    )
    # A key of another name is one too many, a null one too few. True equals 1, but is no seat.
    if len(hand) + told.count(None) != len(told) or type(dealer) is not int:
        raise NotClean
    if declarer is not None and type(declarer) is not int:
        raise NotClean
    if calls is not None:
        if type(calls) is not list:
            raise NotClean
        step = tables.auctions[dealer]
        for call in calls:
            step = step[call]
        if not step.is_over or declarer not in (None, step.declarer) or bid not in (None, step.bid):
            raise NotClean
        declarer, bid = step.declarer, step.bid
        if bid is None:
            return _passed_out(hand, tables)
    key = dealer, declarer, bid, trump, () if alone is None else _whole(alone)
    plan = tables.plans.get(key) or tables.plan(*key)

    outcomes = plan.outcomes[bid]

    played = 0
    result = plan.result.copy()
    result["depth"] = "score" if calls is None else "auction"
    if challenged is not plan.challenged:
        if challenged is not False or tricks is not None or taken is not None or outcomes.conceded is None:
            raise NotClean
        result["conceded"], outcome = True, outcomes.conceded
    elif tricks is None:
        outcome = outcomes[_whole(taken)]
    else:
        played, winners = _followed(plan, tricks)
        count = winners.count
        # Of two sides, one has the even seats; of more, each is a seat.
        won = (
            (count(0) + count(2), count(1) + count(3)) if tables.sides == 2 else tuple(map(count, range(tables.sides)))
        )
        if taken is not None and _whole(taken) != won:
            raise NotClean
        outcome = outcomes[won]
        result["depth"], result["trick_winners"] = "full", winners
    result["bid"], result["need"], result["stake"], result["made"], by_side, points = outcome
    result["tricks"] = None if by_side is None else [*by_side]
    result["points"] = [*points]

    if hands is not None:
        held = _dealt(tables, plan.cards, hands, kitty, plan.declarer)
        _check_held(plan, held, discard, exchange, played)
    elif kitty is not None:
        raise NotClean
    else:
        _check_shown(plan, discard, exchange, played)
    return result


def _passed_out(hand: dict[str, Any], tables: Tables) -> dict[str, Any]:
    """The result of a hand in which everybody passed, where nothing but the deal is told besides."""
    if hand.keys() - {"dealer", "calls", "hands", "kitty"}:
        raise NotClean
    if "hands" in hand:
        _dealt(tables, cards_of(tables.rules.joker, None), hand["hands"], hand.get("kitty"), 0)
    elif "kitty" in hand:
        raise NotClean
    return tables.passed_out(hand["dealer"])


def _followed(plan: Plan, tricks: object) -> tuple[int, list[int]]:
    """The cards that each seat played, and who won each trick, where all tricks are there and nobody revoked.

    Every card is seen in the end: who did not follow a suit must not play it later, and that is all.
    """
    if type(tricks) is not list or len(tricks) != plan.tricks or not plan.has_trump:
        raise NotClean
    leader, width, lanes, led = plan.leader, plan.width, plan.lanes, plan.cards.led
    played = lacking = 0
    winners = []
    for trick in tricks:
        if type(trick) is not list or len(trick) != width:
            raise NotClean
        seats = lanes[leader]
        bits = seats[0][trick[0]] | seats[1][trick[1]]
        if width > 2:
            bits |= seats[2][trick[2]]
            if width > 3:
                bits |= seats[3][trick[3]]
        if bits & lacking:
            raise NotClean
        can_win, suit = led[trick[0]]
        lacking |= (bits & suit) ^ suit
        played |= bits
        leader = (bits & can_win).bit_length() & 3
        winners.append(leader)
    return played & plan.active, winners


def _dealt(tables: Tables, cards: Cards, hands: object, kitty: object, taker: int) -> int:
    """The cards dealt to each seat, no two alike; the kitty is the taker's."""
    if type(hands) is not list or len(hands) != tables.players:
        raise NotClean
    dealt, size = 0, tables.hand
    for hand, lane in zip(hands, cards.of, strict=False):
        if type(hand) is not list or len(hand) != size:
            raise NotClean
        for card in hand:
            dealt |= lane[card]
    if tables.kitty:
        dealt |= _bits(kitty, tables.kitty, cards, taker)
    elif kitty is not None:
        raise NotClean
    if cards.count(dealt) != tables.dealt:
        raise NotClean
    return dealt & cards.all


def _check_held(plan: Plan, held: int, discard: object, exchange: object, played: int) -> None:
    """With the whole deal: each seat held what it gave away, and just the cards that it played.

    A discard that is not told is what the declarer did not play.
    """
    unplayed = 0
    if discard is None:
        unplayed = plan.kitty
    else:
        gone = _bits(discard, plan.kitty, plan.cards, plan.declarer)
        if held & gone != gone or gone.bit_count() != plan.kitty:
            raise NotClean
        held ^= gone
    if exchange is not None:
        before, after = _exchanged(plan, exchange)
        if held & before != before:
            raise NotClean
        held ^= before | after
    elif plan.exchanging and played:
        raise NotClean
    if played:
        # Each seat played as many cards as it held, so another card, or one twice, leaves more than those.
        rest = ((held ^ played) & plan.active).bit_count()
        if rest != unplayed or (unplayed and plan.exchanging):
            raise NotClean


def _check_shown(plan: Plan, discard: object, exchange: object, played: int) -> None:
    """Without the deal: no two cards that were shown are alike, and who was given a card played it, if he played."""
    shown, count = played, plan.plays if played else 0
    if discard is not None:
        shown |= _bits(discard, plan.kitty, plan.cards, plan.declarer)
        count += plan.kitty
    if exchange is not None:
        _, after = _exchanged(plan, exchange)
        shown |= after
        count += 2
        if played:
            again = after & plan.active
            if played & again != again:
                raise NotClean
            count -= again.bit_count()
    if plan.cards.count(shown) != count:
        raise NotClean


def _exchanged(plan: Plan, exchange: object) -> tuple[int, int]:
    """The cards of declarer and partner that were exchanged, where they were before and where after."""
    if type(exchange) is not list or len(exchange) != 2 or plan.exchanging is None:
        raise NotClean
    (given, got), (declarer, partner) = exchange, plan.exchanging
    return (declarer[given] | partner[got]) & plan.cards.all, (partner[given] | declarer[got]) & plan.cards.all


def _bits(some: object, count: int, cards: Cards, seat: int) -> int:
    """So many cards in the hand of a seat."""
    if type(some) is not list or len(some) != count:
        raise NotClean
    bits, lane = 0, cards.of[seat]
    for card in some:
        bits |= lane[card]
    return bits & cards.all


def _whole(numbers: object) -> tuple[int, ...]:
    """The whole numbers of a list."""
    if type(numbers) is not list or not all(type(number) is int for number in numbers):
        raise NotClean
    return tuple(numbers)
