"""Small things of Fatal Alliances that were seen and left alone for a while."""

from __future__ import annotations

import pytest

from conformance.great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, initiative
from conformance.turns import in_turn
from worldfire.forces.turn import is_active
from worldfire.forces.who import power_named
from worldfire.titles.fa.politics.flags import FLAG, shift

# ------------------------------------------------------------------------------------------------- 22.6 dates of the calendar


@pytest.mark.rule("fa:22.6")
@pytest.mark.rule("fa:15.3.1")
@pytest.mark.parametrize(("options", "moves"), [((), True), (("11",), False)])
def test_no_flag_moves_when_countries_join_by_the_calendar(options: tuple[str, ...], moves: bool) -> None:
    """Tsingtao and the events would bring in a Japan that is not on the list."""
    game = fa_in(
        "political actions",
        AUGUST,
        initiative(CENTRAL),
        in_turn("Sep/Oct 1914"),
        lambda game: game.write(FLAG, country(game, "japan"), 8),
        options=options,
        dice=(1,) * 8,
    )
    japan = country(game, "japan")
    shift(game, japan, ALLIES)
    assert (game.state[FLAG][japan] == 9) is moves
    assert not is_active(game, power_named(game, "japan"))
