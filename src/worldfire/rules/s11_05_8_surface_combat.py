"""11.5.8 Surface naval combat: what both sides inflict is reckoned first, then both suffer it."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.turn import other_side
from worldfire.rules.s11_04_naval_units import Sailor, naval_counter
from worldfire.rules.s11_05_4_committing import count_ships, ships_of
from worldfire.rules.s11_05_6_surprise_points import SHIFTING_COLUMNS, Shifting
from worldfire.rules.s11_05_8_damage import halved_if_damaged
from worldfire.rules.s11_05_8_results import BY_OWNER, RESULTS, NavalAttack, Results, in_the_books_order
from worldfire.rules.s11_05_naval_tables import Row, column_of, inflicted
from worldfire.rules.s11_05_round import NavalRound, included, sides_in_order


class SurfaceCombat(msgspec.Struct):
    """What side 0 and side 1 will suffer."""

    hits: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def attack_factors(game: Position, ship: int) -> Fraction:
    return halved_if_damaged(game, Sailor(ship), naval_counter(game, ship).attack)


@clause("11.5.8")
def surface_factors(game: Position, fight: NavalRound, side: int) -> Fraction:
    """The attack factors of all surface ships and submarines that are included."""
    return sum((attack_factors(game, ship) for ship in ships_of(game, included(game, fight, side))), Fraction())


def inflict(game: Game, side: int, row: Row, factors: Fraction, column: int, ships: int) -> tuple[str, ...]:
    """What a side does to so many enemy ships with this column."""
    result = inflicted(column, ships, game.ruleset.tables.source)
    game.say(
        NavalAttack(
            side=side,
            row=row,
            factors=str(factors),
            column=column,
            ships=ships,
            destroyed=result.destroyed,
            damaged=result.damaged,
            aborted=result.aborted,
        )
    )
    return in_the_books_order(result)


@step("11.5.8")
def find_columns(game: Game, combat: SurfaceCombat) -> Control:
    fight = game.enclosing(NavalRound)
    first, second = (
        column_of(Row.SURFACE, surface_factors(game, fight, side), game.ruleset.tables.source) for side in (0, 1)
    )
    return Call(SHIFTING_COLUMNS.name, Shifting((first, second)))


@step("11.5.8", also=("11.5.8/combat results",))
def both_sides_fire(game: Game, combat: SurfaceCombat) -> Control:
    fight, columns = game.enclosing(NavalRound), game.result
    first, second = (_fire(game, fight, side, columns[side]) for side in (0, 1))
    combat.hits = (second, first)
    return None


def _fire(game: Game, fight: NavalRound, side: int, column: int) -> tuple[str, ...]:
    ships = count_ships(game, included(game, fight, other_side(side)))
    return inflict(game, side, Row.SURFACE, surface_factors(game, fight, side), column, ships)


@rule("11.5.8")
def _suffers(game: Position, combat: SurfaceCombat, side: int) -> Call:
    return Call(RESULTS.name, Results(side, combat.hits[side], BY_OWNER))


@step("11.5.8")
def inactive_side_suffers(game: Game, combat: SurfaceCombat) -> Control:
    return _suffers(game, combat, sides_in_order(game)[1])


@step("11.5.8")
def active_side_suffers(game: Game, combat: SurfaceCombat) -> Control:
    return _suffers(game, combat, sides_in_order(game)[0])


SURFACE_COMBAT = procedure(
    "surface naval combat",
    "11.5.8",
    find_columns,
    both_sides_fire,
    inactive_side_suffers,
    active_side_suffers,
    locals=SurfaceCombat,
)


MODULE = Module(procedures=(SURFACE_COMBAT,))
