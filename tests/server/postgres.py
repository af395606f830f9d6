"""A PostgreSQL of the test run's own: Debian's programs, a cluster in a temporary folder, an empty database for each test.

`make test` installs the programs. The cluster belongs to the process that runs the tests (with xdist, one for each) and is
reached through a socket in its folder; nothing that is on the machine already is touched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, NullPool, create_engine, text

from worldfire.server.database import Database
from worldfire.server.tables import METADATA

PROGRAMS = Path("/usr/lib/postgresql")
#: whoever is root hands the cluster to this user: initdb refuses to make one for root
OWNER = "postgres"
TEMPLATE = "template_worldfire"
#: tests may lose what they wrote when the power fails
QUICKLY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=32MB", "max_connections=60")


class Cluster:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"
        self._made = 0
        #: databases that tests have left, emptied: four times as quick as new ones
        self._spare: list[str] = []
        self._admin: Engine

    def start(self) -> None:
        print("worldfire: making a PostgreSQL cluster for the tests", file=sys.stderr)
        if os.geteuid() == 0:
            shutil.chown(self._folder, OWNER)
        self._run("initdb", "--no-sync", "--auth=trust", f"--username={OWNER}", "--encoding=UTF8", "--locale=C.UTF-8")
        settings = " ".join(f"-c {one}" for one in QUICKLY)
        self._run(
            "pg_ctl", "--wait", "-o", f"{settings} -c listen_addresses='' -k {self._folder}", "-l", "log", "start"
        )
        self._admin = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        self._execute(f"CREATE DATABASE {TEMPLATE}")
        database = Database(self.url(TEMPLATE), 1)
        database.make_tables()
        database.close()

    def stop(self) -> None:
        self._admin.dispose()
        self._run("pg_ctl", "--mode=immediate", "stop")

    def url(self, name: str) -> str:
        return f"postgresql+psycopg://{OWNER}@/{name}?host={self._folder}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """An empty database with the server's tables."""
        name = self._spare.pop() if self._spare else self._make()
        try:
            yield self.url(name)
        finally:
            self._empty(name)
            self._spare.append(name)

    def _make(self) -> str:
        self._made += 1
        name = f"test_{self._made}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return name

    def _empty(self, name: str) -> None:
        """Whoever is still connected is cut off, and what the test has set is set back."""
        self._execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        self._execute(f"ALTER DATABASE {name} RESET ALL")
        database = create_engine(self.url(name), poolclass=NullPool)
        with database.begin() as connection:
            # Nobody asks of each row whether another speaks of it: all of them go.
            connection.execute(text("SET session_replication_role = replica"))
            for table in reversed(METADATA.sorted_tables):
                connection.execute(table.delete())

    def _execute(self, statement: str) -> None:
        with self._admin.connect() as connection:
            connection.execute(text(statement))

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(_programs() / program), "--pgdata", str(self._data), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", OWNER, "--", *command]
        done = subprocess.run(
            command, cwd=self._folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise AssertionError(f"{program} failed:\n{done.stdout}{done.stderr}")


def _programs() -> Path:
    found = sorted(PROGRAMS.glob("*/bin"), key=lambda path: int(path.parent.name))
    assert found, f"PostgreSQL is not in {PROGRAMS}: as root, make postgresql (or apt-get install postgresql)"
    return found[-1]


@contextmanager
def running() -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="worldfire-postgresql-") as folder:
        cluster = Cluster(Path(folder))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
