"""9.4.1, 13.2.1 The entry pools of the USA and of the Commonwealth and the tension pool of the USA, filled out of one cup.

Only whoever plays the power sees its markers, not even an ally does. What a pool is short of when markers are taken from it
is a debt: later draws only pay it off.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Phrase, Word, stands_for
from worldfire.engine.position import Position
from worldfire.engine.schema import Field
from worldfire.forces.markers import count_in, empty_into_common, has_pool, open_pool, pool_number, values_in
from worldfire.forces.turn import is_active, seat_of_power
from worldfire.forces.who import FALLEN_POWER, NOBODY, SIDE, power_named

USA, COMMONWEALTH = "usa", "commonwealth"
#: pools by their names in campaigns → whose they are
US_ENTRY, US_TENSION, CW_ENTRY = "US entry", "US tension", "CW entry"
OWNERS = {US_ENTRY: USA, US_TENSION: USA, CW_ENTRY: COMMONWEALTH}
ENTRY_OF = {USA: US_ENTRY, COMMONWEALTH: CW_ENTRY}

#: does the campaign use entry markers?
ENTRY_IN_USE: Field[bool] = Field("entry_in_use", False)
#: (power, markers that it still owes)
ENTRY_DEBT: Field[tuple[tuple[str, int], ...]] = Field("entry_debt", ())
#: 9.4.3: the Commonwealth has had its 18 points once, and may declare war whenever it likes
CW_MAY_DECLARE: Field[bool] = Field("cw_may_declare", False)


class EntryPool(Word):
    """A pool of entry or tension markers by its name."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"entry-pool-{str(value).replace(' ', '-').lower()}", {})


PoolName = Annotated[str, stands_for(EntryPool)]


class EntryMarkersCame(Event, frozen=True):
    """Nobody but its owner sees which."""

    pool: PoolName
    count: int


class EntryMarkersLeft(Event, frozen=True):
    """Back into the cup."""

    pool: PoolName
    count: int


class EntryMarkersShown(Event, frozen=True):
    """Turned over as proof, then down again."""

    pool: PoolName
    values: tuple[int, ...]


class EntryDebt(Event, frozen=True):
    """There was no marker to take, or a draw has paid for one: so many are owed now."""

    pool: PoolName
    count: int


# ------------------------------------------------------------------------------------------------------------ whose they are


def owner_of(game: Position, pool: str) -> int:
    return power_named(game, OWNERS[pool])


def seat_of_pool(game: Position, pool: str) -> str:
    return seat_of_power(game, owner_of(game, pool))


def open_pools(game: Game) -> None:
    for pool in OWNERS:
        if plays(game, owner_of(game, pool)):
            open_pool(game, pool, seat_of_pool(game, pool))


def plays(game: Position, power: int) -> bool:
    """Is it a power of a side that has not fallen?"""
    return power != NOBODY and game.state[SIDE][power] != NOBODY and not game.state[FALLEN_POWER][power]


@rule("fa:13.2", "fa:13.2.3")
def watches_the_war(game: Position, name: str) -> bool:
    """Does the power of this name still draw markers? Not at war, and the Commonwealth not once it may declare it."""
    power = power_named(game, name)
    if not game.state.get(ENTRY_IN_USE) or not plays(game, power) or is_active(game, power):
        return False
    return name != COMMONWEALTH or not game.state.get(CW_MAY_DECLARE)


# --------------------------------------------------------------------------------------------------------------- markers


def number_of(game: Position, pool: str) -> int:
    return pool_number(game, pool)


def markers_in(game: Position, pool: str) -> int:
    """How many there are, which everybody sees."""
    return count_in(game, number_of(game, pool)) if has_pool(game, pool) else 0


def values_of(game: Position, pool: str) -> tuple[int, ...]:
    return values_in(game, number_of(game, pool)) if has_pool(game, pool) else ()


@rule("fa:9.4.1")
def level(game: Position, pool: str) -> int:
    """What the markers of the pool say, all together and unmodified."""
    return sum(values_of(game, pool))


@rule("fa:9.4.3", "fa:13.2.1.1")
def return_markers(game: Game, pools: Iterable[str]) -> None:
    """Everything that the pools hold goes back into the cup."""
    for pool in pools:
        count = markers_in(game, pool)
        if count:
            empty_into_common(game, (number_of(game, pool),))
            game.say(EntryMarkersLeft(pool=pool, count=count))


@rule("fa:13.2.2")
def prove(game: Game, pool: str, needed: int) -> None:
    """Turn over as few markers as show that the level is reached: the highest, and none too many."""
    shown: list[int] = []
    for value in sorted(values_of(game, pool), reverse=True):
        if sum(shown) >= needed:
            break
        shown.append(value)
    if shown:
        game.say(EntryMarkersShown(pool=pool, values=tuple(sorted(shown))))


def show_all(game: Game, pool: str) -> None:
    if markers_in(game, pool):
        game.say(EntryMarkersShown(pool=pool, values=values_of(game, pool)))


# ------------------------------------------------------------------------------------------------------------------ debts


def debt_of(game: Position, name: str) -> int:
    return next((count for whose, count in game.state.get(ENTRY_DEBT) if whose == name), 0)


@rule("fa:13.2.3")
def change_debt(game: Game, name: str, markers: int) -> None:
    owed = debt_of(game, name) + markers
    others = (pair for pair in game.state.get(ENTRY_DEBT) if pair[0] != name)
    game.set(ENTRY_DEBT, tuple(sorted((*others, (name, owed)))))
    game.say(EntryDebt(pool=ENTRY_OF[name], count=owed))
