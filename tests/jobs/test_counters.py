"""What is tried too often is counted by all processes together, and goes on being counted while the Redis is away."""

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache.backends.redis import RedisCache

from pepper_site import counters
from pepper_site.counters import SharedCache
from scorekeeper import throttle
from scorekeeper.throttle import Limit, take_all
from tests.jobs.servers import Broker, Site, tried, wait_until

LIMIT = Limit("test", most=3, seconds=60)
WIDER = Limit("wider", most=4, seconds=60)


@pytest.fixture
def cache(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedCache]:
    """The shared cache, empty, as the one in which is counted."""
    broker.start()
    counters._shared.cache_clear()
    shared = SharedCache(broker.url, {"KEY_PREFIX": "pepper"})
    shared._own.clear()
    RedisCache(broker.url, {}).clear()
    monkeypatch.setattr(throttle, "cache", shared)
    yield shared
    shared._shared.cache.close()


def test_another_process_counts_on(cache: SharedCache, broker: Broker) -> None:
    for _time in range(3):
        LIMIT.count("nora")
    counters._shared.cache_clear()
    throttle.cache = SharedCache(broker.url, {"KEY_PREFIX": "pepper"})
    assert LIMIT.is_reached("nora")
    assert not LIMIT.is_reached("eli")
    LIMIT.give_back("nora")
    assert not LIMIT.is_reached("nora")
    LIMIT.count("nora")
    LIMIT.forget("nora")
    assert not LIMIT.is_reached("nora")
    LIMIT.give_back("nora")


@pytest.mark.parametrize("is_shared", [True, False], ids=["shared", "alone"])
def test_of_many_tries_at_the_same_time_only_so_many_pass(
    cache: SharedCache, is_shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_shared:
        monkeypatch.setattr(throttle, "cache", cache._own)
    ready, passed = threading.Barrier(16), []

    def guess() -> None:
        ready.wait()
        passed.append(take_all([(LIMIT, "nora"), (WIDER, "everybody")]))

    guessing = [threading.Thread(target=guess) for _time in range(16)]
    for one in guessing:
        one.start()
    for one in guessing:
        one.join()
    assert passed.count(True) == LIMIT.most
    # Who was refused has not used up what others share.
    assert not WIDER.is_reached("everybody")


def test_a_counter_is_forgotten_in_time(cache: SharedCache, broker: Broker) -> None:
    short = Limit("short", most=1, seconds=1)
    short.count("nora")
    assert short.is_reached("nora")
    wait_until(lambda: not short.is_reached("nora"), "it is forgotten", 5)
    RedisCache(broker.url, {"KEY_PREFIX": "pepper"}).delete(short._key("nora"))
    cache.incr = lambda *_arguments, **_more: 1  # type: ignore[method-assign]
    short.count("nora")  # as if it had been forgotten between the two
    wait_until(lambda: not short.is_reached("nora"), "it is forgotten too", 5)


def test_what_the_rates_of_the_api_keep_comes_back(cache: SharedCache) -> None:
    cache.set("history", [1.5, 2.25], 60)
    assert cache.get("history") == [1.5, 2.25]
    assert cache.get("nothing", []) == []


def test_while_it_is_away_this_process_counts(cache: SharedCache, broker: Broker) -> None:
    broker.kill()
    for _time in range(3):
        LIMIT.count("nora")
    assert LIMIT.is_reached("nora")
    assert not LIMIT.is_reached("eli")
    broker.start()
    cache._shared.silent_until = 0.0
    assert not LIMIT.is_reached("nora"), "what is shared counts again"
    for _time in range(3):
        LIMIT.count("nora")
    assert RedisCache(broker.url, {"KEY_PREFIX": "pepper"}).has_key(LIMIT._key("nora"))


def test_one_that_does_not_answer_holds_up_one_request_only(cache: SharedCache, broker: Broker) -> None:
    assert broker.process is not None
    LIMIT.count("nora")
    broker.process.signal(signal.SIGSTOP)
    try:
        times = []
        for _time in range(5):
            begun = time.monotonic()
            LIMIT.count("nora")
            times.append(time.monotonic() - begun)
    finally:
        broker.process.signal(signal.SIGCONT)
    assert times[0] < 3
    assert max(times[1:]) < 0.4
    assert LIMIT.is_reached("nora")


def test_the_jobs_that_wait_there_cannot_be_cleared_away(cache: SharedCache) -> None:
    with pytest.raises(NotImplementedError):
        cache.clear()


def test_two_processes_refuse_together_and_serve_without_it(broker: Broker, tmp_path: Path) -> None:
    broker.start()
    RedisCache(broker.url, {}).clear()
    site = Site(tmp_path, DATABASE=str(tmp_path / "pepper.sqlite3"), REDIS_URL=broker.url)
    try:
        site.driver()
        one, other = site.serve(), site.serve()
        assert [tried(address) for address in (one, other) * 3] == [422] * 6
        assert (tried(one), tried(other)) == (429, 429)
        broker.kill()
        assert tried(one) == 422, "it counts for itself now, and answers"
        assert [tried(one) for _time in range(6)][-1] == 429
        broker.start()
        wait_until(lambda: tried(other) == 422, "what is shared was lost with it")
    finally:
        site.stop()
