"""13.3.3 Deeds that are US entry actions, by the events of the war: conquests, alignments, cities, straits, maps, seizures.

What another rule does is heard of by its event, or that rule calls `notice_deed` with the trigger of the chart.
"""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, step
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import HEXES, PLACE, board_of, place_index, sea_of_section, seas_of_sections
from worldfire.forces.turn import active_side, power_name
from worldfire.forces.who import (
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    UNITS_OF,
    ControlChanged,
    country_named,
    master_of,
    power_named,
    power_of,
    units_on_map,
)
from worldfire.rules.s02_2_zones_of_control import is_land_unit
from worldfire.rules.s09_02_pacts import PactMade
from worldfire.rules.s09_war import UsEntryAlignment
from worldfire.rules.s13_06_1_by_sea import GoodsSeized
from worldfire.rules.s13_06_1_network import on_the_way
from worldfire.rules.s13_06_1_routes import read_route
from worldfire.rules.s13_07_6_surrender import is_being_given_up
from worldfire.rules.s13_07_conquest import CountryConquered
from worldfire.titles.wif.nations.joining import BALTIC_STATES
from worldfire.titles.wif.nations.us_entry.conditions import land_units_of_side_in
from worldfire.titles.wif.nations.us_entry.noticing import (
    ACTIONS_NOTED,
    Line,
    does_it,
    is_meant,
    lines,
    notice,
    notice_first,
)
from worldfire.titles.wif.nations.us_entry.pools import is_entering, the_usa
from worldfire.titles.wif.passages import canal_hexes

JAPAN, CHINA, UNITED_KINGDOM, COMMONWEALTH = "japan", "china", "united-kingdom", "commonwealth"
SUEZ, SUEZ_CANAL, MARSHALLS, RED_SEA = "Suez", "Suez Canal", "Marshalls", "Red Sea"
#: what lines of the chart are triggered by
ALIGNED, CONQUERED, CITY, CONTROL = "align a minor", "conquest", "occupy a city", "control"
INVADED, SEIZED, ON_A_MAP, IN_THE_MARSHALLS, PACT = (
    "invade",
    "search and seizure",
    "enter a map",
    "enter the Marshalls",
    "pact",
)

#: 19.7: the Baltic states follow Germany in one step of the game, and are rolled for once
BALTS_NOTED = "19 Baltic states"


@rule("13.3.3")
def notice_deed(game: Game, trigger: str, power: int, name: str = "") -> Call | None:
    """Somebody has done what lines of the chart are triggered by; `name` is the country that it concerns, if one is."""
    if not is_entering(game):
        return None
    found = (line for line in lines(game, trigger) if does_it(game, line, power))
    return notice_first(game, (line for line in found if not line.on or is_meant(game, line, name)), power)


# ------------------------------------------------------------------------------------------------- alignments, conquests


@rule("13.3.3", "9.6", "19.7/baltic states", "13.3.3 action 19", "13.3.3 action 30")
def minor_was_aligned(game: Game, event: UsEntryAlignment) -> Call | None:
    """19, 30, 1 and 5: only if it aligned of its own will, not because it was attacked."""
    name, noted = game.state.get(COUNTRY_NAMES)[event.country], game.state.get(ACTIONS_NOTED)
    if name not in BALTIC_STATES:
        return notice_deed(game, ALIGNED, event.power, name)
    call = None if BALTS_NOTED in noted else notice_deed(game, ALIGNED, event.power, name)
    if call is not None:
        game.set(ACTIONS_NOTED, (*game.state.get(ACTIONS_NOTED), BALTS_NOTED))
    return call


@rule("13.3.3", "9.2")
def pact_was_made(game: Game, event: PactMade) -> Call | None:
    """2: Japan and the USSR; a pact that is confirmed is none that is made."""
    if event.confirmed:
        return None
    for power, partner in ((event.power, event.target_power), (event.target_power, event.power)):
        call = notice_deed(game, PACT, power, power_name(game, partner))
        if call is not None:
            return call
    return None


