"""What people type, turned into what the services take."""

from .game import GameForm
from .hand import HandForm
from .paste import PasteForm

__all__ = ["GameForm", "HandForm", "PasteForm"]
