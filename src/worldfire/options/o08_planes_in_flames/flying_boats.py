"""Option 8, flying boats and amphibians: where they stack, and what a frozen lake does to them (2.3.1, 8.2.1)."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, step
from worldfire.engine.ruleset import Option
from worldfire.engine.violation import Violation, refused
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import HEXES, PLACE_NAMES, board_of, move, on_the_map, place_index, things_at
from worldfire.forces.turn import WEATHER
from worldfire.options.o08_planes_in_flames.abilities import has
from worldfire.rules.s02_3_stacking import AIRCRAFT_BASE, aircraft, aircraft_room, aircraft_surplus
from worldfire.rules.s08_weather import (
    AT_HOME_ON_A_LAKE,
    TURNS_FROM_A_THAWED_LAKE,
    WEATHER_STEP,
    lakes_frozen,
)
from worldfire.rules.s14_1_range import hexes_in_play, landing_ground
from worldfire.tables.counters import AirAbility

#: what tells whether a lake is frozen
LAKES = (WEATHER, HEXES, PLACE_NAMES)


class LakeFroze(Event, frozen=True):
    """Flying boats lay on a lake that is frozen now."""

    place: PlaceId
    units: tuple[ThingId, ...]


def is_flying_boat(game: Position, unit: int) -> bool:
    """Amphibians are flying boats too."""
    return has(game, unit, AirAbility.FLYING_BOAT) or has(game, unit, AirAbility.AMPHIBIAN)


def lands_on_water_only(game: Position, unit: int) -> bool:
    return is_flying_boat(game, unit) and not has(game, unit, AirAbility.AMPHIBIAN)


def is_water(game: Position, place: int) -> bool:
    """A coastal hex, mountains or not, or a lake that is not frozen."""
    kind = board_of(game).tables.kind[place]
    return kind == "coastal" or (kind == "lake" and not lakes_frozen(game, place))


# ------------------------------------------------------------------------------------------------------ 2.3.1 stacking


@rule("2.3.1/aircraft limits")
def no_boat_ashore(game: Position, unit: int, place: int) -> Violation | None:
    """Flying boats stack in coastal hexes only; amphibians also as other aircraft do."""
    if lands_on_water_only(game, unit) and not is_water(game, place):
        return refused("2.3.1", "flying-boat-ashore", unit=Thing(unit), place=Place(place))
    return None


def _on_the_water(game: Position, place: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """The one flying boat that stacks beside the others, an amphibian only where there is no other."""
    boats = [unit for unit in aircraft(game, units) if is_flying_boat(game, unit)] if is_water(game, place) else []
    return tuple(sorted(boats, key=lambda unit: (not lands_on_water_only(game, unit), unit))[:1])


@rule("2.3.1/aircraft limits")
def surplus_with_boats(
    usual: Callable[[Position, int, tuple[int, ...]], tuple[int, ...]],
    game: Position,
    place: int,
    units: tuple[int, ...],
) -> tuple[int, ...]:
    """No more than one flying boat; it does not count among the others, but a second amphibian does."""
    boats = tuple(unit for unit in aircraft(game, units) if lands_on_water_only(game, unit))
    if len(boats) > 1:
        return boats
    afloat = _on_the_water(game, place, units)
    return usual(game, place, tuple(unit for unit in units if unit not in afloat))


@rule("2.3.1/aircraft limits")
def room_with_boats(usual: Callable[[Position, int], int], game: Position, place: int) -> int:
    """Who lies on the water takes no room from the others."""
    return usual(game, place) + len(_on_the_water(game, place, things_at(game, place)))


@rule("2.3.1/aircraft limits", "14.2.4")
def ground_and_water(usual: Callable[[Position, int], frozenset[int]], game: Position, thing: int) -> frozenset[int]:
    """Flying boats come down on water, amphibians anywhere."""
    if not is_flying_boat(game, thing):
        return usual(game, thing)
    water = frozenset(place for place in hexes_in_play(game) if is_water(game, place))
    return water if lands_on_water_only(game, thing) else water | usual(game, thing)


# --------------------------------------------------------------------------------------------------------- 8.2.1 lakes


@step("8.2.1/lakes")
def boats_freeze_in(game: Game, nothing: None) -> Control:
    """Flying boats on a lake when it freezes arrive again as reinforcements in 2 turns."""
    kinds = board_of(game).tables.kind
    frozen: dict[int, tuple[int, ...]] = {}
    for unit, place in on_the_map(game):
        if kinds[place] == "lake" and lakes_frozen(game, place) and is_flying_boat(game, unit):
            frozen[place] = (*frozen.get(place, ()), unit)
    for place, units in frozen.items():
        game.say(LakeFroze(place=place, units=units))
        for unit in units:
            move(game, unit, place_index(game, circle_space(game.state.get(TURN) + TURNS_FROM_A_THAWED_LAKE(game))))
    return None


FLYING_BOATS = Option(
    "8/flying-boats",
    "Flying boats",
    changes=(
        AIRCRAFT_BASE.attach(no_boat_ashore, reads=LAKES),
        aircraft_surplus.wrapped_by(surplus_with_boats, reads=LAKES),
        aircraft_room.wrapped_by(room_with_boats, reads=LAKES),
        landing_ground.wrapped_by(ground_and_water, reads=LAKES),
        AT_HOME_ON_A_LAKE.attach(is_flying_boat),
        Insert(WEATHER_STEP.name, boats_freeze_in, after="lakes_thaw"),
    ),
)
