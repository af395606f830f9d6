"""19.6 Soviet border rectification: what has been claimed and given, how it is lost again, and what follows from it.

Who has been given a region counts its hexes as home country for all purposes. That is also how the game remembers that the
claim was allowed. Claims themselves follow with the campaigns that begin before them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.borders import claim_at, region_hexes
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Country, CountryId
from worldfire.forces.nations import Claim, nations_of
from worldfire.forces.situation import AT_WAR
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    HEXES_AT_HOME,
    HOME_COUNTRY,
    NOBODY,
    POWER_NAMES,
    SIDE,
    ControlChanged,
    country_named,
    power_named,
)
from worldfire.rules.s09_06_aligning import willing_minors
from worldfire.rules.s09_war import left_alone_violation
from worldfire.rules.s19_4_minor_units import is_free_to_leave


class BorderRestored(Event, frozen=True):
    """A region belongs again to the country that had to give it up."""

    region: str
    country: CountryId


def _claim_to(game: Position, region: str) -> Claim:
    return next(claim for claim in nations_of(game).claims if claim.region == region)


@rule("19.6")
def was_given(game: Position, region: str) -> bool:
    """Has the claim to this region been allowed, and not lapsed since?"""
    claim = _claim_to(game, region)
    claimant, home = country_named(game, claim.claimant), game.state[HOME_COUNTRY]
    return claimant != NOBODY and any(home[place] == claimant for place in region_hexes(ground_of(game), region))


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
    claim = _claim_to(game, restoration.region)
    if _holds_any(game, claim):  # retaken in the same breath
        return None
    country = country_named(game, claim.loser)
    for place in region_hexes(ground_of(game), claim.region):
        game.write(HOME_COUNTRY, place, country)
    game.say(BorderRestored(region=claim.region, country=country))
    return None


RESTORATION = procedure("a region goes back", "19.6", region_goes_back, locals=Restoration)


# ------------------------------------------------------------------------------------------- 19.6 when they may be aligned


def _declared_war(game: Position, declarer: str, victim: str) -> bool:
    """A war stands with the power first that declared it."""
    return (power_named(game, declarer), power_named(game, victim)) in game.state.get(AT_WAR)


def _holds_part_of_country(game: Position, power: str, country: str) -> bool:
    holder, home = power_named(game, power), country_named(game, country)
    controller = game.state[CONTROLLER]
    return home != NOBODY and any(controller[place] == holder for place in game.look_up(HEXES_AT_HOME).get(home, ()))


@rule("19.6.1", "19.6.1/the ussr claims the finnish borderlands")
def finland_joins_germany(game: Position) -> bool:
    """Once the borderlands are Soviet, at any time; before that only after Germany has declared war on the USSR."""
    return was_given(game, "Finnish borderlands") or _declared_war(game, "germany", "ussr")


def _balkan_claims_allowed(game: Position) -> bool:
    return was_given(game, "Transylvania")


@rule("19.6.2", "19.6.2/the ussr doesn't claim bessarabia")
def _before_the_claim(game: Position) -> bool:
    return _holds_part_of_country(game, "germany", "yugoslavia") or _declared_war(game, "germany", "ussr")


@rule("19.6.2", "19.6.2/rumania allows the claim")
def hungary_joins_germany(game: Position) -> bool:
    """Once Transylvania is Hungarian; while Rumania fights the USSR or has fallen to it; else after Germany's war."""
    if not was_given(game, "Bessarabia"):
        return _before_the_claim(game)
    rumania, ussr = country_named(game, "rumania"), power_named(game, "ussr")
    fallen = rumania != NOBODY and game.state[CONQUEROR][rumania] == ussr
    own = (power_named(game, "rumania"), ussr)
    fighting = own in game.state.get(AT_WAR) or own[::-1] in game.state.get(AT_WAR)
    return _balkan_claims_allowed(game) or fallen or fighting or _declared_war(game, "germany", "ussr")


@rule("19.6.2", "19.6.2/rumania allows the claim")
def rumania_joins_germany(game: Position) -> bool:
    """If its neighbours' claims were allowed only once France has fallen; a campaign without France has seen that."""
    if not was_given(game, "Bessarabia"):
        return _before_the_claim(game)
    france = country_named(game, "france")
    fallen = power_named(game, "france") == NOBODY or game.state[CONQUEROR][france] != NOBODY
    return fallen or not _balkan_claims_allowed(game)


#: the minor countries that may join Germany, and when
_JOINING: Mapping[str, Callable[[Position], bool]] = {
    "finland": finland_joins_germany,
    "hungary": hungary_joins_germany,
    "rumania": rumania_joins_germany,
}


@rule("9.6", "19.6", "19.7")
def willing_to_join_germany(
    usual: Callable[[Position, int], tuple[int, ...]], game: Position, power: int
) -> tuple[int, ...]:
    if power != power_named(game, "germany"):
        return usual(game, power)
    joining = (country_named(game, name) for name, when in _JOINING.items() if when(game))
    return (*usual(game, power), *(country for country in joining if country != NOBODY))


# ------------------------------------------------------------------------------------------------- 19.6 who is left alone


@rule("19.6.1", "19.6.2")
def left_alone_until_claimed(game: Position, power: int, country: int) -> Violation | None:
    """The USSR attacks Finland only after a claim that was denied; Rumania is left alone until a claim or the great war."""
    ussr, germany = power_named(game, "ussr"), power_named(game, "germany")
    name = game.state.get(COUNTRY_NAMES)[country]
    if name == "finland" and power == ussr:
        return refused("19.6.1", "ussr-leaves-finland-alone", country=Country(country))
    great_war = NOBODY not in (ussr, germany) and at_war(game, ussr, germany)
    allied = ussr != NOBODY and game.state[SIDE][power] == game.state[SIDE][ussr]
    if name == "rumania" and allied and not (was_given(game, "Bessarabia") and great_war):
        return refused("19.6.2", "rumania-left-alone", country=Country(country))
    return None


@rule("19.4.3", "19.6.2")
def rumania_may_leave(game: Position, country: int) -> bool:
    """Its army is free if Bessarabia was given but the claims of its other neighbours were denied."""
    rumania = country == country_named(game, "rumania")
    return rumania and was_given(game, "Bessarabia") and not was_given(game, "Transylvania")


MODULE = Module(
    procedures=(RESTORATION,),
    subscribes=((ControlChanged, hex_changed_hands),),
    changes=(
        willing_minors.wrapped_by(willing_to_join_germany),
        left_alone_violation.replaced_by(left_alone_until_claimed),
        is_free_to_leave.replaced_by(rumania_may_leave),
    ),
)
