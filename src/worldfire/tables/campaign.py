"""Campaigns: when and where they are played, who is at war, and what each power sets up. The set-up itself is rules."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from importlib.resources.abc import Traversable
from typing import Generic, TypeVar

import msgspec
import yaml

from worldfire.tables.collection import Overlay, Tables, UnknownNameError, load_tables
from worldfire.tables.counters import AirCounter, Counter, Kit, LandCounter, Size
from worldfire.tables.files import DataError, Problem, read_yaml
from worldfire.tables.provenance import Provenance

T = TypeVar("T")

MONTHS = ("Jan/Feb", "Mar/Apr", "May/Jun", "Jul/Aug", "Sep/Oct", "Nov/Dec")
#: of World in Flames, and the one more of Fatal Alliances
SHEETS = ("west-europe", "east-europe", "asia", "pacific", "america", "world")
#: as hex numbers begin
SHEET_LETTERS = ("W", "E", "A", "P", "M", "G")
_TURN = re.compile(r"(\w{3}/\w{3}) (\d{4})")


def turn_number(turn: str) -> int:
    """Turns counted from Jan/Feb of the year 0, so that later is more; ValueError if it is no turn."""
    match = _TURN.fullmatch(turn)
    if match is None or match[1] not in MONTHS:
        raise ValueError(f"{turn!r} is no turn such as May/Jun 1941")
    return len(MONTHS) * int(match[2]) + MONTHS.index(match[1])


def turn_name(turn: int) -> str:
    """The turn of this number, such as May/Jun 1941."""
    return f"{MONTHS[turn % len(MONTHS)]} {turn // len(MONTHS)}"


class Fact(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """Something about a campaign, and how we know it."""

    value: T
    provenance: Provenance
    source: str


class Draw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units of a type that a power sets up: some by name, the others drawn at random."""

    type: str
    count: int = 0
    size: Size = Size.CORPS
    #: whose units are drawn, if not those that the group names
    home: str = ""
    #: aircraft are drawn by what they cost with pilots, which is the number on the back
    cost: int | None = None
    named: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        return self.count + len(self.named)


class Only(StrEnum):
    CITIES = "cities"
    PORTS = "ports"


