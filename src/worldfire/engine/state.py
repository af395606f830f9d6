"""The whole position as data: it can be copied in microseconds, digested, written out and read back.

Columns are arrays; fields, quantities and the locals of frames hold immutable values only, so that a copy may share them.
"""

from __future__ import annotations

import base64
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from worldfire.engine.errors import SaveError, StateError
from worldfire.engine.schema import Column, Field, Quantity, Schema

if TYPE_CHECKING:
    from worldfire.engine.procedures import Procedure

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

#: Raised whenever what `encode` writes changes its meaning; then an upgrader from the old version is added below.
STATE_VERSION = 1

Document = dict[str, Any]
#: version → turns a document of that version into one of the next
Upgraders = Mapping[int, Callable[[Document], Document]]
UPGRADERS: Upgraders = {}

#: the step of a frame whose last step was a call or a roll: its result is the frame's
FINISHED = ""

_TYPECODE = "i"
_LITTLE = sys.byteorder == "little"


#: a copy that shares the values: they are immutable
_shallow: Callable[[Any], Any] = msgspec.Struct.__copy__  # type: ignore[attr-defined]


class Answer(msgspec.Struct, frozen=True):
    """What a seat said to a decision that waits for others, and in which entry."""

    verb: str
    noun: Any
    entry: int


class Pending(msgspec.Struct):
    """A decision that is open: only what cannot be found by asking the step again."""

    kind: str
    ids: dict[str, int]
    answers: dict[str, Answer] = {}
    #: seats that said done (shared) or passed or reacted (window)
    closed: tuple[str, ...] = ()
    #: allies disagree: a tie-break runs above this frame, then the winner's proposal is applied
    tie: bool = False
    winner: str = ""

    def __copy__(self) -> Pending:
        return Pending(self.kind, dict(self.ids), dict(self.answers), self.closed, self.tie, self.winner)


class Frame(msgspec.Struct, eq=False):
    """One level of the call stack: a procedure, the name of its current step, and its locals (ids and choices)."""

    procedure: str
    step: str
    locals: Any
    #: what the last roll, draw or call of this frame gave
    result: Any = None
    pending: Pending | None = None
    #: something done in between (a consequence, a reaction, an announcement): the frame below gets no result of it
    interlude: bool = False
    #: who may know the result, if it is a secret draw; None: everybody
    seen_by: tuple[str, ...] | None = None
    #: locals that titles and options have added to those of the procedure
    annexes: tuple[msgspec.Struct, ...] = ()

    def __copy__(self) -> Frame:
        twin: Frame = _shallow(self)
        if twin.locals is not None:
            twin.locals = _shallow(twin.locals)
        if twin.pending is not None:
            twin.pending = twin.pending.__copy__()
        if twin.annexes:
            twin.annexes = tuple(map(_shallow, twin.annexes))
        return twin


class Consequence(msgspec.Struct, frozen=True):
    """Something owed because of an event, done before the next decision."""

    procedure: str
    locals: Any


