"""fa:11.12.1, 2 What units, notional units and ships are worth in a land combat of Fatal Alliances."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import Chain
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of
from worldfire.forces.turn import active_side, other_side, powers_of_side
from worldfire.forces.who import CONTROLLER, side_of_power
from worldfire.rules.s02_2_zones_of_control import exerts_zoc
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_10_entry import friendly_land_units, land_counter
from worldfire.rules.s11_15_2_shore_bombardment import HALVES, ShoreBombardment
from worldfire.rules.s11_15_factors import (
    SUPPORTING_ATTACK,
    SUPPORTING_DEFENCE,
    Arrival,
    Reckoning,
    attack_factor,
    attack_support,
    defence_factor,
    defence_factors,
    defence_support,
    halved_by_landing,
    is_home_of_controller,
    notional_country,
    notional_cut_off,
    notional_factor,
    surprised_as,
    terrain_multiplier,
)
from worldfire.tables.counters import LandType, Size
from worldfire.titles.fa.land_roll import ARMOUR_TYPES

#: invaders from a section below this help the notional unit; in rain one more
LOW_SECTION = Figure("section below which invaders strengthen the notional unit", "fa:11.12.1.4")
LOW_IN_RAIN = Figure("section below which invaders strengthen the notional unit in rain", "fa:11.12.1.4")

#: offensive points: (game, factor, reckoning, unit)
IN_ATTACK = Chain[Fraction, [Reckoning, int]]("fa:11.12.1 factor of an attacker")


# ---------------------------------------------------------------------------------------------------------- land units


@rule("fa:11.12.1.3", "fa:11.11")
def all_but_marines(game: Position, arrival: Arrival) -> bool:
    """Whatever ship they come from."""
    return land_counter(game, arrival.unit).type is not LandType.MAR


@rule("fa:18.3.2")
def factor_in_attack(
    usual: Callable[[Position, Reckoning, int], Fraction], game: Position, reckoning: Reckoning, unit: int
) -> Fraction:
    return IN_ATTACK(game, usual(game, reckoning, unit), reckoning, unit)


@rule("fa:21.4")
def with_anti_tank_guns(
    usual: Callable[[Position, Reckoning], Fraction], game: Position, reckoning: Reckoning
) -> Fraction:
    """AT count double against ARM and MECH."""
    found = usual(game, reckoning)
    if not any(land_counter(game, unit).type in ARMOUR_TYPES for unit in reckoning.attackers):
        return found
    guns = (unit for unit in reckoning.defenders if land_counter(game, unit).type is LandType.AT)
    return found + sum((defence_factor(game, gun, reckoning.target) for gun in guns), Fraction(0))


# ------------------------------------------------------------------------------------------------------- notional units


@rule("fa:11.12.1.4")
def great_war_notional(game: Position, reckoning: Reckoning) -> Fraction:
    """Stronger against who comes from far off shore or out of transports; shore bombardment does not matter."""
    table, place = chart_named(game, "notional_unit"), reckoning.target
    reasons = {
        "base": True,
        "city": place in ground_of(game).cities,
        "home country": is_home_of_controller(game, place),
        "in a friendly zone of control": not reckoning.defenders and _beside_a_corps(game, place),
        "invaders from a low section": _from_low_sections(game, reckoning),
        "corps from a transport": any(_corps_from_transport(game, reckoning)),
        "no supply path": notional_cut_off(game, reckoning),
        "surprised": surprised_as(game, reckoning, notional_country(game, reckoning)),
    }
    points = sum(int(table.number(row, "factors")) for row, holds in reasons.items() if holds)
    return max(int(table.number("least", "factors")), points) * terrain_multiplier(game, place)


def _beside_a_corps(game: Position, place: int) -> bool:
    side = side_of_power(game, game.state[CONTROLLER][place])
    return any(
        land_counter(game, unit).size is Size.CORPS and exerts_zoc(game, unit, place)
        for beside in board_of(game).adjacent[place]
        for unit in friendly_land_units(game, side, beside)
    )


def _from_low_sections(game: Position, reckoning: Reckoning) -> bool:
    lowest = LOW_IN_RAIN(game) if weather_at(game, reckoning.target) == "rain" else LOW_SECTION(game)
    return any(arrival.how == "invasion" and arrival.section < lowest for arrival in reckoning.arrivals)


def _corps_from_transport(game: Position, reckoning: Reckoning) -> list[bool]:
    corps = ((arrival, land_counter(game, arrival.unit)) for arrival in reckoning.arrivals)
    return [
        arrival.from_transport and counter.size is Size.CORPS and counter.type is not LandType.MAR
        for arrival, counter in corps
    ]


# ---------------------------------------------------------------------------------------------------- shore bombardment


def _shells(game: Position, side: int, place: int) -> list[Fraction]:
    """What each ship of the side adds here, the heaviest first."""
    support, powers = game.find_annex(ShoreBombardment), powers_of_side(game, side)
    added = () if support is None else support.added
    return sorted(
        (Fraction(parts, HALVES) for who, where, parts in added if where == place and who in powers), reverse=True
    )


@rule("fa:11.12.2")
def support_of_attack(game: Position, reckoning: Reckoning, land: Fraction) -> Fraction:
    """Each ship adds no more than the unit that it supports; aircraft and guns together no more than all units."""
    units = sorted((attack_factor(game, reckoning, unit) for unit in reckoning.attackers), reverse=True)
    shells = _shells(game, active_side(game), reckoning.target)
    ships = sum((min(pair) for pair in zip(shells, units, strict=False)), Fraction(0))
    return ships + min(land, Fraction(SUPPORTING_ATTACK(game, reckoning)))


@rule("fa:11.12.2")
def support_of_defence(game: Position, reckoning: Reckoning, land: Fraction) -> Fraction:
    """One ship and one factor for each defending unit, whatever the ship."""
    units = len(reckoning.defenders) + reckoning.notional
    shells = _shells(game, other_side(active_side(game)), reckoning.target)[:units]
    ships = sum((min(Fraction(1), shell) for shell in shells), Fraction(0))
    return ships + min(land, Fraction(SUPPORTING_DEFENCE(game, reckoning)))


MODULE = Module(
    seams=(IN_ATTACK,),
    changes=(
        halved_by_landing.replaced_by(all_but_marines),
        attack_factor.wrapped_by(factor_in_attack),
        defence_factors.wrapped_by(with_anti_tank_guns),
        notional_factor.replaced_by(great_war_notional),
        attack_support.replaced_by(support_of_attack),
        defence_support.replaced_by(support_of_defence),
    ),
)
