"""13.1 Partisans: where they rise, how many, whose they are, where they are put and what they do to a hex.

An *area* is a country or region of the partisan table. The table's own names stand for areas by the chart
`partisan_areas`; a name that it does not list is a country of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId, Things
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Draw, End, Goto, Roll, Verb, joint, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.engine.shapes import Noun, One, Order, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.capitals import capital_distance
from worldfire.forces.charts import chart_named
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex, slug
from worldfire.forces.kinds import PartisanArea, PartisanAreaName, Power
from worldfire.forces.nations import nations_of
from worldfire.forces.participants import YEAR
from worldfire.forces.partisans import RED, SOIL, is_partisan
from worldfire.forces.pools import PARTISANS
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, board_of, move, place_index, things_at
from worldfire.forces.turn import (
    INITIATIVE_SIDE,
    is_active,
    other_side,
    power_name,
    powers_of_side,
    seat_of_power,
    seats_of_side,
    side_name,
)
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRIES,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HELD_DOWN,
    HEXES_AT_HOME,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    CountryAligned,
    change_country,
    country_named,
    power_named,
    power_of,
    ruler_of,
    side_of,
)
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc, zoc_units
from worldfire.rules.s02_3_stacking import land_units, stacking_violation
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s09_02_garrisons import garrison_value
from worldfire.rules.s09_06_aligning import LAST_NEUTRAL, own_power
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_10_6_overrun import overrun_where_it_stands
from worldfire.rules.s13_01_3_partisan_effects import factories_under_partisans, partisans_are_always_supplied
from worldfire.rules.s13_06_production import FACTORIES

#: the major power that controlled the country before it was conquered, NOBODY if none did
FORMER_POWER = Column(COUNTRIES, "former_power", default=NOBODY)

TWO_DICE_FROM = Figure("first year of two dice for partisans", "13.1.1")
#: every so many that the roll is below the number bring another partisan
FOR_ANOTHER = Figure("below the number for another partisan", "13.1.1")
AFRICA = "Africa"


class PartisanCountries(Event, frozen=True):
    """The table's dice, the countries that rise this turn, and those whose garrisons count half."""

    dice: tuple[int, ...]
    areas: tuple[PartisanAreaName, ...]
    halved: tuple[str, ...]


class PartisansRolled(Event, frozen=True):
    area: PartisanAreaName
    roll: int
    needed: int
    count: int


class PartisanPlaced(Event, frozen=True):
    thing: ThingId
    place: PlaceId


class NoRoomForPartisan(Event, frozen=True):
    area: PartisanAreaName


class PartisanRemoved(Event, frozen=True):
    """Taken off the map by its owner, because the pool was empty."""

    thing: ThingId


# ------------------------------------------------------------------------------------------------------------- the areas


@dataclass(frozen=True)
class Area:
    name: str
    red: bool
    country: int
    hexes: frozenset[int]


def _named_areas(game: Position, name: str) -> tuple[tuple[str, str], ...]:
    """What a name of the table stands for: (kind, name of the board)."""
    chart = chart_named(game, "partisan_areas")
    cells = [chart.cells[name, column].value for column in chart.columns.labels if (name, column) in chart.cells]
    parts = (cell.partition(":") for cell in cells or [f"country:{name}"])
    return tuple((kind, what) for kind, _, what in parts)


def _hexes(game: Position, kind: str, what: str) -> frozenset[int]:
    """The land of an area that is in play."""
    board, controller = board_of(game), game.state[CONTROLLER]
    hexes: set[int] = set()
    if kind == "region":
        hexes = {board.index[number] for number in board.tables.regions[what]}
    elif kind in ("country", "rest") and what in board.countries:
        country = country_named(game, slug(what))
        hexes = set(game.look_up(HEXES_AT_HOME).get(country, ())) if country != NOBODY else set()
    if kind == "rest":
        names = chart_named(game, "partisan_areas").rows.labels
        for other, region in (part for name in names for part in _named_areas(game, name)):
            hexes -= _hexes(game, other, region) if other == "region" else frozenset()
    return frozenset(place for place in hexes if controller[place] != NOBODY and board.is_land(place))


