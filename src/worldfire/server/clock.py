"""How much time has passed for those who use the server: not what its clock says, which may jump, nor while it was off.

Nothing is deleted, and nobody's session ends, because a clock was wrong or the machine stood still for a season.
"""

from __future__ import annotations

import threading
from time import monotonic, time

import msgspec
from sqlalchemy import delete, insert, select

from worldfire.server.database import Database
from worldfire.server.tables import SETTINGS

#: seconds between two looks at the clock, and how far it may be off then before it counts as a jump
TICK = 3600.0
JUMP = 2 * TICK
#: jumps that are remembered
MOST_GAPS = 1000

_NAME = "clock"


class Reading(msgspec.Struct):
    """What is kept of the last look."""

    #: what the clock said
    at: float
    #: seconds that the server has run in all
    served: float = 0.0
    #: from where to where the clock has jumped, or stood still with the server off; oldest first
    gaps: list[tuple[float, float]] = msgspec.field(default_factory=list)


class Clock:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._looking = threading.Lock()
        self._reading = self._read() or Reading(time())
        self._since = monotonic()
        self._look(0.0)

    def tick(self) -> None:
        """Look at the clock, now and then: when it is not where it should be, it has jumped."""
        self._look(monotonic() - self._since)

    def _look(self, elapsed: float) -> None:
        with self._looking:
            known, now = self._reading, time()
            gaps = list(known.gaps)
            if now - (known.at + elapsed) > JUMP:
                gaps.append((known.at + elapsed, now))
            self._reading = Reading(now, known.served + elapsed, gaps[-MOST_GAPS:])
            self._since = monotonic()
            self._keep()

    def served(self) -> float:
        """Seconds that the server has run since its database was made."""
        return self._reading.served + monotonic() - self._since

    def before(self, seconds: float) -> float:
        """The moment, by the clock, since which the server has run for so long."""
        self.tick()
        moment = self._reading.at
        for start, end in reversed(self._reading.gaps):
            if end > moment:
                continue  # the clock has gone back since
            if moment - end >= seconds:
                break
            seconds -= moment - end
            moment = start
        return moment - seconds

    def _read(self) -> Reading | None:
        with self._database.reading() as connection:
            text = connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == _NAME)).scalar_one_or_none()
        return None if text is None else msgspec.json.decode(text, type=Reading)

    def _keep(self) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(SETTINGS).where(SETTINGS.c.name == _NAME))
            connection.execute(insert(SETTINGS).values(name=_NAME, value=msgspec.json.encode(self._reading).decode()))
