"""Option 5, in the presence of the enemy (fa:11.3.2.4): one more movement point to enter a sea area with his warships."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, step
from worldfire.engine.ruleset import Option
from worldfire.forces.enmity import unit_at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of, counter_of
from worldfire.forces.turn import active_side, other_side
from worldfire.forces.who import CONTROLLER, NOBODY, master_of, power_of, side_of_power
from worldfire.rules.s02_1_sea_areas import at_sea_of_side
from worldfire.rules.s11_04_2_sailing import TOLL, Hand, sea_at
from worldfire.rules.s11_04_naval_movement import NAVAL_MOVEMENT, NavalMovement
from worldfire.rules.s11_04_naval_units import is_submarine, power_of_sailor
from worldfire.rules.s15_surprise import SURPRISE
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.tables.counters import NavalType
from worldfire.titles.fa.sea.searching import is_auxiliary

_SECTION = "fa:11.3.2.4"

PRESENCE = Figure("movement points for the presence of the enemy", _SECTION)


class Patrolled(msgspec.Struct):
    """Sea areas in which the side had surface combat ships when its ships began to move."""

    seas: tuple[str, ...] = ()


def _warships(game: Position, sea: str, side: int) -> list[int]:
    there = (ship for section in at_sea_of_side(game, sea, side) for ship in section.ships)
    return [ship for ship in there if counter_of(game, ship).type is NavalType.SCS]


@step(_SECTION)
def note_patrols(game: Game, movement: NavalMovement) -> Control:
    """No ship has moved yet in this impulse."""
    seas = (sea for sea in sorted(board_of(game).sea_areas) if _warships(game, sea, active_side(game)))
    game.annex(Patrolled).seas = tuple(seas)
    return None


@rule(_SECTION, "fa:21.13")
def enemy_is_present(game: Position, hand: Hand, place: int) -> int:
    """For surface ships that do not return to base, once in a move; auxiliary cruisers do not mind."""
    sea, sailor = sea_at(game, place), hand.sailor
    if not sea or hand.homebound or hand.tolled or is_submarine(game, sailor) or is_auxiliary(game, sailor):
        return 0
    patrolled = game.find_annex(Patrolled)
    if patrolled is not None and sea in patrolled.seas:
        return 0
    power = power_of_sailor(game, sailor)
    watched = any(_watches(game, ship, power) for ship in _warships(game, sea, other_side(side_of_power(game, power))))
    return PRESENCE(game) if watched and not _has_a_base(game, power, sea) else 0


@rule(_SECTION)
def _watches(game: Position, ship: int, power: int) -> bool:
    """Is it at war with the mover, and its power not surprised by him?"""
    return unit_at_war(game, ship, power) and (power, power_of(game, ship)) not in game.state.get(SURPRISE)


@rule(_SECTION)
def _has_a_base(game: Position, power: int, sea: str) -> bool:
    """Does the power, or one that it co-operates with, hold a major port on the sea area?"""
    ground, holders = ground_of(game), game.state[CONTROLLER]
    for port in ground.ports_of_sea.get(sea, ()):
        holder = holders[port]
        if (
            ground.ports[port] == "major"
            and holder != NOBODY
            and powers_cooperate(game, power, master_of(game, holder))
        ):
            return True
    return False


OPTION = Option(
    "5",
    "In the presence of the enemy",
    changes=(
        TOLL.attach(enemy_is_present),
        Annex(NAVAL_MOVEMENT.name, Patrolled),
        Insert(NAVAL_MOVEMENT.name, note_patrols, after="side_to_sail"),
    ),
)
