"""Whether a text says anything that can be seen. Knows signs, never what the text is for."""

import unicodedata

# They take room or none, and show nothing, though Unicode counts them among letters and symbols.
_BLANK = frozenset("\u3164\u115f\u1160\uffa0\u2800")


def is_visible(sign: str) -> bool:
    """Whether a sign shows by itself: no space, joiner, combining mark or variation selector."""
    return unicodedata.category(sign)[0] not in "CZM" and sign not in _BLANK


def says_something(text: str) -> bool:
    """Whether anything of `text` can be seen."""
    return any(map(is_visible, text))
