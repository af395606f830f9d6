"""13.2.2.1 What US entry options do the moment they are chosen; what they allow from then on stands where it is asked."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Roll, Verb, one, procedure, step
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Owner
from worldfire.forces.things import counter_of, on_the_map
from worldfire.forces.turn import other_side
from worldfire.forces.who import CONTROLLER, COUNTRY_NAMES, NOBODY, SIDE, country_named, master_of, side_of
from worldfire.rules.s11_10_6_overrun import OVERRUN, Caught
from worldfire.tables.counters import NavalCounter
from worldfire.titles.fa.entry.options import CLOSE_PORTS, EMBARGO, WARN_AMBASSADOR
from worldfire.titles.fa.entry.pools import US_ENTRY, owner_of, seat_of_pool
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.politics.flags import attempts_are_sold, can_be_influenced, shift
from worldfire.titles.fa.politics.influence import make_attempts
from worldfire.titles.fa.trade import the_dutch_send_less

#: 13.2.2.1, option 38: who is drawn towards the Allies, and by how many boxes
FOLLOW_THE_EMBARGO = Listed("countries that follow the American embargo", "fa:13.2.2.1")
BOXES_OF_THE_EMBARGO = Figure("boxes that the embargo draws two countries to the Allies", "fa:13.2.2.1")


def us_side(game: Position) -> int:
    return game.state[SIDE][owner_of(game, US_ENTRY)]


# --------------------------------------------------------------------------------------------------- 32 warn the ambassador


class FreeAttempt(msgspec.Struct):
    """The country in which the USA makes it."""

    country: int = NOBODY


def _countries(game: Position, attempt: FreeAttempt, seat: str) -> Shape | Violation:
    names = game.state.get(COUNTRY_NAMES)
    found = tuple(name for country, name in enumerate(names) if attempts_are_sold(game, country))
    return One(found) if found else refused("fa:13.2.2.1", "nobody-to-influence")


def _attempt(game: Game, attempt: FreeAttempt, seat: str, noun: Noun) -> Control:
    attempt.country = country_named(game, noun)
    return None


ATTEMPT_FREELY = Verb("influence-freely", "fa:13.2.2.1", _attempt, _countries, items=Owner)


@step("fa:13.2.2.1", ATTEMPT_FREELY)
def choose_a_country(game: Game, attempt: FreeAttempt) -> Control:
    return one(seat_of_pool(game, US_ENTRY), ATTEMPT_FREELY, rule="fa:13.2.2.1", prompt="influence-freely")


@step("fa:13.2.2.1")
def roll_freely(game: Game, attempt: FreeAttempt) -> Control:
    return Roll("influence", seat_of_pool(game, US_ENTRY))


@step("fa:13.2.2.1")
def free_attempt_is_made(game: Game, attempt: FreeAttempt) -> Control:
    make_attempts(game, us_side(game), attempt.country, game.dice)
    return None


FREE_ATTEMPT = procedure(
    "free influence", "fa:13.2.2.1", choose_a_country, roll_freely, free_attempt_is_made, locals=FreeAttempt
)


@rule("fa:13.2.2.1")
def warn_the_ambassador(game: Game) -> Control:
    """A free attempt in any minor country that is open to influence."""
    countries = range(len(game.state.get(COUNTRY_NAMES)))
    return Call(FREE_ATTEMPT.name, FreeAttempt()) if any(attempts_are_sold(game, each) for each in countries) else None


# ------------------------------------------------------------------------------------------------------------ 38 embargo


@rule("fa:13.2.2.1")
def embargo(game: Game) -> Control:
    """The Dutch send Germany less, and two countries across the ocean follow, unless they are at war."""
    the_dutch_send_less(game)
    for name in FOLLOW_THE_EMBARGO(game):
        country = country_named(game, name)
        if country != NOBODY and can_be_influenced(game, country):
            shift(game, country, us_side(game), BOXES_OF_THE_EMBARGO(game))
    return None


# -------------------------------------------------------------------------------------------------------- 28 close ports


@rule("fa:13.2.2.1")
def close_the_ports(game: Game) -> Control:
    """Ships of the Central Powers leave American ports at once, unharmed; who finds no other port is lost."""
    usa, holders = owner_of(game, US_ENTRY), game.state[CONTROLLER]
    guests = tuple(
        unit
        for unit, place in on_the_map(game)
        if isinstance(counter_of(game, unit), NavalCounter)
        and holders[place] != NOBODY
        and master_of(game, holders[place]) == usa
        and side_of(game, unit) == other_side(us_side(game))
    )
    return Call(OVERRUN.name, Caught(NOBODY, (), (), (), guests, captor=usa, no_prize=True)) if guests else None


_EFFECTS: dict[int, Callable[[Game], Control]] = {
    WARN_AMBASSADOR: warn_the_ambassador,
    EMBARGO: embargo,
    CLOSE_PORTS: close_the_ports,
}


@rule("fa:13.2.2.1")
def effect_of(game: Game, option: int) -> Control:
    return _EFFECTS[option](game) if option in _EFFECTS else None