class Term(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexes that satisfy everything said here; the board knows the names, this module does not.

    A zone is a union of such terms.
    """

    countries: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    #: regions left out
    excluding: tuple[str, ...] = ()
    #: cities, ports or hex numbers
    places: tuple[str, ...] = ()
    #: within so many hexes of these places
    near: tuple[str, ...] = ()
    #: within so many hexes of what these hold at the start
    border: tuple[str, ...] = ()
    within: int = 0
    only: Only | None = None
    #: letters of the sheets
    sheets: tuple[str, ...] = ()
    #: coastal hexes on these sea areas
    seas: tuple[str, ...] = ()
    #: degrees, south and west negative
    north_of: float | None = None
    south_of: float | None = None
    east_of: float | None = None
    west_of: float | None = None
    #: not on the map: a pool of the power from which units come later
    off_map: bool = False

    @property
    def is_empty(self) -> bool:
        return self == Term()


Zone = tuple[Term, ...]


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a power sets up in one zone. `where` says it for people, `zone` in terms of the board."""

    where: str
    zone: Zone
    #: whose units are drawn; none: those of the power's main home country
    home: str = ""
    #: whose border the default placement faces; unsaid: that of the enemy; an empty list: nobody's
    front: tuple[str, ...] | None = None
    land: tuple[Draw, ...] = ()
    air: tuple[Draw, ...] = ()
    ships: tuple[str, ...] = ()
    #: option 54: without its kit they stay in their box
    territorials: tuple[str, ...] = ()
    warlords: str = ""
    #: the campaign itself puts them where their power could not set up: in ports of others
    abroad: bool = False
    provenance: Provenance
    source: str

    @property
    def named(self) -> tuple[str, ...]:
        """Every counter that the group names."""
        drawn = tuple(unit for draw in (*self.land, *self.air) for unit in draw.named)
        return (*drawn, *self.territorials, *self.ships)


class Share(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many of a pool's units in a zone, or so many convoy points in a sea area or a port."""

    count: int
    zone: Zone = ()
    sea: str = ""
    port: str = ""
    #: convoy points of the Classic game, which come in fives (13.6.1)
    classic: int = 0


class Pool(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number of like things: submarines, transports, convoy points."""

    count: int
    where: str = ""
    shares: tuple[Share, ...] = ()
    provenance: Provenance
    source: str


class Face(StrEnum):
    UP = "up"
    DOWN = "down"


class Arrival(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units on the production circle: face-down ones are ships in their first cycle."""

    turn: str
    face: Face = Face.UP
    units: tuple[str, ...]
    provenance: Provenance
    source: str


class PowerSetUp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that one power starts with."""

    order: int
    groups: tuple[Group, ...]
    #: aligned minor countries whose units it sets up as well
    minors: tuple[str, ...] = ()
    submarines: Pool | None = None
    transports: Pool | None = None
    amphibious: Pool | None = None
    convoy_points: Pool | None = None
    reserve_pool: Fact[tuple[str, ...]] | None = None
    construction_pool: Fact[tuple[str, ...]] | None = None
    repair_pool: Fact[tuple[str, ...]] | None = None
    #: units that serve elsewhere during the campaign
    out_of_play: Fact[tuple[str, ...]] | None = None
    production_circle: tuple[Arrival, ...] = ()
    notes: tuple[Fact[str], ...] = ()


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the initiative marker stands and which side moves first."""

    space: str
    first: str


class Weather(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the last roll left, and the first impulse's die where it is given."""

    modifier: int
    first_die: int


class Holding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that somebody holds at the start beyond what the board says."""

    holder: str
    zone: Zone


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a campaign is won that does not count objectives: so many points for one side, of which each hex is one."""

    side: str
    needed: int
    zone: Zone
    #: places of the zone that are worth another number of points
    worth: dict[str, int] = {}
    #: points for each carrier that the other side has lost, against which those of its own count
    carriers: int = 0


class OffMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Production points that a power makes off the map, from a turn on."""

    power: str
    points: int
    from_turn: str


class FactoryExit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes on the edge of the map where a power may ship factories off it, and what that costs (11.9)."""

    power: str
    rail_moves: int
    zone: Zone


class EntryMarkers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Markers with which US entry begins (13.3): by the names of the pools, and those whose pool the owner chooses."""

    choice: int = 0
    pools: dict[str, int] = {}
    #: US entry actions that have been noticed before
    actions: tuple[str, ...] = ()


class Site(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fort with so many hexsides, to be built in or beside a place."""

    hexsides: int
    near: str


class Works(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many entrenchments in a zone."""

    count: int
    zone: Zone


class Exile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A country that is conquered only at home: whose its units are, and which country is their home now."""

    power: str
    home: str


class Script(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An impulse of the first turn in which the campaign itself declares wars (FA 22.3)."""

    impulse: int
    #: (who, on whom)
    wars: tuple[tuple[str, str], ...]
    #: minor country that is attacked → the power that it aligns with, whether that one is active or not
    aligns: dict[str, str] = {}
    #: powers that may take a land action although they are neutral
    land_action: tuple[str, ...] = ()
    #: the powers that may act; all others pass
    acting: tuple[str, ...] = ()
    #: may other wars be declared?
    other_wars: bool = False


class GreatWar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What campaigns of Fatal Alliances begin with besides (FA 22)."""

    #: major powers that are flags until somebody brings them into the war (9.1, 15.3)
    latent: Fact[tuple[str, ...]]
    morale: Fact[dict[str, int]]
    political_points: Fact[dict[str, int]]
    #: country → box of the political track, where it is not the one printed there
    flags: Fact[dict[str, str]]
    offensive_points: Fact[dict[str, int]]
    pilots: Fact[dict[str, int]]
    forts: Fact[dict[str, tuple[Site, ...]]]
    entrenchments: Fact[dict[str, Works]]
    #: counters that only an event brings
    set_aside: Fact[tuple[str, ...]]
    #: countries that their holders have conquered; others that belong to somebody are aligned
    conquered: Fact[tuple[str, ...]]
    script: Fact[tuple[Script, ...]]
    #: countries that fight on although they are conquered
    exiles: Fact[dict[str, Exile]] | None = None
    #: land that nobody enters and nobody holds
    off_limits: Fact[Zone] | None = None
    #: events that may happen; unsaid: all
    events: Fact[tuple[str, ...]] | None = None
    #: power → garrison that it owes on the eastern border, and build points lost there up to a turn (14.4, 22.4)
    eastern_garrison: Fact[dict[str, int]] | None = None
    eastern_losses: Fact[dict[str, int]] | None = None
    eastern_losses_to: Fact[str] | None = None


class OtherShips(StrEnum):
    """Where named ships go that the campaign does not mention."""

    FORCE_POOL = "force pool"
    OUT_OF_PLAY = "out of play"


class Campaign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One campaign of section 24."""

    id: str
    name: str
    section: str
    first_turn: Fact[str]
    last_turn: Fact[str]
    turns: Fact[int]
    players: Fact[str]
    sheets: Fact[tuple[str, ...]]
    map_limits: Fact[str]
    sides: Fact[dict[str, tuple[str, ...]]]
    at_war: Fact[tuple[tuple[str, str], ...]]
    opening: Fact[str]
    pacts: Fact[tuple[tuple[str, str], ...]]
    #: the turn in which each of them was made; unsaid: the first (9.2)
    pacts_signed: Fact[tuple[str, ...]] | None = None
    initiative: Fact[Start]
    weather: Fact[Weather]
    us_entry: Fact[str]
    #: US entry options that count as chosen: what they forbid until then is allowed (13.3.2)
    entry_options: Fact[tuple[int, ...]] | None = None
    #: none: the campaign does without US entry
    entry_markers: Fact[EntryMarkers] | None = None
    reserves_called: Fact[tuple[str, ...]]
    control: Fact[tuple[str, ...]]
    #: `control` in terms of the board, where the board's own table does not say it
    holdings: Fact[tuple[Holding, ...]]
    #: powers that co-operate at the start (18.1)
    co_operating: Fact[tuple[tuple[str, str], ...]]
    other_ships: Fact[OtherShips]
    off_map: Fact[tuple[str, ...]] | None = None
    #: wars that a power must declare in its first impulse
    opening_wars: Fact[tuple[tuple[str, str], ...]] | None = None
    #: sides that declare no other war in the impulse in which they must declare these
    opening_wars_only: Fact[tuple[str, ...]] | None = None
    #: powers that may take a land action in the first turn even if they are neutral (9.1)
    first_land_action: Fact[tuple[str, ...]] | None = None
    #: neutral countries on its maps that nobody may draw into the war
    stay_neutral: Fact[tuple[str, ...]] | None = None
    #: where units come onto the map whose home is off it
    entry: Fact[tuple[Holding, ...]] | None = None
    off_map_production: Fact[tuple[OffMap, ...]] | None = None
    factory_exits: Fact[tuple[FactoryExit, ...]] | None = None
    score: Fact[Score] | None = None
    trade: Fact[tuple[str, ...]] | None = None
    set_up_order: Fact[tuple[str, ...]]
    victory: Fact[tuple[str, ...]]
    #: power → objectives that it is expected to hold at the end; bids are measured against them (24.1.2)
    expected_objectives: Fact[dict[str, int]] | None = None
    special_rules: tuple[Fact[str], ...]
    powers: dict[str, PowerSetUp]
    #: of Fatal Alliances
    great_war: GreatWar | None = None

    @property
    def latent(self) -> tuple[str, ...]:
        """Powers that are on no side yet, but have a set-up for the day when they join one."""
        return () if self.great_war is None else self.great_war.latent.value

    @property
    def start_year(self) -> int:
        return int(self.first_turn.value[-4:])


def read_campaign(path: Traversable) -> Campaign:
    """Read one campaign file; DataError if its shape is wrong."""
    try:
        return msgspec.convert(read_yaml(path.read_text(encoding="utf-8")), Campaign)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, msgspec.ValidationError) as error:
        raise DataError([Problem(path.name, 0, "", str(error))]) from error


def load_campaigns(tables: Tables | None = None) -> dict[str, Campaign]:
    """Every campaign of the tables (ours if none are given) by its id, earliest and largest last."""
    used = tables or load_tables()
    return _campaigns(used.title, used.overlay)


@cache
def _campaigns(title: str, overlay: Overlay) -> dict[str, Campaign]:
    paths = (path for path in overlay.paths(title) if path.startswith("campaigns/"))
    found = [read_campaign(overlay.find(path)) for path in paths]
    ordered = sorted(found, key=lambda campaign: (len(campaign.powers), campaign.id))
    return {campaign.id: campaign for campaign in ordered}


def find_campaign(name: str, tables: Tables | None = None) -> Campaign:
    """A campaign by its id or its name; UnknownNameError with the nearest if there is none."""
    campaigns = load_campaigns(tables)
    key = name.casefold().replace(" ", "-").replace("_", "-")
    if key not in campaigns:
        raise UnknownNameError("campaign", name, list(campaigns))
    return campaigns[key]


# ----------------------------------------------------------------------------------------------------------- checking


def check_campaign(campaign: Campaign, tables: Tables | None = None) -> tuple[str, ...]:
    """Everything about the campaign that does not agree with itself or with the counters."""
    counters = tables or load_tables()
    reasons = [*_date_reasons(campaign), *_side_reasons(campaign)]
    by_id: dict[str, Counter] = {unit.id: unit for unit in (*counters.land, *counters.air, *counters.naval)}
    for power, set_up in campaign.powers.items():
        reasons += [f"{power}: {reason}" for reason in _power_reasons(campaign, power, set_up, by_id)]
    return tuple(reasons)


def _date_reasons(campaign: Campaign) -> Iterator[str]:
    arrivals = [arrival.turn for set_up in campaign.powers.values() for arrival in set_up.production_circle]
    for turn in (campaign.first_turn.value, campaign.last_turn.value, *arrivals):
        try:
            turn_number(turn)
        except ValueError as error:
            yield str(error)
            return
    length = turn_number(campaign.last_turn.value) - turn_number(campaign.first_turn.value) + 1
    if length != campaign.turns.value:
        yield f"{campaign.turns.value} turns, but its dates give {length}"


def _side_reasons(campaign: Campaign) -> Iterator[str]:
    playing = {power for side in campaign.sides.value.values() for power in side}
    for sheet in campaign.sheets.value:
        if sheet not in SHEETS:
            yield f"there is no sheet {sheet!r}"
    for power in campaign.powers:
        if power not in (*playing, *campaign.latent):
            yield f"{power} sets up but is on no side"
    if {*campaign.set_up_order.value, *campaign.latent} != set(campaign.powers):
        yield "the set-up order does not name exactly the powers that set up"
    if campaign.initiative.value.first not in campaign.sides.value:
        yield f"{campaign.initiative.value.first!r} moves first but is no side"


def zones(campaign: Campaign) -> Iterator[Zone]:
    """Every zone of the campaign, for the board to check their names."""
    yield from (holding.zone for holding in campaign.holdings.value)
    for set_up in campaign.powers.values():
        yield from (group.zone for group in set_up.groups)
        yield from (share.zone for pool in _pools(set_up) for share in pool.shares)


def _pools(set_up: PowerSetUp) -> Iterator[Pool]:
    pools = (set_up.submarines, set_up.transports, set_up.amphibious, set_up.convoy_points)
    return (pool for pool in pools if pool is not None)


def _power_reasons(campaign: Campaign, power: str, set_up: PowerSetUp, by_id: dict[str, Counter]) -> Iterator[str]:
    for group in set_up.groups:
        if not group.zone or any(term.is_empty for term in group.zone):
            yield f"{group.where!r} is no zone"
        sheets = (sheet for term in group.zone for sheet in term.sheets if sheet not in SHEET_LETTERS)
        yield from (f"{group.where!r} names the sheet {sheet!r}" for sheet in sheets)
    for pool in _pools(set_up):
        if sum(share.count for share in pool.shares) != pool.count:
            yield f"{pool.where!r} does not share out {pool.count}"
    named = list(_named(set_up))
    for unit_id, times in Tally(named).items():
        unit = by_id.get(unit_id)
        if unit is None:
            yield f"there is no counter {unit_id!r}"
        elif unit.power not in (power, *set_up.minors):
            yield f"{unit_id} belongs to {unit.power}"
        if times > 1:
            yield f"{unit_id} is placed {times} times"
    yield from _short_pools(campaign, power, set_up, by_id)


def _named(set_up: PowerSetUp) -> Iterator[str]:
    for group in set_up.groups:
        yield from group.named
    for arrival in set_up.production_circle:
        yield from arrival.units
    for pool in (set_up.reserve_pool, set_up.construction_pool, set_up.repair_pool, set_up.out_of_play):
        yield from pool.value if pool else ()


def _short_pools(campaign: Campaign, power: str, set_up: PowerSetUp, by_id: dict[str, Counter]) -> Iterator[str]:
    """Draws that the counters of the year cannot satisfy. A short pool draws from the next year (24)."""
    wanted: Tally[tuple[str, Size, int | None]] = Tally()
    for draw in _draws(set_up.groups):
        wanted[draw.type, draw.size, draw.cost] += draw.total if draw.count else 0
    own = [unit for unit in by_id.values() if unit.power in (power, *set_up.minors)]
    for (kind, size, cost), count in wanted.items():
        there = sum(
            1 for unit in own if _matches(unit, kind, size, cost) and (unit.year or 0) <= campaign.start_year + 1
        )
        if there < count:
            yield f"sets up {count} {kind}{cost or ''} but has {there} by {campaign.start_year + 1}"


def _draws(groups: Iterable[Group]) -> Iterator[Draw]:
    for group in groups:
        yield from (*group.land, *group.air)


def _matches(unit: Counter, kind: str, size: Size, cost: int | None) -> bool:
    """Whether a draw may take the counter: those of the standard game, so that every choice of kits can set up."""
    if unit.kit not in (Kit.WIF, Kit.FA):
        return False
    if isinstance(unit, LandCounter):
        return unit.type == kind and unit.size is size
    return isinstance(unit, AirCounter) and unit.type == kind and unit.cost_with_pilots == cost
