"""11.14 Paradrops: PARAs fly into an enemy hex and must attack it in the land combat step."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import flying_to, targets_in_flight
from worldfire.forces.ground import is_hex
from worldfire.forces.things import (
    PLACE,
    STANDING,
    aboard,
    board_of,
    counter_of,
    move,
    things_at,
)
from worldfire.forces.turn import powers_of_side
from worldfire.forces.who import CONTROLLER, NOBODY, power_of, side_of, side_of_power
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED, in_supply
from worldfire.rules.s08_weather import terrain_at
from worldfire.rules.s10_actions import may_do
from worldfire.rules.s11_10_entry import gate_violation
from worldfire.rules.s11_11_air_transport import passenger_violation
from worldfire.rules.s11_15_factors import Arrival
from worldfire.rules.s11_15_land_combat import ACTIVITY as LAND_ATTACKS
from worldfire.rules.s11_15_land_combat import LANDINGS, Landing
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s14_1_range import land_in_play
from worldfire.rules.s14_2_missions import (
    Kind,
    Mission,
    is_enemy,
    may_carry,
    mission_procedure,
    new_kind,
    part_in_an_attack,
    survivors,
)
from worldfire.rules.s15_surprise import leaves_its_transport
from worldfire.tables.counters import LandCounter, LandType

#: what `FRESHLY_LANDED` says of a unit that came by parachute
PARADROPPED = 2
#: each unit that drops is one such activity, a land move of its own power (10.2)
DROPPING = "paradrop of a unit"
#: options 2 and 57: who else may paradrop. (game, transport, unit) → true
ALSO_DROPS = AnyOf[[int, int]]("11.14 also paradrops")


class Paradropped(Event, frozen=True):
    unit: ThingId
    place: PlaceId


@rule("11.14", "10.2")
def drop_violation(game: Position, transport: int, load: tuple[int, ...]) -> Violation | None:
    """One unit drops from each transport."""
    if len(load) > 1:
        return refused("11.11", "transport-is-full", aircraft=Thing(transport))
    return jumper_violation(game, transport, load[0])


@clause("11.14", "10.2")
def jumper_violation(game: Position, transport: int, unit: int) -> Violation | None:
    """A PARA that is face-up, in supply and stacked with its transport."""
    counter = counter_of(game, unit)
    is_para = isinstance(counter, LandCounter) and counter.type is LandType.PARA
    if not is_para and not ALSO_DROPS(game, transport, unit):
        return refused("11.14", "no-paratroops", unit=Thing(unit))
    if not in_supply(game, unit):
        return refused("11.14", "paratroops-out-of-supply", unit=Thing(unit))
    power = power_of(game, unit)
    found = passenger_violation(game, transport, unit) or may_do(game, power, DROPPING)
    return found or may_do(game, power, LAND_ATTACKS, max(1, len(attacked_by(game, power))))


@rule("11.14", "11.15", "10.2")
def drops_violation(game: Position, drops: tuple[tuple[int, int], ...]) -> Violation | None:
    """Whoever drops must attack: each hex is one land attack of the unit's power, and must fit the limit."""
    targets: dict[int, set[int]] = {}
    for unit, place in drops:
        targets.setdefault(power_of(game, unit), set()).add(place)
    for power, places in targets.items():
        found = may_do(game, power, LAND_ATTACKS, len(places | attacked_by(game, power)))
        if found is not None:
            return found
    return None


def attacked_by(game: Position, power: int) -> set[int]:
    """Hexes that the power's units have dropped into this impulse or are flying to."""
    flying = ((unit, target) for target in targets_in_flight(game) for unit in _aboard(game, flying_to(game, target)))
    landed = ((unit, game.state[PLACE][unit]) for unit, fresh in enumerate(game.state[FRESHLY_LANDED]) if fresh)
    return {place for unit, place in (*flying, *landed) if is_hex(game, place) and power_of(game, unit) == power}


def _aboard(game: Position, transports: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for transport in transports for unit in things_at(game, aboard(transport)))


def _paratroops(game: Position, transport: int) -> tuple[tuple[int, ...], ...]:
    """An ATR that carries no PARA does not fly."""
    here = things_at(game, game.state[PLACE][transport])
    return tuple((unit,) for unit in here if jumper_violation(game, transport, unit) is None)


def _partisans(game: Position, place: int) -> tuple[int, ...]:
    return tuple(
        unit for unit in things_at(game, place) if getattr(counter_of(game, unit), "type", None) is LandType.PART
    )


