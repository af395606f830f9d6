"""Checking a game from its file: the chain of hashes, the legality of every action, every roll, every digest.

Each stretch of a game is replayed by the version of the rules that it was played by. Where that is not installed, hashes,
dice and the shape of what was recorded are checked, and the verdict says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec

from worldfire.engine.chance import Outcome, ScriptedChance, SealedChance, commitment
from worldfire.engine.dicing import begun, chance_of, following, fresh_noun, problem_with
from worldfire.engine.errors import SaveError, WorldfireError
from worldfire.engine.events import Drawn, Rolled
from worldfire.engine.game import Game
from worldfire.engine.log import (
    ABOUT_DICE,
    BEGIN,
    UPGRADE,
    Entry,
    Header,
    Log,
    decode_entry,
    encode_plain,
    entry_hash,
    upgrade_noun,
)
from worldfire.engine.record import throw_context
from worldfire.engine.save import (
    UNREADABLE,
    Parts,
    RulesetFor,
    Secret,
    Snapshot,
    loads,
    matching_ruleset,
    parse,
    read_header,
    unpack,
    upgraded,
)
from worldfire.engine.state import pack_state, unpack_state
from worldfire.engine.upgrades import RulesVersion


class Stretch(msgspec.Struct, frozen=True):
    """Entries `first` to `last`, played by one version of the rules, and how they were checked."""

    first: int
    last: int
    version: str
    #: done again by the rules; otherwise hashes, dice and the shape of the entries were checked, for the reason given
    replayed: bool
    why: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """What `verify` found; `entry` is the number of the first entry that fails."""

    ok: bool
    entries: int
    rolls: int
    #: of the state at the end; none where the rules are not here
    digest: str
    entry: int | None = None
    problem: str = ""
    stretches: tuple[Stretch, ...] = ()
    #: how many of the rolls could not be checked, because their secret has not been revealed yet
    sealed: int = 0

    @property
    def replayed(self) -> bool:
        return all(stretch.replayed for stretch in self.stretches)

    @property
    def text(self) -> str:
        """In words: what could not be checked in full only has nothing wrong with it."""
        if not self.ok:
            return self.problem if self.entry is None else f"entry {self.entry}: {self.problem}"
        whole = self.replayed and not self.sealed
        found = "are what they claim to be" if whole else "have nothing wrong with them as far as can be seen"
        return f"{self.entries} entries and {self.rolls} rolls {found}"


def verify(data: bytes, ruleset_for: RulesetFor) -> Verdict:
    """Check a game entry by entry and name the first that is not what it claims to be."""
    header_line, _, rest = data.partition(b"\n")
    try:
        header = read_header(header_line)
        secret_line, _, body = rest.partition(b"\n")
        lines = body.splitlines()[:-2]  # the last two are the snapshot and the seal
        checked = _Checking(header, _secrets(header, secret_line, lines), ruleset_for)
    except (WorldfireError, *UNREADABLE) as error:
        return Verdict(False, 0, 0, "", None, f"header: {error}")
    try:
        checked.snapshot, problem = parse(data).snapshot, ""
    except SaveError as error:
        problem = str(error)
    for number, line in enumerate(lines):
        wrong = checked.check(line)
        if wrong:
            stretches = checked.stretches(number)
            return Verdict(False, number, checked.rolls, "", number, wrong, stretches, checked.sealed)
    problem = problem or checked.problem_with_snapshot
    digest, stretches = "" if problem else checked.digest(data), checked.stretches(len(lines))
    return Verdict(not problem, len(lines), checked.rolls, digest, None, problem, stretches, checked.sealed)


def _secrets(header: Header, line: bytes, entries: list[bytes]) -> dict[str, bytes]:
    """Every secret that the file knows, by its commitment: those of its second line, and those that the log reveals."""
    told = msgspec.json.decode(line, type=Secret)
    first = bytes.fromhex(told.secret)
    if first and commitment(first) != header.commitment:
        raise SaveError("the secret is not the one that the game committed to")
    known = [first, *map(bytes.fromhex, told.more)]
    marked = (entry for entry in entries if b'"verb":"fresh-dice"' in entry)
    with suppress(*UNREADABLE):  # an entry that is none is found in its place
        known += [bytes.fromhex(fresh_noun(decode_entry(entry)).revealed) for entry in marked]
    return {commitment(secret): secret for secret in known if secret}


class _Checking:
    """A game followed entry by entry."""

    def __init__(self, header: Header, secrets: dict[str, bytes], ruleset_for: RulesetFor) -> None:
        self._header, self._secrets, self._ruleset_for = header, secrets, ruleset_for
        self._cup = begun(header)
        self._head = header.hash()
        self._lines: list[bytes] = []
        self._done: list[Stretch] = []
        self.snapshot: Snapshot | None = None
        self.problem_with_snapshot = ""
        self.rolls = self.sealed = 0
        self._begin_stretch(RulesVersion(header.title_version, header.schema))
        if self._game is not None:
            self._check_start(self._game)

    def _check_start(self, game: Game) -> None:
        """A game that begins in the middle has a state that its rules can read."""
        if game.header.start:
            unpack_state(game.header.start, game.ruleset.schema, game.ruleset.procedures)

    def _begin_stretch(self, version: RulesVersion) -> None:
        self._first, self._version = len(self._lines), version
        self._game, self._why = self._by(version)

    def _by(self, version: RulesVersion) -> tuple[Game | None, str]:
        """A game by this version of the rules, or the reason why there is none."""
        wanted = msgspec.structs.replace(self._header, title_version=version.title)
        try:
            ruleset = matching_ruleset(wanted, self._ruleset_for)
        except SaveError as error:
            return None, str(error)
        if ruleset.version != version:
            here = ruleset.version.title if ruleset.version.title != version.title else "another schema"
            return None, f"version {version.title} of the rules of {wanted.title} is not installed, {here} is"
        return Game(ruleset, self._header, ScriptedChance(), self._seal or b""), ""

    @property
    def _seal(self) -> bytes | None:
        """What the digests are sealed with, if that is known."""
        return self._secrets.get(self._cup.seal)

    def _dice_for(self, entry: Entry, outcome: Outcome) -> SealedChance | None:
        """What it came from, if the secret is known: the dice in force, or those for what not everybody may know."""
        hidden = entry.secret or outcome.seen_by is not None
        return chance_of(self._secrets.get(self._cup.seal if hidden else self._cup.now), self._cup)

    def stretches(self, end: int) -> tuple[Stretch, ...]:
        """How the entries before `end` were checked."""
        last = Stretch(self._first, end - 1, self._version.title, self._game is not None, self._why)
        return tuple(self._done) if end == self._first else (*self._done, last)

    def check(self, line: bytes) -> str:
        """The first thing that is wrong with the next entry, or nothing."""
        try:
            entry = decode_entry(line)
        except UNREADABLE as error:
            return f"not an entry: {error}"
        if entry_hash(self._head, entry) != entry.hash:
            return "its hash does not follow from its text and the entries before it"
        self._head = entry.hash
        self.rolls += len(entry.outcomes)
        self.sealed += sum(self._dice_for(entry, outcome) is None for outcome in entry.outcomes)
        if entry.verb == UPGRADE:
            problem = self._check_upgrade(entry, line)
        else:
            problem = self._check_one(entry)
            self._lines.append(line)
        if self.snapshot is not None and self.snapshot.entries == len(self._lines) and self._game is not None:
            self.problem_with_snapshot = _snapshot_problem(self.snapshot, self._game)
        return problem

    # -------------------------------------------------------------------------------------------------- one entry

    def _check_one(self, entry: Entry) -> str:
        if entry.verb in ABOUT_DICE:
            return self._check_note(entry)
        return self._replay(self._game, entry) if self._game is not None else self._look_over(entry)

    def _check_note(self, entry: Entry) -> str:
        """Something about the dice: what it says must be so, and it does nothing else."""
        bare = Entry(len(self._lines), entry.seat, entry.verb, entry.noun, hash=entry.hash)
        if bare != entry:
            return "an entry about the dice says more than that"
        try:
            problem = problem_with(self._cup, entry, self._header.seats)
            if problem:
                return problem
            self._cup = following(self._cup, entry)
        except UNREADABLE as error:
            return f"not an entry about the dice: {error}"
        if self._game is not None:
            self._game.record.append(entry)
            self._game.secret = self._seal or b""
        return ""

    def _replay(self, game: Game, entry: Entry) -> str:
        game.chance = game.veiled = _CheckedChance([(each, self._dice_for(entry, each)) for each in entry.outcomes])
        try:
            if entry.seq == 0:
                game.begin()
            else:
                game.submit(entry.seat, entry.verb, entry.noun, entry.decision)
        except _WrongRoll as wrong:
            return str(wrong)
        except WorldfireError as error:
            return f"the rules do not allow it: {error}"
        return _difference(game.entries[-1], entry, () if self._seal is not None else ("digests", "hash"))

    def _look_over(self, entry: Entry) -> str:
        """Without the rules: is it shaped like an entry, and did the secret give its dice?"""
        if entry.seq != len(self._lines):
            return f"it says that it is entry {entry.seq}"
        if entry.seat not in self._header.seats and not (entry.seq == 0 and entry.verb == BEGIN and not entry.seat):
            return f"there is no seat {entry.seat!r}"
        return self._wrong_roll(entry, (entry.seat, entry.verb, entry.noun)) or next(_misshapen(entry), "")

    def _wrong_roll(self, entry: Entry, action: tuple[Any, ...]) -> str:
        """The first throw or draw that the secret does not give; a log without its rules does not say which it is."""
        action_hash = sha256(encode_plain(action)).hexdigest()
        for number, outcome in enumerate(entry.outcomes):
            dice = self._dice_for(entry, outcome)
            if dice is None:
                continue
            context = throw_context(self._header.game_id, entry.seq, action_hash, number, outcome.kind)
            count, fallen = len(outcome.values), outcome.values
            thrown = dice.throw(context, count, outcome.sides)
            if fallen != thrown and not (count <= outcome.sides and fallen == dice.pick(context, count, outcome.sides)):
                return f"the secret does not give {fallen} for {outcome.kind!r}"
        return ""

    # ------------------------------------------------------------------------------------------------- an upgrade

    def _check_upgrade(self, entry: Entry, line: bytes) -> str:
        """Is the new position the old one, brought up to date? Without the older rules it is taken on trust."""
        if entry.seq != len(self._lines):
            return f"it says that it is entry {entry.seq}"
        try:
            noun = upgrade_noun(entry)
        except UNREADABLE as error:
            return f"not an upgrade: {error}"
        if noun.old != self._version.title:
            return f"it speaks of version {noun.old}, but version {self._version.title} was played"
        old, played_by, before = self._game, self._version, tuple(self._lines)
        self._done += self.stretches(entry.seq)[len(self._done) :]
        self._begin_stretch(RulesVersion(noun.new, noun.schema))
        self._lines.append(line)
        problem = self._wrong_roll(entry, ("", UPGRADE, None)) or next(_misshapen(entry), "")
        if problem or self._game is None:
            return problem
        try:
            state = unpack_state(entry.state, self._game.ruleset.schema, self._game.ruleset.procedures)
            self._game.resume(state, Log(self._lines), self._head)
            if self._seal is not None and (self._game.keyed_digest(),) != entry.digests:
                return "its digest is not that of its state"
            if old is None or not {self._cup.now, self._cup.seal} <= self._secrets.keys():
                return ""
            reached, count = old.checkpoint()
            known = tuple(self._secrets.values())
            parts = Parts(self._header, b"", Log(before), Snapshot(pack_state(reached), count), known)
            return _difference(upgraded(parts, played_by, self._game.ruleset).entries[-1], entry)
        except (WorldfireError, *UNREADABLE) as error:
            return f"the game cannot be brought up to date like this: {error}"

    def digest(self, data: bytes) -> str:
        """Of the state at the end: as replayed, or as the file is opened."""
        if self._game is not None:
            return self._game.state.digest()
        try:
            return loads(data, self._ruleset_for).state.digest()
        except SaveError:
            return ""  # for rules that are not here


def _misshapen(entry: Entry) -> Iterator[str]:
    """What is no event at all; those of the kernel are known in every version."""
    known = {kind.__name__: kind for kind in (Rolled, Drawn)}
    for event in entry.events:
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            yield f"{event!r} is no event"
        elif event["event"] in known:
            try:
                msgspec.convert(event, known[event["event"]])
            except msgspec.ValidationError as error:
                yield f"an event is not what it says: {error}"


def _snapshot_problem(snapshot: Snapshot, game: Game) -> str:
    """A game is opened from its snapshot, so it must be the state that the entries lead to."""
    try:
        same = unpack(snapshot, game.ruleset).digest() == game.state.digest()
    except SaveError as error:
        return str(error)
    return "" if same else f"the snapshot is not the state after {snapshot.entries} entries"


def _difference(replayed: Entry, recorded: Entry, but_for: tuple[str, ...] = ()) -> str:
    ours, theirs = _plain(replayed), _plain(recorded)
    names = sorted((ours.keys() | theirs.keys()) - set(but_for), key=lambda name: (name == "hash", name))
    different = (name for name in names if ours.get(name) != theirs.get(name))
    return next((f"replaying it gives other {name}" for name in different), "")


def _plain(entry: Entry) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(encode_plain(entry))
    return plain


class _WrongRoll(WorldfireError):
    pass


class _CheckedChance:
    """The recorded dice, each compared with what the secret gives, if it is known."""

    def __init__(self, recorded: list[tuple[Outcome, SealedChance | None]]) -> None:
        self._recorded = iter(recorded)

    def _next(self) -> tuple[tuple[int, ...], SealedChance | None]:
        outcome, sealed = next(self._recorded, (None, None))
        if outcome is None:
            raise _WrongRoll("the secret gives one more throw than the log has")
        return outcome.values, sealed

    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        fallen, sealed = self._next()
        return _checked(fallen, None if sealed is None else sealed.throw(context, count, sides), count, 1, sides)

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        fallen, sealed = self._next()
        return _checked(fallen, None if sealed is None else sealed.pick(context, count, among), count, 0, among - 1)


def _checked(
    fallen: tuple[int, ...], expected: tuple[int, ...] | None, count: int, low: int, high: int
) -> tuple[int, ...]:
    if expected is not None and fallen != expected:
        raise _WrongRoll(f"the secret gives {expected}, the log says {fallen}")
    if len(fallen) != count or not all(low <= value <= high for value in fallen):
        raise _WrongRoll(f"{fallen} are not {count} numbers from {low} to {high}")
    return fallen
