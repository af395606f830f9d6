"""What a seat may know. Everything that leaves for a seat (or, with seat None, for a spectator) is made here.

`view` reads nothing but the visibility that the schema and the procedures declare. `imagine` makes from a view, and from
nothing else, a whole game that agrees with it; `seen_by` is the same projection as a read-only façade for players.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from worldfire.engine.chance import SealedChance
from worldfire.engine.dicing import Cup
from worldfire.engine.errors import SaveError, StateError
from worldfire.engine.game import Game
from worldfire.engine.kinds import plainly
from worldfire.engine.log import Entry, Header, encode_plain
from worldfire.engine.procedures import Procedure
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Imagined, public
from worldfire.engine.shapes import Shape
from worldfire.engine.state import Answer, Frame, Pending, State, annexes_from, frozen

#: stands in a seen column where the seat may not know the value
UNKNOWN = -(2**31)

Seat = str | None


class SeenPending(msgspec.Struct, frozen=True):
    kind: str
    waiting: tuple[str, ...]
    answered: tuple[str, ...]
    closed: tuple[str, ...]
    tie: bool
    winner: str
    #: the answers that this seat may know: its own, and those of an open (joint) decision
    answers: dict[str, Answer]


class SeenFrame(msgspec.Struct, frozen=True):
    procedure: str
    step: str
    rule: str
    locals: Any
    result: Any
    pending: SeenPending | None
    interlude: bool
    #: what titles and options have added to the locals
    annexes: dict[str, Any] = {}


class SeenDecision(msgspec.Struct, frozen=True):
    """What is asked of this seat."""

    id: int
    kind: str
    rule: str
    prompt: str
    args: dict[str, Any]
    offers: dict[str, Shape]


class SeenEntry(msgspec.Struct, frozen=True):
    seq: int
    seat: str
    verb: str | None
    noun: Any
    outcomes: tuple[Any, ...]
    events: tuple[Any, ...]
    digests: tuple[str, ...]
    barrier: bool


class View(msgspec.Struct, frozen=True):
    """All that one seat, or a spectator, may know of a game."""

    seat: Seat
    header: Header
    entries: int
    #: column → values; None where the seat may not know. Whole columns are arrays: a server keeps many
    columns: dict[str, Sequence[int | None]]
    #: column whose hidden values are a known set → that set in order
    shuffled: dict[str, tuple[int, ...]]
    fields: dict[str, Any]
    quantities: tuple[tuple[str, int, int, int], ...]
    stack: tuple[SeenFrame, ...]
    waiting: tuple[str, ...]
    decision: SeenDecision | None
    #: what the seat may say though nobody asks
    announcements: dict[str, Shape]
    consents: tuple[tuple[str, str, str, str], ...]
    #: what this seat is asked for, and what it has asked for: (giver, taker, what)
    requests: tuple[tuple[str, str, str], ...]
    watches: tuple[tuple[str, str, Any], ...]
    log: tuple[SeenEntry, ...]
    result: Any
    #: what everybody may know about the dice: commitments, and what was added
    cup: Cup

    def encode(self) -> bytes:
        return msgspec.json.encode(self, enc_hook=plainly, order="deterministic")


def view(game: Game, seat: Seat, since: int = 0) -> View:
    """Everything that this seat may know; the log from entry `since` on."""
    state = game.state
    columns: dict[str, Sequence[int | None]] = {}
    shuffled: dict[str, tuple[int, ...]] = {}
    for column in game.ruleset.schema.columns:
        values = state[column]
        if column.visible is public:
            columns[column.key] = values[:]
            if column.imagined is Imagined.SHUFFLED:
                shuffled[column.key] = ()
            continue
        seen = tuple(value if column.visible(state, row, seat) else None for row, value in enumerate(values))
        columns[column.key] = seen
        if column.imagined is Imagined.SHUFFLED:
            hidden = sorted(value for value, known in zip(values, seen, strict=True) if known is None)
            shuffled[column.key] = tuple(hidden)
    return View(
        seat,
        game.header,
        len(game.entries),
        columns,
        shuffled,
        {item.name: state.get(item) for item in game.ruleset.schema.fields if item.visible(state, 0, seat)},
        _quantities(game, seat),
        tuple(_seen_frame(game.ruleset.procedures[frame.procedure], frame, seat) for frame in state.frames),
        tuple(game.waiting),
        _seen_decision(game, seat),
        {} if seat is None else game.announcements(seat),
        tuple((*key, answer) for key, answer in sorted(state.consents.items())),
        tuple(sorted(request for request in state.requests if seat in request[:2])),
        tuple((*key, wish) for key, wish in sorted(state.watches.items()) if key[0] == seat),
        tuple(seen_entry(game, entry, seat) for entry in game.entries.since(since)),
        state.result,
        game.cup,
    )


def _quantities(game: Game, seat: Seat) -> tuple[tuple[str, int, int, int], ...]:
    visible = {item.name: item.visible for item in game.ruleset.schema.quantities}
    return tuple(
        (kind, owner, place, number)
        for (kind, owner, place), number in sorted(game.state.quantities.items())
        if visible[kind](game.state, owner, seat)
    )


def _seen_frame(procedure: Procedure, frame: Frame, seat: Seat) -> SeenFrame:
    values = msgspec.to_builtins(frame.locals)
    result = frame.result if frame.seen_by is None or seat in frame.seen_by else None
    for name, holder in procedure.private.items():
        if values[holder] != seat:
            if name == "result":
                result = None
            else:
                del values[name]
    annexes = {type(annex).__name__: msgspec.to_builtins(annex) for annex in frame.annexes}
    for kind, private in procedure.annexes:
        shown = annexes[kind.__name__]
        for name in [name for name, holder in private.items() if shown[holder] != seat]:
            del shown[name]
    return SeenFrame(
        procedure.name,
        frame.step,
        procedure.steps[frame.step].rule if frame.step else procedure.rule,
        values,
        result,
        None if frame.pending is None else _seen_pending(frame.pending, seat),
        frame.interlude,
        annexes,
    )


def _seen_pending(pending: Pending, seat: Seat) -> SeenPending:
    known = {who: answer for who, answer in pending.answers.items() if who == seat or pending.kind == "joint"}
    return SeenPending(
        pending.kind,
        tuple(sorted(who for who in pending.ids if who not in pending.answers)),
        tuple(sorted(pending.answers)),
        pending.closed,
        pending.tie,
        pending.winner,
        known,
    )


def _seen_decision(game: Game, seat: Seat) -> SeenDecision | None:
    decision = game.decision
    if decision is None or seat is None or seat not in game.waiting:
        return None
    return SeenDecision(
        game.waiting[seat],
        decision.kind,
        decision.rule,
        decision.prompt,
        dict(decision.args),
        game.offers(seat),
    )


def seen_entry(game: Game, entry: Entry, seat: Seat) -> SeenEntry:
    """An entry without its hash: over a hidden noun with few values, a hash would let a seat try them out."""
    sealed = entry.secret and entry.seat != seat and entry.seq not in game.entries.revealed()
    outcomes = tuple(
        outcome if outcome.seen_by is None or seat in outcome.seen_by else msgspec.structs.replace(outcome, values=())
        for outcome in entry.outcomes
    )
    return SeenEntry(
        entry.seq,
        entry.seat,
        None if sealed else entry.verb,
        None if sealed else entry.noun,
        outcomes,
        tuple(event for event in map(msgspec.to_builtins, entry.events) if _may_know(event, seat)),
        entry.digests,
        entry.barrier,
    )


def _may_know(event: dict[str, Any], seat: Seat) -> bool:
    seen_by = event.get("seen_by")
    return seen_by is None or seat in seen_by


def export(game: Game, seat: Seat) -> bytes:
    """The game so far as this seat may know it: the header and the projected log, a line each."""
    lines = (encode_plain(seen_entry(game, entry, seat)) for entry in game.entries)
    return b"\n".join((encode_plain(game.header), *lines)) + b"\n"


# --------------------------------------------------------------------------------------- from a view back to a state


def state_of(seen: View, ruleset: Ruleset) -> State:
    """The state that a view shows; hidden values are UNKNOWN."""
    return _state_from(seen, ruleset, None)


def _state_from(seen: View, ruleset: Ruleset, rng: Random | None) -> State:
    """The state that a view shows. Hidden values are drawn with `rng`, or stay UNKNOWN without one."""
    state = State()
    for column in ruleset.schema.columns:
        values = seen.columns[column.key]
        if rng is None:
            fill = [UNKNOWN] * len(values)
        elif column.imagined is Imagined.SHUFFLED:
            fill = list(seen.shuffled[column.key])
            rng.shuffle(fill)
        else:
            fill = [column.default] * len(values)
        spare = iter(fill)
        state.columns[column.key] = array("i", [next(spare) if value is None else value for value in values])
    for item in ruleset.schema.fields:
        drawn = item.imagine(rng) if item.imagine is not None and rng is not None else item.default
        state.fields[item.name] = seen.fields.get(item.name, drawn)
    state.quantities = {(kind, owner, place): number for kind, owner, place, number in seen.quantities}
    for quantity in ruleset.schema.quantities:
        drawn = quantity.imagine(rng) if quantity.imagine is not None and rng is not None else ()
        for owner, place, number in drawn:
            if not quantity.visible(state, owner, seen.seat):
                state.add(quantity, owner, place, number)
    state.frames = [_frame_from(frame, ruleset) for frame in seen.stack]
    state.consents = {(giver, taker, what): answer for giver, taker, what, answer in seen.consents}
    state.requests = set(seen.requests)
    state.watches = {(who, kind): wish for who, kind, wish in seen.watches}
    state.result = seen.result
    return state


def _frame_from(seen: SeenFrame, ruleset: Ruleset) -> Frame:
    procedure = ruleset.procedures[seen.procedure]
    try:
        frame_locals = None if procedure.locals is None else msgspec.convert(seen.locals, procedure.locals)
    except msgspec.ValidationError as error:
        raise SaveError(f"a private local of {procedure.name!r} needs a default value: {error}") from error
    pending = None
    if seen.pending is not None:
        ids = dict.fromkeys((*seen.pending.waiting, *seen.pending.answered), 0)
        known = seen.pending
        pending = Pending(known.kind, ids, dict(known.answers), known.closed, known.tie, known.winner)
    annexes = annexes_from(procedure, seen.annexes)
    return Frame(procedure.name, seen.step, frame_locals, frozen(seen.result), pending, seen.interlude, None, annexes)


#: how often `imagine` tries to find hidden values under which the same seats must act
TRIES = 100


def imagine(seen: View, ruleset: Ruleset, rng: Random) -> Game:
    """A full game that agrees with the view: hidden things drawn at random, with dice of its own.

    Answers to a secret decision that the seat cannot know are asked again in the imagined game. Who must act is known and
    may hang on what is hidden, so what does not fit is drawn again.
    """
    secret = rng.randbytes(32)
    for _ in range(TRIES):
        game = Game(ruleset, seen.header, SealedChance(secret), secret)
        game.resume(_state_from(seen, ruleset, rng), game.entries, game.head)
        same_place = [(frame.procedure, frame.step) for frame in seen.stack] == [
            (frame.procedure, frame.step) for frame in game.state.frames
        ]
        if same_place and set(seen.waiting) <= set(game.waiting):
            return game
    raise StateError(f"no hidden values were found under which {', '.join(seen.waiting)} must act")


class Seen:
    """A game as one seat sees it: to be read, not to be changed."""

    def __init__(self, game: Game, seat: Seat) -> None:
        self.seat = seat
        self.ruleset = game.ruleset
        self.view = view(game, seat, since=len(game.entries))
        self.state = state_of(self.view, game.ruleset)

    @property
    def decision(self) -> SeenDecision | None:
        return self.view.decision

    def imagine(self, rng: Random) -> Game:
        return imagine(self.view, self.ruleset, rng)


def seen_by(game: Game, seat: Seat) -> Seen:
    return Seen(game, seat)
