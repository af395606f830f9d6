"""11.5.1 One round of a naval combat: what its frame remembers, and how the surprise points of the round are spent (11.5.6).

Everything that a round calls asks here who is included and still there. Ships, aircraft and convoy points are known by the
sides of the game, 0 and 1; which of them is the active one, `active_side` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.kinds import NOTHING_POINTED_AT, Meaning, Number, Phrase, Place, Target, Thing, Word, stands_for
from worldfire.engine.position import Position
from worldfire.engine.procedures import Roll
from worldfire.forces.flights import TARGET
from worldfire.forces.kinds import Power
from worldfire.forces.things import PLACE, sea_of_section
from worldfire.forces.turn import active_side, other_side
from worldfire.forces.who import NOBODY
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT
from worldfire.rules.s11_04_naval_units import Item, Sailor
from worldfire.rules.s11_04_under_way import Suffered
from worldfire.rules.s11_05_4_committing import NO_FORCES, Force, Forces, Stack, is_ship, seats_of_force
from worldfire.tables.chart import Chart

#: the combat types of 11.5.7
NAVAL_AIR, SUBMARINE, SURFACE = COMBAT_TYPES = ("naval-air", "submarine", "surface")

#: what came of a round: another one follows, or the combat is over
FOUGHT_ON, COMBAT_OVER = "fought", "over"


class NavalRound(msgspec.Struct):
    """A round of a naval combat, or a port attack: that is fought in one round (11.2)."""

    sea: str
    last_call: bool = False
    #: 11.4.6, in the first round of an interception: who was intercepted, and by which side with which die
    movers: tuple[Sailor, ...] = ()
    interceptor: int = NOBODY
    dice: tuple[int, int] = (0, 0)
    #: 11.5.5: the dice as modified, and the sections of either side that took part
    rolls: tuple[int, int] = (0, 0)
    found: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    #: have the submarines of either side been committed?
    submarines: tuple[bool, bool] = (False, False)
    #: the powers that have somebody committed
    powers: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    #: those who are included, and the seats that had somebody included
    forces: Forces = NO_FORCES
    seats: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    #: 11.5.6: what each side has; the side that has more surprise points, and how many of the difference are left
    surprise: tuple[int, int] = (0, 0)
    rich: int = NOBODY
    points: int = 0
    kind: str = ""
    #: 11.5.8: ships with half an abort, and who has aborted
    shaken: tuple[int, ...] = ()
    aborted: Force = Force()
    #: 11.5.11: sides that leave the sea area
    leaving: tuple[int, ...] = ()
    #: how many seats have been asked whether they abort
    asked: int = 0
    #: 11.2: the port that is attacked, and what was suffered there so far, in order
    port: int = NOBODY
    toll: tuple[Suffered, ...] = ()


def sides_in_order(game: Position) -> tuple[int, int]:
    """The active side first (11.5.1)."""
    first = active_side(game)
    return (first, other_side(first))


def with_force(forces: Forces, side: int, force: Force) -> Forces:
    return (force, forces[1]) if side == 0 else (forces[0], force)


def scene_of(game: Position, fight: NavalRound) -> int:
    """Where it is fought: the port, or the sea area by its section 0."""
    return section_at(game, fight.sea, 0) if fight.port == NOBODY else fight.port


@rule("11.5.1", "11.2")
def is_here(game: Position, fight: NavalRound, unit: int) -> bool:
    """Is it in the sea area; in a port attack, in the port or in flight to it?"""
    place = game.state[PLACE][unit]
    if fight.port == NOBODY:
        return sea_of_section(game, place) == fight.sea
    return fight.port in (place, game.state[TARGET][unit])


def included(game: Position, fight: NavalRound, side: int) -> Force:
    """The side's included units that are still here; those who have aborted are until the round ends."""
    force = fight.forces[side]
    return Force(tuple(unit for unit in force.units if is_here(game, fight, unit)), force.convoys)


@rule("11.5.9", "11.2")
def under_attack(game: Position, fight: NavalRound, side: int) -> Force:
    """Those of the included who can be shot at and shoot back: in a port attack not the carriers that planes came from."""
    force = included(game, fight, side)
    if fight.port == NOBODY:
        return force
    return Force(tuple(unit for unit in force.units if game.state[PLACE][unit] == fight.port), force.convoys)


# ---------------------------------------------------------------------------------------------------------- search dice


@rule("11.5.5")
def search_die(game: Position, forces: Forces, side: int) -> Roll:
    """A side's search die."""
    seats, others = (seats_of_force(game, forces[who]) for who in (side, other_side(side)))
    return Roll("naval-search", seats[0], concerns=others)


def note_die(game: Position, fight: NavalRound, side: int) -> None:
    fight.dice = (game.total, fight.dice[1]) if side == 0 else (fight.dice[0], game.total)


