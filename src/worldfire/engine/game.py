"""The game: a position that can be changed, by rules while an action is done and by players with `submit`.

Reading stands in `position`, the loop that runs procedures in `loop`, the log in `record`, taking back in `undoing`.
"""

from __future__ import annotations

import hmac
import secrets
from array import array
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, TypeVar

import msgspec

from worldfire.engine import announcing, deciding, dicing, forking, loop, undoing
from worldfire.engine.chance import Chance, Outcome, SealedChance, commitment
from worldfire.engine.digesting import Digester
from worldfire.engine.errors import ForeignSeat, GameOver, Refused, StaleDecision, StateError, UnknownSeat, UnknownVerb
from worldfire.engine.events import Drawn, Event
from worldfire.engine.log import (
    ABOUT_UNDO,
    BEGIN,
    FORMAT,
    FORMAT_VERSION,
    PROPOSE_UNDO,
    UNDO,
    Entry,
    Header,
    Log,
    encode_plain,
    open_proposal,
)
from worldfire.engine.permitting import ASK, ONCE
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control
from worldfire.engine.proofs import Proofs
from worldfire.engine.record import Record
from worldfire.engine.ruleset import Beginning, Ruleset
from worldfire.engine.schema import CONSENTS, Column, Field, Memo, Quantity
from worldfire.engine.shapes import Noun
from worldfire.engine.state import Consequence, Frame, State, unpack_state

T = TypeVar("T")


