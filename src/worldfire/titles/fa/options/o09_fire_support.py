"""Option 9, fire support (fa:21.4; the book calls it 8 a second time): corps and HQs fire as guns of a single factor."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.forces.things import PLACE
from worldfire.forces.who import side_of
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s11_08_ground_strike import GROUND_STRIKE
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s14_2_missions import Mission
from worldfire.tables.counters import LandType, Size
from worldfire.titles.fa.artillery import gun_factor
from worldfire.titles.fa.hq_support import HqSupport

FIRES = frozenset({LandType.HQ_I, LandType.HQ_A, LandType.INF, LandType.MOT})
FACTORS = Figure("factors of a unit that fires as artillery", "fa:21.4")


@rule("fa:21.4")
def corps_fire_too(usual: Callable[[Position, int, Mission], int], game: Position, unit: int, mission: Mission) -> int:
    """Ground support not out of an enemy zone of control; a strike from anywhere."""
    counter = land_counter(game, unit)
    if counter.type not in FIRES or counter.size is not Size.CORPS:
        return usual(game, unit, mission)
    if _supports(game, unit):
        return 0
    pinned = mission.kind != GROUND_STRIKE.name and in_enemy_zoc(game, game.state[PLACE][unit], side_of(game, unit))
    return 0 if pinned else FACTORS(game)


def _supports(game: Position, unit: int) -> bool:
    """An HQ that lends its name to a combat does not fire as well."""
    support = game.find_annex(HqSupport)
    return support is not None and any(headquarters == unit for headquarters, _ in support.given)


OPTION = Option("9", "Fire support", changes=(gun_factor.wrapped_by(corps_fire_too),))
