"""13.3.2 Places that are closed until a US entry option opens them, in the set-up and afterwards: options 26, 36, 40, 41.

Honolulu and Pago Pago to warships, Malaya, Hong Kong and the Commonwealth's Pacific territories, Guam and the Philippines to
land units and aircraft; some of them are opened by the enemy as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Field
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.things import board_of, counter_of, name_of, place_index, things_at
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    NOBODY,
    SIDE,
    ControlChanged,
    master_of,
    power_named,
    side_of,
    side_of_power,
)
from worldfire.rules.s02_3_stacking import crowd_violation, naval_units
from worldfire.tables.counters import NavalType
from worldfire.titles.wif.nations.us_entry.kinds import EntryOption
from worldfire.titles.wif.nations.us_entry.noticing import ACTIONS_NOTED
from worldfire.titles.wif.nations.us_entry.options import is_chosen
from worldfire.titles.wif.nations.us_entry.pools import the_usa
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, US_ENTRY_OPTIONS

#: the option that opens a place
PEARL_HARBOR, PACIFIC, GUAM, PHILIPPINES = 26, 36, 40, 41
_NAVAL_BASES = ("Honolulu", "Pago Pago")
_IN_ASIA = ("Malaya", "Hong Kong")
_COMMONWEALTH, _JAPAN = "commonwealth", "japan"
_TERRITORY, _PACIFIC_SHEET = "territory", "P"
_MACARTHUR = "MacArthur"
#: the militarisation of the Marshalls (13.3.3)
_MARSHALLS = "3"
SHIPS_IN_THE_PHILIPPINES = Figure("other naval units in the Philippines before they are reinforced", "13.3.2")

#: options whose places an Axis land unit has entered: they are open
ENTERED_BY_AXIS: Field[tuple[int, ...]] = Field("us_places_entered", ())
#: what the answers depend on besides the place, who controls it and whose unit it is
READS = (US_ENTRY_IN_USE, US_ENTRY_OPTIONS, ENTERED_BY_AXIS, ACTIONS_NOTED, COUNTRY_NAMES)


def _places(rules: Ruleset) -> Mapping[int, int]:
    """Hex → the option that opens it to land units and aircraft."""
    board = board_of(rules)
    found: dict[int, int] = {}
    for name, country in board.countries.items():
        option = {"Guam": GUAM, "Philippines": PHILIPPINES}.get(name, PACIFIC)
        pacific = country.kind == _TERRITORY and option == PACIFIC
        for number in board.hexes_of(name):
            if option != PACIFIC or name in _IN_ASIA or (pacific and number.startswith(_PACIFIC_SHEET)):
                found[board.index[number]] = option
    return found


@rule("13.3.2", "13.3.2 option 36", "13.3.2 option 40", "13.3.2 option 41")
def closed_to_land_and_air(game: Position, unit: int, place: int) -> Violation | None:
    if not game.state.get(US_ENTRY_IN_USE):
        return None
    option = game.ruleset.once(_places).get(place)
    if option is None or side_of(game, unit) != game.state[SIDE][the_usa(game)]:
        return None
    if _is_open(game, option) or _is_at_home(game, unit, place, option) or not _is_held_by_them(game, place, option):
        return None
    return refused("13.3.2", "place-closed-until-option", place=Place(place), option=EntryOption(option))


def _is_open(game: Position, option: int) -> bool:
    if is_chosen(game, option) or option in game.state.get(ENTERED_BY_AXIS):
        return True
    if option == GUAM:
        return _MARSHALLS in game.state.get(ACTIONS_NOTED)
    if option == PACIFIC:
        japan, commonwealth = power_named(game, _JAPAN), power_named(game, _COMMONWEALTH)
        return NOBODY in (japan, commonwealth) or at_war(game, japan, commonwealth)
    return is_active(game, the_usa(game))


def _is_held_by_them(game: Position, place: int, option: int) -> bool:
    """Of the Pacific territories only those that the Commonwealth controls are closed."""
    holder = game.state[CONTROLLER][place]
    if holder == NOBODY or option != PACIFIC:
        return True
    return master_of(game, holder) == power_named(game, _COMMONWEALTH)


def _is_at_home(game: Position, unit: int, place: int, option: int) -> bool:
    """Units of the country itself, and in the Philippines MacArthur, may be there."""
    country = game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][unit]]
    home = board_of(game).country_of(board_of(game).number(place)).casefold().replace(" ", "-")
    return country == home or (option == PHILIPPINES and name_of(game, unit) == _MACARTHUR)


# ----------------------------------------------------------------------------------------------------------------- ships


@rule("13.3.2")
def has_terms(game: Position, port: int) -> bool:
    """Does it depend on the ship whether it may enter the port?"""
    return bool(game.state.get(US_ENTRY_IN_USE)) and _option_for_ships(game, port) is not None


def _option_for_ships(game: Position, port: int) -> int | None:
    if port in {place_index(game, name) for name in _NAVAL_BASES}:
        return PEARL_HARBOR
    return PHILIPPINES if game.ruleset.once(_places).get(port) == PHILIPPINES else None


@rule("13.3.2", "13.3.2 option 26")
def closed_to_ships(game: Position, ship: int, port: int) -> Violation | None:
    """Only transports base at Honolulu and Pago Pago, and two ships in all of the Philippines; convoys may be anywhere."""
    if not game.state.get(US_ENTRY_IN_USE) or side_of(game, ship) != game.state[SIDE][the_usa(game)]:
        return None
    option = _option_for_ships(game, port)
    if option is None or is_chosen(game, option):
        return None
    if option == PEARL_HARBOR:
        if counter_of(game, ship).type in (NavalType.TRS, NavalType.CONV):
            return None
    elif is_active(game, the_usa(game)) or _more_ships_fit(game, (ship,)):
        return None
    return refused("13.3.2", "place-closed-until-option", place=Place(port), option=EntryOption(option))


@rule("13.3.2")
def _more_ships_fit(game: Position, ships: tuple[int, ...]) -> bool:
    """Would there be no more than two other ships in the Philippines?"""
    hexes = [place for place, option in game.ruleset.once(_places).items() if option == PHILIPPINES]
    there = {ship for place in hexes for ship in naval_units(game, things_at(game, place))}
    return len({*there, *ships}) <= SHIPS_IN_THE_PHILIPPINES(game)


@rule("13.3.2", "24.1", "11.4.2")
def not_too_many_at_once(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """In a set-up, or in a task force, several ships come to a port together."""
    if game.ruleset.once(_places).get(place) != PHILIPPINES or not game.state.get(US_ENTRY_IN_USE):
        return None
    usa = the_usa(game)
    ships = tuple(ship for ship in naval_units(game, units) if side_of(game, ship) == game.state[SIDE][usa])
    if not ships or is_chosen(game, PHILIPPINES) or is_active(game, usa) or _more_ships_fit(game, ships):
        return None
    return refused("13.3.2", "place-closed-until-option", place=Place(place), option=EntryOption(PHILIPPINES))


# ------------------------------------------------------------------------------------------------- opened by the enemy


@rule("13.3.2")
def enemy_opens_a_place(game: Game, event: ControlChanged) -> None:
    """Where an Axis land unit has come, the Allies may come as well."""
    option = game.ruleset.once(_places).get(event.place)
    if option not in (PACIFIC, GUAM) or not game.state.get(US_ENTRY_IN_USE):
        return
    side = side_of_power(game, event.controller)
    entered = game.state.get(ENTERED_BY_AXIS)
    if side not in (NOBODY, game.state[SIDE][the_usa(game)]) and option not in entered:
        game.set(ENTERED_BY_AXIS, (*entered, option))


CHANGES = (crowd_violation.replaced_by(not_too_many_at_once),)
