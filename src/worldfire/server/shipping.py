"""Resources by sea as a board: how each travels, which convoy points carry something, what lies idle and why.

A plan is shown as it is being made, or one is looked for by the solver with some routes pinned and some forbidden. It is worked
out in a game imagined from what the seat may know; the rules judge what the player then submits.
"""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

import msgspec

from worldfire.advice.routing import NoPlan, propose_routes
from worldfire.advice.routing_report import Journey, goods_names, journeys, lanes, plan_at_hand, used_by, why_idle
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.forces.printed import place_name, printed_resource
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name, powers_of_seat, seat_of_power
from worldfire.forces.who import NOBODY, SIDE_NAMES
from worldfire.rules.s13_06_1_by_sea import ROUTE_GOODS, planner
from worldfire.rules.s13_06_1_network import CARRY, convoys_at_sea, could_carry
from worldfire.rules.s13_06_1_plans import plan_violation
from worldfire.rules.s13_06_1_routes import convoys_of
from worldfire.rules.s13_06_4_promises import goods_of
from worldfire.rules.s13_06_production import UNUSED, factory_hexes, income
from worldfire.server.allying import leave_of, tell_why
from worldfire.server.answers import AlliedLeave, Why
from worldfire.server.imagining import imagined_game
from worldfire.server.problems import Problem
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.server.workbench import Bench
from worldfire.server.workbench import Position as Still
from worldfire.titles.telling import tell_reason
from worldfire.words import say

#: pins and forbidden routes that one question may have
MOST = 400


class ShippingQuestion(Body):
    seat: str
    #: none: the one that plans now, else the first that the seat plays
    power: str | None = None
    #: the plan in the making, in pairs of goods and route; none: what is at hand
    noun: Any = None
    #: look for the best plan with these routes pinned, and those forbidden
    solve: bool = False
    pins: dict[str, str] = msgspec.field(default_factory=dict)
    forbidden: tuple[tuple[str, str], ...] = ()


class LegShown(msgspec.Struct):
    sea: str
    #: whose convoy point carries the goods there
    owner: str


class Consignment(msgspec.Struct):
    """Goods with the way that they take; nowhere: they lie idle."""

    item: str
    name: str
    #: general, oil or points
    kind: str
    #: the route in the words of an action
    word: str
    giver: str
    #: whom they are for
    recipient: str
    #: where they lie; a build point has no hex before it has a route
    origin: str | None
    to: str | None
    #: hexes by rail to the factory, or to the port where they are loaded
    rail: list[str]
    legs: list[LegShown]
    #: hexes from the port where they are landed
    inland: list[str]
    #: why they are not used
    idle: str


class LaneShown(msgspec.Struct):
    sea: str
    owner: str
    points: int
    used: int


class FactoryFed(msgspec.Struct):
    hex: str
    name: str
    room: int
    fed: int


class ShippingBoard(msgspec.Struct):
    power: str
    #: the major powers that the seat plays
    powers: list[str]
    #: the power is asked for its plan now
    asked: bool
    #: the goods are on their way already
    sent: bool
    #: the plan, as an action would say it
    noun: list[tuple[str, str]]
    consignments: list[Consignment]
    lanes: list[LaneShown]
    factories: list[FactoryFed]
    #: resources that reach one's own factories, the build points that they make, and the convoy points of the whole plan
    used: int
    points: int
    convoys: int
    #: how far the plan may be from the best; 0: nothing better exists
    gap: float = 0.0
    #: what the rules say against the plan
    refused: Why | None = None
    #: with these pins nothing can be found
    no_plan: bool = False
    #: what allies with convoy points at sea would have to allow for the goods to travel on those
    carriers: list[AlliedLeave] = []


async def shipping_board(ask: Ask) -> ShippingBoard:
    body: ShippingQuestion = ask.body
    table = await ask.house.table(ask.game)
    ask.house.check_seat(table, body.seat, ask.person)
    if len(body.pins) + len(body.forbidden) > MOST:
        raise Problem(422, "wrong-question", f"at most {MOST} routes", field="pins")
    if body.solve:
        return await ask.house.labour(ask, look_for_a_plan, table.position(), body)
    return await ask.house.read(table, lambda sight: board_of_shipping(sight.imagined(body.seat), body))


def look_for_a_plan(bench: Bench, position: Still, body: ShippingQuestion) -> ShippingBoard:
    """In a process of its own: the solver may take a second or two."""
    game = imagined_game(bench.game(position), body.seat, Random(secrets.token_bytes(32)))
    power = _power(game, body)
    pins = {name: word for name, word in body.pins.items() if name in goods_names(game, power)}
    try:
        found = propose_routes(game, power, pins, body.forbidden)
    except NoPlan:
        return msgspec.structs.replace(board_of_shipping(game, body), no_plan=True)
    shown = board_of_shipping(game, msgspec.structs.replace(body, noun=[list(pair) for pair in found.plans[power]]))
    return msgspec.structs.replace(shown, gap=round(found.gap, 4))


