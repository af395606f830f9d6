"""13.1 Partisans of the Great War: eight entries a die, one African country for each side, regions that rise by themselves.

A country that both sides hold a part of rises against either, each part as an area of its own. What the common book does
with dice, garrisons and placing stays; `RISING_IN` does it for areas that nobody rolled for (15.2, 15.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

import msgspec

from worldfire.engine.changes import Annex, Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Column, Field, Schema
from worldfire.engine.seams import SumOf
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.capitals import capital_distance
from worldfire.forces.charts import chart_named
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex, slug
from worldfire.forces.kinds import PartisanArea, Power
from worldfire.forces.partisans import SOIL, all_partisans
from worldfire.forces.pools import PARTISANS
from worldfire.forces.things import PLACE, board_of, move, place_index
from worldfire.forces.turn import is_active, other_side, powers_of_side, seat_of_power, seats_of_side
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRIES,
    HELD_DOWN,
    HOME_COUNTRY,
    NOBODY,
    SIDE,
    SIDE_NAMES,
    country_named,
    master_of,
    power_named,
    ruler_of,
    side_of_power,
)
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s11_10_entry import regions_apart
from worldfire.rules.s13_01_3_partisan_effects import partisan_abroad_violation
from worldfire.rules.s13_01_partisans import (
    FOR_ANOTHER,
    GETTING_PARTISANS,
    RISING_IN_ORDER,
    Area,
    Rising,
    areas_of,
    areas_rolled,
    controller_of_partisans,
    garrison_of,
    has_enemies,
    is_eligible,
    may_be_reused,
    nearest_enemy,
    partisan_number,
    partisans_gained,
    partisans_in,
    rolled_twice,
)
from worldfire.rules.s13_07_1_conquerors import holder_of
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.who_first import sides_in_order

AFRICA, CZECH, POLAND = "Africa", "Czech", "Poland"
_RED, _GREEN = " (red)", " (green)"
#: what stands between the name of an area and the side that holds this part of it
_UNDER = PartisanArea.UNDER
#: who alone may free Poland, and has its partisans where the Central Powers rule
POLISH_PATRONS = Listed("powers that may free Poland", "fa:15.3.4")

#: it has been liberated: it rises as if the table printed it on green
TURNED_GREEN = Column(COUNTRIES, "turned green")
#: 15.4: the USA has declared its points
FOURTEEN_POINTS: Field[bool] = Field("fourteen_points", False)
#: what else is added to an area's number: (area)
MORE_UNREST = SumOf[[Area], int]("fa:13.1.1 added to a partisan number")
#: what an area that both dice name is worth more (15.4)
BONUS_OF_A_DOUBLE = Figure("added to the partisan number of an area that both dice name", "fa:15.4")


class Chosen(msgspec.Struct):
    """African countries that the sides have picked, and regions that rise in place of the countries they belong to."""

    asked: tuple[int, ...] = ()
    africans: tuple[str, ...] = ()
    regions: tuple[tuple[str, str], ...] = ()
    considered: tuple[str, ...] = ()


# ----------------------------------------------------------------------------------------------------------------- areas


def _entries(game: Position, dice: tuple[int, ...]) -> tuple[str, ...]:
    table = chart_named(game, "partisans")
    return tuple(dict.fromkeys(table.at(die, column) for die in dice for column in table.columns.labels))


@rule("fa:13.1.1")
def parts(game: Position, area: Area) -> tuple[Area, ...]:
    """The area itself; one that both sides hold a part of is two, each against its own masters."""
    holders = game.state[CONTROLLER]
    side_of_holder = {holder: side_of_power(game, holder) for holder in set(map(holders.__getitem__, area.hexes))}
    sides = {*side_of_holder.values()} - {NOBODY}
    if len(sides) < 2:
        return (area,)
    held = {side: frozenset(place for place in area.hexes if side_of_holder[holders[place]] == side) for side in sides}
    return tuple(
        Area(f"{area.name}{_UNDER}{side_names(game)[side]}", area.red, area.country, held[side])
        for side in sorted(sides)
    )


def side_names(game: Position) -> tuple[str, ...]:
    return game.state.get(SIDE_NAMES)


@rule("fa:13.1.1", "fa:15.4")
def areas_of_entry(game: Position, entry: str) -> tuple[Area, ...]:
    """What an entry of the table stands for; after the 14 Points lands that could be Polish or Czech rise with those."""
    found, name = areas_of(game, entry), entry.partition(" (")[0]
    if game.state.get(FOURTEEN_POINTS) and name in (POLAND, CZECH):
        found = tuple(_with_claims(game, area) for area in found) or _claimed(game, name)
    return tuple(part for area in found for part in coloured_parts(game, area))


@rule("fa:13.1.1", "fa:14.2")
def coloured_parts(game: Position, area: Area) -> tuple[Area, ...]:
    """Each part has a colour of its own: low morale makes red what the weary power holds, not what its enemies do.

    A green country that nobody has conquered rises as a whole while no part of it is red.
    """
    found = tuple(_coloured(part, is_red(game, part)) for part in parts(game, area))
    is_free = game.state[CONQUEROR][area.country] == NOBODY
    return (_coloured(area, False),) if is_free and not any(part.red for part in found) else found


@clause("fa:13.1.1")
def is_red(game: Position, area: Area) -> bool:
    """As the table prints it; a country that was liberated once rises like one on green."""
    freed = bool(game.state[TURNED_GREEN][area.country]) and not game.state[HELD_DOWN][area.country]
    return area.red and not freed


def _coloured(area: Area, red: bool) -> Area:
    return area if area.red == red else Area(area.name, red, area.country, area.hexes)


def _claimed(game: Position, name: str) -> tuple[Area, ...]:
    hexes = _central_hexes(game, name)
    return (Area(name, True, game.state[HOME_COUNTRY][min(hexes)], hexes),) if hexes else ()


def _with_claims(game: Position, area: Area) -> Area:
    return Area(area.name, area.red, area.country, area.hexes | _central_hexes(game, area.name))


def _central_hexes(game: Position, name: str) -> frozenset[int]:
    """Hexes of regions that could be part of the country and that the Central Powers control."""
    return frozenset(place for place in game.ruleset.once(_could_belong_to, name) if _is_central(game, place))


def _is_central(game: Position, place: int) -> bool:
    central = other_side(game.state[SIDE][power_named(game, "usa")])
    return side_of_power(game, game.state[CONTROLLER][place]) == central


def _could_belong_to(ruleset: Ruleset, name: str) -> frozenset[int]:
    board = board_of(ruleset)
    regions = (region for region, owners in board.tables.potential_homes.items() if name in owners)
    return frozenset(board.index[number] for region in regions for number in board.tables.regions.get(region, ()))


@rule("fa:15.4", "fa:13.1.3")
def goes_where_its_people_live(
    usual: Callable[[Position, int, int], Violation | None], game: Position, unit: int, place: int
) -> Violation | None:
    """After the 14 Points Poles are at home in all that could be Polish and that the Central Powers control."""
    found = usual(game, unit, place)
    if found is None or not game.state.get(FOURTEEN_POINTS):
        return found
    soil = game.state[SOIL][unit]
    people = (name for name in (POLAND, CZECH) if country_named(game, slug(name)) == soil)
    at_home = any(place in game.ruleset.once(_could_belong_to, name) for name in people)
    return None if at_home and _is_central(game, place) else found


@rule("fa:15.4")
def lands_of_the_points_are_apart(usual: Callable[[Position], Mapping[int, str]], game: Position) -> Mapping[int, str]:
    """Partisans are let in there, and not into the rest of the same country."""
    if not game.state.get(FOURTEEN_POINTS):
        return usual(game)
    return game.recall("lands of the 14 Points", lambda: {**game.ruleset.once(_with_their_people), **usual(game)})


def _with_their_people(ruleset: Ruleset) -> dict[int, str]:
    return {place: name for name in (POLAND, CZECH) for place in _could_belong_to(ruleset, name)}


@rule("fa:13.1.1", "fa:15.4")
def may_rise(usual: Callable[[Position, Area], bool], game: Position, area: Area) -> bool:
    """Neutral countries never do, nor a part of another land before the 14 Points because it could be Czech.

    A red land does under any active major power, a green one against an active one; nobody rises against his own side.
    """
    no_country_yet = area.country != country_named(game, slug(CZECH))  # it is one after the break-up (14.5)
    if name_of(area) == CZECH and no_country_yet and not game.state.get(FOURTEEN_POINTS):
        return False
    oppressor = oppressor_of(game, area)
    if area.red:
        rises = oppressor != NOBODY and is_active(game, oppressor) and has_enemies(game, game.state[SIDE][oppressor])
    else:
        rises = usual(game, area)
    return rises and is_active(game, victim_of(game, area))


@rule("fa:13.1.1", "fa:14.2")
def victim_of(game: Position, area: Area) -> int:
    """Against whom it rises: of the other side than its patron, who holds most; NOBODY if there is none."""
    side, holders = side_of_power(game, controller_of_partisans(game, area)), game.state[CONTROLLER]
    return _chief_holder(
        game, frozenset(place for place in area.hexes if side_of_power(game, holders[place]) not in (NOBODY, side))
    )


@rule("fa:13.1.1")
def oppressor_of(game: Position, area: Area) -> int:
    """The major power that holds most of the area."""
    return _chief_holder(game, area.hexes)


def _chief_holder(game: Position, places: frozenset[int]) -> int:
    count: dict[int, int] = {}
    for holder, hexes in Counter(map(game.state[CONTROLLER].__getitem__, places)).items():
        power = holder if holder == NOBODY else master_of(game, holder)
        if power != NOBODY and game.state[SIDE][power] != NOBODY:
            count[power] = count.get(power, 0) + hexes
    return max(count, key=lambda power: (count[power], -power), default=NOBODY)


@rule("fa:13.1.1")
def neutral_lands_are_quiet(game: Game) -> None:
    """Partisans in a country that is neutral again are no more; who is bound to fight on does so (15.4)."""
    for unit in all_partisans(game):
        place = game.state[PLACE][unit]
        holder = holder_of(game, place) if is_hex(game, place) else NOBODY
        if holder != NOBODY and may_be_reused(game, unit) and not is_active(game, holder):
            move(game, unit, place_index(game, PARTISANS))


# ------------------------------------------------------------------------------------------------------ what the dice name


def _chosen(game: Position) -> Chosen:
    return game.find_annex(Chosen) or Chosen()


@rule("fa:13.1.1")
def areas_of_the_dice(game: Position, dice: tuple[int, ...], african: str = "") -> tuple[Area, ...]:
    """The eligible areas of these dice, with the regions and African countries that were picked; without dice any area."""
    if not dice:
        return areas_that_may_rise(game)
    chosen, found = _chosen(game), dict[str, Area]()
    instead = dict(chosen.regions)
    for entry in _entries(game, dice):
        if entry.startswith(AFRICA):
            continue
        for area in areas_of_entry(game, entry):
            if area.name in instead:
                found.setdefault(instead[area.name], _region(game, instead[area.name]))
            elif is_eligible(game, area):
                found.setdefault(area.name, area)
    for area in african_areas(game):
        if area.name in chosen.africans:
            found.setdefault(area.name, area)
    return tuple(found.values())


@rule("fa:13.1.1")
def african_areas(game: Position) -> tuple[Area, ...]:
    """Countries behind the table's “Africa”; one that both sides hold a part of is two."""
    return areas_of_entry(game, AFRICA + _RED)


