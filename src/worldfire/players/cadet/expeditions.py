"""Expeditions: transports that carry invaders to a coast worth taking, with the warships that they need."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from worldfire.forces.who import power_of
from worldfire.players.cadet.asking import Question
from worldfire.players.cadet.invading import Lander
from worldfire.players.cadet.landings import (
    best_beach,
    could_board,
    is_high_enough,
    may_be_spared,
    may_invade_from,
    price_of_leaving,
    worth_landing,
)
from worldfire.players.cadet.seascape import TRANSPORTS, Seascape, has_cargo, is_kind
from worldfire.players.cadet.task_forces import (
    Move,
    Station,
    Stations,
    company,
    may_pass,
    may_stay,
    slowest_way,
    warships,
)
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s11_04_voyages import Berth, Voyages
from worldfire.tables.counters import NavalType

#: transports in one expedition
MOST_TRANSPORTS = 3
#: invaders that are considered for one expedition: the best by themselves
FEW_INVADERS = 4
#: what a longer way costs, for each sea area
OF_THE_WAY = 0.02

#: an invader, its transport, and whether it goes aboard in port
Load = tuple[int, int, bool]


def expeditions(question: Question, seascape: Seascape, shape: Voyages, reached: Stations) -> Iterator[Move]:
    """From each port into each sea area with a beach, the best that its transports and warships can do."""
    berths: dict[int, list[Berth]] = {}
    for fleet in shape.fleets:
        berths.setdefault(fleet.start, []).extend(fleet.berths)
    for (start, sea), sections in reached.items():
        if sea not in seascape.beaches:
            continue
        for station in sections:
            if is_high_enough(seascape.game, station.place):
                found = _expedition(question, seascape, station, sea, berths[start])
                if found is not None:
                    yield found
                    break


def _expedition(question: Question, seascape: Seascape, station: Station, sea: str, berths: list[Berth]) -> Move | None:
    game = seascape.game
    ships = [ship for ship, _ in station.ships if is_kind(game, ship, *TRANSPORTS) and not has_cargo(game, ship)]
    loads = list(_loads(question, seascape, ships, sea, berths)) if ships else []
    best: Move | None = None
    for power in sorted({power_of(game, ship) for _, ship, _ in loads}):
        own = [load for load in loads if power_of(game, load[1]) == power]
        able = warships(seascape, station, power)
        group = company(seascape, able, seascape.danger(sea) - seascape.own_might(sea))
        section = section_number(game, station.place)
        coming = [(ship, section) for ship in group]
        for chosen in _choices(seascape, own, sea, section):
            items = (*(ship for _, ship, _ in chosen), *group)
            beach = best_beach(seascape, _landers(seascape, chosen, section), sea, coming)
            way = slowest_way(station, items)
            if beach is None or way is None:
                continue
            merit = beach.merit - sum(price_of_leaving(seascape, unit) for unit, _, _ in chosen) - OF_THE_WAY * len(way)
            if merit < worth_landing(game) or (best is not None and merit <= best.merit):
                continue
            if may_pass(seascape, items, way) and may_stay(seascape, items, sea):
                aboard = tuple((unit, ship) for unit, ship, in_port in chosen if in_port)
                best = Move(merit, items, way, aboard, f"take {beach.place}", lands=True)
    return best


def _loads(question: Question, seascape: Seascape, ships: list[int], sea: str, berths: list[Berth]) -> Iterator[Load]:
    """Aboard in port, or from the coast of the sea area."""
    game = seascape.game
    for unit, ship in berths:
        if ship in ships and may_invade_from(game, unit, ship) and may_be_spared(seascape, unit):
            yield unit, ship, True
    for ship in ships:
        for unit in could_board(seascape, question.seat, ship, sea):
            yield unit, ship, False


def _landers(seascape: Seascape, loads: tuple[Load, ...], section: int) -> list[Lander]:
    game = seascape.game
    return [Lander(unit, section, is_kind(game, ship, NavalType.TRS)) for unit, ship, _ in loads]


def _choices(seascape: Seascape, loads: list[Load], sea: str, section: int) -> Iterator[tuple[Load, ...]]:
    """One load, or several of the best together, each with a ship and a unit of its own."""

    def alone(load: Load) -> float:
        beach = best_beach(seascape, _landers(seascape, (load,), section), sea)
        return -1.0 if beach is None else beach.merit - price_of_leaving(seascape, load[0])

    ranked = sorted(loads, key=lambda load: (-alone(load), load))
    units = list(dict.fromkeys(load[0] for load in ranked))[:FEW_INVADERS]
    few = [load for load in ranked if load[0] in units]
    for number in range(1, MOST_TRANSPORTS + 1):
        for chosen in combinations(few, number):
            if len({load[0] for load in chosen}) == len({load[1] for load in chosen}) == number:
                yield chosen