@rule("13.1.1")
def areas_of(game: Position, entry: str) -> tuple[Area, ...]:
    """The countries and regions in play behind an entry of the table such as "Ukraine (green)"."""
    name, _, colour = entry.partition(" (")
    found = []
    parts = _named_areas(game, name)
    for kind, what in parts:
        hexes = game.recall(("partisan area", kind, what), partial(_hexes, game, kind, what))
        if hexes:
            called = what if len(parts) > 1 else name
            country = game.state[HOME_COUNTRY][min(hexes)]
            red = colour == "red)" or bool(game.state[HELD_DOWN][country])  # 13.7.5: nobody has freed it
            found.append(Area(called, red, country, hexes))
    return tuple(found)


def has_enemies(game: Position, side: int) -> bool:
    """Is a major power left on the other side? Else nobody would lead them."""
    return bool(powers_of_side(game, other_side(side)))


@clause("13.1.1")
def is_eligible(game: Position, area: Area) -> bool:
    """Green: conquered, or an enemy holds part of it. Red: an active major power controls it."""
    owner = ruler_of(game, area.country)
    side = game.state[SIDE][owner]
    if side != NOBODY and not has_enemies(game, side):
        return False
    if area.red:
        return side != NOBODY and is_active(game, owner)
    if game.state[CONQUEROR][area.country] != NOBODY:
        return True
    controllers = game.state[CONTROLLER]
    holders = {controllers[place] for place in area.hexes}
    return side != NOBODY and any(game.state[SIDE][holder] not in (NOBODY, side) for holder in holders)


@clause("13.1.1")
def areas_rolled(game: Position, dice: tuple[int, ...], african: str = "") -> tuple[Area, ...]:
    """The eligible areas of these dice; of Africa only the country that was picked."""
    table = chart_named(game, "partisans")
    found: dict[str, Area] = {}
    for die in dice:
        for column in table.columns.labels:
            entry = table.at(die, column)
            for area in areas_of(game, entry):
                wanted = not entry.startswith(AFRICA) or area.name == african
                if wanted and is_eligible(game, area):
                    found.setdefault(area.name, area)
    return tuple(found.values())


@rule("13.1.1")
def rolled_twice(game: Position, dice: tuple[int, ...]) -> tuple[str, ...]:
    """Names of the table that both dice select: their garrison values are halved."""
    if len(dice) == 1:
        return ()
    table = chart_named(game, "partisans")
    rows = [{table.at(die, column).partition(" (")[0] for column in table.columns.labels} for die in dice]
    return tuple(sorted(rows[0] & rows[1]))


def _is_halved(game: Position, area: Area, dice: tuple[int, ...]) -> bool:
    return any(area.name in (name, what) for name in rolled_twice(game, dice) for _, what in _named_areas(game, name))


# --------------------------------------------------------------------------------------------------- numbers and garrisons


@clause("13.1.1")
def partisan_number(game: Position, area: Area) -> Fraction:
    """As printed, 1 if nothing is; halved in a green country that was neutral at any time in the calendar year."""
    chart = chart_named(game, "partisan_numbers")
    country = board_of(game).countries.get(area.name)
    if area.name in chart.rows.labels:
        number = chart.number(area.name, "number")
    else:
        number = Fraction(country.partisans) if country is not None else chart.number("other", "number")
    return number / 2 if not area.red and _neutral_this_year(game, area.country) else number


def _neutral_this_year(game: Position, country: int) -> bool:
    return bool(game.state[LAST_NEUTRAL][country] == game.state.get(YEAR))


@rule("13.1.1")
def garrison_of(game: Position, area: Area, controller: int) -> Fraction:
    """Of all units on the other side from whoever will control the partisan."""
    side = game.state[SIDE][controller]
    units = (unit for place in area.hexes for unit in things_at(game, place))
    enemies = (unit for unit in units if side_of(game, unit) not in (NOBODY, side))
    return sum((garrison_value(game, unit) for unit in enemies), Fraction(0))


@rule("13.1.1")
def partisans_in(game: Position, area: Area) -> int:
    return sum(is_partisan(game, unit) for place in area.hexes for unit in things_at(game, place))


