"""9 Declaring war: on major powers and minor countries (9.3), who takes in the attacked (9.5), and the reserves (9.7).

Breaking pacts (9.2), the attempts of the USA (9.4) and US entry itself follow with the campaigns that have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema, memo
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.capitals import capital_distance, capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import EachPower, powers_in_action
from worldfire.forces.kinds import Country, CountryId, Owner, Power, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.pools import named_place
from worldfire.forces.situation import AT_WAR, PACTS, Pairs
from worldfire.forces.things import PLACE, counter_of, things_at
from worldfire.forces.turn import active_side, is_active, other_side, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    POWER_NUMBERS,
    SIDE,
    country_named,
    power_named,
    power_of,
    ruler_of,
    units_on_map,
)
from worldfire.rules.s04_reinforcements import ARRIVALS, Arrivals, finds_room
from worldfire.rules.s09_06_aligning import (
    ALIGNING,
    SETTING_UP,
    Aligning,
    MinorAbandoned,
    align_minor,
    alignable,
    own_power,
)
from worldfire.rules.s18_1_cooperation import bring_allies_together

#: (declarer, victim): wars that the campaign has a power declare in its first impulse
OPENING_WARS: Field[Pairs] = Field("opening_wars", ())

#: countries that the campaign keeps out of the war
STAY_NEUTRAL: Field[tuple[str, ...]] = Field("stay_neutral", ())


class WarDeclared(Event, frozen=True):
    power: PowerId
    target_power: PowerId


class ReservesCalled(Event, frozen=True):
    power: PowerId
    units: tuple[ThingId, ...]


class UsEntryAction(Event, frozen=True):
    """A declaration of war that the USA takes notice of (13.3.3)."""

    power: PowerId
    target_power: PowerId


class MinorOffered(Event, frozen=True):
    """A major power would not align the country that was attacked."""

    country: CountryId
    power: PowerId


@clause("9.3", "18.1")
def declare_war(game: Game, power: int, enemy: int) -> None:
    """The two are at war from now on; a pact between them is broken."""
    noticed = us_entry_roll_is_due(game, power, enemy)
    game.set(PACTS, tuple(pair for pair in game.state.get(PACTS) if set(pair) != {power, enemy}))
    game.set(AT_WAR, (*game.state.get(AT_WAR), (power, enemy)))
    bring_allies_together(game)
    game.say(WarDeclared(power=power, target_power=enemy))
    if noticed:
        game.say(UsEntryAction(power=power, target_power=enemy))


@clause("9.3")
def us_entry_roll_is_due(game: Position, power: int, enemy: int) -> bool:
    """For each declaration in a campaign with the USA, but not against a major power with units in one's home country."""
    reluctant = power_named(game, nations_of(game).reluctant)
    if reluctant == NOBODY or game.state[SIDE][reluctant] == NOBODY:
        return False
    homes_of, places = game.state[HOME_COUNTRY], game.state[PLACE]
    own = {country_named(game, name) for name in ground_of(game).homes_of_power.get(power_name(game, power), ())}
    own.discard(NOBODY)
    return not any(homes_of[places[unit]] in own for unit in units_on_map(game, (enemy,)))


class DeclaringWar(msgspec.Struct):
    """How far the powers of the side have got."""

    #: powers that have declared on major powers, and after them those that have declared on minor countries
    declared: int = 0
    #: (minor country, who attacked it) still to be taken in by somebody, and who has declined the first of them
    attacked: tuple[tuple[int, int], ...] = ()
    declined: tuple[int, ...] = ()
    #: powers that have called out reserves
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


# ------------------------------------------------------------------------------------------------------ 9.3 free declarations


def _is_major(game: Position, name: str) -> bool:
    power = power_named(game, name)
    return power != NOBODY and game.state[SIDE][power] != NOBODY and not game.state[FALLEN_POWER][power]


@clause("9.3", "9.4")
def declaration_violation(game: Position, power: int, name: str) -> Violation | None:
    """Why the power may not declare war on the major power or country of this name."""
    barred = declarer_violation(game, power)
    if barred is not None:
        return barred
    if _is_major(game, name):
        return _violation_of_major(game, power, power_named(game, name))
    return _violation_of_minor(game, power, country_named(game, name))


