"""2.4 Supply: where a unit can trace a supply path to, and what being out of supply does to it.

A unit's path is a chain of legs: a basic path to a primary source, or over secondary sources, of which the last reaches a
primary source by a railway path. Chains that were found are remembered and checked again, hex by hex, when asked; that a
unit is out of supply is forgotten with every move that could have changed it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice, pairwise
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from worldfire.board.loading import ROW_OF_SCALE
from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset, clause
from worldfire.engine.figures import Figure
from worldfire.engine.kinds import Number, Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import CONSENTS, Claim, Derived, Schema, memo
from worldfire.engine.seams import AnyOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.borders import cities_at_home
from worldfire.forces.ground import Ground, ground_of, is_hex
from worldfire.forces.journal import CONTROL, CONVOYS, DATES, MOVES, Reader, Stock
from worldfire.forces.situation import CAMPAIGN, CO_OPERATING, CONVOY_POINTS, TURN
from worldfire.forces.things import COUNTER, FACE_DOWN, PLACE, PLACE_NAMES, board_of, counter_of, seas_of_sections
from worldfire.forces.turn import OF_THE_WEATHER, WEATHER
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SEAT,
    SIDE,
    TAKEN,
    side_of,
)
from worldfire.rules import s02_4_supply_limits, s02_4_supply_sources
from worldfire.rules.s02_2_zones_of_control import ZONES, at_peace, is_land_unit, lakeside, zoc_answers
from worldfire.rules.s02_4_fronts import FRONTS, Front, fronts
from worldfire.rules.s02_4_supply_limits import Tracer, entry_violation, sea_is_open, tracer_of, tracer_of_country
from worldfire.rules.s02_4_supply_sources import (
    HEADQUARTERS,
    SUPPLIES_STRANGERS,
    Source,
    headquarters_of_the_game,
    primary_sources,
    secondary_cities,
    with_headquarters,
)
from worldfire.rules.s08_weather import BLIZZARD, FINE, RAIN, SNOW, STORM, lake_hexside_frozen, port_iced_in, weather_at
from worldfire.rules.s11_04_sea_passages import canal_is_open, may_pass, seas_from_port, supply_may_pass
from worldfire.rules.s18_1_cooperation import countries_cooperate, powers_cooperate
from worldfire.tables.counters import LandAbility, LandCounter, Size

#: hexes of a path, by the weather where it begins
LENGTHS = {
    weather: Figure(f"supply path: {weather}, hexes", "2.4.2") for weather in (FINE, SNOW, RAIN, STORM, BLIZZARD)
}
#: what a hex counts, by its scale, and if it is desert
COUNTS = {
    (scale, terrain): Figure(f"supply cost: {name}, {terrain}", "2.4.2")
    for scale, name in ROW_OF_SCALE.items()
    for terrain in ("any", "desert")
}
#: what the port counts that is entered from the sea
PORT_FROM_THE_SEA = Figure("supply cost: arrival overseas, any", "2.4.2")
#: what a face-down land unit defends with
WHITE_PRINT_DEFENCE = Figure("factors of a white-print corps out of supply", "2.4.3")
OTHER_DEFENCE = Figure("factors of another land unit out of supply", "2.4.3")

#: 2.4.1: units that a campaign always supplies, such as Italy's Red Sea Flotilla. (game, unit)
ALWAYS_SUPPLIED = AnyOf[[int]]("unit that is always in supply")
#: option 12: straits that supply may not cross. (game, country, here, there)
STRAITS_CLOSED = AnyOf[[int, int, int]]("straits closed to supply")


Kind = Literal["basic", "railway"]
#: which hexes next to a hex a path may enter, and what they count: for basic and for railway paths
Steps = tuple[tuple[tuple[int, int], ...], ...]


class Leg(msgspec.Struct, frozen=True):
    """A path from a unit or secondary source to a source."""

    kind: Kind
    #: where it begins, every hex that it enters, the source last
    hexes: tuple[int, ...]
    #: what each of them counts
    counts: tuple[int, ...]
    #: how long it may be
    limit: int
    source: Source
    #: the sea areas that it crosses, and which of the hexes is the port entered from there; 0: none
    seas: tuple[str, ...] = ()
    landing: int = 0


class SupplyPath(msgspec.Struct, frozen=True):
    """How a unit is supplied. At sea it always is, and there is no leg."""

    unit: int
    legs: tuple[Leg, ...]


# --------------------------------------------------------------------------------------------------- the length of a path


@clause("2.4.2/supply paths")
def longest_path(game: Position, place: int) -> int:
    """By the weather of the hex traced from."""
    return LENGTHS[weather_at(game, place)](game)


@clause("2.4.2/overseas supply paths")
def from_any_coast(game: HasRuleset) -> bool:
    """Does a basic path from a secondary source go overseas from any coast that the source is on? Only by a port."""
    return False


@clause("2.4.2/overseas supply paths")
def coast_is_open(game: Position, place: int) -> bool:
    """May a path put to sea from the coast where it begins? Whether or not ice closes a port there."""
    return True


@rule("2.4.2/supply paths")
def hex_counts(game: HasRuleset, place: int) -> int:
    """What a hex that the path enters counts: by its scale, and more for desert."""
    tables = ground_of(game).board.tables
    desert = tables.terrain[place] in ("desert", "desert mountain")
    return COUNTS[tables.scale[place], "desert" if desert else "any"](game)


def counts_of_hexes(ruleset: Ruleset) -> tuple[int, ...]:
    """The same of every hex."""
    return tuple(hex_counts(ruleset, here) for here in range(len(ground_of(ruleset).board)))


@rule("2.4.2/supply paths")
def basic_steps(ruleset: Ruleset) -> Steps:
    ground = ground_of(ruleset)
    crossing = ground.crossing
    counts = ruleset.once(counts_of_hexes)
    return tuple(
        tuple((there, counts[there]) for there in (*crossing.open[here], *crossing.straits[here]))
        for here in range(len(ground.board))
    )


@rule("2.4.2/railway supply paths")
def railway_steps(ruleset: Ruleset) -> Steps:
    """Along a railway or road nothing counts, nor across straits between two railway hexes."""
    ground = ground_of(ruleset)
    crossing, rails = ground.crossing, ground.board.rails
    free = [
        {*ground.tracks.get(here, ()), *(there for there in crossing.straits[here] if here in rails and there in rails)}
        for here in range(len(ground.board))
    ]
    return tuple(
        tuple(sorted((there, 0 if there in free[here] else counts) for there, counts in steps))
        for here, steps in enumerate(ruleset.once(basic_steps))
    )


# ------------------------------------------------------------------------------------------------------ what is remembered


def _gates(ruleset: Ruleset) -> frozenset[int]:
    """Hexes whose control decides where supply may go by sea: ports, and the banks of canals."""
    ground = ground_of(ruleset)
    banks = (ground.board.index[number] for numbers in ground.board.canals.values() for number in numbers)
    return frozenset((*ground.ports, *banks))


#: the ports that ice leaves open
OPEN_PORTS = memo("ports not iced in", (OF_THE_WEATHER,), asks=(port_iced_in,))


def _open_ports(game: Position, sea: str) -> tuple[int, ...]:
    """The ports of the sea area that are not iced in."""

    def look() -> tuple[int, ...]:
        return tuple([port for port in ground_of(game).ports_of_sea.get(sea, ()) if not port_iced_in(game, port)])

    return game.recall(sea, look, OPEN_PORTS)


class _Ways(msgspec.Struct, frozen=True):
    """The legs that begin somewhere: one to a primary source, or all those to secondary ones."""

    end: Leg | None
    onward: tuple[Leg, ...]
    #: could supply put to sea on the way?
    harbour: bool


class _Voyage:
    """The sea areas that supply reaches from one of them through consecutive ones, nearest first, each with those on
    the way. It goes on only as far as somebody looks."""

    __slots__ = ("_at", "_queue", "ways")

    def __init__(self, ways: dict[str, tuple[str, ...]]) -> None:
        self.ways = ways
        self._queue = list(ways)
        self._at = 0

    def areas(self, game: Position, book: _Book) -> Iterator[str]:
        queue, at = self._queue, 0
        while True:
            while at >= len(queue):
                if self._at >= len(queue):
                    return
                self._go_on(game, book)
            yield queue[at]
            at += 1

    def _go_on(self, game: Position, book: _Book) -> None:
        """Into the areas next to the first that has not been gone on from."""
        here, self._at = self._queue[self._at], self._at + 1
        ways = self.ways
        for there in game.ruleset.once(_borders)[here]:
            if there not in ways and _may_sail(game, book, here, there):
                ways[there] = (*ways[here], there)
                self._queue.append(there)


class _Book:
    """What is known about the supply of one country's units."""

    __slots__ = (
        "chains",
        "cities",
        "enterable",
        "open_seas",
        "out",
        "passages",
        "primary",
        "secondary",
        "sound",
        "sources",
        "stale",
        "tracer",
        "unmeasured",
        "voyages",
        "ways",
        "zones",
    )

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer
        self.primary: dict[int, Source] = {}
        #: all secondary sources, and those of them that do not move
        self.secondary: dict[int, Source] = {}
        self.cities: dict[int, Source] = {}
        #: all of them
        self.sources: dict[int, Source] = {}
        #: which sources must be looked for again
        self.stale = {"cities", "headquarters"}
        self.zones: dict[int, bool] = {}
        self.enterable: dict[int, bool] = {}
        #: sea area → where supply gets to from there
        self.voyages: dict[str, _Voyage] = {}
        #: sea area → may supply be traced into it; two of them → may it go from the first to the second
        self.open_seas: dict[str, bool] = {}
        self.passages: dict[tuple[str, str], bool] = {}
        #: (where, is it an HQ) → a chain that was found there
        self.chains: dict[tuple[int, bool], tuple[Leg, ...]] = {}
        #: where the chain has been looked at again since anything changed
        self.sound: set[tuple[int, bool]] = set()
        #: where it was found in other weather
        self.unmeasured: set[tuple[int, bool]] = set()
        #: from where no chain leads to a source
        self.out: set[tuple[int, bool]] = set()
        #: (where, is it a source, by sea) → the legs from there
        self.ways: dict[tuple[int, bool, bool], _Ways] = {}

    def branch(self) -> _Book:
        twin = _Book(self.tracer)
        twin.primary, twin.secondary, twin.cities = self.primary, self.secondary, self.cities  # never changed in place
        twin.sources = self.sources
        twin.stale, twin.out = self.stale.copy(), self.out.copy()
        twin.enterable = self.enterable.copy()  # voyages go on in place, so each has its own
        twin.open_seas, twin.passages = self.open_seas.copy(), self.passages.copy()
        twin.chains, twin.unmeasured, twin.ways = self.chains.copy(), self.unmeasured.copy(), self.ways.copy()
        return twin

    def forget(self, game: Position, changes: _Changes) -> bool:
        """What the changes may have made wrong; is it anything at all?

        Units of the other side close hexes around them. Own ones only keep the hex open in which they stand: that is
        looked at again here, because most moves of a side leave its supply as it was.
        """
        ground, enterable, side = ground_of(game), self.enterable, self.tracer.side
        touched = set(changes.taken)
        for mover, places in changes.moved.items():
            if mover != side or side == NOBODY:
                touched.update(places, *(ground.board.adjacent[place] for place in places))
        stood = {*changes.moved.get(side, ()), *changes.guests.get(side, ())}
        own = [place for place in stood if place in enterable and place not in touched]
        turned = game.answer(DESK, partial(self._turned, game, own)) if own else False
        for place in touched:
            enterable.pop(place, None)
        if changes.sea:
            self.forget_sea(ground)
        if changes.cities:
            self.stale.add("cities")
        if changes.headquarters:
            self.stale.add("headquarters")
        if not (touched or turned or changes.sea or changes.headquarters):
            return False
        self._forget_ways()
        return True

    def _forget_ways(self) -> None:
        self.out.clear()
        self.ways.clear()

    def forget_sources(self, which: str) -> None:
        self.stale.add(which)
        self.sound.clear()
        self._forget_ways()

    @rule("2.4.2/supply paths")
    def forget_weather(self, game: Position) -> None:
        """Chains must be measured before they are used again."""
        for place in lakeside(game) & self.enterable.keys():
            del self.enterable[place]
        self.sound.clear()
        self._forget_ways()
        self._forget_voyages()
        self.unmeasured = set(self.chains)

    def _turned(self, game: Position, places: list[int]) -> bool:
        """Look at these hexes again: is any of them not as it was?"""
        self.zones = zoc_answers(game, self.tracer.side)
        before = [self.enterable.pop(place) for place in places]
        return before != [may_enter(game, self, place) for place in places]

    def seas_turned(self, game: Position, seas: set[str]) -> bool:
        before = {sea: self.open_seas.pop(sea) for sea in seas if sea in self.open_seas}
        return before != {sea: _is_open(game, self, sea) for sea in before}

    def _forget_voyages(self) -> None:
        self.voyages.clear()
        self.open_seas.clear()
        self.passages.clear()

    def forget_sea(self, ground: Ground) -> None:
        self._forget_voyages()
        straits = ground.crossing.straits
        self.chains = {
            key: chain
            for key, chain in self.chains.items()
            if not any(leg.seas or any(straits[place] for place in leg.hexes) for leg in chain)
        }


