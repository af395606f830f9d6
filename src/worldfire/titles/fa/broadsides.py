"""fa:11.12.2, fa:19.2 Ships that do not co-operate do not bombard in one and the same combat.

Each of them co-operates with the land units that it supports, but two friends of one power need be no friends of each other.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Annex
from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation, refused
from worldfire.forces.in_turn import with_new_orders
from worldfire.rules.s02_3_stacking import together_violation
from worldfire.rules.s11_15_2_shore_bombardment import Bombarded, Fire, fire_violation
from worldfire.rules.s11_15_land_combat import LAND_COMBAT


class Broadsides(msgspec.Struct):
    """(ship, the hex that it has bombarded) of both sides in this step."""

    fired: tuple[tuple[int, int], ...] = ()


@rule("fa:19.2")
def strange_ships_hold_fire(
    usual: Callable[[Position, Fire, str, Noun], Violation | None], game: Position, fire: Fire, seat: str, noun: Noun
) -> Violation | None:
    """Whoever gives the orders: ships that one seat has aimed keep out the strangers of another."""
    orders = with_new_orders(game, fire.ordered, seat, noun)
    for place in dict.fromkeys(aim for _, aim in orders):
        ships = tuple(ship for ship, aim in orders if aim == place)
        if together_violation(game, ships) is not None:
            return refused("fa:19.2", "mission-with-strangers", unit=Thing(ships[-1]), place=Place(place))
    return usual(game, fire, seat, noun)


def note_who_fired(game: Game, event: Bombarded) -> None:
    """HQs, guns and aircraft are committed later, and share the combat with the ships."""
    game.annex(Broadsides).fired += ((event.ship, event.place),)


def ships_committed(game: Position, place: int) -> tuple[int, ...]:
    """Those that bombard in the combat for this hex."""
    broadsides = game.find_annex(Broadsides)
    return () if broadsides is None else tuple(ship for ship, aim in broadsides.fired if aim == place)


MODULE = Module(
    subscribes=((Bombarded, note_who_fired),),
    changes=(Annex(LAND_COMBAT.name, Broadsides), fire_violation.wrapped_by(strange_ships_hold_fire)),
)
