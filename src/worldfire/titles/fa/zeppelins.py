"""fa:11.14.2 The zeppelin with the white circle carries troops: a division, or at half range a corps of mountaineers."""

from __future__ import annotations

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, step
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation
from worldfire.forces.flights import TARGET, bombers, in_flight
from worldfire.forces.ground import ground_of
from worldfire.forces.things import FACE_DOWN, PLACE, aboard, counter_of, move, things_at, turn_face_down
from worldfire.forces.who import HEXES_HELD, side_of_power
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s08_weather import terrain_at
from worldfire.rules.s11_10_entry import gate_violation
from worldfire.rules.s11_17_reorganisation import REORGANISATION, note_who_is_face_down
from worldfire.rules.s14_2_missions import (
    Kind,
    Mission,
    RangeWithLoad,
    may_carry,
    mission_procedure,
    new_kind,
    range_with_load,
)
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s18_2_commitments import foreign_troops_violation
from worldfire.tables.counters import LandCounter, LandType, Size

CARRIED = frozenset({LandType.INF, LandType.MTN})
KIND_NAME = "zeppelin transport"
#: what a corps takes of the range for each point of it
TIMES_FOR_A_CORPS = Figure("times the range that a corps takes of a zeppelin", "fa:11.14.2")


class ZeppelinLanded(Event, frozen=True):
    unit: ThingId
    place: PlaceId


def _is_zeppelin(game: Position, thing: int) -> bool:
    return may_carry(game, thing, KIND_NAME)


@rule("fa:11.14.2")
def passengers(game: Position, zeppelin: int) -> tuple[tuple[int, ...], ...]:
    """A face-up INF or MTN division beside it, or a corps of MTN."""
    found = []
    for unit in things_at(game, game.state[PLACE][zeppelin]):
        counter = counter_of(game, unit)
        if not isinstance(counter, LandCounter) or game.state[FACE_DOWN][unit]:
            continue
        light = counter.size is Size.DIVISION and counter.type in CARRIED
        heavy = counter.size is Size.CORPS and counter.type is LandType.MTN
        if (light or heavy) and cooperation_violation(game, zeppelin, unit) is None:
            found.append((unit,))
    return tuple(found)


def _targets(game: Position, mission: Mission) -> frozenset[int]:
    """Friendly hexes that are clear or have a city."""
    held, cities = game.look_up(HEXES_HELD), ground_of(game).cities
    own = (place for power, hexes in held.items() if side_of_power(game, power) == mission.side for place in hexes)
    return frozenset(place for place in own if place in cities or terrain_at(game, place) == "clear")


@rule("fa:11.14.2", "fa:11.9.5", "fa:19.2.1")
def _not_let_in(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """They may be there as if they had marched, within the limit of foreign troops, and there is room for them."""
    return (
        gate_violation(game, units, place)
        or foreign_troops_violation(game, units, place)
        or stacking_violation(game, place, (*things_at(game, place), *units))
    )


KIND = new_kind(
    Kind(
        KIND_NAME,
        "fa:11.14.2",
        _is_zeppelin,
        _targets,
        activity="air transport",
        cargo=passengers,
        cargo_activity="air transport of a unit",
        delivery_violation=_not_let_in,
    )
)


@rule("fa:11.14.2")
def heavy_loads(usual: RangeWithLoad, game: Position, transport: int, load: tuple[int, ...], points: int) -> int:
    """With a corps aboard it flies half as far."""
    corps = any(getattr(counter_of(game, unit), "size", None) is Size.CORPS for unit in load)
    return usual(game, transport, load, points) * (TIMES_FOR_A_CORPS(game) if corps else 1)


@step("fa:11.14.2", also=("fa:2.4.4.1",))
def passengers_leave(game: Game, mission: Mission) -> Control:
    """Who was out of supply when he went aboard has moved all the same."""
    for zeppelin in bombers(game, in_flight(game, mission.side)):
        place = game.state[TARGET][zeppelin]
        for unit in things_at(game, aboard(zeppelin)):
            move(game, unit, place)
            game.say(ZeppelinLanded(unit=unit, place=place))
            if unit in mission.unsupplied:
                turn_face_down(game, unit)
    return None


ZEPPELIN_TRANSPORT = mission_procedure(KIND, passengers_leave)


@step("fa:11.14.2", also=("fa:11.14.3",))
def zeppelins_carry_troops(game: Game, mission: Mission) -> Control:
    """In the reorganisation step, before anybody is reorganised; who is turned by it did not start the step face-down."""
    note_who_is_face_down(game, mission)
    return Call(ZEPPELIN_TRANSPORT.name, Mission())


MODULE = Module(
    procedures=(ZEPPELIN_TRANSPORT,),
    changes=(
        range_with_load.wrapped_by(heavy_loads),
        Insert(REORGANISATION.name, zeppelins_carry_troops, before="is_air_supply_flown"),
    ),
)
