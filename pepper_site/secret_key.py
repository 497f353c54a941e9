"""A secret key for use on one's own machine: made once, kept in a file that only its owner can read."""

import contextlib
import os
import tempfile
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def local_secret_key(path: Path) -> str:
    """Return the key in the file at `path`, making the file first where there is none.

    Two processes that start together get the same key: the file appears whole, and the first one stays.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # mkstemp makes the file readable by its owner alone (0600).
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(get_random_secret_key())
            with contextlib.suppress(FileExistsError):  # another process may be first
                os.link(draft, path)
        finally:
            os.unlink(draft)
    return path.read_text(encoding="ascii")
