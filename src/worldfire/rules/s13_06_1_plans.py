"""13.6.1 A plan: the route of every resource and build point that a power sends, judged in whole numbers.

Whoever plans may say any route that the rules allow; what is offered are short ones. Promises come first (5): what can be
delivered must be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise, product, starmap
from random import Random

from worldfire.engine.citations import rule
from worldfire.engine.kinds import Number, Place
from worldfire.engine.position import Position
from worldfire.engine.shapes import Allot, Choice, Choices, Item, Noun, Prefix, Room
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Power, SeaName
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import NOBODY, power_named
from worldfire.rules.s02_1_sea_areas import adjacent_seas
from worldfire.rules.s11_04_sea_passages import may_pass
from worldfire.rules.s13_06_1_flow import PLENTY, most_use, starts_of
from worldfire.rules.s13_06_1_network import (
    Network,
    carries_for,
    ends_for,
    giving_toll,
    ledger,
    offered_routes,
    on_the_way,
    recipients,
)
from worldfire.rules.s13_06_1_routes import (
    Rails,
    Route,
    is_of_points,
    is_unlimited,
    lands_twice,
    rails_between,
    read_route,
    seas_of_harbour,
    tolls,
    word_of,
)
from worldfire.rules.s13_06_4_promises import Goods, Promise, goods_of, is_minor, may_be_given, promised_by, promises
from worldfire.rules.s13_06_production import UNUSED


def goods_to_send(game: Position, power: int) -> tuple[Goods, ...]:
    """Without what another power has fetched from the same minor country."""
    gone = {(sent.giver, sent.goods) for sent in on_the_way(game)}
    return tuple(goods for goods in goods_of(game, power) if (goods.giver, goods.name) not in gone)


# ------------------------------------------------------------------------------------------------------------- one route


def recipient_at(game: Position, power: int, goods: Goods, route: Route) -> int:
    """Whose the goods are where the route ends; NOBODY if they are of no use there."""
    if goods.recipient != NOBODY:
        return goods.recipient if route.end in ends_for(game, goods, goods.recipient) else NOBODY
    whose = recipients(game, power) if goods.giver == power else (power,)
    return next((recipient for recipient in whose if route.end in ends_for(game, goods, recipient)), NOBODY)


@rule(
    "13.6.1",
    "13.6.1/transporting resources by rail and road",
    "13.6.1/transporting resources by sea",
    "13.6.4/transport",
)
def route_violation(game: Position, power: int, goods: Goods, route: Route) -> Violation | None:
    """Why the goods cannot travel like this, whatever else travels."""
    recipient = recipient_at(game, power, goods, route)
    if recipient == NOBODY:
        return refused("13.6.2", "no-use-there", place=Place(route.end))
    start = route.start if goods.place == NOBODY else goods.place
    if start not in starts_of(game, power, goods) or (route.start != NOBODY) != (goods.place == NOBODY):
        return refused("13.6.4", "not-made-there", name=goods.name)
    rails = rails_between(game, power, recipient)
    if not route.legs:
        reached = route.end in rails.reach(start)
        return None if reached else refused("13.6.1", "no-railway-there", name=goods.name, place=Place(route.end))
    return _harbour_violation(game, rails, start, route) or _chain_violation(game, power, recipient, route)


def _harbour_violation(game: Position, rails: Rails, start: int, route: Route) -> Violation | None:
    harbours, inland = rails.harbours(start), rails.inland(route.land)
    if route.load not in harbours:
        return refused("13.6.1", "not-loaded-there", place=Place(route.load))
    if route.land not in ground_of(game).ports or route.end not in inland:
        return refused("13.6.1", "not-landed-there", place=Place(route.land), end=Place(route.end))
    if harbours[route.load] and inland[route.end]:
        return refused("13.6.1", "one-straits-hexside", place=Place(route.end))
    return None


@rule("13.6.1/transporting resources by sea", "11.4.4")
def _chain_violation(game: Position, power: int, recipient: int, route: Route) -> Violation | None:
    """Through sea areas that one of the power's surface ships could have passed in the last impulse."""
    seas = [leg.sea for leg in route.legs]
    for port, sea in ((route.load, seas[0]), (route.land, seas[-1])):
        if sea not in seas_of_harbour(game, power, port):
            return refused("13.6.1", "harbour-not-on-this-sea", place=Place(port), sea=SeaName(sea))
    if len(set(seas)) < len(seas):
        return refused("13.6.1", "sea-area-twice")
    for origin, to in pairwise(seas):
        if to not in adjacent_seas(game, origin):
            return refused("2.1.2", "seas-not-adjacent", sea=SeaName(to), origin=SeaName(origin))
        if not may_pass(game, power, origin, to):
            return refused("11.4.4", "passage-closed", sea=SeaName(to), origin=SeaName(origin))
    for leg in route.legs:
        if not carries_for(game, leg.owner, power, recipient):
            return refused("13.6.1", "does-not-carry-for", power=Power(leg.owner), sea=SeaName(leg.sea))
    return None


