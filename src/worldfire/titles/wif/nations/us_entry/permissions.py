"""13.3.2 What US entry options let the USA do from then on: close Panama (33), call up reserves (39), act freely (45), repair
its friends' ships (25), destroy isolated units (28), sail in task forces (50); and 13.3.3 what the Commonwealth may close
(38), and whom the USA has barred.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.permitting import NO, YES, Permission
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Call, Control, End, Verb, one, procedure, step
from worldfire.engine.schema import CONSENTS, Field
from worldfire.engine.shapes import NOTHING, Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Power
from worldfire.forces.nations import nations_of
from worldfire.forces.pools import named_place
from worldfire.forces.situation import CO_OPERATING
from worldfire.forces.things import counter_of, place_index, things_at
from worldfire.forces.turn import chart_name, controls, is_active, power_name, seat_of_power
from worldfire.forces.who import CONTROLLER, NOBODY, POWER_NAMES, SIDE, power_named, side_of_power
from worldfire.rules.s04_reinforcements import ARRIVALS, Arrivals, finds_room, may_destroy_isolated
from worldfire.rules.s05_lending import may_lend
from worldfire.rules.s09_war import ReservesCalled, WarDeclared
from worldfire.rules.s10_actions import ACTION_TYPES, action_types
from worldfire.rules.s11_04_1_naval_moves import sails_as_one
from worldfire.rules.s11_04_sea_passages import canal_is_open, may_pass, submarines_may_pass
from worldfire.rules.s13_06_production import in_dock
from worldfire.titles.wif.nations.claims import may_claim
from worldfire.titles.wif.nations.us_entry.conditions import COMMONWEALTH, enemy_side
from worldfire.titles.wif.nations.us_entry.deeds import SUEZ, SUEZ_CANAL, notice_deed
from worldfire.titles.wif.nations.us_entry.moving import BARRED_BY_USA, BarredByUsa
from worldfire.titles.wif.nations.us_entry.options import is_chosen
from worldfire.titles.wif.nations.us_entry.pools import the_usa, us_seat
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, US_ENTRY_OPTIONS
from worldfire.titles.wif.passages import canal_hexes

REPAIRS, TRUMAN, CLOSE_PANAMA, NATIONAL_GUARD, MANOEUVRES, UNRESTRICTED = 25, 28, 33, 39, 45, 50
_PANAMA_SEAS, _SUEZ_SEAS = {"Gulf of Panama", "Caribbean Sea"}, {"Eastern Mediterranean", "Red Sea"}
_PANAMA, _EASTERN_MEDITERRANEAN = "Panama", "Eastern Mediterranean"


@rule("13.3.2")
def _usa_has_closed_panama(game: Position, giver: str, taker: str) -> bool:
    usa = the_usa(game)
    return usa != NOBODY and us_seat(game) == giver and CLOSE_PANAMA in game.state.get(US_ENTRY_OPTIONS)


#: the consent by which the USA lets others through a canal that it has closed
CANAL = Permission("panama canal", "13.3.2", unsaid="allowed", concerns=_usa_has_closed_panama)
_CLOSING = "close the Suez Canal"
_FRIENDS_WITH_SHIPS = ("commonwealth", "france", "free-france")
_NAVAL_MOVEMENT = "naval movement"

#: 13.3.3, US entry action 38: the Commonwealth has closed the Suez Canal
SUEZ_CLOSED: Field[bool] = Field("suez_closed", False)

Passage = Callable[[Position, int, str, str], bool]


class SuezClosed(Event, frozen=True):
    """The Commonwealth has closed the Suez Canal to the Axis."""


# ------------------------------------------------------------------------------------------------------------- 33, 38 canals


@rule("13.3.2", "13.3.3", "11.4.4")
def not_through_a_closed_canal(usual: Passage, game: Position, power: int, origin: str, to: str) -> bool:
    if {origin, to} == _PANAMA_SEAS and not _lets_through_panama(game, power):
        return False
    if {origin, to} == _SUEZ_SEAS and _suez_is_closed_to(game, power):
        return False
    return usual(game, power, origin, to)


@rule("13.3.2", "11.4.4", "13.3.2 option 33")
def _lets_through_panama(game: Position, power: int) -> bool:
    """Closed by the USA, the canal is open to its side unless it says no, to others only if it says yes."""
    usa = the_usa(game)
    if usa in (NOBODY, power) or CLOSE_PANAMA not in game.state.get(US_ENTRY_OPTIONS):
        return True
    if not controls(game, usa, place_index(game, _PANAMA)) or game.state[SIDE][power] == NOBODY:
        return True
    said = game.consent(us_seat(game), seat_of_power(game, power), CANAL.name)
    return said != NO if game.state[SIDE][power] == game.state[SIDE][usa] else said == YES


@rule("13.3.3", "11.4.4", "13.3.3 action 38")
def _suez_is_closed_to(game: Position, power: int) -> bool:
    if not game.state.get(SUEZ_CLOSED):
        return False
    allies, holder = 1 - enemy_side(game), game.state[CONTROLLER][place_index(game, SUEZ)]
    return side_of_power(game, power) == enemy_side(game) and side_of_power(game, holder) == allies


@rule("13.3.3", "11.4.4")
def not_out_of_suez(usual: Callable[[Position, int, str], bool], game: Position, power: int, port: str) -> bool:
    return usual(game, power, port) and not (port == SUEZ and _suez_is_closed_to(game, power))


@rule("13.3.3")
def _may_close_suez(game: Position, nothing: None, seat: str) -> Shape | Violation:
    """In a naval movement step, while it controls the canal."""
    commonwealth = power_named(game, COMMONWEALTH)
    if NOBODY in (commonwealth, the_usa(game)) or seat_of_power(game, commonwealth) != seat:
        return refused("13.3.3", "only-the-commonwealth-closes-suez")
    if game.state.get(SUEZ_CLOSED):
        return refused("13.3.3", "suez-is-closed")
    if not all(controls(game, commonwealth, place) for place in canal_hexes(game, SUEZ_CANAL)):
        return refused("13.3.3", "suez-not-controlled", power=Power(commonwealth))
    return NOTHING


def _close_suez(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    game.set(SUEZ_CLOSED, True)
    game.say(SuezClosed())
    return notice_deed(game, _CLOSING, power_named(game, COMMONWEALTH))


CLOSE_SUEZ = Announcement(Verb("close-suez-canal", "13.3.3", _close_suez, _may_close_suez), _NAVAL_MOVEMENT)


# -------------------------------------------------------------------------------------------------------- 25, 45 the USA acts


@rule("13.3.2", "10.1", "13.3.2 option 45")
def manoeuvres(usual: Callable[[Position, int], tuple[str, ...]], game: Position, power: int) -> tuple[str, ...]:
    """Option 45: any type of action, though neutral."""
    free = game.state.get(US_ENTRY_IN_USE) and power == the_usa(game) and is_chosen(game, MANOEUVRES)
    return ACTION_TYPES if free else usual(game, power)


@rule("13.3.2", "4.3")
def destroys_though_neutral(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Option 28: isolated units."""
    free = game.state.get(US_ENTRY_IN_USE) and power == the_usa(game) and is_chosen(game, TRUMAN)
    return bool(free) or usual(game, power)


