"""Nobody may ask too much: a bucket of requests for each person, refilled at a steady rate."""

from __future__ import annotations

import time
from collections import OrderedDict

from worldfire.server.problems import Problem

#: buckets that are remembered; the oldest are full again anyway
MOST_BUCKETS = 10_000


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
            raise Problem(429, "too-many-requests", f"too many requests; try again in {wait:.0f} seconds")
        self._buckets[who] = (level - cost, now)
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
