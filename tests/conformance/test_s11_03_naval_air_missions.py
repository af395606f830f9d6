"""11.3 Naval air missions: out to a sea area, down a section, and home."""

from __future__ import annotations

from typing import Any

import pytest
from positions import power
from seafaring import Seafaring, at_sea

from worldfire.forces.turn import COUNTED
from worldfire.rules.s11_03_flights_to_sea import highest_section, points_to_sea
from worldfire.rules.s11_04_under_way import CAME_BY_SEA
from worldfire.rules.s13_04_1_aircraft import bases_from_sea, range_from_section

STEP = "naval air missions"
Units = dict[str, list[tuple[str, str]]]


def sky(units: Units, **more: Any) -> Seafaring:
    given: dict[str, Any] = {"side": "allies", "actions": {"usa": "air"}, "wars": [("usa", "germany")], **more}
    here = at_sea(units, **given)
    here.start(STEP)
    return here


def reach(here: Seafaring, name: str) -> set[str]:
    """Where the aircraft may go, as it is offered."""
    choices = {item.item: item.to for item in here.offer("fly-naval-air").items}
    return {here.where_is(place) for place in choices.get(here[name], ()) if place >= 0}


def fly(here: Seafaring, name: str, place: str) -> None:
    here.do("fly-naval-air", {here[name]: here.spot(place)})


MARINER: Units = {"Key West": [("PBM-3", "us-nav-pbm-1-wif")]}


@pytest.mark.rule("11.3", example="WF1-098")
def test_the_points_left_decide_how_high_a_section_it_can_take() -> None:
    """A Mariner of range 15 has 7 points left over the East Coast and takes the 3 section at most; over the Caribbean 13."""
    here = sky(MARINER)
    found = [highest_section(here.game, left) for left in (0, 1, 2, 3, 5, 6, 9, 10, 15)]
    assert found == [0, 1, 1, 2, 2, 3, 3, 4, 4]
    for sea, highest in (("East Coast", 3), ("Caribbean Sea", 4)):
        here = sky(MARINER)
        assert {f"{sea} {section}" in reach(here, "PBM-3") for section in range(highest + 1)} == {True}
        assert f"{sea} {highest + 1}" not in reach(here, "PBM-3")
        fly(here, "PBM-3", f"{sea} {highest}")
        assert here.place_named("PBM-3") == f"{sea} {highest}"


@pytest.mark.rule("11.3/how to fly a naval air mission")
@pytest.mark.rule("11.3", example="WF1-099")
@pytest.mark.rule("11.3", example="WF1-100")
def test_the_mariner_flies_to_the_east_coast_and_the_caribbean() -> None:
    here = sky(MARINER)
    assert points_to_sea(here.game, here["PBM-3"], "East Coast") == 8
    assert points_to_sea(here.game, here["PBM-3"], "Caribbean Sea") == 2
    assert {"East Coast 0", "East Coast 3", "Caribbean Sea 4"} <= reach(here, "PBM-3")
    assert "East Coast 4" not in reach(here, "PBM-3")
    fly(here, "PBM-3", "East Coast 3")
    assert here.place_named("PBM-3") == "East Coast 3"
    assert not here.face_down("PBM-3")
    assert [came[:2] for came in here.game.state.get(CAME_BY_SEA)] == [("East Coast", here["PBM-3"])]


@pytest.mark.rule("11.3", example="WF1-102")
def test_the_mariner_returns_face_down_for_what_it_cost_to_fly_out() -> None:
    here = sky({"East Coast 3": [("PBM-3", "us-nav-pbm-1-wif")]})
    assert range_from_section(here.game, here["PBM-3"]) == 9
    assert here.spot("Key West") in bases_from_sea(here.game, here["PBM-3"])
    fly(here, "PBM-3", "Key West")
    assert (here.place_named("PBM-3"), here.face_down("PBM-3")) == ("Key West", True)


@pytest.mark.rule("11.3")
def test_it_moves_to_a_lower_section_and_flies_no_more() -> None:
    here = sky({"East Coast 3": [("PBM-3", "us-nav-pbm-1-wif")]})
    assert "East Coast 4" not in reach(here, "PBM-3")
    fly(here, "PBM-3", "East Coast 1")
    assert here.place_named("PBM-3") == "East Coast 1"
    assert here.asked == ("", ""), "each flies once"


@pytest.mark.rule("11.3")
@pytest.mark.rule("14.2.3")
def test_nobody_flies_into_a_storm_but_home_out_of_one() -> None:
    here = sky({**MARINER, "East Coast 3": [("other", "us-nav-pby5-wif")]}, weather="storm")
    assert reach(here, "PBM-3") == set()
    found = reach(here, "other")
    assert "Key West" in found
    assert not any(place.startswith("East Coast") for place in found)


@pytest.mark.rule("11.3")
@pytest.mark.rule("10.2")
def test_each_is_an_air_mission_and_needs_an_action_that_allows_it() -> None:
    here = sky(MARINER)
    fly(here, "PBM-3", "Caribbean Sea 4")
    assert here.game.state[COUNTED["air missions"]][power(here.game, "usa")] == 1
    assert sky(MARINER, actions={"usa": "pass"}).asked == ("", "")


@pytest.mark.rule("11.3")
def test_who_has_neither_an_air_to_sea_factor_nor_is_a_fighter_stays() -> None:
    here = sky({"Key West": [("FTR", "usa FTR"), ("LND", "us-lnd-a-20b-wif"), ("ATR", "usa ATR")]})
    assert {item.item for item in here.offer("fly-naval-air").items} == {here["FTR"]}
    why = here.game.why_not("fly-naval-air", ((here["ATR"], here.spot("Caribbean Sea")),), "usa")
    assert (why[0].rule, why[0].key) == ("11.3", "no-naval-air-mission")
