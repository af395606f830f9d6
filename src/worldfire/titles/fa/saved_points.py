"""fa:13.5.3 Saved build points: what is left after buying lies on the map, up to four in a hex with a useable factory.

They are spent in a later turn, railed like resources, bombed once the factories of their hex are, and captured with the hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, one, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Quantity, Schema
from worldfire.engine.shapes import Amounts, Bounds, Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import HexNumber, Power, PowerId
from worldfire.forces.things import board_of
from worldfire.forces.turn import PRODUCED, seat_of_power
from worldfire.forces.who import NOBODY, SIDE, ControlChanged, master_of
from worldfire.rules.s11_07_strategic_bombardment import MORE_LOSSES, owner_of
from worldfire.rules.s13_06_1_flow import SINK, SOURCE, Arc, Node, largest_flow
from worldfire.rules.s13_06_1_network import points_made_at
from worldfire.rules.s13_06_production import (
    PRODUCTION_OF_A_POWER,
    SAVED,
    PowerProduction,
    Traffic,
    buying_is_over,
    factory_hexes,
    multiple,
    reachable,
    useable_factories,
)

#: per major power and hex
SAVED_POINTS = Quantity("saved_build_points")
SAVED_IN_A_HEX = Figure("build points saved in a hex with a useable factory", "fa:13.5.3")
_SECTION = "fa:13.5.3"
_FRESH: Node = ("this turn’s", 0, False)


class PointsSaved(Event, frozen=True):
    """What a power keeps for later turns, and what it has lost for want of room."""

    power: PowerId
    points: int
    lost: int


class SavedPointsBombed(Event, frozen=True):
    place: PlaceId
    points: int


class SavedPointsCaptured(Event, frozen=True):
    power: PowerId
    place: PlaceId
    points: int


@rule(_SECTION)
def saved_by(game: Position, power: int) -> int:
    return sum(_stock(game, power).values())


def _stock(game: Position, power: int) -> dict[int, int]:
    """Hex → points of the power that lie there."""
    return {place: points for owner, place, points in game.state.amounts(SAVED_POINTS) if owner == power}


# ------------------------------------------------------------------------------------------------------------------ saving


@clause(_SECTION)
def may_save(game: Position, power: int) -> bool:
    """May the power keep build points for another turn?"""
    return True


@rule(_SECTION)
def _ways(game: Position, work: PowerProduction, room: Mapping[int, int]) -> Iterator[Arc]:
    """This turn's points can be saved wherever there is room; those of earlier turns where they are, or go there by rail."""
    stock = _stock(game, work.power)
    traffic = Traffic(game, work.power)
    yield Arc(SOURCE, _FRESH, most=_fresh(game, work))
    for place, most in room.items():
        yield Arc(_FRESH, ("hex", place, False))
        yield Arc(("hex", place, False), SINK, most=most)
    for origin, points in stock.items():
        yield Arc(SOURCE, ("saved", origin, False), most=points)
        for place in room.keys() & {origin, *reachable(game, work.power, origin, traffic)}:
            yield Arc(("saved", origin, False), ("hex", place, False))


def _fresh(game: Position, work: PowerProduction) -> int:
    """This turn's points among those that are left."""
    return max(game.state[PRODUCED][work.power], work.points - sum(_stock(game, work.power).values()))


def _room(game: Position, power: int) -> dict[int, int]:
    return dict.fromkeys(factory_hexes(game, power), SAVED_IN_A_HEX(game)) if may_save(game, power) else {}


@rule(_SECTION)
def most_kept(game: Position, work: PowerProduction) -> int:
    """How many of the points that are left find room somewhere."""
    return min(work.points, largest_flow(_ways(game, work, _room(game, work.power))))


def _keep_shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    """All of this turn's; of earlier ones what its owner does not leave behind, for they cannot be kept everywhere."""
    number, kept = board_of(game).number, most_kept(game, work)
    bounds = (Bounds(number(place), 0, min(most, kept)) for place, most in _room(game, work.power).items())
    return Amounts(tuple(bounds), min(kept, _fresh(game, work)), kept)


