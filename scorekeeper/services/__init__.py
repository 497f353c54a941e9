"""Every write. Each is one transaction, and marks what was counted as behind where it changes that.

Whatever a page sends can come twice and is done once: by the submission that came with it, the version that was seen,
or since it says nothing new. Only a name that is taken is refused the second time (`add_account`), and each key for a
program is another (`make_token`).

`accounts`, `claims`, `games`, `hands`, `leagues`, `players`, `recounts`, `seasons` (with nights), `seating`, `tokens`,
`replies`; `holds` is what a write takes hold of before it checks, `keeping` how something that is filled in is kept.
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
from .holds import ChangedMeanwhile, GameMoved, ReasonNeeded
from .keeping import AlreadyMade
from .leagues import change_league, found_league, set_role
from .players import (
    add_player,
    add_players,
    change_player,
    have_met,
    merge_players,
    no_such_member,
    seat_and,
    seat_players,
    undo_merge,
)
from .seasons import add_season, change_night, change_season, open_night, set_night_state
from .seating import substitute, withdraw_substitution
from .tokens import make_token, revoke_token, token_of

__all__ = [
    "AlreadyMade",
    "AskedTooOften",
    "ChangedMeanwhile",
    "EndsOtherwise",
    "GameBegun",
    "GameIsOver",
    "GameMoved",
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
    "have_met",
    "insert_hand",
    "make_token",
    "merge_players",
    "no_such_member",
    "open_night",
    "record_hand",
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
