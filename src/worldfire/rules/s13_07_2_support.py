"""13.7.2 Allied support: one side helps a minor country that the other has attacked. Only the USA takes notice (13.3.3)."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import CountryId, PowerId
from worldfire.forces.situation import TURN
from worldfire.forces.things import counter_of, things_at
from worldfire.forces.who import (
    COUNTRIES,
    COUNTRY,
    COUNTRY_NAMES,
    NOBODY,
    POWER_NAMES,
    SIDE,
    country_named,
    power_of,
)
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.rules.s13_07_1_the_fallen import is_conquered
from worldfire.tables.counters import LandCounter, Size

CORPS_NEEDED = Figure("corps that support a minor country", "13.7.2")

#: the power that declared war on the country, and 1; and the turn in which it did
ATTACKER = Column(COUNTRIES, "attacker")
ATTACKED_IN = Column(COUNTRIES, "attacked_in")
#: a country is supported only once
SUPPORTED = Column(COUNTRIES, "supported")


class MinorSupported(Event, frozen=True):
    """Enough corps of the other side's major powers are in a country that `power` attacked this turn."""

    country: CountryId
    power: PowerId


@rule("13.7.2")
def note_attack(game: Game, event: WarDeclared) -> None:
    name = game.state.get(POWER_NAMES)[event.target_power]
    country = country_named(game, name)
    if country != NOBODY and game.state[SIDE][event.target_power] == NOBODY:
        game.write(ATTACKER, country, event.power + 1)
        game.write(ATTACKED_IN, country, game.state.get(TURN))


@rule("13.7.2", "13.3.3")
def is_supported(game: Position, country: int) -> bool:
    """Four corps in supply, of major powers themselves, in the turn of the attack; the country still stands."""
    attacker, turn = game.state[ATTACKER][country] - 1, game.state.get(TURN)
    if attacker == NOBODY or game.state[ATTACKED_IN][country] != turn or game.state[SUPPORTED][country]:
        return False
    if is_conquered(game, country) or game.state[SIDE][attacker] == NOBODY:
        return False
    minors, names = ground_of(game).minors, game.state.get(COUNTRY_NAMES)
    corps = 0
    for place in hexes_of(game, country):
        for unit in land_units(game, things_at(game, place)):
            counter = counter_of(game, unit)
            helper = game.state[SIDE][power_of(game, unit)] not in (NOBODY, game.state[SIDE][attacker])
            own = names[game.state[COUNTRY][unit]] not in minors
            whole = isinstance(counter, LandCounter) and counter.size is not Size.DIVISION
            corps += helper and own and whole and in_supply(game, unit)
    return corps >= CORPS_NEEDED(game)


@step("13.7.2")
def minors_are_supported(game: Game, nothing: None) -> Control:
    for country, attacker in enumerate(game.state[ATTACKER]):
        if attacker and is_supported(game, country):
            game.write(SUPPORTED, country, 1)
            game.say(MinorSupported(country=country, power=attacker - 1))
    return End()


ALLIED_SUPPORT = procedure("allied minor support", "13.7.2", minors_are_supported)


MODULE = Module(
    schema=Schema(columns=(ATTACKER, ATTACKED_IN, SUPPORTED)),
    procedures=(ALLIED_SUPPORT,),
    subscribes=((WarDeclared, note_attack),),
)
