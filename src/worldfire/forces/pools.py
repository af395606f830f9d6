"""Pools of a campaign by the names of their places: force pools, next years' units, the spaces of the production circle."""

from __future__ import annotations

from typing import NamedTuple

from worldfire.engine.kinds import Word
from worldfire.engine.position import Position
from worldfire.forces.nations import nations_of
from worldfire.forces.things import HEXES, PLACE_NAMES, Counter, counter_of, place_index
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES, NEW_HOME, NOBODY, POWER_NAMES
from worldfire.tables.campaign import turn_name
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter, NavalType, Size

PARTISANS, REMOVED = "partisans", "removed from the game"
#: where striped units wait for their source (13.6.4)
LEND_LEASE_POOL = "lend lease pool"
#: where units of a liberated country lie while it is drawn which of them return (13.7.5)
LIBERATED = "units of a liberated country"

FORCE_POOL = "force pool of"
CIRCLE = "production circle, "
#: 13.6.5: where ships wait for their second cycle, and damaged ones for repair: the power's name follows
CONSTRUCTION, REPAIR = DOCKS = ("construction pool of ", "repair pool of ")


class PoolKey(Word):
    """A force pool by its owner and what it holds, `germany: ARM`."""

    __slots__ = ()


class PoolName(NamedTuple):
    """The name of a pool in its parts: `force pool of`, `germany`, `ARM`; a pool of everything has no kind."""

    title: str
    owner: str
    kind: str = ""

    def __str__(self) -> str:
        whose = f"{self.title} {self.owner}".lstrip()
        return f"{whose}: {self.kind}" if self.kind else whose


def read_pool_name(name: str) -> PoolName | None:
    """`force pool of germany: ARM`, `available in 1942, ussr: SUB`, `tray of italy`, `germany: ARM`; None: it has no owner."""
    whose, _, kind = name.partition(": ")
    title, _, owner = whose.rpartition(" ")
    return PoolName(title, owner, kind) if title.endswith((" of", ",")) or (kind and not title) else None


def home_of_unit(game: Position, unit: int) -> int:
    """The country of the map that is the unit's home country now.

    It is that of the country for which it serves (17.3.2, 19.5.1), or the one chosen when that fell (13.7.1).
    """
    names = game.state.get(COUNTRY_NAMES)
    country = game.state[COUNTRY][unit]
    home = nations_of(game).country_of_home(names[country])
    country = names.index(home) if home in names else country
    chosen = game.state[NEW_HOME][country]
    return country if chosen == NOBODY else chosen


def force_pool(home: str, kind: str) -> str:
    return str(PoolName(FORCE_POOL, home, kind))


def next_year_pool(year: int, home: str, kind: str) -> str:
    return str(PoolName(f"available in {year},", home, kind))


def circle_space(turn: int) -> str:
    """The space of the production circle on which units wait that arrive in this turn."""
    return f"{CIRCLE}{turn_name(turn)}"


def kind_of(counter: Counter) -> str:
    """The pool that a counter belongs to: its type and size; for forts and aircraft the cost, for warships the first."""
    if isinstance(counter, AirCounter):
        return f"{counter.type}{counter.cost_with_pilots}"
    if isinstance(counter, LandCounter):
        price = counter.cost if counter.size is Size.FACILITY else ""
        return f"{land_kind(counter.type, counter.size)}{price}"
    if counter.type in (NavalType.SCS, NavalType.CV) and isinstance(counter, NavalCounter):
        return f"{counter.type}{counter.cost_first}"
    return str(counter.type)


def land_kind(kind: str, size: Size) -> str:
    return f"{kind} div" if size is Size.DIVISION else str(kind)


def pool_of(game: Position, unit: int) -> int:
    """The force pool to which a unit returns: that of its printed home, or of its side in a civil war."""
    counter = counter_of(game, unit)
    if counter.power == PARTISANS:
        return place_index(game, PARTISANS)
    country = game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][unit]]
    apart = any(each.name == country and each.shares_home for each in nations_of(game).offshoots)
    return place_index(game, force_pool(country if apart else counter.home, kind_of(counter)))


def construction_pool(game: Position, power: int) -> int:
    return place_index(game, f"{CONSTRUCTION}{game.state.get(POWER_NAMES)[power]}")


def repair_pool(game: Position, power: int) -> int:
    return place_index(game, f"{REPAIR}{game.state.get(POWER_NAMES)[power]}")


def is_striped(counter: Counter) -> bool:
    """13.6.4: does it carry the colour of a major power that would have to lend it?"""
    return isinstance(counter, AirCounter) and bool(counter.lend_lease_from)


def named_place(game: Position, name: str) -> int | None:
    """The place of this name, if the game has one."""
    names = game.state.get(PLACE_NAMES)
    return game.state.get(HEXES) + names.index(name) if name in names else None
