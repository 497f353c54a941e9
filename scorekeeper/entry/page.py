"""What the page of a step shows: the question, the table, the calls and tricks so far, as finished values.

Pure, as the rest of the package; words are the reader's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.engine import Contract, Suit, Table
from scorekeeper.engine.rulesets import PASS
from scorekeeper.words import bid_name, suit_name

from .choices import CardChoice, card_choices, shown_out_notes
from .draft import Ask, Draft

# Where the seats are on the felt, clockwise from the declarer, who sits below.
PLACES = {2: "sn", 3: "swe", 4: "swne"}


@dataclass(frozen=True)
class SeatView:
    """One seat on the felt."""

    place: str
    name: str
    note: str
    is_turn: bool
    is_out: bool


@dataclass(frozen=True)
class TrickView:
    """A trick that is over."""

    number: int
    codes: tuple[str, ...]
    winner: str


@dataclass(frozen=True)
class CallView:
    """One call of the auction, or the place of the one to come."""

    name: str
    call: str
    is_turn: bool = False


@dataclass(frozen=True)
class CallChoice:
    """A call on the pad: whether it can be made now, and if not, why."""

    call: str
    name: str
    why: str


@dataclass(frozen=True)
class Count:
    """A button that says how many tricks a side took."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True)
class CountRow:
    """The buttons of one side."""

    legend: str
    counts: tuple[Count, ...]


