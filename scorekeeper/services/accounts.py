"""Keep an account. Knows nothing of requests or forms."""

from scorekeeper.models import User


def add_account(user: User) -> User:
    """Keep an account that was filled in, its password with it, and return it."""
    user.save(force_insert=True)
    return user
