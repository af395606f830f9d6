"""Many land attacks of a game at once: exact odds, and the same as arrays for whoever compares them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from worldfire.advice.odds import LandOdds, odds_of
from worldfire.board.mesh import Floats
from worldfire.engine.position import Position
from worldfire.forces.who import side_of
from worldfire.rules.s11_15_factors import Reckoning
from worldfire.rules.s11_15_land_combat import LANDINGS, reckoning_of
from worldfire.rules.s11_15_odds import Table


def proposed(game: Position, units: Sequence[int], target: int, table: Table) -> Reckoning:
    """The attack that these units, with those of their side that have landed there, would make from where they stand."""
    side = side_of(game, units[0])
    landings = tuple(each for each in LANDINGS(game, ()) if side_of(game, each.arrival.unit) == side)
    return reckoning_of(game, target, tuple(units), table, landings)


@dataclass(frozen=True, eq=False)
class OddsBatch:
    """What may come of many attacks: each array has a row for each of them, in their order."""

    exact: tuple[LandOdds, ...]
    #: every result that one of them may have; the columns of `chances`
    results: tuple[str, ...]
    chances: Floats
    attacker_losses: Floats
    defender_losses: Floats
    hex_cleared: Floats


def odds_batch(game: Position, attacks: Iterable[Reckoning]) -> OddsBatch:
    """The odds of all these attacks, as they stand now."""
    exact = tuple(odds_of(game, attack) for attack in attacks)
    results = tuple(dict.fromkeys(result for odds in exact for result in odds.results))
    chances = [[float(odds.results.get(result, 0)) for result in results] for odds in exact]
    return OddsBatch(
        exact,
        results,
        np.array(chances, np.float64).reshape(len(exact), len(results)),
        _as_floats(odds.attacker_losses for odds in exact),
        _as_floats(odds.defender_losses for odds in exact),
        _as_floats(odds.hex_cleared or Fraction(0) for odds in exact),
    )


def _as_floats(values: Iterable[Fraction]) -> Floats:
    return np.fromiter(map(float, values), np.float64)