@clause("9.3", "9.4")
def declarer_violation(game: Position, power: int) -> Violation | None:
    """Why the power may declare war on nobody: some never do, or need more than their own will."""
    return None


def _violation_of_major(game: Position, power: int, enemy: int) -> Violation | None:
    if game.state[SIDE][enemy] == game.state[SIDE][power]:
        return refused("9.3", "on-the-same-side", power=Power(power), target_power=Power(enemy))
    if at_war(game, power, enemy):
        return refused("9.3", "already-at-war", power=Power(power), target_power=Power(enemy))
    if any({power, enemy} == set(pair) for pair in game.state.get(PACTS)):
        return refused("9.2", "pact-must-be-broken", power=Power(power), target_power=Power(enemy))
    return None


@rule("9.3")
def _violation_of_minor(game: Position, power: int, country: int) -> Violation | None:
    own, ruler = own_power(game, country), ruler_of(game, country)
    if game.state[SIDE][ruler] == game.state[SIDE][power]:
        return refused("9.3", "on-the-same-side", power=Power(power), target_power=Power(ruler))
    if not _stands_alone(game, country):
        return refused("9.3", "belongs-to-another", country=Country(country), power=Power(ruler))
    if at_war(game, power, own):
        return refused("9.3", "already-at-war", power=Power(power), target_power=Power(own))
    capital = capital_of(game, country)
    if capital is None or game.state[CONTROLLER][capital] == NOBODY:
        return refused("9.3", "country-not-on-the-maps", country=Country(country))
    if game.state.get(COUNTRY_NAMES)[country] in game.state.get(STAY_NEUTRAL):
        return refused("9.3", "country-stays-neutral", country=Country(country))
    return left_alone_violation(game, power, country)


def _stands_alone(game: Position, country: int) -> bool:
    """It belongs to nobody else."""
    return ruler_of(game, country) == own_power(game, country)


#: what follows from who belongs to whom
BELONGING = memo("belonging", (POWER, CONQUEROR, COUNTRY_NAMES, POWER_NUMBERS))


def _minors_that_stand_alone(game: Position) -> Iterator[str]:
    """Those on the maps: war is declared on no others."""

    def look() -> tuple[tuple[str, int], ...]:
        minors, capitals = ground_of(game).minors, ground_of(game).capitals
        countries = game.state.get(COUNTRY_NAMES)
        alone = (name for country, name in enumerate(countries) if name in minors and _stands_alone(game, country))
        return tuple((name, capitals[name]) for name in alone if name in capitals)

    holders = game.state[CONTROLLER]
    alone = game.recall("minors that stand alone", look, BELONGING)
    return (name for name, capital in alone if holders[capital] != NOBODY)


@clause("9.3")
def left_alone_violation(game: Position, power: int, country: int) -> Violation | None:
    """Why this minor country is left alone by this power for now, though it is neutral and on the maps."""
    return None


def targets(game: Position, power: int, *, minors: bool) -> tuple[str, ...]:
    """Names of those on whom the power may declare war in this part of the step."""
    return game.recall(("targets", power, minors), lambda: tuple(_each_target(game, power, minors=minors)))


def _each_target(game: Position, power: int, *, minors: bool) -> Iterator[str]:
    if declarer_violation(game, power) is not None:
        return iter(())
    names: Iterable[str]
    if minors:
        names = _minors_that_stand_alone(game)
    else:
        enemies = powers_of_side(game, other_side(game.state[SIDE][power]))
        names = tuple(power_name(game, enemy) for enemy in enemies)
    return (name for name in names if declaration_violation(game, power, name) is None)


class Targets(One, frozen=True, tag="One"):
    """Those on whom war may be declared; any other name is refused with its reason."""

    known: tuple[str, ...] = ()

    def judge(self, noun: Noun) -> str | None:
        return None if noun in self.known else "noun-not-offered"


def _declarer(game: Position, declaring: DeclaringWar) -> tuple[int, bool] | None:
    """The next power with somebody to declare war on, and whether minor countries are meant; None if there is none.

    Who could attack only countries that would align with him in this very step is not asked.
    """
    return game.recall(("declarer", declaring.declared), lambda: _look_for_declarer(game, declaring))


