"""Games that somebody took out of a league again. Reads only."""

from scorekeeper.models import Claim, Game, User


def game_let_go(key: str, claim: int, by: User | None) -> Game | None:
    """The game that `by` let go by undoing this claim, asked for under the `key` that it had until then.

    It has a new key since. None where `key` is that of a game, and once the game was claimed again: whoever has the
    key that it gets after that is for others to say.
    """
    if by is None or Game.objects.filter(key=key).exists():
        return None
    undone = Claim.objects.filter(pk=claim, undone_by=by).exclude(undone_at=None).select_related("game").first()
    if undone is None or undone.game.claims.filter(pk__gt=undone.pk).exists():
        return None
    return undone.game
