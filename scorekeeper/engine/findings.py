"""What is wrong with a record, or worth saying about it: one `Finding` each (docs/record.md, Findings).

Knows the codes and how a finding reads. Decides nothing: that is done where the rule stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from .wording import Who, fill
from .wording import gettext_noop as _

Severity = Literal["error", "warning"]
ERROR: Severity = "error"
WARNING: Severity = "warning"

CODES: dict[str, Severity] = {
    "bad-record": ERROR,
    "bad-card": ERROR,
    "duplicate-card": ERROR,
    "wrong-hand-size": ERROR,
    "card-not-held": ERROR,
    "bad-call": ERROR,
    "auction-incomplete": ERROR,
    "auction-over": ERROR,
    "contract-mismatch": ERROR,
    "missing-trump": ERROR,
    "bad-trump": ERROR,
    "bad-alone": ERROR,
    "bad-exchange": ERROR,
    "bad-challenge": ERROR,
    "missing-challenge": ERROR,
    "revoke": ERROR,
    "bad-trick": ERROR,
    "tricks-mismatch": ERROR,
    "missing-result": ERROR,
    "bad-dealer": WARNING,
    "game-over": WARNING,
    "irregular": WARNING,
}
# Where in the record a finding stands, said before what it is.
_PLACES = {
    "kitty": _("the kitty: {sentence}"),
    "discard": _("the discard: {sentence}"),
    "exchange": _("the exchange: {sentence}"),
    "calls": _("the auction: {sentence}"),
}
_IN_TRICK = _("trick {number}: {sentence}")
_IN_HAND = _("{who}’s hand: {sentence}")
# No ruling can keep a record that cannot be read.
UNREADABLE = ("bad-record", "bad-card")


@dataclass(frozen=True)
class Finding:
    """One thing found: `text` filled with `values` is the sentence a player reads.

    `key` is the key of the record it belongs to. `trick`, `play` (over all tricks), `seat` and `call`
    count from 0 and are None where they do not apply.
    """

    code: str
    text: str
    values: dict[str, object] = field(default_factory=dict)
    key: str = ""
    trick: int | None = None
    play: int | None = None
    seat: int | None = None
    call: int | None = None
    names: Sequence[str] = ()
    severity: Severity = ERROR

    def __post_init__(self) -> None:
        if CODES[self.code] == WARNING:
            object.__setattr__(self, "severity", WARNING)

    @property
    def is_error(self) -> bool:
        """Whether the record cannot be kept with this in it."""
        return self.severity == ERROR

    @property
    def message(self) -> str:
        """The sentence, in English."""
        return self.say(str)

    def say(self, translate: Callable[[str], str]) -> str:
        """The sentence, its template and its words put through `translate` first."""
        sentence = fill(self.text, self.values, self.names, translate)
        return fill(self._place, {"sentence": sentence} | self._place_values, self.names, translate)

    @property
    def _place(self) -> str:
        if self.trick is not None:
            return _IN_TRICK
        if self.key == "hands" and self.seat is not None:
            return _IN_HAND
        if "{name}" in self.text:  # it says so itself
            return "{sentence}"
        return _PLACES.get(self.key, "{sentence}")

    @property
    def _place_values(self) -> dict[str, object]:
        if self.trick is not None:
            return {"number": self.trick + 1}
        return {} if self.seat is None else {"who": Who(self.seat)}

    def spoken_of(self, names: Sequence[str]) -> Finding:
        """The same, with the players' names in its sentence."""
        return replace(self, names=names)

    def as_warning(self) -> Finding:
        """The same, no longer an error."""
        return replace(self, severity=WARNING)

    def to_json(self) -> dict[str, Any]:
        """The finding as docs/record.md, Answers, has it."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "trick": self.trick,
            "play": self.play,
            "seat": self.seat,
            "call": self.call,
        }
