"""What a change to one hand makes of its game, in sentences. Pure: compares two answers of the engine."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.engine import GameAnswer


@dataclass(frozen=True)
class Ending:
    """What a change makes of the end of a game: `token` is a name for how it ends before and after it.

    `changes` say in sentences what is otherwise.
    """

    token: str
    changes: tuple[str, ...]


def ending(before: GameAnswer, after: GameAnswer, side_names: Sequence[str]) -> Ending:
    """What becomes of the end of the game when `before` becomes `after`."""
    return Ending(f"{_end_name(before)}:{_end_name(after)}", game_changes(before, after, side_names))


def game_changes(before: GameAnswer, after: GameAnswer, side_names: Sequence[str]) -> tuple[str, ...]:
    """What becomes of the end, the winner and the later hands when `before` becomes `after`.

    Takes what the engine says of the game as it is and as it would be. Nothing where only points change.
    """
    said = []
    end, was_end = end_of(after), end_of(before)
    winners = ", ".join(side_names[side] for side in after.winners)
    if end is None and was_end is not None:
        said.append(_("This reopens the game: nobody has won yet."))
    elif end is not None and was_end is None:
        said.append(_("This ends the game at hand %(number)s: %(names)s.") % {"number": end, "names": winners})
    elif end is not None and was_end is not None:
        if len(after.hands) - end != len(before.hands) - was_end:
            said.append(_("The game then ends at hand %(number)s.") % {"number": end})
        if after.winners != before.winners:
            said.append(
                ngettext("The winner becomes %(names)s.", "The winners become %(names)s.", len(after.winners))
                % {"names": winners}
            )
    idle, was_idle = _idle(after), _idle(before)
    if idle > was_idle:
        text = ngettext("The last hand does not count then.", "The last %(count)s hands do not count then.", idle)
        said.append(text % {"count": idle})
    elif idle < was_idle:
        count = was_idle - idle
        text = ngettext("%(count)s later hand counts again.", "%(count)s later hands count again.", count)
        said.append(text % {"count": count})
    return tuple(said)


def end_of(game: GameAnswer) -> int | None:
    """The number of the hand that ended the game, None while it goes on."""
    return len(game.hands) - _idle(game) if game.over else None


def _end_name(game: GameAnswer) -> str:
    return f"{end_of(game)}-{'.'.join(map(str, game.winners))}" if game.over else "open"


def _idle(game: GameAnswer) -> int:
    """How many hands came after the end."""
    return sum(not hand.counts for hand in game.hands)
