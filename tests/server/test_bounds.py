"""Nothing grows without end: bodies, uploads, connections, memory, games, lists.

At b884a8c a file of 2 MB unpacked to 3 GB, a body was read before it was charged for, a head could take for ever, every
unknown game left a lock in memory and every action 12 kB, a guest could open any number of games, the list of 20,000 games
took ten seconds, and 260,000 unfinished games of computers stopped the server from starting.
"""

from __future__ import annotations

import asyncio
import base64
import socket
import tracemalloc
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import event, insert, text
from starlette.testclient import TestClient

from server.lazy import HEADERS, Page, Seat, another_browser
from server.positions import barbarossa_until, exercise, seat_people
from server.process import ServerProcess
from server.test_live import until
from worldfire.engine.errors import SaveError
from worldfire.engine.log import BLOCK, Entry, encode_plain
from worldfire.engine.save import Seal, Snapshot, dumps, sha256
from worldfire.engine.state import LARGEST_STATE, unpack_state
from worldfire.server import lobby, protocol
from worldfire.server.app import make_app
from worldfire.server.house import House
from worldfire.server.limits import Slots
from worldfire.server.presenting import LOG_SHOWN
from worldfire.server.problems import Problem
from worldfire.server.room import Most
from worldfire.server.settings import Settings
from worldfire.server.tables import USERS


@cache
def bomb() -> str:
    """A state of a few bytes that unpacks without end."""
    return base64.b85encode(zlib.compress(bytes(20 * LARGEST_STATE), 9)).decode()


# ---------------------------------------------------------------------------------------------------------------- files


def test_a_state_that_unpacks_without_end_is_refused() -> None:
    tracemalloc.start()
    with pytest.raises(SaveError, match="larger"):
        unpack_state(bomb(), None, {})  # type: ignore[arg-type]
    assert tracemalloc.get_traced_memory()[1] < 4 * LARGEST_STATE
    tracemalloc.stop()


def test_a_file_that_unpacks_without_end_is_refused(page: Page) -> None:
    data = dumps(exercise("surprise-points"))
    lines = data.splitlines()
    body = b"\n".join(lines[:-2]) + b"\n"
    at = len(body)
    body += encode_plain(Snapshot(bomb(), 1)) + b"\n"
    data = body + encode_plain(Seal(at, sha256(body).hexdigest())) + b"\n"
    answer = page.client.post("/api/import", content=data, headers=HEADERS)
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == "file"


# --------------------------------------------------------------------------------------------------------------- bodies


def asgi(client: TestClient, chunks: list[bytes], headers: dict[str, str], *, ends: bool = True) -> tuple[int, int]:
    """(status, chunks that were read) of a file that is sent in pieces; one that does not end is waited for."""
    read = status = 0
    house: House = client.app.state.house  # type: ignore[attr-defined]

    async def receive() -> Any:
        nonlocal read
        if read == len(chunks):
            await asyncio.sleep(3600)
        read += 1
        return {"type": "http.request", "body": chunks[read - 1], "more_body": not ends or read < len(chunks)}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/import",
        "raw_path": b"/api/import",
        "query_string": b"",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("192.0.2.1", 1),
        "server": ("test", 80),
        "scheme": "http",
        "http_version": "1.1",
    }
    assert client.portal is not None
    client.portal.call(client.app, scope, receive, send)  # type: ignore[arg-type]
    assert house
    return status, read


def headers_of(client: TestClient, **more: str) -> dict[str, str]:
    client.get("/api/session")
    return {"x-worldfire": "1", "cookie": f"worldfire={client.cookies['worldfire']}", **more}


def test_what_says_that_it_is_too_large_is_not_read(client: TestClient) -> None:
    headers = headers_of(client, **{"content-length": str(10**12)})
    assert asgi(client, [b"x"], headers) == (413, 0)


def test_who_has_nothing_left_is_refused_before_his_file_is_read(client: TestClient, house: House) -> None:
    headers = headers_of(client)
    person = house.sessions.by_cookie(client.cookies["worldfire"])
    assert person is not None
    house.limits.charge(person.id, house.settings.burst - 20)
    assert asgi(client, [b"x"], headers) == (429, 0)


def test_a_body_that_never_ends_is_given_up(settings: Settings) -> None:
    app = make_app(msgspec.structs.replace(settings, slowest_import=0.2))
    with TestClient(app) as client:
        assert asgi(client, [b"x", b"y"], headers_of(client), ends=False)[0] == 408


