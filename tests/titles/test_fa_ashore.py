"""fa:11.10 to 11.12.2, 21.7, 16.4: landings, bombardment from the sea, forts and pilots, through `submit`."""

from __future__ import annotations

from fractions import Fraction

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_artillery import ART, lay, shots
from test_fa_artillery import strike as ground_strike
from test_fa_land_combat import FRENCH, METZ, dice_for, fight, go_on

from conformance.positions import power, put
from conformance.steps import begin_step, find, is_down, is_lost, said, units
from worldfire.engine.game import Game
from worldfire.forces.things import FACE_DOWN, PLACE, aboard, board_of, counter_of, place_index
from worldfire.forces.who import POWER_NAMES
from worldfire.rules.s02_3_stacking import aircraft_limit
from worldfire.rules.s11_10_6_overrun import FortDestroyed
from worldfire.rules.s11_13_invasions import invader_violation
from worldfire.rules.s11_15_factors import (
    Arrival,
    Reckoning,
    attack_factors,
    defence_factors,
    explain,
    land_attack,
    notional_factor,
)
from worldfire.rules.s11_15_resolution import LandCombatResult, NotionalDestroyed
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.tables.counters import AirCounter, AirType, LandAbility
from worldfire.titles import ruleset
from worldfire.titles.fa.forts import FORTS, falls, orientations, permanent_fort
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.mutiny import Surrendered
from worldfire.titles.fa.pilots import PILOTS, PilotLost, PilotSurvived, needs_pilot, pilot_dies

BREMEN, SEA = "W0837", "North Sea 2"
I_CORPS, IV_CORPS = "commonwealth-united-kingdom-inf-i", "commonwealth-united-kingdom-inf-iv"  # 6 and 5
OLYMPIC, MAURETANIA = "commonwealth-trs-olympic", "commonwealth-trs-mauretania"
GUARD = "germany GAR"


def landing(weather: str = "fine", *, section: str = SEA, guard: bool = True) -> Game:
    """FL5 on another coast: two corps off Bremen, a city in the home country of its holder."""
    places = {section: [OLYMPIC, MAURETANIA], **({BREMEN: [GUARD]} if guard else {})}
    game = front(places, wars=[("germany", "commonwealth")], weather=weather)
    for ship, corps in ((OLYMPIC, I_CORPS), (MAURETANIA, IV_CORPS)):
        unit = put(game, corps, BREMEN)
        game.write(PLACE, unit, aboard(find(game, ship)))
    return game


def invade(game: Game) -> Game:
    begin_step(game, "invasions", "commonwealth")
    target = place_index(game, BREMEN)
    game.submit("commonwealth", "invade", tuple((unit, target) for unit in units(game, I_CORPS, IV_CORPS)))
    return game


def reckoning(game: Game, section: int = 2) -> Reckoning:
    place = place_index(game, BREMEN)
    landed = units(game, I_CORPS, IV_CORPS)
    guards = tuple(unit for unit, where in enumerate(game.state[PLACE]) if where == place and unit not in landed)
    return Reckoning(place, landed, guards, tuple(Arrival(unit, "invasion", section, True) for unit in landed), True)


@pytest.mark.rule("fa:11.12.1.4", example="FL5")
@pytest.mark.rule("fa:11.11", example="FL5")
def test_the_notional_unit_and_halved_invaders() -> None:
    """1 + city + home + section below 3 + a corps from a TRS; stacked, so nothing for zones. 3 + 2.5 attack."""
    game = invade(landing())
    assert notional_factor(game, reckoning(game)) == 5
    assert attack_factors(game, reckoning(game)) == Fraction(11, 2)
    assert defence_factors(game, reckoning(game)) == 5 + _strength(game)


def _strength(game: Game) -> int:
    (unit,) = reckoning(game).defenders
    return getattr(counter_of(game, unit), "strength", 0) or 0


@pytest.mark.rule("fa:11.12.1.4")
@pytest.mark.parametrize(
    ("section", "weather", "factor"), [(3, "fine", 4), (3, "rain", 5), (4, "rain", 4), (1, "fine", 5)]
)
def test_how_far_off_shore(section: int, weather: str, factor: int) -> None:
    game = landing(weather)
    assert notional_factor(game, reckoning(game, section)) == factor


