"""Major powers that act one after another, and units that are ordered somewhere or stay: what many steps of the book share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.forces.turn import INITIATIVE_SIDE, active_side, other_side, powers_of_side
from worldfire.forces.who import NOBODY, seat_of

# ------------------------------------------------------------------------------------------------------- who comes next


def powers_in_action(game: Position) -> tuple[int, ...]:
    """The major powers of the side that acts."""
    return powers_of_side(game, active_side(game))


def powers_in_order(game: Position) -> tuple[int, ...]:
    """6.2: all that play, the side with the initiative first."""
    first = game.state.get(INITIATIVE_SIDE)
    return (*powers_of_side(game, first), *powers_of_side(game, other_side(first)))


@dataclass(frozen=True)
class EachPower:
    """Powers in an order, of whom only those are asked who have a choice.

    A procedure keeps in its locals how many have had their turn: nothing is written until somebody has answered, so the
    step that asks may be the step that looks for the next one.
    """

    order: Callable[[Position], tuple[int, ...]]
    has_choice: Callable[[Position, int], bool]

    def next(self, game: Position, done: int) -> int:
        """Whose turn it is when so many have had theirs; NOBODY when nobody is left with a choice."""
        return next((power for power in self.order(game)[done:] if self.has_choice(game, power)), NOBODY)

    def after(self, game: Position, power: int) -> int:
        """How many have had their turn when this power has had its own."""
        return self.order(game).index(power) + 1


class InTurn(msgspec.Struct):
    """The same for a choice that is dear to look for: a step before the one that asks goes past those without one."""

    done: tuple[int, ...] = ()


def power_in_turn(game: Position, turns: InTurn) -> int:
    """Whose turn it is; NOBODY when all powers of the acting side have had theirs."""
    return next((power for power in powers_in_action(game) if power not in turns.done), NOBODY)


def turn_is_over(game: Position, turns: InTurn) -> None:
    turns.done += (power_in_turn(game, turns),)


def somebody_is_left(game: Position, turns: InTurn, has_a_choice: Callable[[int], bool]) -> bool:
    """Go past the powers that have nothing to choose, so that they are not asked."""
    while (power := power_in_turn(game, turns)) != NOBODY:
        if has_a_choice(power):
            return True
        turn_is_over(game, turns)
    return False


# --------------------------------------------------------------------------------------------------- orders, or to stay

#: the first choice of every unit that may be ordered somewhere
STAY = NOBODY

#: unit → where it is ordered
Standing = tuple[tuple[int, int], ...]


def ordered(noun: Noun) -> Standing:
    """Those of an answer that do not stay."""
    return tuple((unit, target) for unit, target in noun if target != STAY)


def orders_of_others(game: Position, standing: Standing, seat: str) -> Standing:
    return tuple(pair for pair in standing if seat_of(game, pair[0]) != seat)


def own_orders(game: Position, standing: Standing, seat: str) -> Standing:
    return tuple(pair for pair in standing if seat_of(game, pair[0]) == seat)


def with_new_orders(game: Position, standing: Standing, seat: str, noun: Noun) -> Standing:
    """A seat has ordered anew: what it said before no longer counts."""
    return (*orders_of_others(game, standing, seat), *ordered(noun))
