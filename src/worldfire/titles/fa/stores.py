"""fa:13.5.5.3 What build points buy beside units: trenches, the mood at home, and whatever else is counted and not drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb
from worldfire.engine.shapes import Bounds, Noun, Purchase, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import PowerId
from worldfire.rules.s13_06_production import PowerProduction


class StoreBought(Event, frozen=True):
    power: PowerId
    store: str
    number: int
    cost: int


class Store(NamedTuple):
    """Something that is bought by number."""

    name: str
    price: Figure
    #: how many more the power may buy this turn, money apart
    most: Callable[[Position, int], int]
    buy: Callable[[Game, int, int], None]


class Shop:
    """All that is sold by number, and the verb that buys it."""

    def __init__(self, *stores: Store) -> None:
        self._stores = {store.name: store for store in stores}
        self.verb = Verb("buy-stores", "fa:13.5.5.3", self._buy, self._shape, self._violation)

    def _offered(self, game: Position, work: PowerProduction) -> dict[str, int]:
        """Store → how many the power can buy now."""
        most = {
            name: min(store.most(game, work.power), work.points // store.price(game))
            for name, store in self._stores.items()
        }
        return {name: number for name, number in most.items() if number > 0}

    def _shape(self, game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
        offered = self._offered(game, work)
        if not offered:
            return refused("fa:13.5.5.3", "no-stores-to-buy", points=Number(work.points))
        costs = tuple(self._stores[name].price(game) for name in offered)
        bounds = tuple(Bounds(name, 0, number) for name, number in offered.items())
        return Purchase(bounds, 1, work.points // min(costs), costs=costs, budget=work.points)

    def _price(self, game: Position, noun: Noun) -> int:
        return sum(number * self._stores[name].price(game) for name, number in noun)

    @rule("fa:13.5.5.3")
    def _violation(self, game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
        price = self._price(game, noun)
        if price <= work.points:
            return None
        return refused("13.6.5", "not-enough-build-points", cost=Number(price), points=Number(work.points))

    def _buy(self, game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
        work.points -= self._price(game, noun)
        for name, number in noun:
            if number:
                store = self._stores[name]
                store.buy(game, work.power, number)
                cost = number * store.price(game)
                game.say(StoreBought(power=work.power, store=name, number=number, cost=cost))
        return Goto("buy")
