"""Option 38, building ahead (13.6.5): a power that has used up a type of unit may build those of later years.

Each year ahead costs the whole price of the unit once more, and a turn. Which unit of the type and cost it is, is drawn.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Draw, Goto, Verb, step
from worldfire.engine.ruleset import Option
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import LIBERATED, PoolKey, is_striped, kind_of
from worldfire.forces.things import HEXES, PLACE, PLACE_NAMES, counter_of, move, place_index, things_at
from worldfire.forces.turn import controls, is_active, seat_of_power
from worldfire.forces.who import CONQUEROR, COUNTRY, NEW_HOME, NOBODY, power_of
from worldfire.rules.s04_reinforcements import militia_city
from worldfire.rules.s13_06_production import (
    COST,
    PRODUCTION_OF_A_POWER,
    PURCHASES,
    PowerProduction,
    cost_of,
    pools_of,
    start_building,
    turns_of,
    unit_violation,
)
from worldfire.tables.counters import NavalCounter

_AVAILABLE = "available in "


class TooDear(Event, frozen=True):
    """The unit that was drawn costs more than there is: it waits on, and nothing more is built ahead this turn."""

    thing: ThingId
    cost: int


class Ahead(msgspec.Struct):
    """What is being built ahead, where those waited from whom it is drawn, and has one been too dear this turn?"""

    key: str = ""
    waited: tuple[tuple[int, int], ...] = ()
    barred: bool = False


@clause("13.6.5/building ahead")
def may_build_ahead(game: Position, power: int) -> bool:
    """Only active major powers."""
    return is_active(game, power)


# ---------------------------------------------------------------------------------------------------------- what there is


@rule("13.6.5/building ahead")
def buildable_ahead(game: Position, power: int) -> dict[str, tuple[int, ...]]:
    """Pool by its name → the units of the nearest year that has the type, if none of the power's force pools has one."""
    if not may_build_ahead(game, power):
        return {}
    return game.recall(("built ahead", power), lambda: _find(game, power))


def _find(game: Position, power: int) -> dict[str, tuple[int, ...]]:
    pools = pools_of(game, power).values()
    at_hand = {counter_of(game, unit).type for pool in pools for unit in things_at(game, pool)}
    later = [unit for unit in _of_later_years(game) if _is_open(game, power, unit)]
    wanted = [unit for unit in later if counter_of(game, unit).type not in at_hand]
    nearest: dict[object, int] = {}
    for unit in wanted:
        kind, year = counter_of(game, unit).type, counter_of(game, unit).year or 0
        nearest[kind] = min(year, nearest.get(kind, year))
    found: dict[str, tuple[int, ...]] = {}
    for unit in wanted:
        counter = counter_of(game, unit)
        if counter.year == nearest[counter.type]:
            key = f"{counter.home}: {kind_of(counter)}"
            found[key] = (*found.get(key, ()), unit)
    return found


def _of_later_years(game: Position) -> tuple[int, ...]:
    hexes, names = game.state.get(HEXES), game.state.get(PLACE_NAMES)
    waiting = {hexes + row for row, name in enumerate(names) if name.startswith(_AVAILABLE)}
    return tuple(unit for unit, place in enumerate(game.state[PLACE]) if place in waiting)


def _is_open(game: Position, power: int, unit: int) -> bool:
    """A unit of its own or of a country that still fights for it, no foreign aircraft, no MIL of a lost city."""
    if power_of(game, unit) != power or is_striped(counter_of(game, unit)):
        return False
    country, city = game.state[COUNTRY][unit], militia_city(game, unit)
    if game.state[CONQUEROR][country] != NOBODY and game.state[NEW_HOME][country] == NOBODY:
        return False
    if city is not None and not controls(game, power, city):
        return False
    return unit_violation(game, power, unit) is None


@rule("13.6.5/building ahead")
def years_ahead(game: Position, unit: int) -> int:
    return (counter_of(game, unit).year or 0) - game.state.get(YEAR)


@rule("13.6.5/building ahead")
def price_ahead(game: Position, unit: int) -> int:
    """The usual price, and for each year ahead all of it once more, of a ship both cycles; at least a point for each."""
    counter, first, years = counter_of(game, unit), cost_of(game, unit), years_ahead(game, unit)
    second = COST(game, counter.cost_second or 0, unit) if isinstance(counter, NavalCounter) else 0
    return max(first + years * (first + second), years + 1)


# --------------------------------------------------------------------------------------------------------------- building


def _shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    if game.annex(Ahead).barred:
        return refused("13.6.5", "drawn-too-dear")
    pools = buildable_ahead(game, work.power)
    keys = tuple(key for key, units in pools.items() if min(price_ahead(game, u) for u in units) <= work.points)
    return One(keys) if keys else refused("13.6.5", "nothing-to-build-ahead", points=Number(work.points))


def _order(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    game.annex(Ahead).key = noun
    work.has_built = True
    return Goto("draw_from_later_years")


BUILD_AHEAD = Verb("build-ahead", "13.6.5", _order, _shape, items=PoolKey)


def something_later(game: Game) -> Verb:
    return BUILD_AHEAD


@step("13.6.5/building ahead")
def draw_from_later_years(game: Game, work: PowerProduction) -> Control:
    """One of the type and cost that was ordered."""
    ahead, together = game.annex(Ahead), place_index(game, LIBERATED)
    units = buildable_ahead(game, work.power)[ahead.key]
    ahead.waited = tuple((unit, game.state[PLACE][unit]) for unit in units)
    for unit in units:
        move(game, unit, together)
    return Draw("build", seat_of_power(game, work.power), together, 1)


@step("13.6.5/building ahead")
def it_is_built_ahead(game: Game, work: PowerProduction) -> Control:
    ahead, (unit,) = game.annex(Ahead), game.result
    price, turns = price_ahead(game, unit), turns_of(game, unit) + years_ahead(game, unit)
    ahead.barred = price > work.points
    for other, place in ahead.waited:
        if other != unit or ahead.barred:
            move(game, other, place)
    ahead.waited = ()
    if ahead.barred:
        game.say(TooDear(thing=unit, cost=price))
    else:
        work.points -= price
        start_building(game, unit, price, turns)
    return Goto("buy")


OPTION = Option(
    "38",
    "Building ahead",
    changes=(
        Annex(PRODUCTION_OF_A_POWER.name, Ahead),
        PURCHASES.attach(something_later, verbs=(BUILD_AHEAD,)),
        Insert(PRODUCTION_OF_A_POWER.name, draw_from_later_years, after="put_on_the_circle"),
        Insert(PRODUCTION_OF_A_POWER.name, it_is_built_ahead, after="draw_from_later_years"),
    ),
)