# ------------------------------------------------------------------------------------------------------------ the whole plan


@rule("13.6.1/transporting resources by sea", "13.6.1/convoy points", "13.6.2", "13.6.4/transport", "5")
def plan_violation(game: Position, power: int, plan: Noun) -> Violation | None:
    """The first route that cannot be, the first thing of which there is too little, the first promise that is not kept."""
    by_name = {goods.name: goods for goods in goods_to_send(game, power)}
    left = ledger(game, power)
    given: dict[tuple[int, bool], int] = {}
    for name, word in plan:
        if word == UNUSED:
            continue
        goods, route = by_name[name], read_route(game, word)
        if route is None:
            key = "one-sea-leg" if lands_twice(game, word) else "no-such-route"
            return refused("13.6.1", key, name=name, route=word)
        found = route_violation(game, power, goods, route)
        if found is not None:
            return found
        recipient = recipient_at(game, power, goods, route)
        if goods.place != NOBODY and goods.giver == power and not may_be_given(game, power, recipient, goods.place):
            return refused("5.1", "not-the-promised-resource", name=name, power=Power(recipient))
        for toll in _all_tolls(game, goods, recipient, word):
            left[toll] = left.get(toll, PLENTY if is_unlimited(toll) else 0) - 1
            if left[toll] < 0:
                return _too_little(game, power, toll)
        kind = (recipient, goods.place == NOBODY)
        given[kind] = given.get(kind, 0) + 1
    return _promise_violation(game, power, plan, given)


def _all_tolls(game: Position, goods: Goods, recipient: int, word: str) -> Iterator[str]:
    yield from tolls(word)
    if not is_of_points(word):
        yield giving_toll(game, goods.giver, recipient)


def _too_little(game: Position, power: int, toll: str) -> Violation:
    """What of which there is too little for the plan."""
    most, index = Number(max(0, ledger(game, power).get(toll, 0))), board_of(game).index
    kind, _, number = toll.rpartition(" ")
    if kind in ("at", "points at"):
        key, rule_number = ("factory-full", "13.6.2") if kind == "at" else ("no-room-for-points", "13.6.4")
        return refused(rule_number, key, place=Place(index[number]), most=most)
    if kind == "made at":
        return refused("13.6.4", "so-many-points-made-there", place=Place(index[number]), most=most)
    if kind == "port":
        return refused("13.6.1", "minor-port-is-busy", place=Place(index[number]), most=most)
    sea, by, owner = toll.rpartition(" by ")
    if by:
        return refused(
            "13.6.1", "too-few-convoy-points", power=Power(power_named(game, owner)), sea=SeaName(sea), most=most
        )
    giver, _, recipient = toll.partition(" to ")
    names = {"giver": Power(power_named(game, giver)), "recipient": Power(power_named(game, recipient))}
    return refused("5", "not-so-many-promised", most=most, **names)


@rule("5")
def _promise_violation(
    game: Position, power: int, plan: Noun, given: Mapping[tuple[int, bool], int]
) -> Violation | None:
    """What could be delivered beside the power's other promises has to be, before it uses anything itself."""
    for promise in promised_by(game, power):
        for points, promised in ((False, promise.resources), (True, promise.points)):
            delivered = given.get((promise.recipient, points), 0)
            if delivered < promised:
                possible = len(_deliverable(game, power, promise.recipient, points, plan))
                if possible > delivered:
                    return refused("5", "promise-can-be-kept", power=Power(promise.recipient), most=Number(possible))
    return None


def _deliverable(game: Position, power: int, recipient: int, points: bool, plan: Noun) -> dict[str, Route]:
    """What can be brought to the recipient beside what the plan brings to others."""
    left = ledger(game, power)
    items = {goods.name: goods for goods in goods_to_send(game, power)}
    busy = set()
    for name, word in plan:
        route = None if word == UNUSED else read_route(game, word)
        if route is None:
            continue
        to = recipient_at(game, power, items[name], route)
        if to not in (power, NOBODY) and (to, items[name].place == NOBODY) != (recipient, points):
            busy.add(name)
            _take(left, _all_tolls(game, items[name], to, word))
    free = [goods for goods in items.values() if goods.name not in busy]
    return most_use(game, power, recipient, _for(game, free, power, recipient, points), left)


