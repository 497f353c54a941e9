"""What can go wrong when somebody talks to the engine: three kinds, all of them `ValueError`."""

from __future__ import annotations


class BadNotation(ValueError):
    """The text is no card, call, trump or record."""


class RulesetError(ValueError):
    """The rules name no game that can be played. `sentences` holds every reason."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class IllegalAction(ValueError):
    """The call or the card is not allowed now."""


class IllegalCall(IllegalAction):
    """The call is not allowed at this point of the auction."""


class IllegalPlay(IllegalAction):
    """The card is not held, or playing it would be a revoke."""
