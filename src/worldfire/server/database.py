"""The connection to the database: SQLite in WAL mode or PostgreSQL, by the URL."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert
from sqlalchemy.exc import DatabaseError, InterfaceError, InternalError, OperationalError, SQLAlchemyError, TimeoutError

from worldfire.server.tables import SETTINGS
from worldfire.server.upgrading import make_tables

#: how long a writer waits for another process, in seconds
PATIENCE = 30


Work = Callable[[Connection], None]


@dataclass(eq=False)
class _Job:
    work: Work
    done: bool = False
    error: Exception | None = None


class Database:
    """Transactions of both kinds. What `writing` or `write` did is durable when it is left without an error."""

    def __init__(self, url: str, workers: int) -> None:
        self._engine = _engine(url, workers)
        # SQLite has one writer at a time, and whoever finds it taken looks again after a nap: our own threads stand in line.
        self._turn: AbstractContextManager[Any] = threading.Lock() if url.startswith("sqlite") else nullcontext()
        self._writer = self._engine.execution_options(writes=True)
        #: what threads want written by whoever has the turn next
        self._jobs: deque[_Job] = deque()
        self._batching = threading.Lock()
        #: of those batches, kept open: to take one out of the pool and put it back costs as much as the writing
        self._kept: Connection | None = None

    def make_tables(self) -> None:
        """What is missing in the database; done once, when a server starts."""
        make_tables(self._writer)

    def write(self, work: Work) -> None:
        """Do the work in a transaction, which it may share with others who came while the disk was busy.

        A disk takes as long for one transaction as for many. Work that fails is undone, and nobody else's with it: then each
        gets a transaction of its own, so work must be such that it can be done again.
        """
        job = _Job(work)
        self._jobs.append(job)
        with self._batching:
            if not job.done:
                self._do([self._jobs.popleft() for _ in range(len(self._jobs))])
        if job.error is not None:
            raise job.error

    def _do(self, jobs: list[_Job]) -> None:
        try:
            self._do_together(jobs)
        except Exception:
            self._drop_kept()
            for job in jobs:
                self._do_alone(job)
        for job in jobs:
            job.done = True

    def _do_together(self, jobs: list[_Job]) -> None:
        if self._kept is None:
            self._kept = self._writer.connect()
        with self._turn, self._kept.begin():
            for job in jobs:
                job.work(self._kept)

    def _do_alone(self, job: _Job) -> None:
        try:
            with self.writing() as connection:
                job.work(connection)
        except Exception as error:
            job.error = error

    def _drop_kept(self) -> None:
        """The other end may have gone: the next batch begins with a new one."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._turn, self._writer.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            yield connection

    def close(self) -> None:
        self._drop_kept()
        self._engine.dispose()


def fails_for_now(error: SQLAlchemyError) -> bool:
    """A full disk, a lost connection, a lock that is never free: not a fault of the request, nor of a statement."""
    passing = OperationalError | InterfaceError | InternalError | TimeoutError
    return isinstance(error, passing) or (isinstance(error, DatabaseError) and type(error) is DatabaseError)


def plainly(error: SQLAlchemyError) -> str:
    """What the database itself said."""
    return " ".join(str(getattr(error, "orig", None) or error).split())


def check_database(url: str) -> None:
    """Before a server starts: is the database whole, and may it be written? Else `SQLAlchemyError`, as everywhere."""
    database = Database(url, 1)
    try:
        database.make_tables()
        if url.startswith("sqlite"):
            with database.reading() as connection:
                found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if found != "ok":
                raise DatabaseError(f"PRAGMA quick_check: {found}", None, Exception(f"it is damaged: {found}"))
        with database.writing() as connection:
            connection.execute(delete(SETTINGS).where(SETTINGS.c.name == "written"))
            connection.execute(insert(SETTINGS).values(name="written", value=""))
    finally:
        database.close()


def _engine(url: str, workers: int) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=workers, max_overflow=workers, pool_pre_ping=True)
    engine = create_engine(url, pool_size=workers, max_overflow=workers, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, and not by the driver
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # acknowledged means on the disk, even if the power fails
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        # A writer takes the lock at once: one that upgrades later could only fail.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
