"""19.9 The Netherlands East Indies are closed to the Allies until one of three things happens, and open ever after."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import CountryId
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import Moved, counter_of
from worldfire.forces.turn import side_name
from worldfire.forces.who import (
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    country_named,
    power_named,
    side_of,
)
from worldfire.rules.s02_3_stacking import HARBOUR
from worldfire.rules.s09_06_aligning import MinorAligned
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_10_entry import GATE
from worldfire.tables.counters import LandCounter
from worldfire.titles.wif.nations.minors import fight
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS

INDIES, NETHERLANDS, JAPAN, COMMONWEALTH = "netherlands-east-indies", "netherlands", "japan", "commonwealth"
_DUTCH = frozenset({INDIES, NETHERLANDS})
_OPTION = 43

#: have they been opened by an enemy's landing or the war in the east?
INDIES_OPEN: Field[bool] = Field("indies_open", False)


class IndiesOpened(Event, frozen=True):
    """The Allies may go to the East Indies from now on."""

    country: CountryId


@rule("19.9", "13.3.2 option 43")
def are_open(game: Position) -> bool:
    return game.state.get(INDIES_OPEN) or _OPTION in game.state.get(US_ENTRY_OPTIONS) or _is_war_near(game)


def _is_war_near(game: Position) -> bool:
    """Japan is at war with the Commonwealth, and the East Indies are not neutral."""
    indies = country_named(game, INDIES)
    if indies == NOBODY or not fight(game, JAPAN, COMMONWEALTH):
        return False
    return game.state[POWER][indies] not in (power_named(game, NETHERLANDS), power_named(game, INDIES))


def _open(game: Game) -> None:
    if not game.state.get(INDIES_OPEN):
        game.set(INDIES_OPEN, True)
        game.say(IndiesOpened(country=country_named(game, INDIES)))


@rule("19.9")
def war_comes_near(game: Game, event: WarDeclared | MinorAligned) -> None:
    """They stay open, whatever peace is made later."""
    if _is_war_near(game):
        _open(game)


@rule("19.9")
def enemy_lands(game: Game, event: Moved) -> None:
    """An Axis land unit, no partisan and none of their own, has entered them."""
    if not is_hex(game, event.to) or not _is_theirs(game, event.to) or game.state.get(INDIES_OPEN):
        return
    unit = event.thing
    side, own = side_of(game, unit), game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][unit]]
    land = isinstance(counter_of(game, unit), LandCounter) and not is_partisan(game, unit)
    if land and side != NOBODY and side_name(game, side) == "axis" and own not in _DUTCH:
        _open(game)


def _is_theirs(game: Position, place: int) -> bool:
    home = game.state[HOME_COUNTRY][place]
    return home != NOBODY and game.state.get(COUNTRY_NAMES)[home] == INDIES


@rule("19.9")
def is_kept_out(game: Position, unit: int, place: int) -> Violation | None:
    """Allied units but Dutch ones."""
    if not _is_theirs(game, place) or are_open(game):
        return None
    side, own = side_of(game, unit), game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][unit]]
    if side == NOBODY or side_name(game, side) == "axis" or own in _DUTCH:
        return None
    return refused("19.9", "east-indies-closed", unit=Thing(unit), place=Place(place))


@rule("19.9")
def are_kept_out(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    if not _is_theirs(game, place):
        return None
    return next((found for found in (is_kept_out(game, unit, place) for unit in units) if found is not None), None)


MODULE = Module(
    schema=Schema(fields=(INDIES_OPEN,)),
    subscribes=((WarDeclared, war_comes_near), (MinorAligned, war_comes_near), (Moved, enemy_lands)),
    changes=(GATE.attach(are_kept_out), HARBOUR.attach(is_kept_out)),
)
