"""11.5.10 Submarine combat: one side's submarines against the convoy points of the other, and its escorts against them."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.participants import YEAR, air_component
from worldfire.forces.things import PLACE
from worldfire.forces.turn import other_side
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s11_04_naval_units import Sailor, naval_counter
from worldfire.rules.s11_05_4_committing import Force, count_ships, in_section, is_ship, is_submarine_unit
from worldfire.rules.s11_05_6_surprise_points import SHIFTING_COLUMNS, Shifting
from worldfire.rules.s11_05_8_damage import halved_if_damaged, has_planes
from worldfire.rules.s11_05_8_results import AMONG_CONVOYS, AMONG_SUBMARINES, RESULTS, Results
from worldfire.rules.s11_05_8_surface_combat import attack_factors, inflict
from worldfire.rules.s11_05_9_air_to_sea import air_to_sea_factors, in_this_weather
from worldfire.rules.s11_05_naval_tables import Row, column_of
from worldfire.rules.s11_05_round import NavalRound, included
from worldfire.tables.chart import Chart
from worldfire.tables.counters import NavalType

CONVOYS_AN_ASW_FACTOR = Figure("convoy points of one ASW factor", "11.5.10")


class SubmarineCombat(msgspec.Struct):
    """The side whose submarines attack, and what both sides will suffer."""

    side: int
    hits: tuple[str, ...] = ()
    counter_hits: tuple[str, ...] = ()


@rule("11.5.7/the choice", "11.5.10")
def submarines_attack(game: Position, fight: NavalRound, side: int) -> bool:
    """Has the side a submarine included, and the other one convoy points?"""
    return bool(_submarines(game, fight, side)) and bool(fight.forces[other_side(side)].convoys)


def _submarines(game: Position, fight: NavalRound, side: int) -> tuple[int, ...]:
    return tuple(unit for unit in included(game, fight, side).units if is_submarine_unit(game, unit))


# ----------------------------------------------------------------------------------------------------------- ASW factors


@clause("11.5.10")
def asw_row(game: Position, kind: str) -> str:
    """The row of the ASW table for a kind of ship."""
    return kind


@clause("11.5.10", "11.5.8/combat results")
def asw_factors_of_ship(game: Position, ship: int) -> Fraction:
    """By its class and the year; half if it is damaged."""
    counter = naval_counter(game, ship)
    kind = str(NavalType.CV) if counter.type is NavalType.CV else counter.ship_class
    chart: Chart = game.ruleset.tables.source.chart("asw_factors")
    row = asw_row(game, kind)
    factors = int(chart.at(row, game.state.get(YEAR))) if row in chart.rows.labels else 0
    return halved_if_damaged(game, Sailor(ship), factors)


@rule("11.5.10")
def asw_factors(game: Position, fight: NavalRound, side: int) -> Fraction:
    """Of the side's ships, of every full five of its convoy points, and of its aircraft in flying weather."""
    force = included(game, fight, side)
    ships = sum((asw_factors_of_ship(game, unit) for unit in force.units if is_ship(game, unit)), Fraction())
    return ships + force.convoy_points // CONVOYS_AN_ASW_FACTOR(game) + _from_the_air(game, force)


def _from_the_air(game: Position, force: Force) -> Fraction:
    """Each air-to-sea factor, as the weather leaves it, and of carriers that can fly their planes."""
    total = Fraction()
    for unit in force.units:
        place = game.state[PLACE][unit]
        if not is_ship(game, unit):
            total += in_this_weather(game, place, air_to_sea_factors(game, unit, 0))
        elif has_planes(game, unit):
            total += in_this_weather(game, place, Fraction(air_component(game, unit)))
    return total


# ------------------------------------------------------------------------------------------------------------ the combat


def submarine_factors(game: Position, fight: NavalRound, side: int) -> Fraction:
    return sum((attack_factors(game, unit) for unit in _submarines(game, fight, side)), Fraction())


@step("11.5.10")
def find_asw_columns(game: Game, combat: SubmarineCombat) -> Control:
    fight, side = game.enclosing(NavalRound), combat.side
    if not submarines_attack(game, fight, side):
        return End()
    tables = game.ruleset.tables.source
    hunters = column_of(Row.ASW, asw_factors(game, fight, other_side(side)), tables)
    raiders = column_of(Row.SUB, submarine_factors(game, fight, side), tables)
    return Call(SHIFTING_COLUMNS.name, Shifting((raiders, hunters) if side == 0 else (hunters, raiders)))


@step("11.5.10", also=("11.5.8",))
def both_attack(game: Game, combat: SubmarineCombat) -> Control:
    """Escorts against the submarines alone; these against the naval units in the 0 section."""
    fight, side, enemy = game.enclosing(NavalRound), combat.side, other_side(combat.side)
    columns = game.result
    submarines = len(_submarines(game, fight, side))
    combat.counter_hits = inflict(game, enemy, Row.ASW, asw_factors(game, fight, enemy), columns[enemy], submarines)
    convoy = in_section(game, included(game, fight, enemy), section_at(game, fight.sea, 0))
    ships = count_ships(game, convoy)
    combat.hits = inflict(game, side, Row.SUB, submarine_factors(game, fight, side), columns[side], ships)
    return None


@step("11.5.10")
def submarines_suffer(game: Game, combat: SubmarineCombat) -> Control:
    return Call(RESULTS.name, Results(combat.side, combat.counter_hits, AMONG_SUBMARINES))


@step("11.5.10")
def convoys_suffer(game: Game, combat: SubmarineCombat) -> Control:
    return Call(RESULTS.name, Results(other_side(combat.side), combat.hits, AMONG_CONVOYS))


SUBMARINE_COMBAT = procedure(
    "submarine combat",
    "11.5.10",
    find_asw_columns,
    both_attack,
    submarines_suffer,
    convoys_suffer,
    locals=SubmarineCombat,
)


MODULE = Module(procedures=(SUBMARINE_COMBAT,))
