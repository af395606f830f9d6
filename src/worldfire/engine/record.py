"""The record of a game: its log, and the entry that is being made while an action is done."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from msgspec.structs import force_setattr

from worldfire.engine.chance import Outcome
from worldfire.engine.events import Event
from worldfire.engine.log import BEGIN, Entry, Header, Log, encode_plain, entry_hash
from worldfire.engine.shapes import Noun


def throw_context(game_id: str, seq: int, action: str, number: int, kind: str) -> bytes:
    """What a throw is bound to: game, entry, hash of the action, number within the entry, kind."""
    return f"{game_id}|{seq}|{action}|{number}|{kind}".encode()


class Record:
    """Everything that came of the action in hand is gathered here, and written down when it is done."""

    def __init__(self, header: Header) -> None:
        self._game_id = header.game_id
        self.entries = Log()
        #: the hash of the last entry: it stands for the whole log
        self.head = header.hash()
        #: how many entries there are, and so the number of the next one
        self.seq = 0
        self._action: tuple[str, str, Noun] = ("", BEGIN, None)
        #: the others may not read in the log what is being done
        self.secret = False
        self.clear()

    def clear(self) -> None:
        """Nothing has happened yet."""
        self.outcomes: list[Outcome] = []
        self.events: list[Event] = []
        #: digests of the state at the ends of book steps, keyed with the game's secret
        self.digests: list[str] = []
        #: numbers of the secret answers that become known
        self.reveals: list[int] = []
        #: from here nobody may go back alone
        self.barrier = False

    def resume(self, entries: Log, head: str) -> None:
        self.entries, self.seq, self.head = entries, len(entries), head

    def open(self, seat: str, verb: str, noun: Noun) -> None:
        """Begin the entry of an action."""
        self._action, self.secret = (seat, verb, noun), False
        self.clear()

    def context(self, kind: str) -> bytes:
        """What a throw is bound to: game, entry, action, number within the entry, kind."""
        action = sha256(encode_plain(self._action)).hexdigest()
        return throw_context(self._game_id, self.seq, action, len(self.outcomes), kind)

    def note_digest(self, digest: Callable[[], str]) -> None:
        """A step of the book is over: its digest is worked out if anybody keeps it."""
        self.digests.append(digest())

    def close(self, seat: str, verb: str, noun: Noun, decision: int | None, *, secret: bool) -> Entry:
        """Write the entry down."""
        return self.append(
            Entry(
                self.seq,
                seat,
                verb,
                noun,
                decision,
                tuple(self.outcomes),
                tuple(self.events),
                tuple(self.digests),
                self.barrier,
                secret,
                tuple(self.reveals),
            )
        )

    def note(self, seat: str, verb: str, noun: Noun) -> Entry:
        """Write down something that is not an action of the game itself."""
        return self.append(Entry(self.seq, seat, verb, noun))

    def append(self, entry: Entry) -> Entry:
        self.head = entry_hash(self.head, entry)
        force_setattr(entry, "hash", self.head)  # nobody has seen the entry yet
        self.entries.append(entry)
        self.seq += 1
        return entry

    def copy(self) -> Record:
        twin = Record.__new__(Record)
        twin.__dict__.update(self.__dict__)
        twin.entries = self.entries.copy()
        return twin
