"""11.5.3 Naval air interception: before each round both sides may fly aircraft into the sea area, at half their range.

They come into a sea-box section as on a naval air mission (`s11_03_flights_to_sea`).
"""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.in_turn import STAY, ordered
from worldfire.forces.kinds import SeaName
from worldfire.forces.things import such_on_the_map
from worldfire.forces.turn import is_active, other_side
from worldfire.forces.who import of_seat, power_of, side_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s10_actions import passed
from worldfire.rules.s11_03_flights_to_sea import HALF_RANGE, fly_to_sea, is_naval_aircraft, sections_in_reach
from worldfire.rules.s11_04_under_way import NavalCombat
from worldfire.rules.s11_05_4_committing import Force, present
from worldfire.rules.s11_05_5_search import NO_FLYING
from worldfire.rules.s14_2_missions import ready_violation
from worldfire.rules.s15_surprise import are_surprised, is_surprised_by

WATCH = "naval air interception"
# ------------------------------------------------------------------------------------------------------------- who may fly


@rule("11.5.3", "11.1", "15.1/aircraft units")
def flying_in_violation(game: Position, combat: NavalCombat, aircraft: int) -> Violation | None:
    """Why the aircraft may not fly into this sea area for the combat there."""
    if weather_at(game, section_at(game, combat.sea, 0)) in NO_FLYING:
        return refused("11.3", "no-flying-over-this-sea", sea=SeaName(combat.sea))
    if not combat.last_call and passed(game, power_of(game, aircraft)):
        return refused("11.5.3", "passed-does-not-fly-in")
    if _nobody_to_help(game, combat, side_of(game, aircraft)):
        return refused("15.1", "nobody-to-fly-in-for", sea=SeaName(combat.sea))
    if is_surprised_by(game, aircraft, present(game, combat, other_side(side_of(game, aircraft))).units):
        return refused("15.1", "surprised-aircraft-do-not-fly-in")
    return ready_violation(game, aircraft)


@rule("15.1/aircraft units")
def _nobody_to_help(game: Position, combat: NavalCombat, side: int) -> bool:
    """Nobody flies to where all friendly units are neutral or surprised."""
    friends, enemies = present(game, combat, side), present(game, combat, other_side(side))
    return not any(_can_be_helped(game, unit, enemies) for unit in friends.units) and not any(
        is_active(game, stack.power) and not are_surprised(game, stack.power, enemies.units)
        for stack in friends.convoys
    )


def _can_be_helped(game: Position, unit: int, enemies: Force) -> bool:
    return is_active(game, power_of(game, unit)) and not is_surprised_by(game, unit, enemies.units)


# ------------------------------------------------------------------------------------------------------------- the flight


def _able(game: Position, combat: NavalCombat, seat: str) -> Iterator[Choices]:
    for unit in of_seat(game, such_on_the_map(game, is_naval_aircraft), seat):
        places = sections_in_reach(game, unit, combat.sea, HALF_RANGE)
        if places and flying_in_violation(game, combat, unit) is None:
            yield Choices(unit, (STAY, *places))


def fly_in_shape(game: Position, combat: NavalCombat, seat: str) -> Shape | Violation:
    able = tuple(_able(game, combat, seat))
    return Orders(able, len(able)) if able else refused("11.5.3", "nobody-flies-in")


@rule("11.5.3")
def fly_in(game: Game, noun: Noun) -> None:
    for aircraft, section in ordered(noun):
        fly_to_sea(game, aircraft, section, HALF_RANGE)
