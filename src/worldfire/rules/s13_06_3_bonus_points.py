"""13.6.3 Bonus build points: corps of a major power that are lost in supply, at home and in the land combat step.

Whether they are in supply, and which hexes count as home, is as it was when the combat began; where they are lost is where
they stand then, perhaps after a retreat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import PowerId
from worldfire.forces.things import PLACE, counter_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import COUNTRY_NAMES, HOME_COUNTRY, NOBODY, POWERS, power_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.tables.counters import LandCounter, LandType, Size

#: earned this turn
BONUS_POINTS = Column(POWERS, "bonus_build_points")
#: the step in which losses earn them (11.15)
LAND_COMBAT = "land combat"


class BonusPointEarned(Event, frozen=True):
    """A corps lost at home will be worth a build point."""

    power: PowerId
    thing: ThingId


@clause("13.6.3/bonus build points")
def lost_like_home(game: Position, power: int) -> frozenset[int]:
    """Hexes that count for this as if they were in the power's home country."""
    return frozenset()


@clause("13.6.3/bonus build points")
def bonus_point_for(game: Position, unit: int, place: int, like_home: Collection[int]) -> bool:
    """Is a corps lost here, in supply and in land combat, worth a bonus build point? In a major power's home country only."""
    counter = counter_of(game, unit)
    if not isinstance(counter, LandCounter) or counter.size is not Size.CORPS or counter.type is LandType.PART:
        return False
    power = power_of(game, unit)
    if counter.power != power_name(game, power):  # a minor country's
        return False
    country = game.state[HOME_COUNTRY][place]
    if country == NOBODY:
        return False
    homes = ground_of(game).homes_of_power.get(power_name(game, power), ())
    return place in like_home or game.state.get(COUNTRY_NAMES)[country] in homes


@rule("13.6.3/bonus build points")
def add_bonus_point(game: Game, power: int) -> None:
    game.write(BONUS_POINTS, power, game.state[BONUS_POINTS][power] + 1)


@rule("13.6.3/bonus build points")
def unit_was_destroyed(game: Game, event: Destroyed) -> None:
    """Losses are told before the counter is taken away, so the unit still stands where it is lost."""
    unit, place = event.thing, game.state[PLACE][event.thing]
    if not game.on_stack(LAND_COMBAT) or not is_hex(game, place):
        return
    battle, power = _battle(game), power_of(game, unit)
    like_home = lost_like_home(game, power) if battle is None else dict(battle.like_home).get(power, ())
    if bonus_point_for(game, unit, place, like_home) and _was_supplied(game, battle, unit):
        add_bonus_point(game, power)
        game.say(BonusPointEarned(power=power, thing=unit))


@rule("13.6.3/bonus build points")
def homes_as_it_begins(game: Position, units: Iterable[int]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """What a combat notes when it begins: (power, hexes like home) for each power in it that has any."""
    powers = sorted({power_of(game, unit) for unit in units})
    found = ((power, tuple(sorted(lost_like_home(game, power)))) for power in powers)
    return tuple((power, hexes) for power, hexes in found if hexes)


def _battle(game: Position) -> Battle | None:
    return game.find_enclosing(Battle)


def _was_supplied(game: Position, battle: Battle | None, unit: int) -> bool:
    """Of whoever took part, when the combat began; others are overrun or too many in a hex, and are asked now."""
    if battle is not None and unit in battle.involved:
        return unit in battle.supplied
    return in_supply(game, unit)


MODULE = Module(schema=Schema(columns=(BONUS_POINTS,)), subscribes=((Destroyed, unit_was_destroyed),))
