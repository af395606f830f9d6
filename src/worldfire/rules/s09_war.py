"""9 Declaring war: so far the wars that a campaign opens with, and calling out the reserves (9.7)."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.enmity import at_war
from worldfire.forces.pools import named_place
from worldfire.forces.situation import AT_WAR, PACTS, Pairs
from worldfire.forces.things import counter_of, things_at
from worldfire.forces.turn import active_side, is_active, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import POWER_NAMES, SIDE, power_of
from worldfire.rules.s04_reinforcements import ARRIVALS, Arrivals, places_for
from worldfire.rules.s09_06_aligning import ALIGNING

#: (declarer, victim): wars that the campaign has a power declare in its first impulse
OPENING_WARS: Field[Pairs] = Field("opening_wars", ())

#: what stands on the back of a reserve → the major power with which its own must be at war; "" stands for any
_RESERVES = {"Res": "", "Ge": "germany"}


class WarDeclared(Event, frozen=True):
    power: int
    target_power: int


class ReservesCalled(Event, frozen=True):
    power: int
    units: tuple[int, ...]


@rule("9.3")
def declare_war(game: Game, power: int, enemy: int) -> None:
    """The two are at war from now on; a pact between them is broken."""
    game.set(PACTS, tuple(pair for pair in game.state.get(PACTS) if set(pair) != {power, enemy}))
    game.set(AT_WAR, (*game.state.get(AT_WAR), (power, enemy)))
    game.say(WarDeclared(power=power, target_power=enemy))


class DeclaringWar(msgspec.Struct):
    """How many powers of the side have called out reserves."""

    called: int = 0


@step("9.3")
def wars_of_the_campaign(game: Game, declaring: DeclaringWar) -> Control:
    """What the campaign says must be declared in a power's first impulse."""
    due = tuple(pair for pair in game.state.get(OPENING_WARS) if game.state[SIDE][pair[0]] == active_side(game))
    for power, enemy in due:
        declare_war(game, power, enemy)
    if due:
        game.set(OPENING_WARS, tuple(pair for pair in game.state.get(OPENING_WARS) if pair not in due))
    return None


# ------------------------------------------------------------------------------------------ 9.7 calling out the reserves


@rule("9.7")
def reserves(game: Game, power: int) -> tuple[int, ...]:
    """Reserve units of the power and its minors that it may call out now and for which there is room."""
    pool = named_place(game, f"reserve pool of {power_name(game, power)}")
    if pool is None or not is_active(game, power):
        return ()
    return tuple(unit for unit in things_at(game, pool) if _may_be_called(game, unit) and places_for(game, unit, ()))


def _may_be_called(game: Game, unit: int) -> bool:
    named = _RESERVES.get(counter_of(game, unit).available, "")
    powers = game.state.get(POWER_NAMES)
    return not named or (named in powers and at_war(game, power_of(game, unit), powers.index(named)))


def _next_with_reserves(game: Game, declaring: DeclaringWar) -> int | None:
    """Where among the powers of the side the next one stands that has a choice."""
    powers = powers_of_side(game, active_side(game))
    return next((turn for turn in range(declaring.called, len(powers)) if reserves(game, powers[turn])), None)


def _calling(game: Game, declaring: DeclaringWar) -> int:
    turn = _next_with_reserves(game, declaring)
    assert turn is not None
    return powers_of_side(game, active_side(game))[turn]


def _units_to_call(game: Game, declaring: DeclaringWar, seat: str) -> Shape | Violation:
    units = reserves(game, _calling(game, declaring))
    return Set(units, 0, len(units))


def _call_out(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    """They are set up like reinforcements, but face-down; who finds no room stays in the reserve pool."""
    power = _calling(game, declaring)
    declaring.called = powers_of_side(game, active_side(game)).index(power) + 1
    if not noun:
        return Goto("next_power_calls_reserves")
    game.say(ReservesCalled(power=power, units=noun))
    pool = named_place(game, f"reserve pool of {power_name(game, power)}")
    assert pool is not None
    return Call(ARRIVALS.name, Arrivals(power, noun, pool, face_down=True))


CALL_OUT_RESERVES = Verb("call-out-reserves", "9.7", _call_out, _units_to_call)


@step("9.7", CALL_OUT_RESERVES)
def next_power_calls_reserves(game: Game, declaring: DeclaringWar) -> Control:
    """Any that are not called out now may be later."""
    if _next_with_reserves(game, declaring) is None:
        return End()
    power = _calling(game, declaring)
    return one(seat_of_power(game, power), CALL_OUT_RESERVES, rule="9.7", prompt="call-out-reserves", power=power)


@step("9.7")
def power_has_called_reserves(game: Game, declaring: DeclaringWar) -> Control:
    return Goto("next_power_calls_reserves")


DECLARING_WAR = procedure(
    "declare war",
    "9",
    wars_of_the_campaign,
    ALIGNING,  # 9.6
    next_power_calls_reserves,
    power_has_called_reserves,
    locals=DeclaringWar,
)

PROCEDURES = (DECLARING_WAR,)
SCHEMA = Schema(fields=(OPENING_WARS,))
