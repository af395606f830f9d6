"""Faults that these tests found in the kernel, each as small as it can be made."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec
import pytest

from engine.helpers import WHERE, everything, find_point, reseal, tiny, tiny_game, unsealed
from toy.title import new_game, ruleset_for
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.errors import (
    RulesetError,
    SaveError,
    StaleDecision,
    StateError,
    UndoRefused,
    UnknownSeat,
)
from worldfire.engine.events import Event, Rolled
from worldfire.engine.game import Game
from worldfire.engine.procedures import (
    Announcement,
    Call,
    Control,
    Draw,
    End,
    Roll,
    Verb,
    joint,
    one,
    procedure,
    secret,
    shared,
    step,
    window,
)
from worldfire.engine.rolls import AFTER_ROLL, BEFORE_ROLL, Throw
from worldfire.engine.ruleset import Tray
from worldfire.engine.save import Snapshot, dumps, loads, parse
from worldfire.engine.schema import Field, Schema
from worldfire.engine.seams import Seam
from worldfire.engine.shapes import (
    NOTHING,
    Amounts,
    Assign,
    Bounds,
    Choices,
    Noun,
    One,
    Order,
    Orders,
    Path,
    Set,
    Shape,
)
from worldfire.engine.state import decode_state
from worldfire.engine.verify import verify
from worldfire.engine.views import imagine, view
from worldfire.engine.violation import Violation, refused

COUNT: Field[int] = Field("count", 0)
LIMIT: Field[int] = Field("limit", 0)
NUMBERS = Schema(fields=(COUNT, LIMIT))


def add_one(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    game.set(COUNT, game.state.get(COUNT) + 1)
    return None


def nothing_comes_of_it(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    return None


GO = Verb("go", "tiny 1", add_one)
WAIT = Verb("wait", "tiny 1", nothing_comes_of_it)
COLOUR = Verb("colour", "tiny 1", nothing_comes_of_it, lambda game, frame_locals, seat: One(("red", "blue")))


@step("tiny 1", GO, WAIT)
def a_small_duty(game: Game, frame_locals: Any) -> Control:
    return one("a", GO, WAIT, rule="tiny 1", prompt="duty")


DUTY = procedure("duty", "tiny 1", a_small_duty)


@step("tiny 9")
def finish(game: Game, frame_locals: Any) -> Control:
    return End(game.state.get(COUNT))


@step("tiny 9", WAIT, COLOUR)
def last_word(game: Game, frame_locals: Any) -> Control:
    return one("a", WAIT, COLOUR, rule="tiny 9", prompt="last word")


# ----------------------------------------------------------------- what is done in between must not spoil the result


def owe_a_duty(game: Game, event: Event) -> Call | None:
    return Call(DUTY.name)


@pytest.mark.rule("2.7")
def test_a_consequence_of_the_dice_does_not_spoil_a_tie_break() -> None:
    """Somebody subscribes to rolls: the winner of the tie must still be known when what is owed has been done."""

    @step("tiny 2", COLOUR)
    def agree(game: Game, frame_locals: Any) -> Control:
        return joint(("a", "b"), COLOUR, rule="tiny 2", prompt="agree")

    game = tiny_game(
        procedure("game", "tiny 2", agree, last_word, finish),
        DUTY,
        schema=NUMBERS,
        subscribes=((Rolled, owe_a_duty),),
        chance=ScriptedChance((3, 8)),
    )
    game.submit("a", "colour", "red")
    game.submit("b", "colour", "blue")
    while game.decision is not None and game.decision.prompt == "duty":
        game.submit("a", "go")
    assert game.decision is not None
    assert game.decision.prompt == "last word"
    assert game.state.get(COUNT) == 2


def test_a_consequence_does_not_spoil_the_roll_that_a_decision_is_about() -> None:
    """A step that asks may not write the roll down, so it reads it again when it is asked again."""

    @step("tiny 2")
    def throw(game: Game, frame_locals: Any) -> Control:
        return Roll("luck", "a")

    @step("tiny 2", GO, WAIT)
    def choose(game: Game, frame_locals: Any) -> Control:
        return one("b", GO, WAIT, rule="tiny 2", prompt="choose", rolled=game.total)

    game = tiny_game(
        procedure("game", "tiny 2", throw, choose, finish),
        DUTY,
        schema=NUMBERS,
        subscribes=((Rolled, owe_a_duty),),
        chance=ScriptedChance((7,)),
    )
    game.submit("a", "wait")
    assert game.decision is not None
    assert game.decision.args == {"rolled": 7}


def test_an_announcement_does_not_spoil_the_roll_that_a_decision_is_about() -> None:
    @step("tiny 2")
    def throw(game: Game, frame_locals: Any) -> Control:
        return Roll("luck", "a")

    @step("tiny 2", GO, WAIT)
    def choose(game: Game, frame_locals: Any) -> Control:
        return one("b", GO, WAIT, rule="tiny 2", prompt="choose", rolled=game.total)

    def shout(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
        return Call(DUTY.name)

    game = tiny_game(
        procedure("game", "tiny 2", throw, choose, finish),
        DUTY,
        schema=NUMBERS,
        announcements=(Announcement(Verb("shout", "tiny 3", shout), "game"),),
        chance=ScriptedChance((7,)),
    )
    game.submit("b", "shout")
    game.submit("a", "wait")
    assert game.decision is not None
    assert game.decision.args == {"rolled": 7}


POOL, TRAY = 0, 1


def empty_tray(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    for thing, place in enumerate(game.state[WHERE]):
        if place == TRAY:
            game.write(WHERE, thing, POOL)
    return None


EMPTY = Verb("empty", "tiny 3", empty_tray)


@step("tiny 3", EMPTY, WAIT)
def empty_the_tray(game: Game, frame_locals: Any) -> Control:
    return one("a", EMPTY, rule="tiny 3", prompt="empty", always=True)


EMPTYING = procedure("emptying", "tiny 3", empty_the_tray)


def trays(game: Game) -> tuple[Tray, ...]:
    return (Tray(TRAY, POOL, Call(EMPTYING.name)),)


class Drawing(msgspec.Struct):
    times: int = 0


def test_sorting_the_tray_does_not_spoil_the_roll_that_says_how_many_are_drawn() -> None:
    @step("tiny 2")
    def lose_one(game: Game, frame_locals: Any) -> Control:
        game.write(WHERE, 0, TRAY)
        return Roll("how many", "a")

    @step("tiny 2")
    def draw_as_many(game: Game, frame_locals: Any) -> Control:
        return Draw("markers", "a", POOL, count=game.total)

    @step("tiny 2")
    def count_them(game: Game, frame_locals: Any) -> Control:
        return End(len(game.result))

    game = tiny_game(
        procedure("game", "tiny 2", lose_one, draw_as_many, count_them),
        EMPTYING,
        trays=trays,
        chance=ScriptedChance((2, 0, 1)),
    )
    game.submit("a", "empty")
    assert game.state.result == 2


def test_a_step_that_draws_is_run_once_or_found_out_in_debug_mode() -> None:
    """The step of a draw is run again after the tray was sorted; if it changes something, that happens twice."""

    @step("tiny 2")
    def lose_one(game: Game, drawing: Drawing) -> Control:
        game.write(WHERE, 0, TRAY)
        return None

    @step("tiny 2")
    def count_and_draw(game: Game, drawing: Drawing) -> Control:
        drawing.times += 1
        return Draw("markers", "a", POOL)

    @step("tiny 2")
    def how_often(game: Game, drawing: Drawing) -> Control:
        return End(drawing.times)

    game = tiny_game(
        procedure("game", "tiny 2", lose_one, count_and_draw, how_often, locals=Drawing),
        EMPTYING,
        trays=trays,
        chance=ScriptedChance((0,)),
    )
    game.submit("a", "empty")
    assert game.state.result == 1


# --------------------------------------------------------------------------------------- sweeps at the end of a step


def test_what_a_sweep_wants_is_done_before_the_next_step_of_the_book() -> None:
    """The next step of the book may roll or count before anybody is asked: it must find the board swept."""
    order: list[str] = []

    @step("tiny 1")
    def crowd(game: Game, frame_locals: Any) -> Control:
        game.set(COUNT, 5)
        return None

    @step("tiny 2")
    def look_at_the_crowd(game: Game, frame_locals: Any) -> Control:
        order.append(f"next step finds {game.state.get(COUNT)}")
        return None

    @step("tiny 3")
    def thin_out(game: Game, frame_locals: Any) -> Control:
        game.set(COUNT, 2)
        return None

    thinning = procedure("thinning", "tiny 3", thin_out)

    def overcrowded(game: Game) -> Call | None:
        return Call(thinning.name) if game.state.get(COUNT) > 2 else None

    crowding = procedure("crowding", "tiny 1", crowd, book_step=True)
    looking = procedure("looking", "tiny 2", look_at_the_crowd, last_word, book_step=True)
    tiny_game(
        procedure("game", "tiny", crowding, looking, finish),
        crowding,
        looking,
        thinning,
        schema=NUMBERS,
        sweeps=(overcrowded,),
    )
    assert order[0] == "next step finds 2"


def _swept(*sweeps: Callable[[Game], Call | None], debug: bool = False) -> Game:
    """Three steps of the book, of which only the second writes anything."""

    @step("tiny 1")
    def rest(game: Game, frame_locals: Any) -> Control:
        return None

    @step("tiny 2")
    def count(game: Game, frame_locals: Any) -> Control:
        game.set(COUNT, game.state.get(COUNT) + 1)
        return None

    resting = procedure("resting", "tiny 1", rest, book_step=True)
    counting = procedure("counting", "tiny 2", count, book_step=True)
    resting_again = procedure("resting again", "tiny 1", rest, book_step=True)
    steps = (resting, counting, resting_again)
    top = procedure("game", "tiny", *steps, last_word, finish)
    return tiny_game(top, *steps, schema=NUMBERS, sweeps=sweeps, debug=debug)


def test_a_sweep_looks_again_only_where_something_was_written() -> None:
    seen: list[int] = []

    def look(game: Game) -> None:
        seen.append(game.state.get(COUNT))

    _swept(look)
    assert seen == [0, 1]


def test_a_sweep_that_depends_on_the_stack_is_caught() -> None:
    times = iter((None, None, Call("resting")))
    with pytest.raises(StateError, match="a sweep depends on more than what is written"):
        _swept(lambda game: next(times), debug=True)


# ------------------------------------------------------------------------------------------------------- decisions


SHOUTED: Field[int] = Field("shouted", 0)


def _shout(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    game.set(SHOUTED, game.state.get(SHOUTED) + 1)
    return None


def test_a_decision_that_shrinks_to_one_seat_still_waits_for_it() -> None:
    """An announcement between two answers may change who decides; somebody must then be able to go on."""

    @step("tiny 2", COLOUR)
    def agree(game: Game, frame_locals: Any) -> Control:
        seats = ("a",) if game.state.get(SHOUTED) else ("a", "b")
        return joint(seats, COLOUR, rule="tiny 2", prompt="agree")

    game = tiny_game(
        procedure("game", "tiny 2", agree, last_word, finish),
        schema=NUMBERS + Schema(fields=(SHOUTED,)),
        announcements=(Announcement(Verb("shout", "tiny 3", _shout), "game"),),
    )
    game.submit("a", "colour", "red")
    game.submit("b", "shout")
    assert game.waiting


def test_an_answer_that_is_no_longer_legal_is_asked_again() -> None:
    """What was said to a decision that waits for others is judged when it counts, not when it was said."""

    def colours(game: Game, frame_locals: Any, seat: str) -> Shape | Violation:
        return One(("blue", "green") if game.state.get(SHOUTED) else ("red", "blue"))

    def paint(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
        painted.append(noun)
        return None

    painted: list[str] = []
    verb = Verb("colour", "tiny 1", paint, colours)

    @step("tiny 2", verb)
    def choose(game: Game, frame_locals: Any) -> Control:
        return secret(("a", "b"), verb, rule="tiny 2", prompt="choose")

    game = tiny_game(
        procedure("game", "tiny 2", choose, finish),
        schema=NUMBERS + Schema(fields=(SHOUTED,)),
        announcements=(Announcement(Verb("shout", "tiny 3", _shout), "game"),),
    )
    game.submit("a", "colour", "red")
    game.submit("b", "shout")
    game.submit("b", "colour", "blue")
    assert "red" not in painted


def test_a_verb_may_be_said_unasked_and_answer_a_window() -> None:
    """DESIGN §3: where an announcement matters only at a moment, the rule opens a window there too."""

    class Moment(msgspec.Struct):
        said: int = 0

    def say_it(game: Game, moment: Moment | None, seat: str, noun: Noun) -> Control:
        if moment is not None:
            moment.said += 1
        return None

    verb = Verb("surrender", "tiny 1", say_it)

    @step("tiny 2", verb)
    def now_or_never(game: Game, moment: Moment) -> Control:
        return window(("a", "b"), verb, rule="tiny 2", prompt="now", watch="now")

    @step("tiny 2")
    def how_many(game: Game, moment: Moment) -> Control:
        return End(moment.said)

    game = tiny_game(
        procedure("game", "tiny 2", now_or_never, how_many, locals=Moment),
        announcements=(Announcement(verb, "game"),),
    )
    assert list(game.waiting) == ["a"]
    game.submit("a", "surrender", None, game.waiting["a"])
    assert list(game.waiting) == ["b"]
    game.submit("b", "pass")
    assert game.state.result == 1


@pytest.mark.parametrize("name", ["undo", "propose-undo", "agree-undo", "done", "pass", "watch", "consent"])
def test_a_verb_with_a_name_of_the_kernels_own_is_refused(name: str) -> None:
    """The kernel would take it for its own, and the rule's verb could never be used."""
    verb = Verb(name, "tiny 1", nothing_comes_of_it)

    @step("tiny 1", verb)
    def ask(game: Game, frame_locals: Any) -> Control:
        return one("a", verb, rule="tiny 1", prompt="ask", always=True)

    with pytest.raises(RulesetError, match=name):
        tiny(procedure("game", "tiny 1", ask))


