"""Every constraint that the models name is held by the database itself, under that name."""

import pytest
from django.db import models

from .constraints import BREAKS, every
from .servers import Driver


@pytest.mark.parametrize("database", ["small_driver", "driver"])
def test_the_database_refuses_what_breaks_any_constraint(database: str, request: pytest.FixtureRequest) -> None:
    driver: Driver = request.getfixturevalue(database)
    assert driver.migrate() == {"vendor": "sqlite" if database == "small_driver" else "postgresql"}
    assert driver.broken() == {}


def test_for_every_check_there_are_data_that_break_it() -> None:
    checks = {name for name, _model, constraint in every() if isinstance(constraint, models.CheckConstraint)}
    assert checks == BREAKS.keys() - {"version_one_is_current"}
