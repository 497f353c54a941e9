"""What people type, turned into what the services take."""

from .entry import EntryForm
from .game import GameForm
from .hand import HandForm
from .paste import PasteForm

__all__ = ["EntryForm", "GameForm", "HandForm", "PasteForm"]
