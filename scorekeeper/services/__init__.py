"""Every write. Each is one transaction, safe to repeat, and marks what was counted as behind.

`games`, `hands`, `leagues` (with seasons and nights), `players`, `recounts`, `tokens`, `replies`.
"""

from .games import claim_game, start_game, start_league_game, substitute
from .hands import (
    GameIsOver,
    HandChanged,
    HandNumberTaken,
    HandOutOfTurn,
    HandRefused,
    ReasonNeeded,
    correct_hand,
    insert_hand,
    record_hand,
    restore_hand,
    undo_hand,
    void_hand,
)
from .leagues import add_season, change_league, found_league, open_night, set_night_state, set_role
from .players import add_player, merge_players, rename_player, undo_merge

__all__ = [
    "GameIsOver",
    "HandChanged",
    "HandNumberTaken",
    "HandOutOfTurn",
    "HandRefused",
    "ReasonNeeded",
    "add_player",
    "add_season",
    "change_league",
    "claim_game",
    "correct_hand",
    "found_league",
    "insert_hand",
    "merge_players",
    "open_night",
    "record_hand",
    "rename_player",
    "restore_hand",
    "set_night_state",
    "set_role",
    "start_game",
    "start_league_game",
    "substitute",
    "undo_hand",
    "undo_merge",
    "void_hand",
]
