"""What aircraft on either side could do: the support that own bombers may bring, the fighters that may meet them."""

from __future__ import annotations

from fractions import Fraction

from worldfire.forces.flights import Flight
from worldfire.forces.things import FACE_DOWN, counter_of
from worldfire.players.cadet.picture import Picture
from worldfire.rules.s14_1_range import reach_of
from worldfire.rules.s14_2_missions import tactical_factors
from worldfire.rules.s15_surprise import is_surprised_by
from worldfire.tables.counters import AirCounter, AirType

#: fighters kept ready to meet the enemy's bombers, which stay at home for fear of them
RESERVE = 2
#: with fewer own impulses than this to come, nobody is kept
FEW_IMPULSES = 2.5


def air_counter(picture: Picture, unit: int) -> AirCounter:
    counter = counter_of(picture.game, unit)
    assert isinstance(counter, AirCounter)
    return counter


def enemy_fighters_over(picture: Picture, place: int) -> list[int]:
    """Face-up enemy fighters that could intercept there; whoever is surprised stays down (15.1)."""
    coming = next(((planes[0],) for planes in picture.planes.values() if planes), ())
    return [
        unit
        for base, units in picture.enemy_planes.items()
        for unit in units
        if air_counter(picture, unit).type is AirType.FTR
        and not picture.game.state[FACE_DOWN][unit]
        and not (coming and is_surprised_by(picture.game, unit, coming))
        and picture.near(base, place) <= reach_of(picture.game, unit, Flight.INTERCEPTION)
    ]


def spare_fighters(picture: Picture) -> set[int]:
    """Own fighters that are free to patrol or to carry bombs: all but the best few, and those too when the turn ends soon."""
    ready = [
        unit
        for units in picture.planes.values()
        for unit in units
        if air_counter(picture, unit).type is AirType.FTR and not picture.game.state[FACE_DOWN][unit]
    ]
    kept = 0 if picture.impulses_left < FEW_IMPULSES else RESERVE
    return set(sorted(ready, key=lambda unit: (-rating(picture, unit), unit))[kept:])


def expected_support(picture: Picture) -> dict[int, Fraction]:
    """Tactical factors that a ready bomber could bring to each enemy hex: half of them, for not all will get through.

    One bomber, not more: the others are wanted for the other attacks.
    """
    found: dict[int, Fraction] = {}
    ready = [
        (base, unit)
        for base, units in picture.planes.items()
        for unit in units
        if not picture.game.state[FACE_DOWN][unit] and air_counter(picture, unit).tactical
        if air_counter(picture, unit).type is not AirType.FTR
    ]
    for place in picture.enemy:
        near = [unit for base, unit in ready if picture.near(base, place) <= (air_counter(picture, unit).range or 0)]
        found[place] = max((tactical_factors(picture.game, unit, place) for unit in near), default=Fraction(0)) / 2
    return found


def rating(picture: Picture, unit: int) -> int:
    """Air-to-air; carriers and what has none count 0."""
    return getattr(counter_of(picture.game, unit), "air_to_air", None) or 0


def use(picture: Picture, unit: int) -> float:
    """What an aircraft is worth to its side."""
    counter = counter_of(picture.game, unit)
    return float(getattr(counter, "tactical", None) or 0) + float(getattr(counter, "cost", None) or 0)
