"""14.2 Aircraft missions: the skeleton that every mission's list shares.

CAP → fly → intercept → counter-intercept → air-to-air combat → (anti-aircraft fire, option 3) → the mission's own effect
→ return to base. Each of these is written once, as a step; each mission is a procedure made of them in the order of its own
list in the book, with its effect in the middle. What distinguishes missions is in a `Kind`.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TypeAlias

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.kinds import NOTHING_POINTED_AT, Number, Place, Target, Thing, Word
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Procedure, Step, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AllOf, Chain
from worldfire.engine.shapes import Choice, Choices, Item, Noun, Prefix, Send, Shape, in_pairs
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.flights import (
    AIR_SHARE,
    FLIGHT,
    Flight,
    bombers,
    fighters,
    flight_of,
    flying_to,
    in_flight,
    of_side,
    take_off,
    targets_in_flight,
)
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Power
from worldfire.forces.participants import air_component
from worldfire.forces.things import (
    FACE_DOWN,
    HEXES,
    IN_FLIGHT,
    NO_PLANES,
    PLACE,
    Counter,
    aboard,
    all_such,
    board_of,
    counter_of,
    move,
    such_on_the_map,
    things_at,
)
from worldfire.forces.turn import WEATHER_OF_ZONE, active_side, other_side, powers_of_side, seat_of_power
from worldfire.forces.who import CONTROLLER, NOBODY, master_of, power_of, side_of, side_of_power
from worldfire.rules.s02_4_supply import flight_supply_violation, in_supply
from worldfire.rules.s08_weather import BLIZZARD, RAIN, SNOW, STORM, terrain_at, weather_at
from worldfire.rules.s09_08_states_of_war import attack_support_violation, defence_support_violation
from worldfire.rules.s10_actions import count_activity, left_of, may_do, passed
from worldfire.rules.s14_1_range import has_extended_range, hexdots_of, hexes_in_play, reach_of, reachable, too_far
from worldfire.rules.s14_air_combat import AIR_COMBAT, AirCombat, with_enemies
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Return
from worldfire.rules.s15_surprise import (
    cannot_be_opposed,
    is_surprised_by,
    surprised_flight_violation,
    victim_named,
    victim_of,
)
from worldfire.rules.s18_1_cooperation import cooperation_violation, powers_cooperate
from worldfire.tables.counters import AirCounter, AirType, NavalCounter

GROUNDING = frozenset({STORM, BLIZZARD})
HALVING = frozenset({RAIN, SNOW})
#: 14.5
COVER = frozenset({"forest", "jungle", "swamp"})
STAY = "stay"
#: what an aircraft flies as → the word of the action
WORDS = {
    Flight.PATROL: "patrol",
    Flight.ESCORT: "escort",
    Flight.INTERCEPTION: "intercept",
    Flight.BOMBER: "fly",
    Flight.FIGHTER_BOMBER: "fly-as-bomber",
    Flight.EXTENDED_BOMBER: "fly-extended",
}
FLIGHTS = {word: flight for flight, word in WORDS.items()}


class Mission(msgspec.Struct):
    """A mission that is being flown. Who flies it stands in the state (`forces.flights`)."""

    kind: str = ""
    #: the side that flies the mission: the active one
    side: int = NOBODY
    #: hexes given from outside: for ground support those that are attacked
    given: tuple[int, ...] = ()
    #: hexes over which an air-to-air combat was fought
    fought: tuple[int, ...] = ()
    #: 11.15.4: (land unit, hex that it attacks), for what surprise does to ground support
    attacks: tuple[tuple[int, int], ...] = ()
    #: 11.17.4: units that started the step face-down
    face_down: tuple[int, ...] = ()
    #: 11.11: cargo that commenced out of supply
    unsupplied: tuple[int, ...] = ()
    #: 11.11: (transport, base) once they fly home: from combat there they abort to that base
    bound_for: tuple[tuple[int, int], ...] = ()


#: option 3: a procedure that fires at the bombers. (game, mission) → a Call, or None
ANTI_AIRCRAFT_FIRE = AllOf[[Mission], Call]("22.2 anti-aircraft fire")
#: options 8, 24, 49: factors after everything of the standard rules. (game, factors, aircraft, target)
TACTICAL_FACTORS = Chain[Fraction, [int, int]]("14.2 tactical factors")


@dataclass(frozen=True)
class Kind:
    """What distinguishes a mission from others."""

    name: str
    rule: str
    #: 14.2.2: who flies it as a bomber
    eligible: Callable[[Position, int], bool]
    #: the hexes that the active side may fly it to: also where the other side may expect it
    targets: Callable[[Position, Mission], frozenset[int]]
    #: why this aircraft may not fly it to this hex, though it is a target
    violation: Callable[[Position, int, int], Violation | None] = lambda game, thing, place: None
    #: 9.8: why this aircraft, whatever it flies as, may have no part in what is fought there. Who may, fights all the others
    part_violation: Callable[[Position, Mission, int, int], Violation | None] | None = None
    #: each bomber is one such activity (10.2); ground support counts against nothing
    activity: str = ""
    #: 11.15.4: the attacker may fly patrols, the defender bombers and escorts
    both_sides: bool = False
    #: 9.8, 11.17.1: who is at war with the hex fights whoever flies to it
    hex_at_war: bool = False
    #: 11.7: it is the hex that is attacked, and not the units in it
    against_the_hex: bool = False
    #: 11.11, 11.14: loads of which a bomber may take one along; () among them: it may fly empty
    cargo: Callable[[Position, int], tuple[tuple[int, ...], ...]] | None = None
    #: 11.14: where the opponent's patrols may fly, unless to potential targets only
    patrolled: Callable[[Position, Mission], frozenset[int]] | None = None
    #: each unit carried is one such activity (10.2)
    cargo_activity: str = ""
    #: why this bomber may not take this load along
    load_violation: Callable[[Position, int, tuple[int, ...]], Violation | None] = lambda game, thing, load: None
    #: 11.14: why what is carried, as (unit, hex), is more than may be
    deliveries_violation: Callable[[Position, tuple[tuple[int, int], ...]], Violation | None] = lambda game, carried: (
        None
    )
    #: 11.14: why these units may not be taken into this hex together
    delivery_violation: Callable[[Position, tuple[int, ...], int], Violation | None] = lambda game, units, place: None
    #: 11.2: the units in a hex that it is flown against, if not all of a side, and the powers of convoy points among them
    attacked: Callable[[Position, int, int], tuple[tuple[int, ...], tuple[int, ...]]] | None = None
    #: 14.1.1: hex → what it takes of an aircraft's range to fly there so
    in_reach: Callable[[Position, int, Flight], Mapping[int, int]] = reachable
    #: whether anybody can have a reason to fly it
    is_wanted: Callable[[Position, Mission], bool] = lambda game, mission: True


KINDS: dict[str, Kind] = {}


def new_kind(kind: Kind) -> Kind:
    """Make a kind of mission known to the steps below."""
    KINDS[kind.name] = kind
    return kind


# ---------------------------------------------------------------------------------------------- 14.2.2 who can fly what


def _air(game: Position, thing: int) -> AirCounter | None:
    counter = counter_of(game, thing)
    return counter if isinstance(counter, AirCounter) else None


def is_carrier(game: Position, thing: int) -> bool:
    return _launches(counter_of(game, thing))


def _launches(counter: Counter) -> bool:
    return isinstance(counter, NavalCounter) and counter.air_component is not None


def _flies(counter: Counter) -> bool:
    """Aircraft and carriers."""
    return isinstance(counter, AirCounter) or _launches(counter)


@clause("14.2.2", "14.2.2/table: air missions")
def flies_as_fighter(game: Position, thing: int) -> bool:
    """Patrol, escort, interception: FTRs and carrier planes."""
    counter = _air(game, thing)
    return is_carrier(game, thing) if counter is None else counter.type is AirType.FTR


@clause("14.2.2/table: air missions")
def has_tactical_factor(game: Position, thing: int) -> bool:
    counter = _air(game, thing)
    return is_carrier(game, thing) if counter is None else counter.tactical is not None


@rule("14.2.2/table: air missions")
def has_strategic_factor(game: Position, thing: int) -> bool:
    counter = _air(game, thing)
    return is_carrier(game, thing) if counter is None else counter.strategic is not None


@clause("14.2.2/table: air missions")
def may_carry(game: Position, thing: int, mission: str) -> bool:
    """Who flies air transport, air supply and paradrops: ATRs."""
    counter = _air(game, thing)
    return counter is not None and counter.type is AirType.ATR


#: what is asked of the clause that follows: (game, transport, load, points)
RangeWithLoad: TypeAlias = Callable[[Position, int, tuple[int, ...], int], int]


@clause("14.1.1")
def range_with_load(game: Position, transport: int, load: tuple[int, ...], points: int) -> int:
    """The points of its range that a way takes with this load aboard."""
    return points


@clause("14", "14.2.2", "14.4/carrier planes")
def ready_violation(game: Position, thing: int) -> Violation | None:
    """Whatever it flies, an aircraft must be face-up, on the map and in supply; carrier planes fly from the sea."""
    if game.state[FACE_DOWN][thing]:
        return refused("14.2.2", "aircraft-face-down", unit=Thing(thing))
    place = game.state[PLACE][thing]
    if is_carrier(game, thing):
        if game.state[NO_PLANES][thing] or place < 0 or not hexdots_of(game, place):
            return refused("14.4", "carrier-cannot-launch", unit=Thing(thing))
        return None
    if _air(game, thing) is None or not is_hex(game, place):
        return refused("14.2.2", "aircraft-not-on-the-map", unit=Thing(thing))
    return flight_supply_violation(game, thing)


@clause("14.2.2", "14.2.6")
def bomber_flights(game: Position, thing: int, kind: Kind) -> tuple[Flight, ...]:
    """How it may fly the mission as a bomber: FTRs at half range, some bombers also at extended range."""
    if not kind.eligible(game, thing):
        return ()
    counter = _air(game, thing)
    if counter is not None and counter.type is AirType.FTR:
        return (Flight.FIGHTER_BOMBER,)
    return (Flight.BOMBER, Flight.EXTENDED_BOMBER) if has_extended_range(game, thing) else (Flight.BOMBER,)


# ------------------------------------------------------------------------------------------ 14.2.3, 14.4, 14.5 factors


def printed_factors(game: Position, thing: int) -> tuple[Fraction, Fraction]:
    """Tactical and strategic factors; of a carrier half and a tenth of what it allots to its air-to-sea factors (14.4)."""
    counter = _air(game, thing)
    if counter is None:
        at_sea = air_component(game, thing) - game.state[AIR_SHARE][thing]
        return Fraction(at_sea, 2), Fraction(at_sea, 10)
    return Fraction(counter.tactical or 0), Fraction(counter.strategic or 0)


@rule("14.1.1/extended range", "14.4")
def factors(game: Position, thing: int) -> tuple[Fraction, Fraction]:
    """Tactical and strategic factors as flown: half at extended range."""
    tactical, strategic = printed_factors(game, thing)
    far = flight_of(game, thing) is Flight.EXTENDED_BOMBER
    return (tactical / 2, strategic / 2) if far else (tactical, strategic)


@clause("14.2.3", "14.5")
def tactical_factors(game: Position, thing: int, target: int) -> Fraction:
    """Halved in rain or snow, and halved in forest, jungle or swamp; exact, because 2.6 rounds at the end."""
    return TACTICAL_FACTORS(game, left_in_the_hex(game, factors(game, thing)[0], target), thing, target)


@rule("14.2.3", "14.5")
def left_in_the_hex(game: Position, tactical: Fraction, target: int) -> Fraction:
    """What weather and terrain of the hex leave of so many tactical factors."""
    if weather_at(game, target) in HALVING:
        tactical /= 2
    return tactical / 2 if terrain_at(game, target) in COVER else tactical


@rule("14.2.3")
def weather_violation(game: Position, place: int) -> Violation | None:
    """Nothing flies to a hex in storm or blizzard; rebasing does (11.16)."""
    if weather_at(game, place) in GROUNDING:
        return refused("14.2.3", "weather-grounds-aircraft", place=Place(place))
    return None


@rule("14.2.3")
def flown_to(game: Position, places: frozenset[int]) -> frozenset[int]:
    """Those of the places whose weather lets aircraft fly to them."""
    if GROUNDING.isdisjoint(game.look_up(WEATHER_OF_ZONE).values()):  # it is never worse than in its zone (8.2.1)
        return places
    return frozenset([place for place in places if weather_at(game, place) not in GROUNDING])


# -------------------------------------------------------------------------------------------------------------- enemies


def is_enemy(game: Position, power: int, other: int) -> bool:
    """Powers of opposite sides that are at war."""
    return other != NOBODY and side_of_power(game, power) != side_of_power(game, other) and at_war(game, power, other)


def enemy_units_at(game: Position, power: int, place: int) -> tuple[int, ...]:
    return tuple(unit for unit in things_at(game, place) if is_struck(game, power, unit, place))


@rule("9.8")
def is_struck(game: Position, power: int, unit: int, place: int) -> bool:
    """An attack on the hex meets what the power is at war with, and in an enemy's hex everything of the other side."""
    if is_enemy(game, power, power_of(game, unit)):
        return True
    other_side = side_of(game, unit) not in (NOBODY, side_of_power(game, power))
    return other_side and is_enemy(game, power, game.state[CONTROLLER][place])


