"""11.15.2 Shore bombardment: surface combat ships at sea add to an attack or a defence on the coast, attackers first.

What the ships add waits in the frame of the land combat step until each combat is resolved, as ground support does.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import msgspec

from worldfire.engine.changes import Annex, Instead
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, procedure, shared, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AllOf
from worldfire.engine.shapes import Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import STAY, own_orders, with_new_orders
from worldfire.forces.kinds import Destination, Power
from worldfire.forces.things import FACE_DOWN, STANDING, board_of, counter_of, turn_face_down
from worldfire.forces.turn import active_side, other_side, seats_of_side
from worldfire.forces.who import CONTROLLER, COUNTRY, NOBODY, master_of, power_of, seat_of, side_of
from worldfire.rules.s02_4_supply_limits import sections
from worldfire.rules.s08_weather import terrain_at, weather_at
from worldfire.rules.s09_08_states_of_war import attack_support_violation, defence_support_violation
from worldfire.rules.s10_actions import STANDS_BY, passed
from worldfire.rules.s11_10_entry import country_by_number, land_foes_at
from worldfire.rules.s11_15_factors import (
    BOMBARDING_ATTACK,
    BOMBARDING_DEFENCE,
    POWERS_IN_SUPPORT,
    Reckoning,
    Support,
    bombardment_modifier,
    notional_country,
    support_by,
    supporters,
)
from worldfire.rules.s11_15_land_combat import LAND_COMBAT, LandCombat, supportable
from worldfire.rules.s15_surprise import is_surprised_by, notional_is_surprised
from worldfire.rules.s18_1_cooperation import cooperation_violation, countries_cooperate, powers_cooperate
from worldfire.tables.counters import NavalCounter, NavalType

#: terrain in which half the shells are lost
COVER = frozenset({"forest", "jungle", "swamp"})
#: weather in which nobody can bombard
BLIND = frozenset({"storm", "blizzard"})
HALVES = 2

#: DiF option 20: ships with cargo do not bombard. (game, ship, place) → a violation
BOMBARDS = AllOf[[int, int], Violation]("11.15.2 ship that bombards")


class Bombarded(Event, frozen=True):
    """A ship adds its factors, as the book writes fractions."""

    ship: ThingId
    place: PlaceId
    factors: str


class ShoreBombardment(Support):
    """Of ships, in half bombardment factors."""


class Combat(msgspec.Struct, frozen=True):
    target: int
    attackers: tuple[int, ...]
    notional: bool


class Fire(msgspec.Struct):
    """The combats that ships may join, the side whose turn it is to commit them, and what it has committed."""

    combats: tuple[Combat, ...] = ()
    side: int = NOBODY
    ordered: tuple[tuple[int, int], ...] = ()


# --------------------------------------------------------------------------------------------------- who may bombard what


@rule("11.15.2")
def ships_off(game: Position, side: int, place: int) -> dict[int, int]:
    """Ship → its sea-box section: surface combat ships of the side in the sea areas that the hex lies on."""
    standing, found = game.look_up(STANDING), {}
    for sea in board_of(game).tables.seas[place]:
        for number, section in enumerate(sections(game, sea)):
            for ship in standing.get(section, ()):
                if counter_of(game, ship).type is NavalType.SCS and side_of(game, ship) == side:
                    found[ship] = number
    return found


def _section_of(game: Position, ship: int, place: int) -> int:
    return ships_off(game, side_of(game, ship), place).get(ship, 0)


@clause("11.15.2", "15.1/naval units", "18.2", "11.1")
def bombardment_violation(game: Position, ship: int, combat: Combat) -> Violation | None:
    """Why the ship may not support this combat."""
    place = combat.target
    if game.state[FACE_DOWN][ship]:
        return refused("11.15.2", "ship-is-face-down", unit=Thing(ship))
    if not _section_of(game, ship, place):
        return refused("11.15.2", "no-bombardment-from-the-0-section", unit=Thing(ship), place=Place(place))
    if weather_at(game, place) in BLIND:
        return refused("11.15.2", "no-bombardment-in-storm", place=Place(place))
    if passed(game, power_of(game, ship)):
        return refused("11.1", "power-has-passed", power=Power(power_of(game, ship)))
    found = _company_violation(game, ship, combat) or _war_violation(game, ship, combat)
    if found is None and side_of(game, ship) != active_side(game):
        found = _surprise_violation(game, ship, combat)
    if found is not None:
        return found
    denied = BOMBARDS(game, ship, place) or STANDS_BY(game, ship)
    return denied


@rule("18.2", "11.15.1/invasion & paradrop combats (and notional units)")
def _company_violation(game: Position, ship: int, combat: Combat) -> Violation | None:
    """It co-operates with all land units of its side in the combat; where only the notional unit defends, with that."""
    units = supported_units(game, side_of(game, ship), combat)
    for unit in units:
        found = cooperation_violation(game, ship, unit)
        if found is not None:
            return found
    if units or stands_with_notional(game, ship, combat.target, combat.attackers):
        return None
    return refused("18.1", "ship-is-a-stranger-there", unit=Thing(ship), place=Place(combat.target))


def stands_with_notional(game: Position, unit: int, target: int, attackers: tuple[int, ...]) -> bool:
    """Does it co-operate with the notional unit? That of a territory, which has no troops, is of the power that holds it."""
    country = notional_country(game, Reckoning(target, attackers, ()))
    if country != NOBODY and country_by_number(game, country) in ground_of(game).capitals:
        return countries_cooperate(game, game.state[COUNTRY][unit], country)
    return powers_cooperate(game, power_of(game, unit), master_of(game, game.state[CONTROLLER][target]))


@rule("9.8")
def _war_violation(game: Position, ship: int, combat: Combat) -> Violation | None:
    """It may take part in this combat by the same states of war as an aircraft."""
    defenders = land_foes_at(game, combat.attackers[0], combat.target)
    if side_of(game, ship) == active_side(game):
        return attack_support_violation(game, ship, combat.target, defenders)
    return defence_support_violation(game, ship, combat.target, defenders, combat.attackers)


def _surprise_violation(game: Position, ship: int, combat: Combat) -> Violation | None:
    """Surprised ships do not help the defence, and no ship helps a hex in which everybody is surprised."""
    if is_surprised_by(game, ship, combat.attackers):
        return refused("15.1", "surprised-ships-hold-fire", unit=Thing(ship))
    units = supported_units(game, side_of(game, ship), combat)
    alert = any(not is_surprised_by(game, unit, combat.attackers) for unit in units)
    alert |= not units and not notional_is_surprised(game, combat.target, combat.attackers)
    return None if alert else refused("15.1", "no-support-for-the-surprised", place=Place(combat.target))


def supported_units(game: Position, side: int, combat: Combat) -> tuple[int, ...]:
    """The real land units on the side's part in the combat."""
    if side == side_of(game, combat.attackers[0]):
        return combat.attackers
    return land_foes_at(game, combat.attackers[0], combat.target)