def _look_for_declarer(game: Position, declaring: DeclaringWar) -> tuple[int, bool] | None:
    powers, names = powers_of_side(game, active_side(game)), game.state.get(COUNTRY_NAMES)
    for turn in range(declaring.declared, 2 * len(powers)):
        minors, power = turn >= len(powers), powers[turn % len(powers)]
        friends = {names[country] for country in alignable(game, power)}
        if any(name not in friends for name in _each_target(game, power, minors=minors)):
            return turn, minors
    return None


def _power_declaring(game: Position, declaring: DeclaringWar) -> tuple[int, int, bool]:
    found = _declarer(game, declaring)
    assert found is not None
    turn, minors = found
    powers = powers_of_side(game, active_side(game))
    return turn, powers[turn % len(powers)], minors


def _targets_shape(game: Position, declaring: DeclaringWar, seat: str) -> Shape | Violation:
    _, power, minors = _power_declaring(game, declaring)
    majors = (name for name in game.state.get(POWER_NAMES) if _is_major(game, name))
    return Targets(targets(game, power, minors=minors), (*majors, *game.state.get(COUNTRY_NAMES)))


def _target_violation(game: Position, declaring: DeclaringWar, seat: str, noun: Noun) -> Violation | None:
    _, power, _ = _power_declaring(game, declaring)
    return declaration_violation(game, power, noun)