class _Changes:
    """What has happened since the books were last opened, as far as it matters for supply."""

    def __init__(self) -> None:
        #: side → hexes that its land units left or came to
        self.moved: dict[int, set[int]] = {}
        #: the same of its aircraft and ships, where these let an enemy's ZoC reach into a neutral country
        self.guests: dict[int, set[int]] = {}
        #: hexes that changed hands
        self.taken: set[int] = set()
        #: sea areas that units or convoy points left or came to
        self.seas: set[str] = set()
        self.sea = self.headquarters = self.cities = False

    def note_move(self, side: int, places: Iterable[int]) -> None:
        self.moved.setdefault(side, set()).update(places)


class _Desk:
    """The books of all countries."""

    def __init__(self) -> None:
        self.books: dict[int, _Book] = {}
        self.moves, self.control, self.dates = Reader(), Reader(), Reader()
        self.convoys = Stock()
        self.headquarters: tuple[int, ...] | None = None
        #: the weather and the turn that the books were last opened in
        self.weather: tuple[tuple[str, str], ...] = ()
        self.turn = 0
        #: where powers that stand apart share supply nevertheless
        self.fronts: frozenset[Front] = frozenset()
        #: HQs whose own supply is just being asked: a chain cannot hang on itself
        self.asked: list[int] = []

    def branch(self) -> _Desk:
        twin = _Desk()
        twin.books = {country: book.branch() for country, book in self.books.items()}
        twin.moves, twin.control, twin.dates = self.moves.branch(), self.control.branch(), self.dates.branch()
        twin.convoys = self.convoys.branch()
        twin.headquarters, twin.fronts = self.headquarters, self.fronts
        twin.weather, twin.turn = self.weather, self.turn
        return twin

    def mend(self, game: Position) -> None:
        """Forget what the moves and captures since the last question may have changed."""
        moves, taken = self.moves.news(game.look_up(MOVES)), self.control.news(game.look_up(CONTROL))
        dated, convoys = self.dates.news(game.look_up(DATES)), self.convoys.news(game.look_up(CONVOYS))
        fought_in, self.fronts = self.fronts, fronts(game)
        weather, self.weather = self.weather, game.state.get(WEATHER)
        turn, self.turn = self.turn, game.state.get(TURN)
        if moves is None or taken is None or dated is None or fought_in != self.fronts:
            self.books = {}
            return
        if weather != self.weather:
            for book in self.books.values():
                book.forget_weather(game)
        if turn != self.turn:  # a city taken in an earlier turn may be a source again
            for book in self.books.values():
                book.forget_sources("cities")
        if moves or taken or dated or convoys:
            self._forget(game, moves, taken + dated, convoys)

    def _forget(
        self,
        game: Position,
        moves: Iterable[tuple[int, int, int]],
        taken: Iterable[tuple[int, int, int]],
        convoys: Iterable[int],
    ) -> None:
        ground = ground_of(game)
        gates, seas = game.ruleset.once(_gates), seas_of_sections(game)
        changes = _Changes()
        changes.seas.update(seas[place] for place in convoys if place in seas)
        guests_matter = at_peace in game.ruleset.clauses
        for unit, origin, to in moves:
            if is_land_unit(game, unit):
                changes.note_move(side_of(game, unit), [place for place in (origin, to) if is_hex(game, place)])
                changes.headquarters = changes.headquarters or is_headquarters(game, unit)
            else:
                changes.seas.update(seas[place] for place in (origin, to) if place in seas)
                if guests_matter:
                    hexes = (place for place in (origin, to) if is_hex(game, place))
                    changes.guests.setdefault(side_of(game, unit), set()).update(hexes)
        for place, _, _ in taken:
            changes.taken.add(place)
            changes.cities = changes.cities or place in ground.cities
            changes.sea = changes.sea or place in gates
        if changes.seas and not changes.sea:
            changes.sea = game.answer(DESK, partial(self._seas_turned, game, changes.seas))
        forgetful = [book.forget(game, changes) for book in self.books.values()]
        if any(forgetful):  # a chain may hang on an HQ of another country
            for book in self.books.values():
                book.sound.clear()

    def _seas_turned(self, game: Position, seas: set[str]) -> bool:
        """Look at these sea areas again: is any of them open to a country to which it was closed, or the other way round?

        Most comings and goings leave supply as it was. Whatever hangs on a sea area has asked whether that is open.
        """
        if STRAITS_CLOSED.is_used(game):
            return True
        return any(book.seas_turned(game, seas) for book in self.books.values())

    def book(self, game: Position, tracer: Tracer) -> _Book:
        book = self.books.get(tracer.country)
        if book is None:
            book = self.books[tracer.country] = _Book(tracer)
        if book.stale:
            game.answer(DESK, partial(self._find_sources, game, book))
        book.zones = zoc_answers(game, tracer.side)
        return book

    def _find_sources(self, game: Position, book: _Book) -> None:
        if "cities" in book.stale:
            book.primary = primary_sources(game, book.tracer)
            book.cities = secondary_cities(game, book.tracer)
        if self.headquarters is None:
            self.headquarters = headquarters_of_the_game(game)
        book.secondary = with_headquarters(game, book.tracer, book.cities, self.headquarters)
        book.sources = {**book.secondary, **book.primary}
        book.stale.clear()

    def claims(self, game: Position) -> Iterator[Claim]:
        """All that stands in the books; a chain that no longer holds claims nothing, it is looked for again when asked."""
        self.mend(game)
        for country, book in self.books.items():
            ask = partial(_ask_afresh, game, country)
            if not book.stale:
                yield Claim((country, "sources"), _sources(game, book), partial(ask, _sources))
            for place, known in book.enterable.items():
                yield Claim((country, place), known, partial(ask, may_enter, place))
            for sea, voyage in book.voyages.items():
                known_seas = tuple(voyage.ways.items())
                yield Claim((country, sea), known_seas, partial(ask, _first_seas, sea, len(known_seas)))
            for (here, there), known in book.passages.items():
                yield Claim((country, here, there), known, partial(ask, _may_sail, here, there))
            for way, legs in book.ways.items():
                yield Claim((country, way), legs, partial(ask, _ways, *way))
            supplied = dict.fromkeys(book.out, False)
            for start, chain in () if book.stale else tuple(book.chains.items()):
                if start not in book.unmeasured and all(_holds(game, self, book, leg) for leg in chain):
                    supplied[start] = True
            for start, known in supplied.items():
                yield Claim((country, start), known, partial(ask, _leads_home, start))


