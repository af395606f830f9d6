"""11.16 Aircraft rebases, and 14.1.1 Range."""

from __future__ import annotations

import pytest
from positions import give_control
from sorties import Sortie, sortie

from worldfire.board.paths import air_range
from worldfire.forces.flights import Flight
from worldfire.forces.participants import YEAR
from worldfire.forces.things import FACE_DOWN, board_of
from worldfire.forces.turn import COUNTED
from worldfire.rules.s11_16_rebase import Rebased
from worldfire.rules.s14_1_range import (
    landing_violation,
    printed_range,
    reach_of,
    rebase_range,
    rebase_reach,
    return_reach,
)


@pytest.mark.rule("14.1.1", example="WF2-136")
@pytest.mark.rule("11.16", example="WF2-136")
@pytest.mark.rule("14.1.1/extended range", example="WF2-136")
def test_a_b17_crosses_the_atlantic() -> None:
    here = sortie(
        "global-war",
        {"Fortaleza": [("B-17F", "us-lnd-b-17f-wif")]},
        side="allies",
        actions={"usa": "air"},
        wars=[("usa", "germany")],
        co_operating=[("usa", "commonwealth"), ("usa", "france")],
    )
    give_control(here.game, "usa", "Fortaleza", "country:Morocco", "Marrakech", "Mogador")
    here.start("rebase")
    assert air_range(board_of(here.game), "M0210", "W2907") == 44
    assert rebase_range(here.game, here["B-17F"], 2) == 32
    assert rebase_range(here.game, here["B-17F"], 3) == 48
    here.do("rebase", here["B-17F"])
    events = here.do("rebase-to", here.place("Marrakech"))
    assert Rebased(thing=here["B-17F"], base=here.place("Marrakech")) in events
    assert not here.face_down("B-17F")
    assert sum(here.game.state[COUNTED["air missions"]]) == 1
    assert here.game.over  # nothing flies twice


@pytest.mark.rule("11.16", example="WF2-136")
def test_an_axis_ship_on_the_way_forbids_the_triple_range() -> None:
    here = sortie(
        "global-war",
        {
            "Fortaleza": [("B-17F", "us-lnd-b-17f-wif")],
            "Mouths of the Amazon 2": [("raider", "germany SCS")],
        },
        side="allies",
        actions={"usa": "air"},
        wars=[("usa", "germany")],
    )
    give_control(here.game, "usa", "Fortaleza", "country:Morocco", "Marrakech", "Mogador")
    assert here.place("Marrakech") not in rebase_reach(here.game, here["B-17F"])


@pytest.mark.rule("14.4/carrier planes", example="WF2-141")
@pytest.mark.rule("14.1.1", example="WF2-141")
def test_carrier_planes_fly_as_far_as_their_carrier_says() -> None:
    here = sortie(
        "global-war",
        {"South China Sea 2": [("Essex", "us-cv-essex-sif"), ("Soryu", "ja-cv-soryu-sif")]},
        side="axis",
        actions={},
    )
    here.game.set(YEAR, 1939)
    assert [printed_range(here.game, here[name]) for name in ("Essex", "Soryu")] == [5, 5]


@pytest.mark.rule("14.1.1/reduced range")
@pytest.mark.rule("14.1.1/extended range")
@pytest.mark.rule("14.2.4")
def test_reduced_and_extended_range() -> None:
    here = sortie(
        "barbarossa",
        {"Warsaw": [("Bf-109", "ge-ftr-bf-109e3-wif")]},
        side="axis",
        actions={},
    )
    fighter = here["Bf-109"]
    assert [reach_of(here.game, fighter, flight) for flight in (Flight.PATROL, Flight.ESCORT)] == [3, 3]
    assert reach_of(here.game, fighter, Flight.INTERCEPTION) == 2
    assert return_reach(here.game, fighter, Flight.INTERCEPTION) == 3
    assert return_reach(here.game, fighter, Flight.FIGHTER_BOMBER) == 2
    assert reach_of(here.game, fighter, Flight.EXTENDED_BOMBER) == 6


@pytest.mark.rule("11.16")
@pytest.mark.rule("2.3.1")
def test_out_of_supply_and_in_a_storm_an_aircraft_still_rebases_where_there_is_room() -> None:
    here = sortie(
        "barbarossa",
        {
            "Warsaw": [("Bf-109", "ge-ftr-bf-109e3-wif")],
            "E2637": [("first", "germany LND"), ("second", "germany FTR")],
        },
        side="axis",
        actions={"germany": "air"},
        wars=[("germany", "ussr")],
        control={"germany": ["Warsaw", "E2637", "E2636"]},
        weather="blizzard",
    )
    here.start("rebase")
    here.do("rebase", here["Bf-109"])
    hexes = here.offer("rebase-to").domain
    assert here.place("E2636") in hexes


@pytest.mark.rule("14.2.4")
def test_nobody_lands_outside_the_maps_of_the_campaign() -> None:
    here = sortie(
        "barbarossa",
        {"Berlin": [("Ju-52", "ge-atr-ju-52-wif")]},
        side="axis",
        actions={"germany": "air"},
        control={"germany": ["Paris", "Warsaw"]},
    )
    found = landing_violation(here.game, here["Ju-52"], here.place("Paris"))
    assert found is not None
    assert found.key == "hex-out-of-play"
    assert landing_violation(here.game, here["Ju-52"], here.place("Warsaw")) is None


def two_full_bases() -> Sortie:
    """Open hexes with room for one aircraft each."""
    here = sortie(
        "barbarossa",
        {"E2637": [("Bf-109", "ge-ftr-bf-109e3-wif")], "E2638": [("Ju-87", "ge-lnd-ju-87d-wif")]},
        side="axis",
        actions={"germany": "air"},
        wars=[("germany", "ussr")],
        control={"germany": ["E2637", "E2638"]},
    )
    here.start("step: rebase")
    return here


@pytest.mark.rule("2.3.1")
@pytest.mark.rule("11.16")
def test_two_full_bases_can_swap_their_aircraft() -> None:
    """Stacking counts when the step ends: the first of them flies to a hex that is full until the other has left."""
    here = two_full_bases()
    here.do("rebase", here["Bf-109"])
    here.do("rebase-to", here.place("E2638"))
    here.do("rebase", here["Ju-87"])
    here.do("rebase-to", here.place("E2637"))
    assert here.asked[1] not in ("rebase", "destroy-surplus")
    assert (here.is_at("Bf-109", "E2638"), here.is_at("Ju-87", "E2637")) == (True, True)


@pytest.mark.rule("2.3.1")
@pytest.mark.rule("11.16")
def test_who_fills_a_base_beyond_its_room_loses_an_aircraft_when_the_step_ends() -> None:
    """Face-up aircraft go first: the one that was there is face-down and stays."""
    here = two_full_bases()
    here.game.write(FACE_DOWN, here["Ju-87"], 1)
    here.do("rebase", here["Bf-109"])
    here.do("rebase-to", here.place("E2638"))
    assert not here.is_at("Bf-109", "E2638"), "nobody had a choice"
    assert here.is_at("Ju-87", "E2638")
