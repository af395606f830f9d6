"""fa:14.3, 14.4 Russia collapses: what it cedes and gives back, and the Central Powers that leave it.

The dice that divide army and towns, and the placing of units, are `mustering`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces import who
from worldfire.forces.enmity import WARS, at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import Country, Owner, Power, PowerId
from worldfire.forces.partisans import RED, SOIL, is_partisan
from worldfire.forces.pools import PARTISANS, REMOVED
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import AT_WAR, CO_OPERATING, RESERVES_CALLED
from worldfire.forces.things import PLACE, counter_of, move, on_the_map, place_index, things_at
from worldfire.forces.turn import controls, power_name, seat_of_power
from worldfire.rules.s02_3_stacking import AIRCRAFT_BASE, stacking_violation
from worldfire.rules.s02_5_control import clear_for_new_holder
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s13_07_1_conquerors import hexes_of, is_major_home
from worldfire.rules.s13_07_1_the_fallen import army_goes_home
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.counters import AirCounter, NavalCounter
from worldfire.titles.fa.civil_war.borders import border_with_russia
from worldfire.titles.fa.civil_war.factions import (
    CEDED,
    FIGHTING,
    FINLAND,
    GERMANY,
    OTTOMANS,
    POLAND,
    RUMANIA,
    RUSSIA,
    SECTION,
    STAGE,
    WEST_ARMENIA,
    has_collapsed,
    new_patrons,
    red_country,
    reds,
    soil,
    soil_of,
    white_country,
    whites,
)
from worldfire.titles.fa.civil_war.mustering import MUSTERING, Mustering
from worldfire.titles.fa.conditional_surrender import COLLAPSE
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.independence import FREE_CAPITAL, FreedomLost, is_free
from worldfire.titles.fa.morale import MORALE
from worldfire.titles.fa.politics.absorbing import ABSORBED
from worldfire.titles.fa.politics.points import earns_by_taking
from worldfire.titles.fa.potential_homes import claims_of, home_at_first
from worldfire.titles.fa.trade import sign

FINNISH_RESOURCES = Figure("resources that a Finland freed by Germany sends it", SECTION)


class Collapse(msgspec.Struct):
    """Countries that still look for another master, and units of the Central Powers that still leave Russia."""

    orphans: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()


class RussiaCollapses(Event, frozen=True):
    power: PowerId
    rebels: PowerId


class RussiaCedes(Event, frozen=True):
    """Who holds them from now on, and which."""

    power: PowerId
    places: tuple[PlaceId, ...]


@rule("fa:14.3", SECTION)
def russia_collapses(game: Position, instead: Call | None, power: int) -> Call | None:
    """It needs Germany to play the Reds; without it Russia is let go like anybody else."""
    germany = who.power_named(game, GERMANY)
    plays = reds(game) != who.NOBODY and germany != who.NOBODY and game.state[who.SIDE][germany] == central_side(game)
    if instead is None and power_name(game, power) == RUSSIA and plays:
        return Call(RUSSIAN_CIVIL_WAR.name, Collapse())
    return instead


# --------------------------------------------------------------------------------------------------------------- the Reds


@step(SECTION)
def reds_rise(game: Game, collapse: Collapse) -> Control:
    """Germany plays them, and they have its enemies; neither faction co-operates with anybody, nor has any morale."""
    red, white, germany = reds(game), whites(game), who.power_named(game, GERMANY)
    game.set(STAGE, FIGHTING)
    game.set(ABSORBED, ())
    who.align_country(game, red_country(game), red)
    who.found_power(game, red, germany)
    enemies = sorted({white, *game.look_up(WARS).get(germany, ())})
    wars = ((red, enemy) for enemy in enemies if who.master_of(game, enemy) == enemy)
    game.set(AT_WAR, (*game.state.get(AT_WAR), *wars))
    game.set(CO_OPERATING, tuple(pair for pair in game.state.get(CO_OPERATING) if white not in pair))
    if white in game.state.get(RESERVES_CALLED):
        game.set(RESERVES_CALLED, (*game.state.get(RESERVES_CALLED), red))
    game.write(MORALE, white, 0)
    game.say(RussiaCollapses(power=white, rebels=red))
    return None


@rule(SECTION, "fa:15")
def nothing_is_taken_then(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """What changes hands because Russia collapses pays nobody."""
    return usual(game, power) and not game.on_stack(RUSSIAN_CIVIL_WAR.name)


# ---------------------------------------------------------------------------------------------------------- what is ceded


@rule(SECTION, "fa:2.5.1")
def ceded_for_ever(usual: Callable[[Position, int], int], game: Position, place: int) -> int:
    """Whoever takes them later, they are not Russia's home country any more."""
    country = game.ruleset.once(_new_homes).get(place) if has_collapsed(game) else None
    return usual(game, place) if country is None else who.country_named(game, country)


