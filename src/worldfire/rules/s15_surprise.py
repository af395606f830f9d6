"""15 Surprise: whom a declaration of war surprises, and what that does to aircraft and land units.

A declaration is noted with its impulse and means nothing after it, so nobody has to end a surprise. Effects at sea come
with 11.5.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, procedure, step
from worldfire.engine.schema import Field, Schema
from worldfire.engine.seams import Law, Seam
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.situation import AT_WAR, TURN, Pairs
from worldfire.forces.things import PLACE, aboard
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE
from worldfire.forces.who import CONTROLLER, NOBODY, power_of
from worldfire.rules.s09_war import WarDeclared

#: (power that declared war, power that it surprises)
SURPRISE: Field[Pairs] = Field("surprise", ())
#: the turn and the impulse of the surprise
SURPRISE_IMPULSE: Field[tuple[int, int]] = Field("surprise_impulse", (0, 0))
#: (unit, power that it does not surprise): it began the impulse in a hex of somebody who was at war with that power
EXPECTED: Field[Pairs] = Field("expected_units", ())

#: 15: did this aircraft come over a hex of one of these powers? (game, aircraft, powers); range and flights know (14.1)
FLEW_OVER = Seam("15 flew over a hex of these powers", Law.ANY)


class Surprised(Event, frozen=True):
    """A power is surprised by another that has declared war on it, until the end of the impulse."""

    power: int
    target_power: int


class Declaration(msgspec.Struct):
    declarer: int
    victim: int


def now(game: Game) -> tuple[int, int]:
    return game.state.get(TURN), game.state.get(IMPULSE)


@rule("15")
def declarations(game: Game) -> Pairs:
    """(declarer, victim) of this impulse; surprise never outlasts it."""
    if game.state.get(ACTIVE_SIDE) == NOBODY or game.state.get(SURPRISE_IMPULSE) != now(game):
        return ()
    return game.state.get(SURPRISE)


@step("15")
def victim_is_surprised(game: Game, declaration: Declaration) -> Control:
    """Even if it is at war with somebody else already."""
    declarer, victim = declaration.declarer, declaration.victim
    earlier = declarations(game)
    expected = game.state.get(EXPECTED) if earlier else ()
    game.set(SURPRISE_IMPULSE, now(game))
    game.set(SURPRISE, (*earlier, (declarer, victim)))
    known = old_enemies(game, victim)
    game.set(EXPECTED, (*expected, *((unit, victim) for unit in _units_in_hexes_of(game, declarer, known))))
    game.say(Surprised(power=declarer, target_power=victim))
    return None


def _units_in_hexes_of(game: Game, power: int, holders: frozenset[int]) -> tuple[int, ...]:
    if not holders:
        return ()
    controller = game.state[CONTROLLER]
    return tuple(
        unit
        for unit, place in enumerate(game.state[PLACE])
        if is_hex(game, place) and controller[place] in holders and power_of(game, unit) == power
    )


SURPRISE_IMPULSE_BEGINS = procedure("surprise", "15", victim_is_surprised, locals=Declaration)


def war_was_declared(game: Game, event: WarDeclared) -> Call | None:
    return Call(SURPRISE_IMPULSE_BEGINS.name, Declaration(event.power, event.target_power))


# ------------------------------------------------------------------------------------------------------ who is surprised


@rule("15")
def is_surprised(game: Game, power: int, by_power: int) -> bool:
    """Has the one declared war on the other in this impulse?"""
    return (by_power, power) in declarations(game)


@rule("15")
def is_surprised_by_anybody(game: Game, power: int) -> bool:
    return any(victim == power for _, victim in declarations(game))


@rule("15")
def old_enemies(game: Game, power: int) -> frozenset[int]:
    """Powers that were at war with this one before the impulse."""
    new = {frozenset(pair) for pair in declarations(game)}
    pairs = (pair for pair in game.state.get(AT_WAR) if power in pair and frozenset(pair) not in new)
    return frozenset(other for pair in pairs for other in pair if other != power)


@rule("15")
def surprises(game: Game, unit: int, victim: int) -> bool:
    """Does this unit surprise what belongs to the victim?

    Not if it began the impulse in, or flew over, a hex of somebody who was at war with the victim before, nor if such a
    power carries it.
    """
    if not is_surprised(game, victim, power_of(game, unit)) or (unit, victim) in game.state.get(EXPECTED):
        return False
    known = old_enemies(game, victim)
    place = game.state[PLACE][unit]
    if is_carried(game, unit):
        carrier = aboard(place)
        return power_of(game, carrier) not in known and not FLEW_OVER(game, carrier, known)
    return not FLEW_OVER(game, unit, known)


def is_carried(game: Game, unit: int) -> bool:
    place = game.state[PLACE][unit]
    return place < 0 and aboard(place) < len(game.state[PLACE])


@rule("15")
def are_surprised(game: Game, victim: int, attackers: Iterable[int]) -> bool:
    """One old enemy among the attackers is enough, and nobody is surprised."""
    coming = tuple(attackers)
    return bool(coming) and all(surprises(game, attacker, victim) for attacker in coming)


# ------------------------------------------------------------------------------------------------- 15.1 effects: aircraft


@rule("15.1", "15.1/aircraft units")
def surprised_flight_violation(game: Game, aircraft: int, enemies: Iterable[int]) -> Violation | None:
    """Surprised aircraft support, intercept and patrol against nobody who is not also somebody else's enemy."""
    if are_surprised(game, power_of(game, aircraft), enemies):
        return refused("15.1", "surprised-aircraft-stay-down", unit=aircraft)
    return None


