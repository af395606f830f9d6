"""Resources by sea as the page is told: ways, convoys in use, what is idle and why; pins and forbidden routes are kept."""

from __future__ import annotations

from typing import Any

import pytest

from server.lazy import Page

SEATS = {seat: {"kind": "me"} for seat in ("kasigi", "jay", "jeremy")}


@pytest.fixture
def path(page: Page) -> str:
    return f"/api/games/{page.post('/api/games', exercise='convoys', seats=SEATS)['game']}"


def _by_item(board: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["item"]: one for one in board["consignments"]}


@pytest.mark.rule("13.6.1")
def test_a_plan_is_shown_with_its_ways_its_convoys_and_what_lies_idle(page: Page, path: str) -> None:
    board = page.post(f"{path}/shipping", seat="kasigi")
    taihoku = _by_item(board)["A0133/1"]
    assert [leg["sea"] for leg in taihoku["legs"]] == ["China Sea"]
    assert (taihoku["rail"][0], taihoku["inland"][-1]) == ("A0133", taihoku["to"])
    lanes = {lane["sea"]: (lane["used"], lane["points"]) for lane in board["lanes"]}
    assert lanes["South China Sea"] == (4, 4)
    assert (board["power"], board["asked"], board["used"], board["refused"]) == ("japan", True, 8, None)
    assert board["powers"] == ["japan"]
    routes = page.post(f"{path}/ask", seat="kasigi", question="routes")["routes"]
    assert {one["resource"]: one["to"] for one in routes}["A0133/1"] == taihoku["to"]
    idle = {item: one["idle"] for item, one in _by_item(board).items() if one["to"] is None}
    assert "no convoy points off its port (Bismarck Sea)" in idle["A0220/1"]
    assert idle["A0228/1"] == "Each of the 8 factories has a resource."


@pytest.mark.rule("13.6.1")
def test_a_route_that_is_forbidden_is_not_taken_and_one_that_is_pinned_stays(page: Page, path: str) -> None:
    first = page.post(f"{path}/shipping", seat="kasigi", solve=True)
    was = _by_item(first)["A0133/1"]["word"]
    pinned = "A0133 > China Sea by japan > Japanese Coast by japan > P2638 > P2638"
    assert was != pinned
    second = page.post(
        f"{path}/shipping", seat="kasigi", solve=True, forbidden=[["P2445/1", "unused"]], pins={"A0133/1": pinned}
    )
    assert _by_item(second)["A0133/1"]["word"] == pinned
    assert second["used"] == first["used"]
    third = page.post(f"{path}/shipping", seat="kasigi", solve=True, forbidden=[["A0133/1", was]])
    assert _by_item(third)["A0133/1"]["word"] != was
    against = page.post(f"{path}/shipping", seat="kasigi", solve=True, pins={"A0133/1": "P2638"})
    assert against["no_plan"] or against["refused"]
    decision = page.get(f"{path}/table", seat="kasigi")["decision"]["id"]
    assert "entry" in page.post(
        f"{path}/actions", seat="kasigi", decision=decision, verb="route-goods", noun=second["noun"]
    )
    assert page.post(f"{path}/shipping", seat="kasigi")["sent"]


@pytest.mark.rule("13.6.5")
def test_the_docks_tell_what_waits_for_its_second_cycle_or_for_repair(page: Page, path: str) -> None:
    japan = page.get(f"{path}/production", seat="kasigi")
    assert [(one["where"], one["cost"] > 0) for one in japan["docks"]["ships"]] == [("building", True)]
    assert japan["docks"]["convoys"] == 3
    usa = page.get(f"{path}/production", seat="jay")
    assert {one["where"] for one in usa["docks"]["ships"]} == {"repair"}


@pytest.mark.rule("fa:5.1")
def test_a_resource_that_is_fetched_elsewhere_has_the_name_of_its_own_hex(page: Page) -> None:
    """The Dutch bring home what Guyana gives to Germany."""
    seats = {seat: {"kind": "me"} for seat in ("germany", "austria-hungary", "commonwealth", "france", "russia", "usa")}
    made = page.post("/api/games", title="fa", campaign="1914", seats=seats, set_up="default")
    given = [
        one
        for one in page.post(f"/api/games/{made['game']}/shipping", seat="germany")["consignments"]
        if one["giver"] == "netherlands"
    ]
    assert "Paramaribo" in {one["name"] for one in given}
