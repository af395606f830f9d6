"""The connection to the database: SQLite in WAL mode or PostgreSQL, by the URL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

from worldfire.server.tables import METADATA

#: how long a writer waits for another process, in seconds
PATIENCE = 30


class Database:
    """Transactions of both kinds. What `writing` did is durable when the block is left without an error."""

    def __init__(self, url: str, workers: int) -> None:
        self._engine = _engine(url, workers)
        # SQLite has one writer at a time, and whoever finds it taken looks again after a nap: our own threads stand in line.
        self._turn: AbstractContextManager[Any] = threading.Lock() if url.startswith("sqlite") else nullcontext()
        self._writer = self._engine.execution_options(writes=True)
        METADATA.create_all(self._engine)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._turn, self._writer.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            yield connection

    def close(self) -> None:
        self._engine.dispose()


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