@clause("11.15.2")
def room_for_ships(game: Position, side: int, combat: Combat) -> int:
    """One ship for each friendly unit in the combat, the notional unit included."""
    defending = side != side_of(game, combat.attackers[0])
    return len(supported_units(game, side, combat)) + (combat.notional and defending)


@clause("11.15.2")
def bombardment_factors(game: Position, ship: int, place: int) -> Fraction:
    """The printed factor less the section's modifier, half of it against forest, jungle and swamp."""
    counter = counter_of(game, ship)
    assert isinstance(counter, NavalCounter)
    reduced = (counter.shore_bombardment or 0) - bombardment_modifier(game, _section_of(game, ship, place), place)
    return Fraction(max(0, reduced), HALVES if terrain_at(game, place) in COVER else 1)


# ---------------------------------------------------------------------------------------------------------- committing


def _able(game: Position, fire: Fire, seat: str) -> dict[int, tuple[int, ...]]:
    """Ship of the seat → the hexes that it may bombard."""
    found: dict[int, tuple[int, ...]] = {}
    for combat in fire.combats:
        for ship in ships_off(game, fire.side, combat.target):
            if seat_of(game, ship) == seat and bombardment_violation(game, ship, combat) is None:
                found[ship] = (*found.get(ship, ()), combat.target)
    return found


def _fire_shape(game: Position, fire: Fire, seat: str) -> Shape | Violation:
    able = _able(game, fire, seat)
    if not able:
        return refused("11.15.2", "no-ship-can-bombard")
    rows = tuple(Choices(ship, (STAY, *targets)) for ship, targets in sorted(able.items()))
    return Orders(rows, most=1, standing=own_orders(game, fire.ordered, seat))