def _wanted(game: Position, noun: Noun) -> dict[int, int]:
    index = board_of(game).index
    return {index[number]: points for number, points in noun if points}


@rule(_SECTION)
def _keep_violation(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    """Points of earlier turns that no railway takes there stay where they are."""
    wanted = _wanted(game, noun)
    moved = largest_flow(_ways(game, work, wanted))
    if moved == sum(wanted.values()):
        return None
    return refused(_SECTION, "no-rail-for-saved-points", points=Number(moved))


@rule(_SECTION)
def _keep(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    _lay_down(game, work, _wanted(game, noun))
    return End()


def _lay_down(game: Game, work: PowerProduction, wanted: Mapping[int, int]) -> None:
    for place, points in _stock(game, work.power).items():
        game.add(SAVED_POINTS, work.power, place, -points)
    for place, points in wanted.items():
        game.add(SAVED_POINTS, work.power, place, points)
    kept = sum(wanted.values())
    game.say(PointsSaved(power=work.power, points=kept, lost=work.points - kept))


KEEP_POINTS = Verb("save-points-in", _SECTION, _keep, _keep_shape, _keep_violation, items=HexNumber)


@step(_SECTION, KEEP_POINTS)
def points_are_saved(game: Game, work: PowerProduction) -> Control:
    """Where, its owner says; what finds no room is lost."""
    if not most_kept(game, work):
        if work.points or _stock(game, work.power):
            _lay_down(game, work, {})
        return End()
    return one(
        seat_of_power(game, work.power),
        KEEP_POINTS,
        rule=_SECTION,
        prompt="save-points",
        power=Power(work.power),
        points=Number(work.points),
    )


@rule(_SECTION)
def the_rest_is_saved(game: Game, work: PowerProduction) -> Control:
    return Goto(points_are_saved.name)


# ------------------------------------------------------------------------------------------------------------------ lent


@rule("fa:13.5.4.1")
def made_or_saved_there(game: Position, power: int, place: int) -> int:
    """A lent point sets out from where it was made or saved: as many as the factories of the hex can make, and its stock."""
    made = ceil(useable_factories(game, power, place) * multiple(game, power))
    return made + game.state.amount(SAVED_POINTS, power, place)


# ---------------------------------------------------------------------------------------------------- bombed and captured


@rule(_SECTION, "fa:11.6")
def saved_points_are_bombed(game: Game, place: int, left: int, asterisks: int) -> int:
    """Each hit that finds no factory destroys one."""
    owner = owner_of(game, place)
    lost = min(left, game.state.amount(SAVED_POINTS, owner, place))
    if lost:
        game.add(SAVED_POINTS, owner, place, -lost)
        game.say(SavedPointsBombed(place=place, points=lost))
    return lost


@rule(_SECTION)
def saved_points_change_hands(game: Game, event: ControlChanged) -> None:
    """Whoever comes to control the hex has them; in the hands of a neutral country they are lost."""
    held = [(owner, points) for owner, place, points in game.state.amounts(SAVED_POINTS) if place == event.place]
    taker = NOBODY if event.controller == NOBODY else master_of(game, event.controller)
    for owner, points in held:
        if owner == taker:
            continue
        game.add(SAVED_POINTS, owner, event.place, -points)
        if taker != NOBODY and game.state[SIDE][taker] != NOBODY:
            game.add(SAVED_POINTS, taker, event.place, points)
            game.say(SavedPointsCaptured(power=taker, place=event.place, points=points))


MODULE = Module(
    schema=Schema(quantities=(SAVED_POINTS,)),
    subscribes=((ControlChanged, saved_points_change_hands),),
    changes=(
        SAVED.attach(saved_by),
        points_made_at.replaced_by(made_or_saved_there),
        buying_is_over.replaced_by(the_rest_is_saved),
        Insert(PRODUCTION_OF_A_POWER.name, points_are_saved, after="put_on_the_circle"),
        MORE_LOSSES.attach(saved_points_are_bombed),
    ),
)
