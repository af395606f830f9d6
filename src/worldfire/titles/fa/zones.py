"""fa:2.2, 2.3 Zones of control and stacking: divisions and guns control only their own hex, and one more may stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from worldfire.engine.citations import rule
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import unit_at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.things import HEXES, PLACE_NAMES, board_of, counter_of, things_at
from worldfire.forces.turn import WEATHER
from worldfire.forces.who import CONTROLLER, NOBODY, power_of, side_of, side_of_power
from worldfire.rules.s02_2_zones_of_control import OWN_HEX_ONLY, at_peace
from worldfire.rules.s02_3_stacking import (
    AIRCRAFT_BASE,
    MORE_AIRCRAFT,
    MORE_LAND_UNITS,
    TIMES_OFF_THE_MAP,
    aircraft_limit,
)
from worldfire.rules.s08_weather import swamps_frozen
from worldfire.tables.counters import AirAbility, LandCounter, LandType, Size

GUNS = frozenset({LandType.ART, LandType.AT})
WATERS = ("coastal", "lake")


@rule("fa:2.2", "fa:11.12.1.4")
def controls_its_own_hex(game: Position, unit: int) -> bool:
    """Divisions and artillery."""
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and (counter.size is Size.DIVISION or counter.type in GUNS)


@rule("fa:2.2")
def at_peace_there(game: Position, unit: int, into: int) -> bool:
    """Whoever else holds the hex, a neutral minor country too, unless somebody stands there whom the unit is at war with."""
    holder = game.state[CONTROLLER][into]
    if holder == NOBODY or side_of_power(game, holder) == side_of(game, unit) or unit_at_war(game, unit, holder):
        return False
    return not any(unit_at_war(game, unit, power_of(game, other)) for other in things_at(game, into))


@rule("fa:2.3.1.1")
def one_more_division(game: Position, place: int, units: tuple[int, ...]) -> int:
    """A third land unit in a hex, or a fifth, if it is a division."""
    counters = (counter_of(game, unit) for unit in units)
    return int(any(isinstance(counter, LandCounter) and counter.size is Size.DIVISION for counter in counters))


@rule("fa:2.3.1.2")
def engineers_make_room(game: Position, place: int, units: tuple[int, ...]) -> int:
    """One more aircraft for each engineer in the hex."""
    return sum(counter_of(game, unit).type is LandType.ENG for unit in units)


@rule("fa:2.3.1.2", "fa:8.2.1.2")
def ice_bears_aircraft(
    usual: Callable[[Position, int, Iterable[int]], int], game: Position, place: int, units: Iterable[int]
) -> int:
    """A frozen swamp is forest, where aircraft may be based; whoever is still there when it thaws is one too many."""
    if place not in game.ruleset.once(_swamps) or not swamps_frozen(game, place):
        return usual(game, place, units)
    more = game.ruleset.once(_limit_of_forest, place) - usual(game, place, ())
    return usual(game, place, units) + max(0, more)


def _swamps(ruleset: Ruleset) -> frozenset[int]:
    return frozenset(place for place, terrain in enumerate(board_of(ruleset).tables.terrain) if terrain == "swamp")


def _limit_of_forest(ruleset: Ruleset, place: int) -> int:
    limit = int(ruleset.tables.aircraft_stacking.number("other", "aircraft"))
    return limit * TIMES_OFF_THE_MAP(ruleset) if place in ground_of(ruleset).large else limit


@rule("fa:2.3.1.2")
def flying_boats_need_water(game: Position, unit: int, place: int) -> Violation | None:
    """They are based on coasts and lakes only."""
    boat = AirAbility.FLYING_BOAT in counter_of(game, unit).abilities
    if boat and board_of(game).tables.kind[place] not in WATERS:
        return refused("fa:2.3.1.2", "flying-boat-needs-water", unit=Thing(unit), place=Place(place))
    return None


MODULE = Module(
    changes=(
        AIRCRAFT_BASE.attach(flying_boats_need_water),
        aircraft_limit.wrapped_by(ice_bears_aircraft, reads=(WEATHER, HEXES, PLACE_NAMES)),
        OWN_HEX_ONLY.attach(controls_its_own_hex),
        at_peace.replaced_by(at_peace_there),
        MORE_LAND_UNITS.attach(one_more_division),
        MORE_AIRCRAFT.attach(engineers_make_room),
    ),
)
