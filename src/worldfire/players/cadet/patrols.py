"""Patrols: warships where transports and convoys are, or where an enemy can be beaten; the others stay in port.

Nobody sails to where the enemy's ports and airfields could send out more than he can face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worldfire.players.cadet.picture import is_world_war
from worldfire.players.cadet.seascape import OF_A_POINT, TRANSPORTS, Seascape, is_kind, worth
from worldfire.players.cadet.task_forces import (
    BATTLE,
    COVER,
    FEWEST_SHIPS,
    QUIET,
    Move,
    Station,
    Stations,
    company,
    light_company,
    may_pass,
    may_stay,
    of_powers,
    slowest_way,
    warships,
)
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s11_04_voyages import Way
from worldfire.tables.counters import NavalType

#: what covering own transports, relieving convoys under attack and keeping an eye on others promise in points
OF_COVER, OF_RELIEF, OF_A_WATCH = 0.5, 0.25, 0.16
#: what is hoped for of the enemy's ships when one is much the stronger
HOPED_FOR = 0.15
MOST_HOPED = 0.5
#: a submarine against convoys that nobody guards
OF_A_RAID = 0.2
#: in a world war: submarines that sail together, what each convoy point adds to a raid or an escort, and an escort that will do
MOST_OF_A_PACK, OF_A_CONVOY, STRONG_ESCORT = 3, 0.02, 25.0
#: the lowest section from which one finds anybody
LOWEST = 2
OF_THE_WAY = 0.02


def patrols(seascape: Seascape, reached: Stations) -> Iterator[Move]:
    """From each port into each sea area, in the highest section that is enough."""
    for (_, sea), sections in reached.items():
        for station in sections:
            if section_number(seascape.game, station.place) < LOWEST:
                break
            found = [*_raids(seascape, station, sea), *_patrols(seascape, station, sea)]
            yield from found
            if found:
                break


def _raids(seascape: Seascape, station: Station, sea: str) -> Iterator[Move]:
    """Submarines against convoys; in a world war in packs, and the rather the more there is to sink."""
    prey = seascape.convoys.get((sea, 1 - seascape.side), 0)
    packs = is_world_war(seascape.game)
    if not prey or (_submarines(seascape, seascape.own(sea)) >= MOST_OF_A_PACK if packs else seascape.own(sea)):
        return
    merit = OF_A_RAID + min(MOST_HOPED, OF_A_CONVOY * prey) * packs
    by_way: dict[Way, list[int]] = {}
    for ship, way in station.ships:
        if is_kind(seascape.game, ship, NavalType.SUB):
            by_way.setdefault(way if packs else (*way, -ship), []).append(ship)
    for ships in by_way.values():
        there = station.way_of(ships[0]) or ()
        yield Move(merit - OF_THE_WAY * len(there), tuple(ships[:MOST_OF_A_PACK]), there, purpose=f"raid {sea}")


def _submarines(seascape: Seascape, units: Iterable[int]) -> int:
    return sum(is_kind(seascape.game, unit, NavalType.SUB) for unit in units)


def _patrols(seascape: Seascape, station: Station, sea: str) -> Iterator[Move]:
    enemy, own, danger = seascape.enemy_might(sea), seascape.own_might(sea), seascape.danger(sea)
    convoys = seascape.convoys.get((sea, seascape.side), 0)
    merit, wanted = 0.0, 0.0
    if seascape.carries(sea) and own < COVER * danger:
        merit, wanted = OF_COVER, COVER * danger - own
    elif convoys and enemy > 0 and own < COVER * enemy:
        merit, wanted = OF_RELIEF, max(BATTLE * enemy, danger) - own
    prey = of_prey(seascape, sea)
    if prey > merit and own < max(BATTLE * enemy, danger):
        merit, wanted = prey, max(BATTLE * enemy, danger) - own
    for power in of_powers(seascape, station):
        able = warships(seascape, station, power)
        if merit:
            group = company(seascape, able, wanted)
            strong = own + seascape.might_of(group) >= BATTLE * enemy and may_stay(seascape, group, sea)
            value, purpose = merit, f"patrol {sea}"
        elif convoys and is_world_war(seascape.game):
            group, value, purpose = *_escort(seascape, able, sea, convoys), f"escort {sea}"
            strong = may_stay(seascape, group, sea)
        else:
            group = light_company(seascape, able) if convoys and not own and not danger else ()
            strong, value, purpose = True, OF_A_WATCH, f"watch {sea}"
        way = slowest_way(station, group) if group else None
        if way is not None and strong and may_pass(seascape, group, way):
            yield Move(value - OF_THE_WAY * len(way) * bool(merit), group, way, purpose=purpose)


def _escort(seascape: Seascape, able: list[int], sea: str, convoys: int) -> tuple[tuple[int, ...], float]:
    """Who guards convoys against whatever may come out, and what that promises: the more the more lie there in danger."""
    guards = [unit for unit in seascape.own(sea) if is_kind(seascape.game, unit, NavalType.SCS)]
    danger, own, threat = seascape.danger(sea), seascape.own_might(sea), seascape.raiders(sea)
    if len(guards) >= FEWEST_SHIPS and own >= min(danger, STRONG_ESCORT):
        return (), 0.0
    value = OF_A_WATCH + min(MOST_HOPED, OF_A_CONVOY * convoys) * bool(threat or danger)
    if danger <= QUIET:
        return light_company(seascape, able), value
    return company(seascape, able, danger - own), value


def of_prey(seascape: Seascape, sea: str) -> float:
    """What may be sunk there, in points."""
    game = seascape.game
    ships = [unit for unit in seascape.enemies(sea) if not is_kind(game, unit, NavalType.SUB)]
    laden = any(is_kind(game, unit, *TRANSPORTS) for unit in ships)
    value = sum(worth(game, unit) for unit in ships) + seascape.convoys.get((sea, 1 - seascape.side), 0)
    return min(MOST_HOPED, HOPED_FOR * value / OF_A_POINT + 0.1 * laden)
