"""What is kept out of the logs: keys, as a game's address is one, the link for a forgotten password and tokens are;
and the traces of what was refused.

It knows addresses, never games.
"""

import logging
import re

_SLASH = "(?:/|%2F)"  # as one address stands in another
_BEFORE = rf"{_SLASH}(?:g|api{_SLASH}games|account{_SLASH}reset{_SLASH}\w+){_SLASH}|[?&]again=|pepper_(?=[\w-]{{20}})"
_KEYS = re.compile(rf"({_BEFORE})[^/\s?&%\"']+", re.IGNORECASE)


class OneLine(logging.Filter):
    """Leaves out where in the code somebody was refused: that is expected. What nobody expected keeps its trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, one of a refusal without its trace."""
        if record.name.startswith("django.") and getattr(record, "status_code", 500) < 500:
            record.exc_info = record.exc_text = None
        return True


class HideKeys(logging.Filter):
    """Puts an ellipsis in the place of every key, in the message and in what fills it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without keys."""
        record.msg = _KEYS.sub(r"\1…", record.getMessage())
        record.args = None
        return True
