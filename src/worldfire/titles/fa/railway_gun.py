"""fa:21.4 The railway gun: it keeps to the railways, and bombards factories two hexes away as if it were a bomber."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.things import FACE_DOWN, PLACE, all_such, board_of, counter_of, turn_face_down
from worldfire.forces.turn import active_side, powers_of_side
from worldfire.forces.who import power_of, seat_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_07_bombing_table import Bombardment, bombing_factors, bombing_result
from worldfire.rules.s11_07_strategic_bombardment import STRATEGIC_BOMBARDMENT, lose, target_violation
from worldfire.rules.s11_09_rail import lines_from, rails_like_headquarters
from worldfire.rules.s11_10_entry import GATE, WHOLE_COST
from worldfire.rules.s14_2_missions import Mission, may_fly, weather_violation
from worldfire.tables.counters import Counter, LandAbility, LandCounter

RANGE = Figure("hexes that the railway gun reaches", "fa:21.4")
FACTOR = Figure("strategic factor of the railway gun", "fa:21.4")
#: more movement points than anybody has
FAR = 999
_SECTION = "fa:21.4"


def _is_railway_gun(counter: Counter) -> bool:
    return isinstance(counter, LandCounter) and LandAbility.RAIL in counter.abilities


def keeps_to_the_rails(game: Position, unit: int) -> bool:
    return _is_railway_gun(counter_of(game, unit))


# -------------------------------------------------------------------------------------------------------------- moving it


@rule(_SECTION)
def gun_stays_on_the_rails(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """Into hexes with a railway only."""
    gun = next((unit for unit in units if keeps_to_the_rails(game, unit)), None)
    if gun is None or place in board_of(game).rails:
        return None
    return refused(_SECTION, "railway-gun-needs-rails", unit=Thing(gun), place=Place(place))


@rule(_SECTION)
def gun_follows_the_line(game: Position, cost: int, unit: int, origin: int, place: int) -> int:
    """From one hex of a line to the next: no movement points take it across country."""
    if not keeps_to_the_rails(game, unit) or any(place == there for there, _ in lines_from(game, origin)):
        return cost
    return FAR


@rule(_SECTION, "fa:11.8.1")
def gun_boards_anywhere(usual: Callable[[Position, int], bool], game: Position, unit: int) -> bool:
    """Every rail hex is a station for it, as for an HQ."""
    return usual(game, unit) or keeps_to_the_rails(game, unit)


# -------------------------------------------------------------------------------------------------------------- its fire


class Shelling(msgspec.Struct):
    """Guns that have not been asked yet, and the hex that the first of them bombards."""

    guns: tuple[int, ...]
    place: int = -1


@rule(_SECTION, "fa:11.6.1")
def factories_in_range(game: Position, gun: int) -> tuple[int, ...]:
    """Enemy factory cities within two hexes, where the weather lets aircraft bomb."""
    here, power, cities = game.state[PLACE][gun], power_of(game, gun), ground_of(game).cities
    near = {here}
    for _ in range(RANGE(game)):
        near = near.union(*(board_of(game).adjacent[place] for place in near))
    return tuple(
        place
        for place in sorted(near)
        if place in cities and target_violation(game, power, place) is None and weather_violation(game, place) is None
    )


def _ready(game: Position, gun: int) -> bool:
    on_map = is_hex(game, game.state[PLACE][gun]) and not game.state[FACE_DOWN][gun]
    side = powers_of_side(game, active_side(game))
    return on_map and power_of(game, gun) in side and may_fly(game, power_of(game, gun)) and in_supply(game, gun)


@step(_SECTION)
def railway_guns_bombard(game: Game, mission: Mission) -> Control:
    """Before anybody flies: they cannot be intercepted."""
    guns = tuple(gun for gun in all_such(game, _is_railway_gun) if _ready(game, gun) and factories_in_range(game, gun))
    return Call(SHELLING.name, Shelling(guns)) if guns else None


def _targets(game: Position, shelling: Shelling, seat: str) -> Shape | Violation:
    return One(factories_in_range(game, shelling.guns[0]))


def _fire(game: Game, shelling: Shelling, seat: str, noun: Noun) -> Control:
    shelling.place = noun
    return None


def _hold(game: Game, shelling: Shelling, seat: str, noun: Noun) -> Control:
    return End()


HOLD_FIRE = Verb("hold-railway-gun", _SECTION, _hold)
FIRE_AT = Verb("shell-factory", _SECTION, _fire, _targets, items=Place)


@step(_SECTION, HOLD_FIRE, FIRE_AT)
def what_it_bombards(game: Game, shelling: Shelling) -> Control:
    gun = shelling.guns[0]
    return one(seat_of(game, gun), HOLD_FIRE, FIRE_AT, rule=_SECTION, prompt="shell-factory", unit=Thing(gun))


@step(_SECTION)
def roll_for_the_shells(game: Game, shelling: Shelling) -> Control:
    turn_face_down(game, shelling.guns[0])
    return Roll("strategic-bombardment", seat_of(game, shelling.guns[0]))


@step(_SECTION, also=("fa:11.6.2",))
def shells_strike(game: Game, shelling: Shelling) -> Control:
    raid = Bombardment(factors=Fraction(FACTOR(game)), weather=weather_at(game, shelling.place), opposed=True)
    strength = bombing_factors(raid)
    result = bombing_result(strength, game.total, game.ruleset.tables.source)
    lose(game, shelling.place, strength, game.total, result)
    return End()


SHELLING = procedure("railway gun", _SECTION, what_it_bombards, roll_for_the_shells, shells_strike, locals=Shelling)

MODULE = Module(
    procedures=(SHELLING,),
    changes=(
        GATE.attach(gun_stays_on_the_rails),
        WHOLE_COST.attach(gun_follows_the_line),
        rails_like_headquarters.wrapped_by(gun_boards_anywhere),
        Insert(STRATEGIC_BOMBARDMENT.name, railway_guns_bombard, before="set_out"),
    ),
)
