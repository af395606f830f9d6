"""Seats change under the game's lock; what somebody had by a seat, or by a session, ends with it.

At b884a8c a live connection that waited for the game joined after its owner had left and heard his successor's side chat;
signing out everywhere left connections and keys alive, and notes stayed readable.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.lazy import HEADERS, Page, Seat, another_browser
from server.test_live import listen, until
from worldfire.server.house import House

pytestmark = pytest.mark.both_databases

SEATS = {"heinz": {"kind": "me"}, "anna": {"kind": "open"}}


@pytest.fixture
def seats(page: Page, other_page: Page) -> dict[str, Seat]:
    """Heinz, who is the host, and Anna, who has come by her invitation."""
    created = page.post("/api/games", exercise="surprise-points", seats=SEATS)
    other_page.post(f"/api/games/{created['game']}/join", invitation=created["invitations"]["anna"])
    return {"heinz": Seat(page, created["game"], "heinz"), "anna": Seat(other_page, created["game"], "anna")}


def hear_the_end(socket: Any) -> list[Any]:
    """Everything that still comes until the server hangs up."""
    heard = []
    try:
        while True:
            heard.append(socket.receive_json())
    except WebSocketDisconnect:
        return heard


@contextmanager
def lock_held(house: House, seat: Seat) -> Iterator[None]:
    portal = seat.page.client.portal  # type: ignore[attr-defined]

    async def hold() -> None:
        await (await house.table(seat.game)).lock.acquire()

    async def release() -> None:
        (await house.table(seat.game)).lock.release()

    portal.call(hold)
    try:
        yield
    finally:
        portal.call(release)


def in_background(work: Callable[[], Any]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def until_waiting(house: House, seat: Seat, count: int) -> None:
    """So many wait for the game's lock."""
    lock = house._open[seat.game].lock
    while len(lock._waiters or ()) < count:  # type: ignore[attr-defined]
        pass


def test_a_connection_that_waits_does_not_join_after_its_owner_has_left(seats: dict[str, Seat], house: House) -> None:
    """First in line for the lock is his leaving, then his connection; and the other way round."""
    heinz, anna = seats["heinz"], seats["anna"]
    heinz.table()
    heard: list[Any] = []

    def leave() -> None:
        anna.page.post(f"{anna.path}/leave", seat="anna", substitute="open")

    def hear() -> None:
        with listen(anna) as socket:
            heard.extend(hear_the_end(socket))

    with lock_held(house, heinz):
        leaving = in_background(leave)
        until_waiting(house, heinz, 1)
        joining = in_background(hear)
        until_waiting(house, heinz, 2)
    leaving.join()
    joining.join()
    assert [message["type"] for message in heard] == ["error"]
    assert heard[0]["error"]["code"] == "not-your-seat"
    assert "anna" not in house.hub.seated(heinz.game)


def test_an_action_that_waits_is_not_taken_after_its_player_has_left(seats: dict[str, Seat], house: House) -> None:
    heinz, anna = seats["heinz"], seats["anna"]
    decision, verb, noun = anna.lazy_choice(anna.table())
    body = {"seat": "anna", "decision": decision, "verb": verb, "noun": noun}
    answers: list[Any] = []

    def leave() -> None:
        anna.page.post(f"{anna.path}/leave", seat="anna", substitute="open")

    def act() -> None:
        answers.append(anna.page.post(f"{anna.path}/actions", 403, **body))

    with lock_held(house, heinz):
        leaving = in_background(leave)
        until_waiting(house, heinz, 1)
        acting = in_background(act)
        until_waiting(house, heinz, 2)
    leaving.join()
    acting.join()
    assert answers[0]["error"]["code"] == "not-your-seat"
    assert verb not in [entry["verb"] for entry in heinz.page.get(f"{heinz.path}/log")["entries"]]


