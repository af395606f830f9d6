"""13.3.2, 13.6.5 What China and the USA may build before US entry options let them: options 1, 12, 16, 22 and 28.

Option 16 makes the next ships of the Commonwealth cheaper; option 46 lets the neutral USA build ahead (option 38 of the game).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Power
from worldfire.forces.things import counter_of, things_at
from worldfire.forces.turn import TurnBegan, is_active, power_name
from worldfire.forces.who import power_named, power_of
from worldfire.options.o38_building_ahead import may_build_ahead
from worldfire.rules.s13_06_production import (
    COST,
    GEARING,
    UnitBuilt,
    pools_to_build_from,
    unit_violation,
)
from worldfire.tables.counters import AirCounter, AirType, LandCounter, NavalCounter, NavalType
from worldfire.titles.wif.nations.us_entry.kinds import EntryOption
from worldfire.titles.wif.nations.us_entry.options import is_chosen
from worldfire.titles.wif.nations.us_entry.pools import the_usa
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE

CHINA, COMMONWEALTH = "china", "commonwealth"
CHINESE_AIRCRAFT, SELECTIVE_SERVICE, DESTROYERS, GEAR_UP, TRUMAN, BUILD_AHEAD = 1, 12, 16, 22, 28, 46
#: classes of units as the counters say it
_INFANTRY, _CAVALRY = "INF", "CAV"
LAND_UNITS_AT_FIRST = Figure("land units that the USA starts each turn at first", "13.3.2")
INFANTRY_LATER = Figure("infantry that the USA starts each turn under selective service", "13.3.2")
TURNS_OF_A_HEAVY_BOMBER = Figure("turns of bombers that the neutral USA does not build", "13.3.2")
SHIPS_HELPED = Figure("ships that the gift of destroyers makes cheaper", "13.3.2")

#: classes of the land units that the USA has started this turn
US_STARTED: Field[tuple[str, ...]] = Field("us_land_units_started", ())
#: ships that the gift of destroyers has made cheaper
HELPED: Field[int] = Field("us_ships_helped", 0)


@rule("13.3.2", "13.6.5/limitations")
def option_is_missing(
    usual: Callable[[Position, int, int], Violation | None], game: Position, power: int, unit: int
) -> Violation | None:
    """Why no such unit can be built before an option is chosen."""
    found = usual(game, power, unit)
    if found is not None or not game.state.get(US_ENTRY_IN_USE):
        return found
    return _kind_violation(game, power, unit) or _land_violation(game, power, _classes(game, unit, 1))


@rule("13.3.2 option 1", "13.3.2 option 22", "13.3.2 option 28")
def _kind_violation(game: Position, power: int, unit: int) -> Violation | None:
    counter = counter_of(game, unit)
    option = 0
    if power_name(game, power) == CHINA and isinstance(counter, AirCounter):
        option = CHINESE_AIRCRAFT
    elif power == the_usa(game) and counter.type is NavalType.AMPH:
        option = GEAR_UP
    elif power == the_usa(game) and counter.type is AirType.LND and not is_active(game, power):
        option = TRUMAN if counter.turns == TURNS_OF_A_HEAVY_BOMBER(game) else 0
    if not option or is_chosen(game, option):
        return None
    return refused("13.3.2", "build-needs-option", power=Power(power), option=EntryOption(option))


def _classes(game: Position, unit: int, number: int) -> tuple[str, ...]:
    counter = counter_of(game, unit)
    return (counter.gearing,) * number if isinstance(counter, LandCounter) else ()


@rule("13.3.2")
def land_units_violation(game: Position, noun: Noun, power: int) -> Violation | None:
    """How many land units the neutral USA may start in a turn."""
    if not game.state.get(US_ENTRY_IN_USE) or power != the_usa(game):
        return None
    pools = pools_to_build_from(game, power)
    heads = {name: things_at(game, pools[name])[0] for name, number in noun if number and name in pools}
    wanted = [one for name, number in noun if name in heads for one in _classes(game, heads[name], number)]
    return _land_violation(game, power, wanted)


@rule("13.3.2", "13.3.2 option 12")
def _land_violation(game: Position, power: int, wanted: Iterable[str]) -> Violation | None:
    """One of infantry or cavalry class; under selective service two of infantry class or one other."""
    new = tuple(wanted)
    if not new or power != the_usa(game) or is_active(game, power) or is_chosen(game, TRUMAN):
        return None
    started = (*game.state.get(US_STARTED), *new)
    if is_chosen(game, SELECTIVE_SERVICE):
        infantry = all(one == _INFANTRY for one in started)
        most = INFANTRY_LATER(game) if infantry else LAND_UNITS_AT_FIRST(game)
        allowed = True
    else:
        most, allowed = LAND_UNITS_AT_FIRST(game), all(one in (_INFANTRY, _CAVALRY) for one in started)
    if allowed and len(started) <= most:
        return None
    return refused("13.3.2", "usa-starts-few-land-units", power=Power(power), most=Number(most))


@rule("13.3.2")
def note_what_is_started(game: Game, event: UnitBuilt) -> None:
    """Land units of the USA, and ships of the Commonwealth that got cheaper."""
    if not game.state.get(US_ENTRY_IN_USE):
        return
    counter, power = counter_of(game, event.thing), power_of(game, event.thing)
    if isinstance(counter, LandCounter) and power == the_usa(game):
        game.set(US_STARTED, (*game.state.get(US_STARTED), counter.gearing))
    if _is_helped(game, event.thing):
        game.set(HELPED, game.state.get(HELPED) + 1)


def nothing_is_started(game: Game, event: TurnBegan) -> None:
    game.set(US_STARTED, ())


@rule("13.3.2", "13.3.2 option 16")
def _is_helped(game: Position, unit: int) -> bool:
    """Option 16: the next ten SCS that the Commonwealth starts, completes or repairs while the USA is neutral."""
    counter = counter_of(game, unit)
    if not isinstance(counter, NavalCounter) or counter.type is not NavalType.SCS:
        return False
    if not game.state.get(US_ENTRY_IN_USE) or not is_chosen(game, DESTROYERS) or is_active(game, the_usa(game)):
        return False
    return power_of(game, unit) == power_named(game, COMMONWEALTH) and game.state.get(HELPED) < SHIPS_HELPED(game)


@rule("13.3.2")
def gift_of_destroyers(game: Position, cost: int, unit: int) -> int:
    return max(0, cost - 1) if _is_helped(game, unit) else cost


@rule("13.3.2", "13.6.5/building ahead", "13.3.2 option 46")
def builds_ahead_though_neutral(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Option 46."""
    free = game.state.get(US_ENTRY_IN_USE) and power == the_usa(game) and is_chosen(game, BUILD_AHEAD)
    return bool(free) or usual(game, power)


CHANGES = (
    unit_violation.wrapped_by(option_is_missing),
    may_build_ahead.wrapped_by(builds_ahead_though_neutral),
    GEARING.attach(land_units_violation),
    COST.attach(gift_of_destroyers, reads=(HELPED,)),
)
