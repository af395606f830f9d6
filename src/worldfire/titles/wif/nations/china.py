"""China declares no war (9.3) and takes in nobody who was attacked (19.2)."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Power
from worldfire.forces.turn import power_name
from worldfire.rules.s09_war import declarer_violation, may_protect

CHINA = "china"


@rule("9.3")
def declares_no_war(usual: Callable[[Game, int], Violation | None], game: Game, power: int) -> Violation | None:
    if power_name(game, power) == CHINA:
        return refused("9.3", "china-declares-no-war", power=Power(power))
    return usual(game, power)


@rule("19.2")
def protects_nobody(usual: Callable[[Game, int, int], bool], game: Game, power: int, country: int) -> bool:
    return power_name(game, power) != CHINA and usual(game, power, country)


MODULE = Module(
    changes=(declarer_violation.wrapped_by(declares_no_war), may_protect.wrapped_by(protects_nobody)),
)
