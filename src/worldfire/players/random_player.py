"""The simplest opponent: any legal action, but seldom one that leaves off. The fuzzer plays with it too."""

from __future__ import annotations

from itertools import islice, tee
from random import Random

from worldfire.engine.errors import WorldfireError
from worldfire.engine.position import Position
from worldfire.engine.procedures import allowed
from worldfire.engine.shapes import NOTHING, Noun, Shape

#: random nouns to try before looking at them one by one
TRIES = 50
#: nouns to look at one by one
MOST_NOUNS = 10_000
#: how readily a verb without a noun is picked beside verbs that have one: it mostly says that enough has been done
LEAVE_OFF = 0.1


class DeadEnd(WorldfireError):
    """A seat must act and no action is legal."""


def pick(game: Position, seat: str, rng: Random) -> tuple[str, Noun]:
    """A random legal action for a seat that must act."""
    offers = game.offers(seat)
    bare = [verb for verb, shape in offers.items() if shape is NOTHING]
    verbs = [verb for verb in offers if verb not in bare] if bare else list(offers)
    while verbs or bare:
        leaves_off = bare and rng.random() * (len(verbs) + LEAVE_OFF * len(bare)) >= len(verbs)
        among = bare if leaves_off else verbs
        verb = among.pop(int(rng.random() * len(among)))
        found = sample(game, seat, verb, offers[verb], rng)
        if found is not None:
            return verb, found[0]
    raise DeadEnd(f"{seat} must act and can do nothing")


def sample(game: Position, seat: str, verb: str, shape: Shape, rng: Random) -> tuple[Noun] | None:
    """A random legal noun for the verb, wrapped in a tuple; None if there is none."""
    known = game.ruleset.verbs.get(verb)
    if known is None or known.violation is allowed:
        return (shape.sample(rng),)  # whatever fits the shape is legal
    for _ in range(TRIES):
        noun = shape.sample(rng)
        if not game.why_not(verb, noun, seat):
            return (noun,)
    nouns, again = tee(islice(shape.every(), MOST_NOUNS))
    judged = zip(nouns, game.judge_many(verb, again, seat), strict=True)
    return next(((noun,) for noun, against in judged if not against), None)
