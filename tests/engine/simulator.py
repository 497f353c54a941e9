"""A second, slower Pepper, written from the rules alone, to hold the engine against.

Knows the rules (docs/rules.md) as plain dicts and lists: deals, bids, takes the kitty, exchanges, concedes or plays
every trick legally, counts and scores. Must not know the engine: nothing here imports it; cards are text like "Jh".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

Rules = dict[str, Any]
Record = dict[str, Any]

SUITS = "shdc"
RANKS = "9TJQKA"
SAME_COLOUR = {"s": "c", "c": "s", "h": "d", "d": "h"}
TOKENS = ("1", "2", "3", "4", "5", "6", "7", "8", "LP", "BP", "PH", "PA")


# --- the presets, as data -------------------------------------------------------------------------------------------


def rung(token: str, need: int, stake: int, mark: str | None = None, exchange: bool = True) -> dict[str, Any]:
    """Return one ladder entry with every key written out (docs/rules.md, A ruleset's keys)."""
    return {"token": token, "need": need, "stake": stake, "mark": mark, "exchange": exchange}


def numbers(last: int) -> list[dict[str, Any]]:
    """Return the bids 1 to last; "a number bid n has need n and stake n" (docs/rules.md, Presets)."""
    return [rung(str(n), n, n) for n in range(1, last + 1)]


def _preset(ladder: list[dict[str, Any]], **changes: Any) -> Rules:
    rules: Rules = {
        "players": 4,
        "partners": True,
        "joker": False,
        "hand": 6,
        "kitty": 0,
        "auction": "rounds",
        "ladder": ladder,
        "outbid_partner": True,
        "no_trump": False,
        "exchange": False,
        "challenge": False,
        "alone": False,
        "defend_alone": False,
        "first_lead": "declarer",
        "made": "tricks",
        "set": "stake",
        "defenders_made": "none",
        "defenders_set": "stake",
        "zero_trick_penalty": False,
        "alone_multiplier": 1,
        "target": 42,
        "finish": "bidder",
    }
    assert set(changes) <= set(rules)
    return rules | changes


_CLASSIC: Rules = {
    "no_trump": True,
    "set": 6,
    "defenders_made": "tricks",
    "defenders_set": "tricks",
    "target": 30,
    "finish": "shared",
}
_CLASSIC_8: Rules = _CLASSIC | {"partners": False, "hand": 8, "set": 8}
_LADDER_8 = [*numbers(7), rung("LP", 8, 8), rung("BP", 8, 16, "flat")]
_WIDOW: Rules = {
    "joker": True,
    "kitty": 1,
    "alone": True,
    "defend_alone": True,
    "first_lead": "dealer_left",
    "set": "tricks",
    "defenders_set": "none",
    "target": 10,
    "finish": "play_on",
}
_KITTY_5: Rules = {"joker": True, "hand": 5, "kitty": 5, "alone": True, "alone_multiplier": 2}
_LADDER_5 = [*numbers(4), rung("LP", 5, 10, "flat")]

PRESETS: dict[str, Rules] = {
    "iowa": _preset(
        [*numbers(5), rung("PH", 6, 7), rung("PA", 6, 14, exchange=False)],
        auction="once",
        no_trump=True,
        exchange=True,
        challenge=True,
        made="stake",
        defenders_made="tricks",
        defenders_set="tricks",
        zero_trick_penalty=True,
        target=31,
        finish="play_on",
    ),
    "midwest": _preset([*numbers(5), rung("LP", 6, 12, "flat")], alone=True, alone_multiplier=2),
    "midwest-reference": _preset(
        [*numbers(5), rung("LP", 6, 10, "flat"), rung("BP", 6, 15, "flat")],
        alone=True,
        alone_multiplier=2,
        made="stake",
    ),
    "classic": _preset([*numbers(5), rung("LP", 6, 6), rung("BP", 6, 12, "flat")], **_CLASSIC),
    "classic-3": _preset(_LADDER_8, players=3, **_CLASSIC_8),
    "classic-2": _preset(_LADDER_8, players=2, **_CLASSIC_8),
    "hasenpfeffer": _preset(numbers(6), **_WIDOW),
    "hasenpfeffer-peppers": _preset([*numbers(5), rung("LP", 6, 6), rung("BP", 6, 6, "double")], **_WIDOW),
    "hasenpfeffer-kitty": _preset(_LADDER_5, outbid_partner=False, **_KITTY_5),
    "double-hasenpfeffer": _preset(_LADDER_5, **_KITTY_5),
    "cutthroat": _preset([*numbers(7), rung("LP", 8, 16, "flat")], players=3, partners=False, hand=8),
}


# --- cards ----------------------------------------------------------------------------------------------------------


def deck(rules: Rules) -> list[str]:
    """Return the 24 cards, or 25 with the joker "B" (docs/rules.md, Cards)."""
    return [r + s for s in SUITS for r in RANKS] + (["B"] if rules["joker"] else [])


def suit_of(card: str, trump: str | None) -> str:
    """Return the suit a card belongs to; joker and left bower are trumps (docs/rules.md, Cards)."""
    if card == "B":
        assert trump in SAME_COLOUR
        return trump
    if trump in SAME_COLOUR and card == "J" + SAME_COLOUR[trump]:
        return trump
    return card[1]


def order(trump: str | None) -> list[str]:
    """Return all trumps, highest first."""
    if trump not in SAME_COLOUR:
        return []
    return ["B", "J" + trump, "J" + SAME_COLOUR[trump], *(r + trump for r in "AKQT9")]


def winner_index(cards: Sequence[str], trump: str | None) -> int:
    """Return which card of a trick wins: the highest trump, else the highest of the suit led."""
    for trump_card in order(trump):
        if trump_card in cards:
            return cards.index(trump_card)
    led = suit_of(cards[0], trump)
    following = [c for c in cards if suit_of(c, trump) == led]
    return cards.index(max(following, key=lambda c: RANKS.index(c[0])))


def legal_cards(holding: Sequence[str], led: str | None, trump: str | None) -> list[str]:
    """Return the cards that may be played: follow the suit of the card led if you can, otherwise anything."""
    if led is None:
        return list(holding)
    same = [c for c in holding if suit_of(c, trump) == suit_of(led, trump)]
    return same or list(holding)


# --- seats ----------------------------------------------------------------------------------------------------------


def sides(rules: Rules) -> int:
    """Return the number of sides: two with partners, else a side per seat."""
    return 2 if rules["partners"] else int(rules["players"])


def side_of(rules: Rules, seat: int) -> int:
    """Return a seat's side: 0 and 2 against 1 and 3, or the seat itself."""
    return seat % 2 if rules["partners"] else seat


def clockwise(rules: Rules, first: int) -> list[int]:
    """Return all seats clockwise from `first`."""
    return [(first + i) % rules["players"] for i in range(rules["players"])]


def active_seats(rules: Rules, declarer: int, alone: Sequence[int]) -> list[int]:
    """Return the seats that play: partners of lone players and the declarer's partner after a challenge sit out."""
    out = {(seat + 2) % 4 for seat in alone}
    if rules["challenge"]:
        out.add((declarer + 2) % 4)
    return [seat for seat in range(rules["players"]) if seat not in out]


def first_leader(rules: Rules, dealer: int, declarer: int, alone: Sequence[int]) -> int:
    """Return who leads to the first trick (docs/rules.md, First lead)."""
    active = active_seats(rules, declarer, alone)
    if rules["first_lead"] == "declarer":
        return declarer
    if len(alone) == 2:
        return next(seat for seat in alone if seat != declarer)
    start = alone[0] if alone else dealer
    return next(seat for seat in clockwise(rules, start + 1) if seat in active)


# --- the auction ----------------------------------------------------------------------------------------------------


@dataclass
class Bidding:
    """An auction in the making: who calls next, what was bid, whether it is over (docs/rules.md, Auction)."""

    rules: Rules
    dealer: int
    calls: list[str] = field(default_factory=list)
    callers: list[int] = field(default_factory=list)

    def _last_bid(self) -> int | None:
        bids = [i for i, call in enumerate(self.calls) if call != "Pass"]
        return bids[-1] if bids else None

    @property
    def bid(self) -> str | None:
        last = self._last_bid()
        return None if last is None else self.calls[last]

    @property
    def declarer(self) -> int | None:
        last = self._last_bid()
        return None if last is None else self.callers[last]

    @property
    def over(self) -> bool:
        n, last = self.rules["players"], self._last_bid()
        if last is None:
            return len(self.calls) == n
        if self.calls[last] == self.rules["ladder"][-1]["token"]:
            return True
        if self.rules["auction"] == "once":
            return len(self.calls) == n
        if self.rules["auction"] == "rounds":
            return len(self.calls) - 1 - last == n - 1
        passed = {seat for seat, call in zip(self.callers, self.calls, strict=True) if call == "Pass"}
        return len(passed) == n - 1

    @property
    def turn(self) -> int:
        seat = (self.callers[-1] if self.callers else self.dealer) + 1
        passed = {s for s, call in zip(self.callers, self.calls, strict=True) if call == "Pass"}
        order = clockwise(self.rules, seat)
        if self.rules["auction"] == "rounds_final":
            return next(s for s in order if s not in passed)
        return order[0]

    def legal(self) -> list[str]:
        ladder = [r["token"] for r in self.rules["ladder"]]
        if self.declarer is None or self.bid is None:
            return ["Pass", *ladder]
        if (
            self.rules["partners"]
            and not self.rules["outbid_partner"]
            and side_of(self.rules, self.turn) == side_of(self.rules, self.declarer)
            and self.turn != self.declarer
        ):
            return ["Pass"]
        return ["Pass", *ladder[ladder.index(self.bid) + 1 :]]

    def call(self, call: str) -> None:
        assert not self.over and call in self.legal()
        seat = self.turn
        self.calls.append(call)
        self.callers.append(seat)


# --- scoring --------------------------------------------------------------------------------------------------------


def rung_of(rules: Rules, token: str) -> dict[str, Any]:
    """Return the ladder entry of a token, with `mark` and `exchange` filled in."""
    entry = next(r for r in rules["ladder"] if r["token"] == token)
    return {"mark": None, "exchange": True} | entry


def score(rules: Rules, declarer: int, token: str, alone: Sequence[int], tricks: Sequence[int]) -> list[int]:
    """Return the points of a played hand per side (docs/rules.md, Scoring)."""
    bid = rung_of(rules, token)
    declaring = side_of(rules, declarer)
    took, stake = tricks[declaring], bid["stake"]
    made = took >= bid["need"]
    times = (2 if bid["mark"] == "double" else 1) * (rules["alone_multiplier"] if declarer in alone else 1)
    if bid["mark"] == "flat":
        own = stake if made else -stake
    elif made:
        own = {"stake": stake, "tricks": took}[rules["made"]]
    else:
        own = -{"stake": stake, "tricks": took}.get(rules["set"], rules["set"])
    points = []
    award = rules["defenders_made" if made else "defenders_set"]
    for side in range(sides(rules)):
        if side == declaring:
            points.append(own * times)
        elif rules["zero_trick_penalty"] and tricks[side] == 0:
            points.append(-stake)
        else:
            points.append({"none": 0, "tricks": tricks[side], "stake": stake * times}[award])
    return points


def concession(rules: Rules, declarer: int, token: str, alone: Sequence[int]) -> list[int]:
    """Return the points of a conceded hand: the bid's stake for the declaring side, 0 for the defenders.

    A lone declarer's multiplier "multiplies the declaring side's points", these too; a `double` doubles only "what
    `made` or `set` gives", so not these (docs/rules.md, Scoring).
    """
    points = [0] * sides(rules)
    times = rules["alone_multiplier"] if declarer in alone else 1
    points[side_of(rules, declarer)] = rung_of(rules, token)["stake"] * times
    return points


def winners(rules: Rules, scores: Sequence[int], declaring: int | None, made: bool) -> list[int]:
    """Return the sides that win with these scores at the end of a hand; none plays on (docs/rules.md, Game end)."""
    there = [side for side, points in enumerate(scores) if points >= rules["target"]]
    if not there:
        return []
    if rules["finish"] == "bidder" and len(there) > 1:
        if declaring in there and made:
            return [declaring] if declaring is not None else []
        there = [side for side in there if side != declaring]
    best = max(scores[side] for side in there)
    top = [side for side in there if scores[side] == best]
    if rules["finish"] == "shared":
        return top
    return top if len(top) == 1 else []


# --- a whole hand ---------------------------------------------------------------------------------------------------


@dataclass
class Played:
    """A hand as it happened: the fullest record, the result the rules give, and the holdings at the first lead."""

    rules: Rules
    record: Record
    expected: dict[str, Any]
    holdings: list[list[str]]
    callers: list[int]
    active: list[int]


def _nothing(dealer: int, rules: Rules) -> dict[str, Any]:
    return {
        "depth": "auction",
        "declarer": None,
        "bid": None,
        "need": None,
        "stake": None,
        "trump": None,
        "passed_out": False,
        "conceded": False,
        "void": None,
        "made": None,
        "tricks": None,
        "trick_winners": None,
        "points": [0] * sides(rules),
        "next_dealer": (dealer + 1) % rules["players"],
    }


def random_auction(rules: Rules, rng: Random, dealer: int) -> Bidding:
    """Return a random legal auction, mostly of small steps and passes, now and then of jumps to the top."""
    bidding = Bidding(rules, dealer)
    keen = rng.choice((0.2, 0.5, 0.8))
    while not bidding.over:
        bids = bidding.legal()[1:]
        if not bids or rng.random() > keen:
            bidding.call("Pass")
        else:
            bidding.call(bids[0] if rng.random() < 0.6 else rng.choice(bids))
    return bidding


def play_tricks(
    rules: Rules,
    rng: Random,
    holdings: Sequence[Sequence[str]],
    active: Sequence[int],
    leader: int,
    trump: str | None,
    revoke_chance: float = 0.0,
) -> tuple[list[list[str]], list[int], list[tuple[int, int]]]:
    """Play all tricks at random.

    Returns the tricks, their winners, and the (trick, seat) of each card that should have followed suit and did not:
    with `revoke_chance` a player ignores the suit led.
    """
    hands = [list(h) for h in holdings]
    tricks: list[list[str]] = []
    won: list[int] = []
    revokes: list[tuple[int, int]] = []
    for number in range(rules["hand"]):
        seats = [s for s in clockwise(rules, leader) if s in active]
        cards: list[str] = []
        for seat in seats:
            led = cards[0] if cards else None
            fair = legal_cards(hands[seat], led, trump)
            card = rng.choice(hands[seat] if rng.random() < revoke_chance else fair)
            if card not in fair:
                revokes.append((number, seat))
            hands[seat].remove(card)
            cards.append(card)
        leader = seats[winner_index(cards, trump)]
        tricks.append(cards)
        won.append(leader)
    return tricks, won, revokes


def random_hand(
    rules: Rules, rng: Random, dealer: int | None = None, revoke_chance: float = 0.0, must_play: bool = False
) -> Played:
    """Deal and play one random hand by the rules; the record has full depth with the deal."""
    n = rules["players"]
    if dealer is None:
        dealer = rng.randrange(n)
    cards = deck(rules)
    rng.shuffle(cards)
    size, kitty_size = rules["hand"], rules["kitty"]
    hands = [cards[i * size : (i + 1) * size] for i in range(n)]
    kitty = cards[n * size : n * size + kitty_size]

    bidding = random_auction(rules, rng, dealer)
    while must_play and bidding.declarer is None:
        bidding = random_auction(rules, rng, dealer)
    record: Record = {"dealer": dealer, "hands": [list(h) for h in hands]}
    if kitty_size:
        record["kitty"] = list(kitty)
    record["calls"] = list(bidding.calls)
    expected = _nothing(dealer, rules)
    holdings = [list(h) for h in hands]
    declarer, token = bidding.declarer, bidding.bid
    if declarer is None or token is None:
        expected["passed_out"] = True
        return Played(rules, record, expected, holdings, bidding.callers, [])

    bid = rung_of(rules, token)
    expected |= {"declarer": declarer, "bid": token, "need": bid["need"], "stake": bid["stake"]}
    record["trump"] = expected["trump"] = trump = rng.choice(list(SUITS) + (["n"] if rules["no_trump"] else []))
    alone: list[int] = []
    if rules["alone"] and rng.random() < 0.3:
        alone = [declarer]
        if rules["defend_alone"] and rng.random() < 0.5:
            alone.append((declarer + rng.choice((1, 3))) % 4)
        record["alone"] = list(alone)
    if kitty_size:
        holdings[declarer] += kitty
        discard = rng.sample(holdings[declarer], kitty_size)
        holdings[declarer] = [c for c in holdings[declarer] if c not in discard]
        record["discard"] = discard
    if rules["exchange"] and bid["exchange"]:
        partner = (declarer + 2) % 4
        given, got = rng.choice(holdings[declarer]), rng.choice(holdings[partner])
        holdings[declarer] = [c for c in holdings[declarer] if c != given] + [got]
        holdings[partner] = [c for c in holdings[partner] if c != got] + [given]
        record["exchange"] = [given, got]
    if rules["challenge"]:
        record["challenged"] = must_play or rng.random() < 0.8
        if not record["challenged"]:
            expected["conceded"] = True
            expected["points"] = concession(rules, declarer, token, alone)
            return Played(rules, record, expected, holdings, bidding.callers, [])

    active = active_seats(rules, declarer, alone)
    leader = first_leader(rules, dealer, declarer, alone)
    tricks, won, _ = play_tricks(rules, rng, holdings, active, leader, trump, revoke_chance)
    record["tricks"] = tricks
    taken = [sum(side_of(rules, s) == side for s in won) for side in range(sides(rules))]
    expected |= {
        "depth": "full",
        "made": taken[side_of(rules, declarer)] >= bid["need"],
        "tricks": taken,
        "trick_winners": won,
        "points": score(rules, declarer, token, alone, taken),
    }
    return Played(rules, record, expected, holdings, bidding.callers, active)


def random_game(rules: Rules, rng: Random, longest: int = 60) -> tuple[list[Played], list[list[int]], list[int]]:
    """Play hands until somebody wins or `longest` is reached; returns the hands, the running score and the winners."""
    dealer = rng.randrange(rules["players"])
    scores = [0] * sides(rules)
    hands: list[Played] = []
    running: list[list[int]] = []
    won: list[int] = []
    while not won and len(hands) < longest:
        hand = random_hand(rules, rng, dealer)
        scores = [a + b for a, b in zip(scores, hand.expected["points"], strict=True)]
        declarer = hand.expected["declarer"]
        declaring = None if declarer is None else side_of(rules, declarer)
        won = winners(rules, scores, declaring, bool(hand.expected["made"] or hand.expected["conceded"]))
        hands.append(hand)
        running.append(scores)
        dealer = hand.expected["next_dealer"]
    return hands, running, won


def replay(rules: Rules, record: Record) -> dict[str, Any]:
    """Return the result of an honest record of any depth, by the same rules; no checks are made."""
    dealer = record.get("dealer")
    expected = _nothing(dealer or 0, rules)
    if record.get("void") is not None:
        return expected | {"depth": None, "void": record["void"], "next_dealer": dealer}
    declarer, token = record.get("declarer"), record.get("bid")
    if "calls" in record:
        bidding = Bidding(rules, dealer or 0)
        for call in record["calls"]:
            if not bidding.over:
                bidding.call(call)
        declarer, token = bidding.declarer, bidding.bid
        if declarer is None or token is None:
            return expected | {"passed_out": True}
    assert declarer is not None and token is not None
    bid = rung_of(rules, token)
    trump, alone = record.get("trump"), record.get("alone", [])
    expected |= {"depth": "full" if record.get("tricks") else "auction" if "calls" in record else "score"}
    expected |= {
        "declarer": declarer,
        "bid": token,
        "need": bid["need"],
        "stake": bid["stake"],
        "trump": trump,
    }
    if record.get("challenged") is False:
        expected["conceded"] = True
        expected["points"] = concession(rules, declarer, token, alone)
        return expected
    taken = record.get("taken")
    if "tricks" in record:
        leader = first_leader(rules, dealer or 0, declarer, alone)
        active, won = active_seats(rules, declarer, alone), []
        for cards in record["tricks"]:
            seats = [s for s in clockwise(rules, leader) if s in active]
            if len(cards) == len(seats):
                leader = seats[winner_index(cards, trump)]
                won.append(leader)
        expected["trick_winners"] = won
        taken = taken or [sum(side_of(rules, s) == side for s in won) for side in range(sides(rules))]
    assert taken is not None and sum(taken) == rules["hand"]
    made = taken[side_of(rules, declarer)] >= bid["need"]
    return expected | {"made": made, "tricks": taken, "points": score(rules, declarer, token, alone, taken)}
