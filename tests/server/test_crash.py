"""Killed at any moment, the server loses nothing that it acknowledged, and takes no action twice."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path
from random import Random

import httpx2
import pytest
from sqlalchemy import select

from server.lazy import Page, Seat
from server.process import ServerProcess
from worldfire.engine.log import decode_entry, entry_hash
from worldfire.engine.save import dumps, open_parts
from worldfire.engine.verify import verify
from worldfire.server.archive import Archive
from worldfire.server.database import Database
from worldfire.server.tables import ENTRIES
from worldfire.titles import ruleset_for

#: `make soak` wants more
KILLS = int(os.environ.get("WORLDFIRE_KILLS", "2"))
#: seconds after which a server that takes nothing is killed all the same
PATIENCE = 60.0


class Witness:
    """What a person knows to have been acknowledged: key → entry."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, int] = {}
        #: sent, and not answered before the server died: it may or may not have been taken
        self.in_doubt: tuple[Seat, str, tuple[int | None, str, object]] | None = None
        self.sent = 0
        self.heard = threading.Semaphore(0)

    def play_until_dead(self, seats: list[Seat]) -> None:
        try:
            if self.in_doubt is not None:
                seat, key, choice = self.in_doubt
                self._send(next(one for one in seats if one.seat == seat.seat), choice, key)
            while True:
                self._act(seats)
        except httpx2.TransportError:
            return

    def _act(self, seats: list[Seat]) -> None:
        """In turn a choice of the game, and a private wish, which is always allowed."""
        table = seats[self.sent % 2].table()
        asked = next((seat for seat in seats if seat.seat in table["waiting"]), None)
        if self.sent % 2 and asked is not None:
            self._send(asked, asked.lazy_choice(asked.table()))
        else:
            self._send(seats[0], (None, "watch", ["bounce", ("never", "mine")[self.sent // 2 % 2]]))

    def _send(self, seat: Seat, choice: tuple[int | None, str, object], key: str = "") -> None:
        if not key:
            self.sent += 1
            key = f"act-{self.sent}"
        self.in_doubt = (seat, key, choice)
        self.acknowledged[key] = seat.act(*choice, key=key)["entry"]
        self.in_doubt = None
        self.heard.release()

    def kill_while_it_plays(self, server: ServerProcess, seconds: float) -> threading.Thread:
        """So long after the server has taken two more actions, however slow the machine is."""
        self.heard = threading.Semaphore(0)

        def kill() -> None:
            for _ in range(2):
                self.heard.acquire(timeout=PATIENCE)
            time.sleep(seconds)
            server.process.kill()

        killer = threading.Thread(target=kill)
        killer.start()
        return killer


def lines_of(database: Database, game: str) -> list[tuple[bytes, str | None]]:
    wanted = select(ENTRIES.c.line, ENTRIES.c.key).where(ENTRIES.c.game == game).order_by(ENTRIES.c.seq)
    with database.reading() as connection:
        return [(bytes(row.line), row.key) for row in connection.execute(wanted)]


def test_pages_that_vanish_leave_no_trace(tmp_path: Path, database_url: str) -> None:
    """A page may be gone before its live connection is answered: the server minds neither that nor what follows."""
    server = ServerProcess(database_url, tmp_path / "server.log")
    with server.browser() as browser:
        seat = Page(browser).quick(exercise="surprise-points", seat="heinz")
        host, _, port = server.url.removeprefix("http://").partition(":")
        request = (
            f"GET {seat.path}/live?seat=heinz HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Cookie: worldfire={browser.cookies['worldfire']}\r\n\r\n"
        )
        for answered in (False, True, False, True):
            with socket.create_connection((host, int(port))) as wire:
                wire.sendall(request.encode())
                if answered:
                    wire.recv(100)
        assert seat.table()["seat"] == "heinz"
    server.kill()
    assert len(server.heard) == 3, "".join(server.heard)


@pytest.mark.both_databases
def test_nothing_acknowledged_is_lost(tmp_path: Path, database_url: str) -> None:
    url = database_url
    rng = Random(20)
    witness = Witness()
    cookies, game = None, ""
    kept: list[tuple[bytes, str | None]] = []
    for kill in range(KILLS):
        server = ServerProcess(url, tmp_path / "server.log")
        with server.browser(cookies) as browser:
            page = Page(browser)
            if not game:
                game = page.hot_seat(["germany", "ussr"], campaign="barbarossa", set_up="default")[0].game
                cookies = browser.cookies
            seats = [Seat(page, game, "germany"), Seat(page, game, "ussr")]
            killer = witness.kill_while_it_plays(server, rng.random())
            witness.play_until_dead(seats)
            killer.join()
            server.kill()
        database = Database(url, 1)
        lines = lines_of(database, game)
        assert lines[: len(kept)] == kept, f"kill {kill}: what was there has changed"
        kept = lines
        keys = {key: number for number, (_, key) in enumerate(lines) if key is not None}
        assert witness.acknowledged.items() <= keys.items()
        assert len(keys) - len(witness.acknowledged) in (0, 1), "at most the last action is in doubt"
        parts = Archive(database).parts(game)
        assert parts is not None
        head = parts.header.hash()
        for line, _ in lines:
            entry = decode_entry(line)
            assert entry_hash(head, entry) == entry.hash
            head = entry.hash
        reopened = open_parts(parts, ruleset_for)
        assert reopened.head == head
        database.close()
    assert len(witness.acknowledged) > KILLS
    assert verify(dumps(reopened), ruleset_for).ok
