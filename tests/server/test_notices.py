"""Whoever must act and is not looking is told: in the browser, by e-mail, by webhook; webhooks never reach inside."""

from __future__ import annotations

import asyncio
import contextlib
import socketserver
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from server.lazy import HEADERS, Page, Seat, another_browser
from worldfire.server import notices, webhooks
from worldfire.server.app import make_app
from worldfire.server.house import House
from worldfire.server.problems import Problem
from worldfire.server.settings import Mail, Settings
from worldfire.server.tables import GAMES

SEATS = {"heinz": {"kind": "me"}, "anna": {"kind": "open"}}


class Postman(socketserver.StreamRequestHandler):
    """As much of SMTP as a letter needs."""

    letters: list[str]
    arrived: threading.Event

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        reading = False
        for line in self.rfile:
            text = line.decode().rstrip("\r\n")
            if reading:
                self.letters.append(text)
                if text == ".":
                    reading = False
                    self.wfile.write(b"250 kept\r\n")
                    self.arrived.set()
            elif text.upper() == "DATA":
                reading = True
                self.wfile.write(b"354 go on\r\n")
            elif text.upper() == "QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 fine\r\n")


@pytest.fixture
def postman() -> Iterator[type[Postman]]:
    kind = type("OnePostman", (Postman,), {"letters": [], "arrived": threading.Event()})
    with socketserver.TCPServer(("127.0.0.1", 0), kind) as server:
        kind.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield kind
        server.shutdown()
        thread.join()


def prove(page: Page, postman: type[Postman]) -> None:
    """Read the letter and type its code; the letters are thrown away."""
    assert postman.arrived.wait(20)
    code = next(line.strip() for line in postman.letters if line.startswith("    "))
    assert page.post("/api/notices/prove", 422, code="00000000")["error"]["field"] == "code"
    assert page.post("/api/notices/prove", code=f" {code.upper()} ")["proven"]
    postman.letters.clear()
    postman.arrived.clear()


def test_who_must_act_is_told_once(tmp_path: Path, postman: type[Postman]) -> None:
    mail = Mail("127.0.0.1", postman.port, starttls=False, sender="games@example.org")  # type: ignore[attr-defined]
    settings = Settings(
        database=f"sqlite:///{tmp_path}/games.db", mail=mail, url="https://games.example", quick_hashes=True
    )
    with TestClient(make_app(settings), base_url="https://games.example") as client:
        page, other = Page(client), Page(another_browser(client))
        other.client.base_url = client.base_url
        shown = other.put("/api/notices/where", email="anna@example.org")
        assert not shown["proven"]
        prove(other, postman)
        created = page.post("/api/games", exercise="surprise-points", seats=SEATS, name="Black Sea")
        path = f"/api/games/{created['game']}"
        other.post(f"{path}/join", invitation=created["invitations"]["anna"])
        table = page.get(f"{path}/table", seat="heinz")
        noun = [[one["item"], one["to"][0]] for one in table["decision"]["offers"]["choose-roles"]["shape"]["items"]]
        body = {"seat": "heinz", "decision": table["decision"]["id"], "verb": "choose-roles", "noun": noun}
        page.post(f"{path}/actions", **body)
        assert postman.arrived.wait(20)
        assert f"Subject: {notices.YOUR_TURN}" in postman.letters
        assert "Black Sea: it is your turn as Anna" in postman.letters
        assert f"https://games.example/#/game/{created['game']}?seat=anna" in postman.letters
        told = other.get("/api/notices")["notices"]
        assert [notice["text"] for notice in told] == ["Black Sea: it is your turn as Anna"]
        other.post("/api/notices/read")
        assert other.get("/api/notices")["notices"][0]["read"]
        assert page.get("/api/notices")["notices"] == []


def test_who_plays_every_seat_is_not_told(page: Page) -> None:
    created = page.post(
        "/api/games", exercise="surprise-points", seats={"heinz": {"kind": "me"}, "anna": {"kind": "me"}}
    )
    path = f"/api/games/{created['game']}"
    Seat(page, created["game"], "heinz").act_lazily()
    assert page.get(f"{path}/table", seat="heinz")["waiting"] == ["anna"]
    assert page.get("/api/notices")["notices"] == []