@rule("13.3.3")
def country_was_conquered(game: Game, event: CountryConquered) -> Call | None:
    """4, 16 and 17: China, the United Kingdom, and home countries of the Commonwealth that fall to Japan."""
    name = game.state.get(COUNTRY_NAMES)[event.country]
    homes = ground_of(game).homes_of_power.get(COMMONWEALTH, ())
    spoken_of = COMMONWEALTH if name in homes and name != UNITED_KINGDOM else name
    return notice_deed(game, CONQUERED, event.power, spoken_of)


# ------------------------------------------------------------------------------------------------------ hexes that fall


@rule("13.3.3", "13.3.3 action 10")
def hex_was_taken(game: Game, event: ControlChanged) -> Call | None:
    """10 and 18: a Chinese city, Gibraltar, Singapore, the Suez Canal; not what a surrender gives away (13.7.6)."""
    if not is_entering(game) or event.controller == NOBODY:
        return None
    taker = master_of(game, event.controller)
    if game.state[SIDE][taker] in (NOBODY, game.state[SIDE][the_usa(game)]):
        return None
    if event.place in ground_of(game).cities and _is_in(game, event.place, CHINA):
        return None if is_being_given_up(game) else notice_deed(game, CITY, taker, CHINA)
    return _key_was_taken(game, event.place, taker)


def _is_in(game: Position, place: int, country: str) -> bool:
    home = game.state[HOME_COUNTRY][place]
    return home != NOBODY and game.state.get(COUNTRY_NAMES)[home] == country


@rule("13.3.3", "13.3.3 action 18")
def _key_was_taken(game: Game, place: int, taker: int) -> Call | None:
    """Each of them counts once for each pool."""
    for line in lines(game, CONTROL):
        key = next((name for name in line.on if place in _hexes_of_key(game, name)), "")
        if key and does_it(game, line, taker):
            return _once_each(game, line, key, taker)
    return None


def _hexes_of_key(game: Position, name: str) -> tuple[int, ...]:
    """The Suez Canal is held by whoever holds a hex beside it."""
    return canal_hexes(game, SUEZ_CANAL) if name == SUEZ else (place_index(game, name),)


def _once_each(game: Game, line: Line, name: str, culprit: int) -> Call | None:
    """Of the things that a line lists each counts once."""
    noted, key = game.state.get(ACTIONS_NOTED), f"{line.id} {name}"
    if key in noted:
        return None
    call = notice(game, line, culprit)
    if call is not None:
        game.set(ACTIONS_NOTED, (*game.state.get(ACTIONS_NOTED), key))
    return call


@step("13.3.3", also=("13.3.3 action 15",))
def is_the_kingdom_invaded(game: Game, nothing: None) -> Control:
    """15: at the end of an Axis land combat step an Axis land unit stands in the United Kingdom."""
    if not is_entering(game) or active_side(game) == game.state[SIDE][the_usa(game)]:
        return None
    if not land_units_of_side_in(game, active_side(game), UNITED_KINGDOM):
        return None
    return notice_deed(game, INVADED, _invader(game), UNITED_KINGDOM)


def _invader(game: Position) -> int:
    home, places, homes = country_named(game, UNITED_KINGDOM), game.state[PLACE], game.state[HOME_COUNTRY]
    powers = [power for power, side in enumerate(game.state[SIDE]) if side == active_side(game)]
    units = units_on_map(game, powers)
    found = (unit for unit in units if homes[places[unit]] == home and is_land_unit(game, unit))
    return next((game.state[POWER][game.state[COUNTRY][unit]] for unit in found), powers[0])


# ---------------------------------------------------------------------------------------------------- where Japan goes


