"""11.15.5 Retreats and shatters: where the survivors of a lost combat may go, by the book's priorities."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, Places, Thing, ThingId, Things
from worldfire.engine.position import Position
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, PLACE_NAMES, board_of, move, things_at, turn_face_down
from worldfire.forces.who import side_of
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc, zoc_units
from worldfire.rules.s02_3_stacking import land_units, limit_after_combat
from worldfire.rules.s02_5_control import enter_hex
from worldfire.rules.s11_10_6_overrun import destroy, step_violation, would_catch
from worldfire.rules.s11_10_entry import friendly_land_units, land_counter
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s18_1_cooperation import cooperation_violation

TURNS_UNTIL_SHATTERED_RETURN = Figure("turns until shattered units return", "11.15.5")


class Retreated(Event, frozen=True):
    unit: ThingId
    to: PlaceId


class Shattered(Event, frozen=True):
    """The unit waits on the production circle for the next turn."""

    unit: ThingId


@clause("11.15.5/retreats")
def priority(game: Position, unit: int, place: int) -> int:
    """1 to 4 as the book counts them; 0 if the unit may not retreat there at all."""
    side = side_of(game, unit)
    crowded = _crowds(game, unit, place)
    if not in_enemy_zoc(game, place, side):
        return 2 if crowded else 1
    if not friendly_land_units(game, side, place):
        return 0
    return 4 if crowded else 3


def _crowds(game: Position, unit: int, place: int) -> bool:
    """Are there too many land units in the hex with this one, whether it is there already or would come?"""
    there = tuple(other for other in things_at(game, place) if other != unit)
    return len(land_units(game, there)) + 1 > limit_after_combat(game, place, (*there, unit))


@rule("11.15.5/retreats")
def retreat_hexes(game: Position, unit: int, way: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes of the best priority that the unit can move into; `way` are those it has come through."""
    here = way[-1]
    found: dict[int, tuple[int, ...]] = {}
    if not land_counter(game, unit).movement:
        return ()
    for place in board_of(game).adjacent[here]:
        if place in way or step_violation(game, unit, here, place) is not None or would_catch(game, unit, place):
            continue
        rank = priority(game, unit, place)
        if rank:
            found[rank] = (*found.get(rank, ()), place)
    return found[min(found)] if found else ()


@rule("11.15.5/retreats")
def retreat_violation(game: Position, unit: int, way: tuple[int, ...], place: int) -> Violation | None:
    """Why the hex is not among `retreat_hexes`."""
    if place in way:
        return refused("11.15.5", "retreat-came-from-there", unit=Thing(unit), place=Place(place))
    found = step_violation(game, unit, way[-1], place)
    if found is not None:
        return found
    if would_catch(game, unit, place):
        return refused("11.15.5", "retreat-beside-enemies", unit=Thing(unit), place=Place(place))
    rank = priority(game, unit, place)
    if not rank:
        zone = zoc_units(game, place, side_of(game, unit))
        return refused("11.15.5", "retreat-into-zoc", unit=Thing(unit), place=Place(place), units=Things(zone))
    better = retreat_hexes(game, unit, way)
    best = priority(game, unit, better[0])
    return refused(
        "11.15.5",
        "retreat-priority",
        unit=Thing(unit),
        place=Place(place),
        rank=Number(rank),
        best=Number(best),
        path=Places(better),
    )


@clause("11.15.5/retreats")
def must_go_on(game: Position, battle: Battle, unit: int, place: int) -> bool:
    """It may not stay in a hex still to be attacked, over-stacked, or with units that it does not co-operate with."""
    others = (other for other in land_units(game, things_at(game, place)) if other != unit)
    strangers = any(cooperation_violation(game, unit, other) is not None for other in others)
    return place in battle.later or _crowds(game, unit, place) or strangers


@rule("11.15.5/shatter", "11.15.5/retreats")
def could_retreat(game: Position, battle: Battle, unit: int) -> bool:
    """Is there a way, however long, to a hex where the unit could stay? Full hexes in a pocket are none."""
    pending = [game.state[PLACE][unit]]
    way: tuple[int, ...] = ()
    while pending:
        here = pending.pop()
        if here in way:
            continue
        if way and not must_go_on(game, battle, unit, here):
            return True
        way = (*way, here)
        pending.extend(retreat_hexes(game, unit, way))
    return False


@rule("11.15.5/retreats", "2.5.3")
def retreat(game: Game, unit: int, place: int) -> None:
    move(game, unit, place)
    game.say(Retreated(unit=unit, to=place))
    enter_hex(game, place, (unit,))


@rule("11.15.5/retreats")
def stands_off_map(game: Position, battle: Battle, unit: int) -> bool:
    """Off map, face-up units do not retreat."""
    return battle.target in ground_of(game).off_map and not game.state[FACE_DOWN][unit]


@clause("11.15.5/retreats", "13.1.3")
def is_lost_instead(game: Position, unit: int) -> bool:
    """Is the unit destroyed where others retreat?"""
    return False


@clause("11.15.5/shatter", "13.1.3")
def shatter(game: Game, battle: Battle, unit: int) -> None:
    """To the production circle if it could have retreated, otherwise lost; partisans are lost, and in the last turn all."""
    space = circle_space(game.state.get(TURN) + TURNS_UNTIL_SHATTERED_RETURN(game))
    names = game.state.get(PLACE_NAMES)
    escapes = not is_partisan(game, unit) and space in names
    if not escapes or not could_retreat(game, battle, unit):
        destroy(game, unit)
        return
    game.say(Shattered(unit=unit))
    move(game, unit, game.state.get(HEXES) + names.index(space))


def turn_survivors_face_down(game: Game, battle: Battle) -> None:
    """Wherever the defenders have gone on the map."""
    for unit in battle.defenders:
        if 0 <= game.state[PLACE][unit] < game.state.get(HEXES):
            turn_face_down(game, unit)
