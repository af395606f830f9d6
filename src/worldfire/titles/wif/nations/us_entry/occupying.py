"""13.3.2 Places that the USA takes over without a war: Greenland and Iceland (7), the Azores (18), islands of the Commonwealth
(37) and Northern Ireland (44). Units of others that are there come back two turns later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Phrase, Word, stands_for
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.shapes import Noun
from worldfire.forces.borders import region_hexes
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import PowerId
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import move, place_index, things_at
from worldfire.forces.turn import active_side, controls, seat_of_power
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY_NAMES,
    HEXES_AT_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    country_named,
    power_named,
    power_of,
    side_of,
    side_of_power,
)
from worldfire.rules.s02_4_supply_sources import MORE_PRIMARY_SOURCES, Source
from worldfire.rules.s02_5_control import Displaced, convoys_at, displace_convoys
from worldfire.rules.s13_06_production import factories_in, useable_factories
from worldfire.titles.wif.nations.minors import plays
from worldfire.titles.wif.nations.us_entry.conditions import COMMONWEALTH, NORTHERN_ISLANDS, enemy_side
from worldfire.titles.wif.nations.us_entry.options import CHOSEN_THIS_TURN
from worldfire.titles.wif.nations.us_entry.pools import the_usa, us_seat
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, US_ENTRY_OPTIONS, USA

AZORES, NORTHERN_IRELAND = "azores", "northern-ireland"
_REGION, _BELFAST = "Northern Ireland", "Belfast"
_ATLANTIC_ISLANDS = ("bermuda", "jamaica", "newfoundland")
_AZORES_OPTION, _IRELAND_OPTION = 18, 44
TURNS_UNTIL_THEY_ARRIVE = Figure("turns until units arrive that the USA displaces", "13.3.2")
YEAR_OF_THE_AZORES = Figure("year from which the USA may occupy the Azores", "13.3.2")


class Occupied(Word):
    """A place that the USA may take over."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"us-place-{value}", {})


class UsOccupied(Event, frozen=True):
    """The USA has taken over a country, a territory or a region."""

    name: Annotated[str, stands_for(Occupied)]


class UsDeclined(Event, frozen=True):
    """An ally does not let the USA take over what is its own."""

    power: PowerId
    name: Annotated[str, stands_for(Occupied)]


# ---------------------------------------------------------------------------------------------------------- taking over


def hexes_of(game: Position, name: str) -> tuple[int, ...]:
    if name == NORTHERN_IRELAND:
        return tuple(region_hexes(ground_of(game), _REGION))
    country = country_named(game, name)
    return () if country == NOBODY else tuple(game.look_up(HEXES_AT_HOME).get(country, ()))


@rule("13.3.2", "2.5.3", "2.5.4")
def take_over(game: Game, name: str, *, displacing: bool = True) -> None:
    """It is aligned with the USA from now on, and others leave it."""
    usa, country = the_usa(game), country_named(game, name)
    hexes = hexes_of(game, name)
    if not hexes:
        return
    if country != NOBODY:
        align_country(game, country, usa)
    for place in hexes:
        if game.state[CONTROLLER][place] != NOBODY:
            change_control(game, place, usa)
        if displacing:
            _send_away(game, place, usa)
    game.say(UsOccupied(name=name))


@rule("13.3.2", "2.5.4")
def _send_away(game: Game, place: int, usa: int) -> None:
    turn = game.state.get(TURN) + TURNS_UNTIL_THEY_ARRIVE(game)
    for unit in things_at(game, place):
        if power_of(game, unit) != usa:
            move(game, unit, place_index(game, circle_space(turn)))
            game.say(Displaced(thing=unit, place=place, turn=turn))
    for owner, points in convoys_at(game, place):
        if owner != usa:
            displace_convoys(game, owner, place, points)


@rule("13.3.2", "13.3.2 option 7")
def occupy_greenland_and_iceland(game: Game) -> Control:
    """Option 7: at once."""
    for name in NORTHERN_ISLANDS:
        take_over(game, name)
    return None


@rule("13.3.2", "13.3.2 option 37")
def islands_are_transferred(game: Game) -> Control:
    """Option 37: those that the Commonwealth holds."""
    commonwealth = power_named(game, COMMONWEALTH)
    for name in _ATLANTIC_ISLANDS:
        if any(controls(game, commonwealth, place) for place in hexes_of(game, name)):
            take_over(game, name, displacing=False)
    return None


# ------------------------------------------------------------------------------- 18, 44 in a declaration of war step


@rule("13.3.2", "13.3.2 option 18")
def may_occupy_azores(game: Position) -> bool:
    """In a later turn, when Gibraltar or Madrid is the enemy's or from 1943 on, if no enemy unit is there."""
    if not _was_chosen_earlier(game, _AZORES_OPTION) or not hexes_of(game, AZORES):
        return False
    axis, holders = enemy_side(game), game.state[CONTROLLER]
    keys = (place_index(game, name) for name in ("Gibraltar", "Madrid"))
    due = game.state.get(YEAR) >= YEAR_OF_THE_AZORES(game) or any(
        side_of_power(game, holders[place]) == axis for place in keys
    )
    return due and not _is_ours(game, AZORES) and not _somebody_of(game, axis, hexes_of(game, AZORES))


