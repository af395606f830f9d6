"""2.3.1 Overstacking: at the end of every step and advance, units too many are destroyed, the hex's controller choosing.

The sweep looks at hexes that units have come to or left since it last looked; those that it has seen were in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Claim, Derived, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.journal import CONTROL, CONVOYS, MOVES, Reader, Stock
from worldfire.forces.kinds import Owner, PowerId
from worldfire.forces.partisans import RED, SOIL
from worldfire.forces.situation import CO_OPERATING, CONVOY_POINTS
from worldfire.forces.things import COUNTER, FACE_DOWN, HEXES, PLACE, STANDING, move, place_index, things_at
from worldfire.forces.turn import other_side, power_name, seats_of_side
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    NOBODY,
    POWER,
    SEAT,
    SIDE,
    SIDES,
    master_of,
    power_named,
    side_of,
    side_of_power,
)
from worldfire.rules import s02_3_stacking
from worldfire.rules.s02_3_stacking import (
    AIRCRAFT_BASE,
    aircraft,
    aircraft_surplus,
    land_limit,
    land_units,
    last_unit_of_convoys,
    naval_room,
    naval_units,
    stacking_violation,
    together_violation,
)
from worldfire.rules.s10_actions import STANDS_BY
from worldfire.rules.s14_air_missions import Destroyed, destroy_aircraft, tray_of
from worldfire.rules.s18_1_cooperation import cooperation_violation, countries_cooperate, powers_cooperate


class Overstacked(Event, frozen=True):
    """More is in the hex than may be there at the end of a step."""

    place: PlaceId


class ConvoysDestroyed(Event, frozen=True):
    """Convoy points were too many in a port."""

    power: PowerId
    place: PlaceId
    points: int


class _Watch:
    """Which hexes the sweep need not look at: those that it has seen and nothing has come to or left since."""

    def __init__(self) -> None:
        self.moves, self.control, self.convoys = Reader(), Reader(), Stock()
        #: hexes to look at
        self.suspects: set[int] = set()
        #: hexes that were overstacked when it last looked; it has told so
        self.crowded: frozenset[int] = frozenset()

    def branch(self) -> _Watch:
        twin = _Watch()
        twin.moves, twin.control, twin.convoys = self.moves.branch(), self.control.branch(), self.convoys.branch()
        twin.suspects, twin.crowded = self.suspects.copy(), self.crowded
        return twin

    def mend(self, game: Position) -> None:
        """Suspect the hexes that have changed since the last time; all of them if that is not known."""
        moves, taken = self.moves.news(game.look_up(MOVES)), self.control.news(game.look_up(CONTROL))
        changed = self.convoys.news(game.look_up(CONVOYS))
        if moves is None or taken is None:
            changed = _occupied(game)
        elif moves or taken:
            changed.update(place for place, _, _ in taken)
            changed.update(place for _, *ends in moves for place in ends)
        elif not changed:
            return  # as at the end of most steps
        hexes = game.state.get(HEXES)
        self.suspects.update(place for place in changed if 0 <= place < hexes)

    def look(self, game: Position) -> tuple[int, ...]:
        """The suspects that are overstacked."""
        self.mend(game)
        if not self.suspects:
            self.crowded = frozenset()
            return ()
        found = (place for place in sorted(self.suspects) if game.answer(WATCH, partial(is_overstacked, game, place)))
        crowded = tuple(found)
        self.suspects, self.crowded = set(), frozenset(crowded)
        return crowded

    def claims(self, game: Position) -> Iterator[Claim]:
        self.mend(game)
        for place in sorted(_occupied(game) - self.suspects - self.crowded):
            yield Claim(place, False, partial(is_overstacked, game, place))


def _occupied(game: Position) -> set[int]:
    return {place for _, place, _ in game.state.amounts(CONVOY_POINTS)} | game.look_up(STANDING).keys()


WATCH = Derived(
    "watch on stacking",
    (COUNTER, COUNTRY, POWER, SIDE, SIDES, HEXES, CO_OPERATING, SOIL, RED),
    lambda state: _Watch(),
    mends=(PLACE, CONTROLLER, CONVOY_POINTS),
    asks=(
        *s02_3_stacking.MODULE.seams,
        s02_3_stacking.land_limit,
        s02_3_stacking.aircraft_limit,
        s02_3_stacking.aircraft_surplus,
        s02_3_stacking.naval_limit,
        s02_3_stacking.naval_units_of_convoys,
        s02_3_stacking.together_violation,
        countries_cooperate,
        powers_cooperate,
        cooperation_violation,
    ),
    claims=_Watch.claims,
    branch=_Watch.branch,
    remembers_deeds=True,
)


class Crowd(msgspec.Struct):
    """Hexes that hold too much."""

    hexes: tuple[int, ...]


# ------------------------------------------------------------------------------------------------------- what is too much


def _sides_at(game: Position, place: int) -> dict[int, tuple[int, ...]]:
    """Invaders and paratroops stack apart from the defenders (2.3.1), partisans from those they rise against."""
    found: dict[int, tuple[int, ...]] = {side_of_power(game, owner): () for owner in _convoys_at(game, place)}
    for unit in things_at(game, place):
        side = side_of(game, unit)
        found[side] = (*found.get(side, ()), unit)
    return found


def _convoys_at(game: Position, place: int) -> dict[int, int]:
    """Power → its convoy points in this port."""
    if place not in ground_of(game).ports:
        return {}
    return {owner: points for owner, at, points in game.state.amounts(CONVOY_POINTS) if at == place}


@rule("2.3.1")
def is_overstacked(game: Position, place: int) -> bool:
    return is_hex(game, place) and any(
        stacking_violation(game, place, units) is not None for units in _sides_at(game, place).values()
    )


@rule("2.3.1")
def too_many(game: Position, place: int) -> tuple[int, ...]:
    """Units of which one must go now: those that do not co-operate, else those of the kind that exceeds its limit.

    Face-up units go before face-down ones, and so do convoy points, which are not among them; who stands by goes last.
    """
    for units in _sides_at(game, place).values():
        if stacking_violation(game, place, units) is not None:
            surplus = _strangers(game, units) or _of_one_kind(game, place, units)
            found = tuple(unit for unit in surplus if STANDS_BY(game, unit) is None) or surplus
            up = tuple(unit for unit in found if not game.state[FACE_DOWN][unit])
            return up or (() if surplus_convoys(game, place) else found)
    return ()


@rule("2.3.1/naval unit limits")
def surplus_convoys(game: Position, place: int) -> dict[int, int]:
    """Power → its convoy points that could go, where there are too many naval units: so many as count for one of them."""
    if not is_hex(game, place) or naval_room(game, place) >= 0:
        return {}
    return {owner: last_unit_of_convoys(game, points) for owner, points in _convoys_at(game, place).items()}


def _strangers(game: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in units if any(together_violation(game, (unit, other)) is not None for other in units))


def _of_one_kind(game: Position, place: int, units: tuple[int, ...]) -> tuple[int, ...]:
    land = land_units(game, units)
    if len(land) > land_limit(game, place, units):
        return land
    flying, rest = aircraft(game, units), tuple(unit for unit in units if unit not in aircraft(game, units))
    if stacking_violation(game, place, rest) is None:
        baseless = tuple(unit for unit in flying if AIRCRAFT_BASE(game, unit, place) is not None)
        return baseless or aircraft_surplus(game, place, units)
    return naval_units(game, units)


# ----------------------------------------------------------------------------------------------------------- the sweep


@rule("2.3", "2.3.1")
def units_too_many(game: Game) -> Call | None:
    """At the end of a step or an advance. An exercise has no hexes."""
    if not game.state.get(HEXES):
        return None
    crowded = game.look_up(WATCH).look(game)
    for place in crowded:
        game.say(Overstacked(place=place))
    return Call(OVERSTACKING.name, Crowd(crowded)) if crowded else None


@step("2.3.1")
def next_crowded_hex(game: Game, crowd: Crowd) -> Control:
    while crowd.hexes and not too_many(game, crowd.hexes[0]) and not surplus_convoys(game, crowd.hexes[0]):
        crowd.hexes = crowd.hexes[1:]
    return None if crowd.hexes else Goto("all_in_order")


def _surplus_shape(game: Position, crowd: Crowd, seat: str) -> Shape | Violation:
    return One(too_many(game, crowd.hexes[0]))


def _destroy(game: Game, crowd: Crowd, seat: str, unit: Noun) -> Control:
    if aircraft(game, (unit,)):
        destroy_aircraft(game, unit)
    else:
        game.say(Destroyed(thing=unit))
        move(game, unit, tray_of(game, unit))
    return Goto("next_crowded_hex")


def _convoys_shape(game: Position, crowd: Crowd, seat: str) -> Shape | Violation:
    return One(tuple(power_name(game, owner) for owner in surplus_convoys(game, crowd.hexes[0])))


def _destroy_convoys(game: Game, crowd: Crowd, seat: str, name: Noun) -> Control:
    place, owner = crowd.hexes[0], power_named(game, name)
    points = surplus_convoys(game, place)[owner]
    lose_convoys(game, owner, place, points)
    game.say(ConvoysDestroyed(power=owner, place=place, points=points))
    return Goto("next_crowded_hex")


@clause("2.3.1")
def lose_convoys(game: Game, owner: int, place: int, points: int) -> None:
    """They wait in the tray of their power, as its lost units do."""
    game.add(CONVOY_POINTS, owner, place, -points)
    game.add(CONVOY_POINTS, owner, place_index(game, f"tray of {power_name(game, owner)}"), points)


DESTROY_SURPLUS = Verb("destroy-surplus", "2.3.1", _destroy, _surplus_shape, items=Thing)
DESTROY_CONVOYS = Verb("destroy-convoys", "2.3.1", _destroy_convoys, _convoys_shape, items=Owner)


@step("2.3.1", DESTROY_SURPLUS, DESTROY_CONVOYS)
def controller_chooses(game: Game, crowd: Crowd) -> Control:
    """One unit after the other, until what is left may be there."""
    place = crowd.hexes[0]
    seat, convoys = _chooser(game, place), surplus_convoys(game, place)
    if not too_many(game, place):
        return one(seat, DESTROY_CONVOYS, rule="2.3.1", prompt="destroy-convoys", place=Place(place))
    verbs = (DESTROY_SURPLUS, DESTROY_CONVOYS) if convoys else (DESTROY_SURPLUS,)
    return one(seat, *verbs, rule="2.3.1", prompt="destroy-surplus", place=Place(place))


def _chooser(game: Position, place: int) -> str:
    """Whoever controls the hex; for a country that nobody plays the side that its guests are not on."""
    holder = game.state[CONTROLLER][place]
    seat = NOBODY if holder == NOBODY else game.state[SEAT][master_of(game, holder)]
    if seat != NOBODY:
        return game.seats[seat]
    crowded = next(side for side, units in _sides_at(game, place).items() if stacking_violation(game, place, units))
    return seats_of_side(game, other_side(crowded))[0]


@step("2.3.1")
def all_in_order(game: Game, crowd: Crowd) -> Control:
    return None


OVERSTACKING = procedure("overstacking", "2.3", next_crowded_hex, controller_chooses, all_in_order, locals=Crowd)


MODULE = Module(
    schema=Schema(derived=(WATCH,)),
    procedures=(OVERSTACKING,),
    sweeps=(units_too_many,),
)
