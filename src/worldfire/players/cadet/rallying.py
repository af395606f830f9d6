"""Reorganisation: HQs turn the best units face-up again when enough of them wait for it."""

from __future__ import annotations

from worldfire.engine.shapes import Amounts, One
from worldfire.forces.things import counter_of
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import ARMOURED, Picture, look
from worldfire.rules.s11_17_reorganisation import Reorganising
from worldfire.tables.counters import AirCounter, LandCounter

#: units that make it worth while
ENOUGH = 2
#: with fewer own impulses than this to come, nobody would use the help
TURN_ENDS = 0.5


def reorganise(question: Question) -> Action:
    shape = question.offers.get("reorganise")
    if not isinstance(shape, One):
        return "finish-reorganising", None
    picture = look(question.game, question.side)
    units = [int(unit) for unit in shape.domain]
    best = max(units, key=lambda unit: (use_of(picture, unit), -unit))
    started = bool(question.game.enclosing(Reorganising).spent)
    if use_of(picture, best) <= 0 or not (started or _is_time(picture, len(units))):
        return "finish-reorganising", None
    return "reorganise", best


def _is_time(picture: Picture, waiting: int) -> bool:
    """An HQ that helps cannot move again this turn; but spearheads that fight twice are worth more than one that follows."""
    if picture.impulses_left < TURN_ENDS:
        return False  # all are turned face-up at the end of the turn (13.5)
    return waiting >= ENOUGH


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
    cost = shape.least
    paid: dict[int, int] = {}
    for bounds in sorted(
        shape.items, key=lambda bounds: (int(bounds.item) not in spent, bounds.most, int(bounds.item))
    ):
        give = min(cost - sum(paid.values()), bounds.most)
        paid[int(bounds.item)] = give
    noun = tuple((bounds.item, paid[int(bounds.item)]) for bounds in shape.items)
    if question.is_legal(verb, noun):
        return verb, noun
    return verb, shape.sample(question.rng)
