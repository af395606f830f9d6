"""13.7.1 Conquest of minor countries: when they fall and to whom, what becomes of their units and hexes.

Territories, Italy and the home countries of the other major powers follow with the campaigns that can see them fall, printed
forts and naval dice with the sea.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.board.paths import distance
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.procedures import Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.schema import Column, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex, slug
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import REMOVED, circle_space
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import HEXES, PLACE, PLACE_NAMES, board_of, counter_of, move, place_index, things_at
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRIES,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    change_country,
    power_of,
)
from worldfire.rules.s02_2_zones_of_control import exerts_zoc
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.tables.counters import LandCounter, NavalCounter

#: has the country ever been conquered? Only the first time its hexes are shared out
FALLEN = Column(COUNTRIES, "fallen")

#: units that may not stay arrive again after so many turns
TURNS_AWAY = 2
_MAIN_HOMES = {"commonwealth": "united-kingdom", "china": "nationalist-china"}
_UNDER_CONSTRUCTION = ("production circle", "construction pool", "reserve pool", "repair pool")


class CountryConquered(Event, frozen=True):
    """A country was conquered, for good or (incompletely) only at home."""

    country: int
    power: int
    complete: bool


class UnitsRemoved(Event, frozen=True):
    """They leave the game with their country."""

    country: int
    units: tuple[int, ...]


class UnitsSentHome(Event, frozen=True):
    """Units that are not at war with the conqueror come back as reinforcements."""

    units: tuple[int, ...]
    turn: int


class NewHomeChosen(Event, frozen=True):
    country: int
    home: str


# -------------------------------------------------------------------------------------------------------- who is conquered


def _board_name(game: Game, country: int) -> str:
    wanted = game.state.get(COUNTRY_NAMES)[country]
    return next((name for name in board_of(game).countries if slug(name) == wanted), "")


def capital_of(game: Game, country: int) -> int | None:
    """The hex of its capital; None for territories and for what is not on the board."""
    board = board_of(game)
    known = board.countries.get(_board_name(game, country))
    number = board.find(known.capital) if known is not None and known.capital else None
    return None if number is None else board.index[number]


@rule("13.7.1/other home countries")
def factory_hexes(game: Game, country: int) -> tuple[int, ...]:
    """Hexes of the home country with a printed factory, even if it was railed away."""
    home = game.state[HOME_COUNTRY]
    places = ground_of(game).places
    return tuple(
        place
        for place, found in sorted(places.items())
        if home[place] == country and any(each.factories for each in found)
    )


@rule("13.7.1/other home countries", "13.7.1/re-conquest", "13.7.1")
def conqueror_of(game: Game, country: int) -> int:
    """The major power that conquers this home country now, NOBODY if it stands.

    Its side holds the capital and every printed factory; who holds the capital is the conqueror. A conquered country is
    re-conquered in the same manner by the other side.
    """
    capital = capital_of(game, country)
    if capital is None or game.state[CONTROLLER][capital] == NOBODY:
        return NOBODY
    taker, holder = game.state[CONTROLLER][capital], game.state[POWER][country]
    sides, controllers = game.state[SIDE], game.state[CONTROLLER]
    side = sides[taker]
    if side == NOBODY or side == sides[holder] or not (at_war(game, taker, holder) or _own_war(game, country, taker)):
        return NOBODY
    held = (controllers[place] for place in factory_hexes(game, country))
    return taker if all(power != NOBODY and sides[power] == side for power in held) else NOBODY


def _own_war(game: Game, country: int, power: int) -> bool:
    """A country that was attacked before it was aligned is at war in its own name."""
    own = own_power(game, country)
    return own != NOBODY and at_war(game, power, own)


@rule("13.7.1")
def conquests(game: Game) -> tuple[tuple[int, int], ...]:
    """(country, conqueror) of every minor country that falls; all conquest of a turn is simultaneous."""
    minors = ground_of(game).minors
    names = game.state.get(COUNTRY_NAMES)
    found = ((country, conqueror_of(game, country)) for country, name in enumerate(names) if name in minors)
    return tuple((country, power) for country, power in found if power != NOBODY)


def is_conquered(game: Game, country: int) -> bool:
    return bool(game.state[CONQUEROR][country] != NOBODY)


# ------------------------------------------------------------------------------------------------------ effect of conquest


def _units_of(game: Game, country: int) -> Iterator[int]:
    """Its units; partisans stay whatever happens to their country (13.1.3)."""
    for unit, owner in enumerate(game.state[COUNTRY]):
        if owner == country and not is_partisan(game, unit):
            yield unit


def _pool_name(game: Game, unit: int) -> str:
    """The name of the place beside the map where the unit is, "" if it is on the map or at sea."""
    place = game.state[PLACE][unit]
    hexes = game.state.get(HEXES)
    return game.state.get(PLACE_NAMES)[place - hexes] if place >= hexes else ""


def _is_beside_the_map(game: Game, unit: int) -> bool:
    beside = ("force pool", "production", "construction", "reserve", "repair", "available", "army", "tray", "off map")
    return _pool_name(game, unit).startswith(beside)


def _remove(game: Game, country: int, units: tuple[int, ...]) -> None:
    if units:
        for unit in units:
            move(game, unit, place_index(game, REMOVED))
        game.say(UnitsRemoved(country=country, units=units))


@rule("13.7.1/effect of conquest")
def lose_units(game: Game, country: int) -> None:
    """Land and aircraft units at home and beside the map leave the game, and ships in the force pools."""
    home, places = game.state[HOME_COUNTRY], game.state[PLACE]
    lost = []
    for unit in _units_of(game, country):
        if isinstance(counter_of(game, unit), NavalCounter):
            gone = _pool_name(game, unit).startswith("force pool")
        elif is_hex(game, places[unit]):
            gone = home[places[unit]] == country
        else:
            gone = _is_beside_the_map(game, unit)
        if gone:
            lost.append(unit)
    _remove(game, country, tuple(lost))


@rule("13.7.1/effect of conquest")
def send_bystanders_home(game: Game, country: int, conqueror: int) -> None:
    """Units of the conquered side that are not at war with the conqueror come back in 2 turns."""
    side = game.state[SIDE][conqueror]
    turn = game.state.get(TURN) + TURNS_AWAY
    gone = tuple(
        unit
        for place in _hexes_of(game, country)
        for unit in things_at(game, place)
        if game.state[SIDE][power_of(game, unit)] not in (NOBODY, side)
        and not is_partisan(game, unit)
        and not at_war(game, power_of(game, unit), conqueror)
    )
    if gone:
        for unit in gone:
            move(game, unit, place_index(game, circle_space(turn)))
        game.say(UnitsSentHome(units=gone, turn=turn))


def _hexes_of(game: Game, country: int) -> tuple[int, ...]:
    home, controller = game.state[HOME_COUNTRY], game.state[CONTROLLER]
    return tuple(
        place for place in range(game.state.get(HEXES)) if home[place] == country and controller[place] != NOBODY
    )


@rule("13.7.1/effect of conquest")
def share_out_hexes(game: Game, country: int, conqueror: int, holder: int) -> None:
    """The first time: to whoever stands there, else to whose zone of control alone reaches there, else to the conqueror."""
    sides = game.state[SIDE]
    new = {place: _new_holder(game, place, conqueror) for place in _hexes_of(game, country)}
    for place, power in new.items():
        now = game.state[CONTROLLER][place]
        if now == holder or sides[now] != sides[power]:  # an ally keeps what it has
            change_control(game, place, power)


def _new_holder(game: Game, place: int, conqueror: int) -> int:
    occupiers: dict[int, int] = {}
    for unit in things_at(game, place):
        counter = counter_of(game, unit)
        if isinstance(counter, NavalCounter) or is_partisan(game, unit):
            continue
        power = power_of(game, unit)
        factors = counter.strength or 0 if isinstance(counter, LandCounter) else 0
        occupiers[power] = occupiers.get(power, 0) + factors
    if occupiers:
        return max(occupiers, key=lambda power: (occupiers[power], -power))
    near = powers_with_zoc(game, place)
    return next(iter(near)) if len(near) == 1 else conqueror


@rule("13.7.1/effect of conquest")
def powers_with_zoc(game: Game, place: int) -> frozenset[int]:
    """Powers in whose zones of control the empty hex is; a country that falls has no part in it any more."""
    beside = (unit for near in board_of(game).adjacent[place] for unit in things_at(game, near))
    return frozenset(power_of(game, unit) for unit in beside if exerts_zoc(game, unit, place))


# ------------------------------------------------------------------------------------------- incomplete and complete conquest


@rule("13.7.1/incomplete conquest")
def aligned_since_1939(game: Game, country: int) -> tuple[int, ...]:
    """Home countries that the map prints as this one's and that nobody has conquered."""
    names = game.state.get(COUNTRY_NAMES)
    minors = ground_of(game).minors
    return tuple(
        other
        for other, name in enumerate(names)
        if other != country
        and minors.get(name) == names[country]
        and capital_of(game, other) is not None
        and not is_conquered(game, other)
    )