def _ask_afresh(game: Position, country: int, question: Callable[..., Any], *args: Any) -> Any:
    """What a new book says."""
    return question(game, _book_of(game, country), *args)


def _sources(game: Position, book: _Book) -> tuple[dict[int, Source], dict[int, Source]]:
    return book.primary, book.secondary


DESK = Derived(
    "supply",
    (
        COUNTER,
        COUNTRY,
        POWER,
        SIDE,
        SEAT,
        CONQUEROR,
        HOME_COUNTRY,
        NEW_HOME,
        CO_OPERATING,
        TURN,
        CAMPAIGN,
        PLACE_NAMES,
        CONSENTS,
        ZONES,
        FRONTS,
    ),
    lambda state: _Desk(),
    mends=(PLACE, CONTROLLER, TAKEN, WEATHER, TURN, CONVOY_POINTS),
    asks=(
        ALWAYS_SUPPLIED,
        STRAITS_CLOSED,
        longest_path,
        from_any_coast,
        coast_is_open,
        may_pass,
        supply_may_pass,
        canal_is_open,
        seas_from_port,
        port_iced_in,
        s02_4_supply_limits.holder_violation,
        s02_4_supply_limits.sea_is_open,
        s02_4_supply_limits.guards_supply_of,
        cities_at_home,
        s02_4_supply_sources.primary_sources,
        s02_4_supply_sources.secondary_cities,
        s02_4_supply_sources.supplies_allies,
        s02_4_supply_sources.draws_on_conquests,
        countries_cooperate,
        powers_cooperate,
        *s02_4_supply_limits.MODULE.seams,
        *s02_4_supply_sources.MODULE.seams,
    ),
    claims=_Desk.claims,
    branch=_Desk.branch,
)


