"""The toy's two optional rules: charms (two parts, at the seams of a roll) and spies (a step more, and a clause with both)."""

from __future__ import annotations

from typing import Any

from toy.parts import BONUS, CROWDS, FAVOUR, MARCH_VIOLATION, SEATS, STRENGTH, Spied, held, row_of
from worldfire.engine.changes import Insert
from worldfire.engine.game import Game
from worldfire.engine.procedures import Control, Verb, step, window
from worldfire.engine.rolls import AFTER_ROLL, BEFORE_ROLL, Throw, modify, modify_violation, reroll, reroll_violation
from worldfire.engine.ruleset import Option
from worldfire.engine.schema import Quantity, Schema
from worldfire.engine.shapes import NOTHING, Noun, One, Shape
from worldfire.engine.violation import Violation, refused

# -------------------------------------------------------------------------------------------------- option 1: charms

#: looks that a spy has left; public
LOOKS = Quantity("looks")


def _pays(game: Game, seat: str) -> Violation | None:
    return None if game.state.amount(FAVOUR, row_of(seat), 0) else refused("toy option 1", "no-favour")


def _may_reroll(game: Game, throw: Throw, seat: str) -> Shape | Violation:
    return reroll_violation(throw) or _pays(game, seat) or NOTHING


def _reroll(game: Game, throw: Throw, seat: str, noun: Noun) -> Control:
    game.add(FAVOUR, row_of(seat), 0, -1)
    reroll(game, throw)
    return None


def _may_bless(game: Game, throw: Throw, seat: str) -> Shape | Violation:
    return modify_violation(throw) or _pays(game, seat) or One((-1, 1))


def _bless(game: Game, throw: Throw, seat: str, noun: Noun) -> Control:
    game.add(FAVOUR, row_of(seat), 0, -1)
    modify(game, throw, noun)
    return None


REROLL = Verb("use-charm", "toy option 1", _reroll, _may_reroll)
BLESS = Verb("bless", "toy option 1", _bless, _may_bless)


def before_a_roll(game: Game, throw: Throw) -> Control:
    """Everybody may bless the roll, the roller first; blessed dice are not blessed again."""
    seats = (throw.by, *(seat for seat in SEATS if seat != throw.by))
    return window(seats, BLESS, rule="2.7", prompt="bless", watch="bless", concerns=(throw.by, *throw.concerns))


def after_a_roll(game: Game, throw: Throw) -> Control:
    seats = (throw.by, *(seat for seat in SEATS if seat in throw.concerns and seat != throw.by))
    return window(seats, REROLL, rule="2.7", prompt="charm", watch="charm", concerns=seats)


CHARMS = Option("1/charms", "Charms", changes=(AFTER_ROLL.attach(after_a_roll, verbs=(REROLL,)),))
BLESSINGS = Option("1/blessings", "Blessings", changes=(BEFORE_ROLL.attach(before_a_roll, verbs=(BLESS,)),))


def _crowded(game: Game, seat: str, path: tuple[int, ...]) -> Violation | None:
    """With this option no host may end its march where two others stand."""
    return refused("toy option 1", "crowded", area=path[-1]) if game.look_up(CROWDS)[path[-1]] > 1 else None


OPTION_1 = Option("1", "Luck", changes=(MARCH_VIOLATION.attach(_crowded),), parts=(CHARMS, BLESSINGS))


# --------------------------------------------------------------------------------------------------- option 2: spies


def _targets(game: Game, frame_locals: Any, seat: str) -> Shape | Violation:
    if game.state.amount(LOOKS, row_of(seat), 0) >= 1:
        return refused("toy option 2", "spied-already")
    others = tuple(marker for other in SEATS if other != seat for marker in held(game, other))
    return One(others) if others else refused("toy option 2", "nothing-to-see")


def _look(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    game.add(LOOKS, row_of(seat), 0, 1)
    game.say(Spied(marker=noun, face=game.state.columns["markers.face"][noun], seen_by=(seat,)))
    game.raise_barrier()
    return None


LOOK = Verb("look", "toy option 2", _look, _targets)


@step("toy option 2", LOOK)
def spies_look(game: Game, frame_locals: Any) -> Control:
    """Once in the game each seat may look at one marker in another hand."""
    return window(SEATS, LOOK, rule="toy option 2", prompt="look", watch="look")


def _spies_count(game: Game, value: int, seat: str) -> int:
    return value + game.state.amount(LOOKS, row_of(seat), 0) + BONUS(game, seat)


def _lucky_spies(game: Game, seat: str) -> int:
    """With both options: who knows and is lucky bids one more."""
    return 1 if game.state.amount(FAVOUR, row_of(seat), 0) > 1 else 0


OPTION_2 = Option(
    "2",
    "Spies",
    schema=Schema(quantities=(LOOKS,)),
    changes=(
        Insert("council", spies_look, before="bid_in_secret"),
        STRENGTH.attach(_spies_count),
        BONUS.attach(_lucky_spies, requires=("1",)),
    ),
)

OPTIONS = (OPTION_1, OPTION_2)