@clause("13.1.1", "2.6")
def partisans_gained(game: Position, area: Area, dice: tuple[int, ...], roll: int) -> int:
    """How many the roll brings: the garrison adds to it, partisans already there take from it."""
    garrison = garrison_of(game, area, controller_of_partisans(game, area))
    if _is_halved(game, area, dice):
        garrison /= 2
    modified, number = rounded(roll + garrison - partisans_in(game, area)), partisan_number(game, area)
    return 0 if modified > number else 1 + int((number - modified) // FOR_ANOTHER(game))


# ------------------------------------------------------------------------------------------------------ 13.1.2 whose they are


@clause("13.1.2")
def controller_of_partisans(game: Position, area: Area) -> int:
    """Green: whoever controlled the country before it was conquered, or still does. Red: the nearest enemy."""
    owner = ruler_of(game, area.country)
    if area.red:
        return nearest_enemy(game, area.country)
    if game.state[CONQUEROR][area.country] == NOBODY:
        return owner
    former = game.state[FORMER_POWER][area.country]
    heirs = nations_of(game).heirs_of_partisans
    if former != NOBODY and game.state[FALLEN_POWER][former] and power_name(game, former) in heirs:
        former = power_named(game, heirs[power_name(game, former)])
    known = former != NOBODY and game.state[SIDE][former] not in (NOBODY, game.state[SIDE][owner])
    return former if known else nearest_enemy(game, area.country)


@clause("13.1.2")
def nearest_enemy(game: Position, country: int) -> int:
    """Of the major powers at war with the country's controller, else of all on the other side, by capitals as one flies.

    NOBODY if none is left.
    """
    owner = ruler_of(game, country)
    fighting = [power for power in _major_powers(game) if at_war(game, power, owner)]
    side = game.state[SIDE][owner]
    others = fighting or [power for power in _major_powers(game) if game.state[SIDE][power] != side]
    return min(others, key=lambda power: (capital_distance(game, power, country), power), default=NOBODY)


def _major_powers(game: Position) -> tuple[int, ...]:
    return tuple(power for side in (0, 1) for power in powers_of_side(game, side))


def _country_of_partisan(game: Position, soil: int, power: int) -> int:
    """The country under whose name the power has it: its own soil if that is the power's, else the power's main home."""
    if game.state[POWER][soil] == power and game.state[CONQUEROR][soil] == NOBODY:
        return soil
    names, name = game.state.get(COUNTRY_NAMES), power_name(game, power)
    return names.index(nations_of(game).partisan_homes.get(name, name))


@rule("13.1.2")
def red_partisans_change_sides(game: Position, event: CountryAligned) -> Call | None:
    """The red partisans of a country whose control changes may belong to somebody else now."""
    return Call(CHANGE_OF_CONTROL.name, ChangeOfControl(event.country)) if _red_partisans(game, event.country) else None


def _red_partisans(game: Position, country: int) -> tuple[int, ...]:
    soil, red = game.state[SOIL], game.state[RED]
    return tuple(
        unit
        for unit, place in enumerate(game.state[PLACE])
        if soil[unit] == country and red[unit] and is_hex(game, place)
    )


class ChangeOfControl(msgspec.Struct):
    country: int


@step("13.1.2")
def nearest_enemy_takes_over(game: Game, change: ChangeOfControl) -> Control:
    """Where nobody is left on the other side they vanish."""
    power = nearest_enemy(game, change.country)
    for unit in _red_partisans(game, change.country):
        if power == NOBODY:
            move(game, unit, place_index(game, PARTISANS))
        else:
            change_country(game, unit, _country_of_partisan(game, change.country, power))
    return None


CHANGE_OF_CONTROL = procedure("red partisans change sides", "13.1.2", nearest_enemy_takes_over, locals=ChangeOfControl)


# ------------------------------------------------------------------------------------------------- 13.1.1 getting partisans


class Rising(msgspec.Struct):
    """The table's dice, the African country, the areas still to roll for, and what the area at work has won."""

    dice: tuple[int, ...] = ()
    african: str = ""
    order: tuple[str, ...] = ()
    area: str = ""
    gained: int = 0
    drawn: int = NOBODY


def _area_at_work(game: Position, rising: Rising) -> Area:
    return next(area for area in areas_rolled(game, rising.dice, rising.african) if area.name == rising.area)


def _initiative_seats(game: Position) -> tuple[str, ...]:
    return seats_of_side(game, game.state.get(INITIATIVE_SIDE))


@step("13.1.1", also=("13.1",))
def roll_for_countries(game: Game, rising: Rising) -> Control:
    """2 dice from 1943 on."""
    return Roll(
        "partisan countries", _initiative_seats(game)[0], dice=1 + (game.state.get(YEAR) >= TWO_DICE_FROM(game))
    )


@step("13.1.1")
def note_countries(game: Game, rising: Rising) -> Control:
    rising.dice = game.dice
    return None


def _african_countries(game: Position, rising: Rising) -> tuple[str, ...]:
    table = chart_named(game, "partisans")
    entries = {table.at(die, column) for die in rising.dice for column in table.columns.labels}
    african = (area for entry in entries if entry.startswith(AFRICA) for area in areas_of(game, entry))
    return tuple(sorted(area.name for area in african if is_eligible(game, area)))


def _african_shape(game: Position, rising: Rising, seat: str) -> Shape | Violation:
    return One(_african_countries(game, rising))


def _pick_african(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    rising.african = noun
    return None


PICK_AFRICAN = Verb("pick-african-country", "13.1.1", _pick_african, _african_shape)


@step("13.1.1", PICK_AFRICAN)
def pick_an_african_country(game: Game, rising: Rising) -> Control:
    """A power of the side with the initiative picks it."""
    picking = nations_of(game).picks_africa[side_name(game, game.state.get(INITIATIVE_SIDE))]
    names = game.state.get(POWER_NAMES)
    if not _african_countries(game, rising) or picking not in names:
        return None
    seat = seat_of_power(game, names.index(picking))
    return one(seat, PICK_AFRICAN, rule="13.1.1", prompt="pick-african-country")


@step("13.1.1")
def countries_rise(game: Game, rising: Rising) -> Control:
    rising.order = tuple(area.name for area in areas_rolled(game, rising.dice, rising.african))
    game.say(PartisanCountries(dice=rising.dice, areas=rising.order, halved=rolled_twice(game, rising.dice)))
    return None


def _order_shape(game: Position, rising: Rising, seat: str) -> Shape | Violation:
    return Order((rising.order,))


def _order(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    rising.order = noun[0]
    return None


ORDER_COUNTRIES = Verb("order-partisan-countries", "13.1.1", _order, _order_shape, items=PartisanArea)


@step("13.1.1", ORDER_COUNTRIES)
def order_the_countries(game: Game, rising: Rising) -> Control:
    """The side with the initiative decides the order in which they roll."""
    if len(rising.order) < 2:
        return None
    return joint(_initiative_seats(game), ORDER_COUNTRIES, rule="13.1.1", prompt="order-partisan-countries")


@step("13.1.1")
def next_country(game: Game, rising: Rising) -> Control:
    if not rising.order:
        return End()
    rising.area, rising.order = rising.order[0], rising.order[1:]
    seat = seat_of_power(game, controller_of_partisans(game, _area_at_work(game, rising)))
    return Roll("partisans", seat)


@step("13.1.1")
def count_partisans(game: Game, rising: Rising) -> Control:
    area = _area_at_work(game, rising)
    rising.gained = partisans_gained(game, area, rising.dice, game.total)
    needed = int(partisan_number(game, area))
    game.say(PartisansRolled(area=area.name, roll=game.total, needed=needed, count=rising.gained))
    return None


# ------------------------------------------------------------------------------------------------------- 13.1.2 setting up


@clause("13.1.2")
def places_for_partisan(game: Position, area: Area, power: int) -> tuple[int, ...]:
    """Enemy controlled hexes of its country, not in an enemy zone of control, with room beside what it gets on with."""
    return tuple(place for place in sorted(area.hexes) if rising_violation(game, area, power, place) is None)


@rule("13.1.2")
def rising_violation(game: Position, area: Area, power: int, place: int) -> Violation | None:
    """Why no partisan of the power rises in this hex, room apart."""
    side = game.state[SIDE][power]
    if place not in area.hexes:
        return refused("13.1.2", "partisan-not-its-country", place=Place(place), area=area.name)
    if game.state[SIDE][game.state[CONTROLLER][place]] in (NOBODY, side):
        return refused("13.1.2", "partisan-not-under-the-enemy", place=Place(place))
    garrison = tuple(
        unit for unit in land_units(game, things_at(game, place)) if side_of(game, unit) not in (NOBODY, side)
    )
    if garrison:
        return refused("13.1.2", "partisan-beside-garrison", place=Place(place), units=Things(garrison))
    zone = in_enemy_zoc(game, place, side)
    return (
        refused("13.1.2", "partisan-in-zoc", place=Place(place), units=Things(zoc_units(game, place, side)))
        if zone
        else None
    )


def _crowded(game: Position, partisan: int, place: int) -> Violation | None:
    """Enemy aircraft and ships there will be overrun; only its own side takes up room."""
    side = side_of(game, partisan)
    friends = tuple(unit for unit in things_at(game, place) if side_of(game, unit) == side)
    return stacking_violation(game, place, (*friends, partisan))


@step("13.1.2")
def next_partisan(game: Game, rising: Rising) -> Control:
    """Drawn at random from the pool; if there is nowhere to put it, it stays there."""
    if not rising.gained:
        return Goto("next_country")
    area = _area_at_work(game, rising)
    power = controller_of_partisans(game, area)
    if not places_for_partisan(game, area, power):
        game.say(NoRoomForPartisan(area=area.name))
        rising.gained = 0
        return Goto("next_country")
    pool = place_index(game, PARTISANS)
    if not things_at(game, pool):
        return Goto("reuse_a_partisan")
    return Draw("partisan", seat_of_power(game, power), pool)


@step("13.1.2")
def take_the_partisan(game: Game, rising: Rising) -> Control:
    (rising.drawn,) = game.result
    return Goto("enlist")


def _on_map(game: Position, rising: Rising, seat: str) -> Shape | Violation:
    return One(tuple(unit for unit, place in enumerate(game.state[PLACE]) if _on_the_map(game, unit, place)))


def _on_the_map(game: Position, unit: int, place: int) -> bool:
    return 0 <= place < game.state.get(HEXES) and is_partisan(game, unit) and may_be_reused(game, unit)


@clause("13.1.2")
def may_be_reused(game: Position, partisan: int) -> bool:
    """May it be taken off the map where another is needed?"""
    return True


def _reuse(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    rising.drawn = noun
    game.say(PartisanRemoved(thing=noun))
    move(game, noun, place_index(game, PARTISANS))
    return None


def _forgo(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    rising.gained = 0
    return Goto("next_country")


REUSE_PARTISAN = Verb("reuse-partisan", "13.1.2", _reuse, _on_map, items=Thing)
FORGO_PARTISAN = Verb("forgo-partisan", "13.1.2", _forgo)


@step("13.1.2", REUSE_PARTISAN, FORGO_PARTISAN)
def reuse_a_partisan(game: Game, rising: Rising) -> Control:
    """The pool is empty: any partisan may be taken off the map instead, even one just set up."""
    if not any(_on_the_map(game, unit, place) for unit, place in enumerate(game.state[PLACE])):
        rising.gained = 0
        return Goto("next_country")
    power = controller_of_partisans(game, _area_at_work(game, rising))
    return one(
        seat_of_power(game, power),
        REUSE_PARTISAN,
        FORGO_PARTISAN,
        rule="13.1.2",
        prompt="reuse-partisan",
        power=Power(power),
    )


@step("13.1.2")
def enlist(game: Game, rising: Rising) -> Control:
    """It belongs to whoever controls it, and to the soil on which it rises."""
    area = _area_at_work(game, rising)
    power = controller_of_partisans(game, area)
    game.write(SOIL, rising.drawn, area.country)
    game.write(RED, rising.drawn, int(area.red))
    game.write(FACE_DOWN, rising.drawn, 0)
    change_country(game, rising.drawn, _country_of_partisan(game, area.country, power))
    if not _places_for_drawn(game, rising):
        game.say(NoRoomForPartisan(area=area.name))
        rising.gained = 0
        return Goto("next_country")
    return None


def _places_for_drawn(game: Position, rising: Rising) -> tuple[int, ...]:
    places = places_for_partisan(game, _area_at_work(game, rising), power_of(game, rising.drawn))
    return tuple(place for place in places if _crowded(game, rising.drawn, place) is None)


def _places_shape(game: Position, rising: Rising, seat: str) -> Shape | Violation:
    return One(_places_for_drawn(game, rising))


def _place(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    partisan = rising.drawn
    rising.gained -= 1
    move(game, partisan, noun)
    game.say(PartisanPlaced(thing=partisan, place=noun))
    return overrun_where_it_stands(game, partisan)


def _why_not_placed(game: Position, rising: Rising, seat: str, noun: Noun) -> Violation | None:
    if type(noun) is not int or not is_hex(game, noun):
        return None
    found = rising_violation(game, _area_at_work(game, rising), power_of(game, rising.drawn), noun)
    return found or _crowded(game, rising.drawn, noun)


PLACE_PARTISAN = Verb("place-partisan", "13.1.2", _place, _places_shape, explain=_why_not_placed, items=Place)


@step("13.1.2", PLACE_PARTISAN)
def place_the_partisan(game: Game, rising: Rising) -> Control:
    seat = seat_of_power(game, power_of(game, rising.drawn))
    return one(seat, PLACE_PARTISAN, rule="13.1.2", prompt="place-partisan", unit=Thing(rising.drawn))


@step("13.1.2")
def partisan_is_placed(game: Game, rising: Rising) -> Control:
    return Goto("next_partisan")


#: what happens in the areas of `order`, one after another
RISING_IN_ORDER = (
    next_country,
    count_partisans,
    next_partisan,  # 13.1.2
    take_the_partisan,
    reuse_a_partisan,
    enlist,
    place_the_partisan,
    partisan_is_placed,
)
GETTING_PARTISANS = procedure(
    "partisans",
    "13.1",
    roll_for_countries,  # 13.1.1
    note_countries,
    pick_an_african_country,
    countries_rise,
    order_the_countries,
    *RISING_IN_ORDER,
    locals=Rising,
)

# ------------------------------------------------------------------------------------------------ who was neutral this year


def neutrality_ends(game: Position, event: WarDeclared) -> Call | None:
    return Call(END_OF_NEUTRALITY.name, EndOfNeutrality((event.power, event.target_power)))


class EndOfNeutrality(msgspec.Struct):
    """Powers that have come to war with each other."""

    powers: tuple[int, int]


@step("13.1.1")
def note_the_year(game: Game, end: EndOfNeutrality) -> Control:
    """Who was at war with nobody else was neutral until now."""
    ground = ground_of(game)
    names = game.state.get(COUNTRY_NAMES)
    for power, other in (end.powers, end.powers[::-1]):
        enemies = (enemy for enemy in _major_powers(game) if enemy != other)
        if any(at_war(game, power, enemy) for enemy in enemies):
            continue
        for country, holder in enumerate(game.state[POWER]):
            home = own_power(game, country) == power or names[country] in ground.majors
            if holder == power and home:
                game.write(LAST_NEUTRAL, country, game.state.get(YEAR))
    return None


END_OF_NEUTRALITY = procedure("end of neutrality", "13.1.1", note_the_year, locals=EndOfNeutrality)


MODULE = Module(
    schema=Schema(columns=(FORMER_POWER,)),
    procedures=(GETTING_PARTISANS, CHANGE_OF_CONTROL, END_OF_NEUTRALITY),
    subscribes=((CountryAligned, red_partisans_change_sides), (WarDeclared, neutrality_ends)),
    changes=(
        ALWAYS_SUPPLIED.attach(partisans_are_always_supplied),
        FACTORIES.attach(factories_under_partisans),
    ),
)
