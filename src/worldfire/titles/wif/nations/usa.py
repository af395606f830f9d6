"""The United States: whom it takes under its wing (19.2), and how the war speeds its production (13.6.3)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.things import board_of
from worldfire.forces.turn import chart_name, is_active, other_side, power_name, powers_of_side
from worldfire.forces.who import FALLEN_POWER, NOBODY, SIDE, power_named
from worldfire.rules.s09_war import may_protect
from worldfire.rules.s13_06_production import MULTIPLE, BuildPointsMade
from worldfire.tables.chart import Chart

USA = "usa"
#: 13.3.2: US entry options that the USA has chosen, by their numbers
US_ENTRY_OPTIONS: Field[tuple[int, ...]] = Field("us_entry_options", ())
#: 24: does the campaign use US entry?
US_ENTRY_IN_USE: Field[bool] = Field("us_entry_in_use", False)
#: 13.6.3 (d): the USA has been at war with every active Axis major power; what happens later takes nothing away
US_FULL_WAR: Field[bool] = Field("us_full_war", False)


@rule("19.2")
def guards_its_hemisphere(
    usual: Callable[[Position, int, int], bool], game: Position, power: int, country: int
) -> bool:
    """What is attacked on the America map offers itself to nobody else, if the USA is on that side."""
    usa = power_named(game, USA)
    guarded = usa != NOBODY and not game.state[FALLEN_POWER][usa] and game.state[SIDE][usa] == game.state[SIDE][power]
    if guarded and power != usa and is_american(game, country):
        return False
    return usual(game, power, country)


def is_american(game: Position, country: int) -> bool:
    """Is its capital on the America map?"""
    capital = capital_of(game, country)
    return capital is not None and board_of(game).number(capital).startswith("M")


# ------------------------------------------------------------------------------------------------ 13.6.3 its production

#: the number of a US entry option → the row of the chart that it brings
_OF_US_OPTIONS = {22: "USA gears up production", 34: "USA passes War Appropriations Bill"}


def _us_reasons(game: Position, usa: int) -> tuple[str, ...]:
    """Rows of the chart that count for the USA now."""
    reasons = [row for option, row in _OF_US_OPTIONS.items() if option in game.state.get(US_ENTRY_OPTIONS)]
    enemies = powers_of_side(game, other_side(game.state[SIDE][usa]))
    if any(at_war(game, usa, enemy) for enemy in enemies):
        reasons.append("USA at war with an Axis major power")
    if game.state.get(US_FULL_WAR) or _in_full_war(game, usa):
        reasons.append("USA at war with every active Axis major power")
    return tuple(reasons)


def _in_full_war(game: Position, usa: int) -> bool:
    active = [enemy for enemy in powers_of_side(game, other_side(game.state[SIDE][usa])) if is_active(game, enemy)]
    return bool(active) and all(at_war(game, usa, enemy) for enemy in active)


@rule("13.6.3", "13.3.2 option 34")
def gears_up(game: Position, multiple: Fraction, power: int) -> Fraction:
    """What the war and the entry options chosen add, in steps."""
    if chart_name(game, power) != USA:
        return multiple
    bonuses: Chart = game.ruleset.tables.source.chart("production_bonuses")
    return multiple + sum(bonuses.number(reason, "bonus") for reason in _us_reasons(game, power))


@rule("13.6.3")
def remember_full_war(game: Game, event: BuildPointsMade) -> None:
    if power_name(game, event.power) == USA and _in_full_war(game, event.power):
        game.set(US_FULL_WAR, True)


MODULE = Module(
    schema=Schema(fields=(US_ENTRY_OPTIONS, US_ENTRY_IN_USE, US_FULL_WAR)),
    subscribes=((BuildPointsMade, remember_full_war),),
    changes=(
        may_protect.wrapped_by(guards_its_hemisphere),
        MULTIPLE.attach(gears_up),
    ),
)
