"""The real server with dice that a test knows: `python -m server.loaded serve …`. The product itself has no such switch.

What falls depends on the kind of roll and on its number within the action, not on the game's secret or on what was done
before. So a player at the page sees the same wherever a test begins and whatever it does on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any

from worldfire.cli.main import main
from worldfire.engine.chance import SealedChance
from worldfire.engine.game import Game
from worldfire.server import computers, founding, questions

#: kinds of roll that a test relies on: a ground strike hits with low dice, an attack succeeds with high
#: ones; at sea low dice find the enemy and hit him
FALLS = {
    "ground-strike": (1, 2),
    "land combat": (10, 8),
    "weather": (9,),
    "interception": (3,),
    "naval-search": (2,),
    "naval-damage": (1,),
}
#: any other: the first roll of an action begins here, the second one further on
OTHERS = (6, 5, 9, 3, 7, 2, 10, 4, 8, 1)
#: with these draws both sides have at set-up what the tests want
DRAWS = b"worldfire browser 1"

_pick = SealedChance.pick


def fall(chance: SealedChance, context: bytes, count: int, sides: int) -> tuple[int, ...]:
    number, kind = context.split(b"|")[-2:]
    known = FALLS.get(kind.decode())
    dice, first = (known, 0) if known else (OTHERS, int(number))
    return tuple((dice[(first + one) % len(dice)] - 1) % sides + 1 for one in range(count))


def draw(chance: SealedChance, context: bytes, count: int, among: int) -> tuple[int, ...]:
    """The same in every game: by the number of the entry, without the game's id and the action."""
    _, entry, _, number, kind = context.split(b"|", 4)
    return _pick(SealedChance(sha256(DRAWS).digest()), b"|".join((entry, number, kind)), count, among)


_new = Game.new


def new_game(*args: Any, spare: bytes | None = None, **kwargs: Any) -> Game:
    """Without dice that lie ready: pages add nothing to them, so that entries have the numbers that draws go by."""
    return _new(*args, **kwargs)


class Steady(Random):
    """Computer players who choose the same thing each time they are asked."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(1)


#: what is thrown and drawn with, and what is put in its place
_FAIR: dict[str, Any] = {"throw": SealedChance.throw, "pick": SealedChance.pick}
_LOADED: dict[str, Any] = {"throw": fall, "pick": draw}


def _throw_with(dice: dict[str, Any]) -> None:
    for name, function in dice.items():
        setattr(SealedChance, name, function)


@contextmanager
def known_dice() -> Iterator[None]:
    """Games that are played meanwhile can be brought to this server: it checks every roll of a file."""
    _throw_with(_LOADED)
    try:
        yield
    finally:
        _throw_with(_FAIR)


def load_the_dice() -> None:
    _throw_with(_LOADED)
    setattr(Game, "new", staticmethod(new_game))  # noqa: B010
    for module in (computers, founding, questions):
        vars(module)["Random"] = Steady


if __name__ in ("__main__", "__mp_main__"):  # the server itself, and the processes in which it works
    load_the_dice()

if __name__ == "__main__":
    main()
