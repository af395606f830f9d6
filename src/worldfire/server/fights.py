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


class Charge(msgspec.Struct, omit_defaults=True):
    """A ship or aircraft, or convoy points, in a naval combat."""

    label: str
    side: str | None
    unit: int | None = None
    #: of convoy points: how many, and whose
    points: int = 0
    power: str = ""
    damaged: bool = False
    #: it takes part in the round; it has aborted; it has half an abort
    included: bool = False
    aborted: bool = False
    shaken: bool = False
    #: it was on its way when it was intercepted
    moving: bool = False


class SectionNow(msgspec.Struct):
    """What a side has in a section: the search number there with what searches, and whether the search included it.

    In a port attack there are no sections: all that a side has there is together.
    """

    section: int | None
    number: int
    found: bool
    charges: list[Charge]


class NavalSide(msgspec.Struct):
    side: str | None
    active: bool
    seats: list[str]
    #: its submarines take part
    submarines: bool
    #: None: it has not rolled yet
    die: int | None
    roll: int | None
    sections: list[SectionNow]
    surprise: int
    #: row of the naval combat chart → factors of those who are included, and the column that they give
    factors: dict[str, str]
    columns: dict[str, int]
    #: how many ships the other side aims at, with convoy points as units
    ships: int


class Benefit(msgspec.Struct):
    """What surprise points buy."""

    name: str
    points: int
    affordable: bool


class Suffering(msgspec.Struct):
    """Results that a side has still to suffer, the next one first, and who is chosen for it."""

    side: str | None
    hits: list[str]
    target: str | None
    #: the side that chooses
    chooser: str | None


class HitNow(msgspec.Struct):
    """A result that hit somebody, in the order in which it happened."""

    round: int
    side: str | None
    target: str
    unit: int | None
    inflicted: str
    die: int
    suffered: str


class Hands(msgspec.Struct):
    """A unit under way with what it has left to spend."""

    charge: Charge
    movement: int
    range: int


class VoyageNow(msgspec.Struct, tag_field="kind", tag="voyage"):
    """A task force under way: where it is, and where it was bound when it was held up."""

    place: int
    label: str
    hex: str | None
    sea: str | None
    section: int | None
    homeward: bool
    hands: list[Hands]
    ahead: list[str]


class InterceptionNow(msgspec.Struct, tag_field="kind", tag="interception"):
    """A task force has entered a sea area where it may be intercepted."""

    sea: str
    side: str | None
    homeward: bool
    movers: list[Charge]
    hunters: list[SectionNow]
    hunting: str | None
    #: the seat that tries, and whether with submarines
    by: str
    submarines: bool
    #: the modified die that finds it, and what the weather adds to the die
    needed: int
    with_submarines: int
    modifier: int
    weather: str


class NavalNow(msgspec.Struct, tag_field="kind", tag="naval"):
    """A naval combat in a sea area and its round: who is where, who was found, what is bought and suffered.

    A port attack is one round of it, over a hex.
    """

    sea: str
    hex: str | None
    round: int
    weather: str
    #: the type of the round, once it is known
    type: str
    #: the side that intercepted somebody in this round
    interceptor: str | None
    sides: list[NavalSide]
    #: the side that may spend surprise points, and how many
    rich: str | None
    points: int
    benefits: list[Benefit]
    suffering: Suffering | None
    toll: list[HitNow]


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


Combat = AttacksNow | BattleNow | MissionNow | AirNow | VoyageNow | InterceptionNow | NavalNow
