"""fa:14.2 Dominions that go their own way: South Africa, then India with Pakistan, as the Commonwealth's morale falls.

Each is a neutral minor country from then on, with a flag on the track; its army waits beside the map for its own war.
"""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import CountryId, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import other_side, power_name
from worldfire.forces.who import CONQUEROR, COUNTRY_NAMES, NOBODY, POWER, align_country, change_control, country_named
from worldfire.rules.s02_5_control import clear_for_new_holder
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s13_07_1_conquerors import hexes_of, homes_of
from worldfire.rules.s13_07_1_the_fallen import army_goes_home
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.independence import FREE_CAPITAL
from worldfire.titles.fa.morale_events import AT_WAR_SINCE
from worldfire.titles.fa.morale_step import MoraleChanged
from worldfire.titles.fa.politics.flags import FLAG, SECOND_FLAG, has_flag, lay_flag

MOTHERLAND, SOUTH_AFRICA, INDIA, PAKISTAN = "commonwealth", "south-africa", "india", "pakistan"
PAKISTANI_REGION = "Pakistan"

SOUTH_AFRICA_LEAVES = Figure("highest morale of the Commonwealth at which South Africa leaves", "fa:14.2")
INDIA_LEAVES = Figure("highest morale of the Commonwealth at which India leaves", "fa:14.2")
BOX_OF_SOUTH_AFRICA = Figure("box of South Africa's flag when it leaves", "fa:14.2")
BOX_OF_INDIA = Figure("box of India's flag when it leaves", "fa:14.2")
BOX_OF_PAKISTAN = Figure("box of Pakistan's flag when India leaves", "fa:14.2")


class CountrySecedes(Event, frozen=True):
    country: CountryId
    power: PowerId


@rule("fa:14.2")
def dominions_leave(game: Game, event: MoraleChanged) -> None:
    """As soon as morale has fallen so low; not who has been conquered, and nobody twice."""
    if power_name(game, event.power) != MOTHERLAND:
        return
    central = central_side(game)
    if event.after <= SOUTH_AFRICA_LEAVES(game) and _may_leave(game, SOUTH_AFRICA, event.power):
        secede(game, SOUTH_AFRICA, event.power, central, BOX_OF_SOUTH_AFRICA(game))
    if event.after <= INDIA_LEAVES(game) and _may_leave(game, INDIA, event.power):
        pakistani = tuple(sorted(ground_of(game).regions[PAKISTANI_REGION]))
        secede(game, PAKISTAN, event.power, other_side(central), BOX_OF_PAKISTAN(game), pakistani)
        secede(game, INDIA, event.power, central, BOX_OF_INDIA(game))


def _may_leave(game: Game, name: str, power: int) -> bool:
    country = country_named(game, name)
    if country == NOBODY or own_power(game, country) == NOBODY:
        return False
    return game.state[POWER][country] == power and game.state[CONQUEROR][country] == NOBODY


@rule("fa:14.2")
def secede(game: Game, name: str, power: int, side: int, box: int, land: tuple[int, ...] = ()) -> None:
    """It has all its land, its army leaves the game, and whoever else is there comes back by the production circle."""
    country = country_named(game, name)
    own, places = own_power(game, country), land or hexes_of(game, country)
    game.write(CONQUEROR, country, NOBODY)
    game.write(FREE_CAPITAL, country, NOBODY)
    align_country(game, country, own)
    army_goes_home(game, country)
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if own not in pair))
    for place in places:
        change_control(game, place, own)
        clear_for_new_holder(game, place)
    _is_mourned_no_more(game, places)
    game.say(CountrySecedes(country=country, power=power))
    game.write(FLAG, country, 0)
    game.write(SECOND_FLAG, country, 0)
    lay_flag(game, country, side, box)


@rule("fa:14.1")
def _is_mourned_no_more(game: Game, places: tuple[int, ...]) -> None:
    """Whoever takes it later, it is no loss of those who held it when the war began."""
    gone = {*places}
    kept = (
        (power, turn, tuple(place for place in held if place not in gone))
        for power, turn, held in game.state.get(AT_WAR_SINCE)
    )
    game.set(AT_WAR_SINCE, tuple(kept))


@rule("fa:14.2", "fa:2.5.2")
def without_those_who_left(
    usual: Callable[[Position, int], tuple[int, ...]], game: Position, power: int
) -> tuple[int, ...]:
    """A dominion that has left is no home country of its old power, whoever has it now."""
    names, seceding = game.state.get(COUNTRY_NAMES), nations_of(game).seceding
    return tuple(home for home in usual(game, power) if names[home] not in seceding or not has_flag(game, home))


MODULE = Module(
    subscribes=((MoraleChanged, dominions_leave),),
    changes=(homes_of.wrapped_by(without_those_who_left),),
)
