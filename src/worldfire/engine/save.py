"""Games as files: a header line, one line for each log entry, a snapshot, and a closing line that seals them.

The format is described in docs/save-format.md. Reading trusts nothing: what is truncated, edited, from the future or no
game at all gives a `SaveError` that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Any

import msgspec

from worldfire.engine.chance import SealedChance, commitment
from worldfire.engine.dicing import Fresh, dice_after, problem_with, put_in_force, take_note
from worldfire.engine.errors import ActionError, RulesetError, SaveError, StateError
from worldfire.engine.forking import Scratch
from worldfire.engine.game import Game
from worldfire.engine.log import (
    ABOUT_DICE,
    FORMAT,
    FORMAT_VERSION,
    FRESH_DICE,
    UPGRADE,
    Entry,
    Header,
    Log,
    encode_plain,
    entry_hash,
    upgrade_noun,
)
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.state import State, pack_state, state_from, unpack_document, unpack_state
from worldfire.engine.upgrades import RulesVersion, brought_up
from worldfire.engine.upgrading import bring_up_to_date

#: in place of a title's version: whichever is the newest
NEWEST = ""

#: The rules that a header names, on the tables that it names: of the version that it says, if that is installed,
#: otherwise of the newest.
RulesetFor = Callable[[Header], Ruleset]


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """The line after the header: the game's first secret, and later ones that the log does not reveal.

    The file of a game that goes on on a server has none: nobody shall know what the next dice come from.
    """

    secret: str
    more: tuple[str, ...] = ()


class Snapshot(msgspec.Struct, frozen=True):
    """The state at the last barrier, after `entries` entries, so that a long game opens at once and can still be undone."""

    snapshot: str
    entries: int


class Seal(msgspec.Struct, frozen=True):
    """The last line: where the snapshot starts, and the SHA-256 of everything before this line."""

    snapshot_at: int
    sha256: str


def dumps(game: Game) -> bytes:
    """The whole game as the bytes of a save file, its secrets among them."""
    first = game.secrets.get(game.header.commitment, b"")
    more = (secret.hex() for at, secret in game.secrets.items() if at != game.header.commitment)
    return _file(game, Secret(first.hex(), tuple(more)), *game.checkpoint())


def dumps_sealed(game: Game) -> bytes:
    """The same without any secret, for whoever may see everything but the dice to come.

    Without the secret nothing can be done again, so the snapshot is the state as it stands.
    """
    return _file(game, Secret(""), game.state, len(game.entries))


def _file(game: Game, secret: Secret, state: State, entries: int) -> bytes:
    if isinstance(game.record, Scratch):
        raise SaveError("a fork has no log: save the game that it came from")
    lines = [encode_plain(game.header), encode_plain(secret), *game.entries.lines()]
    body = b"\n".join(lines) + b"\n"
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
    #: empty if the file does not say it
    secret: bytes
    entries: Log
    snapshot: Snapshot
    more: tuple[bytes, ...] = ()

    def secrets(self) -> dict[str, bytes]:
        """Every secret that it holds, by its commitment; a first one that is not the header's is a `SaveError`."""
        if self.secret and commitment(self.secret) != self.header.commitment:
            raise SaveError("the secret is not the one that the game committed to")
        return {commitment(secret): secret for secret in (self.secret, *self.more) if secret}


#: what reading a line that is no such thing can raise: nonsense, bytes that are no text, brackets without end
UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)


