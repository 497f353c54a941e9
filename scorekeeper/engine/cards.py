"""Suits, cards and the deck, and the bower rule.

Knows nothing of seats, rulesets or records. The rule that the jacks of the trump colour are the
highest trumps stands here in two places only: `Card.effective_suit` and `Card.strength`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from .errors import BadNotation
from .wording import Word
from .wording import gettext_noop as _

RANKS = "9TJQKA"
NO_TRUMP = "n"
UNKNOWN = "Xx"

_VARIATION_SELECTORS = ("", "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}")


class Suit(StrEnum):
    """A suit, equal to its letter in a record.

    Where trump is meant, `None` in place of a suit is no trump.
    """

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def glyph(self) -> str:
        """The printed sign, as in "♠"."""
        return _GLYPHS[self]

    @property
    def same_color(self) -> Suit:
        """The other suit of this colour, where the left bower comes from."""
        return _SAME_COLOR[self]


_GLYPHS = dict(zip(Suit, "♠♥♦♣", strict=True))
_SAME_COLOR = {
    Suit.SPADES: Suit.CLUBS,
    Suit.CLUBS: Suit.SPADES,
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
}
SUIT_WORDS = {
    Suit.SPADES: _("spades"),
    Suit.HEARTS: _("hearts"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.CLUBS: _("clubs"),
}
LEAD_WORDS = {
    Suit.SPADES: _("a spade lead"),
    Suit.HEARTS: _("a heart lead"),
    Suit.DIAMONDS: _("a diamond lead"),
    Suit.CLUBS: _("a club lead"),
}


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `rank` is one of "9TJQKA", or "B" for the joker, which has no printed suit.

    >>> Card.parse("10♥"), str(Card.parse("jD")), Card.parse("Th").pretty
    (Card('Th'), 'Jd', '10♥')
    """

    rank: str
    suit: Suit | None

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that `text` spells (docs/record.md, Cards and spelling).

        Raises `BadNotation` when it spells none.
        """
        try:
            return _SPELLINGS[text]
        except KeyError:
            raise BadNotation(f"{text!r} is no card: write its rank and its suit, as in Jh or 10s") from None

    def __str__(self) -> str:
        return self.rank + (self.suit or "")

    def __repr__(self) -> str:
        return f"Card('{self}')"

    @property
    def pretty(self) -> str:
        """The card as people read it, as in "10♥"; the joker in words."""
        if self.suit is None:
            return Word(_("the joker"))
        return ("10" if self.rank == "T" else self.rank) + self.suit.glyph

    def is_right_bower(self, trump: Suit | None) -> bool:
        """Whether this is the jack of trumps."""
        return trump is not None and self.rank == "J" and self.suit is trump

    def is_left_bower(self, trump: Suit | None) -> bool:
        """Whether this is the other jack of the trump colour."""
        return trump is not None and self.rank == "J" and self.suit is trump.same_color

    def is_trump(self, trump: Suit | None) -> bool:
        """Whether this card counts as a trump: the joker and both bowers do."""
        return trump is not None and self.effective_suit(trump) is trump

    def effective_suit(self, trump: Suit | None) -> Suit | None:
        """The suit this card counts as: the joker and the left bower are trumps (docs/rules.md, Cards)."""
        if self.suit is None or self.is_left_bower(trump):
            return trump
        return self.suit

    def strength(self, trump: Suit | None) -> int:
        """Rank within the effective suit, the higher the stronger (docs/rules.md, Cards).

        Ace to nine are 5 to 0 in every suit; above the ace of trumps stand the left bower, the right
        bower and the joker.
        """
        if self.suit is None:
            return len(RANKS) + 2
        if self.is_right_bower(trump):
            return len(RANKS) + 1
        if self.is_left_bower(trump):
            return len(RANKS)
        return RANKS.index(self.rank)


JOKER = Card("B", None)
_SUITED = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)


def deck(joker: bool) -> tuple[Card, ...]:
    """The 24 cards, or 25 with a joker (docs/rules.md, Cards)."""
    return (*_SUITED, JOKER) if joker else _SUITED


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as "Jh 9h Ah". Raises `BadNotation` at the first that is none."""
    return tuple(map(Card.parse, text.split()))


def pretty(some: Iterable[Card]) -> str:
    """Cards as people read them, as in "J♥ 9♥"."""
    return " ".join(card.pretty for card in some)


def _suit_spellings(suit: Suit) -> Iterable[str]:
    yield suit.value
    yield suit.value.upper()
    for selector in _VARIATION_SELECTORS:
        yield suit.glyph + selector


def _rank_spellings(rank: str) -> Iterable[str]:
    yield rank
    if rank == "T":
        yield "10"
    if rank.isalpha():
        yield rank.lower()


_SPELLINGS = {"B": JOKER, "b": JOKER} | {
    rank + suit: card
    for card in _SUITED
    if card.suit
    for rank in _rank_spellings(card.rank)
    for suit in _suit_spellings(card.suit)
}
TRUMP_SPELLINGS = {text: suit.value for suit in Suit for text in _suit_spellings(suit)} | {
    NO_TRUMP: NO_TRUMP,
    NO_TRUMP.upper(): NO_TRUMP,
}


def parse_trump(text: str) -> Suit | None:
    """The trump suit that `text` names, None for no trump ("n"). Raises `BadNotation` for anything else."""
    try:
        letter = TRUMP_SPELLINGS[text]
    except KeyError:
        raise BadNotation(f"{text!r} is no trump: write s, h, d, c, or n for no trump") from None
    return None if letter == NO_TRUMP else Suit(letter)