def _new_homes(ruleset: Ruleset) -> dict[int, str]:
    regions = ground_of(ruleset).regions
    return {place: country for region, country in CEDED.items() for place in regions[region]}


@step(SECTION)
def lands_are_ceded(game: Game, collapse: Collapse) -> Control:
    """Finland is neutral; the west is Germany's, Bessarabia Rumanian, West Armenia the Ottomans' if they fight for it."""
    germany, ottomans = (who.power_named(game, name) for name in (GERMANY, OTTOMANS))
    regions = ground_of(game).regions
    _finland_is_neutral(game)
    for region, name in CEDED.items():
        country = who.country_named(game, name)
        if name != RUMANIA:
            _belongs_to(game, country, germany)
        for place in regions[region]:
            if game.state[who.HOME_COUNTRY][place] == white_country(game):
                game.write(who.HOME_COUNTRY, place, home_at_first(game, place))
        _cede(game, regions[region], _holder_of(game, country))
    _cede(game, hexes_of(game, who.country_named(game, POLAND)), germany)
    if at_war(game, ottomans, whites(game)):
        _cede(game, regions[WEST_ARMENIA], ottomans)
    return None


def _belongs_to(game: Game, country: int, power: int) -> None:
    """As a conquered country; not one that is free."""
    if who.ruler_of(game, country) in (whites(game), own_power(game, country)) and not is_free(game, country):
        game.write(who.CONQUEROR, country, power)
        who.align_country(game, country, power)


@rule(SECTION, "fa:20.3")
def ceded_lands_are_conquered_once_more(game: Game, event: FreedomLost) -> None:
    """Before they were free they were Germany's, and not Russia's any more."""
    name = game.state.get(who.COUNTRY_NAMES)[event.country]
    if has_collapsed(game) and name in CEDED.values():
        _belongs_to(game, event.country, who.power_named(game, GERMANY))


def _holder_of(game: Position, country: int) -> int:
    """Who gets the hexes of a country: its ruler, or itself while it is neutral."""
    ruler = who.ruler_of(game, country)
    return ruler if game.state[who.SIDE][ruler] != who.NOBODY else own_power(game, country)


@rule(SECTION, "fa:2.5.4")
def _cede(game: Game, places: tuple[int, ...], power: int) -> None:
    """Those of them that Russia holds; a neutral country gets its land from whoever has it."""
    neutral = who.side_of_power(game, power) == who.NOBODY
    given = tuple(place for place in places if neutral or controls(game, whites(game), place))
    for place in given:
        who.change_control(game, place, power)
        clear_for_new_holder(game, place)
    if given:
        game.say(RussiaCedes(power=power, places=given))


@rule(SECTION, "fa:13.1.1")
def _finland_is_neutral(game: Game) -> None:
    """With the whole of its land; one that Germany had freed trades with it from now on."""
    country, removed = who.country_named(game, FINLAND), place_index(game, REMOVED)
    own, places = own_power(game, country), hexes_of(game, country)
    freed = (
        game.state[who.POWER][country] == who.power_named(game, GERMANY)
        and game.state[who.CONQUEROR][country] == who.NOBODY
    )
    army_goes_home(game, country)
    for unit in who.units_of(game, country):
        if is_hex(game, game.state[PLACE][unit]):
            move(game, unit, removed)
    game.write(who.CONQUEROR, country, who.NOBODY)
    game.write(FREE_CAPITAL, country, who.NOBODY)
    who.align_country(game, country, own)
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if own not in pair))
    for place in places:
        who.change_control(game, place, own)
        clear_for_new_holder(game, place)
        for partisan in things_at(game, place):
            move(game, partisan, place_index(game, PARTISANS))
    game.say(RussiaCedes(power=own, places=places))
    if freed:
        sign(game, FINLAND, GERMANY, FINNISH_RESOURCES(game))


