"""Games as files: a header line, one line for each log entry, a snapshot, and a closing line that seals them.

The format is described in docs/save-format.md. Reading trusts nothing: what is truncated, edited, from the future or no
game at all gives a `SaveError` that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from worldfire.engine.chance import SealedChance, commitment
from worldfire.engine.errors import ActionError, RulesetError, SaveError, StateError
from worldfire.engine.game import Game
from worldfire.engine.log import FORMAT, FORMAT_VERSION, UPGRADE, Header, Log, decode_entry, encode_plain, upgrade_noun
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.state import State, pack_state, state_from, unpack_document, unpack_state
from worldfire.engine.upgrades import RulesVersion, brought_up
from worldfire.engine.upgrading import bring_up_to_date

#: in place of a title's version: whichever is the newest
NEWEST = ""

#: The rules that a header names, on the tables that it names: of the version that it says, if that is installed,
#: otherwise of the newest.
RulesetFor = Callable[[Header], Ruleset]


class Secret(msgspec.Struct, frozen=True):
    """The line after the header: what the dice are made from. Files for a seat have an empty one."""

    secret: str


class Snapshot(msgspec.Struct, frozen=True):
    """The state at the last barrier, after `entries` entries, so that a long game opens at once and can still be undone."""

    snapshot: str
    entries: int


class Seal(msgspec.Struct, frozen=True):
    """The last line: where the snapshot starts, and the SHA-256 of everything before this line."""

    snapshot_at: int
    sha256: str


def dumps(game: Game) -> bytes:
    """The whole game as the bytes of a save file."""
    lines = [encode_plain(game.header), encode_plain(Secret(game.secret.hex())), *game.entries.lines()]
    body = b"\n".join(lines) + b"\n"
    state, entries = game.checkpoint()
    snapshot_at = len(body)
    body += encode_plain(Snapshot(pack_state(state), entries)) + b"\n"
    return body + encode_plain(Seal(snapshot_at, sha256(body).hexdigest())) + b"\n"


def save(game: Game, path: Path) -> None:
    """Write the file beside its place and move it there, so that a crash leaves the old one."""
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(dumps(game))
    temporary.replace(path)


class Parts(msgspec.Struct, frozen=True):
    """A file taken apart, nothing in it believed yet but its seal."""

    header: Header
    secret: bytes
    entries: tuple[bytes, ...]
    snapshot: Snapshot


#: what reading a line that is no such thing can raise: nonsense, bytes that are no text, brackets without end
UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)


def parse(data: bytes) -> Parts:
    """Take a file apart. Its seal is checked: what was changed by accident or cut off is not read."""
    header_line, _, rest = data.partition(b"\n")
    header = read_header(header_line)
    body, _, seal_line = data.removesuffix(b"\n").rpartition(b"\n")
    body += b"\n"
    try:
        seal = msgspec.json.decode(seal_line, type=Seal)
    except UNREADABLE as error:
        raise SaveError("the file is cut off: its last line is missing") from error
    if data != body + encode_plain(seal) + b"\n" or sha256(body).hexdigest() != seal.sha256:
        raise SaveError("the file was changed or damaged: its seal does not fit; `worldfire verify` finds the place")
    secret_line, _, _ = rest.partition(b"\n")
    start = len(header_line) + len(secret_line) + 2
    entries, snapshot_line = body[start : seal.snapshot_at], body[seal.snapshot_at :]
    try:
        secret = bytes.fromhex(msgspec.json.decode(secret_line, type=Secret).secret)
        snapshot = msgspec.json.decode(snapshot_line, type=Snapshot)
    except UNREADABLE as error:
        raise SaveError(f"the file has no secret or no snapshot: {error}") from error
    if snapshot_line != encode_plain(snapshot) + b"\n" or not entries.endswith(b"\n"):
        raise SaveError("the seal does not say where the snapshot begins")
    return Parts(header, secret, tuple(entries.splitlines()), snapshot)


def unpack(snapshot: Snapshot, ruleset: Ruleset) -> State:
    """The state in a snapshot."""
    return unpack_state(snapshot.snapshot, ruleset.schema, ruleset.procedures)


def read_header(line: bytes) -> Header:
    """The first line, which every version of the format begins with."""
    try:
        known: Any = msgspec.json.decode(line)
        if known["format"] != FORMAT:
            raise KeyError
        version = known["format_version"]
    except (*UNREADABLE, KeyError, TypeError) as error:
        raise SaveError("this is not a Worldfire game") from error
    if version != FORMAT_VERSION:
        raise SaveError(f"the file has format version {version}; this program reads version {FORMAT_VERSION}")
    try:
        return msgspec.json.decode(line, type=Header)
    except UNREADABLE as error:
        raise SaveError(f"the header is damaged: {error}") from error


def loads(data: bytes, ruleset_for: RulesetFor) -> Game:
    """Open a game at its snapshot."""
    return open_parts(parse(data), ruleset_for)


def open_parts(parts: Parts, ruleset_for: RulesetFor) -> Game:
    """The same from what a file, or a database, holds of it.

    A game of an older version of its rules is brought up to date: it has one more entry then, which says so.
    """
    ruleset = matching_ruleset(msgspec.structs.replace(parts.header, title_version=NEWEST), ruleset_for)
    if commitment(parts.secret) != parts.header.commitment:
        raise SaveError("the secret is not the one that the game committed to")
    count = parts.snapshot.entries
    if not 0 < count <= len(parts.entries):
        raise SaveError(f"the snapshot was taken after {count} entries, the file has {len(parts.entries)}")
    try:
        parts, played_by = at_last_upgrade(parts)
    except UNREADABLE as error:
        raise SaveError(f"the file has an upgrade that cannot be read: {error}") from error
    return _opened(parts, ruleset) if played_by == ruleset.version else upgraded(parts, played_by, ruleset)


def at_last_upgrade(parts: Parts) -> tuple[Parts, RulesVersion]:
    """Which rules the game was played by at its end. A snapshot from before the last upgrade is one of older rules: the
    upgrade's own takes its place."""
    entry = Log(parts.entries).last(UPGRADE)
    if entry is None:
        return parts, RulesVersion(parts.header.title_version, parts.header.schema)
    noun = upgrade_noun(entry)
    if parts.snapshot.entries <= entry.seq:
        parts = msgspec.structs.replace(parts, snapshot=Snapshot(entry.state, entry.seq + 1))
    return parts, RulesVersion(noun.new, noun.schema)