class State:
    """See the module's text. Rules read it directly and write it through `Game`, which keeps the caches true."""

    __slots__ = (
        "columns",
        "consents",
        "fields",
        "frames",
        "quantities",
        "queue",
        "requests",
        "result",
        "watches",
    )

    def __init__(self) -> None:
        self.columns: dict[str, array[int]] = {}
        self.fields: dict[str, Any] = {}
        #: (kind, owner, place) → number; never 0
        self.quantities: dict[tuple[str, int, int], int] = {}
        self.frames: list[Frame] = []
        self.queue: tuple[Consequence, ...] = ()
        #: (giver, taker, what) → "yes", "once", "ask" or "no"
        self.consents: dict[tuple[str, str, str], str] = {}
        #: (giver, taker, what) that the taker has asked for and the giver has not answered
        self.requests: set[tuple[str, str, str]] = set()
        #: (seat, kind of window) → "never", "mine", "always" or a tuple of places
        self.watches: dict[tuple[str, str], Any] = {}
        #: how the game ended; None while it goes on
        self.result: Any = None

    @classmethod
    def blank(cls, schema: Schema, sizes: Mapping[str, int]) -> State:
        """A state with every column at its default; `sizes` says how many members each family has."""
        state = cls()
        for column in schema.columns:
            state.columns[column.key] = array(_TYPECODE, [column.default]) * sizes.get(column.family.name, 0)
        for item in schema.fields:
            state.fields[item.name] = item.default
        return state

    def __getitem__(self, column: Column) -> array[int]:
        return self.columns[column.key]

    def get(self, item: Field[T]) -> T:
        value: T = self.fields[item.name]
        return value

    def amount(self, quantity: Quantity, owner: int, place: int) -> int:
        return self.quantities.get((quantity.name, owner, place), 0)

    def amounts(self, quantity: Quantity) -> Iterator[tuple[int, int, int]]:
        """(owner, place, number) of all that there is of it."""
        kind = quantity.name
        return ((owner, place, number) for (what, owner, place), number in self.quantities.items() if what == kind)

    def add(self, quantity: Quantity, owner: int, place: int, number: int) -> None:
        """Add to a quantity, or with a negative number take away; what is not there cannot be taken."""
        key = (quantity.name, owner, place)
        total = self.quantities.get(key, 0) + number
        if total < 0:
            raise StateError(f"{quantity.name} of owner {owner} at place {place}: {total - number} are not enough")
        if total:
            self.quantities[key] = total
        else:
            self.quantities.pop(key, None)

    def copy(self) -> State:
        return self.copy_since(None, ())

    def copy_since(self, kept: State | None, written: Iterable[str]) -> State:
        """A copy that shares the columns of an earlier one which were not written since. Neither may ever be written."""
        twin = State.__new__(State)
        if kept is None:
            twin.columns = dict(zip(self.columns, map(array.__copy__, self.columns.values()), strict=True))
        else:
            twin.columns = kept.columns.copy()
            for key in written:
                twin.columns[key] = self.columns[key][:]
        twin.fields = self.fields.copy()
        twin.quantities = self.quantities.copy()
        twin.frames = [frame.__copy__() for frame in self.frames]
        twin.queue = self.queue
        twin.consents = self.consents.copy()
        twin.requests = self.requests.copy()
        twin.watches = self.watches.copy()
        twin.result = self.result
        return twin

    def document(self) -> Document:
        """The state as plain values; the order of keys never depends on the order of play."""
        columns = {key: _column_bytes(self.columns[key]) for key in sorted(self.columns)}
        return self._document(columns, {key: self.fields[key] for key in sorted(self.fields)})

    def _document(self, columns: dict[str, bytes], fields: Mapping[str, Any]) -> Document:
        return {**self.standing(columns, fields), **self.moving()}

    def standing(self, columns: dict[str, bytes], fields: Mapping[str, Any] | msgspec.Raw) -> Document:
        """What changes only where something is written: the first keys of the document, as they are ordered in a summary."""
        return {
            "columns": columns,
            "consents": [[*key, answer] for key, answer in sorted(self.consents.items())],
            "fields": fields,
        }

    def moving(self) -> Document:
        """The keys after them."""
        document = {
            "frames": [_frame_document(frame) for frame in self.frames],
            "quantities": [[*key, number] for key, number in sorted(self.quantities.items())],
            "queue": [[item.procedure, msgspec.to_builtins(item.locals)] for item in self.queue],
            "result": self.result,
            "version": STATE_VERSION,
            "watches": [[*key, wish] for key, wish in sorted(self.watches.items())],
        }
        if self.requests:  # mostly nobody asks: states are then written as they were before one could
            document["requests"] = sorted(self.requests)
        return document

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(self.document(), order="deterministic")

    def summary(self) -> bytes:
        """The state with each column as its hash."""
        hashes: dict[str, bytes] = {}
        self.hash_columns(hashes)
        return msgspec.msgpack.encode(self._document(hashes, self.fields), order="deterministic")

    def hash_columns(self, known: dict[str, bytes]) -> None:
        """Add the hashes that are not known."""
        for key in self.columns.keys() - known.keys():
            column = self.columns[key]
            known[key] = sha256(column if _LITTLE else _column_bytes(column)).digest()

    def digest(self) -> str:
        """A fingerprint of the whole state, hidden things included: never send it bare to a seat."""
        return sha256(self.summary()).hexdigest()


