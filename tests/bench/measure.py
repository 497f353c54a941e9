"""Times that can be compared on a busy machine: in rounds, one after the other, each program once a round.

Knows nothing of what is measured.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

BATCH = 20


class Job(NamedTuple):
    """What is measured: `run` on what `make` makes of each source.

    As where a stream is read, a few are made at a time, and not long before; making them is not measured.
    """

    sources: list[Any]
    make: Callable[[Any], Any]
    run: Callable[[Any], object]


class Ratio(NamedTuple):
    """How many times faster one job is than another: in the middle of all rounds, and each in its quickest round."""

    middle: float
    quickest: float

    def __str__(self) -> str:
        return f"{self.middle:6.2f} {self.quickest:9.2f}"


class Times(dict[str, list[float]]):
    """The seconds an item took, for each job by its name, a number a round."""

    def middle(self, name: str) -> float:
        """Return the median of the rounds."""
        return median(self[name])

    def ratio(self, slow: list[str], fast: list[str]) -> Ratio:
        """Return how many times longer the `slow` jobs took than the `fast` ones, on average."""
        slow_times, fast_times = self._average(slow), self._average(fast)
        ratios = [one / other for one, other in zip(slow_times, fast_times, strict=True)]
        return Ratio(median(ratios), min(slow_times) / min(fast_times))

    def _average(self, names: list[str]) -> list[float]:
        return [sum(values) / len(values) for values in zip(*(self[name] for name in names), strict=True)]


def measure(jobs: Mapping[str, Job], rounds: int) -> Times:
    """Run every job once a round, and once before that counts."""
    times = Times({name: [] for name in jobs})
    for number in range(rounds + 1):
        for name, job in jobs.items():
            seconds = once(job)
            if number:
                times[name].append(seconds)
    return times


def once(job: Job) -> float:
    """Return the seconds an item takes, without the collector of garbage in between."""
    sources, make, run = job
    seconds = 0.0
    gc.collect()
    gc.disable()
    try:
        for first in range(0, len(sources), BATCH):
            items = [make(source) for source in sources[first : first + BATCH]]
            start = perf_counter()
            for item in items:
                run(item)
            seconds += perf_counter() - start
    finally:
        gc.enable()
    return seconds / len(sources)
