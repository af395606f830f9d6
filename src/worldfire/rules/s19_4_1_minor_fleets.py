"""19.4.1 Fleets of minor countries: ships that history had sunk before the campaign, and convoy points.

Convoy points are set up with the ships, and belong to the major power.
"""

from __future__ import annotations

from worldfire.engine.billets import Billets, Party
from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, one, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.shapes import Choices, Noun, Room, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Country, CountryId
from worldfire.forces.pools import REMOVED, circle_space
from worldfire.forces.situation import CAMPAIGN, TURN
from worldfire.forces.things import counter_of, move, place_index
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import COUNTRY_NAMES, HOME_COUNTRY, POWER
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT, naval_room
from worldfire.rules.s09_06_aligning import FURTHER_UNITS, SETTING_UP, SettingUp, army, most_abroad, own_hexes
from worldfire.rules.s11_04_naval_units import MINOR_CONVOYS
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s13_06_5_naval_production import make_convoys
from worldfire.tables.campaign import find_campaign
from worldfire.tables.counters import NavalCounter


class MinorConvoysSetUp(Event, frozen=True):
    country: CountryId
    points: int


@rule("19.4.1")
def was_sunk(game: Position, unit: int) -> bool:
    """Was the ship lost before the start of the campaign?"""
    counter = counter_of(game, unit)
    start = game.ruleset.once(_start_of_campaign, game.state.get(CAMPAIGN))
    return isinstance(counter, NavalCounter) and bool(counter.sunk) and int(counter.sunk.partition("-")[0]) < start


def _start_of_campaign(ruleset: Ruleset, campaign: str) -> int:
    return find_campaign(campaign, ruleset.tables.source).start_year


@step("19.4.1")
def sunk_ships_stay_sunk(game: Game, setting: SettingUp) -> Control:
    for unit in army(game, setting.country):
        if was_sunk(game, unit):
            move(game, unit, place_index(game, REMOVED))
    return None


@clause("19.4.1")
def column_of_convoys(game: Position) -> str:
    """The column of the table that counts."""
    return "Classic"


@clause("19.4.1/table: minor country convoy point set-up")
def convoys_of_minor(game: Position, country: int) -> int:
    chart, name = chart_named(game, "minor_convoys"), game.state.get(COUNTRY_NAMES)[country]
    return int(chart.number(name, column_of_convoys(game))) if name in chart.rows.labels else 0


def _units(game: Position, country: int) -> tuple[int, ...]:
    """Its convoy points as naval units: full ones, and one of what is left over."""
    full, points = CONVOY_POINTS_A_UNIT(game), convoys_of_minor(game, country)
    return (full,) * (points // full) + ((points % full,) if points % full else ())


def _rooms(game: Position, setting: SettingUp) -> dict[int, int]:
    """Port → how many naval units it can still take."""
    ports = ground_of(game).ports
    rooms = {place: naval_room(game, place) for place in own_hexes(game, setting.country) if place in ports}
    return {place: room for place, room in rooms.items() if room > 0}


def _at_home(game: Position, setting: SettingUp, port: int) -> bool:
    return game.state[HOME_COUNTRY][port] == setting.country


def _may_go_abroad(game: Position, setting: SettingUp) -> int:
    """How many of its convoy units: at least half of all initial units stay at home."""
    return min(max(0, most_abroad(game, setting)), len(_units(game, setting.country)))


def _placeable(game: Position, setting: SettingUp) -> int:
    """How many of its convoy units find a port, of those at home and abroad."""
    rooms = _rooms(game, setting).items()
    home = sum(room for port, room in rooms if _at_home(game, setting, port))
    abroad = sum(room for port, room in rooms if not _at_home(game, setting, port))
    return min(len(_units(game, setting.country)), home + min(abroad, _may_go_abroad(game, setting)))


def _shape(game: Position, setting: SettingUp, seat: str) -> Shape | Violation:
    rooms, number = _rooms(game, setting), _placeable(game, setting)
    names = tuple(unit + 1 for unit in range(number))
    everybody = Party(names, frozenset(rooms), frozenset())
    home = frozenset(port for port in rooms if _at_home(game, setting, port))
    return Billets(
        tuple(Choices(unit, tuple(rooms)) for unit in names),
        tuple(Room(port, room) for port, room in rooms.items()),
        (everybody,),
        home,
        max(0, number - _may_go_abroad(game, setting)),
    )


@rule("19.4.1", "2.3.1/naval unit limits")
def _misplaced(game: Position, setting: SettingUp, seat: str, noun: Noun) -> Violation | None:
    for port, room in _rooms(game, setting).items():
        if sum(place == port for _, place in noun) > room:
            return refused("2.3.1", "too-many-ships", place=Place(port), most=Number(room))
    if sum(not _at_home(game, setting, port) for _, port in noun) > _may_go_abroad(game, setting):
        return refused("19.4.1", "half-must-be-at-home", country=Country(setting.country))
    return None


def _set_up(game: Game, setting: SettingUp, seat: str, noun: Noun) -> Control:
    power, units = game.state[POWER][setting.country], _units(game, setting.country)
    for unit, port in noun:
        make_convoys(game, power, port, units[unit - 1])
    laid_in = dict.fromkeys((power, port, setting.country) for _, port in noun)
    game.set(MINOR_CONVOYS, (*game.state.get(MINOR_CONVOYS), *laid_in))
    laid = sum(units[: len(noun)])
    _next_turn(game, power, sum(units) - laid)
    game.say(MinorConvoysSetUp(country=setting.country, points=laid))
    return None


def _next_turn(game: Game, power: int, points: int) -> None:
    """What finds no port comes as a reinforcement, like other units of the country."""
    if points:
        make_convoys(game, power, place_index(game, circle_space(game.state.get(TURN) + 1)), points)


SET_UP_CONVOYS = Verb("set-up-minor-convoys", "19.4.1", _set_up, _shape, _misplaced, items=Number, to=Place)


@step("19.4.1", SET_UP_CONVOYS)
def place_convoys_of_minor(game: Game, setting: SettingUp) -> Control:
    points, power = convoys_of_minor(game, setting.country), game.state[POWER][setting.country]
    if not points:
        return None
    if not _placeable(game, setting):
        _next_turn(game, power, points)
        return None
    return one(
        seat_of_power(game, power),
        SET_UP_CONVOYS,
        rule="19.4.1",
        prompt="set-up-minor-convoys",
        country=Country(setting.country),
        points=Number(points),
    )


def impulse_is_over(game: Game, event: LastImpulseTested) -> None:
    """From now on they are the major power's like others."""
    if game.state.get(MINOR_CONVOYS):
        game.set(MINOR_CONVOYS, ())


@rule("19.4.1")
def convoy_units(game: Position, country: int) -> int:
    """They are initial units too."""
    return len(_units(game, country))


MODULE = Module(
    subscribes=((LastImpulseTested, impulse_is_over),),
    changes=(
        FURTHER_UNITS.attach(convoy_units),
        Insert(SETTING_UP.name, sunk_ships_stay_sunk, before="sort_the_army"),
        Insert(SETTING_UP.name, place_convoys_of_minor, after="place_ships_of_minor"),
    ),
)