def test_where_notices_go_can_be_tried(tmp_path: Path, postman: type[Postman], monkeypatch: pytest.MonkeyPatch) -> None:
    mail = Mail("127.0.0.1", postman.port, starttls=False, sender="games@example.org")  # type: ignore[attr-defined]
    settings = Settings(database=f"sqlite:///{tmp_path}/games.db", mail=mail, quick_hashes=True, burst=1000)
    called: list[str] = []

    async def hook(url: str, content: dict[str, str], by: Executor) -> int:
        called.append(f"{url} {content['text']}")
        return 404

    async def public(host: str, port: int, by: Executor) -> str:
        return "93.184.215.14"

    monkeypatch.setattr(notices, "call_webhook", hook)
    monkeypatch.setattr(webhooks, "public_address", public)
    with TestClient(make_app(settings)) as client:
        page = Page(client)
        assert page.get("/api/notices/where") == {"email": "", "webhook": "", "mail": True, "proven": False}
        assert page.put("/api/notices/where", 422, email="nobody")["error"]["field"] == "email"
        page.put("/api/notices/where", email="anna@example.org", webhook="https://hooks.example/here")
        assert page.get("/api/notices/where")["webhook"] == "https://hooks.example/here"
        prove(page, postman)
        tried = page.post("/api/notices/test")
        assert tried == {
            "email": "handed in for anna@example.org",
            "webhook": "the webhook answered 404",
            "failed": ["webhook"],
        }
        assert postman.arrived.wait(20)
        assert called == [f"https://hooks.example/here {notices.TEST}"]
        page.post("/api/notices/test", 429)


def test_a_server_without_mail_says_so(page: Page) -> None:
    page.put("/api/notices/where", email="anna@example.org")
    assert page.post("/api/notices/test") == {"email": notices.NO_MAIL, "webhook": None, "failed": ["email"]}


OUTSIDE = [(2, 1, 6, "", ("93.184.215.14", 443))]
INSIDE = [(2, 1, 6, "", ("10.0.0.7", 443))]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "ftp://example.org",
        "https://user:word@example.org/",
        "https://@example.org/",
        "https:///nowhere",
        "https://[",
        "https://[::1",
        "https://example.org:99999/",
        "https://example.org:no/",
        "https://example.org/a b",
        "https://example.org/\r\nX-Evil: 1",
        f"https://{'a' * 300}/",
        f"https://example.org/{'a' * 600}",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://10.1.2.3/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:93.184.215.14]/",
        "https://[::93.184.215.14]/",
        "https://[::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[2002:5db8:d70e::1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b:1::7f00:1]/",
        "https://[2001:0:7f00:1::]/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "https://[ff02::1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://192.168.0.1:8443/",
        "https://0.0.0.0/",
        "https://100.64.0.1/",
        "https://localhost/",
    ],
)
def test_webhooks_never_reach_inside(page: Page, url: str) -> None:
    """At b884a8c those of 6to4, NAT64 and Teredo were let through, and https://[ was a server error."""
    answer = page.client.put("/api/notices/where", json={"webhook": url}, headers=HEADERS)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["field"] == "webhook"


def call(url: str) -> int:
    with ThreadPoolExecutor(1) as threads:
        return asyncio.run(webhooks.call_webhook(url, {"text": "knock"}, threads))


