"""18.2 Foreign troop commitments: units in the home country of a friend that they do not co-operate with.

They need HQs of their own country there. Movement asks before they go in (11.10.5); whoever comes in otherwise, by a
retreat or an advance, is judged when the step ends, and what is too much is destroyed by its owner.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Power
from worldfire.forces.things import PLACE, Moved, counter_of, move
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import (
    HOME_COUNTRY,
    NOBODY,
    power_of,
    seat_of,
)
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s11_10_entry import is_enemy_hex, land_foes_at
from worldfire.rules.s14_air_missions import Destroyed, destroy_aircraft, tray_of
from worldfire.rules.s18_2_commitments import HAVE_LEFT, comes_from, compatriots, exceeds_commitment, host_of
from worldfire.tables.counters import AirCounter

#: units that came into such a country in this step of an impulse
GUESTS: Field[tuple[int, ...]] = Field("guests", ())


class ForeignTroopsDestroyed(Event, frozen=True):
    """18.2: nobody of its own country commands the unit where it ended the step."""

    unit: ThingId
    place: PlaceId


# ------------------------------------------------------------------------------------------------------- the end of a step


@rule("18.2/foreign troop commitments")
def note_guests(game: Game, event: Moved) -> None:
    """Who comes in during an impulse is judged when the step ends; who started the step there is not."""
    unit, guests = event.thing, game.state.get(GUESTS)
    if game.state.get(ACTIVE_SIDE) == NOBODY or unit in guests:
        return
    _note_departure(game, event)
    if not is_hex(game, event.to):
        return
    home, left = host_of(game, unit, event.to), game.state.get(HAVE_LEFT)
    stays = comes_from(game, unit, event.origin) == home or (unit, home) in left
    if home != NOBODY and not stays:
        game.set(GUESTS, (*guests, unit))


def _note_departure(game: Game, event: Moved) -> None:
    """It may sail out of one port and into another of the same country."""
    homes, left = game.state[HOME_COUNTRY], game.state.get(HAVE_LEFT)
    if not is_hex(game, event.origin) or (is_hex(game, event.to) and homes[event.to] == homes[event.origin]):
        return
    home = host_of(game, event.thing, event.origin)
    if home != NOBODY and (event.thing, home) not in left:
        game.set(HAVE_LEFT, (*left, (event.thing, home)))


def _unwelcome(game: Position) -> tuple[int, ...]:
    """Guests of the first country whose commitment is exceeded."""
    places = game.state[PLACE]
    present = [unit for unit in game.state.get(GUESTS) if is_hex(game, places[unit]) and not _fights_first(game, unit)]
    for unit in present:
        home = host_of(game, unit, places[unit])
        if home != NOBODY and exceeds_commitment(game, (unit,), home):
            own = set(compatriots(game, unit))
            return tuple(each for each in present if each in own and host_of(game, each, places[each]) == home)
    return ()


@rule("11.14", "18.2/foreign troop commitments")
def _fights_first(game: Position, unit: int) -> bool:
    """Who has invaded or dropped is judged when the land combat step ends, as the example of Brest shows."""
    place = game.state[PLACE][unit]
    landed = bool(game.state[FRESHLY_LANDED][unit]) and is_hex(game, place)
    return landed and (is_enemy_hex(game, unit, place) or bool(land_foes_at(game, unit, place)))


@rule("18.2/foreign troop commitments")
def foreign_troops_too_many(game: Game) -> Call | None:
    """At the end of every step."""
    if game.state.get(HAVE_LEFT):
        game.set(HAVE_LEFT, ())
    if not game.state.get(GUESTS):
        return None
    if _unwelcome(game):
        return Call(FOREIGN_TROOPS.name)
    _settle(game)
    return None


def _settle(game: Game) -> None:
    """Everybody has been judged but those whose fight is still to come."""
    game.set(GUESTS, tuple(unit for unit in game.state.get(GUESTS) if _fights_first(game, unit)))


@step("18.2", also=("18.2/foreign troop commitments",))
def anybody_unwelcome(game: Game, nothing: None) -> Control:
    return Goto("choose_who_is_lost") if _unwelcome(game) else Goto("guests_are_settled")


def _unwelcome_shape(game: Position, nothing: None, seat: str) -> Shape | Violation:
    return One(_unwelcome(game))


def _destroy(game: Game, nothing: None, seat: str, unit: Noun) -> Control:
    lose_guest(game, unit)
    return Goto("anybody_unwelcome")


@clause("18.2/foreign troop commitments")
def lose_guest(game: Game, unit: int) -> None:
    """It is destroyed."""
    game.say(ForeignTroopsDestroyed(unit=unit, place=game.state[PLACE][unit]))
    if isinstance(counter_of(game, unit), AirCounter):
        destroy_aircraft(game, unit)
    else:
        game.say(Destroyed(thing=unit))
        move(game, unit, tray_of(game, unit))


LOSE_FOREIGN_TROOPS = Verb("lose-foreign-troops", "18.2", _destroy, _unwelcome_shape, items=Thing)


@step("18.2", LOSE_FOREIGN_TROOPS)
def choose_who_is_lost(game: Game, nothing: None) -> Control:
    """Their owner decides, one unit after the other."""
    first = _unwelcome(game)[0]
    return one(
        seat_of(game, first),
        LOSE_FOREIGN_TROOPS,
        rule="18.2",
        prompt="lose-foreign-troops",
        power=Power(power_of(game, first)),
        place=Place(game.state[PLACE][first]),
    )


@step("18.2")
def guests_are_settled(game: Game, nothing: None) -> Control:
    _settle(game)
    return None


FOREIGN_TROOPS = procedure("foreign troops", "18.2", anybody_unwelcome, choose_who_is_lost, guests_are_settled)


MODULE = Module(
    schema=Schema(fields=(GUESTS,)),
    procedures=(FOREIGN_TROOPS,),
    subscribes=((Moved, note_guests),),
    sweeps=(foreign_troops_too_many,),
)
