"""13.7.5 When a country is free: who gives back what, who co-operates with it from now on, and which stacks must part."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, one, procedure, secret, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Country, CountryId, Owner, Power, PowerId
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import move, place_index, things_at
from worldfire.forces.turn import power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    COUNTRY,
    COUNTRY_NAMES,
    NOBODY,
    POWER,
    SIDE,
    change_control,
    country_named,
    seats_of,
)
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s02_5_control import TURNS_UNTIL_DISPLACED_UNITS_ARRIVE, Displaced, displace_strangers
from worldfire.rules.s13_07_1_conquerors import hexes_of, holder_of, is_major_home
from worldfire.rules.s18_1_cooperation import cooperation_violation, estrange, let_cooperate


class HexesGivenBack(Event, frozen=True):
    """To a liberated country, by another power of its side."""

    country: CountryId
    power: PowerId
    places: tuple[PlaceId, ...]


class HexesKept(Event, frozen=True):
    country: CountryId
    power: PowerId


class GivingBack(msgspec.Struct):
    """The liberated country, powers that have been asked, and how the owners of a stack would have it part."""

    country: int
    asked: tuple[int, ...] = ()
    votes: tuple[str, ...] = ()


@clause("13.7.5/liberation effects")
def hexes_of_1939(game: Position, country: int) -> tuple[int, ...]:
    """What the country controlled in 1939: itself, and for a major power its minor countries and territories."""
    if not is_major_home(game, country):
        return hexes_of(game, country)
    owner, minors = power_name(game, game.state[POWER][country]), ground_of(game).minors
    names = game.state.get(COUNTRY_NAMES)
    own = (each for each, name in enumerate(names) if minors.get(name) == owner)
    return (*hexes_of(game, country), *(place for each in own for place in hexes_of(game, each)))


# ------------------------------------------------------------------------------------------------------------ giving back


def _held_by(game: Position, country: int, power: int) -> tuple[int, ...]:
    return tuple(place for place in hexes_of_1939(game, country) if holder_of(game, place) == power)


def _next_holder(game: Position, giving: GivingBack) -> int:
    """A power on its side with hexes that were its own in 1939."""
    owner = game.state[POWER][giving.country]
    allies = (power for power in powers_of_side(game, game.state[SIDE][owner]) if power not in (owner, *giving.asked))
    return next((ally for ally in allies if _held_by(game, giving.country, ally)), NOBODY)


@rule("13.7.5/liberation effects")
def _give_back(game: Game, giving: GivingBack, seat: str, noun: Noun) -> Control:
    """Who gives back everything may co-operate with the liberated major power for the rest of the game."""
    ally, owner = _next_holder(game, giving), game.state[POWER][giving.country]
    places = _held_by(game, giving.country, ally)
    for place in places:
        change_control(game, place, owner)
    giving.asked += (ally,)
    game.say(HexesGivenBack(country=giving.country, power=ally, places=places))
    if is_major_home(game, giving.country):
        let_cooperate(game, owner, ally)
    return Goto("allies_give_back")


@rule("13.7.5/liberation effects")
def _keep(game: Game, giving: GivingBack, seat: str, noun: Noun) -> Control:
    """Who does not never will, even if he returns them later."""
    ally, owner = _next_holder(game, giving), game.state[POWER][giving.country]
    giving.asked += (ally,)
    game.say(HexesKept(country=giving.country, power=ally))
    if is_major_home(game, giving.country):
        estrange(game, owner, ally)
    return Goto("allies_give_back")


GIVE_BACK = Verb("give-back-hexes", "13.7.5", _give_back)
KEEP_LIBERATED = Verb("keep-liberated-hexes", "13.7.5", _keep)


@step("13.7.5/liberation effects", GIVE_BACK, KEEP_LIBERATED)
def allies_give_back(game: Game, giving: GivingBack) -> Control:
    ally = _next_holder(game, giving)
    if ally == NOBODY:
        return None
    return one(
        seat_of_power(game, ally),
        GIVE_BACK,
        KEEP_LIBERATED,
        rule="13.7.5",
        prompt="give-back-hexes",
        power=Power(ally),
        country=Country(giving.country),
    )


# ------------------------------------------------------------------------------------------------------------- illegal stacks


@step("13.7.5/liberation effects", also=("2.5.4",))
def strangers_leave_hexes(game: Game, giving: GivingBack) -> Control:
    """Whoever may not be in a hex whoever else is there."""
    for place in hexes_of(game, giving.country):
        displace_strangers(game, place)
    return None


def _crowded(game: Position, giving: GivingBack) -> int:
    """A hex of the country with units that may not be together any more."""
    return next((place for place in hexes_of(game, giving.country) if _at_odds(game, place)), NOBODY)


def _at_odds(game: Position, place: int) -> tuple[int, ...]:
    """Countries whose units in the hex do not co-operate; without that, all there if there are too many."""
    here = things_at(game, place)
    if len(here) < 2 or stacking_violation(game, place, here) is None:
        return ()
    owners = game.state[COUNTRY]
    apart = {
        owners[each]
        for one in here
        for other in here
        if cooperation_violation(game, one, other)
        for each in (one, other)
    }
    return tuple(sorted(apart or {owners[unit] for unit in here}))


def _countries(game: Position, giving: GivingBack, seat: str) -> Shape | Violation:
    names = game.state.get(COUNTRY_NAMES)
    return One(tuple(names[each] for each in _at_odds(game, _crowded(game, giving))))


def _vote(game: Game, giving: GivingBack, seat: str, noun: Noun) -> Control:
    giving.votes += (noun,)
    return None


PART_STACK = Verb("send-away-units-of", "13.7.5", _vote, _countries, items=Owner)


@step("13.7.5/liberation effects", PART_STACK)
def stacks_part(game: Game, giving: GivingBack) -> Control:
    """Its owners say whose units leave."""
    place = _crowded(game, giving)
    if place == NOBODY:
        return End()
    apart = _at_odds(game, place)
    seats = seats_of(game, (unit for unit in things_at(game, place) if game.state[COUNTRY][unit] in apart))
    ask = secret if len(seats) > 1 else _ask_one
    return ask(seats, PART_STACK, rule="13.7.5", prompt="part-stack", place=Place(place))


def _ask_one(seats: tuple[str, ...], *verbs: Verb, rule: str, prompt: str, place: Place) -> Control:
    return one(seats[0], *verbs, rule=rule, prompt=prompt, place=place)


@step("13.7.5/liberation effects")
def they_go(game: Game, giving: GivingBack) -> Control:
    """To the production circle for two turns; if the owners cannot agree, all of them."""
    place = _crowded(game, giving)
    chosen, giving.votes = {*giving.votes}, ()
    leaving = {country_named(game, name) for name in chosen} if len(chosen) == 1 else {*_at_odds(game, place)}
    turn = game.state.get(TURN) + TURNS_UNTIL_DISPLACED_UNITS_ARRIVE(game)
    for unit in things_at(game, place):
        if game.state[COUNTRY][unit] in leaving:
            move(game, unit, place_index(game, circle_space(turn)))
            game.say(Displaced(thing=unit, place=place, turn=turn))
    return Goto("stacks_part")


GIVING_BACK = procedure(
    "giving back to a liberated country",
    "13.7.5/liberation effects",
    allies_give_back,
    strangers_leave_hexes,
    stacks_part,
    they_go,
    locals=GivingBack,
)


MODULE = Module(procedures=(GIVING_BACK,))
