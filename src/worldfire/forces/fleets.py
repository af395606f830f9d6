"""Which fleet a campaign is set up with: single ships where their kits are in use, otherwise the Classic squadrons (1.2.1).

The campaigns name single ships. A Classic counter takes the place of its leading ship, or where a campaign does not name
that one, of the first of its other ships that it names. The Classic game has half as many submarines, each of twice as many
boats, and lays its convoy points in fives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from worldfire.forces.things import Counter
from worldfire.tables.campaign import Arrival, Campaign, Fact, Group, Pool, PowerSetUp
from worldfire.tables.counters import Kit, NavalAbility, NavalCounter

#: ship classes of a kit of their own (22.14)
_KIT_OF_CLASS: Mapping[str, Kit] = {"CL": Kit.CLIF}
#: 1.2.1: a submarine counter of the Ships kit is half of a Classic one
_SUBMARINES_OF_THE_SHIPS_KIT = 2

Ships = tuple[str, ...]


def sails(unit: Counter, kits: frozenset[Kit]) -> bool:
    """Whether this counter, if it is a ship, is one of the fleet: a Classic one gives way to the kit of its class.

    Service squadrons belong to an option of their own (22.13).
    """
    if not isinstance(unit, NavalCounter):
        return True
    if NavalAbility.SERVICE_SQUADRON in unit.abilities:
        return False
    return unit.kit is not Kit.WIF or _KIT_OF_CLASS.get(unit.ship_class, Kit.SIF) not in kits


def convoy_kit(kits: frozenset[Kit]) -> Kit:
    """The kit whose convoy counters are in use."""
    return next((kit for kit in (Kit.FA, Kit.SIF) if kit in kits), Kit.WIF)


def with_fleet(
    campaign: Campaign, counters: Iterable[Counter], classic_ships: Mapping[str, Ships], kits: frozenset[Kit]
) -> Campaign:
    """The campaign with the fleet of these kits in the places of the ships that it names."""
    squadrons = [unit.id for unit in counters if unit.id in classic_ships and sails(unit, kits)]
    if not squadrons:
        return campaign
    named = {ship for set_up in campaign.powers.values() for ship in _named(set_up)}
    places: dict[str, Ships] = {}
    for squadron in squadrons:
        standing = [ship for ship in classic_ships[squadron] if ship in named]
        places |= {ship: places.get(ship, ()) for ship in standing}
        if standing:
            places[standing[0]] += (squadron,)
    powers = {power: _power_with(set_up, places, kits) for power, set_up in campaign.powers.items()}
    return msgspec.structs.replace(campaign, powers=powers)


def _named(set_up: PowerSetUp) -> Iterator[str]:
    for group in set_up.groups:
        yield from group.ships
    for arrival in set_up.production_circle:
        yield from arrival.units
    for pool in (set_up.reserve_pool, set_up.construction_pool, set_up.repair_pool, set_up.out_of_play):
        yield from pool.value if pool else ()


def _power_with(set_up: PowerSetUp, places: Mapping[str, Ships], kits: frozenset[Kit]) -> PowerSetUp:
    def fleet(ships: Ships) -> Ships:
        return tuple(unit for ship in ships for unit in places.get(ship, (ship,)))

    def group(given: Group) -> Group:
        return msgspec.structs.replace(given, ships=fleet(given.ships))

    def arrival(given: Arrival) -> Arrival:
        return msgspec.structs.replace(given, units=fleet(given.units))

    def pool(given: Fact[Ships] | None) -> Fact[Ships] | None:
        return given and msgspec.structs.replace(given, value=fleet(given.value))

    single_ships = convoy_kit(kits) is Kit.SIF
    return msgspec.structs.replace(
        set_up,
        groups=tuple(map(group, set_up.groups)),
        production_circle=tuple(map(arrival, set_up.production_circle)),
        reserve_pool=pool(set_up.reserve_pool),
        construction_pool=pool(set_up.construction_pool),
        repair_pool=pool(set_up.repair_pool),
        out_of_play=pool(set_up.out_of_play),
        submarines=set_up.submarines if single_ships else _halved(set_up.submarines),
        convoy_points=set_up.convoy_points if single_ships else _in_fives(set_up.convoy_points),
    )


def _halved(pool: Pool | None) -> Pool | None:
    """Half as many, a half too many in the first of its zones."""
    if pool is None:
        return None
    before, shares = 0, []
    for share in pool.shares:
        after = before + share.count
        shares.append(msgspec.structs.replace(share, count=_classic_submarines(after) - _classic_submarines(before)))
        before = after
    return msgspec.structs.replace(pool, count=_classic_submarines(pool.count), shares=tuple(shares))


def _classic_submarines(count: int) -> int:
    return -(-count // _SUBMARINES_OF_THE_SHIPS_KIT)


def _in_fives(pool: Pool | None) -> Pool | None:
    if pool is None:
        return None
    shares = tuple(msgspec.structs.replace(share, count=share.classic) for share in pool.shares)
    return msgspec.structs.replace(pool, count=sum(share.count for share in shares), shares=shares)