@rule("13.3.2", "11.4.1")
def sails_in_task_forces(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Option 50: a task force makes one move, though the USA is neutral."""
    free = game.state.get(US_ENTRY_IN_USE) and power == the_usa(game) and is_chosen(game, UNRESTRICTED)
    return bool(free) or usual(game, power)


@rule("13.3.2", "13.6.5/naval units", "13.3.2 option 25")
def friends_in_dock(usual: Callable[[Position, int], tuple[int, ...]], game: Position, power: int) -> tuple[int, ...]:
    """Option 25: the USA repairs ships of the Commonwealth and France as well."""
    own = usual(game, power)
    if power != the_usa(game) or not is_chosen(game, REPAIRS):
        return own
    docks = (named_place(game, f"repair pool of {name}") for name in _FRIENDS_WITH_SHIPS)
    return (*own, *(ship for dock in docks if dock is not None for ship in things_at(game, dock)))


# ------------------------------------------------------------------------------------------------ 39 the National Guard


class Guard(msgspec.Struct):
    """The reserves have been asked for."""

    asked: bool = False


@rule("13.3.2", "9.7", "13.3.2 option 39")
def guard_units(game: Position) -> tuple[int, ...]:
    """Option 39: reserves that may come in a reinforcement stage though the USA is neutral."""
    usa = the_usa(game)
    if not game.state.get(US_ENTRY_IN_USE) or is_active(game, usa) or not is_chosen(game, NATIONAL_GUARD):
        return ()
    pool = named_place(game, f"reserve pool of {power_name(game, usa)}")
    units = () if pool is None else things_at(game, pool)
    anybodys = [unit for unit in units if not nations_of(game).reserves.get(counter_of(game, unit).available, "")]
    return tuple(unit for unit in anybodys if finds_room(game, unit))


def _guard_shape(game: Position, guard: Guard, seat: str) -> Shape | Violation:
    units = guard_units(game)
    return Set(units, 0, len(units))


def _call_guard(game: Game, guard: Guard, seat: str, noun: Noun) -> Control:
    if not noun:
        return End()
    usa = the_usa(game)
    game.say(ReservesCalled(power=usa, units=noun))
    pool = named_place(game, f"reserve pool of {power_name(game, usa)}")
    assert pool is not None
    return Call(ARRIVALS.name, Arrivals(usa, noun, pool, face_down=True))


CALL_GUARD = Verb("call-up-guard", "13.3.2", _call_guard, _guard_shape, items=Thing)


@step("13.3.2", CALL_GUARD, also=("9.7",))
def ask_for_the_guard(game: Game, guard: Guard) -> Control:
    if not guard_units(game):
        return End()
    usa = Power(the_usa(game))
    return one(us_seat(game), CALL_GUARD, rule="13.3.2", prompt="call-up-guard", power=usa)


CALLING_GUARD = procedure("US National Guard", "13.3.2", ask_for_the_guard, locals=Guard)


@step("13.3.2")
def us_calls_its_guard(game: Game, reinforcing: object) -> Control:
    return Call(CALLING_GUARD.name, Guard()) if guard_units(game) else None


# ----------------------------------------------------------------------------------------------- 13.3.3 whom it has barred


@rule("13.3.3")
def is_barred(game: Position, power: int) -> bool:
    """Has it cost the USA a marker that was not there? What France did binds Free France."""
    barred = {chart_name(game, culprit) for culprit in game.state.get(BARRED_BY_USA)}
    return bool(barred) and power != NOBODY and chart_name(game, power) in barred


@rule("13.3.3", "5")
def not_with_the_barred(
    usual: Callable[[Position, int, int, bool], bool], game: Position, giver: int, recipient: int, points: bool
) -> bool:
    usa = the_usa(game)
    for one_power, other in ((giver, recipient), (recipient, giver)):
        if usa != NOBODY and one_power == usa and is_barred(game, other):
            return False
    return usual(game, giver, recipient, points)


@rule("13.3.3", "18.1")
def barred_do_not_cooperate(game: Game, event: WarDeclared | BarredByUsa) -> None:
    """Neither from the moment on when they are barred, nor when a later war would bring them together."""
    usa, pairs = the_usa(game), game.state.get(CO_OPERATING)
    if game.state.get(BARRED_BY_USA):
        apart = tuple(pair for pair in pairs if not (usa in pair and any(is_barred(game, power) for power in pair)))
        game.set(CO_OPERATING, apart)


@rule("13.3.3", "19.6")
def not_if_barred(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Who has cost the USA a marker that it did not have claims nothing any more."""
    return usual(game, power) and not is_barred(game, power)


#: who controls the two canals is read by the rule itself
CHANGES = (
    may_claim.wrapped_by(not_if_barred),
    may_pass.wrapped_by(not_through_a_closed_canal, reads=(US_ENTRY_OPTIONS, SUEZ_CLOSED, SIDE, CONSENTS, POWER_NAMES)),
    submarines_may_pass.wrapped_by(
        not_through_a_closed_canal, reads=(US_ENTRY_OPTIONS, SUEZ_CLOSED, SIDE, CONSENTS, POWER_NAMES)
    ),
    canal_is_open.wrapped_by(not_out_of_suez, reads=(SUEZ_CLOSED, SIDE)),
    action_types.wrapped_by(manoeuvres),
    may_destroy_isolated.wrapped_by(destroys_though_neutral),
    sails_as_one.wrapped_by(sails_in_task_forces),
    in_dock.wrapped_by(friends_in_dock),
    may_lend.wrapped_by(not_with_the_barred),
)
