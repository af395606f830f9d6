"""Task forces: who sails together from a port, and whether they are a match for what they may meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from worldfire.forces.ground import is_hex
from worldfire.forces.things import sea_of_section
from worldfire.forces.who import NOBODY, power_of
from worldfire.players.cadet.seascape import Seascape, is_kind, might
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s11_04_naval_units import Item
from worldfire.rules.s11_04_voyages import Berth, Voyages, Way
from worldfire.tables.counters import NavalType

#: a task force passes, stays or gives battle where it is so much stronger than the enemy whom it may meet
COVER, STAYS, BATTLE = 1.2, 1.0, 1.5
#: so little might near a sea area that even transports go there alone
QUIET = 4.0
#: warships in a task force: one alone is lost by one bad die, and more than this leave nothing for later
FEWEST_SHIPS, MOST_SHIPS = 2, 14


@dataclass(frozen=True)
class Move:
    """A naval move, what it promises in points, and what it is for: nothing is done twice for the same purpose."""

    merit: float
    items: tuple[Item, ...]
    way: Way
    berths: tuple[Berth, ...] = ()
    purpose: str = ""
    #: is somebody to land from it?
    lands: bool = False
    #: a port that would not let the ships in before their cargo is aboard: they wait for orders at sea, and go on to it
    onward: int = NOBODY

    @property
    def verb(self) -> str:
        return "sail" if self.onward == NOBODY else "sail-and-pause"

    @property
    def noun(self) -> tuple[tuple[Item, ...], Way, tuple[Berth, ...]]:
        return self.items, self.way, self.berths


@dataclass(frozen=True)
class Station:
    """A section of a sea area, or a port, that ships in a port can reach, each by this way."""

    start: int
    place: int
    ships: tuple[tuple[int, Way], ...]

    def way_of(self, ship: Item) -> Way | None:
        return next((way for unit, way in self.ships if unit == ship), None)


#: (port, sea area) → the sections that its ships can reach, the highest first
Stations = dict[tuple[int, str], list[Station]]


def stations(seascape: Seascape, shape: Voyages) -> Stations:
    """Where the fleets that are offered can go."""
    game = seascape.game
    found: dict[tuple[int, int], dict[int, Way]] = {}
    for fleet in shape.fleets:
        ships = [int(unit) for unit in fleet.units if isinstance(unit, int)]
        if not ships or not is_hex(game, fleet.start):
            continue
        for way in fleet.ways:
            if not is_hex(game, way[-1]):
                found.setdefault((fleet.start, way[-1]), {}).update(dict.fromkeys(ships, way))
    by_sea: Stations = {}
    for (start, place), ways in found.items():
        key = (start, sea_of_section(game, place))
        by_sea.setdefault(key, []).append(Station(start, place, tuple(sorted(ways.items()))))
    for each in by_sea.values():
        each.sort(key=lambda station: -section_number(game, station.place))
    return by_sea


def warships(seascape: Seascape, station: Station, power: int) -> list[int]:
    """Of the power, that can go there."""
    game = seascape.game
    return [
        ship
        for ship, _ in station.ships
        if is_kind(game, ship, NavalType.SCS, NavalType.CV) and power_of(game, ship) == power
    ]


def company(seascape: Seascape, able: Iterable[int], wanted: float) -> tuple[int, ...]:
    """As many as it takes, the strongest first; a carrier sails only with another ship around it."""
    game = seascape.game
    ranked = sorted(able, key=lambda ship: (-might(game, ship), ship))
    carriers = [ship for ship in ranked if is_kind(game, ship, NavalType.CV)]
    guns = [ship for ship in ranked if not is_kind(game, ship, NavalType.CV)]
    found: list[int] = []
    screens = 0
    while len(found) < MOST_SHIPS and (len(found) < FEWEST_SHIPS or seascape.might_of(found) < wanted):
        if carriers and 2 * screens > len(found):
            found.append(carriers.pop(0))
        elif guns:
            found.append(guns.pop(0))
            screens += 1
        else:
            break
    return tuple(found)


def light_company(seascape: Seascape, able: Iterable[int]) -> tuple[int, ...]:
    """A pair of the lightest warships: enough to keep an eye on convoys."""
    game = seascape.game
    guns = [ship for ship in able if not is_kind(game, ship, NavalType.CV)]
    return tuple(sorted(guns, key=lambda ship: (might(game, ship), ship))[:FEWEST_SHIPS])


def seas_of(seascape: Seascape, way: Way) -> list[str]:
    return [sea for sea in (sea_of_section(seascape.game, place) for place in way) if sea]


def may_pass(seascape: Seascape, ships: Iterable[Item], way: Way) -> bool:
    """Would those who sail, with those who are there, be a match for the enemy wherever they come?"""
    own = seascape.might_of(ships)
    return all(
        own + seascape.own_might(sea) >= COVER * seascape.enemy_might(sea)
        and (own + seascape.own_might(sea) > 0 or not seascape.has_enemy_ships(sea))
        for sea in seas_of(seascape, way)
    )


def may_stay(seascape: Seascape, ships: Iterable[Item], sea: str) -> bool:
    """And for whatever may come out of his ports there before they are home again?"""
    danger = seascape.danger(sea)
    return danger <= QUIET or seascape.might_of(ships) + seascape.own_might(sea) >= STAYS * danger


def slowest_way(station: Station, ships: Iterable[Item]) -> Way | None:
    """The way that all of them go: the shortest of theirs, which is every one's if it is anybody's."""
    ways = [way for ship in ships if (way := station.way_of(ship)) is not None]
    return min(ways, key=lambda way: (len(way), way), default=None)


def of_powers(seascape: Seascape, station: Station) -> Iterator[int]:
    """Powers with warships that can go there."""
    game = seascape.game
    yield from sorted({power_of(game, ship) for ship, _ in station.ships})