@rule("13.3.2", "13.3.2 option 44")
def may_occupy_ireland(game: Position) -> bool:
    """In a later turn, while the Commonwealth controls all of it."""
    commonwealth = power_named(game, COMMONWEALTH)
    if commonwealth == NOBODY or not _was_chosen_earlier(game, _IRELAND_OPTION):
        return False
    hexes = hexes_of(game, NORTHERN_IRELAND)
    return bool(hexes) and all(controls(game, commonwealth, place) for place in hexes)


def _was_chosen_earlier(game: Position, option: int) -> bool:
    return option in game.state.get(US_ENTRY_OPTIONS) and option not in game.state.get(CHOSEN_THIS_TURN)


def _is_ours(game: Position, name: str) -> bool:
    country = country_named(game, name)
    return country != NOBODY and game.state[POWER][country] == the_usa(game)


def _somebody_of(game: Position, side: int, hexes: Iterable[int]) -> bool:
    return any(side_of(game, unit) == side for place in hexes for unit in things_at(game, place))


class Occupying(msgspec.Struct):
    """Which of the places has been asked for."""

    asked: int = 0


_ASKED: tuple[tuple[str, Callable[[Position], bool]], ...] = (
    (AZORES, may_occupy_azores),
    (NORTHERN_IRELAND, may_occupy_ireland),
)


def _take(game: Game, occupying: Occupying, seat: str, noun: Noun) -> Control:
    if _ASKED[occupying.asked][0] == NORTHERN_IRELAND:
        return None
    take_over(game, _ASKED[occupying.asked][0])
    occupying.asked += 1
    return Goto("next_place_to_occupy")


def _leave(game: Game, occupying: Occupying, seat: str, noun: Noun) -> Control:
    occupying.asked += 1
    return Goto("next_place_to_occupy")


OCCUPY = Verb("occupy-place", "13.3.2", _take)
LEAVE_ALONE = Verb("occupy-nothing", "13.3.2", _leave)


@step("13.3.2", LEAVE_ALONE, OCCUPY, also=("9.6",))
def next_place_to_occupy(game: Game, occupying: Occupying) -> Control:
    """Beside the minor country that the USA may align in this step."""
    found = (at for at, (_, may) in enumerate(_ASKED) if at >= occupying.asked and may(game))
    at = next(found, None)
    if at is None:
        return End()
    if at != occupying.asked:
        return Goto("pass_over")
    place = Occupied(_ASKED[at][0])
    return one(us_seat(game), LEAVE_ALONE, OCCUPY, rule="13.3.2", prompt="occupy-place", name=place)


def _agree(game: Game, occupying: Occupying, seat: str, noun: Noun) -> Control:
    take_over(game, NORTHERN_IRELAND)
    occupying.asked += 1
    return Goto("next_place_to_occupy")


def _refuse(game: Game, occupying: Occupying, seat: str, noun: Noun) -> Control:
    game.say(UsDeclined(power=power_named(game, COMMONWEALTH), name=NORTHERN_IRELAND))
    occupying.asked += 1
    return Goto("next_place_to_occupy")


AGREE = Verb("agree-to-occupation", "13.3.2", _agree)
REFUSE = Verb("refuse-occupation", "13.3.2", _refuse)


@step("13.3.2", REFUSE, AGREE)
def commonwealth_agrees(game: Game, occupying: Occupying) -> Control:
    seat = seat_of_power(game, power_named(game, COMMONWEALTH))
    return one(seat, REFUSE, AGREE, rule="13.3.2", prompt="agree-to-occupation", name=Occupied(NORTHERN_IRELAND))


@step("13.3.2")
def pass_over(game: Game, occupying: Occupying) -> Control:
    occupying.asked += 1
    return Goto("next_place_to_occupy")


OCCUPYING = procedure(
    "US occupations", "13.3.2", next_place_to_occupy, commonwealth_agrees, pass_over, locals=Occupying
)


@step("13.3.2", also=("9.6",))
def us_occupies(game: Game, declaring: object) -> Control:
    usa = the_usa(game)
    ready = game.state.get(US_ENTRY_IN_USE) and game.state[SIDE][usa] == active_side(game) and plays(game, usa)
    return Call(OCCUPYING.name, Occupying()) if ready else None


# ------------------------------------------------------------------------------------------------------ Belfast, option 44


def _is_us_belfast(game: Position, place: int) -> bool:
    return place == place_index(game, _BELFAST) and controls(game, the_usa(game), place)


@rule("13.3.2", "13.6.2")
def uses_belfast(usual: Callable[[Position, int, int], int], game: Position, power: int, place: int) -> int:
    found = usual(game, power, place)
    if found or not game.state.get(US_ENTRY_IN_USE) or power != the_usa(game) or not _is_us_belfast(game, place):
        return found
    return sum(factories_in(game, place))


@rule("13.3.2", "2.4.2")
def belfast_supplies_the_usa(game: Position, sources: dict[int, Source], country: int) -> dict[int, Source]:
    if not game.state.get(US_ENTRY_IN_USE) or game.state.get(COUNTRY_NAMES)[country] != USA:
        return sources
    belfast = place_index(game, _BELFAST)
    return {**sources, belfast: Source("supply-home-city")} if _is_us_belfast(game, belfast) else sources


CHANGES = (
    useable_factories.wrapped_by(uses_belfast),
    MORE_PRIMARY_SOURCES.attach(belfast_supplies_the_usa, reads=(US_ENTRY_IN_USE, COUNTRY_NAMES, POWER)),
)
