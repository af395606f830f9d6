"""Storage that fails says so and loses nothing; what is damaged in one game stays in that game; a start tells what is wrong.

At b884a8c a full disk or a lost database was a 500, a read-only or damaged one a traceback at the start, and one damaged row
an error for everybody who asked for a list that held it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, event, text, update
from sqlalchemy.exc import DatabaseError, OperationalError
from starlette.testclient import TestClient

from server.lazy import HEADERS, Page, Seat
from worldfire.server.app import make_app
from worldfire.server.database import check_database
from worldfire.server.house import House
from worldfire.server.settings import Settings
from worldfire.server.tables import ENTRIES, GAMES

pytestmark = pytest.mark.both_databases


class Broken:
    """A database whose writes, or all of whose statements, fail."""

    def __init__(self, house: House) -> None:
        self._engine = house.database._engine
        self._start = ""

    def fail(self, start: str) -> None:
        self._start = start
        event.listen(self._engine, "before_cursor_execute", self._refuse)

    def mend(self) -> None:
        event.remove(self._engine, "before_cursor_execute", self._refuse)

    def _refuse(self, connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if statement.startswith(self._start):
            raise OperationalError(statement, {}, Exception("database or disk is full"))


@pytest.fixture
def broken(house: House) -> Broken:
    return Broken(house)


def test_a_full_disk_gives_503_and_nothing_is_half_done(page: Page, broken: Broken) -> None:
    heinz = page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0]
    before = heinz.table()
    decision, verb, noun = heinz.lazy_choice(before)
    broken.fail("UPDATE")
    body = {"seat": "heinz", "decision": decision, "verb": verb, "noun": noun, "key": "once"}
    answer = page.client.post(f"{heinz.path}/actions", json=body, headers=HEADERS)
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "storage"
    assert int(answer.headers["retry-after"]) > 0
    broken.mend()
    assert heinz.table() == before
    entry = heinz.act(decision, verb, noun, key="once")["entry"]
    assert entry == before["entries"]
    assert heinz.act(decision, verb, noun, key="once")["entry"] == entry


def test_a_database_that_is_gone_gives_503_everywhere(page: Page, broken: Broken, house: House) -> None:
    heinz = page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0]
    heinz.table()
    broken.fail("")
    for path in ("/api/games", heinz.path, f"{heinz.path}/chat", "/api/notices"):
        answer = page.client.get(path)
        assert (path, answer.status_code) == (path, 503)
        assert answer.headers["retry-after"]
    assert heinz.table()["seat"] == "heinz", "what is in memory can still be looked at"
    house._open.clear()
    with page.client.websocket_connect(f"{heinz.path}/live") as socket:  # type: ignore[attr-defined]
        assert socket.receive()["code"] == 1013
    broken.mend()
    assert heinz.table()["seat"] == "heinz"


@pytest.mark.parametrize("damage", ["header", "snapshot", "entry", "waiting"])
def test_damage_stays_in_its_game(page: Page, other_page: Page, house: House, damage: str) -> None:
    seats = {"heinz": {"kind": "me"}, "anna": {"kind": "open"}}
    bad, good = (page.post("/api/games", exercise="surprise-points", seats=seats)["game"] for _ in range(2))
    house._open.clear()
    with house.database.writing() as connection:
        here = GAMES.c.id == bad
        if damage == "header":
            connection.execute(update(GAMES).where(here).values(header="{nonsense"))
        elif damage == "snapshot":
            connection.execute(update(GAMES).where(here).values(snapshot=b"nonsense"))
        elif damage == "waiting":
            connection.execute(update(GAMES).where(here).values(waiting="nonsense"))
        else:
            connection.execute(update(ENTRIES).where(ENTRIES.c.game == bad).values(line=b"nonsense"))
    for who in (page, other_page):
        assert {game["game"] for game in who.get("/api/games")["games"]} == {bad, good}
    if damage != "waiting":
        for path in ("table", "log", "verify", "export", "statistics"):
            answer = page.client.get(f"/api/games/{bad}/{path}")
            assert answer.status_code == 409, (path, answer.text[:300])
            assert answer.json()["error"]["code"] == "unreadable"
    Seat(page, good, "heinz").act_lazily()


# ----------------------------------------------------------------------------------------------------------- at the start


def start(url: str) -> str:
    """What a server says that cannot start."""
    command = [sys.executable, "-m", "worldfire.cli.main", "serve", "--port", "0", "--database", url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def read_only(settings: Settings, database_kind: str) -> str:
    with TestClient(make_app(settings)):
        pass
    if database_kind == "sqlite":
        return settings.database.replace("sqlite:///", "sqlite:///file:") + "?mode=ro&uri=true"
    engine = create_engine(settings.database, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        name = connection.execute(text("SELECT current_database()")).scalar_one()
        connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    engine.dispose()
    return settings.database


def test_a_database_that_cannot_be_written_is_told_at_the_start(settings: Settings, database_kind: str) -> None:
    said = start(read_only(settings, database_kind))
    assert "the database cannot be used" in said
    assert "read" in said.partition("cannot be used")[2]


def test_a_damaged_file_is_told_at_the_start(settings: Settings, tmp_path: Path, database_kind: str) -> None:
    if database_kind != "sqlite":
        pytest.skip("a server's own files are its own affair")
    with TestClient(make_app(settings)) as client:
        page = Page(client)
        for _ in range(3):
            page.hot_seat(["heinz", "anna"], exercise="surprise-points")
    engine = create_engine(settings.database)
    with engine.connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    engine.dispose()
    file = tmp_path / "games.db"
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 20_000] = b"\xff" * 20_000
    file.write_bytes(content)
    with pytest.raises(DatabaseError):
        check_database(settings.database)
    file.write_bytes(b"this is a letter, and no database " * 100)
    assert "not a database" in start(settings.database)


def test_a_database_that_is_not_there_is_told_at_the_start(tmp_path: Path, database_kind: str) -> None:
    nowhere = {
        "sqlite": f"sqlite:///{tmp_path}/no/such/folder/games.db",
        "postgresql": f"postgresql+psycopg://nobody@/nothing?host={tmp_path}",
    }
    assert "the database cannot be used" in start(nowhere[database_kind])