@rule("15.1", "15.1/aircraft units")
def cannot_be_opposed(game: Game, attackers: Iterable[int], defenders: Iterable[int]) -> bool:
    """Attackers that surprise every power they fly against ignore patrols and cannot be intercepted."""
    coming, powers = tuple(attackers), tuple(defenders)
    return bool(powers) and all(power != NOBODY and are_surprised(game, power, coming) for power in powers)


@rule("15.1", "15.1/aircraft units")
def is_caught_on_the_ground(game: Game, aircraft: int, land_unit: int) -> bool:
    """Entered by a land unit that surprises it, even a face-up aircraft is destroyed and does not rebase."""
    return surprises(game, land_unit, power_of(game, aircraft))


@rule("15.1", "15.1/aircraft units")
def extra_ground_strike_dice(game: Game, bomber: int, target: int) -> int:
    """One more die against a unit that the bomber surprises; one success is enough."""
    return int(surprises(game, bomber, power_of(game, target)))


@rule("15.1", "15.1/aircraft units")
def ground_support_multiple(game: Game, bomber: int, land_units: Iterable[int]) -> int:
    """Doubled if the only land units in the target hex are surprised by it."""
    defending = {power_of(game, unit) for unit in land_units}
    return 2 if defending and all(surprises(game, bomber, power) for power in defending) else 1


@rule("15.1", "15.1/aircraft units")
def defensive_support_violation(
    game: Game, place: int, land_units: Iterable[int], attackers: Iterable[int]
) -> Violation | None:
    """Nobody, surprised or not, flies defensive ground support where the only land units are surprised."""
    defending, coming = {power_of(game, unit) for unit in land_units}, tuple(attackers)
    if defending and all(are_surprised(game, power, coming) for power in defending):
        return refused("15.1", "no-support-for-the-surprised", place=place)
    return None


@rule("15.1", "15.1/aircraft units")
def anti_aircraft_multiple(game: Game, gun: int, bombers: Iterable[int]) -> Fraction:
    """Halved if it fires only at bombers that surprise it."""
    return Fraction(1, 2) if are_surprised(game, power_of(game, gun), bombers) else Fraction(1)


# ----------------------------------------------------------------------------------------------- 15.1 effects: land units


@rule("15.1", "15.1/land units")
def river_does_not_halve(game: Game, attackers: Iterable[int], defenders: Iterable[int]) -> bool:
    """One surprised defender is enough: nobody is halved across rivers and canals, though still across straits."""
    coming = tuple(attackers)
    return any(are_surprised(game, power_of(game, unit), coming) for unit in defenders)


@rule("15.1", "15.1/land units")
def surprised_headquarters_violation(game: Game, headquarters: int) -> Violation | None:
    """No emergency supply (2.4.3) and no HQ support (11.15.3) from an HQ that is surprised."""
    if is_surprised_by_anybody(game, power_of(game, headquarters)):
        return refused("15.1", "surprised-headquarters", unit=headquarters)
    return None


PROCEDURES = (SURPRISE_IMPULSE_BEGINS,)
SEAMS = (FLEW_OVER,)
SCHEMA = Schema(fields=(SURPRISE, SURPRISE_IMPULSE, EXPECTED))
SUBSCRIBES = ((WarDeclared, war_was_declared),)
