"""What a page is told when it asks about the position; hexes by their numbers, units by theirs."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class AlliedLeave(TypedDict):
    """A permission that an ally could give."""

    seat: str
    what: str
    label: str


class Why(TypedDict):
    """Why something is not allowed."""

    rule: str
    text: str
    #: an ally could allow it
    ask: NotRequired[AlliedLeave]


class Way(TypedDict):
    """How units come to a hex; the path does not name the hex that they start from."""

    cost: int
    path: list[str]
    overrun: bool


class Reach(TypedDict):
    hexes: dict[str, Way]
    refused: dict[str, Why]
    #: why they cannot set out at all
    nowhere: NotRequired[Why]


class Share(TypedDict):
    """What a unit counts for, and what in the charts makes it differ from its print."""

    unit: int
    printed: int
    factors: float
    why: str


class OddsModifier(TypedDict):
    text: str
    rule: str
    value: float


class Chance(TypedDict):
    result: str
    probability: float
    text: str


class Expected(TypedDict):
    attacker_losses: float
    defender_losses: float
    hex_cleared: float | None


class Attack(TypedDict):
    """An attack on one table. Totals have in them what ships and aircraft add."""

    hex: str
    table: str
    odds: str
    #: the odds before the weather
    ratio: str
    automatic: str | None
    attack: list[Share]
    defence: list[Share]
    #: what the notional unit defends with; 0 if there is none
    notional: float
    attack_support: float
    defence_support: float
    attack_total: float
    defence_total: float
    weather: str
    #: thrown and added up; none where the result is automatic
    dice: int
    shift: int
    modifiers: list[OddsModifier]
    distribution: list[Chance]
    expected: Expected


class Odds(TypedDict):
    attacks: list[Attack]


class SupplyStep(TypedDict):
    hex: str
    why: str
    rule: str


class Supply(TypedDict):
    in_supply: bool
    path: list[SupplyStep]
    text: str


class SupplyOfAll(TypedDict):
    units: dict[str, bool]


class Zones(TypedDict):
    hexes: list[str]


class Range(TypedDict):
    hexes: dict[str, int]


Route = TypedDict("Route", {"power": str, "resource": str, "from": str, "to": str | None, "path": list[str]})


class Routes(TypedDict):
    routes: list[Route]


class Suggestion(TypedDict):
    verb: str
    noun: Any


class ToldCaution(TypedDict):
    rule: str
    text: str
    hexes: list[str]


class Cautions(TypedDict):
    cautions: list[ToldCaution]


#: each question with its answer
Answers = TypedDict(
    "Answers",
    {
        "reach": Reach,
        "odds": Odds,
        "supply": Supply,
        "supply-all": SupplyOfAll,
        "zoc": Zones,
        "range": Range,
        "routes": Routes,
        "default": Suggestion,
        "cautions": Cautions,
    },
)
Answer = Reach | Odds | Supply | SupplyOfAll | Zones | Range | Routes | Suggestion | Cautions
