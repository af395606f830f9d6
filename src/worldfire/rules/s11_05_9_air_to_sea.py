"""11.5.9 Naval air combat: after the aircraft have fought each other, anti-aircraft fire and the air-to-sea attack.

Both sides' bombers that are through fly the attack. First the ships of both sides fire at those who come for them, then what
both attacks inflict is reckoned, then both sides suffer it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, joint, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.flights import Flight, flight_of
from worldfire.forces.kinds import SideId
from worldfire.forces.participants import air_component
from worldfire.forces.things import NO_PLANES, PLACE, counter_of
from worldfire.forces.turn import other_side
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_04_naval_units import Sailor, naval_counter
from worldfire.rules.s11_05_4_committing import count_ships, is_ship, ships_of
from worldfire.rules.s11_05_5_search import NO_FLYING
from worldfire.rules.s11_05_6_surprise_points import (
    CHOOSING_A_TARGET,
    SHIFTING_COLUMNS,
    TARGET,
    Picking,
    Shifting,
)
from worldfire.rules.s11_05_8_damage import halved_if_damaged, has_planes
from worldfire.rules.s11_05_8_results import IN_TURN, RESULTS, Results
from worldfire.rules.s11_05_8_surface_combat import inflict
from worldfire.rules.s11_05_naval_air_combat import NAVAL_AIR_COMBAT, NavalAirCombat
from worldfire.rules.s11_05_naval_tables import Row, column_of, flak_dice, flak_losses
from worldfire.rules.s11_05_round import (
    NavalRound,
    can_pay,
    included,
    is_here,
    pay,
    scene_of,
    sides_in_order,
    under_attack,
)
from worldfire.rules.s14_2_missions import HALVING
from worldfire.rules.s14_air_combat import Lines
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Return, destroy_aircraft
from worldfire.rules.s15_surprise import is_surprised_by
from worldfire.tables.counters import AirCounter


class AirToSea(msgspec.Struct):
    """A naval air combat; `bombers` and what they have are those of side 0 and side 1."""

    bombers: Lines = ((), ())
    #: 14.4: (carrier, what it allots to its plane's air-to-air rating)
    shares: tuple[tuple[int, int], ...] = ()
    #: columns of the anti-aircraft fire
    guns: tuple[int, int] = (0, 0)
    #: factors that do not press the attack
    stopped: tuple[int, int] = (0, 0)
    hits: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


class AntiAircraftFire(Event, frozen=True):
    """The ships of a side fire at so many bombers; `points` of the dice count."""

    side: SideId
    factors: str
    column: int
    bombers: int
    points: int


# ---------------------------------------------------------------------------------------------------------- who flies


@rule("11.5.9", "11.5.7/the choice")
def fliers(game: Position, fight: NavalRound, side: int) -> tuple[int, ...]:
    """Included aircraft, and carriers that can fly their planes."""
    units = included(game, fight, side).units
    return tuple(unit for unit in units if not is_ship(game, unit) or has_planes(game, unit))


@rule("11.5.9", "14.2.3")
def can_fly(game: Position, fight: NavalRound) -> bool:
    """Neither in storm nor in blizzard; the weather is one for the whole sea area."""
    return weather_at(game, scene_of(game, fight)) not in NO_FLYING


@step("11.5.9", also=("14.3",))
def air_combat(game: Game, attack: AirToSea) -> Control:
    """Roles in secret, then air-to-air combat, with surprise points for the whole of it."""
    fight = game.enclosing(NavalRound)
    sides = sides_in_order(game)
    active, inactive = (fliers(game, fight, side) for side in sides)
    places = tuple(sorted({game.state[PLACE][unit] for unit in (*active, *inactive)}))
    first, second = (fight.points if fight.rich == side else 0 for side in sides)
    combat = NavalAirCombat(
        places, (active, inactive), (first, second), weather_at(game, scene_of(game, fight)), sides=sides
    )
    return Call(NAVAL_AIR_COMBAT.name, combat)


@step("11.5.9")
def bombers_come_in(game: Game, attack: AirToSea) -> Control:
    through, _, points, attack.shares = game.result
    first = sides_in_order(game)[0]
    attack.bombers = through if first == 0 else (through[1], through[0])
    fight = game.enclosing(NavalRound)
    fight.points = sum(points)
    return None if any(attack.bombers) else End()


# -------------------------------------------------------------------------------------------------- anti-aircraft fire


@rule("11.5.9/anti-aircraft (aa) fire", "15.1/aircraft units", "11.5.8/combat results")
def anti_air_factors(game: Position, ships: Iterable[int], bombers: tuple[int, ...]) -> Fraction:
    """Of all target ships; half of those that are surprised by all the bombers."""
    total = Fraction()
    for ship in ships:
        factors = halved_if_damaged(game, Sailor(ship), naval_counter(game, ship).anti_air)
        total += factors / 2 if is_surprised_by(game, ship, bombers) else factors
    return total


def _bombers(game: Position, attack: AirToSea, side: int) -> tuple[int, ...]:
    """Those of the side that are through and still there."""
    fight = game.enclosing(NavalRound)
    there = (unit for unit in attack.bombers[side] if is_here(game, fight, unit))
    return tuple(unit for unit in there if not game.state[NO_PLANES][unit])


def _guns(game: Position, attack: AirToSea, side: int) -> Fraction:
    bombers = _bombers(game, attack, other_side(side))
    ships = ships_of(game, under_attack(game, game.enclosing(NavalRound), side))
    return anti_air_factors(game, ships, bombers) if bombers else Fraction()


@step("11.5.9", also=("11.5.9/anti-aircraft (aa) fire",))
def aim_the_guns(game: Game, attack: AirToSea) -> Control:
    first, second = (column_of(Row.ANTI_AIR, _guns(game, attack, side), game.ruleset.tables.source) for side in (0, 1))
    return Call(SHIFTING_COLUMNS.name, Shifting((first, second)))


@step("11.5.9", also=("11.5.9/anti-aircraft (aa) fire",))
def inactive_guns_fire(game: Game, attack: AirToSea) -> Control:
    attack.guns = game.result
    return _open_fire(game, attack, sides_in_order(game)[1])


def _open_fire(game: Position, attack: AirToSea, side: int) -> Call:
    return Call(ANTI_AIRCRAFT.name, AntiAircraft(side, attack.guns[side]))


@step("11.5.9", also=("11.5.9/anti-aircraft (aa) fire",))
def active_guns_fire(game: Game, attack: AirToSea) -> Control:
    _note_stopped(attack, sides_in_order(game)[0], game.result)
    return _open_fire(game, attack, sides_in_order(game)[0])


def _note_stopped(attack: AirToSea, side: int, factors: int) -> None:
    attack.stopped = (factors, attack.stopped[1]) if side == 0 else (attack.stopped[0], factors)


class AntiAircraft(msgspec.Struct):
    """Fire of a side's ships at the bombers of the other; `points` are those not yet spent."""

    side: int
    column: int
    points: int = 0
    #: what the firing side has decided for the points at hand: kinds of loss still to be suffered
    losses: tuple[str, ...] = ()
    #: a kind of aircraft that the bombers' side has paid for to be among them
    wanted: str = ""


