"""A campaign laid out: its places, who is who, where every counter starts, and what each power has to set up.

All of it follows from the tables and the board, so it is made once and shared by every game of the campaign. Sorting the
counters follows the sister texts (PatiF 11.1.5, AiF 23.5.2): a pool for each type, for aircraft by cost as well; what is
dated after the start year is set aside; volunteers wait for their city (22.8).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from worldfire.forces.borders import region_hexes
from worldfire.forces.fleets import convoy_kit, sails, with_fleet
from worldfire.forces.ground import Ground, slug
from worldfire.forces.nations import Nations
from worldfire.forces.pools import (
    FORCE_POOL,
    LEND_LEASE_POOL,
    LIBERATED,
    PARTISANS,
    REMOVED,
    circle_space,
    force_pool,
    is_striped,
    kind_of,
    land_kind,
    next_year_pool,
)
from worldfire.forces.things import Counter
from worldfire.forces.who import NOBODY
from worldfire.forces.zones import country_holders, hex_of, hexes_of_zone, holders_at_start, playing_hexes
from worldfire.tables.campaign import (
    Campaign,
    Draw,
    Face,
    Group,
    OtherShips,
    Pool,
    Share,
    turn_number,
)
from worldfire.tables.counters import Kit, LandAbility, LandCounter, NavalCounter, NavalType

SECTIONS = range(5)
#: turns after the last one whose spaces of the production circle can still be reached
LONGEST_BUILD = 6
VOLUNTEERS = "city-based volunteers"
#: where units lie that only an event brings
SET_ASIDE = "set aside"
POOLS_OF_A_POWER = (
    "set-up",
    "convoy pool",
    "reserve pool",
    "construction pool",
    "repair pool",
    "off map",
    "out of play",
)


@dataclass(frozen=True)
class PoolDraw:
    """So many units at random from a pool; if it is short, from those of the next year."""

    pool: int
    next_year: int
    count: int


@dataclass(frozen=True)
class Task:
    """What a power sets up in one zone. Without a zone the units wait off map."""

    where: str
    zone: tuple[int, ...]
    off_map: bool
    named: tuple[int, ...]
    draws: tuple[PoolDraw, ...]
    #: holders that the default placement faces; None: the enemy
    front: tuple[int, ...] | None = None
    #: in hexes of others
    abroad: bool = False


@dataclass(frozen=True)
class ConvoyTask:
    """Convoy points of a power: the sea-box sections where they may start, with the proposed numbers."""

    points: int
    left: int
    proposal: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Layout:
    """See the module's text. Places, powers and countries are numbers here as in the state."""

    campaign: Campaign
    hexes: int
    place_names: tuple[str, ...]
    place: Mapping[str, int]
    powers: tuple[str, ...]
    sides: tuple[str, ...]
    side_of_power: tuple[int, ...]
    countries: tuple[str, ...]
    power_of_country: tuple[int, ...]
    #: by country: the power that has conquered it
    conqueror: tuple[int, ...]
    #: by thing
    counters: tuple[int, ...]
    country_of_thing: tuple[int, ...]
    start: tuple[int, ...]
    face_down: tuple[int, ...]
    #: by hex
    home_country: tuple[int, ...]
    controller: tuple[int, ...]
    playing: frozenset[int]
    force_pools: frozenset[int]
    #: in the order of set-up; powers that are to set up when they join the war come last
    tasks: tuple[tuple[str, tuple[Task, ...]], ...]
    #: how many of them set up when the campaign begins
    set_up_at_start: int
    convoys: Mapping[str, ConvoyTask]


def section_name(sea: str, section: int) -> str:
    return f"{sea} {section}"


def make_layout(
    campaign: Campaign,
    counters: tuple[Counter, ...],
    ground: Ground,
    nations: Nations,
    kits: frozenset[Kit],
    classic_ships: Mapping[str, tuple[str, ...]],
) -> Layout:
    return _Maker(with_fleet(campaign, counters, classic_ships, kits), counters, ground, nations, kits).layout()


