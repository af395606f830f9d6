"""A naval combat and an interception as their boards show them (11.4.6, 11.5): made from the frames that a seat may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from worldfire.engine.position import Position
from worldfire.forces.things import name_of
from worldfire.forces.turn import active_side, other_side
from worldfire.forces.who import NOBODY, POWER_NAMES, side_of
from worldfire.rules.s02_1_sea_areas import section_at, section_number
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_04_6_interception import committed as committed_to_interception
from worldfire.rules.s11_04_6_interception import hunters, needed
from worldfire.rules.s11_04_naval_units import Sailor, side_of_sailor
from worldfire.rules.s11_04_under_way import Interception, NavalCombat, Suffered, Voyage
from worldfire.rules.s11_05_4_committing import (
    Force,
    Stack,
    committed,
    count_ships,
    in_section,
    present,
    seats_of_force,
    sections_of,
    ships_of,
)
from worldfire.rules.s11_05_5_search import modified_search_number, modified_search_roll
from worldfire.rules.s11_05_6_surprise_points import Picking
from worldfire.rules.s11_05_8_damage import is_damaged
from worldfire.rules.s11_05_8_results import Results
from worldfire.rules.s11_05_8_surface_combat import surface_factors
from worldfire.rules.s11_05_9_air_to_sea import air_to_sea_factors, anti_air_factors, fliers, in_this_weather
from worldfire.rules.s11_05_10_submarine_combat import asw_factors, submarine_factors
from worldfire.rules.s11_05_naval_tables import Row, column_of
from worldfire.rules.s11_05_round import NAVAL_AIR, ConvoysInCombat, NavalRound, included, price, under_attack
from worldfire.server.air_lines import side_name
from worldfire.server.fights import (
    Benefit,
    Charge,
    Hands,
    HitNow,
    InterceptionNow,
    NavalNow,
    NavalSide,
    SectionNow,
    Suffering,
    VoyageNow,
)
from worldfire.server.offering import hex_of, section_of
from worldfire.server.reading import Reader
from worldfire.tables.chart import Chart
from worldfire.titles.telling import tell, tell_place

SIDES = (0, 1)


# ------------------------------------------------------------------------------------------- a voyage, and interception


def present_voyage(reader: Reader, voyage: Voyage) -> VoyageNow:
    side = side_of_sailor(reader, voyage.hands[0].sailor) if voyage.hands else NOBODY
    sea, section = section_of(reader, voyage.here) or (None, None)
    return VoyageNow(
        place=voyage.here,
        label=tell_place(reader, voyage.here),
        hex=hex_of(reader, voyage.here),
        sea=sea,
        section=section,
        homeward=voyage.homeward,
        hands=[Hands(_sailor(reader, hand.sailor, side), hand.movement, hand.range) for hand in voyage.hands],
        ahead=[tell_place(reader, place) for place in voyage.plan or voyage.ahead],
    )


def present_interception(reader: Reader, attempt: Interception) -> InterceptionNow:
    game, here = reader, section_at(reader, attempt.sea, 0)
    movers = side_of_sailor(game, attempt.hands[0].sailor)
    units = tuple(hunters(game, attempt))
    searching = committed_to_interception(game, attempt)
    with_submarines = msgspec.structs.replace(attempt, submarines=True)
    return InterceptionNow(
        sea=attempt.sea,
        side=side_name(reader, movers),
        homeward=attempt.homeward,
        movers=[_sailor(reader, hand.sailor, movers) for hand in attempt.hands],
        hunters=[
            SectionNow(
                section_number(game, place),
                modified_search_number(game, place, searching),
                found=False,
                charges=[_unit(reader, unit) for unit in in_section(game, Force(units), place).units],
            )
            for place in sections_of(game, Force(units))
        ],
        hunting=side_name(reader, other_side(movers)),
        by=attempt.by,
        submarines=attempt.submarines,
        needed=needed(game, msgspec.structs.replace(attempt, submarines=False)),
        with_submarines=needed(game, with_submarines),
        modifier=modified_search_roll(game, here, 0),
        weather=weather_at(game, here),
    )


def _sailor(reader: Reader, sailor: Sailor, side: int) -> Charge:
    if not sailor.is_convoy:
        return _unit(reader, sailor.ship)
    power = reader.state.get(POWER_NAMES)[sailor.power]
    return Charge(str(sailor.points), side_name(reader, side), None, sailor.points, power, sailor.damaged)


def _unit(reader: Reader, unit: int) -> Charge:
    damaged = is_damaged(reader, Sailor(unit))
    return Charge(name_of(reader, unit), side_name(reader, side_of(reader, unit)), unit, damaged=damaged)


# ---------------------------------------------------------------------------------------------------------- naval combat


def present_naval(reader: Reader, combat: NavalCombat, above: Sequence[Any]) -> NavalNow:
    """`above`: what runs inside the combat, such as its round and a side that suffers results."""
    fight = next((one for one in above if isinstance(one, NavalRound)), None)
    here = section_at(reader, combat.sea, 0)
    rich = NOBODY if fight is None else fight.rich
    points = 0 if fight is None else fight.points
    return NavalNow(
        sea=combat.sea,
        hex=None,
        round=combat.rounds,
        weather=weather_at(reader, here),
        type="" if fight is None else fight.kind,
        interceptor=None if fight is None else side_name(reader, fight.interceptor),
        sides=[_side(reader, combat, fight, side) for side in SIDES],
        rich=side_name(reader, rich),
        points=points,
        benefits=_benefits(reader, points),
        suffering=_suffering(reader, above),
        toll=_toll(reader, combat.toll),
    )


def present_port_attack(reader: Reader, fight: NavalRound, above: Sequence[Any]) -> NavalNow:
    """11.2: one round over a port, in which both sides' aircraft and the ships there take part."""
    return NavalNow(
        sea="",
        hex=hex_of(reader, fight.port),
        round=1,
        weather=weather_at(reader, fight.port),
        type=NAVAL_AIR,
        interceptor=None,
        sides=[_port_side(reader, fight, side) for side in SIDES],
        rich=side_name(reader, fight.rich),
        points=fight.points,
        benefits=_benefits(reader, fight.points),
        suffering=_suffering(reader, above),
        toll=_toll(reader, fight.toll),
    )


