"""Two people at once: whoever comes second is told what has changed, and a double tap does one thing."""

import pytest

from .races import BOTH, REFUSALS, TWINS
from .servers import Driver


def names(races: tuple[object, ...]) -> list[str]:
    return [race.__name__ for race in races]  # type: ignore[attr-defined]


@pytest.mark.parametrize("race", names(REFUSALS))
@pytest.mark.parametrize("database", ["small_driver", "driver"])
def test_whoever_comes_second_is_refused_in_words(race: str, database: str, request: pytest.FixtureRequest) -> None:
    driver: Driver = request.getfixturevalue(database)
    said = driver.race(name=race)
    assert said.keys() == {"first", "refused"}, said


@pytest.mark.parametrize("race", names(BOTH))
@pytest.mark.parametrize("database", ["small_driver", "driver"])
def test_what_two_say_of_one_thing_stands(race: str, database: str, request: pytest.FixtureRequest) -> None:
    driver: Driver = request.getfixturevalue(database)
    said = driver.race(name=race)
    assert said.keys() == {"first", "second", "stands"}, said
    assert said["stands"] == "True"


@pytest.mark.parametrize("race", names(TWINS))
@pytest.mark.parametrize("database", ["small_driver", "driver"])
def test_a_double_tap_does_one_thing(race: str, database: str, request: pytest.FixtureRequest) -> None:
    driver: Driver = request.getfixturevalue(database)
    said = driver.race(name=race)
    assert said.keys() == {"first", "second"}, said
    assert said["first"] == said["second"]
