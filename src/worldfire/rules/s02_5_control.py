"""2.5 Control: home countries and territories, who controls a hex, how that changes, and what becomes of units there.

The controller of a hex is a power. A country that is aligned controls its own hexes under the name of its major power; a
minor country that fights a war which its major power does not fight controls what it takes under its own name.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, ThingId
from worldfire.engine.permitting import Permission
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import OWN_POWER, at_war, unit_at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import PowerId, Powers, TurnNumber
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import HEXES, PLACE, counter_of, move, place_index, things_at
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    align_country,
    change_control,
    master_of,
    power_of,
    side_of,
    side_of_power,
)
from worldfire.rules.s02_2_zones_of_control import is_land_unit
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s09_war import WarDeclared
from worldfire.tables.counters import LandCounter, LandType, NavalCounter

#: DiF option 14: supply units take no control. (game, unit)
TAKES_NO_CONTROL = AnyOf[[int]]("land unit that takes no control")


#: the consent by which an ally gets hexes that both enter with equally many factors
CONTROL = Permission("control", "2.5.3")

TURNS_UNTIL_DISPLACED_UNITS_ARRIVE = Figure("turns until displaced units arrive", "2.5.4")


class ConvoysDisplaced(Event, frozen=True):
    power: PowerId
    points: int
    place: PlaceId
    turn: TurnNumber


class Displaced(Event, frozen=True):
    """A hex changed hands, and a unit that may not be there comes back as a reinforcement."""

    thing: ThingId
    place: PlaceId
    turn: TurnNumber


# ------------------------------------------------------------------------------------------------------- 2.5.1 entities


@rule("2.5.1")
def entity_at(game: Position, place: int) -> int:
    """The home country or territory that the hex is part of, whoever controls it; NOBODY at sea."""
    return game.state[HOME_COUNTRY][place]


# ---------------------------------------------------------------------------------------------------- 2.5.2 initial control


@rule("2.5.2")
def country_in_control(game: Position, place: int) -> int:
    """The country that controls the hex: its own, whatever power that is aligned with, unless somebody else has taken it."""
    home, holder = entity_at(game, place), game.state[CONTROLLER][place]
    if home != NOBODY and game.state[POWER][home] == holder:
        return home
    own = game.look_up(OWN_POWER)
    return own.index(holder) if holder in own else NOBODY


# --------------------------------------------------------------------------------------------------- 2.5.3 changing control


@clause("2.5.3")
def can_take_control(game: Position, unit: int) -> bool:
    """Land units can; partisans cannot."""
    partisan = counter_of(game, unit).type is LandType.PART
    return is_land_unit(game, unit) and not partisan and not TAKES_NO_CONTROL(game, unit)


@rule("2.5.3")
def is_cleared(game: Position, place: int, unit: int) -> bool:
    """No enemy of the unit, of whatever kind, is left in the hex."""
    return not any(unit_at_war(game, unit, power_of(game, other)) for other in things_at(game, place))


@clause("2.5.3")
def new_controller(game: Position, place: int, units: tuple[int, ...], agreed: int = NOBODY) -> int | Violation:
    """Who controls the hex once these units of one side have entered it together.

    `agreed` is the power on which those that bring equally many combat factors have agreed.
    """
    home = entity_at(game, place)
    if home != NOBODY and _is_friendly_country(game, home, side_of(game, units[0])):
        return game.state[POWER][home]
    factors: dict[int, int] = {}
    for unit in units:
        taker = _taker(game, place, unit)
        factors[taker] = factors.get(taker, 0) + _combat_factors(game, unit)
    most = max(factors.values())
    leaders = [power for power, strength in factors.items() if strength == most]
    if len(leaders) == 1:
        return leaders[0]
    if agreed in leaders:
        return agreed
    return refused("2.5.3", "control-not-agreed", place=Place(place), powers=Powers(tuple(leaders)))


def _is_friendly_country(game: Position, country: int, side: int) -> bool:
    """A country of this side that nobody has conquered takes back its own hexes."""
    return game.state[CONQUEROR][country] == NOBODY and side_of_power(game, game.state[POWER][country]) == side


@rule("2.5.3")
def _taker(game: Position, place: int, unit: int) -> int:
    """A minor country's unit takes a hex for its major power, if that is at war with the enemy too."""
    country = game.state[COUNTRY][unit]
    power, own = game.state[POWER][country], game.look_up(OWN_POWER)[country]
    enemy = game.state[CONTROLLER][place]
    return power if own in (NOBODY, power) or at_war(game, power, enemy) else own


