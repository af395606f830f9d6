"""The arena's games on a Ray cluster (extra `ray`); every machine of it must have the same version of Worldfire."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

from worldfire.engine.errors import WorldfireError
from worldfire.players.arena import Match, Outcome, play_match


class NoRay(WorldfireError):
    """Ray is not installed, or there is no cluster at the address."""


def play_on_ray(wanted: tuple[Match, ...], address: str, jobs: int | None = None) -> Iterator[Outcome]:
    """The outcomes as the games end, in any order. The address "local" starts a cluster on this machine alone."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # what is played here is nobody else's business
    try:
        import ray  # noqa: PLC0415 – an extra that only this needs
        from ray.util.multiprocessing import Pool  # noqa: PLC0415
    except ImportError as error:
        raise NoRay("the arena needs Ray for that: pip install 'worldfire[ray]'") from error
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError) as error:
        raise NoRay(f"no Ray cluster answers at {address!r}: {error}") from error
    try:
        with Pool(jobs) as pool:
            yield from pool.imap_unordered(play_match, wanted, chunksize=1)
    finally:
        ray.shutdown()
