"""When the database cannot be used for a moment. Knows its errors, never what was asked of it."""

from django.db import OperationalError

RETRY_AFTER = 5
"""Seconds until it is worth trying again."""


def is_busy(error: Exception) -> bool:
    """Whether the database is locked, full or out of reach, and may be there again in a moment."""
    # A table that is not there is no passing trouble.
    return isinstance(error, OperationalError) and "no such" not in str(error)
