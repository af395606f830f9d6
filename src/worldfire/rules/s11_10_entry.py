"""11.10.2 to 11.10.5: where a land unit may go and what each hex costs it, before anybody moves.

Movement, overruns, retreats and advances all ask here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from worldfire.board.loading import ROW_OF_SCALE
from worldfire.board.model import EUROPEAN
from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset, clause
from worldfire.engine.facts import Facts
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.permitting import Permission
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Claim, Derived, Schema, memo
from worldfire.engine.seams import AllOf, AnyOf, Chain
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.crossing import BLUE
from worldfire.forces.enmity import OWN_POWER, WARS, unit_at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import nations_of
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import COUNTER, PLACE, STANDING, board_of, counter_of, things_at
from worldfire.forces.turn import OF_THE_WEATHER, is_active
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    NOBODY,
    POWER,
    SEAT,
    SIDE,
    SIDES,
    master_of,
    power_of,
    side_of,
    side_of_power,
)
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s08_weather import lake_hexside_frozen, lakes_frozen, swamps_frozen, terrain_at, weather_at
from worldfire.rules.s09_02_pacts import border_violation
from worldfire.rules.s13_01_3_partisan_effects import partisan_abroad_violation
from worldfire.rules.s19_4_minor_units import leaving_home_violation
from worldfire.tables.counters import LandAbility, LandCounter, LandType

#: option 15 adds a point for the first snow. (game, cost, unit, place) → the cost after the weather
WEATHER_COST = Chain[int, [int, int]]("11.10.2 cost after the weather")
#: option 25 takes a point off along a railway. (game, cost, unit, origin, place) → the whole cost
WHOLE_COST = Chain[int, [int, int, int]]("11.10.2 whole cost")
#: option 12: (game, unit, origin, place) → why the straits are closed
STRAITS = AllOf[[int, int, int], Violation]("11.10.2 straits")

#: who may come into a hex though he is neither at war with its holder nor his friend. (game, unit, place)
ADMITTED = AnyOf[[int, int]]("11.10.5 enters without war")
#: why these units may not come in together, whatever politics says of each. (game, units, place)
GATE = AllOf[[tuple[int, ...], int], Violation]("11.10.5 units at the gate")

#: why a march or a rail move may not end in a hex that it may pass. (game, unit, place)
MAY_END = AllOf[[int, int], Violation]("11.10 where a move ends")

#: 13.3.2: hexes of its own side that are closed to a unit, however it would come there. (game, unit, place) → why
CLOSED_HEX = AllOf[[int, int], Violation]("11.10.5 hex closed to a unit")

#: what hexes cost in this weather
COSTS = memo("cost of hexes", (OF_THE_WEATHER,), asks=(swamps_frozen, lakes_frozen))

#: the consent that a power gives or refuses its allies (11.10.5)
ENTER = Permission("enter", "11.10.5", unsaid="allowed")

_MOTORISED_TYPES = frozenset({LandType.HQ_A, LandType.ARM, LandType.MECH, LandType.MOT})
_MOTORISED_PRINT = frozenset({LandAbility.MOTORISED, LandAbility.SELF_PROPELLED})


def land_counter(game: Position, unit: int) -> LandCounter:
    counter = counter_of(game, unit)
    assert isinstance(counter, LandCounter), f"{counter.id} is no land unit"
    return counter


def hexside(game: HasRuleset, origin: int, place: int) -> tuple[str, ...]:
    """What runs along the hexside between two adjacent hexes; remembered, because every step of every unit asks."""
    return game.ruleset.once(_printed_hexside, origin, place)


def _printed_hexside(ruleset: Ruleset, origin: int, place: int) -> tuple[str, ...]:
    board = board_of(ruleset)
    return board.side(board.number(origin), board.number(place))


# ----------------------------------------------------------------------------------------------------- friend and enemy


def is_enemy(game: Position, power: int, thing: int) -> bool:
    return unit_at_war(game, thing, power)


def enemies_at(game: Position, power: int, place: int) -> tuple[int, ...]:
    """Everything of the power's enemies in the hex: land units, aircraft and ships."""
    return tuple(thing for thing in things_at(game, place) if is_enemy(game, power, thing))


