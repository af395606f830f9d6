"""The simplest opponent: any legal action, all verbs alike. The fuzzer plays with it too."""

from __future__ import annotations

from itertools import islice
from random import Random

from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.procedures import allowed
from worldfire.engine.shapes import Noun, Shape

#: random nouns to try before looking at them one by one
TRIES = 50
#: nouns to look at one by one
MOST_NOUNS = 10_000


class DeadEnd(WorldfireError):
    """A seat must act and no action is legal."""


def pick(game: Game, seat: str, rng: Random) -> tuple[str, Noun]:
    """A random legal action for a seat that must act."""
    offers = game.offers(seat)
    verbs = list(offers)
    while verbs:
        verb = verbs.pop(int(rng.random() * len(verbs)))
        found = sample(game, seat, verb, offers[verb], rng)
        if found is not None:
            return verb, found[0]
    raise DeadEnd(f"{seat} must act and can do nothing")


def sample(game: Game, seat: str, verb: str, shape: Shape, rng: Random) -> tuple[Noun] | None:
    """A random legal noun for the verb, wrapped in a tuple; None if there is none."""
    known = game.ruleset.verbs.get(verb)
    if known is None or known.violation is allowed:
        return (shape.sample(rng),)  # whatever fits the shape is legal
    for _ in range(TRIES):
        noun = shape.sample(rng)
        if not game.why_not(verb, noun, seat):
            return (noun,)
    return next(((noun,) for noun in islice(shape.every(), MOST_NOUNS) if not game.why_not(verb, noun, seat)), None)
