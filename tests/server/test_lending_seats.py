"""A seat that is lent: a computer player or a friend plays it for a while, nobody waits, and its owner takes it back."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.lazy import Page, another_browser
from server.test_freeing_seats import deeds, pass_days, seated
from server.waiting import until
from worldfire.engine.log import FRESH_DICE
from worldfire.server.database import Database
from worldfire.server.house import House
from worldfire.server.tables import SEATS
from worldfire.titles import ruleset_for

#: the columns of the table before seats could be lent
SEATS_OF_BEFORE = """game VARCHAR(40) NOT NULL, seat VARCHAR(60) NOT NULL, kind VARCHAR(10) NOT NULL, "user" VARCHAR(40),
    player VARCHAR(40) NOT NULL, invitation VARCHAR(64) NOT NULL, PRIMARY KEY (game, seat)"""

pytestmark = pytest.mark.both_databases


@pytest.fixture
def third_page(client: TestClient) -> Page:
    return Page(another_browser(client))


def why_new_dice(house: House, path: str) -> list[str]:
    stored = house.archive.open(path.rpartition("/")[2], ruleset_for)
    assert stored is not None
    return [entry.noun["why"] for entry in stored.entries if entry.verb == FRESH_DICE]


def until_told(page: Page, what: str) -> None:
    """The newest letter, which comes in its own time."""
    until(lambda: any(what in notice["text"] for notice in page.get("/api/notices")["notices"][:1]))


def test_a_computer_player_plays_for_a_while_and_nobody_waits(page: Page, other_page: Page, house: House) -> None:
    path = seated(page, other_page)
    other_page.post(f"{path}/leave", seat="anna", substitute="computer", player="random", keep=True)
    card = other_page.get(path)
    assert (card["mine"], card["lent"]) == ([], ["anna"])
    assert card["seats"]["anna"]["kind"] == "computer"
    assert card["seats"]["anna"]["kept_for"] == other_page.get("/api/session")["name"]
    assert [game["lent"] for game in other_page.get("/api/games")["games"]] == [["anna"]], "it stays among his games"
    # It answers what waited for Anna; then it is the host's turn, or the game goes on without either.
    with page.client.websocket_connect(f"{path}/live?seat=heinz") as socket:  # type: ignore[attr-defined]
        message = socket.receive_json()
        while "anna" in message.get("table", message).get("waiting", ()):
            message = socket.receive_json()
    other_page.post(f"{path}/take-back", seat="anna")
    card = other_page.get(path)
    assert (card["mine"], card["lent"]) == (["anna"], [])
    assert other_page.get(f"{path}/table", seat="anna")["seat"] == "anna"
    assert [line for line in deeds(page, path) if "Anna" in line][1:] == [
        "lent Anna to a computer player",
        "took back Anna",
    ]
    assert why_new_dice(house, path)[:3] == ["seats", "seats", "seats"], "joined, lent and taken back"


def test_a_friend_plays_for_a_while(page: Page, other_page: Page, third_page: Page, house: House) -> None:
    path = seated(page, other_page)
    other_page.put(f"{path}/notes", hex="E1832", text="reserves here")
    invitation = other_page.post(f"{path}/leave", seat="anna", substitute="open", keep=True)["invitation"]
    told = third_page.post(f"{path}/invitation", invitation=invitation)
    assert told["kept_for"] == other_page.get("/api/session")["name"]
    third_page.post(f"{path}/join", invitation=invitation)
    assert third_page.get(path)["mine"] == ["anna"]
    # Whose seat it is sees what a spectator sees; the friend does not see his notes.
    assert other_page.get(f"{path}/table", 403, seat="anna")["error"]["code"] == "not-your-seat"
    assert third_page.get(f"{path}/notes")["notes"] == {}
    dice = page.get(f"{path}/table")["dice"]
    with third_page.client.websocket_connect(f"{path}/live?seat=anna") as socket:  # type: ignore[attr-defined]
        assert socket.receive_json()["type"] == "table"
        other_page.post(f"{path}/take-back", seat="anna")
        with pytest.raises(WebSocketDisconnect):
            _listen_for_ever(socket)
    after = page.get(f"{path}/table")["dice"]
    assert after["now"] == dice["ready"] != after["ready"], "the friend knows nothing of the dice to come"
    third_page.get(f"{path}/table", 403, seat="anna")
    third_page.post(f"{path}/actions", 403, seat="anna", verb="pass", noun=None, decision=None, key="late")
    until_told(third_page, "has taken back Anna")
    assert other_page.get(f"{path}/notes")["notes"] == {"E1832": "reserves here"}


def test_what_is_lent_is_not_the_friends_to_give_away(page: Page, other_page: Page, third_page: Page) -> None:
    path = seated(page, other_page)
    invitation = other_page.post(f"{path}/leave", seat="anna", substitute="open", keep=True)["invitation"]
    third_page.post(f"{path}/join", invitation=invitation)
    third_page.post(f"{path}/leave", seat="anna", substitute="computer", player="random", keep=False)
    assert third_page.get(path)["mine"] == []
    third_page.post(f"{path}/take-back", 403, seat="anna")
    assert other_page.get(path)["lent"] == ["anna"]
    assert deeds(page, path)[-1] == "passed on Anna to a computer player"
    until_told(other_page, "has been passed on: you may take it back")


def test_the_host_cannot_give_away_what_a_computer_player_keeps_warm(page: Page, other_page: Page) -> None:
    path = seated(page, other_page)
    other_page.post(f"{path}/leave", seat="anna", substitute="computer", player="random", keep=True)
    error = page.post(f"{path}/leave", 409, seat="anna", substitute="open")["error"]
    assert error["code"] == "consent-needed"
    page.post(f"{path}/take-back", 403, seat="anna")
    other_page.post(f"{path}/leave", seat="anna", substitute="computer", player="random")
    assert other_page.get(path)["lent"] == [], "now it is given up"
    page.post(f"{path}/leave", seat="anna", substitute="open")


def test_who_was_silent_too_long_finds_his_seat_again(page: Page, other_page: Page, house: House) -> None:
    path = seated(page, other_page)
    pass_days(house, 4)
    page.post(f"{path}/leave", seat="anna", substitute="computer", player="random", keep=True)
    assert deeds(page, path)[-1].endswith("as agreed when the table was made; its owner may take it back")
    until_told(other_page, ": you may take it back")
    other_page.post(f"{path}/take-back", seat="anna")
    assert other_page.get(path)["mine"] == ["anna"]


def test_databases_of_before_get_the_column(database_url: str) -> None:
    database = Database(database_url, 1)
    database.make_tables()
    with database.writing() as connection:
        connection.execute(text("DROP TABLE seats"))
        connection.execute(text(f"CREATE TABLE seats ({SEATS_OF_BEFORE})"))
    database.make_tables()
    with database.reading() as connection:
        assert connection.execute(SEATS.select()).all() == []
    database.close()


def _listen_for_ever(socket: Any) -> None:
    while True:
        socket.receive_json()
