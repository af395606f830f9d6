"""3 The sequence of play: the turn as nested tables of steps, in the order and by the names of a title's book.

A step of the tables calls the procedure of its name if the title has one; what no module provides (so far the sea) is gone
past. So a rule is added by adding its module to the title, and an option by inserting a step. Every entry is a step of
the book: sweeps run at its end and the state's digest is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, End, Goto, Procedure, Step, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import TURN
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE, IMPULSE_BOX, TurnBegan
from worldfire.forces.who import NOBODY
from worldfire.rules.s10_actions import acting_powers, new_impulse
from worldfire.rules.s12_end_of_action import LAST_IMPULSE_TEST, next_impulse, opens_a_pair
from worldfire.tables.campaign import MONTHS

#: the procedures that every sequence has
PLAY, TURN_OF_PLAY, ACTION_STAGE, IMPULSE_OF_A_SIDE = "play", "a turn", "action stage", "impulse"
TEST, END_OF_TURN = "D2.4", "end of turn"
#: steps that mean more than their place in the tables
WEATHER, VICTORY_CHECK = "weather", "victory check"


class Entry(NamedTuple):
    """A line of a title's table: its letter or number there, the name of the procedure, the section of the common book.

    A section that only the title has carries its name: "fa:14".
    """

    letter: str
    name: str
    section: str


class Place(NamedTuple):
    """An item of 3.1 for whoever shows the sequence: it is going on while its procedure is on the stack."""

    letter: str
    section: str
    title: str
    depth: int
    procedure: str


def step_name(name: str) -> str:
    """The procedure of the table's own that frames the procedure of this name."""
    return f"step: {name}"


# -------------------------------------------------------------------------------------------------------- D the action stage


@step("7", also=("3.1/d",))
def begin_action_stage(game: Game, nothing: None) -> Control:
    """The impulse marker stands in the first box (13.9)."""
    game.set(IMPULSE, 0)
    game.set(IMPULSE_BOX, 1)
    game.set(ACTIVE_SIDE, NOBODY)
    return None


@step("7", also=("3.1/d2", "3.1/d3"))
def next_side(game: Game, nothing: None) -> Control:
    next_impulse(game)
    new_impulse(game)
    return None


@step("8")
def determine_weather(game: Game, nothing: None) -> Control:
    """D1: once for each pair of impulses."""
    return Call(step_name(WEATHER)) if opens_a_pair(game) else None


@step("12", also=("3.1/d2.4",))
def was_it_the_last(game: Game, nothing: None) -> Control:
    return None if game.result else Goto("next_side")


@step("7")
def end_action_stage(game: Game, nothing: None) -> Control:
    game.set(ACTIVE_SIDE, NOBODY)
    return None


# ------------------------------------------------------------------------------------------------------- the turn, the game


@step("3", also=("3.1",))
def begin_turn(game: Game, nothing: None) -> Control:
    game.say(TurnBegan(turn=game.state.get(TURN)))
    return None


@step("13.9")
def is_the_game_over(game: Game, nothing: None) -> Control:
    """What the victory check of the turn left: how the game ended, or nothing yet."""
    return End(game.result) if game.result is not None else None


@step("13.9")
def was_it_decided(game: Game, nothing: None) -> Control:
    """Nothing that a title does in a turn after its victory check is done once somebody has won."""
    return End(game.result) if game.result is not None else None


@step("13.9")
def advance_the_turn_marker(game: Game, nothing: None) -> Control:
    turn = game.state.get(TURN) + 1
    game.set(TURN, turn)
    game.set(YEAR, turn // len(MONTHS))
    return Goto("begin_turn")


# ------------------------------------------------------------------------------------------------------ a title's sequence


def _nothing(letter: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, kw_only=True)
class SequenceOfPlay:
    """The tables of a title, the procedures made of them, and the same as a list for players."""

    #: before the action stage
    stages: tuple[Entry, ...]
    #: once for each pair of impulses
    weather: Entry
    #: of each impulse, before anybody acts
    opening: tuple[Entry, ...]
    actions: tuple[Entry, ...]
    #: actions in which also those take part who passed (11)
    also_for_passing: frozenset[str] = frozenset()
    end_of_turn: tuple[Entry, ...]
    #: letter → sections that are implemented by its turn coming
    cited: Callable[[str], tuple[str, ...]] = _nothing

    @cached_property
    def module(self) -> Module:
        stages, opening, actions = self._all(self.stages), self._all(self.opening), self._all(self.actions)
        ending, weather = self._all(self.end_of_turn), self._framed(self.weather)
        impulse = procedure(IMPULSE_OF_A_SIDE, "3.1", *opening, *actions)
        test = procedure(TEST, "12", LAST_IMPULSE_TEST, book_step=True)
        action_stage = procedure(
            ACTION_STAGE,
            "7",
            begin_action_stage,
            next_side,
            determine_weather,  # D1
            impulse,  # D2 and D3
            test,
            was_it_the_last,
            end_action_stage,
        )
        end_of_turn = procedure(END_OF_TURN, "13", *self._until_decided(ending))
        turn = procedure(TURN_OF_PLAY, "3.1", *stages, action_stage, end_of_turn)
        play = procedure(PLAY, "3", begin_turn, turn, is_the_game_over, advance_the_turn_marker)
        whole = (play, turn, action_stage, impulse, test, end_of_turn)
        return Module(procedures=(*whole, *stages, weather, *opening, *actions, *ending))

    def _all(self, entries: tuple[Entry, ...]) -> tuple[Procedure, ...]:
        return tuple(self._framed(entry) for entry in entries)

    def _until_decided(self, ending: tuple[Procedure, ...]) -> Iterator[Procedure | Step]:
        for item in ending:
            yield item
            if item.name == step_name(VICTORY_CHECK) and item is not ending[-1]:
                yield was_it_decided

    def _framed(self, entry: Entry) -> Procedure:
        return procedure(step_name(entry.name), entry.section, self._calls(entry), book_step=True)

    def _calls(self, entry: Entry) -> Step:
        name = entry.name
        for_all = entry not in self.actions or name in self.also_for_passing

        @rule(*self.cited(entry.letter))
        def now(wanted: Procedure) -> Call:
            """Its turn has come in the sequence of play."""
            return Call(name, None if wanted.locals is None else wanted.locals())

        def perform(game: Game, nothing: None) -> Control:
            """Call the procedure that a module of the title provides under this name."""
            wanted = game.ruleset.procedures.get(name)
            if wanted is None or not (for_all or acting_powers(game)):
                return End()
            return now(wanted)

        return Step("perform", entry.section, perform)  # the section itself is implemented by what is called

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The items of a turn in order; stages at depth 0, steps of the action stage and of the end of the turn below them."""

        def items(entries: tuple[Entry, ...], depth: int) -> tuple[Place, ...]:
            return tuple(Place(letter, section, name, depth, step_name(name)) for letter, name, section in entries)

        return (
            *items(self.stages, 0),
            Place("D", "7", ACTION_STAGE, 0, ACTION_STAGE),
            *items((self.weather, *self.opening, *self.actions), 1),
            Place("D2.4", "12", "last impulse test", 1, TEST),
            Place("E", "13", END_OF_TURN, 0, END_OF_TURN),
            *items(self.end_of_turn, 1),
        )