def _opponents_at(game: Position, power: int, place: int) -> tuple[int, ...]:
    """The power's enemies there, and everybody else of the other side."""
    friends = (NOBODY, side_of_power(game, power))
    here = things_at(game, place)
    return tuple(thing for thing in here if side_of(game, thing) not in friends or is_enemy(game, power, thing))


@rule("9.8", "13.1.3")
def foes_at(game: Position, unit: int, place: int) -> tuple[int, ...]:
    """Whatever the unit meets as an enemy in the hex.

    In an enemy's hex that is everything of the other side, at war with it or not; elsewhere what it is at war with.
    Partisans are at war with all of the other side, whatever their power does.
    """
    if not things_at(game, place):
        return ()
    everybody = is_partisan(game, unit) or is_enemy_hex(game, unit, place)
    return (_opponents_at if everybody else enemies_at)(game, power_of(game, unit), place)


class _Enemies:
    """Hex → power → its enemies' land units there, and with them all of the other side.

    Whoever comes or goes lets a hex be looked at again.
    """

    __slots__ = ("at",)

    def __init__(self) -> None:
        self.at: dict[int, dict[int, _EnemiesAndOthers]] = {}

    def branch(self) -> _Enemies:
        twin = _Enemies()
        twin.at = {place: known.copy() for place, known in self.at.items()}
        return twin

    def moved(self, state: Facts, thing: int, old: int, new: int) -> None:
        self.at.pop(old, None)
        self.at.pop(new, None)

    def claims(self, game: Position) -> Iterator[Claim]:
        for place, known in self.at.items():
            for power, units in known.items():
                yield Claim((place, power), units, partial(_look_for_enemies, game, power, place))


#: land units that a power is at war with, and all those of the other side
_EnemiesAndOthers = tuple[tuple[int, ...], tuple[int, ...]]

ENEMIES = Derived(
    "enemy land units",
    (COUNTER, COUNTRY, POWER, SIDE, SIDES, WARS, OWN_POWER, STANDING),
    lambda state: _Enemies(),
    _Enemies.moved,
    mends=(PLACE,),
    claims=_Enemies.claims,
    branch=_Enemies.branch,
)


def enemy_land_units(game: Position, power: int, place: int) -> tuple[int, ...]:
    """Those in the hex that the power is at war with."""
    return _enemies_and_others(game, power, place)[0]


def _enemies_and_others(game: Position, power: int, place: int) -> _EnemiesAndOthers:
    known = game.look_up(ENEMIES).at.setdefault(place, {})
    found = known.get(power)
    if found is None:
        found = known[power] = game.answer(ENEMIES, partial(_look_for_enemies, game, power, place))
    return found


def _look_for_enemies(game: Position, power: int, place: int) -> _EnemiesAndOthers:
    everybody = land_units(game, _opponents_at(game, power, place))
    return tuple(unit for unit in everybody if is_enemy(game, power, unit)), everybody


@rule("9.8")
def land_foes_at(game: Position, unit: int, place: int) -> tuple[int, ...]:
    """The land units in the hex that the unit would have to fight."""
    enemies, everybody = _enemies_and_others(game, power_of(game, unit), place)
    others_too = len(everybody) > len(enemies) and (is_partisan(game, unit) or is_enemy_hex(game, unit, place))
    return everybody if others_too else enemies


def friendly_land_units(game: Position, side: int, place: int) -> tuple[int, ...]:
    return tuple(unit for unit in land_units(game, things_at(game, place)) if side_of(game, unit) == side)


def is_enemy_hex(game: Position, unit: int, place: int) -> bool:
    holder = game.state[CONTROLLER][place]
    return holder != NOBODY and unit_at_war(game, unit, holder)