def test_an_invitation_waits_for_the_lock_and_is_taken_once(seats: dict[str, Seat], house: House) -> None:
    heinz, anna = seats["heinz"], seats["anna"]
    invitation = anna.page.post(f"{anna.path}/leave", seat="anna", substitute="open")["invitation"]
    guests = [Page(another_browser(heinz.page.client)) for _ in range(3)]
    came: list[int] = []

    def join(guest: Page) -> None:
        answer = guest.client.post(f"{heinz.path}/join", json={"invitation": invitation}, headers=HEADERS)
        came.append(answer.status_code)

    with lock_held(house, heinz):
        joining = [in_background(lambda guest=guest: join(guest)) for guest in guests]  # type: ignore[misc]
        until_waiting(house, heinz, 3)
        assert not came
    for thread in joining:
        thread.join()
    assert sorted(came) == [200, 403, 403]
    card = heinz.page.get(heinz.path)
    assert card["seats"]["anna"]["kind"] == "person"
    sitting = [guest for guest in guests if guest.get(heinz.path)["mine"] == ["anna"]]
    assert len(sitting) == 1
    assert Seat(sitting[0], heinz.game, "anna").table()["seat"] == "anna"


def test_what_was_by_a_seat_ends_with_it(seats: dict[str, Seat]) -> None:
    heinz, anna = seats["heinz"], seats["anna"]
    anna.page.put(f"{anna.path}/notes", hex="E1832", text="reserves here")
    anna.page.post(f"{anna.path}/chat", text="between us", to="side")
    key = anna.page.post("/api/keys", label="a program")["key"]
    with listen(anna) as socket:
        until(socket, "table")
        anna.page.post(f"{anna.path}/leave", seat="anna", substitute="open")
        hear_the_end(socket)
    assert anna.page.get(f"{anna.path}/notes")["notes"] == {}
    anna.page.put(f"{anna.path}/notes", 403, hex="E1832", text="still here")
    assert anna.page.get(f"{anna.path}/chat")["messages"] == []
    anna.page.post(f"{anna.path}/chat", 403, text="is anybody there?", to="side")
    program = another_browser(anna.page.client)
    program.headers["Authorization"] = f"Bearer {key}"
    assert program.get(f"{anna.path}/table", params={"seat": "anna"}).status_code == 403
    assert heinz.page.get(f"{heinz.path}/notes")["notes"] == {}


def test_signing_out_everywhere_ends_sessions_connections_and_keys(page: Page, client: TestClient) -> None:
    page.post("/api/register", name="Rundstedt", password="correct horse")
    seat = page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0]
    key = page.post("/api/keys", label="a program")["key"]
    program, elsewhere = another_browser(client), another_browser(client)
    program.headers["Authorization"] = f"Bearer {key}"
    Page(elsewhere).post("/api/sign-in", name="Rundstedt", password="correct horse")
    path = f"{seat.path}/live?seat=heinz"
    with elsewhere.websocket_connect(path) as one, program.websocket_connect(path) as other:
        until(one, "table")
        until(other, "table")
        page.post("/api/sign-out")
        hear_the_end(one)
        hear_the_end(other)
    assert program.get("/api/session").status_code == 401
    assert Page(elsewhere).get("/api/session")["guest"]
    with elsewhere.websocket_connect(path) as socket:
        assert socket.receive_json()["error"]["code"] == "not-your-seat"


def test_a_connection_goes_with_its_key(page: Page, client: TestClient) -> None:
    seat = page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0]
    program = another_browser(client)
    program.headers["Authorization"] = f"Bearer {page.post('/api/keys', label='a program')['key']}"
    with listen(seat) as own, program.websocket_connect(f"{seat.path}/live?seat=heinz") as other:
        until(own, "table")
        until(other, "table")
        assert client.delete("/api/keys", headers=HEADERS).status_code == 200
        hear_the_end(other)
        assert page.post(f"{seat.path}/chat", text="still here")
        assert until(own, "chat")["text"] == "still here"


def test_a_session_that_ends_while_its_connection_waits(page: Page, house: House) -> None:
    page.post("/api/register", name="Rundstedt", password="correct horse")
    seat = page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0]
    seat.table()
    cookie = page.client.cookies["worldfire"]
    heard: list[Any] = []

    def hear() -> None:
        other = another_browser(page.client)  # type: ignore[arg-type]
        other.cookies.set("worldfire", cookie)
        with other.websocket_connect(f"{seat.path}/live?seat=heinz") as socket:
            heard.extend(hear_the_end(socket))

    with lock_held(house, seat):
        joining = in_background(hear)
        until_waiting(house, seat, 1)
        page.post("/api/sign-out")
    joining.join()
    assert [message["type"] for message in heard] == ["error"]
    assert not house.hub.listeners(seat.game)
