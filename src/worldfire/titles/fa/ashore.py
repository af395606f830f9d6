"""fa:11.10 and 11.11 Going ashore: from any ship onto any friendly coast, but only some are ready to go on."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation
from worldfire.forces.things import counter_of, turn_face_down
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s02_3_stacking import is_headquarters_counter
from worldfire.rules.s11_04_5_naval_transport import Debarked
from worldfire.rules.s11_04_naval_units import naval_counter
from worldfire.rules.s11_12_debarking import beach_violation, is_quay
from worldfire.rules.s11_13_invasions import ship_fights
from worldfire.rules.s11_14_paradrop import is_hostile
from worldfire.rules.s14_2_missions import is_enemy
from worldfire.tables.counters import LandCounter, LandType, NavalType
from worldfire.titles.fa.sea.transport import is_infantry_division


@rule("fa:11.10")
def any_coast_will_do(game: Position, unit: int, ship: int, place: int) -> Violation | None:
    return None


@rule("fa:11.11")
def any_ship_will_do(game: Position, ship: int, place: int) -> bool:
    """Those who invade must be at war with the owner of the hex; whoever brings them need not be."""
    return True


@rule("fa:11.11", "fa:13.1.3")
def only_enemy_coasts(game: Position, power: int, place: int) -> bool:
    """Partisans who stand on a friendly coast are not invaded."""
    return is_enemy(game, power, game.state[CONTROLLER][place])


@rule("fa:11.10")
def come_ashore_spent(game: Game, event: Debarked) -> None:
    """Face-down, but in an open port, beside an HQ, from an AMPH, or as MAR, HQ or a division of the infantry class."""
    counter = counter_of(game, event.thing)
    if not isinstance(counter, LandCounter):
        return
    hardy = is_infantry_division(game, event.thing) or counter.type is LandType.MAR or is_headquarters_counter(counter)
    dry = naval_counter(game, event.transport).type is NavalType.AMPH or is_quay(game, event.thing, event.to)
    if not hardy and not dry:
        turn_face_down(game, event.thing)


MODULE = Module(
    subscribes=((Debarked, come_ashore_spent),),
    changes=(
        beach_violation.replaced_by(any_coast_will_do),
        ship_fights.replaced_by(any_ship_will_do),
        is_hostile.replaced_by(only_enemy_coasts),
    ),
)
