"""Who each player of a league is, by the merges that stand. `Player.merged_into` says the same, for whoever counts."""

from scorekeeper.models import Merge


def identities(league: int) -> dict[int, int]:
    """Of every player who was merged the one he is now, however many merges that takes. One query."""
    merges = Merge.objects.filter(dropped__league=league, undone_at=None)
    into = dict(merges.values_list("dropped", "kept"))
    return {player: _last(player, into) for player in into}


def _last(player: int, into: dict[int, int]) -> int:
    while player in into:
        player = into[player]
    return player