# ------------------------------------------------------------------------------------------------------ what is given back


def _held_abroad(game: Position) -> Iterator[tuple[int, int]]:
    """(hex, its home country) of all that Russia holds and that was not its own in 1914, or is not any more."""
    land = soil(game)
    for place in game.look_up(who.HEXES_HELD).get(whites(game), ()):
        home = game.state[who.HOME_COUNTRY][place]
        if place not in land and home not in (who.NOBODY, white_country(game)) and not _is_still_russian(game, home):
            yield place, home


def _is_still_russian(game: Position, country: int) -> bool:
    """It was in 1914, under whatever name, and has not been lost by the collapse."""
    lost = game.state.get(who.COUNTRY_NAMES)[country] in (FINLAND, *CEDED.values())
    return layout_of(game).power_of_country[country] == whites(game) and not lost


@rule(SECTION)
def _owner_at_home(game: Position, home: int) -> int:
    """Whose such a hex is again: a Central Power's, or that of a free minor country beside them; who.NOBODY: nobody's."""
    ruler = game.state[who.POWER][home]
    free = is_major_home(game, home) or game.state[who.CONQUEROR][home] == who.NOBODY
    return ruler if free and game.state[who.SIDE][ruler] == central_side(game) else who.NOBODY


def _everybody_has_his_own(game: Game) -> None:
    back: dict[int, list[int]] = {}
    for place, home in tuple(_held_abroad(game)):
        owner = _owner_at_home(game, home)
        if owner != who.NOBODY:
            back.setdefault(owner, []).append(place)
    for owner, places in back.items():
        _cede(game, tuple(places), owner)


@step(SECTION)
def lands_are_given_back(game: Game, collapse: Collapse) -> Control:
    """At home everybody has his own again; Russia's own soil is common ground until the dice say more."""
    _everybody_has_his_own(game)
    red_minors_join_the_reds(game)
    keepers = (whites(game), reds(game))
    for place in sorted(soil(game)):
        holder = game.state[who.CONTROLLER][place]
        if holder != who.NOBODY and who.master_of(game, holder) not in keepers:
            who.change_control(game, place, whites(game))
    collapse.orphans = _orphans(game)
    return None


def _lands_on_soil(ruleset: Ruleset) -> frozenset[str]:
    """Countries that could be formed of Russian soil."""
    return frozenset(name for place in soil_of(ruleset) for name in claims_of(ruleset, place))


def lands_on_soil(game: Position) -> frozenset[str]:
    return game.ruleset.once(_lands_on_soil)


def red_minors(game: Position) -> tuple[int, ...]:
    """Countries that exist on Russian soil."""
    lands = (who.country_named(game, name) for name in sorted(lands_on_soil(game)))
    return tuple(country for country in lands if country != who.NOBODY and is_free(game, country))


@rule(SECTION)
def red_minors_join_the_reds(game: Game) -> None:
    for country in red_minors(game):
        who.align_country(game, country, reds(game))


def _orphans(game: Position) -> tuple[int, ...]:
    """Minor countries that Russia led or held a part of."""
    led = {country for country in range(len(game.state[who.POWER])) if who.ruler_of(game, country) == whites(game)}
    mine = {country for country in led if not _is_still_russian(game, country)} | {
        home for _, home in _held_abroad(game)
    }
    return tuple(sorted(country for country in mine if not is_major_home(game, country)))


def _patrons(game: Position, collapse: Collapse, seat: str) -> Shape | Violation:
    return One(new_patrons(game, whites(game)))


def _entrust(game: Game, collapse: Collapse, seat: str, noun: Noun) -> Control:
    country, patron = collapse.orphans[0], who.power_named(game, noun)
    collapse.orphans = collapse.orphans[1:]
    places = [place for place, home in _held_abroad(game) if home == country]
    if game.state[who.CONQUEROR][country] == whites(game):
        game.write(who.CONQUEROR, country, patron)
    if game.state[who.POWER][country] == whites(game):
        who.align_country(game, country, patron)
    for place in places:
        who.change_control(game, place, patron)
    return Goto("minors_find_another_patron")


ENTRUST = Verb("entrust-minor", SECTION, _entrust, _patrons, items=Owner)


