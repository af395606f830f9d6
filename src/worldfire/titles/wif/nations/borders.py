"""19.6 Soviet border rectification: how claims were answered, what was given, and how it is lost again.

Whoever has been given a region counts its hexes as home country for all purposes. A campaign that begins after the claims
remembers them by that alone; otherwise the answer is noted. The claims themselves are made in `claims`.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Word
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.borders import claim_at, region_hexes
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Country, CountryId
from worldfire.forces.nations import Claim, nations_of
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER_NAMES,
    SIDE,
    ControlChanged,
    change_control,
    country_named,
    master_of,
    power_named,
    ruler_of,
)
from worldfire.rules.s02_5_control import displace_units
from worldfire.rules.s09_war import left_alone_violation
from worldfire.rules.s19_4_minor_units import is_free_to_leave
from worldfire.titles.wif.nations.minors import fight

GERMANY, USSR = "germany", "ussr"
FINLAND, RUMANIA, HUNGARY, BULGARIA = "finland", "rumania", "hungary", "bulgaria"
BORDERLANDS, BESSARABIA, TRANSYLVANIA, DOBRUJA = "Finnish borderlands", "Bessarabia", "Transylvania", "South Dobruja"

#: regions that were claimed in this game, and whether they were given
CLAIMS_ANSWERED: Field[tuple[tuple[str, bool], ...]] = Field("claims_answered", ())
#: countries that were attacked for denying a claim and on which Germany has enforced a peace
PEACE_ENFORCED: Field[tuple[str, ...]] = Field("peace_enforced", ())


class Region(Word):
    """A part of a country that a neighbour claims, by its name."""

    __slots__ = ()


class BorderRestored(Event, frozen=True):
    """A region belongs again to the country that had to give it up."""

    region: str
    country: CountryId


def claim_to(game: Position, region: str) -> Claim:
    return next(claim for claim in nations_of(game).claims if claim.region == region)


@rule("19.6")
def was_given(game: Position, region: str) -> bool:
    """Does the region count as its claimant's home country now?"""
    claim = claim_to(game, region)
    claimant, home = country_named(game, claim.claimant), game.state[HOME_COUNTRY]
    return claimant != NOBODY and any(home[place] == claimant for place in region_hexes(ground_of(game), region))


@rule("19.6")
def answer_to(game: Position, region: str) -> bool | None:
    """Was the claim allowed? None: nobody has made it."""
    answers = game.state.get(CLAIMS_ANSWERED)
    noted = dict(answers).get(region)
    return True if noted is None and was_given(game, region) else noted


def was_denied(game: Position, region: str) -> bool:
    answers = game.state.get(CLAIMS_ANSWERED)
    return dict(answers).get(region) is False


@rule("19.6")
def give_region(game: Game, region: str) -> None:
    """The region is part of the claimant's home country, and what its owner held there the claimant's."""
    claim = claim_to(game, region)
    claimant, loser = country_named(game, claim.claimant), country_named(game, claim.loser)
    old, new = ruler_of(game, loser), ruler_of(game, claimant)
    for place in region_hexes(ground_of(game), region):
        holder = game.state[CONTROLLER][place]
        game.write(HOME_COUNTRY, place, claimant)
        if holder != NOBODY and master_of(game, holder) == master_of(game, old):
            change_control(game, place, new)
            displace_units(game, place)


# ------------------------------------------------------------------------------------------------------------ and lost again


@rule("19.6.1/the ussr claims the finnish borderlands", "19.6.2/rumania allows the claim")
def hex_changed_hands(game: Position, event: ControlChanged) -> Call | None:
    """Owed when the claimant controls no hex of the region any more."""
    claim = claim_at(game, event.place)
    if claim is None or not claim.lapses or not was_given(game, claim.region) or _holds_any(game, claim):
        return None
    return Call(RESTORATION.name, Restoration(claim.region))


def _holds_any(game: Position, claim: Claim) -> bool:
    holder = game.state.get(POWER_NAMES).index(claim.claimant)
    return any(game.state[CONTROLLER][place] == holder for place in region_hexes(ground_of(game), claim.region))


class Restoration(msgspec.Struct):
    region: str


@step("19.6")
def region_goes_back(game: Game, restoration: Restoration) -> Control:
    """The region is again part of the country of which the map prints it."""
    claim = claim_to(game, restoration.region)
    if _holds_any(game, claim):  # retaken in the same breath
        return None
    country = country_named(game, claim.loser)
    for place in region_hexes(ground_of(game), claim.region):
        game.write(HOME_COUNTRY, place, country)
    game.say(BorderRestored(region=claim.region, country=country))
    return None


RESTORATION = procedure("a region goes back", "19.6", region_goes_back, locals=Restoration)


# ------------------------------------------------------------------------------------------------- 19.6 who is left alone


@rule("19.6.1", "19.6.2")
def left_alone_until_claimed(game: Position, power: int, country: int) -> Violation | None:
    """The USSR attacks Finland only when its claim is denied, and neither country again after an enforced peace.

    No Ally attacks Rumania before a claim, and none after one that was allowed until the USSR is at war with Germany.
    """
    ussr, name = power_named(game, USSR), game.state.get(COUNTRY_NAMES)[country]
    if name == FINLAND and power == ussr:
        return refused("19.6.1", "ussr-leaves-finland-alone", country=Country(country))
    allied = ussr != NOBODY and game.state[SIDE][power] == game.state[SIDE][ussr]
    if name == RUMANIA and allied and _rumania_is_safe(game, power, ussr):
        return refused("19.6.2", "rumania-left-alone", country=Country(country))
    return None


def _rumania_is_safe(game: Position, power: int, ussr: int) -> bool:
    answer = answer_to(game, BESSARABIA)
    if answer is False:
        return power == ussr and RUMANIA in game.state.get(PEACE_ENFORCED)
    return answer is None or not fight(game, USSR, GERMANY)


@rule("19.4.3", "19.6.2")
def rumania_may_leave(game: Position, country: int) -> bool:
    """Its army is free if Bessarabia was given but the claims of its other neighbours were denied."""
    rumania = country == country_named(game, RUMANIA)
    return rumania and answer_to(game, BESSARABIA) is True and answer_to(game, TRANSYLVANIA) is not True


MODULE = Module(
    schema=Schema(fields=(CLAIMS_ANSWERED, PEACE_ENFORCED)),
    procedures=(RESTORATION,),
    subscribes=((ControlChanged, hex_changed_hands),),
    changes=(
        left_alone_violation.replaced_by(left_alone_until_claimed),
        is_free_to_leave.replaced_by(rumania_may_leave, reads=(CLAIMS_ANSWERED,)),
    ),
)
