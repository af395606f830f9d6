"""fa:21.4 and 11.6: the railway gun of 1916, and what bombs do to factories."""

from __future__ import annotations

import pytest
from front import front

from conformance.positions import power
from conformance.steps import begin_step, is_down, march, refusal, where
from worldfire.engine.game import Game
from worldfire.forces.things import place_index
from worldfire.rules.s11_07_strategic_bombardment import Bombed, production_lost

GUN, METZ, NANCY = "germany-art-div-railway-gun", "W1030", "Nancy"


def beside_the_front(place: str = METZ) -> Game:
    return front({place: [GUN, "germany-inf-vi"]})


def shelling(*throws: int) -> Game:
    return begin_step(beside_the_front(), "strategic bombardment", "germany", throws=throws)


@pytest.mark.rule("fa:21.4")
@pytest.mark.rule("fa:11.6")
@pytest.mark.rule("fa:11.6.2")
def test_the_railway_gun_bombards_a_factory_city() -> None:
    """Nancy is within two hexes; one factor, a die that nothing modifies, and the gun is face-down. Nobody intercepts."""
    game = shelling(10, 10, 10)  # the USA and the Commonwealth take notice
    assert (list(game.waiting), game.decision and game.decision.prompt) == (["germany"], "shell-factory")
    assert place_index(game, "Paris") not in game.offers("germany")["shell-factory"].domain
    events = game.submit("germany", "shell-factory", place_index(game, NANCY)).events
    (bombed,) = [event for event in events if isinstance(event, Bombed)]
    assert (bombed.factors, bombed.roll) == (1, 10)
    assert bombed.production == production_lost(game, power(game, "france")) == 1
    assert is_down(game, GUN)


@pytest.mark.rule("fa:21.4")
def test_it_may_hold_its_fire() -> None:
    game = shelling()
    game.submit("germany", "hold-railway-gun")
    assert not is_down(game, GUN)


@pytest.mark.rule("fa:21.4")
@pytest.mark.rule("fa:11.8.1")
def test_it_moves_along_railways_only() -> None:
    game = beside_the_front("W0831")
    board = game.ruleset.tables.board
    begin_step(game, "land movement", "germany")
    here = board.index["W0831"]
    off_rail = [board.number(place) for place in board.adjacent[here] if place not in board.rails]
    on_rail = [board.number(place) for place in board.adjacent[here] if place in board.rails]
    assert off_rail
    assert on_rail
    assert refusal(game, "germany", [GUN], off_rail[0]) == "fa:21.4 railway-gun-needs-rails"
    march(game, "germany", [GUN], on_rail[0])
    assert where(game, GUN) == on_rail[0]
