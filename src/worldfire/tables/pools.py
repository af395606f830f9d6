"""Which counters a power has by a year, and whether the counters as a whole make sense."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from worldfire.tables.counters import AirCounter, Counter, Kit, LandCounter, LandType, NavalCounter, NavalType

Unit = AirCounter | LandCounter | NavalCounter

# What a counter can print; a slip of the pen falls outside.
_RANGES = {
    "strength": (0, 12),
    "reorganisation": (1, 5),
    "air_to_air": (0, 13),
    "air_to_sea": (0, 8),
    "tactical": (0, 7),
    "strategic": (0, 25),
    "attack": (0, 13),
    "defence": (0, 10),
    "anti_air": (0, 7),
    "shore_bombardment": (0, 6),
    "air_component": (0, 7),
    "movement": (0, 9),
    "range": (0, 40),
    "cost": (0, 15),
    "cost_with_pilots": (0, 5),
    "cost_first": (1, 4),
    "cost_second": (0, 7),
    "turns": (1, 6),
}
_YEARS = (1885, 1950)
_NOT_BUILT = frozenset({LandType.PART})
#: ASW units are attached to convoy points (22.16)
_CONVOYS = frozenset({NavalType.CONV, NavalType.ASW})


def available(unit: Counter, year: int) -> bool:
    """Whether the year alone lets the counter into play; reserves and the like wait for their own condition."""
    return unit.year is None or unit.year <= year


def force_pool(units: Iterable[Unit], power: str, year: int) -> Iterator[Unit]:
    """The power's counters that the year lets in."""
    return (unit for unit in units if unit.power == power and available(unit, year))


def check_units(units: Iterable[Unit], powers: Iterable[str]) -> tuple[str, ...]:
    """Everything implausible about the counters: factors, years, costs, ids, and which of these powers would have no army."""
    units = tuple(units)
    reasons = [reason for unit in units for reason in _unit_reasons(unit)]
    reasons += [f"{uid}: the id is used {n} times" for uid, n in Tally(unit.id for unit in units).items() if n > 1]
    reasons += _pool_reasons(units, powers)
    return tuple(reasons)


def _unit_reasons(unit: Unit) -> Iterator[str]:
    for field, (low, high) in _RANGES.items():
        value = getattr(unit, field, None)
        if value is not None and not low <= value <= high:
            yield f"{unit.id}: {field} {value} is outside {low} to {high}"
    if unit.year is not None and not _YEARS[0] <= unit.year <= _YEARS[1]:
        yield f"{unit.id}: available in {unit.year}"
    if isinstance(unit, LandCounter):
        if unit.cost is None and unit.type not in _NOT_BUILT:
            yield f"{unit.id}: has no cost"
        if (unit.reorganisation is not None) != unit.type.startswith("HQ"):
            yield f"{unit.id}: HQs, and only they, have a reorganisation value"
    if isinstance(unit, NavalCounter):
        if (unit.convoy_points is not None) != (unit.type in _CONVOYS):
            yield f"{unit.id}: convoys and their escorts, and only they, have convoy points"
        if unit.type is NavalType.CV and unit.air_component is None:
            yield f"{unit.id}: a carrier without an air component"
    for note in unit.attested:
        field = note.partition(":")[0]
        if field not in unit.__struct_fields__:
            yield f"{unit.id}: attests {field!r}, which it does not have"


#: years of a war, and what every major power has in all of them
_WARS: dict[bool, tuple[range, tuple[str, ...]]] = {
    False: (range(1939, 1946), ("INF", "HQ-I", "FTR", "LND")),
    True: (range(1914, 1920), ("INF",)),  # the Great War begins with hardly an aircraft, and not all have headquarters
}


def _pool_reasons(units: tuple[Unit, ...], powers: Iterable[str]) -> Iterator[str]:
    years, needed = _WARS[any(unit.kit is Kit.FA for unit in units)]
    for power in sorted(powers):
        grown = 0
        for year in years:
            pool = tuple(force_pool(units, power, year))
            kinds = {unit.type for unit in pool}
            missing = [kind for kind in needed if kind not in kinds]
            if missing:
                yield f"{power}: no {', '.join(missing)} in {year}"
            if len(pool) < grown:
                yield f"{power}: the pool of {year} is smaller than the year before"
            grown = len(pool)