class StepPage:
    """The step that `draft` is at. Everything on it follows from the draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.asks = draft.asks
        self.trump = draft.trump

    # ---- The question

    @cached_property
    def question(self) -> str:
        """What is asked now, in a few words: "Wes plays to trick 4"."""
        draft = self.draft
        name = draft.names[draft.turn] if draft.turn is not None else ""
        match self.asks:
            case Ask.CALL:
                return _("What does %(name)s call?") % {"name": name}
            case Ask.DECLARER:
                return _("Who won the bidding?")
            case Ask.BID:
                return _("At what did %(name)s win it?") % {"name": draft.names[draft.declarer or 0]}
            case Ask.TRUMP:
                return _("What does %(name)s make trump?") % {"name": name}
            case Ask.DISCARD:
                left = draft.rules.kitty - len(draft.discard)
                return ngettext(
                    "%(name)s takes the kitty and lays %(count)s card away",
                    "%(name)s takes the kitty and lays %(count)s cards away",
                    left,
                ) % {"name": name, "count": left}
            case Ask.EXCHANGE:
                seat = self._contract.declarer if draft.exchange else self._contract.partner
                return _("%(name)s gives %(other)s a card") % {"name": name, "other": draft.names[seat or 0]}
            case Ask.CHALLENGE:
                return _("Do %(names)s challenge?") % {"names": self.defenders}
            case Ask.PLAY:
                return _("%(name)s plays to trick %(number)s") % {"name": name, "number": len(self._table.tricks)}
            case Ask.TAKEN:
                return _("How many tricks?")
            case _done:
                return _("That is the hand.")

    @cached_property
    def hint(self) -> str:
        """What is good to know for answering it."""
        if self.asks is Ask.PLAY:
            trick = self._table.trick
            if not trick.cards:
                return _("May lead anything") if not self._table.played else _("Won the last trick, and leads")
            led = trick.suit_led(self._table.contract.trump)
            return _("%(suit)s were led: follow if possible") % {
                "suit": suit_name(led).capitalize() if led else _("Trumps")
            }
        if self.asks is Ask.CALL:
            auction = self.draft.auction
            if auction.declarer is None or auction.bid is None:
                return _("%(name)s dealt") % {"name": self.draft.names[self.draft.dealer]}
            values = {"name": self.draft.names[auction.declarer], "bid": bid_name(auction.bid)}
            return _("%(bid)s by %(name)s is the highest so far") % values
        if self.asks is Ask.EXCHANGE:
            return _("Each chooses before seeing the other’s")
        return ""

    @cached_property
    def back_label(self) -> str:
        """What stepping back takes away: "Undo Eli’s 3"."""
        draft = self.draft
        if not draft.can_go_back:
            return ""
        if draft.void is None and draft.ruling is None and draft.trump is None and draft.calls:
            values = {"name": draft.names[draft.auction.callers[-1]], "call": bid_name(draft.calls[-1])}
            return _("Undo %(name)s’s %(call)s") % values
        return _("Step back")

    @property
    def back_card(self) -> str:
        """The card that stepping back takes away, "" where it is something else."""
        draft = self.draft
        is_last = draft.void is None and draft.ruling is None and draft.taken is None
        return str(draft.plays[-1]) if is_last and draft.plays else ""

    @property
    def _contract(self) -> Contract:
        assert self.draft.contract is not None
        return self.draft.contract

    @property
    def _table(self) -> Table:
        assert self.draft.table is not None
        return self.draft.table

    # ---- What can be said

    @cached_property
    def calls(self) -> tuple[CallChoice, ...]:
        """Every call of these rules, always in the same place, where one is asked for."""
        if self.asks is not Ask.CALL:
            return ()
        calls = (PASS, *(rung.token for rung in self.draft.rules.ladder))
        return tuple(CallChoice(call, bid_name(call), self.draft.why_not_call(call).rstrip(".")) for call in calls)

    @property
    def bids(self) -> tuple[tuple[str, str], ...]:
        """Every bid of the ladder."""
        return tuple((rung.token, bid_name(rung.token)) for rung in self.draft.rules.ladder)

    @property
    def seats(self) -> tuple[tuple[int, str], ...]:
        """Every player with his seat."""
        return tuple(enumerate(self.draft.names))

    @property
    def trumps(self) -> tuple[str, ...]:
        """The suits' letters."""
        return tuple(suit.value for suit in Suit)

    @cached_property
    def cards(self) -> list[CardChoice]:
        """The deck, where a card is asked for."""
        return card_choices(self.draft) if self.asks in (Ask.PLAY, Ask.DISCARD, Ask.EXCHANGE) else []

    @cached_property
    def notes(self) -> list[str]:
        """Why some cards are dashed: what was shown, and whose cards are known."""
        if self.asks is not Ask.PLAY:
            return []
        notes = shown_out_notes(self.draft)
        turn = self._table.turn
        if turn is not None and self._table.holdings[turn] is not None:
            return [_("%(name)s’s cards are known; only they can be played.") % {"name": self.draft.names[turn]}]
        return notes

    @property
    def beside(self) -> tuple[tuple[int, str], ...]:
        """The defenders of whom one may play alone too."""
        return tuple((seat, self.draft.names[seat]) for seat in self.draft.can_defend_alone)

    @cached_property
    def count_rows(self) -> tuple[CountRow, ...]:
        """The buttons for the tricks taken: of the declaring side, or of every player where each plays alone."""
        draft = self.draft
        if self.asks not in (Ask.PLAY, Ask.TAKEN) or draft.contract is None:
            return ()
        rules = draft.rules
        sides = [self._contract.side] if rules.sides == 2 else list(range(rules.sides))
        said = draft.taken or (None,) * rules.sides
        rows = []
        for side in sides:
            seats = [seat for seat in rules.seats_of(side) if seat not in self._contract.sitting_out]
            names = " & ".join(draft.names[seat] for seat in seats)
            counts = tuple(Count(f"{side}:{count}", str(count), said[side] == count) for count in draft.counts(side))
            rows.append(CountRow(_("Tricks taken by %(name)s, in all") % {"name": names}, counts))
        return tuple(rows)

    # ---- What was said

    @property
    def declarer(self) -> str:
        """Who won the auction, "" while nobody has."""
        return self.draft.names[self.draft.contract.declarer] if self.draft.contract else ""

    @property
    def bid(self) -> str:
        """At what."""
        return self.draft.contract.bid if self.draft.contract else ""

    @property
    def defenders(self) -> str:
        """Who plays against the declarer."""
        rules = self.draft.rules
        side = self._contract.side
        return " & ".join(name for seat, name in enumerate(self.draft.names) if rules.side_of(seat) != side)

    @cached_property
    def called(self) -> tuple[CallView, ...]:
        """The auction so far, and whose turn it is."""
        auction, names = self.draft.auction, self.draft.names
        said = [
            CallView(names[seat], bid_name(call)) for seat, call in zip(auction.callers, auction.calls, strict=True)
        ]
        if self.asks is Ask.CALL and auction.turn is not None:
            said.append(CallView(names[auction.turn], "?", is_turn=True))
        return tuple(said)

    @property
    def exchanged(self) -> tuple[tuple[str, str], ...]:
        """The cards that were given, each with who gave it."""
        if not self.draft.exchange or self.draft.contract is None:
            return ()
        givers = (self._contract.declarer, self._contract.partner)
        return tuple(
            (self.draft.names[seat or 0], str(card) if card else "")
            for seat, card in zip(givers, self.draft.exchange, strict=False)
        )

    @property
    def discarded(self) -> tuple[str, ...]:
        """The cards that were laid away."""
        return tuple(str(card) if card else "Xx" for card in self.draft.discard)

    # ---- The table

    @property
    def has_table(self) -> bool:
        """Whether the cards are on the table."""
        return self.draft.table is not None and (self.asks is Ask.PLAY or bool(self.draft.plays))

    @cached_property
    def felt(self) -> dict[str, SeatView]:
        """The seats by their place."""
        table, contract, draft = self._table, self._contract, self.draft
        trick, leads = table.trick, None
        if trick.cards:
            leads = trick.winner(contract.trump)
        views = {}
        for seat, name in enumerate(draft.names):
            notes = []
            if seat == draft.dealer:
                notes.append(_("dealt"))
            if seat in contract.sitting_out:
                notes.append(_("sits out"))
            elif trick.cards:
                if seat == trick.leader:
                    notes.append(_("led"))
                if seat == leads:
                    notes.append(_("is winning") if not trick.is_complete else _("won"))
            place = self._place(seat)
            views[place] = SeatView(
                place,
                name,
                ", ".join(notes[:2]),
                seat == table.turn and self.asks is Ask.PLAY,
                seat in contract.sitting_out,
            )
        return views

    @property
    def upper_seats(self) -> tuple[SeatView, ...]:
        """The seats but the one below, as they are read."""
        return tuple(self.felt[place] for place in "nwe" if place in self.felt)

    @cached_property
    def trick(self) -> tuple[dict[str, str | None], ...]:
        """The trick on the table, in the order played, as the component takes it."""
        table = self._table
        trick = table.trick
        best = trick.winner(table.contract.trump) if trick.cards else None
        return tuple(
            {
                "place": self._place(seat),
                "code": str(trick.cards[place]) if place < len(trick.cards) else None,
                "state": "winning" if seat == best and place < len(trick.cards) else "",
                "by": self.draft.names[seat],
            }
            for place, seat in enumerate(trick.seats)
        )

    @property
    def trick_number(self) -> int:
        """The number of the trick on the table."""
        return len(self._table.tricks)

    @cached_property
    def tricks(self) -> tuple[TrickView, ...]:
        """The tricks that are over."""
        table = self.draft.table
        if table is None:
            return ()
        return tuple(
            TrickView(number, tuple(map(str, trick.cards)), self.draft.names[winner])
            for number, (trick, winner) in enumerate(zip(table.tricks, table.trick_winners, strict=False), 1)
        )

    @property
    def declarer_tricks(self) -> int:
        """The tricks of the declaring side so far."""
        return self.draft.tricks_won[self._contract.side]

    @property
    def defender_tricks(self) -> int:
        """The tricks of all others so far."""
        return sum(self.draft.tricks_won) - self.declarer_tricks

    @property
    def need(self) -> int:
        """The tricks that make the contract."""
        return self._contract.need

    def _place(self, seat: int) -> str:
        return PLACES[self.draft.rules.players][(seat - self._contract.declarer) % self.draft.rules.players]
