"""13.3.2, US entry option 26: the fleet that makes Pearl Harbor a threat to Japan."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.forces.participants import air_component
from worldfire.forces.things import NO_PLANES, counter_of, place_index, things_at
from worldfire.forces.who import power_of
from worldfire.tables.counters import NavalCounter, NavalType
from worldfire.titles.wif.nations.us_entry.pools import the_usa

PEARL_HARBOR = "Honolulu"
CARRIERS = Figure("US carriers of the fleet at Pearl Harbor", "13.3.2")
AIR_COMPONENT = Figure("air component of a carrier of the fleet at Pearl Harbor", "13.3.2")
_BATTLESHIP = "BB"
BATTLESHIPS = Figure("US battleships of the fleet at Pearl Harbor", "13.3.2")
SINGLE_BATTLESHIPS = Figure("single US battleships of the fleet at Pearl Harbor", "13.3.2")


@rule("13.3.2")
def fleet_is_at_pearl_harbor(game: Position) -> bool:
    """Two carriers with planes enough, and battleships."""
    usa = the_usa(game)
    ships = [unit for unit in things_at(game, place_index(game, PEARL_HARBOR)) if power_of(game, unit) == usa]
    carriers = sum(_is_strong_carrier(game, ship) for ship in ships)
    battleships = sum(_is_battleship(game, ship) for ship in ships)
    return carriers >= CARRIERS(game) and battleships >= battleships_needed(game)


@clause("13.3.2")
def battleships_needed(game: Position) -> int:
    return BATTLESHIPS(game)


@rule("13.3.2")
def single_battleships_needed(game: Position) -> int:
    """Option 5: a counter is one ship."""
    return SINGLE_BATTLESHIPS(game)


def _is_battleship(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, NavalCounter) and counter.ship_class == _BATTLESHIP


def _is_strong_carrier(game: Position, ship: int) -> bool:
    if counter_of(game, ship).type is not NavalType.CV:
        return False
    return not game.state[NO_PLANES][ship] and air_component(game, ship) >= AIR_COMPONENT(game)


CHANGES = (battleships_needed.replaced_by(single_battleships_needed, requires=("5",)),)
