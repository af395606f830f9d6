"""14.4 Carriers and their planes by year and nation, at sea and in port (A14)."""

from __future__ import annotations

import pytest
from seafaring import Seafaring, at_sea

from worldfire.forces.participants import YEAR, air_component
from worldfire.rules.s11_05_naval_combat import Searched
from worldfire.rules.s14_1_range import printed_range

NAVAL = {"japan": "naval", "usa": "naval"}


def carriers(year: int, throws: tuple[int, ...] = ()) -> Seafaring:
    """A Japanese and an American carrier of component 4 in the same sea area."""
    here = at_sea(
        {
            "Coral Sea 3": [("Akagi", "ja-cv-akagi-sif")],
            "Coral Sea 2": [("Enterprise", "us-cv-enterprise-sif")],
        },
        side="axis",
        actions=NAVAL,
        wars=[("japan", "usa")],
        throws=throws,
    )
    here.game.set(YEAR, year)
    return here


@pytest.mark.rule("14.4/carrier planes", example="A14")
@pytest.mark.parametrize(
    ("year", "component", "ranges", "numbers"),
    [
        (1941, 4, (6, 4), (4, 3)),  # both raise the search number by one
        (1942, 5, (7, 5), (5, 3)),  # the Japanese by two
        (1943, 5, (7, 5), (5, 3)),
        (1944, 6, (8, 6), (5, 3)),
        (1945, 6, (8, 6), (5, 3)),
    ],
)
def test_the_carriers_calendar(year: int, component: int, ranges: tuple[int, int], numbers: tuple[int, int]) -> None:
    here = carriers(year)
    ships = (here["Akagi"], here["Enterprise"])
    assert [air_component(here.game, ship) for ship in ships] == [component, component]
    assert tuple(printed_range(here.game, ship) for ship in ships) == ranges
    for dice, found in ((numbers, True), ((numbers[0] + 1, numbers[1] + 1), False)):
        again = carriers(year, (*dice, 10, 10))
        again.start("naval combat")
        again.give_battle("Akagi")
        assert [bool(event.found) for event in again.events(Searched)[:2]] == [found, found]


@pytest.mark.rule("14.4/carrier planes", example="A14")
def test_planes_of_a_face_down_carrier_fight_at_sea_but_fly_no_mission() -> None:
    here = carriers(1942, (1, 1))
    here.turn_down("Enterprise")
    here.start("naval combat")
    here.give_battle("Akagi")
    here.calm("call-naval-air-combat")
    here.do("call-naval-air-combat")
    assert {item.item for item in here.game.offers("usa")["choose-roles"].items} == {here["Enterprise"]}  # type: ignore[attr-defined]
