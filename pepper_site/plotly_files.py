"""Finds the script that draws charts where it was installed, so that no copy of it is kept here.

The small build is in node_modules, if there was an npm when the site was set up; the Python package carries the large
one. Both draw the same, and are served by the same name.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

NAME = "plotly.min.js"
PREFIX = "plotly"
SMALL = "node_modules/plotly.js-basic-dist-min/plotly-basic.min.js"


def large_build() -> Path:
    """The build that the Python package carries."""
    found = find_spec("plotly")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("plotly is not installed; `make run` does that.")
    return Path(found.origin).parent / "package_data" / NAME


def chosen_build() -> Path:
    """The small build where it is there, else the large one."""
    small: Path = settings.BASE_DIR / SMALL
    return small if small.is_file() else large_build()


class OneFile(FileSystemStorage):
    """A storage that has the chosen build alone, whatever its own name is."""

    prefix = PREFIX

    def path(self, name: str) -> str:
        """Where it is on the disk."""
        return str(chosen_build())


class PlotlyFinder(BaseFinder):
    """Finds plotly/plotly.min.js."""

    storage = OneFile()

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
