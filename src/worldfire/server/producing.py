"""Production as a board: what can be built and when it comes, what may be drawn, which resource feeds which factory.

It is worked out in a game imagined from what the seat may know, and only of the powers that the seat plays.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from worldfire.advice.building import Draw, Good, arrivals, goods
from worldfire.advice.production import use_of, ways_of
from worldfire.advice.routing_report import plan_at_hand, used_by
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.forces.pools import CONSTRUCTION, REPAIR, repair_pool
from worldfire.forces.printed import place_name, printed_resource
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import HEXES, PLACE, board_of
from worldfire.forces.things import place_name as place_name_of_pool
from worldfire.forces.turn import power_name, powers_of_seat, seat_of_power
from worldfire.forces.who import SIDE_NAMES
from worldfire.rules.s13_06_1_by_sea import ROUTING
from worldfire.rules.s13_06_production import (
    SEND_RESOURCES,
    UNUSED,
    PowerProduction,
    dock_cost,
    dock_turns,
    factory_hexes,
    in_dock,
    income,
    resources_of,
)
from worldfire.rules.s13_09_victory import LAST_TURN
from worldfire.server.problems import Problem
from worldfire.server.tabling import Sight
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.tables.campaign import turn_name
from worldfire.titles.telling import kind_of_items, tell, tell_reason
from worldfire.words import say


class ProductionQuery(Body):
    seat: str
    #: none: the one that is producing, else the first that the seat plays
    power: str | None = None


class DrawShown(msgspec.Struct):
    """Units of a pool that are alike, and the chance that an order of one, two, three … brings one of them."""

    units: list[int]
    chances: list[float]


class GoodShown(msgspec.Struct, omit_defaults=True):
    name: str
    cost: int
    turn: int
    arrives: str
    draws: list[DrawShown]
    #: it comes after the last turn
    late: bool = False
    #: why it cannot be bought now
    refused: str = ""


class TurnShown(msgspec.Struct):
    """A space of the production circle with the power's units that arrive then."""

    turn: int
    name: str
    late: bool
    units: list[int]


class ResourceShown(msgspec.Struct):
    item: str
    name: str
    oil: bool
    hex: str
    #: factory → how many hexes it is railed
    ways: dict[str, int]
    #: the factory that it is proposed for; none: it is left over
    proposed: str | None
    #: why it feeds nothing; empty if it can feed something
    stranded: str


class FactoryShown(msgspec.Struct):
    hex: str
    name: str
    #: how many resources it takes
    room: int


class IncomeShown(msgspec.Struct):
    """How build points come about; `points` for no resource used, for one, for two, and so on."""

    points: list[int]
    multiple: float
    off_map: int
    lost: int
    bonus: int


class DockShip(msgspec.Struct):
    """A ship that is being built or repaired, or a carrier that waits for planes, and what it costs to go on."""

    unit: int
    where: Literal["building", "repair", "port"]
    cost: int
    turn: int
    arrives: str
    late: bool
    #: there are build points enough for it now
    affordable: bool


class Docks(msgspec.Struct):
    ships: list[DockShip]
    #: convoy points in the repair pool
    convoys: int


class ProductionBoard(msgspec.Struct):
    powers: list[str]
    power: str
    #: points to spend now, or before that those which the proposal would make
    points: int
    income: IncomeShown
    #: verb → part of its noun → what it buys
    goods: dict[str, dict[str, GoodShown]]
    calendar: list[TurnShown]
    resources: list[ResourceShown]
    factories: list[FactoryShown]
    docks: Docks


async def production(ask: Ask) -> ProductionBoard:
    query: ProductionQuery = ask.query
    table = await ask.house.table(ask.game)
    ask.house.check_seat(table, query.seat, ask.person)
    return await ask.house.read(table, lambda sight: _of_seat(sight, query))


def _of_seat(sight: Sight, query: ProductionQuery) -> ProductionBoard:
    game = sight.imagined(query.seat)
    if not game.state.get(HEXES):
        raise Problem(422, "wrong-question", "this exercise is not played on the board", field="game")
    sides = range(len(game.state.get(SIDE_NAMES)))
    mine = [power for side in sides for power in powers_of_seat(game, query.seat, side)]
    if not mine:
        raise Problem(422, "wrong-question", f"{query.seat} plays no major power", field="seat")
    names = [power_name(game, power) for power in mine]
    if query.power is not None and query.power not in names:
        raise Problem(422, "wrong-question", f"{query.seat} does not play {query.power}", field="power")
    work = _at_work(game, query.seat)
    power = work.power if work is not None else mine[0]
    if query.power is not None:
        power = mine[names.index(query.power)]
    return board_of_production(
        game, names, work if work is not None and work.power == power else PowerProduction(power)
    )