@rule("13.3.3", "13.3.3 action 3", "13.3.3 action 37")
def japan_goes_too_far(game: Game) -> Call | None:
    """3 and 37: Japanese units on the Marshalls, or on a map where they have not been before."""
    if not is_entering(game):
        return None
    noted = game.state.get(ACTIONS_NOTED)
    due = [line for line in lines(game, IN_THE_MARSHALLS, ON_A_MAP) if line.id not in noted]
    japan = power_named(game, JAPAN)
    if not due or japan == NOBODY or game.state[SIDE][japan] == NOBODY:
        return None
    places = _where_it_is(game, japan)
    for line in due:
        if line.trigger == IN_THE_MARSHALLS:
            if places & marshall_hexes(game):
                return notice(game, line, japan)
        elif not _fights_the_west(game, japan) and any(_is_on(game, place, line.on[0]) for place in places):
            return notice(game, line, japan)
    return None


@rule("13.3.3", "13.3.3 action 3", "24.1")
def marshalls_are_not_armed_yet(
    usual: Callable[[Position, int, tuple[int, ...]], tuple[int, ...]],
    game: Position,
    unit: int,
    places: tuple[int, ...],
) -> tuple[int, ...]:
    """No Japanese unit is set up on the Marshalls before they have been rolled for."""
    found = usual(game, unit, places)
    if not is_entering(game) or power_name(game, power_of(game, unit)) != JAPAN:
        return found
    noted = game.state.get(ACTIONS_NOTED)
    armed = any(line.id in noted for line in lines(game, IN_THE_MARSHALLS))
    return found if armed else tuple(place for place in found if place not in marshall_hexes(game))


def marshall_hexes(game: Position) -> frozenset[int]:
    """Hexes on the Marshalls sea area."""
    return game.ruleset.once(_hexes_on, MARSHALLS)


def _hexes_on(rules: Ruleset, sea: str) -> frozenset[int]:
    tables = board_of(rules).tables
    return frozenset(here for here, seas in enumerate(tables.seas) if sea in seas and tables.country[here])


def _where_it_is(game: Position, power: int) -> set[int]:
    """Hexes and sections of sea-boxes with its units or convoy points."""
    places, owner, units = game.state[PLACE], game.state[POWER], game.look_up(UNITS_OF)
    found = {places[unit] for country in units if owner[country] == power for unit in units[country]}
    found = {place for place in found if place >= 0}
    return found | {place for whose, place, points in game.state.amounts(CONVOY_POINTS) if whose == power and points}


@rule("13.3.3")
def _is_on(game: Position, place: int, sheets: str) -> bool:
    """The Red Sea does not count as European."""
    if place < game.state.get(HEXES):
        return board_of(game).number(place)[0] in sheets
    sea = seas_of_sections(game).get(place, RED_SEA)
    return sea != RED_SEA and any(sheet in sheets for sheet in board_of(game).sea_areas[sea].sheets)


def _fights_the_west(game: Position, japan: int) -> bool:
    names = ("commonwealth", "france", "netherlands", "usa")
    powers = (power_named(game, name) for name in names)
    return any(power != NOBODY and at_war(game, japan, power) for power in powers)


# --------------------------------------------------------------------------------------------------- search and seizure


@rule("13.3.3", "13.6.1/search and seizure", "13.3.3 action 34", "13.3.3 action 35", "13.3.3 action 36")
def goods_were_seized(game: Game, event: GoodsSeized) -> Call | None:
    """34 to 36: each sea area, if it was done to somebody who is not at war with the USA."""
    usa = the_usa(game)
    if usa == NOBODY or all(at_war(game, usa, victim) for victim in _robbed(game, event.power, event.place)):
        return None
    return notice_deed(game, SEIZED, event.power)


@rule("13.6.1/search and seizure")
def _robbed(game: Position, seizer: int, place: int) -> frozenset[int]:
    """Powers of the other side, not at war with the seizer, on whose convoys in the sea area the lost goods were."""
    sea, side = sea_of_section(game, place), game.state[SIDE][seizer]
    routes = (read_route(game, sent.word) for sent in on_the_way(game) if sent.lost)
    owners = {leg.owner for route in routes if route is not None for leg in route.legs if leg.sea == sea}
    return frozenset(owner for owner in owners if game.state[SIDE][owner] != side and not at_war(game, seizer, owner))
