"""Morale on the page of politics (14): where each power stands, what has counted this turn, and what its troops refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from worldfire.engine.position import Position
from worldfire.forces.turn import is_active, power_name, powers_of_side, side_name
from worldfire.forces.who import SIDE
from worldfire.titles.fa.morale import MORALE, REFUSES, SURRENDERS, TENTHS, effect, effect_of_level, morale
from worldfire.titles.fa.morale_events import MORALE_POINTS
from worldfire.titles.fa.morale_step import highest_morale, new_level
from worldfire.titles.politics import MoraleEffect, MoraleReason, MoraleShown, PowerMorale
from worldfire.words import say

#: a die that is surely above what is left over, and one that never is
_NO_FURTHER, _FURTHER = None, 1


def morale_shown(game: Position) -> MoraleShown | None:
    powers = [_power(game, power) for power in _counted(game)]
    if not powers:
        return None
    most = max(power.highest for power in powers)
    effects = [
        MoraleEffect(level, effect_of_level(game, level, REFUSES), effect_of_level(game, level, SURRENDERS))
        for level in range(most, 0, -1)
    ]
    return MoraleShown(rule="14.1", effect_rule="14.2", powers=powers, effects=effects)


def _counted(game: Position) -> Iterator[int]:
    for side in (0, 1):
        for power in powers_of_side(game, side):
            if morale(game, power) is not None or (is_active(game, power) and game.state[MORALE][power] <= 0):
                yield power


def _power(game: Position, power: int) -> PowerMorale:
    level = morale(game, power)
    counts = level is not None and is_active(game, power)
    reasons = [reason for reason in _reasons(game, power) if reason.points] if counts else []
    points = sum(reason.points for reason in reasons)
    left = abs(points) % TENTHS
    surely = new_level(game, power, points, _NO_FURTHER) if counts else None
    further = new_level(game, power, points, _FURTHER) if counts and left else surely
    return PowerMorale(
        power=power_name(game, power),
        side=side_name(game, game.state[SIDE][power]),
        level=level,
        highest=highest_morale(game, power),
        refuse=effect(game, power, REFUSES),
        surrender=effect(game, power, SURRENDERS),
        reasons=reasons,
        points=points,
        next=surely,
        further=further,
        chance=left / TENTHS if further != surely else 0.0,
    )


def _reasons(game: Position, power: int) -> Iterator[MoraleReason]:
    attached: tuple[Callable[[Position, int], tuple[str, int]], ...] = game.ruleset.contributions.get(
        MORALE_POINTS.name, ()
    )
    for why in attached:
        key, points = why(game, power)
        yield MoraleReason(say(f"morale-reason-{key.replace(' ', '-')}"), points)
