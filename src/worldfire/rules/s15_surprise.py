"""15 Surprise: who is surprised by whom, and what it does to aircraft and on land.

Declaring war notes the pair; it lasts for the impulse. Whether units are surprised depends on who comes: `are_surprised`
asks it of everybody who attacks, and each effect below asks `are_surprised`. Overruns (11.10.6) and land combat (11.15)
ask here too.
"""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.board.paths import flood_air
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.airways import airways
from worldfire.forces.enmity import OWN_POWER
from worldfire.forces.flights import ORIGIN, TARGET, flight_of
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import PowerId
from worldfire.forces.situation import AT_WAR, Pairs
from worldfire.forces.things import IN_FLIGHT, PLACE
from worldfire.forces.who import CONTROLLER, COUNTRY, MASTERS, NOBODY, master_of, power_of
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s14_1_range import closed_skies, reach_of

#: (power that declared war this impulse, power or minor country that it surprises)
SURPRISE: Field[Pairs] = Field("surprise", ())
#: (unit of a declarer, victim that it does not surprise): where it started the impulse, or who brought it, gave it away
EXPECTED: Field[Pairs] = Field("expected_units", ())


class Surprised(Event, frozen=True):
    """A power is surprised by another that has declared war on it, until the end of the impulse."""

    power: PowerId
    declarer: PowerId


@rule("15")
def surprise(game: Game, declarer: int, victim: int) -> None:
    """A major power declares war: whatever belongs to the victim is surprised by it for this impulse.

    Nothing has moved yet. So this is the moment to note which of its units start the impulse in a hex of somebody who was
    at war with the victim before: they surprise nobody, wherever they go.
    """
    game.set(SURPRISE, (*game.state.get(SURPRISE), (declarer, victim)))
    game.say(Surprised(power=victim, declarer=declarer))
    enemies = old_enemies(game, victim)
    if not enemies:
        return
    units = (unit for unit in range(len(game.state[PLACE])) if power_of(game, unit) == declarer)
    expect(game, ((unit, victim) for unit in units if _holder_of_hex(game, unit) in enemies))


def expect(game: Game, pairs: Iterable[tuple[int, int]]) -> None:
    """These units do not surprise these victims for the rest of the impulse."""
    known = game.state.get(EXPECTED)
    found = tuple(pair for pair in pairs if pair not in known)
    if found:
        game.set(EXPECTED, (*known, *found))


def _holder_of_hex(game: Position, unit: int) -> int:
    """Who controls the hex in which the unit, or the ship that carries it, is; NOBODY at sea and off the map."""
    place = game.state[PLACE][unit]
    while IN_FLIGHT < place < 0:
        place = game.state[PLACE][-1 - place]
    return game.state[CONTROLLER][place] if place >= 0 and is_hex(game, place) else NOBODY


@rule("15")
def leaves_its_transport(game: Game, unit: int) -> None:
    """It came ashore or down from the air: who brought it, and over which hexes, counts until the end of the impulse."""
    power = power_of(game, unit)
    victims = (victim for declarer, victim in game.state.get(SURPRISE) if declarer == power)
    expect(game, ((unit, victim) for victim in victims if not surprises(game, unit, victim)))


@rule("15")
def end_surprise(game: Game, still: Pairs = ()) -> None:
    """The surprise impulse is over, but for those whose impulse is still to come."""
    if game.state.get(SURPRISE):
        victims = {victim for _, victim in still}
        game.set(SURPRISE, still)
        game.set(EXPECTED, tuple(pair for pair in game.state.get(EXPECTED) if pair[1] in victims))


@clause("15")
def is_yet_to_strike(game: Position, declarer: int) -> bool:
    """Is the surprise impulse of this power still to come? War is declared in it."""
    return False


def war_declared(game: Game, event: WarDeclared) -> None:
    """Whoever declares war surprises; minor countries that he attacks too."""
    surprise(game, event.power, event.target_power)


def impulse_finished(game: Game, event: LastImpulseTested) -> None:
    """Whether it was the last or not: nobody is surprised at the end of the turn."""
    end_surprise(game, tuple(pair for pair in game.state.get(SURPRISE) if is_yet_to_strike(game, pair[0])))


def old_enemies(game: Position, power: int) -> frozenset[int]:
    """Powers that were at war with this one before the impulse, and the minor countries that belong to them."""
    new = {frozenset(pair) for pair in game.state.get(SURPRISE)}
    pairs = (pair for pair in game.state.get(AT_WAR) if power in pair and frozenset(pair) not in new)
    enemies = frozenset(other for pair in pairs for other in pair if other != power)
    masters = game.look_up(MASTERS)
    return frozenset(other for other, master in enumerate(masters) if other in enemies or master in enemies)


# -------------------------------------------------------------------------------------------------- 15 who is surprised


@rule("15")
def victim_named(game: Position, power: int) -> int:
    """The name under which a power or minor country may be surprised: its own if war was declared on that, else its master's.

    A minor country that is attacked belongs to a major power in the same impulse (9.6), and is still the one surprised.
    """
    declared_on = {victim for _, victim in game.state.get(SURPRISE)}
    return power if power == NOBODY or power in declared_on else master_of(game, power)


def victim_of(game: Position, unit: int) -> int:
    """The name under which a unit may be surprised."""
    own = game.look_up(OWN_POWER)[game.state[COUNTRY][unit]]
    return victim_named(game, own if own != NOBODY else power_of(game, unit))


