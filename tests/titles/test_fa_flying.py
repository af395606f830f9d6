"""fa:2.3.1.2, 16.1.1, 20.1, 20.5.3: how far aircraft fly at least, a flying boat on a lake, and whose skies are closed."""

from __future__ import annotations

import pytest
from front import TARGET, front

from conformance.positions import country, power, put, set_wars
from conformance.steps import begin_step, find
from worldfire.engine.game import Game
from worldfire.forces.flights import Flight
from worldfire.forces.situation import WITHOUT_FORCE_POOL
from worldfire.forces.things import PLACE, board_of, counter_of, place_index, place_name
from worldfire.forces.turn import power_name
from worldfire.forces.who import CONTROLLER, NOBODY
from worldfire.rules.s02_4_supply import flight_supply_violation
from worldfire.rules.s08_weather import lakes_thaw
from worldfire.rules.s11_16_rebase import rebase_violation
from worldfire.rules.s13_04_1_aircraft import bases_from_sea
from worldfire.rules.s14_1_range import closed_skies, reachable, rebase_reach
from worldfire.titles.fa.offensives import in_range_of
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.politics.flags import FLAG, sign_of

SCOUT, SEAPLANE = "commonwealth FTR", "commonwealth-nav-sopwith-baby"
CENTRAL = 0
AEROMARINE, LAKE, SHORE = "usa-nav-aeromarine", "E1749", ("E1748", "E1750")


@pytest.mark.rule("fa:16.1.1")
def test_every_aircraft_flies_a_hex_however_large_it_is() -> None:
    """A fighter of range 2 on the map of the world, where a hex takes 4; half its range to intercept is enough too."""
    game = front({}, wars=[("germany", "commonwealth")])
    nairobi = place_index(game, "Nairobi")
    scout = put(game, SCOUT, "Nairobi")
    beside = {*board_of(game).adjacent[nairobi]} - closed_skies(game, scout)
    assert beside
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


# -------------------------------------------------------------------------------------------------- neutral countries

BOMBER, FIGHTER, GUARD = "germany-lnd-friedrichshafen-g-iii", "germany FTR", "commonwealth-united-kingdom-inf-i"
WEST = [("germany", "france"), ("germany", "commonwealth")]


def orders(game: Game, aircraft: int) -> tuple[object, ...]:
    return next(choices.to for choices in game.offers("germany")["fly"].items if choices.item == aircraft)  # type: ignore[attr-defined]


@pytest.mark.rule("fa:20.1")
@pytest.mark.rule("fa:16.1.1")
def test_no_bomber_flies_over_a_neutral_belgium() -> None:
    """From Cologne to London are six hexes over the Low Countries, and ten around them."""
    for aligned, flies in (([], False), ([("belgium", "france")], True)):
        game = front({"London": [GUARD], TARGET: ["france INF"]}, wars=WEST, aligned=aligned)
        bomber, london = put(game, BOMBER, "Cologne"), place_index(game, "London")
        begin_step(game, "ground strike", "germany", throws=[9], action="air")
        order = ((bomber, f"fly {london}"),)
        assert (order[0][1] in orders(game, bomber)) is flies
        if not flies:
            assert [reason.key for reason in game.why_not("fly", order, "germany")] == ["behind-closed-skies"]
            continue
        game.submit("germany", "fly", order)
        game.submit("germany", "return-to", place_index(game, "Cologne"))
        assert game.state[PLACE][bomber] == place_index(game, "Cologne")


@pytest.mark.rule("fa:15.1.1")
@pytest.mark.rule("fa:11.13")
@pytest.mark.parametrize(("box", "rebases", "strikes"), [(8, False, False), (9, True, False), (13, True, True)])
def test_a_friendly_neutral_lets_rebases_pass_and_a_close_friend_every_flight(
    box: int, rebases: bool, strikes: bool
) -> None:
    """From Cologne to a German Lille over Belgium, where nobody comes down; to Amiens beyond it none but a guest flies."""
    game = front({"Amiens": ["france INF"]}, wars=WEST, control={"germany": ["Lille"]})
    game.write(FLAG, country(game, "belgium"), box * sign_of(CENTRAL))
    fighter, bomber = put(game, FIGHTER, "Cologne"), put(game, "germany-lnd-aeg-g-iv", "Cologne")
    lille, amiens = place_index(game, "Lille"), place_index(game, "Amiens")
    begin_step(game, "ground strike", "germany", action="air")
    offered = game.offers("germany").get("fly") if game.decision is not None else None
    assert (offered is not None and f"fly {amiens}" in orders(game, bomber)) is strikes
    begin_step(game, "rebase", "germany", action="air")
    game.submit("germany", "rebase", fighter)
    found = tuple(game.offers("germany")["rebase-to"].every())
    assert (lille in found) is rebases
    assert place_index(game, "Brussels") not in found
    if rebases:
        game.submit("germany", "rebase-to", lille)
        assert game.state[PLACE][fighter] == lille
    else:
        assert [reason.key for reason in game.why_not("rebase-to", lille, "germany")] == ["behind-closed-skies"]


