"""What the pages show, read across the models: one frozen dataclass for each. Reads only.

`games` has what a game's pages and the lists of games show; the league's pages have modules of their own, which
are imported by name: `from scorekeeper.selectors import leaguepages`.
"""

from .changes import Ending, ending
from .entry import (
    Place,
    Prospect,
    edit_place,
    ending_with,
    ending_without_last,
    insert_place,
    new_place,
    prospect,
)
from .games import (
    Cell,
    GameSheet,
    GameSummary,
    HandLine,
    SheetRow,
    SideScore,
    demo_games,
    game_sheet,
    hand_line,
    hand_of,
    recent_games,
    side_names,
    stored_line,
)
from .history import HandHistory, hand_history, record_changes, saver_of
from .seating import SeatChange, Swap, games_of, seat_changes, seated_names, swaps_of

__all__ = [
    "Cell",
    "Ending",
    "GameSheet",
    "GameSummary",
    "HandHistory",
    "HandLine",
    "Place",
    "Prospect",
    "SeatChange",
    "SheetRow",
    "SideScore",
    "Swap",
    "demo_games",
    "edit_place",
    "ending",
    "ending_with",
    "ending_without_last",
    "game_sheet",
    "games_of",
    "hand_history",
    "hand_line",
    "hand_of",
    "insert_place",
    "new_place",
    "prospect",
    "recent_games",
    "record_changes",
    "saver_of",
    "seat_changes",
    "seated_names",
    "side_names",
    "stored_line",
    "swaps_of",
]
