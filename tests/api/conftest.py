"""Every test of the API begins with nothing counted against anybody."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_requests_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
