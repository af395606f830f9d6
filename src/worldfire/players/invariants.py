"""What must hold of every position of a campaign, judged from the state and the printed facts alone.

The fuzzer asks after every action. Nothing here calls a rule, so that a slip in one cannot hide behind itself.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from worldfire.engine.game import Game
from worldfire.engine.log import UNDO
from worldfire.engine.position import Position
from worldfire.forces.enmity import at_war
from worldfire.forces.flights import FLIGHT, TARGET, Flight
from worldfire.forces.ground import ground_of
from worldfire.forces.markers import COMMON, FIRST_YEAR, MARKER_POOL, MARKER_POOLS, MARKER_VALUE
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS, PACTS
from worldfire.forces.things import (
    COUNTER,
    HEXES,
    IN_FLIGHT,
    PLACE,
    PLACE_NAMES,
    board_of,
    counter_of,
    place_name,
    sea_of_section,
)
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    NOBODY,
    POWER,
    POWER_NAMES,
    master_of,
    power_of,
    side_of,
)
from worldfire.rules.s02_3_stacking import aircraft_surplus, limit_after_combat
from worldfire.rules.s09_02_pacts import have_pact
from worldfire.rules.s11_04_naval_units import DAMAGED_CONVOY_POINTS, USED_CONVOY_POINTS
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.rules.s13_02_pact_markers import RECORDED_MARKERS, Stance, marker_count
from worldfire.rules.s13_06_5_naval_production import CONVOYS_MADE
from worldfire.rules.s13_06_production import SAVED, BuildPointsMade, PowerProduction
from worldfire.tables.counters import AirAbility, AirCounter, Kit, LandCounter, LandType, NavalCounter, Size

#: a decision of these is asked between two steps of the book, when everything must be settled
BETWEEN_STEPS = frozenset({"choose actions", "initiative"})
#: what is said of convoy points that lie in the same place
_MARKERS = (USED_CONVOY_POINTS.name, DAMAGED_CONVOY_POINTS.name)
#: events that say what was bought, also those that only one title knows
_PURCHASES = frozenset(
    {"UnitBuilt", "ConvoysBuilt", "ConvoysRepaired", "StoreBought", "FactoryBegun", "BuildingHurried"}
)
#: pilots who become build points again, one each
_RETRAINED = "PilotsRetrained"
_ROUGH = ("mountain", "desert mountain", "swamp")


class Inventory:
    """What a game began with: the counters by row, the convoy points of each power, and the entry markers."""

    def __init__(self, game: Position) -> None:
        self.counters = game.state[COUNTER][:]
        self.convoy_points = _convoy_points(game)
        self.markers = sorted(game.state[MARKER_VALUE])
        self._markers_seen: object = None

    def faults(self, game: Game) -> Iterator[str]:
        """Everything that is wrong with the position."""
        if game.state[COUNTER] != self.counters:
            yield "a counter became another"
        if _convoy_points(game) != self.convoy_points:
            yield "convoy points were lost or made"
        if sorted(game.state[MARKER_VALUE]) != self.markers:
            yield "entry markers were lost or made"
        yield from _nowhere(game)
        yield from _nobodys(game)
        yield from _wrong_flights(game)
        yield from _wrong_quantities(game)
        yield from _wrong_markers(game)
        yield from _wrong_sums(game)
        if game.state.frames and game.state.frames[-1].procedure in BETWEEN_STEPS:
            yield from unsettled(game)
            yield from self._markers_astray(game)

    def _markers_astray(self, game: Position) -> Iterator[str]:
        """Looked for whenever one has moved: there are many borders."""
        state = game.state
        lying = (tuple(state[MARKER_POOL]), state.get(MARKER_POOLS), state.get(YEAR))
        now = (*lying, state.get(PACTS), state.get(RECORDED_MARKERS))
        if now != self._markers_seen:
            self._markers_seen = now
            yield from markers_astray(game)


def _convoy_points(game: Position) -> dict[int, int]:
    """Of each power, without those that it has made or got since the game began."""
    made = game.state.columns.get(CONVOYS_MADE.key, ())
    points = {power: -number for power, number in enumerate(made) if number}
    for (kind, owner, _), number in game.state.quantities.items():
        if kind == CONVOY_POINTS.name:
            points[owner] = points.get(owner, 0) + number
    return {power: number for power, number in points.items() if number}


def _nowhere(game: Position) -> Iterator[str]:
    """Every counter is in a hex, in a place that has a name, in flight, or aboard another that carries nothing carried."""
    places = game.state[PLACE]
    everywhere = game.state.get(HEXES) + len(game.state.get(PLACE_NAMES))
    if min(places, default=0) >= 0 and max(places, default=0) < everywhere:  # as mostly: nobody is aboard or in flight
        return
    for thing, place in enumerate(places):
        if place >= everywhere:
            yield f"{counter_of(game, thing).id} is in a place that does not exist: {place}"
        elif place < 0 and place != IN_FLIGHT:
            carrier = -1 - place
            if carrier >= len(places) or carrier == thing:
                yield f"{counter_of(game, thing).id} is aboard nothing"
            elif places[carrier] < 0 and places[carrier] != IN_FLIGHT:
                yield f"{counter_of(game, thing).id} is aboard what is itself aboard"


def _nobodys(game: Position) -> Iterator[str]:
    """Every counter belongs to a country, and every country that has counters to a power."""
    powers = game.state[POWER]
    for country in set(game.state[COUNTRY]):
        if country == NOBODY or powers[country] == NOBODY:
            yield f"counters of {game.state.get(COUNTRY_NAMES)[country] if country != NOBODY else 'no country'} are nobody's"


def _wrong_flights(game: Position) -> Iterator[str]:
    """Who is in flight flies somewhere as something, and nobody else does but a carrier's planes.

    An aircraft at sea keeps in mind that it came at extended range (11.3).
    """
    state = game.state
    places, flights, targets = state[PLACE], state[FLIGHT], state[TARGET]
    if IN_FLIGHT not in places and set(flights) <= {Flight.GROUNDED} and set(targets) <= {NOBODY}:  # as mostly
        return
    for thing, (place, flight, target) in enumerate(zip(places, flights, targets, strict=True)):
        flying = flight != Flight.GROUNDED
        if (place == IN_FLIGHT) == flying == (target != NOBODY):
            continue
        if flight == Flight.EXTENDED_BOMBER and target == NOBODY and sea_of_section(game, place):
            continue
        if not (flying and isinstance(counter_of(game, thing), NavalCounter)):
            yield f"{counter_of(game, thing).id} is half in flight"


def _wrong_quantities(game: Position) -> Iterator[str]:
    everywhere = game.state.get(HEXES) + len(game.state.get(PLACE_NAMES))
    powers = len(game.state.get(POWER_NAMES))
    for (kind, owner, place), number in game.state.quantities.items():
        if number <= 0 or not -1 <= owner < powers or not -1 <= place < everywhere:
            yield f"{number} {kind} of {owner} at {place}"
        if kind in _MARKERS and number > game.state.quantities.get((CONVOY_POINTS.name, owner, place), 0):
            yield f"{number} {kind} of {owner} at {place}, where fewer convoy points are"


def _wrong_markers(game: Position) -> Iterator[str]:
    """13.2, 13.3.1: every entry marker lies in a pool that there is or under a year to come, in an order that tells nothing."""
    pools, values = game.state[MARKER_POOL], game.state[MARKER_VALUE]
    last, in_order = len(game.state.get(MARKER_POOLS)), list(zip(pools, values, strict=True))
    if in_order != sorted(in_order):
        yield "entry markers can be told by their places"
    if any(not COMMON <= pool <= last and pool < FIRST_YEAR for pool in pools):
        yield "an entry marker lies nowhere"


def _wrong_sums(game: Game) -> Iterator[str]:
    """13.6.5: build points that were made or saved are spent or left; who has bought anything has had them."""
    work = game.state.frames[-1].locals if game.state.frames else None
    if not isinstance(work, PowerProduction) or work.orders:
        return
    spent, undone = 0, set[int]()
    for entry in reversed(game.entries):
        if entry.verb == UNDO:
            undone.update(entry.noun)
        for event in () if entry.seq in undone else reversed(entry.events):
            if isinstance(event, BuildPointsMade):
                had = max(event.points + SAVED(game, work.power), 0)
                if event.power == work.power and work.points != had - spent:
                    yield f"{had} build points were made or saved, {spent} are spent and {work.points} left"
                return
            if type(event).__name__ in _PURCHASES:
                spent += event.cost
            elif type(event).__name__ == _RETRAINED:
                spent -= event.number


# ------------------------------------------------------------------------------------------------- between two steps


def unsettled(game: Position) -> Iterator[str]:
    """Between two steps nobody is in flight, no hex is overfull, enemies do not stand together, and fleets are in order."""
    hexes = game.state.get(HEXES)
    standing: dict[int, list[int]] = {}
    for thing, place in enumerate(game.state[PLACE]):
        if place == IN_FLIGHT:
            yield f"{counter_of(game, thing).id} is still in flight"
        elif 0 <= place < hexes:
            standing.setdefault(place, []).append(thing)
    for place, units in standing.items():
        yield from overfull(game, place, units)
        yield from _enemies_together(game, place, units)
        yield from _ships_astray(game, place, units)
    yield from _convoys_astray(game)
    yield from _cargo_astray(game)
    yield from _broken_pacts(game)


def _is_hostile(game: Position, power: int, place: int) -> bool:
    """Does an enemy of the power hold the hex?"""
    holder = game.state[CONTROLLER][place]
    return holder != NOBODY and (at_war(game, power, holder) or at_war(game, power, master_of(game, holder)))


def _ships_astray(game: Position, place: int, units: list[int]) -> Iterator[str]:
    """No ship lies in an enemy's port, and none is damaged: those are in the repair pool."""
    damaged = game.state.columns.get(DAMAGED.key)
    for unit in units:
        if isinstance(counter := counter_of(game, unit), NavalCounter):
            if _is_hostile(game, power_of(game, unit), place):
                yield f"{counter.id} is in {place_name(game, place)}, an enemy's port"
            if damaged is not None and damaged[unit]:
                yield f"{counter.id} is damaged in {place_name(game, place)}"


