"""The log: one entry for each action, chained by hash. It is the truth; states and snapshots can be made from it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from worldfire.engine.chance import Outcome
from worldfire.engine.state import frozen

FORMAT = "worldfire-game"
#: of the save file; see docs/save-format.md
FORMAT_VERSION = 1


#: what stands in the verb of entries that are not actions of the game itself
BEGIN, UNDO, PROPOSE_UNDO, AGREE_UNDO = "begin", "undo", "propose-undo", "agree-undo"
ABOUT_UNDO = frozenset((UNDO, PROPOSE_UNDO, AGREE_UNDO))
#: from here the game is played by newer rules; the noun is an `UpgradeNoun`
UPGRADE = "upgrade"
#: what is said about the dice: a seat adds to those that lie ready, and those come into force; see `dicing`
ADD_CHANCE, FRESH_DICE = "add-chance", "fresh-dice"
ABOUT_DICE = (ADD_CHANCE, FRESH_DICE)
#: what a log is searched for whenever it is opened
ABOUT_THE_GAME = (*ABOUT_DICE, UPGRADE)
#: entries that are compressed together: about as much text as the compression looks back on
BLOCK = 64


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game is played with. Its hash is where the chain of entries starts."""

    format: str
    format_version: int
    game_id: str
    title: str
    title_version: str
    options: tuple[str, ...]
    tables_digest: str
    seats: tuple[str, ...]
    setup: Any
    commitment: str
    #: a packed state that the game begins from, where it does not begin with its set-up: an imagined game
    start: str = ""
    #: what a state of these rules is made of, by which older ones are recognised; none: before there were upgrades
    schema: str = ""
    #: commitment to the secret that lies ready for when the first one goes out of force; none: there is only one
    spare: str = ""

    def hash(self) -> str:
        return sha256(encode_plain(self)).hexdigest()


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action with everything that came of it."""

    seq: int
    seat: str
    verb: str
    noun: Any = None
    decision: int | None = None
    outcomes: tuple[Outcome, ...] = ()
    #: events as they happened; plain dictionaries when read from a file
    events: tuple[Any, ...] = ()
    #: digests of the state at the ends of book steps, keyed with the game's secret
    digests: tuple[str, ...] = ()
    #: undo stops here
    barrier: bool = False
    #: the others may not read what was done: an answer to a secret decision until it is revealed, a private verb
    secret: bool = False
    #: numbers of the secret answers that are revealed with this entry
    reveals: tuple[int, ...] = ()
    #: the packed state that the game goes on from, if this is an upgrade; it leaves for no seat
    state: str = ""
    hash: str = ""


class UpgradeNoun(msgspec.Struct, frozen=True, rename={"old": "from", "new": "to"}):
    """Versions of the title's rules, the new schema, and the actions since the last barrier that no longer stand."""

    old: str
    new: str
    schema: str
    lost: tuple[int, ...] = ()


def upgrade_noun(entry: Entry) -> UpgradeNoun:
    return msgspec.convert(entry.noun, UpgradeNoun)


