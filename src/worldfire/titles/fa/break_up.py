"""fa:14.5 The break-up of Austria-Hungary: what becomes of it when its surrender is accepted.

Its land is Germany's, but for what an Italy among the Allies gets before it leaves the war; Bohemia and Slovakia are a
country, which Germany has conquered. A die for each unit decides who serves on; those that do keep their own country, so
that they find their homes, and belong to Germany with it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces import who
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import Country, Owner, Power, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.pools import REMOVED, read_pool_name
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, aboard, board_of, counter_of, move, place_index, place_name
from worldfire.forces.turn import is_active, other_side, power_name, powers_of_side, seat_of_power
from worldfire.rules.s02_4_supply_limits import Tracer
from worldfire.rules.s02_4_supply_sources import MORE_PRIMARY_SOURCES, Source, secondary_cities
from worldfire.rules.s02_5_control import clear_for_new_holder
from worldfire.rules.s04_reinforcements import arrival_hexes, cities_at_home
from worldfire.rules.s11_10_6_overrun import destroy
from worldfire.rules.s13_01_partisans import Area, is_eligible
from worldfire.rules.s13_06_5_naval_production import strike_convoys
from worldfire.rules.s13_07_1_conquerors import conqueror_of, holder_of
from worldfire.rules.s13_07_1_the_fallen import is_conquered
from worldfire.rules.s13_07_5_liberation import RETURNING, CountryLiberated, Returning, liberator_of
from worldfire.rules.s13_07_5_reversion import owner_in_1939
from worldfire.tables.counters import LandCounter, LandType, NavalCounter, Size
from worldfire.titles.fa.conditional_surrender import COLLAPSE, make_peace
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.independence import FREE_CAPITAL, FreedomLost, declare_independence, lands_of
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.morale_events import costs_no_morale, touches_nobody
from worldfire.titles.fa.politics.back_on_the_track import back_on_the_track, leaves_its_side
from worldfire.titles.fa.politics.flags import CLOSED_UNTIL
from worldfire.titles.fa.politics.points import seat_that_spends
from worldfire.titles.fa.potential_homes import claims_on, home_at_first
from worldfire.titles.fa.risings import name_of, number_before_all, only_regions_rise, oppressor_of

_SECTION = "fa:14.5"
#: where its units wait for the power itself, not in the name of their country
POOLS_OF_THE_POWER = ("reserve pool of", "tray of")
EMPIRE, HEIR, ITALY, CZECH, PRAGUE = "austria-hungary", "germany", "italy", "czech", "Prague"
#: what Italy gets
CEDED = Listed("regions that a broken Austria-Hungary cedes to Italy", _SECTION)
CZECH_REGIONS = Listed("regions of the Czech country", _SECTION)
#: countries of whose regions the partisans are twice as many
RESTLESS = Listed("lands that are restless after the break-up", _SECTION)

SERVES_ON = Figure("most on the die for an Austrian or Hungarian unit to serve Germany", _SECTION)
ITALIAN_BOX = Figure("box of Italy's flag after Austria-Hungary breaks up", _SECTION)
TIMES_AS_RESTLESS = Figure("times the partisan number of Czech and Polish regions after the break-up", _SECTION)

BROKEN_UP: Field[bool] = Field("austria_hungary_broken_up", False)


class EmpireBrokenUp(Event, frozen=True):
    """Hexes that are the heir's from now on."""

    power: PowerId
    heir: PowerId
    places: tuple[PlaceId, ...]


class LandCeded(Event, frozen=True):
    power: PowerId
    places: tuple[PlaceId, ...]


class ArmyDivided(Event, frozen=True):
    """Who serves the heir, and who is out of the game."""

    heir: PowerId
    kept: tuple[ThingId, ...]
    gone: tuple[ThingId, ...]


class BreakUp(msgspec.Struct):
    """Units that dice are thrown for, and those that serve on."""

    power: int
    units: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()


@rule("fa:14.3", _SECTION)
def empire_breaks_up(game: Position, instead: Call | None, power: int) -> Call | None:
    """It needs an heir; without one it is let go like anybody else."""
    heir = who.power_named(game, HEIR)
    inherits = game.state[who.SIDE][heir] == game.state[who.SIDE][power] and not game.state[who.FALLEN_POWER][heir]
    if instead is None and power_name(game, power) == EMPIRE and inherits:
        return Call(BREAK_UP.name, BreakUp(power))
    return instead