# ------------------------------------------------------------------------------------------------------------- the answers


@rule("2.4", "2.4.1", "2.4.2")
def in_supply(game: Position, unit: int) -> bool:
    """Units at sea always are; others if they can trace a supply path."""
    place = where_supplied(game, unit)
    if not is_hex(game, place):
        return True
    book, key = _open_book(game, unit), (place, is_headquarters(game, unit))
    return key in book.sound or ALWAYS_SUPPLIED(game, unit) or _chain_from(game, book, key) is not None


@rule("2.4", "2.4.1", "2.4.2")
def supplied_at(game: Position, country: int, place: int) -> bool:
    """The same for what the country has in a place without being a counter: convoy points."""
    if not is_hex(game, place):
        return True
    return _chain_from(game, _book_of(game, country), (place, False)) is not None


@rule("2.4.1", "2.4.2")
def supply_path(game: Position, unit: int) -> SupplyPath | Violation:
    """How the unit is supplied, leg by leg and hex by hex, or why it is not."""
    place = where_supplied(game, unit)
    if not is_hex(game, place) or ALWAYS_SUPPLIED(game, unit):
        return SupplyPath(unit, ())
    chain = _chain_from(game, _open_book(game, unit), (place, is_headquarters(game, unit)))
    if chain is None:
        return refused(
            "2.4.2", "out-of-supply", unit=Thing(unit), place=Place(place), most=Number(longest_path(game, place))
        )
    return SupplyPath(unit, chain)


