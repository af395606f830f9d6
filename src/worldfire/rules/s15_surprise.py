"""15 Surprise: who is surprised by whom, and what it does to aircraft.

Declaring war notes the pair; it lasts for the impulse. What surprise does on land and at sea is asked here by 11.10, 11.15
and 11.5.
"""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.board.paths import flood_air
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import ORIGIN, TARGET, flight_of
from worldfire.forces.ground import is_hex
from worldfire.forces.situation import AT_WAR, Pairs
from worldfire.forces.things import IN_FLIGHT, PLACE, board_of
from worldfire.forces.who import CONTROLLER, NOBODY, power_of
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s12_end_of_action import ImpulseBegan
from worldfire.rules.s14_1_range import reach_of

#: (power that declared war this impulse, power or minor country that it surprises)
SURPRISE: Field[Pairs] = Field("surprise", ())


class Surprised(Event, frozen=True):
    """A power is surprised by another that has declared war on it, until the end of the impulse."""

    power: int
    declarer: int


@rule("15")
def surprise(game: Game, declarer: int, victim: int) -> None:
    """A major power declares war: whatever belongs to the victim is surprised by it for this impulse."""
    game.set(SURPRISE, (*game.state.get(SURPRISE), (declarer, victim)))
    game.say(Surprised(power=victim, declarer=declarer))


@rule("15")
def end_surprise(game: Game) -> None:
    """The surprise impulse is over."""
    if game.state.get(SURPRISE):
        game.set(SURPRISE, ())


def war_declared(game: Game, event: WarDeclared) -> None:
    """Whoever declares war surprises; minor countries that he attacks too."""
    surprise(game, event.power, event.target_power)


def impulse_began(game: Game, event: ImpulseBegan) -> None:
    end_surprise(game)


@rule("15")
def is_surprised(game: Game, power: int) -> bool:
    """Has anybody declared war on it this impulse? What it is surprised by, `surprises` says."""
    return any(victim == power for _, victim in game.state.get(SURPRISE))


def declared_war(game: Game, declarer: int, victim: int) -> bool:
    return (declarer, victim) in game.state.get(SURPRISE)


def old_enemies(game: Game, power: int) -> frozenset[int]:
    """Powers that were at war with this one before the impulse."""
    new = {frozenset(pair) for pair in game.state.get(SURPRISE)}
    pairs = (pair for pair in game.state.get(AT_WAR) if power in pair and frozenset(pair) not in new)
    return frozenset(other for pair in pairs for other in pair if other != power)


# -------------------------------------------------------------------------------------------------- 15 who is surprised


@rule("15")
def surprises(game: Game, attacker: int, victim: int) -> bool:
    """Does this unit surprise what belongs to the victim?

    Not if it starts in, or must fly over, a hex of somebody who was at war with the victim already, nor if such a power
    transports it.
    """
    if not declared_war(game, power_of(game, attacker), victim):
        return False
    enemies = old_enemies(game, victim)
    place = game.state[PLACE][attacker]
    if place == IN_FLIGHT:
        return _flies_clear(game, attacker, enemies)
    if place < 0:
        transport = -1 - place
        return power_of(game, transport) not in enemies and surprises(game, transport, victim)
    return game.state[CONTROLLER][place] not in enemies


def _flies_clear(game: Game, aircraft: int, enemies: frozenset[int]) -> bool:
    """Can it have come without crossing a hex of one of these powers?"""
    controllers = game.state[CONTROLLER]
    origin, target = game.state[ORIGIN][aircraft], game.state[TARGET][aircraft]
    if controllers[origin] in enemies:
        return False
    if not enemies or not is_hex(game, origin):
        return True
    points = reach_of(game, aircraft, flight_of(game, aircraft))
    clear = flood_air(board_of(game), origin, points, lambda here: here == target or controllers[here] not in enemies)
    return target in clear


@rule("15")
def are_surprised(game: Game, victim: int, attackers: Iterable[int]) -> bool:
    """Units of the victim are surprised only if every attacker surprises them."""
    coming = tuple(attackers)
    return bool(coming) and all(surprises(game, attacker, victim) for attacker in coming)


# -------------------------------------------------------------------------------------------- 15.1 effects on aircraft


@rule("15.1", "15.1/aircraft units")
def surprised_flight_violation(game: Game, aircraft: int, enemies: Iterable[int]) -> Violation | None:
    """A surprised aircraft flies no mission that is only against units of powers that have just declared war on it."""
    power = power_of(game, aircraft)
    if are_surprised(game, power, enemies):
        return refused("15.1", "surprised-aircraft-stay-down", unit=aircraft)
    return None


@rule("15.1", "15.1/aircraft units")
def cannot_be_opposed(game: Game, attackers: Iterable[int], defenders: Iterable[int]) -> bool:
    """Attackers that surprise every power they fly against ignore patrols and cannot be intercepted."""
    coming, powers = tuple(attackers), tuple(defenders)
    return bool(powers) and all(power != NOBODY and are_surprised(game, power, coming) for power in powers)


@rule("15.1", "15.1/aircraft units")
def extra_ground_strike_dice(game: Game, bomber: int, target: int) -> int:
    """One more die against a unit that the bomber surprises."""
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
    """Nobody flies defensive ground support where the only land units are surprised."""
    defending, coming = {power_of(game, unit) for unit in land_units}, tuple(attackers)
    if defending and all(are_surprised(game, power, coming) for power in defending):
        return refused("15.1", "no-support-for-the-surprised", place=place)
    return None


SCHEMA = Schema(fields=(SURPRISE,))
EVENTS = (Surprised,)
