"""The auction, the contract it makes, and what was declared after it (docs/rules.md, Auction; After the auction)."""

from __future__ import annotations

from dataclasses import dataclass

from ..auction import Auction, bid_word, bid_words
from ..cards import NO_TRUMP
from ..contract import Contract
from ..notes import Notes
from ..record import Record
from ..rulesets import PASS, Ruleset, Rung
from ..wording import Team, Who, quote
from ..wording import gettext_noop as _


@dataclass(frozen=True)
class Bidding:
    """What the calls or the recorded contract come to.

    `declarer` and `bid` are the best reading even where something was found; `is_certain` says
    whether the play can be followed by them, `is_settled` whether the calls, if any, came to an end at
    all. `calls` are those that count.
    """

    calls: tuple[str, ...] | None = None
    declarer: int | None = None
    side: int | None = None
    bid: str | None = None
    is_passed_out: bool = False
    is_certain: bool = True
    is_settled: bool = True


def settle(record: Record, rules: Ruleset, notes: Notes) -> Bidding:
    """The contract, from the calls if there are any, else as recorded. Notes what contradicts."""
    bid = record.bid
    if bid is not None and rules.rung(bid) is None:
        notes.add(
            "bad-call",
            "bid",
            _("{bid} is no bid in this game; the bids are {bids}"),
            bid=quote(bid),
            bids=bid_words(rules),
        )
        bid = None
    if record.calls is None:
        return _recorded(record, rules, bid, notes)
    auction, is_sound = _auction(record.calls, record.dealt_by, rules, notes)
    calls = _counted(record.calls, len(auction.calls))
    if not is_sound and bid is not None and record.declarer is not None:
        return Bidding(calls, record.declarer, rules.side_of(record.declarer), bid)
    side = None if auction.declarer is None else rules.side_of(auction.declarer)
    if not is_sound:
        return Bidding(calls, auction.declarer, side, auction.bid, is_certain=False, is_settled=False)
    agrees = _agrees(record, rules, auction, bid, notes)
    return Bidding(calls, auction.declarer, side, auction.bid, auction.is_passed_out, agrees)


def _recorded(record: Record, rules: Ruleset, bid: str | None, notes: Notes) -> Bidding:
    declarer, side = record.declarer, record.side
    if declarer is not None:
        if side is not None and side != rules.side_of(declarer):
            notes.add(
                "contract-mismatch",
                "side",
                _("{side} are recorded as the declaring side, but {who} as declarer"),
                side=Team(rules.seats_of(side)),
                who=Who(declarer),
            )
        side = rules.side_of(declarer)
    return Bidding(None, declarer, side, bid, is_certain=bid is not None and declarer is not None)


def _auction(calls: tuple[str, ...], dealer: int, rules: Ruleset, notes: Notes) -> tuple[Auction, bool]:
    """Follow the calls; a call at fault is noted and taken as a pass, and none after it is trusted."""
    auction, is_sound = Auction(rules, dealer), True
    for index, token in enumerate(calls):
        seat = auction.next_seat
        if token != PASS and rules.rung(token) is None:
            notes.add(
                "bad-call",
                "calls",
                _("{who} called {bid}, which is no bid in this game; the bids are {bids}"),
                call=index,
                seat=seat,
                who=Who(seat),
                bid=quote(token),
                bids=bid_words(rules),
            )
        elif auction.is_over and token == PASS:
            continue
        elif fault := auction.fault(token):
            notes.add(fault.code, "calls", fault.text, call=index, seat=seat, **fault.values)
            if auction.is_over:
                continue
        else:
            auction = auction.with_call(token)
            continue
        is_sound = False
        if not auction.is_over:
            auction = auction.with_call(PASS)
    if is_sound and not auction.is_over:
        is_sound = False
        notes.add(
            "auction-incomplete",
            "calls",
            _("it stops before it is over; it is {who}’s turn to call"),
            call=len(calls),
            seat=auction.next_seat,
            who=Who(auction.next_seat),
        )
    return auction, is_sound


def _counted(calls: tuple[str, ...], over: int) -> tuple[str, ...]:
    """The calls without the passes that somebody wrote down after the end."""
    return calls[:over] if all(call == PASS for call in calls[over:]) else calls


def _agrees(record: Record, rules: Ruleset, auction: Auction, bid: str | None, notes: Notes) -> bool:
    """Whether the recorded contract, if any, is the one that the calls make."""
    agrees = True
    if auction.bid is None or auction.declarer is None:
        for key in ("declarer", "bid", "side"):
            if getattr(record, key) is not None:
                notes.add("contract-mismatch", key, _("everybody passed, so there is no contract"))
                agrees = False
        return agrees
    if record.declarer not in (None, auction.declarer):
        notes.add(
            "contract-mismatch",
            "declarer",
            _("{who} is recorded as declarer, but by the calls {declarer} won the auction"),
            who=Who(record.declarer),
            declarer=Who(auction.declarer),
        )
        agrees = False
    if bid not in (None, auction.bid):
        notes.add(
            "contract-mismatch",
            "bid",
            _("the bid is recorded as {bid}, but by the calls it was {called}"),
            bid=bid_word(bid or ""),
            called=bid_word(auction.bid),
        )
        agrees = False
    if record.side not in (None, rules.side_of(auction.declarer)):
        notes.add(
            "contract-mismatch",
            "side",
            _("{side} are recorded as the declaring side, but by the calls {declarer} won the auction"),
            side=Team(rules.seats_of(record.side or 0)),
            declarer=Who(auction.declarer),
        )
        agrees = False
    return agrees


