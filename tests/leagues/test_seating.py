"""Who sits where, and that nobody sees or changes it who may not."""

import pytest
from django.core.exceptions import ValidationError
from pytest_django.asserts import assertContains, assertNotContains

from scorekeeper import services
from scorekeeper.models import Night
from tests.scorekeeper.table import start

from .club import CAST, found

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("who", CAST)
def test_playing_a_private_game_again_is_for_those_who_may_see_it(who: str) -> None:
    club = found()
    game = club.play()
    page = club.browser(who).get("/new/", {"again": game.key})
    if who in ("outsider", "nobody"):
        assertNotContains(page, f'value="{game.players[0]}"')
    else:
        assertContains(page, f'value="{game.players[0]}"')


def test_a_substitute_sits_at_no_second_seat_in_a_later_hand() -> None:
    club = found()
    game = club.play()
    extra = club.add("Pat")
    services.substitute(game, seat=0, player=extra, from_number=3)
    with pytest.raises(ValidationError):
        services.substitute(game, seat=1, player=extra, from_number=1)
    assert game.substitutions.count() == 1


def test_a_merged_player_sits_where_the_one_sits_he_was_merged_into() -> None:
    club = found()
    game = club.play()
    kept = club.add("Zoe")
    services.merge_players(kept, club.players[1])
    with pytest.raises(ValidationError):
        services.substitute(game, seat=0, player=kept, from_number=1)


def test_a_final_night_takes_no_game() -> None:
    club = found()
    services.set_night_state(club.night, Night.State.FINAL)
    with pytest.raises(ValidationError, match="before adding a game"):
        club.play()
    alone = start()
    with pytest.raises(ValidationError, match="before changing who played"):
        services.claim_game(alone, club.league, club.players, club.night)
    alone.refresh_from_db()
    assert alone.league is None
