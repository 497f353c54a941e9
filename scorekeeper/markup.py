"""The smallest pieces of markup, which forms and tags alike put into their own: a suit, and attributes."""

from collections.abc import Mapping

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper import words
from scorekeeper.engine.cards import Suit


def suit(letter: str) -> SafeString:
    """The glyph of a suit with its name for those who hear it: {% suit "h" %}."""
    return format_html(
        '<span class="suit" data-suit="{}" role="img" aria-label="{}">{}</span>',
        words.SUIT_KEYS[Suit(letter)],
        words.suit_name(letter),
        words.suit_glyph(letter),
    )


def attributes(values: Mapping[str, str | bool]) -> SafeString:
    """Attributes that are there only when they say something; True gives one without a value."""
    return format_html_join(
        "",
        "{}",
        (
            (format_html(" {}", name) if value is True else format_html(' {}="{}"', name, value),)
            for name, value in values.items()
            if value
        ),
    )
