"""How the engine speaks: message templates, and the values that fill them.

The engine imports no translation library. It marks its templates, so that the collector of
translatable text finds them, and it keeps template and values apart, so that a site can translate
the one and fill in the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


def gettext_noop(text: str) -> str:
    """Mark a text as translatable and return it unchanged."""
    return text


SEAT_NAMES: Mapping[int, Sequence[str]] = {
    2: (gettext_noop("North"), gettext_noop("South")),
    3: (gettext_noop("North"), gettext_noop("East"), gettext_noop("West")),
    4: (gettext_noop("North"), gettext_noop("East"), gettext_noop("South"), gettext_noop("West")),
}


class Who(int):
    """A seat in a message, to be shown by its player's name."""


class Team(tuple[int, ...]):
    """A side in a message, to be shown by its players' names."""


class Listing(tuple[object, ...]):
    """Several things in a message, one after the other."""


class Said(NamedTuple):
    """A sentence that is not said yet: its template and the values that fill it."""

    text: str
    values: Mapping[str, object] = {}


class Sentences(tuple[Said, ...]):
    """Whole sentences in a message."""


class Word(str):
    """A word in a message that is itself to be translated."""


def fill(
    template: str,
    values: Mapping[str, object],
    names: Sequence[str],
    translate: Callable[[str], str] = str,
) -> str:
    """The sentence: `template` translated and filled, seats by `names`, words translated too."""

    def said(value: object) -> object:
        if isinstance(value, Who):
            return names[value]
        if isinstance(value, Team):
            return " & ".join(names[seat] for seat in value)
        if isinstance(value, Sentences):
            return " ".join(fill(sentence.text, sentence.values, names, translate) for sentence in value)
        if isinstance(value, Listing):
            return ", ".join(str(said(item)) for item in value)
        return translate(value) if isinstance(value, Word) else value

    return translate(template).format(**{key: said(value) for key, value in values.items()})


def quote(value: object, limit: int = 40) -> str:
    """What somebody wrote, as JSON, cut short: it may be long, nested or wild."""
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list):
        return "[…]" if value else "[]"
    if isinstance(value, str) and len(value) > limit:
        value = value[: limit - 1] + "…"
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, TypeError, RecursionError):  # Python's own values can be wilder than JSON's
        return "…"
    return text if len(text) <= limit + 2 else text[: limit + 1] + "…"


def seat_names(players: int) -> Sequence[str]:
    """The names of the seats where nobody gave the players' names."""
    return SEAT_NAMES[players]
