"""What a power can build: prices, arrivals, what may be drawn from each pool with what chance, and an order that wastes
nothing. A proposal: the engine judges it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb

import msgspec

from worldfire.engine.position import Position
from worldfire.engine.violation import Violation
from worldfire.forces.pools import circle_space, named_place
from worldfire.forces.situation import TURN
from worldfire.forces.things import Counter, counter_of, things_at
from worldfire.forces.who import power_of
from worldfire.rules.s13_06_production import (
    BUILD,
    COMPLETE_SHIP,
    PowerProduction,
    cost_of,
    dock_turns,
    forecast,
    pool_violation,
    pools_to_build_from,
    ships_in_dock,
    turns_of,
    units_in_pool,
)
from worldfire.rules.s13_09_victory import LAST_TURN
from worldfire.tables.counters import AirCounter, AirType, LandCounter, LandType

# ------------------------------------------------------------------------------------------------------- what may be drawn


class Draw(msgspec.Struct, frozen=True):
    """Units of a pool whose counters say the same, and the chance that a draw brings one of them."""

    units: tuple[int, ...]
    #: for one unit ordered, for two, and so on: the chance that at least one of these is among them
    chances: tuple[Fraction, ...]


def draws(game: Position, units: tuple[int, ...], most: int) -> tuple[Draw, ...]:
    """What a blind draw from these units may bring, for up to `most` of them; what is likeliest first."""
    alike: dict[tuple[object, ...], list[int]] = {}
    for unit in units:
        alike.setdefault(_face(counter_of(game, unit)), []).append(unit)
    found = (Draw(tuple(same), tuple(_chances(len(same), len(units), most))) for same in alike.values())
    return tuple(sorted(found, key=lambda draw: (-len(draw.units), draw.units)))


def _chances(alike: int, units: int, most: int) -> Iterator[Fraction]:
    for number in range(1, min(most, units) + 1):
        yield 1 - Fraction(comb(units - alike, number), comb(units, number))


def _face(counter: Counter) -> tuple[object, ...]:
    """All that matters in play; which corps it is does not."""
    if isinstance(counter, LandCounter):
        printed = (counter.strength, counter.movement, counter.reorganisation)
        return (counter.type, counter.size, *printed, counter.abilities)
    if isinstance(counter, AirCounter):
        factors = (counter.air_to_air, counter.air_to_sea, counter.tactical, counter.strategic)
        return (counter.type, *factors, counter.range, counter.abilities)
    return (counter.id,)


# ------------------------------------------------------------------------------------------------------- what can be bought


class Good(msgspec.Struct, frozen=True):
    """Something that build points buy: units from a pool, drawn blindly, or a certain ship."""

    item: str | int
    cost: int
    #: the turn in which it arrives
    turn: int
    draws: tuple[Draw, ...]
    #: why it cannot be bought now
    refused: Violation | None = None


def goods(game: Position, work: PowerProduction) -> dict[str, tuple[Good, ...]]:
    """Verb → what it may buy, also what the power cannot have now."""
    pools = tuple(_pools(game, work))
    ships = tuple(_ships(game, work))
    return {verb: found for verb, found in ((BUILD.name, pools), (COMPLETE_SHIP.name, ships)) if found}


def _pools(game: Position, work: PowerProduction) -> Iterator[Good]:
    for name, pool in pools_to_build_from(game, work.power).items():
        units, expected = units_in_pool(game, pool), forecast(game, pool)
        if expected is None:
            continue
        cost, turn = expected
        most = max(1, work.points // max(cost, 1))
        yield Good(name, cost, turn, draws(game, units, most), pool_violation(game, work, pool))


def _ships(game: Position, work: PowerProduction) -> Iterator[Good]:
    now = game.state.get(TURN)
    for ship, cost in ships_in_dock(game, work).items():
        yield Good(ship, cost, now + dock_turns(game, ship), (Draw((ship,), (Fraction(1),)),))


def arrivals(game: Position, power: int) -> dict[int, tuple[int, ...]]:
    """Turn → units of the power that the production circle brings then."""
    found: dict[int, tuple[int, ...]] = {}
    turn = game.state.get(TURN)
    while (space := named_place(game, circle_space(turn))) is not None:
        units = tuple(unit for unit in things_at(game, space) if power_of(game, unit) == power)
        if units:
            found[turn] = units
        turn += 1
    return found


# ------------------------------------------------------------------------------------------------------------ an order

#: what a type does beyond its combat factors
BONUS = {LandType.ARM: 1.5, LandType.MECH: 1.3, LandType.HQ_A: 0.0, LandType.HQ_I: 0.0}
#: immobile units only hold what they stand on
SLOW = {LandType.GAR: 0.7, LandType.MIL: 0.85}
AIR_USE = {AirType.FTR: 1.0, AirType.LND: 1.4, AirType.NAV: 0.2, AirType.ATR: 0.1}
#: each further unit of a kind in one order is worth so much less: an army wants variety
AGAIN = 0.8
#: a turn's delay
LATE = 0.12


class Ware(msgspec.Struct, frozen=True):
    """What an order may take: so many at most, each for this price, the first of them worth so much."""

    item: str
    price: int
    most: int
    worth: float


def wares(
    game: Position, most: Mapping[str, int], power: int, worth_of: Callable[[Position, int], float] | None = None
) -> tuple[Ware, ...]:
    """Of the pools on offer (name → how many at most) those whose units are worth something, to us or by this measure."""
    measure = worth_of or usual_worth
    pools = pools_to_build_from(game, power)
    found = []
    for name, limit in most.items():
        units = units_in_pool(game, pools[name])
        worth = sum(measure(game, unit) for unit in units) / len(units)
        if worth > 0:
            found.append(Ware(name, cost_of(game, units[0]), limit, worth))
    return tuple(found)


def usual_worth(game: Position, unit: int) -> float:
    """What it is worth to whoever draws it; nothing if it would come after the last turn."""
    counter, turns = counter_of(game, unit), turns_of(game, unit)
    if turns > game.state.get(LAST_TURN) - game.state.get(TURN):
        return 0.0
    soon = 1 - LATE * turns
    if isinstance(counter, LandCounter):
        factors = float(counter.strength or 0)
        return factors * BONUS.get(counter.type, 1.0) * SLOW.get(counter.type, 1.0) * soon
    if isinstance(counter, AirCounter):
        factors = 0.5 * (counter.air_to_air or 0) + (counter.tactical or 0)
        return factors * AIR_USE.get(counter.type, 0.0) * soon
    return 0.0


def best_order(on_offer: tuple[Ware, ...], points: int) -> dict[str, int]:
    """The order that is worth most for these points; of equally good ones one that leaves fewer over.

    Every further unit of a kind is a thing of its own, worth less than the one before it: so the units of a kind are
    taken in their order, and nothing that could still be paid for and is worth anything is left out.
    """
    #: for each number of points: the worth of the best order that costs no more, the points it spends, the order
    best: list[tuple[float, int, dict[str, int]]] = [(0.0, 0, {})] * (points + 1)
    for ware in on_offer:
        for again in range(min(ware.most, points // max(ware.price, 1))):
            worth = ware.worth * AGAIN**again
            for have in range(points, ware.price - 1, -1):
                value, spent, order = best[have - ware.price]
                if (value + worth, spent + ware.price) > best[have][:2]:
                    more = {**order, ware.item: order.get(ware.item, 0) + 1}
                    best[have] = (value + worth, spent + ware.price, more)
    return best[points][2]