class Unreached(msgspec.Struct, frozen=True):
    """What a unit out of supply comes upon: sources that are cut off themselves, hexes that it may not trace into."""

    cut_off: tuple[int, ...]
    closed: tuple[Violation, ...]


def unreached(game: Position, unit: int) -> Unreached:
    """Everything within the length of a path that keeps it from ending at a source."""
    book, place = _open_book(game, unit), where_supplied(game, unit)
    search = _Search(game, book, place, "basic", by_sea=False, coast=False)
    reached = game.answer(DESK, lambda: sorted(set(search.spread(book.secondary))))
    around = sorted({near for here in reached for near, _ in game.ruleset.once(basic_steps)[here]} - set(reached))
    found = (entry_violation(game, book.tracer, book.zones, near) for near in around)
    cut_off = tuple(here for here in reached if here in book.secondary)
    return Unreached(cut_off, tuple(item for item in found if item is not None))


@clause("4.3")
def is_isolated(game: Position, unit: int) -> bool:
    """It can trace no basic supply path of any length, overland or overseas, to a primary source."""
    if in_supply(game, unit):
        return False
    return _cut_off(game, _open_book(game, unit), where_supplied(game, unit))


@clause("11.15.1/table: notional unit combat factor", "2.4.2")
def is_cut_off(game: Position, country: int, place: int) -> bool:
    """Could no unit of this country in the hex trace a basic supply path of any length?"""
    return _cut_off(game, _book_of(game, country), place)


def _cut_off(game: Position, book: _Book, place: int) -> bool:
    return game.answer(DESK, partial(_finds_no_source, game, book, place))


def _finds_no_source(game: Position, book: _Book, place: int) -> bool:
    for by_sea in (False, True):
        search = _Search(game, book, place, "basic", by_sea=by_sea, coast=True)
        search.limit = len(ground_of(game).board)
        if next(search.legs(book.primary), None) is not None:
            return False
    return True


@rule("2.4.2/supply paths", "2.4.2/overseas supply paths")
def has_basic_path(game: Position, country: int, place: int, goal: int) -> bool:
    """Does a basic supply path lead units of the country from the one hex to the other, overland or overseas?"""
    return game.answer(DESK, partial(_leads_to, game, _book_of(game, country), place, goal))


def _leads_to(game: Position, book: _Book, place: int, goal: int) -> bool:
    goals = {goal: Source("supply-headquarters")}
    searches = (_Search(game, book, place, "basic", by_sea=by_sea, coast=True) for by_sea in (False, True))
    return any(next(search.legs(goals), None) is not None for search in searches)


def nearest_source(game: Position, unit: int) -> Leg | None:
    """Where a basic path would end if it could be as long as it likes; its `limit` is how long it may be."""
    book, place = _open_book(game, unit), where_supplied(game, unit)
    search = _Search(game, book, place, "basic", by_sea=False, coast=False)
    most = search.limit
    search.limit = len(ground_of(game).board)
    leg = game.answer(DESK, lambda: next(search.legs(book.sources), None))
    return None if leg is None else replace(leg, limit=most)


def where_supplied(game: Position, unit: int) -> int:
    """The place that a unit traces from: what is carried is where its transport is."""
    place = game.state[PLACE][unit]
    while place < 0:
        place = game.state[PLACE][-1 - place]
    return place


def is_headquarters(game: Position, unit: int) -> bool:
    return counter_of(game, unit).type in HEADQUARTERS


def _open_book(game: Position, unit: int) -> _Book:
    return _book_of(game, game.state[COUNTRY][unit])


def _book_of(game: Position, country: int) -> _Book:
    return game.recall(("book of supply", country), lambda: _mended_book(game, country))


def _mended_book(game: Position, country: int) -> _Book:
    desk = game.look_up(DESK)
    desk.mend(game)
    return desk.book(game, tracer_of_country(game, country))


