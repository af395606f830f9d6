"""11.2 The attack on one port: like a naval air combat (11.5.9), in one round.

The submarines that are included, search dice for surprise points alone, air-to-air combat, anti-aircraft fire, the attack. It
is a `NavalRound` with a port instead of a sea area, so that 11.5.5 to 11.5.9 need not be told twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, joint, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.flights import AIR_SHARE, TARGET, bombers, fighters, flying_to, of_side
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import (
    IN_FLIGHT,
    PLACE,
    sea_of_section,
    things_at,
    turn_face_down,
)
from worldfire.forces.turn import other_side
from worldfire.forces.who import side_of, side_of_power
from worldfire.rules.s02_1_sea_areas import search_number, section_number
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_04_naval_units import (
    DAMAGED_CONVOY_POINTS,
    Sailor,
    spend_sailor,
    unused_convoy_points,
)
from worldfire.rules.s11_05_4_committing import (
    Force,
    Forces,
    Stack,
    at_war_with_each_other,
    is_ship,
    is_submarine_unit,
    most_submarine_factors,
    seats_of_force,
    ships_of,
)
from worldfire.rules.s11_05_5_search import adds_to_search
from worldfire.rules.s11_05_6_surprise_points import alert, reckon_surprise
from worldfire.rules.s11_05_8_damage import DAMAGED, take_into_repair
from worldfire.rules.s11_05_9_air_to_sea import AIR_TO_SEA_STEPS, AirToSea
from worldfire.rules.s11_05_naval_air_combat import NAVAL_AIR_COMBAT, NavalAirCombat
from worldfire.rules.s11_05_naval_combat import COMMIT_SUBMARINES, HOLD_SUBMARINES, avoid_combat
from worldfire.rules.s11_05_round import (
    COMBAT_OVER,
    FOUGHT_ON,
    NavalRound,
    note_die,
    search_die,
    sides_in_order,
    under_attack,
)
from worldfire.rules.s14_2_missions import (
    Mission,
    combat_over,
    is_carrier,
)
from worldfire.tables.chart import Chart


class PortAttacked(Event, frozen=True):
    """Aircraft attack naval units in a port; `convoys` is how many convoy points are among them."""

    place: PlaceId
    aircraft: tuple[ThingId, ...]
    ships: tuple[ThingId, ...]
    convoys: int


class ShipsTurned(Event, frozen=True):
    """Naval units in port that were aborted lie face-down; `points`: convoy points that are marked as used."""

    place: PlaceId
    ships: tuple[ThingId, ...]
    points: int


# ---------------------------------------------------------------------------------------------------- who is in a port


def ships_in(game: Position, side: int, place: int) -> tuple[int, ...]:
    return tuple(unit for unit in things_at(game, place) if is_ship(game, unit) and side_of(game, unit) == side)


def convoys_in(game: Position, side: int, place: int) -> tuple[Stack, ...]:
    return tuple(
        Stack(power, place, points)
        for power, there, points in sorted(game.state.amounts(CONVOY_POINTS))
        if there == place and points and side_of_power(game, power) == side
    )


# ---------------------------------------------------------------------------------------------- one port: who takes part


def _is_major(game: Position, port: int) -> bool:
    return ground_of(game).ports[port] == "major"


def _submarines(game: Position, fight: NavalRound) -> tuple[int, ...]:
    ships = ships_in(game, other_side(game.enclosing(Mission).side), fight.port)
    return tuple(ship for ship in ships if is_submarine_unit(game, ship))


@step("11.2", COMMIT_SUBMARINES, HOLD_SUBMARINES, also=("11.5.4",))
def include_submarines(game: Game, fight: NavalRound) -> Control:
    """Those in a minor port are included; a major port has pens that their owner may leave them in."""
    seats = most_submarine_factors(game, _submarines(game, fight))
    if not _is_major(game, fight.port):
        fight.submarines = (True, True)
    if not seats or not _is_major(game, fight.port):
        return None
    verbs, prompt = (COMMIT_SUBMARINES, HOLD_SUBMARINES), "commit-submarines-to-combat"
    return joint(seats, *verbs, rule="11.2", prompt=prompt, place=Place(fight.port))


@rule("11.2", "9.8")
def _taking_part(game: Position, fight: NavalRound) -> Forces:
    """All who fly to the port, and the naval units in it; nobody who is at war with none of the others."""
    side = game.enclosing(Mission).side
    there, enemy = flying_to(game, fight.port), other_side(side)
    hidden = () if fight.submarines[enemy] else _submarines(game, fight)
    ships = tuple(ship for ship in ships_in(game, enemy, fight.port) if ship not in hidden)
    attackers = Force(of_side(game, there, side))
    defenders = Force((*ships, *of_side(game, there, enemy)), convoys_in(game, enemy, fight.port))
    return at_war_with_each_other(game, (attackers, defenders) if side == 0 else (defenders, attackers))


@step("11.2", also=("9.8",))
def who_takes_part(game: Game, fight: NavalRound) -> Control:
    """Search dice do not decide that; without a naval unit there is nothing to attack."""
    fight.forces = _taking_part(game, fight)
    attacker = game.enclosing(Mission).side
    prey = under_attack(game, fight, other_side(attacker))
    coming = fight.forces[attacker].units
    if not bombers(game, coming) or prey.is_empty:
        return End(COMBAT_OVER)
    fight.seats = (seats_of_force(game, fight.forces[0]), seats_of_force(game, fight.forces[1]))
    ships = ships_of(game, prey)
    game.say(PortAttacked(place=fight.port, aircraft=coming, ships=ships, convoys=prey.convoy_points))
    return None


# ------------------------------------------------------------------------------------------------------------- searching


@step(
    "11.2",
    also=(
        "11.5.5",
        "11.2/search rolls",
    ),
)
def attackers_search(game: Game, fight: NavalRound) -> Control:
    return search_die(game, fight.forces, sides_in_order(game)[0])


@step("11.2", also=("11.5.5",))
def attackers_have_rolled(game: Game, fight: NavalRound) -> Control:
    note_die(game, fight, sides_in_order(game)[0])
    return None


@step("11.2", also=("11.5.5",))
def defenders_search(game: Game, fight: NavalRound) -> Control:
    return search_die(game, fight.forces, sides_in_order(game)[1])


@step(
    "11.2",
    also=(
        "11.5.6",
        "15.1/naval units",
        "11.2/surprise points",
    ),
)
def reckon_points_in_port(game: Game, fight: NavalRound) -> Control:
    note_die(game, fight, sides_in_order(game)[1])
    first, second = (best_search_number(game, fight, side) for side in (0, 1))
    reckon_surprise(game, fight, (first, second))
    return None


@rule("11.2", "11.5.5", "14.4")
def best_search_number(game: Position, fight: NavalRound, side: int) -> int | None:
    """The highest modified number of a unit that is not surprised; None without one."""
    awake = alert(game, fight, side)
    seen = {unit: _section(game, fight, side, unit) for unit in fight.forces[side].units}
    flying = [unit for unit in seen if game.state[TARGET][unit] == fight.port]
    eyes: dict[int, int] = {}
    for unit in flying:
        number = seen[unit][0]
        eyes[number] = max(eyes.get(number, 0), adds_to_search(game, unit))
    numbers = [seen[unit][1] + eyes.get(seen[unit][0], 0) for unit in awake.units]
    numbers += [_own_section(game, fight, side) for _ in awake.convoys]
    return max(numbers, default=None)


def _section(game: Position, fight: NavalRound, side: int, unit: int) -> tuple[int, int]:
    """The section that a unit counts in, and that section's search number: planes at sea in that of their carrier."""
    place = game.state[PLACE][unit]
    if sea_of_section(game, place):
        return section_number(game, place), search_number(game, place)
    number = _own_section(game, fight, side)
    return number, number


