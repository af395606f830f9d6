"""15.4 Events of the eastern and western fronts: Lenin, the Czech Legion, recruits from the African colonies."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb
from worldfire.engine.schema import Field
from worldfire.engine.shapes import NOTHING, Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, hex_named
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, move, place_index
from worldfire.forces.turn import controls, other_side, seat_of_power
from worldfire.forces.who import (
    COUNTRY_NAMES,
    FALLEN_POWER,
    HOME_COUNTRY,
    NOBODY,
    POWER_NAMES,
    SIDE,
    change_country,
    country_named,
    power_named,
    units_on_map,
)
from worldfire.rules.s03_sequence import PLAY
from worldfire.titles.fa.morale import morale
from worldfire.titles.fa.names import CZECH_LEGION
from worldfire.titles.fa.politics.events.calling import (
    ANY_TIME,
    ENTRY_STEP,
    EventName,
    PoliticalEvent,
    event_violation,
    has_happened,
    trigger,
)
from worldfire.titles.fa.sea.special_ships import ship_named

LENIN, LEGION, RECRUITS = "lenin", "czech-legion", "african-recruits"
GERMANY, RUSSIA, FRANCE, WARSAW = "germany", "russia", "france", "Warsaw"
_FIRST_YEAR = Figure("first year in which Lenin may travel", "fa:15.4")
_RUSSIA_TIRES = Figure("highest morale of Russia at which Lenin travels", "fa:15.4")
_DESPERATE = Figure("highest morale of a power that raises foreigners", "fa:15.4")
_TURNS_OF_THE_LEGION = Figure("turns until the Czech Legion arrives", "fa:15.4")
#: infantry that still comes cheaper out of the colonies
RECRUITS_LEFT: Field[int] = Field("african_recruits", 0)
_RECRUITS = Figure("infantry that comes cheaper out of the colonies", "fa:15.4")


def _cities_of(game: Position, home: str) -> tuple[int, ...]:
    return ground_of(game).cities_of.get(home, ())


# ------------------------------------------------------------------------------------------------------------------ Lenin


@rule("fa:15.4")
def lenin_can_be_sent(game: Position, power: int) -> bool:
    """From 1916 on, if Russia tires, holds no city of Germany, and Germany has Warsaw and a Russian city."""
    russia, level = power_named(game, RUSSIA), morale(game, power_named(game, RUSSIA))
    if (
        game.state.get(YEAR) < _FIRST_YEAR(game)
        or level is None
        or level > _RUSSIA_TIRES(game)
        or game.state[FALLEN_POWER][russia]
    ):
        return False
    if any(controls(game, russia, city) for city in _cities_of(game, GERMANY)):
        return False
    return controls(game, power, hex_named(game, WARSAW)) and any(
        controls(game, power, city) for city in _cities_of(game, RUSSIA)
    )


def _nothing_at_once(game: Game, power: int) -> Control:
    """Morale and markers change turn by turn from now on."""
    return None


@rule("fa:15.4")
def lenin_brings_a_marker(game: Position) -> int:
    """One more for the USA in each of its steps, this one included."""
    return int(has_happened(game, LENIN))


LENIN_EVENT = PoliticalEvent(LENIN, ENTRY_STEP, (GERMANY,), lenin_can_be_sent, _nothing_at_once)


# ------------------------------------------------------------------------------------------- any time: Legion and recruits


def _is_invaded(game: Position, power: int) -> bool:
    """Does a unit of the other side stand in the power's home country?"""
    home = country_named(game, game.state.get(POWER_NAMES)[power])
    other = other_side(game.state[SIDE][power])
    enemies = frozenset(each for each, side in enumerate(game.state[SIDE]) if side == other)
    homes, places = game.state[HOME_COUNTRY], game.state[PLACE]
    return any(homes[places[unit]] == home for unit in units_on_map(game, enemies))


@rule("fa:15.4")
def is_desperate(game: Position, power: int) -> bool:
    """Its morale is low and an enemy is in the country."""
    level = morale(game, power)
    return level is not None and level <= _DESPERATE(game) and _is_invaded(game, power)


@rule("fa:15.4")
def raise_the_legion(game: Game, power: int) -> Control:
    """It arrives in two turns and is Russian from now on."""
    legion = ship_named(game, CZECH_LEGION)
    change_country(game, legion, game.state.get(COUNTRY_NAMES).index(RUSSIA))
    move(game, legion, place_index(game, circle_space(game.state.get(TURN) + _TURNS_OF_THE_LEGION(game))))
    return None


@rule("fa:15.4")
def recruit_in_africa(game: Game, power: int) -> Control:
    game.set(RECRUITS_LEFT, _RECRUITS(game))
    return None


LEGION_EVENT = PoliticalEvent(LEGION, ANY_TIME, (RUSSIA,), is_desperate, raise_the_legion)
RECRUITS_EVENT = PoliticalEvent(RECRUITS, ANY_TIME, (FRANCE,), is_desperate, recruit_in_africa, price="France recruits")


def _announced(event: PoliticalEvent, verb: str) -> Announcement:
    """An event that a power announces when it likes."""

    def shape(game: Position, nothing: object, seat: str) -> Shape | Violation:
        power = power_named(game, event.powers[0])
        if power == NOBODY or game.state[SIDE][power] == NOBODY or seat_of_power(game, power) != seat:
            return refused("fa:15.4", "event-not-now", event=EventName(event.name))
        return event_violation(game, event, power) or NOTHING

    def apply(game: Game, nothing: object, seat: str, noun: Noun) -> Control:
        return trigger(game, event, power_named(game, event.powers[0]))

    return Announcement(Verb(verb, "fa:15.4", apply, shape), PLAY)


RAISE_LEGION = _announced(LEGION_EVENT, "raise-czech-legion")
RECRUIT = _announced(RECRUITS_EVENT, "recruit-in-africa")
