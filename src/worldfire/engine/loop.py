"""The loop: steps are run until somebody must choose or the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from worldfire.engine import deciding
from worldfire.engine.errors import StateError
from worldfire.engine.events import Rolled
from worldfire.engine.procedures import Call, Control, Decision, Draw, End, Goto, Pick, Roll, Step
from worldfire.engine.rolls import DRAW, ROLL, Drawing, Throw
from worldfire.engine.state import FINISHED, Frame

if TYPE_CHECKING:
    from worldfire.engine.game import Game

#: A procedure that never asks nor ends is a fault in the rules; better found than waited for.
MOST_STEPS = 100_000


def run(game: Game) -> None:
    """Run steps until somebody must choose or the game is over."""
    game.decision = None
    game.waiting = {}
    judged = game.judged
    judged.clear()
    state, procedures = game.state, game.ruleset.procedures
    frames, is_watched = state.frames, game.debug or game.visits is not None
    for _ in range(MOST_STEPS):
        if not frames:
            return
        frame = frames[-1]
        name = frame.step
        if name == FINISHED:
            _end(game, frame, frame.result)
            continue
        step = procedures[frame.procedure].steps[name]
        control = _run_watched(game, frame, step) if is_watched else step.run(game, frame.locals)
        if type(control) is not Decision:
            frame.pending = None
            follow(game, frame, control)
        elif state.queue:
            _do_what_is_owed(game)
        elif deciding.ask(game, frame, control):
            game.decision = control
            game.waiting = deciding.waiting(frame, control)
            return
        else:
            judged.clear()
    raise StateError(f"procedure {frames[-1].procedure!r} runs in circles at step {frames[-1].step!r}")


def _run_watched(game: Game, frame: Frame, step: Step) -> Control:
    """The fuzzer notes the step; in debug mode a step that asks must not have changed anything."""
    if game.visits is not None:
        game.visits.add(("step", frame.procedure, frame.step))
    if not game.debug or frame.pending is not None:
        return step.run(game, frame.locals)
    before = game.state.copy()
    events = len(game.events)
    control = step.run(game, frame.locals)
    if isinstance(control, Decision) and (before.encode() != game.state.encode() or events != len(game.events)):
        raise StateError(f"step {frame.step!r} of {frame.procedure!r} changed the game while asking")
    return control


def follow(game: Game, frame: Frame, control: Control) -> None:
    """Do what a step, or the verb that answered it, returned."""
    if type(control) is Goto:
        frame.step = control.step
        return
    if type(control) is End:
        _end(game, frame, control.result)
        return
    # On to the next step; what the last one had got is forgotten.
    frame.result = frame.seen_by = None
    frame.step = game.ruleset.procedures[frame.procedure].following[frame.step]
    if control is None:
        return
    if type(control) is Call:
        game.push(control.procedure, control.locals)
    elif type(control) is Roll:
        _roll(game, frame, control)
    elif type(control) is Draw:
        _draw(game, frame, control)
    elif type(control) is Pick:
        frame.result = game.pick(control.kind, control.count, control.among, control.seen_by)
        frame.seen_by = control.seen_by
    else:
        raise StateError(f"a verb cannot ask: {control!r}")


def _end(game: Game, frame: Frame, result: Any) -> None:
    frames = game.state.frames
    frames.pop()
    game.forget_for_now()
    if not frames and not frame.interlude:
        game.state.result = result
    elif not frame.interlude:
        below = frames[-1]
        if below.pending is not None and below.pending.tie:
            below.pending.winner = result
        else:
            below.result = result
            below.seen_by = frame.locals.seen_by if frame.procedure == DRAW.name else None
    if game.ruleset.procedures[frame.procedure].book_step:
        game.sweep()
        game.record.note_digest(game.keyed_digest)
        _do_all_that_is_owed(game)
    elif not frames:
        _do_all_that_is_owed(game)


def _do_what_is_owed(game: Game) -> None:
    """Push the oldest consequence; the asking step is asked again when it is done."""
    first, *rest = game.state.queue
    game.state.queue = tuple(rest)
    game.push(first.procedure, first.locals, interlude=True)


def _do_all_that_is_owed(game: Game) -> None:
    """At the end of a step of the book: the next one must find everything settled."""
    owed, game.state.queue = game.state.queue, ()
    for item in reversed(owed):
        game.push(item.procedure, item.locals, interlude=True)


def _roll(game: Game, frame: Frame, roll: Roll) -> None:
    if game.ruleset.rolls_are_frames:
        game.push(ROLL.name, Throw(roll.kind, roll.by, roll.dice, roll.sides, roll.concerns))
        return
    fallen = game.throw(roll.kind, roll.by, roll.dice, roll.sides)
    game.say(Rolled(kind=roll.kind, by=roll.by, dice=fallen))
    frame.result = (fallen, 0)


def _draw(game: Game, frame: Frame, draw: Draw) -> None:
    if game.tray_to_sort(draw.place) is not None:
        game.push(DRAW.name, Drawing(draw.kind, draw.by, draw.place, draw.count, draw.seen_by))
    else:
        frame.result = game.draw(draw.kind, draw.by, draw.place, draw.count, draw.seen_by)
        frame.seen_by = draw.seen_by
