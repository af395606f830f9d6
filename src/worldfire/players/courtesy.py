"""What a computer player lets its allies do, said unasked or because one has asked; and what a person's own seats agree on.

It allows what costs it nothing: its units are carried, resources pass its hexes, its convoy points carry when it does not
need them itself. What an ally would do with its units, points and conquests it keeps to itself. A joint task force is decided
case by case (`cadet.fleets`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from worldfire.engine.announcing import CONSENT
from worldfire.engine.permitting import ASK, NO, ONCE, YES
from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.forces.turn import allied_seats, seat_of_power
from worldfire.forces.who import NOBODY
from worldfire.rules.s02_4_supply_limits import SUPPLY
from worldfire.rules.s02_5_control import CONTROL
from worldfire.rules.s05_agreements import ACCEPT_LENDING, DECLINE_LENDING, name_of, proposals
from worldfire.rules.s05_lending import most_to_lend
from worldfire.rules.s11_04_naval_movement import SAIL_TOGETHER
from worldfire.rules.s11_10_entry import ENTER
from worldfire.rules.s13_06_1_by_sea import Routing, planner, planning_order
from worldfire.rules.s13_06_1_network import CARRY, convoys_at_sea, on_the_way
from worldfire.rules.s13_06_1_plans import default_plan
from worldfire.rules.s13_06_1_routes import Leg, read_route
from worldfire.rules.s13_06_production import PASSAGE, UNUSED
from worldfire.rules.s18_3_permissions import TRANSPORT

Action = tuple[str, Noun]

#: what costs nothing, whoever uses it: allowed before anybody asks
FREE = (TRANSPORT.name, PASSAGE.name)
#: the same, but it need not be said before somebody asks
ALLOWED = (*FREE, ENTER.name, SUPPLY.name)


def courtesy(game: Position, seat: str) -> Action | None:
    """The next thing that a computer player tells an ally; None: it has nothing to say."""
    if game.decision is None:
        return None
    for ally in allied_seats(game, seat):
        found = _lending(game, seat, ally) or _freely(game, seat, ally) or _convoys(game, seat, ally)
        found = found or _asked_for(game, seat, ally)
        if found is not None:
            return found
    return None


def to_oneself(game: Position, seat: str, ally: str) -> Action | None:
    """Whoever plays both seats has agreed with himself: on all but who keeps a hex, which he may want either way."""
    if ally not in allied_seats(game, seat):
        return None
    permissions = game.ruleset.permissions.values()
    names = tuple(one.name for one in permissions if one.concerns is None and one != CONTROL)
    return _say(game, seat, ally, names, YES)


def _say(game: Position, seat: str, ally: str, names: tuple[str, ...], answer: str) -> Action | None:
    """As far as nothing has been said about it before."""
    said = game.state.consents
    unsaid = tuple(name for name in names if name in game.ruleset.permissions and (seat, ally, name) not in said)
    return (CONSENT, (ally, unsaid, answer)) if unsaid else None


def _freely(game: Position, seat: str, ally: str) -> Action | None:
    return _say(game, seat, ally, FREE, YES)


def _asked_for(game: Position, seat: str, ally: str) -> Action | None:
    """Requests are answered at once; that its convoy points can be spared it says unasked as goods are routed (`_convoys`)."""
    for giver, taker, what in sorted(game.state.requests):
        if (giver, taker) == (seat, ally):
            return CONSENT, (ally, what, _answer(game, seat, ally, what))
    return None


def _answer(game: Position, seat: str, ally: str, what: str) -> str:
    if what == CARRY.name:
        spared = all(
            can_spare_convoys(game, seat, power) for power in planning_order(game) if seat_of_power(game, power) == ally
        )
        return YES if spared else NO
    return YES if what in ALLOWED else ASK if what == SAIL_TOGETHER.name else NO


# ------------------------------------------------------------------------------------------------------------ lending

#: of what it could give, it parts with no more than this
_SPARED = Fraction(1, 4)


def _lending(game: Position, seat: str, ally: str) -> Action | None:
    """A gift is welcome, and a little can be spared; whoever wants more hears no."""
    for one in proposals(game) if ACCEPT_LENDING.name in game.ruleset.announcements else ():
        if (seat_of_power(game, one.power), seat_of_power(game, one.ally)) != (ally, seat):
            continue
        spared = all(
            wanted <= _SPARED * most_to_lend(game, one.ally, points=points)
            for wanted, points in ((one.resources_back, False), (one.points_back, True))
        )
        return (ACCEPT_LENDING if spared else DECLINE_LENDING).name, name_of(game, one)
    return None


# ------------------------------------------------------------------------------------------------------ convoy points


def _convoys(game: Position, seat: str, ally: str) -> Action | None:
    """While the ally plans its routes: for this turn, if that leaves enough for its own."""
    if CARRY.name not in game.ruleset.permissions or not any(
        isinstance(frame.locals, Routing) for frame in game.state.frames
    ):
        return None
    power = planner(game)
    if power == NOBODY or seat_of_power(game, power) != ally:
        return None
    spared, granted = can_spare_convoys(game, seat, power), CARRY.granted(game, seat, ally)
    if spared == granted:
        return None
    if spared:
        return CONSENT, (ally, CARRY.name, ONCE)
    return CONSENT, (ally, CARRY.name, NO)  # a yes of better days


def can_spare_convoys(game: Position, seat: str, ally: int) -> bool:
    """Wherever its own goods that are still to be routed need its points, there are enough for what the ally cannot send."""
    needed = _legs(game, (word for power in _still_to_plan(game, seat, ally) for _, word in default_plan(game, power)))
    used = _legs(game, (sent.word for sent in on_the_way(game)))
    wanted = sum(word == UNUSED for _, word in default_plan(game, ally))
    return all(
        convoys_at_sea(game).get((leg.owner, leg.sea), 0) - used[leg] >= number + wanted
        for leg, number in needed.items()
        if seat_of_power(game, leg.owner) == seat
    )


def _still_to_plan(game: Position, seat: str, planning: int) -> tuple[int, ...]:
    order = planning_order(game)
    later = order[order.index(planning) + 1 :] if planning in order else order
    return tuple(power for power in later if seat_of_power(game, power) == seat)


def _legs(game: Position, words: Iterable[str]) -> Counter[Leg]:
    """Sea area and owner → the convoy points that routes in these words use there."""
    routes = (read_route(game, word) for word in words if word != UNUSED)
    return Counter(leg for route in routes if route is not None for leg in route.legs)
