"""What must hold of every position of a campaign, judged from the state and the printed facts alone.

The fuzzer asks after every action. Nothing here calls a rule, so that a slip in one cannot hide behind itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.engine.position import Position
from worldfire.forces.enmity import at_war
from worldfire.forces.flights import FLIGHT, TARGET, Flight
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CONVOY_POINTS
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
from worldfire.forces.who import CONTROLLER, NOBODY, POWER_NAMES, master_of, power_of
from worldfire.rules.s02_3_stacking import aircraft_surplus
from worldfire.rules.s11_04_naval_units import DAMAGED_CONVOY_POINTS, USED_CONVOY_POINTS
from worldfire.rules.s13_06_5_naval_production import CONVOYS_MADE
from worldfire.tables.counters import AirAbility, AirCounter, LandCounter, LandType, NavalCounter, Size

#: a decision of these is asked between two steps of the book, when everything must be settled
BETWEEN_STEPS = frozenset({"choose actions", "initiative"})
#: what is said of convoy points that lie in the same place
_MARKERS = (USED_CONVOY_POINTS.name, DAMAGED_CONVOY_POINTS.name)
_ROUGH = ("mountain", "desert mountain", "swamp")


class Inventory:
    """What a game began with: the counters by row, and the convoy points of each power."""

    def __init__(self, game: Position) -> None:
        self.counters = tuple(game.state[COUNTER])
        self.convoy_points = _convoy_points(game)

    def faults(self, game: Position) -> Iterator[str]:
        """Everything that is wrong with the position."""
        if tuple(game.state[COUNTER]) != self.counters:
            yield "a counter became another"
        if _convoy_points(game) != self.convoy_points:
            yield "convoy points were lost or made"
        yield from _nowhere(game)
        yield from _wrong_flights(game)
        yield from _wrong_quantities(game)
        if game.state.frames and game.state.frames[-1].procedure in BETWEEN_STEPS:
            yield from unsettled(game)


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
    for thing, place in enumerate(places):
        if place >= everywhere:
            yield f"{counter_of(game, thing).id} is in a place that does not exist: {place}"
        elif place < 0 and place != IN_FLIGHT:
            carrier = -1 - place
            if carrier >= len(places) or carrier == thing:
                yield f"{counter_of(game, thing).id} is aboard nothing"
            elif places[carrier] < 0 and places[carrier] != IN_FLIGHT:
                yield f"{counter_of(game, thing).id} is aboard what is itself aboard"


def _wrong_flights(game: Position) -> Iterator[str]:
    """Who is in flight flies somewhere as something, and nobody else does but a carrier's planes.

    An aircraft at sea keeps in mind that it came at extended range (11.3).
    """
    state = game.state
    for thing, (place, flight, target) in enumerate(zip(state[PLACE], state[FLIGHT], state[TARGET], strict=True)):
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


# ------------------------------------------------------------------------------------------------- between two steps


def unsettled(game: Position) -> Iterator[str]:
    """Between two steps nobody is in flight or aboard, no hex is overfull, and enemies do not stand together."""
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


def _afloat(game: Position, place: int, flying: list[AirCounter]) -> int:
    """One flying boat lies beside the others on a coast, where the rules of the game have them (option 8)."""
    boats = any(AirAbility.FLYING_BOAT in kind.abilities for kind in flying)
    return int(boats and board_of(game).tables.kind[place] == "coastal" and aircraft_surplus in game.ruleset.clauses)


def overfull(game: Position, place: int, units: list[int]) -> Iterator[str]:
    """2.3.1 counted by hand."""
    ground = ground_of(game)
    kinds = [counter_of(game, unit) for unit in units]
    twice = 2 if place in ground.off_map else 1
    land = [kind for kind in kinds if isinstance(kind, LandCounter) and kind.size is not Size.FACILITY]
    flying = [kind for kind in kinds if isinstance(kind, AirCounter)]
    ships = [kind for kind in kinds if isinstance(kind, NavalCounter)]
    port = ground.ports.get(place, "")
    base = 0 if board_of(game).tables.terrain[place] in _ROUGH else 1
    base = max(base, {"minor": 2, "major": 3}.get(port, 0), 3 if place in ground.cities else 0)
    headquarters = sum(kind.type in (LandType.HQ_A, LandType.HQ_I) for kind in land)
    where = place_name(game, place)
    if len(land) > 2 * twice:
        yield f"{where}: {len(land)} land units"
    if len(flying) - _afloat(game, place, flying) > base * twice + headquarters:
        yield f"{where}: {len(flying)} aircraft"
    if ships and not port:
        yield f"{where}: ships without a port"
    if port == "minor" and len(ships) > 4:
        yield f"{where}: {len(ships)} ships in a minor port"


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