@pytest.mark.rule("fa:11.11")
def test_not_in_snow_and_not_from_the_0_section() -> None:
    for game, key in (
        (landing("snow"), "no-invasion-in-storm"),
        (landing(section="North Sea 0"), "invades-from-a-higher-section"),
    ):
        begin_step(game, "invasions", "commonwealth")
        assert game.over, key


@pytest.mark.rule("fa:11.12.5.4", example="FL5")
def test_who_does_not_clear_the_beach_is_lost() -> None:
    game = invade(landing())
    modifier = explain(game, reckoning(game)).modifier
    combat(game, (*dice_for(game, "1.5/-", modifier), 0), active="commonwealth")
    go_on(game)
    assert is_lost(game, I_CORPS)
    assert is_lost(game, IV_CORPS)
    assert not said(game, NotionalDestroyed)


@pytest.mark.rule("fa:14.2")
@pytest.mark.rule("fa:11.12.1.4")
def test_the_notional_unit_never_surrenders() -> None:
    """The guard gives up; the notional unit is left to fight, and there are dice."""
    game = invade(landing())
    for name in game.state.get(POWER_NAMES):
        if name != "commonwealth":
            game.write(MORALE, power(game, name), 7 * TENTHS)
    combat(game, (1, 6, 6), active="commonwealth")
    go_on(game)
    assert len(said(game, Surrendered)) == 1
    (result,) = said(game, LandCombatResult)
    assert isinstance(result, LandCombatResult)
    assert result.roll > 0


@pytest.mark.rule("fa:11.12.1.4")
def test_an_empty_beach_without_its_notional_unit_is_taken_face_down() -> None:
    game = invade(landing(guard=False))
    combat(game, active="commonwealth")
    while game.decision is not None:
        seat = next(iter(game.waiting))
        offers = game.offers(seat)
        verb = next((word for word in ("ignore-notional", "done", "stay-put") if word in offers), next(iter(offers)))
        noun = None if verb in ("ignore-notional", "done", "stay-put") else next(iter(offers[verb].every()))
        game.submit(seat, verb, noun)
    assert [is_down(game, name) for name in (I_CORPS, IV_CORPS)] == [True, True]


# ------------------------------------------------------------------------------------------------------------------ forts


def fortified(game: Game, *towards: str) -> Game:
    game.set(FORTS, ((place_index(game, TARGET), tuple(place_index(game, name) for name in towards)),))
    return game


@pytest.mark.rule("fa:21.7")
@pytest.mark.rule("fa:11.12.1.3")
def test_a_fort_halves_who_comes_through_it() -> None:
    game = combat(fortified(front({METZ: [GERMANS[0]], "W0930": [GERMANS[1]], TARGET: [FRENCH]}), METZ))
    found = Reckoning(place_index(game, TARGET), units(game, *GERMANS), units(game, FRENCH))
    assert land_attack(game, found).attack == Fraction(15, 2)


@pytest.mark.rule("fa:21.7")
@pytest.mark.rule("fa:11.12.5.1")
def test_all_through_the_fort_leave_the_table_to_the_defender() -> None:
    """Even in rain, where there would be only the assault."""
    game = combat(fortified(front({METZ: GERMANS, TARGET: [FRENCH]}, weather="rain"), METZ), [5, 6])
    fight(game, *GERMANS, until=("choose-table",))
    assert list(game.waiting) == ["france"]


@pytest.mark.rule("fa:21.7")
@pytest.mark.rule("fa:11.11")
def test_a_fort_that_looks_to_every_beach_halves_invaders_once_more() -> None:
    """The only all-sea hexside of Bremen: 3 + 2.5 become 1.5 + 1.25, and the defender chooses the table."""
    game = landing()
    game.set(FORTS, ((place_index(game, BREMEN), (place_index(game, "W0737"),)),))
    invade(game)
    assert attack_factors(game, reckoning(game)) == Fraction(11, 2), "it looks elsewhere"
    game.set(FORTS, ((place_index(game, BREMEN), (place_index(game, "W0838"),)),))
    assert attack_factors(game, reckoning(game)) == Fraction(11, 4)
    combat(game, active="commonwealth")
    go_on(game, ("choose-table",))
    assert tuple(game.waiting) == ("germany",)