def _for(game: Position, goods: Iterable[Goods], power: int, recipient: int, points: bool) -> list[Goods]:
    """Those of the goods that may go to the recipient."""
    if points:
        return [item for item in goods if item.recipient == recipient]
    resources = [item for item in goods if item.place != NOBODY and power in (item.giver, recipient)]
    if recipient == power:
        return resources
    return [item for item in resources if may_be_given(game, power, recipient, item.place)]


def _take(left: dict[str, int], taken: Iterable[str]) -> None:
    for toll in taken:
        if toll in left:
            left[toll] -= 1


# ----------------------------------------------------------------------------------------------------- plans without a solver


@rule("5")
def promised_routes(game: Position, power: int) -> dict[str, str]:
    """Goods → route: every promise kept as far as it can be, one after another."""
    return game.recall(("promised routes", power), lambda: _keep_promises(game, power, ledger(game, power)))


def _keep_promises(game: Position, power: int, left: dict[str, int]) -> dict[str, str]:
    found: dict[str, Route] = {}
    for promise in promised_by(game, power):
        for points in (False, True):
            free = [goods for goods in goods_to_send(game, power) if goods.name not in found]
            wanted = _for(game, free, power, promise.recipient, points)
            if promise_of(promise, points):
                found |= most_use(game, power, promise.recipient, wanted, left)
    return {name: word_of(game, route) for name, route in found.items()}


def promise_of(promise: Promise, points: bool) -> int:
    return promise.points if points else promise.resources


def default_plan(game: Position, power: int) -> Noun:
    """Promises kept, then as many resources used as possible beside what is still to come: quickly, and in whole numbers."""
    left = ledger(game, power)
    words = _keep_promises(game, power, left)
    leave_room(game, power, left)
    goods = goods_to_send(game, power)
    rest = _for(game, (item for item in goods if item.name not in words), power, power, points=False)
    routes = most_use(game, power, power, rest, left)
    words |= {name: word_of(game, route) for name, route in routes.items()}
    return tuple((item.name, words.get(item.name, UNUSED)) for item in goods)


def leave_room(game: Position, power: int, left: dict[str, int], planning: Collection[int] = ()) -> None:
    """For what others have promised it and not yet sent: they could not deliver it to factories that are taken.

    Powers that plan together with it find room themselves.
    """
    planned = {sent.power for sent in on_the_way(game)}.union(planning)
    givers = {promise.giver for promise in promises(game) if promise.recipient == power and promise.resources}
    for giver in sorted(givers - planned):
        if not is_minor(game, giver):
            for word in promised_routes(game, giver).values():
                _take(left, tolls(word))


# ---------------------------------------------------------------------------------------------------------------- the shape


class Shipping(Allot, frozen=True, tag="Allot"):
    """Routes for goods. Short ones are offered; the rule's own violation judges any other.

    `rooms` says what is limited, by the names of `tolls`. `must` keeps the promises; `givers` and `holders` say whose the goods
    are, and whose the hexes where they end.
    """

    must: tuple[tuple[str, str], ...] = ()
    givers: tuple[tuple[str, str], ...] = ()
    holders: tuple[tuple[str, str], ...] = ()

    def read(self, noun: Noun) -> Noun:
        """Goods that are left out are not used."""
        pairs = tuple(noun.items()) if isinstance(noun, dict) else noun
        if not isinstance(pairs, list | tuple) or not all(isinstance(pair, list | tuple) for pair in pairs):
            return noun
        given = {pair[0]: pair[1] for pair in pairs if len(pair) == 2 and isinstance(pair[0], str)}
        if len(given) < len(pairs) or not given.keys() <= {choices.item for choices in self.items}:
            return tuple(map(tuple, pairs))
        return tuple((choices.item, given.get(str(choices.item), UNUSED)) for choices in self.items)

    def judge(self, noun: Noun) -> str | None:
        if not isinstance(noun, tuple) or len(noun) != len(self.items):
            return "noun-not-an-assignment"
        for pair, choices in zip(noun, self.items, strict=True):
            if not isinstance(pair, tuple) or len(pair) != 2 or pair[0] != choices.item or type(pair[1]) is not str:
                return "noun-not-an-assignment"
        return None

    def sample(self, rng: Random) -> Noun:
        book, found = _Book(self), dict[Item, Item](self.must)
        for choices in rng.sample(self.items, len(self.items)):
            if choices.item not in found:
                free = book.free(choices)
                found[choices.item] = rng.choice(free) if len(free) > 1 and rng.random() < _EAGER else UNUSED
                book.take(choices.item, found[choices.item])
        return tuple((choices.item, found[choices.item]) for choices in self.items)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        if len(prefix) == len(self.items):
            return (None,)
        book, must = _Book(self), dict[Item, Item](self.must)
        for choices, choice in zip(self.items, prefix, strict=False):
            if choices.item not in must:
                book.take(choices.item, choice)
        item = self.items[len(prefix)]
        return (must[item.item],) if item.item in must else book.free(item)

    def every(self) -> Iterator[Noun]:
        """Beginning with the least: everything unused that may be."""
        must = dict[Item, Item](self.must)
        ways = (((must[item.item],) if item.item in must else item.to) for item in self.items)
        for words in product(*ways):
            yield tuple((choices.item, word) for choices, word in zip(self.items, words, strict=True))


