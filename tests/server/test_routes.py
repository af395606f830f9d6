"""The routes of resources (13.6.1, 13.6.2): over railways and roads, from a resource to a factory."""

from __future__ import annotations

import pytest

from server.lazy import Page, Seat
from server.positions import barbarossa_until, seat_people
from worldfire.server.house import House


@pytest.fixture(params=["germany", "ussr"])
def seat(request: pytest.FixtureRequest, house: House, page: Page) -> Seat:
    return seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": page})[request.param]


def test_routes_run_over_tracks_from_a_resource_to_a_factory(seat: Seat) -> None:
    board = seat.page.get("/api/board")
    tracks = {frozenset(side[:2]) for side in board["tracks"]}
    straits = {frozenset(side[:2]) for side in board["hexsides"] if "straits" in side[2]}
    places = board["places"]
    resources = {one["hex"] for one in places if one.get("resources") or one.get("oil")}
    factories = {one["hex"] for one in places if one.get("factories") or one.get("blue") or one.get("red")}
    routes = seat.ask("routes")["routes"]
    assert any(len(route["path"]) > 1 for route in routes)
    for route in routes:
        assert route["from"] in resources
        if route["to"] is None:
            assert route["path"] == []
            continue
        assert route["to"] in factories
        assert (route["path"][0], route["path"][-1]) == (route["from"], route["to"])
        steps = [frozenset(step) for step in zip(route["path"], route["path"][1:], strict=False)]
        assert sum(step not in tracks for step in steps) <= 1
        assert all(step in tracks or step in straits for step in steps)


def test_routes_follow_what_is_being_chosen(seat: Seat) -> None:
    routes = seat.ask("routes")["routes"]
    used = [route for route in routes if route["to"] is not None]
    kept = used[0]
    again = seat.ask("routes", noun=[[kept["resource"], kept["to"]]])["routes"]
    assert [route for route in again if route["to"] is not None] == [kept]
    assert len(again) == len(routes)


def test_wrong_questions_about_routes(seat: Seat) -> None:
    assert seat.ask("routes", 422, noun="all of it")["error"]["field"] == "noun"
    assert seat.ask("routes", noun=[["nothing", "nowhere"]])["routes"]