def _port_side(reader: Reader, fight: NavalRound, side: int) -> NavalSide:
    game, force = reader, included(reader, fight, side)
    targets, enemies = under_attack(game, fight, side), included(game, fight, other_side(side))
    flying = (
        unit for unit in fliers(game, fight, side) if unit not in targets.units
    )  # 14.4: nobody flies out of the port
    air = sum((air_to_sea_factors(game, unit, 0) for unit in flying), Fraction())
    guns = anti_air_factors(game, ships_of(game, targets), enemies.units)
    rows = {Row.AIR_TO_SEA: in_this_weather(game, fight.port, air), Row.ANTI_AIR: guns} if not force.is_empty else {}
    charges = _charges(reader, fight, force, side)
    return NavalSide(
        side=side_name(reader, side),
        active=side == active_side(game),
        seats=list(seats_of_force(game, force)),
        submarines=fight.submarines[side],
        die=fight.dice[side] or None,
        roll=fight.dice[side] or None,
        sections=[SectionNow(None, 0, found=True, charges=charges)] if charges else [],
        surprise=fight.surprise[side],
        factors={str(row): str(factors) for row, factors in rows.items()},
        columns={str(row): column_of(row, factors, game.ruleset.tables.source) for row, factors in rows.items()},
        ships=count_ships(game, targets),
    )


def _toll(reader: Reader, toll: Iterable[Suffered]) -> list[HitNow]:
    return [
        HitNow(
            hit.round,
            side_name(reader, hit.side),
            _name(reader, hit.target),
            _thing(hit.target),
            hit.inflicted,
            hit.die,
            hit.suffered,
        )
        for hit in toll
    ]


def _name(reader: Reader, target: int | str) -> str:
    return name_of(reader, target) if isinstance(target, int) else str(tell(reader, ConvoysInCombat, target))