def _region(game: Position, name: str) -> Area:
    board = board_of(game)
    hexes = frozenset(board.index[number] for number in board.tables.regions[name])
    return Area(name, True, game.state[HOME_COUNTRY][min(hexes)], hexes)


@rule("fa:13.1.1", "fa:15.2")
def all_areas(game: Position) -> Iterator[Area]:
    """Every country of the board and every region that could be a country, whether the table names it or not."""
    entries = {entry.partition(" (")[0]: entry for entry in _entries(game, tuple(range(1, 11)))}
    entries |= {area.name: area.name + _RED for area in areas_of(game, AFRICA + _RED)}
    countries = board_of(game).countries
    for name in (*countries, *(name for name in entries if name not in countries and name != AFRICA)):
        yield from areas_of_entry(game, entries.get(name, name + _colour(game, name)))
    for name in board_of(game).tables.regions:
        if name not in entries:
            yield from parts(game, _region(game, name))


def _colour(game: Position, name: str) -> str:
    """A land that the table does not name is red if somebody has conquered it or it is a colony, green if it is free."""
    land = slug(name)
    country = country_named(game, land)
    conquered = country != NOBODY and game.state[CONQUEROR][country] != NOBODY
    colony = ground_of(game).minors.get(land, land) != land
    return _RED if conquered or colony else _GREEN