# --------------------------------------------------------------------------------------------------------------- the land


@step(_SECTION)
def land_is_inherited(game: Game, breaking: BreakUp) -> Control:
    power, heir = breaking.power, who.power_named(game, HEIR)
    game.set(BROKEN_UP, True)
    for country in range(len(game.state[who.POWER])):
        for conquest in (who.CONQUEROR, who.FIRST_CONQUEROR):  # the other side than Germany's may free it, as before
            if game.state[conquest][country] == power:
                game.write(conquest, country, heir)
        if game.state[who.POWER][country] == power:
            who.align_country(game, country, heir)
    game.write(who.CONQUEROR, who.country_named(game, EMPIRE), heir)
    places = tuple(game.look_up(who.HEXES_HELD).get(power, ()))
    _found_czech(game, heir)
    for place in places:
        who.change_control(game, place, heir)
    game.say(EmpireBrokenUp(power=power, heir=heir, places=places))
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if power not in pair))
    who.dissolve_power(game, power)
    return None


@rule(_SECTION)
def _found_czech(game: Game, heir: int) -> None:
    """All of it that the other side does not hold is conquered; if the Allies have founded it before, it goes on."""
    country = who.country_named(game, CZECH)
    if not _is_free_already(game):
        game.write(who.CONQUEROR, country, heir)
        who.align_country(game, country, heir)
    for place in czech_hexes(game):
        game.write(who.HOME_COUNTRY, place, country)


def _is_free_already(game: Position) -> bool:
    country = who.country_named(game, CZECH)
    side = who.side_of_power(game, game.state[who.POWER][country])
    return game.state[who.CONQUEROR][country] == who.NOBODY and side == other_side(central_side(game))


def czech_hexes(game: Position) -> tuple[int, ...]:
    return tuple(place for region in CZECH_REGIONS(game) for place in sorted(ground_of(game).regions[region]))


@step(_SECTION, also=("fa:15.3.5",))
def italy_leaves_the_war(game: Game, breaking: BreakUp) -> Control:
    """What it may call its own it gets, all else it gives back; then it is a flag that both sides may woo at once.

    An Italy that is no more is no Ally.
    """
    italy, central = who.power_named(game, ITALY), central_side(game)
    if game.state[who.SIDE][italy] != other_side(central) or game.state[who.FALLEN_POWER][italy]:
        return None
    make_peace(game, italy)
    regions = ground_of(game).regions
    ceded = tuple(
        place for name in CEDED(game) for place in sorted(regions[name]) if game.state[who.CONTROLLER][place] != italy
    )
    for place in ceded:
        who.change_control(game, place, italy)
        clear_for_new_holder(game, place)
    game.say(LandCeded(power=italy, places=ceded))
    leaves_its_side(game, italy)
    back_on_the_track(game, italy, central, ITALIAN_BOX(game))
    game.write(CLOSED_UNTIL, who.country_named(game, ITALY), 0)
    return None


# --------------------------------------------------------------------------------------------------------------- the army


def _army_countries(game: Position) -> frozenset[int]:
    """The countries of its units: Austria, Hungary, and the whole."""
    names, nations = game.state.get(who.COUNTRY_NAMES), nations_of(game)
    return frozenset(number for number, name in enumerate(names) if nations.country_of_home(name) == EMPIRE)


@step(_SECTION)
def army_is_rolled_for(game: Game, breaking: BreakUp) -> Control:
    """Ships are gone, and who was aboard one comes back later; all others have a die, wherever they are.

    Forts are no units: those that stand stay where they are, those that do not are gone.
    """
    removed = place_index(game, REMOVED)
    all_of_it = [unit for country in sorted(_army_countries(game)) for unit in who.units_of(game, country)]
    army = [unit for unit in all_of_it if not _is_fort(game, unit)]
    for fort in (unit for unit in all_of_it if _is_fort(game, unit) and not is_hex(game, game.state[PLACE][unit])):
        move(game, fort, removed)
    ships = [unit for unit in army if isinstance(counter_of(game, unit), NavalCounter)]
    holds = {aboard(ship) for ship in ships}
    send_home(game, tuple(unit for unit, place in enumerate(game.state[PLACE]) if place in holds))
    for ship in ships:
        move(game, ship, removed)
    strike_convoys(game, breaking.power)
    gone = {*ships}
    breaking.units = tuple(unit for unit in army if unit not in gone and game.state[PLACE][unit] != removed)
    if not breaking.units:
        return Goto("czech_may_be_freed")
    return Roll("break-up", seat_of_power(game, who.power_named(game, HEIR)), dice=len(breaking.units))


