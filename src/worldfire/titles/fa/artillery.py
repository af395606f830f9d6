"""fa:21.4 Artillery: guns bombard the next hex in ground strikes and ground support, and defend badly when alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec

from worldfire.engine.changes import Annex, Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, procedure, shared, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.in_turn import STAY, own_orders, with_new_orders
from worldfire.forces.kinds import Destination
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, turn_face_down
from worldfire.forces.turn import other_side, powers_of_side, seats_of_side
from worldfire.forces.who import power_of, seat_of, side_of
from worldfire.rules.s02_3_stacking import land_units_of, together_violation
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s10_actions import STANDS_BY
from worldfire.rules.s11_08_ground_strike import (
    GROUND_STRIKE,
    STRIKES,
    Strike,
    factor_against,
    is_target,
)
from worldfire.rules.s11_10_entry import friendly_land_units, hexside, land_counter
from worldfire.rules.s11_15_2_shore_bombardment import stands_with_notional
from worldfire.rules.s11_15_4_ground_support import (
    GROUND_SUPPORT,
    SupportOf,
    defenders_of,
    hexes_supported,
    support_factors,
    support_of,
)
from worldfire.rules.s11_15_factors import defence_factor, is_fort_hexside, terrain_multiplier
from worldfire.rules.s14_2_missions import (
    KINDS,
    Mission,
    can_be_flown,
    enemy_units_at,
    flown_to,
    left_in_the_hex,
    may_fly,
    strangers_violation,
    survivors,
    tactical_factors,
    targets_of,
    weather_violation,
)
from worldfire.rules.s15_surprise import ground_support_multiple, is_surprised_by
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.tables.counters import LandType
from worldfire.titles.fa.broadsides import ships_committed
from worldfire.titles.fa.hq_support import HqSupport
from worldfire.titles.fa.spotters import Looking, is_spotted
from worldfire.titles.fa.trenches import is_entrenched
from worldfire.titles.fa.zones import GUNS

ALONE = Figure("factors of artillery that defends alone", "fa:21.4")
PART_AGAINST_COVER = Figure("part of its factors that a strike has against who is covered", "fa:11.7.1")


class Batteries(msgspec.Struct):
    """(gun, hex) that it bombards in this mission."""

    laid: tuple[tuple[int, int], ...] = ()


class Laying(msgspec.Struct):
    """The side that designates its guns, and what it has designated."""

    side: int
    ordered: tuple[tuple[int, int], ...] = ()


class GunLaid(Event, frozen=True):
    """A gun will bombard a hex."""

    gun: ThingId
    place: PlaceId


# ------------------------------------------------------------------------------------------------------ who bombards what


@clause("fa:21.4")
def gun_factor(game: Position, unit: int, mission: Mission) -> int:
    """The factors that the unit bombards with in this mission; 0 if it is no gun."""
    counter = land_counter(game, unit)
    return counter.strength or 0 if counter.type is LandType.ART else 0


@rule("fa:21.4", "fa:17.1.2", "fa:19.2")
def battery_violation(game: Position, mission: Mission, gun: int, place: int) -> Violation | None:
    """Why the gun does not bombard this hex."""
    here = game.state[PLACE][gun]
    if game.state[FACE_DOWN][gun]:
        return refused("fa:21.4", "gun-face-down", unit=Thing(gun))
    if not gun_factor(game, gun, mission):
        return refused("fa:21.4", "not-a-gun", unit=Thing(gun))
    if place not in board_of(game).adjacent[here] or "alpine" in hexside(game, here, place):
        return refused("fa:21.4", "gun-out-of-range", unit=Thing(gun), place=Place(place))
    if place not in targets_of(game, mission):
        return refused(KINDS[mission.kind].rule, "no-target-there", place=Place(place), mission=mission.kind)
    found = STANDS_BY(game, gun) or weather_violation(game, place) or _busy_violation(game, mission, gun, place)
    found = found or strangers_violation(game, mission, gun, place) or _war_violation(game, mission, gun, place)
    if found is not None:
        return found
    return None if in_supply(game, gun) else refused("fa:21.4", "gun-out-of-supply", unit=Thing(gun))


@rule("fa:21.4", "fa:17.1.2")
def _busy_violation(game: Position, mission: Mission, gun: int, place: int) -> Violation | None:
    """It fights itself, its own hex is attacked, or it is surprised."""
    if any(unit == gun for unit, _ in mission.attacks):
        return refused("fa:21.4", "gun-attacks-itself", unit=Thing(gun))
    if side_of(game, gun) != mission.side:
        if game.state[PLACE][gun] in mission.given:
            return refused("fa:21.4", "gun-under-attack", unit=Thing(gun))
        attackers = tuple(unit for unit, target in mission.attacks if target == place)
        if is_surprised_by(game, gun, attackers):
            return refused("fa:17.1.2", "gun-surprised", unit=Thing(gun))
    return None


@rule("fa:21.4", "fa:17.1.1")
def _war_violation(game: Position, mission: Mission, gun: int, place: int) -> Violation | None:
    """The same states of war as for an aircraft; but it may defend a hex in which everybody is surprised."""
    kind = KINDS[mission.kind]
    part = None if kind.part_violation is None else kind.part_violation(game, mission, gun, place)
    defends = side_of(game, gun) != mission.side
    return part if part is not None or defends else kind.violation(game, gun, place)


def batteries(game: Position, mission: Mission, side: int) -> dict[int, tuple[int, ...]]:
    """Gun → the hexes that it may bombard."""
    hexes = flown_to(game, targets_of(game, mission))
    found: dict[int, tuple[int, ...]] = {}
    for power in powers_of_side(game, side) if hexes else ():
        if not may_fly(game, power):
            continue
        for _, unit in land_units_of(game, (power,)):
            if game.state[FACE_DOWN][unit] or not gun_factor(game, unit, mission):
                continue
            near = hexes.intersection(board_of(game).adjacent[game.state[PLACE][unit]])
            aims = tuple(p for p in sorted(near) if battery_violation(game, mission, unit, p) is None)
            found |= {unit: aims} if aims else {}
    return found


@rule("fa:11.7", "fa:11.12.4")
def guns_are_enough(usual: Callable[[Position, Mission], bool], game: Position, mission: Mission) -> bool:
    """A strike or support may be artillery alone."""
    if usual(game, mission):
        return True
    if mission.kind not in (GROUND_STRIKE.name, GROUND_SUPPORT.name):
        return False
    sides = (mission.side,) if mission.kind == GROUND_STRIKE.name else (mission.side, other_side(mission.side))
    return any(batteries(game, mission, side) for side in sides)


# ---------------------------------------------------------------------------------------------------------- designating


def _own(game: Position, laying: Laying, seat: str) -> dict[int, tuple[int, ...]]:
    found = batteries(game, game.enclosing(Mission), laying.side)
    return {gun: aims for gun, aims in found.items() if seat_of(game, gun) == seat}


def _shape(game: Position, laying: Laying, seat: str) -> Shape | Violation:
    able = _own(game, laying, seat)
    if not able:
        return refused("fa:21.4", "no-gun-can-bombard")
    rows = tuple(Choices(gun, (STAY, *aims)) for gun, aims in sorted(able.items()))
    return Orders(rows, most=len(able), standing=own_orders(game, laying.ordered, seat))


def _orders_violation(game: Position, laying: Laying, seat: str, noun: Noun) -> Violation | None:
    return company_violation(game, game.enclosing(Mission), with_new_orders(game, laying.ordered, seat, noun))


@clause("fa:21.4", "fa:19.2")
def company_violation(game: Position, mission: Mission, orders: tuple[tuple[int, int], ...]) -> Violation | None:
    """Guns that do not co-operate do not bombard the same hex, whoever lays them."""
    for place in dict.fromkeys(aim for _, aim in orders):
        guns = tuple(gun for gun, aim in orders if aim == place)
        if together_violation(game, guns) is not None:
            return refused("fa:19.2", "mission-with-strangers", unit=Thing(guns[-1]), place=Place(place))
    return None


def _lay(game: Game, laying: Laying, seat: str, noun: Noun) -> Control:
    laying.ordered = with_new_orders(game, laying.ordered, seat, noun)
    return None


def _why_not(game: Position, laying: Laying, seat: str, noun: Noun) -> Violation | None:
    for pair in noun if isinstance(noun, tuple) else ():
        if not isinstance(pair, tuple) or len(pair) != 2 or any(type(item) is not int for item in pair):
            continue
        gun, place = pair
        known = 0 <= gun < len(game.state[PLACE]) and seat_of(game, gun) == seat and 0 <= place < len(board_of(game))
        found = battery_violation(game, game.enclosing(Mission), gun, place) if known else None
        if found is not None:
            return found
    return None


LAY_GUNS = Verb("lay-guns", "fa:21.4", _lay, _shape, _orders_violation, explain=_why_not, items=Thing, to=Destination)


@step("fa:21.4", LAY_GUNS, also=("fa:11.7", "fa:11.12.4"))
def lay_the_guns(game: Game, laying: Laying) -> Control:
    return shared(seats_of_side(game, laying.side), LAY_GUNS, rule="fa:21.4", prompt="lay-guns")


@step("fa:21.4")
def guns_are_laid(game: Game, laying: Laying) -> Control:
    for gun, place in laying.ordered:
        game.say(GunLaid(gun=gun, place=place))
    game.annex(Batteries).laid += laying.ordered
    return None


LAYING = procedure("artillery designated", "fa:21.4", lay_the_guns, guns_are_laid, locals=Laying)


@step("fa:11.7", also=("fa:11.12.4",))
def attackers_lay_guns(game: Game, mission: Mission) -> Control:
    """With the bombers of the side that strikes or attacks."""
    return Call(LAYING.name, Laying(mission.side)) if batteries(game, mission, mission.side) else None


@step("fa:11.12.4")
def defenders_lay_guns(game: Game, mission: Mission) -> Control:
    """With the fighters and bombers of the defenders."""
    side = other_side(mission.side)
    return Call(LAYING.name, Laying(side)) if batteries(game, mission, side) else None


def _committed(game: Position, place: int) -> Iterator[int]:
    """Guns and ships that bombard the hex, and HQs that support its combat."""
    guns, support = game.find_annex(Batteries), game.find_annex(HqSupport)
    orders = (*(() if guns is None else guns.laid), *(() if support is None else support.given))
    yield from (unit for unit, aim in orders if aim == place)
    yield from ships_committed(game, place)


@rule("fa:21.4", "fa:19.2")
def strangers_at_the_guns(
    usual: Callable[[Position, Mission, int, int], Violation | None],
    game: Position,
    mission: Mission,
    thing: int,
    place: int,
) -> Violation | None:
    """Nobody flies or fires where a gun, a ship or a supporting HQ of his side does that he does not co-operate with."""
    for other in _committed(game, place):
        if side_of(game, other) == side_of(game, thing) and cooperation_violation(game, thing, other) is not None:
            return refused("fa:19.2", "mission-with-strangers", unit=Thing(thing), place=Place(place))
    if not _is_no_stranger_to_notional(game, mission, thing, place):
        return refused("fa:19.2", "mission-with-strangers", unit=Thing(thing), place=Place(place))
    return usual(game, mission, thing, place)


@rule("fa:11.12.1.4", "fa:19.2")
def _is_no_stranger_to_notional(game: Position, mission: Mission, thing: int, place: int) -> bool:
    """Where nobody else defends a combat: does it co-operate with the notional unit?"""
    if mission.kind != GROUND_SUPPORT.name or side_of(game, thing) == mission.side or defenders_of(game, place):
        return True
    attackers = tuple(unit for unit, target in mission.attacks if target == place)
    return stands_with_notional(game, thing, place, attackers)


# -------------------------------------------------------------------------------------------------------------- strikes


@step("fa:11.7.1")
def all_strike(game: Game, mission: Mission) -> Control:
    """Each gun, and each bomber that does not spot, attacks each unit that is face-up when the strike begins."""
    looking = game.annex(Looking).aircraft
    over = [(bomber, place) for place, there in sorted(survivors(game, mission).items()) for bomber in there]
    strikers = [pair for pair in over if pair[0] not in looking] + list(game.annex(Batteries).laid)
    attacks = []
    for striker, place in strikers:
        power = power_of(game, striker)
        units = (unit for unit in enemy_units_at(game, power, place) if is_target(game, power, unit))
        attacks += [(striker, unit) for unit in units]
    return Call(STRIKES.name, Strike(tuple(attacks)))


@rule("fa:11.7.1", "fa:21.6", "fa:21.7", "fa:2.6")
def strike_against(game: Position, bomber: int, unit: int) -> int:
    """Halved once by a trench, or for guns by a fort, unless a spotter looks; rounded only now."""
    place = game.state[PLACE][unit]
    gun = game.find_annex(Batteries) is not None and bomber in dict(game.annex(Batteries).laid)
    factors = gun_factors(game, bomber, place) if gun else tactical_factors(game, bomber, place)
    covered = is_entrenched(game, unit) or (gun and is_fort_hexside(game, game.state[PLACE][bomber], place))
    halved = covered and not is_spotted(game, place)
    return rounded(factors / PART_AGAINST_COVER(game) if halved else factors)


@rule("fa:21.4", "fa:16.2.3", "fa:16.3.3.1")
def gun_factors(game: Position, gun: int, place: int) -> Fraction:
    """The printed factor as a tactical one, after weather and terrain of the hex; hexsides do not matter."""
    return left_in_the_hex(game, Fraction(gun_factor(game, gun, game.enclosing(Mission))), place)


@step("fa:21.4")
def guns_have_fired(game: Game, mission: Mission) -> Control:
    """At the end of the step."""
    for gun, _ in game.annex(Batteries).laid:
        turn_face_down(game, gun)
    return None


# -------------------------------------------------------------------------------------------------------------- support


@rule("fa:11.12.4")
def observers_bring_no_factors(
    usual: SupportOf, game: Position, bomber: int, place: int, enemies: tuple[int, ...]
) -> Fraction:
    """Who looks on drops nothing."""
    looking = game.find_annex(Looking)
    observes = looking is not None and bomber in looking.aircraft
    return Fraction(0) if observes else usual(game, bomber, place, enemies)


@rule("fa:11.12.4.1", "fa:21.4")
def guns_support_too(
    usual: Callable[[Position, Mission, int, int], dict[int, Fraction]],
    game: Position,
    mission: Mission,
    side: int,
    place: int,
) -> dict[int, Fraction]:
    """Beside the bombers; doubled like theirs against the surprised."""
    found = usual(game, mission, side, place)
    enemies = defenders_of(game, place)
    for gun, target in game.annex(Batteries).laid:
        if target == place and side_of(game, gun) == side:
            power = power_of(game, gun)
            multiple = ground_support_multiple(game, gun, place, enemies) if side == mission.side else 1
            found[power] = found.get(power, Fraction(0)) + multiple * gun_factors(game, gun, place)
    return found


@rule("fa:11.12.4")
def hexes_of_guns_too(usual: Callable[[Position], tuple[int, ...]], game: Position) -> tuple[int, ...]:
    batteries_ = game.annex(Batteries).laid
    return tuple(dict.fromkeys((*usual(game), *(place for _, place in batteries_))))


# ------------------------------------------------------------------------------------------------------------- defending


@rule("fa:21.4")
def guns_alone(usual: Callable[[Position, int, int], Fraction], game: Position, unit: int, place: int) -> Fraction:
    """Without another land unit beside them guns defend with a single factor, before the terrain."""
    if land_counter(game, unit).type not in GUNS:
        return usual(game, unit, place)
    company = friendly_land_units(game, side_of(game, unit), place)
    if any(land_counter(game, other).type not in GUNS for other in company):
        return usual(game, unit, place)
    return min(ALONE(game) * terrain_multiplier(game, place, land_counter(game, unit).type), usual(game, unit, place))


MODULE = Module(
    procedures=(LAYING,),
    changes=(
        can_be_flown.wrapped_by(guns_are_enough),
        strangers_violation.wrapped_by(strangers_at_the_guns),
        factor_against.replaced_by(strike_against),
        defence_factor.wrapped_by(guns_alone, reads=(PLACE,)),
        Annex(GROUND_STRIKE.name, Batteries),
        Annex(GROUND_SUPPORT.name, Batteries),
        Insert(GROUND_STRIKE.name, attackers_lay_guns, after="fly_the_attackers"),
        Insert(GROUND_SUPPORT.name, attackers_lay_guns, after="fly_the_attackers"),
        Insert(GROUND_SUPPORT.name, defenders_lay_guns, after="opponent_intercepts"),
        Instead(GROUND_STRIKE.name, "bombers_attack", all_strike),
        support_of.wrapped_by(observers_bring_no_factors),
        support_factors.wrapped_by(guns_support_too),
        hexes_supported.wrapped_by(hexes_of_guns_too),
        Insert(GROUND_STRIKE.name, guns_have_fired, after="return_to_base"),
        Insert(GROUND_SUPPORT.name, guns_have_fired, after="return_to_base"),
    ),
)
