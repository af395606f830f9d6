"""The proposed use of resources is legal and uses as many as can be used."""

from __future__ import annotations

import pytest

from drills import begun_ashore
from worldfire.advice.production import NoResources, best_use, propose_resources
from worldfire.engine.game import Game
from worldfire.engine.shapes import Allot, Choices, Room
from worldfire.engine.state import Frame
from worldfire.rules.s13_06_production import UNUSED, PowerProduction, ResourcesSent
from worldfire.titles.campaigns import begin_campaign


def test_a_resource_gives_way_to_one_that_has_no_other_factory() -> None:
    shape = Allot(
        (Choices("coal", ("A", "B", UNUSED)), Choices("iron", ("A", UNUSED)), Choices("oil", ("A", UNUSED))),
        (Room("A", 1), Room("B", 1)),
    )
    assert best_use(shape, lambda item, factory: 1) == (("coal", "B"), ("iron", "A"), ("oil", UNUSED))


def test_what_is_near_is_used_before_what_is_far() -> None:
    shape = Allot(
        (Choices("far", ("A", "B", UNUSED)), Choices("near", ("A", "B", UNUSED)), Choices("here", ("B", UNUSED))),
        (Room("A", 1), Room("B", 1)),
    )
    length = {"far": 9, "near": 3, "here": 1}
    assert best_use(shape, lambda item, factory: length[str(item)]) == (("far", UNUSED), ("near", "A"), ("here", "B"))


def producing(power: int) -> Game:
    game = begun_ashore(begin_campaign("barbarossa", secret=b"advice"))  # with the war at sea all is routed together
    state = game.state.copy()
    state.frames = [Frame("a power’s production", "send_resources", PowerProduction(power))]
    game.resume(state, game.entries, game.head)
    return game


@pytest.mark.parametrize(("power", "seat"), [(0, "germany"), (1, "ussr")])
def test_the_engine_takes_the_proposal(power: int, seat: str) -> None:
    game = producing(power)
    verb, noun = propose_resources(game, seat)
    assert game.why_not(verb, noun, seat) == ()
    shape = game.offers(seat)[verb]
    assert isinstance(shape, Allot)
    sent = game.submit(seat, verb, noun).events[0]
    assert isinstance(sent, ResourcesSent)
    assert sent.points == min(len(shape.items), sum(room.most for room in shape.rooms))


def test_nothing_is_proposed_when_nothing_is_asked() -> None:
    game = begin_campaign("barbarossa", secret=b"advice")
    with pytest.raises(NoResources):
        propose_resources(game, next(iter(game.waiting)))
