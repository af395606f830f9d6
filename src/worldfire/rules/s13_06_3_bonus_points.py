"""13.6.3 Bonus build points: corps of a major power that are lost in supply, at home and in the land combat step.

Whether they are in supply, and what of East Poland and the Baltic States is home, is as it was when the combat began; where
they are lost is where they stand then, perhaps after a retreat.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.schema import Column, Schema
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.things import PLACE, board_of, counter_of
from worldfire.forces.turn import controls, power_name
from worldfire.forces.who import COUNTRY_NAMES, HOME_COUNTRY, NOBODY, POWER_NAMES, POWERS, power_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.tables.counters import LandCounter, LandType, Size

#: earned this turn
BONUS_POINTS = Column(POWERS, "bonus_build_points")
#: the step in which losses earn them (11.15)
LAND_COMBAT = "land combat"
USSR = "ussr"
_EAST_POLAND, _BALTIC_STATES = "East Poland", "Baltic States"
_BALTIC = ("Estonia", "Latvia", "Lithuania")


class BonusPointEarned(Event, frozen=True):
    """A corps lost at home will be worth a build point."""

    power: int
    thing: int


@rule("13.6.3/bonus build points")
def claimed_regions(game: Game) -> tuple[str, ...]:
    """East Poland and the Baltic States, each if the USSR controls a city there."""
    board, names = board_of(game), game.state.get(POWER_NAMES)
    hexes = {
        _EAST_POLAND: board.region(_EAST_POLAND),
        _BALTIC_STATES: [number for name in _BALTIC for number in board.hexes_of(name)],
    }
    cities, ussr = ground_of(game).cities, names.index(USSR) if USSR in names else NOBODY
    return tuple(
        region
        for region, numbers in hexes.items()
        if any(board.index[here] in cities and controls(game, ussr, board.index[here]) for here in numbers)
    )


def _region_of(game: Game, place: int) -> str:
    board = board_of(game)
    if _EAST_POLAND in board.regions_of(board.number(place)):
        return _EAST_POLAND
    return _BALTIC_STATES if board.tables.country[place] in _BALTIC else ""


@rule("13.6.3/bonus build points")
def bonus_point_for(game: Game, unit: int, place: int, claimed: tuple[str, ...]) -> bool:
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
    if game.state.get(COUNTRY_NAMES)[country] in homes:
        return True
    return power_name(game, power) == USSR and _region_of(game, place) in claimed


@rule("13.6.3/bonus build points")
def add_bonus_point(game: Game, power: int) -> None:
    game.write(BONUS_POINTS, power, game.state[BONUS_POINTS][power] + 1)


@rule("13.6.3/bonus build points")
def unit_was_destroyed(game: Game, event: Destroyed) -> None:
    """Losses are told before the counter is taken away, so the unit still stands where it is lost."""
    unit, place = event.thing, game.state[PLACE][event.thing]
    if not game.on_stack(LAND_COMBAT) or not is_hex(game, place):
        return
    battle = _battle(game)
    claimed = claimed_regions(game) if battle is None else battle.claimed
    if bonus_point_for(game, unit, place, claimed) and _was_supplied(game, battle, unit):
        power = power_of(game, unit)
        add_bonus_point(game, power)
        game.say(BonusPointEarned(power=power, thing=unit))


def _battle(game: Game) -> Battle | None:
    return next((frame.locals for frame in reversed(game.state.frames) if isinstance(frame.locals, Battle)), None)


def _was_supplied(game: Game, battle: Battle | None, unit: int) -> bool:
    """Of whoever took part, when the combat began; others are overrun or too many in a hex, and are asked now."""
    if battle is not None and unit in battle.involved:
        return unit in battle.supplied
    return in_supply(game, unit)


SUBSCRIBES = ((Destroyed, unit_was_destroyed),)
SCHEMA = Schema(columns=(BONUS_POINTS,))
