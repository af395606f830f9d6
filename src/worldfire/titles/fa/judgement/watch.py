"""Garrisons: against Red Russia (14.4), where each point that is missing costs morale; before Italy comes in; on the canal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from worldfire.engine.position import Position
from worldfire.forces.ground import hex_named
from worldfire.forces.things import counter_of
from worldfire.forces.turn import controls, power_name
from worldfire.forces.who import NOBODY, power_named, power_of, side_of_power
from worldfire.tables.counters import LandCounter, LandType
from worldfire.titles.fa.civil_war.borders import border_with_russia
from worldfire.titles.fa.civil_war.garrisons import garrison_owed
from worldfire.titles.fa.own_units import is_of_a_major
from worldfire.titles.fa.pacts import printed_value
from worldfire.titles.judgement import Watch

#: who keeps the canal, where, and with how many factors
KEEPER, CANAL, FACTORS = "commonwealth", ("Suez", "Cairo", "Alexandria"), 9
#: who watches whom in the Alps until it is known for whom he fights, where, and with how many factors
MONARCHY, UNDECIDED, ALPS, ALPINE_FACTORS = "austria-hungary", "italy", ("Trent", "Trieste", "Laibach"), 14
#: troops who are of little use elsewhere, and the least that one of them must be worth
SEDENTARY, LEAST = (LandType.GAR, LandType.TERR), 2


def watch(game: Position, power: int) -> Watch | None:
    return _on_russia(game, power) or _in_the_alps(game, power) or _on_the_canal(game, power)


def _on_russia(game: Position, power: int) -> Watch | None:
    owed = garrison_owed(game, power)
    if not owed:
        return None

    def counts(unit: int) -> Fraction:
        own = power_of(game, unit) == power and is_of_a_major(game, unit)
        return printed_value(game, unit) if own else Fraction(0)

    return Watch(frozenset(border_with_russia(game, power)), owed, counts)


def _in_the_alps(game: Position, power: int) -> Watch | None:
    """Who comes in of his own will surprises (17): somebody should be there before him."""
    undecided = power_named(game, UNDECIDED)
    if power_name(game, power) != MONARCHY or undecided == NOBODY or side_of_power(game, undecided) != NOBODY:
        return None

    def counts(unit: int) -> Fraction:
        counter = counter_of(game, unit)
        if not isinstance(counter, LandCounter) or power_of(game, unit) != power:
            return Fraction(0)
        return Fraction(counter.strength or 0)

    return _at(game, power, ALPS, ALPINE_FACTORS, counts)


def _at(
    game: Position, power: int, names: tuple[str, ...], owed: int, counts: Callable[[int], Fraction]
) -> Watch | None:
    places = frozenset(place for name in names if controls(game, power, place := hex_named(game, name)))
    return Watch(places, owed, counts) if places else None


def _on_the_canal(game: Position, power: int) -> Watch | None:
    """Garrisons and troops of the colonies, while it is held."""
    if power_name(game, power) != KEEPER:
        return None

    def counts(unit: int) -> Fraction:
        counter = counter_of(game, unit)
        if not isinstance(counter, LandCounter) or counter.type not in SEDENTARY or power_of(game, unit) != power:
            return Fraction(0)
        factors = counter.strength or 0
        return Fraction(factors if factors >= LEAST else 0)

    return _at(game, power, CANAL, FACTORS, counts)
