"""What is stored: games and their hands."""

from .game import Game
from .hand import Hand

__all__ = ["Game", "Hand"]