class Log:
    """The entries of a game. Those read from a file stay text until somebody looks at them, and of a long game in memory
    all but the newest are compressed, `BLOCK` lines at a time."""

    __slots__ = (
        "_about",
        "_blocks",
        "_indexed",
        "_items",
        "_packed",
        "_pressed",
        "_revealed",
        "_searched",
        "_unpressed",
    )

    def __init__(self, items: Iterable[Entry | bytes] = ()) -> None:
        #: compressed lines; how many entries they are, and the block that was looked into last
        self._blocks: list[bytes] = []
        self._pressed = 0
        self._unpressed: tuple[int, list[bytes]] = (-1, [])
        #: the entries after those
        self._items = list(items)
        self._revealed: set[int] = set()
        self._searched = 0
        self._packed = 0
        self._about: list[int] = []
        self._indexed = 0

    def __len__(self) -> int:
        return self._pressed + len(self._items)

    def __getitem__(self, index: int) -> Entry:
        at = index - self._pressed if index >= 0 else index + len(self._items)
        if at < 0:
            return decode_entry(self._line(at + self._pressed))
        item = self._items[at]
        if isinstance(item, bytes):
            item = self._items[at] = decode_entry(item)
        return item

    def __iter__(self) -> Iterator[Entry]:
        return self.since(0)

    def since(self, seq: int) -> Iterator[Entry]:
        return (self[index] for index in range(seq, len(self)))

    def last(self, verb: str) -> Entry | None:
        """The last entry with this verb, one of `ABOUT_THE_GAME`. Entries that are still text are not read for it."""
        return next(
            (entry for entry in map(self.__getitem__, reversed(self._about_the_game())) if entry.verb == verb), None
        )

    def every(self, *verbs: str) -> Iterator[Entry]:
        """The entries with one of these verbs, all of `ABOUT_THE_GAME`, in their order."""
        return (entry for entry in map(self.__getitem__, self._about_the_game()) if entry.verb in verbs)

    def _about_the_game(self) -> list[int]:
        """Where they stand. What is text is searched as one text, once: line by line takes ten times as long."""
        new = self._items[self._indexed - self._pressed :]
        text = b"\n".join([item if isinstance(item, bytes) else _MARKS[item.verb in ABOUT_THE_GAME] for item in new])
        line, position = self._indexed, 0
        for match in _MARK.finditer(text):
            line += text.count(b"\n", position, match.start())
            position = match.start()
            if not self._about or self._about[-1] != line:
                self._about.append(line)
        self._indexed = len(self)
        return self._about

    def upto(self, count: int) -> Log:
        """The first entries."""
        blocks = min(count, self._pressed) // BLOCK
        between = map(self._line, range(blocks * BLOCK, min(count, self._pressed)))
        twin = Log([*between, *self._items[: max(0, count - self._pressed)]])
        twin._blocks, twin._pressed = self._blocks[:blocks], blocks * BLOCK
        twin._packed = min(self._packed, count)
        twin._about, twin._indexed = [at for at in self._about_the_game() if at < count], count
        return twin

    def append(self, entry: Entry) -> None:
        self._items.append(entry)

    def copy(self) -> Log:
        twin = Log(self._items)
        twin._blocks, twin._pressed, twin._unpressed = list(self._blocks), self._pressed, self._unpressed
        twin._revealed, twin._searched = set(self._revealed), self._searched
        twin._packed = self._packed
        twin._about, twin._indexed = list(self._about), self._indexed
        return twin

    def revealed(self) -> set[int]:
        """Numbers of the secret answers that everybody has seen: what was taken back before stays secret."""
        for entry in self.since(self._searched):
            self._revealed.update(entry.reveals)
        self._searched = len(self)
        return self._revealed

    def pack(self, newest: int) -> None:
        """All but the newest become text again, and of those the oldest a compressed block, one at a call: they need a
        fraction of the memory, and whoever looks at one reads it."""
        last = len(self) - newest
        for index in range(self._packed - self._pressed, last - self._pressed):
            item = self._items[index]
            if not isinstance(item, bytes):
                self._items[index] = _encoder.encode(item)
        self._packed = max(self._packed, last)
        if last - self._pressed >= BLOCK:
            self._about_the_game()  # what is compressed is not searched again
            self._blocks.append(zlib.compress(b"\n".join(map(_as_text, self._items[:BLOCK]))))
            del self._items[:BLOCK]
            self._pressed += BLOCK

    def lines(self) -> Iterator[bytes]:
        """Each entry as it stands in a file."""
        yield from map(self._line, range(self._pressed))
        yield from map(_as_text, self._items)

    def _line(self, index: int) -> bytes:
        """One of those that are compressed."""
        if index < 0:
            raise IndexError(index)
        wanted, line = divmod(index, BLOCK)
        block, lines = self._unpressed
        if block != wanted:
            lines = zlib.decompress(self._blocks[wanted]).split(b"\n")
            self._unpressed = (wanted, lines)
        return lines[line]


def in_effect(entries: Iterable[Entry], seats: tuple[str, ...]) -> list[Entry]:
    """The entries that count, oldest first: those taken back are left out, and so are the words about undoing."""
    kept: list[Entry] = []
    agreed: set[str] = set()
    for entry in entries:
        if entry.verb in ABOUT_DICE:
            continue
        if entry.verb == UNDO:
            kept = [earlier for earlier in kept if earlier.seq not in entry.noun]
        elif entry.verb == UPGRADE:
            lost = upgrade_noun(entry).lost
            kept = [*(earlier for earlier in kept if earlier.seq not in lost), entry]
            agreed = set()
        elif entry.verb in (PROPOSE_UNDO, AGREE_UNDO):
            agreed = {entry.seat} if entry.verb == PROPOSE_UNDO else agreed | {entry.seat}
            if agreed == set(seats):
                kept = [earlier for earlier in kept if earlier.seq <= entry.noun]
                agreed = set()
        else:
            kept.append(entry)
            agreed = set()
    return kept


def open_proposal(entries: Log, seats: tuple[str, ...]) -> tuple[str, int, tuple[str, ...]] | None:
    """(who proposes, to go back to which entry, who has agreed) if the last entries speak of an undo not yet settled."""
    agreed: tuple[str, ...] = ()
    for index in range(len(entries) - 1, -1, -1):
        entry = entries[index]
        if entry.verb in ABOUT_DICE:
            continue
        if entry.verb == AGREE_UNDO:
            agreed = (entry.seat, *agreed)
        elif entry.verb == PROPOSE_UNDO and {entry.seat, *agreed} != set(seats):
            return (entry.seat, entry.noun, agreed)
        else:
            return None
    return None


_decoder = msgspec.json.Decoder(Entry)
#: keys stay in the order in which they were written, so that what was read is written again as it was
_encoder = msgspec.json.Encoder()
#: how an entry about the game is recognised in text; and what stands for one that is not text
_MARK = re.compile(b'"verb":(?:%s),' % b"|".join(_encoder.encode(verb) for verb in ABOUT_THE_GAME))
_MARKS = (b"", b'"verb":"%s",' % UPGRADE.encode())


def decode_entry(line: bytes) -> Entry:
    entry = _decoder.decode(line)
    return msgspec.structs.replace(entry, noun=frozen(entry.noun))


def _as_text(item: Entry | bytes) -> bytes:
    return item if isinstance(item, bytes) else _encoder.encode(item)


def encode_plain(value: Any) -> bytes:
    """JSON without blanks: the same value, or what was read from its JSON, gives the same bytes."""
    return _encoder.encode(value)


def entry_hash(previous: str, entry: Entry) -> str:
    """The hash that binds an entry to all before it (the entry's own hash is left out)."""
    body = msgspec.structs.replace(entry, hash="") if entry.hash else entry
    return sha256(previous.encode() + _encoder.encode(body)).hexdigest()
