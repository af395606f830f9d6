"""fa:11.12.5.4, 7 After a land combat: who advances is mostly spent, guns stay behind, and invaders that got ashore too."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call
from worldfire.engine.ruleset import Module
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import turn_face_down
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_13_invasions import INVADERS
from worldfire.rules.s11_15_advance import Advanced, may_advance
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_resolution import occupy
from worldfire.rules.s11_15_retreats import is_lost_instead
from worldfire.tables.counters import LandType

#: who advances without being turned face-down
QUICK = frozenset({LandType.ARM, LandType.MECH, LandType.CAV, LandType.MOT})


@rule("fa:11.12.5.7")
def guns_stay(usual: Callable[[Position, Battle], tuple[int, ...]], game: Position, battle: Battle) -> tuple[int, ...]:
    """Field artillery never advances; anti-tank guns may."""
    return tuple(unit for unit in usual(game, battle) if land_counter(game, unit).type is not LandType.ART)


@rule("fa:11.12.5.7")
def slow_units_are_spent(game: Game, event: Advanced) -> None:
    """Whatever the result, an asterisk included."""
    for unit in event.units:
        if land_counter(game, unit).type not in QUICK:
            turn_face_down(game, unit)


@rule("fa:11.12.5.4", "fa:11.12.1.4")
def invaders_are_spent(
    usual: Callable[[Game, tuple[int, ...], int], Call | None], game: Game, landed: tuple[int, ...], place: int
) -> Call | None:
    """Who takes the beach is turned face-down, but for MAR and what an AMPH brought."""
    by_transport = {unit: from_transport for unit, _, from_transport in game.state.get(INVADERS)}
    caught = usual(game, landed, place)
    for unit in landed:
        if by_transport.get(unit, True) and land_counter(game, unit).type is not LandType.MAR:
            turn_face_down(game, unit)
    return caught


@rule("fa:13.1.3")
def partisans_do_not_retreat(game: Position, unit: int) -> bool:
    """An R destroys them as an S does."""
    return is_partisan(game, unit)


MODULE = Module(
    subscribes=((Advanced, slow_units_are_spent),),
    changes=(
        may_advance.wrapped_by(guns_stay),
        occupy.wrapped_by(invaders_are_spent),
        is_lost_instead.replaced_by(partisans_do_not_retreat),
    ),
)
