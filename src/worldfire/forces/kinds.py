"""What numbers and words of a campaign stand for: powers, countries, sides, turns; what is told in a way of its own."""

from __future__ import annotations

from typing import Annotated

from worldfire.engine.kinds import Known, Meaning, Several, Word, stands_for


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


class Owner(Word):
    """A power, a country or a side by its name."""

    __slots__ = ()


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
TurnNumber = Annotated[int, stands_for(Turn)]
YearNumber = Annotated[int, stands_for(Year)]
OwnerName = Annotated[str, stands_for(Owner)]
FaceDown = Annotated[bool, stands_for(Facing)]
StrengthPair = Annotated[tuple[int, int], stands_for(Strengths)]
ShiftPair = Annotated[tuple[int, int], stands_for(Shifts)]
ZoneWeather = Annotated[tuple[tuple[str, str], ...], stands_for(Skies)]
