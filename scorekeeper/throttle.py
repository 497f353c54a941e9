"""Counting what is tried too often: passwords, above all. It knows counters that forget, never requests or accounts.

The counters live in the cache, which several processes share where there is a Redis for it.
"""

import hashlib
from collections.abc import Iterable
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

    def take(self, who: str) -> bool:
        """Count a try of `who`, and say whether it may be made.

        To be asked before it is known how the try ends. It is judged by what it counted to, so that of many that come
        at the same time only so many pass.
        """
        if self.count(who) <= self.most:
            return True
        self.give_back(who)
        return False

    def count(self, who: str) -> int:
        """Say that `who` tries once, and return how often that is."""
        key = self._key(who)
        cache.add(key, 0, self.seconds)
        try:
            count: int = cache.incr(key)
        except ValueError:
            cache.set(key, 1, self.seconds)
            return 1
        if count == 1:
            cache.touch(key, self.seconds)  # forgotten between the two, a shared counter would stay for ever
        return count

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


def take_all(tries: Iterable[tuple[Limit, str]]) -> bool:
    """Count a try by each of several limits, and say whether it may be made; where one says no, none has counted it."""
    taken: list[tuple[Limit, str]] = []
    for limit, who in tries:
        if not limit.take(who):
            for other, counted in taken:
                other.give_back(counted)
            return False
        taken.append((limit, who))
    return True
