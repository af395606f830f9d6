"""fa:11.8 Railways of the Great War: dearer for the wrong kind of action and over great distances, and straits for a turn.

Factories stay where they are: 11.8.1 names them, but nothing in 21.1 lets them travel.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from heapq import heappop, heappush
from itertools import count, pairwise

from worldfire.board.model import WORLD
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.things import board_of, counter_of
from worldfire.forces.turn import TurnBegan, is_active
from worldfire.forces.who import HEXES_HELD, master_of, power_of, side_of_power
from worldfire.rules.s09_02_pacts import barred_borders
from worldfire.rules.s10_actions import AIR, COMBINED, LAND, action_of
from worldfire.rules.s11_09_rail import (
    MORE_RAIL_MOVES,
    RAIL_STRAITS,
    RAIL_WAY,
    Onward,
    Railed,
    RailMovement,
    best_way,
    factory_violation,
    hexes_for_trains,
    may_rail,
    trail_of,
)
from worldfire.rules.s11_10_entry import refusing_owner
from worldfire.tables.counters import AirCounter
from worldfire.titles.fa.offensives import FREE_HAND

LONG_WAY = Figure("European hexes beyond which a rail move to or from the World map costs more", "fa:11.8.2")
HEXES_OF_A_LARGE_ONE = Figure("European hexes that a World hex counts for a rail move", "fa:11.8.2")
FURTHER_MOVES = Figure("further rail moves for each reason", "fa:11.8.2")
#: the letter of the map of western Europe
WEST = "W"

#: (side, hex, hex): straits that somebody of the side has crossed by rail this turn
STRAITS_RAILED: Field[tuple[tuple[int, int, int], ...]] = Field("straits_crossed_by_rail", ())


# ------------------------------------------------------------------------------------------------------------- who may go


@rule("fa:11.8.2", "fa:18.2")
def any_kind_goes(game: Position, power: int, what: str) -> bool:
    """Land units and aircraft in an air, a land and a combined action; with unlimited actions as in a land action."""
    return action_of(game, power) in (AIR, LAND, COMBINED) or power in game.state.get(FREE_HAND)


@rule("fa:11.8.1", "fa:21.1")
def factories_stay(game: Position, movement: RailMovement, place: int) -> Violation:
    return refused("fa:11.8.1", "no-factory-to-rail", place=Place(place))


# ------------------------------------------------------------------------------------------------------------ whose hexes


@rule("fa:11.9.5", "fa:9.2.1", "fa:9.1", "fa:11.8.1")
def hexes_that_admit_trains(
    usual: Callable[[Position, int, int], frozenset[int]], game: Position, side: int, power: int
) -> frozenset[int]:
    """On its way too a unit only enters hexes of those friends in the war who let it in, and no barred border."""

    def look() -> frozenset[int]:
        own, closed = usual(game, side, power), set(barred_borders(game, power))
        for holder, hexes in game.look_up(HEXES_HELD).items():
            if side_of_power(game, holder) == side and _keeps_trains_out(game, power, master_of(game, holder)):
                closed.update(hexes)
        return own - closed if closed else own

    return game.recall(("hexes for trains", side, power), look)


def _keeps_trains_out(game: Position, power: int, master: int) -> bool:
    if master == power:
        return False
    both = is_active(game, power) and is_active(game, master)
    return not both or refusing_owner(game, power, master) is not None


# -------------------------------------------------------------------------------------------------------------- what it costs


@rule("fa:11.8.2")
def length_of(game: Position, way: tuple[int, ...]) -> int:
    """In European hexes."""
    scale, large = board_of(game).tables.scale, HEXES_OF_A_LARGE_ONE(game)
    return sum(large if scale[place] == WORLD else 1 for place in way[1:])


def _leaves_its_map(game: Position, way: tuple[int, ...]) -> bool:
    scale = board_of(game).tables.scale
    return any((scale[here] == WORLD) != (scale[there] == WORLD) for here, there in pairwise(way))


@rule("fa:11.8.2")
def _is_dear(game: Position, way: tuple[int, ...]) -> bool:
    return _leaves_its_map(game, way) and length_of(game, way) > LONG_WAY(game)


@rule("fa:11.8.2")
def cheapest_way(game: Position, origin: int, to: int, onward: Onward) -> tuple[int, ...] | None:
    """The shortest in European hexes; if that is a long one over both kinds of map, one that keeps to its own."""
    scale = board_of(game).tables.scale
    way = _shortest_way(game, origin, to, onward)
    if way is None or (scale[origin] == WORLD) != (scale[to] == WORLD) or not _is_dear(game, way):
        return way

    def on_its_map(here: int, known: Container[int]) -> Iterator[int]:
        return (there for there in onward(here, known) if (scale[there] == WORLD) == (scale[to] == WORLD))

    return _shortest_way(game, origin, to, on_its_map) or way


def _shortest_way(game: Position, origin: int, to: int, onward: Onward) -> tuple[int, ...] | None:
    scale, large, order = board_of(game).tables.scale, HEXES_OF_A_LARGE_ONE(game), count()
    before: dict[int, int] = {}
    waiting = [(0, next(order), origin, origin)]
    while waiting:
        length, _, here, came_from = heappop(waiting)
        if here in before:
            continue
        before[here] = came_from
        if here == to:
            return trail_of(before, origin, to)
        for there in onward(here, before):
            heappush(waiting, (length + (large if scale[there] == WORLD else 1), next(order), there, here))
    return None


@rule("fa:11.8.2", "fa:18.2")
def dear_moves(game: Position, unit: int, way: tuple[int, ...]) -> int:
    """One more in an action of the other kind, and one more for a long way between the maps of Europe and of the World.

    Whoever may do everything rails as in a land action (18.2).
    """
    power, flies = power_of(game, unit), isinstance(counter_of(game, unit), AirCounter)
    action = LAND if power in game.state.get(FREE_HAND) else action_of(game, power)
    wrong = action == AIR if not flies else action not in (AIR, COMBINED)
    return FURTHER_MOVES(game) * (wrong + _is_dear(game, way))


@rule("fa:11.8.2")
def not_between_west_and_world(game: Position, unit: int, way: tuple[int, ...]) -> Violation | None:
    """A move does not lead from the map of western Europe onto that of the World, nor back."""
    board = board_of(game)
    western = any(board.number(place).startswith(WEST) for place in (way[0], way[-1]))
    worldly = any(board.tables.scale[place] == WORLD for place in (way[0], way[-1]))
    return refused("fa:11.8.2", "no-rail-from-west-to-world", place=Place(way[-1])) if western and worldly else None


# -------------------------------------------------------------------------------------------------------------------- straits


@rule("fa:11.8.1")
def one_a_turn(game: Position, power: int, here: int, there: int) -> Violation | None:
    """Across each straits hexside a side rails one unit in a whole turn."""
    used = (side_of_power(game, power), min(here, there), max(here, there)) in game.state.get(STRAITS_RAILED)
    return refused("fa:11.8.1", "straits-crossed-this-turn", place=Place(there)) if used else None


@rule("fa:11.8.1")
def note_the_straits(game: Game, event: Railed) -> None:
    movement = game.enclosing(RailMovement)
    if movement.straits:
        known = game.state.get(STRAITS_RAILED)
        crossed = ((movement.side, here, there) for here, there in movement.straits)
        game.set(STRAITS_RAILED, tuple(sorted({*known, *crossed})))


def straits_are_free_again(game: Game, event: TurnBegan) -> None:
    if game.state.get(STRAITS_RAILED):
        game.set(STRAITS_RAILED, ())


MODULE = Module(
    schema=Schema(fields=(STRAITS_RAILED,)),
    subscribes=((Railed, note_the_straits), (TurnBegan, straits_are_free_again)),
    changes=(
        may_rail.replaced_by(any_kind_goes),
        factory_violation.replaced_by(factories_stay),
        hexes_for_trains.wrapped_by(hexes_that_admit_trains),
        best_way.replaced_by(cheapest_way),
        MORE_RAIL_MOVES.attach(dear_moves),
        RAIL_WAY.attach(not_between_west_and_world),
        RAIL_STRAITS.attach(one_a_turn),
    ),
)
