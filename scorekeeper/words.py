"""Suits, cards, bids and points as people read and hear them.

Pure. Plain text in, plain text out, in the reader's language. It knows no markup and no games, and it decides
nothing that the rules decide: which card is a trump or the left bower is asked of the engine.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.engine.cards import NO_TRUMP, Card, Suit

MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
NARROW = "\N{NARROW NO-BREAK SPACE}"
AS_TEXT = "\N{VARIATION SELECTOR-15}"  # without it phones draw a coloured picture

# The names of suits in the stylesheet; never shown to people.
SUIT_KEYS = {
    Suit.SPADES: "spades",
    Suit.HEARTS: "hearts",
    Suit.DIAMONDS: "diamonds",
    Suit.CLUBS: "clubs",
}


def trump_suit(trump: str | None) -> Suit | None:
    """The suit that `trump` names: "s", "h", "d" or "c"; None for no trump, "n", "" and None."""
    return None if not trump or trump == NO_TRUMP else Suit(trump)


def suit_name(suit: str | None) -> str:
    """ "h" → "hearts"; no suit → "no trump"."""
    match trump_suit(suit):
        case Suit.SPADES:
            return _("spades")
        case Suit.HEARTS:
            return _("hearts")
        case Suit.DIAMONDS:
            return _("diamonds")
        case Suit.CLUBS:
            return _("clubs")
        case _none:
            return _("no trump")


def suit_glyph(suit: str) -> str:
    """ "h" → "♥", followed by the sign that keeps it text."""
    return Suit(suit).glyph + AS_TEXT


def rank_name(card: Card | str) -> str:
    """ "Th" → "ten"; the joker is "joker"."""
    return {
        "9": pgettext("card rank", "nine"),
        "T": pgettext("card rank", "ten"),
        "J": pgettext("card rank", "jack"),
        "Q": pgettext("card rank", "queen"),
        "K": pgettext("card rank", "king"),
        "A": pgettext("card rank", "ace"),
        "B": pgettext("card rank", "joker"),
    }[as_card(card).rank]


def rank_sign(card: Card | str) -> str:
    """What is printed in the corner: "Th" → "10", "Jh" → "J", the joker → "Joker"."""
    match as_card(card).rank:
        case "T":
            return "10"
        case "J":
            return pgettext("corner of a card", "J")
        case "Q":
            return pgettext("corner of a card", "Q")
        case "K":
            return pgettext("corner of a card", "K")
        case "A":
            return pgettext("corner of a card", "A")
        case "B":
            return pgettext("corner of a card", "Joker")
        case number:
            return number


def card_name(card: Card | str) -> str:
    """ "Jh" → "jack of hearts"; "B" → "joker"."""
    card = as_card(card)
    if card.suit is None:
        return rank_name(card)
    return _("%(rank)s of %(suit)s") % {"rank": rank_name(card), "suit": suit_name(card.suit)}


def card_words(card: Card | str, trump: str | None = None) -> str:
    """The card and what it is worth with this trump: "jack of diamonds, left bower, trump"."""
    card, suit = as_card(card), trump_suit(trump)
    words = [card_name(card)]
    if card.is_left_bower(suit):
        words.append(_("left bower"))
    elif card.is_right_bower(suit):
        words.append(_("right bower"))
    if card.is_trump(suit):
        words.append(_("trump"))
    return ", ".join(words)


def card_sign(card: Card | str) -> str:
    """The short form for running text where no markup can go, as a page's title: "10♥", "Joker"."""
    card = as_card(card)
    return rank_sign(card) + (suit_glyph(card.suit) if card.suit else "")


def bid_name(bid: str) -> str:
    """A call in words: "PH" → "Pepper with help", "Pass" → "Pass", "4" → "4"."""
    return {
        "Pass": _("Pass"),
        "LP": _("Little Pepper"),
        "BP": _("Big Pepper"),
        "PH": _("Pepper with help"),
        "PA": _("Pepper alone"),
    }.get(bid, bid)


def contract_words(bid: str, trump: str | None = None) -> str:
    """A contract to be heard: "5 hearts", "Pepper alone, hearts", "4 no trump"."""
    if bid.isdecimal():
        return _("%(bid)s %(suit)s") % {"bid": bid, "suit": suit_name(trump)}
    return _("%(bid)s, %(suit)s") % {"bid": bid_name(bid), "suit": suit_name(trump)}


def number(value: int) -> str:
    """A score as people write it, with a real minus: −3, 0, 23."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """Points won or lost: +5, −1, 0."""
    return f"+{value}" if value > 0 else number(value)


def points_line(values: Iterable[int]) -> str:
    """Points of all sides in seat order on one line that never breaks: "+5 / −1"."""
    return f"{NO_BREAK}/{NO_BREAK}".join(signed(value) for value in values)


def score_line(values: Iterable[int]) -> str:
    """The running score in seat order on one line that never breaks: "23 : 12"."""
    return f"{NO_BREAK}:{NO_BREAK}".join(number(value) for value in values)


def points_words(values: Sequence[int], names: Sequence[str] = ()) -> str:
    """Points to be heard: "Nora & Sam plus 5, Eli & Wes minus 1"."""

    def one(value: int) -> str:
        points = ngettext("%(count)s point", "%(count)s points", abs(value)) % {"count": abs(value)}
        return _("minus %(points)s") % {"points": points} if value < 0 else points

    if len(names) != len(values):
        return ", ".join(one(value) for value in values)
    return ", ".join(
        _("%(name)s %(points)s") % {"name": name, "points": one(value)}
        for name, value in zip(names, values, strict=True)
    )


def as_card(card: Card | str) -> Card:
    """The card itself, or the one that a code spells."""
    return card if isinstance(card, Card) else Card.parse(card)
