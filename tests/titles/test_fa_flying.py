"""fa:2.3.1.2, 16.1.1: how far aircraft fly at least, and a flying boat on a lake."""

from __future__ import annotations

import pytest
from front import front

from conformance.positions import put
from conformance.steps import begin_step
from worldfire.forces.flights import Flight
from worldfire.forces.things import PLACE, board_of, counter_of, place_index, place_name
from worldfire.rules.s02_4_supply import flight_supply_violation
from worldfire.rules.s08_weather import lakes_thaw
from worldfire.rules.s11_16_rebase import rebase_violation
from worldfire.rules.s13_04_1_aircraft import bases_from_sea
from worldfire.rules.s14_1_range import reachable, rebase_reach
from worldfire.titles.fa.offensives import in_range_of

SCOUT, SEAPLANE = "commonwealth FTR", "commonwealth-nav-sopwith-baby"
AEROMARINE, LAKE, SHORE = "usa-nav-aeromarine", "E1749", ("E1748", "E1750")


@pytest.mark.rule("fa:16.1.1")
def test_every_aircraft_flies_a_hex_however_large_it_is() -> None:
    """A fighter of range 2 on the map of the world, where a hex takes 4; half its range to intercept is enough too."""
    game = front({})
    nairobi = place_index(game, "Nairobi")
    scout = put(game, SCOUT, "Nairobi")
    beside = {*board_of(game).adjacent[nairobi]}
    assert counter_of(game, scout).range == 2  # type: ignore[union-attr]
    for flight in (Flight.BOMBER, Flight.INTERCEPTION):
        assert {*reachable(game, scout, flight)} == {nairobi, *beside}
    assert beside <= {*rebase_reach(game, scout)}


@pytest.mark.rule("fa:18.3")
def test_an_hq_reaches_no_further_for_that() -> None:
    game = front({})
    leader = put(game, "germany-hq-von-lettow", "Nairobi")
    beside = board_of(game).number(board_of(game).adjacent[place_index(game, "Nairobi")][0])
    assert not in_range_of(game, leader, put(game, "germany INF", beside))


@pytest.mark.rule("fa:16.1.1")
@pytest.mark.rule("fa:11.2.1")
def test_a_short_ranged_seaplane_takes_the_0_section_of_the_next_sea_and_comes_back() -> None:
    """Off Mombasa the first hexdot takes 4 points: with 3 it comes no higher than the 0 section."""
    game = front({"Mombasa": [SEAPLANE]}, wars=[("germany", "commonwealth")])
    begin_step(game, "naval air missions", "commonwealth", action="air")
    (choices,) = game.offers("commonwealth")["fly-naval-air"].items  # type: ignore[attr-defined]
    (section,) = (place for place in choices.to if place >= 0)
    assert place_name(game, section).endswith(" 0")
    game.submit("commonwealth", "fly-naval-air", ((choices.item, section),))
    assert place_index(game, "Mombasa") in bases_from_sea(game, choices.item)


@pytest.mark.rule("fa:2.3.1.2")
@pytest.mark.rule("fa:8.2.1.3")
def test_a_flying_boat_waits_on_the_ice_and_stays_when_it_melts() -> None:
    for weather, flies in (("snow", False), ("fine", True)):
        game = front({}, wars=[("germany", "usa")], weather=weather, control={"usa": [LAKE, *SHORE]})
        boat = put(game, AEROMARINE, LAKE)
        assert (rebase_violation(game, boat) is None) is flies
        assert (flight_supply_violation(game, boat) is None or flies) is flies
        lakes_thaw.run(game, None)
        assert game.state[PLACE][boat] == place_index(game, LAKE)
        begin_step(game, "rebase", "usa", action="air")
        assert (game.decision is not None) is flies