@rule("15.1/aircraft units")
def victims_of(game: Position, mission: Mission, place: int) -> tuple[int, ...]:
    """Whom the mission to this hex is flown against: whoever of the other side has units there, else who controls it."""
    units, powers = _attacked(game, mission, other_side(mission.side), place)
    victims = (*(victim_of(game, unit) for unit in units), *(victim_named(game, power) for power in powers))
    present = tuple(dict.fromkeys(victims))
    controller = game.state[CONTROLLER][place]
    if not present and controller != NOBODY and side_of_power(game, controller) != mission.side:
        return (victim_named(game, controller),)
    return present


def _attacked(game: Position, mission: Mission, side: int, place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Units of the side in the hex that the mission is flown against, and powers whose convoy points are."""
    kind = KINDS[mission.kind]
    if kind.against_the_hex:
        return (), ()
    if kind.attacked is not None:
        return kind.attacked(game, side, place)
    return of_side(game, things_at(game, place), side), ()


# ---------------------------------------------------------------------------------------------------- a wave of aircraft

PATROLS, ATTACKERS, INTERCEPTORS, COUNTER = "patrols", "attackers", "interceptors", "counter-interceptors"


class Wave(msgspec.Struct):
    """One item of a mission's list: the powers of a side send aircraft, one power after another."""

    part: str
    side: int
    asked: tuple[int, ...] = ()


def _flights(game: Position, mission: Mission, wave: Wave, thing: int) -> tuple[Flight, ...]:
    """What this aircraft may fly as in this item of the list."""
    kind = KINDS[mission.kind]
    fighter = flies_as_fighter(game, thing)
    if wave.part == PATROLS:
        return (Flight.PATROL,) if fighter else ()
    if wave.part == COUNTER:
        return (Flight.INTERCEPTION,) if fighter else ()
    as_bomber = bomber_flights(game, thing, kind)
    if wave.part == INTERCEPTORS:
        own = (Flight.INTERCEPTION,) if fighter else ()
        defending = (*as_bomber, *((Flight.ESCORT,) if fighter else ()))
        return own + defending if kind.both_sides else own
    patrol = (Flight.PATROL,) if fighter and kind.both_sides else ()
    return (*as_bomber, *((Flight.ESCORT,) if fighter else ()), *patrol)


def _hexes(game: Position, mission: Mission, wave: Wave) -> frozenset[int]:
    """Where aircraft may go in this item: potential targets first, then where somebody already is."""
    if wave.part == PATROLS:
        patrolled = KINDS[mission.kind].patrolled
        return patrolled(game, mission) if patrolled is not None else potential_targets(game, mission)
    if wave.part == ATTACKERS:
        return targets_of(game, mission)
    enemy = other_side(wave.side)
    met = {place for place in targets_in_flight(game) if of_side(game, flying_to(game, place), enemy)}
    found = frozenset(place for place in met if not unopposed(game, mission, place))
    if wave.part == INTERCEPTORS:
        return found | frozenset(mission.given)
    return frozenset(
        place for place in found if place in mission.given or of_side(game, flying_to(game, place), wave.side)
    )


def targets_of(game: Position, mission: Mission) -> frozenset[int]:
    """Hexes in play that the mission may be flown to."""
    key = ("targets", msgspec.structs.astuple(mission))
    return game.recall(key, lambda: KINDS[mission.kind].targets(game, mission) & hexes_in_play(game))


def potential_targets(game: Position, mission: Mission) -> frozenset[int]:
    """Those that a bomber can reach in this weather: where patrols may be flown, and why the mission is asked for at all."""
    key = ("potential targets", msgspec.structs.astuple(mission))
    return game.recall(key, lambda: _potential_targets(game, mission))


@rule("14.2.5/combat air patrol (cap)")
def _potential_targets(game: Position, mission: Mission) -> frozenset[int]:
    kind = KINDS[mission.kind]
    sides = (mission.side, other_side(mission.side)) if kind.both_sides else (mission.side,)
    able = (
        power
        for side in sides
        for power in powers_of_side(game, side)
        if not passed(game, power) and (not kind.activity or may_do(game, power, kind.activity) is None)
    )
    flying = [(thing, flight) for power in able for thing, flight in _bombers_on_the_map(game, kind, power)]
    if not flying or not kind.is_wanted(game, mission) or not any(_can_bomb(game, kind, thing) for thing, _ in flying):
        return frozenset()
    hexes = flown_to(game, targets_of(game, mission))
    found: set[int] = set()
    for thing, flight in flying:
        near = hexes.intersection(kind.in_reach(game, thing, flight))
        if not near <= found and _can_bomb(game, kind, thing):  # whether it is in supply takes longest to find out
            found |= near
    return frozenset(found)


@rule("15.1")
def unopposed(game: Position, mission: Mission, place: int) -> bool:
    """The mission's aircraft surprise all that they fly against in the hex: no patrol, no interception."""
    coming = of_side(game, flying_to(game, place), mission.side)
    return cannot_be_opposed(game, coming, victims_of(game, mission, place))


@clause("18.2")
def strangers_violation(game: Position, mission: Mission, thing: int, place: int) -> Violation | None:
    """An aircraft takes no part where units of its side do that it does not co-operate with."""
    side = side_of(game, thing)
    involved = (*of_side(game, flying_to(game, place), side), *units_involved(game, mission, side, place))
    for other in involved:
        found = cooperation_violation(game, thing, other)
        if found is not None:
            return refused("18.2", "mission-with-strangers", unit=Thing(thing), place=Place(place))
    attacked = _attacked(game, mission, side, place)[1] if side != mission.side else ()
    powers = tuple(master_of(game, power) for power in attacked)
    holder = game.state[CONTROLLER][place]
    if KINDS[mission.kind].against_the_hex and side_of_power(game, holder) == side:
        powers += (master_of(game, holder),)
    if not all(powers_cooperate(game, power_of(game, thing), power) for power in powers):
        return refused("18.2", "mission-with-strangers", unit=Thing(thing), place=Place(place))
    return None


def units_involved(game: Position, mission: Mission, side: int, place: int) -> tuple[int, ...]:
    """Units of the side that the mission is about: those in the hex, or in ground support those that attack it."""
    if side == mission.side:
        return tuple(unit for unit, target in mission.attacks if target == place)
    return _attacked(game, mission, side, place)[0]


@clause("9.8", "14.2.3", "14.2.5", "15.1")
def sortie_violation(
    game: Position, mission: Mission, wave: Wave, thing: int, flight: Flight, place: int
) -> Violation | None:
    """Why this aircraft may not fly so to this hex of the wave, range and weather apart."""
    kind = KINDS[mission.kind]
    found = strangers_violation(game, mission, thing, place)
    if found is None and kind.part_violation is not None:
        found = kind.part_violation(game, mission, thing, place)
    if found is not None:
        return found
    if wave.part in (INTERCEPTORS, COUNTER):
        enemies = of_side(game, flying_to(game, place), other_side(wave.side))
        if flight is Flight.INTERCEPTION and not _fought_by(game, kind, thing, enemies, place):
            return refused("14.2.5", "nothing-to-intercept", place=Place(place))
        if flight is Flight.ESCORT:  # the defender's, against those who attack on the ground as well
            enemies += tuple(unit for unit, target in mission.attacks if target == place)
        if flight.is_fighter:
            return surprised_flight_violation(game, thing, enemies)
    if flight.is_bomber:
        return kind.violation(game, thing, place)
    return None


@rule("9.8")
def _fought_by(game: Position, kind: Kind, thing: int, enemies: tuple[int, ...], place: int) -> bool:
    """Is one of these at war with the fighter? Over a hex that is attacked all fight each other who may have a part in it."""
    if kind.part_violation is not None:
        return bool(enemies)
    return bool(with_enemies(game, (thing,), enemies, _hex_that_counts(kind, place)))


def _hex_that_counts(kind: Kind, place: int) -> int:
    return place if kind.hex_at_war else NOBODY


@rule("9.8")
def part_in_an_attack(game: Position, mission: Mission, thing: int, place: int) -> Violation | None:
    """Who may have a part in an attack on what is in the hex; where it will come nobody knows when patrols take off."""
    struck = tuple(
        unit
        for unit in of_side(game, things_at(game, place), other_side(mission.side))
        if not isinstance(counter_of(game, unit), NavalCounter)
    )
    if side_of(game, thing) == mission.side:
        return attack_support_violation(game, thing, place, struck)
    coming = of_side(game, flying_to(game, place), mission.side)
    return defence_support_violation(game, thing, place, struck, coming) if coming else None


def _sorties(game: Position, mission: Mission, wave: Wave, thing: int, hexes: Sequence[int]) -> tuple[str, ...]:
    """Everything that this aircraft may do in this wave, as words; the hexes in order."""
    in_reach = KINDS[mission.kind].in_reach
    reach = ((flight, in_reach(game, thing, flight)) for flight in _flights(game, mission, wave, thing))
    flights = [(flight, near) for flight, near in reach if not near.keys().isdisjoint(hexes)]
    if not flights or ready_violation(game, thing) is not None:  # whether it is in supply takes longest to find out
        return ()
    found = []
    for flight, near in flights:
        for place in hexes:
            if place in near and sortie_violation(game, mission, wave, thing, flight, place) is None:
                details = _details(game, mission, thing, flight, place)
                found += [f"{WORDS[flight]} {place}{more}" for more in details]
    return tuple(found)


@rule("14.1.1", "14.2.2")
def order_violation(game: Position, mission: Mission, wave: Wave, thing: int, choice: str) -> Violation | None:
    """Why this order is not among those offered to the aircraft: the same reasons as in `_sorties`, said aloud."""
    flight, place, _ = read_sortie(choice)
    kind, load = KINDS[mission.kind], cargo_of(choice)
    found = ready_violation(game, thing)
    if found is not None:
        return found
    if flight not in _flights(game, mission, wave, thing):
        return refused("14.2.2", "does-not-fly-that", unit=Thing(thing), mission=mission.kind, role=flight.word)
    if place not in _hexes(game, mission, wave):
        found = kind.violation(game, thing, place) if flight.is_bomber else None
        return found or refused(kind.rule, "no-target-there", place=Place(place), mission=mission.kind)
    if place not in kind.in_reach(game, thing, flight):
        return too_far(game, thing, place, reach_of(game, thing, flight))
    found = weather_violation(game, place) or sortie_violation(game, mission, wave, thing, flight, place)
    if found is not None or not flight.is_bomber or kind.cargo is None:
        return found
    if load in kind.cargo(game, thing):
        return _delivery_violation(game, kind, thing, flight, load, place)
    if not load:
        return refused(kind.rule, "flies-only-with-cargo", unit=Thing(thing))
    for unit in load:
        if game.state[PLACE][unit] != game.state[PLACE][thing]:
            return refused(kind.rule, "cargo-elsewhere", unit=Thing(unit), aircraft=Thing(thing))
    return kind.load_violation(game, thing, load)


@rule("14.4/carrier planes")
def _details(game: Position, mission: Mission, thing: int, flight: Flight, place: int) -> tuple[str, ...]:
    """How a carrier may divide its air component (+ its share for air-to-air combat); what a transport may take along."""
    if is_carrier(game, thing):
        whole = air_component(game, thing)
        return (f" +{whole}",) if flight.is_fighter else tuple(f" +{share}" for share in range(whole + 1))
    kind = KINDS[mission.kind]
    if kind.cargo is None or flight.is_fighter:
        return ("",)
    loads = game.recall(("loads", kind.name, thing), partial(kind.cargo, game, thing))
    welcome = (load for load in loads if _delivery_violation(game, kind, thing, flight, load, place) is None)
    return tuple("".join(f" {unit}" for unit in load) for load in welcome)


def _delivery_violation(
    game: Position, kind: Kind, transport: int, flight: Flight, load: tuple[int, ...], place: int
) -> Violation | None:
    """Why the transport may not take this load to the hex: it is too heavy for the way, or not let in."""
    if not load:
        return None
    most = reach_of(game, transport, flight)
    if range_with_load(game, transport, load, reachable(game, transport, flight)[place]) > most:
        return refused("14.1.1", "target-out-of-range", unit=Thing(transport), place=Place(place), most=Number(most))
    return kind.delivery_violation(game, load, place)


class Sortie(Word):
    """What an aircraft flies as, and where to: `strike 2803`, with its cargo or what a carrier allots to air-to-air combat."""

    __slots__ = ()

    @classmethod
    def target(cls, game: Position, value: str) -> Target:
        return NOTHING_POINTED_AT if value == STAY else Target(place=read_sortie(value)[1])


def read_sortie(choice: str) -> tuple[Flight, int, int]:
    """A choice as what the aircraft flies as, where to, and a carrier's share for air-to-air combat or the cargo."""
    word, place, *detail = choice.split(" ")
    return FLIGHTS[word], int(place), int(detail[0]) if detail else NOBODY


def cargo_of(choice: str) -> tuple[int, ...]:
    """The units that an aircraft takes along by this choice."""
    return tuple(int(word) for word in choice.split(" ")[2:] if not word.startswith("+"))


class Sorties(Send, frozen=True, tag="Send"):
    """Who flies as what, and where to. Said choice by choice, escorts come last, and go only where somebody bombs.

    As with `Send`, the rule's own violation judges all of it; here it only keeps a prefix from having no legal end.
    """

    #: hexes that are bombed already
    bombed: tuple[int, ...] = ()
    #: bombers that the power has missions left for
    missions: int = 0

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """An aircraft and its sortie, and so on: first all but the escorts, in the order of the offer, then these."""
        words = self._words(tuple(in_pairs(prefix[: len(prefix) // 2 * 2])))
        return words[prefix[-1]] if len(prefix) % 2 else (None, *words)

    def _words(self, said: tuple[tuple[Item, Item], ...]) -> dict[Item, tuple[Item, ...]]:
        """Aircraft → the sorties that may be said of it after those."""
        order = {choices.item: number for number, choices in enumerate(self.items)}
        flown = {item: read_sortie(str(word)) for item, word in said}
        last = max(((flight is Flight.ESCORT, order[item]) for item, (flight, *_) in flown.items()), default=None)
        bombed = {place for flight, place, _ in flown.values() if flight.is_bomber}.union(self.bombed)
        missions = self.missions - sum(flight.is_bomber for flight, *_ in flown.values())

        def may_follow(item: Item, word: Item) -> bool:
            flight, place, _ = read_sortie(str(word))
            if item in flown or (last is not None and (flight is Flight.ESCORT, order[item]) < last):
                return False
            if flight is Flight.ESCORT:
                return place in bombed
            return missions > 0 or not flight.is_bomber

        words = {each.item: tuple(word for word in each.to[1:] if may_follow(each.item, word)) for each in self.items}
        return {item: found for item, found in words.items() if found}


def _offer(game: Position, wave: Wave, power: int) -> tuple[Choices, ...]:
    found = list(_orders(game, wave, power))
    return tuple(found) if _any_but_escorts(found) else _escorts_of_others(game, wave, found)


def _orders(game: Position, wave: Wave, power: int) -> Iterator[Choices]:
    """Aircraft by aircraft what it may do, for those who can do anything."""
    mission = game.enclosing(Mission)
    key = (msgspec.structs.astuple(mission), wave.part, wave.side)
    hexes = game.recall(("hexes of a wave", key), lambda: _hexes_in_order(game, mission, wave))
    for thing in _aircraft_of(game, power) if hexes else ():
        sorties = game.recall(("sorties", key, thing), partial(_sorties, game, mission, wave, thing, hexes))
        if sorties:
            yield Choices(thing, (STAY, *sorties))


def _hexes_in_order(game: Position, mission: Mission, wave: Wave) -> tuple[int, ...]:
    return tuple(sorted(flown_to(game, _hexes(game, mission, wave))))


def _any_but_escorts(offer: list[Choices]) -> bool:
    return any(read_sortie(str(word))[0] is not Flight.ESCORT for item in offer for word in item.to[1:])


@rule("14.2.5/escorting")
def _escorts_of_others(game: Position, wave: Wave, offer: list[Choices]) -> tuple[Choices, ...]:
    """A power that has no bombers to send escorts those that its allies have sent."""
    bombed = _bombed(game, wave)
    kept = []
    for item in offer:
        words = tuple(word for word in item.to[1:] if read_sortie(str(word))[1] in bombed)
        if words:
            kept.append(Choices(item.item, (STAY, *words)))
    return tuple(kept)


def _bombed(game: Position, wave: Wave) -> frozenset[int]:
    """Hexes to which the side has already sent bombers."""
    targets = targets_in_flight(game)
    return frozenset(t for t in targets if bombers(game, of_side(game, flying_to(game, t), wave.side)))


def _aircraft_of(game: Position, power: int) -> tuple[int, ...]:
    """The power's face-up aircraft and carriers on the map, those of its minor countries too (10.2)."""
    return game.recall("aircraft that may fly", lambda: _aircraft_by_power(game)).get(power, ())


def _aircraft_by_power(game: Position) -> dict[int, tuple[int, ...]]:
    state = game.state
    places, down, flight, hexes = state[PLACE], state[FACE_DOWN], state[FLIGHT], state.get(HEXES)
    at_sea = [carrier for carrier in all_such(game, _launches) if places[carrier] >= hexes]
    found: dict[int, tuple[int, ...]] = {}
    for thing in sorted((*such_on_the_map(game, _flies), *at_sea)):
        if not (down[thing] or flight[thing]):
            power = power_of(game, thing)
            found[power] = (*found.get(power, ()), thing)
    return found


def powers_that_fly(game: Position, wave: Wave) -> tuple[int, ...]:
    """The powers of the side that have not been asked yet, first those that have bombers, as others may escort them."""
    kind = KINDS[game.enclosing(Mission).kind]
    left = [power for power in powers_of_side(game, wave.side) if power not in wave.asked]
    if wave.part != ATTACKERS or len(left) < 2:
        return tuple(left)
    return tuple(sorted(left, key=lambda power: not _has_bombers(game, kind, power)))


def _has_bombers(game: Position, kind: Kind, power: int) -> bool:
    return game.recall(("has bombers", kind.name, power), lambda: any(_bombers_of(game, kind, power)))


def _counts(game: Position, mission: Mission, choice: str) -> bool:
    return choice != STAY and read_sortie(choice)[0].is_bomber and bool(KINDS[mission.kind].activity)


def _fly_shape(game: Position, wave: Wave, seat: str) -> Shape | Violation:
    power = powers_that_fly(game, wave)[0]
    offer = _offer(game, wave, power)
    if not offer:
        return refused("14.2.2", "nothing-can-fly", power=Power(power))
    activity = KINDS[game.enclosing(Mission).kind].activity
    missions = left_of(game, power, activity) if activity else len(offer)
    return Sorties(offer, len(offer), bombed=tuple(sorted(_bombed(game, wave))), missions=missions)


@rule("14.2.1", "14.2.5/escorting", "10.2")
def _fly_violation(game: Position, wave: Wave, seat: str, noun: Noun) -> Violation | None:
    """Within the limit of air missions; an escort goes where somebody needs it."""
    mission, power = game.enclosing(Mission), powers_that_fly(game, wave)[0]
    flown = [(thing, *read_sortie(choice)) for thing, choice in noun if choice != STAY]
    counting = sum(_counts(game, mission, choice) for _, choice in noun)
    found: Violation | None = None
    if counting:
        found = may_do(game, power, KINDS[mission.kind].activity, counting)
        if found is not None:
            return found
    kind = KINDS[mission.kind]
    found = _cargo_violation(game, kind, noun)
    if found is not None:
        return found
    for (thing, _, here, _), (other, _, there, _) in combinations(flown, 2):
        found = cooperation_violation(game, thing, other) if here == there else None
        if found is not None:
            return found
    bombed = {place for _, flight, place, _ in flown if flight.is_bomber} | _bombed(game, wave)
    for thing, flight, place, _ in flown:
        if flight is Flight.ESCORT and place not in bombed:
            return refused("14.2.5", "nobody-to-escort", unit=Thing(thing), place=Place(place))
    return None


@rule("10.2", "11.11", "11.14")
def _cargo_violation(game: Position, kind: Kind, noun: Noun) -> Violation | None:
    """Why all that is carried is too much together, for the limits or for a hex that it comes to."""
    carried = tuple((unit, read_sortie(choice)[1]) for _, choice in noun if choice != STAY for unit in cargo_of(choice))
    if not carried:
        return None
    found = cargo_limit_violation(game, kind, [unit for unit, _ in carried])
    found = found or kind.deliveries_violation(game, carried)
    if found is not None:
        return found
    by_hex = {place: tuple(unit for unit, to in carried if to == place) for _, place in carried}
    refusals = (kind.delivery_violation(game, units, place) for place, units in by_hex.items())
    return next((refusal for refusal in refusals if refusal is not None), None)


@rule("10.2", "11.11", "11.14")
def cargo_limit_violation(game: Position, kind: Kind, carried: list[int]) -> Violation | None:
    """No unit travels twice, and each is a land move of the power that it belongs to."""
    twice = next((unit for unit in carried if carried.count(unit) > 1), None)
    if twice is not None:
        return refused(kind.rule, "cargo-taken-twice", unit=Thing(twice))
    moves = Tally(power_of(game, unit) for unit in carried)
    found = (may_do(game, power, kind.cargo_activity, number) for power, number in moves.items())
    return next((violation for violation in found if violation is not None), None)


@rule("11.11", "11.14", "10.2")
def load(game: Game, mission: Mission, transport: int, unit: int) -> None:
    """The unit goes aboard; it counts as a land move of its own power."""
    if not in_supply(game, unit):
        mission.unsupplied += (unit,)
    move(game, unit, aboard(transport))
    count_activity(game, power_of(game, unit), KINDS[mission.kind].cargo_activity)


def _why_not_fly(game: Position, wave: Wave, seat: str, noun: Noun) -> Violation | None:
    """The first order that cannot be flown, and why."""
    mission, power = game.enclosing(Mission), powers_that_fly(game, wave)[0]
    for thing, choice in _orders_in(game, noun):
        if power_of(game, thing) != power:
            return refused("14.2", "not-its-aircraft", unit=Thing(thing), power=Power(power))
        found = order_violation(game, mission, wave, thing, choice)
        if found is not None:
            return found
    return None


def _orders_in(game: Position, noun: Noun) -> Iterator[tuple[int, str]]:
    """What can be read as an order in a noun that fits no offer."""
    things, board = len(game.state[PLACE]), board_of(game)
    for order in noun if isinstance(noun, tuple) else ():
        if not isinstance(order, tuple) or len(order) != 2 or not all(isinstance(part, int | str) for part in order):
            continue
        thing, (word, *numbers) = str(order[0]), str(order[1]).split(" ")
        known = word in FLIGHTS and thing.isdecimal() and 1 <= len(numbers) <= 3
        plain = known and all(number.lstrip("+").isdecimal() for number in numbers)
        if (
            plain
            and int(thing) < things
            and int(numbers[0]) < len(board)
            and all(int(number) < max(things, len(board)) for number in numbers[1:])
        ):
            yield int(thing), str(order[1])


def _fly(game: Game, wave: Wave, seat: str, noun: Noun) -> Control:
    mission, power = game.enclosing(Mission), powers_that_fly(game, wave)[0]
    for thing, choice in noun:
        if choice != STAY:
            flight, place, detail = read_sortie(choice)
            for unit in cargo_of(choice):
                load(game, mission, thing, unit)
            take_off(game, thing, place, flight, detail if is_carrier(game, thing) else 0)
            if _counts(game, mission, choice):
                count_activity(game, power, KINDS[mission.kind].activity)
    wave.asked += (power,)
    return Goto("next_power_flies")


def _hold_back(game: Game, wave: Wave, seat: str, noun: Noun) -> Control:
    wave.asked += powers_that_fly(game, wave)[:1]
    return Goto("next_power_flies")


FLY = Verb("fly", "14.2", _fly, _fly_shape, _fly_violation, explain=_why_not_fly, items=Thing, to=Sortie)
HOLD_BACK = Verb("hold-back", "14.2", _hold_back)
#: item of the list → what the seat is asked
_PROMPTS = {
    PATROLS: "fly-patrols",
    ATTACKERS: "fly-attackers",
    INTERCEPTORS: "fly-interceptors",
    COUNTER: "fly-counter-interceptors",
}


@step("14.2.1")
def next_power_flies(game: Game, wave: Wave) -> Control:
    """Nobody is asked who has nothing to send, or may send nothing."""
    while powers_that_fly(game, wave):
        power = powers_that_fly(game, wave)[0]
        if may_fly(game, power) and _can_send(game, wave, power):
            return None
        wave.asked += (power,)
    return End()


@rule("14.2.1")
def may_fly(game: Position, power: int) -> bool:
    """Even an inactive power flies fighters and ground support, unless it passed."""
    return not passed(game, power)


def _can_send(game: Position, wave: Wave, power: int) -> bool:
    """Somebody can fly, and not only bombers that the power has no missions left for."""
    mission = game.enclosing(Mission)
    activity = KINDS[mission.kind].activity
    missions_left = not activity or may_do(game, power, activity) is None
    orders = []
    for item in _orders(game, wave, power):
        orders.append(item)
        if missions_left and _any_but_escorts([item]):
            return True  # whoever else could fly, this one can
    offer = tuple(orders) if _any_but_escorts(orders) else _escorts_of_others(game, wave, orders)
    free = any(not _counts(game, mission, str(choice)) for item in offer for choice in item.to[1:])
    return bool(offer) and (free or missions_left)


@step("14.2", FLY, HOLD_BACK)
def send_aircraft(game: Game, wave: Wave) -> Control:
    power = powers_that_fly(game, wave)[0]
    mission = game.enclosing(Mission)
    return one(
        seat_of_power(game, power),
        FLY,
        HOLD_BACK,
        rule=KINDS[mission.kind].rule,
        prompt=_PROMPTS[wave.part],
        mission=mission.kind,
        power=Power(power),
    )


WAVE = procedure("a wave of aircraft", "14.2", next_power_flies, send_aircraft, locals=Wave)


# ------------------------------------------------------------------------------------ the steps that missions share


@step("14.2.5/combat air patrol (cap)")
def opponent_flies_patrols(game: Game, mission: Mission) -> Control:
    """The inactive side flies combat air patrol to potential target hexes."""
    return Call(WAVE.name, Wave(PATROLS, other_side(mission.side)))


@step("14.2.6", also=("14.2.5/escorting",))
def fly_the_attackers(game: Game, mission: Mission) -> Control:
    """The active side flies bombers and escorting fighters to the target hexes."""
    return Call(WAVE.name, Wave(ATTACKERS, mission.side))


@step("14.2.5/intercepting")
def opponent_intercepts(game: Game, mission: Mission) -> Control:
    return Call(WAVE.name, Wave(INTERCEPTORS, other_side(mission.side)))


@step("14.2.5/intercepting")
def intercept_in_turn(game: Game, mission: Mission) -> Control:
    """The active side flies intercepting fighters to the target hexes."""
    return Call(WAVE.name, Wave(COUNTER, mission.side))


class Fights(msgspec.Struct):
    """Air-to-air combats over these hexes, one after another."""

    hexes: tuple[int, ...]


@step("14.3")
def fight_air_to_air(game: Game, mission: Mission) -> Control:
    return Call(FIGHTS.name, Fights(targets_in_flight(game)))


@step("14.3", also=("15.1",))
def next_combat(game: Game, fights: Fights) -> Control:
    """Over each hex where both sides have aircraft and either a fighter; patrols that are surprised do not count."""
    mission = game.enclosing(Mission)
    while fights.hexes:
        place, *rest = fights.hexes
        fights.hexes = tuple(rest)
        combat = combat_over(game, mission, place)
        if combat is not None:
            mission.fought += (place,)
            return Call(AIR_COMBAT.name, combat)
    return End()


@clause("14.3")
def combat_over(game: Position, mission: Mission, place: int) -> AirCombat | None:
    """The air-to-air combat over the hex, if there is one."""
    there, kind = flying_to(game, place), KINDS[mission.kind]
    active, inactive = of_side(game, there, mission.side), of_side(game, there, other_side(mission.side))
    inactive = () if unopposed(game, mission, place) else _alert(game, inactive, active)
    active, inactive = _with_a_part(game, mission, place, active, inactive)
    if not (active and inactive) or not fighters(game, active + inactive):
        return None
    carriers = tuple(thing for thing in active + inactive if is_carrier(game, thing))
    sections = tuple(game.state[PLACE][thing] for thing in carriers)
    return AirCombat(
        (IN_FLIGHT, *dict.fromkeys(sections)),
        (fighters(game, active), fighters(game, inactive)),
        (bombers(game, active), bombers(game, inactive)),
        shares=tuple((thing, game.state[AIR_SHARE][thing]) for thing in carriers),
        bound_for=mission.bound_for,
        sides=(mission.side, other_side(mission.side)),
        by_war=_goes_by_war(kind),
        over=_hex_that_counts(kind, place),
    )


def _goes_by_war(kind: Kind) -> bool:
    """9.8: where no units are attacked, only those fight who are at war. In a port naval combat decides (11.2)."""
    return kind.part_violation is None and kind.attacked is None


@rule("9.8")
def _with_a_part(
    game: Position, mission: Mission, place: int, active: tuple[int, ...], inactive: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Those of both sides who fight over the hex; bombers that nobody there is at war with are through."""
    kind = KINDS[mission.kind]
    if _goes_by_war(kind):
        over = _hex_that_counts(kind, place)
        return with_enemies(game, active, inactive, over), with_enemies(game, inactive, active, over)
    part = kind.part_violation
    if part is None:
        return active, inactive
    return active, tuple(thing for thing in inactive if part(game, mission, thing, place) is None)


@rule("15.1/aircraft units")
def _alert(game: Position, patrols: tuple[int, ...], coming: tuple[int, ...]) -> tuple[int, ...]:
    """Surprised patrols cannot fight if everybody who comes surprises them."""
    return tuple(thing for thing in patrols if not is_surprised_by(game, thing, coming))


@step("14.3")
def combat_fought(game: Game, fights: Fights) -> Control:
    return Goto("next_combat")


FIGHTS = procedure("air-to-air combats", "14.3", next_combat, combat_fought, locals=Fights)


@step("14.2")
def suffer_anti_aircraft_fire(game: Game, mission: Mission) -> Control:
    """Option 3 attaches here; without it nobody fires."""
    return ANTI_AIRCRAFT_FIRE(game, mission)


@step("14.2.4")
def return_to_base(game: Game, mission: Mission) -> Control:
    """All remaining aircraft go home face-down, the active side's first."""
    home = in_flight(game, mission.side) + in_flight(game, other_side(mission.side))
    return Call(RETURN_TO_BASE.name, Return(home))


def survivors(game: Position, mission: Mission) -> Mapping[int, tuple[int, ...]]:
    """Target hex → the mission's bombers that are still over it."""
    found = {t: bombers(game, of_side(game, flying_to(game, t), mission.side)) for t in targets_in_flight(game)}
    return {target: there for target, there in found.items() if there}


def setting_out(kind: Kind) -> Step:
    """The step before a mission's list: what is flown, and that the active side flies it."""

    def set_out(game: Game, mission: Mission) -> Control:
        """Nobody is asked for patrols against what cannot come."""
        mission.kind, mission.side = kind.name, active_side(game)
        return None if can_be_flown(game, mission) else End()

    return Step("set_out", kind.rule, set_out)


@clause("14.2.1")
def can_be_flown(game: Position, mission: Mission) -> bool:
    """Some power that may fly the mission has an aircraft for it, and there is a target in its reach."""
    return bool(potential_targets(game, mission))


def _bombers_of(game: Position, kind: Kind, power: int) -> Iterator[tuple[int, Flight]]:
    """The power's aircraft that could fly the mission now, and how far."""
    return (bomber for bomber in _bombers_on_the_map(game, kind, power) if _can_bomb(game, kind, bomber[0]))


def _bombers_on_the_map(game: Position, kind: Kind, power: int) -> Iterator[tuple[int, Flight]]:
    """The power's aircraft that are eligible for the mission, with the flight that takes them furthest."""
    for thing in _aircraft_of(game, power):
        flights = bomber_flights(game, thing, kind)
        if flights:
            yield thing, flights[-1]


def _can_bomb(game: Position, kind: Kind, thing: int) -> bool:
    """It is ready, with cargo where the mission needs some."""
    return ready_violation(game, thing) is None and (kind.cargo is None or bool(kind.cargo(game, thing)))


def mission_procedure(kind: Kind, *effect: Step) -> Procedure:
    """A mission's list: what all missions share, around what this one does."""
    return procedure(
        kind.name,
        kind.rule,
        setting_out(kind),
        opponent_flies_patrols,  # 1
        fly_the_attackers,  # 2
        opponent_intercepts,  # 3
        intercept_in_turn,  # 4
        fight_air_to_air,  # 5
        suffer_anti_aircraft_fire,  # 6
        *effect,  # 7
        return_to_base,  # 8
        locals=Mission,
    )


MODULE = Module(
    procedures=(WAVE, FIGHTS),
    seams=(ANTI_AIRCRAFT_FIRE, TACTICAL_FACTORS),
)
