"""A draft to text and back. The text travels in the page and is never trusted.

What is there is taken as far as it has the right shape; what has not is left out, and said. Whether it was legal is
for the engine, which judges the whole record before it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scorekeeper.engine import Card, Ruleset, read_json
from scorekeeper.engine.cards import NO_TRUMP, UNKNOWN, Suit
from scorekeeper.engine.record import MaybeCard

from .draft import Depth, Draft

LONGEST_STATE = 50_000
_TRUMPS = (*Suit, NO_TRUMP)


def state_text(draft: Draft) -> str:
    """The draft as JSON: its record, with what is half said beside it."""
    state = draft.record()
    state["hands"] = [list(map(str, held)) for held in draft.hands]
    state["kitty"] = list(map(str, draft.kitty))
    state |= {"declarer": draft.declarer, "bid": draft.bid} if draft.calls is None else {"calls": list(draft.calls)}
    state["discard"] = [str(card) if card else UNKNOWN for card in draft.discard]
    state["exchange"] = [str(card) if card else UNKNOWN for card in draft.exchange]
    state.pop("tricks", None)
    state["plays"] = list(map(str, draft.plays))
    state["taken"] = list(draft.taken) if draft.taken is not None else None
    if draft.calls is None:
        state["calls"] = None
    return json.dumps({key: value for key, value in state.items() if value != [] or key == "calls"})


def is_sayable(value: object) -> bool:
    """Whether a value can be stored and shown: no halves of characters, no NUL, not nested beyond all reason."""
    try:
        text = json.dumps(value, ensure_ascii=False)
        text.encode()
    except (RecursionError, UnicodeEncodeError):
        return False
    return "\\u0000" not in text


def read_draft(
    state: object, rules: Ruleset, names: tuple[str, ...], dealer: int, depth: Depth
) -> tuple[Draft, tuple[str, ...]]:
    """The draft that a text, a state or a record tells of, and the keys that could not be taken."""
    draft = Draft(rules, names, depth, dealer)
    if isinstance(state, str):
        try:
            state = read_json(state) if len(state) <= LONGEST_STATE else None
        except (ValueError, RecursionError):
            state = None
        state = state if is_sayable(state) else None
    if not isinstance(state, dict):
        return draft, ("state",)
    lost: list[str] = []

    def take(key: str, value: Any) -> Any:
        """The value; where there was something in the state and it came to nothing, the key is lost."""
        if value is None and state.get(key) is not None:
            lost.append(key)
        return value

    seats = range(rules.players)
    seat = take("dealer", _whole(state.get("dealer"), seats))
    draft = replace(draft, dealer=dealer if seat is None else seat)
    if state.get("hands"):
        draft = replace(draft, hands=take("hands", _hands(state["hands"], rules)) or ())
    if state.get("kitty"):
        draft = replace(draft, kitty=take("kitty", _known(state["kitty"], rules, rules.kitty)) or ())
    if draft.kitty and set(draft.kitty).intersection(card for held in draft.hands for card in held):
        draft = replace(draft, kitty=())
        lost.append("kitty")
    draft = _with_contract(draft, state, take)
    if state.get("trump") is not None:
        trump = state["trump"] if state["trump"] in _TRUMPS and isinstance(state["trump"], str) else None
        draft = replace(draft, trump=take("trump", trump))
    if state.get("alone"):
        draft = replace(draft, alone=take("alone", _seats(state["alone"], rules)) or ())
    for key, most in (("discard", rules.kitty), ("exchange", 2)):
        if state.get(key):
            draft = replace(draft, **{key: take(key, _maybe_cards(state[key], rules, most)) or ()})  # type: ignore[arg-type]
    if isinstance(state.get("challenged"), bool):
        draft = replace(draft, challenged=state["challenged"])
    draft = _with_plays(draft, state, take)
    if state.get("taken") is not None:
        draft = replace(draft, taken=take("taken", _taken(state["taken"], rules)))
    if isinstance(state.get("void"), str) and state["void"].strip():
        draft = replace(draft, void=state["void"][:200])
    draft = replace(draft, ruling=take("ruling", _ruling(state.get("ruling"), rules)))
    if isinstance(state.get("annotations"), dict):
        draft = replace(draft, annotations=state["annotations"])
    return draft, tuple(lost)


def _with_contract(draft: Draft, state: dict[str, Any], take: Any) -> Draft:
    """The auction, or who won it where nobody wrote it down."""
    calls = state.get("calls")
    if calls is None and ("declarer" in state or "bid" in state or "calls" in state):
        bid = state.get("bid")
        bid = bid if isinstance(bid, str) and draft.rules.rung(bid) is not None else None
        declarer = _whole(state.get("declarer"), range(draft.rules.players))
        return replace(draft, calls=None, declarer=take("declarer", declarer), bid=take("bid", bid))
    auction = draft.auction
    for call in calls if isinstance(calls, list) else ():
        token = draft.rules.token(call) if isinstance(call, str) else None
        if token is None or auction.is_over:
            take("calls", None if token is None else ())
            break
        auction = auction.with_call(token)
    return replace(draft, calls=auction.calls)


def _with_plays(draft: Draft, state: dict[str, Any], take: Any) -> Draft:
    """The cards played: in a row, or as the tricks of a record."""
    tricks = state.get("tricks")
    codes: Any = state.get("plays")
    key = "plays"
    if codes is None and isinstance(tricks, list) and all(isinstance(trick, list) for trick in tricks):
        codes, key = [code for trick in tricks for code in trick], "tricks"
    if not codes or draft.table is None:
        return draft
    plays: list[Card] = []
    table = draft.table
    for code in codes if isinstance(codes, list) else (None,):
        card = _card(code, draft.rules)
        if card is None or card in plays or table.turn is None:
            take(key, None)
            break
        plays.append(card)
        table = table.with_card(card)
    return replace(draft, plays=tuple(plays))


def _whole(value: object, among: range) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value in among else None


def _card(code: object, rules: Ruleset) -> Card | None:
    try:
        card = Card.parse(code) if isinstance(code, str) else None
    except ValueError:
        return None
    return card if card in rules.deck else None


def _known(codes: object, rules: Ruleset, most: int) -> tuple[Card, ...] | None:
    """The cards that are known of a hand or a kitty; None where it has another shape."""
    if not isinstance(codes, list) or len(codes) > most:
        return None
    cards = [_card(code, rules) for code in codes if code != UNKNOWN]
    if None in cards or len(set(cards)) < len(cards):
        return None
    return tuple(card for card in cards if card)


def _hands(hands: object, rules: Ruleset) -> tuple[tuple[Card, ...], ...] | None:
    if not isinstance(hands, list) or len(hands) != rules.players:
        return None
    known = [_known(held, rules, rules.hand) for held in hands]
    if any(held is None for held in known):
        return None
    dealt = [card for held in known for card in held or ()]
    if len(set(dealt)) < len(dealt):
        return None
    return tuple(held or () for held in known) if dealt else ()


def _maybe_cards(codes: object, rules: Ruleset, most: int) -> tuple[MaybeCard, ...] | None:
    if not isinstance(codes, list) or len(codes) > most:
        return None
    cards = [None if code == UNKNOWN else _card(code, rules) for code in codes]
    known = [card for card in cards if card]
    if len(known) != sum(code != UNKNOWN for code in codes) or len(set(known)) < len(known):
        return None
    return tuple(cards)


def _seats(seats: object, rules: Ruleset) -> tuple[int, ...] | None:
    if not rules.alone or not isinstance(seats, list) or not 0 < len(seats) <= 2:
        return None
    known = [_whole(seat, range(rules.players)) for seat in seats]
    if None in known or len({rules.side_of(seat) for seat in known if seat is not None}) < len(known):
        return None
    return tuple(seat for seat in known if seat is not None)


def _taken(counts: object, rules: Ruleset) -> tuple[int | None, ...] | None:
    if not isinstance(counts, list) or len(counts) != rules.sides:
        return None
    known: Iterable[int | None] = [None if count is None else _whole(count, range(rules.hand + 1)) for count in counts]
    if any(count is not None and one is None for count, one in zip(counts, known, strict=True)):
        return None
    return tuple(known)


def _ruling(ruling: object, rules: Ruleset) -> dict[str, Any] | None:
    if not isinstance(ruling, dict):
        return None
    points, reason = ruling.get("points"), ruling.get("reason")
    if not isinstance(points, list) or len(points) != rules.sides or not isinstance(reason, str) or not reason:
        return None
    if any(_whole(value, range(-1000, 1001)) is None for value in points):
        return None
    return {"points": points, "reason": reason[:200]}