def test_one_file_at_a_time() -> None:
    slots = Slots("files", 1, 2)
    with ExitStack() as held:
        held.enter_context(slots.taken("anna", "192.0.2.1"))
        with pytest.raises(Problem):
            held.enter_context(slots.taken("anna", "192.0.2.2"))
        held.enter_context(slots.taken("heinz", "192.0.2.1"))
        with pytest.raises(Problem) as refused:
            held.enter_context(slots.taken("kurt", "192.0.2.1"))
        assert refused.value.status == 429
    assert not slots._taken


def test_live_connections_are_counted(settings: Settings) -> None:
    app = make_app(msgspec.structs.replace(settings, sockets_by_person=2, sockets_by_address=3))
    with TestClient(app) as client:
        page = Page(client)
        seat = page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0]
        other = another_browser(client)
        Page(other).get("/api/session")
        with ExitStack() as held:
            for _ in range(2):
                until(held.enter_context(client.websocket_connect(f"{seat.path}/live")), "table")
            refused = held.enter_context(client.websocket_connect(f"{seat.path}/live"))
            assert refused.receive_json()["error"]["code"] == "too-many-at-once"
            until(held.enter_context(other.websocket_connect(f"{seat.path}/live")), "table")
            refused = held.enter_context(other.websocket_connect(f"{seat.path}/live"))
            assert refused.receive_json()["error"]["code"] == "too-many-at-once"
        with client.websocket_connect(f"{seat.path}/live") as socket_:
            until(socket_, "table")


def test_heads_are_neither_slow_nor_endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path}/games.db", tmp_path / "server.log", "server.impatient")
    host, _, port = server.url.removeprefix("http://").partition(":")
    try:
        assert any("files and connections" in line for line in server.heard)
        with socket.create_connection((host, int(port)), timeout=20) as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-")
            assert b" 408 " in slow.recv(100)
            assert slow.recv(100) == b""
        with socket.create_connection((host, int(port)), timeout=20) as silent:
            assert b" 408 " in silent.recv(100)
        with socket.create_connection((host, int(port)), timeout=20) as endless:
            endless.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
            answer = b""
            try:
                for _ in range(200):
                    endless.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
                answer = endless.recv(100)
            except OSError:
                answer = answer or b" 431 "  # hung up on while it was still sending
            assert b" 431 " in answer
        with server.browser() as browser:
            assert browser.get("/api/session").status_code == 200
            assert browser.get("/api/session").status_code == 200, "a second request finds the connection open"
    finally:
        server.kill()


def test_the_file_limit_is_raised() -> None:
    limit = protocol.raise_file_limit()
    assert limit == protocol.raise_file_limit() > 0
    assert protocol.connection_limit(1000)["limit_concurrency"] == 800


# --------------------------------------------------------------------------------------------------------------- memory


def test_nothing_is_remembered_of_games_that_are_not_there(page: Page, house: House) -> None:
    for number in range(20):
        for path in ("table", "log", "chat", "orders?seat=heinz"):
            assert page.client.get(f"/api/games/none-{number}/{path}").status_code == 404
    assert not house._opening
    assert not house._open
    assert not house.orders._known
    assert not house.hub._listeners


def test_an_action_leaves_little_in_memory(page: Page, house: House) -> None:
    seats = seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": page})
    germany = seats["germany"]
    wish = ("never", "mine")
    for number in range(60):
        germany.act(None, "watch", ["bounce", wish[number % 2]])
    table = house._open[germany.game]
    assert sum(isinstance(item, Entry) for item in table.game.entries._items) < 50, "old entries are text"
    for number in range(BLOCK):
        germany.act(None, "watch", ["bounce", wish[number % 2]])
    assert len(table.game.entries._items) <= LOG_SHOWN + BLOCK < len(table.game.entries), "and older ones compressed"
    for number in range(300):
        table.remember("anna", f"key-{number}", number)
    assert len(table.keys) == 200
    assert ("anna", "key-299") in table.keys


def test_an_old_key_is_still_known(page: Page, house: House) -> None:
    heinz = page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0]
    entry = heinz.act(None, "watch", ["bounce", "never"], key="first")["entry"]
    heinz.act(None, "watch", ["bounce", "mine"], key="second")
    house._open[heinz.game].keys.clear()
    assert heinz.act(None, "watch", ["bounce", "never"], key="first")["entry"] == entry
    assert heinz.table()["entries"] == entry + 2