def board_of_shipping(game: Game, body: ShippingQuestion) -> ShippingBoard:
    power = _power(game, body)
    asked = power == _planner(game, body.seat)
    plan, sent = plan_at_hand(game, power) if body.noun is None or not asked else (_plan(game, power, body.noun), False)
    told = [_consignment(game, power, one, plan, look=not sent) for one in journeys(game, power, plan)]
    used = used_by(game, power, plan)
    against = plan_violation(game, power, plan) if asked else None
    return ShippingBoard(
        power_name(game, power),
        [power_name(game, own) for own in _own_powers(game, body.seat)],
        asked,
        sent,
        [(str(name), str(word)) for name, word in plan],
        told,
        [LaneShown(one.sea, power_name(game, one.owner), one.points, one.used) for one in lanes(game, power, plan)],
        _factories(game, power, told),
        used,
        income(game, power, used).points,
        sum(convoys_of(word) for _, word in plan if word != UNUSED),
        refused=None if against is None else tell_why(game, against),
        carriers=_carriers_to_ask(game, power) if asked else [],
    )


def _carriers_to_ask(game: Game, power: int) -> list[AlliedLeave]:
    seat = seat_of_power(game, power)
    owners = dict.fromkeys(owner for owner, _ in sorted(convoys_at_sea(game)) if could_carry(game, owner, power))
    seats = dict.fromkeys(seat_of_power(game, owner) for owner in owners)
    return [leave_of(game, ally, CARRY.name) for ally in seats if not CARRY.granted(game, ally, seat)]


def _own_powers(game: Game, seat: str) -> list[int]:
    sides = range(len(game.state.get(SIDE_NAMES)))
    return [power for side in sides for power in powers_of_seat(game, seat, side)]


def _power(game: Game, body: ShippingQuestion) -> int:
    mine = _own_powers(game, body.seat)
    if not mine:
        raise Problem(422, "wrong-question", f"{body.seat} plays no major power", field="seat")
    named = next((power for power in mine if power_name(game, power) == body.power), NOBODY)
    if body.power is not None and named == NOBODY:
        raise Problem(422, "wrong-question", f"{body.seat} does not play {body.power}", field="power")
    asked = _planner(game, body.seat)
    return named if named != NOBODY else asked if asked != NOBODY else mine[0]


def _planner(game: Game, seat: str) -> int:
    """The power that the seat is asked to plan for."""
    waits = seat in game.waiting and ROUTE_GOODS.name in game.offers(seat)
    return planner(game) if waits else NOBODY


def _plan(game: Position, power: int, noun: Any) -> Noun:
    if not isinstance(noun, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in noun):
        raise Problem(422, "wrong-question", "a plan is a list of (goods, route)", field="noun")
    given = {str(name): str(word) for name, word in noun}
    known = goods_names(game, power)
    return tuple((goods.name, given.get(goods.name, UNUSED)) for goods in goods_of(game, power) if goods.name in known)


def _consignment(game: Position, power: int, one: Journey, plan: Noun, *, look: bool) -> Consignment:
    number, goods = board_of(game).number, one.goods
    name, kind = say("goods-points"), "points"
    if goods.place != NOBODY:
        name, oil = printed_resource(game, goods.name)
        kind = "oil" if oil else "general"
    route = one.route
    begins = goods.place if goods.place != NOBODY or route is None else route.start
    to = goods.recipient if goods.recipient != NOBODY else one.recipient
    return Consignment(
        goods.name,
        name,
        kind,
        one.word,
        power_name(game, goods.giver),
        "" if to == NOBODY else power_name(game, to),
        None if begins == NOBODY else number(begins),
        None if route is None else number(route.end),
        [number(place) for place in one.rail],
        [] if route is None else [LegShown(leg.sea, power_name(game, leg.owner)) for leg in route.legs],
        [number(place) for place in one.inland],
        _idle(game, power, one, plan) if route is None and look else "",
    )


def _idle(game: Position, power: int, one: Journey, plan: Noun) -> str:
    if one.goods.name not in goods_names(game, power):
        return say("idle-fetched")
    found = why_idle(game, power, one.goods, plan)
    return (found or say("idle-could-be-used")) if isinstance(found, str) else tell_reason(game, found)


def _factories(game: Position, power: int, told: list[Consignment]) -> list[FactoryFed]:
    number = board_of(game).number
    ends = [one.to for one in told if one.kind != "points"]
    return [
        FactoryFed(number(place), place_name(game, place), room, ends.count(number(place)))
        for place, room in factory_hexes(game, power).items()
    ]


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/shipping", "Resources by sea", shipping_board, ShippingBoard, ShippingQuestion),
)
