"""17.1, 17.2 A Vichy government is installed: France is divided, and dice say which of its possessions follow whom."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex, slug
from worldfire.forces.kinds import Country, CountryId, Owner, Power, PowerId
from worldfire.forces.things import HEXES, PLACE, board_of, counter_of, place_index, sea_of_section, things_at
from worldfire.forces.turn import is_active, other_side, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    FIRST_CONQUEROR,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    country_named,
    found_power,
    power_named,
    power_of,
    ruler_of,
    side_of_power,
    units_of,
)
from worldfire.rules.s02_3_stacking import land_units, naval_room
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.rules.s13_07_1_conquerors import hexes_of, most_influential
from worldfire.rules.s13_07_1_the_fallen import (
    aligned_since_1939,
    end_minor,
    fallen_powers,
    is_conquered,
    lose_units,
    new_holder,
)
from worldfire.rules.s13_07_conquest import CONQUEST, Conquest, NewHomeChosen, catch_ships, nation_lives
from worldfire.rules.s18_1_cooperation import let_cooperate
from worldfire.tables.counters import LandCounter, NavalCounter, NavalType
from worldfire.titles.wif.nations.vichy.standing import (
    COMMONWEALTH,
    DIVIDED,
    HOSTILE,
    INSTALLER,
    ROUSED,
    USA,
    french_country,
    french_power,
    holder_at,
    make_hostile,
    region_hexes,
    stands,
    vichy_country,
    vichy_power,
)
from worldfire.titles.wif.nations.vichy.units import DIVIDING, Dividing

PARIS = "Paris"


class VichyDeclared(Event, frozen=True):
    """France is divided; `power` has installed Vichy and controls Occupied France."""

    power: PowerId


class GroupDecided(Event, frozen=True):
    """What the Free French chart says of an administration group."""

    group: str
    roll: int
    free: bool
    countries: tuple[CountryId, ...]


class CountryAllocated(Event, frozen=True):
    """What France had gained since the war began, and would be Vichy's, goes to an Axis power."""

    country: CountryId
    power: PowerId
    conquered: bool


# ---------------------------------------------------------------------------------------------------------- 17.1 creation


@rule("17.1")
def possible_installer(game: Position) -> int:
    """Whoever occupies Paris with more factors than any other of its side, is not at war with the USA, and may; or NOBODY."""
    france, country = french_power(game), french_country(game)
    if stands(game) or NOBODY in (france, country, vichy_power(game)):
        return NOBODY
    if is_conquered(game, country) or game.state[SIDE][france] == NOBODY:
        return NOBODY
    factors: dict[int, int] = {}
    for unit in land_units(game, things_at(game, place_index(game, PARIS))):
        power, counter = power_of(game, unit), counter_of(game, unit)
        if game.state[SIDE][power] == other_side(game.state[SIDE][france]):
            strength = (counter.strength or 0) if isinstance(counter, LandCounter) else 0
            factors[power] = factors.get(power, 0) + strength
    most = max(factors.values(), default=0)
    leaders = [power for power, strength in factors.items() if strength == most]
    usa = power_named(game, USA)
    if len(leaders) != 1 or (usa != NOBODY and at_war(game, leaders[0], usa)):
        return NOBODY
    return leaders[0]


@rule("17.1")
def divide_france(game: Game, installer: int) -> None:
    """Two home countries: the south is Vichy's, the rest is a conquered home country of whoever installed it."""
    france, vichy = french_country(game), vichy_country(game)
    found_power(game, vichy_power(game), installer)
    game.set(INSTALLER, installer)
    game.set(HOSTILE, ())
    game.set(ROUSED, False)
    game.set(DIVIDED, True)
    for place in region_hexes(game):
        game.write(HOME_COUNTRY, place, vichy)
        change_control(game, place, vichy_power(game))
    align_country(game, vichy, vichy_power(game))
    _occupy(game, france, installer)
    game.write(FORMER_POWER, france, game.state[POWER][france])
    game.write(FIRST_CONQUEROR, france, installer)
    game.write(CONQUEROR, france, installer)
    befriend_free_france(game)
    game.say(VichyDeclared(power=installer))


@rule("17.1", "13.7.1/effect of conquest")
def _occupy(game: Game, france: int, installer: int) -> None:
    """As after a conquest, but what French units hold is the installer's too."""
    own = french_power(game)
    new = {place: new_holder(game, place, installer) for place in hexes_of(game, france)}
    for place, power in new.items():
        now = game.state[CONTROLLER][place]
        taker = installer if power == own else power
        if holder_at(game, place) == own or side_of_power(game, now) != side_of_power(game, taker):
            change_control(game, place, taker)


