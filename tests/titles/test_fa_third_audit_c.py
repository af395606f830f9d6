"""What a third audit of the war at sea found: fa:11.2 to 11.5, 11.10, 11.11, 13.3, 13.5.6, 21.13."""

from __future__ import annotations

import pytest
from waters import Waters, waters

from conformance.positions import power, put
from worldfire.forces.situation import TURN
from worldfire.rules.s11_04_5_naval_transport import quay_violation
from worldfire.rules.s11_04_sea_passages import may_pass, submarines_may_pass
from worldfire.titles.fa.entry.options import CLOSE_PANAMA, OPTIONS_CHOSEN


def choose(here: Waters, *options: int) -> None:
    """The USA has chosen these last turn."""
    here.game.set(OPTIONS_CHOSEN, tuple((option, here.game.state.get(TURN) - 1) for option in options))


# ------------------------------------------------------------------------------------------------------------- the canal


@pytest.mark.rule("fa:11.3.3")
@pytest.mark.rule("fa:13.2.2.1")
def test_a_closed_canal_keeps_submarines_out_as_well() -> None:
    here = waters({})
    germany, commonwealth = power(here.game, "germany"), power(here.game, "commonwealth")
    for passes in (may_pass, submarines_may_pass):
        assert passes(here.game, germany, "East Pacific", "Caribbean")
    choose(here, CLOSE_PANAMA)
    for passes in (may_pass, submarines_may_pass):
        assert not passes(here.game, germany, "East Pacific", "Caribbean")
        assert passes(here.game, commonwealth, "East Pacific", "Caribbean")


# ------------------------------------------------------------------------------------------------------------- transport


@pytest.mark.rule("fa:11.3.4.2")
def test_every_division_of_the_infantry_class_embarks_from_the_beach() -> None:
    """A motorised one too, though no warship takes it aboard; a corps needs a port or an HQ."""
    here = waters({"North Sea 0": [("TRS", "commonwealth TRS")]}, side="allies")
    for unit, goes in (("commonwealth-united-kingdom-mot-div-armd-cars", True), ("commonwealth INF", False)):
        thing = put(here.game, unit, "W1444")
        here.game.forget()
        assert (quay_violation(here.game, thing, here["TRS"]) is None) is goes
