"""19.7, 13.3.3 (actions 1 and 5) Japan aligns French Indo-China and Madagascar, colonies of Vichy that set up nobody."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import pool_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import move, things_at
from worldfire.forces.turn import power_name
from worldfire.forces.who import (
    COUNTRY,
    COUNTRY_NAMES,
    HEXES_AT_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    change_country,
    country_named,
    ruler_of,
    side_of,
)
from worldfire.rules.s09_06_aligning import MinorAligned, alignment, alignment_violation, willing_minors
from worldfire.titles.wif.nations.vichy.standing import french_country, stands, vichy_country, vichy_power

JAPAN, INDO_CHINA, MADAGASCAR = "japan", "french-indo-china", "madagascar"
COLONIES = (INDO_CHINA, MADAGASCAR)

#: the turn in which Japan aligned French Indo-China; 0: it has not, or had before the campaign began
INDO_CHINA_ALIGNED: Field[int] = Field("indo_china_aligned", 0)


@rule("19.7/indo-china and madagascar", "13.3.3", "13.3.3 action 1", "13.3.3 action 5")
def colonies_for(game: Position, power: int) -> tuple[int, ...]:
    """Those of Vichy without an Allied unit but partisans; Madagascar in a later turn than Indo-China."""
    if power_name(game, power) != JAPAN or not stands(game):
        return ()
    found = {name: country_named(game, name) for name in COLONIES}
    return tuple(
        country
        for name, country in found.items()
        if country != NOBODY
        and ruler_of(game, country) == vichy_power(game)
        and not _has_enemies(game, country, power)
        and (name == INDO_CHINA or _has_indo_china_since_long(game, power))
    )


def _has_enemies(game: Position, country: int, power: int) -> bool:
    own = game.state[SIDE][power]
    units = (unit for place in game.look_up(HEXES_AT_HOME).get(country, ()) for unit in things_at(game, place))
    return any(side_of(game, unit) not in (NOBODY, own) and not is_partisan(game, unit) for unit in units)


def _has_indo_china_since_long(game: Position, japan: int) -> bool:
    turn, indo_china = game.state.get(INDO_CHINA_ALIGNED), country_named(game, INDO_CHINA)
    if turn:
        return turn < game.state.get(TURN)
    return indo_china != NOBODY and game.state[POWER][indo_china] == japan


Willing = Callable[[Position, int], tuple[int, ...]]


@rule("19.7/indo-china and madagascar", "9.6")
def and_the_colonies(usual: Willing, game: Position, power: int) -> tuple[int, ...]:
    return (*usual(game, power), *colonies_for(game, power))


@rule("19.7/indo-china and madagascar", "9.6")
def unless_it_is_a_colony(
    usual: Callable[[Position, int, int], Violation | None], game: Position, power: int, country: int
) -> Violation | None:
    """They are not neutral."""
    return None if country in colonies_for(game, power) else usual(game, power, country)


@rule("19.7/indo-china and madagascar", "13.3.3")
def colony_changes_hands(usual: Callable[[Game, int, int], Control], game: Game, country: int, power: int) -> Control:
    """Every hex is Japanese, and Vichy's units there go to the Free French force pools."""
    if country not in colonies_for(game, power):
        return usual(game, country, power)
    if game.state.get(COUNTRY_NAMES)[country] == INDO_CHINA:
        game.set(INDO_CHINA_ALIGNED, game.state.get(TURN))
    align_country(game, country, power)
    for place in game.look_up(HEXES_AT_HOME).get(country, ()):
        for unit in things_at(game, place):
            if game.state[COUNTRY][unit] == vichy_country(game):
                change_country(game, unit, french_country(game))
                move(game, unit, pool_of(game, unit))
        change_control(game, place, power)
    game.say(MinorAligned(country=country, power=power))
    return None


MODULE = Module(
    schema=Schema(fields=(INDO_CHINA_ALIGNED,)),
    changes=(
        willing_minors.wrapped_by(and_the_colonies),
        alignment_violation.wrapped_by(unless_it_is_a_colony),
        alignment.wrapped_by(colony_changes_hands),
    ),
)
