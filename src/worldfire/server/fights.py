"""What a page is told of the combat that is being fought, by its kind; inside an air combat stands what it is fought over."""

from __future__ import annotations

import msgspec


class Declared(msgspec.Struct):
    hex: str
    units: list[int]
    #: it is still to be resolved
    open: bool = True


class Attacker(msgspec.Struct, rename={"origin": "from"}):
    unit: int
    origin: str | None


class Lost(msgspec.Struct):
    attacker: int
    defender: int


class Outcome(msgspec.Struct):
    result: str
    probability: float


class AirLine(msgspec.Struct, omit_defaults=True):
    """An aircraft of a line."""

    unit: int
    name: str
    #: its air-to-air rating: in front whole, behind the front a tenth; None: it has got through
    rating: int | None = None


class AirSide(msgspec.Struct):
    side: str | None
    active: bool
    seats: list[str]
    fighters: list[AirLine]
    bombers: list[AirLine]
    cleared: list[AirLine]
    #: None while an exchange is under way: its values were fixed before
    strength: float | None
    surprise: int
    #: the column on which it rolls; None: there is nobody to fight
    value: int | None
    rolls: bool
    odds: list[Outcome]


class AirChoice(msgspec.Struct):
    """A result that is being implemented: who rolled it, and who chooses."""

    result: str
    rolled: str | None
    chooser: str | None


class AttacksNow(msgspec.Struct, tag_field="kind", tag="attacks"):
    side: str | None
    hex: str | None
    attacks: list[Declared]


class BattleNow(msgspec.Struct, tag_field="kind", tag="land"):
    hex: str | None
    side: str | None
    attackers: list[Attacker]
    defenders: list[int]
    table: str
    modifier: int
    result: str
    #: the result in words
    meaning: str
    lost: Lost
    fate: str
    retreating: list[int]
    advanced: list[int]


class MissionNow(msgspec.Struct, tag_field="kind", tag="mission"):
    mission: str
    around: Combat | None


class AirNow(msgspec.Struct, tag_field="kind", tag="air"):
    hex: str | None
    round: int
    conditions: list[str]
    #: the values were fixed when the round began, whatever was lost since
    fixed: bool
    choice: AirChoice | None
    sides: list[AirSide]
    around: Combat | None


Combat = AttacksNow | BattleNow | MissionNow | AirNow
