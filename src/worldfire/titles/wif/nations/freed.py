"""19.8 Countries that the Allies free though they conquered them first: Czechoslovakia, Ethiopia and the Spanish Republic.

None of their soldiers fights for the Axis, but for Spain's: its army is that of the Nationalists until there is a Republic.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.kinds import CountryId, PowerId
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import FORCE_POOL, REMOVED
from worldfire.forces.things import HEXES, PLACE, PLACE_NAMES, counter_of, move, place_index
from worldfire.forces.turn import side_name
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRY_NAMES,
    HEXES_AT_HOME,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    change_country,
    country_named,
    units_of,
)
from worldfire.rules.s04_reinforcements import UnitsAdded, scrap
from worldfire.rules.s09_06_aligning import SETTING_UP, SettingUp
from worldfire.rules.s13_07_1_the_fallen import is_conquered
from worldfire.rules.s13_07_5_liberation import CountryLiberated, liberate, liberator_of, lost_units, owner_after
from worldfire.tables.counters import NavalCounter
from worldfire.titles.wif.nations.joining import AXIS

CZECHS, SLOVAKS, ETHIOPIA, SPAIN = "czech-republic", "slovakia", "ethiopia", "spain"
NATIONALISTS, REPUBLICANS = "nationalist-spain", "republican-spain"
_CZECHOSLOVAKIA = (CZECHS, SLOVAKS)

#: has Spain been freed as a republic?
SPANISH_REPUBLIC: Field[bool] = Field("spanish_republic", False)


class CzechoslovakiaRestored(Event, frozen=True):
    country: CountryId
    power: PowerId


class RepublicProclaimed(Event, frozen=True):
    country: CountryId
    power: PowerId


# ---------------------------------------------------------------------------------------------------------- who frees them


def _ally_that_has(game: Position, name: str) -> int:
    """The Allied major power that has conquered the country; NOBODY if none has."""
    country = country_named(game, name)
    conqueror = NOBODY if country == NOBODY else game.state[CONQUEROR][country]
    side = NOBODY if conqueror == NOBODY else game.state[SIDE][conqueror]
    return conqueror if side != NOBODY and side_name(game, side) != AXIS else NOBODY


@rule("19.8/czechoslovakia", "19.8/ethiopia", "19.8/spain", "13.7.5")
def freed_by_its_conqueror(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """The Czech Republic and Slovakia only when the Allies have both: then whoever has the first frees them together."""
    found, name = usual(game, country), game.state.get(COUNTRY_NAMES)[country]
    if found != NOBODY:
        return found
    if name in (ETHIOPIA, SPAIN):
        return _ally_that_has(game, name)
    if name in _CZECHOSLOVAKIA and all(_ally_that_has(game, other) != NOBODY for other in _CZECHOSLOVAKIA):
        return _ally_that_has(game, CZECHS)
    return NOBODY


@rule("19.8/czechoslovakia", "19.8/ethiopia")
def is_its_liberator_s(usual: Callable[[Position, int, int], int], game: Position, country: int, liberator: int) -> int:
    """They do not go back to the Axis power that had them in 1939, be it that it is not in the campaign at all."""
    found, side = usual(game, country, liberator), game.state[SIDE]
    freed = game.state.get(COUNTRY_NAMES)[country] in (*_CZECHOSLOVAKIA, ETHIOPIA)
    is_friend = found != NOBODY and side[found] == side[liberator]
    return liberator if freed and not is_friend and side_name(game, side[liberator]) != AXIS else found


# ------------------------------------------------------------------------------------------------------------ Czechoslovakia


class Restored(msgspec.Struct):
    liberator: int


@rule("19.8/czechoslovakia", "19.8/spain")
def country_is_free(game: Game, event: CountryLiberated) -> Call | None:
    name, side = game.state.get(COUNTRY_NAMES)[event.country], side_name(game, game.state[SIDE][event.liberator])
    if side == AXIS:
        return None
    if name == SPAIN:
        _proclaim(game, event.country, event.power)
    return Call(RESTORING.name, Restored(event.liberator)) if name in _CZECHOSLOVAKIA else None


@step("19.8/czechoslovakia")
def both_are_one(game: Game, restored: Restored) -> Control:
    """Whichever was freed, the other is too, and from now on they are one country."""
    czechs, slovaks = (country_named(game, name) for name in _CZECHOSLOVAKIA)
    for country in (czechs, slovaks):
        if is_conquered(game, country):
            liberate(game, country, restored.liberator)
    soil = tuple(game.look_up(HEXES_AT_HOME).get(slovaks, ()))
    for place in soil:
        game.write(HOME_COUNTRY, place, czechs)
    if soil:
        game.say(CzechoslovakiaRestored(country=czechs, power=game.state[POWER][czechs]))
    return None


RESTORING = procedure("Czechoslovakia is restored", "19.8/czechoslovakia", both_are_one, locals=Restored)


# -------------------------------------------------------------------------------------------------------- the armies of Spain


def _put_aside(game: Game, home: str) -> None:
    """Units of one side of the civil war have no part in it any more."""
    removed = place_index(game, REMOVED)
    for unit in units_of(game, country_named(game, home)):
        if game.state[PLACE][unit] != removed:
            move(game, unit, removed)


@step("19.8/spain", also=("19.4.1",))
def spain_is_nationalist(game: Game, setting: SettingUp) -> Control:
    """Its army is Franco's; the Republicans wait for a republic."""
    if game.state.get(COUNTRY_NAMES)[setting.country] == SPAIN and not game.state.get(SPANISH_REPUBLIC):
        for unit in units_of(game, country_named(game, NATIONALISTS)):
            change_country(game, unit, setting.country)
        _put_aside(game, REPUBLICANS)
    return None


