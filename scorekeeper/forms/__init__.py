"""What people type, turned into what the services take."""

from .entry import EntryForm
from .game import GameForm
from .hand import SCORE, HandForm
from .paste import PASTE, PasteForm
from .submission import ENDING, PREVIEW, SAVE, TellingForm

__all__ = [
    "ENDING",
    "PASTE",
    "PREVIEW",
    "SAVE",
    "SCORE",
    "EntryForm",
    "GameForm",
    "HandForm",
    "PasteForm",
    "TellingForm",
]
