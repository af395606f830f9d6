"""Waiting for what a server does in its own time."""

from __future__ import annotations

import time
from collections.abc import Callable

#: seconds; a busy machine needs many of them
MOST = 90
SHORTEST_PAUSE, LONGEST_PAUSE = 0.02, 0.25


def until(done: Callable[[], bool]) -> None:
    """What takes long is asked for less often, so that asking does not slow it down."""
    began = time.monotonic()
    while not done():
        waited = time.monotonic() - began
        assert waited < MOST
        time.sleep(min(LONGEST_PAUSE, max(SHORTEST_PAUSE, waited / 4)))
