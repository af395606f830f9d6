"""Numbers and words that know what they are: in annotations, in refusals, in what is sent."""

from __future__ import annotations

from typing import Annotated

import msgspec

from worldfire.engine.events import Event, kinds_of_event
from worldfire.engine.kinds import (
    Known,
    Number,
    Place,
    PlaceId,
    Places,
    Seat,
    SeatName,
    Thing,
    ThingId,
    kinds_of,
    plainly,
    stands_for,
)
from worldfire.engine.violation import refused
from worldfire.forces.pools import force_pool, next_year_pool, read_pool_name


class Marker(Known):
    """A kind that only this test knows."""

    __slots__ = ()


class MarkersTurned(Event, frozen=True):
    marker: Annotated[int, stands_for(Marker)]
    by: SeatName
    along: tuple[PlaceId, ...]
    moved: tuple[tuple[ThingId, PlaceId], ...]
    carrier: ThingId | None
    count: int


def test_a_field_says_what_it_or_each_item_of_it_is() -> None:
    assert kinds_of(MarkersTurned) == {"marker": Marker, "by": Seat, "along": Place, "moved": Thing, "carrier": Thing}
    assert kinds_of_event("MarkersTurned") == kinds_of(MarkersTurned)
    assert kinds_of_event("NeverHeardOf") == {}


def test_annotations_change_nothing_in_what_is_written() -> None:
    event = MarkersTurned(marker=3, by="north", along=(1, 2), moved=((4, 5),), carrier=None, count=2)
    plain = msgspec.to_builtins(event)
    assert plain["marker"] == 3
    assert msgspec.convert(plain, MarkersTurned) == event


def test_what_a_refusal_speaks_of_stays_a_number() -> None:
    found = refused("2.3.1", "stacking", place=Place(7), path=Places((7, 8)), most=Number(2))
    assert dict(found.args) == {"place": 7, "path": (7, 8), "most": 2}
    assert found == refused("2.3.1", "stacking", place=Place(7), path=Places((7, 8)), most=Number(2))
    assert msgspec.json.encode(found, enc_hook=plainly) == msgspec.json.encode(
        {"rule": "2.3.1", "key": "stacking", "args": {"place": 7, "path": [7, 8], "most": 2}}
    )


def test_the_name_of_a_pool_in_its_parts() -> None:
    for name, owner, kind in (
        (force_pool("germany", "ARM"), "germany", "ARM"),
        (next_year_pool(1942, "ussr", "SUB"), "ussr", "SUB"),
        ("tray of nationalist-china", "nationalist-china", ""),
        ("germany: HQ-I", "germany", "HQ-I"),
    ):
        found = read_pool_name(name)
        assert found is not None
        assert (found.owner, found.kind, str(found)) == (owner, kind, name)
    for name in ("production circle, Jan/Feb 1942", "units of a liberated country", "Baltic Sea 3", "partisans"):
        assert read_pool_name(name) is None