def _chain_from(game: Position, book: _Book, key: tuple[int, bool]) -> tuple[Leg, ...] | None:
    if key in book.sound:
        return book.chains[key]
    desk, known = game.look_up(DESK), _measured(game, book, key)
    if known is not None:
        if all(_holds(game, desk, book, leg) for leg in known):
            book.sound.add(key)
            return known
        del book.chains[key]
    if key in book.out:
        return None
    found = game.answer(DESK, partial(_find, game, desk, book, key))
    if found is not None:
        book.chains[key] = found
        book.sound.add(key)
    elif not desk.asked:  # an answer given inside a question about an HQ is no answer for everybody
        book.out.add(key)
    return found


def _measured(game: Position, book: _Book, key: tuple[int, bool]) -> tuple[Leg, ...] | None:
    """The chain that was found there, if it is one in this weather too."""
    chain = book.chains.get(key)
    if key in book.unmeasured:
        book.unmeasured.discard(key)
        if chain is not None:
            del book.chains[key]
            chain = game.answer(DESK, partial(_in_this_weather, game, chain))
        if chain is not None:
            book.chains[key] = chain
    return chain


def _in_this_weather(game: Position, chain: tuple[Leg, ...]) -> tuple[Leg, ...] | None:
    """The same chain with the lengths that paths may have now, unless it is too long or leads over a lake or the sea."""
    lakes, legs = ground_of(game).crossing.lakes, []
    for leg in chain:
        limit = longest_path(game, leg.hexes[0])
        too_long = sum(leg.counts) > limit and len(leg.hexes) > 2  # the next hex can always be reached
        if too_long or leg.seas or any(there in lakes[here] for here, there in pairwise(leg.hexes)):
            return None
        legs.append(leg if leg.limit == limit else replace(leg, limit=limit))
    return tuple(legs)


def _leads_home(game: Position, book: _Book, start: tuple[int, bool]) -> bool:
    return _find(game, game.look_up(DESK), book, start) is not None


def _holds(game: Position, desk: _Desk, book: _Book, leg: Leg) -> bool:
    """Is a leg that was found before still good?"""
    source = leg.hexes[-1]
    if leg.source not in (book.primary.get(source), book.secondary.get(source)):
        return False
    known, start = book.enterable, leg.hexes[0]
    for place in leg.hexes:
        if known.get(place) or place == start:
            continue
        if not game.answer(DESK, partial(may_enter, game, book, place)):
            return False
    return _works(game, desk, book, leg.source)


def _works(game: Position, desk: _Desk, book: _Book, source: Source) -> bool:
    """An HQ of another country must itself be in supply; the chain of one's own proves it."""
    unit = source.unit
    if unit == NOBODY or game.state[COUNTRY][unit] == book.tracer.country:
        return True
    if unit in desk.asked:
        return False
    desk.asked.append(unit)
    supplied = in_supply(game, unit)
    desk.asked.pop()
    return supplied


def may_enter(game: Position, book: _Book, place: int) -> bool:
    """Asked while an answer is worked out that the books will remember."""
    known = book.enterable.get(place)
    if known is None:
        known = book.enterable[place] = entry_violation(game, book.tracer, book.zones, place) is None
    return known


# -------------------------------------------------------------------------------------------------------------- the search


@rule("2.4.2")
def _find(game: Position, desk: _Desk, book: _Book, start: tuple[int, bool]) -> tuple[Leg, ...] | None:
    """The chain with the fewest sources; overland if there is one, else with one part overseas."""
    here, is_source = start
    source = book.primary.get(here)
    if source is not None:  # as many do, it stands in one
        return (Leg("railway" if is_source else "basic", (here,), (0,), longest_path(game, here), source),)
    return _find_chain(game, desk, book, start, overseas=0) or _find_chain(game, desk, book, start, overseas=1)


def _find_chain(
    game: Position, desk: _Desk, book: _Book, start: tuple[int, bool], overseas: int
) -> tuple[Leg, ...] | None:
    """From source to source until a primary one is reached. Only one part of the whole chain may lead overseas."""
    place, is_source = start
    queue: deque[tuple[int, bool, int, tuple[Leg, ...]]] = deque([(place, is_source, overseas, ())])
    seen = {(place, is_source, overseas)}
    while queue:
        here, is_source, left, legs = queue.popleft()
        for by_sea in range(left + 1):
            ways = _ways(game, book, here, is_source, by_sea > 0)
            if ways.end is not None:
                return (*legs, ways.end)
            for leg in ways.onward:
                following = (leg.hexes[-1], True, left - by_sea)
                if following not in seen and _works(game, desk, book, leg.source):
                    seen.add(following)
                    queue.append((*following, (*legs, leg)))
    return None


def _ways(game: Position, book: _Book, here: int, is_source: bool, by_sea: bool) -> _Ways:
    """Legs from here, all by sea or all overland: to the nearest primary source or, if none, to secondary ones."""
    key = (here, is_source, by_sea)
    known = book.ways.get(key)
    if known is None:
        if by_sea and not _ways(game, book, here, is_source, False).harbour:
            known = _Ways(None, (), False)
        else:
            known = (
                _ways_from_source(game, book, here, by_sea) if is_source else _ways_from_unit(game, book, here, by_sea)
            )
        book.ways[key] = known
    return known


