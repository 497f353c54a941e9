"""What people type, turned into what the services take."""

from .entry import SAVE, EntryForm
from .game import GameForm
from .hand import SCORE, HandForm
from .paste import PASTE, PasteForm
from .submission import TellingForm

__all__ = ["PASTE", "SAVE", "SCORE", "EntryForm", "GameForm", "HandForm", "PasteForm", "TellingForm"]