@rule("11.14")
def target_violation(game: Position, power: int, place: int) -> Violation | None:
    """An enemy controlled or enemy partisan occupied hex, no unfrozen lake, without a friendly partisan."""
    if not is_hostile(game, power, place):
        return refused("11.14", "not-enemy-controlled", place=Place(place))
    if terrain_at(game, place) == "lake" or not (board_of(game).is_land(place) or terrain_at(game, place) == "clear"):
        return refused("11.14", "no-drop-into-water", place=Place(place))
    if has_own_partisans(game, power, place):
        return refused("11.14", "no-drop-on-own-partisans", place=Place(place))
    return None


@clause("11.13", "11.14")
def is_hostile(game: Position, power: int, place: int) -> bool:
    """Enemy controlled, or occupied by an enemy partisan."""
    holders = (game.state[CONTROLLER][place], *(power_of(game, unit) for unit in _partisans(game, place)))
    return any(is_enemy(game, power, holder) for holder in holders)


@rule("11.13", "11.14", "13.1.3")
def has_own_partisans(game: Position, power: int, place: int) -> bool:
    """Partisans of the power's side keep its invaders and paratroops out: it may debark or air transport there instead."""
    return any(side_of(game, unit) == side_of_power(game, power) for unit in _partisans(game, place))


def _targets(game: Position, mission: Mission) -> frozenset[int]:
    """Hexes of the other side, and those with partisans in them, as far as anybody may drop there."""
    powers, controllers = powers_of_side(game, mission.side), game.state[CONTROLLER]
    holders = {holder: side_of_power(game, holder) == mission.side for holder in set(controllers)}
    occupied = game.look_up(STANDING)
    likely = (
        place
        for place in range(len(board_of(game)))
        if controllers[place] != NOBODY and (not holders[controllers[place]] or place in occupied)
    )
    return frozenset(place for place in likely if any(target_violation(game, power, place) is None for power in powers))


def _violation(game: Position, transport: int, place: int) -> Violation | None:
    return target_violation(game, power_of(game, transport), place)


def _anywhere(game: Position, mission: Mission) -> frozenset[int]:
    """Where they will drop nobody knows; and a patrol is also a short way to another base."""
    return land_in_play(game)


KIND = new_kind(
    Kind(
        "paradrop",
        "11.14",
        lambda game, thing: may_carry(game, thing, "paradrop"),
        _targets,
        _violation,
        part_violation=part_in_an_attack,
        activity="paradrop",
        cargo=_paratroops,
        cargo_activity=DROPPING,
        load_violation=drop_violation,
        deliveries_violation=drops_violation,
        delivery_violation=gate_violation,
        patrolled=_anywhere,
    )
)


@step("11.14")
def paratroops_drop(game: Game, mission: Mission) -> Control:
    """They have no ZoC yet, and are in supply for the impulse: 2.2 and 2.4 ask `FRESHLY_LANDED`."""
    for place, there in sorted(survivors(game, mission).items()):
        for unit in (unit for transport in there for unit in things_at(game, aboard(transport))):
            leaves_its_transport(game, unit)
            move(game, unit, place)
            game.write(FRESHLY_LANDED, unit, PARADROPPED)
            game.say(Paradropped(unit=unit, place=place))
    return None


@rule("11.14", "2.4.1")
def dropped_units_are_supplied(game: Position, unit: int) -> bool:
    """For the rest of the impulse."""
    return game.state[FRESHLY_LANDED][unit] == PARADROPPED


@rule("11.14")
def must_attack(game: Position, landings: tuple[Landing, ...]) -> tuple[Landing, ...]:
    """Whoever dropped this impulse attacks the hex in the land combat step (11.15)."""
    dropped = (unit for unit, fresh in enumerate(game.state[FRESHLY_LANDED]) if fresh == PARADROPPED)
    places = game.state[PLACE]
    return (
        *landings,
        *(Landing(places[unit], Arrival(unit, "paradrop")) for unit in dropped if is_hex(game, places[unit])),
    )


@rule("11.14")
def landings_are_over(game: Game, event: LastImpulseTested) -> None:
    """As 11.13 says of invaders."""
    for unit, fresh in enumerate(game.state[FRESHLY_LANDED]):
        if fresh == PARADROPPED:
            game.write(FRESHLY_LANDED, unit, 0)


PARADROP = mission_procedure(KIND, paratroops_drop)


MODULE = Module(
    procedures=(PARADROP,),
    seams=(ALSO_DROPS,),
    subscribes=((LastImpulseTested, landings_are_over),),
    changes=(
        ALWAYS_SUPPLIED.attach(dropped_units_are_supplied),
        LANDINGS.attach(must_attack),
    ),
)