def decode_state(
    data: bytes, schema: Schema, procedures: Mapping[str, Procedure], upgraders: Upgraders = UPGRADERS
) -> State:
    """Read what `encode` wrote."""
    return state_from(read_document(data, upgraders), schema, procedures)


def read_document(data: bytes, upgraders: Upgraders = UPGRADERS) -> Document:
    """The plain values that `encode` wrote; documents of older versions of the format are upgraded step by step."""
    try:
        document: Document = msgspec.msgpack.decode(data)
        version = document["version"]
    except (msgspec.DecodeError, KeyError, TypeError) as error:
        raise SaveError(f"the snapshot is not a state: {error}") from error
    if not isinstance(version, int) or version > STATE_VERSION:
        raise SaveError(f"the snapshot has version {version}; this program reads versions up to {STATE_VERSION}")
    while version < STATE_VERSION:
        if version not in upgraders:
            raise SaveError(f"no way to read a snapshot of version {version}")
        document = upgraders[version](document)
        version += 1
    return document


def state_from(
    document: Document, schema: Schema, procedures: Mapping[str, Procedure], sizes: Mapping[str, int] | None = None
) -> State:
    """A state out of its plain values. Columns and fields that it lacks take their defaults, for it may be older than they
    are; what no schema declares is refused, because nobody would know what it means.

    `sizes` says how many members a family has that no column of the document tells.
    """
    try:
        return _from_document(document, schema, procedures, sizes or {})
    except (KeyError, TypeError, ValueError, AttributeError, msgspec.ValidationError) as error:
        raise SaveError(f"the snapshot does not fit the rules it names: {error!r}") from error


#: bytes of an unpacked state: many times those of the largest game; a file may claim to hold more than memory does
LARGEST_STATE = 8 * 1024 * 1024


def pack_state(state: State) -> str:
    """A state as text, as it stands in a snapshot or in the header of a game that begins from it."""
    return base64.b85encode(zlib.compress(state.encode(), 6)).decode()


def unpack_document(text: str) -> Document:
    """What a packed state says, before any rules read it."""
    unpacker = zlib.decompressobj()
    try:
        packed = unpacker.decompress(base64.b85decode(text), LARGEST_STATE)
    except (ValueError, zlib.error) as error:
        raise SaveError(f"the snapshot cannot be unpacked: {error}") from error
    if not unpacker.eof:
        raise SaveError(f"the snapshot is cut off, or larger than {LARGEST_STATE} bytes")
    return read_document(packed)


def unpack_state(text: str, schema: Schema, procedures: Mapping[str, Procedure]) -> State:
    return state_from(unpack_document(text), schema, procedures)


def _from_document(
    document: Document, schema: Schema, procedures: Mapping[str, Procedure], sizes: Mapping[str, int]
) -> State:
    state = State()
    columns, fields = document["columns"], document["fields"]
    _refuse_unknown("columns", columns.keys() - schema.column_by_key.keys())
    _refuse_unknown("fields", fields.keys() - schema.field_by_name.keys())
    _refuse_unknown("quantities", {row[0] for row in document["quantities"]} - schema.quantity_by_name.keys())
    if not columns.keys() >= schema.column_by_key.keys():
        columns = _defaults(schema, columns, sizes) | columns
    state.columns = {key: _column_from(columns[key]) for key in schema.column_by_key}
    state.fields = {
        item.name: frozen(fields[item.name]) if item.name in fields else item.default for item in schema.fields
    }
    state.quantities = {(kind, owner, place): number for kind, owner, place, number in document["quantities"]}
    state.frames = [_frame_from(item, procedures) for item in document["frames"]]
    state.queue = tuple(Consequence(name, _locals_from(procedures[name], values)) for name, values in document["queue"])
    state.consents = {(giver, taker, what): answer for giver, taker, what, answer in document["consents"]}
    state.requests = {(giver, taker, what) for giver, taker, what in document.get("requests", ())}
    state.watches = {(seat, kind): frozen(wish) for seat, kind, wish in document["watches"]}
    state.result = frozen(document["result"])
    return state