def _is_fort(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.size is Size.FACILITY


@step(_SECTION)
def army_is_divided(game: Game, breaking: BreakUp) -> Control:
    highest = SERVES_ON(game)
    dice = dict(zip(breaking.units, game.dice, strict=True))
    breaking.kept = tuple(unit for unit, die in dice.items() if die <= highest)
    gone = tuple(unit for unit, die in dice.items() if die > highest)
    for unit in gone:
        move(game, unit, place_index(game, REMOVED))
    for unit in breaking.kept:
        _waits_with_the_heir(game, unit)
    game.say(ArmyDivided(heir=who.power_named(game, HEIR), kept=breaking.kept, gone=gone))
    return None if breaking.kept else Goto("czech_may_be_freed")


@rule(_SECTION)
def _waits_with_the_heir(game: Game, unit: int) -> None:
    """Nobody looks into the pools of a power that is no more."""
    pool = read_pool_name(place_name(game, game.state[PLACE][unit]))
    if pool is not None and pool.owner == EMPIRE and pool.title in POOLS_OF_THE_POWER:
        move(game, unit, place_index(game, str(pool._replace(owner=HEIR))))


def _kept(game: Position, breaking: BreakUp, seat: str) -> Shape | Violation:
    return Set(breaking.kept, 0, len(breaking.kept))


def _dismiss(game: Game, breaking: BreakUp, seat: str, noun: Noun) -> Control:
    destroy(game, *noun)
    return None


DISMISS = Verb("dismiss-inherited", _SECTION, _dismiss, _kept, items=Thing)


@step(_SECTION, DISMISS)
def heir_may_dismiss(game: Game, breaking: BreakUp) -> Control:
    heir = who.power_named(game, HEIR)
    return one(seat_of_power(game, heir), DISMISS, rule=_SECTION, prompt="dismiss-inherited", always=True)


@rule(_SECTION)
def nobody_mourns_them(usual: Callable[[Position, int], bool], game: Position, unit: int) -> bool:
    return usual(game, unit) or game.on_stack(BREAK_UP.name)


# ----------------------------------------------------------------------------------------------------------------- Czechs


@rule(_SECTION)
def free_czech_cities(game: Position) -> tuple[int, ...]:
    """Those that the Allies hold."""
    allies, cities = other_side(central_side(game)), ground_of(game).cities
    holders = game.state[who.CONTROLLER]
    return tuple(
        place for place in czech_hexes(game) if place in cities and who.side_of_power(game, holders[place]) == allies
    )


def _patrons(game: Position, breaking: BreakUp, seat: str) -> Shape | Violation:
    allies = powers_of_side(game, other_side(central_side(game)))
    return One(tuple(power_name(game, power) for power in allies if is_active(game, power)))


def _free(game: Game, breaking: BreakUp, seat: str, noun: Noun) -> Control:
    country, cities = who.country_named(game, CZECH), free_czech_cities(game)
    prague = place_index(game, PRAGUE)
    declare_independence(game, country, who.power_named(game, noun), prague if prague in cities else cities[0])
    own = who.power_named(game, CZECH)
    for place in czech_hexes(game):
        if who.side_of_power(game, game.state[who.CONTROLLER][place]) == other_side(central_side(game)):
            who.change_control(game, place, own)
    return Call(RETURNING.name, Returning(country))


def _leave(game: Game, breaking: BreakUp, seat: str, noun: Noun) -> Control:
    return End()


FREE_CZECH = Verb("free-new-country", _SECTION, _free, _patrons, items=Owner)
LEAVE_CZECH = Verb("leave-new-country", _SECTION, _leave)


@step(_SECTION, LEAVE_CZECH, FREE_CZECH)
def czech_may_be_freed(game: Game, breaking: BreakUp) -> Control:
    """At once, aligned with any active power of the Allies, if they hold a city of it."""
    if _is_free_already(game) or not free_czech_cities(game):
        return End()
    return one(
        seat_that_spends(game, other_side(central_side(game))),
        LEAVE_CZECH,
        FREE_CZECH,
        rule=_SECTION,
        prompt="free-new-country",
        country=Country(who.country_named(game, CZECH)),
        power=Power(who.power_named(game, HEIR)),
    )


@step(_SECTION)
def czech_is_free(game: Game, breaking: BreakUp) -> Control:
    return End()


BREAK_UP = procedure(
    "break-up of Austria-Hungary",
    _SECTION,
    land_is_inherited,
    italy_leaves_the_war,
    army_is_rolled_for,
    army_is_divided,
    heir_may_dismiss,
    czech_may_be_freed,
    czech_is_free,
    locals=BreakUp,
)


# ------------------------------------------------------------------------------------------------------- from then on


def _is_of_the_empire(game: Position, country: int) -> bool:
    return game.state.get(BROKEN_UP) and game.state.get(who.COUNTRY_NAMES)[country] == EMPIRE


@rule(_SECTION, "fa:14.3", "fa:13.6.3.2")
def the_heir_stands_for_the_empire(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """What was the empire's in 1914 goes back to whoever has inherited it."""
    owner = usual(game, country)
    gone = game.state.get(BROKEN_UP) and owner == who.power_named(game, EMPIRE)
    return who.power_named(game, HEIR) if gone else owner


@rule(_SECTION)
def czech_is_a_home(usual: Callable[[Position, int], int], game: Position, place: int) -> int:
    if game.state.get(BROKEN_UP) and CZECH in claims_on(game, place):
        return who.country_named(game, CZECH)
    return usual(game, place)


@rule(_SECTION, "fa:13.6.3")
def freed_with_prague(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """Austria and Hungary never are; the Czechs have Prague for a capital."""
    if not game.state.get(BROKEN_UP):
        return usual(game, country)
    name = game.state.get(who.COUNTRY_NAMES)[country]
    if name == EMPIRE:
        return who.NOBODY
    if name != CZECH or not is_conquered(game, country):
        return usual(game, country)
    power = holder_of(game, place_index(game, PRAGUE))
    return power if who.side_of_power(game, power) == other_side(central_side(game)) else who.NOBODY


@rule(_SECTION, "fa:20.3")
def the_empire_has_no_soldiers(
    usual: Callable[[Position, int], tuple[int, ...]], game: Position, place: int
) -> tuple[int, ...]:
    """Partisans on its land fight for whoever could have it, never for what was."""
    return tuple(country for country in usual(game, place) if not _is_of_the_empire(game, country))


def _is_new_czech(game: Position, country: int) -> bool:
    return game.state.get(BROKEN_UP) and country == who.country_named(game, CZECH)


@rule(_SECTION, "fa:20.3")
def prague_is_its_capital(game: Game, event: CountryLiberated) -> None:
    if _is_new_czech(game, event.country) and game.state[FREE_CAPITAL][event.country] == who.NOBODY:
        game.write(FREE_CAPITAL, event.country, place_index(game, PRAGUE))


@rule(_SECTION, "fa:20.3")
def conquered_once_more(game: Game, event: FreedomLost) -> None:
    """Before it was free it was a conquered country."""
    if _is_new_czech(game, event.country):
        heir = who.power_named(game, HEIR)
        game.write(who.CONQUEROR, event.country, heir)
        who.align_country(game, event.country, heir)


@rule(_SECTION)
def nobody_conquers_the_empire(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """It is no country any more: its hexes change hands one by one."""
    return who.NOBODY if _is_of_the_empire(game, country) else usual(game, country)


@rule(_SECTION, "fa:13.1.1")
def no_partisans_against_the_heir(usual: Callable[[Position, Area], bool], game: Position, area: Area) -> bool:
    """Regions that could be somebody else's rise as before."""
    return not its_regions_rise(game, area) and usual(game, area)


@rule(_SECTION, "fa:13.1.1")
def its_regions_rise(game: Position, area: Area) -> bool:
    """Is it land of the former empire under the heir? When it is rolled, only what could be somebody else's rises."""
    if not _is_of_the_empire(game, area.country) or name_of(area) in _may_be_others(game):
        return False
    return oppressor_of(game, area) == who.power_named(game, HEIR)


def _may_be_others(game: Position) -> frozenset[str]:
    return frozenset((*RESTLESS(game), *board_of(game).tables.potential_homes))


@rule(_SECTION, "fa:13.1.1")
def twice_as_restless(usual: Callable[[Position, Area], Fraction], game: Position, area: Area) -> Fraction:
    number = usual(game, area)
    if not game.state.get(BROKEN_UP):
        return number
    claimants = board_of(game).tables.potential_homes.get(name_of(area), ())
    restless = {name_of(area), *claimants}.intersection(RESTLESS(game))
    return number * TIMES_AS_RESTLESS(game) if restless else number


@rule(_SECTION)
def nobody_misses_the_empire(usual: Callable[[Position, int], bool], game: Position, place: int) -> bool:
    return usual(game, place) or (game.state.get(BROKEN_UP) and home_at_first(game, place) == _land(game))


def _land(game: Position) -> int:
    return who.country_named(game, EMPIRE)


def _cities_of_the_heir(game: Position) -> tuple[int, ...]:
    """Cities of the former empire that Germany controls."""
    heir, holders = who.power_named(game, HEIR), game.state[who.CONTROLLER]
    return tuple(
        city
        for city in cities_at_home(game, _land(game))
        if holders[city] != who.NOBODY and who.master_of(game, holders[city]) == heir
    )


@rule(_SECTION, "fa:2.4.2")
def old_cities_supply_their_own(game: Position, sources: dict[int, Source], country: int) -> dict[int, Source]:
    if not game.state.get(BROKEN_UP) or country not in _army_countries(game):
        return sources
    return {**sources, **dict.fromkeys(_cities_of_the_heir(game), Source("supply-home-city"))}


@rule(_SECTION, "fa:2.4.2")
def their_cities_are_secondary(
    usual: Callable[[Position, Tracer], dict[int, Source]], game: Position, tracer: Tracer
) -> dict[int, Source]:
    found = usual(game, tracer)
    if not game.state.get(BROKEN_UP) or tracer.power != who.power_named(game, HEIR):
        return found
    return {**found, **dict.fromkeys(_cities_of_the_heir(game), Source("supply-conquered-capital"))}


@rule(_SECTION, "fa:4.2")
def they_have_two_homes(
    usual: Callable[[Position, int], tuple[int, ...]], game: Position, unit: int
) -> tuple[int, ...]:
    """Units of the former empire also come where German ones do; a militia in its own city only."""
    found = usual(game, unit)
    if not game.state.get(BROKEN_UP) or game.state[who.COUNTRY][unit] not in _army_countries(game):
        return found
    counter = counter_of(game, unit)
    if isinstance(counter, LandCounter) and counter.type is LandType.MIL:
        return found
    cities = cities_at_home(game, who.country_named(game, HEIR))
    german = (city for city in cities if game.state[who.CONTROLLER][city] == who.power_of(game, unit))
    return tuple(dict.fromkeys((*found, *german)))


READS = (BROKEN_UP, who.CONTROLLER, who.HOME_COUNTRY, who.POWER, who.COUNTRY_NAMES)

MODULE = Module(
    schema=Schema(fields=(BROKEN_UP,)),
    procedures=(BREAK_UP,),
    subscribes=((CountryLiberated, prague_is_its_capital), (FreedomLost, conquered_once_more)),
    changes=(
        COLLAPSE.attach(empire_breaks_up),
        costs_no_morale.wrapped_by(nobody_mourns_them),
        home_at_first.wrapped_by(czech_is_a_home),
        liberator_of.wrapped_by(freed_with_prague, reads=(BROKEN_UP,)),
        conqueror_of.wrapped_by(nobody_conquers_the_empire),
        owner_in_1939.wrapped_by(the_heir_stands_for_the_empire),
        lands_of.wrapped_by(the_empire_has_no_soldiers),
        is_eligible.wrapped_by(no_partisans_against_the_heir),
        only_regions_rise.replaced_by(its_regions_rise),
        number_before_all.wrapped_by(twice_as_restless),
        touches_nobody.wrapped_by(nobody_misses_the_empire),
        MORE_PRIMARY_SOURCES.attach(old_cities_supply_their_own, reads=READS),
        secondary_cities.wrapped_by(their_cities_are_secondary, reads=READS),
        arrival_hexes.wrapped_by(they_have_two_homes, reads=READS),
    ),
)
