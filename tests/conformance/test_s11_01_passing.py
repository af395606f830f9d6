"""11.1 Passing: what a power that passed still does at sea."""

from __future__ import annotations

import pytest
from positions import power
from seafaring import at_sea

from worldfire.rules.s11_04_under_way import CAME_BY_SEA
from worldfire.rules.s11_05_round import NavalRound


@pytest.mark.rule("11.1", example="WF1-097")
@pytest.mark.parametrize("initiator", ["usa", "italy"])
def test_the_fleet_of_a_power_that_passed(initiator: str) -> None:
    """It initiates nothing and flies nobody in, but fights where others begin, and returns to base from there."""
    here = at_sea(
        {
            "Western Mediterranean 3": [
                ("British", "cw-bb-hood-sif"),
                ("American", "us-bb-texas-sif"),
                ("Italian", "it-bb-vittorio-veneto-sif"),
            ],
            "Gibraltar": [("FTR", "united-kingdom FTR")],
        },
        side="allies",
        actions={"usa": "naval", "commonwealth": "pass"},
        wars=[("italy", "commonwealth"), ("italy", "usa")],
        co_operating=[("usa", "commonwealth")],
        throws=(1, 1, *(9,) * 20),
    )
    game = here.game
    if initiator == "usa":
        here.start("naval combat")
        assert tuple(game.waiting) == ("usa",), "the Commonwealth is not asked"
        here.give_battle("American")
    else:
        game.set(CAME_BY_SEA, (("Western Mediterranean", here["American"], power(game, "usa")),))
        here.start("opponent’s naval combat")
        here.give_battle("Italian")
    forces = game.enclosing(NavalRound).forces
    assert {here["British"], here["American"]} in [set(force.units) for force in forces], "no fighter has flown in"
    here.calm("leave-combat")
    while here.asked[1] == "pick-target":  # both must agree on a target among their ships
        here.do("pick-target", here.offer("pick-target").domain[0])
        here.calm("leave-combat")
    assert here.asked == ("commonwealth", "abort-to"), "she must leave the combat, and returns to base in it"
    here.abort(["British"], "Gibraltar")
    assert here.place_named("British") == "Gibraltar"
