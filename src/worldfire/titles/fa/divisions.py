"""fa:21.2 Divisions: corps are broken down into them, and built up out of them, when reinforcements have been placed.

Divisions are drawn at random; who builds up gets the weakest corps of the kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Pick, Verb, one, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Power
from worldfire.forces.pools import circle_space, pool_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, PRINT, Counter, all_such, counter_of, move, place_index, things_at
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import NOBODY, power_of, seat_of, side_of
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s02_3_stacking import land_units_of, stacking_violation
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s04_reinforcements import REINFORCEMENTS, Reinforcing, return_to_pool
from worldfire.rules.s10_actions import STANDS_BY
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s24_1_set_up import POWER_SET_UP, PowerSetUp, power_at_work, seat_at_work
from worldfire.tables.counters import LandCounter, LandType, Size

CHART = "division_breakdown"
#: the kinds of two divisions
Pair: TypeAlias = tuple[LandType, LandType]
#: countries whose troops are one army for this (fa:15.3.6, 21.12)
ONE_ARMY = (
    frozenset({"austria", "hungary", "austria-hungary"}),
    frozenset({"australia", "australia-new-zealand"}),
    frozenset({"new-zealand", "australia-new-zealand"}),
)
STAGE = REINFORCEMENTS.name
LAST = "isolated_units_may_be_given_up"
#: of this power's divisions only one must come from the home of the corps
MANY_HOMES = "commonwealth"


class BrokenDown(Event, frozen=True):
    corps: ThingId
    divisions: tuple[ThingId, ...]


class BuiltUp(Event, frozen=True):
    corps: ThingId
    divisions: tuple[ThingId, ...]


# -------------------------------------------------------------------------------------------------------- what fits what


def _is_division(counter: Counter) -> bool:
    return isinstance(counter, LandCounter) and counter.size is Size.DIVISION


def _is_corps(counter: Counter) -> bool:
    return isinstance(counter, LandCounter) and counter.size is Size.CORPS


def _breakdown(ruleset: Ruleset) -> dict[LandType, tuple[Pair, ...]]:
    chart = ruleset.tables.source.chart(CHART)
    return {LandType(row): tuple(map(_pair, chart.at(row, "divisions").split(" or "))) for row in chart.rows.labels}


def _pair(printed: str) -> Pair:
    """“INF + MOT”, or “2 MOT”."""
    kinds = [LandType(part.removeprefix("2 ")) for part in printed.split(" + ")]
    return kinds[0], kinds[-1]


@rule("fa:21.2")
def halves_of(game: Position, corps: int) -> tuple[Pair, ...]:
    """The pairs of divisions that make up such a corps; none for any other unit."""
    counter = counter_of(game, corps)
    return game.ruleset.once(_breakdown).get(land_counter(game, corps).type, ()) if _is_corps(counter) else ()


@rule("fa:21.2", "fa:21.12")
def same_home(one_home: str, other: str) -> bool:
    return one_home == other or any({one_home, other} <= army for army in ONE_ARMY)


@rule("fa:21.2")
def in_pool(game: Position, unit: int, power: int) -> bool:
    """Does the unit wait in the force pool of this power? Parts of one army may serve others by now."""
    return game.state[PLACE][unit] == pool_of(game, unit) and power_of(game, unit) == power


@rule("fa:21.2")
def half_of(game: Position, corps: int, kind: LandType, *, kin: bool = False) -> tuple[int, ...]:
    """Divisions of this kind in the pool that the corps may be broken down into; `kin`: of its own home country."""
    counter = land_counter(game, corps)
    stranger = counter.power == MANY_HOMES and not kin
    divisions = _divisions_in_pool(game, counter.power, kind, power_of(game, corps))
    return tuple(unit for unit in divisions if stranger or same_home(counter.home, land_counter(game, unit).home))


def _divisions_in_pool(game: Position, whose: str, kind: LandType, power: int) -> tuple[int, ...]:
    """Divisions of this kind that wait in the power's pool; `whose`: as their counters say."""

    def look() -> tuple[int, ...]:
        divisions = _divisions_by_kind(game).get((whose, kind), ())
        return tuple(unit for unit in divisions if in_pool(game, unit, power))

    return game.recall(("divisions in pool", whose, kind, power), look)


