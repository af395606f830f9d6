"""18.2 Foreign troop commitments: units in the home country of a friend that they do not co-operate with.

They need HQs of their own country there. Movement asks before they go in (11.10.5); whoever comes in otherwise, by a
retreat or an advance, is judged when the step ends, and what is too much is destroyed by its owner.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, Goto, Verb, one, procedure, step
from worldfire.engine.schema import Derived, Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.state import State
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import PLACE, Moved, counter_of, move
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    power_of,
    seat_of,
    side_of,
)
from worldfire.rules.s14_air_missions import Destroyed, destroy_aircraft, tray_of
from worldfire.rules.s18_1_cooperation import countries_cooperate
from worldfire.tables.counters import AirCounter, LandCounter

COMMONWEALTH = "commonwealth"

#: units that came into such a country in this step of an impulse
GUESTS: Field[tuple[int, ...]] = Field("guests", ())


class ForeignTroopsDestroyed(Event, frozen=True):
    """18.2: nobody of its own country commands the unit where it ended the step."""

    unit: int
    place: int


def _units_by_country(state: State) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = defaultdict(list)
    for unit, country in enumerate(state[COUNTRY]):
        found[country].append(unit)
    return {country: tuple(units) for country, units in found.items()}


UNITS_OF = Derived("units of countries", (COUNTRY,), _units_by_country)


# ---------------------------------------------------------------------------------------------------- where it matters


@rule("18.2/foreign troop commitments")
def host_of(game: Game, unit: int, place: int) -> int:
    """The unconquered home country in which the unit would be a foreigner; NOBODY if it may be there freely.

    Of a friendly major power that it does not co-operate with; for a minor country's unit also of an aligned minor country.
    """
    state = game.state
    home, own = state[HOME_COUNTRY][place], state[COUNTRY][unit]
    if home in (NOBODY, own) or state[CONQUEROR][home] != NOBODY:
        return NOBODY
    if state[SIDE][state[POWER][home]] != side_of(game, unit) or countries_cooperate(game, own, home):
        return NOBODY
    names, ground = state.get(COUNTRY_NAMES), ground_of(game)
    restricted = names[home] in ground.majors or (names[own] in ground.minors and names[home] in ground.capitals)
    return home if restricted and not is_partisan(game, unit) else NOBODY


def _compatriots(game: Game, unit: int) -> Iterable[int]:
    """Units of the same country; of any of them for the Commonwealth."""
    units, own = game.look_up(UNITS_OF), game.state[COUNTRY][unit]
    if counter_of(game, unit).power != COMMONWEALTH:
        return units[own]
    power = game.state[POWER][own]
    homes = ground_of(game).homes_of_power.get(COMMONWEALTH, ())
    names, powers = game.state.get(COUNTRY_NAMES), game.state[POWER]
    return [each for land in units if powers[land] == power and names[land] in homes for each in units[land]]


def _reorganisation(game: Game, unit: int) -> int:
    counter = counter_of(game, unit)
    return (counter.reorganisation or 0) if isinstance(counter, LandCounter) else 0


@rule("18.2/foreign troop commitments")
def exceeds_commitment(game: Game, units: tuple[int, ...], home: int) -> bool:
    """With these units of one country there: does it lack an HQ, or do its HQs command fewer units than there are?"""
    homes, places = game.state[HOME_COUNTRY], game.state[PLACE]
    there = {
        unit
        for unit in _compatriots(game, units[0])
        if unit in units or (is_hex(game, places[unit]) and homes[places[unit]] == home)
    }
    commands = [_reorganisation(game, unit) for unit in there]
    headquarters = sum(value > 0 for value in commands)
    return not headquarters or len(there) - headquarters > sum(commands)


@rule("11.10.5", "18.2/foreign troop commitments")
def foreign_troops_violation(game: Game, units: tuple[int, ...], place: int) -> Violation | None:
    """Why these units may not move into the country of the hex; who is there already may go on."""
    homes, places = game.state[HOME_COUNTRY], game.state[PLACE]
    for unit in units:
        home = host_of(game, unit, place)
        if home == NOBODY or (is_hex(game, places[unit]) and homes[places[unit]] == home):
            continue
        own = game.state[COUNTRY][unit]
        together = tuple(other for other in units if game.state[COUNTRY][other] == own)
        if exceeds_commitment(game, together, home):
            return refused("18.2", "foreign-troops", unit=unit, place=place)
    return None


# ------------------------------------------------------------------------------------------------------- the end of a step


@rule("18.2/foreign troop commitments")
def note_guests(game: Game, event: Moved) -> None:
    """Who comes in during an impulse is judged when the step ends; who started the step there is not."""
    if not is_hex(game, event.to) or game.state.get(ACTIVE_SIDE) == NOBODY:
        return
    home = host_of(game, event.thing, event.to)
    at_home = is_hex(game, event.origin) and game.state[HOME_COUNTRY][event.origin] == home
    if home != NOBODY and not at_home and event.thing not in game.state.get(GUESTS):
        game.set(GUESTS, (*game.state.get(GUESTS), event.thing))


def _unwelcome(game: Game) -> tuple[int, ...]:
    """Guests of the first country whose commitment is exceeded."""
    places = game.state[PLACE]
    present = [unit for unit in game.state.get(GUESTS) if is_hex(game, places[unit])]
    for unit in present:
        home = host_of(game, unit, places[unit])
        if home != NOBODY and exceeds_commitment(game, (unit,), home):
            compatriots = set(_compatriots(game, unit))
            return tuple(each for each in present if each in compatriots and host_of(game, each, places[each]) == home)
    return ()


@rule("18.2/foreign troop commitments")
def foreign_troops_too_many(game: Game) -> Call | None:
    """At the end of every step."""
    if not game.state.get(GUESTS):
        return None
    if _unwelcome(game):
        return Call(FOREIGN_TROOPS.name)
    game.set(GUESTS, ())
    return None


@step("18.2", also=("18.2/foreign troop commitments",))
def anybody_unwelcome(game: Game, nothing: None) -> Control:
    return Goto("choose_who_is_lost") if _unwelcome(game) else Goto("guests_are_settled")


def _unwelcome_shape(game: Game, nothing: None, seat: str) -> Shape | Violation:
    return One(_unwelcome(game))


def _destroy(game: Game, nothing: None, seat: str, unit: Noun) -> Control:
    game.say(ForeignTroopsDestroyed(unit=unit, place=game.state[PLACE][unit]))
    if isinstance(counter_of(game, unit), AirCounter):
        destroy_aircraft(game, unit)
    else:
        game.say(Destroyed(thing=unit))
        move(game, unit, tray_of(game, unit))
    return Goto("anybody_unwelcome")


LOSE_FOREIGN_TROOPS = Verb("lose-foreign-troops", "18.2", _destroy, _unwelcome_shape)


@step("18.2", LOSE_FOREIGN_TROOPS)
def choose_who_is_lost(game: Game, nothing: None) -> Control:
    """Their owner decides, one unit after the other."""
    first = _unwelcome(game)[0]
    return one(
        seat_of(game, first),
        LOSE_FOREIGN_TROOPS,
        rule="18.2",
        prompt="lose-foreign-troops",
        power=power_of(game, first),
        place=game.state[PLACE][first],
    )


@step("18.2")
def guests_are_settled(game: Game, nothing: None) -> Control:
    game.set(GUESTS, ())
    return None


FOREIGN_TROOPS = procedure("foreign troops", "18.2", anybody_unwelcome, choose_who_is_lost, guests_are_settled)

PROCEDURES = (FOREIGN_TROOPS,)
SCHEMA = Schema(fields=(GUESTS,), derived=(UNITS_OF,))
SWEEPS = (foreign_troops_too_many,)
SUBSCRIBES = ((Moved, note_guests),)
