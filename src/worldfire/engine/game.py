"""The game: a state, the rules it is played by, and the loop that runs procedures until somebody must choose."""

from __future__ import annotations

import hmac
import secrets
from array import array
from collections.abc import Callable, Hashable, Iterable
from copy import copy
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from msgspec.structs import force_setattr

from worldfire.engine import announcing, deciding
from worldfire.engine.chance import Chance, Outcome, ScriptedChance, SealedChance, commitment
from worldfire.engine.errors import (
    ActionError,
    ForeignSeat,
    GameOver,
    Refused,
    StaleDecision,
    StateError,
    UndoRefused,
    UnknownSeat,
    UnknownVerb,
)
from worldfire.engine.events import Drawn, Event, Rolled
from worldfire.engine.log import (
    AGREE_UNDO,
    BEGIN,
    FORMAT,
    FORMAT_VERSION,
    PROPOSE_UNDO,
    UNDO,
    Entry,
    Header,
    Log,
    encode_plain,
    entry_hash,
    in_effect,
    open_proposal,
)
from worldfire.engine.procedures import Call, Control, Decision, Draw, End, Goto, Procedure, Roll
from worldfire.engine.rolls import AFTER_ROLL, BEFORE_ROLL, DRAW, ROLL, Drawing, Throw
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Column, Derived, Field, Memo, Quantity
from worldfire.engine.shapes import Noun, Shape
from worldfire.engine.state import FINISHED, Consequence, Frame, State, unpack_state
from worldfire.engine.violation import Violation, refused

T = TypeVar("T")

#: A procedure that never asks nor ends is a fault in the rules; better found than waited for.
MOST_STEPS = 100_000
#: undo reaches at most so many actions back, which keeps loading a game and taking back an action quick
MOST_UNDO = 200


