"""A ruleset: one table of parameters. What a game of the family is, as data.

Knows what can be played and says why something cannot. Holds no preset (`presets`) and reads no
JSON (`houserules`). No rule of a preset may be decided by its name anywhere in the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .cards import Card, deck

PASS = "Pass"
BID_TOKENS = ("1", "2", "3", "4", "5", "6", "7", "8", "LP", "BP", "PH", "PA")
LITTLE_PEPPER = "LP"

AUCTIONS = ("once", "rounds", "rounds_final")
FIRST_LEADS = ("declarer", "dealer_left")
MADE = ("stake", "tricks")
SET = ("stake", "tricks")
AWARDS = ("none", "tricks", "stake")
FINISHES = ("play_on", "shared", "bidder")
MARKS = (None, "flat", "double")
SWITCHES = (
    "partners",
    "joker",
    "outbid_partner",
    "no_trump",
    "exchange",
    "challenge",
    "alone",
    "defend_alone",
    "zero_trick_penalty",
)


@dataclass(frozen=True, slots=True)
class Rung:
    """One bid of the ladder: how many tricks it needs and what it stakes (docs/rules.md, Scoring).

    `mark` is None, "flat" or "double"; `exchange` says whether the partners exchange a card after it.
    """

    token: str
    need: int
    stake: int
    mark: str | None = None
    exchange: bool = True


@dataclass(frozen=True)
class Ruleset:
    """The parameters of one game, named as in docs/rules.md, A ruleset's keys.

    `base` is the preset it started from. The key "set" is the attribute `set_`.
    """

    base: str
    name: str
    players: int
    hand: int
    ladder: tuple[Rung, ...]
    auction: str
    first_lead: str
    made: str
    set_: str | int
    defenders_made: str
    defenders_set: str
    target: int
    finish: str
    kitty: int = 0
    alone_multiplier: int = 1
    partners: bool = False
    joker: bool = False
    outbid_partner: bool = True
    no_trump: bool = False
    exchange: bool = False
    challenge: bool = False
    alone: bool = False
    defend_alone: bool = False
    zero_trick_penalty: bool = False

    def __repr__(self) -> str:
        return f"<Ruleset {self.base}: {self.name}>"

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards this game is played with."""
        return deck(self.joker)

    @property
    def dead(self) -> int:
        """How many cards are dealt to nobody and never used."""
        return len(self.deck) - self.players * self.hand - self.kitty

    @property
    def sides(self) -> int:
        """How many sides score: two of partners, else every player (docs/rules.md, Seats, sides and turn order)."""
        return 2 if self.partners else self.players

    def side_of(self, seat: int) -> int:
        """The side that `seat` plays for."""
        return seat % self.sides

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats of `side`, lowest first."""
        return tuple(range(side, self.players, self.sides))

    def partner_of(self, seat: int) -> int | None:
        """The seat across, None where everybody plays alone."""
        return (seat + 2) % 4 if self.partners else None

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats in turn order, beginning with `first`."""
        return tuple((first + step) % self.players for step in range(self.players))

    def next_dealer(self, dealer: int) -> int:
        """Who deals after `dealer`: the player to the left."""
        return (dealer + 1) % self.players

    def rung(self, token: str) -> Rung | None:
        """The rung of the ladder that `token` names, None where it names none."""
        return self._rungs.get(token)

    def height(self, token: str) -> int:
        """The place of a bid on the ladder, from 0; every pass stands below, at -1."""
        return self._heights.get(token, -1)

    @property
    def top(self) -> str:
        """The highest bid there is, which ends an auction."""
        return self.ladder[-1].token

    def token(self, text: str) -> str | None:
        """The call that `text` spells in this game, None where there is none such.

        Upper and lower case are one. Where the ladder has Little Pepper but not the number of its
        need, that number is read as Little Pepper (docs/rules.md, Auction).
        """
        return self._tokens.get(text.upper())

    @cached_property
    def _rungs(self) -> dict[str, Rung]:
        return {rung.token: rung for rung in self.ladder}

    @cached_property
    def _heights(self) -> dict[str, int]:
        return {rung.token: place for place, rung in enumerate(self.ladder)}

    @cached_property
    def _tokens(self) -> dict[str, str]:
        tokens = {rung.token: rung.token for rung in self.ladder}
        if LITTLE_PEPPER in tokens:
            tokens.setdefault(str(self._rungs[LITTLE_PEPPER].need), LITTLE_PEPPER)
        return {PASS.upper(): PASS} | tokens
