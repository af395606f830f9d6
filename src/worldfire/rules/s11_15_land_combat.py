"""11.15 Land combat, in the order of the book: attacks are declared, supported, and resolved one by one.

Invading and paradropping units come in through a seam, and so do shore bombardment and ground support; `explain` of
`s11_15_factors` tells a player what an attack would be like before he declares it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Verb, joint, one, procedure, shared, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Schema, memo
from worldfire.engine.seams import Chain
from worldfire.engine.shapes import Choices, Noun, One, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import STAY, ordered, orders_of_others, with_new_orders
from worldfire.forces.kinds import Destination, Power
from worldfire.forces.things import FACE_DOWN, PLACE, STANDING, board_of, things_at
from worldfire.forces.turn import active_side, armies_of_side, seats_with_armies
from worldfire.forces.who import CONTROLLER, NOBODY, SEAT, power_of, seat_of, side_of
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s02_3_overstacking import units_too_many
from worldfire.rules.s02_3_stacking import land_units, land_units_of, together_violation
from worldfire.rules.s02_4_supply import DESK, attack_supply_violation
from worldfire.rules.s10_actions import STANDS_BY, count_activity, may_do
from worldfire.rules.s11_10_entry import (
    COSTS,
    STRAITS,
    crossing_violation,
    is_enemy_hex,
    land_counter,
    land_foes_at,
)
from worldfire.rules.s11_15_battle import Battle, deciders
from worldfire.rules.s11_15_factors import Arrival, Explanation, Reckoning, attack_factor, explain
from worldfire.rules.s11_15_odds import Table
from worldfire.rules.s11_15_resolution import LAND_ATTACK_PROCEDURE
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.tables.counters import LandType

ACTIVITY = "land combat"


class Landing(msgspec.Struct, frozen=True):
    """A unit that invades or drops into a hex and must attack it (11.13, 11.14)."""

    target: int
    arrival: Arrival


class Attack(msgspec.Struct, frozen=True):
    target: int
    units: tuple[int, ...]
    arrivals: tuple[Arrival, ...] = ()
    notional: bool = False


class LandCombat(msgspec.Struct):
    """The land combat step of a side."""

    side: int = NOBODY
    landings: tuple[Landing, ...] = ()
    #: (unit, the hex it will attack), until everybody has confirmed
    declared: tuple[tuple[int, int], ...] = ()
    attacks: tuple[Attack, ...] = ()
    #: targets whose defender has been asked about the notional unit
    notionals: tuple[int, ...] = ()
    #: the attack being resolved
    target: int = NOBODY


#: 11.13, 11.14: (game, landings) → the units that invade and drop this impulse
LANDINGS = Chain[tuple[Landing, ...], []]("11.15 units that invade or drop")


class AttackDeclared(Event, frozen=True):
    place: PlaceId
    units: tuple[ThingId, ...]


class NotionalIgnored(Event, frozen=True):
    place: PlaceId


# ------------------------------------------------------------------------------------------------ 11.15.1 who may attack


@clause("11.15.1/eligible land units", "11.15.1/supply", "11.15.1/terrain")
def attacker_violation(game: Position, unit: int, target: int) -> Violation | None:
    """Why the unit may not attack this hex from where it stands."""
    return _target_violation(game, unit, target) or _eligible(game, unit) or _reaches(game, unit, target)


def _target_violation(game: Position, unit: int, target: int) -> Violation | None:
    """Enemy controlled, or with a partisan in it; and somebody to attack, if only the notional unit of a landing."""
    defenders = land_foes_at(game, unit, target)
    if not defenders and not _landed_on(game, side_of(game, unit), target):
        return refused("11.15.1", "nobody-to-attack", place=Place(target))
    partisan = any(land_counter(game, defender).type is LandType.PART for defender in defenders)
    if not is_enemy_hex(game, unit, target) and not partisan:
        return refused("11.15.1", "attack-not-an-enemy-hex", place=Place(target))
    return None


@rule("11.14", "11.15.1/invasion & paradrop combats (and notional units)")
def _landed_on(game: Position, side: int, target: int) -> bool:
    """Has the side landed there this impulse? Then adjacent units may join in, whoever defends."""
    fresh = game.state[FRESHLY_LANDED]
    return any(fresh[unit] and side_of(game, unit) == side for unit in things_at(game, target))


def _eligible(game: Position, unit: int) -> Violation | None:
    if game.state[FACE_DOWN][unit]:
        return refused("11.15.1", "unit-is-face-down", unit=Thing(unit))
    if not land_counter(game, unit).strength:
        return refused("11.15.1", "unit-cannot-attack", unit=Thing(unit))
    return STANDS_BY(game, unit) or attack_supply_violation(game, unit)


def _reaches(game: Position, unit: int, target: int) -> Violation | None:
    """Adjacent, and across no hexside that only MTN or MAR units attack over."""
    return crossing_violation(game, unit, game.state[PLACE][unit], target)


#: what units may attack: it is asked again whenever an attack is declared, which changes nothing of it
TARGETS = memo(
    "targets of land units",
    (DESK, COSTS, FACE_DOWN),
    asks=(attacker_violation, attack_supply_violation, crossing_violation, STANDS_BY, STRAITS),
)


@rule("11.15.1")
def targets_of(game: Position, unit: int) -> tuple[int, ...]:
    """The hexes that the unit may attack."""
    standing = game.look_up(STANDING)
    near = [place for place in board_of(game).adjacent[game.state[PLACE][unit]] if place in standing]
    if not near or _eligible(game, unit) is not None:
        return ()
    return tuple(place for place in near if attacker_violation(game, unit, place) is None)


def own_attackers(game: Position, combat: LandCombat, seat: str) -> dict[int, tuple[int, ...]]:
    """Unit → what it may attack, for the seat's units that can attack anything with the action of their power."""
    return dict(_able_to_attack(game, combat, seat))