class Game:
    """Rules read `game.state` and write through `write`, `set`, `add` and `say`; players use `submit` and what is below it."""

    def __init__(self, ruleset: Ruleset, header: Header, chance: Chance, secret: bytes) -> None:
        self.ruleset = ruleset
        self.header = header
        self.seats = header.seats
        self.state = ruleset.blank_state(header.setup)
        self.entries = Log()
        self.chance = chance
        self.secret = secret
        #: the decision that is open, as the step asked it; None once the game is over
        self.decision: Decision | None = None
        #: who must act, and the id of the decision that he must answer
        self.waiting: dict[str, int] = {}
        #: prove after every action that caches are what a rebuild gives and that asking changed nothing
        self.debug = False
        #: for the fuzzer: which steps, verbs and seams were reached
        self.visits: set[tuple[str, ...]] | None = None
        self._derived: dict[str, Any] = {}
        self._recalled: dict[Hashable, Any] = {}
        self._offers: dict[str, dict[str, Shape | Violation]] = {}
        self._head = header.hash()
        self._seq = 0
        self._action: tuple[str, str, Noun] = ("", BEGIN, None)
        self._outcomes: list[Outcome] = []
        self._events: list[Event] = []
        self._digests: list[str] = []
        self._column_hashes: dict[str, bytes] = {}
        self._reveals: list[int] = []
        self._barrier = False
        #: the number of the entry that is being made, or done again
        self.now = 0
        self._rolls_are_frames = any(seam.name in ruleset.contributions for seam in (BEFORE_ROLL, AFTER_ROLL))
        # Undo: the state at the last barrier and what was done since.
        self._base: State | None = None
        self._base_seq = 0
        self._span: list[Entry] = []
        self.undo_proposal: tuple[str, int, tuple[str, ...]] | None = None

    # ------------------------------------------------------------------------------------------------ beginning

    @classmethod
    def new(
        cls,
        ruleset: Ruleset,
        seats: tuple[str, ...],
        setup: Any = None,
        *,
        secret: bytes | None = None,
        game_id: str = "",
        chance: Chance | None = None,
        debug: bool = False,
        visits: set[tuple[str, ...]] | None = None,
    ) -> Game:
        """Set a game up and run it to its first decision."""
        secret = secret if secret is not None else secrets.token_bytes(32)
        header = Header(
            FORMAT,
            FORMAT_VERSION,
            game_id or secrets.token_hex(8),
            ruleset.title.name,
            ruleset.title.version,
            ruleset.options,
            ruleset.tables_digest,
            seats,
            msgspec.json.decode(encode_plain(setup)),  # as it will be when read from a file
            commitment(secret),
        )
        game = cls(ruleset, header, chance or SealedChance(secret), secret)
        game.debug = debug
        game.visits = visits
        game.begin()
        return game

    def begin(self) -> None:
        """The first entry: the set-up, or the state that the header begins from, and what happens before anybody is asked."""
        if self.header.start:
            self._put_state(unpack_state(self.header.start, self.ruleset.schema, self.ruleset.procedures))
        else:
            self.ruleset.title.begin(self, self.header.setup)
            self._run()
        self._barrier = True  # nobody takes back the set-up
        self._close_entry("", BEGIN, None, None)

    def resume(self, state: State, entries: Log, head: str) -> None:
        """Go on from a snapshot that was taken after these entries."""
        self.entries = entries
        self._seq = len(entries)
        self._head = head
        self.undo_proposal = open_proposal(entries, self.seats)
        self._put_state(state)

    def checkpoint(self) -> tuple[State, int]:
        """The state at the last barrier and how many entries lead to it; what came later can be done again."""
        return (self.state, self._seq) if self._base is None else (self._base, self._base_seq)

    @property
    def head(self) -> str:
        """The hash of the last entry: it stands for the whole log."""
        return self._head

    # ------------------------------------------------------------------------------------- what rules read and write

    @property
    def result(self) -> Any:
        """What the last roll, draw or call of the current procedure gave."""
        return self.state.frames[-1].result

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice of the last roll as they lie."""
        fallen: tuple[int, ...] = self.state.frames[-1].result[0]
        return fallen

    @property
    def total(self) -> int:
        """The last roll's dice added up, with its modifier."""
        fallen, modifier = self.state.frames[-1].result
        return int(sum(fallen) + modifier)

    @property
    def over(self) -> bool:
        return not self.state.frames

    def enclosing(self, kind: type[T]) -> T:
        """The locals of the nearest procedure on the stack that has this type of locals."""
        for frame in reversed(self.state.frames):
            if type(frame.locals) is kind:
                return frame.locals
        raise StateError(f"no procedure with {kind.__name__} is on the stack")

    def annex(self, kind: type[T]) -> T:
        """What an option or title has added to the locals of the nearest procedure that carries it."""
        for frame in reversed(self.state.frames):
            for annex in frame.annexes:
                if type(annex) is kind:
                    return annex
        raise StateError(f"no procedure with {kind.__name__} is on the stack")

    def on_stack(self, procedure: str) -> bool:
        return any(frame.procedure == procedure for frame in self.state.frames)

    def write(self, column: Column, row: int, value: int) -> None:
        values = self.state.columns[column.key]
        old = values[row]
        if old == value:
            return
        values[row] = value
        self._recalled.clear()
        self._column_hashes.pop(column.key, None)
        for derived in self.ruleset.derived_by_column.get(column.key, ()):
            if derived.update is None:
                self._derived.pop(derived.name, None)
            elif derived.name in self._derived:
                derived.update(self._derived[derived.name], self.state, row, old, value)

    def fill(self, column: Column, values: Iterable[int]) -> None:
        """Write a whole column at once, as a set-up does."""
        filled = array("i", values)
        if len(filled) != len(self.state[column]):
            raise StateError(f"column {column.key} has {len(self.state[column])} rows, not {len(filled)}")
        self.state.columns[column.key] = filled
        self._recalled.clear()
        self._column_hashes.pop(column.key, None)
        for derived in self.ruleset.derived_by_column.get(column.key, ()):
            self._derived.pop(derived.name, None)

    def set(self, item: Field[T], value: T) -> None:
        if self.state.fields[item.name] != value:
            self.state.fields[item.name] = value
            self._drop_derived(item.name)

    def add(self, quantity: Quantity, owner: int, place: int, number: int) -> None:
        self.state.add(quantity, owner, place, number)
        self._drop_derived(quantity.name)

    def _drop_derived(self, name: str) -> None:
        self._recalled.clear()
        for derived in self.ruleset.derived_by_name.get(name, ()):
            self._derived.pop(derived.name, None)

    def look_up(self, derived: Derived[T]) -> T:
        """A derived value, built when first wanted."""
        try:
            value: T = self._derived[derived.name]  # asked most of all, and nearly always there
        except KeyError:
            value = self._derived[derived.name] = derived.build(self.state)
        return value

    def recall(self, key: Hashable, work: Callable[[], T], memo: Derived[Memo] | None = None) -> T:
        """What a rule has worked out of the game as it is, for several steps and offers between two changes.

        It is forgotten when anything is written, a procedure ends or somebody acts; in a memo, only when one of the
        memo's columns or fields changes. What else it depends on, such as the locals of the procedure that asks,
        belongs into the key.
        """
        known = self._recalled if memo is None else self.look_up(memo).known
        if key not in known:
            known[key] = work()
        value: T = known[key]
        if self.debug and value != work():
            raise StateError(f"what is recalled as {key!r} is not what a fresh look gives")
        return value

    def forget(self) -> None:
        """Drop every cache: for whoever puts another state in place, or writes one directly."""
        self._derived.clear()
        self._recalled.clear()
        self._column_hashes.clear()

    def say(self, event: Event) -> None:
        """Note an event; whoever subscribed to it may owe a procedure, done before the next decision."""
        self._events.append(event)
        for subscriber in self.ruleset.subscribers.get(type(event), ()):
            owed = subscriber(self, event)
            if owed is not None:
                self.state.queue += (Consequence(owed.procedure, owed.locals),)

    def sweep(self) -> None:
        """Queue what every sweep wants done; the kernel does so at the end of book steps, rules after an advance."""
        for sweep in self.ruleset.sweeps:
            owed = sweep(self)
            if owed is not None:
                self.state.queue += (Consequence(owed.procedure, owed.locals),)

    def consent(self, giver: str, taker: str, what: str) -> str:
        """ "yes", "ask" or "no": what the giver has said about this; "ask" until he has said anything."""
        return self.state.consents.get((giver, taker, what), "yes" if giver == taker else "ask")

    # ------------------------------------------------------------------------------------------------------ chance

    def throw(self, kind: str, by: str, dice: int, sides: int) -> tuple[int, ...]:
        """Throw dice and record them. Only the kernel's own roll procedure calls this."""
        values = self.chance.throw(self._context(kind), dice, sides)
        self._outcomes.append(Outcome(kind, sides, values))
        self._barrier = True
        return values

    def _context(self, kind: str) -> bytes:
        """What a throw is bound to: game, entry, action, number within the entry, kind."""
        return b"%s|%d|%s|%d|%s" % (
            self.header.game_id.encode(),
            self._seq,
            sha256(encode_plain(self._action)).hexdigest().encode(),
            len(self._outcomes),
            kind.encode(),
        )

    def _roll(self, frame: Frame, roll: Roll) -> None:
        if self._rolls_are_frames:
            self.push(ROLL.name, Throw(roll.kind, roll.by, roll.dice, roll.sides, roll.concerns))
            return
        fallen = self.throw(roll.kind, roll.by, roll.dice, roll.sides)
        self.say(Rolled(kind=roll.kind, by=roll.by, dice=fallen))
        frame.result = (fallen, 0)

    def draw(self, kind: str, by: str, place: int, count: int, seen_by: tuple[str, ...] | None) -> tuple[int, ...]:
        """Draw things at random and record them; if there are fewer, all of them. For the kernel's own use."""
        pool = [thing for thing, where in enumerate(self.state[self.ruleset.title.place]) if where == place]
        count = min(count, len(pool))
        picked: tuple[int, ...] = ()
        if count:
            picked = self.chance.pick(self._context(kind), count, len(pool))
            self._outcomes.append(Outcome(kind, len(pool), picked, seen_by))
            self._barrier = True
        things = tuple(pool[index] for index in picked)
        self.say(Drawn(kind=kind, by=by, things=things, seen_by=seen_by))
        return things

    def _draw(self, frame: Frame, draw: Draw) -> None:
        if self.tray_to_sort(draw.place) is not None:
            self.push(DRAW.name, Drawing(draw.kind, draw.by, draw.place, draw.count, draw.seen_by))
        else:
            frame.result = self.draw(draw.kind, draw.by, draw.place, draw.count, draw.seen_by)
            frame.seen_by = draw.seen_by

    def tray_to_sort(self, pool: int) -> Call | None:
        """What lies in the tray of a pool is sorted before anything is drawn from that pool."""
        if self.ruleset.title.trays is None:
            return None
        places = self.state[self.ruleset.title.place]
        for tray in self.ruleset.title.trays(self):
            if tray.pool == pool and tray.tray in places:
                return tray.sort
        return None

    # ---------------------------------------------------------------------------------------------------- the loop

    def push(self, name: str, frame_locals: Any, *, interlude: bool = False) -> None:
        """Call a procedure; an interlude leaves no result to the frame below."""
        procedure = self.ruleset.procedures[name]
        # A consequence waits in the state as a value: its frame must not share what it will change.
        own = None if frame_locals is None else frame_locals.__copy__()
        annexes = tuple(kind() for kind, _ in procedure.annexes) if procedure.annexes else ()
        self.state.frames.append(Frame(name, procedure.first, own, interlude=interlude, annexes=annexes))

    def _run(self) -> None:
        """Run steps until somebody must choose or the game is over."""
        self.decision = None
        self.waiting = {}
        self._offers.clear()
        frames, procedures, visits = self.state.frames, self.ruleset.procedures, self.visits
        for _ in range(MOST_STEPS):
            if not frames:
                return
            frame = frames[-1]
            if frame.step == FINISHED:
                self._end(frame, frame.result)
                continue
            step = procedures[frame.procedure].steps[frame.step]
            if visits is not None:
                visits.add(("step", frame.procedure, frame.step))
            control = self._run_checked(frame) if self.debug and frame.pending is None else step.run(self, frame.locals)
            if control is None:
                frame.pending = None
                self._go_on(frame)
            elif type(control) is not Decision:
                frame.pending = None
                self.follow(frame, control)
            elif self.state.queue:
                self._do_what_is_owed()
            elif deciding.ask(self, frame, control):
                self.decision = control
                self.waiting = deciding.waiting(frame, control)
                return
            if self._offers:
                self._offers.clear()
        raise StateError(f"procedure {frames[-1].procedure!r} runs in circles at step {frames[-1].step!r}")

    def _go_on(self, frame: Frame) -> None:
        """On to the next step; what the last one had got is forgotten."""
        frame.result = frame.seen_by = None
        frame.step = self.ruleset.procedures[frame.procedure].following[frame.step]

    def _run_checked(self, frame: Frame) -> Control:
        """Debug mode: a step that asks must not have changed anything."""
        before = self.state.encode()
        events = len(self._events)
        control = self.ruleset.procedures[frame.procedure].steps[frame.step].run(self, frame.locals)
        if isinstance(control, Decision) and (before != self.state.encode() or events != len(self._events)):
            raise StateError(f"step {frame.step!r} of {frame.procedure!r} changed the game while asking")
        return control

    def _do_what_is_owed(self) -> None:
        """Push the oldest consequence; the asking step is asked again when it is done."""
        first, *rest = self.state.queue
        self.state.queue = tuple(rest)
        self.push(first.procedure, first.locals, interlude=True)

    def follow(self, frame: Frame, control: Control) -> None:
        """Do what a step, or the verb that answered it, returned."""
        if control is None:
            self._go_on(frame)
        elif isinstance(control, Goto):
            frame.step = control.step
        elif isinstance(control, End):
            self._end(frame, control.result)
        else:
            self._go_on(frame)
            if isinstance(control, Call):
                self.push(control.procedure, control.locals)
            elif isinstance(control, Roll):
                self._roll(frame, control)
            elif isinstance(control, Draw):
                self._draw(frame, control)
            else:
                raise StateError(f"a verb cannot ask: {control!r}")

    def _end(self, frame: Frame, result: Any) -> None:
        frames = self.state.frames
        frames.pop()
        self._recalled.clear()
        if not frames and not frame.interlude:
            self.state.result = result
        elif not frame.interlude:
            below = frames[-1]
            if below.pending is not None and below.pending.tie:
                below.pending.winner = result
            else:
                below.result = result
                below.seen_by = frame.locals.seen_by if frame.procedure == DRAW.name else None
        if self.ruleset.procedures[frame.procedure].book_step:
            self.sweep()
            self._digests.append(self.keyed_digest())
            self._do_all_that_is_owed()
        elif not frames:
            self._do_all_that_is_owed()

    def _do_all_that_is_owed(self) -> None:
        """At the end of a step of the book: the next one must find everything settled."""
        owed, self.state.queue = self.state.queue, ()
        for item in reversed(owed):
            self.push(item.procedure, item.locals, interlude=True)

    def keyed_digest(self) -> str:
        """The state's digest under the game's secret: a bare one would let a seat try out hidden values."""
        return hmac.digest(self.secret, self.state.summary(self._column_hashes), "sha256").hex()

    # ------------------------------------------------------------------------------------------------------ playing

    @property
    def procedure(self) -> Procedure:
        return self.ruleset.procedures[self.state.frames[-1].procedure]

    def offers(self, seat: str) -> dict[str, Shape]:
        """What the seat may do now: verb → shape of its noun. Announcements are not listed here (see `announcements`)."""
        if seat not in self.waiting:
            return {}
        return {verb: shape for verb, shape in self.judged_offers(seat).items() if isinstance(shape, Shape)}

    def judged_offers(self, seat: str) -> dict[str, Shape | Violation]:
        """Every verb of the open decision with its shape, or with the reason why it cannot be used."""
        if seat not in self._offers and self.decision is not None:
            self._offers[seat] = deciding.judge(self, self.state.frames[-1], self.decision, seat)
        return self._offers.get(seat, {})

    def announcements(self, seat: str) -> dict[str, Shape]:
        """What the seat may say though nobody asks."""
        return {name: shape for name, shape in announcing.judge(self, seat).items() if isinstance(shape, Shape)}

    def why_not(self, verb: str, noun: Noun = None, seat: str | None = None) -> tuple[Violation, ...]:
        """The reasons why this action is not allowed now; empty if it is."""
        if self.decision is None:
            return (refused("", "game-over"),)
        who = seat if seat is not None else next(iter(self.waiting))
        if self._is_announcement(who, verb):
            return announcing.examine(self, who, verb, noun)[1]
        if who not in self.waiting:
            return (refused(self.decision.rule, "not-your-choice", seat=who),)
        return deciding.examine(self, self.decision, who, verb, noun)[1]

    def submit(self, seat: str, verb: str, noun: Noun = None, decision_id: int | None = None) -> Entry:
        """Take an action. Whatever is wrong with it raises an `ActionError` and changes nothing."""
        if verb == UNDO:
            return self.undo(seat)
        if verb == PROPOSE_UNDO:
            return self.propose_undo(seat, noun)
        if verb == AGREE_UNDO:
            return self.agree_undo(seat)
        self._check_seat(seat)
        unasked = self._is_announcement(seat, verb)
        answered = None if unasked else self._check_decision(seat, verb, decision_id)
        noun, violations = self._examine(seat, verb, noun, unasked=unasked)
        if violations:
            raise Refused(violations)
        secret = self._is_secret(verb, unasked=unasked)
        self._open_entry(seat, verb, noun)
        if self.visits is not None:
            self.visits.add(("verb", verb))
        try:
            self._take(seat, verb, noun, unasked=unasked)
        except Exception:
            self._rebuild(self._span)  # nothing of an action that failed may stay
            raise
        return self._close_entry(seat, verb, noun, answered, secret=secret)

    def _is_secret(self, verb: str, *, unasked: bool) -> bool:
        """Must the others not read in the log what was done?"""
        if unasked:
            announced = self.ruleset.announcements.get(verb)
            return verb == announcing.WATCH or (announced is not None and announced.verb.private)
        assert self.decision is not None
        known = self.ruleset.verbs.get(verb)
        return self.decision.kind == "secret" or (known is not None and known.private)

    def _examine(self, seat: str, verb: str, noun: Noun, *, unasked: bool) -> tuple[Noun, tuple[Violation, ...]]:
        """The noun as the rules read it, and why the action is not allowed."""
        if unasked:
            return announcing.examine(self, seat, verb, noun)
        assert self.decision is not None
        return deciding.examine(self, self.decision, seat, verb, noun)

    def _is_announcement(self, seat: str, verb: str) -> bool:
        """Said unasked; a verb that answers the open decision is an answer, even if it may be said at other times too."""
        asked = seat in self.waiting and verb in self.judged_offers(seat)
        return not asked and announcing.is_announcement(self, verb)

    def _take(self, seat: str, verb: str, noun: Noun, *, unasked: bool) -> None:
        """Do a legal action and run on to the next decision."""
        self._recalled.clear()
        if unasked:
            control = announcing.take(self, seat, verb, noun)
            if isinstance(control, Call):
                self.push(control.procedure, control.locals, interlude=True)
        else:
            assert self.decision is not None
            frame = self.state.frames[-1]
            deciding.take(self, frame, self.decision, seat, verb, noun)
            if self.decision.kind in ("secret", "joint") and seat in self.waiting and len(self.waiting) > 1:
                self.waiting = deciding.waiting(frame, self.decision)  # the others are still asked the same
                return
        self._run()
        if self.debug:
            self._check_caches()

    def _check_known(self, seat: str) -> None:
        if seat not in self.seats:
            raise UnknownSeat(f"there is no seat {seat!r}; the seats are {', '.join(self.seats)}")

    def _check_seat(self, seat: str) -> None:
        self._check_known(seat)
        if self.decision is None:
            raise GameOver("the game is over")

    def _check_decision(self, seat: str, verb: str, decision_id: int | None) -> int:
        """The id of the decision that the verb answers; raises if it answers none that is open."""
        decision = self.decision
        if decision is None:
            raise GameOver("the game is over")
        asked = self.waiting.get(seat)
        if asked is None:
            raise ForeignSeat(f"nothing is asked of {seat}; waiting for {', '.join(self.waiting)}")
        if decision_id is not None and decision_id != asked:
            raise StaleDecision(f"decision {decision_id} is not open; {seat} is asked decision {asked}")
        offers = self.judged_offers(seat)
        if verb not in offers:
            known = ", ".join(offers)
            raise UnknownVerb(f"{verb!r} is not a choice of [{decision.rule}] {decision.prompt}; there are {known}")
        return asked

    # ------------------------------------------------------------------------------------------------------ the log

    def _open_entry(self, seat: str, verb: str, noun: Noun) -> None:
        if self._base is None:
            self._base, self._base_seq = self.state.copy(), self._seq
            self._span = []
        self._action = (seat, verb, noun)
        self._outcomes, self._events, self._digests, self._reveals = [], [], [], []
        self._barrier = False
        self.now = self._seq

    def reveal(self, answers: Iterable[int]) -> None:
        """Secret answers, by their entries, become known to all."""
        self._reveals.extend(answers)
        self.raise_barrier()

    def raise_barrier(self) -> None:
        """From here nobody may go back alone: something was revealed or declined."""
        self._barrier = True

    def _close_entry(self, seat: str, verb: str, noun: Noun, decision: int | None, *, secret: bool = False) -> Entry:
        self.undo_proposal = None
        if self.over or len(self._span) + 1 >= MOST_UNDO:
            self._barrier = True
        entry = Entry(
            self._seq,
            seat,
            verb,
            noun,
            decision,
            tuple(self._outcomes),
            tuple(self._events),
            tuple(self._digests),
            self._barrier,
            secret,
            tuple(self._reveals),
        )
        self._append(entry)
        if self._barrier:
            self._base = None
            self._span = []
        else:
            self._span.append(self.entries[-1])
        return self.entries[-1]

    def _append(self, entry: Entry) -> None:
        self._head = entry_hash(self._head, entry)
        force_setattr(entry, "hash", self._head)  # nobody has seen the entry yet
        self.entries.append(entry)
        self._seq += 1

    def _check_caches(self) -> None:
        for derived in self.ruleset.schema.derived:
            if derived.name in self._derived and self._derived[derived.name] != derived.build(self.state):
                raise StateError(f"the cache {derived.name!r} is not what a rebuild gives")
        if self.state.summary(self._column_hashes) != self.state.summary({}):
            raise StateError("the hashes of the columns are not those of what is written in them")

    def _rebuild(self, entries: list[Entry]) -> None:
        """The state at the last barrier, with these entries done again; dice are taken from the entries."""
        assert self._base is not None
        self._put_state(self._base.copy())
        for entry in entries:
            self._redo(entry)

    def _put_state(self, state: State) -> None:
        self.state = state
        self.forget()
        self._outcomes, self._events, self._digests, self._reveals = [], [], [], []
        self._run()

    def _redo(self, entry: Entry) -> None:
        """Do an entry again without writing it down; raises if it is no longer legal."""
        live, self.chance = self.chance, recorded_chance(entry)
        self.now = entry.seq
        self._barrier = False
        try:
            unasked = self._is_announcement(entry.seat, entry.verb)
            if not unasked:
                self._check_decision(entry.seat, entry.verb, None)
            noun, violations = self._examine(entry.seat, entry.verb, entry.noun, unasked=unasked)
            if violations:
                raise Refused(violations)
            self._take(entry.seat, entry.verb, noun, unasked=unasked)
        finally:
            self.chance = live
        if self._barrier and not entry.barrier:
            raise StateError(f"{entry.verb} of {entry.seat} would now reveal something")

    # --------------------------------------------------------------------------------------------------------- undo

    def undo(self, seat: str) -> Entry:
        """Take back the seat's last action since the last barrier, if what others did after it still stands."""
        self._check_known(seat)
        mine = next((entry for entry in reversed(self._span) if entry.seat == seat), None)
        if mine is None:
            raise UndoRefused(f"{seat} has done nothing since the last roll, reveal or declined reaction")
        rest = [entry for entry in self._span if entry is not mine]
        try:
            self._rebuild(rest)
        except Exception as error:
            self._rebuild(self._span)
            if isinstance(error, ActionError | StateError):
                raise UndoRefused(f"what others did afterwards depends on it: {error}") from error
            raise
        self._span = rest
        return self._note(seat, UNDO, (mine.seq,))

    def may_undo(self, seat: str) -> bool:
        """Has the seat done anything since the last barrier? What others did later may still stand in the way."""
        return any(entry.seat == seat for entry in self._span)

    def propose_undo(self, seat: str, to: Noun) -> Entry:
        """Ask everybody to go back to just after entry `to`, beyond the last barrier."""
        self._check_known(seat)
        if not isinstance(to, int) or not any(entry.seq == to for entry in in_effect(self.entries, self.seats)):
            raise UndoRefused(f"entry {to!r} is not in effect")
        entry = self._note(seat, PROPOSE_UNDO, to)
        self.undo_proposal = (seat, to, ())
        return self._settle_undo(entry)

    def agree_undo(self, seat: str) -> Entry:
        """Agree to the undo that another seat proposed; it is done when all have agreed."""
        self._check_known(seat)
        if self.undo_proposal is None:
            raise UndoRefused("nobody has proposed an undo")
        proposer, to, agreed = self.undo_proposal
        if seat == proposer or seat in agreed:
            raise UndoRefused(f"{seat} has agreed already")
        entry = self._note(seat, AGREE_UNDO, to)
        self.undo_proposal = (proposer, to, (*agreed, seat))
        return self._settle_undo(entry)

    def _settle_undo(self, entry: Entry) -> Entry:
        assert self.undo_proposal is not None
        proposer, to, agreed = self.undo_proposal
        if {proposer, *agreed} == set(self.seats):
            self._go_back(to)
            self.undo_proposal = None
        return entry

    def _go_back(self, to: int) -> None:
        kept = [entry for entry in in_effect(self.entries, self.seats) if entry.seq <= to]
        fresh = Game(self.ruleset, self.header, recorded_chance(*kept), self.secret)
        fresh.begin()
        for entry in kept[1:]:
            fresh._redo(entry)
        self._base, self._span = None, []
        self._put_state(fresh.state)

    def _note(self, seat: str, verb: str, noun: Noun) -> Entry:
        """Write down something that is not an action of the game itself."""
        self._append(Entry(self._seq, seat, verb, noun))
        return self.entries[-1]

    # --------------------------------------------------------------------------------------------------------- copies

    def copy(self) -> Game:
        """An independent game at the same point, with the same dice ahead."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.entries = self.entries.copy()
        twin._span = list(self._span)
        twin._base = None if self._base is None else self._base.copy()
        twin._offers, twin._derived, twin._recalled, twin._column_hashes = {}, {}, {}, {}
        twin.chance = copy(self.chance)
        twin._put_state(self.state.copy())
        return twin


def recorded_chance(*entries: Entry) -> ScriptedChance:
    """The dice that these entries recorded."""
    return ScriptedChance(value for entry in entries for outcome in entry.outcomes for value in outcome.values)