@pytest.mark.rule("fa:11.11")
def test_the_whole_infantry_class_invades() -> None:
    """HQs, engineers and gas units as well as corps; no cavalry."""
    game = front({SEA: [OLYMPIC]}, wars=[("germany", "commonwealth")])
    for name, can in (("commonwealth ENG", True), ("commonwealth HQ-I", True), ("commonwealth CAV", False)):
        unit = put(game, name, BREMEN)
        game.write(PLACE, unit, aboard(find(game, OLYMPIC)))
        game.forget()
        assert (invader_violation(game, unit) is None) is can, name
        game.write(PLACE, unit, place_index(game, "London"))


@pytest.mark.rule("fa:21.7", example="FL2")
def test_guns_are_halved_by_a_fort_but_not_twice() -> None:
    """(d) A gun of 3 through the fort: 2 against the entrenched and against the others."""
    game = ground_strike([9, 9, 9, 9])
    fortified(game, METZ)
    lay(game, ART)
    assert [factor for factor, _ in shots(game)] == [2, 2, 2, 2]


@pytest.mark.rule("fa:11.9.2.3")
def test_who_enters_destroys_the_fort_but_not_that_of_sevastopol() -> None:
    game = fortified(front({METZ: GERMANS}), METZ)
    begin_step(game, "land movement", "germany")
    game.submit("germany", "move", (units(game, GERMANS[0]), (place_index(game, TARGET),)))
    assert not game.state.get(FORTS)


@pytest.mark.rule("fa:21.7")
def test_what_was_added_at_sevastopol_falls_and_the_old_hexsides_stay() -> None:
    game = front({})
    place, towards = permanent_fort(game)
    more = next(there for there in board_of(game).adjacent[place] if there not in towards)
    game.set(FORTS, ((place, (*towards, more)),))
    assert falls(game, place)
    game.say(FortDestroyed(place=place))
    assert dict(game.state.get(FORTS))[place] == towards
    assert not falls(game, place)


@pytest.mark.rule("fa:4.2.1", example="FA-E11")
@pytest.mark.rule("fa:21.7")
def test_a_fort_grows_and_keeps_its_hexsides() -> None:
    """One hexside at Paris and a fort of two more: three side by side, the old one among them."""
    game = front({"Paris": ["france-inf-ix"]})
    paris = place_index(game, "Paris")
    (north, *_) = game.ruleset.tables.board.adjacent[paris]
    game.set(FORTS, ((paris, (north,)),))
    two = next(unit for unit in range(len(game.state[PLACE])) if _is_fort_of_two(game, unit))
    found = orientations(game, two, paris)
    assert found
    assert all(len(run) == 3 and north in run for run in found.values())
    assert len(found) == 3


def _is_fort_of_two(game: Game, unit: int) -> bool:
    counter = counter_of(game, unit)
    return counter.power == "france" and counter.type == "FORT" and LandAbility.TWO_SIDED in counter.abilities


# ----------------------------------------------------------------------------------------------------------------- pilots


@pytest.mark.rule("fa:16.4.3")
@pytest.mark.rule("fa:16.4.4")
def test_who_is_overrun_loses_his_aircraft_but_not_his_life() -> None:
    """Face-down aircraft are destroyed; the pilot is back on the track unless he was surprised."""
    game = front({METZ: GERMANS, TARGET: ["france LND"]})
    (plane,) = [unit for unit, place in enumerate(game.state[PLACE]) if place == place_index(game, TARGET)]
    game.write(FACE_DOWN, plane, 1)
    france = power(game, "france")
    before = game.state[PILOTS][france]
    begin_step(game, "land movement", "germany")
    game.submit("germany", "move", (units(game, GERMANS[0]), (place_index(game, TARGET),)))
    assert said(game, PilotSurvived)
    assert not said(game, PilotLost)
    assert game.state[PILOTS][france] == before + 1
    assert Destroyed(thing=plane) in [event for entry in game.entries for event in entry.events]


