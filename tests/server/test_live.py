"""Live connections: two players and a spectator, presence, coming back, and nothing for strangers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.lazy import Page, Seat
from server.positions import barbarossa_until, seat_people
from worldfire.server.house import House
from worldfire.server.messages import LiveMessage


@pytest.fixture
def seats(house: House, page: Page, other_page: Page) -> dict[str, Seat]:
    return seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": other_page})


def listen(seat: Seat, *, spectator: bool = False, since: int | None = None) -> Any:
    query = [] if spectator else [f"seat={seat.seat}"]
    query += [] if since is None else [f"since={since}"]
    return seat.page.client.websocket_connect(f"{seat.path}/live?{'&'.join(query)}")


def until(socket: Any, kind: str) -> Any:
    """The next message of a kind."""
    while (message := _received(socket))["type"] != kind:
        pass
    return message


def _received(socket: Any) -> Any:
    """A message, which fits the description."""
    message = socket.receive_json()
    msgspec.convert(message, LiveMessage)
    return message


def apply(table: dict[str, Any], delta: dict[str, Any]) -> None:
    """As a page does: maps are merged, the log grows, everything else is replaced."""
    for name, part in delta.items():
        if name in ("units", "control"):
            table[name].update(part)
        elif name == "log":
            table["log"] += part
        elif name != "type":
            table[name] = part
    table["control"] = {place: power for place, power in table["control"].items() if power}


def same(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Both are the same table, whatever part of the log each still shows."""
    for name, part in other.items():
        if name != "log":
            assert one[name] == part, name
    assert one["log"][-len(other["log"]) :] == other["log"][-len(one["log"]) :]


def test_deltas_lead_to_the_table(seats: dict[str, Seat]) -> None:
    germany, ussr = seats["germany"], seats["ussr"]
    with listen(germany) as own, listen(ussr) as enemy, listen(ussr, spectator=True) as gallery:
        tables = [until(socket, "table") for socket in (own, enemy, gallery)]
        assert [table.pop("type") for table in tables] == ["table"] * 3
        assert tables[1]["decision"] is None
        for _ in range(3):
            germany.act_lazily(("move", "declare-attacks"))
            for table, socket in zip(tables, (own, enemy, gallery), strict=True):
                delta = until(socket, "delta")
                assert len(str(delta)) < 12_000
                apply(table, delta)
        same(tables[0], germany.table())
        same(tables[1], ussr.table())
        same(tables[2], ussr.page.get(f"{ussr.path}/table"))


def test_who_comes_back_gets_what_he_missed(seats: dict[str, Seat]) -> None:
    germany, ussr = seats["germany"], seats["ussr"]
    with listen(ussr) as socket, listen(ussr) as twin:
        table = until(socket, "table")
        until(twin, "table")
        entry = germany.act_lazily(("move",))
        apply(table, until(socket, "delta"))
        germany.act_lazily(("move",))
        until(twin, "delta")
        with listen(ussr, since=entry + 1) as again:
            delta = until(again, "delta")
            assert delta["entries"] == entry + 2
        with listen(ussr, since=1) as late:
            assert until(late, "table")["entries"] == entry + 2
        with listen(ussr, since=entry + 2) as current:
            assert current.receive_json()["type"] == "presence", "nothing was missed"


def test_everybody_sees_who_is_there(seats: dict[str, Seat]) -> None:
    with listen(seats["germany"]) as own:
        assert until(own, "presence")["seats"] == ["germany"]
        with listen(seats["ussr"]):
            assert until(own, "presence")["seats"] == ["germany", "ussr"]
        assert until(own, "presence")["seats"] == ["germany"]


def test_strangers_may_not_listen_for_a_seat(seats: dict[str, Seat]) -> None:
    spy = Seat(seats["germany"].page, seats["germany"].game, "ussr")
    with listen(spy) as socket:
        assert socket.receive_json()["error"]["code"] == "not-your-seat"


def test_pages_of_other_sites_may_not_listen(seats: dict[str, Seat]) -> None:
    germany = seats["germany"]
    path = f"{germany.path}/live?seat=germany"
    headers = {"Origin": "https://elsewhere.example"}
    with germany.page.client.websocket_connect(path, headers=headers) as socket:
        assert socket.receive_json()["error"]["code"] == "forbidden"


def test_what_is_said_to_a_side_stays_there(seats: dict[str, Seat]) -> None:
    germany, ussr = seats["germany"], seats["ussr"]
    with listen(germany) as own, listen(ussr) as enemy:
        for socket in (own, enemy):
            until(socket, "table")
        germany.page.post(f"{germany.path}/chat", text="we attack at dawn", to="side")
        germany.page.post(f"{germany.path}/chat", text="good luck", to="game")
        assert until(own, "chat")["text"] == "we attack at dawn"
        assert until(enemy, "chat")["text"] == "good luck"
    texts = [line["text"] for line in ussr.page.get(f"{ussr.path}/chat")["messages"]]
    assert texts == ["good luck"]
    assert len(germany.page.get(f"{germany.path}/chat")["messages"]) == 2
