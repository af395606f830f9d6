"""When memory is tidied: hundreds of open games are millions of objects, and looking at all of them stops everybody.

Nearly everything is freed when its last user lets go; what holds itself in a circle waits for the hourly look at everything.
"""

from __future__ import annotations

import asyncio
import gc

#: new objects before the youngest are looked at, and how many such looks before the next older ones
YOUNG, MIDDLE = 200_000, 10
#: a number of looks that is never reached: the oldest are left to `tidy_now_and_then`
NEVER = 1_000_000_000
SECONDS = 3600


def calm_the_collector() -> None:
    """For a process that does nothing but serve: no long pauses at moments that nobody chose."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def tidy_now_and_then() -> None:
    while True:
        await asyncio.sleep(SECONDS)
        gc.collect()
