"""3 The sequence of play: the turn as nested tables of steps, in the order and by the names of the book.

A step of the tables calls the procedure of its name if the title has one; what no module provides (so far the sea) is gone
past. So a rule is added by adding its module to the title, and an option by inserting a step here. Every entry is a step of
the book: sweeps run at its end and the state's digest is noted.
"""

from __future__ import annotations

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

#: (letter or number of 3.1, name of the procedure, section)
Entry = tuple[str, str, str]

STAGES_BEFORE: tuple[Entry, ...] = (
    ("A", "reinforcements", "4"),
    ("B", "lending", "5"),
    ("C", "initiative", "6"),
)
BEFORE_ACTIONS: tuple[Entry, ...] = (
    ("D1", "weather", "8"),
    ("D2.1", "declare war", "9"),
    ("D2.2", "choose actions", "10"),
)
ACTION_STEPS: tuple[Entry, ...] = (
    ("D2.3(a)", "port attack", "11.2"),
    ("D2.3(b)", "naval air missions", "11.3"),
    ("D2.3(c)", "naval movement", "11.4"),
    ("D2.3(d)", "naval combat", "11.5"),
    ("D2.3(e)", "opponent’s naval combat", "11.6"),
    ("D2.3(f)", "strategic bombardment", "11.7"),
    ("D2.3(g)", "ground strike", "11.8"),
    ("D2.3(h)", "rail movement", "11.9"),
    ("D2.3(i)", "land movement", "11.10"),
    ("D2.3(j)", "air transport", "11.11"),
    ("D2.3(k)", "debark at sea", "11.12"),
    ("D2.3(l)", "invasions", "11.13"),
    ("D2.3(m)", "paradrop", "11.14"),
    ("D2.3(n)", "land combat", "11.15"),
    ("D2.3(o)", "rebase", "11.16"),
    ("D2.3(p)", "reorganisation", "11.17"),
)
END_OF_TURN_STEPS: tuple[Entry, ...] = (
    ("E1", "partisans", "13.1"),
    ("E2", "entry markers", "13.2"),
    ("E2", "US entry", "13.3"),
    ("E3", "return to base at the end of the turn", "13.4"),
    ("E4", "final reorganisation", "13.5"),
    ("E5", "production", "13.6"),
    ("E6", "intelligence", "13.6.11"),
    ("E7.2", "conquest", "13.7.1"),
    ("E7.3", "allied minor support", "13.7.2"),
    ("E7.4", "mutual peace", "13.7.3"),
    ("E7.5", "Vichy declaration", "13.7.4"),
    ("E7.6", "liberation", "13.7.5"),
    ("E7.7", "surrender", "13.7.6"),
    ("E8", "destruction", "13.8"),
    ("E9", "victory check", "13.9"),
)
#: steps that only those perform who did not pass (11); ships of those who passed can still be fought (11.1)
_NOT_FOR_PASSING = frozenset(name for _, name, _ in ACTION_STEPS) - {"opponent’s naval combat"}


def step_name(name: str) -> str:
    """The procedure of the table's own that frames the procedure of this name."""
    return f"step: {name}"


def _items(letter: str) -> tuple[str, ...]:
    """The items of 3.1 that a step of the table is, and the stage that it belongs to; those of options stand with these."""
    if letter in _OF_OPTIONS:
        return ()
    item = letter.lower()
    whole = {"d2.3": "3.1/d2.3", "e7.": "3.1/e7", "e": "3.1/e"}
    return (f"3.1/{item}", *(stage for start, stage in whole.items() if item.startswith(start)))


#: intelligence, and the destruction of factories and oil
_OF_OPTIONS = ("E6", "E8")


def _calls(entry: Entry) -> Step:
    letter, name, section = entry

    @rule(*_items(letter))
    def now(wanted: Procedure) -> Call:
        """Its turn has come in the sequence of play."""
        return Call(name, None if wanted.locals is None else wanted.locals())

    def perform(game: Game, nothing: None) -> Control:
        """Call the procedure that a module of the title provides under this name."""
        wanted = game.ruleset.procedures.get(name)
        if wanted is None or (name in _NOT_FOR_PASSING and not acting_powers(game)):
            return End()
        return now(wanted)

    return Step("perform", section, perform)  # the section itself is implemented by what is called


