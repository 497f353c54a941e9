"""A player's figures are the numbers of the standings, under the same names."""

import pytest

from scorekeeper.intervals import Share
from scorekeeper.selectors.playerpages import BIDDING, player_page
from scorekeeper.selectors.standings import season_standings
from scorekeeper.standings import METRICS, Kind

from .club import found

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("games", [0, 1, 5])
def test_a_figure_is_the_same_in_the_standings_and_on_the_players_page(games: int) -> None:
    club = found()
    for _time in range(games):
        club.play()
    club.play(over=False)
    club.count()
    club.season.metrics = list(METRICS)
    names = {str(metric.name): metric for metric in METRICS.values()}
    for line in season_standings(club.season).lines:
        told = {figure.label: figure for figure in line.figures}
        shown = player_page(line.players[0], club.season).figures
        assert len(shown) == 7
        for figure in shown:
            if figure.label == BIDDING.name:
                continue
            same, metric = told[figure.label], names[figure.label]
            assert (figure.value, figure.n, figure.is_few) == (same.text, same.n, same.is_few)
            if metric.kind is Kind.SHARE and figure.n:
                assert figure.share is not None
                assert same.number is not None
                assert figure.share == Share(round(same.number * figure.n), figure.n)
