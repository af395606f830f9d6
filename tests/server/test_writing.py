"""Writers who come while the disk is busy share a transaction; one who fails spoils nobody else's work."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from sqlalchemy import Connection, event, insert, select

from worldfire.server.database import Database, Work
from worldfire.server.tables import SETTINGS

pytestmark = pytest.mark.both_databases


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database(database_url, 8)
    database.make_tables()
    yield database
    database.close()


def names(database: Database) -> set[str]:
    with database.reading() as connection:
        return set(connection.execute(select(SETTINGS.c.name)).scalars())


def note(name: str) -> Work:
    def work(connection: Connection) -> None:
        connection.execute(insert(SETTINGS).values(name=name, value=""))

    return work


def fail(connection: Connection) -> None:
    note("half done")(connection)
    raise ValueError("no")


def together(database: Database, works: list[Work]) -> tuple[list[Future[None]], int]:
    """All works at once, while another one holds the disk; how many transactions were committed."""
    commits: list[object] = []
    event.listen(database._engine, "commit", commits.append)
    busy, go_on = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        busy.set()
        assert go_on.wait(10)

    with ThreadPoolExecutor(len(works) + 1) as threads:
        first = threads.submit(database.write, slow)
        assert busy.wait(10)
        others = [threads.submit(database.write, work) for work in works]
        while len(database._jobs) < len(works):
            pass
        go_on.set()
    first.result()
    return others, len(commits) - 1


def test_those_who_wait_share_a_transaction(database: Database) -> None:
    done, commits = together(database, [note(str(number)) for number in range(5)])
    for future in done:
        future.result()
    assert names(database) == {"0", "1", "2", "3", "4"}
    assert commits == 1


def test_one_who_fails_fails_alone(database: Database) -> None:
    one, bad, other = together(database, [note("one"), fail, note("other")])[0]
    one.result()
    other.result()
    with pytest.raises(ValueError, match="no"):
        bad.result()
    assert names(database) == {"one", "other"}
