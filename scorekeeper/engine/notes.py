"""Where the checks note what they find."""

from __future__ import annotations

from typing import Any

from .findings import Finding
from .record import KEYS

_PLACES = ("trick", "play", "seat", "call")


class Notes:
    """The findings of one record."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []

    def add(self, code: str, key: str, text: str, **values: Any) -> None:
        """Note a finding at `key` of the record; `trick`, `play`, `seat` and `call` say where in it."""
        places = {place: values.pop(place) for place in _PLACES if place in values}
        self._findings.append(Finding(code, text, values, key, **places))

    def __len__(self) -> int:
        return len(self._findings)

    def in_order(self) -> list[Finding]:
        """All of them, each once, in the order of the record."""
        once = {repr(found): found for found in self._findings}
        return sorted(once.values(), key=_order)


def _order(found: Finding) -> tuple[int, int, int]:
    place = found.call if found.call is not None else -1 if found.trick is None else found.trick
    play = -1 if found.play is None else found.play
    return KEYS.index(found.key) if found.key in KEYS else -1, place, play
