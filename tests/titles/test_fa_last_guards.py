"""Nobody takes a train from a city that counts and that the enemy may soon reach, if he is its last guard (cadet)."""

from __future__ import annotations

from random import Random

import pytest
from front import GERMANS, TARGET, front

from conformance.steps import begin_step
from worldfire.players import cadet

GUARD, SECOND = "france-inf-vii", "france-inf-xx"


@pytest.mark.parametrize(
    ("place", "garrison", "verb"),
    [
        (TARGET, (GUARD,), "done"),
        (TARGET, (GUARD, SECOND), "rail"),
        ("Strasbourg", (GUARD,), "rail"),
    ],
)
def test_the_last_guard_of_marseille_stays_while_the_enemy_is_near(
    place: str, garrison: tuple[str, ...], verb: str
) -> None:
    game = front({"Marseille": garrison, place: GERMANS}, wars=(("germany", "france"),))
    begin_step(game, "rail movement", "france", action="land")
    assert cadet.pick(game, "france", Random(1))[0] == verb