@rule("2.4.2/supply paths")
def _ways_from_unit(game: Position, book: _Book, here: int, by_sea: bool) -> _Ways:
    """Basic paths; a unit may trace overseas from any coastal hex that it is in."""
    search = _Search(game, book, here, "basic", by_sea, coast=True)
    onward: list[Leg] = []
    for leg in search.legs(book.sources):
        if leg.source is book.primary.get(leg.hexes[-1]):
            return _Ways(leg, (), True)
        onward.append(leg)
    return _Ways(None, tuple(onward), search.harbour)


@rule("2.4.2/supply paths", "2.4.2/railway supply paths")
def _ways_from_source(game: Position, book: _Book, here: int, by_sea: bool) -> _Ways:
    """To a primary source a railway path, to a secondary one a basic path."""
    crosses = _who_crosses(game, book, here)
    railway = _Search(game, book, here, "railway", by_sea, coast=True, crosses=crosses)
    end = next(railway.legs(_goals_from(game, book, crosses, here)), None)
    if end is not None:
        return _Ways(end, (), True)
    basic = _Search(game, book, here, "basic", by_sea, coast=from_any_coast(game), crosses=crosses)
    onward = tuple(leg for leg in basic.legs(book.secondary) if len(leg.hexes) > 1)
    return _Ways(None, onward, railway.harbour)


def _goals_from(game: Position, book: _Book, crosses: _Book, here: int) -> dict[int, Source]:
    """The primary sources of the country; from an HQ that supplies strangers those of the HQ."""
    unit = NOBODY if crosses is book else book.secondary[here].unit
    strangers = unit != NOBODY and SUPPLIES_STRANGERS(game, book.tracer.country, unit)
    return crosses.primary if strangers else book.primary


@rule("9.8", "2.4.2/overseas supply paths")
def _who_crosses(game: Position, book: _Book, here: int) -> _Book:
    """The sea is open to a path from an HQ as it is to the HQ, whoever it is that draws supply by way of it."""
    source = book.secondary.get(here)
    if source is None or source.unit == NOBODY or game.state[COUNTRY][source.unit] == book.tracer.country:
        return book
    return game.look_up(DESK).book(game, tracer_of(game, source.unit))


class _Search:
    """Spreads out from a hex, cheapest first, and tells each source that it comes upon.

    A state is a hex, or beyond the number of hexes the same hex after the sea was crossed. A negative state stands for
    all ports beyond the sea, as the search usually ends at one of the first.
    """

    def __init__(
        self,
        game: Position,
        book: _Book,
        start: int,
        kind: Kind,
        by_sea: bool,
        coast: bool,
        crosses: _Book | None = None,
    ) -> None:
        self.game, self.book, self.start, self.kind, self.by_sea, self.coast = game, book, start, kind, by_sea, coast
        #: whose wars and straits count at sea
        self.crosses = crosses or book
        self.ground = ground_of(game)
        self.size = len(self.ground.board)
        self.limit = longest_path(game, start)
        self.before: dict[int, int] = {start: start}
        self.cost: dict[int, int] = {start: 0}
        self.sailed: dict[int, tuple[str, ...]] = {}
        self.harbour = False

    def legs(self, goals: dict[int, Source]) -> Iterator[Leg]:
        told: set[int] = set()
        size = self.size
        for state in self.spread(goals):
            here = state % size
            if here in goals and here not in told and (state >= size or not self.by_sea):
                told.add(here)
                yield self._leg(state, goals[here])

    def spread(self, goals: dict[int, Source]) -> Iterator[int]:
        steps = self.game.ruleset.once(railway_steps if self.kind == "railway" else basic_steps)
        limit, size, port_counts = self.limit, self.size, PORT_FROM_THE_SEA(self.game)
        lakes, straits = self.ground.crossing.lakes, self.ground.crossing.straits
        cost, before, enterable = self.cost, self.before, self.book.enterable
        ports, coast = self.ground.ports, self.coast and bool(self.ground.board.tables.seas[self.start])
        buckets: list[list[int]] = [[self.start]]  # grown as it is needed: some searches have no limit to speak of
        for spent, bucket in enumerate(buckets):
            for state in self._unfold(bucket, spent, goals) if self.by_sea else bucket:
                if cost[state] < spent:
                    continue  # it was reached more cheaply
                yield state
                here = state % size
                shift = state - here
                onward = steps[here]
                if lakes[here]:
                    onward = (*onward, *self._frozen(here))
                if straits[here]:
                    onward = tuple(step for step in onward if not self._closed(here, step[0]))
                for there, counts in onward:
                    total = spent + counts
                    if total > limit:
                        if here != self.start or there not in goals:  # the next hex can always be reached
                            continue
                        total = limit
                    following = there + shift
                    if following in cost and total >= cost[following]:
                        continue
                    open_ = enterable.get(there)
                    if open_ is None:
                        open_ = may_enter(self.game, self.book, there)
                    if open_:
                        cost[following] = total
                        before[following] = state
                        while len(buckets) <= total:
                            buckets.append([])
                        buckets[total].append(following)
                if not shift and spent + port_counts <= limit and (here in ports or (coast and here == self.start)):
                    self.harbour = True
                    if self.by_sea:
                        while len(buckets) <= spent + port_counts:
                            buckets.append([])
                        buckets[spent + port_counts].append(-1 - state)

    def _frozen(self, here: int) -> list[tuple[int, int]]:
        return [
            (there, self.game.ruleset.once(counts_of_hexes)[there])
            for there in self.ground.crossing.lakes[here]
            if lake_hexside_frozen(self.game, here, there)
        ]

    def _closed(self, here: int, there: int) -> bool:
        across = there in self.ground.crossing.straits[here]
        return across and STRAITS_CLOSED(self.game, self.book.tracer.country, here, there)

    def _unfold(self, bucket: list[int], spent: int, goals: dict[int, Source]) -> Iterator[int]:
        """The states of a bucket, those that lie beyond the sea one by one."""
        for state in bucket:
            if state < 0:
                yield from self._land(-1 - state, spent, goals)
            else:
                yield state

    @rule("2.4.2/overseas supply paths")
    def _land(self, harbour: int, total: int, goals: dict[int, Source]) -> Iterator[int]:
        """Into the ports that the sea leads to. The way goes from a port, or from the coast where it begins.

        Those that are sources come first.
        """
        game, book, cost, most, enterable = self.game, self.book, self.cost, self.limit + 1, self.book.enterable
        voyages = [_voyage_from(game, self.crosses, sea) for sea in self._seas_at(harbour)]
        for are_goals in (True, False):
            for voyage in voyages:
                for area in voyage.areas(game, self.crosses):
                    for port in _open_ports(game, area):
                        following = port + self.size
                        if (port in goals) is not are_goals or total >= cost.get(following, most) or port == harbour:
                            continue
                        open_ = enterable.get(port)
                        if open_ or (open_ is None and may_enter(game, book, port)):
                            cost[following] = total
                            self.before[following] = harbour
                            self.sailed[following] = voyage.ways[area]
                            yield following

    def _seas_at(self, here: int) -> tuple[str, ...]:
        seas: tuple[str, ...] = ()
        if here in self.ground.ports and not port_iced_in(self.game, here):
            seas = seas_from_port(self.game, self.crosses.tracer.power, here)
        if here == self.start and self.coast and coast_is_open(self.game, here):
            seas = (*seas, *self.ground.board.tables.seas[here])
        return tuple(dict.fromkeys(seas))

    def _leg(self, state: int, source: Source) -> Leg:
        states = [state]
        while states[-1] != self.start:
            states.append(self.before[states[-1]])
        states.reverse()
        hexes = tuple(item % self.size for item in states)
        landing = next((place for place, item in enumerate(states) if item >= self.size), 0)
        counts = [0]
        for at in range(1, len(hexes)):
            counts.append(PORT_FROM_THE_SEA(self.game) if at == landing else self._counted(hexes[at - 1], hexes[at]))
        seas = self.sailed[states[landing]] if landing else ()
        return Leg(self.kind, hexes, tuple(counts), self.limit, source, seas, landing)

    def _counted(self, here: int, there: int) -> int:
        """Only railway paths have hexes that do not count; a frozen lake is crossed by no railway."""
        ruleset = self.game.ruleset
        counts = ruleset.once(counts_of_hexes)[there]
        return dict(ruleset.once(railway_steps)[here]).get(there, counts) if self.kind == "railway" else counts


