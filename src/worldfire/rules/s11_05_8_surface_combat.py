"""11.5.8 Surface naval combat: what both sides inflict is reckoned first, then both suffer it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, joint, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.turn import other_side
from worldfire.rules.s11_04_naval_units import Sailor, naval_counter
from worldfire.rules.s11_05_4_committing import Force, count_ships, is_submarine_unit, seats_of_force, ships_of
from worldfire.rules.s11_05_6_surprise_points import SHIFTING_COLUMNS, Shifting
from worldfire.rules.s11_05_8_damage import halved_if_damaged
from worldfire.rules.s11_05_8_results import BY_OWNER, RESULTS, NavalAttack, Results, in_the_books_order
from worldfire.rules.s11_05_naval_tables import Row, column_of, inflicted
from worldfire.rules.s11_05_round import NavalRound, included, sides_in_order


class SurfaceCombat(msgspec.Struct):
    """What side 0 and side 1 will suffer."""

    hits: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    #: ships whose owners have chosen that they fight submarines, of side 0 and side 1
    hunters: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


def attack_factors(game: Position, ship: int) -> Fraction:
    return halved_if_damaged(game, Sailor(ship), naval_counter(game, ship).attack)


@rule("11.5.7/the choice", "11.5.8")
def ships_attack(game: Position, fight: NavalRound, side: int) -> bool:
    """Has the side ships with attack factors included, and the other one naval units?"""
    ships = ships_of(game, included(game, fight, side))
    return any(attack_factors(game, ship) for ship in ships) and bool(
        count_ships(game, included(game, fight, other_side(side)))
    )


# ------------------------------------------------------------------------------------------- ships that fight submarines


@clause("11.5.8")
def against_submarines(game: Position, fight: NavalRound, side: int) -> Mapping[int, Fraction]:
    """Ships that would attack with more factors than their own where enemy submarines are, and with how many."""
    return {}


def _submarines(game: Position, fight: NavalRound, side: int) -> int:
    return sum(is_submarine_unit(game, unit) for unit in included(game, fight, side).units)


@rule("11.5.8/option 6")
def hunters(game: Position, fight: NavalRound, side: int) -> tuple[int, ...]:
    """One for each enemy submarine: those that were chosen, else and before a surface combat those that gain most."""
    chosen = game.enclosing(SurfaceCombat).hunters[side] if game.on_stack(SURFACE_COMBAT.name) else ()
    better = against_submarines(game, fight, side)
    if chosen or not better:
        return chosen
    ranked = sorted(better, key=lambda ship: attack_factors(game, ship) - better[ship])
    return tuple(ranked[: _submarines(game, fight, other_side(side))])


def _able(game: Position, combat: SurfaceCombat, seat: str) -> Shape | Violation:
    fight = game.enclosing(NavalRound)
    side = 0 if seat in fight.seats[0] else 1
    number = _submarines(game, fight, other_side(side))
    return Set(tuple(against_submarines(game, fight, side)), number, number)


def _hunt(game: Game, combat: SurfaceCombat, seat: str, ships: Noun) -> Control:
    first, second = combat.hunters
    combat.hunters = (ships, second) if seat in game.enclosing(NavalRound).seats[0] else (first, ships)
    return None


HUNT_SUBMARINES = Verb("hunt-submarines", "11.5.8", _hunt, _able, items=Thing)


def _ask_for_hunters(game: Position, side: int) -> Control:
    """Only where it makes a difference which ones are chosen."""
    fight = game.enclosing(NavalRound)
    better = against_submarines(game, fight, side)
    gains = {factors - attack_factors(game, ship) for ship, factors in better.items()}
    if len(gains) < 2 or len(better) <= _submarines(game, fight, other_side(side)):
        return None
    seats = seats_of_force(game, Force(tuple(better)))
    return joint(seats, HUNT_SUBMARINES, rule="11.5.8", prompt="hunt-submarines")


@step("11.5.8", HUNT_SUBMARINES, also=("11.5.8/option 6",))
def active_side_hunts(game: Game, combat: SurfaceCombat) -> Control:
    return _ask_for_hunters(game, sides_in_order(game)[0])


@step("11.5.8", HUNT_SUBMARINES, also=("11.5.8/option 6",))
def inactive_side_hunts(game: Game, combat: SurfaceCombat) -> Control:
    return _ask_for_hunters(game, sides_in_order(game)[1])


# ------------------------------------------------------------------------------------------------------------ the combat


@clause("11.5.8")
def surface_factors(game: Position, fight: NavalRound, side: int) -> Fraction:
    """The attack factors of all surface ships and submarines that are included; of some their ASW factors instead."""
    ships, chosen = ships_of(game, included(game, fight, side)), hunters(game, fight, side)
    better = against_submarines(game, fight, side) if chosen else {}
    return sum((better[ship] if ship in chosen else attack_factors(game, ship) for ship in ships), Fraction())


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
    active_side_hunts,
    inactive_side_hunts,
    find_columns,
    both_sides_fire,
    inactive_side_suffers,
    active_side_suffers,
    locals=SurfaceCombat,
)


MODULE = Module(procedures=(SURFACE_COMBAT,))
