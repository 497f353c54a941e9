"""Every write. Each is one transaction, safe to repeat, and marks what was counted as behind.

`accounts`, `claims`, `games`, `hands`, `leagues`, `players`, `recounts`, `seasons` (with nights), `seating`, `tokens`,
`replies`; `holds` is what a write takes hold of before it checks.
"""

from .accounts import AskedTooOften, add_account, find_account
from .claims import claim_game, undo_claim
from .games import GameBegun, start_game, start_league_game
from .hands import (
    EndsOtherwise,
    GameIsOver,
    HandChanged,
    HandNumberTaken,
    HandOutOfTurn,
    HandRefused,
    correct_hand,
    insert_hand,
    record_hand,
    restore_hand,
    return_to_version,
    undo_hand,
    void_hand,
)
from .holds import ReasonNeeded
from .leagues import change_league, found_league, found_league_once, set_role
from .locking import ChangedMeanwhile
from .players import (
    add_player,
    add_players,
    change_player,
    have_met,
    merge_players,
    no_such_member,
    rename_player,
    seat_and,
    seat_players,
    undo_merge,
)
from .seasons import add_season, change_night, change_season, open_night, open_night_once, set_night_state
from .seating import substitute, withdraw_substitution
from .tokens import make_token, revoke_token, token_of

__all__ = [
    "AskedTooOften",
    "ChangedMeanwhile",
    "EndsOtherwise",
    "GameBegun",
    "GameIsOver",
    "HandChanged",
    "HandNumberTaken",
    "HandOutOfTurn",
    "HandRefused",
    "ReasonNeeded",
    "add_account",
    "add_player",
    "add_players",
    "add_season",
    "change_league",
    "change_night",
    "change_player",
    "change_season",
    "claim_game",
    "correct_hand",
    "find_account",
    "found_league",
    "found_league_once",
    "have_met",
    "insert_hand",
    "make_token",
    "merge_players",
    "no_such_member",
    "open_night",
    "open_night_once",
    "record_hand",
    "rename_player",
    "restore_hand",
    "return_to_version",
    "revoke_token",
    "seat_and",
    "seat_players",
    "set_night_state",
    "set_role",
    "start_game",
    "start_league_game",
    "substitute",
    "token_of",
    "undo_claim",
    "undo_hand",
    "undo_merge",
    "void_hand",
    "withdraw_substitution",
]