@clause("11.15.2")
def fire_violation(game: Position, fire: Fire, seat: str, noun: Noun) -> Violation | None:
    """Why not all of these ships may bombard, together with those of other seats."""
    aimed = Counter(target for _, target in with_new_orders(game, fire.ordered, seat, noun))
    for combat in fire.combats:
        most = room_for_ships(game, fire.side, combat)
        if aimed[combat.target] > most:
            return refused("11.15.2", "one-ship-for-each-unit", place=Place(combat.target), most=Number(most))
    return None


def _order_fire(game: Game, fire: Fire, seat: str, noun: Noun) -> Control:
    fire.ordered = with_new_orders(game, fire.ordered, seat, noun)
    return None


def _why_not_fire(game: Position, fire: Fire, seat: str, noun: Noun) -> Violation | None:
    """What keeps a ship of the seat from bombarding a hex that is attacked."""
    combats = {combat.target: combat for combat in fire.combats}
    for pair in noun if isinstance(noun, tuple) else ():
        if not isinstance(pair, tuple) or len(pair) != 2 or any(type(item) is not int for item in pair):
            continue
        ship, target = pair
        near = ships_off(game, fire.side, target) if target in combats else {}
        found = bombardment_violation(game, ship, combats[target]) if ship in near else None
        if found is not None and seat_of(game, ship) == seat:
            return found
    return None


BOMBARD = Verb(
    "bombard",
    "11.15.2",
    _order_fire,
    _fire_shape,
    fire_violation,
    explain=_why_not_fire,
    items=Thing,
    to=Destination,
)


@step("11.15.2")
def next_side(game: Game, fire: Fire) -> Control:
    """3: the attackers, 4: the defenders."""
    if fire.side == NOBODY:
        fire.side = active_side(game)
        return None
    if fire.side == active_side(game):
        fire.side = other_side(fire.side)
        return None
    return End()


@step("11.15.2", BOMBARD)
def commit_ships(game: Game, fire: Fire) -> Control:
    return shared(seats_of_side(game, fire.side), BOMBARD, rule="11.15.2", prompt="shore-bombardment")


@step("11.15.2")
def ships_fire(game: Game, fire: Fire) -> Control:
    """What they add is noted, and they are turned face-down."""
    for ship, place in fire.ordered:
        factors = bombardment_factors(game, ship, place)
        game.say(Bombarded(ship=ship, place=place, factors=str(factors)))
        if factors:
            game.annex(ShoreBombardment).add(power_of(game, ship), place, int(factors * HALVES))
        turn_face_down(game, ship)
    fire.ordered = ()
    return Goto("next_side")


SHORE_BOMBARDMENT = procedure("shore bombardment", "11.15.2", next_side, commit_ships, ships_fire, locals=Fire)


@step("11.15.2")
def commit_shore_bombardment(game: Game, combat: LandCombat) -> Control:
    """Only if any ship of either side lies off a hex that is attacked."""
    combats = tuple(Combat(attack.target, attack.units, attack.notional) for attack in supportable(game, combat))
    near = any(ships_off(game, side, each.target) for each in combats for side in (0, 1))
    return Call(SHORE_BOMBARDMENT.name, Fire(combats)) if near else None


# ------------------------------------------------------------------------------------------------------- what it adds


def _amount(game: Position, side: int, place: int) -> Fraction:
    return Fraction(support_by(game, ShoreBombardment, side, place), HALVES)


def bombardment_of_the_attack(game: Position, reckoning: Reckoning) -> Fraction:
    return _amount(game, active_side(game), reckoning.target)


def bombardment_of_the_defence(game: Position, reckoning: Reckoning) -> Fraction:
    return _amount(game, other_side(active_side(game)), reckoning.target)


@rule("11.15.5/table: land combat modifiers")
def bombarding_powers(game: Position, powers: frozenset[int], reckoning: Reckoning) -> frozenset[int]:
    return powers | supporters(game, ShoreBombardment, reckoning)


MODULE = Module(
    procedures=(SHORE_BOMBARDMENT,),
    seams=(BOMBARDS,),
    changes=(
        Annex(LAND_COMBAT.name, ShoreBombardment),
        Instead(LAND_COMBAT.name, "shore_bombardment", commit_shore_bombardment),
        BOMBARDING_ATTACK.attach(bombardment_of_the_attack),
        BOMBARDING_DEFENCE.attach(bombardment_of_the_defence),
        POWERS_IN_SUPPORT.attach(bombarding_powers),
    ),
)
