"""Whoever must act and is not looking is told: in the browser, by e-mail, by webhook; webhooks never reach inside."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from server.lazy import Page, Seat, another_browser
from worldfire.server import notices, webhooks
from worldfire.server.app import make_app
from worldfire.server.problems import Problem
from worldfire.server.settings import Mail, Settings

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


def test_who_must_act_is_told_once(tmp_path: Path, postman: type[Postman]) -> None:
    mail = Mail("127.0.0.1", postman.port, starttls=False, sender="games@example.org")  # type: ignore[attr-defined]
    settings = Settings(
        database=f"sqlite:///{tmp_path}/games.db", mail=mail, url="https://games.example", quick_hashes=True
    )
    with TestClient(make_app(settings), base_url="https://games.example") as client:
        page, other = Page(client), Page(another_browser(client))
        other.client.base_url = client.base_url
        other.put("/api/notices/where", email="anna@example.org")
        created = page.post("/api/games", exercise="surprise-points", seats=SEATS, name="Black Sea")
        path = f"/api/games/{created['game']}"
        other.post(f"{path}/join", invitation=created["invitations"]["anna"])
        table = page.get(f"{path}/table", seat="heinz")
        noun = [[one["item"], one["to"][0]] for one in table["decision"]["offers"]["choose-roles"]["shape"]["items"]]
        body = {"seat": "heinz", "decision": table["decision"]["id"], "verb": "choose-roles", "noun": noun}
        page.post(f"{path}/actions", **body)
        assert postman.arrived.wait(20)
        assert "Subject: Black Sea: anna must act" in postman.letters
        assert f"https://games.example/#/game/{created['game']}?seat=anna" in postman.letters
        told = other.get("/api/notices")["notices"]
        assert [notice["text"] for notice in told] == ["Black Sea: anna must act"]
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

    def hook(url: str, content: dict[str, str]) -> int:
        called.append(f"{url} {content['text']}")
        return 404

    monkeypatch.setattr(notices, "call_webhook", hook)
    monkeypatch.setattr(webhooks, "public_address", lambda host, port: "93.184.215.14")
    with TestClient(make_app(settings)) as client:
        page = Page(client)
        assert page.get("/api/notices/where") == {"email": "", "webhook": "", "mail": True}
        assert page.put("/api/notices/where", 422, email="nobody")["error"]["field"] == "email"
        page.put("/api/notices/where", email="anna@example.org", webhook="https://hooks.example/here")
        assert page.get("/api/notices/where")["webhook"] == "https://hooks.example/here"
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


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "ftp://example.org",
        "https://user:word@example.org/",
        "https:///nowhere",
        "https://127.0.0.1/",
        "https://10.1.2.3/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://192.168.0.1:8443/",
        "https://0.0.0.0/",
        "https://100.64.0.1/",
        "https://localhost/",
    ],
)
def test_webhooks_never_reach_inside(page: Page, url: str) -> None:
    assert page.put("/api/notices/where", 422, webhook=url)["error"]["field"] == "webhook"


def test_a_name_that_leads_inside_is_refused_when_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was public when it was entered may have come to mean another address."""
    inside = [(2, 1, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr(webhooks.socket, "getaddrinfo", lambda *args, **kwargs: inside)
    with pytest.raises(Problem):
        webhooks.call_webhook("https://harmless.example/", {"text": "knock"})


def test_public_addresses_are_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    outside = [(2, 1, 6, "", ("93.184.215.14", 443))]
    monkeypatch.setattr(webhooks.socket, "getaddrinfo", lambda *args, **kwargs: outside)
    webhooks.check_webhook("https://harmless.example/hook")