def _at_work(game: Position, seat: str) -> PowerProduction | None:
    """The production that is under way, if it is this seat's."""
    frames = (frame.locals for frame in reversed(game.state.frames))
    work = next((found for found in frames if isinstance(found, PowerProduction)), None)
    return work if work is not None and seat_of_power(game, work.power) == seat else None


def board_of_production(game: Game, powers: list[str], work: PowerProduction) -> ProductionBoard:
    proposed = {} if _goes_by_sea(game) else dict(use_of(game, work.power))
    used = sum(to != UNUSED for to in proposed.values())
    if _goes_by_sea(game):
        used = used_by(game, work.power, plan_at_hand(game, work.power)[0])
    made = income(game, work.power, used)
    seat = seat_of_power(game, work.power)
    spending = work.production > 0 or (seat in game.waiting and SEND_RESOURCES.name not in game.offers(seat))
    points = work.points if spending else made.points
    on_offer = goods(game, msgspec.structs.replace(work, points=points))
    bought = {verb: {str(good.item): _good(game, verb, good) for good in found} for verb, found in on_offer.items()}
    # Where goods travel by sea too, their own board tells how.
    resources = [] if _goes_by_sea(game) else _resources(game, work.power, proposed)
    most = len(resources_of(game, work.power))
    return ProductionBoard(
        powers,
        power_name(game, work.power),
        points,
        IncomeShown(
            [income(game, work.power, number).points for number in range(max(most, used) + 1)],
            float(made.multiple),
            made.off_map,
            made.lost,
            made.bonus,
        ),
        bought,
        _calendar(game, work.power, [good.turn for found in on_offer.values() for good in found]),
        resources,
        [
            FactoryShown(board_of(game).number(place), place_name(game, place), room)
            for place, room in factory_hexes(game, work.power).items()
        ],
        _docks(game, work.power, points),
    )


def _goes_by_sea(game: Position) -> bool:
    return ROUTING.name in game.ruleset.procedures


def _docks(game: Position, power: int, points: int) -> Docks:
    now, last = game.state.get(TURN), game.state.get(LAST_TURN)
    ships = []
    for unit in in_dock(game, power):
        cost, turn = dock_cost(game, unit) or 0, now + dock_turns(game, unit)
        ships.append(
            DockShip(unit, _where(game, unit), cost, turn, turn_name(turn), late=turn > last, affordable=cost <= points)
        )
    pool = repair_pool(game, power)
    damaged = 0 if pool is None else game.state.amount(CONVOY_POINTS, power, pool)
    return Docks(ships, damaged)


def _where(game: Position, unit: int) -> Literal["building", "repair", "port"]:
    name = place_name_of_pool(game, game.state[PLACE][unit])
    if name.startswith(CONSTRUCTION):
        return "building"
    return "repair" if name.startswith(REPAIR) else "port"


def _good(game: Game, verb: str, good: Good) -> GoodShown:
    return GoodShown(
        str(tell(game, kind_of_items(game, verb), good.item)),
        good.cost,
        good.turn,
        turn_name(good.turn),
        [_draw(draw) for draw in good.draws],
        late=good.turn > game.state.get(LAST_TURN),
        refused="" if good.refused is None else tell_reason(game, good.refused),
    )


def _draw(draw: Draw) -> DrawShown:
    return DrawShown(list(draw.units), [round(float(chance), 4) for chance in draw.chances])


def _calendar(game: Position, power: int, expected: list[int]) -> list[TurnShown]:
    """From the next turn to the last one in which anything comes, or could be made to come now."""
    coming, now = arrivals(game, power), game.state.get(TURN)
    last = max((*coming, *expected), default=now)
    return [
        TurnShown(turn, turn_name(turn), turn > game.state.get(LAST_TURN), list(coming.get(turn, ())))
        for turn in range(now if now in coming else now + 1, last + 1)
    ]


def _resources(game: Position, power: int, proposed: dict[str, str]) -> list[ResourceShown]:
    board, ways = board_of(game), ways_of(game, power)
    found = []
    for item, place in resources_of(game, power):
        name, oil = printed_resource(game, item)
        routes = {str(to): len(path) - 1 for to, path in ways[item].items()}
        to = proposed.get(item, UNUSED)
        stranded = "" if routes else say("resource-stranded")
        found.append(
            ResourceShown(item, name, oil, board.number(place), routes, None if to == UNUSED else to, stranded)
        )
    return found


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/games/{game}/production",
        "Production as a board",
        production,
        ProductionBoard,
        query=ProductionQuery,
    ),
)
