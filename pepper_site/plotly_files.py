"""Finds the script that draws charts in the installed package, so that no copy of it is kept here.

Of all that the package carries, only that one file becomes part of the site.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

NAME = "plotly.min.js"
PREFIX = "plotly"


def package_data() -> Path:
    """The folder in which the package keeps it."""
    found = find_spec("plotly")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("plotly is not installed; `make run` does that.")
    return Path(found.origin).parent / "package_data"


class PlotlyFinder(BaseFinder):
    """Finds plotly/plotly.min.js."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.storage = FileSystemStorage(location=package_data())
        self.storage.prefix = PREFIX  # type: ignore[attr-defined]

    def check(self, **kwargs: Any) -> list[Any]:
        """There is nothing to set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return where the file is on the disk."""
        found = [self.storage.path(NAME)] if path == f"{PREFIX}/{NAME}" else []
        return found if find_all else (found[0] if found else [])

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, Storage]]:
        """The one file."""
        yield NAME, self.storage
