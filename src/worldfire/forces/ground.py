"""What stands in each hex: ports, cities and their scale, by the board's index. Rules ask it thousands of times a turn."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from worldfire.board.mesh import Mesh
from worldfire.board.model import OFF_MAP, WORLD, Board, Place
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.crossing import Crossing
from worldfire.forces.offshoots import Offshoot
from worldfire.forces.things import HEXES

CITY_KINDS = frozenset({"city", "capital_minor", "capital_major"})


def slug(name: str) -> str:
    """The id that counters and campaigns use for what the board calls by its name."""
    return name.casefold().replace(" & ", "-").replace(" ", "-")


def _rank(place: Place) -> tuple[bool, bool, int, str]:
    """Cities first, so that a hex is called by what people know it for."""
    return (place.kind not in CITY_KINDS, place.port != "major", -place.factories, place.name)


@dataclass(frozen=True)
class Ground:
    """Facts of the board that the tables keep per place, gathered per hex."""

    board: Board
    places: dict[int, tuple[Place, ...]]
    ports: dict[int, str]
    cities: frozenset[int]
    off_map: frozenset[int]
    #: those of the largest scales, off the map or on a map of the world: more units stand there, and nobody controls zones
    large: frozenset[int]
    #: minor country or territory → the power that it was aligned with in 1939, itself if none
    minors: dict[str, str]
    #: home countries of major powers, those too that come into being in the war
    majors: frozenset[str]
    offshoots: tuple[Offshoot, ...] = ()

    @classmethod
    def of(cls, board: Board, offshoots: tuple[Offshoot, ...] = ()) -> Ground:
        gathered: dict[int, list[Place]] = defaultdict(list)
        for place in board.places.values():
            gathered[board.index[place.hex]].append(place)
        ports: dict[int, str] = {}
        for here, found in gathered.items():
            kinds = {place.port for place in found if place.port}
            if kinds:
                ports[here] = "major" if "major" in kinds else "minor"
        return cls(
            board,
            {here: tuple(sorted(found, key=_rank)) for here, found in gathered.items()},
            ports,
            frozenset(here for here, found in gathered.items() if any(place.kind in CITY_KINDS for place in found)),
            frozenset(here for here, scale in enumerate(board.tables.scale) if scale == OFF_MAP),
            frozenset(here for here, scale in enumerate(board.tables.scale) if scale in (OFF_MAP, WORLD)),
            {
                slug(name): slug(country.controller or name)
                for name, country in board.countries.items()
                if country.kind in ("minor", "territory")
            },
            frozenset(
                (
                    *(slug(name) for name, country in board.countries.items() if country.kind in ("major", "home")),
                    *(offshoot.name for offshoot in offshoots),
                )
            ),
            offshoots,
        )

    @cached_property
    def crossing(self) -> Crossing:
        return Crossing.of(self.board)

    @cached_property
    def _meshes(self) -> dict[frozenset[int], Mesh]:
        return {}

    def land(self, playing: frozenset[int]) -> Mesh:
        """These hexes as land units see them, across open ground and straits: one mesh for all games that are played there."""
        found = self._meshes.get(playing)
        if found is None:
            ways = [(*one, *other) for one, other in zip(self.crossing.open, self.crossing.straits, strict=True)]
            found = self._meshes[playing] = Mesh.of(ways, playing)
        return found

    @cached_property
    def cities_of(self) -> dict[str, tuple[int, ...]]:
        """Country → the hexes of its cities."""
        found: dict[str, list[int]] = defaultdict(list)
        for here in sorted(self.cities):
            found[slug(self.board.tables.country[here])].append(here)
        return {country: tuple(hexes) for country, hexes in found.items()}

    @cached_property
    def factories(self) -> dict[int, tuple[int, int]]:
        """Hex → the blue and red factories printed there."""
        return {
            here: (sum(place.blue_factories for place in found), sum(place.red_factories for place in found))
            for here, found in self.places.items()
        }

    @cached_property
    def oil(self) -> dict[int, int]:
        """Hex → the oil resources printed there."""
        printed = {here: sum(place.oil for place in found) for here, found in self.places.items()}
        return {here: oil for here, oil in printed.items() if oil}

    @cached_property
    def capitals(self) -> dict[str, int]:
        """Home country → the hex of its capital; territories have none (2.5.1)."""
        printed = {slug(name): country.capital for name, country in self.board.countries.items()}
        named = {**printed, **{offshoot.name: offshoot.capital for offshoot in self.offshoots}}
        places = self.board.places
        return {name: self.board.index[places[capital].hex] for name, capital in named.items() if capital in places}

    @cached_property
    def centres(self) -> dict[str, int]:
        """Country → the hex of its capital; a territory's first hex."""
        found: dict[str, int] = {}
        for here, country in enumerate(self.board.tables.country):
            if country:
                found.setdefault(slug(country), here)
        return {**found, **self.capitals}

    @cached_property
    def ports_of_sea(self) -> dict[str, tuple[int, ...]]:
        """Sea area → the hexes of the ports on it."""
        found: dict[str, list[int]] = defaultdict(list)
        for here in sorted(self.ports):
            for sea in self.sea_of(here):
                found[sea].append(here)
        return {sea: tuple(hexes) for sea, hexes in found.items()}

    @cached_property
    def homes_of_power(self) -> dict[str, tuple[str, ...]]:
        """Major power → its home countries; only the Commonwealth has more than one (2.5.2)."""
        found: dict[str, list[str]] = defaultdict(list)
        for name, country in self.board.countries.items():
            if country.kind in ("major", "home"):
                found[slug(country.controller)].append(slug(name))
        for offshoot in self.offshoots:
            found[offshoot.name] += found[offshoot.parent] if offshoot.shares_home else [offshoot.name]
        return {power: tuple(homes) for power, homes in found.items()}

    @cached_property
    def regions(self) -> dict[str, tuple[int, ...]]:
        """Region that a neighbour may claim → its hexes."""
        regions = self.board.tables.regions.items()
        return {region: tuple(self.board.index[number] for number in numbers) for region, numbers in regions}

    @cached_property
    def region_of(self) -> dict[int, str]:
        return {here: region for region, hexes in self.regions.items() for here in hexes}

    @cached_property
    def tracks(self) -> dict[int, tuple[int, ...]]:
        """Hex → the hexes that a railway or road leads to."""
        ends: dict[int, list[int]] = defaultdict(list)
        for side in self.board.tables.tracks:
            one, other = self.board.index[side[:5]], self.board.index[side[6:]]
            ends[one].append(other)
            ends[other].append(one)
        return {here: tuple(sorted(there)) for here, there in ends.items()}

    def sea_of(self, here: int) -> tuple[str, ...]:
        """The sea areas that the hex's ports lie on."""
        return self._seas_of_ports.get(here, ())

    @cached_property
    def _seas_of_ports(self) -> dict[int, tuple[str, ...]]:
        found = {
            here: tuple(dict.fromkeys(sea for place in places if place.port for sea in place.seas))
            for here, places in self.places.items()
        }
        return {here: seas for here, seas in found.items() if seas}


def ground_of(game: HasRuleset) -> Ground:
    """Of a game, or of the rules alone."""
    ground: Ground = game.ruleset.tables.ground
    return ground


def hex_named(game: HasRuleset, name: str) -> int:
    """The hex of a place of the board."""
    return game.ruleset.once(_hex_named, name)


def _hex_named(ruleset: Ruleset, name: str) -> int:
    board = ground_of(ruleset).board
    number = board.find(name)
    assert number is not None, f"the board has no {name}"
    return board.index[number]


def is_hex(game: Position, place: int) -> bool:
    hexes: int = game.state.fields[HEXES.name]  # asked for every thing: worth the shorter way
    return 0 <= place < hexes
