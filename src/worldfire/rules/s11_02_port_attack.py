"""11.2 Port attack: aircraft attack enemy naval units in port.

It is flown like any mission (14.2); then port after port is attacked, in any order, and who flew there goes home. What happens
in a port is in `s11_02_port_combat`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, joint, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war, unit_at_war
from worldfire.forces.flights import Flight, flying_to, of_side
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import (
    PLACE,
    counter_of,
    on_the_map,
    sea_of_section,
)
from worldfire.forces.turn import other_side, powers_of_side
from worldfire.forces.who import power_of, seats_of, side_of
from worldfire.rules.s11_02_port_combat import PORT_COMBAT, convoys_in, ships_in
from worldfire.rules.s11_04_naval_units import whose_convoys
from worldfire.rules.s11_05_4_committing import (
    is_ship,
)
from worldfire.rules.s11_05_round import (
    NavalRound,
)
from worldfire.rules.s14_1_range import reach_of, reachable
from worldfire.rules.s14_2_missions import (
    Kind,
    Mission,
    fly_the_attackers,
    intercept_in_turn,
    is_carrier,
    new_kind,
    opponent_flies_patrols,
    opponent_intercepts,
    return_to_base,
    setting_out,
    survivors,
)
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Return
from worldfire.tables.counters import AirCounter


class PortAttackOver(Event, frozen=True):
    place: PlaceId


# ------------------------------------------------------------------------------------------------------- who flies where


@rule("14.2.2/table: air missions", "14.4/carrier planes")
def has_air_to_sea_factor(game: Position, thing: int) -> bool:
    counter = counter_of(game, thing)
    return counter.air_to_sea is not None if isinstance(counter, AirCounter) else is_carrier(game, thing)


@rule("11.2")
def _attacked(game: Position, side: int, place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Naval units alone, whatever else is in the hex."""
    convoys = convoys_in(game, side, place)
    return ships_in(game, side, place), tuple(whose_convoys(game, stack.power, place) for stack in convoys)


@rule("11.2", "9.8")
def _targets(game: Position, mission: Mission) -> frozenset[int]:
    """Ports with naval units that a power of the side is at war with."""
    powers, ports = powers_of_side(game, mission.side), ground_of(game).ports
    ships = (place for unit, place in on_the_map(game) if place in ports and _is_hostile(game, powers, unit))
    laid = (
        place
        for owner, place, points in game.state.amounts(CONVOY_POINTS)
        if points and place in ports and any(at_war(game, power, whose_convoys(game, owner, place)) for power in powers)
    )
    return frozenset((*ships, *laid))


def _is_hostile(game: Position, powers: tuple[int, ...], unit: int) -> bool:
    return is_ship(game, unit) and any(unit_at_war(game, unit, power) for power in powers)


@rule("11.2", "9.8")
def _violation(game: Position, bomber: int, place: int) -> Violation | None:
    """Something that the bomber is at war with must be in the port."""
    power = power_of(game, bomber)
    ships, owners = _attacked(game, other_side(side_of(game, bomber)), place)
    if any(unit_at_war(game, ship, power) for ship in ships):
        return None
    if any(unit_at_war(game, bomber, owner) for owner in (*owners, *(power_of(game, ship) for ship in ships))):
        return None
    return refused("11.2", "no-ships-to-attack", place=Place(place), unit=Thing(bomber))


@rule("14.4/carrier planes")
def in_reach_of_port_attack(game: Position, thing: int, flight: Flight) -> Mapping[int, int]:
    """As ever, and for carrier planes every port of their own sea area, in whatever role they fly in this step."""
    near = reachable(game, thing, flight)
    sea = sea_of_section(game, game.state[PLACE][thing]) if is_carrier(game, thing) else ""
    if not sea:
        return near
    return {**dict.fromkeys(ground_of(game).ports_of_sea.get(sea, ()), reach_of(game, thing, flight)), **near}


KIND = new_kind(
    Kind(
        "port attack",
        "11.2",
        has_air_to_sea_factor,
        _targets,
        _violation,
        activity="port attack",
        attacked=_attacked,
        in_reach=in_reach_of_port_attack,
    )
)


# ---------------------------------------------------------------------------------------------------- port after port


class PortAttacks(msgspec.Struct):
    """The ports that are attacked, one after another; `port` is the one of now."""

    port: int = -1


@step("11.2")
def resolve_port_attacks(game: Game, mission: Mission) -> Control:
    return Call(PORT_ATTACKS.name, PortAttacks())


def _ports(game: Position, attacks: PortAttacks, seat: str) -> Shape | Violation:
    return One(tuple(sorted(survivors(game, game.enclosing(Mission)))))


def _attack(game: Game, attacks: PortAttacks, seat: str, place: Noun) -> Control:
    attacks.port = place
    return Call(PORT_COMBAT.name, NavalRound("", port=place))


ATTACK_PORT = Verb("attack-port", "11.2", _attack, _ports, items=Place)


@step("11.2", ATTACK_PORT)
def next_port(game: Game, attacks: PortAttacks) -> Control:
    """In whatever order the attackers like."""
    coming = survivors(game, game.enclosing(Mission))
    if not coming:
        return End()
    seats = seats_of(game, tuple(unit for there in coming.values() for unit in there))
    return joint(seats, ATTACK_PORT, rule="11.2", prompt="attack-port")


@step("11.2", also=("14.2.4",))
def attackers_return(game: Game, attacks: PortAttacks) -> Control:
    """All who flew to this port go home face-down before the next is attacked, the active side's first."""
    game.say(PortAttackOver(place=attacks.port))
    first = game.enclosing(Mission).side
    there = flying_to(game, attacks.port)
    home = (*of_side(game, there, first), *of_side(game, there, other_side(first)))
    return Call(RETURN_TO_BASE.name, Return(home)) if home else None


@step("11.2")
def on_to_the_next(game: Game, attacks: PortAttacks) -> Control:
    return Goto("next_port")


PORT_ATTACKS = procedure("port attacks", "11.2", next_port, attackers_return, on_to_the_next, locals=PortAttacks)


PORT_ATTACK = procedure(
    "port attack",
    "11.2",
    setting_out(KIND),
    opponent_flies_patrols,  # 1
    fly_the_attackers,  # 2
    opponent_intercepts,  # 3
    intercept_in_turn,  # 4
    resolve_port_attacks,  # 5
    return_to_base,  # patrols where nobody came
    locals=Mission,
)


MODULE = Module(procedures=(PORT_ATTACK, PORT_ATTACKS))
