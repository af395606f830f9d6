"""fa:14.2 What low morale does in a land combat: attacks that troops refuse, and units that give up before they fight."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, joint, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun
from worldfire.forces.kinds import PowerId
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import aboard, counter_of, move
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import power_of
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s11_10_6_overrun import destroy
from worldfire.rules.s11_10_entry import land_foes_at
from worldfire.rules.s11_13_invasions import INVADERS, Invaded
from worldfire.rules.s11_15_battle import Battle, deciders, those_who_defend
from worldfire.rules.s11_15_land_combat import LAND_COMBAT, Attack, LandCombat
from worldfire.rules.s11_15_resolution import LAND_ATTACK_PROCEDURE, LandCombatResult, seats_concerned
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.titles.fa.morale import REFUSES, SURRENDERS, effect
from worldfire.titles.fa.names import CZECH_LEGION
from worldfire.titles.fa.own_units import is_of_a_major

#: (invader, the ship that it came from) of this impulse
CAME_FROM: Field[tuple[tuple[int, int], ...]] = Field("invaders_came_from", ())
#: units that never give up (fa:15.4)
STAUNCH = frozenset({CZECH_LEGION})


class AttackRefused(Event, frozen=True):
    """The troops of a power do not go over the top; the attack still counts against its limits."""

    power: PowerId
    place: PlaceId
    roll: int


class AttackCalledOff(Event, frozen=True):
    place: PlaceId


class Surrendered(Event, frozen=True):
    """A unit gives up before combat: no loss for morale, but it may earn a bonus build point (fa:13.5.3.1)."""

    unit: ThingId
    roll: int


# ------------------------------------------------------------------------------------------------------ attacks refused


class Refusing(msgspec.Struct):
    """(hex, power) whose troops are still to be asked."""

    left: tuple[tuple[int, int], ...]


@rule("fa:14.2")
def doubtful(game: Position, combat: LandCombat) -> tuple[tuple[int, int], ...]:
    """(hex, power) of every attack that its own troops might refuse; never against partisans alone."""
    found = []
    for attack in combat.attacks:
        foes = land_foes_at(game, attack.units[0], attack.target)
        if foes and all(is_partisan(game, unit) for unit in foes):
            continue
        powers = dict.fromkeys(power_of(game, unit) for unit in attack.units if is_of_a_major(game, unit))
        found += [(attack.target, power) for power in powers if effect(game, power, REFUSES)]
    return tuple(found)


@step("fa:14.2")
def troops_may_refuse(game: Game, combat: LandCombat) -> Control:
    """After all attacks are declared, before anybody supports them."""
    left = doubtful(game, combat)
    return Call(REFUSALS.name, Refusing(left)) if left else None


def _attack_on(game: Position, target: int) -> Attack | None:
    return next((attack for attack in game.enclosing(LandCombat).attacks if attack.target == target), None)


@step("fa:14.2")
def ask_the_troops(game: Game, refusing: Refusing) -> Control:
    while refusing.left and _attack_on(game, refusing.left[0][0]) is None:
        refusing.left = refusing.left[1:]
    if not refusing.left:
        return End()
    return Roll("refusal", seat_of_power(game, refusing.left[0][1]))


@step("fa:14.2")
def troops_answer(game: Game, refusing: Refusing) -> Control:
    """So many or less: the power's own units do not attack; others that do, its minor countries' too, may stop."""
    target, power = refusing.left[0]
    if game.total > effect(game, power, REFUSES):
        refusing.left = refusing.left[1:]
        return Goto("ask_the_troops")
    game.say(AttackRefused(power=power, place=target, roll=game.total))
    attack = _attack_on(game, target)
    assert attack is not None
    own = (unit for unit in attack.units if power_of(game, unit) == power and is_of_a_major(game, unit))
    _withdraw(game, attack, tuple(own))
    return None


@rule("fa:14.2")
def _withdraw(game: Game, attack: Attack, units: tuple[int, ...]) -> None:
    """They are out of it; invaders go back on board."""
    combat = game.enclosing(LandCombat)
    came = game.state.get(CAME_FROM)
    ships = dict(came)
    for arrival in attack.arrivals:
        if arrival.unit in units and arrival.unit in ships:
            move(game, arrival.unit, aboard(ships[arrival.unit]))
            game.write(FRESHLY_LANDED, arrival.unit, 0)
    game.set(INVADERS, tuple(each for each in game.state.get(INVADERS) if each[0] not in units))
    combat.landings = tuple(landing for landing in combat.landings if landing.arrival.unit not in units)
    arrivals = tuple(arrival for arrival in attack.arrivals if arrival.unit not in units)
    rest = msgspec.structs.replace(
        attack,
        units=tuple(unit for unit in attack.units if unit not in units),
        arrivals=arrivals,
        notional=attack.notional and bool(arrivals),
    )
    combat.attacks = tuple(
        rest if other is attack else other for other in combat.attacks if other is not attack or _goes_on(game, rest)
    )


def _goes_on(game: Position, attack: Attack) -> bool:
    """Is there anybody left to attack, and to be attacked?"""
    return bool(attack.units) and (attack.notional or bool(land_foes_at(game, attack.units[0], attack.target)))


def _carry_on(game: Game, refusing: Refusing, seat: str, noun: Noun) -> Control:
    refusing.left = refusing.left[1:]
    return Goto("ask_the_troops")


def _call_off(game: Game, refusing: Refusing, seat: str, noun: Noun) -> Control:
    attack = _attack_on(game, refusing.left[0][0])
    assert attack is not None
    game.say(AttackCalledOff(place=attack.target))
    _withdraw(game, attack, attack.units)
    refusing.left = refusing.left[1:]
    return Goto("ask_the_troops")


CARRY_ON = Verb("carry-on-alone", "fa:14.2", _carry_on)
CALL_OFF = Verb("call-off-attack", "fa:14.2", _call_off)


@step("fa:14.2", CARRY_ON, CALL_OFF)
def others_may_stop_too(game: Game, refusing: Refusing) -> Control:
    """Who co-operates with them fights at the new odds, or not."""
    target, _ = refusing.left[0]
    attack = _attack_on(game, target)
    if attack is None:
        refusing.left = refusing.left[1:]
        return Goto("ask_the_troops")
    seats = deciders(game, attack.units, -1, game.enclosing(LandCombat).side)
    return joint(seats, CARRY_ON, CALL_OFF, rule="fa:14.2", prompt="carry-on-alone", place=Place(target))


REFUSALS = procedure("refusals", "fa:14.2", ask_the_troops, troops_answer, others_may_stop_too, locals=Refusing)


@rule("fa:14.2")
def note_the_ship(game: Game, event: Invaded) -> None:
    game.set(CAME_FROM, (*game.state.get(CAME_FROM), (event.unit, event.transport)))


def forget_the_ships(game: Game, event: LastImpulseTested) -> None:
    if game.state.get(CAME_FROM):
        game.set(CAME_FROM, ())


# ------------------------------------------------------------------------------------------------------- giving up


class GivingUp(msgspec.Struct):
    """Defenders that are still to be asked."""

    left: tuple[int, ...]


@rule("fa:14.2")
def wavering(game: Position, battle: Battle) -> tuple[int, ...]:
    """Defenders whose power's morale lets them surrender before combat."""
    return tuple(
        unit
        for unit in those_who_defend(game, battle)
        if counter_of(game, unit).id not in STAUNCH and effect(game, power_of(game, unit), SURRENDERS)
    )