def _thing(target: int | str) -> int | None:
    return target if isinstance(target, int) else None


def _benefits(game: Position, points: int) -> list[Benefit]:
    chart: Chart = game.ruleset.tables.source.chart("surprise_points")
    return [Benefit(name, price(game, name), points >= price(game, name)) for name in chart.rows.labels]


def _suffering(reader: Reader, above: Sequence[Any]) -> Suffering | None:
    results = next((one for one in above if isinstance(one, Results)), None)
    if results is None or not results.hits:
        return None
    pick = next((one for one in above if isinstance(one, Picking)), None)
    chosen = results.target if pick is None else pick.chosen
    return Suffering(
        side_name(reader, results.side),
        list(results.hits),
        _name(reader, chosen) if chosen != "" else None,
        None if pick is None else side_name(reader, pick.side),
    )


def _side(reader: Reader, combat: NavalCombat, fight: NavalRound | None, side: int) -> NavalSide:
    game = reader
    there = present(game, combat, side)
    if fight is None:
        fight = NavalRound(combat.sea, combat.last_call)
    taking_part = committed(game, combat, fight.submarines)
    force = included(game, fight, side)
    rolled = fight.dice[side] > 0
    rows = _factors(game, fight, side) if not force.is_empty else {}
    return NavalSide(
        side=side_name(reader, side),
        active=side == active_side(game),
        seats=list(seats_of_force(game, there)),
        submarines=fight.submarines[side],
        die=fight.dice[side] if rolled else None,
        roll=fight.rolls[side] if fight.rolls[side] or fight.found != ((), ()) else None,
        sections=[
            SectionNow(
                section_number(game, place),
                modified_search_number(game, place, taking_part[side].units),
                place in fight.found[side],
                _charges(reader, fight, in_section(game, there, place), side),
            )
            for place in sections_of(game, there)
        ],
        surprise=fight.surprise[side],
        factors={str(row): str(factors) for row, factors in rows.items()},
        columns={str(row): column_of(row, factors, game.ruleset.tables.source) for row, factors in rows.items()},
        ships=count_ships(game, force),
    )


def _charges(reader: Reader, fight: NavalRound, force: Force, side: int) -> list[Charge]:
    moving = {sailor.ship for sailor in fight.movers}
    ships = [
        msgspec.structs.replace(
            _unit(reader, unit),
            included=unit in fight.forces[side].units,
            aborted=unit in fight.aborted.units,
            shaken=unit in fight.shaken,
            moving=unit in moving,
        )
        for unit in force.units
    ]
    return [*ships, *(_convoy(reader, fight, stack, side) for stack in force.convoys)]


def _convoy(reader: Reader, fight: NavalRound, stack: Stack, side: int) -> Charge:
    power = reader.state.get(POWER_NAMES)[stack.power]

    def among(stacks: Iterable[Stack]) -> bool:
        same = (stack.power, stack.place, stack.damaged)
        return any((one.power, one.place, one.damaged) == same for one in stacks)

    return Charge(
        str(stack.points),
        side_name(reader, side),
        points=stack.points,
        power=power,
        damaged=stack.damaged,
        included=among(fight.forces[side].convoys),
        aborted=among(fight.aborted.convoys),
        moving=any(sailor.is_convoy and sailor.power == stack.power for sailor in fight.movers),
    )


def _factors(game: Position, fight: NavalRound, side: int) -> dict[Row, Fraction]:
    """What those who are included bring to each row of the chart; of the air as if everything flew as bombers."""
    force, enemies = included(game, fight, side), included(game, fight, other_side(side))
    place = section_at(game, fight.sea, 0)
    air = sum((air_to_sea_factors(game, unit, 0) for unit in fliers(game, fight, side)), Fraction())
    return {
        Row.SURFACE: surface_factors(game, fight, side),
        Row.AIR_TO_SEA: in_this_weather(game, place, air),
        Row.ANTI_AIR: anti_air_factors(game, ships_of(game, force), enemies.units),
        Row.SUB: submarine_factors(game, fight, side),
        Row.ASW: asw_factors(game, fight, side),
    }