def test_a_verb_that_draws_is_refused_also_when_nobody_was_asked() -> None:
    def draw(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
        return Draw("markers", "a", POOL)

    verb = Verb("draw", "tiny 1", draw)

    def ask(*, always: bool) -> Game:
        @step("tiny 1", verb)
        def choose(game: Game, frame_locals: Any) -> Control:
            return one("a", verb, rule="tiny 1", prompt="draw", always=always)

        return tiny_game(procedure("game", "tiny 1", choose, finish), schema=NUMBERS, chance=ScriptedChance((0, 0)))

    asked = ask(always=True)
    with pytest.raises(Exception, match="cannot draw"):
        asked.submit("a", "draw")
    with pytest.raises(Exception, match="cannot draw"):
        ask(always=False)


@pytest.mark.parametrize("kind", ["joint", "secret"])
def test_a_seat_that_can_do_nothing_is_found_at_once(kind: str) -> None:
    """As for `one`: better an error where the rule is wrong than a game that waits for ever."""

    def for_a_alone(game: Game, frame_locals: Any, seat: str) -> Shape | Violation:
        return One(("red", "blue")) if seat == "a" else refused("tiny 1", "not-for-you")

    verb = Verb("colour", "tiny 1", nothing_comes_of_it, for_a_alone)
    ask_them = joint if kind == "joint" else secret

    @step("tiny 1", verb)
    def ask(game: Game, frame_locals: Any) -> Control:
        return ask_them(("a", "b"), verb, rule="tiny 1", prompt="ask")

    with pytest.raises(Exception, match="can do nothing"):
        tiny_game(procedure("game", "tiny 1", ask, finish), schema=NUMBERS)


def test_the_games_result_is_that_of_its_own_procedure() -> None:
    """What is owed at the very end may end with something, but that is not how the game ended."""

    class Ended(Event, frozen=True):
        pass

    @step("tiny 1")
    def end(game: Game, frame_locals: Any) -> Control:
        game.say(Ended())
        return End(None)

    @step("tiny 2")
    def epilogue(game: Game, frame_locals: Any) -> Control:
        return End("epilogue")

    afterwards = procedure("epilogue", "tiny 2", epilogue)
    game = tiny_game(
        procedure("game", "tiny 1", end), afterwards, subscribes=((Ended, lambda game, event: Call(afterwards.name)),)
    )
    assert game.state.result is None


# ------------------------------------------------------------------------------------------------------------ ids


@step("tiny 1", GO, WAIT)
def a_chooses(game: Game, frame_locals: Any) -> Control:
    return one("a", GO, WAIT, rule="tiny 1", prompt="first")


@step("tiny 1", GO, WAIT)
def b_chooses(game: Game, frame_locals: Any) -> Control:
    return one("b", GO, WAIT, rule="tiny 1", prompt="second", count=game.state.get(COUNT))


def test_an_id_of_what_was_taken_back_is_not_given_out_again() -> None:
    """Meanwhile B may have answered the question he saw; it must not answer another."""
    game = tiny_game(procedure("game", "tiny 1", a_chooses, b_chooses, finish), schema=NUMBERS)
    game.submit("a", "wait")
    seen = game.waiting["b"]
    game.undo("a")
    game.submit("a", "go")
    with pytest.raises(StaleDecision):
        game.submit("b", "go", None, seen)


def test_an_undo_of_one_seat_leaves_the_others_id_alone() -> None:
    """In a shared step mine becomes stale only if it is no longer legal."""

    @step("tiny 1", GO)
    def together(game: Game, frame_locals: Any) -> Control:
        return shared(("a", "b"), GO, rule="tiny 1", prompt="together")

    game = tiny_game(procedure("game", "tiny 1", together, finish), schema=NUMBERS)
    game.submit("a", "go")
    game.submit("b", "go")
    mine = game.waiting["b"]
    game.undo("a")
    game.submit("b", "go", None, mine)
    assert game.state.get(COUNT) == 2


# ----------------------------------------------------------------------------------------------------------- undo


def test_an_undo_after_which_others_would_roll_is_refused() -> None:
    """North lets South in, South enters; without the consent South would have had to roll. There are no dice for that."""
    game = find_point(
        lambda g: (
            g.decision is not None
            and g.decision.prompt == "spend"
            and "south" in g.waiting
            and "deploy" in g.offers("south")
            and g.state.columns["hosts.at"][1] == 0
        )
    )
    game.submit("north", "consent", ("south", "enter", "yes"))
    hand = game.offers("south")["deploy"]
    assert isinstance(hand, Set)
    game.submit("south", "deploy", hand.domain[:1])
    before = everything(game)
    with pytest.raises(UndoRefused):
        game.undo("north")
    assert everything(game) == before


def test_an_undo_after_which_others_would_reveal_is_refused() -> None:
    """A's word made C answer too; without it B's answer would have been the last, and all would have been revealed.

    Redoing B's answer then reveals it, and A, who has seen it, could take back his own: a reveal is a barrier here too.
    """

    @step("tiny 2", COLOUR)
    def in_secret(game: Game, frame_locals: Any) -> Control:
        seats = ("a", "b", "c") if game.state.get(SHOUTED) else ("a", "b")
        return secret(seats, COLOUR, rule="tiny 2", prompt="secret")

    game = tiny_game(
        procedure("game", "tiny 2", in_secret, last_word, finish),
        seats=("a", "b", "c"),
        schema=NUMBERS + Schema(fields=(SHOUTED,)),
        announcements=(Announcement(Verb("shout", "tiny 3", _shout), "game"),),
    )
    game.submit("a", "colour", "red")
    game.submit("a", "shout")
    game.submit("b", "colour", "blue")
    before = everything(game)
    with pytest.raises(UndoRefused):
        game.undo("a")
    assert everything(game) == before


def test_an_undo_that_a_faulty_rule_breaks_leaves_the_game_as_it_was() -> None:
    def count_down(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
        return End(100 // game.state.get(SHOUTED))

    verb = Verb("divide", "tiny 1", count_down)

    @step("tiny 1", verb, WAIT)
    def choose(game: Game, frame_locals: Any) -> Control:
        return one("b", verb, WAIT, rule="tiny 1", prompt="divide")

    inner = procedure("inner", "tiny 1", choose)
    game = tiny_game(
        procedure("game", "tiny 1", inner, last_word, finish),
        inner,
        schema=NUMBERS + Schema(fields=(SHOUTED,)),
        announcements=(Announcement(Verb("shout", "tiny 3", _shout), "game"),),
    )
    game.submit("a", "shout")
    game.submit("b", "divide")
    before = everything(game)
    with pytest.raises((ZeroDivisionError, UndoRefused)):
        game.undo("a")
    assert everything(game) == before


def test_who_is_no_seat_cannot_agree_to_an_undo() -> None:
    game = new_game()
    game.propose_undo("north", 0)
    with pytest.raises(UnknownSeat):
        game.agree_undo("nobody")


def test_a_secret_answer_stays_secret_when_the_game_goes_back_before_it() -> None:
    """It was never revealed, and will be asked again."""

    @step("tiny 2", COLOUR)
    def in_secret(game: Game, frame_locals: Any) -> Control:
        return secret(("a", "b"), COLOUR, rule="tiny 2", prompt="secret")

    games = []
    for colour in ("red", "blue"):
        game = tiny_game(procedure("game", "tiny 2", last_word, in_secret, finish), schema=NUMBERS)
        game.submit("a", "wait")
        game.submit("b", "colour", colour)
        game.propose_undo("a", 0)
        game.agree_undo("b")
        games.append(view(game, "a").encode())
    assert games[0] == games[1]


def test_a_secret_answer_taken_back_stays_secret() -> None:
    """Only what counted in the end is revealed."""

    @step("tiny 2", COLOUR)
    def in_secret(game: Game, frame_locals: Any) -> Control:
        return secret(("a", "b"), COLOUR, rule="tiny 2", prompt="secret")

    games = []
    for colour in ("red", "blue"):
        game = tiny_game(procedure("game", "tiny 2", in_secret, last_word, finish), schema=NUMBERS)
        game.submit("b", "colour", colour)
        game.undo("b")
        game.submit("b", "colour", "red")
        game.submit("a", "colour", "red")
        games.append(view(game, "a").encode())
    assert games[0] == games[1]


# --------------------------------------------------------------------------------------------------- nouns of any kind

SHAPES: Mapping[str, Shape] = {
    "nothing": NOTHING,
    "one": One((1, 2, "x")),
    "set": Set((1, 2, 3), 1, 2),
    "order": Order(((1, 2), (3,))),
    "assign": Assign((Choices(1, ("x", "y")), Choices(2, ("x",)))),
    "orders": Orders((Choices(1, ("x", "y")), Choices(2, ("x", 1))), most=1),
    "amounts": Amounts((Bounds(1, 0, 2), Bounds(2, 0, 2)), 1, 3),
    "path": Path(1, ((1, 2), (2, 3), (3, 1)), 1, 2),
}
STRANGE: tuple[Any, ...] = (
    None,
    True,
    1.0,
    "x",
    (),
    [],
    {},
    (1, 2),
    [1, 2],
    ([1],),
    ({},),
    ((1,), 3),
    ((1, 2), None),
    ((True, 2), (3,)),
    (([1], 2), (3,)),
    ((True, "x"), (2, "x")),
    ((1.0, "x"), (2, "x")),
    ((1, ["x"]), (2, "x")),
    ((True, 1), (2, 1)),
    ((1, True), (2, 1)),
    (("1", 1), (1, 1)),
    ((None, 1), (2, 1)),
    {"1": [1]},
    {1: None},
    (2, [3]),
)


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_judges_any_noun_and_takes_only_what_it_lists(name: str) -> None:
    """Nouns come from outside (and, read from a file, with tuples): never a crash, never a twin such as True for 1."""
    shape = SHAPES[name]
    listed = {msgspec.json.encode(fitting) for fitting in shape.every()}
    for noun in STRANGE:
        read = shape.read(noun)
        assert shape.judge(read) is not None or msgspec.json.encode(read) in listed, noun


def test_a_sampled_path_fits_also_where_roads_end() -> None:
    path = Path("a", (("a", "b"), ("b", "c"), ("a", "dead end")), 2, 2)
    for seed in range(20):
        assert path.judge(path.sample(Random(seed))) is None


@contextmanager
def calls_at_most(number: int) -> Iterator[None]:
    """Fails after so many calls: a bound on work that does not depend on the machine."""
    left = [number]

    def count(frame: Any, event: str, argument: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            sys.setprofile(None)
            raise AssertionError(f"more than {number} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def test_whether_there_is_a_choice_of_amounts_is_found_without_trying_them_all() -> None:
    """Every decision of one verb asks it; builds have dozens of items."""
    items = tuple(Bounds(number, 0, 9) for number in range(20))
    with calls_at_most(20_000):
        assert Amounts(items, 180, 180).only() == (tuple((number, 9) for number in range(20)),)
    with calls_at_most(20_000):
        assert Amounts(items, 100, 100).only() is None


@pytest.mark.rule("2.7")
@pytest.mark.parametrize("seam", [BEFORE_ROLL, AFTER_ROLL], ids=lambda seam: seam.name)
def test_everybody_who_attached_to_a_roll_is_asked(seam: Seam) -> None:
    """Two rules that let somebody re-roll (6.1 and option 41, say) do not know of each other: both must be heard."""
    asked: list[str] = []

    def contribution(seat: str) -> Any:
        verb = Verb(f"luck-of-{seat}", "tiny 1", nothing_comes_of_it)

        def offer(game: Game, throw: Throw) -> Control:
            return window((seat,), verb, rule="2.7", prompt="luck", watch="luck")

        return offer

    @step("tiny 2")
    def throw_it(game: Game, frame_locals: Any) -> Control:
        return Roll("luck", "a")

    @step("tiny 2")
    def tell(game: Game, frame_locals: Any) -> Control:
        return End(game.total)

    game = tiny_game(
        procedure("game", "tiny 2", throw_it, tell),
        changes=(seam.attach(contribution("a")), seam.attach(contribution("b"))),
        chance=ScriptedChance((7,)),
    )
    while not game.over:
        (seat,) = game.waiting
        asked.append(seat)
        game.submit(seat, "pass")
    assert asked == ["a", "b"]
    assert game.state.result == 7


# ------------------------------------------------------------------------------------------------------- save files


def _saved() -> bytes:
    game = new_game()
    game.submit("north", "keep")
    return dumps(game)


def test_a_seal_with_another_offset_is_rejected() -> None:
    """One digit of the closing line changed: JSON allows white space before the snapshot, we do not."""
    data = _saved()
    body, seal = data[: data.rstrip(b"\n").rfind(b"\n") + 1], data.splitlines()[-1]
    offset = msgspec.json.decode(seal)["snapshot_at"]
    changed = body + seal.replace(str(offset).encode(), str(offset - 1).encode()) + b"\n"
    assert not verify(changed, ruleset_for).ok
    with pytest.raises(SaveError):
        loads(changed, ruleset_for)


@pytest.mark.parametrize("change", [0x01, 0x02, 0x07, 0x20, 0x2A, 0x80])
def test_no_byte_of_the_closing_line_can_be_changed(change: int) -> None:
    """It seals all before it, but who seals it? Only its exact form."""
    data = _saved()
    for index in range(data.rstrip(b"\n").rfind(b"\n") + 1, len(data)):
        changed = bytearray(data)
        changed[index] ^= change
        assert not verify(bytes(changed), ruleset_for).ok
        with pytest.raises(SaveError):
            loads(bytes(changed), ruleset_for)


@pytest.mark.parametrize("line", [0, 1, 2, -2, -1])
def test_bytes_that_are_no_text_give_a_clear_error(line: int) -> None:
    lines = _saved().splitlines()
    lines[line] = lines[line].replace(b'"', b'"\xff', 1)
    data = b"\n".join(lines) + b"\n"
    with pytest.raises(SaveError):
        loads(data, ruleset_for)
    assert not verify(data, ruleset_for).ok


def test_a_file_of_brackets_gives_a_clear_error() -> None:
    data = b"[" * 100_000
    with pytest.raises(SaveError):
        loads(data, ruleset_for)
    assert not verify(data, ruleset_for).ok


def test_verify_finds_a_changed_snapshot() -> None:
    """A game is opened from its snapshot, so it must be the state that the entries lead to."""
    data = _saved()
    parts = parse(data)
    ruleset = ruleset_for(parts.header)
    game = loads(data, ruleset_for)
    state, entries = game.checkpoint()
    richer = decode_state(state.encode(), ruleset.schema, ruleset.procedures)
    richer.quantities["gold", 0, 0] = 99
    forged = new_game()
    forged.span.base, forged.span.base_seq = richer, entries
    snapshot = next(line for line in dumps(forged).splitlines() if b'"snapshot":' in line)
    assert msgspec.json.decode(snapshot, type=Snapshot).entries == entries
    body = b"\n".join([*unsealed(data)[:-1], snapshot]) + b"\n"
    assert not verify(reseal(body), ruleset_for).ok


def test_a_game_of_another_version_of_its_title_is_not_opened_silently() -> None:
    """Rules carry versions: going on under other rules would give another game."""
    data = _saved()
    lines = unsealed(data)
    lines[0] = lines[0].replace(b'"title_version":"1"', b'"title_version":"99"')
    with pytest.raises(SaveError, match="99"):
        loads(reseal(b"\n".join(lines) + b"\n"), ruleset_for)


def test_a_file_that_names_an_unknown_option_gives_a_clear_error() -> None:
    data = _saved()
    lines = unsealed(data)
    lines[0] = lines[0].replace(b'"options":[]', b'"options":["99"]')
    with pytest.raises(SaveError, match="99"):
        loads(reseal(b"\n".join(lines) + b"\n"), ruleset_for)


@pytest.mark.parametrize(
    "options", [(), ("1",), ("2",), ("1/charms",), ("1/blessings", "2"), ("1/charms", "1/blessings")]
)
def test_a_game_with_a_part_of_an_option_is_opened_with_that_part_alone(options: tuple[str, ...]) -> None:
    """The header names the options in use; a ruleset made from it must be the one that the game was played with."""
    game = new_game(*options)
    again = ruleset_for(game.header)
    assert {name: len(found) for name, found in again.contributions.items()} == {
        name: len(found) for name, found in game.ruleset.contributions.items()
    }
    assert again.options == game.ruleset.options


# ------------------------------------------------------------------------------------------------------------ views


def test_a_view_does_not_depend_on_the_order_of_answers_or_on_having_been_saved() -> None:
    """Who answered first stands in the log; the rest of the view must be the same whichever way the state was made."""
    game = find_point(lambda g: g.decision is not None and g.decision.prompt == "sky", "1/blessings")
    sky = list(game.offers("north")["choose-sky"].every())
    game.submit("south", "choose-sky", sky[0])
    game.submit("north", "choose-sky", sky[1])
    assert game.decision is not None
    assert game.decision.prompt == "bless"
    game.submit(next(iter(game.waiting)), "pass")
    assert view(loads(dumps(game), ruleset_for), "east").encode() == view(game, "east").encode()


def test_an_imagined_game_waits_for_whom_the_view_says_also_where_that_hangs_on_a_hidden_quantity() -> None:
    """East is asked whether to riposte, so it has favour; a game imagined by North must not take that for nothing."""
    game = find_point(lambda g: g.decision is not None and g.decision.prompt == "riposte" and "east" in g.waiting)
    imagined = imagine(view(game, "north"), game.ruleset, Random(1))
    assert list(imagined.waiting) == ["east"]
    assert imagined.decision is not None
    assert imagined.decision.prompt == "riposte"


def test_an_imagined_game_knows_that_who_was_passed_over_does_not_watch() -> None:
    """A's watches are private, but B is asked before A: so A does not want to be, and is not in the imagined game."""

    @step("tiny 2", GO)
    def anybody(game: Game, frame_locals: Any) -> Control:
        return window(("a", "b"), GO, rule="tiny 2", prompt="anybody", watch="anybody")

    game = tiny_game(procedure("game", "tiny 2", last_word, anybody, finish), schema=NUMBERS)
    game.submit("a", "watch", ("anybody", "never"))
    game.submit("a", "wait")
    assert list(game.waiting) == ["b"]
    for seat in ("b", None):
        assert list(imagine(view(game, seat), game.ruleset, Random(1)).waiting) == ["b"]


def test_a_game_is_imagined_also_between_a_tie_break_and_what_follows_from_it() -> None:
    """The tie is broken, what the dice caused is being done, and the winner's proposal is still to be applied."""

    @step("tiny 2", COLOUR)
    def agree(game: Game, frame_locals: Any) -> Control:
        return joint(("a", "b"), COLOUR, rule="tiny 2", prompt="agree")

    game = tiny_game(
        procedure("game", "tiny 2", agree, last_word, finish),
        DUTY,
        schema=NUMBERS,
        subscribes=((Rolled, owe_a_duty),),
        chance=ScriptedChance((3, 8)),
    )
    game.submit("a", "colour", "red")
    game.submit("b", "colour", "blue")
    imagined = imagine(view(game, "b"), game.ruleset, Random(1))
    for point in (game, imagined):
        while point.decision is not None and point.decision.prompt == "duty":
            point.submit("a", "wait")
        assert point.decision is not None
        assert point.decision.prompt == "last word"


# ------------------------------------------------------------------------------------- a failing rule changes nothing


def test_a_rule_that_fails_leaves_an_undo_proposal_open() -> None:
    def fail(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
        raise ZeroDivisionError

    verb = Verb("fail", "tiny 1", fail)

    @step("tiny 1", verb, GO)
    def choose(game: Game, frame_locals: Any) -> Control:
        return one("a", verb, GO, rule="tiny 1", prompt="choose")

    game = tiny_game(procedure("game", "tiny 1", choose, last_word, finish), schema=NUMBERS)
    game.propose_undo("b", 0)
    with pytest.raises(ZeroDivisionError):
        game.submit("a", "fail")
    assert game.undo_proposal == ("b", 0, ())


def test_a_cache_found_wrong_in_debug_mode_leaves_the_game_as_it_was() -> None:
    """The check runs after the action: the state must not stay changed without an entry for it."""
    from worldfire.engine.schema import Derived  # noqa: PLC0415

    never_mended = Derived(
        "sum", (), lambda state: sum(state[WHERE]), lambda value, state, row, old, new: None, mends=(WHERE,)
    )

    def move(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
        game.look_up(never_mended)
        game.write(WHERE, 0, 7)
        return None

    verb = Verb("move", "tiny 1", move)

    @step("tiny 1", verb)
    def choose(game: Game, frame_locals: Any) -> Control:
        return one("a", verb, rule="tiny 1", prompt="choose", always=True)

    schema = NUMBERS + Schema(derived=(never_mended,))
    game = tiny_game(procedure("game", "tiny 1", choose, last_word, finish), schema=schema, debug=True)
    before = everything(game)
    with pytest.raises(Exception, match="sum"):
        game.submit("a", "move")
    assert everything(game) == before