#: the losses of 11.5.9 by their names: a fate and a kind of aircraft
DESTROY_BOMBER, ABORT_BOMBER, DESTROY_PLANE = "destroy-bomber", "abort-bomber", "destroy-carrier-plane"
#: what ten points buy, and what five do
FOR_TEN = {
    "destroy a land-based bomber": (DESTROY_BOMBER,),
    "destroy two carrier planes": (DESTROY_PLANE, DESTROY_PLANE),
    "destroy a carrier plane and abort a land-based bomber": (DESTROY_PLANE, ABORT_BOMBER),
}
FOR_FIVE = {
    "abort a land-based bomber": (ABORT_BOMBER,),
    "destroy a carrier plane": (DESTROY_PLANE,),
}
LAND_BASED, CARRIER_PLANE = "land-based bomber", "carrier plane"


def _targets(game: Position, fire: AntiAircraft) -> tuple[int, ...]:
    return _bombers(game, game.enclosing(AirToSea), other_side(fire.side))


def _of_kind(game: Position, fire: AntiAircraft, kind: str) -> tuple[int, ...]:
    carried = kind == CARRIER_PLANE
    return tuple(unit for unit in _targets(game, fire) if is_ship(game, unit) == carried)


def _kind_of(loss: str) -> str:
    return CARRIER_PLANE if loss == DESTROY_PLANE else LAND_BASED


@step("11.5.9", also=("11.5.9/anti-aircraft (aa) fire",))
def guns_fire(game: Game, fire: AntiAircraft) -> Control:
    dice = flak_dice(fire.column, len(_targets(game, fire)), game.ruleset.tables.source)
    if not dice.dice:
        return End(0)
    fight = game.enclosing(NavalRound)
    concerned = fight.seats[other_side(fire.side)]
    return Roll("anti-aircraft", fight.seats[fire.side][0], dice=dice.dice, concerns=concerned)


@step("11.5.9", also=("11.5.9/anti-aircraft (aa) fire",))
def count_the_dice(game: Game, fire: AntiAircraft) -> Control:
    """So many of the dice count, the highest or the lowest."""
    bombers = len(_targets(game, fire))
    reading = flak_dice(fire.column, bombers, game.ruleset.tables.source)
    fire.points = sum(sorted(game.dice, reverse=reading.highest)[: reading.counted])
    factors = _guns(game, game.enclosing(AirToSea), fire.side)
    game.say(
        AntiAircraftFire(side=fire.side, factors=str(factors), column=fire.column, bombers=bombers, points=fire.points)
    )
    return None


