"""Option 2, limited overseas supply (fa:2.4.2.3): supply crosses only seas where convoys or transports of ours sail."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import counter_of, things_at
from worldfire.forces.who import POWER, power_of
from worldfire.rules.s02_4_supply_limits import DOES_NOT_KEEP_SEA_OPEN, SEA_IS_CLOSED, sections
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.tables.counters import NavalType

CARRIERS = frozenset({NavalType.TRS, NavalType.AMPH, NavalType.CONV})


@rule("fa:2.4.2.3")
def carries_no_supply(game: Position, unit: int) -> bool:
    """A warship does not keep a sea open that the enemy patrols."""
    return counter_of(game, unit).type not in CARRIERS


@rule("fa:2.4.2.3")
def nobody_carries_supply(game: Position, country: int, sea: str) -> bool:
    """Not one convoy point, TRS or AMPH of the country's power, or of one that it co-operates with, is in the sea area."""
    power, boxes = game.state[POWER][country], sections(game, sea)
    ships = (unit for section in boxes for unit in things_at(game, section))
    owners = {power_of(game, unit) for unit in ships if counter_of(game, unit).type in CARRIERS}
    owners |= {owner for owner, place, _ in game.state.amounts(CONVOY_POINTS) if place in boxes}
    return not any(powers_cooperate(game, power, owner) for owner in owners)


OPTION = Option(
    "2",
    "Limited overseas supply",
    changes=(
        DOES_NOT_KEEP_SEA_OPEN.attach(carries_no_supply),
        SEA_IS_CLOSED.attach(nobody_carries_supply),
    ),
)
