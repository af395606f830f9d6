"""A person's seat is his: the host frees it after the silence that was agreed, or with the consent of the others."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.lazy import Page, Seat, another_browser
from worldfire.engine.log import FRESH_DICE
from worldfire.server.house import House
from worldfire.server.tables import ENTRIES
from worldfire.titles import ruleset_for

pytestmark = pytest.mark.both_databases

DAY = 24 * 3600.0
TWO = {"heinz": {"kind": "me"}, "anna": {"kind": "open"}}


@pytest.fixture
def third_page(client: TestClient) -> Page:
    return Page(another_browser(client))


def seated(page: Page, other_page: Page, **plan: Any) -> str:
    """A game of two persons; its path. It waits for the guest."""
    created = page.post("/api/games", exercise="surprise-points", seats=TWO, **plan)
    path = f"/api/games/{created['game']}"
    other_page.post(f"{path}/join", invitation=created["invitations"]["anna"])
    assert "anna" in page.get(f"{path}/table")["waiting"]
    return path


def pass_days(house: House, days: float) -> None:
    """Everything that was done lies so much longer back."""
    with house.database.writing() as connection:
        connection.execute(update(ENTRIES).values(at=ENTRIES.c.at - days * DAY))


def deeds(page: Page, path: str) -> list[str]:
    return [deed["what"] for deed in page.get(f"{path}/audit")["deeds"]]


def _listen_for_ever(socket: Any) -> None:
    while True:
        socket.receive_json()


def test_a_host_cannot_take_a_seat_away_at_will(page: Page, other_page: Page, house: House) -> None:
    path = seated(page, other_page)
    error = page.post(f"{path}/leave", 409, seat="anna", substitute="open")["error"]
    assert error["code"] == "consent-needed"
    assert "3 days" in error["text"]
    assert other_page.get(path)["mine"] == ["anna"]
    pass_days(house, 2.9)
    page.post(f"{path}/leave", 409, seat="anna", substitute="computer")


def test_after_the_silence_that_was_agreed_a_seat_is_freed(page: Page, other_page: Page, house: House) -> None:
    path = seated(page, other_page, patience=5)
    assert other_page.get(path)["patience"] == 5
    pass_days(house, 4.9)
    page.post(f"{path}/leave", 409, seat="anna", substitute="open")
    pass_days(house, 0.2)
    with other_page.client.websocket_connect(f"{path}/live?seat=anna") as socket:
        assert socket.receive_json()["type"] == "table"
        left = page.post(f"{path}/leave", seat="anna", substitute="open")
        with pytest.raises(WebSocketDisconnect):
            _listen_for_ever(socket)
    assert other_page.get(f"{path}/table", 403, seat="anna")["error"]["code"] == "not-your-seat"
    name = other_page.get("/api/session")["name"]
    took, put = deeds(other_page, path)
    assert took == "took Anna by an invitation"
    assert put.startswith(f"freed Anna, held by {name}, after 5 days of silence")
    assert other_page.post(f"{path}/join", invitation=left["invitation"]) == {"seat": "anna"}
    assert deeds(page, path)[-1] == "took Anna by an invitation"


def test_who_is_not_waited_for_is_not_overdue(page: Page, other_page: Page, house: House) -> None:
    path = seated(page, other_page)
    Seat(other_page, path.rpartition("/")[2], "anna").act_lazily()
    assert "anna" not in page.get(f"{path}/table")["waiting"]
    pass_days(house, 30)
    page.post(f"{path}/leave", 409, seat="anna")


def test_who_was_put_away_is_told(page: Page, other_page: Page, house: House) -> None:
    path = seated(page, other_page)
    pass_days(house, 4)
    with other_page.client.websocket_connect(f"{path}/live") as socket:
        assert socket.receive_json()["type"] == "table"
        page.post(f"{path}/leave", seat="anna", substitute="computer")
        while (message := socket.receive_json())["type"] != "notice":
            pass
    assert "freed your seat, Anna" in message["text"]
    assert "3 days" in message["text"]
    assert "freed your seat, Anna" in other_page.get("/api/notices")["notices"][0]["text"]


def test_the_other_players_may_consent(page: Page, other_page: Page, third_page: Page) -> None:
    open_seat = {"kind": "open"}
    plan = {"jeremy": {"kind": "me"}, "jay": open_seat, "heinz": open_seat}
    created = page.post("/api/games", exercise="night-raid", seats=plan)
    path = f"/api/games/{created['game']}"
    other_page.post(f"{path}/join", invitation=created["invitations"]["jay"])
    third_page.post(f"{path}/join", invitation=created["invitations"]["heinz"])
    error = page.post(f"{path}/leave", 409, seat="jay", substitute="open")["error"]
    assert "when all other players agree" in error["text"]
    page.post(f"{path}/agree", 403, seat="jay")
    other_page.post(f"{path}/agree", 403, seat="jay")
    assert third_page.post(f"{path}/agree", seat="jay") == {"seat": "jay", "allowed": True}
    left = page.post(f"{path}/leave", seat="jay", substitute="open")
    assert left["invitation"]
    said = deeds(page, path)
    assert [line.split(" that")[0] for line in said[-3:-1]] == ["asked the others to agree", "agreed"]
    assert said[-1].endswith("with the agreement of all other players")
    other_page.post(f"{path}/join", invitation=left["invitation"])
    page.post(f"{path}/leave", 409, seat="jay", substitute="open")


def test_every_change_of_seats_begins_new_dice(page: Page, other_page: Page, house: House) -> None:
    path = seated(page, other_page)
    game = path.rpartition("/")[2]
    before = page.get(f"{path}/table")["dice"]
    other_page.post(f"{path}/leave", seat="anna", substitute="computer", player="random")
    after = page.get(f"{path}/table")["dice"]
    assert after["now"] == before["ready"]
    assert after["ready"] not in (before["now"], before["ready"])
    stored = house.archive.open(game, ruleset_for)
    assert stored is not None
    assert [entry.noun["why"] for entry in stored.entries if entry.verb == FRESH_DICE][:2] == ["seats", "seats"]
