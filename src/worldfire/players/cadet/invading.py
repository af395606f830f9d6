"""What an invasion promises: the exact chance that it takes its hex with the guns of both sides, in points of the score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from worldfire.engine.position import Position
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of
from worldfire.players.cadet.prospects import chances
from worldfire.players.cadet.seascape import OF_A_POINT, Seascape, naval, section_of, worth
from worldfire.rules.s08_weather import terrain_at
from worldfire.rules.s11_15_2_shore_bombardment import COVER
from worldfire.rules.s11_15_factors import (
    Arrival,
    Reckoning,
    bombardment_modifier,
    is_home_of_controller,
    land_attack,
    terrain_multiplier,
)
from worldfire.rules.s11_15_land_roll import result_without_dice
from worldfire.rules.s11_15_odds import read_result

#: what is left of the worth of troops that failed: those who are not lost lie face-down in the sea
OF_A_FAILURE = 0.6


@dataclass(frozen=True)
class Lander:
    """A unit that would invade, from which section, and whether a TRS brings it."""

    unit: int
    section: int
    from_transport: bool = False


def guns_of(game: Position, ships: Iterable[tuple[int, int]], place: int, most: int) -> Fraction:
    """What the heaviest of these (ship, section) add by shore bombardment, one ship for each unit in the combat."""
    cover = 2 if terrain_at(game, place) in COVER else 1
    found = []
    for ship, section in ships:
        counter = naval(game, ship)
        factor = (counter.shore_bombardment or 0) if counter is not None else 0
        found.append(Fraction(max(0, factor - bombardment_modifier(game, section, place)), cover))
    return sum(sorted(found, reverse=True)[:most], Fraction(0))


def ships_off(seascape: Seascape, place: int, side: int) -> list[tuple[int, int]]:
    """(ship, its section) of a side in the sea areas that the hex lies on."""
    game = seascape.game
    seas = board_of(game).tables.seas[place]
    afloat = (seascape.own(sea) if side == seascape.side else seascape.enemies(sea) for sea in seas)
    return [(unit, section_of(game, unit)) for units in afloat for unit in units if naval(game, unit) is not None]


def notional(game: Position, landers: Sequence[Lander], place: int) -> Fraction:
    """The notional unit as the invader expects it: in supply, for that is dear to look up, and nobody comes to help it."""
    chart = game.ruleset.tables.source.chart("notional_unit")
    rows = ["base"] + ["city"] * (place in ground_of(game).cities)
    rows += ["home country"] * is_home_of_controller(game, place)
    points = sum(int(chart.number(row, "factors")) for row in rows)
    points += sum(bombardment_modifier(game, lander.section, place) for lander in landers)
    return max(int(chart.number("least", "factors")), points) * terrain_multiplier(game, place)


def chance_of_landing(
    seascape: Seascape, landers: Sequence[Lander], place: int, coming: Iterable[tuple[int, int]] = ()
) -> float:
    """How likely they take the hex, with the guns that lie off it and those that come along."""
    game = seascape.game
    defenders = tuple(seascape.troops(place, 1 - seascape.side))
    units = tuple(lander.unit for lander in landers)
    arrivals = tuple(Arrival(each.unit, "invasion", each.section, each.from_transport) for each in landers)
    attack = land_attack(game, Reckoning(place, units, defenders, arrivals))
    ours = guns_of(game, (*ships_off(seascape, place, seascape.side), *coming), place, len(units))
    defence = attack.defence + notional(game, landers, place)
    theirs = guns_of(game, ships_off(seascape, place, 1 - seascape.side), place, len(defenders) + 1)
    attack = replace(
        attack,
        attack=attack.attack + min(ours, attack.attack),
        defence=defence + min(theirs, defence),
        face_down_small=1,
    )
    automatic = result_without_dice(game, attack)
    if automatic is not None:
        return float(read_result(automatic).destroys_notional)
    return chances(game, attack, len(units), max(1, len(defenders))).cleared


def promise(seascape: Seascape, landers: Sequence[Lander], place: int, coming: Iterable[tuple[int, int]] = ()) -> float:
    """Points that the hex brings times the chance to take it, less the troops that a failure costs."""
    if place not in seascape.targets:
        return 0.0
    likely = chance_of_landing(seascape, landers, place, coming)
    stake = sum(worth(seascape.game, lander.unit) for lander in landers) / OF_A_POINT
    return seascape.targets[place] * likely - OF_A_FAILURE * stake * (1 - likely)
