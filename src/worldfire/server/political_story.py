"""Politics in the story: which lines are politics, and the place on the map that each is about."""

from __future__ import annotations

from typing import Any

from worldfire.engine.events import kinds_of_event
from worldfire.engine.position import Position
from worldfire.forces.capitals import capital_of
from worldfire.forces.kinds import Country
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
#: about the power itself, not about somebody it does something to
_OF_A_POWER = frozenset({"PowerFallen", "PowerIsBack", "HomeSurrendered", "CalledBack"})
#: told by a line beside it
FOLDED_POLITICS = frozenset({"CountryAligned", "UsEntryAction", "UsEntryAlignment", "PowerArises", "PowerVanishes"})


def seat_of_politics(game: Position, event: dict[str, Any]) -> int | None:
    """The capital of the country that it is about, or of the power that it is directed at or befalls."""
    if event["event"] not in POLITICAL:
        return None
    for name, kind in kinds_of_event(event["event"]).items():
        countries = event.get(name) if issubclass(kind, Country) else None
        for country in (countries,) if isinstance(countries, int) else countries or ():
            if country != NOBODY:
                return capital_of(game, country)
    power = event.get("target_power", event["power"] if event["event"] in _OF_A_POWER else NOBODY)
    home = NOBODY if power == NOBODY else _home(game, power)
    return None if home == NOBODY else capital_of(game, home)


def _home(game: Position, power: int) -> int:
    """A minor country is its own power."""
    if game.state[SIDE][power] == NOBODY:
        return country_named(game, power_name(game, power))
    return home_of(game, main_home(game, power))
