"""13.3.2 US entry option 4: the French carrier that Vichy holds is interned, and rebuilt only when Vichy is gone."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control
from worldfire.forces.pools import construction_pool, pool_of
from worldfire.forces.things import FACE_DOWN, PLACE, move, name_of
from worldfire.forces.who import NOBODY, change_country
from worldfire.rules.s13_06_production import in_dock
from worldfire.titles.wif.nations.us_entry.conditions import BEARN, the_bearn
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS
from worldfire.titles.wif.nations.vichy.standing import french_country, french_power, stands

INTERN_CARRIER = 4


class CarrierInterned(Event, frozen=True):
    """The carrier is Free French, and waits in the construction pool."""

    thing: ThingId


@rule("13.3.2", "13.3.2 option 4")
def intern_the_carrier(game: Game) -> Control:
    """It is Free French; unless it waits in the force pool, it goes to the construction pool."""
    ship = the_bearn(game)
    if ship == NOBODY:
        return None
    in_force_pool = game.state[PLACE][ship] == pool_of(game, ship)
    change_country(game, ship, french_country(game))
    if not in_force_pool:
        move(game, ship, construction_pool(game, french_power(game)))
        game.write(FACE_DOWN, ship, 0)
    game.say(CarrierInterned(thing=ship))
    return None


@rule("13.3.2", "13.6.5/naval units")
def without_the_interned(
    usual: Callable[[Position, int], tuple[int, ...]], game: Position, power: int
) -> tuple[int, ...]:
    """It is not built before Vichy has collapsed."""
    ships = usual(game, power)
    if INTERN_CARRIER not in game.state.get(US_ENTRY_OPTIONS) or not stands(game):
        return ships
    return tuple(ship for ship in ships if name_of(game, ship) != BEARN)


CHANGES = (in_dock.wrapped_by(without_the_interned),)
