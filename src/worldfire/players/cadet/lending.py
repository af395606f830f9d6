"""Lending (5): resources to allies whose factories stand idle, and build points to those who are worse off.

Nothing is promised that would not arrive as things stand: what is lost on the way is lost for both.
"""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Amounts
from worldfire.forces.turn import is_active
from worldfire.forces.who import NOBODY, power_named
from worldfire.players.cadet.asking import Action, Puzzled, Question
from worldfire.rules.s05_lending import is_invaded
from worldfire.rules.s13_06_1_network import SENT
from worldfire.rules.s13_06_1_plans import default_plan, promised_routes
from worldfire.rules.s13_06_1_routes import is_of_points, read_route
from worldfire.rules.s13_06_4_promises import PROMISED, ends_of_points, goods_of, is_minor, promises
from worldfire.rules.s13_06_production import (
    UNUSED,
    factory_hexes,
    income_at_home,
    multiple,
)
from worldfire.titles import judgement_of

#: of the build points that it makes: whoever is at peace parts with so many, and whoever is at war with so many
OF_PEACE, OF_WAR = Fraction(1, 4), Fraction(1, 8)


def lend_resources(question: Question) -> Action:
    """What the giver cannot use, and more to those who make more of it, as far as their factories wait for it."""
    shape, giver = question.shape("lend-resources", Amounts), int(question.args["power"])
    then = _before_routing(question)
    left, spare = shape.most, _unused(then, giver)
    noun = dict.fromkeys((str(bounds.item) for bounds in shape.items), 0)
    waiting = {bounds: _waiting(then, power_named(then, str(bounds.item))) for bounds in shape.items}
    for bounds in sorted(shape.items, key=lambda bounds: -waiting[bounds]):
        ally = power_named(then, str(bounds.item))
        makes_more = judgement_of(then).pools_resources and multiple(then, giver) < multiple(then, ally)
        wanted = min(bounds.most, left, left if makes_more else spare, waiting[bounds])
        number = _that_arrive(then, giver, ally, wanted if makes_more else _to_spare(then, giver, ally, wanted))
        noun[str(bounds.item)] = number
        left, spare = left - number, max(0, spare - number)
    return "lend-resources", tuple(noun.items())


def lend_points(question: Question) -> Action:
    """A part of what it makes: to those who fight while it does not, or whose home the enemy has entered."""
    shape, giver = question.shape("lend-build-points", Amounts), int(question.args["power"])
    then = _before_routing(question)
    made = {power: _makes(then, power) for power in (giver, *(power_named(then, str(one.item)) for one in shape.items))}
    left = 0 if is_invaded(then, giver) else int((OF_WAR if is_active(then, giver) else OF_PEACE) * made[giver])
    noun = dict.fromkeys((str(bounds.item) for bounds in shape.items), 0)
    for bounds in sorted(shape.items, key=lambda bounds: made[power_named(then, str(bounds.item))]):
        ally = power_named(then, str(bounds.item))
        if made[ally] < made[giver] and (is_invaded(then, ally) or not is_active(then, giver)):
            noun[str(bounds.item)] = _that_arrive(then, giver, ally, min(bounds.most, left, shape.most), points=True)
            left -= noun[str(bounds.item)]
    return "lend-build-points", tuple(noun.items())


def _before_routing(question: Question) -> Game:
    """The game as it would be if goods were sent now: last turn's are no longer on their way."""
    if not isinstance(question.game, Game):
        raise Puzzled("what would arrive cannot be tried out")
    then = question.game.fork()
    then.set(SENT, ())
    return then


def _unused(game: Position, power: int) -> int:
    """Of its own resources those for which it has no factory, or no way to one."""
    own = {goods.name for goods in goods_of(game, power) if goods.giver == power and goods.place != NOBODY}
    return sum(1 for name, word in default_plan(game, power) if word == UNUSED and name in own)


def _to_spare(game: Game, giver: int, ally: int, wanted: int) -> int:
    """Of so many how many it can promise and still use as many itself: what has no way to a factory may have none at all."""
    before, used = game.state.get(PROMISED), _used(game, giver)
    while wanted > 0:
        game.set(PROMISED, (*before, _row(giver, ally, wanted, points=False)))
        if _used(game, giver) >= used:
            break
        wanted -= 1
    game.set(PROMISED, before)
    return wanted


def _used(game: Position, power: int) -> int:
    """Resources that reach a factory of its own."""
    ends = factory_hexes(game, power)
    routes = (read_route(game, word) for _, word in default_plan(game, power) if word != UNUSED)
    return sum(route is not None and route.end in ends for route in routes)


def _makes(game: Position, power: int) -> int:
    """Build points if all its factories work."""
    return income_at_home(game, power, sum(factory_hexes(game, power).values()))


def _waiting(game: Position, power: int) -> int:
    """Factories that have nothing to work with, as far as is known now; what minor countries give it fetches itself."""
    used: int = sum(word != UNUSED and not is_of_points(word) for _, word in default_plan(game, power))
    promised = sum(one.resources for one in promises(game) if one.recipient == power and not is_minor(game, one.giver))
    return max(0, sum(factory_hexes(game, power).values()) - used - promised)


def _that_arrive(game: Game, giver: int, ally: int, number: int, *, points: bool = False) -> int:
    """Of so many how many would reach the ally beside what has been promised before; they are promised in this game."""
    if number < 1:
        return 0
    ends, before = ends_of_points(game, ally) if points else factory_hexes(game, ally), game.state.get(PROMISED)
    delivered = _delivered(game, giver, frozenset(ends), points=points)
    game.set(PROMISED, (*before, _row(giver, ally, number, points=points)))
    more = min(number, _delivered(game, giver, frozenset(ends), points=points) - delivered)
    game.set(PROMISED, (*before, *((_row(giver, ally, more, points=points),) if more else ())))
    return more


def _row(giver: int, ally: int, number: int, *, points: bool) -> tuple[int, int, int, int]:
    return (giver, ally, 0, number) if points else (giver, ally, number, 0)


def _delivered(game: Position, giver: int, ends: frozenset[int], *, points: bool) -> int:
    words = (word for word in promised_routes(game, giver).values() if is_of_points(word) == points)
    return sum(1 for word in words if (route := read_route(game, word)) is not None and route.end in ends)
