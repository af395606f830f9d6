"""Build points for what is bought by number (13.5.5.3): offensive points, the mood at home, trenches, pilots; then units."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Amounts
from worldfire.rules.s13_06_production import PowerProduction
from worldfire.titles.fa.home_front import HOME_FRONT
from worldfire.titles.fa.judgement.airmen import pilots_wanted
from worldfire.titles.fa.judgement.digging import wanted as trenches_wanted
from worldfire.titles.fa.morale import TENTHS, morale
from worldfire.titles.fa.morale_events import MORALE_POINTS, printed
from worldfire.titles.fa.offensive_builds import BOUGHT, OFFENSIVE_STORE, PILOT_STORE, owed_points
from worldfire.titles.fa.production import TRENCH_STORE
from worldfire.titles.judgement import Action, Asked

#: levels of morale from which on, and down to which, more and more of what a turn costs is made good
EASY, UNEASY = 15, 9
#: who is so low wants to rise, by so many points
LOW, TO_RISE = 8, 6
#: trenches get no more than this part of the points
OF_THE_POINTS = 0.45


def buy(asked: Asked) -> Action | None:
    """One order for all stores, the dearest duty first; nothing when no more is wanted."""
    shape = asked.offers.get("buy-stores")
    if not isinstance(shape, Amounts):
        return None
    work = asked.game.enclosing(PowerProduction)
    most = {str(bounds.item): bounds.most for bounds in shape.items}
    found, left = dict[str, int](), work.points
    for name, number, price in _wishes(asked, work):
        count = min(number, most.get(name, 0), left // price)
        if count > 0:
            found[name], left = count, left - count * price
    return ("buy-stores", _as_noun(shape, found)) if found else None


def _wishes(asked: Asked, work: PowerProduction) -> list[tuple[str, int, int]]:
    """(store, how many, price of one), in the order in which they are paid."""
    game, power = asked.game, work.power
    spare = int(OF_THE_POINTS * work.points)
    wishes = (
        (OFFENSIVE_STORE, owed_points(game, power) - game.state[BOUGHT][power]),
        (HOME_FRONT, for_the_mood(game, power)),
        (TRENCH_STORE, min(trenches_wanted(asked, power), spare)),
        (PILOT_STORE, pilots_wanted(game, power)),
    )
    return [(store.name, number, store.price(game)) for store, number in wishes if number > 0]


def for_the_mood(game: Position, power: int) -> int:
    """Build points that make good what this turn costs: none where morale is high, all of it where it is low."""
    level = morale(game, power)
    if level is None:
        return 0
    points = points_so_far(game, power)
    uneasy = min(1.0, max(0.0, (EASY - level) / (EASY - UNEASY)))
    missing = -points * uneasy if points < 0 else 0.0
    if level <= LOW:
        missing = min(max(0.0, TO_RISE - points), missing + TENTHS)
    each = printed(game, "build point spent on the home front")
    return round(missing / each)


def points_so_far(game: Position, power: int) -> int:
    """What the turn has done to its morale until now."""
    assert isinstance(game, Game)
    reasons = [reason(game, power) for reason in MORALE_POINTS.one_by_one(game)]
    return sum(points for _, points in reasons)


def _as_noun(shape: Amounts, found: Mapping[str, int]) -> tuple[tuple[object, int], ...]:
    return tuple((bounds.item, found.get(str(bounds.item), 0)) for bounds in shape.items)
