"""2.3.1.2 Aircraft that could be in a hex only because an HQ was: they are destroyed as soon as it has left."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call
from worldfire.engine.ruleset import Module
from worldfire.forces.ground import is_hex
from worldfire.forces.things import counter_of
from worldfire.rules.s02_3_overstacking import OVERSTACKING, Crowd, too_many
from worldfire.rules.s02_3_stacking import aircraft, is_headquarters_counter
from worldfire.rules.s11_04_5_naval_transport import Embarked
from worldfire.rules.s11_09_rail import Railed
from worldfire.rules.s11_10_land_movement import Marched


@rule("fa:2.3.1.2")
def its_guests_are_lost(game: Position, units: tuple[int, ...], left: int) -> Call | None:
    """Of everything else the hex may hold too much until the step is over."""
    if not is_hex(game, left) or not any(is_headquarters_counter(counter_of(game, unit)) for unit in units):
        return None
    surplus = too_many(game, left)
    if surplus and len(aircraft(game, surplus)) == len(surplus):
        return Call(OVERSTACKING.name, Crowd((left,)))
    return None


def hq_has_marched(game: Game, event: Marched) -> Call | None:
    return its_guests_are_lost(game, event.units, event.origin)


def hq_has_gone_by_rail(game: Game, event: Railed) -> Call | None:
    return its_guests_are_lost(game, (event.thing,), event.origin)


def hq_has_embarked(game: Game, event: Embarked) -> Call | None:
    return its_guests_are_lost(game, (event.thing,), event.origin)


MODULE = Module(subscribes=((Marched, hq_has_marched), (Railed, hq_has_gone_by_rail), (Embarked, hq_has_embarked)))
