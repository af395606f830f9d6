"""13.2.2.1 Option 34: the USA repairs naval units of its friends in the west, ships and captured convoy points."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.pools import REPAIR, circle_space, named_place
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import place_index, things_at
from worldfire.forces.turn import power_name
from worldfire.forces.who import NOBODY, SIDE, power_named
from worldfire.rules.s11_04_naval_units import Convoy, convoy_name, convoy_points_of, read_convoy
from worldfire.rules.s13_06_5_naval_production import ConvoysRepaired, repair_cost_of_convoys
from worldfire.rules.s13_06_production import GEARING, PURCHASES, REPAIR_TURNS, PowerProduction, in_dock
from worldfire.titles.fa.entry.options import REPAIR_SHIPS, is_chosen
from worldfire.titles.fa.entry.permissions import WESTERN
from worldfire.titles.fa.entry.pools import USA
from worldfire.titles.fa.gearing import CONVOYS

_SECTION = "fa:13.2.2.1"


@rule(_SECTION)
def repair_pools_of_friends(game: Position, power: int) -> dict[int, int]:
    """The Commonwealth, France and an Allied Italy, for the USA → their repair pools."""
    if power_name(game, power) != USA or not is_chosen(game, REPAIR_SHIPS):
        return {}
    side, friends = game.state[SIDE][power], (power_named(game, name) for name in WESTERN(game))
    pools = {friend: named_place(game, f"{REPAIR}{power_name(game, friend)}") for friend in friends if friend != NOBODY}
    return {friend: pool for friend, pool in pools.items() if pool is not None and game.state[SIDE][friend] == side}


@rule(_SECTION)
def ships_of_friends(usual: Callable[[Position, int], tuple[int, ...]], game: Position, power: int) -> tuple[int, ...]:
    pools = repair_pools_of_friends(game, power).values()
    return (*usual(game, power), *(ship for pool in pools for ship in things_at(game, pool)))


# ------------------------------------------------------------------------------------------------------ convoy points


def _repairable(game: Position, work: PowerProduction) -> dict[str, int]:
    """So many convoy points of a friend → cost, of those that the USA can pay."""
    found: dict[str, int] = {}
    for friend, pool in repair_pools_of_friends(game, work.power).items():
        for points in range(1, convoy_points_of(game, friend, pool) + 1):
            cost = repair_cost_of_convoys(game, points)
            if cost is not None and cost <= work.points:
                found[convoy_name(friend, pool, points)] = cost
    return found


def _shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    found = tuple(_repairable(game, work))
    return One(found) if found else refused(_SECTION, "no-convoys-of-friends-to-repair", points=Number(work.points))


def _geared(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    """By the gears of the USA."""
    convoy = read_convoy(noun)
    return None if convoy is None else GEARING(game, ((CONVOYS, convoy[2]),), work.power)


def _repair(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    cost, turn, convoy = _repairable(game, work)[noun], game.state.get(TURN) + REPAIR_TURNS(game), read_convoy(noun)
    assert convoy is not None
    friend, pool, points = convoy
    work.points -= cost
    game.add(CONVOY_POINTS, friend, pool, -points)
    game.add(CONVOY_POINTS, friend, place_index(game, circle_space(turn)), points)
    game.say(ConvoysRepaired(power=work.power, points=points, cost=cost, turn=turn))
    return Goto("buy")


REPAIR_FOR_FRIENDS = Verb("repair-convoys-of-friends", _SECTION, _repair, _shape, _geared, items=Convoy)


def convoys_of_friends(game: Game) -> Verb:
    return REPAIR_FOR_FRIENDS


MODULE = Module(
    changes=(
        in_dock.wrapped_by(ships_of_friends),
        PURCHASES.attach(convoys_of_friends, verbs=(REPAIR_FOR_FRIENDS,)),
    ),
)