def _convoys_astray(game: Position) -> Iterator[str]:
    """On the map convoy points lie in friendly ports, at sea in the 0 section, and none of them are damaged."""
    hexes, ports = game.state.get(HEXES), ground_of(game).ports
    for (kind, owner, place), number in game.state.quantities.items():
        if kind == DAMAGED_CONVOY_POINTS.name:
            yield f"{number} convoy points are still damaged in {place_name(game, place)}"
        if kind != CONVOY_POINTS.name:
            continue
        if place < hexes and (place not in ports or _is_hostile(game, owner, place)):
            yield f"{number} convoy points in {place_name(game, place)}, which is no port of theirs"
        if sea_of_section(game, place) and not place_name(game, place).endswith(" 0"):
            yield f"{number} convoy points in {place_name(game, place)}"


def _cargo_astray(game: Position) -> Iterator[str]:
    """A transport at sea carries one unit, or two divisions; in port none."""
    places, carried = game.state[PLACE], dict[int, int]()
    for thing, place in enumerate(places):
        if place < 0 and place != IN_FLIGHT:
            carrier = -1 - place
            if carrier in carried and not _are_divisions(game, thing, carried[carrier]):
                yield f"{counter_of(game, carrier).id} carries {counter_of(game, thing).id} beside another"
            if not sea_of_section(game, places[carrier]):
                yield f"{counter_of(game, thing).id} is still aboard {counter_of(game, carrier).id}"
            carried[carrier] = thing


