"""What numbers and words stand for. The kernel carries kinds; what each is called, whoever tells it knows.

A kind is said once, where a value is declared or given:

- a field of an event by its annotation: `thing: ThingId`;
- what a verb's noun names, and where that may go, by the verb: `Verb("rail", …, items=Traveller, to=Place)`;
- what a refusal or a prompt speaks of by the value itself: `refused("2.3.1", "stacking", place=Place(here))`. It stays a
  number, so that rules can go on with it; a bare number is not accepted.

Forces, rules, options and titles declare kinds of their own.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import msgspec
import msgspec.inspect

if TYPE_CHECKING:
    from worldfire.engine.position import Position


class Target(NamedTuple):
    """What of the game a value points at: nothing, a thing, or a place."""

    thing: int | None = None
    place: int | None = None


NOTHING_POINTED_AT = Target()


class Phrase(NamedTuple):
    """A text by its message key, with arguments that know what they are."""

    key: str
    args: Mapping[str, Any]


class Meaning:
    """Base of all kinds."""

    __slots__ = ()
    #: a tuple is told as a whole, not one by one
    whole: ClassVar[bool] = False

    @classmethod
    def target(cls, game: Position, value: Any) -> Target:
        """What a value of this kind points at."""
        return NOTHING_POINTED_AT

    @classmethod
    def phrase(cls, value: Any) -> Phrase | None:
        """How a value of this kind is told; None: by the name of what it points at, or as it stands."""
        return None


class Known(Meaning, int):
    """A number that knows what it stands for. Where one may be chosen, words beside it stand for themselves: `stay`."""

    __slots__ = ()


class Word(Meaning, str):
    """A word that knows what it stands for."""

    __slots__ = ()


class Several(tuple[int, ...]):
    """Numbers of one kind."""

    __slots__ = ()
    kind: ClassVar[type[Meaning]]


class Number(Known):
    """A plain number: a count, a cost, points."""

    __slots__ = ()


class Thing(Known):
    """A counter."""

    __slots__ = ()

    @classmethod
    def target(cls, game: Position, value: Any) -> Target:
        return Target(thing=value) if isinstance(value, int) else NOTHING_POINTED_AT


class Things(Several):
    __slots__ = ()
    kind = Thing


class Place(Known):
    """A hex, a pool, or any other place."""

    __slots__ = ()

    @classmethod
    def target(cls, game: Position, value: Any) -> Target:
        return Target(place=value) if isinstance(value, int) else NOTHING_POINTED_AT


class Places(Several):
    __slots__ = ()
    kind = Place


class Seat(Word):
    """A seat by its name."""

    __slots__ = ()


def stands_for(kind: type[Meaning]) -> msgspec.Meta:
    """For the annotation of a field, or of the items in it."""
    return msgspec.Meta(extra={"kind": kind}, extra_json_schema={"kind": kind.__name__})


ThingId = Annotated[int, stands_for(Thing)]
PlaceId = Annotated[int, stands_for(Place)]
SeatName = Annotated[str, stands_for(Seat)]


@cache
def kinds_of(struct: type[msgspec.Struct]) -> Mapping[str, type[Meaning]]:
    """Field → what it, or each item of it, stands for."""
    info = msgspec.inspect.type_info(struct)
    assert isinstance(info, msgspec.inspect.StructType)
    found = ((field.encode_name, _kind_in(field.type)) for field in info.fields)
    return {name: kind for name, kind in found if kind is not None}


def _kind_in(info: msgspec.inspect.Type) -> type[Meaning] | None:
    if isinstance(info, msgspec.inspect.Metadata):
        kind: type[Meaning] | None = (info.extra or {}).get("kind")
        return kind or _kind_in(info.type)
    if isinstance(info, msgspec.inspect.VarTupleType):
        return _kind_in(info.item_type)
    if isinstance(info, msgspec.inspect.UnionType | msgspec.inspect.TupleType):
        inner = info.types if isinstance(info, msgspec.inspect.UnionType) else info.item_types
        return next((kind for each in inner if (kind := _kind_in(each)) is not None), None)
    return None


def plainly(value: Any) -> Any:
    """For encoders, which know neither kinds nor columns: the number, word or numbers alone."""
    if isinstance(value, Known):
        return int(value)
    if isinstance(value, Word):
        return str.__str__(value)
    if isinstance(value, array):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be encoded")
