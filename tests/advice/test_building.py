"""What a power can build: chances of a draw, and an order that leaves nothing that could still buy something."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isclose
from random import Random

import pytest

from worldfire.advice.building import AGAIN, Ware, arrivals, best_order, draws, goods, wares
from worldfire.advice.trying import copy_of
from worldfire.engine.game import Game
from worldfire.engine.shapes import Amounts
from worldfire.engine.state import Frame
from worldfire.forces.things import things_at
from worldfire.players.table import PLAYERS
from worldfire.rules.s13_06_production import PowerProduction, UnitBuilt, pools_to_build_from
from worldfire.titles.campaigns import begin_campaign

POINTS = 23


@pytest.fixture(scope="module")
def germany() -> Game:
    """Germany about to build in Barbarossa."""
    game = begin_campaign("barbarossa", secret=b"building", length="campaign")
    state = game.state.copy()
    state.frames = [Frame("a power’s production", "buy", PowerProduction(0, points=POINTS))]
    game.resume(state, game.entries, game.head)
    return game


@pytest.mark.rule("13.6.5")
def test_chances_of_a_draw_add_up(germany: Game) -> None:
    """One draw brings exactly one unit; as many draws as units bring all of them."""
    pools = pools_to_build_from(germany, 0)
    for pool in pools.values():
        units = things_at(germany, pool)
        found = draws(germany, units, len(units))
        assert sorted(unit for draw in found for unit in draw.units) == sorted(units)
        assert sum(draw.chances[0] for draw in found) == 1
        assert all(draw.chances[-1] == 1 and len(draw.chances) == len(units) for draw in found)


def test_two_draws_find_a_single_unit_twice_as_often(germany: Game) -> None:
    pools = [things_at(germany, pool) for pool in pools_to_build_from(germany, 0).values()]
    units = next(units for units in pools if len(units) >= 4)
    single = next(draw for draw in draws(germany, units, 2) if len(draw.units) == 1)
    assert single.chances == (Fraction(1, len(units)), Fraction(2, len(units)))


@pytest.mark.rule("13.6.5/buying units")
@pytest.mark.rule("13.6.5/production circle")
def test_what_is_told_is_what_happens(germany: Game) -> None:
    """Price and turn of each good are those of the unit that is then built from its pool."""
    for good in goods(germany, PowerProduction(0, points=POINTS))["build"]:
        if good.refused is not None:
            continue
        game = copy_of(germany)
        shape = game.offers("germany")["build"]
        assert isinstance(shape, Amounts)
        order = tuple((bounds.item, int(bounds.item == good.item)) for bounds in shape.items)
        events = game.submit("germany", "build", order).events
        (built,) = (event for event in events if isinstance(event, UnitBuilt))
        assert (built.cost, built.turn) == (good.cost, good.turn)
        assert built.thing in {unit for draw in good.draws for unit in draw.units}
        assert built.thing in arrivals(game, 0)[good.turn]


def test_the_best_order_is_the_best() -> None:
    """Against every order that the points could pay for."""
    on_offer = (Ware("a", 2, 3, 2.0), Ware("b", 3, 2, 3.5), Ware("c", 5, 2, 6.0), Ware("d", 1, 1, 0.2))

    def worth(order: dict[str, int]) -> float:
        return sum(ware.worth * AGAIN**again for ware in on_offer for again in range(order.get(ware.item, 0)))

    for points in range(20):
        affordable = (
            dict(zip("abcd", numbers, strict=True))
            for numbers in product(*(range(ware.most + 1) for ware in on_offer))
            if sum(number * ware.price for number, ware in zip(numbers, on_offer, strict=True)) <= points
        )
        assert isclose(worth(best_order(on_offer, points)), max(map(worth, affordable)))


@pytest.mark.parametrize("points", [3, 7, 17, 23, 40])
def test_no_point_is_left_that_could_buy_something_useful(germany: Game, points: int) -> None:
    game = copy_of(germany)
    state = game.state.copy()
    state.frames[-1].locals.points = points
    game.resume(state, game.entries, game.head)
    verb, noun = PLAYERS["cadet"](game, "germany", Random(1))
    assert verb == "build"
    order = dict(noun)
    shape = game.offers("germany")["build"]
    assert isinstance(shape, Amounts)
    useful = wares(game, {str(bounds.item): bounds.most for bounds in shape.items}, 0)
    left = points - sum(order[ware.item] * ware.price for ware in useful)
    assert left >= 0
    assert all(order[ware.item] == ware.most or ware.price > left for ware in useful)