@rule("13.7.1/incomplete conquest")
def possible_homes(game: Game, country: int) -> tuple[int, ...]:
    """What a conquered minor country may choose: a home country of its own, or one of its major power."""
    former = game.state[FORMER_POWER][country]
    majors = ground_of(game).majors
    names = game.state.get(COUNTRY_NAMES)
    of_major = (
        other
        for other, name in enumerate(names)
        if name in majors and game.state[POWER][other] == former and not is_conquered(game, other)
    )
    return (*aligned_since_1939(game, country), *of_major)


@rule("13.7.1/complete conquest")
def finish(game: Game, country: int, conqueror: int, ally: int) -> None:
    """It is at peace; its army is gone, ships being built go to the conqueror, those at sea to its major power."""
    own = own_power(game, country)
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if own == NOBODY or own not in pair))
    ships = [unit for unit in _units_of(game, country) if isinstance(counter_of(game, unit), NavalCounter)]
    _remove(game, country, tuple(unit for unit in _army(game, country) if unit not in ships))
    for ship in ships:
        building = _pool_name(game, ship).startswith(_UNDER_CONSTRUCTION)
        taker = conqueror if building else ally
        if game.state[SIDE][taker] != NOBODY and _pool_name(game, ship) != REMOVED:
            change_country(game, ship, main_home(game, taker))
    for place in range(game.state.get(HEXES)):
        if own != NOBODY and game.state[CONTROLLER][place] == own:  # what it took elsewhere goes back
            change_control(game, place, game.state[POWER][game.state[HOME_COUNTRY][place]])


