"""The garrison against Red Russia (14.4): each point that is missing costs a tenth of a level of morale, turn by turn."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.position import Position
from worldfire.forces.who import power_of
from worldfire.titles.fa.civil_war.borders import border_with_russia
from worldfire.titles.fa.civil_war.garrisons import garrison_owed
from worldfire.titles.fa.own_units import is_of_a_major
from worldfire.titles.fa.pacts import printed_value
from worldfire.titles.judgement import Watch


def watch(game: Position, power: int) -> Watch | None:
    owed = garrison_owed(game, power)
    if not owed:
        return None

    def counts(unit: int) -> Fraction:
        own = power_of(game, unit) == power and is_of_a_major(game, unit)
        return printed_value(game, unit) if own else Fraction(0)

    return Watch(frozenset(border_with_russia(game, power)), owed, counts)
