"""11.4.4 Naval movement restrictions: where ships may not pass from one sea area to another, or from a port to a sea.

Which passages there are is a title's own. Supply overseas goes where a surface ship of the tracing power could (2.4.2).
"""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.clauses import HasRuleset, clause
from worldfire.engine.position import Position
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of
from worldfire.forces.who import CONTROLLER


def enemy_holds(game: Position, power: int, hexes: Iterable[int]) -> int:
    """How many of the hexes an enemy at war with the power controls."""
    holders = game.state[CONTROLLER]
    return sum(at_war(game, power, holders[here]) for here in hexes)


@clause("11.4.4")
def may_pass(game: Position, power: int, origin: str, to: str) -> bool:
    """Could a surface ship of this power go from one sea area to the next?"""
    return True


@clause("11.4.4")
def submarines_may_pass(game: Position, power: int, origin: str, to: str) -> bool:
    """The same for its submarines, which are not held up everywhere."""
    return True


@clause("2.1.2")
def crossing_is_free(game: HasRuleset, origin: str, to: str) -> bool:
    """Does it cost a ship nothing to go from one sea area to the next?"""
    return False


@clause("2.4.2/overseas supply paths")
def supply_may_pass(game: Position, power: int, origin: str, to: str) -> bool:
    """Does a supply path of this power lead from one sea area to the next? Where a surface ship of its could go."""
    return may_pass(game, power, origin, to)


@clause("11.4.4")
def canal_is_open(game: Position, power: int, port: str) -> bool:
    """Could it go through the canal between this port and its second sea?"""
    return True


@clause("11.4.4")
def seas_from_port(game: Position, power: int, port: int) -> tuple[str, ...]:
    """The sea areas that a ship of this power may put to sea in from the port, through a canal too."""
    ground, board = ground_of(game), board_of(game)
    seas = ground.sea_of(port)
    for place in ground.places.get(port, ()):
        further = board.direct_ports.get(place.name, ())
        if further and canal_is_open(game, power, place.name):
            seas = (*seas, *further)
    return tuple(dict.fromkeys(seas))
