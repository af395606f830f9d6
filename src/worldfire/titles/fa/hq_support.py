"""fa:11.12.3 HQ support: a headquarters lends its name to a combat, for either side, and is turned face-down for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, procedure, shared, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import STAY, own_orders, with_new_orders
from worldfire.forces.kinds import Destination
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, things_at, turn_face_down
from worldfire.forces.turn import other_side, seats_of_side
from worldfire.forces.who import seat_of, side_of
from worldfire.rules.s02_3_stacking import is_headquarters_counter
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_10_entry import crossing_violation, land_counter, land_foes_at
from worldfire.rules.s11_15_2_shore_bombardment import stands_with_notional
from worldfire.rules.s11_15_factors import LAND_ATTACK, Reckoning
from worldfire.rules.s11_15_land_combat import LAND_COMBAT, Attack, LandCombat, supportable
from worldfire.rules.s11_15_odds import LandAttack
from worldfire.rules.s15_surprise import is_surprised_by
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.titles.fa.broadsides import ships_committed


class HqSupport(msgspec.Struct):
    """(HQ, the hex whose combat it supports) of both sides in this step."""

    given: tuple[tuple[int, int], ...] = ()


class Supporting(msgspec.Struct):
    """The side that announces support, and what it has announced."""

    side: int
    ordered: tuple[tuple[int, int], ...] = ()


class HqSupports(Event, frozen=True):
    unit: ThingId
    place: PlaceId


# ------------------------------------------------------------------------------------------------------- who may support


@rule("fa:11.12.3", "fa:2.4.4.1", "fa:17.1.2", "fa:19.2")
def support_violation(game: Position, headquarters: int, attack: Attack) -> Violation | None:
    """Why the HQ does not support this combat."""
    if game.state[FACE_DOWN][headquarters]:
        return refused("fa:11.12.3", "hq-face-down", unit=Thing(headquarters))
    if side_of(game, headquarters) == side_of(game, attack.units[0]):
        if headquarters in attack.units:
            return None
        return refused("fa:11.12.3", "hq-does-not-attack", unit=Thing(headquarters), place=Place(attack.target))
    return _defending_violation(game, headquarters, attack)


def _defending_violation(game: Position, headquarters: int, attack: Attack) -> Violation | None:
    """In or beside the hex, in supply, not surprised; beside it only if its own hex is left alone."""
    here, target = game.state[PLACE][headquarters], attack.target
    if here != target:
        if target not in board_of(game).adjacent[here]:
            return refused("fa:11.12.3", "hq-too-far-away", unit=Thing(headquarters), place=Place(target))
        crossing = crossing_violation(game, headquarters, here, target)
        if crossing is not None:
            return crossing
        if any(other.target == here for other in game.enclosing(LandCombat).attacks):
            return refused("fa:11.12.3", "hq-under-attack", unit=Thing(headquarters))
    defenders = land_foes_at(game, attack.units[0], target)
    for unit in (*defenders, *_bombarding(game, headquarters, target)):
        found = cooperation_violation(game, headquarters, unit)
        if found is not None:
            return found
    if not defenders and not stands_with_notional(game, headquarters, target, attack.units):
        return refused("fa:19.2", "hq-is-a-stranger-there", unit=Thing(headquarters), place=Place(target))
    if is_surprised_by(game, headquarters, attack.units):
        return refused("fa:17.1.2", "hq-surprised", unit=Thing(headquarters))
    if not in_supply(game, headquarters):
        return refused("fa:2.4.4.1", "hq-out-of-supply", unit=Thing(headquarters))
    return None


def _bombarding(game: Position, headquarters: int, target: int) -> Iterator[int]:
    """Ships that bombard for its side."""
    return (ship for ship in ships_committed(game, target) if side_of(game, ship) == side_of(game, headquarters))


def _near(game: Position, side: int, attack: Attack) -> Iterator[int]:
    """HQs of the side that attack the hex, or that stand in it or beside it."""
    if side == side_of(game, attack.units[0]):
        candidates: tuple[int, ...] = attack.units
    else:
        hexes = (attack.target, *board_of(game).adjacent[attack.target])
        candidates = tuple(unit for place in hexes for unit in things_at(game, place) if side_of(game, unit) == side)
    return (unit for unit in candidates if is_headquarters_counter(counter_of(game, unit)))


def supporters(game: Position, combat: LandCombat, side: int) -> dict[int, tuple[int, ...]]:
    """HQ of the side → the hexes whose combat it may support."""
    found: dict[int, tuple[int, ...]] = {}
    for attack in supportable(game, combat):
        for headquarters in _near(game, side, attack):
            if support_violation(game, headquarters, attack) is None:
                found[headquarters] = (*found.get(headquarters, ()), attack.target)
    return found


# ----------------------------------------------------------------------------------------------------------- announcing


def _shape(game: Position, supporting: Supporting, seat: str) -> Shape | Violation:
    able = supporters(game, game.enclosing(LandCombat), supporting.side)
    own = {unit: hexes for unit, hexes in able.items() if seat_of(game, unit) == seat}
    if not own:
        return refused("fa:11.12.3", "no-hq-can-support")
    rows = tuple(Choices(unit, (STAY, *hexes)) for unit, hexes in sorted(own.items()))
    return Orders(rows, most=1, standing=own_orders(game, supporting.ordered, seat))


def _violation(game: Position, supporting: Supporting, seat: str, noun: Noun) -> Violation | None:
    """One for each hex."""
    counted = Counter(place for _, place in with_new_orders(game, supporting.ordered, seat, noun))
    place = next((place for place, number in counted.items() if number > 1), None)
    return None if place is None else refused("fa:11.12.3", "one-hq-for-each-combat", place=Place(place))


def _announce(game: Game, supporting: Supporting, seat: str, noun: Noun) -> Control:
    supporting.ordered = with_new_orders(game, supporting.ordered, seat, noun)
    return None


def _why_not(game: Position, supporting: Supporting, seat: str, noun: Noun) -> Violation | None:
    attacks = {attack.target: attack for attack in game.enclosing(LandCombat).attacks}
    for pair in noun if isinstance(noun, tuple) else ():
        known = isinstance(pair, tuple) and len(pair) == 2 and all(type(item) is int for item in pair)
        if not known or pair[1] not in attacks or not 0 <= pair[0] < len(game.state[PLACE]):
            continue
        unit, place = pair
        if seat_of(game, unit) == seat and is_headquarters_counter(counter_of(game, unit)):
            found = support_violation(game, unit, attacks[place])
            if found is not None:
                return found
    return None


SUPPORT_WITH_HQ = Verb(
    "support-with-hq", "fa:11.12.3", _announce, _shape, _violation, explain=_why_not, items=Thing, to=Destination
)


@step("fa:11.12.3", SUPPORT_WITH_HQ)
def announce_support(game: Game, supporting: Supporting) -> Control:
    seats = seats_of_side(game, supporting.side)
    return shared(seats, SUPPORT_WITH_HQ, rule="fa:11.12.3", prompt="support-with-hq")


@step("fa:11.12.3")
def support_is_announced(game: Game, supporting: Supporting) -> Control:
    for unit, place in supporting.ordered:
        game.say(HqSupports(unit=unit, place=place))
    game.annex(HqSupport).given += supporting.ordered
    return None


HQ_SUPPORT = procedure("HQ support", "fa:11.12.3", announce_support, support_is_announced, locals=Supporting)


@step("fa:11.12.3")
def offensive_hq_support(game: Game, combat: LandCombat) -> Control:
    """5: the active side."""
    return Call(HQ_SUPPORT.name, Supporting(combat.side)) if supporters(game, combat, combat.side) else None


@step("fa:11.12.3")
def defensive_hq_support(game: Game, combat: LandCombat) -> Control:
    """6: then the other."""
    side = other_side(combat.side)
    return Call(HQ_SUPPORT.name, Supporting(side)) if supporters(game, combat, side) else None


# -------------------------------------------------------------------------------------------------------------- effects


@rule("fa:11.12.3")
def with_support(game: Position, attack: LandAttack, reckoning: Reckoning) -> LandAttack:
    """The reorganisation values of the HQs that support each side."""
    support = game.find_annex(HqSupport)
    given = () if support is None else tuple(unit for unit, place in support.given if place == reckoning.target)
    if not given or not reckoning.attackers:
        return attack
    side = side_of(game, reckoning.attackers[0])
    ours = (unit for unit in given if side_of(game, unit) == side and unit in reckoning.attackers)
    theirs = (unit for unit in given if side_of(game, unit) != side and _takes_part(game, unit, reckoning))
    return replace(attack, supporting_hq=_value(game, ours), opposing_hq=_value(game, theirs))


def _takes_part(game: Position, headquarters: int, reckoning: Reckoning) -> bool:
    """It has neither surrendered since nor, if it is in the hex itself, been held in reserve."""
    here = game.state[PLACE][headquarters]
    return is_hex(game, here) and (here != reckoning.target or headquarters in reckoning.defenders)


def _value(game: Position, units: Iterator[int]) -> int:
    return max((value_of_hq(game, unit) for unit in units), default=0)


def value_of_hq(game: Position, headquarters: int) -> int:
    """Its reorganisation value."""
    return land_counter(game, headquarters).reorganisation or 0


@clause("fa:11.12.3")
def support_spends(game: Position, headquarters: int) -> bool:
    """Is an HQ turned face-down for its support?"""
    return True


@step("fa:11.12.3")
def hqs_are_spent(game: Game, combat: LandCombat) -> Control:
    """After the advance, whatever the result; an HQ that was lost or shattered has no face."""
    for unit, place in game.annex(HqSupport).given:
        if place == combat.target and is_hex(game, game.state[PLACE][unit]) and support_spends(game, unit):
            turn_face_down(game, unit)
    return None


MODULE = Module(
    procedures=(HQ_SUPPORT,),
    changes=(
        Annex(LAND_COMBAT.name, HqSupport),
        Insert(LAND_COMBAT.name, offensive_hq_support, before="ground_support"),
        Insert(LAND_COMBAT.name, defensive_hq_support, before="ground_support"),
        Insert(LAND_COMBAT.name, hqs_are_spent, before="attack_is_resolved"),
        LAND_ATTACK.attach(with_support),
    ),
)