@step("fa:14.2")
def defenders_may_give_up(game: Game, battle: Battle) -> Control:
    """Just before the combat dice."""
    left = wavering(game, battle)
    return Call(SURRENDERS_BEFORE.name, GivingUp(left)) if left else None


@step("fa:14.2")
def ask_a_defender(game: Game, giving_up: GivingUp) -> Control:
    if not giving_up.left:
        return End()
    battle = game.enclosing(Battle)
    seat = seat_of_power(game, power_of(game, giving_up.left[0]))
    return Roll("surrender", seat, concerns=seats_concerned(game, battle))


@step("fa:14.2")
def defender_answers(game: Game, giving_up: GivingUp) -> Control:
    unit, *rest = giving_up.left
    giving_up.left = tuple(rest)
    if game.total <= effect(game, power_of(game, unit), SURRENDERS):
        game.say(Surrendered(unit=unit, roll=game.total))
        destroy(game, unit)
    return Goto("ask_a_defender")


SURRENDERS_BEFORE = procedure("surrenders before combat", "fa:14.2", ask_a_defender, defender_answers, locals=GivingUp)


@step("fa:14.2")
def nobody_is_left_to_fight(game: Game, battle: Battle) -> Control:
    """All have surrendered: the result is known without dice."""
    if battle.notional or those_who_defend(game, battle):
        return None
    battle.result = game.ruleset.tables.source.charts["land_results"].at("all defenders surrendered", "any")
    game.say(LandCombatResult(place=battle.target, roll=0, result=battle.result))
    return Goto("attackers_losses")


LAND = LAND_ATTACK_PROCEDURE.name

MODULE = Module(
    schema=Schema(fields=(CAME_FROM,)),
    procedures=(REFUSALS, SURRENDERS_BEFORE),
    subscribes=((Invaded, note_the_ship), (LastImpulseTested, forget_the_ships)),
    changes=(
        Insert(LAND_COMBAT.name, troops_may_refuse, after="attacks_stand"),
        Insert(LAND, defenders_may_give_up, before="roll_the_die"),
        Insert(LAND, nobody_is_left_to_fight, before="roll_the_die"),
    ),
)