def upgraded(parts: Parts, played_by: RulesVersion, ruleset: Ruleset) -> Game:
    """The game under newer rules; whatever stands in the way is a `SaveError`."""
    header = parts.header
    try:
        document = unpack_document(parts.snapshot.snapshot)
        document = brought_up(document, header, played_by.title, ruleset.version.title, ruleset.title.upgrades)
        sizes = ruleset.title.sizes(ruleset.tables, header.setup)
        state = state_from(document, ruleset.schema, ruleset.procedures, sizes)
        game = Game(ruleset, header, SealedChance(parts.secret), parts.secret)
        bring_up_to_date(game, state, Log(parts.entries), parts.snapshot.entries, played_by)
    except SaveError:
        raise
    except Exception as error:  # whatever rules and upgrades stumble over: the game stays as it was
        versions = f"{played_by.title} to version {ruleset.version.title} of the rules of {header.title}"
        raise SaveError(f"the game cannot be brought from version {versions}: {error!r}") from error
    return game


def _opened(parts: Parts, ruleset: Ruleset) -> Game:
    """The game at its end, by the rules that it was played by."""
    state, count = unpack(parts.snapshot, ruleset), parts.snapshot.entries
    game = Game(ruleset, parts.header, SealedChance(parts.secret), parts.secret)
    try:
        game.resume(state, Log(parts.entries[:count]), decode_entry(parts.entries[count - 1]).hash)
        for line in parts.entries[count:]:
            entry = decode_entry(line)
            if game.submit(entry.seat, entry.verb, entry.noun, entry.decision).hash != entry.hash:
                raise SaveError(f"entry {entry.seq} does not follow from the snapshot")
    except (*UNREADABLE, ActionError, StateError) as error:
        raise SaveError(f"the entries do not fit the snapshot: {error}") from error
    return game


def matching_ruleset(header: Header, ruleset_for: RulesetFor) -> Ruleset:
    """The rules that the header names, of whatever version; other data than the game was started with is not accepted."""
    try:
        ruleset = ruleset_for(header)
    except RulesetError as error:
        raise SaveError(f"the game needs rules that are not here: {error}") from error
    if ruleset.tables_digest != header.tables_digest:
        raise SaveError(
            f"the game was started with tables {header.tables_digest[:12]}, these are {ruleset.tables_digest[:12]}"
        )
    return ruleset


def load(path: Path, ruleset_for: RulesetFor) -> Game:
    try:
        return loads(path.read_bytes(), ruleset_for)
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}") from error
