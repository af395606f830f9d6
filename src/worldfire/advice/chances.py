"""What a mission may bring, counted exactly while it is being planned: ground strikes and strategic bombardment."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from worldfire.advice.odds import bombing_odds
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.forces.flights import Flight
from worldfire.forces.who import power_of
from worldfire.rules import s11_07_strategic_bombardment as bombardment
from worldfire.rules import s11_08_ground_strike as strike
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_07_bombing_table import Bombardment, bombing_factors
from worldfire.rules.s14_2_missions import Mission, enemy_units_at, factors, read_sortie

FACES = 10
BOMBERS = frozenset({Flight.BOMBER, Flight.FIGHTER_BOMBER, Flight.EXTENDED_BOMBER})


class Prospect(msgspec.Struct, frozen=True):
    """What may come of the bombers over one hex."""

    place: int
    mission: str
    bombers: tuple[int, ...]
    #: of a ground strike: (unit, chance that it is turned face-down)
    units: tuple[tuple[int, Fraction], ...] = ()
    #: of a bombardment: its factors, and points → chance that so many are lost
    factors: int = 0
    points: tuple[tuple[int, Fraction], ...] = ()


def prospects(game: Game, sorties: dict[int, str]) -> list[Prospect]:
    """For each target of these sorties (aircraft → word of the action) what its bombers may do, if they get through."""
    mission = next((f.locals for f in reversed(game.state.frames) if isinstance(f.locals, Mission)), None)
    if mission is None:
        return []
    over: dict[int, list[int]] = {}
    for aircraft, word in sorties.items():
        flight, place, _ = read_sortie(word)
        if flight in BOMBERS:
            over.setdefault(place, []).append(aircraft)
    if mission.kind == strike.KIND.name:
        return [_strike(game, place, tuple(there)) for place, there in sorted(over.items())]
    if mission.kind == bombardment.KIND.name:
        return [_bombing(game, place, tuple(there)) for place, there in sorted(over.items())]
    return []


def _strike(game: Game, place: int, bombers: tuple[int, ...]) -> Prospect:
    return Prospect(place, strike.KIND.name, bombers, tuple(hits(game, place, bombers)))


def hits(game: Position, place: int, bombers: tuple[int, ...]) -> Iterator[tuple[int, Fraction]]:
    """11.8: each bomber rolls against each face-up unit until one die does not exceed its factor."""
    power = power_of(game, bombers[0])
    for unit in enemy_units_at(game, power, place):
        if not strike.is_target(game, power, unit):
            continue
        spared = Fraction(1)
        for bomber in bombers:
            chance = Fraction(min(max(strike.factor_against(game, bomber, unit), 0), FACES), FACES)
            spared *= (1 - chance) ** strike.strike_dice(game, bomber, unit)
        yield unit, 1 - spared


def _bombing(game: Game, place: int, bombers: tuple[int, ...]) -> Prospect:
    total = sum((factors(game, bomber)[1] for bomber in bombers), Fraction(0))
    raid = Bombardment(factors=total, weather=weather_at(game, place), opposed=False)
    most = sum(bombardment.left_to_lose(game, place))
    odds = bombing_odds(raid, game.ruleset.tables.source, most)
    return Prospect(
        place, bombardment.KIND.name, bombers, factors=bombing_factors(raid), points=tuple(odds.points.items())
    )
