"""The cache in which tries are counted, shared through a Redis; while that is away, each process counts for itself.

It knows caches, never what is counted. Nothing is kept in it that could not be forgotten.
"""

import functools
import json
import logging
import time
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# Seconds to wait for an answer, and then without another try, so that one request waits and not each.
PATIENCE = 0.5
SILENCE = 5.0
MOST_ENTRIES = 20_000


class Json:
    """How values are kept: by themselves where they are counted up, and never so that reading them runs anything."""

    def dumps(self, value: Any) -> int | str:
        return value if type(value) is int else json.dumps(value)

    def loads(self, data: bytes) -> Any:
        return json.loads(data)


class _Shared:
    """One process's way to the Redis, the same for all its threads."""

    def __init__(self, url: str, prefix: str) -> None:
        options = {"serializer": Json(), "socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": None}
        self.cache = RedisCache(url, {"OPTIONS": options, "KEY_PREFIX": prefix})
        self.silent_until = 0.0


_shared = functools.cache(_Shared)


class SharedCache(BaseCache):
    """A cache in the Redis at LOCATION, or in the memory of this process while that does not answer.

    It has what counting needs. It cannot be cleared: the jobs wait in the same Redis.
    """

    def __init__(self, url: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._shared = _shared(url, self.key_prefix)
        self._own = LocMemCache(url, {"OPTIONS": {"MAX_ENTRIES": MOST_ENTRIES}, "KEY_PREFIX": self.key_prefix})

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return bool(self._ask("add", key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._ask("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        self._ask("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return bool(self._ask("touch", key, timeout, version))

    def delete(self, key: Any, version: Any = None) -> bool:
        return bool(self._ask("delete", key, version))

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        count: int = self._ask("incr", key, delta, version)
        return count

    def _ask(self, name: str, *arguments: Any) -> Any:
        if time.monotonic() >= self._shared.silent_until:
            try:
                return getattr(self._shared.cache, name)(*arguments)
            except (RedisError, OSError) as error:
                self._shared.silent_until = time.monotonic() + SILENCE
                logger.warning("Tries are counted by each process for itself for now: %s", error)
        return getattr(self._own, name)(*arguments)
