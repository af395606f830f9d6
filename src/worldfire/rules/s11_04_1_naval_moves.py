"""11.4.1 What one naval move is, and how many a task force costs each major power (10.2)."""

from __future__ import annotations

from collections import defaultdict

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.violation import Violation
from worldfire.forces.turn import is_active
from worldfire.rules.s10_actions import count_activity, may_do
from worldfire.rules.s11_04_naval_units import Sailor, is_submarine, power_of_sailor, units_of_sailor

ACTIVITY = "naval movement"

#: power → naval moves
Moves = dict[int, int]


@clause("11.4.1", "17.4.2")
def sails_as_one(game: Position, power: int) -> bool:
    """Does a task force of this power make one move? A neutral power pays for each unit."""
    return is_active(game, power)


@rule("9.1", "11.4.1", "10.2/what counts against a limit", "11.4.2/how do units move?")
def moves_of(game: Position, sailors: tuple[Sailor, ...], submerged: tuple[int, ...]) -> Moves:
    """What a task force that sets out costs: one move for each major power in it, for a neutral one of each unit.

    `submerged` are the powers that have paid the one move that all their submarines make.
    """
    found: Moves = defaultdict(int)
    for sailor in sailors:
        power = power_of_sailor(game, sailor)
        if not sails_as_one(game, power):
            found[power] += units_of_sailor(game, sailor)
        elif not (is_submarine(game, sailor) and power in submerged):
            found[power] = 1
    return dict(found)


@rule("11.4.1", "11.4.2/how do units move?")
def moves_of_parting(game: Position, staying: tuple[Sailor, ...], going_on: tuple[Sailor, ...]) -> Moves:
    """What splitting a task force costs: one more move for each power with surface units in both parts.

    A neutral power has paid for each of its units.
    """
    onward = {power_of_sailor(game, sailor) for sailor in going_on if not is_submarine(game, sailor)}
    parted = {power_of_sailor(game, sailor) for sailor in staying if not is_submarine(game, sailor)}
    return {power: 1 for power in sorted(onward & parted) if sails_as_one(game, power)}


def moves_violation(game: Position, moves: Moves) -> Violation | None:
    for power, number in sorted(moves.items()):
        found = may_do(game, power, ACTIVITY, number)
        if found is not None:
            return found
    return None


def count_moves(game: Game, moves: Moves) -> None:
    for power, number in sorted(moves.items()):
        count_activity(game, power, ACTIVITY, number)