def _combat_factors(game: Position, unit: int) -> int:
    counter = counter_of(game, unit)
    return (counter.strength or 0) if isinstance(counter, LandCounter) else 0


@rule("2.5.3")
def agreed_controller(game: Position, powers: tuple[int, ...]) -> int:
    """Of powers with equal factors, the one whom all the others let have such hexes; NOBODY if they do not agree."""
    seats = {power: seat_of_power(game, power) for power in powers}
    for power in powers:
        if all(CONTROL.granted(game, seats[other], seats[power]) for other in powers if other != power):
            return power
    return NOBODY


def _controller_of_entry(game: Position, place: int, takers: tuple[int, ...]) -> int | Violation:
    found = new_controller(game, place, takers)
    if isinstance(found, Violation):
        return new_controller(game, place, takers, agreed_controller(game, found.args["powers"]))
    return found


@clause("2.5.3")
def control_violation(game: Position, place: int, units: tuple[int, ...]) -> Violation | None:
    """Units of several powers with equally many factors do not enter an enemy hex together unless they have agreed."""
    if len({power_of(game, unit) for unit in units}) < 2:
        return None
    takers = tuple(unit for unit in units if can_take_control(game, unit))
    if not takers or not unit_at_war(game, takers[0], game.state[CONTROLLER][place]):
        return None
    found = _controller_of_entry(game, place, takers)
    return found if isinstance(found, Violation) else None


@rule("2.5.3")
def change_hands(game: Game, place: int, units: tuple[int, ...]) -> None:
    """An enemy hex that these units have come into is theirs; who landed together and has not agreed leaves it to the first."""
    takers = tuple(unit for unit in units if can_take_control(game, unit))
    if takers:
        power = _controller_of_entry(game, place, takers)
        take_control(game, place, power.args["powers"][0] if isinstance(power, Violation) else power)


@rule("2.5.3")
def enter_hex(game: Game, place: int, units: Sequence[int]) -> None:
    """Control after land units retreated into a hex: it changes if nobody else's unit is left there."""
    first = units[0]
    if unit_at_war(game, first, game.state[CONTROLLER][place]) and is_cleared(game, place, first):
        change_hands(game, place, tuple(units))


@rule("2.5", "2.5.3")
def take_control(game: Game, place: int, power: int) -> None:
    """The hex is this power's from now on."""
    change_control(game, place, power)


@rule("2.5.3")
def pass_to_major_power(game: Game, power: int, enemy: int) -> None:
    """A major power has come to war with an enemy: what its minor countries took from that enemy becomes its own."""
    state = game.state
    names, powers, printed = state.get(COUNTRY_NAMES), state.get(POWER_NAMES), ground_of(game).minors
    liberated = {
        country
        for country, holder in enumerate(state[POWER])
        if holder != power
        and master_of(game, holder) == power
        and printed.get(names[country]) != powers[holder]  # what was its own from the start it did not take
    }
    servants = {holder for holder in set(state[CONTROLLER]) if holder not in (NOBODY, power)}
    servants = {holder for holder in servants if master_of(game, holder) == power}
    held = [place for place, holder in enumerate(state[CONTROLLER][: state.get(HEXES)]) if holder in servants]
    for place in held:
        home = state[HOME_COUNTRY][place]
        if home != NOBODY and (home in liberated or state[POWER][home] == enemy):
            take_control(game, place, power)
    for country in sorted(liberated):
        align_country(game, country, power)


class NewWar(msgspec.Struct):
    """The two powers that have come to war."""

    power: int
    enemy: int


@step("2.5.3")
def minors_conquests_pass(game: Game, war: NewWar) -> Control:
    """On both sides."""
    pass_to_major_power(game, war.power, war.enemy)
    pass_to_major_power(game, war.enemy, war.power)
    return None


CONQUESTS_PASS = procedure("conquests of minor countries pass", "2.5.3", minors_conquests_pass, locals=NewWar)


