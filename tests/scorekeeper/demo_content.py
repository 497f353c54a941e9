"""What the demonstration holds, without keys, as lines that two runs can be compared by.

Run as a program it fills a database of its own and prints them.
"""

import json
from collections.abc import Iterator
from typing import Any


def content() -> Iterator[str]:
    """Every league, player, night, game, hand, version, score and count, in an order of its own."""
    from scorekeeper.engine import score_game
    from scorekeeper.models import Game, HandVersion, League, Membership, Night, PairCounts, Player, PlayerCounts

    def lines(what: str, rows: Any) -> Iterator[str]:
        for row in rows:
            yield json.dumps([what, *row], default=str)

    yield from lines("league", League.objects.order_by("name").values_list("name", "rules", "created_at"))
    yield from lines("member", Membership.objects.order_by("pk").values_list("league__name", "user__username", "role"))
    yield from lines("player", Player.objects.order_by("pk").values_list("league__name", "name", "user__username"))
    yield from lines("night", Night.objects.order_by("pk").values_list("season__name", "date", "zone", "state"))
    for game in Game.objects.order_by("pk").prefetch_related("substitutions__player"):
        hands = list(game.hands.current())
        answer = score_game([hand.record for hand in hands], game.ruleset, game.first_dealer)
        when = () if game.is_demo else (game.created_at, game.updated_at)
        yield json.dumps(["game", game.players, game.first_dealer, game.table, answer.scores, *when], default=str)
        yield from lines("substitution", game.substitutions.values_list("seat", "from_number", "player__name"))
    versions = HandVersion.objects.filter(hand__game__is_demo=False).order_by("hand__game", "hand", "revision")
    yield from lines(
        "version",
        versions.values_list(
            "hand__number", "hand__submission", "revision", "kind", "record", "made_by__username", "made_at", "reason"
        ),
    )
    counts = ("season__name", "hands", "wins", "points_for", "made", "was_set", "conceded_to", "declared", "nights")
    yield from lines("counts", PlayerCounts.objects.order_by("season", "player").values_list("player__name", *counts))
    yield from lines("pair", PairCounts.objects.order_by("season", "first", "second").values_list(*counts))


if __name__ == "__main__":
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("demo", verbosity=0)
    for line in content():
        print(line)