@rule("2.4.2/overseas supply paths")
def _voyage_from(game: Position, book: _Book, sea: str) -> _Voyage:
    known = book.voyages.get(sea)
    if known is None:
        known = book.voyages[sea] = _Voyage({sea: (sea,)} if _is_open(game, book, sea) else {})
    return known


def _first_seas(game: Position, book: _Book, sea: str, count: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    voyage = _voyage_from(game, book, sea)
    return tuple((area, voyage.ways[area]) for area in islice(voyage.areas(game, book), count))


def _borders(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Sea area → those next to it, always in the same order."""
    return {sea: tuple(sorted(area.borders)) for sea, area in board_of(ruleset).sea_areas.items()}


def _may_sail(game: Position, book: _Book, here: str, there: str) -> bool:
    """May supply go from one sea area to the next?"""
    known = book.passages.get((here, there))
    if known is None:
        known = _is_open(game, book, there) and supply_may_pass(game, book.tracer.power, here, there)
        book.passages[here, there] = known
    return known


def _is_open(game: Position, book: _Book, sea: str) -> bool:
    known = book.open_seas.get(sea)
    if known is None:
        known = book.open_seas[sea] = sea_is_open(game, book.tracer, sea)
    return known


# ------------------------------------------------------------------------------------------------------- 2.4.3 out of supply


@clause("2.4.3")
def defence_out_of_supply(game: Position, unit: int, counter: LandCounter) -> int | None:
    """What a land unit that is face-down and out of supply defends with; None if it keeps its own factors."""
    if not game.state[FACE_DOWN][unit] or in_supply(game, unit):
        return None
    white = counter.size is Size.CORPS and LandAbility.WHITE_PRINT in counter.abilities
    return (WHITE_PRINT_DEFENCE if white else OTHER_DEFENCE)(game)


@clause("2.4.3")
def attack_supply_violation(game: Position, unit: int) -> Violation | None:
    """A land unit that is out of supply cannot attack or overrun."""
    return None if in_supply(game, unit) else refused("2.4.3", "attack-out-of-supply", unit=Thing(unit))


@clause("2.4.3", "2.4.3/aircraft units")
def flight_supply_violation(game: Position, unit: int) -> Violation | None:
    """Aircraft that are out of supply may only fly rebase missions; every other mission asks here."""
    return None if in_supply(game, unit) else refused("2.4.3", "flight-out-of-supply", unit=Thing(unit))


MODULE = Module(
    schema=Schema(derived=(DESK, OPEN_PORTS)),
    seams=(ALWAYS_SUPPLIED, STRAITS_CLOSED),
)
