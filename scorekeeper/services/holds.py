"""Take hold of what a write is about, so that what was checked still holds when it is written.

Whoever needs more than one of them takes them in this order: the league, the game, the night. The league is held by
every write to who its players are, where they sit, and when its seasons and nights are.
"""

from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils.translation import gettext as _

from scorekeeper.models import Game, League, Night
from scorekeeper.seen import Changeable, state_of
from scorekeeper.texts import clean_line

Thing = TypeVar("Thing", bound=Changeable)


class ChangedMeanwhile(Exception):
    """Somebody has changed it since it was seen; `now` is how it is."""

    def __init__(self, now: Any) -> None:
        super().__init__()
        self.now = now


class ReasonNeeded(Exception):
    """The night is final, and a change has to say why."""


class GameMoved(PermissionDenied):
    """The game went into a league, or out of one, since it was read."""


def hold_league(league: League) -> League:
    """The league as it is now, held until the transaction ends."""
    # Games that are begun meanwhile may name it; only whoever changes its players waits.
    return League.objects.select_for_update(no_key=True).get(pk=league.pk)


def as_seen(thing: Thing, seen: str | None) -> Thing:
    """`thing` as it is now, held until the transaction ends: a league, season, night or player.

    Raises ChangedMeanwhile where it is not as it was `seen` (`scorekeeper.seen`); None asks for no comparison.
    """
    held = type(thing)._default_manager.select_for_update(no_key=True)
    now: Thing = held.get(pk=thing.pk)  # type: ignore[assignment]
    if seen is not None and seen != state_of(now):
        raise ChangedMeanwhile(now)
    return now


def hold_game(game: Game) -> Game:
    """The game as it is now, held until the transaction ends, so that two phones at one table follow one another.

    Raises GameMoved where it went into a league or out of one since `game` was read: whoever was let in by
    its key then has to ask again.
    """
    held = Game.objects.select_for_update().get(pk=game.pk)
    if held.league_id != game.league_id:
        raise GameMoved(_("This game went into a league, or out of one, meanwhile. Open its score sheet again."))
    return held


def is_final(night: Night | None) -> bool:
    """Whether `night`, as it is now, is final; it stays so until the transaction ends."""
    if night is None:
        return False
    held = Night.objects.select_for_update(no_key=True).get(pk=night.pk)
    return held.state == Night.State.FINAL


def expect_open(league: League, night: Night | None, refusal: str) -> None:
    """Hold the night. Raises ValidationError where it is another league's, or final: that with the `refusal`."""
    if night is not None and night.league_id != league.pk:
        raise ValidationError(_("The night is not one of this league."), code="night")
    if is_final(night):
        raise ValidationError(refusal, code="night")


def expect_reason(game: Game, reason: str) -> str:
    """The reason as it is kept. Raises ReasonNeeded where the game's night is final and nothing was said."""
    said = clean_line(reason)
    if is_final(game.night) and not said:
        raise ReasonNeeded
    return said