# --------------------------------------------------------------------------------------------------- who may enter a hex


@rule("9.8", "11.10.5", "13.1.3", "19.4.3")
def gate_violation(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """The one gate of a hex: why these units may not come in together.

    They may march, go by rail, overrun, advance, retreat, drop or land: all of these ask here.
    """
    for unit in units:
        found = politics_violation(game, unit, place) or border_violation(game, power_of(game, unit), place)
        if found is not None:
            return found
    return leaving_home_violation(game, units, place) or GATE(game, units, place)


@rule("11.10.5")
def refusing_owner(game: Position, power: int, master: int) -> str | None:
    """The seat of an ally who does not let units of the power come into his hexes and ports."""
    seats = game.state[SEAT]
    if seats[master] == NOBODY:
        return None
    owner = game.seats[seats[master]]
    return None if ENTER.granted(game, owner, game.seats[seats[power]]) else owner


@clause("11.10.4", "17.4.3")
def hexes_apart(game: Position) -> frozenset[int]:
    """Hexes that are entered by other politics than the rest of what their holder has in the country."""
    return frozenset()


@clause("11.10.4")
def regions_apart(game: Position) -> Mapping[int, str]:
    """The same where there are several such politics: hex → what they go by."""
    return _NO_REGIONS


_NO_REGIONS: Mapping[int, str] = MappingProxyType({})


@clause("9.1", "11.10.4", "11.10.5", "18.2/but you can do this", "19.3")
def politics_violation(game: Position, unit: int, place: int) -> Violation | None:
    """Why the politics of the hex keep the unit out: whose it is, who is at war, and whether an ally lets it in."""
    power, holder = power_of(game, unit), game.state[CONTROLLER][place]
    if holder == NOBODY:
        return refused("11.10.1", "not-a-land-hex", place=Place(place))
    found = partisan_abroad_violation(game, unit, place) or CLOSED_HEX(game, unit, place)
    if found is not None:
        return found
    master = master_of(game, holder)
    if master == power or unit_at_war(game, unit, holder) or ADMITTED(game, unit, place):
        return None
    if not is_active(game, power):
        return refused("11.10.4", "neutral-power-stays-out", unit=Thing(unit), place=Place(place))
    side = game.state[SIDE]
    if side[power] != side[master] or not is_active(game, master):
        return refused("11.10.5", "not-at-war-with-the-holder", unit=Thing(unit), place=Place(place))
    owner = refusing_owner(game, power, master)
    if owner is not None:
        return ENTER.wanting(owner, "11.10.5", "ally-refuses-entry", unit=Thing(unit), place=Place(place))
    return None


@clause("11.10.2", "11.10.2/special hexes and hexsides")
def crossing_violation(game: Position, unit: int, origin: int, place: int) -> Violation | None:
    """Why the unit cannot go from one hex to the other: not adjacent, the sea, an alpine, all-sea or lake hexside."""
    if place in ground_of(game).crossing.open[origin]:
        return None
    board = board_of(game)
    if place not in board.adjacent[origin]:
        return refused("11.10.1", "not-adjacent", place=Place(place), origin=Place(origin))
    if not board.is_land(place) and terrain_at(game, place) != "clear":  # a frozen lake is clear (8.2.1)
        return refused("11.10.1", "not-a-land-hex", place=Place(place))
    if board.link(board.number(origin), board.number(place)) == BLUE:
        return refused("11.10.1", "only-ships-and-aircraft", place=Place(place))
    side = hexside(game, origin, place)
    if not side:
        return None
    kind = land_counter(game, unit).type
    if "alpine" in side and kind is not LandType.MTN:
        return refused("11.10.2", "alpine-hexside", unit=Thing(unit), place=Place(place))
    if "straits" in side:
        found = STRAITS(game, unit, origin, place)
        return found
    wet = "all-sea" in side or ("lake" in side and not lake_hexside_frozen(game, origin, place))
    if wet and kind is not LandType.MAR:
        return refused("11.10.2", "wet-hexside", unit=Thing(unit), place=Place(place))
    return None


# ------------------------------------------------------------------------------------------------------------ what it costs


@clause("11.10.2/terrain effects", "11.10.2/motorised cost users")
def is_motorised(game: Position, unit: int) -> bool:
    counter = land_counter(game, unit)
    return counter.type in _MOTORISED_TYPES or bool(counter.abilities & _MOTORISED_PRINT)


@clause("11.10.2/weather")
def hex_cost(game: Position, unit: int, place: int) -> int:
    """The hex alone: by movement type, terrain and scale, doubled in rain, storm or blizzard."""
    cost = terrain_cost(game, place, motorised=is_motorised(game, unit))
    return WEATHER_COST(game, cost, unit, place)


@clause("11.10.2/weather")
def terrain_cost(game: Position, place: int, *, motorised: bool) -> int:
    """The same for no unit in particular: the range of an HQ is measured in motorised movement points (11.17.2)."""
    key = ("hex cost", motorised, place)
    return game.recall(key, lambda: _printed_cost(game, place, motorised=motorised), COSTS)


def _printed_cost(game: Position, place: int, *, motorised: bool) -> int:
    scale = board_of(game).tables.scale[place]
    return game.ruleset.once(cost_of_terrain, terrain_at(game, place), scale, weather_at(game, place), motorised)


def cost_of_terrain(ruleset: Ruleset, terrain: str, scale: str, weather: str, motorised: bool) -> int:
    """The charts' cost of a hex of this terrain in this weather."""
    charts = ruleset.tables.source
    cost = int(charts.chart("terrain_motorised" if motorised else "terrain_leg").number(terrain, ROW_OF_SCALE[scale]))
    if weather in ("rain", "storm", "blizzard"):
        cost *= int(charts.chart("terrain_movement_extras").number(weather, "multiply"))
    return cost


@rule("11.10.2/special hexes and hexsides")
def _additions(game: Position, unit: int, origin: int, place: int) -> int:
    """What hexsides add and special troops save; all of it comes after the weather."""
    side, terrain = hexside(game, origin, place), terrain_at(game, place)
    if not side and terrain not in ("mountain", "jungle"):
        return 0
    counter, rows = land_counter(game, unit), []
    if "alpine" in side:
        rows.append("alpine hexside")
    if "straits" in side:
        rows.append("straits hexside")
    elif "all-sea" in side or ("lake" in side and not lake_hexside_frozen(game, origin, place)):
        rows.append("all-sea or lake hexside")
    scale = board_of(game).tables.scale[place]
    if counter.type is LandType.MTN and terrain == "mountain" and scale != EUROPEAN:
        rows.append("MTN in mountain outside Europe")
    if terrain == "jungle" and counter.gearing == "INF":
        easier = nations_of(game).jungle_walkers.get(country_name(game, unit))
        rows += [] if easier is None else [easier]
    return sum(int(chart_named(game, "terrain_movement_extras").number(row, "add")) for row in rows)


def country_by_number(game: Position, country: int) -> str:
    return game.state.get(COUNTRY_NAMES)[country]


def country_name(game: Position, unit: int) -> str:
    return country_by_number(game, game.state[COUNTRY][unit])


@rule("11.10.2")
def entry_cost(game: Position, unit: int, origin: int, place: int, times: int = 1) -> int:
    """The movement points to enter the hex from an adjacent one; `times` doubles the hex for an overrun (11.10.6)."""
    cost = hex_cost(game, unit, place) * times + _additions(game, unit, origin, place)
    return max(1, WHOLE_COST(game, cost, unit, origin, place))


MODULE = Module(
    schema=Schema(derived=(ENEMIES, COSTS)),
    seams=(WEATHER_COST, WHOLE_COST, STRAITS, ADMITTED, GATE, MAY_END, CLOSED_HEX),
    permissions=(ENTER,),
)
