"""11.15.4 Ground support: both sides may support a land combat with bombers.

Land combat calls the mission `ground support` with the hexes that are attacked; the factors that got through wait in the
frame of the land combat step until each combat is resolved, and are gone with it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from worldfire.engine.changes import Annex, Instead
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, step
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation
from worldfire.forces.flights import bombers, flying_to, of_side, targets_in_flight
from worldfire.forces.kinds import SideId
from worldfire.forces.things import things_at
from worldfire.forces.turn import active_side, other_side
from worldfire.forces.who import power_of, side_of
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s09_08_states_of_war import attack_support_violation, defence_support_violation
from worldfire.rules.s11_15_factors import (
    POWERS_IN_SUPPORT,
    SUPPORTING_ATTACK,
    SUPPORTING_DEFENCE,
    Reckoning,
    Support,
    support_by,
    supporters,
)
from worldfire.rules.s11_15_land_combat import LAND_COMBAT, LandCombat, supportable
from worldfire.rules.s14_2_missions import (
    Kind,
    Mission,
    has_tactical_factor,
    mission_procedure,
    new_kind,
    tactical_factors,
)
from worldfire.rules.s15_surprise import (
    defensive_support_violation,
    ground_support_multiple,
    surprised_flight_violation,
)

#: factors are halved at most four times, so that sixteenths are whole
SIXTEENTHS = 16


class GroundSupport(Support):
    """Of aircraft, in sixteenths of tactical factors."""


class Supported(Event, frozen=True):
    """Tactical factors that a side adds to a land combat, as the book writes fractions."""

    side: SideId
    place: PlaceId
    factors: str


def _targets(game: Position, mission: Mission) -> frozenset[int]:
    """The hexes of declared attacks."""
    return frozenset(mission.given)


def defenders_of(game: Position, place: int) -> tuple[int, ...]:
    return tuple(unit for unit in land_units(game, things_at(game, place)) if side_of(game, unit) != active_side(game))


@rule("15.1", "15.1/aircraft units")
def _violation(game: Position, bomber: int, place: int) -> Violation | None:
    """The defender supports no hex whose only land units are surprised by everybody who attacks."""
    if side_of(game, bomber) == active_side(game):
        return None
    attackers = tuple(unit for unit, target in game.enclosing(Mission).attacks if target == place)
    return defensive_support_violation(game, place, defenders_of(game, place), attackers) or surprised_flight_violation(
        game, bomber, attackers
    )


@rule("9.8", "11.15.4")
def part_violation(game: Position, mission: Mission, aircraft: int, place: int) -> Violation | None:
    """Who may support this combat, be it as a bomber, escort, patrol or interceptor."""
    defenders = defenders_of(game, place)
    if side_of(game, aircraft) == mission.side:
        return attack_support_violation(game, aircraft, place, defenders)
    attackers = tuple(unit for unit, target in mission.attacks if target == place)
    return defence_support_violation(game, aircraft, place, defenders, attackers)


KIND = new_kind(
    Kind(
        "ground support",
        "11.15.4",
        has_tactical_factor,
        _targets,
        _violation,
        part_violation=part_violation,
        both_sides=True,
        is_wanted=lambda game, mission: bool(mission.given),
    )
)


#: what is asked of the clause that follows: (game, bomber, place, enemies)
SupportOf: TypeAlias = Callable[[Position, int, int, tuple[int, ...]], Fraction]


@clause("11.15.4/support", "14.5", "15.1")
def support_of(game: Position, bomber: int, place: int, enemies: tuple[int, ...]) -> Fraction:
    """What the bomber adds to its side's factors; doubled if it surprises everybody there."""
    attacking = side_of(game, bomber) == active_side(game)
    multiple = ground_support_multiple(game, bomber, place, enemies) if attacking else 1
    return multiple * tactical_factors(game, bomber, place)


@clause("11.15.4/support")
def hexes_supported(game: Position) -> tuple[int, ...]:
    """Hexes whose combats somebody supports."""
    return tuple(targets_in_flight(game))


@clause("11.15.4/support")
def support_factors(game: Position, mission: Mission, side: int, place: int) -> dict[int, Fraction]:
    """Power → the tactical factors of its surviving bombers."""
    attackers = tuple(unit for unit, target in mission.attacks if target == place)
    enemies = defenders_of(game, place) if side == mission.side else attackers
    found: dict[int, Fraction] = {}
    for bomber in bombers(game, of_side(game, flying_to(game, place), side)):
        power = power_of(game, bomber)
        found[power] = found.get(power, Fraction(0)) + support_of(game, bomber, place, enemies)
    return found


@step("11.15.4/support")
def add_the_factors(game: Game, mission: Mission) -> Control:
    for place in hexes_supported(game):
        for side in (mission.side, other_side(mission.side)):
            support = support_factors(game, mission, side, place)
            for power, factors in support.items():
                if factors:
                    game.annex(GroundSupport).add(power, place, int(factors * SIXTEENTHS))
            if any(support.values()):
                game.say(Supported(side=side, place=place, factors=str(sum(support.values()))))
    return None


@rule("11.15.4")
def ground_support(game: Position, side: int, place: int) -> Fraction:
    """What a side's aircraft add to the combat in this hex; 11.15.4 limits it to the land factors that it supports."""
    return Fraction(support_by(game, GroundSupport, side, place), SIXTEENTHS)


@rule("11.15.5/table: land combat modifiers")
def supporting_powers(game: Position, powers: frozenset[int], reckoning: Reckoning) -> frozenset[int]:
    return powers | supporters(game, GroundSupport, reckoning)


def support_of_the_attack(game: Position, reckoning: Reckoning) -> Fraction:
    return ground_support(game, active_side(game), reckoning.target)


def support_of_the_defence(game: Position, reckoning: Reckoning) -> Fraction:
    return ground_support(game, other_side(active_side(game)), reckoning.target)


@step("11.15.4")
def fly_ground_support(game: Game, combat: LandCombat) -> Control:
    """Both sides fly to the hexes of all declared attacks, before any of them is resolved."""
    declared = supportable(game, combat)
    attacks = tuple((unit, attack.target) for attack in declared for unit in attack.units)
    given = tuple(attack.target for attack in declared)
    return Call(GROUND_SUPPORT.name, Mission(given=given, attacks=attacks))


GROUND_SUPPORT = mission_procedure(KIND, add_the_factors)


MODULE = Module(
    procedures=(GROUND_SUPPORT,),
    changes=(
        Annex(LAND_COMBAT.name, GroundSupport),
        Instead(LAND_COMBAT.name, "ground_support", fly_ground_support),
        SUPPORTING_ATTACK.attach(support_of_the_attack),
        SUPPORTING_DEFENCE.attach(support_of_the_defence),
        POWERS_IN_SUPPORT.attach(supporting_powers),
    ),
)