def _divisions_by_kind(game: Position) -> dict[tuple[str, LandType], list[int]]:
    """All of them, by whose and of what kind they are."""

    def look() -> dict[tuple[str, LandType], list[int]]:
        found: dict[tuple[str, LandType], list[int]] = {}
        for unit in all_such(game, _is_division):
            counter = land_counter(game, unit)
            found.setdefault((counter.power, counter.type), []).append(unit)
        return found

    return game.recall("divisions by kind", look, PRINT)


@rule("fa:21.2", "fa:11.12.5.4")
def kinds_of_halves(game: Position, unit: int) -> tuple[LandType, ...]:
    """The kinds of division that could stand in for half of the unit; the other half need not exist."""
    kinds = dict.fromkeys(kind for pair in halves_of(game, unit) for kind in pair)
    return tuple(kind for kind in kinds if half_of(game, unit, kind))


# -------------------------------------------------------------------------------------------------------- breaking down


@rule("fa:21.2")
def pairs_for(game: Position, corps: int) -> tuple[Pair, ...]:
    """The pairs of divisions that the pool has for the corps, one of them at least of its own home country."""
    found = []
    for pair in halves_of(game, corps):
        first, second = (half_of(game, corps, kind) for kind in pair)
        enough = len(set(first) | set(second)) > 1 and first and second
        if enough and any(half_of(game, corps, kind, kin=True) for kind in pair):
            found.append(pair)
    return tuple(found)


@rule("fa:21.2", "fa:2.2")
def break_down_violation(game: Position, corps: int) -> Violation | None:
    """Why the corps is not broken down where it stands."""
    if in_enemy_zoc(game, game.state[PLACE][corps], side_of(game, corps)):
        return refused("fa:21.2", "divisions-in-a-zone", unit=Thing(corps))
    return halves_violation(game, corps)


@rule("fa:21.2", "fa:22.2")
def halves_violation(game: Position, corps: int) -> Violation | None:
    """The same wherever zones of control do not matter."""
    if not halves_of(game, corps):
        return refused("fa:21.2", "not-a-corps-of-divisions", unit=Thing(corps))
    found = STANDS_BY(game, corps)
    if found is not None:
        return found
    pairs = pairs_for(game, corps)
    if not pairs:
        return refused("fa:21.2", "no-divisions-in-the-pool", unit=Thing(corps))
    return _crowd_violation(game, corps, pairs[0])


@rule("fa:21.2", "fa:2.3.1.1")
def _crowd_violation(game: Position, corps: int, pair: Pair) -> Violation | None:
    """Why two divisions would be too many where the corps stands: any two of them count alike."""
    place = game.state[PLACE][corps]
    first = half_of(game, corps, pair[0])[0]
    second = next(unit for unit in half_of(game, corps, pair[1]) if unit != first)
    others = (unit for unit in things_at(game, place) if unit != corps)
    return stacking_violation(game, place, (*others, first, second))


def _breakable(game: Position, power: int) -> tuple[int, ...]:
    def look() -> tuple[int, ...]:
        units = (unit for _, unit in land_units_of(game, (power,)))
        return tuple(unit for unit in units if break_down_violation(game, unit) is None)

    return game.recall(("corps to break down", power), look)


class Regrouping(msgspec.Struct):
    """How far the powers have come, and the divisions that came of breaking down this turn."""

    broke: int = 0
    built: int = 0
    fresh: tuple[int, ...] = ()


BREAKERS = EachPower(powers_in_order, lambda game, power: bool(_breakable(game, power)))


class Breaking(msgspec.Struct):
    """A corps on its way to become two divisions."""

    corps: int
    pair: str = ""
    drawn: tuple[int, ...] = ()


def _break_shape(game: Position, stage: Reinforcing, seat: str) -> Shape | Violation:
    found = _breakable(game, BREAKERS.next(game, game.annex(Regrouping).broke))
    return One(found) if found else refused("fa:21.2", "nobody-to-break-down")


