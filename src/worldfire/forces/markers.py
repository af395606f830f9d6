"""Entry markers (13.2, 13.3.1): numbers that lie face-down in a common pool, on borders and in the pools of one power.

A marker has no face of its own: whoever has seen one turned down again, or put back, must not know it among the others. So
the rows of the family are not markers but places for them, in the order of the pools and within a pool of the values. What
everybody sees is how many lie where; the values of a pool are seen by the seat that it belongs to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from worldfire.engine.facts import Facts
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Pick
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Column, Family, Field, Imagined, Schema
from worldfire.forces.participants import YEAR
from worldfire.forces.turn import TurnBegan

MARKERS = Family("markers")
#: the pool in which it lies, by its number; what is not in the game yet lies under the year in which it joins the common pool
MARKER_POOL = Column(MARKERS, "marker_pool")
#: (name of a pool, the seat that may look at its markers); the first has the number 1
MARKER_POOLS: Field[tuple[tuple[str, str], ...]] = Field("marker_pools", ())
COMMON = 0
#: pools have lower numbers than years
FIRST_YEAR = 1000
CHART = "entry_markers"
#: the seat of a pool whose markers lie face-up
EVERYBODY = "*"


def _may_look(state: Facts, row: int, seat: str | None) -> bool:
    """At markers of the own pools, at those that lie face-up, and at those that are not in the game yet."""
    pool = state[MARKER_POOL][row]
    if pool >= FIRST_YEAR:
        return True
    return pool != COMMON and state.get(MARKER_POOLS)[pool - 1][1] in (seat, EVERYBODY)


MARKER_VALUE = Column(MARKERS, "marker_value", visible=_may_look, imagined=Imagined.SHUFFLED)


def sizes(tables: Any) -> Mapping[str, int]:
    """How many markers the title's chart has; a title without one has none."""
    return {MARKERS.name: sum(_printed(tables).values())}


def _printed(tables: Any) -> Counter[tuple[int, int]]:
    """(year, value) → how many join the common pool then."""
    chart = tables.source.charts.get(CHART)
    cells = {} if chart is None else chart.cells
    return Counter({(int(year), int(value)): int(cell.value) for (year, value), cell in cells.items()})


def put_out_markers(game: Game) -> None:
    """All lie under their years until somebody has a use for them."""
    _lay(game, _printed(game.ruleset.tables).elements())


def use_markers(game: Game) -> None:
    """Those of this year and of the years before are in the common pool."""
    year = game.state.get(YEAR)
    if any(FIRST_YEAR <= pool <= year for pool in game.state[MARKER_POOL]):
        _lay(game, ((COMMON if FIRST_YEAR <= pool <= year else pool, value) for pool, value in _markers(game)))


def new_markers(game: Game, event: TurnBegan) -> None:
    """13.2: at the start of each year, in a game that uses them."""
    if any(pool < FIRST_YEAR for pool in game.state[MARKER_POOL]):
        use_markers(game)


def _markers(game: Position) -> list[tuple[int, int]]:
    return list(zip(game.state[MARKER_POOL], game.state[MARKER_VALUE], strict=True))


def _lay(game: Game, markers: Iterable[tuple[int, int]]) -> None:
    """In order, so that nobody can follow a marker from one place to another."""
    ordered = sorted(markers)
    game.fill(MARKER_POOL, (pool for pool, _ in ordered))
    game.fill(MARKER_VALUE, (value for _, value in ordered))


# ---------------------------------------------------------------------------------------------------------------- pools


def open_pool(game: Game, name: str, seat: str) -> None:
    """A pool that is empty so far; the seat may look at what comes into it. Opened again, it belongs to another seat."""
    known = game.state.get(MARKER_POOLS)
    if name in (other for other, _ in known):
        game.set(MARKER_POOLS, tuple((other, seat if other == name else held) for other, held in known))
    else:
        game.set(MARKER_POOLS, (*known, (name, seat)))


def has_pool(game: Position, name: str) -> bool:
    return any(name == known for known, _ in game.state.get(MARKER_POOLS))


def highest_value(game: Position) -> int:
    """The highest that is printed on any."""
    return game.ruleset.once(_highest)


def _highest(ruleset: Ruleset) -> int:
    return max((value for _, value in _printed(ruleset.tables)), default=0)


def pool_number(game: Position, name: str) -> int:
    names = [known for known, _ in game.state.get(MARKER_POOLS)]
    return names.index(name) + 1


def count_in(game: Position, pool: int) -> int:
    """How many markers lie there, which everybody sees."""
    return sum(lies == pool for lies in game.state[MARKER_POOL])


def values_in(game: Position, pool: int) -> tuple[int, ...]:
    """What they say, the lowest first: only for whoever may look at them."""
    return tuple(value for lies, value in _markers(game) if lies == pool)


def next_year_joins(game: Game) -> None:
    """13.2: when the common pool is empty, the markers of the next year that there are join it."""
    if count_in(game, COMMON):
        return
    years = [pool for pool in game.state[MARKER_POOL] if pool >= FIRST_YEAR]
    if years:
        _lay(game, ((COMMON if pool == min(years) else pool, value) for pool, value in _markers(game)))


def blindly(game: Position, kind: str, by: str, pool: int, count: int = 1) -> Pick:
    """Choose markers of a pool at random; nobody sees which, and `carry` takes them elsewhere in the next step."""
    return Pick(kind, by, count_in(game, pool), count, seen_by=())


def carry(game: Game, picked: Iterable[int], origin: int, to: int) -> None:
    """Markers of a pool, by their places in it, go to another."""
    chosen, markers = set(picked), _markers(game)
    first = next((row for row, (pool, _) in enumerate(markers) if pool == origin), 0)
    _lay(game, ((to if row - first in chosen else pool, value) for row, (pool, value) in enumerate(markers)))


def empty_into_common(game: Game, pools: Iterable[int]) -> None:
    """All markers of these pools go back."""
    emptied = set(pools)
    _lay(game, ((COMMON if pool in emptied else pool, value) for pool, value in _markers(game)))


MODULE = Module(
    schema=Schema(columns=(MARKER_POOL, MARKER_VALUE), fields=(MARKER_POOLS,)),
    subscribes=((TurnBegan, new_markers),),
)
