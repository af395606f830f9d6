"""How a title looks: the colours of its nations, and what lies on its map beside counters.

Pages know a few ways to draw something (a zigzag below a counter, a plate with letters, walls along hexsides) and nothing of
what it means. A title names its kinds, says how each is drawn, and works out from a position where they lie now. That
position shows no more than a seat may know, so nothing told from it can tell more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from worldfire.engine.position import Position

Shape = Literal["zigzag", "plate", "wall", "dots"]


class MarkKind(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that lies on the map: how it is drawn, in which colour ("": that of the side), and what it is called."""

    shape: Shape
    colour: str = ""
    name: str = ""


class HexMark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something in a hex, with the few letters on it, the hexsides that it guards, and the border of seas that it bars."""

    kind: str
    hex: str
    text: str
    side: str | None = None
    letters: str = ""
    sides: tuple[tuple[str, str], ...] = ()
    seas: tuple[str, ...] = ()


class Marks(msgspec.Struct, frozen=True):
    """What lies on the map now."""

    #: kind → the units that bear it
    units: dict[str, tuple[int, ...]] = {}
    hexes: tuple[HexMark, ...] = ()


NO_MARKS = Marks()


def _nothing(game: Position) -> Marks:
    return NO_MARKS


@dataclass(frozen=True)
class Look:
    #: kind of mark → how it is drawn; its name is the text `mark-<kind>`
    marks: Mapping[str, MarkKind] = field(default_factory=dict)
    marks_on: Callable[[Position], Marks] = _nothing
    #: the text that warns players of what the map is not, if anything
    caveat: str = ""
