"""What Three Crowns is played with: the land, the markers, who may see them, what is said, and where options attach."""

from __future__ import annotations

from random import Random

from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.schema import Column, Derived, Family, Imagined, Quantity, Schema
from worldfire.engine.seams import AllOf, Chain, SumOf
from worldfire.engine.state import State
from worldfire.engine.violation import Violation

SEATS = ("north", "south", "east")
SIDES = (("north", "south"), ("east",))

# ---------------------------------------------------------------------------------------------------------- the land

AREAS = ("hill", "ford", "wood", "keep")
HILL, FORD, WOOD, KEEP = range(4)
POOL, TRAY, SCRAP = 4, 5, 6
#: the hand of the first seat; the others follow
HANDS = 7
HOME = (HILL, FORD, KEEP)
EDGES = tuple(pair for a, b in ((HILL, FORD), (HILL, WOOD), (FORD, WOOD), (WOOD, KEEP)) for pair in ((a, b), (b, a)))
MARKERS = 18


def row_of(seat: str) -> int:
    return SEATS.index(seat)


def hand_of(seat: str) -> int:
    return HANDS + SEATS.index(seat)


def allies_of(seat: str) -> tuple[str, ...]:
    return tuple(other for side in SIDES if seat in side for other in side if other != seat)


# -------------------------------------------------------------------------------------------------------- the pieces

MARKER = Family("markers")
HOST = Family("hosts")

PLACE = Column(MARKER, "place")
AT = Column(HOST, "at")


def _face_is_seen(state: State, row: int, seat: str | None) -> bool:
    """On the board, in the tray and on the scrap heap by all; in a hand by its owner; in the pool by nobody."""
    place = state[PLACE][row]
    if place == POOL:
        return False
    return place < HANDS or SEATS[place - HANDS] == seat


FACE = Column(MARKER, "face", visible=_face_is_seen, imagined=Imagined.SHUFFLED)


def _own(state: State, row: int, seat: str | None) -> bool:
    return SEATS[row] == seat


def _some_favour(rng: Random) -> tuple[tuple[int, int, int], ...]:
    """What the others may have: nobody can know."""
    return tuple((row, 0, rng.randint(0, 3)) for row in range(len(SEATS)))


GOLD = Quantity("gold")
FAVOUR = Quantity("favour", _own, _some_favour)


def _by_place(state: State) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for marker, place in enumerate(state[PLACE]):
        found.setdefault(place, []).append(marker)
    return found


def _moved(found: dict[int, list[int]], state: State, marker: int, old: int, new: int) -> None:
    found[old].remove(marker)
    if not found[old]:
        del found[old]
    found[new] = sorted([*found.get(new, []), marker])


def _crowds(state: State) -> tuple[int, ...]:
    return tuple(sum(1 for at in state[AT] if at == area) for area in range(len(AREAS)))


#: place → the markers there: mended after every move
STANDING = Derived("standing", (), _by_place, _moved, mends=(PLACE,))
#: how many hosts are in each area: dropped when one moves
CROWDS = Derived("crowds", (AT,), _crowds)

SCHEMA = Schema(columns=(PLACE, FACE, AT), quantities=(GOLD, FAVOUR), derived=(STANDING, CROWDS))


def standing(game: Game, place: int) -> tuple[int, ...]:
    return tuple(game.look_up(STANDING).get(place, ()))


def held(game: Game, seat: str) -> tuple[int, ...]:
    return standing(game, hand_of(seat))


# ------------------------------------------------------------------------------------------------------ what happens


class Bid(Event, frozen=True):
    seat: str
    total: int


class Marched(Event, frozen=True):
    seat: str
    area: int


class Lost(Event, frozen=True):
    seat: str
    marker: int


class Sorted(Event, frozen=True):
    by: str
    markers: tuple[int, ...]


class Spied(Event, frozen=True):
    """Whoever looked knows what the marker is; the others only that somebody looked."""

    marker: int
    face: int


# ------------------------------------------------------------------------------------------------ where options attach

#: why a host may not take a road: (seat, path)
MARCH_VIOLATION = AllOf[[str, tuple[int, ...]], Violation]("toy march violation")
#: what a bid is worth beyond what is paid: (value, seat)
STRENGTH = Chain[int, [str]]("toy bid strength")
#: a bonus in addition: (seat)
BONUS = SumOf[[str], int]("toy bonus")
SEAMS = (MARCH_VIOLATION, STRENGTH, BONUS)