def areas_that_may_rise(game: Position) -> tuple[Area, ...]:
    def look() -> tuple[Area, ...]:
        return tuple(area for area in all_areas(game) if is_eligible(game, area))

    return game.recall("areas that may rise", look)


def any_area(game: Position, name: str) -> Area:
    return next(area for area in areas_that_may_rise(game) if area.name == name)


# ---------------------------------------------------------------------------------------------------- numbers and patrons


@rule("fa:13.1.1")
def number_of_area(game: Position, area: Area) -> Fraction:
    """As printed, or the usual one; nothing is halved for lands that were neutral this year."""
    return number_before_all(game, area) + MORE_UNREST(game, area)


@clause("fa:13.1.1")
def number_before_all(game: Position, area: Area) -> Fraction:
    """Before anything modifies it."""
    chart, name = chart_named(game, "partisan_numbers"), name_of(area)
    return chart.number(name if name in chart.rows.labels else "other", "number")


def name_of(area: Area) -> str:
    """The name of the whole area of which this may be the part that one side holds."""
    return area.name.partition(_UNDER)[0]


@rule("fa:13.1.1", "fa:15.4")
def gained(game: Position, area: Area, dice: tuple[int, ...], roll: int) -> int:
    """The garrison adds to the roll, partisans take from it; an area that both dice name has a higher number."""
    number = partisan_number(game, area) + (
        BONUS_OF_A_DOUBLE(game) if len(dice) > 1 and name_of(area) in rolled_twice(game, dice) else 0
    )
    garrison = garrison_of(game, area, controller_of_partisans(game, area))
    modified = rounded(roll + garrison - partisans_in(game, area))
    return 0 if modified > number else 1 + int((number - modified) // FOR_ANOTHER(game))


@rule("fa:13.1.2", "fa:15.3.4")
def patron_of(usual: Callable[[Position, Area], int], game: Position, area: Area) -> int:
    """Green: as usual. Red: the nearest power at war with the oppressor; Poles under the Central Powers look to the west."""
    if not area.red:
        return usual(game, area)
    oppressor = oppressor_of(game, area)
    enemies = powers_of_side(game, other_side(game.state[SIDE][oppressor]))
    fighting = [power for power in enemies if at_war(game, power, oppressor)] or list(enemies)
    if name_of(area) == POLAND:
        fighting = _western(game, fighting) or fighting
    return min(fighting, key=lambda power: (capital_distance(game, power, area.country), power))


def _western(game: Position, powers: Iterable[int]) -> list[int]:
    western = [power_named(game, name) for name in POLISH_PATRONS(game)]
    return [power for power in powers if power in western]


@rule("fa:13.1.2", "fa:15.3.4")
def poles_look_west(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """So do those who have risen before, as soon as their country is the Central Powers'."""
    if country != country_named(game, slug(POLAND)):
        return usual(game, country)
    enemies = [power for side in (0, 1) for power in powers_of_side(game, side)]
    fighting = _western(game, (power for power in enemies if at_war(game, power, ruler_of(game, country))))
    return min(
        fighting, key=lambda power: (capital_distance(game, power, country), power), default=usual(game, country)
    )


# ---------------------------------------------------------------------------------------------------------- the step


@step("fa:13.1.1", also=("fa:15.4",))
def roll_for_the_row(game: Game, rising: Rising) -> Control:
    """One die, two after the 14 Points."""
    seat = seats_of_side(game, sides_in_order(game, "partisans")[0])[0]
    return Roll("partisan countries", seat, dice=1 + game.state.get(FOURTEEN_POINTS))


@rule("fa:13.1.1")
def african_countries(game: Position, side: int) -> tuple[str, ...]:
    """Those that the other side controls and that rise."""
    listed = african_areas(game)
    return tuple(
        sorted(
            area.name
            for area in listed
            if is_eligible(game, area) and side_of_power(game, oppressor_of(game, area)) == other_side(side)
        )
    )


def _side_that_picks(game: Position, rising: Rising) -> int:
    """Each side once, the one with the initiative first, if Africa was rolled."""
    chosen = game.annex(Chosen)
    if not any(entry.startswith(AFRICA) for entry in _entries(game, rising.dice)):
        return NOBODY
    sides = (side for side in sides_in_order(game, "partisans") if side not in chosen.asked)
    return next((side for side in sides if african_countries(game, side)), NOBODY)


def _african_shape(game: Position, rising: Rising, seat: str) -> Shape | Violation:
    return One(african_countries(game, _side_that_picks(game, rising)))


def _pick(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    chosen = game.annex(Chosen)
    chosen.asked += (_side_that_picks(game, rising),)
    chosen.africans += (noun,)
    return Goto("pick_an_african_country")


PICK_AFRICAN = Verb("pick-african-country", "fa:13.1.1", _pick, _african_shape)


@step("fa:13.1.1", PICK_AFRICAN)
def each_side_picks_in_africa(game: Game, rising: Rising) -> Control:
    side = _side_that_picks(game, rising)
    if side == NOBODY:
        return None
    return one(seats_of_side(game, side)[0], PICK_AFRICAN, rule="fa:13.1.1", prompt="pick-african-country", always=True)


@rule("fa:13.1.1")
def regions_within(game: Position, area: Area) -> tuple[str, ...]:
    """Regions of the country that could rise in its place, for the same side."""
    large, side = ground_of(game).large, _side_of_partisans(game, area)
    found = []
    for name in board_of(game).tables.potential_homes:
        region = _region(game, name)
        same_scale = bool(region.hexes & large) == bool(area.hexes & large)
        another = name != area.name and region.country == area.country
        if another and same_scale and is_eligible(game, region) and _side_of_partisans(game, region) == side:
            found.append(name)
    return tuple(found)


def _side_of_partisans(game: Position, area: Area) -> int:
    return side_of_power(game, controller_of_partisans(game, area))


def _next_to_consider(game: Position, rising: Rising) -> Area | None:
    """The next area whose patron could choose a region of it."""
    chosen = game.annex(Chosen)
    quiet = (
        area
        for entry in _entries(game, rising.dice)
        for area in areas_of_entry(game, entry)
        if only_regions_rise(game, area)
    )
    for area in (*areas_of_the_dice(game, rising.dice), *quiet):
        if area.name not in chosen.considered and regions_within(game, area):
            return area
    return None


@clause("fa:13.1.1", "fa:14.5")
def only_regions_rise(game: Position, area: Area) -> bool:
    """Is it a country that does not rise itself, though regions of it may when it is rolled?"""
    return False


def _regions_shape(game: Position, rising: Rising, seat: str) -> Shape | Violation:
    area = _next_to_consider(game, rising)
    assert area is not None
    itself = () if only_regions_rise(game, area) else (area.name,)
    return One((*itself, *regions_within(game, area)))


def _choose_region(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    area, chosen = _next_to_consider(game, rising), game.annex(Chosen)
    assert area is not None
    chosen.considered += (area.name, noun)
    if noun != area.name:
        chosen.regions += ((area.name, noun),)
    return Goto("regions_are_chosen")


CHOOSE_REGION = Verb("choose-partisan-region", "fa:13.1.1", _choose_region, _regions_shape, items=PartisanArea)


@step("fa:13.1.1", CHOOSE_REGION)
def regions_are_chosen(game: Game, rising: Rising) -> Control:
    """Whoever would have the partisans of a country may look for them in one of its regions instead."""
    area = _next_to_consider(game, rising)
    if area is None:
        return None
    power = controller_of_partisans(game, area)
    return one(
        seat_of_power(game, power),
        CHOOSE_REGION,
        rule="fa:13.1.1",
        prompt="choose-partisan-region",
        power=Power(power),
        area=PartisanArea(area.name),
    )


#: partisan rolls in areas that are given: the same dice, draws and places as those of the table
RISING_IN = procedure("partisans of an area", "fa:13.1.1", *RISING_IN_ORDER, locals=Rising)


MODULE = Module(
    schema=Schema(columns=(TURNED_GREEN,), fields=(FOURTEEN_POINTS,)),
    procedures=(RISING_IN,),
    seams=(MORE_UNREST,),
    sweeps=(neutral_lands_are_quiet,),
    changes=(
        Annex(GETTING_PARTISANS.name, Chosen),
        Instead(GETTING_PARTISANS.name, "roll_for_countries", roll_for_the_row),
        Instead(GETTING_PARTISANS.name, "pick_an_african_country", each_side_picks_in_africa),
        Insert(GETTING_PARTISANS.name, regions_are_chosen, before="countries_rise"),
        areas_rolled.replaced_by(areas_of_the_dice),
        is_eligible.wrapped_by(may_rise),
        partisan_number.replaced_by(number_of_area),
        partisans_gained.replaced_by(gained),
        controller_of_partisans.wrapped_by(patron_of),
        nearest_enemy.wrapped_by(poles_look_west),
        partisan_abroad_violation.wrapped_by(goes_where_its_people_live),
        regions_apart.wrapped_by(lands_of_the_points_are_apart, reads=(FOURTEEN_POINTS, SIDE)),
    ),
)
