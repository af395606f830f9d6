"""fa:22.2 What the campaigns of the Great War begin with besides units: morale, offensive points, pilots, trenches."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.turn import is_active
from worldfire.forces.who import POWER_NAMES
from worldfire.rules.s24_1_set_up import BEGINNING, years_to_grow_old
from worldfire.tables.campaign import Campaign
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.offensives import OFFENSIVE_POINTS
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.trenches import AT_HAND

YEARS_IF_ACTIVE = Figure("years before the start of a unit that a power at war may remove", "fa:22.1")


@rule("fa:22.2", "fa:14", "fa:18", "fa:16.4.3", "fa:21.6")
def begin_the_great_war(game: Game, campaign: Campaign) -> None:
    """Trenches are dug as if they arrived in the first turn, when everybody stands where he is set up."""
    if campaign.great_war is None:
        return
    known, names = campaign.great_war, game.state.get(POWER_NAMES)
    for column, values in (
        (MORALE, {name: level * TENTHS for name, level in known.morale.value.items()}),
        (OFFENSIVE_POINTS, known.offensive_points.value),
        (PILOTS, known.pilots.value),
        (AT_HAND, {name: works.count for name, works in known.entrenchments.value.items()}),
    ):
        for name, value in values.items():
            if name in names:
                game.write(column, names.index(name), value)


@rule("fa:22.1")
def sooner_at_war(usual: Callable[[Position, int], int], game: Position, power: int) -> int:
    """A power that begins the game at war may remove younger units too."""
    return YEARS_IF_ACTIVE(game) if is_active(game, power) else usual(game, power)


MODULE = Module(
    changes=(
        BEGINNING.attach(begin_the_great_war),
        years_to_grow_old.wrapped_by(sooner_at_war),
    ),
)
