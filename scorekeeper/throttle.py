"""Counting what is tried too often: passwords, above all. It knows counters that forget, never requests or accounts.

The counters live in the cache; where there are several processes, it takes a shared cache to count across them.
"""

import hashlib
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
        """Say that `who` has tried once."""
        key = self._key(who)
        cache.add(key, 0, self.seconds)
        try:
            cache.incr(key)
        except ValueError:  # forgotten between the two
            cache.set(key, 1, self.seconds)

    def forget(self, who: str) -> None:
        """Begin again for `who`."""
        cache.delete(self._key(who))

    def _key(self, who: str) -> str:
        """A key of usual length and letters, whatever somebody typed."""
        return f"limit-{self.name}-{hashlib.sha256(who.encode('utf-8', 'replace')).hexdigest()}"
