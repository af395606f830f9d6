"""fa:22.2 What the campaigns of the Great War begin with besides units: morale, offensive points and pilots."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Module
from worldfire.forces.who import POWER_NAMES
from worldfire.rules.s24_1_set_up import BEGINNING
from worldfire.tables.campaign import Campaign
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.offensives import OFFENSIVE_POINTS
from worldfire.titles.fa.pilots import PILOTS


@rule("fa:22.2", "fa:14", "fa:18", "fa:16.4.3")
def begin_the_great_war(game: Game, campaign: Campaign) -> None:
    if campaign.great_war is None:
        return
    known, names = campaign.great_war, game.state.get(POWER_NAMES)
    for column, values in (
        (MORALE, {name: level * TENTHS for name, level in known.morale.value.items()}),
        (OFFENSIVE_POINTS, known.offensive_points.value),
        (PILOTS, known.pilots.value),
    ):
        for name, value in values.items():
            if name in names:
                game.write(column, names.index(name), value)


MODULE = Module(changes=(BEGINNING.attach(begin_the_great_war),))
