"""A place for combats that are only thought of: seven hexes as somebody describes them, with the units that he names.

The rules of the title and its options are in force there as in any game, so that odds are reckoned by the rules' own code.
What cannot be put on seven hexes (whether units are in supply, what ships add) is a change to the book like an option's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from worldfire.board.loading import printed_air_costs
from worldfire.board.model import Board, Compiled, Country, Place, key
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option, Ruleset, assemble
from worldfire.engine.schema import Field, Schema
from worldfire.forces.flights import FLIGHT, Flight
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import COUNTER, FACE_DOWN, HEXES, PLACE, Counter, things_at
from worldfire.forces.turn import ACTIVE_SIDE, WEATHER, active_side, other_side
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    SEAT,
    SIDE,
    SIDE_NAMES,
    power_of,
    side_of,
)
from worldfire.rules.s02_4_supply import defence_out_of_supply, is_cut_off
from worldfire.rules.s02_4_supply_limits import Tracer
from worldfire.rules.s02_4_supply_sources import Source, primary_sources
from worldfire.rules.s11_15_4_ground_support import support_of
from worldfire.rules.s11_15_factors import (
    BOMBARDING_ATTACK,
    BOMBARDING_DEFENCE,
    POWERS_IN_SUPPORT,
    SUPPORTING_ATTACK,
    SUPPORTING_DEFENCE,
    Reckoning,
)
from worldfire.rules.s15_surprise import SURPRISE
from worldfire.tables.counters import LandCounter
from worldfire.titles import title_named
from worldfire.titles.tables import GameTables

ATTACKERS, DEFENDERS = 0, 1
#: the hex that is fought for; those around it follow
TARGET, AROUND = 0, 6
ZONE, HOME = "arena", "home"
_NUMBERS = tuple(f"E100{number}" for number in range(AROUND + 1))

Terrain = Literal["clear", "forest", "jungle", "swamp", "mountain", "desert", "desert mountain"]
Hexside = Literal["river", "canal", "alpine", "straits", "lake", "all-sea", "fort"]
Sky = Literal["fine", "rain", "storm", "snow", "blizzard"]


class WrongCase(ValueError):
    """What was described cannot be: which field, and why."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field, self.text = field, text


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hex that is fought for."""

    terrain: Terrain = "clear"
    weather: Sky = "fine"
    city: bool = False
    factories: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    #: it is in the home country of the major power that holds it: a notional unit fights better there
    home: bool = False


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of the arena: whose, where, and how it stands."""

    counter: str
    side: int
    place: int = TARGET
    face_down: bool = False
    in_supply: bool = True
    extended: bool = False


class Scene(msgspec.Struct, frozen=True):
    """All that is put into the arena. Pieces are numbered in their order."""

    ground: Ground
    pieces: tuple[Piece, ...]
    #: for each hex around the target, what runs along the hexside between them
    hexsides: tuple[tuple[Hexside, ...], ...] = ()
    #: the defenders are surprised by everybody who attacks
    surprise: bool = False
    #: bombers that support the land combat, and what ships add to attack and defence
    supporters: tuple[int, ...] = ()
    ships: tuple[int, int] = (0, 0)


# ------------------------------------------------------------------------------------------------- what is only supposed

SUPPLIED: Field[tuple[int, ...]] = Field("supposed_supplied", ())
SUPPORTERS: Field[tuple[int, ...]] = Field("supposed_supporters", ())
SHIPS: Field[tuple[int, ...]] = Field("supposed_ships", (0, 0))


def _defence(usual: Any, game: Position, unit: int, counter: LandCounter) -> int | None:
    """Whoever is supposed to be in supply keeps its factors; nobody else finds a supply source here."""
    found: int | None = None if unit in game.state.get(SUPPLIED) else usual(game, unit, counter)
    return found


def _no_source(game: Position, tracer: Tracer) -> dict[int, Source]:
    """Seven hexes have none."""
    return {}


def _cut_off(game: Position, country: int, place: int) -> bool:
    """The notional unit is, where every real defender is."""
    supplied = game.state.get(SUPPLIED)
    real = [unit for unit in things_at(game, place) if side_of(game, unit) == DEFENDERS]
    return bool(real) and not any(unit in supplied for unit in real)


def _support(game: Position, side: int, reckoning: Reckoning) -> Fraction:
    enemies = reckoning.defenders if side == active_side(game) else reckoning.attackers
    flown = (bomber for bomber in game.state.get(SUPPORTERS) if side_of(game, bomber) == side)
    return sum((support_of(game, bomber, reckoning.target, enemies) for bomber in flown), Fraction(0))


