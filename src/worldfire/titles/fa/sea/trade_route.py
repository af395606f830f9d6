"""fa:5.1.11 The chain of convoys that a neutral USA keeps between its coast and Germany: it does not sail away."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import SeaArea
from worldfire.forces.things import sea_of_section
from worldfire.forces.who import power_named
from worldfire.rules.s11_04_naval_units import convoy_points_of, leaving_violation
from worldfire.titles.fa.sea.neutral_ports import TRADE_ROUTE, USA
from worldfire.titles.fa.trade import GERMANY, owed

_SECTION = "fa:5.1.11"


@rule(_SECTION)
def the_chain_is_kept(game: Position, power: int, place: int, points: int) -> Violation | None:
    """As many points as resources are owed stay in each of its seas; whoever finds fewer there lets none of them go."""
    if power != power_named(game, USA) or sea_of_section(game, place) not in TRADE_ROUTE(game):
        return None
    least = owed(game, USA, GERMANY)
    if not least or convoy_points_of(game, power, place) - points >= least:
        return None
    return refused(_SECTION, "trade-needs-these-convoys", place=SeaArea(place), least=Number(least))


MODULE = Module(changes=(leaving_violation.replaced_by(the_chain_is_kept),))
