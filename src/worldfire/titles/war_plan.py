"""What computer players want between nations: a table of the title, for no player knows a country by name.

A plan is advice: the rules offer what may be done, and the plan says what of it is wanted now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf

from worldfire.engine.position import Position
from worldfire.forces.situation import TURN
from worldfire.tables.campaign import MONTHS, turn_number

Condition = Callable[[Position], bool]


def always(game: Position) -> bool:
    return True


@dataclass(frozen=True)
class Aim:
    """A war that a power means to begin, from a turn on, in these months of the year if any are said, under a condition."""

    power: str
    #: a major power or a minor country
    target: str
    start: str
    months: tuple[str, ...] = ()
    when: Condition = always

    def is_due(self, game: Position) -> bool:
        turn = game.state.get(TURN)
        in_season = not self.months or MONTHS[turn % len(MONTHS)] in self.months
        return in_season and turn >= self.first_turn and self.when(game)

    @property
    def first_turn(self) -> int:
        return turn_number(self.start)


@dataclass(frozen=True)
class Push:
    """An offensive that a power means to make against an enemy from one turn to another, even if it is not the stronger."""

    power: str
    enemy: str
    start: str
    end: str
    #: how many times more than a voyage a march counts meanwhile, where a power must choose between its fleet and its army
    haste: float = 1.0
    when: Condition = always

    def is_on(self, game: Position) -> bool:
        return turn_number(self.start) <= game.state.get(TURN) <= turn_number(self.end) and self.when(game)


@dataclass(frozen=True)
class Shares:
    """What a build point spent on each arm is worth to a power."""

    land: float = 1.0
    air: float = 1.0
    sea: float = 0.0
    #: and what landing craft, and troops who need none to land, count beside others of their arm
    landing: float = 1.0


@dataclass(frozen=True)
class WarPlan:
    aims: tuple[Aim, ...] = ()
    #: US entry options by their numbers, the most wanted first; the others follow in the order of their numbers
    entry_options: tuple[int, ...] = ()
    #: a power on which war may be attempted → the argument of the question that says how many dice of ten succeed
    attempts: Mapping[str, str] = field(default_factory=dict)
    #: power → what it would rather build
    shares: Mapping[str, Shares] = field(default_factory=dict)
    #: minor country → the turn before which nobody aligns it of his own will: it could not be held
    not_before: Mapping[str, str] = field(default_factory=dict)
    #: power → enemy → how much his troops count where the power shares out its own; who is not named counts once
    fears: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    pushes: tuple[Push, ...] = ()

    def wants_war(self, game: Position, power: str, target: str) -> bool:
        """Does the power mean to be at war with the target now?"""
        return any(aim.is_due(game) for aim in self.aims if (aim.power, aim.target) == (power, target))

    def pushes_against(self, game: Position, power: str) -> frozenset[str]:
        """Enemies against whom the power means to be on the offensive now."""
        return frozenset(push.enemy for push in self.pushes if push.power == power and push.is_on(game))

    def haste(self, game: Position, power: str) -> float:
        """What a march of the power counts beside a voyage."""
        return max((push.haste for push in self.pushes if push.power == power and push.is_on(game)), default=1.0)

    def fear(self, power: str, enemy: str) -> float:
        return self.fears.get(power, {}).get(enemy, 1.0)

    def first_turn(self, power: str, target: str) -> float:
        """When it may attack at the earliest; infinite if never."""
        turns = (aim.first_turn for aim in self.aims if (aim.power, aim.target) == (power, target))
        return min(turns, default=inf)

    def soon(self, game: Position, power: str, turns: int) -> tuple[str, ...]:
        """Whom it means to attack now or within so many turns, whatever else must come first."""
        until = game.state.get(TURN) + turns
        return tuple(dict.fromkeys(aim.target for aim in self.aims if aim.power == power and aim.first_turn <= until))
