"""What is stored, by noun."""

from .access import Reply, Token
from .game import Game
from .hand import Hand, HandVersion
from .league import League, Membership, Season
from .night import Night
from .player import Merge, Player
from .seating import Claim, Seat, Substitution
from .statistics import PairCounts, PlayerCounts, Recount
from .user import User

__all__ = [
    "Claim",
    "Game",
    "Hand",
    "HandVersion",
    "League",
    "Membership",
    "Merge",
    "Night",
    "PairCounts",
    "Player",
    "PlayerCounts",
    "Recount",
    "Reply",
    "Season",
    "Seat",
    "Substitution",
    "Token",
    "User",
]