@clause("15")
def surprises(game: Position, attacker: int, victim: int) -> bool:
    """Does this unit surprise what belongs to the victim?

    Only if its own power has just declared war, and not if it started the impulse in, or must fly over, a hex of somebody
    who was at war with the victim already, nor if such a power transports it.
    """
    if (power_of(game, attacker), victim) not in game.state.get(SURPRISE):
        return False
    if (attacker, victim) in game.state.get(EXPECTED):
        return False
    enemies = old_enemies(game, victim)
    if game.look_up(OWN_POWER)[game.state[COUNTRY][attacker]] in enemies:
        return False
    place = game.state[PLACE][attacker]
    if place == IN_FLIGHT:
        return _flies_clear(game, attacker, enemies)
    if place >= 0:
        return True
    transport = -1 - place
    if power_of(game, transport) in enemies or (transport, victim) in game.state.get(EXPECTED):
        return False
    return game.state[PLACE][transport] != IN_FLIGHT or _flies_clear(game, transport, enemies)


def _flies_clear(game: Position, aircraft: int, enemies: frozenset[int]) -> bool:
    """Can it have come without crossing a hex of one of these powers?"""
    origin, target = game.state[ORIGIN][aircraft], game.state[TARGET][aircraft]
    if not enemies or not is_hex(game, origin):
        return True
    controllers, board = game.state[CONTROLLER], airways(game)
    barred = {here for here in range(len(board)) if controllers[here] in enemies and here != target}
    barred |= closed_skies(game, aircraft)
    return target in flood_air(board, origin, reach_of(game, aircraft, flight_of(game, aircraft)), barred)


@rule("15", "9.8/surprise")
def are_surprised(game: Position, victim: int, attackers: Iterable[int]) -> bool:
    """Units of the victim are surprised only if every attacker surprises them."""
    if not game.state.get(SURPRISE):
        return False
    coming = tuple(attackers)
    return bool(coming) and all(surprises(game, attacker, victim) for attacker in coming)


@rule("15")
def is_surprised_by(game: Position, unit: int, attackers: Iterable[int]) -> bool:
    """Is this unit surprised by all of these?"""
    return bool(game.state.get(SURPRISE)) and are_surprised(game, victim_of(game, unit), attackers)


# -------------------------------------------------------------------------------------------- 15.1 effects on aircraft


@rule("15.1", "15.1/aircraft units")
def surprised_flight_violation(game: Position, aircraft: int, enemies: Iterable[int]) -> Violation | None:
    """A surprised aircraft flies no mission that is only against units of powers that have just declared war on it."""
    if is_surprised_by(game, aircraft, enemies):
        return refused("15.1", "surprised-aircraft-stay-down", unit=Thing(aircraft))
    return None


@clause("15.1", "15.1/aircraft units")
def cannot_be_opposed(game: Position, attackers: Iterable[int], victims: Iterable[int]) -> bool:
    """Attackers that surprise all whom they fly against ignore patrols and cannot be intercepted."""
    coming, powers = tuple(attackers), tuple(victims)
    return bool(powers) and all(power != NOBODY and are_surprised(game, power, coming) for power in powers)


#: what bombers are worth against land units that are all surprised
TIMES_AGAINST_SURPRISED = Figure("times its factors of ground support against the surprised", "15.1")


@clause("15.1", "15.1/aircraft units")
def extra_ground_strike_dice(game: Position, bomber: int, target: int) -> int:
    """One more die against a unit that the bomber surprises."""
    return int(is_surprised_by(game, target, (bomber,)))


@clause("15.1", "15.1/aircraft units")
def ground_support_multiple(game: Position, bomber: int, place: int, land_units: Iterable[int]) -> int:
    """Doubled if the only land units in the target hex are surprised by it; if there is only a notional unit, if that is."""
    return TIMES_AGAINST_SURPRISED(game) if _only_surprised(game, place, land_units, (bomber,)) else 1


@rule("15.1", "15.1/aircraft units")
def defensive_support_violation(
    game: Position, place: int, land_units: Iterable[int], attackers: Iterable[int]
) -> Violation | None:
    """Nobody flies defensive ground support where the only land units are surprised."""
    if _only_surprised(game, place, land_units, tuple(attackers)):
        return refused("15.1", "no-support-for-the-surprised", place=Place(place))
    return None


def _only_surprised(game: Position, place: int, land_units: Iterable[int], attackers: tuple[int, ...]) -> bool:
    victims = {victim_of(game, unit) for unit in land_units} or {victim_named(game, game.state[CONTROLLER][place])}
    return all(are_surprised(game, victim, attackers) for victim in victims)


# -------------------------------------------------------------------------------------------- 15.1 effects on land units


@rule("15.1/land units")
def river_does_not_halve(game: Position, attackers: Iterable[int], defenders: Iterable[int]) -> bool:
    """Attackers across a river or canal are not halved if any land unit that they attack is surprised."""
    coming = tuple(attackers)
    return any(is_surprised_by(game, unit, coming) for unit in defenders)


@clause("15.1/land units", "11.15.1/table: notional unit combat factor")
def notional_is_surprised(game: Position, place: int, attackers: Iterable[int]) -> bool:
    """A notional unit belongs to whoever controls the hex."""
    return are_surprised(game, victim_named(game, game.state[CONTROLLER][place]), attackers)


MODULE = Module(
    schema=Schema(fields=(SURPRISE, EXPECTED)),
    subscribes=(
        (WarDeclared, war_declared),
        (LastImpulseTested, impulse_finished),
    ),
)
