"""Option 5, Ships in Flames: single ships in place of fleets. Stacking (2.3.1), convoys in any number (11.4.2), where they
arrive (4.2.1), their losses (11.5.8), ASW factors (11.5.10), what ships cost (13.6.5) and minor countries' convoys (19.4.1).
Replacement ships (4.1.3) are a rule of their own that asks for this option."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.engine.violation import Violation
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import main_home
from worldfire.forces.things import counter_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import NOBODY, country_named
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT, NAVAL_UNITS_IN_A_MINOR_PORT
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s04_2_1_convoys import ports_abroad, ports_in
from worldfire.rules.s11_04_naval_units import Item, part_of_convoys_violation
from worldfire.rules.s11_05_8_results import owners_choice
from worldfire.rules.s11_05_10_submarine_combat import asw_row
from worldfire.rules.s11_05_round import NavalRound, convoys_at_risk, hit_together, name_of_stack
from worldfire.rules.s13_06_5_naval_production import (
    CONVOYS_REPAIRED_TOGETHER,
    repair_cost_of_convoys,
    repair_cost_of_five,
)
from worldfire.rules.s13_06_production import COST
from worldfire.rules.s19_4_1_minor_fleets import column_of_convoys
from worldfire.tables.counters import Kit, NavalType

#: 13.6.5: so few convoy points, or more, are repaired for as much as five; fewer for this much
FEWEST_AT_FULL_COST = Figure("fewest convoy points repaired for the full cost", "13.6.5")
REPAIR_OF_FEW = Figure("build points to repair fewer convoy points", "13.6.5")
BOATS_OF_A_FLEET = Figure("submarine counters of single ships for one of the standard game", "13.6.5")


@rule("13.6.5/option 5 cv cost")
def carriers_with_planes(game: Position, cost: int, unit: int) -> int:
    """Without carrier planes of their own (option 45) each cycle and each repair of a CV costs 1 more."""
    return cost + (counter_of(game, unit).type is NavalType.CV)


@rule("13.6.5/sub cost")
def smaller_submarines(game: Position, cost: int, unit: int) -> int:
    """A submarine counter of the standard game stands for twice as many boats: each of its cycles costs half."""
    counter = counter_of(game, unit)
    halves = counter.type is NavalType.SUB and counter.kit is Kit.WIF
    return rounded(Fraction(cost, BOATS_OF_A_FLEET(game))) if halves else cost


@rule("13.6.5/convoy repair")
def repair_any_number(game: Position, points: int) -> int:
    """The last few, if fewer than three, for half of what five cost."""
    groups, rest = divmod(points, CONVOYS_REPAIRED_TOGETHER(game))
    whole = repair_cost_of_five(game)
    few = REPAIR_OF_FEW(game) if rest < FEWEST_AT_FULL_COST(game) else whole
    return groups * whole + (few if rest else 0)


@rule("4.2.1/option 5")
def other_home_countries(
    usual: Callable[[Position, int], tuple[tuple[int, ...], ...]], game: Position, power: int
) -> tuple[tuple[int, ...], ...]:
    """A power with several home countries may place one convoy point in another than that of its new units."""
    homes = ground_of(game).homes_of_power.get(power_name(game, power), ())
    others = {country_named(game, home) for home in homes} - {main_home(game, power), NOBODY}
    return (ports_in(game, power, others), *usual(game, power)) if others else usual(game, power)


@rule("19.4.1/option 5")
def convoys_with_ships(game: Position) -> str:
    return "with Ships"


@rule("11.4.2/option 5", "13.6.5/convoys")
def any_number_of_convoys(game: Position, points: int) -> Violation | None:
    """Fewer convoy points than a naval unit has may sail as one."""
    return None


@rule("11.5.8/convoys (convoys in threes)")
def no_remnants_of_convoys(
    usual: Callable[[Position, NavalRound, int], tuple[Item, ...]], game: Position, fight: NavalRound, side: int
) -> tuple[Item, ...]:
    """The owner may not let the last few convoy points suffer while anything else can."""
    targets = usual(game, fight, side)
    full = CONVOY_POINTS_A_UNIT(game)
    small = {
        name_of_stack(stack)
        for stack in convoys_at_risk(game, fight, side)
        if sum(part.points for part in hit_together(fight, side, stack, full)) < full
    }
    others = tuple(target for target in targets if target not in small)
    return others if any(isinstance(target, int) for target in others) else targets


@rule("11.5.10/option asw 5")
def asw_of_single_ships(game: Position, kind: str) -> str:
    return f"{kind} with Ships" if kind in ("CV", "CA") else kind


OPTION = Option(
    key="5",
    name="Ships in Flames",
    kit="SiF",
    changes=(
        COST.attach(carriers_with_planes),
        COST.attach(smaller_submarines),
        repair_cost_of_convoys.replaced_by(repair_any_number),
        ports_abroad.wrapped_by(other_home_countries),
        column_of_convoys.replaced_by(convoys_with_ships),
        part_of_convoys_violation.replaced_by(any_number_of_convoys),
        owners_choice.wrapped_by(no_remnants_of_convoys),
        asw_row.replaced_by(asw_of_single_ships),
    ),
    figures={  # 2.3.1: each ship is half of a fleet
        NAVAL_UNITS_IN_A_MINOR_PORT.name: 4,
        CONVOY_POINTS_A_UNIT.name: 3,
    },
)