def _framed(entry: Entry) -> Procedure:
    _, name, section = entry
    return procedure(step_name(name), section, _calls(entry), book_step=True)


_FRAMED: dict[str, Procedure] = {
    entry[1]: _framed(entry) for entry in (*STAGES_BEFORE, *BEFORE_ACTIONS, *ACTION_STEPS, *END_OF_TURN_STEPS)
}


def _all(entries: tuple[Entry, ...]) -> tuple[Procedure, ...]:
    return tuple(_FRAMED[name] for _, name, _ in entries)


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
    return Call(step_name("weather")) if opens_a_pair(game) else None


@step("12", also=("3.1/d2.4",))
def was_it_the_last(game: Game, nothing: None) -> Control:
    return None if game.result else Goto("next_side")


@step("7")
def end_action_stage(game: Game, nothing: None) -> Control:
    game.set(ACTIVE_SIDE, NOBODY)
    return None


IMPULSE_OF_A_SIDE = procedure("impulse", "3.1", *_all(BEFORE_ACTIONS[1:]), *_all(ACTION_STEPS))

TEST = procedure("D2.4", "12", LAST_IMPULSE_TEST, book_step=True)

ACTION_STAGE = procedure(
    "action stage",
    "7",
    begin_action_stage,
    next_side,
    determine_weather,  # D1
    IMPULSE_OF_A_SIDE,  # D2 and D3
    TEST,
    was_it_the_last,
    end_action_stage,
)

# ------------------------------------------------------------------------------------------------------- the turn, the game

END_OF_TURN = procedure("end of turn", "13", *_all(END_OF_TURN_STEPS))

A_TURN = procedure("a turn", "3.1", *_all(STAGES_BEFORE), ACTION_STAGE, END_OF_TURN)


@step("3", also=("3.1",))
def begin_turn(game: Game, nothing: None) -> Control:
    game.say(TurnBegan(turn=game.state.get(TURN)))
    return None


@step("13.9")
def is_the_game_over(game: Game, nothing: None) -> Control:
    """What the victory check of the turn left: how the game ended, or nothing yet."""
    return End(game.result) if game.result is not None else None


@step("13.9")
def advance_the_turn_marker(game: Game, nothing: None) -> Control:
    turn = game.state.get(TURN) + 1
    game.set(TURN, turn)
    game.set(YEAR, turn // len(MONTHS))
    return Goto("begin_turn")


PLAY = procedure("play", "3", begin_turn, A_TURN, is_the_game_over, advance_the_turn_marker)


# ------------------------------------------------------------------------------------------------- the sequence, as a list


class Place(NamedTuple):
    """An item of 3.1 for whoever shows the sequence: it is going on while its procedure is on the stack."""

    letter: str
    section: str
    title: str
    depth: int
    procedure: str


def sequence_of_play() -> tuple[Place, ...]:
    """The items of a turn in order; stages at depth 0, steps of the action stage and of the end of the turn below them."""

    def items(entries: tuple[Entry, ...], depth: int) -> tuple[Place, ...]:
        return tuple(Place(letter, section, name, depth, step_name(name)) for letter, name, section in entries)

    return (
        *items(STAGES_BEFORE, 0),
        Place("D", "7", ACTION_STAGE.name, 0, ACTION_STAGE.name),
        *items(BEFORE_ACTIONS, 1),
        *items(ACTION_STEPS, 1),
        Place("D2.4", "12", "last impulse test", 1, TEST.name),
        Place("E", "13", END_OF_TURN.name, 0, END_OF_TURN.name),
        *items(END_OF_TURN_STEPS, 1),
    )


MODULE = Module(procedures=(PLAY, A_TURN, ACTION_STAGE, IMPULSE_OF_A_SIDE, TEST, END_OF_TURN, *_FRAMED.values()))