@pytest.mark.rule("fa:20.1")
@pytest.mark.rule("fa:13.3.1")
def test_seaplanes_go_round_the_netherlands_to_the_sea_and_home() -> None:
    """From Cologne the Dutch coast is near; while the Netherlands are neutral the way leads by Emden, or by none."""
    sections, homes = [], []
    for wars in (WEST, [*WEST, ("germany", "netherlands")]):
        game = front({"Cologne": ["germany-nav-friedrichshafen-ff-29"]}, wars=wars)
        plane = find(game, "germany-nav-friedrichshafen-ff-29")
        begin_step(game, "naval air missions", "germany", action="air")
        offered = game.offers("germany")["fly-naval-air"].items if game.decision is not None else ()  # type: ignore[attr-defined]
        sections.append(sum(len(choices.to) for choices in offered))
        put(game, plane, "North Sea 0")
        homes.append(place_index(game, "Cologne") in bases_from_sea(game, plane))
    assert sections[0] < sections[1]
    assert homes == [False, True]


@pytest.mark.rule("fa:9.1")
def test_aircraft_of_a_neutral_power_stay_over_its_own_land() -> None:
    """A neutral Commonwealth flies over the sea and what is its own, and over nothing of its neighbours'."""
    game = front({}, wars=[("germany", "france")])
    scout = put(game, SCOUT, "Nairobi")
    holders, own = game.state[CONTROLLER], power(game, "commonwealth")
    assert {holders[place] for place in rebase_reach(game, scout)} <= {own, NOBODY}
    set_wars(game, WEST)
    game.forget()
    assert power(game, "germany") in {holders[place] for place in rebase_reach(game, scout)}


def rebasing_belgian() -> tuple[Game, int]:
    game = front({}, wars=WEST, aligned=[("belgium", "france")])
    farman = put(game, "belgium-lnd-farman-hf-20", "Antwerp")
    begin_step(game, "rebase", "france", action="air")
    game.submit("france", "rebase", farman)
    return game, farman


@pytest.mark.rule("fa:20.5.3")
@pytest.mark.parametrize("pooled", [True, False])
def test_aircraft_of_a_minor_country_may_flee_to_neutrals(pooled: bool) -> None:
    """It is lost in the Netherlands; the pilot comes home if his country's units are in the pools."""
    game, farman = rebasing_belgian()
    netherlands, france = power(game, "netherlands"), power(game, "france")
    if not pooled:
        game.set(WITHOUT_FORCE_POOL, (country(game, "belgium"),))
    pilots = game.state[PILOTS][france]
    assert netherlands in tuple(game.offers("france")["be-interned"].every())
    assert place_index(game, "Rotterdam") not in tuple(game.offers("france")["rebase-to"].every())
    game.submit("france", "be-interned", netherlands)
    assert place_name(game, game.state[PLACE][farman]) == "tray of france"
    assert game.state[PILOTS][france] - pilots == pooled


@pytest.mark.rule("fa:20.5.3")
def test_nobody_flees_to_an_enemy_or_to_what_is_too_far_and_no_great_powers_aircraft() -> None:
    game, _ = rebasing_belgian()
    found = {power_name(game, neutral) for neutral in game.offers("france")["be-interned"].every()}
    assert found == {"netherlands", "switzerland"}  # not Denmark, which is too far away
    game = front({}, wars=WEST)
    scout = put(game, "france FTR", "Lille")
    begin_step(game, "rebase", "france", action="air")
    game.submit("france", "rebase", scout)
    assert "be-interned" not in game.offers("france")
