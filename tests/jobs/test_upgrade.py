"""A database from before there were accounts and versions is brought up to date."""

import pytest

from .servers import Driver
from .upgrade import AT, HAND, LATER


@pytest.mark.parametrize("database", ["small_driver", "driver"])
def test_what_was_recorded_first_has_its_versions_of_then(database: str, request: pytest.FixtureRequest) -> None:
    driver: Driver = request.getfixturevalue(database)
    driver.migrate()
    found = driver.upgrade()
    assert found.pop("versions") == [
        [1, 1, "recorded", AT.isoformat(), True],
        [2, 1, "recorded", AT.isoformat(), False],
        [2, 2, "undone", LATER.isoformat(), True],
    ]
    assert found == {
        "faults": [],
        "scores": [4, 2],
        "records": [HAND, HAND],
        "corrected": [False, False],
        "leagues": 0,
    }
