"""19.6 Soviet claims to the Finnish borderlands and Bessarabia, and those of Hungary and Bulgaria that follow (9, step 4).

Germany answers for Finland and Rumania, and mediates between Rumania and its other neighbours.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb, one, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Country, CountryId, Power, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.situation import CAMPAIGN, TURN
from worldfire.forces.turn import IMPULSE, active_side, seat_of_power
from worldfire.forces.who import SIDE, SIDE_NAMES, country_named, power_named
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s09_war import DECLARING_WAR, DeclaringWar, declare_war
from worldfire.tables.campaign import find_campaign, turn_number
from worldfire.titles.wif.nations.borders import (
    BESSARABIA,
    CLAIMS_ANSWERED,
    DOBRUJA,
    GERMANY,
    TRANSYLVANIA,
    USSR,
    Region,
    answer_to,
    claim_to,
    give_region,
)
from worldfire.titles.wif.nations.minors import is_neutral_named, plays

#: the turn and impulse in which Germany answered Hungary and Bulgaria
MEDIATED: Field[tuple[int, int]] = Field("mediated", (0, 0))


class BordersClaimed(Event, frozen=True):
    """A power claims a region of a country; the USA takes notice (13.3.3)."""

    power: PowerId
    country: CountryId
    region: str


class ClaimAnswered(Event, frozen=True):
    country: CountryId
    region: str
    allowed: bool


class SovietClaims(msgspec.Struct):
    """What is claimed and not answered yet, and whether the USSR has said that it claims no more in this step."""

    region: str = ""
    done: bool = False


# ---------------------------------------------------------------------------------------------------------- the USSR claims


@rule("19.6.1/the ussr claims the finnish borderlands", "19.6.2/the ussr claims bessarabia")
def regions_to_claim(game: Position) -> tuple[str, ...]:
    """Each once in the game, while its country is neutral, in any Allied declaration of war step after the first."""
    ussr, germany = power_named(game, USSR), power_named(game, GERMANY)
    if not plays(game, ussr) or not plays(game, germany) or active_side(game) != game.state[SIDE][ussr]:
        return ()
    if _is_first_allied_step(game) or not may_claim(game, ussr):
        return ()
    return tuple(
        claim.region
        for claim in nations_of(game).claims
        if claim.claimant == USSR and answer_to(game, claim.region) is None and is_neutral_named(game, claim.loser)
    )


@clause("19.6")
def may_claim(game: Position, power: int) -> bool:
    """May the power claim anything at all?"""
    return True


def _is_first_allied_step(game: Position) -> bool:
    """Each side has one of the first two impulses of the campaign."""
    first_turn = game.ruleset.once(_first_turn, game.state.get(CAMPAIGN))
    return game.state.get(TURN) == first_turn and game.state.get(IMPULSE) <= len(game.state.get(SIDE_NAMES))


def _first_turn(ruleset: Ruleset, campaign: str) -> int:
    return turn_number(find_campaign(campaign, ruleset.tables.source).first_turn.value)


def _claims_shape(game: Position, declaring: DeclaringWar, seat: str) -> Shape | Violation:
    return One(regions_to_claim(game))


def _claim(game: Game, declaring: DeclaringWar, seat: str, region: Noun) -> Control:
    game.annex(SovietClaims).region = region
    country = country_named(game, claim_to(game, region).loser)
    game.say(BordersClaimed(power=power_named(game, USSR), country=country, region=region))
    return None


def _claim_nothing(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    game.annex(SovietClaims).done = True
    return None


CLAIM = Verb("claim-region", "19.6", _claim, _claims_shape, items=Region)
CLAIM_NOTHING = Verb("claim-nothing", "19.6", _claim_nothing)


@step("19.6", CLAIM_NOTHING, CLAIM)
def ussr_makes_claims(game: Game, declaring: DeclaringWar) -> Control:
    """One after the other: each is settled before the next is made."""
    if game.annex(SovietClaims).done or not regions_to_claim(game):
        return None
    ussr = power_named(game, USSR)
    return one(seat_of_power(game, ussr), CLAIM_NOTHING, CLAIM, rule="19.6", prompt="claim-region", power=Power(ussr))


# ---------------------------------------------------------------------------------------------------------- Germany answers


def _note(game: Game, region: str, *, allowed: bool) -> None:
    """The claim has been answered, and for an allowed one the region changes hands."""
    game.set(CLAIMS_ANSWERED, (*game.state.get(CLAIMS_ANSWERED), (region, allowed)))
    game.say(ClaimAnswered(country=_owner(game, region), region=region, allowed=allowed))
    if allowed:
        give_region(game, region)


def _owner(game: Position, region: str) -> int:
    return country_named(game, claim_to(game, region).loser)


def _allow(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    """The country stays neutral."""
    claims = game.annex(SovietClaims)
    _note(game, claims.region, allowed=True)
    claims.region = ""
    return Goto("ussr_makes_claims")


def _deny(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    """The USSR must declare war in this very step."""
    claims, ussr = game.annex(SovietClaims), power_named(game, USSR)
    country = _owner(game, claims.region)
    _note(game, claims.region, allowed=False)
    claims.region = ""
    declare_war(game, ussr, own_power(game, country))
    declaring.attacked += ((country, ussr),)
    return Goto("ussr_makes_claims")


ALLOW_CLAIM = Verb("allow-claim", "19.6", _allow)
DENY_CLAIM = Verb("deny-claim", "19.6", _deny)


@step(
    "19.6",
    ALLOW_CLAIM,
    DENY_CLAIM,
    also=(
        "19.6.1/the ussr claims the finnish borderlands",
        "19.6.2/the ussr claims bessarabia",
        "19.6.2/rumania denies the claim",
    ),
)
def claim_is_answered(game: Game, declaring: DeclaringWar) -> Control:
    """Germany answers for the country."""
    region = game.annex(SovietClaims).region
    if not region:
        return None
    germany, country = power_named(game, GERMANY), _owner(game, region)
    return one(
        seat_of_power(game, germany),
        ALLOW_CLAIM,
        DENY_CLAIM,
        rule="19.6",
        prompt="answer-claim",
        country=Country(country),
        region=Region(region),
    )


# ------------------------------------------------------------------------------------------- and mediates for Rumania's rest


@rule("19.6.2/rumania allows the claim")
def mediation_is_due(game: Position) -> bool:
    """In the next Axis declaration of war step after Bessarabia was given."""
    germany = power_named(game, GERMANY)
    if not plays(game, germany) or active_side(game) != game.state[SIDE][germany]:
        return False
    answers = game.state.get(CLAIMS_ANSWERED)
    answered = dict(answers)
    return answered.get(BESSARABIA, False) and TRANSYLVANIA not in answered


def _mediate(game: Game, *, allowed: bool) -> Control:
    """Both claims alike."""
    for region in (TRANSYLVANIA, DOBRUJA):
        _note(game, region, allowed=allowed)
    game.set(MEDIATED, (game.state.get(TURN), game.state.get(IMPULSE)))
    return None


def _allow_both(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    return _mediate(game, allowed=True)


def _deny_both(game: Game, declaring: DeclaringWar, seat: str, noun: Noun) -> Control:
    return _mediate(game, allowed=False)


ALLOW_BOTH = Verb("allow-both-claims", "19.6.2", _allow_both)
DENY_BOTH = Verb("deny-both-claims", "19.6.2", _deny_both)


@step("19.6.2/rumania allows the claim", ALLOW_BOTH, DENY_BOTH, also=("19.6.2",))
def germany_mediates(game: Game, declaring: DeclaringWar) -> Control:
    """Hungary and Bulgaria want their share of Rumania."""
    if not mediation_is_due(game):
        return None
    germany = power_named(game, GERMANY)
    seat = seat_of_power(game, germany)
    return one(seat, ALLOW_BOTH, DENY_BOTH, rule="19.6.2", prompt="mediate-claims", power=Power(germany))


@rule("19.6.2/rumania allows the claim")
def was_mediated_earlier(game: Position) -> bool:
    """Before this declaration of war step?"""
    return game.state.get(MEDIATED) != (game.state.get(TURN), game.state.get(IMPULSE))


#: after the wars on major powers, before those on minor countries
_BEFORE = "next_power_declares_on_minors"

MODULE = Module(
    schema=Schema(fields=(MEDIATED,)),
    changes=(
        Annex(DECLARING_WAR.name, SovietClaims),
        Insert(DECLARING_WAR.name, germany_mediates, before=_BEFORE),
        Insert(DECLARING_WAR.name, ussr_makes_claims, before=_BEFORE),
        Insert(DECLARING_WAR.name, claim_is_answered, before=_BEFORE),
    ),
)