@pytest.mark.rule("fa:16.4.4")
@pytest.mark.rule("fa:13.3.2")
def test_a_pilot_dies_with_an_aircraft_that_finds_no_base() -> None:
    """In the return to base step, even where its side has ships; elsewhere he would be fished out."""
    game = front({}, wars=(("germany", "commonwealth"),))
    plane = put(game, "germany-nav-friedrichshafen-ff-29", "North Sea 0")
    put(game, "germany SCS", "North Sea 0")
    assert not pilot_dies(game, plane)
    game.push("return to base at the end of the turn", None)
    assert pilot_dies(game, plane)


@pytest.mark.rule("fa:16.4.1")
def test_an_aircraft_without_a_pilot_waits_in_the_reserve_pool() -> None:
    game = front({})
    germany = power(game, "germany")
    planes = [unit for unit in range(len(game.state[PLACE])) if _plane(game, unit)][:2]
    for plane in planes:
        game.write(PLACE, plane, place_index(game, "reserve pool of germany"))
    game.write(PILOTS, germany, 1)
    begin_step(game, "reinforcements", "germany")
    while game.decision is not None and game.decision.prompt != "man-aircraft":
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        game.submit(seat, verb, next(iter(shape.every())))
    assert game.why_not("man-aircraft", tuple(planes), "germany"), "one pilot, one aircraft"
    game.submit("germany", "man-aircraft", (planes[0],))
    assert game.state[PILOTS][germany] == 0
    assert game.state[PLACE][planes[1]] == place_index(game, "reserve pool of germany")


def _plane(game: Game, unit: int) -> bool:
    return counter_of(game, unit).power == "germany" and counter_of(game, unit).type == "LND"


@pytest.mark.rule("fa:16.4")
@pytest.mark.rule("fa:21.11")
def test_balloons_and_zeppelins_fly_without_a_pilot() -> None:
    aircraft = [counter for counter in ruleset("fa").tables.counters if isinstance(counter, AirCounter)]
    unmanned = {AirType.BALLOON, AirType.ZEPPELIN}
    assert {counter.type for counter in aircraft if not needs_pilot(counter)} == unmanned
    assert not unmanned & {counter.type for counter in aircraft if needs_pilot(counter)}


@pytest.mark.rule("fa:2.3.1.2", example="FA-E01")
@pytest.mark.rule("fa:2.3.1.4", example="FA-E02")
def test_aircraft_where_engineers_and_hqs_are() -> None:
    """A city holds three, one more for each HQ and each engineer."""
    game = front({METZ: [*GERMANS]})
    metz = place_index(game, METZ)
    assert aircraft_limit(game, metz, units(game, *GERMANS)) == 3
    leaders = units(game, "germany-hq-moltke", "germany-hq-kluck", "germany-eng-div-pionier-i")
    assert aircraft_limit(game, metz, leaders) == 6


@pytest.mark.rule("fa:11.14.2")
def test_the_zeppelin_carries_a_division() -> None:
    """L 59 takes an INF division from Metz to Strasbourg in the reorganisation step: an air mission and a land move."""
    game = front({METZ: ["germany-zeppelin-l-59", _division(), *GERMANS]})
    zeppelin, division = units(game, "germany-zeppelin-l-59", _division())
    begin_step(game, "reorganisation", "germany")
    (order,) = [each for each in game.offers("germany")["fly"].items if each.item == zeppelin]  # type: ignore[attr-defined]
    wanted = place_index(game, "W0930")
    assert not any(str(find(game, GERMANS[0])) in str(choice).split(" ")[2:] for choice in order.to), "no INF corps"
    game.submit("germany", "fly", ((zeppelin, f"fly {wanted} {division}"),))
    while game.decision is not None:
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        game.submit(seat, verb, next(iter(shape.every())))
    assert game.state[PLACE][division] == wanted
    assert game.state[FACE_DOWN][zeppelin]


def _division() -> str:
    tables = front({}).ruleset.tables.source.land
    return next(
        each.id for each in tables if each.power == "germany" and each.type == "INF" and each.size == "division"
    )
