"""Units and places as a story names them: Soviet 2nd Army (INF 5-4); E2432, east of Lvov."""

from __future__ import annotations

from math import atan2, cos, pi, radians

from worldfire.board.model import Board
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.ground import Ground
from worldfire.forces.things import COUNTER
from worldfire.server.offering import board_of_reader, hex_of
from worldfire.server.reading import Reader
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter
from worldfire.titles.telling import tell_place
from worldfire.words import knows, proper, say

#: how many hexes from a place still count as near it
NEAR = 3
WINDS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


def ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def counter_of(reader: Reader, thing: int) -> LandCounter | AirCounter | NavalCounter | None:
    rows = reader.column(COUNTER)
    if not 0 <= thing < len(rows):
        return None
    counter: LandCounter | AirCounter | NavalCounter = reader.ruleset.tables.counters[rows[thing]]
    return counter


def short_name(reader: Reader, thing: int) -> str:
    """2nd Army, XXIV Panzer, v. Leeb, Ju-88A4."""
    counter = counter_of(reader, thing)
    if counter is None:
        return str(thing)
    if isinstance(counter, NavalCounter):
        return counter.name
    name = counter.designation
    if not isinstance(counter, LandCounter):
        return name
    number, _, rest = name.partition(" ")
    if number.isdigit():
        name = f"{ordinal(int(number))} {rest}".strip()
    elif not set(number) <= set("IVXLC"):
        return name  # a person, a city or a word of its own
    for key in (f"formation-{counter.power}-{counter.type}", f"formation-{counter.power}-{counter.size}"):
        if knows(key):
            return f"{name} {say(key)}"
    return f"{name} {say(f'formation-{counter.size}')}" if knows(f"formation-{counter.size}") else name


def full_name(reader: Reader, thing: int) -> str:
    """With what it is and can: German XXIV Panzer (ARM 8-5)."""
    counter = counter_of(reader, thing)
    if counter is None:
        return str(thing)
    nation = f"adjective-{counter.power}"
    adjective = say(nation) if knows(nation) else proper(counter.power)
    kind = str(counter.type)
    if isinstance(counter, LandCounter) and counter.strength is not None:
        kind = f"{kind} {counter.strength}-{counter.movement or 0}"
    name = short_name(reader, thing)
    return f"{adjective} {name} ({kind})" if name else f"{adjective} {kind}"


def several(reader: Reader, things: tuple[int, ...]) -> str:
    """The first in full, and how many more."""
    if not things:
        return say("nobody")
    first = full_name(reader, things[0])
    if len(things) == 1:
        return first
    if len(things) == 2:
        return say("two-units", first=first, second=short_name(reader, things[1]))
    return say("several-units", first=first, count=len(things) - 1)


def place_words(reader: Reader, place: int) -> str:
    """A city by its name, another hex by its number and the nearest city; what is no hex by its own name."""
    number = hex_of(reader, place)
    if number is None:
        return tell_place(reader, place)
    ground: Ground = reader.ruleset.tables.ground
    here = ground.places.get(place)
    if here:
        return here[0].name.split(" (")[0]
    near = reader.ruleset.once(_descriptions)
    if place not in near:
        near[place] = _near(board_of_reader(reader), ground, place)
    return f"{number}{near[place]}"


def _descriptions(ruleset: Ruleset) -> dict[int, str]:
    """Hex → where it lies, filled as it is asked for."""
    return {}


def _near(board: Board, ground: Ground, place: int) -> str:
    """The nearest city within a few hexes, found ring by ring, in brackets after a space: (east of Lvov)."""
    seen, ring = {place}, [place]
    for _ in range(NEAR):
        ring = [other for here in ring for other in board.adjacent[here] if other not in seen]
        found = [(other, ground.places[other][0]) for other in ring if other in ground.places]
        named = [(other, city.name.split(" (")[0]) for other, city in found]
        if named:
            other, name = named[0]
            return f" ({_wind(board, other, place)} of {name})"
        seen.update(ring)
    return ""


def _wind(board: Board, origin: int, place: int) -> str:
    """The direction in which a hex lies from another."""
    lon, lat = board.tables.lon, board.tables.lat
    across = (lon[place] - lon[origin]) * cos(radians(lat[origin]))
    angle = atan2(lat[place] - lat[origin], across)
    return WINDS[round(angle / (pi / 4)) % 8]