def test_a_name_that_leads_inside_is_refused_when_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was public when it was entered may have come to mean another address."""
    monkeypatch.setattr(webhooks.socket, "getaddrinfo", lambda *args, **kwargs: INSIDE)
    with pytest.raises(Problem):
        call("https://harmless.example/")


def test_a_name_with_one_address_inside_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks.socket, "getaddrinfo", lambda *args, **kwargs: OUTSIDE + INSIDE)
    with pytest.raises(Problem):
        call("https://harmless.example/")


def test_public_addresses_are_let_through(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = [*OUTSIDE, (10, 1, 6, "", ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", 443, 0, 0))]
    monkeypatch.setattr(webhooks.socket, "getaddrinfo", lambda *args, **kwargs: outside)
    page.put("/api/notices/where", webhook="https://harmless.example/hook")


def test_names_are_not_looked_up_by_the_threads_of_the_games(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def look_up(*args: Any, **kwargs: Any) -> Any:
        seen.append(threading.current_thread().name)
        return OUTSIDE

    page.get("/api/session")
    monkeypatch.setattr(webhooks.socket, "getaddrinfo", look_up)
    page.put("/api/notices/where", webhook="https://harmless.example/hook")
    assert seen
    assert all(name.startswith("outside") for name in seen)


def test_a_webhook_that_answers_drop_by_drop_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """At b884a8c it held a thread for as long as it liked: each drop gave it ten more seconds."""

    async def meet() -> None:
        dropped = asyncio.Event()

        async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                while True:
                    writer.write(b"H")
                    await writer.drain()
                    await asyncio.sleep(0.01)
            writer.close()
            dropped.set()

        server = await asyncio.start_server(drip, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        open_connection = asyncio.open_connection

        async def plainly(*args: Any, ssl: Any, server_hostname: str, **kwargs: Any) -> Any:
            return await open_connection("127.0.0.1", port, **kwargs)

        monkeypatch.setattr(webhooks.asyncio, "open_connection", plainly)
        monkeypatch.setattr(webhooks.socket, "getaddrinfo", lambda *args, **kwargs: OUTSIDE)
        monkeypatch.setattr(webhooks, "PATIENCE", 0.3)
        with ThreadPoolExecutor(1) as threads, pytest.raises(webhooks.NoAnswer):
            await webhooks.call_webhook("https://slow.example/", {"text": "knock"}, threads)
        await dropped.wait()
        server.close()

    asyncio.run(meet())


# ------------------------------------------------------------------------------------------------------------------ mail


@pytest.fixture
def mailing(settings: Settings, postman: type[Postman]) -> Settings:
    mail = Mail("127.0.0.1", postman.port, starttls=False, sender="games@example.org")  # type: ignore[attr-defined]
    return msgspec.structs.replace(settings, mail=mail)


def test_no_letter_goes_to_an_address_that_is_not_proven(mailing: Settings, postman: type[Postman]) -> None:
    """At b884a8c anybody could have letters sent to anybody, with a subject of his own."""
    with TestClient(make_app(mailing)) as client:
        page = Page(client)
        page.put("/api/notices/where", email="victim@example.org")
        assert postman.arrived.wait(20)
        assert [line for line in postman.letters if line.startswith("Subject:")] == [f"Subject: {notices.PROOF}"]
        assert page.post("/api/notices/test") == {"email": notices.NOT_PROVEN, "webhook": None, "failed": ["email"]}
        page.put("/api/notices/where", 429, email="victim@example.org")
        another = Page(another_browser(client))
        another.put("/api/notices/where", 429, email="Victim@example.org")


@pytest.mark.parametrize("email", ["a@b.c\r\nBcc: x@y.z", "a b@c.de", "a@b", "<a@b.de>", "a@b.de,c@d.ef", "ä@b.de"])
def test_what_is_no_address_is_refused(page: Page, email: str) -> None:
    assert page.put("/api/notices/where", 422, email=email)["error"]["field"] == "email"


def test_a_newline_in_a_name_stops_no_letter(mailing: Settings, postman: type[Postman]) -> None:
    """Tables of older versions may have one; at b884a8c their players were never told."""
    app = make_app(mailing)
    with TestClient(app) as client:
        page, other = Page(client), Page(another_browser(client))
        other.put("/api/notices/where", email="anna@example.org")
        prove(other, postman)
        created = page.post("/api/games", exercise="surprise-points", seats=SEATS, name="Black Sea")
        house: House = app.state.house
        while house.computers._tasks:  # they look at every new game
            pass
        with house.database.writing() as connection:
            connection.execute(update(GAMES).values(name="Black\r\nSubject: Sea"))
        house._open.clear()
        path = f"/api/games/{created['game']}"
        other.post(f"{path}/join", invitation=created["invitations"]["anna"])
        Seat(page, created["game"], "heinz").act_lazily()
        assert postman.arrived.wait(20)
        assert [line for line in postman.letters if line.startswith("Subject:")] == [f"Subject: {notices.YOUR_TURN}"]
        assert "Black Subject: Sea: it is your turn as Anna" in postman.letters
