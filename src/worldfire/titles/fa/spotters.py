"""fa:11.7, 11.12.4, 21.6 Spotters and observers: an aircraft that got through looks instead of bombing.

A spotter lets a ground strike find who is entrenched or behind a fort; an observer helps a land combat. Any aircraft but a
fighter can be one, a balloon or a bomber without factors too: until air combat is over all of them are bombers.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb, joint, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import bombers, flying_to, of_side, targets_in_flight
from worldfire.forces.things import board_of, counter_of, things_at
from worldfire.forces.turn import active_side, other_side
from worldfire.forces.who import seats_of
from worldfire.rules.s11_08_ground_strike import GROUND_STRIKE
from worldfire.rules.s11_15_4_ground_support import GROUND_SUPPORT
from worldfire.rules.s11_15_factors import Reckoning, is_fort_hexside
from worldfire.rules.s11_15_land_combat import LAND_COMBAT
from worldfire.rules.s11_15_odds import Modifier
from worldfire.rules.s14_2_missions import Mission, has_tactical_factor
from worldfire.tables.counters import AirCounter, AirType
from worldfire.titles.fa.land_roll import FURTHER, given
from worldfire.titles.fa.trenches import is_entrenched


class SpotterNamed(Event, frozen=True):
    """Of a ground strike a spotter, of ground support an observer."""

    aircraft: ThingId
    place: PlaceId


class Looking(msgspec.Struct):
    """(hex, aircraft) of who spots or observes in a mission, and the (side, hex) that have been asked about."""

    named: tuple[tuple[int, int], ...] = ()
    asked: tuple[tuple[int, int], ...] = ()

    @property
    def aircraft(self) -> tuple[int, ...]:
        return tuple(thing for _, thing in self.named)


class Observed(msgspec.Struct):
    """(side, hex) of the combats of this step that a side has an observer over."""

    over: tuple[tuple[int, int], ...] = ()


@rule("fa:21.6", "fa:11.12.4")
def can_look(game: Position, thing: int) -> bool:
    counter = counter_of(game, thing)
    return isinstance(counter, AirCounter) and counter.type is not AirType.FTR


@rule("fa:16.2.2", "fa:21.6", "fa:11.12.4")
def flies_over_the_front(game: Position, thing: int) -> bool:
    """Ground strike and support: whoever has a tactical factor, and whoever can look."""
    counter = counter_of(game, thing)
    return isinstance(counter, AirCounter) and (counter.tactical is not None or counter.type is not AirType.FTR)


def _lookers(game: Position, side: int, place: int) -> tuple[int, ...]:
    """Bombers of the side that have got through to the hex and could look."""
    through = bombers(game, of_side(game, flying_to(game, place), side))
    return tuple(thing for thing in through if can_look(game, thing))


def _unasked(game: Position, mission: Mission) -> Iterator[tuple[int, int]]:
    """(side, hex) where somebody could still be named; of a ground strike only the side that flies it."""
    asked = game.annex(Looking).asked
    strike = mission.kind == GROUND_STRIKE.name
    sides = (mission.side,) if strike else (mission.side, other_side(mission.side))
    for side in sides:
        for place in targets_in_flight(game):
            wanted = not strike or _is_covered(game, place)
            if wanted and (side, place) not in asked and _lookers(game, side, place):
                yield side, place


def _is_covered(game: Position, place: int) -> bool:
    """Is there anything for a spotter to find: somebody in a trench, or a fort?"""
    trenches = any(is_entrenched(game, unit) for unit in things_at(game, place))
    return trenches or any(is_fort_hexside(game, beside, place) for beside in board_of(game).adjacent[place])


def _shape(game: Position, mission: Mission, seat: str) -> Shape | Violation:
    side, place = next(_unasked(game, mission))
    found = _lookers(game, side, place)
    return One(found) if found else refused("fa:21.6", "nobody-can-spot", place=Place(place))


def _name(game: Game, mission: Mission, seat: str, noun: Noun) -> Control:
    side, place = next(_unasked(game, mission))
    looking = game.annex(Looking)
    looking.asked += ((side, place),)
    looking.named += ((place, noun),)
    if mission.kind == GROUND_SUPPORT.name:
        game.annex(Observed).over += ((side, place),)
    game.say(SpotterNamed(aircraft=noun, place=place))
    return Goto("who_looks")


def _nobody(game: Game, mission: Mission, seat: str, noun: Noun) -> Control:
    game.annex(Looking).asked += (next(_unasked(game, mission)),)
    return Goto("who_looks")


NAME_SPOTTER = Verb("name-spotter", "fa:21.6", _name, _shape, items=Thing)
NO_SPOTTER = Verb("no-spotter", "fa:21.6", _nobody)


@step("fa:21.6", NO_SPOTTER, NAME_SPOTTER, also=("fa:11.7", "fa:11.12.4"))
def who_looks(game: Game, mission: Mission) -> Control:
    """After air combat, hex by hex; of ground support the attackers first."""
    where = next(_unasked(game, mission), None)
    if where is None:
        return None
    side, place = where
    seats = seats_of(game, _lookers(game, side, place))
    if mission.kind == GROUND_STRIKE.name:
        return joint(seats, NO_SPOTTER, NAME_SPOTTER, rule="fa:21.6", prompt="name-spotter", place=Place(place))
    return joint(seats, NO_SPOTTER, NAME_SPOTTER, rule="fa:11.12.4", prompt="name-observer", place=Place(place))


@rule("fa:21.6")
def is_spotted(game: Position, place: int) -> bool:
    """Is there a spotter over the hex of the ground strike?"""
    looking = game.find_annex(Looking)
    return looking is not None and any(where == place for where, _ in looking.named)


@rule("fa:11.12.4", "fa:11.12.5.3")
def observers_help(game: Position, modifiers: tuple[Modifier, ...], reckoning: Reckoning) -> tuple[Modifier, ...]:
    """The side that alone has one; they bring no factors, so that another power's costs nothing."""
    observed = game.find_annex(Observed)
    if observed is None:
        return modifiers
    ours, theirs = ((side, reckoning.target) in observed.over for side in _sides(game))
    if ours == theirs:
        return modifiers
    row = "observer aircraft, attacker only" if ours else "observer aircraft, defender only"
    return (*modifiers, *given(game, row, 1))


def _sides(game: Position) -> tuple[int, int]:
    return active_side(game), other_side(active_side(game))


MODULE = Module(
    changes=(
        has_tactical_factor.replaced_by(flies_over_the_front),
        Annex(GROUND_STRIKE.name, Looking),
        Annex(GROUND_SUPPORT.name, Looking),
        Annex(LAND_COMBAT.name, Observed),
        Insert(GROUND_STRIKE.name, who_looks, before="bombers_attack"),
        Insert(GROUND_SUPPORT.name, who_looks, before="add_the_factors"),
        FURTHER.attach(observers_help),
    ),
)
