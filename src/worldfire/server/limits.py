"""Nobody may ask too much: a bucket of requests for each person, refilled at a steady rate."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from worldfire.server.problems import Problem

#: buckets that are remembered; the oldest are full again anyway
MOST_BUCKETS = 10_000
#: seconds after which one who has too much under way may come again
COME_AGAIN = 5


class Limits:
    def __init__(self, per_minute: int, burst: int) -> None:
        self._rate = per_minute / 60
        self._burst = burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def charge(self, who: str, cost: float = 1) -> None:
        """Take from the bucket, or raise the Problem that says when to come again."""
        now = time.monotonic()
        level, then = self._buckets.get(who, (float(self._burst), now))
        level = min(self._burst, level + (now - then) * self._rate)
        if level < cost:
            wait = (cost - level) / self._rate
            text = f"too many requests; try again in {ceil(wait)} seconds"
            raise Problem(429, "too-many-requests", text, retry_after=ceil(wait))
        self._buckets[who] = (level - cost, now)
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)


class Slots:
    """How many connections, or uploads, there may be at once: of a person, and from an address."""

    def __init__(self, what: str, by_person: int, by_address: int) -> None:
        self._what = what
        self._by_person = by_person
        self._by_address = by_address
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, person: str, address: str) -> Iterator[None]:
        """Hold a slot; somebody without a session counts for his address only."""
        limits = {f"address {address}": self._by_address} | ({f"person {person}": self._by_person} if person else {})
        for who, most in limits.items():
            if self._taken.get(who, 0) >= most:
                raise Problem(429, "too-many-at-once", f"at most {most} {self._what} at once", retry_after=COME_AGAIN)
        self._taken.update(limits.keys())
        try:
            yield
        finally:
            for who in limits:
                self._taken[who] -= 1
                if not self._taken[who]:
                    del self._taken[who]