@rule("18.1")
def befriend_free_france(game: Game) -> None:
    """18.1 (7): Commonwealth and Free French units co-operate, from when neither is neutral."""
    pair, home = (power_named(game, COMMONWEALTH), french_power(game)), french_country(game)
    free = game.state.get(DIVIDED) and home != NOBODY and is_conquered(game, home)
    if free and NOBODY not in pair and all(is_active(game, power) for power in pair):
        let_cooperate(game, *pair)


# --------------------------------------------------------------------------------------------------- 17.2 the dice

#: administration group as the board calls it → row of the chart
_ROWS = {
    "Corsica, Morocco, Algeria & Tunisia": "Corsica, Morocco, Algeria and Tunisia",
    "French West Africa": "French West Africa",
    "Syria": "Syria",
    "Indo-China": "Indo-China",
    "Madagascar": "Madagascar",
    "French Equatorial Africa": "French Equatorial Africa",
    "Marquesas Is & French Polynesia": "Marquesas and French Polynesia",
}
_OF_SHEETS = {"A": "other Asian map minors and territories", "P": "Pacific map minors and territories"}
_OTHERS = "other minors and territories"
_MODIFIER = "French CV or BB outside French home ports"


@rule("17.2")
def group_of(game: Position, country: int) -> str:
    """The row of the chart: that of its administration group, else by the map on which its original home country lies."""
    names, board = game.state.get(COUNTRY_NAMES), board_of(game)
    entry = next((each for name, each in board.countries.items() if slug(name) == names[country]), None)
    if entry is not None and entry.group in _ROWS and entry.controller == "France":
        return _ROWS[entry.group]
    minors = ground_of(game).minors
    parent = minors.get(names[country], "")
    capital = capital_of(game, country_named(game, parent) if parent in minors else country)
    hexes = hexes_of(game, country)
    where = capital if capital is not None else (hexes[0] if hexes else NOBODY)
    return _OF_SHEETS.get(board.number(where)[0], _OTHERS) if where != NOBODY else _OTHERS


@rule("17.1")
def possessions(game: Position) -> tuple[int, ...]:
    """Minor countries and territories that France controls: what the Axis has conquered stays conquered."""
    france, home = french_power(game), french_country(game)
    return tuple(
        country
        for country in range(len(game.state[POWER]))
        if country != home and ruler_of(game, country) == france and hexes_of(game, country)
    )


@rule("17.2")
def dice_modifier(game: Position) -> int:
    """-2 if a French CV or BB on the map is not in a port of the French home country that could take it."""
    homes = (french_country(game), vichy_country(game))
    ports = [port for port in ground_of(game).ports if game.state[HOME_COUNTRY][port] in homes]
    if not any(naval_room(game, port) > 0 for port in ports):
        return 0
    away = any(_is_abroad(game, unit, ports) for unit in units_of(game, french_country(game)))
    return int(game.ruleset.tables.source.chart("free_french").number(_MODIFIER, "modifier")) if away else 0


def _is_abroad(game: Position, unit: int, ports: list[int]) -> bool:
    counter, place = counter_of(game, unit), game.state[PLACE][unit]
    great = isinstance(counter, NavalCounter) and (counter.type is NavalType.CV or counter.ship_class == "BB")
    on_map = is_hex(game, place) or bool(sea_of_section(game, place))
    return great and on_map and place not in ports


@rule("17.2", "17.2/table: free french chart")
def joins_free_france(game: Position, group: str, die: int) -> bool:
    least = str(game.ruleset.tables.source.chart("free_french").at(group, "die")).partition("-")[0]
    return die >= int(least)


# ------------------------------------------------------------------------------------------------------- 17.2 the hexes


def _vichy_lands(game: Position) -> tuple[int, ...]:
    """Countries and territories of Vichy but its own home country."""
    vichy, home = vichy_power(game), vichy_country(game)
    return tuple(each for each in range(len(game.state[POWER])) if each != home and ruler_of(game, each) == vichy)


def _free_lands(game: Position) -> tuple[int, ...]:
    france, home = french_power(game), french_country(game)
    return tuple(each for each in range(len(game.state[POWER])) if each != home and ruler_of(game, each) == france)


@rule("17.2")
def go_to_vichy(game: Game, country: int) -> None:
    """Aligned stays aligned, conquered stays conquered; what France holds there goes along."""
    vichy, france = vichy_power(game), french_power(game)
    if is_conquered(game, country):
        game.write(CONQUEROR, country, vichy)
    align_country(game, country, vichy)
    for place in hexes_of(game, country):
        if holder_at(game, place) in (france, vichy):
            change_control(game, place, vichy)


