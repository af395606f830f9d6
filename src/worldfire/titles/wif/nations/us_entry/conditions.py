"""13.3.2 What the war must have brought about before some US entry options can be chosen, by the names of the chart."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.schema import Field
from worldfire.forces.enmity import at_war
from worldfire.forces.things import PLACE, name_of
from worldfire.forces.turn import other_side, power_name
from worldfire.forces.who import (
    FALLEN_POWER,
    HOME_COUNTRY,
    NOBODY,
    SIDE,
    country_named,
    power_named,
    power_of,
    ruler_of,
    side_of_power,
    units_of,
    units_on_map,
)
from worldfire.rules.s02_2_zones_of_control import is_land_unit
from worldfire.rules.s09_war import WarDeclared
from worldfire.titles.wif.nations.us_entry.options import Condition
from worldfire.titles.wif.nations.us_entry.pools import the_usa

DENMARK, NETHERLANDS, EAST_INDIES = "denmark", "netherlands", "netherlands-east-indies"
NORTHERN_ISLANDS = ("greenland", "iceland")
COMMONWEALTH = "commonwealth"
VICHY, BEARN = "vichy-france", "Béarn"
#: those whom US entry option 42 guarantees
GUARANTEED = (COMMONWEALTH, "france", NETHERLANDS, "portugal")

#: (who, on whom) by their names: declarations of war that options ask about, also when the war is long over
DECLARED: Field[tuple[tuple[str, str], ...]] = Field("us_entry_declarations", ())
#: 13.3.3, US entry action 6: Japan has closed the Burma Road by pressure
BURMA_ROAD_CLOSED: Field[bool] = Field("burma_road_closed", False)


@rule("13.3.2")
def note_declaration(game: Game, event: WarDeclared) -> None:
    pair = (power_name(game, event.power), power_name(game, event.target_power))
    if pair[1] in (DENMARK, NETHERLANDS) and pair not in game.state.get(DECLARED):
        game.set(DECLARED, (*game.state.get(DECLARED), pair))


def _was_attacked_by(game: Position, victim: str, side: int) -> bool:
    found = (by for by, on in game.state.get(DECLARED) if on == victim)
    return any(side_of_power(game, power_named(game, by)) == side for by in found)


def enemy_side(game: Position) -> int:
    return other_side(game.state[SIDE][the_usa(game)])


def land_units_of_side_in(game: Position, side: int, *countries: str) -> bool:
    homes = {country_named(game, name) for name in countries} - {NOBODY}
    powers = [power for power, its in enumerate(game.state[SIDE]) if its == side]
    places, home = game.state[PLACE], game.state[HOME_COUNTRY]
    return any(home[places[unit]] in homes and is_land_unit(game, unit) for unit in units_on_map(game, powers))


@rule("13.3.2")
def denmark_was_attacked(game: Position) -> bool:
    """By the Axis, and no Axis land unit stands in Greenland or Iceland."""
    axis = enemy_side(game)
    return _was_attacked_by(game, DENMARK, axis) and not land_units_of_side_in(game, axis, *NORTHERN_ISLANDS)


def bearn_is_with_vichy(game: Position) -> bool:
    return the_bearn(game) != NOBODY


def the_bearn(game: Position) -> int:
    """The French carrier, if it is Vichy's."""
    vichy = power_named(game, VICHY)
    if vichy == NOBODY:
        return NOBODY
    countries = (country_named(game, name) for name in ("france", VICHY))
    ships = (unit for country in countries if country != NOBODY for unit in units_of(game, country))
    return next((ship for ship in ships if name_of(game, ship) == BEARN and power_of(game, ship) == vichy), NOBODY)


def burma_road_is_closed(game: Position) -> bool:
    return game.state.get(BURMA_ROAD_CLOSED)


@rule("13.3.2")
def somebody_is_to_be_guaranteed(game: Position) -> bool:
    """One of those whom option 42 guarantees is not at war with Japan yet."""
    japan = power_named(game, "japan")
    powers = (power_named(game, name) for name in GUARANTEED)
    known = (power for power in powers if power != NOBODY and not game.state[FALLEN_POWER][power])
    return japan != NOBODY and any(not at_war(game, power, japan) for power in known)


@rule("13.3.2")
def east_indies_may_be_opened(game: Position) -> bool:
    """Germany or Italy have attacked the Netherlands, and the East Indies are with the Allies."""
    indies = country_named(game, EAST_INDIES)
    if indies == NOBODY or not _was_attacked_by(game, NETHERLANDS, enemy_side(game)):
        return False
    return side_of_power(game, ruler_of(game, indies)) == game.state[SIDE][the_usa(game)]


CONDITIONS: Mapping[str, Condition] = {
    "bearn": bearn_is_with_vichy,
    "denmark": denmark_was_attacked,
    "burma-road": burma_road_is_closed,
    "pacific-neutral": somebody_is_to_be_guaranteed,
    "nei": east_indies_may_be_opened,
}
