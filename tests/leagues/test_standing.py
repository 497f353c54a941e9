"""How a game stands in a list is how it stands on its sheet."""

import pytest

from scorekeeper import services
from scorekeeper.models import Game
from scorekeeper.selectors import game_sheet
from scorekeeper.selectors.games import standings_of
from tests.budgets.season import play_night
from tests.scorekeeper.table import NORA_MAKES_4, finish, record, start

from .club import found

pytestmark = pytest.mark.django_db

RULED = {"dealer": 0, "bid": "4", "declarer": 1, "ruling": {"points": [3, 0], "reason": "a card lay open"}}


def test_a_list_says_of_a_game_what_its_sheet_says() -> None:
    play_night(found(), tables=6, still=9)
    start("midwest", first_dealer=3)
    record(start(), NORA_MAKES_4 | {"dealer": 1})
    record(start(), RULED)
    over = finish(start())
    services.undo_hand(over, number=3)
    games = list(Game.objects.order_by("pk"))
    assert len(games) == 10
    for game, stands in zip(games, standings_of(games), strict=True):
        sheet = game_sheet(game)
        assert stands.scores == sheet.scores
        assert (stands.is_over, stands.winners) == (sheet.is_over, sheet.winners)
        assert stands.hand_count == len(sheet.rows)
        assert stands.is_corrected == any(row.is_corrected for row in sheet.rows)
        assert stands.side_names == sheet.side_names
        assert stands.next_dealer == ("" if sheet.is_over else sheet.next_dealer_name)
