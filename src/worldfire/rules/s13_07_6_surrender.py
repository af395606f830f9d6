"""13.7.6 Surrender: a major power gives up its current home country."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Country, CountryId, Power, PowerId
from worldfire.forces.nations import main_home
from worldfire.forces.things import things_at
from worldfire.forces.turn import other_side, powers_of_side, seat_of_power
from worldfire.forces.who import NOBODY, SIDE, power_of
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s13_07_1_conquerors import hexes_of, holder_of, most_influential
from worldfire.rules.s13_07_1_the_fallen import is_conquered
from worldfire.rules.s13_07_5_liberation import CountryLiberated
from worldfire.rules.s13_07_conquest import CONQUEST, Conquest
from worldfire.rules.s13_09_victory import SCORE_PLACES
from worldfire.rules.s19_4_minor_units import home_of

#: home countries that were given up and are not free again: 13.3.1 asks
SURRENDERED: Field[tuple[int, ...]] = Field("surrendered", ())


class HomeSurrendered(Event, frozen=True):
    """What follows is a conquest, but the USA draws nothing for it (13.3.3)."""

    country: CountryId
    power: PowerId


class Surrendering(msgspec.Struct):
    """How many powers have been asked."""

    asked: int = 0


@clause("13.7.6")
def may_surrender(game: Position, power: int) -> bool:
    """Its capital is in enemy hands, or it has no land unit in supply at home while an enemy has one.

    Nobody surrenders in a campaign that a score of its own decides.
    """
    home = home_of(game, main_home(game, power))
    if game.state.get(SCORE_PLACES) or home == NOBODY or is_conquered(game, home):
        return False
    capital = capital_of(game, home)
    if capital is None:
        return False
    holder = holder_of(game, capital)
    if holder != NOBODY and at_war(game, power, holder):
        return True
    supplied = {power_of(game, unit) for place in hexes_of(game, home) for unit in _in_supply(game, place)}
    return power not in supplied and any(at_war(game, power, other) for other in supplied)


def _in_supply(game: Position, place: int) -> tuple[int, ...]:
    return tuple(unit for unit in land_units(game, things_at(game, place)) if in_supply(game, unit))


@rule("13.7.6", "13.7.1/territories")
def victor_over(game: Position, power: int) -> int:
    """Whoever holds the capital, else the enemy with the greatest influence at home."""
    home = home_of(game, main_home(game, power))
    capital = capital_of(game, home)
    holder = NOBODY if capital is None else holder_of(game, capital)
    if holder != NOBODY and at_war(game, power, holder):
        return holder
    enemies = powers_of_side(game, other_side(game.state[SIDE][power]))
    return most_influential(game, (enemy for enemy in enemies if at_war(game, power, enemy)), hexes_of(game, home))


ASKED = EachPower(powers_in_order, may_surrender)


def _surrender(game: Game, surrendering: Surrendering, seat: str, noun: Noun) -> Control:
    power = ASKED.next(game, surrendering.asked)
    surrendering.asked = ASKED.after(game, power)
    home, victor = home_of(game, main_home(game, power)), victor_over(game, power)
    game.set(SURRENDERED, (*game.state.get(SURRENDERED), home))
    game.say(HomeSurrendered(country=home, power=power))
    return Call(CONQUEST.name, Conquest(due=((home, victor),)))


def _fight_on(game: Game, surrendering: Surrendering, seat: str, noun: Noun) -> Control:
    surrendering.asked = ASKED.after(game, ASKED.next(game, surrendering.asked))
    return Goto("powers_may_surrender")


DO_NOT_SURRENDER = Verb("do-not-surrender", "13.7.6", _fight_on)
SURRENDER = Verb("surrender", "13.7.6", _surrender)


@step("13.7.6", DO_NOT_SURRENDER, SURRENDER)
def powers_may_surrender(game: Game, surrendering: Surrendering) -> Control:
    power = ASKED.next(game, surrendering.asked)
    if power == NOBODY:
        return End()
    return one(
        seat_of_power(game, power),
        DO_NOT_SURRENDER,
        SURRENDER,
        rule="13.7.6",
        prompt="surrender",
        power=Power(power),
        country=Country(home_of(game, main_home(game, power))),
    )


@step("13.7.6")
def home_was_given_up(game: Game, surrendering: Surrendering) -> Control:
    return Goto("powers_may_surrender")


SURRENDERING = procedure("surrender", "13.7.6", powers_may_surrender, home_was_given_up, locals=Surrendering)


def _is_free(game: Game, event: CountryLiberated) -> None:
    if event.country in game.state.get(SURRENDERED):
        game.set(SURRENDERED, tuple(each for each in game.state.get(SURRENDERED) if each != event.country))


@rule("13.7.6")
def is_being_given_up(game: Position) -> bool:
    """Does what happens now follow from a surrender?"""
    return any(frame.procedure == SURRENDERING.name for frame in game.state.frames)


MODULE = Module(
    schema=Schema(fields=(SURRENDERED,)),
    procedures=(SURRENDERING,),
    subscribes=((CountryLiberated, _is_free),),
)
