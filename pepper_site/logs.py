"""What is kept out of the logs: a game's address is its key, the link for a forgotten password is one, tokens are.

It knows addresses, never games.
"""

import logging
import re

_SLASH = "(?:/|%2F)"  # as one address stands in another
_BEFORE = rf"{_SLASH}(?:g|api{_SLASH}games|account{_SLASH}reset{_SLASH}\w+){_SLASH}|[?&]again=|pepper_(?=[\w-]{{20}})"
_KEYS = re.compile(rf"({_BEFORE})[^/\s?&%\"']+", re.IGNORECASE)


class HideKeys(logging.Filter):
    """Puts an ellipsis in the place of every key, in the message and in what fills it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without keys."""
        record.msg = _KEYS.sub(r"\1…", record.getMessage())
        record.args = None
        return True
