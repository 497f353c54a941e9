"""What the pages show, read across the models: one frozen dataclass for each. Reads only.

`games` has what a game's pages and the lists of games show; the league's pages have modules of their own, which
are imported by name: `from scorekeeper.selectors import leaguepages`.
"""

from .games import (
    Cell,
    GameSheet,
    GameSummary,
    HandLine,
    Prospect,
    SheetRow,
    SideScore,
    demo_games,
    game_sheet,
    hand_line,
    hand_of,
    prospect,
    recent_games,
    stored_line,
)

__all__ = [
    "Cell",
    "GameSheet",
    "GameSummary",
    "HandLine",
    "Prospect",
    "SheetRow",
    "SideScore",
    "demo_games",
    "game_sheet",
    "hand_line",
    "hand_of",
    "prospect",
    "recent_games",
    "stored_line",
]