class _Book:
    """What a plan in the making leaves of everything that is limited; what is promised is taken from the start."""

    def __init__(self, shape: Shipping) -> None:
        self.left = {str(room.choice): room.most for room in shape.rooms}
        self._givers, self._holders = dict(shape.givers), dict(shape.holders)
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}
        for name, word in shape.must:
            self.take(name, word)

    def free(self, choices: Choices) -> tuple[Item, ...]:
        """Those of the routes for which there is room."""
        left = self.left
        return tuple(to for to in choices.to if all(left.get(toll, 1) > 0 for toll in self._tolls(choices.item, to)))

    def take(self, item: Item, word: Item) -> None:
        _take(self.left, self._tolls(item, word))

    def _tolls(self, item: Item, word: Item) -> tuple[str, ...]:
        """The same for all goods of one giver."""
        if word == UNUSED:
            return ()
        key = (self._givers[str(item)], str(word))
        if key not in self._known:
            self._known[key] = tuple(self._find_tolls(*key))
        return self._known[key]

    def _find_tolls(self, giver: str, word: str) -> Iterator[str]:
        yield from tolls(word)
        if not is_of_points(word):
            yield f"{giver} to {self._holders[word.rpartition(' > ')[2]]}"


#: how often a resource for which there is a way is used by whoever plans at random
_EAGER = 0.9


@rule("13.6.1", "13.6.4/transport")
def shipping(game: Position, power: int) -> Shipping:
    """All goods of the power with the routes that are offered for them."""
    return game.recall(("shipping", power), lambda: _shipping(game, power))


def _shipping(game: Position, power: int) -> Shipping:
    goods, must, number = goods_to_send(game, power), promised_routes(game, power), board_of(game).number
    offers = _Offers(game, power)
    items = []
    for item in goods:
        words = tuple(word_of(game, route) for route in offers.of(item))
        more = tuple(word for word in (must.get(item.name),) if word is not None and word not in words)
        items.append(Choices(item.name, (UNUSED, *words, *more)))
    kinds = {item.place == NOBODY: item for item in goods}.values()  # build points and resources end in different hexes
    ends = {
        number(end): power_name(game, recipient)
        for item in kinds
        for recipient in reversed(recipients(game, power))
        for end in ends_for(game, item, recipient)
    }
    return Shipping(
        tuple(items),
        tuple(starmap(Room, ledger(game, power).items())),
        tuple(must.items()),
        tuple((item.name, power_name(game, item.giver)) for item in goods),
        tuple(ends.items()),
    )


class _Offers:
    """The routes that are offered, worked out once for each recipient and for all hexes on the same railways."""

    def __init__(self, game: Position, power: int) -> None:
        self.game, self.power, self.left = game, power, ledger(game, power)
        self._networks: dict[tuple[int, bool], Network] = {}
        self._known: dict[tuple[int, bool, int], tuple[Route, ...]] = {}

    def of(self, goods: Goods) -> Iterator[Route]:
        points = goods.place == NOBODY
        whose = (goods.recipient,) if points else recipients(self.game, self.power)
        for recipient in whose if points or goods.giver == self.power else (self.power,):
            for start in self._starts(goods, recipient):
                for route in self._routes(goods, recipient, start):
                    yield Route(route.end, route.load, route.land, route.legs, start) if points else route

    def _starts(self, goods: Goods, recipient: int) -> tuple[int, ...]:
        """Of factories on the same railways one is enough."""
        rails = rails_between(self.game, self.power, recipient)
        starts = starts_of(self.game, self.power, goods)
        return tuple({id(rails.reach(start)): start for start in reversed(starts)}.values())

    def _routes(self, goods: Goods, recipient: int, start: int) -> tuple[Route, ...]:
        kind = (recipient, goods.place == NOBODY)
        if kind not in self._networks:
            ends = ends_for(self.game, goods, recipient)
            self._networks[kind] = Network(self.game, self.power, recipient, self.left, ends)
        rails = self._networks[kind].rails
        alike = start if rails.lies_on_a_coast(start) else id(rails.reach(start))
        if (*kind, alike) not in self._known:
            self._known[(*kind, alike)] = offered_routes(self._networks[kind], start)
        return self._known[(*kind, alike)]
