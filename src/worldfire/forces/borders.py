"""Regions that a neighbour may claim (19.6): whoever has been given one counts it as its home country."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.ground import Ground, ground_of
from worldfire.forces.nations import Claim, nations_of
from worldfire.forces.who import HOME_COUNTRY


def region_hexes(ground: Ground, region: str) -> tuple[int, ...]:
    """The hexes of a region; none if the board does not mark it."""
    return ground.regions.get(region, ())


def claim_at(game: Position, place: int) -> Claim | None:
    """The claim to this hex, if anybody ever makes one."""
    return game.ruleset.once(_claims).get(place)


def _claims(ruleset: Ruleset) -> dict[int, Claim]:
    claims, ground = nations_of(ruleset).claims, ground_of(ruleset)
    return {here: claim for claim in claims for here in region_hexes(ground, claim.region)}


@clause("2.4.2", "19.6")
def cities_at_home(game: Position, country: str, number: int) -> Iterable[int]:
    """Cities in the country as its borders are now: the printed ones, and those that it has been given.

    What has come of another country is printed as a part of that one (17.1).
    """
    return _printed_or_claimed(game, country, number)


def _printed_or_claimed(game: Position, country: str, number: int) -> Iterator[int]:
    ground, home, claimed = ground_of(game), game.state[HOME_COUNTRY], game.ruleset.once(_claims)
    for here in ground.cities_of.get(country, ()):
        if home[here] == number or here not in claimed:
            yield here
    for offshoot in ground.offshoots:
        if offshoot.name == country:
            yield from (here for here in ground.cities_of.get(offshoot.parent, ()) if home[here] == number)
    for claim in nations_of(game).claims:
        if claim.claimant == country:
            for here in region_hexes(ground, claim.region):
                if here in ground.cities and home[here] == number:
                    yield here