# ----------------------------------------------------------------------------------------------------- games and their list


@pytest.fixture
def few(settings: Settings) -> Iterator[TestClient]:
    few = msgspec.structs.replace(settings, games_by_person=Most(5, 1, 2), games_by_address=Most(7, 2, 3))
    with TestClient(make_app(few)) as client:
        yield client


EXERCISE = {"exercise": "surprise-points"}
OPEN = {"heinz": {"kind": "me"}, "anna": {"kind": "open"}}
COMPUTERS = {"heinz": {"kind": "computer", "player": "random"}, "anna": {"kind": "computer", "player": "random"}}


@pytest.mark.both_databases
def test_unfinished_games_are_counted(few: TestClient) -> None:
    one, other = Page(few), Page(another_browser(few))
    for _ in range(5):
        one.quick(**EXERCISE, seat="heinz", opponent="random")
    assert one.post("/api/quick", 409, **EXERCISE, seat="heinz")["error"]["code"] == "too-many-games"
    for _ in range(2):
        other.quick(**EXERCISE, seat="heinz", opponent="random")
    other.post("/api/quick", 409, **EXERCISE, seat="heinz")
    assert one.client.post("/api/import", content=b"x", headers=HEADERS).status_code == 409


@pytest.mark.both_databases
def test_open_tables_and_games_among_computers_are_counted(few: TestClient) -> None:
    one, other = Page(few), Page(another_browser(few))
    for _ in range(2):
        one.post("/api/games", **EXERCISE, seats=OPEN)
    one.post("/api/games", 409, **EXERCISE, seats=OPEN)
    one.post("/api/games", **EXERCISE, seats=OPEN, listed=False)
    other.post("/api/games", **EXERCISE, seats=OPEN)
    other.post("/api/games", 409, **EXERCISE, seats=OPEN)


GAMES_OF_ONE = """
    WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {count})
    INSERT INTO games (id, name, campaign, host, created, header, secret, entries, snapshot, snapshot_entries, turn,
                       waiting, over, hot_seat, listed, last_moved)
    SELECT 'g' || (100000 + n), 'table ' || n, 'x', 'host', 0, '', '', 1, '', 1, '', '["anna"]', false, false, true, n
    FROM numbers"""
SEATS_OF_ALL = """
    INSERT INTO seats (game, seat, kind, "user", player, invitation)
    SELECT id, 'anna', '{kind}', NULL, '', '' FROM games UNION ALL SELECT id, 'heinz', 'person', 'host', '', '' FROM games
    """


def write_games(house: House, count: int, kind: str) -> None:
    """Rows as games leave them, without the games: Heinz is the host, Anna is of this kind."""
    with house.database.writing() as connection:
        connection.execute(insert(USERS).values(id="host", name="host", created=0.0))
        connection.execute(text(GAMES_OF_ONE.format(count=count)))
        connection.execute(text(SEATS_OF_ALL.format(kind=kind)))


@pytest.mark.both_databases
def test_the_list_of_games_has_pages_and_asks_little(page: Page, house: House) -> None:
    write_games(house, 500, "open")
    page.get("/api/session")
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if statement.startswith("SELECT"):
            asked.append(statement)

    event.listen(house.database._engine, "before_cursor_execute", note)
    first = page.get("/api/games")
    event.remove(house.database._engine, "before_cursor_execute", note)
    assert len(asked) <= 10, "not one for each game"
    names = [game["name"] for game in first["games"]]
    assert names == [f"table {number}" for number in range(499, 499 - lobby.PAGE, -1)]
    assert first["more_mine"] is None
    more = first["more_open"]
    while more is not None:
        found = page.get("/api/games", which="open", before=more)
        names += [game["name"] for game in found["games"]]
        more = found["more_open"]
    assert names == [f"table {number}" for number in range(499, -1, -1)]
    assert page.get("/api/games", 400, before="then")["error"]["field"] == "before"


@pytest.mark.both_databases
def test_many_unfinished_games_of_computers_do_not_stop_a_start(settings: Settings) -> None:
    app = make_app(settings)
    with TestClient(app) as client:
        client.get("/api/session")
        write_games(app.state.house, 35_000, "computer")  # more than a statement of SQLite takes values
    again = make_app(settings)
    with TestClient(again) as client:
        page = Page(client)
        seat: Seat = page.quick(**EXERCISE, seat="heinz", opponent="random")
        assert seat.table()["seat"] == "heinz"
        assert len(again.state.house.computers._tasks) <= 30
