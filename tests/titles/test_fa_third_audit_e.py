"""Findings of the third audit in production and in the air of Fatal Alliances (13.5, 13.7, 16)."""

from __future__ import annotations

import pytest
from test_fa_gears_and_budget import buys, next_turn, refusals, summer

from conformance.positions import power
from worldfire.rules.s09_war import declare_war
from worldfire.titles.fa.latent import JOINING, Joining

TWO_GERMANS, TWO_AUSTRIANS = (("germany: INF", 2),), (("austria: INF", 2),)

# ------------------------------------------------------------------------------------------------------- 13.5.5.8 gearing


@pytest.mark.rule("fa:13.5.5.8/exceptions")
@pytest.mark.rule("fa:9.3")
def test_italy_comes_in_and_nothing_limits_its_enemies() -> None:
    """Its entry is a declaration of war like any other; Italy itself, and who is not concerned, are bound by their gears."""
    game = summer()
    declare_war(game, power(game, "austria-hungary"), power(game, "russia"))
    next_turn(game)
    two = {"germany": TWO_GERMANS, "austria-hungary": TWO_AUSTRIANS, "france": (("france: INF", 2),)}
    for name, order in two.items():
        assert refusals(buys(game, name), name, "build", order) == ["gearing-limit"]
    game.push(JOINING.name, Joining(power(game, "italy"), power(game, "france")))
    game.put_state(game.state)
    found = {name: refusals(buys(game, name), name, "build", order) for name, order in two.items()}
    assert found == {"germany": [], "austria-hungary": [], "france": ["gearing-limit"]}


@pytest.mark.rule("fa:13.5.5.8/exceptions")
@pytest.mark.rule("fa:9.3")
def test_a_declaration_frees_the_gears_of_the_whole_side() -> None:
    """The Commonwealth declares war on Germany and is at war with Austria-Hungary by that."""
    game = summer()
    declare_war(game, power(game, "austria-hungary"), power(game, "russia"))
    next_turn(game)
    declare_war(game, power(game, "commonwealth"), power(game, "germany"))
    assert not refusals(buys(game, "austria-hungary"), "austria-hungary", "build", TWO_AUSTRIANS)
