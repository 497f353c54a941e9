"""What is kept out of the logs: a game's address is its key, so no log may hold one.

It knows addresses, never games.
"""

import logging
import re

_KEYS = re.compile(r"(/g/|/api/games/)[^/\s?\"']+")


class HideKeys(logging.Filter):
    """Puts an ellipsis in the place of every game's key, in the message and in what fills it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without keys."""
        record.msg = _KEYS.sub(r"\1…", record.getMessage())
        record.args = None
        return True
