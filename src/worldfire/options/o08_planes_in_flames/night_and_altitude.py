"""Option 8, night and altitude: announced for strategic bombardments (11.7), felt in the air-to-air combat (14.3.2).

Whoever flies the bombers says for each hex when and how high they come, before anybody intercepts. As a side may not come both
by day and by night, or high and low, to one hex, one announcement a hex says it all.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing
from worldfire.engine.procedures import Control, Verb, joint, step
from worldfire.engine.ruleset import Option
from worldfire.engine.seams import Chain
from worldfire.engine.shapes import Assign, Choices, Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import Flight, bombers, fighters, flying_to, of_side
from worldfire.forces.who import seats_of
from worldfire.options.o08_planes_in_flames.abilities import has
from worldfire.options.o08_planes_in_flames.air_combat import (
    HIGH_ALTITUDE,
    NIGHT,
    altitude_rating,
    night_backing,
    night_result,
)
from worldfire.rules.s11_07_bombing_table import Altitude, Bombardment, Time
from worldfire.rules.s11_07_strategic_bombardment import BOMBARDMENT, STRATEGIC_BOMBARDMENT
from worldfire.rules.s14_2_missions import (
    COUNTER,
    INTERCEPTORS,
    Mission,
    Wave,
    combat_over,
    sortie_violation,
    survivors,
)
from worldfire.rules.s14_air_combat import BACKING_RATING, FRONT_RATING, RESULT, AirCombat
from worldfire.tables.counters import AirAbility

#: the word for a mission at low altitude by day, which needs no announcement
USUAL = "low, by day"
#: (game, ways, mission, place): the ways in which this mission can be flown to the hex, as conditions; () is by day and low
CONDITIONS = Chain[tuple[tuple[str, ...], ...], [Mission, int]]("11.7 altitude and time of day")


class Announced(msgspec.Struct):
    """(hex, conditions) of those missions that are not flown by day and low."""

    conditions: tuple[tuple[int, tuple[str, ...]], ...] = ()


class MissionAnnounced(Event, frozen=True):
    """Bombers come to the hex by night, high, or both."""

    place: PlaceId
    conditions: tuple[str, ...]


def conditions_over(game: Game, mission: Mission, place: int) -> tuple[str, ...]:
    if mission.kind != STRATEGIC_BOMBARDMENT.name:
        return ()
    return dict(game.annex(Announced).conditions).get(place, ())


# ---------------------------------------------------------------------------------------------------- 11.7 announcing


def _word(conditions: tuple[str, ...]) -> str:
    return ", ".join(conditions) or USUAL


def _ways(game: Game, mission: Mission) -> dict[int, dict[str, tuple[str, ...]]]:
    """Target hex → word → conditions, for hexes to which bombers fly."""
    found = {}
    for place in sorted(survivors(game, mission)):
        ways = CONDITIONS(game, ((),), mission, place)
        found[place] = {_word(way): way for way in ways}
    return found


def _announce_shape(game: Game, mission: Mission, seat: str) -> Shape | Violation:
    return Assign(tuple(Choices(place, tuple(ways)) for place, ways in _ways(game, mission).items()))


def _announce(game: Game, mission: Mission, seat: str, noun: Noun) -> Control:
    ways = _ways(game, mission)
    said = tuple((place, ways[place][word]) for place, word in noun if ways[place][word])
    game.annex(Announced).conditions = said
    for place, conditions in said:
        game.say(MissionAnnounced(place=place, conditions=conditions))
    return None


ANNOUNCE = Verb("announce-mission", "11.7", _announce, _announce_shape, items=Place)


@step("11.7", ANNOUNCE)
def announce_the_mission(game: Game, mission: Mission) -> Control:
    """Together with the flight (item 2 of the list); nobody is asked who can only come low and by day."""
    if all(len(ways) == 1 for ways in _ways(game, mission).values()):
        return None
    flying = tuple(bomber for there in survivors(game, mission).values() for bomber in there)
    return joint(seats_of(game, flying), ANNOUNCE, rule="11.7", prompt="announce-mission")


# ------------------------------------------------------------------------------------------------- what comes of it


@rule("11.7")
def high_fighters_only(
    usual: Callable[[Game, Mission, Wave, int, Flight, int], Violation | None],
    game: Game,
    mission: Mission,
    wave: Wave,
    thing: int,
    flight: Flight,
    place: int,
) -> Violation | None:
    """Fighters with a black cloud do not intercept high altitude missions."""
    high = wave.part in (INTERCEPTORS, COUNTER) and HIGH_ALTITUDE in conditions_over(game, mission, place)
    if high and has(game, thing, AirAbility.LOW_ALTITUDE):
        return refused("11.7", "low-altitude-fighter", unit=Thing(thing), place=Place(place))
    return usual(game, mission, wave, thing, flight, place)


@rule("11.7")
def combat_in_the_dark(
    usual: Callable[[Game, Mission, int], AirCombat | None], game: Game, mission: Mission, place: int
) -> AirCombat | None:
    """Patrols respond to day and night; those that cannot come so high are ignored."""
    combat, conditions = usual(game, mission, place), conditions_over(game, mission, place)
    if combat is None or not conditions:
        return combat
    combat.conditions = conditions
    if HIGH_ALTITUDE in conditions:
        able = [tuple(thing for thing in line if not _stays_low(game, thing)) for line in combat.fighters]
        combat.fighters = (able[0], able[1])
    everybody = [own + bombing for own, bombing in zip(combat.fighters, combat.bombers, strict=True)]
    return combat if all(everybody) and any(combat.fighters) else None


def _stays_low(game: Game, thing: int) -> bool:
    return has(game, thing, AirAbility.LOW_ALTITUDE)


@rule("11.7", "11.7/the bombing")
def bombing_in_the_dark(game: Game, raid: Bombardment, mission: Mission, place: int) -> Bombardment:
    """Factors are halved by night; 1 less on the die from high up, and no more for coming unopposed."""
    conditions = conditions_over(game, mission, place)
    return msgspec.structs.replace(
        raid,
        altitude=Altitude.HIGH if HIGH_ALTITUDE in conditions else Altitude.LOW,
        time=Time.NIGHT if NIGHT in conditions else Time.DAY,
    )


#: what both parts need
ANNOUNCING = (
    Annex(STRATEGIC_BOMBARDMENT.name, Announced),
    Insert(STRATEGIC_BOMBARDMENT.name, announce_the_mission, after="fly_the_attackers"),
    sortie_violation.wrapped_by(high_fighters_only),
    combat_over.wrapped_by(combat_in_the_dark),
    BOMBARDMENT.attach(bombing_in_the_dark),
)


@rule("11.7")
def or_by_night(
    game: Game, ways: tuple[tuple[str, ...], ...], mission: Mission, place: int
) -> tuple[tuple[str, ...], ...]:
    """Any strategic bombardment can be flown by night."""
    return (*ways, *((*way, NIGHT) for way in ways))


@rule("11.7")
def or_high_up(
    game: Game, ways: tuple[tuple[str, ...], ...], mission: Mission, place: int
) -> tuple[tuple[str, ...], ...]:
    """Only bombers with a white cloud fly high, and no fighter with a black one escorts them."""
    there = of_side(game, flying_to(game, place), mission.side)
    able = all(has(game, bomber, AirAbility.HIGH_ALTITUDE) for bomber in bombers(game, there))
    if not able or any(_stays_low(game, fighter) for fighter in fighters(game, there)):
        return ways
    return (*ways, *((HIGH_ALTITUDE, *way) for way in ways))


NIGHT_MISSIONS = Option(
    "8/night",
    "Night missions",
    "PiF",
    changes=(CONDITIONS.attach(or_by_night), RESULT.attach(night_result), BACKING_RATING.attach(night_backing)),
)

ALTITUDE = Option(
    "8/altitude",
    "Altitude",
    "PiF",
    changes=(CONDITIONS.attach(or_high_up), FRONT_RATING.attach(altitude_rating)),
)