# ------------------------------------------------------------------------------------------------------ surprise points


@rule("11.5.6/spending surprise points")
def price(game: Position, benefit: str) -> int:
    chart: Chart = game.ruleset.tables.source.chart("surprise_points")
    return int(chart.at(benefit, "points"))


def can_pay(game: Position, fight: NavalRound, side: int, benefit: str) -> bool:
    return fight.rich == side and fight.points >= price(game, benefit)


def pay(game: Position, fight: NavalRound, benefit: str, times: int = 1) -> None:
    fight.points -= price(game, benefit) * times


# ------------------------------------------------------------------------------------------------ targets by their names

_WORDS = {
    (False, False): "convoy",
    (True, False): "damaged-convoy",
    (False, True): "shaken-convoy",
    (True, True): "shaken-damaged-convoy",
}
_CONDITIONS = {word: condition for condition, word in _WORDS.items()}


def name_of_stack(stack: Stack) -> str:
    return f"{_WORDS[stack.damaged, stack.shaken]} {stack.power} {stack.place} {stack.points}"


def read_stack(item: Item) -> Stack | None:
    """Convoy points by their name in a combat; None for anything else."""
    words = item.split(" ") if isinstance(item, str) else []
    if len(words) != 4 or words[0] not in _CONDITIONS or not all(word.isdecimal() for word in words[1:]):
        return None
    power, place, points = map(int, words[1:])
    return Stack(power, place, points, *_CONDITIONS[words[0]])


class ConvoysInCombat(Word):
    """Convoy points by their name in a combat."""

    __slots__ = ()

    @classmethod
    def target(cls, game: Position, value: Item) -> Target:
        stack = read_stack(value)
        return NOTHING_POINTED_AT if stack is None else Target(place=stack.place)

    @classmethod
    def phrase(cls, value: Item) -> Phrase | None:
        stack = read_stack(value)
        if stack is None:
            return None
        args = {"points": Number(stack.points), "power": Power(stack.power), "place": Place(stack.place)}
        return Phrase("damaged-convoy-points-of" if stack.damaged else "convoy-points-of", args)


class NavalTarget(Meaning):
    """A ship or an aircraft, or convoy points by their name in a combat."""

    @classmethod
    def target(cls, game: Position, value: Item) -> Target:
        return Target(thing=value) if isinstance(value, int) else ConvoysInCombat.target(game, value)

    @classmethod
    def phrase(cls, value: Item) -> Phrase | None:
        return None if isinstance(value, int) else ConvoysInCombat.phrase(value)


def told_target(item: Item) -> Thing | ConvoysInCombat:
    """The target as a prompt speaks of it."""
    return ConvoysInCombat(item) if isinstance(item, str) else Thing(item)


TargetName = Annotated[int | str, stands_for(NavalTarget)]


# -------------------------------------------------------------------------------------------------- who can be a target


def ships_at_risk(game: Position, fight: NavalRound, side: int) -> tuple[int, ...]:
    """Included ships that have not aborted."""
    units = under_attack(game, fight, side).units
    return tuple(unit for unit in units if is_ship(game, unit) and unit not in fight.aborted.units)


@clause("11.5.8/convoys")
def convoys_at_risk(game: Position, fight: NavalRound, side: int) -> tuple[Stack, ...]:
    """Included convoy points that have not aborted: of each stack so many as one result hits."""
    return tuple(stack.of(min(stack.points, CONVOY_POINTS_A_UNIT(game))) for stack in fight.forces[side].convoys)


@rule("11.5.8/convoys")
def hit_together(fight: NavalRound, side: int, target: Stack, points: int) -> tuple[Stack, ...]:
    """So many convoy points: of the stack that was named and, if it is too small, of others that have suffered the same."""

    def alike() -> Iterator[Stack]:
        yield target
        for stack in fight.forces[side].convoys:
            same = (stack.damaged, stack.shaken) == (target.damaged, target.shaken)
            if same and (stack.power, stack.place) != (target.power, target.place):
                yield stack

    missing, found = points, []
    for stack in alike():
        taken = min(missing, stack.points)
        if taken:
            found.append(stack.of(taken))
            missing -= taken
    return tuple(found)


def change_convoys(fight: NavalRound, side: int, old: Stack, new: Stack | None) -> None:
    """So many points of a stack are lost to the round, or have become another one."""
    stacks = {}
    for stack in fight.forces[side].convoys:
        gone = old.points if stack.of(0) == old.of(0) else 0
        stacks[stack.of(0)] = stack.points - gone
    if new is not None:
        stacks[new.of(0)] = stacks.get(new.of(0), 0) + new.points
    left = tuple(stack.of(points) for stack, points in stacks.items() if points > 0)
    fight.forces = with_force(fight.forces, side, Force(fight.forces[side].units, left))
