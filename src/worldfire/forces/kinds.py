"""What numbers and words of a campaign stand for: powers, countries, sides, turns; what is told in a way of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from worldfire.board.model import Board
from worldfire.engine.kinds import (
    NOTHING_POINTED_AT,
    Known,
    Meaning,
    Phrase,
    Place,
    Several,
    Target,
    Word,
    stands_for,
)
from worldfire.engine.position import Position

if TYPE_CHECKING:
    pass


class Power(Known):
    """A power by its row; NOBODY: none."""

    __slots__ = ()


class Powers(Several):
    __slots__ = ()
    kind = Power


class Country(Known):
    """A country by its row."""

    __slots__ = ()


class Side(Known):
    __slots__ = ()


class Turn(Known):
    """A turn by its number, counted from the first of all campaigns."""

    __slots__ = ()


class Year(Known):
    """Told without a comma."""

    __slots__ = ()


class Destination(Place):
    """Where something is sent; -1: it stays where it is."""

    __slots__ = ()
    STAY = -1

    @classmethod
    def target(cls, game: Position, value: Any) -> Target:
        return NOTHING_POINTED_AT if value == cls.STAY else Target(place=value)


class SeaArea(Place):
    """A sea area, by any section of its sea-box."""

    __slots__ = ()


class SeaName(Word):
    """A sea area by its name, told with its article if it takes one."""

    __slots__ = ()


class HexNumber(Word):
    """A hex by the number on the map, `E0435`; other words stand for themselves."""

    __slots__ = ()

    @classmethod
    def target(cls, game: Position, value: Any) -> Target:
        board: Board = game.ruleset.tables.board
        return Target(place=board.index.get(value))


class Owner(Word):
    """A power, a country or a side by its name."""

    __slots__ = ()


class PartisanArea(Word):
    """A country or region where partisans rise; of one that both sides hold, the part of one: `Poland under allies`."""

    __slots__ = ()
    UNDER = " under "

    @classmethod
    def phrase(cls, value: Any) -> Phrase | None:
        area, under, side = str(value).partition(cls.UNDER)
        return Phrase("area-under-side", {"area": area, "side": Owner(side)}) if under else None


class Facing(Meaning):
    """Is it face-down?"""


class Strengths(Meaning):
    """The strengths of two sides, in tenths."""

    whole = True


class Shifts(Meaning):
    """Numbers that are told with their signs."""

    whole = True


class Skies(Meaning):
    """Pairs of a weather zone and its weather."""

    whole = True


PowerId = Annotated[int, stands_for(Power)]
CountryId = Annotated[int, stands_for(Country)]
SideId = Annotated[int, stands_for(Side)]
SeaAreaId = Annotated[int, stands_for(SeaArea)]
TurnNumber = Annotated[int, stands_for(Turn)]
YearNumber = Annotated[int, stands_for(Year)]
PartisanAreaName = Annotated[str, stands_for(PartisanArea)]
OwnerName = Annotated[str, stands_for(Owner)]
FaceDown = Annotated[bool, stands_for(Facing)]
StrengthPair = Annotated[tuple[int, int], stands_for(Strengths)]
ShiftPair = Annotated[tuple[int, int], stands_for(Shifts)]
ZoneWeather = Annotated[tuple[tuple[str, str], ...], stands_for(Skies)]