def parse(data: bytes) -> Parts:
    """Take a file apart. Its seal is checked: what was changed by accident or cut off is not read."""
    end_of_header = data.find(b"\n") + 1 or len(data)
    header = read_header(data[:end_of_header].removesuffix(b"\n"))
    end = (
        data.rfind(b"\n", 0, -1) + 1
    )  # the seal's line begins here; a file has megabytes before it, which are not copied
    try:
        seal = msgspec.json.decode(data[end:].removesuffix(b"\n"), type=Seal)
    except UNREADABLE as error:
        raise SaveError("the file is cut off: its last line is missing") from error
    if data[end:] != encode_plain(seal) + b"\n" or sha256(memoryview(data)[:end]).hexdigest() != seal.sha256:
        raise SaveError("the file was changed or damaged: its seal does not fit; `worldfire verify` finds the place")
    start = data.find(b"\n", end_of_header) + 1
    secret_line = data[end_of_header:start].removesuffix(b"\n")
    at = min(seal.snapshot_at, end)
    entries, snapshot_line = data[start:at], data[at:end]
    try:
        secret = msgspec.json.decode(secret_line, type=Secret)
        first, more = bytes.fromhex(secret.secret), tuple(map(bytes.fromhex, secret.more))
        snapshot = msgspec.json.decode(snapshot_line, type=Snapshot)
    except UNREADABLE as error:
        raise SaveError(f"the file has no secret or no snapshot: {error}") from error
    if snapshot_line != encode_plain(snapshot) + b"\n" or not entries.endswith(b"\n"):
        raise SaveError("the seal does not say where the snapshot begins")
    return Parts(header, first, Log(entries.splitlines()), snapshot, more)


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
    parts.secrets()
    count = parts.snapshot.entries
    if not 0 < count <= len(parts.entries):
        raise SaveError(f"the snapshot was taken after {count} entries, the file has {len(parts.entries)}")
    try:
        parts, played_by = at_last_upgrade(with_known_dice(parts))
    except UNREADABLE as error:
        raise SaveError(f"the file has an upgrade or dice that cannot be read: {error}") from error
    return _opened(parts, ruleset) if played_by == ruleset.version else upgraded(parts, played_by, ruleset)


def with_known_dice(parts: Parts) -> Parts:
    """The same game, with new dice if the secret of the old ones is not here: the file of a game that goes on elsewhere."""
    dice, known = dice_after(parts.header, parts.entries), parts.secrets()
    return parts if {dice.now, dice.seal} <= known.keys() else with_new_dice(parts)


def with_new_dice(parts: Parts) -> Parts:
    """The same game with secrets of its own from here on: whoever brings a file may know, or have chosen, the old ones."""
    now, spare, seal = (token_bytes(32) for _ in range(3))
    noun = Fresh("import", commitment(now), spare=commitment(spare), seal=commitment(seal))
    entry = Entry(len(parts.entries), "", FRESH_DICE, msgspec.to_builtins(noun))
    hashed = msgspec.structs.replace(entry, hash=entry_hash(parts.entries[-1].hash, entry))
    entries = parts.entries.copy()
    entries.append(hashed)
    return msgspec.structs.replace(parts, entries=entries, more=(*parts.more, now, spare, seal))


def at_last_upgrade(parts: Parts) -> tuple[Parts, RulesVersion]:
    """Which rules the game was played by at its end. A snapshot from before the last upgrade is one of older rules: the
    upgrade's own takes its place."""
    entry = parts.entries.last(UPGRADE)
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
        game = _armed(parts, ruleset, len(parts.entries))
        bring_up_to_date(game, state, parts.entries.copy(), parts.snapshot.entries, played_by)
    except SaveError:
        raise
    except Exception as error:  # whatever rules and upgrades stumble over: the game stays as it was
        versions = f"{played_by.title} to version {ruleset.version.title} of the rules of {header.title}"
        raise SaveError(f"the game cannot be brought from version {versions}: {error!r}") from error
    return game


def _armed(parts: Parts, ruleset: Ruleset, entries: int) -> Game:
    """The game with the dice that are in force after so many entries; nothing else of it is there yet."""
    game = Game(ruleset, parts.header, SealedChance(parts.secret), parts.secret)
    game.secrets = parts.secrets()
    game.cup = dice_after(parts.header, parts.entries.upto(entries))
    put_in_force(game)
    return game


def repeated(game: Game, entry: Entry) -> Entry:
    """What a recorded entry says, done again by the game's own dice."""
    if entry.verb not in ABOUT_DICE:
        return game.submit(entry.seat, entry.verb, entry.noun, entry.decision)
    problem = problem_with(game.cup, entry, game.seats)
    if problem:
        raise SaveError(f"entry {entry.seq}: {problem}")
    return take_note(game, msgspec.structs.replace(entry, hash=""))


def _opened(parts: Parts, ruleset: Ruleset) -> Game:
    """The game at its end, by the rules that it was played by."""
    state, count = unpack(parts.snapshot, ruleset), parts.snapshot.entries
    game = _armed(parts, ruleset, count)
    try:
        game.resume(state, parts.entries.upto(count), parts.entries[count - 1].hash)
        for entry in parts.entries.since(count):
            if repeated(game, entry).hash != entry.hash:
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
