"""Guests' quick games that nobody touches are deleted with their guests; whatever somebody may come back to stays."""

from __future__ import annotations

import time

import msgspec
import pytest
from sqlalchemy import func, select, update
from starlette.testclient import TestClient

from server.lazy import Page, Seat, another_browser
from worldfire.server.app import make_app
from worldfire.server.cleaning import DAY
from worldfire.server.house import House
from worldfire.server.settings import Settings
from worldfire.server.tables import CHAT, ENTRIES, GAMES, SEATS, USERS

pytestmark = pytest.mark.both_databases

EXERCISE = {"exercise": "surprise-points", "seat": "heinz"}


def abandon(page: Page) -> Seat:
    """A quick game in which the computer waits for us."""
    seat = page.quick(**EXERCISE)
    deadline = time.monotonic() + 120
    while seat.table()["waiting"] != ["heinz"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return seat


def grow_old(house: House, days: float = 91) -> None:
    """Everything in the database was done so many days earlier."""
    with house.database.writing() as connection:
        for table, column in ((GAMES, "last_moved"), (USERS, "created"), (CHAT, "at")):
            connection.execute(update(table).values({column: table.c[column] - days * DAY}))


def clean(client: TestClient, house: House) -> None:
    assert client.portal is not None
    client.portal.call(house.clean)


def rows(house: House) -> dict[str, int]:
    with house.database.reading() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (GAMES, SEATS, ENTRIES, USERS)
        }


def test_an_abandoned_quick_game_goes_with_its_guest(client: TestClient, page: Page, house: House) -> None:
    seat = abandon(page)
    page.post(f"{seat.path}/chat", text="hello", to="game")
    grow_old(house)
    clean(client, house)
    assert rows(house) == {"games": 0, "seats": 0, "entries": 0, "users": 0}
    # His cookie is worth nothing any more: he comes again as somebody new.
    assert page.get("/api/session")["guest"]
    page.get(f"{seat.path}/table", 404)
    page.quick(**EXERCISE)


def test_what_is_younger_stays(client: TestClient, page: Page, house: House) -> None:
    abandon(page)
    before = rows(house)
    grow_old(house, 89)
    clean(client, house)
    assert rows(house) == before


def test_a_word_in_the_chat_is_a_touch(client: TestClient, page: Page, house: House) -> None:
    seat = abandon(page)
    grow_old(house)
    page.post(f"{seat.path}/chat", text="still here", to="game")
    clean(client, house)
    assert rows(house)["games"] == 1


def test_a_game_that_somebody_looks_at_stays(client: TestClient, page: Page, house: House) -> None:
    seat = abandon(page)
    grow_old(house)
    with client.websocket_connect(f"{seat.path}/live?seat=heinz") as socket:
        socket.receive_json()
        clean(client, house)
        assert rows(house)["games"] == 1


def test_games_of_accounts_stay(client: TestClient, page: Page, house: House) -> None:
    abandon(page)
    page.post("/api/register", name="Rundstedt", password="correct horse")
    grow_old(house)
    clean(client, house)
    assert rows(house)["games"] == rows(house)["users"] == 1


@pytest.mark.parametrize("joined", [False, True])
def test_games_with_room_for_others_stay(client: TestClient, page: Page, house: House, joined: bool) -> None:
    seats = {"heinz": {"kind": "me"}, "anna": {"kind": "open"}}
    created = page.post("/api/games", exercise="surprise-points", seats=seats, listed=False)
    if joined:
        other = Page(another_browser(client))
        other.post(f"/api/games/{created['game']}/join", invitation=created["invitations"]["anna"])
        assert Seat(other, created["game"], "anna").table()["seat"] == "anna"
    grow_old(house)
    clean(client, house)
    assert rows(house)["games"] == 1


def test_a_guest_with_a_key_stays(client: TestClient, page: Page, other_page: Page, house: House) -> None:
    page.post("/api/keys", label="program")
    other_page.get("/api/session")
    assert rows(house)["users"] == 2
    grow_old(house)
    clean(client, house)
    assert rows(house)["users"] == 1
    page.get("/api/session")
    assert rows(house)["users"] == 1


def test_it_is_done_when_the_server_starts(settings: Settings) -> None:
    first = make_app(settings)
    with TestClient(first) as client:
        abandon(Page(client))
        grow_old(first.state.house)
    second = make_app(settings)
    with TestClient(second):
        deadline = time.monotonic() + 120
        while rows(second.state.house)["games"]:
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_a_server_may_keep_everything(settings: Settings) -> None:
    app = make_app(msgspec.structs.replace(settings, forget_after=0))
    with TestClient(app) as client:
        abandon(Page(client))
        grow_old(app.state.house)
        assert client.portal is not None
        client.portal.call(app.state.house._clean_daily)
        assert rows(app.state.house)["games"] == 1
