"""Option 5, Ships in Flames: single ships in place of fleets. So far stacking (2.3.1), convoys in any number (11.4.2), their
losses (11.5.8), ASW factors (11.5.10) and what ships cost (13.6.5)."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.engine.violation import Violation
from worldfire.forces.things import counter_of
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT, NAVAL_UNITS_IN_A_MINOR_PORT
from worldfire.rules.s11_04_naval_units import Item, part_of_convoys_violation
from worldfire.rules.s11_05_8_results import owners_choice
from worldfire.rules.s11_05_10_submarine_combat import asw_row
from worldfire.rules.s11_05_round import NavalRound, convoys_at_risk, hit_together, name_of_stack
from worldfire.rules.s13_06_production import COST
from worldfire.tables.counters import NavalType


@rule("13.6.5/option 5 cv cost")
def carriers_with_planes(game: Position, cost: int, unit: int) -> int:
    """Without carrier planes of their own (option 45) each cycle and each repair of a CV costs 1 more."""
    return cost + (counter_of(game, unit).type is NavalType.CV)


@rule("11.4.2/option 5")
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
        if sum(part.points for part in hit_together(game, fight, side, stack)) < full
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
        part_of_convoys_violation.replaced_by(any_number_of_convoys),
        owners_choice.wrapped_by(no_remnants_of_convoys),
        asw_row.replaced_by(asw_of_single_ships),
    ),
    figures={  # 2.3.1: each ship is half of a fleet
        NAVAL_UNITS_IN_A_MINOR_PORT.name: 4,
        CONVOY_POINTS_A_UNIT.name: 3,
    },
)
