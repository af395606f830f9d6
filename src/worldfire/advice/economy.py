"""What every power would produce now: what arrives at its factories and what does not, production points, build points, trade.

Plans are those of the solver, one power after another in the order of the rules; the rules themselves reckon the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.advice.routing import propose_routes
from worldfire.advice.routing_report import Journey, journeys, why_idle
from worldfire.engine.game import Game
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation
from worldfire.forces.who import NOBODY
from worldfire.rules.s13_06_1_by_sea import goods_of_plan, planning_order, production_points
from worldfire.rules.s13_06_1_network import SENT, Sent, on_the_way
from worldfire.rules.s13_06_1_routes import is_of_points, read_route
from worldfire.rules.s13_06_4_promises import Goods, promises
from worldfire.rules.s13_06_production import Income, factories_in, factory_hexes, income, resources_of

#: long enough that nothing better exists, however busy the machine is
SECONDS = 20.0


class FactoriesAt(msgspec.Struct, frozen=True):
    """Useable factories of a hex, and how many resources reach them."""

    place: int
    blue: int
    red: int
    fed: int


class Idle(msgspec.Struct, frozen=True):
    """A resource or build point that is of no use this turn, and why: the rules' own words against it, or a text."""

    goods: Goods
    why: Violation | str


class Exchange(msgspec.Struct, frozen=True):
    """A promise, and what arrives of it."""

    giver: int
    recipient: int
    resources: int
    points: int
    resources_arrived: int
    points_arrived: int


class Economy(msgspec.Struct, frozen=True):
    power: int
    #: that it controls
    resources: int
    sent: tuple[Journey, ...]
    idle: tuple[Idle, ...]
    factories: tuple[FactoriesAt, ...]
    income: Income

    @property
    def number_of_factories(self) -> int:
        return sum(here.blue + here.red for here in self.factories)

    @property
    def made(self) -> int:
        """Build points of its own production, before anything is given or received."""
        return self.income.points - self.income.lent


def economies(game: Game) -> tuple[tuple[Economy, ...], tuple[Exchange, ...]]:
    """Every power's production if it came now, and what becomes of every promise and agreement."""
    then = game.fork()
    then.set(SENT, ())
    found = {}
    for power in planning_order(then):
        plan = propose_routes(then, power, seconds=SECONDS).plans[power]
        ways = journeys(then, power, plan)
        sent = tuple(way for way in ways if way.route is not None)
        found[power] = (sent, tuple(_idle(then, power, plan, ways)))
        then.set(SENT, (*on_the_way(then), *goods_of_plan(then, power, plan)))
    return tuple(_economy(then, power, *ways) for power, ways in found.items()), tuple(_exchanges(then))


def _idle(game: Game, power: int, plan: Noun, ways: tuple[Journey, ...]) -> Iterator[Idle]:
    """Its own goods that go nowhere; what minor countries keep is not its own."""
    for way in ways:
        if way.route is None and way.goods.giver == power:
            yield Idle(way.goods, why_idle(game, power, way.goods, plan))


def _economy(game: Game, power: int, sent: tuple[Journey, ...], idle: tuple[Idle, ...]) -> Economy:
    ends = [_end(game, goods) for goods in on_the_way(game) if goods.recipient == power]
    factories = tuple(
        _factories_at(game, place, useable, ends.count(place)) for place, useable in factory_hexes(game, power).items()
    )
    made = income(game, power, production_points(game, power))
    return Economy(power, len(resources_of(game, power)), sent, idle, factories, made)


def _end(game: Game, goods: Sent) -> int:
    """The factory that a resource on its way reaches; NOBODY for a build point, and for what was seized."""
    route = None if is_of_points(goods.word) or goods.lost else read_route(game, goods.word)
    return NOBODY if route is None else route.end


def _factories_at(game: Game, place: int, useable: int, fed: int) -> FactoriesAt:
    """Whoever may use blue factories may use the red ones of the hex as well."""
    red = min(factories_in(game, place)[1], useable)
    return FactoriesAt(place, useable - red, red, fed)


def _exchanges(game: Game) -> Iterator[Exchange]:
    given: dict[tuple[int, int], tuple[int, int]] = {}
    for promise in promises(game):
        resources, points = given.get((promise.giver, promise.recipient), (0, 0))
        given[promise.giver, promise.recipient] = (resources + promise.resources, points + promise.points)
    for (giver, recipient), promised in given.items():
        arrived = [
            is_of_points(goods.word)
            for goods in on_the_way(game)
            if (goods.giver, goods.recipient) == (giver, recipient) and not goods.lost
        ]
        yield Exchange(giver, recipient, *promised, arrived.count(False), arrived.count(True))
