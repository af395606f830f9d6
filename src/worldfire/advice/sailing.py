"""Before a task force sails: where it can go and with what it arrives, and who might intercept it on its way (11.4).

Everything is reckoned with the rules themselves; what is not in sight of whoever asks is not in the game that is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation
from worldfire.forces.who import NOBODY, seat_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s11_04_1_naval_moves import Moves, moves_of
from worldfire.rules.s11_04_2_sailing import (
    Hand,
    along,
    canonical,
    ends_of_move,
    sea_at,
    seas_and_ports,
    setting_out,
    ways_home,
)
from worldfire.rules.s11_04_6_interception import can_be_turned, has_turned_one, hunters, needed
from worldfire.rules.s11_04_bases import leaders_of
from worldfire.rules.s11_04_naval_movement import NAVAL_MOVEMENT, NavalMovement, leaders_aboard
from worldfire.rules.s11_04_naval_units import (
    Item,
    is_submarine,
    place_of_item,
    sailor_of,
    sailor_violation,
)
from worldfire.rules.s11_04_under_way import Interception, Voyage
from worldfire.rules.s11_04_voyages import Berth, Way
from worldfire.rules.s11_05_5_search import modified_search_roll
from worldfire.rules.s13_04_return_to_base import ReturnToBase

FACES = 10
#: verbs whose way need not end where the move can
PAUSES = frozenset({"sail-and-pause", "sail-on-and-pause"})


class TaskForce(msgspec.Struct, frozen=True):
    """Units that set out together, or that are under way."""

    items: tuple[Item, ...]
    hands: tuple[Hand, ...]
    here: int
    before: int | None
    homeward: bool
    last_call: bool
    #: who goes aboard which of them first
    berths: tuple[Berth, ...] = ()


class Landing(msgspec.Struct, frozen=True):
    """A place where the task force may end: the way there, and the least that any of its units has left."""

    place: int
    way: Way
    movement: int
    range: int


class Danger(msgspec.Struct, frozen=True):
    """Who could intercept a task force in a sea area."""

    sea: str
    hunters: tuple[int, ...]
    #: the seats that can try: with a unit to turn, or one that serves already
    seats: tuple[str, ...]
    #: the modified die that still finds it, without and with submarines
    number: int
    with_submarines: int
    #: that it is found, if they try with all they have
    chance: Fraction


# ------------------------------------------------------------------------------------------------------- the task force


def setting_out_with(game: Position, items: tuple[Item, ...], berths: tuple[Berth, ...] = ()) -> TaskForce | Violation:
    """Units that lie in one place, before they sail."""
    for item in items:
        found = sailor_violation(game, item)
        if found is not None:
            return found
    here = place_of_item(game, items[0])
    hands = tuple(setting_out(game, sailor_of(item), place_of_item(game, item)) for item in items)
    last_call = any(isinstance(frame.locals, ReturnToBase) for frame in game.state.frames)
    return TaskForce(items, hands, here, None, bool(sea_at(game, here)), last_call, berths)


def under_way(game: Position) -> TaskForce | None:
    """The task force that waits for orders."""
    voyage = next((f.locals for f in reversed(game.state.frames) if isinstance(f.locals, Voyage)), None)
    if voyage is None:
        return None
    before = None if voyage.before == NOBODY else voyage.before
    return TaskForce((), voyage.hands, voyage.here, before, voyage.homeward, voyage.last_call)


def naval_moves_of(game: Position, force: TaskForce) -> Moves:
    """What it costs its powers to set out; nothing outside the naval movement step."""
    if not game.on_stack(NAVAL_MOVEMENT.name) or not force.items:
        return {}
    return moves_of(game, tuple(hand.sailor for hand in force.hands), game.enclosing(NavalMovement).submerged)


# ------------------------------------------------------------------------------------------------------ where it can go


def landings(game: Game, seat: str, verb: str, force: TaskForce, via: Way) -> list[Landing] | Violation:
    """Where the task force can go by way of these places, if the rules take the order."""
    ways = _ways(game, verb, force, via)
    if isinstance(ways, Violation):
        return ways
    judged = game.judge_many(verb, (_noun(force, way) for way in ways), seat)
    found = []
    for way, against in zip(ways, judged, strict=True):
        if not against:
            movement, left = _left(game, force, way)
            found.append(Landing(way[-1], way, movement, left))
    return found


def _noun(force: TaskForce, way: Way) -> Noun:
    return (force.items, way, force.berths) if force.items else way


def _ways(game: Game, verb: str, force: TaskForce, via: Way) -> list[Way] | Violation:
    hands, before, here = force.hands, force.before, force.here
    if via:
        landfall = along(game, hands, before, here, via)
        if isinstance(landfall, Violation):
            return landfall
        hands, before, here = landfall.hands, landfall.before, canonical(game, via[-1])
    leaders = (*leaders_aboard(game, hands), *leaders_of(game, tuple(unit for unit, _ in force.berths)))
    first, *others = (_ends(game, verb, force, hand, before, here, leaders) for hand in hands)
    reached = set(first).intersection(*others)
    ways = [(*via, *way) for end, way in first.items() if end in reached]
    return ways if via else [*_lower_sections(game, force), *ways]


def _ends(
    game: Position,
    verb: str,
    force: TaskForce,
    hand: Hand,
    before: int | None,
    here: int,
    leaders: tuple[int, ...],
) -> dict[int, Way]:
    if force.homeward:
        return ways_home(game, hand, before, here, leaders)
    if verb not in PAUSES:
        return ends_of_move(game, hand, before, here, leaders)
    start = canonical(game, here)
    near = seas_and_ports(game, hand, before, start, leaders)
    return {place: (place,) for place, (_, came) in near.items() if came == start}


def _lower_sections(game: Position, force: TaskForce) -> Iterator[Way]:
    """Out of a section one may go into a lower one; the rule says whether."""
    sea = sea_at(game, force.here)
    if sea and force.items:
        first = section_at(game, sea, 0)
        yield from ((section,) for section in range(first, force.here))


def _left(game: Position, force: TaskForce, way: Way) -> tuple[int, int]:
    landfall = along(game, force.hands, force.before, force.here, way)
    hands = force.hands if isinstance(landfall, Violation) else landfall.hands
    return min(hand.movement for hand in hands), min(hand.range for hand in hands)


# ----------------------------------------------------------------------------------------------------- who may intercept


def dangers(game: Position, seat: str, force: TaskForce, ways: Iterable[Way]) -> dict[str, Danger]:
    """For each sea area on these ways where somebody may try; nobody intercepts submarines."""
    if is_submarine(game, force.hands[0].sailor):
        return {}
    here = sea_at(game, force.here)
    entered = (way for way in ways if len(way) > 1 or sea_at(game, way[0]) != here)
    seas = dict.fromkeys(sea_at(game, place) for way in entered for place in way)
    found = (danger(game, seat, force, sea) for sea in seas if sea)
    return {one.sea: one for one in found if one.hunters}


def danger(game: Position, seat: str, force: TaskForce, sea: str) -> Danger:
    attempt = Interception(sea, force.hands, seat, force.homeward, force.last_call)
    units = tuple(hunters(game, attempt))
    seats = tuple(
        enemy
        for enemy in dict.fromkeys(seat_of(game, unit) for unit in units)
        if can_be_turned(game, attempt, enemy) or has_turned_one(game, attempt, enemy)
    )
    number = needed(game, attempt)
    attempt.submarines = True
    with_submarines = needed(game, attempt)
    chance = _chance(game, sea, with_submarines) if seats else Fraction()
    return Danger(sea, units, seats, number, with_submarines, chance)


def _chance(game: Position, sea: str, number: int) -> Fraction:
    here = section_at(game, sea, 0)
    finds = sum(modified_search_roll(game, here, die) <= number for die in range(1, FACES + 1))
    return Fraction(finds, FACES)