class Game(Position):
    """Rules read `game.state` and write through `write`, `set`, `add` and `say`; players use `submit`."""

    state: State

    def __init__(self, ruleset: Ruleset, header: Header, chance: Chance, secret: bytes) -> None:
        super().__init__(ruleset, header, State())
        self.chance = chance
        #: for what not everybody may know; none: the same dice. See `dicing`
        self.veiled: Chance | None = None
        #: seals the digests, and gives the first dice
        self.secret = secret
        #: which secrets are in force and lie ready, and those that are known here by their commitments
        self.cup = dicing.begun(header)
        self.secrets = {header.commitment: secret}
        self.record = Record(header)
        self.span = undoing.Span()
        self.undo_proposal: undoing.Proposal | None = None
        #: the number of the entry that is being made, or done again
        self.now = 0
        self._digester = Digester()
        #: columns that were written since a state was kept
        self.written: set[str] = set()
        #: was anything written since a sweep found nothing to do?
        self._unswept = True

    # ------------------------------------------------------------------------------------------------ beginning

    @classmethod
    def new(
        cls,
        ruleset: Ruleset,
        seats: tuple[str, ...],
        setup: Any = None,
        *,
        secret: bytes | None = None,
        spare: bytes | None = None,
        game_id: str = "",
        chance: Chance | None = None,
        debug: bool = False,
        visits: set[tuple[str, ...]] | None = None,
    ) -> Game:
        """Set a game up and run it to its first decision. With a `spare` secret its dice can be made anew as it goes on."""
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
            schema=ruleset.version.schema,
            spare="" if spare is None else commitment(spare),
        )
        game = cls(ruleset, header, chance or SealedChance(secret), secret)
        if spare is not None:
            game.secrets[header.spare] = spare
        game.debug = debug
        game.visits = visits
        game.begin()
        return game

    def begin(self) -> None:
        """The first entry: the set-up, or the state that the header begins from, and what happens before anybody is asked."""
        if self.header.start:
            self.put_state(unpack_state(self.header.start, self.ruleset.schema, self.ruleset.procedures))
        else:
            self._lay_out()
            loop.run(self)
        self.raise_barrier()  # nobody takes back the set-up
        self._close_entry("", BEGIN, None, None)

    def _lay_out(self) -> None:
        """Everything goes where the set-up says. All games that begin alike share the work."""
        begun = self.ruleset.beginning(encode_plain(self.header.setup), self.seats, self._laid_out)
        if self.debug and self._laid_out().state.encode() != begun.state.encode():
            raise StateError("the set-up does not follow from rules, set-up and seats alone")
        self.state = begun.state.copy()
        self.forget()
        self._digester, self.written = Digester(begun.hashes.copy()), set()
        self.record.events = list(begun.events)
        self.span.last = begun.state

    def _laid_out(self) -> Beginning:
        self.state = self.ruleset.blank(self.header.setup)
        self.forget()
        self.ruleset.title.begin(self, self.header.setup)
        hashes: dict[str, bytes] = {}
        self.state.hash_columns(hashes)
        return Beginning(self.state, hashes, tuple(self.record.events))

    def anew(self, chance: Chance, start: str = "") -> Game:
        """The same game at its beginning, or at the packed state of an upgrade, with these dice."""
        fresh = Game(self.ruleset, self.header, chance, self.secret)
        if start:
            fresh.put_state(unpack_state(start, self.ruleset.schema, self.ruleset.procedures))
        else:
            fresh.begin()
        return fresh

    def resume(self, state: State, entries: Log, head: str) -> None:
        """Go on from a snapshot that was taken after these entries."""
        self.record.resume(entries, head)
        self.cup = dicing.dice_after(self.header, entries)
        self.undo_proposal = open_proposal(entries, self.seats)
        self.put_state(state)

    def checkpoint(self) -> tuple[State, int]:
        """The state at the last barrier and how many entries lead to it; what came later can be done again."""
        span = self.span
        return (self.state, self.record.seq) if span.base is None else (span.base, span.base_seq)

    def copy(self) -> Game:
        """An independent game at the same point, with the same dice ahead."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.record, twin.span, twin.written = self.record.copy(), self.span.copy(), set()
        twin.judged, twin._derived, twin._lent, twin._recalled, twin._digester = {}, {}, {}, {}, Digester()
        twin._proofs = Proofs()
        twin.chance = copy(self.chance)
        twin.put_state(self.state.copy())
        return twin

    def fork(self, dice: Chance | None = None) -> Game:
        """A copy for thinking, without log, hashes and undo, with these dice or new ones: never those ahead in this game."""
        return forking.fork(self, dice)

    def outcomes(self, seat: str, verb: str, noun: Noun = None, rolls: int = 1) -> Iterator[forking.Turnout]:
        """Every way in which the first rolls of an action may fall, with its probability and a fork after it."""
        return forking.outcomes(self, seat, verb, noun, rolls)

    # ------------------------------------------------------------------------------------------------- what is recorded

    @property
    def entries(self) -> Log:
        return self.record.entries

    @property
    def head(self) -> str:
        """The hash of the last entry: it stands for the whole log."""
        return self.record.head

    @property
    def events(self) -> list[Event]:
        """What has happened in the action in hand, or in the last one."""
        return self.record.events

    def keyed_digest(self) -> str:
        """The state's digest under the game's secret: a bare one would let a seat try out hidden values."""
        return self._digester.keyed_digest(self.state, self.secret)

    # ------------------------------------------------------------------------------------------------ what rules write

    def write(self, column: Column, row: int, value: int) -> None:
        values = self.state.columns[column.key]
        old = values[row]
        if old == value:
            return
        values[row] = value
        self.written.add(column.key)
        self._digester.columns.pop(column.key, None)
        for derived in self.ruleset.dependencies.mends[column.key]:
            known = self._derived.get(derived.name)
            if known is None and derived.name in self._lent:
                known = self._derived[derived.name] = self._begin(derived)
            if known is not None and derived.update is not None:
                derived.update(known, self.state, row, old, value)
        self._changed(column.key)

    def fill(self, column: Column, values: Iterable[int]) -> None:
        """Write a whole column at once, as a set-up does."""
        filled = array("i", values)
        if len(filled) != len(self.state[column]):
            raise StateError(f"column {column.key} has {len(self.state[column])} rows, not {len(filled)}")
        self.state.columns[column.key] = filled
        self.written.add(column.key)
        self._digester.columns.pop(column.key, None)
        for derived in self.ruleset.dependencies.mends[column.key]:
            self._derived.pop(derived.name, None)
            self._lent.pop(derived.name, None)
        self._changed(column.key)

    def set(self, item: Field[T], value: T) -> None:
        old = self.state.fields[item.name]
        if old != value:
            self.state.fields[item.name] = value
            self._digester.fields.pop(item.name, None)
            if item.gist is None or item.gist(old) != item.gist(value):
                self._changed(item.name)
            else:
                self._written()

    def add(self, quantity: Quantity, owner: int, place: int, number: int) -> None:
        self.state.add(quantity, owner, place, number)
        self._changed(quantity.name)

    def give_consent(self, giver: str, taker: str, what: str, answer: str) -> None:
        """An answer, asked or not: whoever has asked for it is answered."""
        self.state.consents[giver, taker, what] = answer
        self.state.requests.discard((giver, taker, what))
        self._changed(CONSENTS.name)

    def end_passing_consents(self) -> None:
        """What was allowed once is to be asked for again."""
        for (giver, taker, what), answer in list(self.state.consents.items()):
            if answer == ONCE:
                self.give_consent(giver, taker, what, ASK)

    def _written(self) -> None:
        """Something is not as it was: what was recalled for the moment goes."""
        self._unswept = True
        self._digester.changed()
        if self._recalled:
            self._recalled.clear()

    def _changed(self, key: str) -> None:
        """Drop whatever depends on this."""
        self._written()
        if self._derived or self._lent:
            dropped = self.ruleset.dependencies.drops[key]
            for known in (self._derived, self._lent):
                if known and dropped:  # most of the many that could be there are not
                    for name in dropped & known.keys():
                        del known[name]

    def forget(self) -> None:
        """Drop every cache: for whoever puts another state in place, or writes one directly."""
        self._derived.clear()
        self._lent.clear()
        self._recalled.clear()
        self._digester.forget()
        self._unswept = True
        self.written.update(self.state.columns)

    def forget_for_now(self) -> None:
        """Drop what was recalled for the moment only: somebody has acted, or a procedure is over."""
        self._recalled.clear()

    def say(self, event: Event) -> None:
        """Note an event; whoever subscribed to it may owe a procedure, done before the next decision."""
        self.record.events.append(event)
        for subscriber in self.ruleset.subscribers.get(type(event), ()):
            owed = subscriber(self, event)
            if owed is not None:
                self.state.queue += (Consequence(owed.procedure, owed.locals),)

    def sweep(self) -> None:
        """Queue what every sweep wants done; the kernel does so at the end of book steps, rules after an advance.

        Sweeps judge what is written, not the stack: where nothing was written since they found nothing, as in most steps
        in which nobody acts, they need not look again.
        """
        if not self._unswept and not self.debug:
            return
        needless, self._unswept = not self._unswept, False
        for sweep in self.ruleset.sweeps:
            owed = sweep(self)
            if owed is not None:
                self.state.queue += (Consequence(owed.procedure, owed.locals),)
                self._unswept = True
        if needless and self._unswept:
            raise StateError("a sweep depends on more than what is written: it found nothing there before")

    def push(self, name: str, frame_locals: Any, *, interlude: bool = False) -> None:
        """Call a procedure; an interlude leaves no result to the frame below."""
        procedure = self.ruleset.procedures[name]
        # A consequence waits in the state as a value: its frame must not share what it will change.
        own = None if frame_locals is None else frame_locals.__copy__()
        annexes = tuple(kind() for kind, _ in procedure.annexes) if procedure.annexes else ()
        self.state.frames.append(Frame(name, procedure.first, own, interlude=interlude, annexes=annexes))

    def lend_caches(self, fork: Game) -> None:
        """The fork goes on with what is known here: it shares what never changes in place, and the rest is lent to both."""
        mended, memos_are_bound = self.ruleset.dependencies.mended, self.debug
        shared = {}
        for name, value in tuple(self._derived.items()):
            if name in mended:
                self._lent[name] = self._derived.pop(name)
            elif not (memos_are_bound and isinstance(value, Memo)):  # debug mode asks them how they know
                shared[name] = value
        self._recalled.clear()  # it may hold parts of what is lent now
        fork._derived, fork._lent, fork._recalled = shared, self._lent.copy(), {}
        fork._proofs = Proofs()

    def follow(self, frame: Frame, control: Control) -> None:
        """Do what a verb that answered a step returned."""
        loop.follow(self, frame, control)

    def reveal(self, answers: Iterable[int]) -> None:
        """Secret answers, by their entries, become known to all."""
        self.record.reveals.extend(answers)
        self.raise_barrier()

    def raise_barrier(self) -> None:
        """From here nobody may go back alone: something was revealed or declined."""
        self.record.barrier = True

    # ------------------------------------------------------------------------------------------------------ chance

    def throw(self, kind: str, by: str, dice: int, sides: int) -> tuple[int, ...]:
        """Throw dice and record them. Only the kernel's own roll procedure calls this."""
        source = self.chance if self.veiled is None or not self.record.secret else self.veiled
        values = source.throw(self.record.context(kind), dice, sides)
        self.record.outcomes.append(Outcome(kind, sides, values))
        self.raise_barrier()
        return values

    def draw(self, kind: str, by: str, place: int, count: int, seen_by: tuple[str, ...] | None) -> tuple[int, ...]:
        """Draw things at random and record them; if there are fewer, all of them. For the kernel's own use."""
        pool = [thing for thing, where in enumerate(self.state[self.ruleset.title.place]) if where == place]
        things = tuple(pool[index] for index in self.pick(kind, count, len(pool), seen_by))
        self.say(Drawn(kind=kind, by=by, things=things, seen_by=seen_by))
        return things

    def pick(self, kind: str, count: int, among: int, seen_by: tuple[str, ...] | None) -> tuple[int, ...]:
        """Different numbers below `among` at random, recorded; if there are fewer, all of them. For the kernel's own use."""
        count = min(count, among)
        if not count:
            return ()
        hidden = seen_by is not None or self.record.secret
        source = self.chance if self.veiled is None or not hidden else self.veiled
        picked = source.pick(self.record.context(kind), count, among)
        self.record.outcomes.append(Outcome(kind, among, picked, seen_by))
        self.raise_barrier()
        return picked

    def tray_to_sort(self, pool: int) -> Call | None:
        """What lies in the tray of a pool is sorted before anything is drawn from that pool."""
        if self.ruleset.title.trays is None:
            return None
        places = self.state[self.ruleset.title.place]
        for tray in self.ruleset.title.trays(self):
            if tray.pool == pool and tray.tray in places:
                return tray.sort
        return None

    # ------------------------------------------------------------------------------------------------------ playing

    def submit(self, seat: str, verb: str, noun: Noun = None, decision_id: int | None = None) -> Entry:
        """Take an action. Whatever is wrong with it raises an `ActionError` and changes nothing."""
        if verb in ABOUT_UNDO:
            return self._speak_of_undo(seat, verb, noun)
        self.check_known(seat)
        if self.decision is None:
            raise GameOver("the game is over")
        unasked = self.is_announcement(seat, verb)
        answered = None if unasked else self.check_decision(seat, verb, decision_id)
        noun, violations = self.examine(seat, verb, noun, unasked=unasked)
        if violations:
            raise Refused(violations)
        secret = self.is_secret(verb, unasked=unasked)
        self.span.begin(self)
        self.record.open(seat, verb, noun)
        self.record.secret = secret
        self.now = self.record.seq
        if self.visits is not None:
            self.visits.add(("verb", verb))
        try:
            self.take(seat, verb, noun, unasked=unasked)
        except Exception:
            undoing.put_back(self)
            raise
        return self._close_entry(seat, verb, noun, answered, secret=secret)

    def take(self, seat: str, verb: str, noun: Noun, *, unasked: bool) -> None:
        """Do a legal action and run on to the next decision; `submit` also writes it down."""
        self.forget_for_now()
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
        loop.run(self)
        if self.debug:
            self._prove()

    def _close_entry(self, seat: str, verb: str, noun: Noun, decision: int | None, *, secret: bool = False) -> Entry:
        self.undo_proposal = None
        if self.over or self.span.full:
            self.raise_barrier()
        entry = self.record.close(seat, verb, noun, decision, secret=secret)
        if entry.barrier:
            self.span.end()
        else:
            self.span.note(entry)
        return entry

    def put_state(self, state: State) -> None:
        """Go on from another state: nothing that was known of the old one counts."""
        self.state = state
        self.forget()
        self.record.clear()
        loop.run(self)

    def change_into(self, state: State) -> None:
        """Go on from a state that is much like this one: what differs is written, so that caches mend themselves."""
        for key, column in state.columns.items():
            mine = self.state.columns[key]
            if mine.tobytes() != column.tobytes():
                which = self.ruleset.column_by_key[key]
                for row in [row for row, value in enumerate(column) if value != mine[row]]:
                    self.write(which, row, column[row])
        for name, value in state.fields.items():
            self.set(self.ruleset.field_by_name[name], value)
        twin = state.copy_since(state, ())
        for (what, *_), _ in self.state.quantities.items() ^ twin.quantities.items():
            self._changed(what)
        if self.state.consents != twin.consents:
            self._changed(CONSENTS.name)
        twin.columns = self.state.columns
        self.state = twin
        self._digester.fields.clear()  # equal values may be written differently, as 1 and True are
        self._digester.changed()
        for name in self.ruleset.dependencies.of_deeds:
            self._derived.pop(name, None)
            self._lent.pop(name, None)
        self.forget_for_now()
        self.record.clear()
        loop.run(self)

    def check_known(self, seat: str) -> None:
        if seat not in self.seats:
            raise UnknownSeat(f"there is no seat {seat!r}; the seats are {', '.join(self.seats)}")

    def check_decision(self, seat: str, verb: str, decision_id: int | None) -> int:
        """The id of the decision that the verb answers; raises if it answers none that is open."""
        decision = self.decision
        if decision is None:
            raise GameOver("the game is over")
        asked = self.waiting.get(seat)
        if asked is None:
            raise ForeignSeat(f"nothing is asked of {seat}; waiting for {', '.join(self.waiting)}")
        if decision_id is not None and decision_id != asked:
            raise StaleDecision(f"decision {decision_id} is not open; {seat} is asked decision {asked}")
        offers = self.offers_to(seat)
        if verb not in offers.names:
            known = ", ".join(offers.names)
            raise UnknownVerb(f"{verb!r} is not a choice of [{decision.rule}] {decision.prompt}; there are {known}")
        return asked

    def _prove(self) -> None:
        """Debug mode: everything that is remembered is so."""
        self.check_caches()
        if self.keyed_digest() != hmac.digest(self.secret, self.state.summary(), "sha256").hex():
            raise StateError("the digest is not that of what is written in the state")

    # --------------------------------------------------------------------------------------------------------- undo

    def _speak_of_undo(self, seat: str, verb: str, noun: Noun) -> Entry:
        if verb == UNDO:
            return self.undo(seat)
        return self.propose_undo(seat, noun) if verb == PROPOSE_UNDO else self.agree_undo(seat)

    def undo(self, seat: str) -> Entry:
        """Take back the seat's last action since the last barrier, if what others did after it still stands."""
        return undoing.undo(self, seat)

    def may_undo(self, seat: str) -> bool:
        """Has the seat done anything since the last barrier? What others did later may still stand in the way."""
        return any(entry.seat == seat for entry in self.span.entries)

    def propose_undo(self, seat: str, to: Noun) -> Entry:
        """Ask everybody to go back to just after entry `to`, beyond the last barrier."""
        return undoing.propose(self, seat, to)

    def agree_undo(self, seat: str) -> Entry:
        """Agree to the undo that another seat proposed; it is done when all have agreed."""
        return undoing.agree(self, seat)
