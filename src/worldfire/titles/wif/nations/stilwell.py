"""21 Stilwell: a Nationalist Chinese HQ that is also a US HQ-I for US units in China."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation
from worldfire.forces.ground import is_hex
from worldfire.forces.things import COUNTER, PLACE
from worldfire.forces.turn import chart_name
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES, HOME_COUNTRY, NOBODY, POWER, power_of
from worldfire.rules.s02_3_stacking import together_violation
from worldfire.rules.s02_4_supply_sources import SUPPLIES_STRANGERS
from worldfire.rules.s11_17_reorganisation import is_foreign
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s18_2_commitments import further_headquarters
from worldfire.titles.wif.nations.china import CHINA
from worldfire.titles.wif.nations.usa import USA

STILWELL = "ch-hq-i-stilwell"


def is_stilwell(game: Position, unit: int) -> bool:
    number: int = game.ruleset.tables.index.get(STILWELL, NOBODY)
    return game.state[COUNTER][unit] == number


def _is_in_china(game: Position, unit: int) -> bool:
    place = game.state[PLACE][unit]
    home = game.state[HOME_COUNTRY][place] if is_hex(game, place) else NOBODY
    return home != NOBODY and game.state.get(COUNTRY_NAMES)[home] == CHINA


def _is_american(game: Position, unit: int) -> bool:
    return chart_name(game, power_of(game, unit)) == USA


@rule("21")
def are_his(game: Position, one: int, other: int) -> bool:
    """Is one of them Stilwell, and the other a US unit in China?"""
    for chief, soldier in ((one, other), (other, one)):
        if is_stilwell(game, chief):
            return _is_american(game, soldier) and _is_in_china(game, soldier)
    return False


@rule("21", "18.1")
def cooperates_with_americans(
    usual: Callable[[Position, int, int], Violation | None], game: Position, one: int, other: int
) -> Violation | None:
    found = usual(game, one, other)
    return None if found is not None and are_his(game, one, other) else found


@rule("21", "2.3.1")
def stacks_with_americans(
    usual: Callable[[Position, tuple[int, ...]], Violation | None], game: Position, units: tuple[int, ...]
) -> Violation | None:
    """He does not speak for other Chinese, nor they for him."""
    found = usual(game, units)
    if found is None or not any(is_stilwell(game, unit) for unit in units):
        return found
    chief = next(unit for unit in units if is_stilwell(game, unit))
    others = tuple(unit for unit in units if unit != chief)
    strangers = tuple(unit for unit in others if not are_his(game, chief, unit))
    return usual(game, others) or usual(game, (chief, *strangers))


@rule("21", "11.17.4")
def his_points_are_american(
    usual: Callable[[Position, int, int], bool], game: Position, source: int, unit: int
) -> bool:
    """What he gives US units in China costs them no more than a US HQ's."""
    return usual(game, source, unit) and not (is_stilwell(game, source) and are_his(game, source, unit))


@rule("21", "18.2/foreign troop commitments")
def commands_americans(game: Position, unit: int, home: int) -> tuple[int, ...]:
    if not _is_american(game, unit) or game.state.get(COUNTRY_NAMES)[home] != CHINA:
        return ()
    chiefs = (thing for thing in range(len(game.state[COUNTER])) if is_stilwell(game, thing))
    return tuple(thing for thing in chiefs if _is_in_china(game, thing))


@rule("21", "2.4.2")
def supplies_americans(game: Position, country: int, unit: int) -> bool:
    """In China, to the primary sources of the Nationalists."""
    american = chart_name(game, game.state[POWER][country]) == USA
    return american and is_stilwell(game, unit) and _is_in_china(game, unit)


MODULE = Module(
    changes=(
        cooperation_violation.wrapped_by(cooperates_with_americans),
        together_violation.wrapped_by(stacks_with_americans, reads=(HOME_COUNTRY, COUNTRY_NAMES)),
        is_foreign.wrapped_by(his_points_are_american),
        further_headquarters.replaced_by(commands_americans),
        SUPPLIES_STRANGERS.attach(supplies_americans, reads=(COUNTRY, HOME_COUNTRY, COUNTRY_NAMES, POWER)),
    )
)