def _attack_support(game: Position, reckoning: Reckoning) -> Fraction:
    return _support(game, active_side(game), reckoning)


def _defence_support(game: Position, reckoning: Reckoning) -> Fraction:
    return _support(game, other_side(active_side(game)), reckoning)


def _attacking_ships(game: Position, reckoning: Reckoning) -> Fraction:
    return Fraction(game.state.get(SHIPS)[ATTACKERS])


def _defending_ships(game: Position, reckoning: Reckoning) -> Fraction:
    return Fraction(game.state.get(SHIPS)[DEFENDERS])


def _powers(game: Position, powers: frozenset[int], reckoning: Reckoning) -> frozenset[int]:
    flown = (bomber for bomber in game.state.get(SUPPORTERS) if side_of(game, bomber) == active_side(game))
    return powers | {power_of(game, bomber) for bomber in flown}


SUPPOSED = Option(
    "supposed",
    "What is supposed",
    schema=Schema(fields=(SUPPLIED, SUPPORTERS, SHIPS)),
    changes=(
        defence_out_of_supply.wrapped_by(_defence, reads=(SUPPLIED,)),
        primary_sources.replaced_by(_no_source),
        is_cut_off.replaced_by(_cut_off, reads=(SUPPLIED,)),
        SUPPORTING_ATTACK.attach(_attack_support, reads=(SUPPORTERS,)),
        SUPPORTING_DEFENCE.attach(_defence_support, reads=(SUPPORTERS,)),
        BOMBARDING_ATTACK.attach(_attacking_ships, reads=(SHIPS,)),
        BOMBARDING_DEFENCE.attach(_defending_ships, reads=(SHIPS,)),
        POWERS_IN_SUPPORT.attach(_powers, reads=(SUPPORTERS,)),
    ),
)


# ------------------------------------------------------------------------------------------------------------ the ground


@dataclass(frozen=True, eq=False)
class ArenaTables(GameTables):
    """A title's tables with another board."""

    arena: Board | None = None

    @property
    def board(self) -> Board:
        assert self.arena is not None
        return self.arena


def _board(ground: Ground, hexsides: tuple[tuple[Hexside, ...], ...], country: str) -> Board:
    """The target and the six hexes around it."""
    size = len(_NUMBERS)
    ring = range(1, size)
    beside = {place: (TARGET, 1 + place % AROUND, 1 + (place - 2) % AROUND) for place in ring}
    kind = "capital_minor" if ground.city else "factory"
    printed = Place(
        "the target", _NUMBERS[TARGET], kind, country, "", False, (), ground.factories, 0, 0, 0, False, 0.0, 0.0, {}
    )
    tables = Compiled(
        numbers=list(_NUMBERS),
        scale=["European"] * size,
        kind=["land"] * size,
        terrain=[ground.terrain, *["clear"] * AROUND],
        country=[country] * size,
        zone=[ZONE] * size,
        seas=[()] * size,
        dot=[""] * size,
        lon=[0.0] * size,
        lat=[0.0] * size,
        source=[""] * size,
        exceptions={},
        adjacent=[tuple(ring), *(tuple(sorted(beside[place])) for place in ring)],
        sides={key(_NUMBERS[TARGET], _NUMBERS[at]): (side, "") for at, side in enumerate(hexsides, 1)},
        links={},
        tracks={},
        places=[printed] if ground.city or ground.factories else [],
        sea_areas=[],
        countries=[Country(HOME, "major", "", "", 0, "", {})] if ground.home else [],
        regions={},
        control=[],
        parts={},
        names={},
        canals={},
        direct_ports={},
        also_on={},
        digest="arena",
    )
    return replace(Board.from_tables(tables, printed_air_costs()), whole=False)


@lru_cache(maxsize=128)
def _ruleset(
    title: str, options: tuple[str, ...], ground: Ground, hexsides: tuple[tuple[Hexside, ...], ...]
) -> Ruleset:
    """The rules on this ground; weather and everything else that moves is state."""
    known = title_named(title)
    tables = known.tables()
    builders = sorted(known.nations.fort_builders)
    country = builders[0] if builders and any("fort" in side for side in hexsides) else ""
    arena = ArenaTables(tables.source, tables.nations, arena=_board(ground, hexsides, country))
    rules = replace(known.rules, begin=_begin, sizes=_sizes, options=(*known.rules.options, SUPPOSED))
    return assemble(rules, (*options, SUPPOSED.key), arena, tables.digest)


