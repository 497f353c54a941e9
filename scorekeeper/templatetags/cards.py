"""Cards, contracts and the table they lie on, as tags.

Tags take finished values and give markup; they ask no database and decide nothing.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper import words
from scorekeeper.engine.cards import Card
from scorekeeper.markup import attributes, suit

register = template.Library()
register.simple_tag(suit)


# ---- Cards


@register.simple_tag
def card(
    code: Card | str | None,
    *,
    trump: str | None = None,
    state: str = "",
    size: str = "",
    by: str = "",
    mark_trump: bool = False,
) -> SafeString:
    """A card to look at: {% card "Jh" trump="h" state="winning" size="lg" by="Nora" %}.

    `code` "Xx" is a card face down, and None or "" the empty place where one will lie. `state` is one of
    selected, winning, dimmed, played; `size` is sm or lg; `by` is who played it, for those who listen.
    `trump` puts bowers and trumps into words; with `mark_trump` they also carry the bar.
    """
    if not code or code == "Xx":
        kind, label, sign = ("back", _("hidden card"), "") if code else ("slot", _("not played yet"), "?")
        return format_html(
            '<span class="playing-card" data-state="{}"{} role="img" aria-label="{}"><b>{}</b></span>',
            kind,
            attributes({"data-size": size}),
            label,
            sign,
        )
    face, said = _face(code, trump, state, by)
    marks = _card_attributes(code, trump if mark_trump else None, state, size)
    return format_html('<span class="playing-card"{} role="img" aria-label="{}">{}</span>', marks, said, face)


@register.simple_tag
def card_button(
    code: Card | str,
    *,
    trump: str | None = None,
    state: str = "",
    size: str = "",
    by: str = "",
    name: str = "card",
    disabled: bool = False,
    why: str = "",
) -> SafeString:
    """A card to tap, which submits its code: {% card_button "Jh" trump="h" name="card" %}.

    A disabled card says `why` to those who listen: "Wes showed out of diamonds in trick 2".
    """
    face, said = _face(code, trump, state, by)
    return format_html(
        '<button class="playing-card"{} name="{}" value="{}"{} aria-label="{}">{}</button>',
        _card_attributes(code, trump, state, size),
        name,
        str(code),
        attributes({"disabled": disabled or state == "played"}),
        f"{said}: {why}" if why else said,
        face,
    )


@register.simple_tag
def card_text(code: Card | str, trump: str | None = None) -> SafeString:
    """A card within a sentence: {% card_text "Th" %} reads 10♥ and is heard "ten of hearts"."""
    one = words.as_card(code)
    glyph = format_html("<i>{}</i>", words.suit_glyph(one.suit)) if one.suit else ""
    return format_html(
        '<span class="card-text"{} role="img" aria-label="{}">{}{}</span>',
        attributes({"data-suit": words.SUIT_KEYS[one.suit] if one.suit else ""}),
        words.card_words(one, trump),
        words.rank_sign(one),
        glyph,
    )


def _face(code: Card | str, trump: str | None, state: str, by: str) -> tuple[SafeString, str]:
    """What is printed on a card, and what is said of it."""
    one, suit_of_trumps = words.as_card(code), words.trump_suit(trump)
    glyph = words.suit_glyph(one.suit) if one.suit else "★" + words.AS_TEXT
    corner: SafeString | str = ""
    if suit_of_trumps and one.is_left_bower(suit_of_trumps):
        corner = format_html('<small aria-hidden="true">{}</small>', words.suit_glyph(suit_of_trumps))
    said = [words.card_words(one, trump)]
    match state:
        case "played":
            said.append(_("played by %(name)s") % {"name": by} if by else _("played"))
        case "winning":
            said += [by, _("winning")] if by else [_("winning")]
        case _other:
            said += [by] if by else []
    return format_html("<b>{}</b><i>{}</i>{}", words.rank_sign(one), glyph, corner), ", ".join(said)


def _card_attributes(code: Card | str, trump: str | None, state: str, size: str) -> SafeString:
    one = words.as_card(code)
    return attributes(
        {
            "data-suit": words.SUIT_KEYS[one.suit] if one.suit else "",
            "data-joker": one.suit is None,
            "data-state": state,
            "data-size": size,
            "data-trump": one.is_trump(words.trump_suit(trump)),
        }
    )


@register.simple_tag
def contract(bid: str, trump: str | None = None) -> SafeString:
    """A contract: "5 ♥", "Pepper with help ♥", "4 no trump"; without a trump known, the bid alone.

    `trump` is a suit's letter, or "n" for no trump; None or "" leaves it out.
    """
    name = words.bid_name(bid)
    if not trump:
        return format_html("<span>{}</span>", name)
    if words.trump_suit(trump) is None:
        return format_html("<span>{} {}</span>", name, words.suit_name(trump))
    # The suit never stands alone at the beginning of a line.
    *first, last = name.split(" ")
    return format_html(
        '<span>{}<span class="nowrap">{}{}{}</span></span>',
        "".join(f"{word} " for word in first),
        last,
        words.NARROW if bid.isdecimal() else words.NO_BREAK,
        suit(trump),
    )


# ---- The table


@register.inclusion_tag("components/trick.html")
def trick(
    plays: Iterable[Mapping[str, Any]], *, label: str, trump: str | None = None, size: str = "lg"
) -> dict[str, Any]:
    """The trick in the middle of the felt, to be put inside `.felt`.

    Each of `plays` has `place` (n, e, s, w) and `code` (None: still to come), and may have `state`
    (winning, selected) and `by` (the player's name). In the order played; three active seats stand side by side.
    """
    laid = [{"state": "", "by": "", **play} for play in plays]
    return {"plays": laid, "active": len(laid), "label": label, "trump": trump, "size": size}


@register.inclusion_tag("components/seat.html")
def seat(
    name: str,
    place: str,
    *,
    note: str = "",
    cards: Iterable[Mapping[str, Any]] | None = None,
    trump: str | None = None,
    turn: bool = False,
    out: bool = False,
) -> dict[str, Any]:
    """One seat on the felt: who sits at `place` (n, e, s, w), a `note` ("sits out"), and what is held.

    Each of `cards` has `code` and may have `state` (played, dimmed).
    """
    held = None if cards is None else [{"state": "", **one} for one in cards]
    return {"name": name, "place": place, "note": note, "cards": held, "trump": trump, "turn": turn, "out": out}
