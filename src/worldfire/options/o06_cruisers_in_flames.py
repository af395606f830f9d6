"""Option 6, Cruisers in Flames: light cruisers one a counter (22.14), their ASW factors (11.5.10), and what those are worth
against submarines in surface combat (11.5.8)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.forces.turn import other_side
from worldfire.rules.s11_05_4_committing import is_submarine_unit, ships_of
from worldfire.rules.s11_05_8_surface_combat import attack_factors, surface_factors
from worldfire.rules.s11_05_10_submarine_combat import asw_factors_of_ship, asw_row
from worldfire.rules.s11_05_round import NavalRound, included


@rule("11.5.10/option asw 6")
def asw_of_single_cruisers(game: Position, kind: str) -> str:
    return f"{kind} with Cruisers" if kind in ("CV", "CA", "CL") else kind


@rule("11.5.8/option 6")
def escorts_against_submarines(
    usual: Callable[[Position, NavalRound, int], Fraction], game: Position, fight: NavalRound, side: int
) -> Fraction:
    """For each enemy submarine one ship may attack with its ASW factors if they are more: the best choice is taken."""
    enemies = included(game, fight, other_side(side)).units
    submarines = sum(is_submarine_unit(game, unit) for unit in enemies)
    ships = ships_of(game, included(game, fight, side))
    gains = sorted((asw_factors_of_ship(game, ship) - attack_factors(game, ship) for ship in ships), reverse=True)
    return usual(game, fight, side) + sum((gain for gain in gains[:submarines] if gain > 0), Fraction())


OPTION = Option(
    key="6",
    name="Cruisers in Flames",
    kit="CliF",
    requires=("5",),  # its cruisers are part of Ships in Flames
    changes=(
        asw_row.replaced_by(asw_of_single_cruisers),
        surface_factors.wrapped_by(escorts_against_submarines),
    ),
)
