"""fa:13.2.3.1 (27) Unrestricted U-boat warfare: Germany announces it, for the rest of the turn.

Its submarines find convoys more easily, go further (also home in a later turn) and sink more (fa:13.5.6). What the USA and the
Allies' politics make of it follows from the event.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import NOTHING, Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.kinds import PowerId
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import at_sea, counter_of, sea_of_section
from worldfire.forces.turn import TurnBegan, is_active, other_side, seat_of_power
from worldfire.forces.who import NOBODY, power_named, power_of, side_of_power
from worldfire.rules.s02_1_sea_areas import at_sea_of_side
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.rules.s11_04_2_sailing import Hand, setting_out
from worldfire.rules.s11_04_6_interception import INTERCEPTION_ROLL
from worldfire.rules.s11_04_naval_units import Sailor, is_submarine, power_of_sailor, side_of_sailor
from worldfire.rules.s11_04_under_way import Interception
from worldfire.rules.s11_05_5_search import search_modifier
from worldfire.rules.s11_05_naval_combat import SEARCH_ROLL
from worldfire.rules.s11_05_round import NavalRound
from worldfire.tables.counters import NavalType

DECLARER = "germany"
_SECTION = "fa:13.2.3.1"

FURTHER = Figure("added to the range of submarines of unrestricted warfare", _SECTION)

#: the turn for which it was last declared
UNRESTRICTED: Field[int] = Field("unrestricted_u_boats", NOBODY)
#: submarines that have been at sea since a turn of it: they still go further
LONG_PATROLS: Field[tuple[int, ...]] = Field("long_patrols", ())


class UnrestrictedWarfareDeclared(Event, frozen=True):
    power: PowerId


@rule(_SECTION)
def is_unrestricted(game: Position) -> bool:
    return game.state.get(UNRESTRICTED) == game.state.get(TURN)


# ------------------------------------------------------------------------------------------------------- the announcement


def _may_declare(game: Position, nothing: None, seat: str) -> Shape | Violation:
    power = power_named(game, DECLARER)
    if power == NOBODY or seat_of_power(game, power) != seat or not is_active(game, power):
        return refused(_SECTION, "declares-no-u-boat-war")
    return refused(_SECTION, "u-boat-war-is-declared") if is_unrestricted(game) else NOTHING


def _declare(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    game.set(UNRESTRICTED, game.state.get(TURN))
    game.say(UnrestrictedWarfareDeclared(power=power_named(game, DECLARER)))
    return None


DECLARE = Announcement(Verb("declare-u-boat-war", _SECTION, _declare, _may_declare), TURN_OF_PLAY)


# ------------------------------------------------------------------------------------------------------------ its effects


def is_u_boat(game: Position, unit: int) -> bool:
    return counter_of(game, unit).type is NavalType.SUB and power_of(game, unit) == power_named(game, DECLARER)


@rule(_SECTION)
def hunts_convoys(game: Position, sea: str, side: int) -> bool:
    """Has the declarer submarines among enemy convoys there, unrestricted? Those of a neutral power are no enemy's."""
    declarer = power_named(game, DECLARER)
    if not is_unrestricted(game) or side_of_power(game, declarer) != side:
        return False
    boats = any(is_u_boat(game, ship) for there in at_sea_of_side(game, sea, side) for ship in there.ships)
    return boats and any(
        points and sea_of_section(game, place) == sea and at_war(game, declarer, owner)
        for owner, place, points in game.state.amounts(CONVOY_POINTS)
    )


def _of_die(game: Position, sea: str, side: int) -> int:
    if not hunts_convoys(game, sea, side):
        return 0
    return search_modifier(game, "unrestricted U-boats among Allied convoys", "die")


def of_a_search(game: Position, fight: NavalRound, side: int) -> int:
    """The die of an interception had it already, and keeps it."""
    return _of_die(game, fight.sea, side)


def of_an_interception(game: Position, attempt: Interception) -> int:
    return _of_die(game, attempt.sea, other_side(side_of_sailor(game, attempt.hands[0].sailor)))


@rule(_SECTION)
def further_afield(usual: Callable[[Position, Sailor, int], Hand], game: Position, sailor: Sailor, place: int) -> Hand:
    hand = usual(game, sailor, place)
    if not goes_further(game, sailor):
        return hand
    return msgspec.structs.replace(hand, range=hand.range + FURTHER(game))


@rule(_SECTION)
def goes_further(game: Position, sailor: Sailor) -> bool:
    """A German submarine in such a turn, or on its way home out of one."""
    if not is_submarine(game, sailor) or power_of_sailor(game, sailor) != power_named(game, DECLARER):
        return False
    return is_unrestricted(game) or sailor.ship in game.state.get(LONG_PATROLS)


@rule(_SECTION)
def patrols_go_on(game: Game, event: TurnBegan) -> None:
    """Who has stayed out since then comes home as far as he went."""
    out = {unit for unit, _ in at_sea(game) if is_u_boat(game, unit)}
    was_declared = game.state.get(UNRESTRICTED) == event.turn - 1
    patrols = tuple(sorted(out if was_declared else out & {*game.state.get(LONG_PATROLS)}))
    if patrols != game.state.get(LONG_PATROLS):
        game.set(LONG_PATROLS, patrols)


MODULE = Module(
    schema=Schema(fields=(UNRESTRICTED, LONG_PATROLS)),
    announcements=(DECLARE,),
    subscribes=((TurnBegan, patrols_go_on),),
    changes=(
        setting_out.wrapped_by(further_afield),
        SEARCH_ROLL.attach(of_a_search),
        INTERCEPTION_ROLL.attach(of_an_interception),
    ),
)
