"""The words for suits, cards, bids and points as filters."""

from django import template

from scorekeeper import words

register = template.Library()

for word in (
    words.suit_name,
    words.suit_glyph,
    words.rank_name,
    words.rank_sign,
    words.card_name,
    words.card_words,
    words.card_sign,
    words.bid_name,
    words.contract_words,
    words.number,
    words.signed,
    words.points_line,
    words.score_line,
):
    register.filter(word)
