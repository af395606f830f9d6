"""Things and places: every counter of a game is one row from the start, and it is always somewhere.

A place is a number. The hexes of the board come first, in the board's order, then the places that have names (sea-box
sections, pools, the spaces of the production circle, trays); an exercise has no board and only named places. What another
counter carries is at `aboard(thing)`.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable

from worldfire.board.model import Board
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.events import Event
from worldfire.engine.facts import Facts
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Column, Derived, Family, Field, Schema, memo
from worldfire.forces.kinds import FaceDown
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter

Counter = AirCounter | LandCounter | NavalCounter

THINGS = Family("things")
PLACES = Family("places")

#: row in the counters of the ruleset's tables
COUNTER = Column(THINGS, "counter")
_COUNTER = COUNTER.key
PLACE = Column(THINGS, "place")
FACE_DOWN = Column(THINGS, "face_down")
#: a carrier whose planes were shot down (14.4)
NO_PLANES = Column(THINGS, "no_planes")

#: how many places are hexes of the board
HEXES: Field[int] = Field("hexes", 0)
#: the names of the places after them
PLACE_NAMES: Field[tuple[str, ...]] = Field("place_names", ())


#: the place of every aircraft on a mission; where it flies to stands in `forces.flights`
IN_FLIGHT = -(1 << 30)


def aboard(carrier: int) -> int:
    """The place of what is carried by a counter."""
    return -1 - carrier


def _by_place(state: Facts) -> dict[int, tuple[int, ...]]:
    standing: dict[int, list[int]] = defaultdict(list)
    for thing, place in enumerate(state[PLACE]):
        standing[place].append(thing)
    return {place: tuple(things) for place, things in standing.items()}


def _moved(standing: dict[int, tuple[int, ...]], state: Facts, thing: int, old: int, new: int) -> None:
    left = tuple(other for other in standing[old] if other != thing)
    if left:
        standing[old] = left
    else:
        del standing[old]
    standing[new] = tuple(sorted((*standing.get(new, ()), thing)))


#: place → the things there, in the order of their numbers
STANDING: Derived[dict[int, tuple[int, ...]]] = Derived(
    "standing", (), _by_place, _moved, mends=(PLACE,), branch=lambda standing: standing.copy()
)


def _in_hexes(state: Facts) -> list[int]:
    hexes = state.get(HEXES)
    return [thing for thing, place in enumerate(state[PLACE]) if 0 <= place < hexes]


def _came_or_went(found: list[int], state: Facts, thing: int, old: int, new: int) -> None:
    hexes = state.get(HEXES)
    was, is_now = 0 <= old < hexes, 0 <= new < hexes
    if was and not is_now:
        del found[bisect_left(found, thing)]
    elif is_now and not was:
        insort(found, thing)


#: the few of all things that stand in a hex, in the order of their numbers
ON_THE_MAP: Derived[list[int]] = Derived(
    "on the map", (HEXES,), _in_hexes, _came_or_went, mends=(PLACE,), branch=list.copy
)

#: what follows from the places' names alone
NAMES = memo("names of places", (HEXES, PLACE_NAMES))
#: what follows from the counters' print alone
PRINT = memo("print", (COUNTER,))


class Moved(Event, frozen=True):
    """A counter went from one place to another."""

    thing: ThingId
    origin: PlaceId
    to: PlaceId


class Flipped(Event, frozen=True):
    """A counter was turned over."""

    thing: ThingId
    face_down: FaceDown


def counter_of(game: Position, thing: int) -> Counter:
    """The printed facts of a thing."""
    counter: Counter = game.ruleset.tables.counters[game.state.columns[_COUNTER][thing]]  # asked most of all
    return counter


def all_such(game: Position, such: Callable[[Counter], bool]) -> tuple[int, ...]:
    """The things whose counters are such, wherever they are; found once, as print does not change."""

    def look() -> tuple[int, ...]:
        counters = game.ruleset.once(_printed, such)
        return tuple([thing for thing, counter in enumerate(game.state[COUNTER]) if counter in counters])

    return game.recall(such, look, PRINT)


def _printed(ruleset: Ruleset, such: Callable[[Counter], bool]) -> frozenset[int]:
    return frozenset(number for number, counter in enumerate(ruleset.tables.counters) if such(counter))


def such_on_the_map(game: Position, such: Callable[[Counter], bool]) -> list[int]:
    """Those of them that stand in a hex."""
    which = game.recall((such, "as a set"), lambda: frozenset(all_such(game, such)), PRINT)
    return [thing for thing in game.look_up(ON_THE_MAP) if thing in which]


def name_of(game: Position, thing: int) -> str:
    """What the counter says it is; submarines and transports have no name but their class."""
    counter = counter_of(game, thing)
    return counter.name or str(counter.ship_class) if isinstance(counter, NavalCounter) else counter.designation


def board_of(game: HasRuleset) -> Board:
    """The board that the game is played on; only campaigns have one."""
    board: Board = game.ruleset.tables.board
    return board


def place_index(game: Position, name: str) -> int:
    """The place of this name, or the hex of this number or name."""
    hexes = game.state.get(HEXES)
    if not hexes:  # an exercise has few places
        return game.state.get(PLACE_NAMES).index(name)

    def look() -> int:
        number = board_of(game).find(name)
        return board_of(game).index[number] if number is not None else hexes + game.state.get(PLACE_NAMES).index(name)

    return game.recall(("place", name), look, NAMES)


def place_name(game: Position, place: int) -> str:
    """A named place's name; a hex's number, with what stands there on the map."""
    if place == IN_FLIGHT:
        return "in flight"
    if place < 0:
        return f"aboard {name_of(game, -1 - place)}"
    hexes = game.state.get(HEXES)
    if place >= hexes:
        return game.state.get(PLACE_NAMES)[place - hexes]
    number = board_of(game).number(place)
    here = game.ruleset.tables.ground.places.get(place)
    return f"{number} {here[0].name}" if here else number


def sea_of_section(game: Position, place: int) -> str:
    """The sea area of a sea-box section; nothing for hexes and pools."""
    return seas_of_sections(game).get(place, "")


def seas_of_sections(game: Position) -> dict[int, str]:
    """Sea-box section → its sea area."""

    def look() -> dict[int, str]:
        return game.ruleset.once(_seas_of_sections, game.state.get(HEXES), game.state.get(PLACE_NAMES))

    return game.recall("seas of sections", look, NAMES)


def _seas_of_sections(ruleset: Ruleset, hexes: int, names: tuple[str, ...]) -> dict[int, str]:
    seas, areas = (name.rpartition(" ")[0] for name in names), board_of(ruleset).sea_areas
    return {hexes + number: sea for number, sea in enumerate(seas) if sea in areas}


def at_sea(game: Position) -> tuple[tuple[int, str], ...]:
    """Everything that is in a sea-box section, with its sea area."""

    def look() -> tuple[tuple[int, str], ...]:
        standing, seas = game.look_up(STANDING), seas_of_sections(game)
        sections = sorted(standing.keys() & seas.keys())
        return tuple([(thing, seas[section]) for section in sections for thing in standing[section]])

    return game.recall("things at sea", look)


def things_at(game: Position, place: int) -> tuple[int, ...]:
    return game.look_up(STANDING).get(place, ())


def on_the_map(game: Position) -> tuple[tuple[int, int], ...]:
    """Everything that stands in a hex, with the hex, in the order of the things' numbers."""

    def look() -> tuple[tuple[int, int], ...]:
        places = game.state[PLACE]
        return tuple([(thing, places[thing]) for thing in game.look_up(ON_THE_MAP)])

    return game.recall("things on the map", look)


def move(game: Game, thing: int, to: int) -> None:
    origin = game.state[PLACE][thing]
    if origin != to:
        game.write(PLACE, thing, to)
        game.say(Moved(thing=thing, origin=origin, to=to))


def turn_face_down(game: Game, thing: int) -> None:
    if not game.state[FACE_DOWN][thing]:
        game.write(FACE_DOWN, thing, 1)
        game.say(Flipped(thing=thing, face_down=True))


def turn_face_up(game: Game, thing: int) -> None:
    if game.state[FACE_DOWN][thing]:
        game.write(FACE_DOWN, thing, 0)
        game.say(Flipped(thing=thing, face_down=False))


MODULE = Module(
    schema=Schema(
        columns=(COUNTER, PLACE, FACE_DOWN, NO_PLANES),
        fields=(HEXES, PLACE_NAMES),
        derived=(STANDING, ON_THE_MAP, NAMES, PRINT),
    )
)
