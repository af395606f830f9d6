"""Japan's expedition has sailed (fa:15.3.1), with the first choice of everybody."""

from __future__ import annotations

from functools import cache

from front import front

from conformance.steps import begin_step
from worldfire.engine.game import Game

WARS = (("germany", "commonwealth"), ("germany", "france"), ("austria-hungary", "france"))


def sailed() -> Game:
    return _sailed()[0].copy()


def who_placed() -> tuple[str, ...]:
    """The seat that was asked, unit by unit."""
    return _sailed()[1]


@cache
def _sailed() -> tuple[Game, tuple[str, ...]]:
    game = front({}, wars=WARS)
    begin_step(game, "Japan’s expedition", "commonwealth", throws=[1] * 9)
    placed: tuple[str, ...] = ()
    while not game.over:
        (seat,) = game.waiting
        verb = next(iter(game.offers_to(seat).names))
        shape = game.offers_to(seat).shape(game, verb)
        assert shape is not None
        noun = next(noun for noun in shape.every() if not game.why_not(verb, noun, seat))
        game.submit(seat, verb, noun)
        placed += (seat,)
    return game, placed
