"""Take hold of what a write is about, so that what was checked still holds when it is written.

Whoever needs more than one of them takes them in this order: the league, the game, the night. The league is held by
every write to who its players are and where they sit.
"""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from scorekeeper.models import Game, League, Night
from scorekeeper.texts import clean_line


class ReasonNeeded(Exception):
    """The night is final, and a change has to say why."""


def hold_league(league: League) -> League:
    """The league as it is now, held until the transaction ends."""
    # Games that are begun meanwhile may name it; only whoever changes its players waits.
    return League.objects.select_for_update(no_key=True).get(pk=league.pk)


def hold_game(game: Game) -> Game:
    """The game as it is now, held until the transaction ends, so that two phones at one table follow one another.

    Raises PermissionDenied where it went into a league or out of one since `game` was read: whoever was let in by
    its key then has to ask again.
    """
    held = Game.objects.select_for_update().get(pk=game.pk)
    if held.league_id != game.league_id:
        raise PermissionDenied(_("This game went into a league, or out of one, meanwhile. Open its score sheet again."))
    return held


def is_final(night: Night | None) -> bool:
    """Whether `night`, as it is now, is final; it stays so until the transaction ends."""
    if night is None:
        return False
    held = Night.objects.select_for_update(no_key=True).get(pk=night.pk)
    return held.state == Night.State.FINAL


def expect_reason(game: Game, reason: str) -> str:
    """The reason as it is kept. Raises ReasonNeeded where the game's night is final and nothing was said."""
    said = clean_line(reason)
    if is_final(game.night) and not said:
        raise ReasonNeeded
    return said
