"""fa:4.3 An active power may destroy any of its land and air units after placing reinforcements."""

from __future__ import annotations

from random import Random

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.forces.things import counter_of
from worldfire.forces.who import units_on_map
from worldfire.rules.s04_reinforcements import may_be_given_up, offer_to_give_up
from worldfire.tables.counters import LandCounter, NavalCounter, Size


class Rarely(Set, frozen=True, tag="Set"):
    """The same choice; only that nobody who answers at random gives up half of his army."""

    def sample(self, rng: Random) -> Noun:
        return ()


@rule("fa:4.3")
def any_unit_ashore(game: Position, power: int) -> tuple[int, ...]:
    """Isolated or not; it is a loss for morale only in an enemy zone of control (fa:14.1)."""

    def look() -> tuple[int, ...]:
        return tuple(unit for unit in units_on_map(game, (power,)) if _is_given_up(game, unit))

    return game.recall(("units to give up", power), look)


def _is_given_up(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    facility = isinstance(counter, LandCounter) and counter.size is Size.FACILITY
    return not isinstance(counter, NavalCounter) and not facility


@rule("fa:4.3")
def rarely_taken(game: Position, units: tuple[int, ...]) -> Shape:
    return Rarely(units, 0, len(units))


MODULE = Module(
    changes=(
        may_be_given_up.replaced_by(any_unit_ashore),
        offer_to_give_up.replaced_by(rarely_taken),
    ),
)
