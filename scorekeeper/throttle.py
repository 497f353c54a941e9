"""Counting what is tried too often: passwords, above all. It knows counters that forget, never requests or accounts.

The counters live in the cache, which several processes share where there is a Redis for it.
"""

import hashlib
from contextlib import suppress
from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True)
class Limit:
    """At most `most` times in `seconds`, counted from the first."""

    name: str
    most: int
    seconds: int

    def is_reached(self, who: str) -> bool:
        """Whether `who` has used it up."""
        count: int = cache.get(self._key(who), 0)
        return count >= self.most

    def count(self, who: str) -> None:
        """Say that `who` tries once.

        To be said before it is known how the try ends: many that come at the same time are then counted in time.
        """
        key = self._key(who)
        cache.add(key, 0, self.seconds)
        try:
            if cache.incr(key) == 1:
                cache.touch(key, self.seconds)  # forgotten between the two, a shared counter would stay for ever
        except ValueError:
            cache.set(key, 1, self.seconds)

    def give_back(self, who: str) -> None:
        """Take back that `who` tried once."""
        with suppress(ValueError):  # forgotten meanwhile
            cache.decr(self._key(who))

    def forget(self, who: str) -> None:
        """Begin again for `who`."""
        cache.delete(self._key(who))

    def _key(self, who: str) -> str:
        """A key of usual length and letters, whatever somebody typed."""
        return f"limit-{self.name}-{hashlib.sha256(who.encode('utf-8', 'replace')).hexdigest()}"
