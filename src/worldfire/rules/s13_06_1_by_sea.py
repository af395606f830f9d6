"""13.6.1 Resources by sea: before anybody produces, each power plans the routes of its goods; then some may be seized.

It takes the place of the railways alone: with the war at sea all of a power's resources are routed together. Whoever has
promised something plans first, because promises come first (5). US entry actions that a seizure causes come with 13.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from worldfire.engine.changes import Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.enmity import at_war
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Power, PowerId, SeaArea
from worldfire.forces.things import at_sea, counter_of
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import NOBODY, SIDE, power_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s13_06_1_network import SENT, Sent, on_the_way
from worldfire.rules.s13_06_1_plans import goods_to_send, plan_violation, recipient_at, shipping
from worldfire.rules.s13_06_1_routes import RouteWord, convoys_of, is_of_points, read_route
from worldfire.rules.s13_06_4_promises import promised_by
from worldfire.rules.s13_06_production import (
    LENT,
    PRODUCTION,
    PRODUCTION_OF_A_POWER,
    SAVED,
    UNUSED,
    PowerProduction,
    Resource,
    ResourcesSent,
    income_at_home,
    resources_of,
)
from worldfire.tables.counters import AirCounter, NavalCounter, NavalType

#: 13.6.1: a neutral power's unit that may escort, and so protects from search and seizure: (unit, power that searches)
ESCORTS_GOODS = AnyOf[[int, int]]("13.6.1 neutral unit that protects goods")


class GoodsRouted(Event, frozen=True):
    """A power has planned: so many of its goods travel, so many of them over the sea, on so many convoy points."""

    power: PowerId
    goods: int
    by_sea: int
    convoys: int


class PromiseDelivered(Event, frozen=True):
    power: PowerId
    recipient: PowerId
    resources: int
    points: int


class GoodsSeized(Event, frozen=True):
    """Search and seizure: so many goods on their way are lost in the sea area."""

    power: PowerId
    place: PlaceId
    goods: int


class Routing(msgspec.Struct):
    """How many powers have planned, and how many have searched for what they may seize."""

    planned: int = 0
    searched: int = 0


# ---------------------------------------------------------------------------------------------------------------- planning


@rule("5", "13.6.1")
def planning_order(game: Position) -> tuple[int, ...]:
    """The usual order, but first those who have promised something."""
    powers = powers_in_order(game)
    return tuple(sorted(powers, key=lambda power: not promised_by(game, power)))


PLANNERS = EachPower(planning_order, lambda game, power: bool(goods_to_send(game, power)))


def planner(game: Position) -> int:
    """The power that is asked for its plan."""
    return PLANNERS.next(game, game.enclosing(Routing).planned)


def _plan_shape(game: Position, routing: Routing, seat: str) -> Shape | Violation:
    return shipping(game, PLANNERS.next(game, routing.planned))


def _why_not_routed(game: Position, routing: Routing, seat: str, noun: Noun) -> Violation | None:
    return plan_violation(game, PLANNERS.next(game, routing.planned), noun)


def goods_of_plan(game: Position, power: int, plan: Noun) -> tuple[Sent, ...]:
    """What is on its way once the plan is made."""
    by_name = {goods.name: goods for goods in goods_to_send(game, power)}
    sent = []
    for name, word in plan:
        route = None if word == UNUSED else read_route(game, word)
        if route is not None:
            recipient = recipient_at(game, power, by_name[name], route)
            sent.append(Sent(power, by_name[name].giver, recipient, name, word))
    return tuple(sent)


def _send(game: Game, routing: Routing, seat: str, noun: Noun) -> Control:
    power = PLANNERS.next(game, routing.planned)
    sent = goods_of_plan(game, power, noun)
    routing.planned = PLANNERS.after(game, power)
    game.set(SENT, (*on_the_way(game), *sent))
    game.say(
        GoodsRouted(
            power=power,
            goods=len(sent),
            by_sea=sum(convoys_of(each.word) > 0 for each in sent),
            convoys=sum(convoys_of(each.word) for each in sent),
        )
    )
    _tell_promises(game, power, sent)
    return Goto("next_power_plans")


def _tell_promises(game: Game, power: int, sent: tuple[Sent, ...]) -> None:
    for recipient in dict.fromkeys(promise.recipient for promise in promised_by(game, power)):
        words = [each.word for each in sent if each.recipient == recipient]
        points = sum(map(is_of_points, words))
        game.say(PromiseDelivered(power=power, recipient=recipient, resources=len(words) - points, points=points))


ROUTE_GOODS = Verb("route-goods", "13.6.1", _send, _plan_shape, _why_not_routed, items=Resource, to=RouteWord)


@step("13.6.1")
def nothing_is_on_the_way(game: Game, routing: Routing) -> Control:
    game.set(SENT, ())
    return None


@step("13.6.1", ROUTE_GOODS, also=("13.6.1/transporting resources by sea", "5.1/shipment and receipt"))
def next_power_plans(game: Game, routing: Routing) -> Control:
    power = PLANNERS.next(game, routing.planned)
    if power == NOBODY:
        return None
    return one(seat_of_power(game, power), ROUTE_GOODS, rule="13.6.1", prompt="route-goods", power=Power(power))


# ------------------------------------------------------------------------------------------------- search and seizure


@clause("13.6.1/search and seizure")
def seizable(game: Position, power: int) -> dict[str, tuple[Sent, ...]]:
    """Sea area → goods that the power may seize there."""
    found: dict[str, list[Sent]] = {}
    for sent in on_the_way(game):
        route = read_route(game, sent.word)
        if sent.lost or route is None or not at_war(game, power, sent.recipient):
            continue
        for leg in route.legs:
            enemy_side = game.state[SIDE][leg.owner] != game.state[SIDE][power]
            if enemy_side and not at_war(game, power, leg.owner):
                found.setdefault(leg.sea, []).append(sent)
    return {sea: tuple(goods) for sea, goods in found.items() if _may_search(game, power, sea)}


@rule("13.6.1/search and seizure")
def _may_search(game: Position, power: int, sea: str) -> bool:
    """It has a warship there, and no warship or aircraft of an enemy, or of a neutral that may escort, protects them."""
    here = [thing for thing, where in at_sea(game) if where == sea]
    searches = any(power_of(game, thing) == power and _is_warship(game, thing) for thing in here)
    guards = (
        thing for thing in here if at_war(game, power, power_of(game, thing)) or ESCORTS_GOODS(game, thing, power)
    )
    return searches and not any(protects_goods(game, thing) for thing in guards)


def _is_warship(game: Position, thing: int) -> bool:
    return counter_of(game, thing).type in (NavalType.SCS, NavalType.CV, NavalType.SUB)


@clause("13.6.1/search and seizure")
def protects_goods(game: Position, thing: int) -> bool:
    """Does an enemy of who searches keep him away from the goods?"""
    counter = counter_of(game, thing)
    if isinstance(counter, AirCounter):
        return bool(counter.air_to_sea)
    return isinstance(counter, NavalCounter) and counter.type in (NavalType.SCS, NavalType.CV)


SEARCHERS = EachPower(powers_in_order, lambda game, power: bool(seizable(game, power)))


def _seas_to_search(game: Position, routing: Routing, seat: str) -> Shape | Violation:
    seas = seizable(game, SEARCHERS.next(game, routing.searched))
    return Set(tuple(section_at(game, sea, 0) for sea in sorted(seas)), 0, len(seas))


def _seize(game: Game, routing: Routing, seat: str, noun: Noun) -> Control:
    power = SEARCHERS.next(game, routing.searched)
    routing.searched = SEARCHERS.after(game, power)
    for sea, goods in sorted(seizable(game, power).items()):
        place, found = section_at(game, sea, 0), found_there(game, goods)
        if place in noun and found:
            game.set(SENT, tuple(_lost(sent, found) for sent in on_the_way(game)))
            game.say(GoodsSeized(power=power, place=place, goods=len(found)))
    return Goto("next_power_searches")


@clause("13.6.1/search and seizure")
def found_there(game: Position, goods: tuple[Sent, ...]) -> tuple[Sent, ...]:
    """Those of a sea area's goods that a search of it finds, when others have been searched before."""
    return goods


