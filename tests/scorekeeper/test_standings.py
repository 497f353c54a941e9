"""Standings: who is before whom, and who shares a place."""

from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.standings import METRICS, USUAL, chosen, rank
from scorekeeper.statistics import SUMS


def counts(**given: int) -> dict[str, int]:
    """Sums of somebody who did nothing else."""
    return dict.fromkeys((*SUMS, "nights"), 0) | given


def places(*people: dict[str, int], metrics: tuple[str, ...] = ("wins",), least: int = 0) -> list[tuple[int, Any]]:
    """The table: who, by number, and his place."""
    return [(row.who, row.place) for row in rank(enumerate(people), chosen(metrics), least)]


def test_who_is_equal_in_everything_shares_the_place() -> None:
    table = rank(enumerate([counts(wins=wins) for wins in (1, 5, 3, 3)]), chosen(["wins"]), 0)
    assert [(row.who, row.place, row.is_shared) for row in table] == [
        (1, 1, False),
        (2, 2, True),
        (3, 2, True),
        (0, 4, False),
    ]


def test_the_second_metric_decides_where_the_first_does_not() -> None:
    people = counts(wins=2, hands_won=1), counts(wins=2, hands_won=9), counts(wins=1, hands_won=50)
    assert places(*people, metrics=("wins", "hands_won")) == [(1, 1), (0, 2), (2, 3)]
    assert places(*people, metrics=("hands_won", "wins")) == [(2, 1), (1, 2), (0, 3)]


def test_everybody_is_equal() -> None:
    assert places(*[counts(wins=1)] * 4) == [(0, 1), (1, 1), (2, 1), (3, 1)]


def test_nobody_has_played() -> None:
    assert places(metrics=USUAL, least=1) == []
    assert places(counts(), counts(), metrics=USUAL, least=1) == [(0, None), (1, None)]


def test_who_has_played_too_little_stands_below_without_a_place() -> None:
    people = counts(games=2, wins=2), counts(games=5, wins=1), counts(games=3, wins=3), counts(games=5)
    assert places(*people, metrics=("win_share",), least=4) == [(1, 1), (3, 2), (0, None), (2, None)]


def test_shares_are_compared_exactly() -> None:
    third = 333_333_333_333_333_333
    people = counts(games=3 * third + 1, wins=third), counts(games=3 * third, wins=third)
    assert places(*people, metrics=("win_share",)) == [(1, 1), (0, 2)]


def test_what_was_never_counted_is_below_the_worst() -> None:
    people = counts(), counts(declared=4, made=0, was_set=4)
    assert places(*people, metrics=("make_rate",)) == [(1, 1), (0, 2)]


@pytest.mark.parametrize(
    ("key", "value", "n"),
    [
        ("win_share", Fraction(3, 8), 8),
        ("wins", Fraction(3), None),
        ("points_per_game", Fraction(200, 8), 8),
        ("points", Fraction(215), None),
        ("difference_per_hand", Fraction(15, 60), 60),
        ("hands_won", Fraction(33), None),
        ("hand_win_share", Fraction(33, 60), 60),
        ("make_rate", Fraction(9, 12), 12),
        ("conversion", Fraction(13, 16), 16),
        ("points_per_bid", Fraction(-4, 16), 16),
        ("games", Fraction(8), None),
        ("nights", Fraction(5), None),
    ],
)
def test_a_metric(key: str, value: Fraction, n: int | None) -> None:
    found = METRICS[key].value(
        counts(
            games=8,
            wins=3,
            hands=60,
            hands_won=33,
            points_for=215,
            points_against=200,
            game_points=200,
            declared=16,
            made=9,
            was_set=3,
            conceded_to=4,
            declared_points=-4,
            nights=5,
        )
    )
    assert (found.number, found.n) == (value, n)


def test_every_metric_has_a_name_and_a_formula() -> None:
    assert all(str(metric.name) and str(metric.formula) for metric in METRICS.values())
    assert len({str(metric.name) for metric in METRICS.values()}) == len(METRICS)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ([], USUAL),
        (["nights", "wins"], ("nights", "wins")),
        (["wins", "wins"], ("wins",)),
        (["luck", None, ["wins"], 7], USUAL),
        (["luck", "points"], ("points",)),
    ],
)
def test_chosen(keys: list[object], expected: tuple[str, ...]) -> None:
    assert tuple(metric.key for metric in chosen(keys)) == expected


def test_few_is_said_of_what_is_divided_only() -> None:
    assert METRICS["make_rate"].value(counts(made=9)).is_few
    assert not METRICS["make_rate"].value(counts(made=10)).is_few
    assert not METRICS["wins"].value(counts()).is_few
