"""Politics in the story: which lines are politics, and the place on the map that each is about."""

from __future__ import annotations

from typing import Any

from worldfire.engine.events import kinds_of_event
from worldfire.engine.position import Position
from worldfire.forces.capitals import capital_of
from worldfire.forces.kinds import Country, Power
from worldfire.forces.nations import main_home
from worldfire.forces.turn import power_name
from worldfire.forces.who import NOBODY, SIDE, country_named
from worldfire.rules.s19_4_minor_units import home_of

#: wars, pacts and peace, countries that change sides or fall, what allies agree on, what the reluctant do
POLITICAL = frozenset(
    [
        "BalticStatesOccupied",
        "BordersClaimed",
        "BurmaRoadClosed",
        "CalledBack",
        "ClaimAnswered",
        "CountryAllocated",
        "CountryConquered",
        "CountryLiberated",
        "CountryPasses",
        "CountryReverted",
        "CountryTransferred",
        "CzechoslovakiaRestored",
        "EastPolandOccupied",
        "EntryActionNoted",
        "EntryOptionChosen",
        "EntryOptionGained",
        "FactionGone",
        "FactionReturns",
        "GroupDecided",
        "HomeSurrendered",
        "IndiesOpened",
        "LendingAgreed",
        "LendingDeclined",
        "LendingEnded",
        "LendingProposed",
        "MinorAbandoned",
        "MinorAligned",
        "MinorAtPeace",
        "MinorOffered",
        "MinorSetUp",
        "MinorSupported",
        "NeverAtWar",
        "NewHomeChosen",
        "PactBroken",
        "PactDeclined",
        "PactMade",
        "PactTradeAgreed",
        "PeaceEnforced",
        "PeaceMade",
        "PowerFallen",
        "PowerIsBack",
        "RepublicProclaimed",
        "SuezClosed",
        "TermsDeclined",
        "TermsProposed",
        "UsOccupied",
        "VichyCollapsed",
        "VichyDeclared",
        "VichyHostile",
        "WarAttempted",
        "WarDeclared",
    ]
)
#: told by a line beside it
FOLDED_POLITICS = frozenset({"CountryAligned", "UsEntryAction", "UsEntryAlignment", "PowerArises", "PowerVanishes"})


def seat_of_politics(game: Position, event: dict[str, Any]) -> int | None:
    """The capital of the country that it is about, or of the power it is directed at; of the acting one if there is none."""
    if event["event"] not in POLITICAL:
        return None
    kinds = kinds_of_event(event["event"])
    for country in _values(event, kinds, Country):
        return capital_of(game, country)
    directed = [event["target_power"]] if "target_power" in event else _values(event, kinds, Power)
    homes = (_home(game, power) for power in directed)
    return next((capital_of(game, home) for home in homes if home != NOBODY), None)


def _values(event: dict[str, Any], kinds: Any, wanted: type) -> list[int]:
    found: list[int] = []
    for name, kind in kinds.items():
        if kind is not None and issubclass(kind, wanted) and event.get(name) is not None:
            value = event[name]
            found += [value] if isinstance(value, int) else list(value)
    return [value for value in found if value != NOBODY]


def _home(game: Position, power: int) -> int:
    """A minor country is its own power."""
    if game.state[SIDE][power] == NOBODY:
        return country_named(game, power_name(game, power))
    return home_of(game, main_home(game, power))