@rule("11.5.9/anti-aircraft (aa) fire")
def _bought(game: Position, fire: AntiAircraft) -> dict[str, tuple[str, ...]]:
    """What the points at hand may buy: by tens, then five. What is not there to be hit cannot be chosen."""
    whole = flak_losses(fire.points, game.ruleset.tables.source)
    lists = FOR_TEN if whole.destroyed else FOR_FIVE if whole.aborted else {}
    found = {name: losses for name, losses in lists.items() if _can_suffer(game, fire, losses)}
    if not found and whole.destroyed and _of_kind(game, fire, CARRIER_PLANE):
        found = {"destroy a carrier plane": (DESTROY_PLANE,)}
    wanted = {name: losses for name, losses in found.items() if fire.wanted in map(_kind_of, losses)}
    return wanted or found


def _can_suffer(game: Position, fire: AntiAircraft, losses: tuple[str, ...]) -> bool:
    kinds = [_kind_of(loss) for loss in losses]
    return all(kinds.count(kind) <= len(_of_kind(game, fire, kind)) for kind in kinds)


def _cost(game: Position, fire: AntiAircraft) -> int:
    """What the next loss takes: ten points, or five."""
    lists = FOR_TEN if flak_losses(fire.points, game.ruleset.tables.source).destroyed else FOR_FIVE
    chart = game.ruleset.tables.source.chart("anti_air_losses")
    return int(chart.at(next(iter(lists)), "points"))


def _kinds(game: Position, fire: AntiAircraft, seat: str) -> Shape | Violation:
    return One(tuple(dict.fromkeys(_kind_of(loss) for losses in _bought(game, fire).values() for loss in losses)))


def _want(game: Game, fire: AntiAircraft, seat: str, kind: Noun) -> Control:
    pay(game, game.enclosing(NavalRound), TARGET)
    fire.wanted = kind
    return None


def _let_them_choose(game: Game, fire: AntiAircraft, seat: str, noun: Noun) -> Control:
    return None


LET_THEM_CHOOSE = Verb("let-them-choose", "11.5.9", _let_them_choose)
CHOOSE_KIND_OF_LOSS = Verb("choose-kind-of-loss", "11.5.9", _want, _kinds)


@step("11.5.9", LET_THEM_CHOOSE, CHOOSE_KIND_OF_LOSS, also=("11.5.6/spending surprise points",))
def bombers_choose_kind(game: Game, fire: AntiAircraft) -> Control:
    """For surprise points the bombers' side says what kind of aircraft is hit next."""
    options = _bought(game, fire)
    if not options:
        return Goto("factors_are_stopped")
    fight, side = game.enclosing(NavalRound), other_side(fire.side)
    kinds = {_kind_of(loss) for losses in options.values() for loss in losses}
    if len(options) == 1 or len(kinds) == 1 or not can_pay(game, fight, side, TARGET):
        return None
    verbs = (LET_THEM_CHOOSE, CHOOSE_KIND_OF_LOSS)
    return joint(fight.seats[side], *verbs, rule="11.5.9", prompt="choose-kind-of-loss", points=Number(fight.points))


def _options(game: Position, fire: AntiAircraft, seat: str) -> Shape | Violation:
    return One(tuple(_bought(game, fire)))


def _choose(game: Game, fire: AntiAircraft, seat: str, name: Noun) -> Control:
    fire.losses = _bought(game, fire)[name]
    fire.points -= _cost(game, fire)
    fire.wanted = ""
    return None


CHOOSE_LOSSES = Verb("choose-losses", "11.5.9", _choose, _options)


@step("11.5.9", CHOOSE_LOSSES, also=("11.5.9/anti-aircraft (aa) fire",))
def choose_losses(game: Game, fire: AntiAircraft) -> Control:
    """Whoever fires chooses the kind of loss."""
    seats = game.enclosing(NavalRound).seats[fire.side]
    return joint(seats, CHOOSE_LOSSES, rule="11.5.9", prompt="choose-losses", points=Number(fire.points))


@step("11.5.9", also=("11.5.9/anti-aircraft (aa) fire",))
def next_loss(game: Game, fire: AntiAircraft) -> Control:
    """The owner chooses the aircraft, unless the other side pays for it."""
    if not fire.losses:
        return Goto("bombers_choose_kind")
    hit = _of_kind(game, fire, _kind_of(fire.losses[0]))
    return Call(CHOOSING_A_TARGET.name, Picking(other_side(fire.side), hit, hit))


