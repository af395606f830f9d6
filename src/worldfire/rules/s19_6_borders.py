"""19.6 Soviet border rectification: what has been claimed and given, and how it is lost again.

Who has been given a region counts its hexes as home country for all purposes. That is also how the game remembers that the
claim was allowed. Claims themselves follow with the campaigns that begin before them.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, procedure, step
from worldfire.forces.borders import CLAIMS, Claim, claim_at, region_hexes
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import CountryId
from worldfire.forces.who import (
    CONTROLLER,
    HOME_COUNTRY,
    NOBODY,
    POWER_NAMES,
    ControlChanged,
    country_named,
)

#: claims that lapse when the claimant has lost the whole region; what Hungary and Bulgaria were given they keep
_LAPSE = frozenset({"Finnish borderlands", "Bessarabia"})


class BorderRestored(Event, frozen=True):
    """A region belongs again to the country that had to give it up."""

    region: str
    country: CountryId


@rule("19.6")
def was_given(game: Game, region: str) -> bool:
    """Has the claim to this region been allowed, and not lapsed since?"""
    claim = next(claim for claim in CLAIMS if claim.region == region)
    claimant, home = country_named(game, claim.claimant), game.state[HOME_COUNTRY]
    return claimant != NOBODY and any(home[place] == claimant for place in region_hexes(ground_of(game), region))


@rule("19.6.1/the ussr claims the finnish borderlands", "19.6.2/rumania allows the claim")
def hex_changed_hands(game: Game, event: ControlChanged) -> Call | None:
    """Owed when the claimant controls no hex of the region any more."""
    claim = claim_at(ground_of(game), event.place)
    if claim is None or claim.region not in _LAPSE or not was_given(game, claim.region) or _holds_any(game, claim):
        return None
    return Call(RESTORATION.name, Restoration(claim.region))


def _holds_any(game: Game, claim: Claim) -> bool:
    holder = game.state.get(POWER_NAMES).index(claim.claimant)
    return any(game.state[CONTROLLER][place] == holder for place in region_hexes(ground_of(game), claim.region))


class Restoration(msgspec.Struct):
    region: str


@step("19.6")
def region_goes_back(game: Game, restoration: Restoration) -> Control:
    """The region is again part of the country of which the map prints it."""
    claim = next(claim for claim in CLAIMS if claim.region == restoration.region)
    if _holds_any(game, claim):  # retaken in the same breath
        return None
    country = country_named(game, claim.loser)
    for place in region_hexes(ground_of(game), claim.region):
        game.write(HOME_COUNTRY, place, country)
    game.say(BorderRestored(region=claim.region, country=country))
    return None


RESTORATION = procedure("a region goes back", "19.6", region_goes_back, locals=Restoration)

PROCEDURES = (RESTORATION,)
SUBSCRIBES = ((ControlChanged, hex_changed_hands),)
