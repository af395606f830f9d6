"""Reorganisation: who is turned face-up again, and which HQs are worth turning face-down for it.

An HQ that gives points stays where it is until the turn ends, and the front moves on without it. So its help has a price,
which falls as the turn draws to its end.
"""

from __future__ import annotations

from math import pow

from worldfire.engine.shapes import Amounts, One
from worldfire.forces.things import counter_of
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import ARMOURED, HEADQUARTERS, Picture, look
from worldfire.rules.s11_17_reorganisation import Help, Reorganising, cost_of, points_of, sources_for
from worldfire.tables.counters import AirCounter, LandCounter

#: with less chance than this of another impulse nobody would use the help: all are turned face-up when the turn ends (13.5)
HARDLY_AGAIN = 0.4
#: what an HQ is worth for each impulse of its own that it still has to follow the front, and at any time, in factors
FOLLOWS, STANDS_BY = 8.0, 6.0
#: the front moves away faster than it would move in one impulse: troops that outrun their supply stop
LONGER = 1.5


def reorganise(question: Question) -> Action:
    """The best unit that can be helped for nothing, else the best of those for whom an HQ should give its points."""
    shape = question.offers.get("reorganise")
    if not isinstance(shape, One):
        return "finish-reorganising", None
    picture = look(question.game, question.side, question.powers)
    open_ = givers(question, picture)
    units = [
        int(unit)
        for unit in shape.domain
        if use_of(picture, int(unit)) > 0 and open_.intersection(_sources(question, int(unit)))
    ]
    if not units or picture.another_impulse < HARDLY_AGAIN:
        return "finish-reorganising", None
    return "reorganise", max(units, key=lambda unit: (use_of(picture, unit), -unit))


def _sources(question: Question, unit: int) -> tuple[int, ...]:
    game, work = question.game, question.game.enclosing(Reorganising)
    return sources_for(game, Help(game, work, question.side), unit)


def givers(question: Question, picture: Picture) -> set[int]:
    """Sources that may give: whoever has given already, aircraft and ships, and HQs whose points are worth more than they."""
    game, work = question.game, question.game.enclosing(Reorganising)
    spent = dict(work.spent)
    helped: dict[int, list[float]] = {}
    shape = question.offers.get("reorganise")
    for unit in map(int, shape.domain) if isinstance(shape, One) else ():
        for source in _sources(question, unit):
            helped.setdefault(source, []).append(use_of(picture, unit) / cost_of(game, unit, (source,)))
    return {
        source
        for source, uses in helped.items()
        if source in spent
        or counter_of(game, source).type not in HEADQUARTERS
        or is_worth_it(picture, sorted(uses, reverse=True)[: points_of(game, source)])
    }


def is_worth_it(picture: Picture, uses: list[float]) -> bool:
    price = STANDS_BY + FOLLOWS * pow(max(0.0, picture.impulses_left - 1), LONGER)
    return picture.another_impulse * sum(use for use in uses if use > 0) > price


def use_of(picture: Picture, unit: int) -> float:
    """What a unit could do if it were face-up: factors, at the front more than behind it."""
    counter = counter_of(picture.game, unit)
    front = picture.enemy_distance(picture.place(unit))
    if isinstance(counter, LandCounter):
        mobile = 1.4 if counter.type in ARMOURED else 1.0
        return (counter.strength or 0) * mobile - 0.5 * max(0.0, front - 3)
    if isinstance(counter, AirCounter):
        return 0.5 * ((counter.tactical or 0) + 0.5 * (counter.air_to_air or 0)) - 0.2 * max(0.0, front - 5)
    return 0.0


def spend_points(question: Question) -> Action:
    """From sources that have given already, then from those with least to give: as few HQs as possible go face-down."""
    verb = "spend-points" if "spend-points" in question.offers else "spend-points-with-allies"
    shape = question.shape(verb, Amounts)
    spent = dict(question.game.enclosing(Reorganising).spent)

    def order(source: int, most: int) -> tuple[bool, bool, int, int]:
        chief = counter_of(question.game, source).type in HEADQUARTERS
        return chief and source not in spent, chief, most, source

    for cost in sorted({shape.least, shape.most}):  # some may be dearer than others
        paid: dict[int, int] = {}
        for bounds in sorted(shape.items, key=lambda bounds: order(int(bounds.item), bounds.most)):
            give = min(cost - sum(paid.values()), bounds.most)
            paid[int(bounds.item)] = give
        noun = tuple((bounds.item, paid[int(bounds.item)]) for bounds in shape.items)
        if question.is_legal(verb, noun):
            return verb, noun
    return verb, shape.sample(question.rng)
