"""Merging players and undoing that, in any order: everybody is who the merges that stand say."""

import random

import pytest
from django.core.exceptions import ValidationError

from scorekeeper import services
from scorekeeper.models import League, Merge, Player
from scorekeeper.services import recounts

from .club import found

pytestmark = pytest.mark.django_db


def who_is(player: int, stands: dict[int, int]) -> int | None:
    """Whom `player` turned out to be, merge by merge."""
    now = player
    while now in stands:
        now = stands[now]
    return now if now != player else None


def expect_all_are_who_they_should_be(league: League) -> None:
    stands = dict(Merge.objects.filter(undone_at=None).values_list("dropped", "kept"))
    for player in league.players.all():
        assert player.merged_into_id == who_is(player.pk, stands)


def test_after_the_last_merge_of_a_chain_is_undone_the_earlier_ones_stand() -> None:
    league = found().league
    a, b, c, d = (services.add_player(league, name) for name in "abcd")
    services.merge_players(b, a)
    services.merge_players(c, b)
    last = services.merge_players(d, c)
    assert services.undo_merge(last) == c
    assert [Player.objects.get(pk=one.pk).merged_into for one in (a, b, c)] == [c, c, None]


@pytest.mark.parametrize("seed", range(8))
def test_any_order_of_merges_and_undos_leaves_everybody_who_he_is(seed: int) -> None:
    rng, league = random.Random(seed), found().league
    players = [services.add_player(league, f"Player {number}") for number in range(6)]
    for _step in range(14):
        merges = list(Merge.objects.filter(undone_at=None))
        if merges and rng.random() < 0.45:
            services.undo_merge(rng.choice(merges))
        else:
            try:
                services.merge_players(*rng.sample(players, 2))
            except ValidationError:
                continue
        expect_all_are_who_they_should_be(league)


def test_a_check_tells_of_a_player_who_is_not_who_the_merges_say() -> None:
    league = found().league
    kept, dropped = (services.add_player(league, name) for name in "ab")
    services.merge_players(kept, dropped)
    recounts.recount_league(league.pk)
    assert recounts.check_league(league.pk).differences == ()
    Player.objects.filter(pk=dropped.pk).update(merged_into=None)
    (told,) = recounts.check_league(league.pk).differences
    assert told == f"player {dropped.pk}: merged into None, by the merges {kept.pk}"