@rule("11.2")
def _own_section(game: Position, fight: NavalRound, side: int) -> int:
    """The section of attackers from land, and of who is in or over a minor or major port; it is its search number."""
    chart: Chart = game.ruleset.tables.source.chart("port_attack_section")
    port = "major port" if _is_major(game, fight.port) else "minor port"
    return int(chart.at("attacking aircraft" if side == game.enclosing(Mission).side else port, "section"))


# ------------------------------------------------------------------------------------------------------------ the attack


@step("11.2", also=("14.3", "11.5.9", "15.1/aircraft units"))
def fight_over_the_port(game: Game, fight: NavalRound) -> Control:
    """Fighters and bombers are what they flew as; surprise points buy air-to-air values as at sea."""
    sides = sides_in_order(game)
    coming, met = (tuple(_in_the_air(game, fight, side)) for side in sides)
    combat = combat_over(game, game.enclosing(Mission), fight.port)
    met = () if combat is None else tuple(unit for unit in met if unit in combat.fighters[1])  # others are surprised
    carriers = tuple(unit for unit in (*coming, *met) if is_carrier(game, unit))
    first, second = (fight.points if fight.rich == side else 0 for side in sides)
    flown = NavalAirCombat(
        (IN_FLIGHT, *dict.fromkeys(game.state[PLACE][unit] for unit in carriers)),
        (coming, met),
        (first, second),
        weather_at(game, fight.port),
        (fighters(game, coming), met),
        (bombers(game, coming), ()),
        tuple((unit, game.state[AIR_SHARE][unit]) for unit in carriers),
        sides,
        in_flight=True,
    )
    return Call(NAVAL_AIR_COMBAT.name, flown)


