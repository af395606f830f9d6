"""fa:5, 13.5.4 How much a power lends: at most half of its resources, and half as many build points as it made last turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.things import place_index
from worldfire.forces.turn import TurnBegan
from worldfire.forces.who import HOME_COUNTRY
from worldfire.rules.s05_lending import announced_by, most_to_lend
from worldfire.rules.s13_06_1_by_sea import given_points
from worldfire.rules.s13_06_4_promises import takes_as_a_capital
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PowerProduction, resources_of
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.politics.points import HAS_PRODUCED, OWN_PRODUCTION

PART_LENT = Figure("part of its resources and build points that a power lends at most", "fa:5")
_OTHER_CAPITALS = Listed("cities that are capitals beside the first", "fa:15.3.6")


@rule("fa:5")
def half_is_lent(usual: Callable[[Position, int, bool], int], game: Position, giver: int, points: bool) -> int:
    """What is announced already counts; trade agreements do not. Before its first production, what it could make."""
    able = usual(game, giver, points)
    whole = _made_last_turn(game, giver, able) if points else len(resources_of(game, giver))
    left = whole // PART_LENT(game) - announced_by(game, giver, points).total()
    return max(0, min(able, left))


def _made_last_turn(game: Position, giver: int, able: int) -> int:
    """Out of its own factories: what it lent of that does not lower what it may lend again, nor do gifts raise it."""
    made = game.state[OWN_PRODUCTION][giver]
    return made if made or game.state[HAS_PRODUCED][giver] else able


@rule("fa:13.5.4.1", "fa:15.3.6")
def both_capitals(usual: Callable[[Position, int, int], bool], game: Position, home: int, place: int) -> bool:
    """Austria-Hungary has two; the second one of Russia is a capital for morale only (14.1)."""
    others = (place_index(game, name) for name in _OTHER_CAPITALS(game))
    return usual(game, home, place) or (game.state[HOME_COUNTRY][place] == home and place in others)


# --------------------------------------------------------------------------------------------------- 13.5.4 what was lent

#: (giver, recipient, build points): what givers had for others when they produced; they spend the rest before others produce
GIVEN: Field[tuple[tuple[int, int, int], ...]] = Field("points_given", ())


@step("fa:13.5.4")
def lent_points_are_set_aside(game: Game, work: PowerProduction) -> Control:
    """Bonus points and saved ones among them, which the power has no longer when it is somebody else's turn."""
    given = given_points(game, work.power)
    if given:
        game.set(GIVEN, (*game.state.get(GIVEN), *((work.power, to, number) for to, number in given.items())))
    return None


@rule("fa:13.5.4", "fa:13.5.4.1")
def as_it_was_set_aside(usual: Callable[[Position, int], Counter[int]], game: Position, giver: int) -> Counter[int]:
    known = {to: number for power, to, number in game.state.get(GIVEN) if power == giver}
    return Counter(known) if known else usual(game, giver)


def nothing_is_set_aside(game: Game, event: TurnBegan) -> None:
    if game.state.get(GIVEN):
        game.set(GIVEN, ())


MODULE = Module(
    schema=Schema(fields=(GIVEN,)),
    subscribes=((TurnBegan, nothing_is_set_aside),),
    changes=(
        most_to_lend.wrapped_by(half_is_lent),
        takes_as_a_capital.wrapped_by(both_capitals),
        Insert(PRODUCTION_OF_A_POWER.name, lent_points_are_set_aside, before="reckon_build_points"),
        given_points.wrapped_by(as_it_was_set_aside, reads=(GIVEN,)),
    ),
)
