"""fa:4.3 An active power may destroy any of its land and air units after placing reinforcements."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.forces.things import counter_of
from worldfire.forces.who import units_on_map
from worldfire.rules.s04_reinforcements import may_be_given_up, may_be_scrapped, offer_to_give_up
from worldfire.rules.s13_06_production import is_old
from worldfire.tables.counters import LandCounter, LandType, NavalCounter, Size

NEVER_SCRAPPED = frozenset({LandType.MIL, LandType.TERR})


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


@rule("fa:13.5.5.2", "fa:4.3")
def raised_at_home_for_ever(usual: Callable[[Position, int], bool], game: Position, unit: int) -> bool:
    """Militia and territorials always go back into their force pools, and are never weeded out of them."""
    return usual(game, unit) and counter_of(game, unit).type not in NEVER_SCRAPPED


MODULE = Module(
    changes=(
        may_be_scrapped.wrapped_by(raised_at_home_for_ever),
        is_old.wrapped_by(raised_at_home_for_ever),
        may_be_given_up.replaced_by(any_unit_ashore),
        offer_to_give_up.replaced_by(rarely_taken),
    ),
)
