"""Checking a game from its file: the chain of hashes, the legality of every action, every roll, every digest."""

from __future__ import annotations

from typing import Any

import msgspec

from worldfire.engine.chance import ScriptedChance, SealedChance, commitment
from worldfire.engine.errors import SaveError, WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.log import Entry, Header, decode_entry, encode_plain, entry_hash
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.save import UNREADABLE, RulesetFor, Secret, Snapshot, matching_ruleset, parse, read_header, unpack


class Verdict(msgspec.Struct, frozen=True):
    """What `verify` found; `entry` is the number of the first entry that fails."""

    ok: bool
    entries: int
    rolls: int
    digest: str
    entry: int | None = None
    problem: str = ""


def verify(data: bytes, ruleset_for: RulesetFor) -> Verdict:
    """Replay a game from its file and name the first entry that is not what it claims to be."""
    header_line, _, rest = data.partition(b"\n")
    try:
        header = read_header(header_line)
        secret_line, _, body = rest.partition(b"\n")
        secret = bytes.fromhex(msgspec.json.decode(secret_line, type=Secret).secret)
        if commitment(secret) != header.commitment:
            raise SaveError("the secret is not the one that the game committed to")
        ruleset = matching_ruleset(header, ruleset_for)
        replay = _Replay(Game(ruleset, header, ScriptedChance(), secret), header, secret)
    except (WorldfireError, *UNREADABLE) as error:
        return Verdict(False, 0, 0, "", None, f"header: {error}")
    lines = body.splitlines()[:-2]  # the last two are the snapshot and the seal
    try:
        snapshot, sealed = parse(data).snapshot, ""
    except SaveError as error:
        snapshot, sealed = None, str(error)
    at_snapshot = ""
    for number, line in enumerate(lines):
        problem = replay.check(line)
        if problem:
            return Verdict(False, number, replay.rolls, "", number, problem)
        if snapshot is not None and number + 1 == snapshot.entries:
            at_snapshot = replay.game.state.digest()
    problem = sealed if snapshot is None else _snapshot_problem(snapshot, ruleset, at_snapshot)
    return Verdict(not problem, len(lines), replay.rolls, replay.game.state.digest(), None, problem)


def _snapshot_problem(snapshot: Snapshot, ruleset: Ruleset, digest: str) -> str:
    """A game is opened from its snapshot, so it must be the state that the entries lead to."""
    try:
        same = unpack(snapshot, ruleset).digest() == digest
    except SaveError as error:
        return str(error)
    return "" if same else f"the snapshot is not the state after {snapshot.entries} entries"


class _Replay:
    """A game played again entry by entry."""

    def __init__(self, game: Game, header: Header, secret: bytes) -> None:
        self.game = game
        self.dice = SealedChance(secret)
        self.head = header.hash()
        self.rolls = 0

    def check(self, line: bytes) -> str:
        """The first thing that is wrong with the next entry, or nothing."""
        try:
            entry = decode_entry(line)
        except UNREADABLE as error:
            return f"not an entry: {error}"
        if entry_hash(self.head, entry) != entry.hash:
            return "its hash does not follow from its text and the entries before it"
        self.head = entry.hash
        self.game.chance = _CheckedChance(entry, self.dice)
        try:
            if entry.seq == 0:
                self.game.begin()
            else:
                self.game.submit(entry.seat, entry.verb, entry.noun, entry.decision)
        except _WrongRoll as wrong:
            return str(wrong)
        except WorldfireError as error:
            return f"the rules do not allow it: {error}"
        self.rolls += len(entry.outcomes)
        return _difference(self.game.entries[-1], entry)


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