def _lost(sent: Sent, goods: tuple[Sent, ...]) -> Sent:
    return sent._replace(lost=1) if sent in goods else sent


SEARCH = Verb("search-and-seize", "13.6.1", _seize, _seas_to_search, items=SeaArea)


@step("13.6.1/search and seizure", SEARCH)
def next_power_searches(game: Game, routing: Routing) -> Control:
    power = SEARCHERS.next(game, routing.searched)
    if power == NOBODY:
        return End()
    return one(seat_of_power(game, power), SEARCH, rule="13.6.1", prompt="search-and-seize", power=Power(power))


ROUTING = procedure(
    "resources on their way",
    "13.6.1",
    nothing_is_on_the_way,
    next_power_plans,
    next_power_searches,
    locals=Routing,
)


# --------------------------------------------------------------------------------------------------- what has arrived


def arrived(game: Position, power: int) -> Iterator[Sent]:
    """Goods that have reached the power."""
    return (sent for sent in on_the_way(game) if sent.recipient == power and not sent.lost)


def production_points(game: Position, power: int) -> int:
    return sum(not is_of_points(sent.word) for sent in arrived(game, power))


@step("13.6.1")
def resources_travel(game: Game, production: msgspec.Struct) -> Control:
    """All goods are routed before the first power produces."""
    return Call(ROUTING.name, Routing())


@step("13.6.2")
def resources_arrive(game: Game, work: PowerProduction) -> Control:
    """Each resource that has reached a factory is a production point."""
    work.production = production_points(game, work.power)
    used = sum(sent.giver == work.power and not is_of_points(sent.word) for sent in on_the_way(game))
    unused = len(resources_of(game, work.power)) - used
    game.say(ResourcesSent(power=work.power, points=work.production, unused=unused))
    return None


@rule("13.6.4", "13.6.4/transport", "5")
def lent_points(game: Position, power: int) -> int:
    """Build points that have been delivered to the power, less those that it has promised, delivered or not."""
    delivered = Counter(sent.power for sent in arrived(game, power) if is_of_points(sent.word))
    received = sum(min(number, given_points(game, giver)[power]) for giver, number in delivered.items())
    return received - given_points(game, power).total()


@clause("13.6.4", "5")
def given_points(game: Position, giver: int) -> Counter[int]:
    """Recipient → build points of those promised that the giver has made or saved: first come, first served."""
    left, given = income_at_home(game, giver, production_points(game, giver)) + SAVED(game, giver), Counter[int]()
    for promise in promised_by(game, giver):
        given[promise.recipient] = min(promise.points, left)
        left -= given[promise.recipient]
    return given


MODULE = Module(
    procedures=(ROUTING,),
    seams=(ESCORTS_GOODS,),
    changes=(
        Insert(PRODUCTION.name, resources_travel, before="next_power_produces"),
        Instead(PRODUCTION_OF_A_POWER.name, "send_resources", resources_arrive),
        LENT.attach(lent_points, reads=(SENT,)),
    ),
)