# ---- what is declared after the auction -----------------------------------------------------------


def passed_out(record: Record, notes: Notes) -> None:
    """Nothing follows an auction in which everybody passed."""
    for key, code in (
        ("trump", "bad-record"),
        ("alone", "bad-alone"),
        ("discard", "bad-record"),
        ("exchange", "bad-exchange"),
        ("challenged", "bad-challenge"),
        ("tricks", "bad-record"),
        ("taken", "bad-record"),
    ):
        if getattr(record, key) not in (None, ()):
            notes.add(code, key, _("everybody passed, so nothing follows: leave out {name}"), name=key)


def trump(record: Record, rules: Ruleset, notes: Notes) -> bool:
    """Whether trump is known and possible (docs/rules.md, Trump)."""
    if record.trump is None:
        if record.tricks:
            notes.add("missing-trump", "trump", _("cards were played, but no trump is named"))
        return False
    if record.trump == NO_TRUMP and not rules.no_trump:
        notes.add("bad-trump", "trump", _("no trump is not played in this game; name a suit"))
        return False
    return True


def alone(record: Record, rules: Ruleset, bidding: Bidding, notes: Notes) -> bool:
    """Whether those who play alone may (docs/rules.md, Alone)."""
    if not record.alone:
        return True
    first, *others = record.alone

    def refuse(text: str, seat: int) -> bool:
        notes.add("bad-alone", "alone", text, seat=seat, who=Who(seat))
        return False

    if not rules.alone:
        return refuse(_("nobody plays alone in this game, so {who} cannot"), first)
    if bidding.declarer is not None and first != bidding.declarer:
        return refuse(_("{who} cannot play alone: the declarer has to, before anybody else may"), first)
    if bidding.side is not None and rules.side_of(first) != bidding.side:
        return refuse(_("{who} cannot play alone: the declarer has to, before anybody else may"), first)
    if not others:
        return True
    if not rules.defend_alone:
        return refuse(_("{who} cannot play alone: in this game only the declarer may"), others[0])
    if len(others) > 1:
        return refuse(_("{who} cannot play alone too: one defender may, not more"), others[1])
    if rules.side_of(others[0]) == rules.side_of(first):
        return refuse(_("{who} cannot play alone too: that is for a defender"), others[0])
    return True


def exchange(record: Record, rules: Ruleset, rung: Rung | None, notes: Notes) -> bool:
    """Whether the recorded exchange may be one (docs/rules.md, Exchange)."""
    if record.exchange is None:
        return True
    if not rules.exchange:
        text = _("no cards are exchanged in this game")
    elif rung is not None and not rung.exchange:
        text = _("no cards are exchanged after {bid}")
    elif len(record.exchange) != 2:
        text = _("it is one card each, the declarer’s and the partner’s, not {count}")
    else:
        return True
    bid = bid_word(rung.token) if rung else ""
    notes.add("bad-exchange", "exchange", text, bid=bid, count=len(record.exchange))
    return False


def challenge(record: Record, rules: Ruleset, notes: Notes) -> bool:
    """Whether the hand was played, as far as the record tells (docs/rules.md, Challenge).

    Notes where challenge or concession is said although there is none, or is not said.
    """
    if not rules.challenge:
        if record.challenged is not None:
            text = _("in this game nobody challenges or concedes: every bid is played")
            notes.add("bad-challenge", "challenged", text)
        return True
    shows_play = bool(record.tricks) or record.taken is not None
    if record.challenged is None:
        text = _("it is not said whether the defenders challenged or conceded")
        notes.add("missing-challenge", "challenged", text)
        return shows_play
    if not record.challenged and shows_play:
        text = _("the defenders conceded, so no tricks can be played: either they challenged, or there are none")
        notes.add("bad-challenge", "challenged", text)
    return record.challenged


def contract_of(record: Record, rules: Ruleset, bidding: Bidding) -> Contract | None:
    """The contract, where its declarer and bid are known.

    Cards that were played show that nobody conceded.
    """
    if bidding.declarer is None or bidding.bid is None:
        return None
    challenged = record.challenged if rules.challenge else None
    if rules.challenge and record.tricks:
        challenged = True
    return Contract(rules, record.dealt_by, bidding.declarer, bidding.bid, record.trump_suit, record.alone, challenged)
