"""What computer players think of decisions that only one title asks: a table of the title, for no player knows its rules.

A judgement looks at the game through the player who asks it (`Asked`): what his seat may see, what is offered, and what he
means to do. What it proposes is advice to him; where it has none it returns nothing, and he decides as he always does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun, Shape

Action = tuple[str, Noun]


class Intent(NamedTuple):
    """An attack on land that a player means to make this impulse, with what it promises in build points."""

    target: int
    units: tuple[int, ...]
    value: float


class Watch(NamedTuple):
    """Where a power owes a garrison, how much in all, and what each unit counts for it."""

    places: frozenset[int]
    owed: int
    counts: Callable[[int], Fraction]


class Asked(Protocol):
    """A decision as a player sees it."""

    @property
    def game(self) -> Position: ...
    @property
    def seat(self) -> str: ...
    @property
    def side(self) -> int: ...
    @property
    def prompt(self) -> str: ...
    @property
    def args(self) -> Mapping[str, Any]: ...
    @property
    def offers(self) -> Mapping[str, Shape]: ...

    @property
    def powers(self) -> tuple[int, ...]:
        """The powers that the seat plays."""
        ...

    def is_legal(self, verb: str, noun: Noun) -> bool: ...

    def rehearsed(self, verb: str, noun: Noun) -> Asked:
        """The same player in the same impulse, after he would have done this."""
        ...

    def enemy_distance(self, place: int) -> float:
        """Hexes over land from the nearest enemy land unit."""
        ...

    def stake(self, place: int) -> float:
        """What holding a hex is worth, in build points."""
        ...

    def intents(self) -> Sequence[Intent]:
        """What the player means to attack this impulse, the best first."""
        ...


Opinion = Callable[[Asked], Action | None]


def _nothing(game: Position, unit: int) -> float:
    return 0.0


def _as_printed(game: Position, unit: int) -> Fraction:
    return Fraction(1)


def _none(game: Position, power: int) -> int:
    return 0


def _never(game: Position, unit: int) -> bool:
    return False


def _unmoved(game: Position, power: int) -> float:
    return 1.0


def _bold(game: Position, side: int) -> float:
    return 0.9


def _owes_nothing(game: Position, power: int) -> Watch | None:
    return None


@dataclass(frozen=True)
class Judgement:
    #: prompt → what is thought of it
    opinions: Mapping[str, Opinion] = field(default_factory=dict)
    #: (game, unit) → what it gives up by leaving its hex, as players weigh hexes against each other
    rooted: Callable[[Position, int], float] = _nothing
    #: (game, unit) → how many times its factors it may hope to attack with, and (game, power) → how many of its units may
    pushed: Callable[[Position, int], Fraction] = _as_printed
    pushes: Callable[[Position, int], int] = _none
    #: (game, unit): does it do more for an attack from behind than in it?
    holds_back: Callable[[Position, int], bool] = _never
    #: (game, unit) → what it is worth to be rid of an enemy, beside what he would cost to replace
    bounty: Callable[[Position, int], float] = _nothing
    #: (game, power) → how dearly it pays for its losses, beside the build points that they cost
    dread: Callable[[Position, int], float] = _unmoved
    #: (game, side) → what a loss counts to whoever is so much the stronger, or so set on an offensive, that he need not
    #: spare his army
    boldness: Callable[[Position, int], float] = _bold
    #: (game, power) → the garrison that it owes somebody with whom it is not at war
    watch: Callable[[Position, int], Watch | None] = _owes_nothing
    #: how much a closed line and full trenches count beside the way to a goal
    steadiness: float = 1.0
    #: hexes beyond the usual at which an enemy who comes near makes a place of great worth want a guard
    foresight: int = 0
    #: do whole armies come over the sea? Then troops without a front gather in the ports that are nearest to one
    ferries_armies: bool = False
    #: do resources go to whichever ally makes most of them? Not where every people must be kept in the war
    pools_resources: bool = True
