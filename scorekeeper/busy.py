"""When the database cannot be used for a moment. Knows its errors, never what was asked of it."""

from django.db import InterfaceError, InternalError, OperationalError

RETRY_AFTER = 5
"""Seconds until it is worth trying again."""

READ_ONLY = "25006"
"""What PostgreSQL calls it when it takes no writes, for instance while another server takes its place."""


def is_busy(error: BaseException) -> bool:
    """Whether the database is locked, full, read-only or out of reach, and may be there again in a moment."""
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", None) == READ_ONLY
    # A table that is not there is no passing trouble.
    return isinstance(error, OperationalError | InterfaceError) and "no such" not in str(error)