@rule("17.2")
def hexes_revert(game: Game) -> None:
    """French hexes elsewhere, Axis hexes in Vichy's lands, Allied ones in Free French lands."""
    vichy, france = vichy_power(game), french_power(game)
    axis, allies = game.state[SIDE][vichy], game.state[SIDE][france]
    lands, free = {*_vichy_lands(game)}, {*_free_lands(game)}
    for place in range(game.state.get(HEXES)):
        home, holder = game.state[HOME_COUNTRY][place], holder_at(game, place)
        if NOBODY in (home, holder):
            continue
        if home in lands and game.state[SIDE][holder] == axis:
            change_control(game, place, vichy)
        elif home in free and game.state[SIDE][holder] == allies:
            change_control(game, place, france)
        elif holder == france and ruler_of(game, home) not in (france, vichy):
            occupier = most_influential(game, (power for power in _majors(game) if power != france), (place,))
            here = any(power_of(game, unit) == occupier for unit in things_at(game, place))
            change_control(game, place, occupier if occupier != NOBODY and here else ruler_of(game, home))


def _majors(game: Position) -> tuple[int, ...]:
    return (*powers_of_side(game, 0), *powers_of_side(game, 1))


def _hexes_to_hand_over(game: Position, power: int) -> tuple[int, ...]:
    return tuple(
        place for country in _vichy_lands(game) for place in hexes_of(game, country) if holder_at(game, place) == power
    )


# ------------------------------------------------------------------------------------------------------------- the step


class Creation(msgspec.Struct):
    """Groups still to roll for, Allied powers that have been asked, and countries still to be given away."""

    rows: tuple[str, ...] = ()
    asked: tuple[int, ...] = ()
    gifts: tuple[int, ...] = ()


def _install(game: Game, creation: Creation, seat: str, noun: Noun) -> Control:
    divide_france(game, possible_installer(game))
    creation.rows = tuple(sorted({group_of(game, country) for country in possessions(game)}))
    return Goto("next_group")


def _decline(game: Game, creation: Creation, seat: str, noun: Noun) -> Control:
    return End()


INSTALL_VICHY = Verb("install-vichy", "17.1", _install)
NO_VICHY = Verb("install-no-vichy", "17.1", _decline)


@step("13.7.4", INSTALL_VICHY, NO_VICHY, also=("17", "17.1"))
def offer_vichy(game: Game, creation: Creation) -> Control:
    power = possible_installer(game)
    if power == NOBODY:
        return End()
    return one(seat_of_power(game, power), INSTALL_VICHY, NO_VICHY, rule="17.1", prompt="vichy", power=Power(power))


@step("17.2")
def next_group(game: Game, creation: Creation) -> Control:
    if not creation.rows:
        return Goto("hexes_change_hands")
    return Roll("Free French chart", seat_of_power(game, french_power(game)))


@step("17.2", also=("17.1",))
def group_decides(game: Game, creation: Creation) -> Control:
    """Those that do not join the Free French are Vichy's."""
    row, creation.rows = creation.rows[0], creation.rows[1:]
    die = game.total + dice_modifier(game)
    free = joins_free_france(game, row, die)
    members = tuple(country for country in possessions(game) if group_of(game, country) == row)
    game.say(GroupDecided(group=row, roll=die, free=free, countries=members))
    if not free:
        for country in members:
            go_to_vichy(game, country)
    return Goto("next_group")


@step("17.2")
def hexes_change_hands(game: Game, creation: Creation) -> Control:
    hexes_revert(game)
    return None


# ----- Allied hexes in Vichy's lands


def _next_ally(game: Position, creation: Creation) -> int:
    allies = powers_of_side(game, game.state[SIDE][french_power(game)])
    asked = (power for power in allies if power not in creation.asked and power != french_power(game))
    return next((power for power in asked if _hexes_to_hand_over(game, power)), NOBODY)


def _hand_over(game: Game, creation: Creation, seat: str, noun: Noun) -> Control:
    ally = _next_ally(game, creation)
    creation.asked += (ally,)
    for place in _hexes_to_hand_over(game, ally):
        change_control(game, place, vichy_power(game))
    return Goto("allies_hand_over_hexes")


def _keep(game: Game, creation: Creation, seat: str, noun: Noun) -> Control:
    ally = _next_ally(game, creation)
    creation.asked += (ally,)
    make_hostile(game, ally)
    return Goto("allies_hand_over_hexes")


HAND_OVER = Verb("hand-over-hexes", "17.2", _hand_over)
KEEP_HEXES = Verb("keep-hexes", "17.2", _keep)


