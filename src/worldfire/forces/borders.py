"""Regions that a neighbour may claim (19.6): whoever has been given one counts it as its home country."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worldfire.engine.game import Game
from worldfire.forces.ground import Ground, ground_of
from worldfire.forces.who import HOME_COUNTRY


@dataclass(frozen=True)
class Claim:
    region: str
    claimant: str
    #: the country of which the map prints the region as a part
    loser: str


CLAIMS = (
    Claim("Finnish borderlands", "ussr", "finland"),
    Claim("Bessarabia", "ussr", "rumania"),
    Claim("Transylvania", "hungary", "rumania"),
    Claim("South Dobruja", "bulgaria", "rumania"),
)


def region_hexes(ground: Ground, region: str) -> tuple[int, ...]:
    """The hexes of a region; none if the board does not mark it."""
    return ground.regions.get(region, ())


def claim_at(ground: Ground, place: int) -> Claim | None:
    """The claim to this hex, if anybody ever makes one."""
    region = ground.region_of.get(place)
    return None if region is None else next((claim for claim in CLAIMS if claim.region == region), None)


def cities_at_home(game: Game, country: str, number: int) -> Iterator[int]:
    """Cities in the country as its borders are now: the printed ones, and those that it has been given."""
    ground, home = ground_of(game), game.state[HOME_COUNTRY]
    for here in ground.cities_of.get(country, ()):
        if home[here] == number or claim_at(ground, here) is None:
            yield here
    for claim in CLAIMS:
        if claim.claimant == country:
            for here in region_hexes(ground, claim.region):
                if here in ground.cities and home[here] == number:
                    yield here
