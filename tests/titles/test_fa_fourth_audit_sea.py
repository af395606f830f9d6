"""Findings of a fourth audit of Fatal Alliances: at sea, on the rails and on the way into a friend's country."""

from __future__ import annotations

import pytest
from waters import waters

from worldfire.rules.s11_04_6_interception import InterceptionTried

# ------------------------------------------------------------------------------------------------ 11.3.5.1 interception


@pytest.mark.rule("fa:11.3.5.1")
def test_submarines_that_are_held_back_find_not_even_a_large_fleet() -> None:
    fleet = [f"S{number}" for number in range(11)]
    for verb, success in (("commit-submarines", True), ("hold-submarines", False)):
        here = waters(
            {
                "North Sea 3": [("Sub", "commonwealth SUB")],
                "Wilhelmshaven": [(name, "germany SCS") for name in fleet],
            },
            (1,),
        )
        here.start("naval movement")
        here.sail("germany", fleet, "North Sea 0")
        here.do("intercept", here["Sub"])
        here.do(verb)
        (tried,) = here.events(InterceptionTried)
        assert (tried.roll, tried.success) == (0, success)
        assert here.asked == ("germany", "stop-or-fight" if success else "naval-orders")
