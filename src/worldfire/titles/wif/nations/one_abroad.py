"""19.6.2 Hungary and Bulgaria after Germany denied their claims: no more than one of their units is ever abroad."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Country, CountryId, TurnNumber
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, move, place_index
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import COUNTRY, HOME_COUNTRY, NOBODY, POWER, country_named, units_of
from worldfire.rules.s02_5_control import TURNS_UNTIL_DISPLACED_UNITS_ARRIVE
from worldfire.rules.s09_06_aligning import SettingUp, most_abroad
from worldfire.rules.s19_4_minor_units import home_of, leaving_home_violation
from worldfire.titles.wif.nations.borders import BULGARIA, HUNGARY, TRANSYLVANIA, was_denied

MOST_ABROAD = Figure("units abroad of a country whose claim was denied", "19.6.2")


class CalledHome(Event, frozen=True):
    """A unit too many abroad comes back as a reinforcement."""

    country: CountryId
    thing: ThingId
    turn: TurnNumber


@rule("19.6.2/rumania allows the claim")
def offended(game: Position) -> tuple[int, ...]:
    """The countries that keep their units at home."""
    if not was_denied(game, TRANSYLVANIA):
        return ()
    found = (country_named(game, name) for name in (HUNGARY, BULGARIA))
    return tuple(country for country in found if country != NOBODY)


def abroad(game: Position, country: int) -> tuple[int, ...]:
    """Its units on the map outside its home country."""
    homes, places, home = game.state[HOME_COUNTRY], game.state[PLACE], home_of(game, country)
    return tuple(
        unit
        for unit in units_of(game, country)
        if is_hex(game, places[unit]) and homes[places[unit]] != home and not is_partisan(game, unit)
    )


@rule("19.6.2/rumania allows the claim", "19.4.3")
def only_one_leaves(
    usual: Callable[[Position, Sequence[int], int], Violation | None], game: Position, units: Sequence[int], place: int
) -> Violation | None:
    found = usual(game, units, place)
    if found is not None:
        return found
    for country in offended(game):
        there = abroad(game, country)
        leaving = [unit for unit in units if game.state[COUNTRY][unit] == country and unit not in there]
        outside = game.state[HOME_COUNTRY][place] != home_of(game, country)
        if leaving and outside and len(there) + len(leaving) > MOST_ABROAD(game):
            most = Number(MOST_ABROAD(game))
            return refused("19.6.2", "one-unit-abroad", country=Country(country), most=most)
    return found


@rule("19.6.2/rumania allows the claim", "19.4.1")
def only_one_is_set_up_abroad(usual: Callable[[Position, SettingUp], int], game: Position, setting: SettingUp) -> int:
    most = usual(game, setting)
    if setting.country not in offended(game):
        return most
    return min(most, MOST_ABROAD(game) - len(abroad(game, setting.country)))


# ---------------------------------------------------------------------------------------------------- who is there already


def _too_many(game: Position) -> tuple[int, ...]:
    """The units abroad of the first country that has too many there."""
    for country in offended(game):
        there = abroad(game, country)
        if len(there) > MOST_ABROAD(game):
            return there
    return ()


@rule("19.6.2/rumania allows the claim")
def some_are_called_home(game: Game) -> Call | None:
    return Call(CALLING_HOME.name) if _too_many(game) else None


def _units(game: Position, nothing: None, seat: str) -> Shape | Violation:
    return One(_too_many(game))


def _call_home(game: Game, nothing: None, seat: str, unit: Noun) -> Control:
    turn = game.state.get(TURN) + TURNS_UNTIL_DISPLACED_UNITS_ARRIVE(game)
    move(game, unit, place_index(game, circle_space(turn)))
    game.say(CalledHome(country=game.state[COUNTRY][unit], thing=unit, turn=turn))
    return Goto("choose_who_is_called_home")


CALL_HOME = Verb("call-home", "19.6.2", _call_home, _units, items=Thing)


@step("19.6.2/rumania allows the claim", CALL_HOME)
def choose_who_is_called_home(game: Game, nothing: None) -> Control:
    units = _too_many(game)
    if not units:
        return End()
    country = game.state[COUNTRY][units[0]]
    seat = seat_of_power(game, game.state[POWER][country])
    return one(seat, CALL_HOME, rule="19.6.2", prompt="call-home", country=Country(country))


CALLING_HOME = procedure("units are called home", "19.6.2", choose_who_is_called_home)


MODULE = Module(
    procedures=(CALLING_HOME,),
    sweeps=(some_are_called_home,),
    changes=(
        leaving_home_violation.wrapped_by(only_one_leaves),
        most_abroad.wrapped_by(only_one_is_set_up_abroad),
    ),
)
