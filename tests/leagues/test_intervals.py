"""How far a share can be trusted, against figures worked out elsewhere."""

import pytest

from scorekeeper.intervals import Share


@pytest.mark.parametrize(
    ("part", "n", "percent", "low", "high"),
    [(11, 17, 65, 45, 81), (81, 107, 76, 68, 82), (3, 3, 100, 53, 100), (0, 3, 0, 0, 47), (1, 2, 50, 12, 88)],
)
def test_a_share_has_the_interval_of_wilson(part: int, n: int, percent: int, low: int, high: int) -> None:
    share = Share(part, n)
    assert (share.percent, share.low, share.high) == (percent, low, high)