@step("17.2", HAND_OVER, KEEP_HEXES)
def allies_hand_over_hexes(game: Game, creation: Creation) -> Control:
    """All of them, or Vichy is hostile."""
    ally = _next_ally(game, creation)
    if ally == NOBODY:
        return None
    return one(
        seat_of_power(game, ally), HAND_OVER, KEEP_HEXES, rule="17.2", prompt="hand-over-hexes", power=Power(ally)
    )


# ----- what France had gained since 1939


@step("17.2")
def what_france_had_gained(game: Game, creation: Creation) -> Control:
    minors, names = ground_of(game).minors, game.state.get(COUNTRY_NAMES)
    creation.gifts = tuple(each for each in _vichy_lands(game) if minors.get(names[each]) != "france")
    return None


def _takers(game: Position, creation: Creation, seat: str) -> Shape | Violation:
    side = game.state[SIDE][vichy_power(game)]
    active = (power for power in powers_of_side(game, side) if is_active(game, power) and power != vichy_power(game))
    return One(tuple(power_name(game, power) for power in active))


def _allocate(game: Game, creation: Creation, seat: str, noun: Noun) -> Control:
    """What was aligned is conquered now, what France had conquered is aligned."""
    country, creation.gifts = creation.gifts[0], creation.gifts[1:]
    power, aligned = power_named(game, noun), not is_conquered(game, country)
    if aligned:
        lose_units(game, country)
        game.write(FORMER_POWER, country, french_power(game))
    game.write(CONQUEROR, country, power if aligned else NOBODY)
    align_country(game, country, power)
    if aligned and not nation_lives(game, country):
        end_minor(game, country, power)
    for place in hexes_of(game, country):
        if holder_at(game, place) == vichy_power(game):
            change_control(game, place, power)
    game.say(CountryAllocated(country=country, power=power, conquered=aligned))
    return Goto("allocate_gains")


ALLOCATE = Verb("allocate-country-to", "17.2", _allocate, _takers, items=Owner)


@step("17.2", ALLOCATE)
def allocate_gains(game: Game, creation: Creation) -> Control:
    if not creation.gifts:
        return None
    seat = seat_of_power(game, game.state.get(INSTALLER))
    return one(seat, ALLOCATE, rule="17.2", prompt="allocate-country", country=Country(creation.gifts[0]))


# ----- Free France


def _homes(game: Position, creation: Creation, seat: str) -> Shape | Violation:
    names = game.state.get(COUNTRY_NAMES)
    return One(tuple(names[home] for home in aligned_since_1939(game, french_country(game))))


def _choose_home(game: Game, creation: Creation, seat: str, noun: Noun) -> Control:
    game.write(NEW_HOME, french_country(game), country_named(game, noun))
    game.say(NewHomeChosen(country=french_country(game), home=noun))
    return None


RAISE_FREE_FRANCE = Verb("raise-free-france", "17.2", _choose_home, _homes, items=Owner)


@step("17.2", RAISE_FREE_FRANCE, also=("17.1",))
def free_france_chooses(game: Game, creation: Creation) -> Control:
    """Without a home country that was aligned with it in 1939 all that would be Free French is Vichy's."""
    if not aligned_since_1939(game, french_country(game)):
        return None
    return one(seat_of_power(game, french_power(game)), RAISE_FREE_FRANCE, rule="17.2", prompt="raise-free-france")


@step("17.2")
def without_a_home(game: Game, creation: Creation) -> Control:
    if game.state[NEW_HOME][french_country(game)] == NOBODY:
        for country in _free_lands(game):
            go_to_vichy(game, country)
    return None


@step("17.3")
def units_take_sides(game: Game, creation: Creation) -> Control:
    return Call(DIVIDING.name, Dividing())


@step("17.2", also=("13.7.1/complete conquest",))
def ships_must_leave(game: Game, creation: Creation) -> Control:
    """Whoever lies in a port that is now the other side's is treated as overrun; a Free France without a home is no more."""
    if fallen_powers(game):
        return Call(CONQUEST.name, Conquest(only_powers=True))
    return catch_ships(game) or End()


@step("17.2")
def more_must_leave(game: Game, creation: Creation) -> Control:
    return Goto("ships_must_leave")


VICHY_DECLARATION = procedure(
    "Vichy declaration",
    "13.7.4",
    offer_vichy,
    next_group,
    group_decides,
    hexes_change_hands,
    allies_hand_over_hexes,
    what_france_had_gained,
    allocate_gains,
    free_france_chooses,
    without_a_home,
    units_take_sides,
    ships_must_leave,
    more_must_leave,
    locals=Creation,
)


MODULE = Module(procedures=(VICHY_DECLARATION,))