class _Maker:
    """Makes a layout; each method is one part of the work."""

    def __init__(
        self,
        campaign: Campaign,
        counters: tuple[Counter, ...],
        ground: Ground,
        nations: Nations,
        kits: frozenset[Kit],
    ) -> None:
        self.campaign, self.counters, self.ground, self.nations, self.kits = campaign, counters, ground, nations, kits
        self.playing = playing_hexes(ground, campaign)
        self.holders = holders_at_start(ground, campaign)
        self.country_holder = country_holders(ground.board, campaign)
        tables = ground.board.tables
        self.countries_in_play = {slug(tables.country[here]) for here in self.playing if tables.country[here]}
        self.rows = tuple(row for row, unit in enumerate(counters) if self._plays(unit))
        self.units = tuple(counters[row] for row in self.rows)
        self.thing = {unit.id: thing for thing, unit in enumerate(self.units)}
        self.places: dict[str, int] = {}
        self.power: dict[str, int] = {}

    def layout(self) -> Layout:
        campaign, board = self.campaign, self.ground.board
        powers = self._powers()
        power = self.power = {name: number for number, name in enumerate(powers)}
        sides = tuple(campaign.sides.value)
        side = {name: number for number, members in enumerate(campaign.sides.value.values()) for name in members}
        homes = {self._home(unit): self._holder_of_home(unit) for unit in self.units}
        owners = {**homes, **self.country_holder, **self._exiles}
        offshoots = self._offshoots()
        owners.update((name, name) for name in offshoots)
        countries = (*sorted(owners.keys() - {*offshoots}), *offshoots)
        country = {name: number for number, name in enumerate(countries)}
        starts = [self._start(unit) for unit in self.units]
        self._name_places(powers, starts)
        return Layout(
            campaign=campaign,
            hexes=len(board),
            place_names=tuple(self.places),
            place=self.places,
            powers=powers,
            sides=sides,
            side_of_power=tuple(side.get(name, NOBODY) for name in powers),
            countries=countries,
            power_of_country=tuple(power[owners[name]] for name in countries),
            conqueror=tuple(self._conqueror(name, owners[name]) for name in countries),
            counters=self.rows,
            country_of_thing=tuple(country[self._home(unit)] for unit in self.units),
            start=tuple(self.places[name] for name in starts),
            face_down=tuple(int(unit.id in self._face_down) for unit in self.units),
            home_country=self._home_countries(country),
            controller=tuple(power[name] if name else NOBODY for name in self.holders),
            playing=self.playing,
            force_pools=frozenset(at for name, at in self.places.items() if name.startswith(FORCE_POOL)),
            tasks=tuple((name, self._tasks(name)) for name in (*campaign.set_up_order.value, *campaign.latent)),
            set_up_at_start=len(campaign.set_up_order.value),
            convoys={name: self._convoys(name) for name in campaign.powers},
        )

    def _home_countries(self, country: Mapping[str, int]) -> tuple[int, ...]:
        """As printed, but for regions that the campaign gives to whoever claimed them (19.6)."""
        found = [country.get(slug(name), NOBODY) for name in self.ground.board.tables.country]
        for claim in self.nations.claims:
            region = region_hexes(self.ground, claim.region)
            if all(self.holders[here] == claim.claimant for here in region):
                for here in region:
                    found[here] = country[claim.claimant]
        return tuple(found)

    # ------------------------------------------------------------------------------------------------- who and what plays

    def _plays(self, unit: Counter) -> bool:
        """Counters of the campaign's powers, of minor countries that these set up, and of those on its maps.

        Convoys are points, not things.
        """
        if unit.kit not in self.kits or not sails(unit, self.kits) or unit.type is NavalType.CONV:
            return False
        if unit.power in self.nations.potential:
            return True
        if unit.power in self.nations.major_powers:  # an ally's contingent may be named
            return unit.power in self.campaign.powers or unit.id in self._named_places
        aligned = any(unit.power in set_up.minors for set_up in self.campaign.powers.values())
        return unit.power == PARTISANS or aligned or self._country(unit) in self.countries_in_play

    def _powers(self) -> tuple[str, ...]:
        """First those of the sides; then whoever else holds something, neutral minor countries too, as themselves.

        Where no score of its own decides a campaign, powers may fall and leave what they held to itself (13.7.1).
        """
        playing = self._playing()
        others = {*self.holders, *self.country_holder.values(), *map(self._holder_of_home, self.units)}
        found = (*playing, *sorted(others - {""} - set(playing)))
        orphans = self.ground.minors.keys() & self.countries_in_play if self.campaign.score is None else frozenset()
        return (*found, *sorted(orphans - {*found}), *self._offshoots(), *self._seceding())

    def _offshoots(self) -> tuple[str, ...]:
        """Powers that may come of one of the campaign's."""
        return tuple(each.name for each in self.nations.offshoots if each.parent in self._playing())

    def _pools_apart(self) -> set[str]:
        """Force pools of sides in a civil war, for every kind of unit that the whole power has."""
        sides = {each.name: each.parent for each in self.nations.offshoots if each.shares_home}
        return {
            force_pool(name, kind_of(unit))
            for name in self._offshoots()
            if name in sides
            for unit in self.units
            if unit.power == sides[name]
        }

    def _seceding(self) -> tuple[str, ...]:
        """Home countries in play that may become minor countries."""
        return tuple(name for name in self.nations.seceding if name in self.countries_in_play)

    def _playing(self) -> tuple[str, ...]:
        return tuple(name for members in self.campaign.sides.value.values() for name in members)

    def _home(self, unit: Counter) -> str:
        """Whose unit it is: its country, or its side in a civil war."""
        return self.nations.country_of_units(unit.home)

    def _country(self, unit: Counter) -> str:
        """The country of the board that it comes from."""
        return self.nations.country_of_home(unit.home)

    def _main_home(self, power: str) -> str:
        """The home country whose units a draw means unless it says otherwise (PatiF 11.1.6)."""
        return self.nations.main_homes.get(power, power)

    def _holder_of_home(self, unit: Counter) -> str:
        country = self._country(unit)
        return self._exiles.get(country) or self.country_holder.get(country, unit.power)

    @cached_property
    def _exiles(self) -> Mapping[str, str]:
        """Country that fights on although it is conquered → whose its units are."""
        war = self.campaign.great_war
        return {} if war is None or war.exiles is None else {name: at.power for name, at in war.exiles.value.items()}

    def _conqueror(self, country: str, owner: str) -> int:
        holder = self.country_holder.get(country, owner) if country in self._exiles else owner
        return self.power[holder] if self._conquered(country, holder) else NOBODY

    def _conquered(self, home: str, holder: str) -> bool:
        """Held by a power that is neither its own nor the one that it was aligned with in 1939 or is by this campaign."""
        country = self.nations.country_of_home(home)
        if self.campaign.great_war is not None:
            return country in self.campaign.great_war.conquered.value
        powers, board = self.campaign.powers, self.ground.board
        aligned = powers[holder].minors if holder in powers else ()
        if holder in (home, country) or country in aligned or home in aligned:
            return False
        since = {slug(name): slug(entry.controller or name) for name, entry in board.countries.items()}
        return since.get(country, holder) != holder

    # -------------------------------------------------------------------------------------------- where the counters start

    @cached_property
    def _face_down(self) -> frozenset[str]:
        arrivals = (arrival for set_up in self.campaign.powers.values() for arrival in set_up.production_circle)
        return frozenset(unit for arrival in arrivals if arrival.face is Face.DOWN for unit in arrival.units)

    @cached_property
    def _named_places(self) -> Mapping[str, str]:
        """Counters that the campaign names → where they start; those to be set up wait beside the map."""
        found: dict[str, str] = {}
        for power, set_up in self.campaign.powers.items():
            for group in set_up.groups:
                found.update(dict.fromkeys(group.named, f"set-up of {power}"))
            for arrival in set_up.production_circle:
                found.update(dict.fromkeys(arrival.units, circle_space(turn_number(arrival.turn))))
            for title, pool in (
                ("reserve pool", set_up.reserve_pool),
                ("construction pool", set_up.construction_pool),
                ("repair pool", set_up.repair_pool),
                ("out of play", set_up.out_of_play),
            ):
                if pool is not None:
                    found.update(dict.fromkeys(pool.value, f"{title} of {power}"))
        if self.campaign.great_war is not None:
            found.update(dict.fromkeys(self.campaign.great_war.set_aside.value, SET_ASIDE))
        return found

    def _start(self, unit: Counter) -> str:
        named = self._named_places.get(unit.id)
        if named is not None:
            return named
        if isinstance(unit, LandCounter) and LandAbility.CITY_BASED_VOLUNTEER in unit.abilities:
            return VOLUNTEERS
        year = self.campaign.start_year
        if unit.year is not None and unit.year > year:
            near = unit.power in self.campaign.powers and unit.year == year + 1 and not is_striped(unit)
            return next_year_pool(unit.year, unit.home, kind_of(unit)) if near else f"available in {unit.year}"
        if unit.power == PARTISANS:
            return PARTISANS
        aside = isinstance(unit, LandCounter) and LandAbility.SET_ASIDE in unit.abilities
        if aside or unit.available in self.nations.events:
            return SET_ASIDE
        if is_striped(unit):
            return LEND_LEASE_POOL
        if unit.power not in self.campaign.powers:
            return self._start_of_minor(unit)
        return self._start_of_major(unit)

    def _start_of_minor(self, unit: Counter) -> str:
        """A conquered country has no army; one that is neutral keeps it beside the map, and so does one that is aligned.

        The reserves of an aligned minor country can be called out by its major power (9.7); those of Italy, which a
        campaign may leave to Germany, serve elsewhere.
        """
        country, holder = self._country(unit), self._holder_of_home(unit)
        set_up = self.campaign.powers.get(holder)
        aligned = set_up is not None and unit.power in set_up.minors
        if aligned and self.campaign.great_war is not None:  # its army is drawn from pools, like those of the powers
            return force_pool(unit.home, kind_of(unit))
        if self._conquered(country, holder) and self.campaign.great_war is not None:
            return REMOVED
        if aligned and country in self.ground.minors and unit.available in self.nations.reserves:
            return f"reserve pool of {holder}"
        own = holder in (country, unit.power) or self.ground.minors.get(country) == holder
        return f"army of {unit.power}" if aligned or own else REMOVED

    def _start_of_major(self, unit: Counter) -> str:
        if self._holder_of_home(unit) != unit.power:  # its home is in enemy hands
            return f"out of play of {unit.power}"
        if isinstance(unit, NavalCounter):
            if unit.sunk and int(unit.sunk[:4]) < self.campaign.start_year:
                return REMOVED
            other_ship = unit.type in (NavalType.SCS, NavalType.CV)
            if other_ship and self.campaign.other_ships.value is OtherShips.OUT_OF_PLAY:
                return f"out of play of {unit.power}"
        if unit.available in self.nations.reserves and unit.power not in self.campaign.reserves_called.value:
            return f"reserve pool of {unit.power}"
        return force_pool(unit.home, kind_of(unit))

    def _name_places(self, powers: tuple[str, ...], starts: list[str]) -> None:
        """Every place has its number after the hexes: sea-box sections, spaces of the circle, then pools and trays."""
        campaign = self.campaign
        names = [section_name(sea, section) for sea in self.ground.board.sea_areas for section in SECTIONS]
        first, last = turn_number(campaign.first_turn.value), turn_number(campaign.last_turn.value)
        names += [circle_space(turn) for turn in range(first, last + 1 + LONGEST_BUILD)]
        for power in campaign.powers:
            names += [f"{title} of {power}" for title in POOLS_OF_A_POWER]
        names += [f"tray of {power}" for power in powers]
        names += sorted({force_pool(unit.home, kind_of(unit)) for unit in self.units if unit.power != PARTISANS})
        names += [VOLUNTEERS, PARTISANS, REMOVED, LEND_LEASE_POOL, LIBERATED, *sorted(starts)]
        # A power that sets nothing up may come by ships and units later. Last, for earlier games know places by number.
        later = (*self._playing(), *self._offshoots())
        names += [f"{title} of {power}" for power in later for title in POOLS_OF_A_POWER]
        names += sorted(self._pools_apart())
        names += [f"army of {name}" for name in self._seceding()]
        for name in names:
            self.places.setdefault(name, len(self.ground.board) + len(self.places))

    # ---------------------------------------------------------------------------------------------------- what is set up

    def _tasks(self, power: str) -> tuple[Task, ...]:
        """Narrow zones first, so that a wide one cannot take the room that a narrow one needs."""
        set_up = self.campaign.powers[power]
        tasks = [self._group_task(power, group) for group in set_up.groups]
        for kind, pool in (
            (NavalType.SUB, set_up.submarines),
            (NavalType.TRS, set_up.transports),
            (NavalType.AMPH, set_up.amphibious),
        ):
            if pool is not None:
                tasks += [self._pool_task(power, kind, pool, share) for share in pool.shares if share.count]
        return tuple(sorted((task for task in tasks if task.named or task.draws), key=lambda task: len(task.zone)))

    def _group_task(self, power: str, group: Group) -> Task:
        home = group.home or self._main_home(power)
        draws = tuple(self._draw(home, draw) for draw in (*group.land, *group.air) if draw.count)
        zone = hexes_of_zone(self.ground, self.playing, self.holders, group.zone)
        off_map = any(term.off_map for term in group.zone)
        front = None if group.front is None else tuple(self.power[slug(name)] for name in group.front)
        named = tuple(self.thing[unit] for unit in group.named if unit in self.thing)  # others: kits not in use
        return Task(group.where, zone, off_map, named, draws, front, group.abroad)

    def _pool_task(self, power: str, kind: NavalType, pool: Pool, share: Share) -> Task:
        home = self._main_home(power)
        draw = self._draw(home, Draw(type=kind, count=share.count))
        zone = hexes_of_zone(self.ground, self.playing, self.holders, share.zone)
        off_map = any(term.off_map for term in share.zone)
        return Task(f"{kind}: {pool.where}", zone, off_map, (), (draw,))

    def _draw(self, home: str, draw: Draw) -> PoolDraw:
        home, kind = draw.home or home, f"{land_kind(draw.type, draw.size)}{draw.cost or ''}"
        pool = self.places.get(force_pool(home, kind), NOBODY)
        later = self.places.get(next_year_pool(self.campaign.start_year + 1, home, kind), NOBODY)
        return PoolDraw(pool, later, draw.count)

    def _berth(self, share: Share) -> int:
        return hex_of(self.ground.board, share.port) if share.port else self.places[section_name(share.sea, 0)]

    def _convoys(self, power: str) -> ConvoyTask:
        """What is not set up stays in the force pool; there are as many points as the counters of the kit print."""
        pool = self.campaign.powers[power].convoy_points
        shares = pool.shares if pool is not None else ()
        total = sum(
            unit.convoy_points or 0
            for unit in self.counters
            if isinstance(unit, NavalCounter) and unit.power == power and unit.kit is convoy_kit(self.kits)
        )
        points = sum(part.count for part in shares)
        proposal = tuple((self._berth(part), part.count) for part in shares)
        return ConvoyTask(points, max(total - points, 0), proposal)
