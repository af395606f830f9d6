"""The bar of routing: all resources of all powers in the first turn of Global War with the war at sea."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from worldfire.advice.routing import Proposal, propose_for_all
from worldfire.bench.figures import Figure, Yardsticks
from worldfire.bench.timing import best
from worldfire.engine.game import Game
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import place_index
from worldfire.forces.turn import powers_of_side
from worldfire.forces.who import POWER_NAMES, SIDE_NAMES
from worldfire.players.table import seeded_campaign
from worldfire.rules.s13_06_1_plans import default_plan
from worldfire.tables.campaign import find_campaign
from worldfire.titles.campaigns import CAMPAIGN

WAR = "global-war"
#: milliseconds for all powers, everything that the position gives already known
ALL_ROUTES = 200


def routing(yardsticks: Yardsticks) -> Iterator[Figure]:
    game = set_up()
    plans = all_plans(game)
    seconds = best(partial(all_plans, game), repeat=1)
    shown = f"{sum(plan.used for plan in plans)} goods on {sum(plan.convoys for plan in plans)} convoy points"
    gap = max(plan.gap for plan in plans)
    name = f"routing all resources of Global War’s first turn: {shown}, gap {100 * gap:.3g} %"
    yield Figure(name, 1000 * seconds, "ms", ALL_ROUTES)
    quick = best(partial(_default_plans, game), repeat=1)
    yield Figure("the same without the solver, power by power", 1000 * quick, "ms", ALL_ROUTES)


def set_up() -> Game:
    """Before the units are set up, with the convoy points where the campaign lays them: armies at peace bar no railway."""
    game = seeded_campaign(WAR, 1, length=CAMPAIGN)
    powers = game.state.get(POWER_NAMES)
    for name, power in find_campaign(WAR, game.ruleset.tables.source).powers.items():
        for share in power.convoy_points.shares if power.convoy_points else ():
            if share.sea:
                game.add(CONVOY_POINTS, powers.index(name), place_index(game, f"{share.sea} 0"), share.count)
    return game


def all_plans(game: Game) -> tuple[Proposal, ...]:
    """Side by side: powers of one side share chains."""
    return tuple(propose_for_all(game, powers_of_side(game, side)) for side in range(len(game.state.get(SIDE_NAMES))))


def _default_plans(game: Game) -> None:
    sides = range(len(game.state.get(SIDE_NAMES)))
    for power in (power for side in sides for power in powers_of_side(game, side)):
        default_plan(game, power)
