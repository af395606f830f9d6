"""Option 6, Cruisers in Flames: light cruisers one a counter (22.14), their ASW factors (11.5.10), and what those are worth
against submarines in surface combat (11.5.8)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.forces.turn import other_side
from worldfire.rules.s11_05_4_committing import is_submarine_unit, ships_of
from worldfire.rules.s11_05_8_surface_combat import against_submarines, attack_factors
from worldfire.rules.s11_05_10_submarine_combat import asw_factors_of_ship, asw_row
from worldfire.rules.s11_05_round import NavalRound, included


@rule("11.5.10/option asw 6")
def asw_of_single_cruisers(game: Position, kind: str) -> str:
    return f"{kind} with Cruisers" if kind in ("CV", "CA", "CL") else kind


@rule("11.5.8/option 6")
def escorts_against_submarines(game: Position, fight: NavalRound, side: int) -> Mapping[int, Fraction]:
    """Where an enemy submarine is included, ships whose ASW factors are more than those they attack with."""
    enemies = included(game, fight, other_side(side)).units
    if not any(is_submarine_unit(game, unit) for unit in enemies):
        return {}
    asw = {ship: asw_factors_of_ship(game, ship) for ship in ships_of(game, included(game, fight, side))}
    return {ship: factors for ship, factors in asw.items() if factors > attack_factors(game, ship)}


OPTION = Option(
    key="6",
    name="Cruisers in Flames",
    kit="CliF",
    requires=("5",),  # its cruisers are part of Ships in Flames
    changes=(
        asw_row.replaced_by(asw_of_single_cruisers),
        against_submarines.replaced_by(escorts_against_submarines),
    ),
)