def _army(game: Game, country: int) -> tuple[int, ...]:
    return tuple(unit for unit in _units_of(game, country) if _pool_name(game, unit) != REMOVED)


def main_home(game: Game, power: int) -> int:
    """The home country that a power's new units belong to: the United Kingdom for the Commonwealth."""
    name = power_name(game, power)
    return game.state.get(COUNTRY_NAMES).index(_MAIN_HOMES.get(name, name))


# ---------------------------------------------------------------------------------------------------------- the step itself


class Conquest(msgspec.Struct):
    """Countries that fall this turn, with their conquerors, and the one that must find a new home."""

    due: tuple[tuple[int, int], ...] = ()
    country: int = NOBODY


@step("13.7.1")
def find_conquests(game: Game, conquest: Conquest) -> Control:
    conquest.due = conquests(game)
    return None


@step("13.7.1", also=("13.7.1/effect of conquest",))
def next_conquest(game: Game, conquest: Conquest) -> Control:
    if not conquest.due:
        return End()
    (country, power), conquest.due = conquest.due[0], conquest.due[1:]
    holder = game.state[POWER][country]
    again = is_conquered(game, country)
    game.write(FORMER_POWER, country, holder)
    send_bystanders_home(game, country, power)
    if not again:
        lose_units(game, country)
    if not game.state[FALLEN][country] and not again:
        game.write(FALLEN, country, 1)
        share_out_hexes(game, country, power, holder)
    lives_on = bool(aligned_since_1939(game, country))
    align_country(game, country, power)
    game.write(CONQUEROR, country, power)
    game.say(CountryConquered(country=country, power=power, complete=not lives_on))
    if lives_on and not again:
        conquest.country = country
        return Goto("choose_new_home")
    if not again:
        finish(game, country, power, holder)
        parent = _parent_of(game, country)
        if is_conquered(game, parent) and not aligned_since_1939(game, parent):
            finish(game, parent, power, holder)
    return Goto("next_conquest")


