"""fa:22.1, 13.5.5.5 A power has one force pool of each type, and draws blindly from all that its countries contribute."""

from __future__ import annotations

from random import Random

import pytest
from front import front
from test_fa_gears_and_budget import buys

from conformance.positions import power
from worldfire.engine.chance import LooseChance
from worldfire.engine.game import Game
from worldfire.forces.pools import pool_of
from worldfire.forces.things import PLACE, counter_of, move, place_name
from worldfire.forces.who import power_of
from worldfire.rules.s13_06_production import UnitBuilt, pools_to_build_from, units_in_pool
from worldfire.tables.counters import LandCounter
from worldfire.titles.telling import tell_item


def with_full_pools(name: str) -> Game:
    """Every corps of infantry of the power and of its countries lies in a pool."""
    game = front({})
    for unit in range(len(game.state[PLACE])):
        counter = counter_of(game, unit)
        corps = isinstance(counter, LandCounter) and (counter.type, counter.size) == ("INF", "corps")
        if corps and power_of(game, unit) == power(game, name):
            move(game, unit, pool_of(game, unit))
    game.forget()
    return buys(game, name)


@pytest.mark.rule("fa:22.1")
@pytest.mark.rule("fa:13.5.5.1")
@pytest.mark.parametrize(
    ("name", "pool", "homes"),
    [
        ("austria-hungary", "austria: INF", {"austria", "hungary"}),
        ("commonwealth", "united-kingdom: INF", {"united-kingdom", "india", "canada"}),
    ],
)
def test_there_is_one_pool_of_infantry_whoever_contributes(name: str, pool: str, homes: set[str]) -> None:
    game = with_full_pools(name)
    offered = {str(bounds.item): bounds.most for bounds in game.offers(name)["build"].items}  # type: ignore[attr-defined]
    assert [each for each in offered if each.endswith(": INF")] == [pool]
    units = units_in_pool(game, pools_to_build_from(game, power(game, name))[pool])
    assert {counter_of(game, unit).home for unit in units} >= homes
    assert all(counter_of(game, unit).type == "INF" for unit in units)
    assert len(units) > sum(counter_of(game, unit).home == next(iter(homes)) for unit in units)
    assert tell_item(game, "build", pool).startswith(
        {"austria-hungary": "Austria-Hungary", "commonwealth": "Commonwealth"}[name]
    )


@pytest.mark.rule("fa:13.5.5.5")
def test_a_corps_of_any_of_them_is_drawn() -> None:
    """Of Austria-Hungary's, again and again: of either half of the Empire."""
    halves = set()
    for seed in range(12):
        game = with_full_pools("austria-hungary")
        game.chance = LooseChance(Random(seed))
        game.submit("austria-hungary", "build", (("austria: INF", 1),))
        (built,) = (event.thing for event in game.events if isinstance(event, UnitBuilt))
        assert place_name(game, game.state[PLACE][built]).startswith("production circle")
        halves.add(counter_of(game, built).home)
    assert halves == {"austria", "hungary"}
