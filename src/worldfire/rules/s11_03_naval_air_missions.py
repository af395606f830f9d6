"""11.3 Naval air missions: aircraft fly out to a sea area, move to a lower section there, or return to base.

Nobody answers them, and no combat follows at once: who is at sea stays there.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, procedure, shared, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import STAY, ordered
from worldfire.forces.kinds import Destination
from worldfire.forces.things import FACE_DOWN, PLACE, at_sea, move, sea_of_section, such_on_the_map
from worldfire.forces.turn import active_side, powers_of_seat, seats_of_side
from worldfire.forces.who import COUNTRY, POWER, power_of
from worldfire.rules.s02_1_sea_areas import seas_in_play, section_at, section_number
from worldfire.rules.s02_4_supply_limits import sections
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s10_actions import count_activity, left_of, may_do
from worldfire.rules.s11_03_flights_to_sea import (
    WHOLE_RANGE,
    flies_to_sea,
    fly_to_sea,
    is_naval_aircraft,
    seas_in_range,
    sections_in_reach,
)
from worldfire.rules.s11_04_under_way import CAME_BY_SEA
from worldfire.rules.s11_05_5_search import NO_FLYING
from worldfire.rules.s11_12_debarking import together_ashore
from worldfire.rules.s13_04_return_to_base import each_base_with_room, land_from_sea
from worldfire.rules.s14_2_missions import ready_violation
from worldfire.rules.s18_2_commitments import of_own_will_violation

ACTIVITY = "naval air mission"


class NavalAirMissions(msgspec.Struct):
    """Who has flown: nobody does twice."""

    flown: tuple[int, ...] = ()


# ------------------------------------------------------------------------------------------------------- who flies where


@rule("11.3", "14.2.3")
def _destinations(game: Position, aircraft: int) -> Iterator[int]:
    """From its base to sections in flying weather; from the sea to lower sections, and to bases in any weather."""
    place = game.state[PLACE][aircraft]
    sea = sea_of_section(game, place)
    if sea:
        number = section_number(game, place)
        calm = weather_at(game, place) not in NO_FLYING
        yield from (lower for lower in sections(game, sea) if calm and section_number(game, lower) < number)
        yield from each_base_with_room(game, aircraft)
        return
    for other in seas_in_range(game, aircraft):
        if other in seas_in_play(game) and weather_at(game, section_at(game, other, 0)) not in NO_FLYING:
            yield from sections_in_reach(game, aircraft, other, WHOLE_RANGE)


@clause("11.3")
def mission_violation(game: Position, missions: NavalAirMissions, aircraft: int) -> Violation | None:
    """Why it flies no naval air mission: face-up ones do, from the map if they are in supply, each once."""
    if aircraft in missions.flown:
        return refused("11.3", "flown-already", unit=Thing(aircraft))
    if is_hex(game, game.state[PLACE][aircraft]):
        return ready_violation(game, aircraft)
    return refused("14.2.2", "aircraft-face-down", unit=Thing(aircraft)) if game.state[FACE_DOWN][aircraft] else None


def _fliers(game: Position, missions: NavalAirMissions, power: int) -> Iterator[int]:
    owner, country = game.state[POWER], game.state[COUNTRY]
    for unit in _all_fliers(game):
        if owner[country[unit]] == power and mission_violation(game, missions, unit) is None:
            yield unit


def _all_fliers(game: Position) -> tuple[int, ...]:
    """Aircraft on the map and at sea that could fly to sea, whoever has them."""

    def look() -> tuple[int, ...]:
        patrols = [unit for unit, _ in at_sea(game) if flies_to_sea(game, unit)]
        return tuple(sorted((*such_on_the_map(game, is_naval_aircraft), *patrols)))

    return game.recall("aircraft that could fly to sea", look)


def _orders(game: Position, missions: NavalAirMissions, seat: str) -> Shape | Violation:
    items, most = [], 0
    for power in powers_of_seat(game, seat, active_side(game)):
        if may_do(game, power, ACTIVITY) is None:
            able = [
                Choices(unit, (STAY, *places))
                for unit in _fliers(game, missions, power)
                if (places := tuple(_destinations(game, unit)))
            ]
            items += able
            most += min(len(able), left_of(game, power, ACTIVITY))
    return Orders(tuple(items), most) if items else refused("11.3", "nobody-flies-to-sea")


def _somebody_flies(game: Position, missions: NavalAirMissions, seat: str) -> bool:
    return any(
        next(_destinations(game, unit), None) is not None
        for power in powers_of_seat(game, seat, active_side(game))
        if may_do(game, power, ACTIVITY) is None
        for unit in _fliers(game, missions, power)
    )


def _orders_violation(game: Position, missions: NavalAirMissions, seat: str, noun: Noun) -> Violation | None:
    """10.2: each of them is an air mission of its power."""
    for power, number in sorted(Tally(power_of(game, unit) for unit, _ in ordered(noun)).items()):
        found = may_do(game, power, ACTIVITY, number)
        if found is not None:
            return found
    landings = tuple((unit, place) for unit, place in ordered(noun) if is_hex(game, place))
    return (
        together_ashore(game, landings, of_own_will_violation) if ordered(noun) else refused("11.3", "nobody-ordered")
    )


def _why_not(game: Position, missions: NavalAirMissions, seat: str, noun: Noun) -> Violation | None:
    for pair in noun if isinstance(noun, tuple) else ():
        if (
            isinstance(pair, tuple)
            and len(pair) == 2
            and type(pair[0]) is int
            and 0 <= pair[0] < len(game.state[PLACE])
        ):
            if not flies_to_sea(game, pair[0]):
                return refused("11.3", "no-naval-air-mission", unit=Thing(pair[0]))
            found = mission_violation(game, missions, pair[0])
            if found is not None:
                return found
            if type(pair[1]) is int and pair[1] >= 0:
                return refused("11.3", "not-reached-from-here", unit=Thing(pair[0]), place=Place(pair[1]))
    return None


# ------------------------------------------------------------------------------------------------------------ the step


@rule("11.3", "11.6")
def _fly(game: Game, missions: NavalAirMissions, seat: str, noun: Noun) -> Control:
    for aircraft, place in ordered(noun):
        power = power_of(game, aircraft)
        count_activity(game, power, ACTIVITY)
        missions.flown += (aircraft,)
        if is_hex(game, place):
            land_from_sea(game, aircraft, place)
            continue
        if sea_of_section(game, game.state[PLACE][aircraft]):
            move(game, aircraft, place)
        else:
            fly_to_sea(game, aircraft, place, WHOLE_RANGE)
        game.set(CAME_BY_SEA, (*game.state.get(CAME_BY_SEA), (sea_of_section(game, place), aircraft, power)))
    return None


FLY_NAVAL_AIR = Verb(
    "fly-naval-air",
    "11.3",
    _fly,
    _orders,
    _orders_violation,
    explain=_why_not,
    items=Thing,
    to=Destination,
    possible=_somebody_flies,
)


@step("11.3", FLY_NAVAL_AIR, also=("11.3/how to fly a naval air mission",))
def fly_naval_air_missions(game: Game, missions: NavalAirMissions) -> Control:
    """The seats of the active side fly in any order."""
    return shared(seats_of_side(game, active_side(game)), FLY_NAVAL_AIR, rule="11.3", prompt="fly-naval-air")


NAVAL_AIR_MISSIONS = procedure("naval air missions", "11.3", fly_naval_air_missions, locals=NavalAirMissions)


MODULE = Module(procedures=(NAVAL_AIR_MISSIONS,))