def _declare(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    turn, power, _ = _power_declaring(game, declaring)
    declaring.declared = turn
    if _is_major(game, noun):
        declare_war(game, power, power_named(game, noun))
    else:
        country = country_named(game, noun)
        declare_war(game, power, own_power(game, country))
        declaring.attacked += ((country, power),)
    return Goto("next_power_declares")


def _declare_nothing(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    declaring.declared = _power_declaring(game, declaring)[0] + 1
    return Goto("next_power_declares")


def _is_asked(game: Position, declaring: DeclaringWar, seat: str) -> bool:
    """The step asks nobody who has no target."""
    return True


DECLARE_WAR = Verb("declare-war", "9.3", _declare, _targets_shape, _target_violation, items=Owner, possible=_is_asked)
DECLARE_NOTHING = Verb("declare-no-war", "9.3", _declare_nothing)


@step("9.3", DECLARE_NOTHING, DECLARE_WAR)
def next_power_declares(game: Game, declaring: DeclaringWar) -> Control:
    """All powers of the side on major powers of the other, then all of them on neutral minor countries."""
    if _declarer(game, declaring) is None:
        return None
    _, power, _ = _power_declaring(game, declaring)
    seat = seat_of_power(game, power)
    return one(seat, DECLARE_NOTHING, DECLARE_WAR, rule="9.3", prompt="declare-war", power=Power(power))


# ----------------------------------------------------------------------------------------------- 9.5 allocating minors


@clause("19.2")
def protectors(game: Position, country: int, attacker: int) -> tuple[int, ...]:
    """Active major powers of the other side to which the country offers to align, the nearest first."""
    side = other_side(game.state[SIDE][attacker])
    powers = [power for power in powers_of_side(game, side) if is_active(game, power)]
    eligible = (power for power in powers if may_protect(game, power, country))
    return tuple(sorted(eligible, key=lambda power: (capital_distance(game, power, country), power)))


@clause("19.2")
def may_protect(game: Position, power: int, country: int) -> bool:
    """Would the country offer itself to this power? To any of the other side, unless a title knows better."""
    return True


def _protector(game: Position, declaring: DeclaringWar) -> int:
    country, attacker = declaring.attacked[0]
    asked = (power for power in protectors(game, country, attacker) if power not in declaring.declined)
    return next(asked, NOBODY)


@step("9.5", also=("19.2",))
def next_minor_is_allocated(game: Game, declaring: DeclaringWar) -> Control:
    """In the order of declaration; who is taken in by nobody is conquered at once."""
    while declaring.attacked:
        if _protector(game, declaring) != NOBODY:
            return Goto("offer_minor")
        country, attacker = declaring.attacked[0]
        declaring.attacked, declaring.declined = declaring.attacked[1:], ()
        game.say(MinorAbandoned(country=country, power=attacker))
    return Goto("minors_are_aligned")


def _take_in(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    power = _protector(game, declaring)
    (country, _), declaring.attacked, declaring.declined = declaring.attacked[0], declaring.attacked[1:], ()
    return Call(SETTING_UP.name, align_minor(game, country, power))


def _decline(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    power = _protector(game, declaring)
    declaring.declined += (power,)
    game.say(MinorOffered(country=declaring.attacked[0][0], power=power))
    return Goto("next_minor_is_allocated")


TAKE_IN = Verb("take-in-minor", "9.5", _take_in)
DECLINE_MINOR = Verb("decline-minor", "9.5", _decline)


@step("9.5", TAKE_IN, DECLINE_MINOR)
def offer_minor(game: Game, declaring: DeclaringWar) -> Control:
    country, power = declaring.attacked[0][0], _protector(game, declaring)
    seat = seat_of_power(game, power)
    return one(
        seat, TAKE_IN, DECLINE_MINOR, rule="9.5", prompt="take-in-minor", country=Country(country), power=Power(power)
    )


@step("9.5")
def minor_is_taken_in(game: Game, declaring: DeclaringWar) -> Control:
    return Goto("next_minor_is_allocated")


@step("9.6")
def minors_are_aligned(game: Game, declaring: DeclaringWar) -> Control:
    return Call(ALIGNING.name, Aligning())


# ------------------------------------------------------------------------------------------ 9.7 calling out the reserves


@clause("9.7")
def reserves(game: Position, power: int) -> tuple[int, ...]:
    """Reserve units of the power and its minors that it may call out now and for which there is room."""
    pool = named_place(game, f"reserve pool of {power_name(game, power)}")
    if pool is None or not is_active(game, power):
        return ()
    units = [unit for unit in things_at(game, pool) if _may_be_called(game, unit)]
    key = ("reserves with room", power)
    return game.recall(key, lambda: tuple(unit for unit in units if finds_room(game, unit)))


def _may_be_called(game: Position, unit: int) -> bool:
    named = nations_of(game).reserves.get(counter_of(game, unit).available, "")
    powers = game.state.get(POWER_NAMES)
    return not named or (named in powers and at_war(game, power_of(game, unit), powers.index(named)))


CALLERS = EachPower(powers_in_action, lambda game, power: bool(reserves(game, power)))


def _units_to_call(game: Position, declaring: DeclaringWar, seat: str) -> Shape | Violation:
    units = reserves(game, CALLERS.next(game, declaring.called))
    return Set(units, 0, len(units))


def _call_out(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    """They are set up like reinforcements, but face-down; who finds no room stays in the reserve pool."""
    power = CALLERS.next(game, declaring.called)
    declaring.called = CALLERS.after(game, power)
    if not noun:
        return Goto("next_power_calls_reserves")
    game.say(ReservesCalled(power=power, units=noun))
    pool = named_place(game, f"reserve pool of {power_name(game, power)}")
    assert pool is not None
    return Call(ARRIVALS.name, Arrivals(power, noun, pool, face_down=True))


CALL_OUT_RESERVES = Verb("call-out-reserves", "9.7", _call_out, _units_to_call, items=Thing)


@step("9.7", CALL_OUT_RESERVES)
def next_power_calls_reserves(game: Game, declaring: DeclaringWar) -> Control:
    """Any that are not called out now may be later."""
    power = CALLERS.next(game, declaring.called)
    if power == NOBODY:
        return End()
    return one(
        seat_of_power(game, power), CALL_OUT_RESERVES, rule="9.7", prompt="call-out-reserves", power=Power(power)
    )


@step("9.7")
def power_has_called_reserves(game: Game, declaring: DeclaringWar) -> Control:
    return Goto("next_power_calls_reserves")


DECLARING_WAR = procedure(
    "declare war",
    "9",
    wars_of_the_campaign,
    next_power_declares,  # 9.3
    next_minor_is_allocated,  # 9.5
    offer_minor,
    minor_is_taken_in,
    minors_are_aligned,  # 9.6
    next_power_calls_reserves,
    power_has_called_reserves,
    locals=DeclaringWar,
)


MODULE = Module(
    schema=Schema(fields=(OPENING_WARS, STAY_NEUTRAL), derived=(BELONGING,)),
    procedures=(DECLARING_WAR,),
)
