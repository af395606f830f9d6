"""fa:11.9.2, 21.5 Marching: only tanks and lorries are motorised, and territorials know their way at home."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import unit_at_war
from worldfire.forces.pools import home_of_unit
from worldfire.forces.things import board_of, counter_of
from worldfire.forces.turn import is_active
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY, NOBODY, master_of, power_of
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_10_entry import GATE, WEATHER_COST, cost_of_terrain, hex_cost, is_motorised, land_counter
from worldfire.tables.counters import LandType

MOTORISED = frozenset({LandType.ARM, LandType.MOT})
CLEAR = "clear"


@rule("fa:11.9.2.1")
def tanks_and_lorries(game: Position, unit: int) -> bool:
    """MECH and cavalry walk."""
    return land_counter(game, unit).type in MOTORISED


@rule("fa:21.5")
def at_home_everywhere(usual: Callable[[Position, int, int], int], game: Position, unit: int, place: int) -> int:
    """To a territorial all of its home country is clear; rain, storm and blizzard double that too."""
    if counter_of(game, unit).type is not LandType.TERR or game.state[HOME_COUNTRY][place] != home_of_unit(game, unit):
        return usual(game, unit, place)
    scale = board_of(game).tables.scale[place]
    cost = game.ruleset.once(cost_of_terrain, CLEAR, scale, weather_at(game, place), False)
    return WEATHER_COST(game, cost, unit, place)


@rule("fa:21.5")
def territorials_stay_near(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """They leave home only for an active power, and only for its own hexes and those of its enemies."""
    holder = game.state[CONTROLLER][place]
    for unit in units:
        if counter_of(game, unit).type is not LandType.TERR or game.state[HOME_COUNTRY][place] == home_of_unit(
            game, unit
        ):
            continue
        power = power_of(game, unit)
        own = holder != NOBODY and master_of(game, holder) == power
        if not is_active(game, power) or not (own or unit_at_war(game, unit, holder)):
            return refused("fa:21.5", "territorials-stay-near", unit=Thing(unit), place=Place(place))
    return None


MODULE = Module(
    changes=(
        is_motorised.replaced_by(tanks_and_lorries),
        hex_cost.wrapped_by(at_home_everywhere),
        GATE.attach(territorials_stay_near),
    ),
)
