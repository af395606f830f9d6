"""19.6.1, 19.6.2 The peace that Germany may enforce between the USSR and a country that denied its claim."""

from __future__ import annotations

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.borders import region_hexes
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import CountryId, Owner, Power, PowerId
from worldfire.forces.nations import Claim, nations_of
from worldfire.forces.situation import WITHOUT_FORCE_POOL
from worldfire.forces.things import PLACE, things_at
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    HEXES_AT_HOME,
    HEXES_HELD,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    align_country,
    change_control,
    country_named,
    power_named,
)
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_5_control import can_take_control, displace_units
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s13_07_1_the_fallen import make_peace
from worldfire.rules.s13_07_3_peace import minor_makes_peace
from worldfire.titles.wif.nations.borders import GERMANY, PEACE_ENFORCED, USSR, answer_to, give_region
from worldfire.titles.wif.nations.minors import fight, own_corps, plays


class PeaceEnforced(Event, frozen=True):
    """Germany makes the USSR end its war; the region that it claimed is Soviet if a Soviet land unit stood there."""

    power: PowerId
    country: CountryId
    region: str
    given: bool


def _claims(game: Position) -> tuple[Claim, ...]:
    return tuple(claim for claim in nations_of(game).claims if claim.claimant == USSR)


@rule("19.6.1/the ussr claims the finnish borderlands", "19.6.2/rumania denies the claim")
def countries_to_save(game: Position) -> tuple[str, ...]:
    """Those at war with the USSR for a denied claim, with no Soviet corps in supply in them outside the region claimed."""
    if not plays(game, power_named(game, GERMANY)) or fight(game, GERMANY, USSR):
        return ()
    return tuple(claim.loser for claim in _claims(game) if _may_be_saved(game, claim))


def _may_be_saved(game: Position, claim: Claim) -> bool:
    country = country_named(game, claim.loser)
    if country == NOBODY or answer_to(game, claim.region) is not False or not fight(game, claim.loser, USSR):
        return False
    if game.state[CONQUEROR][country] != NOBODY:
        return False
    region, homes, places = (
        set(region_hexes(ground_of(game), claim.region)),
        game.state[HOME_COUNTRY],
        game.state[PLACE],
    )
    invaders = (
        unit
        for unit in own_corps(game, power_named(game, USSR))
        if 0 <= places[unit] < len(homes) and homes[places[unit]] == country and places[unit] not in region
    )
    return not any(in_supply(game, unit) for unit in invaders)


@rule("19.6.1/the ussr claims the finnish borderlands", "19.6.2/rumania denies the claim", "13.7.3")
def enforce_peace(game: Game, name: str) -> None:
    """The country is neutral, its conquests are Soviet again, and the region is if a Soviet land unit stands in it."""
    claim = next(claim for claim in _claims(game) if claim.loser == name)
    country, ussr = country_named(game, name), power_named(game, USSR)
    region = region_hexes(ground_of(game), claim.region)
    given = any(
        game.state[COUNTRY][unit] == country_named(game, USSR) and can_take_control(game, unit)
        for place in region
        for unit in things_at(game, place)
    )
    game.set(PEACE_ENFORCED, (*game.state.get(PEACE_ENFORCED), name))
    if given:
        give_region(game, claim.region)
        for place in region:
            change_control(game, place, ussr)
    _end_its_liberations(game, country, ussr)
    own = own_power(game, country)
    abroad = tuple(game.look_up(HEXES_HELD).get(own, ()))
    make_peace(game, own)
    minor_makes_peace(game, country, ussr)
    game.set(WITHOUT_FORCE_POOL, tuple(land for land in game.state.get(WITHOUT_FORCE_POOL) if land != country))
    for place in (*abroad, *region):
        displace_units(game, place)
    game.say(PeaceEnforced(power=power_named(game, GERMANY), country=country, region=claim.region, given=given))


def _end_its_liberations(game: Game, country: int, ussr: int) -> None:
    """Countries that it freed from the USSR in the war are Soviet conquests again."""
    own = own_power(game, country)
    for other, holder in enumerate(game.state[POWER]):
        if holder == own and other != country:
            align_country(game, other, ussr)
            game.write(CONQUEROR, other, ussr)
            for place in tuple(game.look_up(HEXES_AT_HOME).get(other, ())):
                if game.state[CONTROLLER][place] == own:
                    change_control(game, place, ussr)
                    displace_units(game, place)


# ------------------------------------------------------------------------------------------------------------- the question


def _countries(game: Position, nothing: None, seat: str) -> Shape | Violation:
    return One(countries_to_save(game))


def _enforce(game: Game, nothing: None, seat: str, name: Noun) -> Control:
    enforce_peace(game, name)
    return Goto("germany_may_enforce_peace")


def _let_them_fight(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    return End()


ENFORCE_PEACE = Verb("enforce-peace", "19.6", _enforce, _countries, items=Owner)
LET_THEM_FIGHT = Verb("let-them-fight", "19.6", _let_them_fight)


@step("19.6", LET_THEM_FIGHT, ENFORCE_PEACE, also=("19.6.1/the ussr claims the finnish borderlands",))
def germany_may_enforce_peace(game: Game, nothing: None) -> Control:
    if not countries_to_save(game):
        return End()
    germany = power_named(game, GERMANY)
    return one(
        seat_of_power(game, germany),
        LET_THEM_FIGHT,
        ENFORCE_PEACE,
        rule="19.6",
        prompt="enforce-peace",
        power=Power(germany),
    )


ENFORCING_PEACE = procedure("enforcing a peace", "19.6", germany_may_enforce_peace)


@step("19.6")
def peace_with_the_ussr(game: Game, nothing: None) -> Control:
    """In every peace step."""
    return Call(ENFORCING_PEACE.name) if countries_to_save(game) else None


MODULE = Module(
    procedures=(ENFORCING_PEACE,),
    changes=(Insert(step_name("mutual peace"), peace_with_the_ussr, before="perform"),),
)
