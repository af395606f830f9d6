"""Checking a game from its file: the chain of hashes, the legality of every action, every roll, every digest.

Each stretch of a game is replayed by the version of the rules that it was played by. Where that is not installed, hashes,
dice and the shape of what was recorded are checked, and the verdict says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from worldfire.engine.chance import ScriptedChance, SealedChance, commitment
from worldfire.engine.errors import SaveError, WorldfireError
from worldfire.engine.events import Drawn, Rolled
from worldfire.engine.game import Game
from worldfire.engine.log import (
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

    @property
    def replayed(self) -> bool:
        return all(stretch.replayed for stretch in self.stretches)


def verify(data: bytes, ruleset_for: RulesetFor) -> Verdict:
    """Check a game entry by entry and name the first that is not what it claims to be."""
    header_line, _, rest = data.partition(b"\n")
    try:
        header = read_header(header_line)
        secret_line, _, body = rest.partition(b"\n")
        secret = bytes.fromhex(msgspec.json.decode(secret_line, type=Secret).secret)
        if commitment(secret) != header.commitment:
            raise SaveError("the secret is not the one that the game committed to")
        checked = _Checking(header, secret, ruleset_for)
    except (WorldfireError, *UNREADABLE) as error:
        return Verdict(False, 0, 0, "", None, f"header: {error}")
    lines = body.splitlines()[:-2]  # the last two are the snapshot and the seal
    try:
        checked.snapshot, problem = parse(data).snapshot, ""
    except SaveError as error:
        problem = str(error)
    for number, line in enumerate(lines):
        wrong = checked.check(line)
        if wrong:
            return Verdict(False, number, checked.rolls, "", number, wrong, checked.stretches(number))
    problem = problem or checked.problem_with_snapshot
    digest = "" if problem else checked.digest(data)
    return Verdict(not problem, len(lines), checked.rolls, digest, None, problem, checked.stretches(len(lines)))


class _Checking:
    """A game followed entry by entry."""

    def __init__(self, header: Header, secret: bytes, ruleset_for: RulesetFor) -> None:
        self._header, self._secret, self._ruleset_for = header, secret, ruleset_for
        self._dice = SealedChance(secret)
        self._head = header.hash()
        self._lines: list[bytes] = []
        self._done: list[Stretch] = []
        self.snapshot: Snapshot | None = None
        self.problem_with_snapshot = ""
        self.rolls = 0
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
        return Game(ruleset, self._header, ScriptedChance(), self._secret), ""

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
        if entry.verb == UPGRADE:
            problem = self._check_upgrade(entry, line)
        else:
            problem = self._replay(self._game, entry) if self._game is not None else self._look_over(entry)
            self._lines.append(line)
        self.rolls += len(entry.outcomes)
        if self.snapshot is not None and self.snapshot.entries == len(self._lines) and self._game is not None:
            self.problem_with_snapshot = _snapshot_problem(self.snapshot, self._game)
        return problem

    # -------------------------------------------------------------------------------------------------- one entry

    def _replay(self, game: Game, entry: Entry) -> str:
        game.chance = _CheckedChance(entry, self._dice)
        try:
            if entry.seq == 0:
                game.begin()
            else:
                game.submit(entry.seat, entry.verb, entry.noun, entry.decision)
        except _WrongRoll as wrong:
            return str(wrong)
        except WorldfireError as error:
            return f"the rules do not allow it: {error}"
        return _difference(game.entries[-1], entry)

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
            context = throw_context(self._header.game_id, entry.seq, action_hash, number, outcome.kind)
            count, fallen = len(outcome.values), outcome.values
            thrown = self._dice.throw(context, count, outcome.sides)
            if fallen != thrown and not (
                count <= outcome.sides and fallen == self._dice.pick(context, count, outcome.sides)
            ):
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
            if (self._game.keyed_digest(),) != entry.digests:
                return "its digest is not that of its state"
            if old is None:
                return ""
            reached, count = old.checkpoint()
            parts = Parts(self._header, self._secret, before, Snapshot(pack_state(reached), count))
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


def _difference(replayed: Entry, recorded: Entry) -> str:
    ours, theirs = _plain(replayed), _plain(recorded)
    for name in ours.keys() | theirs.keys():
        if name != "hash" and ours.get(name) != theirs.get(name):
            return f"replaying it gives other {name}"
    return "" if ours == theirs else "replaying it gives another hash"


def _plain(entry: Entry) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(encode_plain(entry))
    return plain


class _WrongRoll(WorldfireError):
    pass


class _CheckedChance:
    """The recorded dice, each compared with what the secret gives."""

    def __init__(self, entry: Entry, sealed: SealedChance) -> None:
        self._recorded = iter(entry.outcomes)
        self._sealed = sealed

    def _check(self, fallen: tuple[int, ...]) -> tuple[int, ...]:
        recorded = next(self._recorded, None)
        if recorded is None or recorded.values != fallen:
            raise _WrongRoll(f"the secret gives {fallen}, the log says {recorded.values if recorded else None}")
        return fallen

    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        return self._check(self._sealed.throw(context, count, sides))

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        return self._check(self._sealed.pick(context, count, among))