@rule("13.7.1/complete conquest")
def _parent_of(game: Game, country: int) -> int:
    """The minor country whose name the map prints behind this one's, itself if none."""
    names, minors = game.state.get(COUNTRY_NAMES), ground_of(game).minors
    parent = minors[names[country]]
    return names.index(parent) if parent in minors else country


def _homes(game: Game, conquest: Conquest, seat: str) -> Shape | Violation:
    names = game.state.get(COUNTRY_NAMES)
    return One(tuple(names[home] for home in possible_homes(game, conquest.country)))


def _choose_home(game: Game, conquest: Conquest, seat: str, noun: Noun) -> Control:
    game.write(NEW_HOME, conquest.country, game.state.get(COUNTRY_NAMES).index(noun))
    game.say(NewHomeChosen(country=conquest.country, home=noun))
    return None


CHOOSE_NEW_HOME = Verb("choose-new-home", "13.7.1/incomplete conquest", _choose_home, _homes)


@step("13.7.1/incomplete conquest", CHOOSE_NEW_HOME)
def choose_new_home(game: Game, conquest: Conquest) -> Control:
    """It fights on from one of its other home countries, or from one of its major power's."""
    former = game.state[FORMER_POWER][conquest.country]
    return one(
        seat_of_power(game, former),
        CHOOSE_NEW_HOME,
        rule="13.7.1/incomplete conquest",
        prompt="choose-new-home",
        country=conquest.country,
    )


@step("13.7.1/incomplete conquest")
def roll_for_distant_units(game: Game, conquest: Conquest) -> Control:
    return Roll("distance to a new home", seat_of_power(game, game.state[FORMER_POWER][conquest.country]))


@step("13.7.1/incomplete conquest")
def distant_units_are_lost(game: Game, conquest: Conquest) -> Control:
    """Land and aircraft units further from the new home than the die leave the game."""
    board, home = board_of(game), game.state[NEW_HOME][conquest.country]
    former = game.state[FORMER_POWER][conquest.country]
    near = [
        place for place in _hexes_of(game, home) if game.state[CONTROLLER][place] in (former, own_power(game, home))
    ]
    lost = []
    for unit in _army(game, conquest.country):
        place = game.state[PLACE][unit]
        if isinstance(counter_of(game, unit), NavalCounter) or not is_hex(game, place):
            continue
        ways = (distance(board, board.number(place), board.number(there)) for there in near)
        if min((way for way in ways if way is not None), default=len(board)) > game.total:
            lost.append(unit)
    _remove(game, conquest.country, tuple(lost))
    return Goto("next_conquest")


CONQUEST = procedure(
    "conquest",
    "13.7.1",
    find_conquests,
    next_conquest,
    choose_new_home,
    roll_for_distant_units,
    distant_units_are_lost,
    locals=Conquest,
)

PROCEDURES = (CONQUEST,)
SCHEMA = Schema(columns=(FALLEN,))
