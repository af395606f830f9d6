"""Wide questions answered in the plain way, one hex, unit or attack after the other: what the product must agree with."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from fractions import Fraction

from worldfire.advice.odds import DICE, LandOdds, gathered, readings
from worldfire.engine.position import Position
from worldfire.forces.things import FACE_DOWN, PLACE, board_of
from worldfire.forces.who import side_of
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc, is_land_unit
from worldfire.rules.s02_3_stacking import land_units_on_map
from worldfire.rules.s11_10_6_overrun import step_violation, would_catch
from worldfire.rules.s11_10_entry import crossing_violation, entry_cost, land_counter
from worldfire.rules.s11_15_factors import Reckoning, land_attack
from worldfire.rules.s11_15_land_roll import land_roll
from worldfire.rules.s11_15_odds import (
    Facing,
    Fate,
    automatic_result,
    losses_of_attackers,
    read_result,
    total,
)


def spread(
    neighbours: Sequence[Sequence[int]], playing: Container[int], sources: Mapping[int, float]
) -> dict[int, float]:
    """Steps from the nearest source, each with its head start."""
    best = dict(sources)
    heap = [(cost, place) for place, cost in best.items()]
    heapq.heapify(heap)
    while heap:
        cost, here = heapq.heappop(heap)
        if cost > best[here]:
            continue
        for there in neighbours[here]:
            if there in playing and cost + 1 < best.get(there, float("inf")):
                best[there] = cost + 1
                heapq.heappush(heap, (cost + 1, there))
    return best


def flood(game: Position, unit: int) -> dict[int, int]:
    """Hex that the unit can end in face-up → the hex before it: every step asked of the rules."""
    start, side = game.state[PLACE][unit], side_of(game, unit)
    points = land_counter(game, unit).movement or 0
    spent, before = {start: 0}, {start: start}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    for cost, bucket in enumerate(buckets):
        for here in bucket:
            ends = here != start and (in_enemy_zoc(game, here, side) or would_catch(game, unit, here))
            if spent[here] < cost or ends:
                continue
            for place in board_of(game).adjacent[here]:
                if step_violation(game, unit, here, place) is not None:
                    continue
                total = cost + entry_cost(game, unit, here, place)
                if total <= points and total < spent.get(place, points + 1):
                    spent[place], before[place] = total, here
                    buckets[total].append(place)
    return before


def threat(game: Position, side: int) -> Counter[int]:
    """Hex → factors of the side's enemies that could attack it."""
    found: Counter[int] = Counter()
    for unit in land_units_on_map(game):
        if side_of(game, unit) != 1 - side or game.state[FACE_DOWN][unit] or not is_land_unit(game, unit):
            continue
        reached = flood(game, unit)
        near = {place for here in reached for place in board_of(game).adjacent[here]}
        for place in near:
            beside = reached.keys() & set(board_of(game).adjacent[place])
            if any(crossing_violation(game, unit, here, place) is None for here in beside):
                found[place] += land_counter(game, unit).strength or 0
    return found


def odds_of(game: Position, reckoning: Reckoning) -> LandOdds:
    """The exact odds with nothing remembered: every face of the dice read and counted."""
    attack, tables = land_attack(game, reckoning), game.ruleset.tables.source
    attackers, defenders = len(reckoning.attackers), len(reckoning.defenders)
    automatic = automatic_result(attack, tables)
    if automatic is not None:
        odds, modifiers, results = {}, (), {automatic: Fraction(1)}
    else:
        roll = land_roll(game, attack)
        odds = gathered((way.odds, chance) for way, chance in readings(roll))
        modifiers = roll.usual.modifiers
        results = gathered(
            (way.result(dice, tables), chance * part)
            for way, chance in readings(roll)
            for dice, part in DICE[roll.dice]
        )
    lost = killed = cleared = notional = Fraction(0)
    fates, facings = dict.fromkeys(Fate, Fraction(0)), dict.fromkeys(Facing, Fraction(0))
    for text, chance in results.items():
        result = read_result(text)
        lost += chance * (attackers if result.all_attackers else min(attackers, losses_of_attackers(result, attack)))
        killed += chance * min(defenders, result.defender_losses)
        fates[result.fate] += chance
        facings[result.facing] += chance
        notional += chance * result.destroys_notional
        destroyed = result.destroys_notional and result.defender_losses >= defenders
        cleared += chance * (destroyed or result.fate is not Fate.STAY)
    return LandOdds(
        odds,
        modifiers,
        total(modifiers),
        results,
        lost,
        killed,
        {str(fate): chance for fate, chance in fates.items() if chance},
        {str(facing): chance for facing, chance in facings.items() if chance},
        cleared,
        notional,
    )
