"""5.1, 19.6.2 A Vichy government is the end of France for trade and claims, and passes on what Iraq gives it."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.titles.wif.nations.minors import france_is_out
from worldfire.titles.wif.nations.trade import takes_for
from worldfire.titles.wif.nations.vichy.standing import INSTALLER, is_vichy, stands


@rule("5.1", "19.6.2")
def or_vichy_stands(usual: Callable[[Position], bool], game: Position) -> bool:
    return stands(game) or usual(game)


@rule("5.1/iraq")
def to_its_installer(game: Position, power: int) -> int:
    """Whoever installed it has what Syria is given."""
    return game.state.get(INSTALLER) if is_vichy(game, power) else power


MODULE = Module(changes=(france_is_out.wrapped_by(or_vichy_stands), takes_for.replaced_by(to_its_installer)))
