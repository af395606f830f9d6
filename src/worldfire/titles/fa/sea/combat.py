"""fa:11.2, fa:11.4.6 to fa:11.4.10 What a naval combat of the Great War does otherwise: types, convoys in twos, aircraft, ASW.

Screening and the exclusion of faster ships: `screening`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from worldfire.engine.changes import Instead, Without
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, step
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.participants import YEAR
from worldfire.forces.things import counter_of
from worldfire.forces.turn import other_side
from worldfire.rules.s11_03_naval_air_missions import NavalAirMissions, mission_violation
from worldfire.rules.s11_04_naval_units import Sailor, naval_counter
from worldfire.rules.s11_04_under_way import NavalCombat
from worldfire.rules.s11_05_4_committing import (
    Force,
    Stack,
    at_war_with_each_other,
    is_ship,
    is_submarine_unit,
    present,
)
from worldfire.rules.s11_05_6_surprise_points import SHIFT_COLUMNS, SHIFTING_COLUMNS, Shifting, spend_on_columns
from worldfire.rules.s11_05_8_damage import halved_if_damaged
from worldfire.rules.s11_05_8_results import hit_on_convoys
from worldfire.rules.s11_05_8_surface_combat import ships_attack, surface_factors
from worldfire.rules.s11_05_9_air_to_sea import AIR_TO_SEA, AirToSea, air_to_sea_factors, can_fly, fliers
from worldfire.rules.s11_05_10_submarine_combat import (
    CONVOYS_AN_ASW_FACTOR,
    asw_factors_of_ship,
    submarines_attack,
)
from worldfire.rules.s11_05_naval_combat import ROUND, types_on_sale, who_would_leave
from worldfire.rules.s11_05_naval_tables import Hit
from worldfire.rules.s11_05_round import NAVAL_AIR, SUBMARINE, SURFACE, NavalRound, convoys_at_risk, included
from worldfire.tables.counters import AirAbility, AirCounter, NavalType

POINTS_DESTROYED = Figure("convoy points that a destroying result sinks", "fa:11.4.7.2")
POINTS_OF_LESS = Figure("convoy points that a lesser result hits", "fa:11.4.7.2")


# --------------------------------------------------------------------------------------------- fa:11.2 who flies to sea


@rule("fa:11.2")
def only_with_air_to_sea_factors(
    usual: Callable[[Position, NavalAirMissions, int], Violation | None],
    game: Position,
    missions: NavalAirMissions,
    aircraft: int,
) -> Violation | None:
    """Fighters stay ashore."""
    counter = counter_of(game, aircraft)
    if not isinstance(counter, AirCounter) or not counter.air_to_sea or AirAbility.NOT_AT_SEA in counter.abilities:
        return refused("fa:11.2", "no-air-to-sea-factors", unit=Thing(aircraft))
    return usual(game, missions, aircraft)


# ------------------------------------------------------------------------------------------------- fa:11.4.6 combat types


@rule("fa:11.4.6.1", "fa:11.4.8")
def types_with_units(game: Position, fight: NavalRound) -> tuple[str, ...]:
    """Only what involves actual units is sold; aircraft that a storm keeps down are there all the same."""
    return tuple(
        kind for kind, fits in ((NAVAL_AIR, _aircraft), (SUBMARINE, _raiders), (SURFACE, _gunners)) if fits(game, fight)
    )


def _aircraft(game: Position, fight: NavalRound) -> bool:
    if can_fly(game, fight):
        return any(air_to_sea_factors(game, unit, 0) for side in (0, 1) for unit in fliers(game, fight, side))
    combat = game.enclosing(NavalCombat)
    return any(not is_ship(game, unit) for side in (0, 1) for unit in present(game, combat, side).units)


def _raiders(game: Position, fight: NavalRound) -> bool:
    return any(submarines_attack(game, fight, side) for side in (0, 1))


def _gunners(game: Position, fight: NavalRound) -> bool:
    return any(ships_attack(game, fight, side) for side in (0, 1))


# ------------------------------------------------------------------------------------------------- fa:11.4.7.2 convoys


@rule("fa:11.4.7.2")
def convoys_are_hit(game: Position, hit: Hit) -> tuple[int, Hit]:
    """An X destroys two convoy points and a D one of them; an A aborts one."""
    if hit is Hit.DESTROY:
        return POINTS_DESTROYED(game), hit
    return POINTS_OF_LESS(game), Hit.DESTROY if hit is Hit.DAMAGE else hit


@rule("fa:11.4.7.2")
def one_of_each_power(
    usual: Callable[[Position, NavalRound, int], tuple[Stack, ...]], game: Position, fight: NavalRound, side: int
) -> tuple[Stack, ...]:
    """Where several powers have convoy points, the two that an X destroys may be one of each."""
    stacks = usual(game, fight, side)
    if len({stack.power for stack in stacks}) < 2:
        return stacks
    return (*stacks, *(stack.of(1) for stack in stacks if stack.points > 1))


@rule("fa:11.4.9")
def armed_convoys(
    usual: Callable[[Position, NavalRound, int], Fraction], game: Position, fight: NavalRound, side: int
) -> Fraction:
    """Every three convoy points fire with a factor where enemy submarines are included."""
    factors = usual(game, fight, side)
    enemies = included(game, fight, other_side(side)).units
    if not any(is_submarine_unit(game, unit) for unit in enemies):
        return factors
    return factors + fight.forces[side].convoy_points // CONVOYS_AN_ASW_FACTOR(game)


# --------------------------------------------------------------------------------------------------- fa:11.4.8 in the air


@step("fa:11.4.8")
def all_bombers_come_in(game: Game, attack: AirToSea) -> Control:
    """Aircraft do not fight each other over the sea."""
    fight = game.enclosing(NavalRound)
    first, second = (
        tuple(unit for unit in fliers(game, fight, side) if air_to_sea_factors(game, unit, 0)) for side in (0, 1)
    )
    attack.bombers = (first, second)
    return Goto("aim_the_guns") if first or second else End()


@step("fa:11.4.8", SHIFT_COLUMNS, also=("fa:11.4.8.1", "fa:11.4.5"))
def columns_of_ships_alone(game: Game, shifting: Shifting) -> Control:
    """Surprise points shift neither anti-aircraft fire nor an attack from the air."""
    return None if game.on_stack(AIR_TO_SEA.name) else spend_on_columns.run(game, shifting)


# ------------------------------------------------------------------------------------------------------- fa:11.4.9 ASW


@rule("fa:11.4.9", "fa:11.4.7.1")
def asw_of_surface_combat_ships(game: Position, ship: int) -> Fraction:
    """All alike, by the year; half if it is damaged."""
    if naval_counter(game, ship).type is not NavalType.SCS:
        return Fraction()
    chart = chart_named(game, "asw_factors")
    return halved_if_damaged(game, Sailor(ship), int(chart.at("SCS", game.state.get(YEAR))))


# ------------------------------------------------------------------------------------------------- fa:11.4.10 who leaves


@rule("fa:11.4.10")
def who_has_enemies_there(game: Position, fight: NavalRound, side: int) -> Force:
    """Everybody at war with somebody who is still in the sea area, but for submarines that were not committed."""
    combat = game.enclosing(NavalCombat)
    force = at_war_with_each_other(game, (present(game, combat, 0), present(game, combat, 1)))[side]
    units = (unit for unit in force.units if fight.submarines[side] or not is_submarine_unit(game, unit))
    return Force(tuple(units), force.convoys)


MODULE = Module(
    changes=(
        mission_violation.wrapped_by(only_with_air_to_sea_factors),
        Without(ROUND.name, "active_side_calls_naval_air"),
        Without(ROUND.name, "inactive_side_calls_naval_air"),
        types_on_sale.replaced_by(types_with_units),
        hit_on_convoys.replaced_by(convoys_are_hit),
        convoys_at_risk.wrapped_by(one_of_each_power),
        surface_factors.wrapped_by(armed_convoys),
        Instead(AIR_TO_SEA.name, "air_combat", all_bombers_come_in),
        Instead(SHIFTING_COLUMNS.name, "spend_on_columns", columns_of_ships_alone),
        asw_factors_of_ship.replaced_by(asw_of_surface_combat_ships),
        who_would_leave.replaced_by(who_has_enemies_there),
    ),
)
