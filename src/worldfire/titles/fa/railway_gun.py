"""fa:21.4 The railway gun: it keeps to the rails, and shells factories two hexes away as a bomber that nobody intercepts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.things import FACE_DOWN, PLACE, Counter, all_such, board_of, counter_of, turn_face_down
from worldfire.forces.turn import active_side
from worldfire.forces.who import power_of, seat_of, side_of
from worldfire.forces.zones import around
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s03_sequence import IMPULSE_OF_A_SIDE, step_name
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s10_actions import passed
from worldfire.rules.s11_07_bombing_table import Bombardment, bombing_factors, bombing_modifier, bombing_result
from worldfire.rules.s11_07_strategic_bombardment import lose, oil_in, target_violation
from worldfire.rules.s11_09_rail import boards_anywhere, lines_from
from worldfire.rules.s11_10_6_overrun import step_violation
from worldfire.rules.s11_10_entry import GATE
from worldfire.rules.s14_2_missions import weather_violation
from worldfire.tables.counters import LandAbility, LandCounter

_SECTION = "fa:21.4"
RANGE = Figure("hexes that the railway gun reaches", _SECTION)
FACTORS = Figure("strategic factors of the railway gun", _SECTION)


class CityShelled(Event, frozen=True):
    gun: ThingId
    place: PlaceId


# -------------------------------------------------------------------------------------------------------------- on the rails


def _is_railway_gun(counter: Counter) -> bool:
    return isinstance(counter, LandCounter) and LandAbility.RAIL in counter.abilities


@rule(_SECTION, "fa:11.8.1")
def boards_like_an_hq(usual: Callable[[Position, int], bool], game: Position, unit: int) -> bool:
    return usual(game, unit) or _is_railway_gun(counter_of(game, unit))


@rule(_SECTION)
def keeps_to_the_rails(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """By land as by rail; only a ship carries one elsewhere."""
    gun = next((unit for unit in units if _is_railway_gun(counter_of(game, unit))), None)
    if gun is None or place in board_of(game).rails:
        return None
    return refused(_SECTION, "railway-gun-needs-rails", unit=Thing(gun), place=Place(place))


@rule(_SECTION, "fa:11.12.5.5")
def follows_the_line(
    usual: Callable[[Position, int, int, int], Violation | None], game: Position, unit: int, origin: int, place: int
) -> Violation | None:
    """From one hex of a line to the next, in a retreat too: between two lines there is no way for it."""
    found = usual(game, unit, origin, place)
    if found is not None or not _is_railway_gun(counter_of(game, unit)):
        return found
    if any(place == there for there, _ in lines_from(game, origin)):
        return None
    return refused(_SECTION, "railway-gun-needs-rails", unit=Thing(unit), place=Place(place))


# ------------------------------------------------------------------------------------------------------- 11.6 the long shot


class Shelling(msgspec.Struct):
    """The gun that is asked, and what it shells."""

    gun: int
    place: int = -1


@rule("fa:11.6.1")
def no_oil_is_bombed(game: Position, place: int) -> int:
    """Only factories are targets: oil is a resource like any other."""
    return 0


@rule(_SECTION, "fa:11.6.1")
def hexes_to_shell(game: Position, gun: int) -> tuple[int, ...]:
    """Factories of the enemy in its reach, if the gun is face-up and in supply and its power has not passed."""
    here, power = game.state[PLACE][gun], power_of(game, gun)
    if not is_hex(game, here) or game.state[FACE_DOWN][gun] or passed(game, power) or not in_supply(game, gun):
        return ()
    return tuple(
        place
        for place in sorted(around(board_of(game), [here], RANGE(game)))
        if board_of(game).is_land(place)
        and target_violation(game, power, place) is None
        and weather_violation(game, place) is None
    )


def _raid(game: Position, place: int) -> Bombardment:
    """Nobody intercepts it, which does not make it an unopposed raid."""
    return Bombardment(factors=Fraction(FACTORS(game)), weather=weather_at(game, place), opposed=True)


def _shape(game: Position, shelling: Shelling, seat: str) -> Shape | Violation:
    return One(hexes_to_shell(game, shelling.gun))


def _shell(game: Game, shelling: Shelling, seat: str, noun: Noun) -> Control:
    shelling.place = noun
    return None


def _hold_fire(game: Game, shelling: Shelling, seat: str, noun: Noun) -> Control:
    return End()


SHELL = Verb("shell-city", _SECTION, _shell, _shape, items=Place)
HOLD_FIRE = Verb("hold-fire", _SECTION, _hold_fire)


@step(_SECTION, HOLD_FIRE, SHELL)
def choose_a_city(game: Game, shelling: Shelling) -> Control:
    seat = seat_of(game, shelling.gun)
    return one(seat, HOLD_FIRE, SHELL, rule=_SECTION, prompt="shell-city", unit=Thing(shelling.gun))


@step(_SECTION)
def shells_are_fired(game: Game, shelling: Shelling) -> Control:
    return Roll("strategic-bombardment", seat_of(game, shelling.gun))


@step(_SECTION, also=("fa:11.6.2",))
def shells_fall(game: Game, shelling: Shelling) -> Control:
    """The gun is turned face-down."""
    raid = _raid(game, shelling.place)
    strength, roll = bombing_factors(raid), game.total + bombing_modifier(raid)
    game.say(CityShelled(gun=shelling.gun, place=shelling.place))
    lose(game, shelling.place, strength, roll, bombing_result(strength, roll, game.ruleset.tables.source))
    turn_face_down(game, shelling.gun)
    return None


SHELLING = procedure("shelling", _SECTION, choose_a_city, shells_are_fired, shells_fall, locals=Shelling)


@step(_SECTION, also=("fa:11.6",))
def railway_guns_fire(game: Game, nothing: None) -> Control:
    """Before bombers fly; there is only one such gun."""
    guns = (gun for gun in all_such(game, _is_railway_gun) if side_of(game, gun) == active_side(game))
    ready = next((gun for gun in guns if hexes_to_shell(game, gun)), None)
    return None if ready is None else Call(SHELLING.name, Shelling(ready))


MODULE = Module(
    procedures=(SHELLING,),
    changes=(
        boards_anywhere.wrapped_by(boards_like_an_hq),
        GATE.attach(keeps_to_the_rails),
        step_violation.wrapped_by(follows_the_line),
        oil_in.replaced_by(no_oil_is_bombed),
        Insert(IMPULSE_OF_A_SIDE, railway_guns_fire, before=step_name("strategic bombardment")),
    ),
)
