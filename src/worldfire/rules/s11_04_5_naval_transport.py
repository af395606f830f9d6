"""11.4.5 Naval transport: what TRS and AMPH carry, from where it embarks, and how it debarks in port."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import Power
from worldfire.forces.things import (
    FACE_DOWN,
    PLACE,
    aboard,
    board_of,
    counter_of,
    move,
    sea_of_section,
    things_at,
    turn_face_down,
)
from worldfire.forces.who import CONTROLLER, power_of, seat_of, side_of, side_of_power
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s02_3_stacking import is_headquarters_counter, land_units
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s08_weather import port_iced_in
from worldfire.rules.s10_actions import STANDS_BY, passed
from worldfire.rules.s11_04_naval_units import naval_counter
from worldfire.rules.s11_10_entry import gate_violation
from worldfire.rules.s13_01_3_partisan_effects import closed_by_partisans
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s18_2_commitments import foreign_troops_violation
from worldfire.rules.s18_3_permissions import TRANSPORT
from worldfire.rules.s19_4_minor_units import leaving_home_violation
from worldfire.tables.chart import Chart
from worldfire.tables.counters import AirCounter, LandCounter, LandType, NavalAbility, NavalType, Size

#: land units that an AMPH carries though they may not invade
_GARRISONS = frozenset({LandType.GAR, LandType.TERR, LandType.MIL})


class Embarked(Event, frozen=True):
    thing: ThingId
    transport: ThingId
    origin: PlaceId


class Debarked(Event, frozen=True):
    thing: ThingId
    transport: ThingId
    to: PlaceId


# ------------------------------------------------------------------------------------------------------------------ capacity


@clause("11.4.5/transport capacity")
def is_transport(game: Position, ship: int) -> bool:
    return naval_counter(game, ship).type in (NavalType.TRS, NavalType.AMPH)


@rule("11.13")
def may_invade(game: Position, unit: int) -> bool:
    """Is it of a kind that may invade at all?"""
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.type in game.ruleset.once(_invaders)


def _invaders(ruleset: Ruleset) -> frozenset[str]:
    return frozenset(ruleset.tables.source.chart("invasion").rows.labels)


@clause("11.13")
def invades_from(game: Position, unit: int) -> tuple[str, ...]:
    """The types of transport that such a unit invades from."""
    chart: Chart = game.ruleset.tables.source.chart("invasion")
    return tuple(chart.at(counter_of(game, unit).type, "invades from").split(" or "))


@clause("11.4.5", "11.4.5/transport capacity")
def cargo_violation(game: Position, unit: int, ship: int) -> Violation | None:
    """Why this ship can never carry such a unit: a TRS takes a corps or an aircraft, an AMPH or the Queens fewer kinds."""
    if not is_transport(game, ship):
        return refused("11.4.5", "not-a-transport", transport=Thing(ship))
    counter, carrier = counter_of(game, unit), naval_counter(game, ship)
    corps = isinstance(counter, LandCounter) and counter.size is Size.CORPS
    if not corps and not isinstance(counter, AirCounter):
        return refused("11.4.5", "cargo-not-carried", unit=Thing(unit), transport=Thing(ship))
    choosy = carrier.type is NavalType.AMPH or NavalAbility.INFANTRY_CLASS_ONLY in carrier.abilities
    if choosy and not (counter.type in _GARRISONS or may_invade(game, unit)):
        return refused("11.4.5", "amph-does-not-carry-it", unit=Thing(unit), transport=Thing(ship))
    return None


@clause("11.4.5/transport capacity")
def full_violation(game: Position, unit: int, ship: int, taken: tuple[int, ...]) -> Violation | None:
    """Why there is no room for the unit beside what the ship carries and what it has just been given."""
    if things_at(game, aboard(ship)) or taken:
        return refused("11.4.5", "transport-has-cargo", transport=Thing(ship))
    return None


# ----------------------------------------------------------------------------------------------------------------- embarking


@rule("11.4.5/embarking", "11.1", "18.2")
def embarking_violation(game: Position, seat: str, unit: int, ship: int) -> Violation | None:
    """Why the unit may not go aboard this ship, wherever both are."""
    if game.state[FACE_DOWN][unit]:
        return refused("11.4.5", "cargo-is-face-down", unit=Thing(unit))
    if game.state[FACE_DOWN][ship]:
        return refused("11.4.5", "transport-is-face-down", transport=Thing(ship))
    if passed(game, power_of(game, unit)):
        return refused("11.1", "passed-does-not-embark", unit=Thing(unit), power=Power(power_of(game, unit)))
    owner = seat_of(game, unit)
    if not TRANSPORT.granted(game, owner, seat):
        return TRANSPORT.wanting(owner, "18.3", "owner-does-not-embark", unit=Thing(unit))
    return (
        STANDS_BY(game, unit)
        or cargo_violation(game, unit, ship)
        or cooperation_violation(game, unit, ship)
        or leaving_home_violation(game, (unit,), _out_at_sea(game, ship))
    )


def _out_at_sea(game: Position, ship: int) -> int:
    """A place beside every country that the ship comes to."""
    place = game.state[PLACE][ship]
    return section_at(game, ground_of(game).sea_of(place)[0], 0) if is_hex(game, place) else place


@clause("11.4.5/embarking")
def needs_no_quay(game: Position, unit: int, ship: int) -> bool:
    """MAR, and whoever goes aboard an AMPH."""
    return counter_of(game, unit).type is LandType.MAR or naval_counter(game, ship).type is NavalType.AMPH


@rule("11.4.5/embarking", "8.2.1/iced-in ports")
def quay_violation(game: Position, unit: int, ship: int) -> Violation | None:
    """Why the unit cannot embark from the hex that it is in: a port that is not closed, or a co-operating HQ on the coast.

    Some embark from any coastal hex.
    """
    place = game.state[PLACE][unit]
    if not is_hex(game, place) or not board_of(game).tables.seas[place]:
        return refused("11.4.5", "not-on-the-coast", unit=Thing(unit))
    found = closed_by_partisans(game, unit, place)
    if found is not None:
        return found
    if needs_no_quay(game, unit, ship):
        return None
    friendly = side_of_power(game, game.state[CONTROLLER][place]) == side_of(game, unit)
    if friendly and place in ground_of(game).ports and not port_iced_in(game, place):
        return None
    if has_headquarters(game, unit, place):
        return None
    return refused("11.4.5", "no-port-to-embark", unit=Thing(unit), place=Place(place))


@rule("11.4.5/embarking", "11.12")
def has_headquarters(game: Position, unit: int, place: int) -> bool:
    """Is there an HQ that the unit co-operates with?"""
    there = (other for other in things_at(game, place) if is_headquarters_counter(counter_of(game, other)))
    return any(cooperation_violation(game, unit, other) is None for other in there)


@rule("11.4.5/embarking")
def within_reach(game: Position, ship: int) -> Iterator[int]:
    """What could come aboard where the ship is: what is stacked with it in port, or in a coastal hex of its sea area."""
    place = game.state[PLACE][ship]
    sea = "" if is_hex(game, place) else sea_of_section(game, place)
    hexes: Iterable[int] = coast_of(game, sea) if sea else (place,)
    side = side_of(game, ship)
    for here in hexes:
        present = things_at(game, here)
        land = set(land_units(game, present))
        for unit in present:
            if side_of(game, unit) == side and (unit in land or isinstance(counter_of(game, unit), AirCounter)):
                yield unit


def coast_of(game: Position, sea: str) -> tuple[int, ...]:
    """The land hexes on a sea area, ports on it among them."""
    return game.ruleset.once(_coast_of, sea)


def _coast_of(ruleset: Ruleset, sea: str) -> tuple[int, ...]:
    board, ground = board_of(ruleset), ground_of(ruleset)
    coast = {here for here, seas in enumerate(board.tables.seas) if sea in seas and board.is_land(here)}
    return tuple(sorted(coast.union(ground.ports_of_sea.get(sea, ()))))


@rule("11.4.5/embarking")
def reach_violation(game: Position, unit: int, ship: int) -> Violation | None:
    """Why the unit is not where the ship could take it aboard."""
    place, berth = game.state[PLACE][unit], game.state[PLACE][ship]
    sea = "" if is_hex(game, berth) else sea_of_section(game, berth)
    if place == berth or (sea and place in coast_of(game, sea)):
        return None
    return refused("11.4.5", "cargo-out-of-reach", unit=Thing(unit), transport=Thing(ship))


@rule("11.4.5")
def boarding_violation(game: Position, seat: str, pairs: tuple[tuple[int, int], ...]) -> Violation | None:
    """Why these units may not all go aboard these ships where they are now: pairs of a unit and its transport."""
    taken: dict[int, tuple[int, ...]] = {}
    for unit, ship in pairs:
        found = (
            embarking_violation(game, seat, unit, ship)
            or reach_violation(game, unit, ship)
            or quay_violation(game, unit, ship)
            or full_violation(game, unit, ship, taken.get(ship, ()))
        )
        if found is not None:
            return found
        taken[ship] = (*taken.get(ship, ()), unit)
    return None


@rule("11.4.5/embarking", "2.4.3/land units")
def embark(game: Game, pairs: tuple[tuple[int, int], ...]) -> None:
    """They go aboard; whoever is out of supply is turned face-down at once."""
    for unit, ship in pairs:
        origin, supplied = game.state[PLACE][unit], in_supply(game, unit)
        move(game, unit, aboard(ship))
        game.say(Embarked(thing=unit, transport=ship, origin=origin))
        if not supplied:
            turn_face_down(game, unit)


# ---------------------------------------------------------------------------------------------------------- debarking in port


@rule("11.4.5/debarking in port", "18.2/foreign troop commitments")
def landing_violation(game: Position, cargo: tuple[int, ...], port: int) -> Violation | None:
    """Why these units may not go ashore there."""
    return gate_violation(game, cargo, port) or foreign_troops_violation(game, cargo, port)


@rule("11.4.5/debarking in port")
def debark_in_port(game: Game, ship: int, port: int) -> None:
    """All of its cargo is ashore when the move ends there; what was face-down still is."""
    for unit in things_at(game, aboard(ship)):
        move(game, unit, port)
        game.say(Debarked(thing=unit, transport=ship, to=port))


@rule("11.4.5/debarking in port", "13.4.2", "8.2.1/iced-in ports")
def debark_face_down(game: Game, ship: int, port: int) -> None:
    """The cargo of a transport that returns to base, or comes into a closed port."""
    cargo = things_at(game, aboard(ship))
    debark_in_port(game, ship, port)
    for unit in cargo:
        turn_face_down(game, unit)
