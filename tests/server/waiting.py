"""Waiting for what a server does in its own time."""

from __future__ import annotations

import time
from collections.abc import Callable

#: seconds; a busy machine needs many of them
MOST = 90


def until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + MOST
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.05)