def _are_divisions(game: Position, *things: int) -> bool:
    return all(getattr(counter_of(game, thing), "size", None) is Size.DIVISION for thing in things)


def markers_astray(game: Position) -> Iterator[str]:
    """Nobody keeps an entry marker in his hand, those of past years are in the game once any is, and borders have pacts."""
    pools, known = game.state[MARKER_POOL], game.state.get(MARKER_POOLS)
    hands = {number for number, (name, _) in enumerate(known, 1) if name.startswith("marker in the hand")}
    if hands.intersection(pools):
        yield "an entry marker is still in somebody's hand"
    if pools and min(pools) < FIRST_YEAR and any(FIRST_YEAR <= pool <= game.state.get(YEAR) for pool in pools):
        yield "entry markers of a past year are not in the game"
    for power, other, _, total in game.state.get(RECORDED_MARKERS):
        if total <= 0 or not have_pact(game, power, other):
            yield f"{total} is on record for {power} against {other}"
    powers = range(len(game.state.get(POWER_NAMES)))
    lying = ((one, other) for one in powers for other in powers if not have_pact(game, one, other))
    on_borders = {number for number, (name, _) in enumerate(known, 1) if " against " in name}
    for power, other in lying if on_borders.intersection(pools) else ():
        if any(marker_count(game, power, other, stance) for stance in Stance):
            yield f"markers of {power} lie on a border with {other}, without a pact"