def _refuse_unknown(what: str, unknown: Set[str]) -> None:
    if unknown:
        raise ValueError(f"{what} that nothing declares: {', '.join(sorted(unknown))}")


def _defaults(schema: Schema, columns: Mapping[str, bytes], sizes: Mapping[str, int]) -> dict[str, bytes]:
    """Every column full of its default, as long as those of its family that are there."""
    told = dict(sizes)
    told |= {schema.column_by_key[key].family.name: len(_column_from(column)) for key, column in columns.items()}
    return {
        column.key: _column_bytes(array(_TYPECODE, [column.default]) * told.get(column.family.name, 0))
        for column in schema.columns
    }


def frozen(value: Any) -> Any:
    """A decoded value with its lists turned into the tuples they were."""
    if type(value) is list:
        return tuple(map(frozen, value))
    if type(value) is dict:
        return {key: frozen(item) for key, item in value.items()}
    return value


def _column_bytes(column: array[int]) -> bytes:
    if _LITTLE:
        return column.tobytes()
    swapped = column[:]
    swapped.byteswap()
    return swapped.tobytes()


def column_in(document: Document, key: str) -> array[int]:
    """A column of a document that is not a state yet: for upgrades."""
    return _column_from(document["columns"][key])


def with_column(document: Document, key: str, column: array[int]) -> Document:
    """The document with another such column: for upgrades."""
    return {**document, "columns": {**document["columns"], key: _column_bytes(column)}}


def _column_from(data: bytes) -> array[int]:
    column = array(_TYPECODE, data)
    if not _LITTLE:
        column.byteswap()
    return column


def _frame_document(frame: Frame) -> Document:
    annexes = {type(annex).__name__: msgspec.to_builtins(annex) for annex in frame.annexes}
    return {
        **({"annexes": annexes} if annexes else {}),
        "procedure": frame.procedure,
        "step": frame.step,
        "locals": msgspec.to_builtins(frame.locals),
        "result": frame.result,
        "pending": None if frame.pending is None else msgspec.to_builtins(frame.pending),
        "interlude": frame.interlude,
        "seen_by": frame.seen_by,
    }


def _locals_from(procedure: Procedure, values: Any) -> Any:
    return None if procedure.locals is None else _struct_from(values, procedure.locals)


def _struct_from(values: Any, kind: type[S]) -> S:
    _refuse_unknown(f"locals of {kind.__name__}", values.keys() - set(kind.__struct_fields__))
    return msgspec.convert(values, kind)


def annexes_from(procedure: Procedure, values: Mapping[str, Any]) -> tuple[msgspec.Struct, ...]:
    """The annexes of a procedure's frame; one that nothing is known of begins with its defaults."""
    if not values and not procedure.annexes:
        return ()
    _refuse_unknown(f"annexes of {procedure.name!r}", values.keys() - {kind.__name__ for kind, _ in procedure.annexes})
    return tuple(_struct_from(values.get(kind.__name__, {}), kind) for kind, _ in procedure.annexes)


def _frame_from(document: Document, procedures: Mapping[str, Procedure]) -> Frame:
    procedure = procedures[document["procedure"]]
    if document["step"] != FINISHED and document["step"] not in procedure.steps:
        raise ValueError(f"procedure {procedure.name!r} has no step {document['step']!r}")
    pending = None
    if document["pending"] is not None:
        pending = msgspec.convert(document["pending"], Pending)
        pending.answers = {
            seat: Answer(answer.verb, frozen(answer.noun), answer.entry) for seat, answer in pending.answers.items()
        }
    return Frame(
        procedure.name,
        document["step"],
        _locals_from(procedure, document["locals"]),
        frozen(document["result"]),
        pending,
        document["interlude"],
        frozen(document["seen_by"]),
        annexes_from(procedure, document.get("annexes", {})),
    )
