"""19.7 Sweden lets German units through, by rail and on foot, while Germany stands in both Finland and Norway."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.things import HEXES, PLACE, Moved, counter_of
from worldfire.forces.turn import powers_of_side
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HEXES_AT_HOME,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    country_named,
    power_named,
    units_of,
)
from worldfire.rules.s02_4_supply_limits import NEUTRAL_LETS_SUPPLY_PASS
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s11_09_rail import RAILS
from worldfire.rules.s11_10_entry import ADMITTED, GATE, MAY_END
from worldfire.tables.counters import LandCounter

GERMANY, SWEDEN = "germany", "sweden"
_NEIGHBOURS = ("finland", "norway")
_STEPS = tuple(step_name(name) for name in ("rail movement", "land movement"))

#: German units in Finland, and in Norway; what is remembered depends only on whether there are any in both
GERMANS_NEAR_SWEDEN: Field[tuple[int, int]] = Field("germans_near_sweden", (0, 0), gist=all)


@rule("19.7/sweden")
def count_germans(game: Game, event: Moved) -> None:
    """Noted whenever one of them comes or goes."""
    if game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][event.thing]] != GERMANY:
        return
    homes, hexes = game.state[HOME_COUNTRY], game.state.get(HEXES)
    ends = [homes[place] for place in (event.origin, event.to) if 0 <= place < hexes]
    if not any(country_named(game, name) in ends for name in _NEIGHBOURS):
        return
    finland, norway = (_germans_in(game, name) for name in _NEIGHBOURS)
    game.set(GERMANS_NEAR_SWEDEN, (finland, norway))


def _germans_in(game: Position, name: str) -> int:
    home, homes, places = country_named(game, name), game.state[HOME_COUNTRY], game.state[PLACE]
    germans = units_of(game, country_named(game, GERMANY))
    return sum(is_hex(game, places[unit]) and homes[places[unit]] == home for unit in germans)


def _is_neutral_sweden(game: Position, place: int) -> bool:
    home = game.state[HOME_COUNTRY][place]
    if home == NOBODY or game.state.get(COUNTRY_NAMES)[home] != SWEDEN:
        return False
    own = own_power(game, home)
    return game.state[POWER][home] == own and game.state[CONTROLLER][place] == own != NOBODY


def _is_open(game: Position, unit: int = NOBODY) -> bool:
    """At least one German unit in each of the two; for a unit that goes through, one besides itself."""
    place = NOBODY if unit == NOBODY else game.state[PLACE][unit]
    at_home = game.state[HOME_COUNTRY][place] if place != NOBODY and is_hex(game, place) else NOBODY
    near = game.state.get(GERMANS_NEAR_SWEDEN)
    counted = zip(_NEIGHBOURS, near, strict=True)
    return all(count - (at_home == country_named(game, name) != NOBODY) > 0 for name, count in counted)


def _is_closed(game: Position) -> bool:
    """Most games never see it open."""
    finland, norway = game.state.get(GERMANS_NEAR_SWEDEN)
    return not finland or not norway


@rule("19.7/sweden", "19.1")
def goes_through(game: Position, unit: int, place: int) -> bool:
    """German land units."""
    if _is_closed(game):
        return False
    german = game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][unit]] == GERMANY
    land = german and isinstance(counter_of(game, unit), LandCounter)
    return land and _is_neutral_sweden(game, place) and _is_open(game)


@rule("19.7/sweden")
def only_by_rail_or_on_foot(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """Not in a retreat or an advance, nor by air or sea; and another German unit must be in each of the two countries."""
    if _is_closed(game) or not _is_neutral_sweden(game, place):
        return None
    steps = [frame.procedure for frame in game.state.frames if frame.procedure.startswith(step_name(""))]
    in_transit = not steps or any(name in steps for name in _STEPS)
    if in_transit and all(_is_open(game, unit) for unit in units):
        return None
    return refused("19.7", "sweden-only-in-transit", unit=Thing(units[0]), place=Place(place))


@rule("19.7/sweden")
def nobody_stays(game: Position, unit: int, place: int) -> Violation | None:
    if _is_closed(game) or not _is_neutral_sweden(game, place):
        return None
    return refused("19.7", "sweden-only-in-transit", unit=Thing(unit), place=Place(place))


@rule("19.7/sweden", "11.9")
def swedish_railways(game: Position, hexes: frozenset[int], side: int, power: int) -> frozenset[int]:
    """Whoever asks for no power in particular asks for all of the side."""
    germany = power_named(game, GERMANY)
    asked = germany in powers_of_side(game, side) if power == NOBODY else power == germany
    if not asked or _is_closed(game) or not _is_open(game):
        return hexes
    sweden = game.look_up(HEXES_AT_HOME).get(country_named(game, SWEDEN), ())
    return hexes.union(place for place in sweden if _is_neutral_sweden(game, place))


@rule("19.7/sweden", "2.4")
def supply_goes_through(game: Position, country: int, place: int) -> bool:
    german = game.state.get(COUNTRY_NAMES)[country] == GERMANY
    return german and _is_neutral_sweden(game, place) and _is_open(game)


#: beside who controls the hex, which whoever lets in or keeps out reads anyway
_READS = (GERMANS_NEAR_SWEDEN, CONQUEROR, COUNTRY, COUNTRY_NAMES, HOME_COUNTRY, POWER)

MODULE = Module(
    schema=Schema(fields=(GERMANS_NEAR_SWEDEN,)),
    subscribes=((Moved, count_germans),),
    changes=(
        ADMITTED.attach(goes_through, reads=_READS),
        GATE.attach(only_by_rail_or_on_foot),
        MAY_END.attach(nobody_stays),
        RAILS.attach(swedish_railways),
        NEUTRAL_LETS_SUPPLY_PASS.attach(supply_goes_through, reads=_READS),
    ),
)