def _war_declared(game: Position, event: WarDeclared) -> Call | None:
    return conquests_to_pass(game, event.power, event.target_power)


@rule("2.5.3")
def conquests_to_pass(game: Position, power: int, enemy: int) -> Call | None:
    """The two have come to war: owed only if a minor country of either holds something under its own name."""
    servants = {power for power in range(len(game.state[SIDE])) if master_of(game, power) != power}
    if servants.intersection(game.state[CONTROLLER]) or servants.intersection(game.state[POWER]):
        return Call(CONQUESTS_PASS.name, NewWar(power, enemy))
    return None


# ------------------------------------------------------------------------------------- 2.5.4 units in hexes changing control


@clause("2.5.4")
def may_stay(game: Position, unit: int) -> bool:
    """May the unit be where it is: with its own side, or in the hex of somebody it is at war with?"""
    place = game.state[PLACE][unit]
    holder = game.state[CONTROLLER][place]
    if side_of_power(game, holder) != side_of(game, unit):
        return unit_at_war(game, unit, holder)
    return stacking_violation(game, place, things_at(game, place)) is None


@rule("2.5.4")
def displace_strangers(game: Game, place: int) -> tuple[int, ...]:
    """The same for those only whom the hex's new controller does not let stay, whoever else is there."""
    holder = game.state[CONTROLLER][place]
    unwelcome = (
        unit
        for unit in things_at(game, place)
        if side_of_power(game, holder) != side_of(game, unit) and not unit_at_war(game, unit, holder)
    )
    return send_away(game, place, tuple(unwelcome))


@rule("2.5.4")
def displace_units(game: Game, place: int, *, ships_too: bool = True) -> tuple[int, ...]:
    """Units that the change of control leaves illegally there go to the production circle, to arrive in 2 turns.

    Not naval units where the rule that changes control has something else in store for them.
    """
    gone: tuple[int, ...] = ()
    for unit in things_at(game, place):
        if not may_stay(game, unit) and (ships_too or not isinstance(counter_of(game, unit), NavalCounter)):
            gone += send_away(game, place, (unit,))
    if not ships_too:
        return gone
    holder = game.state[CONTROLLER][place]
    for owner, points in convoys_at(game, place):
        if side_of_power(game, holder) != side_of_power(game, owner) and not at_war(game, owner, holder):
            displace_convoys(game, owner, place, points)
    return gone


@rule("2.5.4")
def clear_for_new_holder(game: Game, place: int) -> None:
    """A hex that was given away: whoever is not on its new controller's side leaves it, at war with him or not."""
    side = side_of_power(game, game.state[CONTROLLER][place])
    others = (unit for unit in things_at(game, place) if side_of(game, unit) != side and not is_partisan(game, unit))
    send_away(game, place, tuple(others))
    for owner, points in convoys_at(game, place):
        if side_of_power(game, owner) != side:
            displace_convoys(game, owner, place, points)


def convoys_at(game: Position, place: int) -> tuple[tuple[int, int], ...]:
    """(owner, points) of the convoy points there."""
    return tuple((owner, points) for owner, at, points in sorted(game.state.amounts(CONVOY_POINTS)) if at == place)


@clause("2.5.4")
def displace_convoys(game: Game, owner: int, place: int, points: int) -> None:
    """Like units."""
    turn = game.state.get(TURN) + TURNS_UNTIL_DISPLACED_UNITS_ARRIVE(game)
    game.add(CONVOY_POINTS, owner, place, -points)
    game.add(CONVOY_POINTS, owner, place_index(game, circle_space(turn)), points)
    game.say(ConvoysDisplaced(power=owner, points=points, place=place, turn=turn))


@rule("2.5.4")
def send_away(game: Game, place: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """They go to the production circle, to arrive in 2 turns."""
    turn = game.state.get(TURN) + TURNS_UNTIL_DISPLACED_UNITS_ARRIVE(game)
    for unit in units:
        move(game, unit, place_index(game, circle_space(turn)))
        game.say(Displaced(thing=unit, place=place, turn=turn))
    return units


MODULE = Module(
    procedures=(CONQUESTS_PASS,),
    seams=(TAKES_NO_CONTROL,),
    subscribes=((WarDeclared, _war_declared),),
    permissions=(CONTROL,),
)
