"""fa:13.5.3.1 Bonus build points: for corps of a major power that are lost at home, or in an attack on a hex at home."""

from __future__ import annotations

from collections.abc import Collection

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.ground import ground_of
from worldfire.forces.things import counter_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import country_named, power_of
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_resolution import LAND_ATTACK_PROCEDURE
from worldfire.rules.s13_06_3_bonus_points import bonus_point_for
from worldfire.rules.s19_4_minor_units import home_of
from worldfire.tables.counters import LandCounter, LandType, Size
from worldfire.titles.fa.own_units import is_of_a_major
from worldfire.titles.fa.potential_homes import homes_of

#: raised where they fight: nobody sends money for them
RAISED_THERE = frozenset({LandType.MIL, LandType.GAR, LandType.TERR, LandType.PART})


@rule("fa:13.5.3.1")
def earns_a_point(game: Position, unit: int, place: int, like_home: Collection[int]) -> bool:
    """A hex that is home of two counts for both; who serves another major power is at home in its land (14.5)."""
    counter, power = counter_of(game, unit), power_of(game, unit)
    if not isinstance(counter, LandCounter) or counter.size is not Size.CORPS or counter.type in RAISED_THERE:
        return False
    if not is_of_a_major(game, unit):
        return False
    return any(_is_home(game, power, each) for each in (place, *_attacked_by(game, unit)))


def _attacked_by(game: Position, unit: int) -> tuple[int, ...]:
    """The hex that the unit attacks, if it does."""
    if not game.on_stack(LAND_ATTACK_PROCEDURE.name):
        return ()
    battle = game.enclosing(Battle)
    return (battle.target,) if any(attacker == unit for attacker, _ in battle.origins) else ()


def _is_home(game: Position, power: int, place: int) -> bool:
    """In a home country that it has now: whoever is conquered and fights on has another one (13.6.1.4)."""
    printed = ground_of(game).homes_of_power.get(power_name(game, power), ())
    own = {home_of(game, country_named(game, name)) for name in printed}
    return not own.isdisjoint(homes_of(game, place))


MODULE = Module(changes=(bonus_point_for.replaced_by(earns_a_point),))