@step("11.5.9", also=("11.5.9/anti-aircraft (aa) fire", "14.4/shot down carrier planes"))
def suffer_the_loss(game: Game, fire: AntiAircraft) -> Control:
    unit, loss, fire.losses = game.result, fire.losses[0], fire.losses[1:]
    if loss == ABORT_BOMBER:
        return Call(RETURN_TO_BASE.name, Return((unit,)))
    destroy_aircraft(game, unit)
    return None


@step("11.5.9")
def further_losses(game: Game, fire: AntiAircraft) -> Control:
    return Goto("next_loss")


@step("11.5.9", also=("11.5.9/anti-aircraft (aa) fire",))
def factors_are_stopped(game: Game, fire: AntiAircraft) -> Control:
    """Every point left over keeps one factor from pressing the attack."""
    return End(flak_losses(fire.points, game.ruleset.tables.source).stopped_factors)


ANTI_AIRCRAFT = procedure(
    "anti-aircraft fire",
    "11.5.9",
    guns_fire,
    count_the_dice,
    bombers_choose_kind,
    choose_losses,
    next_loss,
    suffer_the_loss,
    further_losses,
    factors_are_stopped,
    locals=AntiAircraft,
)


# ------------------------------------------------------------------------------------------------ the air-to-sea attack


@clause("11.5.9/the air-to-sea attack", "14.1.1/extended range", "14.4")
def air_to_sea_factors(game: Position, unit: int, share: int) -> Fraction:
    """Printed, half at extended range; of a carrier what it has not allotted to air-to-air combat."""
    counter = counter_of(game, unit)
    if not isinstance(counter, AirCounter):
        return Fraction(air_component(game, unit) - share)
    far = flight_of(game, unit) is Flight.EXTENDED_BOMBER
    return Fraction(counter.air_to_sea or 0, 2 if far else 1)


@rule("14.2.3")
def in_this_weather(game: Position, place: int, factors: Fraction) -> Fraction:
    """Halved in rain or snow, and after any anti-aircraft fire; nothing flies in storm or blizzard."""
    weather = weather_at(game, place)
    if weather in NO_FLYING:
        return Fraction()
    return factors / 2 if weather in HALVING else factors


@rule("11.5.9/the air-to-sea attack")
def pressing_factors(game: Position, attack: AirToSea, side: int) -> Fraction:
    shares, bombers = dict(attack.shares), _bombers(game, attack, side)
    total = sum((air_to_sea_factors(game, unit, shares.get(unit, 0)) for unit in bombers), Fraction())
    scene = scene_of(game, game.enclosing(NavalRound))
    return in_this_weather(game, scene, max(Fraction(), total - attack.stopped[side]))


@step("11.5.9", also=("11.5.9/the air-to-sea attack",))
def press_the_attack(game: Game, attack: AirToSea) -> Control:
    _note_stopped(attack, sides_in_order(game)[1], game.result)
    first, second = (
        column_of(Row.AIR_TO_SEA, pressing_factors(game, attack, side), game.ruleset.tables.source) for side in (0, 1)
    )
    return Call(SHIFTING_COLUMNS.name, Shifting((first, second)))


@step("11.5.9", also=("11.5.9/the air-to-sea attack", "11.5.8"))
def bombs_fall(game: Game, attack: AirToSea) -> Control:
    columns, fight = game.result, game.enclosing(NavalRound)
    first, second = (_bomb(game, attack, fight, side, columns[side]) for side in (0, 1))
    attack.hits = (second, first)
    return None


def _bomb(game: Game, attack: AirToSea, fight: NavalRound, side: int, column: int) -> tuple[str, ...]:
    if not _bombers(game, attack, side):
        return ()
    ships = count_ships(game, under_attack(game, fight, other_side(side)))
    return inflict(game, side, Row.AIR_TO_SEA, pressing_factors(game, attack, side), column, ships)


@step("11.5.9", also=("11.5.9/the air-to-sea attack",))
def inactive_ships_suffer(game: Game, attack: AirToSea) -> Control:
    side = sides_in_order(game)[1]
    return Call(RESULTS.name, Results(side, attack.hits[side], IN_TURN))


@step("11.5.9", also=("11.5.9/the air-to-sea attack",))
def active_ships_suffer(game: Game, attack: AirToSea) -> Control:
    side = sides_in_order(game)[0]
    return Call(RESULTS.name, Results(side, attack.hits[side], IN_TURN))


#: once the bombers are through
AIR_TO_SEA_STEPS = (
    aim_the_guns,
    inactive_guns_fire,
    active_guns_fire,
    press_the_attack,
    bombs_fall,
    inactive_ships_suffer,
    active_ships_suffer,
)
AIR_TO_SEA = procedure(
    "naval air combat in a sea area", "11.5.9", air_combat, bombers_come_in, *AIR_TO_SEA_STEPS, locals=AirToSea
)


MODULE = Module(procedures=(AIR_TO_SEA, ANTI_AIRCRAFT))
