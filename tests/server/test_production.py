"""The board of production: that it says what the rules do, and nothing about powers of other seats."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from drills import begun_ashore
from server.lazy import Page, Seat
from server.positions import seat_people
from worldfire.engine.save import dumps, loads
from worldfire.players.table import PLAYERS, seeded_campaign
from worldfire.server.house import House
from worldfire.titles import ruleset_for


@cache
def _saved(verb: str, ashore: bool = False) -> bytes:
    """Barbarossa when Germany may first do this."""
    game, rng = seeded_campaign("barbarossa", 1, length="campaign"), Random(1)
    if ashore:
        game = begun_ashore(game)
    while verb not in game.offers("germany"):
        seat, decision = next(iter(game.waiting.items()))
        game.submit(seat, *PLAYERS["default"](game, seat, rng), decision)
    return dumps(game)


@pytest.fixture
def seats(house: House, page: Page, other_page: Page) -> dict[str, Seat]:
    return seat_people(house, loads(_saved("build"), ruleset_for), {"germany": page, "ussr": other_page})


@pytest.fixture
def seats_ashore(house: House, page: Page, other_page: Page) -> dict[str, Seat]:
    """Of a game that goes on without the war at sea: there each power sends its resources by rail when it produces."""
    game = loads(_saved("send-resources", ashore=True), ruleset_for)
    return seat_people(house, game, {"germany": page, "ussr": other_page})


def board(seat: Seat, status: int = 200, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = seat.page.get(f"{seat.path}/production", status, seat=seat.seat, **query)
    return found


@pytest.mark.rule("13.6.1")
@pytest.mark.rule("13.6.2")
@pytest.mark.rule("13.6.3")
def test_resources_feed_factories_and_make_the_points_that_were_told(seats_ashore: dict[str, Seat]) -> None:
    germany = seats_ashore["germany"]
    told, decision = board(germany), germany.table()["decision"]
    assert decision["board"] == "production"
    proposal = germany.ask("default")
    assert {item: to for item, to in proposal["noun"] if to != "unused"} == {
        one["item"]: one["proposed"] for one in told["resources"] if one["proposed"]
    }
    room = {factory["hex"]: factory["room"] for factory in told["factories"]}
    used = Counter(one["proposed"] for one in told["resources"] if one["proposed"])
    assert all(number <= room[factory] for factory, number in used.items())
    assert all(one["proposed"] is None or one["proposed"] in one["ways"] for one in told["resources"])
    assert all(bool(one["stranded"]) is (not one["ways"]) for one in told["resources"])
    germany.act(decision["id"], proposal["verb"], proposal["noun"])
    after = board(germany)
    assert after["points"] == told["points"] == told["income"]["points"][used.total()]
    assert f"{after['points']} build points" in germany.table()["decision"]["prompt"]


def test_goods_are_those_of_the_offer_and_the_calendar_those_of_the_circle(seats: dict[str, Seat]) -> None:
    germany = seats["germany"]
    told, table = board(germany), germany.table()
    offered = {one["item"] for one in table["decision"]["offers"]["build"]["shape"]["items"]}
    goods = told["goods"]["build"]
    assert offered == {item for item, good in goods.items() if "refused" not in good}
    for item, good in goods.items():
        assert [chance for draw in good["draws"] for chance in draw["chances"][:1]]
        for draw in good["draws"]:
            assert {table["units"][str(unit)]["place"]["pool"] for unit in draw["units"]} == {f"force pool of {item}"}
    for day in told["calendar"]:
        assert {table["units"][str(unit)]["power"] for unit in day["units"]} <= {"germany"}
        assert all(
            table["units"][str(unit)]["place"]["pool"] == f"production circle, {day['name']}" for unit in day["units"]
        )
    assert any(day["units"] for day in told["calendar"])


def test_the_board_is_only_of_powers_that_the_seat_plays(seats: dict[str, Seat]) -> None:
    germany, ussr = seats["germany"], seats["ussr"]
    assert board(germany)["powers"] == ["germany"]
    assert board(ussr)["power"] == "ussr"
    refused = board(germany, 422, power="ussr")["error"]
    assert refused["field"] == "power"
    assert germany.page.get(f"{germany.path}/production", 403, seat="ussr")["error"]["field"] == "seat"
    assert germany.page.get(f"{germany.path}/production", 400)["error"]["field"] == "seat"