# ------------------------------------------------------------------------------------------------------------- the units


def enter(title: str, options: Iterable[str], scene: Scene) -> Game:
    """The scene as a game of this title with these options. RulesetError: there is no such title, or option."""
    dry = msgspec.structs.replace(scene.ground, weather="fine")
    rules = _ruleset(title, tuple(sorted(options)), dry, scene.hexsides)
    return Game.new(rules, ("attackers", "defenders"), msgspec.to_builtins(scene), secret=b"arena")


def counter_named(title: str, name: str, field: str) -> Counter:
    tables = title_named(title).tables()
    if name not in tables.index:
        raise WrongCase(field, f"there is no counter {name!r}")
    return tables.counters[tables.index[name]]


def _owners(tables: Any, scene: Scene) -> tuple[list[tuple[int, str]], list[tuple[int, str, int]]]:
    """Powers as (side, name), and countries as (side, name, power); both sides may have the same ones."""
    powers: dict[tuple[int, str], None] = {(side, ""): None for side in (ATTACKERS, DEFENDERS)}
    countries: dict[tuple[int, str], tuple[int, str]] = {}
    for piece in scene.pieces:
        counter = tables.counters[tables.index[piece.counter]]
        powers[piece.side, counter.power] = None
        countries[piece.side, counter.home] = (piece.side, counter.power)
    order = list(powers)
    return order, [(side, name, order.index(power)) for (side, name), power in countries.items()]


def _sizes(tables: Any, setup: Any) -> Mapping[str, int]:
    scene = msgspec.convert(setup, Scene)
    powers, countries = _owners(tables, scene)
    return {
        "things": len(scene.pieces),
        "places": len(_NUMBERS),
        "countries": len(countries) + 1,
        "powers": len(powers),
    }


def _begin(game: Game, setup: Any) -> None:
    """Put everything in its place."""
    scene, tables = msgspec.convert(setup, Scene), game.ruleset.tables
    powers, countries = _owners(tables, scene)
    game.set(HEXES, len(_NUMBERS))
    game.set(SIDE_NAMES, ("attackers", "defenders"))
    game.set(POWER_NAMES, tuple(_called(side, name, powers) for side, name in powers))
    known = [(side, name) for side, name, _ in countries]
    game.set(COUNTRY_NAMES, (*(_called(side, name, known) for side, name in known), HOME))
    holder = next((at for at, (side, name) in enumerate(powers) if side == DEFENDERS and name), DEFENDERS)
    game.fill(POWER, (*(power for _, _, power in countries), holder))
    game.fill(SIDE, (side for side, _ in powers))
    game.fill(SEAT, (side for side, _ in powers))
    game.fill(COUNTER, (tables.index[piece.counter] for piece in scene.pieces))
    game.fill(COUNTRY, (known.index((piece.side, _home(tables, piece))) for piece in scene.pieces))
    game.fill(PLACE, (piece.place for piece in scene.pieces))
    game.fill(FACE_DOWN, (int(piece.face_down) for piece in scene.pieces))
    flights = (Flight.EXTENDED_BOMBER if piece.extended else Flight.GROUNDED for piece in scene.pieces)
    game.fill(FLIGHT, map(int, flights))
    game.fill(CONTROLLER, (holder, *[NOBODY] * AROUND))
    game.fill(HOME_COUNTRY, (len(countries) if scene.ground.home else NOBODY, *[NOBODY] * AROUND))
    pairs = tuple(
        (one, other)
        for one, (side, _) in enumerate(powers)
        for other, (enemy, _) in enumerate(powers)
        if (side, enemy) == (ATTACKERS, DEFENDERS)
    )
    game.set(AT_WAR, pairs)
    game.set(SURPRISE, pairs if scene.surprise else ())
    game.set(ACTIVE_SIDE, ATTACKERS)
    game.set(WEATHER, ((ZONE, scene.ground.weather),))
    game.set(SUPPLIED, tuple(at for at, piece in enumerate(scene.pieces) if piece.in_supply))
    game.set(SUPPORTERS, scene.supporters)
    game.set(SHIPS, scene.ships)


def _home(tables: Any, piece: Piece) -> str:
    home: str = tables.counters[tables.index[piece.counter]].home
    return home


def _called(side: int, name: str, known: list[tuple[int, str]]) -> str:
    """Names are unique: of two that are the same, the defenders' is another."""
    return f"{name} (defending)" if side == DEFENDERS and (ATTACKERS, name) in known else name