def _proclaim(game: Game, spain: int, power: int) -> None:
    """The Allies have conquered Spain and free it as a republic; its older ships are scrapped."""
    if game.state.get(SPANISH_REPUBLIC):
        return
    game.set(SPANISH_REPUBLIC, True)
    _put_aside(game, REPUBLICANS)
    for unit in units_of(game, country_named(game, REPUBLICANS)):
        change_country(game, unit, spain)
    for unit in units_of(game, spain):
        counter = counter_of(game, unit)
        if isinstance(counter, NavalCounter) and (counter.year or 0) < game.state.get(YEAR):
            scrap(game, unit)
    game.say(RepublicProclaimed(country=spain, power=power))


@rule("19.8/spain")
def republicans_return(
    usual: Callable[[Position, int], dict[str, tuple[int, ...]]], game: Position, country: int
) -> dict[str, tuple[int, ...]]:
    """Of a republic no Nationalists."""
    found = usual(game, country)
    if game.state.get(COUNTRY_NAMES)[country] != SPAIN or not game.state.get(SPANISH_REPUBLIC):
        return found
    loyal = {
        kind: tuple(unit for unit in units if counter_of(game, unit).home != NATIONALISTS)
        for kind, units in found.items()
    }
    return {kind: units for kind, units in loyal.items() if units}


@rule("19.8/ethiopia", "19.8/czechoslovakia", "19.8/spain")
def new_units_stay_out(game: Game, event: UnitsAdded) -> None:
    """Ethiopians and Czechs join no Axis force pools, and Spaniards those of their own side only."""
    hexes, names, removed = game.state.get(HEXES), game.state.get(PLACE_NAMES), place_index(game, REMOVED)
    for name in (ETHIOPIA, CZECHS, NATIONALISTS, REPUBLICANS, SPAIN):
        country = country_named(game, name)
        for unit in () if country == NOBODY else units_of(game, country):
            place = game.state[PLACE][unit]
            in_pool = place >= hexes and names[place - hexes].startswith(FORCE_POOL)
            if in_pool and _has_no_part(game, unit, name, country):
                move(game, unit, removed)


def _has_no_part(game: Position, unit: int, name: str, country: int) -> bool:
    if name in (ETHIOPIA, CZECHS):
        side = game.state[SIDE][game.state[POWER][country]]
        return side != NOBODY and side_name(game, side) == AXIS
    wanted = REPUBLICANS if game.state.get(SPANISH_REPUBLIC) else NATIONALISTS
    return counter_of(game, unit).home in {NATIONALISTS, REPUBLICANS} - {wanted}


MODULE = Module(
    schema=Schema(fields=(SPANISH_REPUBLIC,)),
    procedures=(RESTORING,),
    subscribes=((CountryLiberated, country_is_free), (UnitsAdded, new_units_stay_out)),
    changes=(
        liberator_of.wrapped_by(freed_by_its_conqueror),
        owner_after.wrapped_by(is_its_liberator_s),
        lost_units.wrapped_by(republicans_return),
        Insert(SETTING_UP.name, spain_is_nationalist, before="sort_the_army"),
    ),
)
