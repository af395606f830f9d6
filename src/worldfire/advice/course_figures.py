"""What a whole war comes to: shares and first turns by which a course can be judged without looking at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from worldfire.advice.course import CapitalTurn, Course, PowerTurn
from worldfire.titles import TITLES


class Spending(msgspec.Struct, frozen=True):
    """Build points over all turns; `share` is nothing where none were made."""

    available: int
    spent: int
    share: float | None


class Supply(msgspec.Struct, frozen=True):
    """Of the turns that ended, in how many the capital was in supply, and in how many its country's factories got something."""

    power: str
    main: bool
    turns: int
    in_supply: int
    share: float
    fed: int


class Carrying(msgspec.Struct, frozen=True):
    """Of the turns with convoy points at sea, in how many these carried something."""

    turns: int
    carried: int
    share: float


class Dated(msgspec.Struct, frozen=True):
    turn: str
    facts: dict[str, object]


class Figures(msgspec.Struct, frozen=True):
    production: dict[str, Spending]
    #: city → its supply
    capitals: dict[str, Supply]
    convoys: dict[str, Carrying]
    #: build points lost
    losses: dict[str, dict[str, int]]
    #: power → the first turn that ended with it at war with a major power
    first_war: dict[str, str]
    declarations: list[Dated]
    conquests: list[Dated]
    liberations: list[Dated]
    #: the most that each pool of markers has come to
    levels: dict[str, int]
    #: what only this title makes of its turns
    own: dict[str, Any]


def figures_of(course: Course) -> Figures:
    return Figures(
        production={name: _spending(turns) for name, turns in _by_power(course).items()},
        capitals=_capitals(course),
        convoys={name: found for name, turns in _by_power(course).items() if (found := _carrying(turns)).turns},
        losses={name: dict(_lost(turns)) for name, turns in _by_power(course).items()},
        first_war=_first_war(course),
        declarations=list(_dated(course, "WarDeclared")),
        conquests=list(_dated(course, "CountryConquered")),
        liberations=list(_dated(course, "CountryLiberated")),
        levels=_levels(course),
        own=_own(course),
    )


def _own(course: Course) -> dict[str, Any]:
    title = TITLES.get(course.title)
    pages = [(turn.name, turn.own) for turn in course.turns]
    return {} if title is None else dict(title.annals.figures(pages))


def powers_of(course: Course) -> list[str]:
    """The powers that ever were on a side, side by side."""
    on_side = [power for powers in course.sides.values() for power in powers]
    once = [name for turn in course.turns for name, power in turn.powers.items() if power.side]
    return list(dict.fromkeys((*on_side, *once)))


def _by_power(course: Course) -> dict[str, list[PowerTurn]]:
    return {name: [turn.powers[name] for turn in course.turns if name in turn.powers] for name in powers_of(course)}


def _spending(turns: list[PowerTurn]) -> Spending:
    available, spent = sum(turn.available for turn in turns), sum(turn.spent for turn in turns)
    return Spending(available, spent, spent / available if available else None)


def _carrying(turns: list[PowerTurn]) -> Carrying:
    at_sea = [turn for turn in turns if turn.produced and turn.convoys_at_sea]
    carried = sum(turn.by_sea > 0 for turn in at_sea)
    return Carrying(len(at_sea), carried, carried / len(at_sea) if at_sea else 0)


def _lost(turns: list[PowerTurn]) -> Counter[str]:
    return sum((turn.losses.points for turn in turns), Counter())


def _capitals(course: Course) -> dict[str, Supply]:
    found: dict[str, list[CapitalTurn]] = {}
    for turn in course.turns:
        for capital in turn.capitals if turn.over else ():
            found.setdefault(capital.city, []).append(capital)
    return {city: _supply(seen) for city, seen in found.items()}


def _supply(seen: list[CapitalTurn]) -> Supply:
    supplied = sum(capital.in_supply for capital in seen)
    fed = sum(capital.fed > 0 for capital in seen)
    return Supply(seen[0].power, seen[0].main, len(seen), supplied, supplied / len(seen), fed)


def _first_war(course: Course) -> dict[str, str]:
    found: dict[str, str] = {}
    for turn in course.turns:
        for pair in turn.wars:
            for name in pair:
                found.setdefault(name, turn.name)
    return found


def _dated(course: Course, event: str) -> Iterator[Dated]:
    for turn in course.turns:
        for headline in turn.headlines:
            if headline.event == event:
                yield Dated(turn.name, headline.facts)


def _levels(course: Course) -> dict[str, int]:
    found: dict[str, int] = {}
    for turn in course.turns:
        for pool in turn.pools:
            name = f"{pool.kind} {pool.target}"
            found[name] = max(found.get(name, 0), pool.level or 0)
    return found
