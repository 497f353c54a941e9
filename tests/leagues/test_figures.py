"""A player's figures are the numbers of the standings, under the same names."""

import re

import pytest

from scorekeeper.intervals import Share
from scorekeeper.selectors.playerpages import BIDDING, player_page
from scorekeeper.selectors.standings import season_standings
from scorekeeper.standings import METRICS, Kind

from .club import found
from .pages import text_of

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
            assert (figure.text, figure.n, figure.is_few) == (same.text, same.n, same.is_few)
            if metric.kind is Kind.SHARE and figure.n:
                assert figure.share is not None
                assert same.number is not None
                assert figure.share == Share(round(same.number * figure.n), figure.n)


def test_one_is_not_said_of_several() -> None:
    club = found()
    club.season.least_games = 1
    club.season.save()
    club.play(over=False)
    club.count()
    nora = club.players[0]
    for games in (0, 1):
        if games:
            club.play()
            club.count()
        for address in (f"players/{nora.pk}/", f"s/{club.season.pk}/"):
            page = text_of(club.browser("viewer").get(f"{club.root}{address}"))
            assert not re.search(r"\b1 (games|hands|bids|nights)\b", page)
            assert not re.search(r"\b0 (game|hand|bid|night)\b", page)
