"""What can go wrong when somebody talks to the engine: three kinds, all of them `ValueError`."""

from __future__ import annotations

from .wording import Said, Sentences, fill


class BadNotation(ValueError):
    """The text is no card, call, trump or record."""


class RulesetError(ValueError):
    """The rules name no game that can be played. `reasons` holds every reason, `sentences` the same in English."""

    def __init__(self, *reasons: Said) -> None:
        self.reasons = Sentences(reasons)
        self.sentences = tuple(fill(reason.text, reason.values, ()) for reason in reasons)
        super().__init__(" ".join(self.sentences))


class BadDeal(ValueError):
    """The cards cannot have been dealt so in this game."""


class IllegalAction(ValueError):
    """The call or the card is not allowed now."""


class IllegalCall(IllegalAction):
    """The call is not allowed at this point of the auction."""


class IllegalPlay(IllegalAction):
    """The card is not held, or playing it would be a revoke."""