def _able_to_attack(game: Position, combat: LandCombat, seat: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    landed = {landing.arrival.unit for landing in combat.landings}
    powers = [power for power in armies_of_side(game, combat.side) if game.seats[game.state[SEAT][power]] == seat]
    fighting = {power for power in powers if may_do(game, power, ACTIVITY) is None}
    able = sorted(pair for power in fighting for pair in _attackers_of(game, power).items())
    return (pair for pair in able if pair[0] not in landed)


def _attackers_of(game: Position, power: int) -> dict[int, tuple[int, ...]]:
    """Unit → what it may attack, for the power's units that can attack anything."""

    def look() -> dict[int, tuple[int, ...]]:
        targets = {unit: targets_of(game, unit) for _, unit in land_units_of(game, (power,))}
        return {unit: hexes for unit, hexes in targets.items() if hexes}

    return game.recall(("attackers of", power), look, TARGETS)


def _somebody_can_attack(game: Position, combat: LandCombat, seat: str) -> bool:
    return next(_able_to_attack(game, combat, seat), None) is not None


@rule("11.15.1", "11.15.5/odds ratios")
def preview(
    game: Position, target: int, units: tuple[int, ...], table: Table = Table.ASSAULT, combat: LandCombat | None = None
) -> Explanation:
    """Factors, odds and modifiers that an attack by these units would have now on this table."""
    return explain(game, reckoning_of(game, target, units, table, () if combat is None else combat.landings))


def reckoning_of(
    game: Position, target: int, units: tuple[int, ...], table: Table, landings: tuple[Landing, ...]
) -> Reckoning:
    """An attack by these units and by those that landed there, against whoever is there and the notional unit."""
    arrivals = tuple(landing.arrival for landing in landings if landing.target == target)
    everybody = (*units, *(arrival.unit for arrival in arrivals if arrival.unit not in units))
    defenders = land_foes_at(game, everybody[0], target)
    return Reckoning(target, everybody, defenders, arrivals, bool(arrivals), table)


# ------------------------------------------------------------------------------------------------------ 11.15.1 declaring


#: how many attackers a random answer has at most: with everybody at once the limits would hardly ever be kept
FEW_ATTACKERS = 4


class Attacks(Orders, frozen=True, tag="Attacks"):
    """Units to the hexes they attack; who is left out attacks nobody."""

    def read(self, noun: Noun) -> Noun:
        """Units that are offered come first, in their order; others that are named follow, and the rule says why not."""
        given = noun
        pairs = isinstance(noun, list | tuple) and all(
            isinstance(pair, list | tuple) and len(pair) == 2 for pair in noun
        )
        if pairs and all(isinstance(pair[0], int | str) for pair in noun):
            given = {pair[0]: pair[1] for pair in noun}
        if not isinstance(given, dict):
            return noun
        named = {int(unit) if isinstance(unit, str) and unit.isdigit() else unit: to for unit, to in given.items()}
        offered = tuple((choices.item, named.pop(choices.item, STAY)) for choices in self.items)
        return (*offered, *((unit, to) for unit, to in named.items() if to != STAY))

    def judge(self, noun: Noun) -> str | None:
        pairs = isinstance(noun, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in noun)
        if not pairs or any(type(value) is not int for pair in noun for value in pair):
            return "noun-not-an-assignment"
        return None


def _attacks_shape(game: Position, combat: LandCombat, seat: str) -> Shape | Violation:
    found = own_attackers(game, combat, seat)
    if not found:
        return refused("11.15.1", "nobody-can-attack")
    return Attacks(tuple(Choices(unit, (STAY, *targets)) for unit, targets in found.items()), most=FEW_ATTACKERS)


def _attacks_violation(game: Position, combat: LandCombat, seat: str, noun: Noun) -> Violation | None:
    mine = ordered(noun)
    for unit, target in mine:
        if not is_hex(game, target):
            return refused("11.15.1", "not-a-hex")
        found = _own_attacker_violation(game, combat, seat, unit) or attacker_violation(game, unit, target)
        if found is not None:
            return found
    others = orders_of_others(game, combat.declared, seat)
    landed = tuple((landing.arrival.unit, landing.target) for landing in combat.landings)
    return (
        limits_violation(game, landed, mine)
        or _together_violation(game, (*landed, *others, *mine))
        or _order_violation(game, combat, seat, mine)
    )


def _own_attacker_violation(game: Position, combat: LandCombat, seat: str, unit: int) -> Violation | None:
    """Why this is no unit that the seat may attack with."""
    if not 0 <= unit < len(game.state[PLACE]) or not land_units(game, (unit,)):
        return refused("11.15.1", "not-a-land-unit")
    if not is_hex(game, game.state[PLACE][unit]):
        return refused("11.15.1", "unit-not-on-the-map", unit=Thing(unit))
    if side_of(game, unit) != combat.side or seat_of(game, unit) != seat:
        return refused("11.15.1", "not-your-unit", unit=Thing(unit))
    if any(landing.arrival.unit == unit for landing in combat.landings):
        return refused("11.15.1", "must-attack-where-it-landed", unit=Thing(unit))
    return None


@clause("11.15", "10.2/what counts against a limit")
def limits_violation(
    game: Position, landed: tuple[tuple[int, int], ...], declared: tuple[tuple[int, int], ...]
) -> Violation | None:
    """Each major power makes one land attack for each hex that its units attack, those that landed there included."""
    attacks = _attacks_by_power(game, (*landed, *declared))
    for power in _attacks_by_power(game, declared):
        found = may_do(game, power, ACTIVITY, len(attacks[power]))
        if found is not None:
            return found
    return None


def _attacks_by_power(game: Position, declared: tuple[tuple[int, int], ...]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for unit, target in declared:
        found.setdefault(power_of(game, unit), set()).add(target)
    return found


@rule("11.15.1/eligible land units", "18.2")
def _together_violation(game: Position, declared: tuple[tuple[int, int], ...]) -> Violation | None:
    """Units that do not co-operate may not attack the same hex, even if a third co-operates with both."""
    attackers: dict[int, tuple[int, ...]] = {}
    for unit, target in declared:
        attackers[target] = (*attackers.get(target, ()), unit)
    for units in attackers.values():
        found = together_violation(game, units)
        if found is not None:
            return refused("18.2", "attack-with-strangers", **found.args)
    return None


@rule("11.15.1/eligible land units")
def _order_violation(
    game: Position, combat: LandCombat, seat: str, mine: tuple[tuple[int, int], ...]
) -> Violation | None:
    """Of powers that do not co-operate, the one with most factors that could attack a hex declares first, and so on."""
    rivals = tuple(other for other in game.waiting if other != seat)
    for target in sorted({target for _, target in mine}) if rivals else ():
        own = _could_attack(game, combat, (seat,), target)
        unit = next(unit for unit, where in mine if where == target)
        for power, factors in _could_attack(game, combat, rivals, target).items():
            apart = not powers_cooperate(game, power, power_of(game, unit))
            if apart and factors > own.get(power_of(game, unit), Fraction(0)):
                return refused("11.15.1", "stronger-ally-declares-first", place=Place(target), power=Power(power))
    return None


def _could_attack(game: Position, combat: LandCombat, seats: tuple[str, ...], target: int) -> dict[int, Fraction]:
    """Power → the modified factors of all its units that these seats could attack the hex with."""
    landed = {landing.arrival.unit: landing for landing in combat.landings if landing.target == target}
    near = (unit for place in board_of(game).adjacent[target] for unit in things_at(game, place))
    units = tuple(
        unit
        for unit in land_units(game, (*near, *landed))
        if side_of(game, unit) == combat.side
        and seat_of(game, unit) in seats
        and (unit in landed or attacker_violation(game, unit, target) is None)
    )
    arrivals = tuple(landed[unit].arrival for unit in units if unit in landed)
    found: dict[int, Fraction] = {}
    for unit in units:
        power = power_of(game, unit)
        reckoning = Reckoning(target, (unit,), land_foes_at(game, unit, target), arrivals)
        found[power] = found.get(power, Fraction(0)) + attack_factor(game, reckoning, unit)
    return found


def _declare(game: Game, combat: LandCombat, seat: str, noun: Noun) -> Control:
    combat.declared = with_new_orders(game, combat.declared, seat, noun)
    return None


DECLARE_ATTACKS = Verb(
    "declare-attacks",
    "11.15.1",
    _declare,
    _attacks_shape,
    _attacks_violation,
    items=Thing,
    to=Destination,
    possible=_somebody_can_attack,
)


@step("11.15")
def side_to_attack(game: Game, combat: LandCombat) -> Control:
    if combat.side == NOBODY:
        combat.side = active_side(game)
        combat.landings = LANDINGS(game, ())
    return None


@step("11.15.1", DECLARE_ATTACKS)
def declare_attacks(game: Game, combat: LandCombat) -> Control:
    """Declared again as often as wanted, until all are content."""
    seats = seats_with_armies(game, combat.side)
    return shared(seats, DECLARE_ATTACKS, rule="11.15.1", prompt="declare-attacks")


@step("11.15.1", also=("11.15",))
def attacks_stand(game: Game, combat: LandCombat) -> Control:
    """What is declared counts against the limits, whatever comes of it; landed units must attack (11.13, 11.14)."""
    arrivals: dict[int, tuple[Arrival, ...]] = {}
    for landing in combat.landings:
        arrivals[landing.target] = (*arrivals.get(landing.target, ()), landing.arrival)
    units: dict[int, tuple[int, ...]] = {
        target: tuple(arrival.unit for arrival in there) for target, there in arrivals.items()
    }
    for unit, target in combat.declared:
        units[target] = (*units.get(target, ()), unit)
    landed = tuple((arrival.unit, target) for target, there in arrivals.items() for arrival in there)
    for power, targets in _attacks_by_power(game, (*landed, *combat.declared)).items():
        count_activity(game, power, ACTIVITY, len(targets))
    combat.attacks = tuple(
        Attack(target, those, arrivals.get(target, ()), target in arrivals) for target, those in units.items()
    )
    for attack in combat.attacks:
        game.say(AttackDeclared(place=attack.target, units=attack.units))
    return None


# ------------------------------------------------------------------------------------------------- 11.15.1 notional units


def _with_notional(combat: LandCombat) -> tuple[Attack, ...]:
    return tuple(attack for attack in combat.attacks if attack.notional and attack.target not in combat.notionals)


@step("11.15.1", also=("11.15.1/invasion & paradrop combats (and notional units)",))
def next_notional_unit(game: Game, combat: LandCombat) -> Control:
    return Goto("ignore_notional_unit") if _with_notional(combat) else Goto("shore_bombardment")


def _ignore(game: Game, combat: LandCombat, seat: str, noun: Noun) -> Control:
    """Nobody is left to attack if no real unit is there: whoever landed occupies the hex (R2-12)."""
    target = _with_notional(combat)[0].target
    game.say(NotionalIgnored(place=target))
    combat.notionals += (target,)
    combat.attacks = tuple(
        msgspec.structs.replace(attack, notional=False) if attack.target == target else attack
        for attack in combat.attacks
    )
    return Goto("next_notional_unit")


def _keep(game: Game, combat: LandCombat, seat: str, noun: Noun) -> Control:
    combat.notionals += (_with_notional(combat)[0].target,)
    return Goto("next_notional_unit")


KEEP_NOTIONAL = Verb("keep-notional", "11.15.1", _keep)
IGNORE_NOTIONAL = Verb("ignore-notional", "11.15.1", _ignore)


@step("11.15.1", KEEP_NOTIONAL, IGNORE_NOTIONAL)
def ignore_notional_unit(game: Game, combat: LandCombat) -> Control:
    """Its owner's choice: of whoever has real units there, else of whoever controls the hex."""
    attack = _with_notional(combat)[0]
    target = attack.target
    real = land_foes_at(game, attack.units[0], target)
    seats = deciders(game, real, game.state[CONTROLLER][target], combat.side)
    return one(seats[0], KEEP_NOTIONAL, IGNORE_NOTIONAL, rule="11.15.1", prompt="ignore-notional", place=Place(target))


# ------------------------------------------------------------------------------------------- 11.15.2, 11.15.4 support


@clause("11.15.2", "11.15.4")
def supportable(game: Position, combat: LandCombat) -> tuple[Attack, ...]:
    """The attacks that ships and aircraft may join."""
    return combat.attacks


@step("11.15.2")
def shore_bombardment(game: Game, combat: LandCombat) -> Control:
    """Nobody comes, unless the module of the section puts its own step in place of this one."""
    return None


@step("11.15.4")
def ground_support(game: Game, combat: LandCombat) -> Control:
    """The same."""
    return None


# ------------------------------------------------------------------------------------------------------ 11.15.5 resolving


@step("11.15")
def any_attack_left(game: Game, combat: LandCombat) -> Control:
    return Goto("choose_attack") if combat.attacks else Goto("combats_are_over")


def _attack_shape(game: Position, combat: LandCombat, seat: str) -> Shape | Violation:
    return One(tuple(attack.target for attack in combat.attacks))


def _choose(game: Game, combat: LandCombat, seat: str, noun: Noun) -> Control:
    combat.target = noun
    return None


RESOLVE = Verb("resolve", "11.15", _choose, _attack_shape, items=Place)


@step("11.15", RESOLVE)
def choose_attack(game: Game, combat: LandCombat) -> Control:
    """The attacker chooses the order."""
    attackers = tuple(unit for attack in combat.attacks for unit in attack.units)
    seats = deciders(game, attackers, NOBODY, combat.side)
    return joint(seats, RESOLVE, rule="11.15", prompt="choose-attack")


@step("11.15.5", also=("11.15.5/combat example",))
def resolve_attack(game: Game, combat: LandCombat) -> Control:
    attack = next(attack for attack in combat.attacks if attack.target == combat.target)
    combat.attacks = tuple(other for other in combat.attacks if other is not attack)
    origins = tuple((unit, game.state[PLACE][unit]) for unit in attack.units)
    later = tuple(other.target for other in combat.attacks)
    battle = Battle(attack.target, combat.side, origins, attack.arrivals, attack.notional, later)
    return Call(LAND_ATTACK_PROCEDURE.name, battle)


@step("11.15")
def attack_is_resolved(game: Game, combat: LandCombat) -> Control:
    """2.3: stacking counts again after every advance; foreign troops are judged when the step ends (18.2)."""
    return units_too_many(game)


@step("11.15")
def and_the_next(game: Game, combat: LandCombat) -> Control:
    return Goto("any_attack_left")


@step("11.15")
def combats_are_over(game: Game, combat: LandCombat) -> Control:
    return None


LAND_COMBAT = procedure(
    "land combat",
    "11.15",
    side_to_attack,
    declare_attacks,  # 1
    attacks_stand,
    next_notional_unit,  # 2
    ignore_notional_unit,
    shore_bombardment,  # 3 and 4
    ground_support,  # 7; options insert HQ support before it
    any_attack_left,  # 8
    choose_attack,
    resolve_attack,
    attack_is_resolved,
    and_the_next,
    combats_are_over,
    locals=LandCombat,
)


MODULE = Module(
    schema=Schema(derived=(TARGETS,)),
    procedures=(LAND_COMBAT,),
    seams=(LANDINGS,),
)