@step(SECTION, ENTRUST)
def minors_find_another_patron(game: Game, collapse: Collapse) -> Control:
    """Among the Allies; if there is none left they stay with the Whites."""
    if not collapse.orphans or not new_patrons(game, whites(game)):
        return None
    seat, country = seat_of_power(game, whites(game)), collapse.orphans[0]
    return one(seat, ENTRUST, rule=SECTION, prompt="entrust-minor", country=Country(country))


@step(SECTION)
def whites_abroad_give_back(game: Game, collapse: Collapse) -> Control:
    """The same once more when they have lost: no Red has ever held what they hold outside Russia."""
    _everybody_has_his_own(game)
    collapse.orphans = _orphans(game)
    return None


#: what becomes of White conquests when the Reds have won
WHITES_ABROAD = procedure(
    "Whites abroad", SECTION, whites_abroad_give_back, minors_find_another_patron, locals=Collapse
)


# ------------------------------------------------------------------------------------------------ the Central Powers leave


@step(SECTION)
def strangers_are_counted(game: Game, collapse: Collapse) -> Control:
    """Units of the Central Powers in Russia, ships by the production circle; all partisans there are the Reds'."""
    central, red, land = central_side(game), reds(game), soil(game)
    here = [unit for unit, place in on_the_map(game) if place in land]
    for unit in here:
        if is_partisan(game, unit):
            who.change_country(game, unit, red_country(game))
            game.write(SOIL, unit, white_country(game))
            game.write(RED, unit, 1)
    guests = [unit for unit in here if who.side_of(game, unit) == central and who.power_of(game, unit) != red]
    ships = tuple(unit for unit in guests if isinstance(counter_of(game, unit), NavalCounter))
    send_home(game, ships)
    collapse.leaving = tuple(unit for unit in guests if unit not in ships)
    return None


@rule(SECTION, "fa:2.3.1")
def _billets(game: Position, unit: int) -> tuple[int, ...]:
    """Border hexes of its power with room for the unit."""
    flies = isinstance(counter_of(game, unit), AirCounter)
    return tuple(
        place
        for place in border_with_russia(game, who.power_of(game, unit))
        if stacking_violation(game, place, (*things_at(game, place), unit)) is None
        and not (flies and AIRCRAFT_BASE(game, unit, place) is not None)
    )


def _withdrawals(game: Position, collapse: Collapse, seat: str) -> Shape | Violation:
    return One(_billets(game, collapse.leaving[0]))


def _withdraw(game: Game, collapse: Collapse, seat: str, noun: Noun) -> Control:
    move(game, collapse.leaving[0], noun)
    collapse.leaving = collapse.leaving[1:]
    return Goto("central_powers_leave")


WITHDRAW_TO = Verb("withdraw-from-russia", SECTION, _withdraw, _withdrawals, items=Place)


@step(SECTION)
def central_powers_leave(game: Game, collapse: Collapse) -> Control:
    """To the border, where their owners like; who finds no room comes back by the production circle."""
    while collapse.leaving and not _billets(game, collapse.leaving[0]):
        send_home(game, collapse.leaving[:1])
        collapse.leaving = collapse.leaving[1:]
    return None if collapse.leaving else Goto("factions_muster")


@step(SECTION, WITHDRAW_TO)
def next_unit_withdraws(game: Game, collapse: Collapse) -> Control:
    unit = collapse.leaving[0]
    power = who.power_of(game, unit)
    seat = seat_of_power(game, power)
    return one(seat, WITHDRAW_TO, rule=SECTION, prompt="withdraw-from-russia", power=Power(power), unit=Thing(unit))


@step(SECTION)
def factions_muster(game: Game, collapse: Collapse) -> Control:
    return Call(MUSTERING.name, Mustering())


RUSSIAN_CIVIL_WAR = procedure(
    "Russian civil war",
    SECTION,
    reds_rise,
    lands_are_ceded,
    lands_are_given_back,
    minors_find_another_patron,
    strangers_are_counted,
    central_powers_leave,
    next_unit_withdraws,
    factions_muster,
    locals=Collapse,
)

MODULE = Module(
    procedures=(RUSSIAN_CIVIL_WAR, WHITES_ABROAD),
    subscribes=((FreedomLost, ceded_lands_are_conquered_once_more),),
    changes=(
        COLLAPSE.attach(russia_collapses),
        home_at_first.wrapped_by(ceded_for_ever),
        earns_by_taking.wrapped_by(nothing_is_taken_then),
    ),
)