def _in_the_air(game: Position, fight: NavalRound, side: int) -> Iterator[int]:
    return (unit for unit in fight.forces[side].units if game.state[TARGET][unit] == fight.port)


@step("11.2", also=("11.5.9",))
def attack_the_ships(game: Game, fight: NavalRound) -> Control:
    """Anti-aircraft fire from the ships, then the attack on them."""
    through, _, points, shares = game.result
    fight.points = sum(points)
    lines = through if sides_in_order(game)[0] == 0 else (through[1], through[0])
    return Call(AIR_TO_PORT.name, AirToSea(lines, shares)) if any(lines) else None


AIR_TO_PORT = procedure("air-to-sea attack on a port", "11.2", *AIR_TO_SEA_STEPS, locals=AirToSea)


@step("11.2", also=("11.5.8/combat results",))
def aborted_ships_lie_low(game: Game, fight: NavalRound) -> Control:
    """An abort turns a face-up unit in port face-down; for convoy points that is the "CP used" marker."""
    ships, points = fight.aborted.units, 0
    for ship in ships:
        turn_face_down(game, ship)
    for stack in fight.aborted.convoys:
        fresh = min(stack.points, unused_convoy_points(game, stack.power, fight.port))
        if fresh:
            spend_sailor(game, stack.of(fresh).sailor, fight.port)
            points += fresh
    if ships or points:
        game.say(ShipsTurned(place=fight.port, ships=ships, points=points))
    return None


@step("11.2", also=("11.5.8/combat results",))
def damaged_ships_go_to_repair(game: Game, fight: NavalRound) -> Control:
    """They are in port already."""
    for ship in things_at(game, fight.port):
        if is_ship(game, ship) and game.state[DAMAGED][ship]:
            take_into_repair(game, Sailor(ship), fight.port)
    for power, place, points in tuple(game.state.amounts(DAMAGED_CONVOY_POINTS)):
        if place == fight.port and points:
            take_into_repair(game, Stack(power, place, points, damaged=True).sailor, place)
    return End(FOUGHT_ON)


PORT_COMBAT = procedure(
    "attack on a port",
    "11.2",
    include_submarines,  # (a)
    who_takes_part,
    attackers_search,  # (b)
    attackers_have_rolled,
    defenders_search,
    reckon_points_in_port,
    avoid_combat,  # 11.5.6
    fight_over_the_port,  # (c)
    attack_the_ships,  # (d), (e)
    aborted_ships_lie_low,
    damaged_ships_go_to_repair,
    locals=NavalRound,
)

MODULE = Module(procedures=(PORT_COMBAT, AIR_TO_PORT))