def _broken_pacts(game: Position) -> Iterator[str]:
    """9.2: who has a pact is at peace."""
    wars = {frozenset(pair) for pair in game.state.get(AT_WAR)}
    for pair in game.state.get(PACTS):
        if frozenset(pair) in wars:
            yield f"powers {pair} are at war in spite of their pact"


def _afloat(game: Position, place: int, flying: list[AirCounter]) -> int:
    """One flying boat lies beside the others on a coast, where the rules of the game have them (option 8)."""
    boats = any(AirAbility.FLYING_BOAT in kind.abilities for kind in flying)
    return int(boats and board_of(game).tables.kind[place] == "coastal" and aircraft_surplus in game.ruleset.clauses)


def _ground_for_aircraft(game: Position, place: int, great_war: bool) -> int:
    """In the Great War a swamp bears one while it is frozen; whether it is may change before anybody can leave."""
    terrain = board_of(game).tables.terrain[place]
    return 0 if terrain in _ROUGH and not (great_war and terrain == "swamp") else 1


def _engineers(great_war: bool) -> tuple[LandType, ...]:
    """In the Great War they make room for aircraft as headquarters do."""
    return (LandType.ENG,) if great_war else ()


def _reserves(game: Position) -> int:
    """One land unit more stands in each hex where the rules of the game have a place in reserve (option 1 of the Great War)."""
    return int(limit_after_combat in game.ruleset.clauses)


def overfull(game: Position, place: int, units: list[int]) -> Iterator[str]:
    """2.3.1 counted by hand."""
    ground = ground_of(game)
    kinds = [counter_of(game, unit) for unit in units]
    twice = 2 if place in ground.large else 1
    great_war = any(kind.kit is Kit.FA for kind in kinds)
    land = [kind for kind in kinds if isinstance(kind, LandCounter) and kind.size is not Size.FACILITY]
    flying = [kind for kind in kinds if isinstance(kind, AirCounter)]
    ships = [kind for kind in kinds if isinstance(kind, NavalCounter)]
    port = ground.ports.get(place, "")
    base = _ground_for_aircraft(game, place, great_war)
    base = max(base, {"minor": 2, "major": 3}.get(port, 0), 3 if place in ground.cities else 0)
    headquarters = sum(kind.type in (LandType.HQ_A, LandType.HQ_I, *_engineers(great_war)) for kind in land)
    division = great_war and any(kind.size is Size.DIVISION for kind in land)
    where = place_name(game, place)
    if len(land) > 2 * twice + division + _reserves(game):
        yield f"{where}: {len(land)} land units"
    if len(flying) - _afloat(game, place, flying) > base * twice + headquarters:
        yield f"{where}: {len(flying)} aircraft"
    if ships and not port:
        yield f"{where}: ships without a port"
    holder = game.state[CONTROLLER][place]
    host = holder != NOBODY and not is_active(game, master_of(game, holder))
    owner = power_of if host else side_of  # guests in a neutral port lie apart
    for fleet in Tally(
        owner(game, unit) for unit in units if isinstance(counter_of(game, unit), NavalCounter)
    ).values():
        if port == "minor" and fleet > 4:
            yield f"{where}: {fleet} ships in a minor port"


def _enemies_together(game: Position, place: int, units: list[int]) -> Iterator[str]:
    """Land units of powers at war, partisans apart, stand in different hexes, and hold those that they stand in."""
    powers = {
        power_of(game, unit)
        for unit in units
        if isinstance(counter := counter_of(game, unit), LandCounter) and counter.type is not LandType.PART
    }
    where = place_name(game, place)
    if any(at_war(game, one, other) for one in powers for other in powers):
        yield f"{where}: enemies stand together"
    controller = game.state[CONTROLLER][place]
    if controller != NOBODY and any(at_war(game, power, master_of(game, controller)) for power in powers):
        yield f"{where} is controlled by an enemy of who stands in it"