def _break(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    return Call(BREAKING.name, Breaking(noun))


def _why_not_break(game: Position, stage: Reinforcing, seat: str, noun: Noun) -> Violation | None:
    known = type(noun) is int and 0 <= noun < len(game.state[PLACE]) and is_hex(game, game.state[PLACE][noun])
    return break_down_violation(game, noun) if known and seat_of(game, noun) == seat else None


def _stop_breaking(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    annex = game.annex(Regrouping)
    annex.broke = BREAKERS.after(game, BREAKERS.next(game, annex.broke))
    return Goto("corps_break_down")


BREAK_DOWN = Verb("break-down", "fa:21.2", _break, _break_shape, explain=_why_not_break, items=Thing)
STOP_BREAKING = Verb("keep-corps", "fa:21.2", _stop_breaking)


@step("fa:21.2", STOP_BREAKING, BREAK_DOWN)
def corps_break_down(game: Game, stage: Reinforcing) -> Control:
    """Each power in turn, corps by corps."""
    power = BREAKERS.next(game, game.annex(Regrouping).broke)
    if power == NOBODY:
        return Goto("divisions_build_up")
    seat = seat_of_power(game, power)
    return one(seat, STOP_BREAKING, BREAK_DOWN, rule="fa:21.2", prompt="break-down", power=Power(power))


@step("fa:21.2")
def and_break_another(game: Game, stage: Reinforcing) -> Control:
    return Goto("corps_break_down")


def _written(pair: Pair) -> str:
    return f"{pair[0]} + {pair[1]}"


def _pairs_shape(game: Position, breaking: Breaking, seat: str) -> Shape | Violation:
    return One(tuple(_written(pair) for pair in pairs_for(game, breaking.corps)))


def _choose_pair(game: Game, breaking: Breaking, seat: str, noun: Noun) -> Control:
    breaking.pair = noun
    return None


CHOOSE_PAIR = Verb("choose-divisions", "fa:21.2", _choose_pair, _pairs_shape)


@step("fa:21.2", CHOOSE_PAIR)
def choose_divisions(game: Game, breaking: Breaking) -> Control:
    seat = seat_of(game, breaking.corps)
    return one(seat, CHOOSE_PAIR, rule="fa:21.2", prompt="choose-divisions", unit=Thing(breaking.corps))


def _candidates(game: Position, breaking: Breaking) -> tuple[int, ...]:
    """For the first draw those of the home country, where only they will do."""
    pair, number = _pair(breaking.pair), len(breaking.drawn)
    kin = number == 0 and bool(half_of(game, breaking.corps, pair[0], kin=True))
    if number == 1:
        first = land_counter(game, breaking.drawn[0])
        kin = not same_home(first.home, land_counter(game, breaking.corps).home)
    found = half_of(game, breaking.corps, pair[number], kin=kin)
    return tuple(unit for unit in found if unit not in breaking.drawn)


@step("fa:21.2")
def draw_a_division(game: Game, breaking: Breaking) -> Control:
    if len(breaking.drawn) == len(_pair(breaking.pair)):
        return Goto("corps_is_replaced")
    return Pick("division", seat_of(game, breaking.corps), len(_candidates(game, breaking)))


@step("fa:21.2")
def division_is_drawn(game: Game, breaking: Breaking) -> Control:
    (number,) = game.result
    breaking.drawn += (_candidates(game, breaking)[number],)
    return Goto("draw_a_division")


@step("fa:21.2", also=("2.3.1",))
def corps_is_replaced(game: Game, breaking: Breaking) -> Control:
    """Both stand where it stood."""
    corps, place = breaking.corps, game.state[PLACE][breaking.corps]
    face = game.state[FACE_DOWN][corps]
    return_to_pool(game, corps)
    for division in breaking.drawn:
        move(game, division, place)
        game.write(FACE_DOWN, division, face)
    regrouping = game.find_annex(Regrouping)
    if regrouping is not None:  # not while the campaign is set up
        regrouping.fresh += breaking.drawn
    game.say(BrokenDown(corps=corps, divisions=breaking.drawn))
    return None


BREAKING = procedure(
    "breaking down", "fa:21.2", choose_divisions, draw_a_division, division_is_drawn, corps_is_replaced, locals=Breaking
)


# ---------------------------------------------------------------------------------------------------------- at the set-up


def _corps_set_up(game: Position, work: PowerSetUp) -> tuple[int, ...]:
    """Corps of the power that is being set up that could be broken down, in zones of control too."""
    units = (unit for _, unit in land_units_of(game, (power_at_work(game, work),)))
    return tuple(unit for unit in units if halves_violation(game, unit) is None)


def _set_up_shape(game: Position, work: PowerSetUp, seat: str) -> Shape | Violation:
    found = _corps_set_up(game, work)
    return One(found) if found else refused("fa:21.2", "nobody-to-break-down")


def _break_at_set_up(game: Game, work: PowerSetUp, seat: str, noun: Noun) -> Control:
    return Call(BREAKING.name, Breaking(noun))


def _keep_at_set_up(game: Game, work: PowerSetUp, seat: str, noun: Noun) -> Control:
    return Goto("power_is_set_up")


BREAK_AT_SET_UP = Verb("break-down-at-set-up", "fa:22.2", _break_at_set_up, _set_up_shape, items=Thing)
KEEP_AT_SET_UP = Verb("keep-corps-at-set-up", "fa:22.2", _keep_at_set_up)


@step("fa:22.2", KEEP_AT_SET_UP, BREAK_AT_SET_UP, also=("fa:21.2",))
def corps_set_up_break_down(game: Game, work: PowerSetUp) -> Control:
    """After a power is set up, corps by corps."""
    if not _corps_set_up(game, work):
        return Goto("power_is_set_up")
    power = power_at_work(game, work)
    seat = seat_at_work(game, work)
    return one(seat, KEEP_AT_SET_UP, BREAK_AT_SET_UP, rule="fa:22.2", prompt="break-down", power=Power(power))


@step("fa:22.2")
def and_another_corps(game: Game, work: PowerSetUp) -> Control:
    return Goto("corps_set_up_break_down")


# ------------------------------------------------------------------------------------------------------------ building up


class Building(msgspec.Struct):
    """Two divisions on their way to become a corps."""

    divisions: tuple[int, int]
    kind: str = ""


@rule("fa:21.2")
def corps_kinds(game: Position, one_division: int, other: int) -> tuple[LandType, ...]:
    """The kinds of corps in the pool that the two could have come from."""
    kinds = {land_counter(game, unit).type for unit in (one_division, other)}
    known = game.ruleset.once(_breakdown)
    fitting = [kind for kind, pairs in known.items() if any(kinds == set(pair) for pair in pairs)]
    return tuple(kind for kind in fitting if corps_for(game, one_division, other, kind))


@rule("fa:21.2")
def corps_for(game: Position, one_division: int, other: int, kind: LandType) -> tuple[int, ...]:
    """The weakest corps of the kind in the pool; several if they are alike."""
    halves = [land_counter(game, unit) for unit in (one_division, other)]
    owner, found = power_of(game, one_division), []
    for unit in all_such(game, _is_corps):
        counter = land_counter(game, unit)
        if counter.type is not kind or counter.power != halves[0].power or not in_pool(game, unit, owner):
            continue
        kin = [same_home(counter.home, half.home) for half in halves]
        if all(kin) or (counter.power == MANY_HOMES and any(kin)):
            found.append(unit)
    weakest = min((land_counter(game, unit).strength or 0 for unit in found), default=0)
    return tuple(unit for unit in found if (land_counter(game, unit).strength or 0) == weakest)


@rule("fa:21.2")
def build_up_violation(game: Position, one_division: int, other: int) -> Violation | None:
    """Why the two are not built up into a corps."""
    fresh = game.annex(Regrouping).fresh
    for unit in (one_division, other):
        if unit in fresh:
            return refused("fa:21.2", "division-of-this-turn", unit=Thing(unit))
        found = STANDS_BY(game, unit)
        if found is not None:
            return found
    places = [game.state[PLACE][unit] for unit in (one_division, other)]
    if places[0] == places[1]:
        if any(game.state[FACE_DOWN][unit] for unit in (one_division, other)):
            return refused("fa:21.2", "division-face-down")
    else:
        for unit, place in zip((one_division, other), places, strict=True):
            if in_enemy_zoc(game, place, side_of(game, unit)):
                return refused("fa:21.2", "divisions-in-a-zone", unit=Thing(unit))
            if not in_supply(game, unit):
                return refused("fa:21.2", "division-out-of-supply", unit=Thing(unit))
    if not corps_kinds(game, one_division, other):
        return refused("fa:21.2", "no-corps-in-the-pool")
    return None


def _divisions(game: Position, power: int) -> tuple[int, ...]:
    """Divisions of the power that some other one can be built up with."""

    def look() -> tuple[int, ...]:
        divisions = tuple(unit for _, unit in land_units_of(game, (power,)) if _is_division(counter_of(game, unit)))
        return tuple(dict.fromkeys(unit for pair in _pairs(game, divisions) for unit in pair))

    return game.recall(("divisions to build up", power, game.annex(Regrouping).fresh), look)


def _pairs(game: Position, divisions: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    for number, first in enumerate(divisions):
        for second in divisions[number + 1 :]:
            if build_up_violation(game, first, second) is None:
                yield first, second


BUILDERS = EachPower(powers_in_order, lambda game, power: bool(_divisions(game, power)))
A_PAIR = 2


def _build_shape(game: Position, stage: Reinforcing, seat: str) -> Shape | Violation:
    found = _divisions(game, BUILDERS.next(game, game.annex(Regrouping).built))
    return Set(found, A_PAIR, A_PAIR) if found else refused("fa:21.2", "nobody-to-build-up")


def _build_violation(game: Position, stage: Reinforcing, seat: str, noun: Noun) -> Violation | None:
    return build_up_violation(game, noun[0], noun[1])


def _build(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    return Call(BUILDING.name, Building((noun[0], noun[1])))


def _stop_building(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    annex = game.annex(Regrouping)
    annex.built = BUILDERS.after(game, BUILDERS.next(game, annex.built))
    return Goto("divisions_build_up")


BUILD_UP = Verb("build-up", "fa:21.2", _build, _build_shape, _build_violation, items=Thing)
STOP_BUILDING = Verb("keep-divisions", "fa:21.2", _stop_building)


@step("fa:21.2", STOP_BUILDING, BUILD_UP)
def divisions_build_up(game: Game, stage: Reinforcing) -> Control:
    """After all breaking down, each power in turn, pair by pair."""
    power = BUILDERS.next(game, game.annex(Regrouping).built)
    if power == NOBODY:
        return Goto(LAST)
    seat = seat_of_power(game, power)
    return one(seat, STOP_BUILDING, BUILD_UP, rule="fa:21.2", prompt="build-up", power=Power(power))


@step("fa:21.2")
def and_build_another(game: Game, stage: Reinforcing) -> Control:
    return Goto("divisions_build_up")


def _kinds_shape(game: Position, building: Building, seat: str) -> Shape | Violation:
    return One(tuple(kind.value for kind in corps_kinds(game, *building.divisions)))


def _choose_corps(game: Game, building: Building, seat: str, noun: Noun) -> Control:
    building.kind = noun
    return None


CHOOSE_CORPS = Verb("choose-corps", "fa:21.2", _choose_corps, _kinds_shape)


@step("fa:21.2", CHOOSE_CORPS)
def choose_kind_of_corps(game: Game, building: Building) -> Control:
    return one(seat_of(game, building.divisions[0]), CHOOSE_CORPS, rule="fa:21.2", prompt="choose-corps")


@step("fa:21.2")
def draw_a_corps(game: Game, building: Building) -> Control:
    """Among the weakest."""
    found = corps_for(game, *building.divisions, LandType(building.kind))
    return Pick("corps", seat_of(game, building.divisions[0]), len(found))


@step("fa:21.2")
def corps_is_formed(game: Game, building: Building) -> Control:
    """Where both stand together; otherwise it comes over the production circle next turn."""
    (number,) = game.result
    first, second = building.divisions
    corps = corps_for(game, first, second, LandType(building.kind))[number]
    places = [game.state[PLACE][unit] for unit in building.divisions]
    to = places[0] if places[0] == places[1] else place_index(game, circle_space(game.state.get(TURN) + 1))
    game.say(BuiltUp(corps=corps, divisions=building.divisions))
    for unit in building.divisions:
        return_to_pool(game, unit)
    move(game, corps, to)
    return None


BUILDING = procedure("building up", "fa:21.2", choose_kind_of_corps, draw_a_corps, corps_is_formed, locals=Building)

MODULE = Module(
    procedures=(BREAKING, BUILDING),
    changes=(
        Insert(POWER_SET_UP.name, corps_set_up_break_down, before="power_is_set_up"),
        Insert(POWER_SET_UP.name, and_another_corps, before="power_is_set_up"),
        Annex(STAGE, Regrouping),
        Insert(STAGE, corps_break_down, before=LAST),
        Insert(STAGE, and_break_another, before=LAST),
        Insert(STAGE, divisions_build_up, before=LAST),
        Insert(STAGE, and_build_another, before=LAST),
    ),
)
