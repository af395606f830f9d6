"""13.1.1, 20.3 Partisans that become soldiers, and the countries that these free by themselves.

Two partisans in one hex may become a unit of the country whose soil it is, or could be. Until that country declares its
independence the unit belongs to whoever ran the partisans; then the country is free, aligned with him. A conquered country
that fights on from elsewhere frees itself in the same way with any of its land units that is back in one of its cities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Phrase, Place, PlaceId, ThingId, Word
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Decision, End, Goto, Pick, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces import things, who
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.in_turn import powers_in_order
from worldfire.forces.kinds import Country, CountryId, HexNumber, Owner, Power, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.participants import YEAR
from worldfire.forces.partisans import RED, SOIL, is_partisan
from worldfire.forces.pools import PARTISANS, REMOVED
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import (
    armies_of_side,
    controls,
    is_active,
    other_side,
    power_name,
    powers_of_side,
    seat_of_power,
)
from worldfire.rules.s02_3_stacking import land_units, together_violation
from worldfire.rules.s02_4_supply_limits import Tracer
from worldfire.rules.s02_4_supply_sources import Source, secondary_cities, that_can_supply
from worldfire.rules.s04_reinforcements import UnitGivenUp
from worldfire.rules.s09_02_pacts import end_pact
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s09_war import DECLARING_WAR
from worldfire.rules.s10_actions import LIMIT, half_limit
from worldfire.rules.s11_10_6_overrun import enter
from worldfire.rules.s13_01_partisans import GETTING_PARTISANS
from worldfire.rules.s13_07_1_conquerors import factory_hexes, is_major_home, seat_of_government
from worldfire.rules.s13_07_1_the_fallen import is_in_building, new_holder, pool_name_of, remove_units, ships_return
from worldfire.rules.s13_07_5_liberation import LIBERATION, RETURNING, CountryLiberated, Returning, come_back
from worldfire.rules.s13_07_conquest import CONQUEST, Conquest
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.rules.s18_1_cooperation import cooperation_violation, countries_cooperate, let_cooperate
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.counters import LandCounter, LandType
from worldfire.titles.fa.potential_homes import claims_on, home_at_first
from worldfire.titles.fa.risings import POLISH_PATRONS

#: the country for which a unit out of two partisans fights, and 1; 0: any other unit
FIGHTS_FOR = Column(things.THINGS, "fights for the freedom of")
#: where a country that has freed itself governs from, who.NOBODY: it has not, or has its old capital
FREE_CAPITAL = Column(who.COUNTRIES, "free capital", default=who.NOBODY)
SOLDIERS = frozenset({LandType.INF, LandType.CAV, LandType.GAR, LandType.MIL})
POLAND = "poland"


class PartisansMerged(Event, frozen=True):
    country: CountryId
    thing: ThingId
    place: PlaceId


class IndependenceDeclared(Event, frozen=True):
    country: CountryId
    power: PowerId
    place: PlaceId


class FreedomLost(Event, frozen=True):
    """A country that had freed itself is part of what it was before."""

    country: CountryId


class Cell(Word):
    """“E2834 poland”: partisans in a hex, as soldiers of a country."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        number, country = str(value).split(" ", 1)
        return Phrase("partisan-cell", {"place": HexNumber(number), "country": Owner(country)})


# ----------------------------------------------------------------------------------------------------------- 13.1.1 merging


class Merging(msgspec.Struct):
    """Powers that merge no more, and what is merged now."""

    done: tuple[int, ...] = ()
    place: int = who.NOBODY
    country: int = who.NOBODY


@clause("fa:13.1.1", "fa:20.3")
def lands_of(game: Position, place: int) -> tuple[int, ...]:
    """Countries whose soldiers could rise there: the conquered one whose home it is, and those that it could belong to."""
    printed = layout_of(game).home_country[place]
    found = [printed] if printed != who.NOBODY and game.state[who.CONQUEROR][printed] != who.NOBODY else []
    potential = nations_of(game).potential
    for name in claims_on(game, place):
        country = who.country_named(game, name)
        if country != who.NOBODY and (name in potential or game.state[who.CONQUEROR][country] != who.NOBODY):
            found.append(country)
    return tuple(dict.fromkeys(found))


@rule("fa:13.1.1")
def soldiers_of(game: Position, country: int) -> tuple[int, ...]:
    """Units of the year or earlier beside the map, even those that have left the game; none at sea or being built."""
    year = game.state.get(YEAR)
    return tuple(
        unit
        for unit in who.units_of(game, country)
        if (counter := things.counter_of(game, unit)).type in SOLDIERS
        and isinstance(counter, LandCounter)
        and (counter.year is None or counter.year <= year)
        and pool_name_of(game, unit)
        and not is_in_building(game, unit)
    )


def cells(game: Position, power: int) -> tuple[tuple[int, int], ...]:
    """(hex, country) where two partisans of the power stand together and could become soldiers."""
    count: dict[int, int] = {}
    for unit in game.look_up(things.ON_THE_MAP):
        if is_partisan(game, unit) and who.power_of(game, unit) == power:
            count[game.state[things.PLACE][unit]] = count.get(game.state[things.PLACE][unit], 0) + 1
    return tuple(
        (place, country)
        for place, partisans in sorted(count.items())
        if partisans > 1 and not _faces_soldiers(game, power, place) and _could_fight_on(game, power, place)
        for country in lands_of(game, place)
        if soldiers_of(game, country)
    )


@rule("fa:13.1.1", "fa:20.3")
def _could_fight_on(game: Position, power: int, place: int) -> bool:
    """Soldiers of a power that has fallen are at war with nobody before their country is free: they rise in its cities."""
    return not game.state[who.FALLEN_POWER][power] or place in ground_of(game).cities


@rule("fa:13.1.1", "fa:2.5.3")
def _faces_soldiers(game: Position, power: int, place: int) -> bool:
    """Does an enemy's land unit stand in the hex? No soldiers rise beside it."""
    soldiers = (unit for unit in land_units(game, things.things_at(game, place)) if not is_partisan(game, unit))
    owners = {who.power_of(game, unit) for unit in soldiers}
    if game.state[who.FALLEN_POWER][power]:  # at war with nobody, but its partisans are with all of the other side
        return not all(_on_one_side(game, power, owner) for owner in owners)
    return any(at_war(game, power, owner) for owner in owners)


def _who_merges(game: Position, merging: Merging) -> int:
    powers = (power for side in (0, 1) for power in armies_of_side(game, side))
    return next((power for power in powers if power not in merging.done and cells(game, power)), who.NOBODY)


def _cells_shape(game: Position, merging: Merging, seat: str) -> Shape | Violation:
    names, board = game.state.get(who.COUNTRY_NAMES), things.board_of(game)
    found = cells(game, _who_merges(game, merging))
    return One(tuple(f"{board.number(place)} {names[country]}" for place, country in found))


def _merge(game: Game, merging: Merging, seat: str, noun: Noun) -> Control:
    number, name = noun.split(" ", 1)
    merging.place, merging.country = things.board_of(game).index[number], who.country_named(game, name)
    return Goto("a_unit_is_drawn")


def _stay(game: Game, merging: Merging, seat: str, noun: Noun) -> Control:
    merging.done += (_who_merges(game, merging),)
    return Goto("next_power_merges")


MERGE = Verb("merge-partisans", "fa:13.1.1", _merge, _cells_shape, items=Cell)
STAY_PARTISANS = Verb("stay-partisans", "fa:13.1.1", _stay)


@step("fa:13.1.1", STAY_PARTISANS, MERGE)
def next_power_merges(game: Game, merging: Merging) -> Control:
    power = _who_merges(game, merging)
    if power == who.NOBODY:
        return End()
    seat = seat_of_power(game, power)
    return one(seat, STAY_PARTISANS, MERGE, rule="fa:13.1.1", prompt="merge-partisans", power=Power(power))


@step("fa:13.1.1")
def a_unit_is_drawn(game: Game, merging: Merging) -> Control:
    power = _who_merges(game, merging)
    return Pick("soldiers of a country", seat_of_power(game, power), len(soldiers_of(game, merging.country)))


@step("fa:13.1.1", also=("fa:2.5.3",))
def partisans_become_soldiers(game: Game, merging: Merging) -> Control:
    """Partisans hold nothing, but soldiers take the hex as if they had come into it."""
    power, (number,) = _who_merges(game, merging), game.result
    unit = soldiers_of(game, merging.country)[number]
    partisans = [
        each
        for each in things.things_at(game, merging.place)
        if is_partisan(game, each) and who.power_of(game, each) == power
    ][:2]
    flag = game.state[who.COUNTRY][partisans[0]]
    for partisan in partisans:
        things.move(game, partisan, things.place_index(game, PARTISANS))
    game.write(FIGHTS_FOR, unit, merging.country + 1)
    who.change_country(game, unit, flag)
    game.write(things.FACE_DOWN, unit, 0)
    game.say(PartisansMerged(country=merging.country, thing=unit, place=merging.place))
    return enter(game, (unit,), merging.place)


@step("fa:13.1.1", also=("fa:2.5.3",))
def soldiers_hold_their_hex(game: Game, merging: Merging) -> Control:
    return Goto("next_power_merges")


MERGING = procedure(
    "merging partisans",
    "fa:13.1.1",
    next_power_merges,
    a_unit_is_drawn,
    partisans_become_soldiers,
    soldiers_hold_their_hex,
    locals=Merging,
)


@step("fa:13.1.1")
def partisans_may_merge(game: Game, rising: object) -> Control:
    return Call(MERGING.name, Merging())


@rule("fa:13.1.3", "fa:19.1")
def soldiers_stand_by_their_partisans(
    usual: Callable[[Position, int, int], Violation | None], game: Position, one: int, other: int
) -> Violation | None:
    """Soldiers out of partisans are of their country, whoever leads them: its green partisans fight beside them."""
    found, cause = usual(game, one, other), game.state[FIGHTS_FOR]
    if found is None or not (cause[one] or cause[other]):
        return found
    rebel, soldier = (one, other) if cause[other] else (other, one)
    green = is_partisan(game, rebel) and not game.state[RED][rebel]
    return None if green and game.state[SOIL][rebel] == cause[soldier] - 1 else found


@rule("fa:13.1.3", "fa:19.1")
def soldiers_speak_for_themselves(
    usual: Callable[[Position, tuple[int, ...]], Violation | None], game: Position, units: tuple[int, ...]
) -> Violation | None:
    """And not for the regulars of whoever leads them."""
    cause = game.state[FIGHTS_FOR]
    soldiers = tuple(unit for unit in units if cause[unit])
    if not soldiers:
        return usual(game, units)
    found = (cooperation_violation(game, soldier, unit) for soldier in soldiers for unit in units)
    others = tuple(unit for unit in units if not cause[unit])
    return usual(game, others) or next((violation for violation in found if violation is not None), None)


class Fallen(msgspec.Struct):
    unit: int


@rule("fa:13.1.1", "fa:20.5.2")
def soldier_has_fallen(game: Position, event: Destroyed | UnitGivenUp) -> Call | None:
    return Call(FALLEN_SOLDIER.name, Fallen(event.thing)) if game.state[FIGHTS_FOR][event.thing] else None


@step("fa:13.1.1", also=("fa:20.5.2",))
def soldier_leaves_the_game(game: Game, fallen: Fallen) -> Control:
    """Nobody builds the army of a conquered country: only partisans, or its freedom, bring the unit back."""
    unit, country = fallen.unit, game.state[FIGHTS_FOR][fallen.unit] - 1
    game.write(FIGHTS_FOR, unit, 0)
    who.change_country(game, unit, country)
    remove_units(game, country, (unit,))
    return None


FALLEN_SOLDIER = procedure("a soldier of freedom falls", "fa:13.1.1", soldier_leaves_the_game, locals=Fallen)


@rule("fa:13.1.1", "fa:13.6.1.4")
def half_for_the_fallen(game: Position, limit: int, power: int, row: str) -> int:
    """A conquered major power that has soldiers again acts like one that is incompletely conquered."""
    if not game.state[who.FALLEN_POWER][power]:
        return limit
    soldiers = (unit for unit, country in enumerate(game.state[FIGHTS_FOR]) if country)
    return half_limit(limit) if any(who.power_of(game, unit) == power for unit in soldiers) else limit


# --------------------------------------------------------------------------------------------------------- 20.3 independence


class Rising(msgspec.Struct):
    """Countries that have had their say, and the one that looks for its capital."""

    passed: tuple[int, ...] = ()
    country: int = who.NOBODY


@rule("fa:20.3", "fa:15.3.4")
def may_be_free(game: Position) -> Iterator[tuple[int, int, int]]:
    """(country, power, city): its own unit stands in a city that is or could be its own. Not Poland by its partitioners."""
    cities, names = ground_of(game).cities, game.state.get(who.COUNTRY_NAMES)
    for unit, country in _fighters_for_freedom(game):
        place = game.state[things.PLACE][unit]
        if not is_hex(game, place) or place not in cities:
            continue
        power = who.power_of(game, unit)
        if names[country] == POLAND and power_name(game, power) not in POLISH_PATRONS(game):
            continue
        if is_major_home(game, country) and not _on_one_side(game, game.state[who.POWER][country], power):
            continue
        if country in lands_of(game, place):
            yield country, power, place


@rule("fa:20.3")
def _fighters_for_freedom(game: Position) -> Iterator[tuple[int, int]]:
    """(unit, country): those that were partisans, and what is left of the army of a conquered country beside its allies."""
    for unit, number in enumerate(game.state[FIGHTS_FOR]):
        if number:
            yield unit, number - 1
    for country, conqueror in enumerate(game.state[who.CONQUEROR]):
        if conqueror == who.NOBODY:
            continue
        side = who.side_of_power(game, game.state[who.POWER][country])
        if side not in (who.NOBODY, game.state[who.SIDE][conqueror]):
            yield from ((unit, country) for unit in _soldiers_in_the_field(game, country))


def _soldiers_in_the_field(game: Position, country: int) -> tuple[int, ...]:
    """Its own land units in hexes; partisans are no soldiers."""
    own = (unit for unit in who.units_of(game, country) if is_hex(game, game.state[things.PLACE][unit]))
    return tuple(unit for unit in land_units(game, tuple(own)) if not is_partisan(game, unit))


def _on_one_side(game: Position, one_: int, other: int) -> bool:
    return who.side_of_power(game, one_) == who.side_of_power(game, other)


def _next(game: Position, rising: Rising) -> tuple[int, int, int] | None:
    return next((each for each in may_be_free(game) if each[0] not in rising.passed), None)


def _declare(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    found = _next(game, rising)
    assert found is not None
    rising.passed += found[:1]
    rising.country = found[0]
    return Goto("city_to_govern_from")


def _leader_of(game: Position, country: int) -> int:
    """Who leads the first of its soldiers."""
    return next(power for each, power, _ in may_be_free(game) if each == country)


@rule("fa:20.3")
def cities_to_govern_from(game: Position, country: int) -> tuple[int, ...]:
    """The established capital if it has that, otherwise any city in which a land unit of its own stands."""
    cities = tuple(dict.fromkeys(city for each, _, city in may_be_free(game) if each == country))
    return tuple(city for city in cities if city == capital_of(game, country)) or cities


def _cities_shape(game: Position, rising: Rising, seat: str) -> Shape | Violation:
    return One(cities_to_govern_from(game, rising.country))


def _govern_from(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    country, rising.country = rising.country, who.NOBODY
    declare_independence(game, country, _leader_of(game, country), noun)
    return Call(RETURNING.name, Returning(country))


@rule("fa:20.3", "fa:13.6.3.1")
def declare_independence(game: Game, country: int, power: int, city: int) -> None:
    """It holds the hexes under its land units, and is at war with every active power of the side that it leaves.

    A minor country is aligned with whoever has led its soldiers; a major power is in the game again. One that never left it
    has a home country more, and no war more: its pacts hold.
    """
    is_major = is_major_home(game, country)
    leader = game.state[who.POWER][country] if is_major else power
    is_new = not is_major or game.state[who.FALLEN_POWER][leader]
    at_home = {
        place
        for unit in _soldiers_in_the_field(game, country)
        if country in lands_of(game, place := game.state[things.PLACE][unit])
    }
    game.write(who.CONQUEROR, country, who.NOBODY)
    game.write(who.HELD_DOWN, country, 0)
    game.write(who.NEW_HOME, country, who.NOBODY)
    game.write(FREE_CAPITAL, country, who.NOBODY if city == capital_of(game, country) else city)
    who.align_country(game, country, leader)
    own = leader if is_major else own_power(game, country)
    if is_major:
        come_back(game, leader, power)
        ships_return(game, country)
        let_cooperate(game, leader, power)
    for unit, number in enumerate(game.state[FIGHTS_FOR]):
        if number == country + 1:
            game.write(FIGHTS_FOR, unit, 0)
            who.change_country(game, unit, country)
            if is_hex(game, game.state[things.PLACE][unit]):
                at_home.add(game.state[things.PLACE][unit])
    for place in sorted(at_home):
        who.change_control(game, place, own if own != who.NOBODY else leader)
    if own != who.NOBODY and is_new:
        fight_all(game, own, other_side(game.state[who.SIDE][power]))
    game.say(IndependenceDeclared(country=country, power=leader, place=city))
    game.say(CountryLiberated(country=country, power=leader, liberator=power))


@rule("fa:20.3")
def fight_all(game: Game, power: int, side: int) -> None:
    """It is at war with every active power of the side, whatever it had agreed on before it fell."""
    enemies = (enemy for enemy in powers_of_side(game, side) if is_active(game, enemy))
    new = tuple((power, enemy) for enemy in enemies if not _are_at_war(game, power, enemy))
    for _, enemy in new:
        end_pact(game, power, enemy)
    game.set(AT_WAR, (*game.state.get(AT_WAR), *new))


def _are_at_war(game: Position, one_: int, other: int) -> bool:
    """By name: an aligned country fights whom its master fights, but its own wars last longer than that."""
    return any({one_, other} == {*pair} for pair in game.state.get(AT_WAR))


def _wait(game: Game, rising: Rising, seat: str, noun: Noun) -> Control:
    found = _next(game, rising)
    assert found is not None
    rising.passed += (found[0],)
    return Goto("next_country_declares")


DECLARE_INDEPENDENCE = Verb("declare-independence", "fa:20.3", _declare)
WAIT_FOR_FREEDOM = Verb("wait-for-freedom", "fa:20.3", _wait)


@step("fa:20.3", WAIT_FOR_FREEDOM, DECLARE_INDEPENDENCE)
def next_country_declares(game: Game, rising: Rising) -> Control:
    """At the start of any declaration of war step, of either side."""
    found = _next(game, rising)
    if found is None:
        return End()
    country, power, _ = found
    return one(
        seat_of_power(game, power),
        WAIT_FOR_FREEDOM,
        DECLARE_INDEPENDENCE,
        rule="fa:20.3",
        prompt="declare-independence",
        country=Country(country),
        power=Power(power),
    )


def _ask_for_the_capital(game: Position, verb: Verb, power: int, country: int) -> Decision:
    """The power that has made the country free says where it governs from, whether it rose or was founded."""
    seat = seat_of_power(game, power)
    return one(seat, verb, rule="fa:20.3", prompt="choose-free-capital", country=Country(country))


@step("fa:20.3")
def country_is_free(game: Game, rising: Rising) -> Control:
    return Goto("next_country_declares")


GOVERN_FROM = Verb("govern-from", "fa:20.3", _govern_from, _cities_shape, items=Place)


@step("fa:20.3", GOVERN_FROM)
def city_to_govern_from(game: Game, rising: Rising) -> Control:
    return _ask_for_the_capital(game, GOVERN_FROM, _leader_of(game, rising.country), rising.country)


@step("fa:20.3")
def it_has_its_capital(game: Game, rising: Rising) -> Control:
    return Goto("next_country_declares")


INDEPENDENCE = procedure(
    "independence",
    "fa:20.3",
    next_country_declares,
    country_is_free,
    city_to_govern_from,
    it_has_its_capital,
    locals=Rising,
)


@step("fa:20.3", also=("fa:9",))
def countries_free_themselves(game: Game, declaring: object) -> Control:
    return Call(INDEPENDENCE.name, Rising())


# ------------------------------------------------------------------------------------------------------ 13.6.3 new countries


class Founding(msgspec.Struct):
    """Powers that found no more countries, and the country that looks for its capital."""

    done: tuple[int, ...] = ()
    country: int = who.NOBODY


@clause("fa:13.6.3")
def countries_to_found(game: Position, power: int) -> tuple[tuple[int, int], ...]:
    """(country, city): those that did not exist in 1914 and could on land that the power has taken from the other side.

    What Russia has ceded is taken from it, and also from whoever has it now.
    """
    printed, found = layout_of(game).home_country, dict[int, int]()
    enemies = other_side(game.state[who.SIDE][power])
    for city in sorted(ground_of(game).cities):
        if printed[city] == who.NOBODY or not claims_on(game, city) or not controls(game, power, city):
            continue
        lands = {printed[city], home_at_first(game, city)}
        if not any(who.side_of_power(game, who.ruler_of(game, land)) == enemies for land in lands):
            continue
        for name in claims_on(game, city):
            country = who.country_named(game, name)
            if name in nations_of(game).potential and country != who.NOBODY and not is_free(game, country):
                found.setdefault(country, city)
    return tuple(sorted(found.items()))


def is_free(game: Position, country: int) -> bool:
    """Has it freed itself, without its old capital if it had one?"""
    return game.state[FREE_CAPITAL][country] != who.NOBODY


def _who_founds(game: Position, founding: Founding) -> int:
    powers = (power for power in powers_in_order(game) if power not in founding.done)
    return next((power for power in powers if countries_to_found(game, power)), who.NOBODY)


def _countries_shape(game: Position, founding: Founding, seat: str) -> Shape | Violation:
    names = game.state.get(who.COUNTRY_NAMES)
    return One(tuple(names[country] for country, _ in countries_to_found(game, _who_founds(game, founding))))


def _found(game: Game, founding: Founding, seat: str, noun: Noun) -> Control:
    founding.country = who.country_named(game, noun)
    cities = capitals_to_choose(game, founding)
    return Goto("capital_is_chosen") if len(cities) > 1 else _set_free(game, founding, seat, cities[0])


def _hexes_of_new(game: Position, founding: Founding) -> tuple[int, ...]:
    """Every hex that could be its own and that its founder holds."""
    name, power = game.state.get(who.COUNTRY_NAMES)[founding.country], _who_founds(game, founding)
    mine = (place for place in range(game.state.get(things.HEXES)) if name in claims_on(game, place))
    return tuple(place for place in mine if controls(game, power, place))


@rule("fa:20.3")
def capitals_to_choose(game: Position, founding: Founding) -> tuple[int, ...]:
    """Any city that the new country will control."""
    cities = ground_of(game).cities
    return tuple(place for place in _hexes_of_new(game, founding) if place in cities)


def _set_free(game: Game, founding: Founding, seat: str, noun: Noun) -> Control:
    power, country, taken = _who_founds(game, founding), founding.country, _hexes_of_new(game, founding)
    declare_independence(game, country, power, noun)
    for place in taken:
        who.change_control(game, place, own_power(game, country))
    founding.country = who.NOBODY
    return Call(RETURNING.name, Returning(country))


def _capitals_shape(game: Position, founding: Founding, seat: str) -> Shape | Violation:
    return One(capitals_to_choose(game, founding))


def _found_no_more(game: Game, founding: Founding, seat: str, noun: Noun) -> Control:
    founding.done += (_who_founds(game, founding),)
    return Goto("next_power_founds")


FOUND_COUNTRY = Verb("found-country", "fa:13.6.3", _found, _countries_shape, items=Owner)
CHOOSE_CAPITAL = Verb("choose-free-capital", "fa:20.3", _set_free, _capitals_shape, items=Place)
FOUND_NO_MORE = Verb("found-no-country", "fa:13.6.3", _found_no_more)


@step("fa:13.6.3", FOUND_NO_MORE, FOUND_COUNTRY)
def next_power_founds(game: Game, founding: Founding) -> Control:
    power = _who_founds(game, founding)
    if power == who.NOBODY:
        return End()
    seat = seat_of_power(game, power)
    return one(seat, FOUND_NO_MORE, FOUND_COUNTRY, rule="fa:13.6.3", prompt="found-country", power=Power(power))


@step("fa:13.6.3")
def country_is_founded(game: Game, founding: Founding) -> Control:
    return Goto("next_power_founds")


@step("fa:20.3", CHOOSE_CAPITAL)
def capital_is_chosen(game: Game, founding: Founding) -> Control:
    """By its founder."""
    return _ask_for_the_capital(game, CHOOSE_CAPITAL, _who_founds(game, founding), founding.country)


@step("fa:20.3")
def capital_is_founded(game: Game, founding: Founding) -> Control:
    return Goto("next_power_founds")


FOUNDING = procedure(
    "new countries",
    "fa:13.6.3",
    next_power_founds,
    country_is_founded,
    capital_is_chosen,
    capital_is_founded,
    locals=Founding,
)


@step("fa:13.6.3")
def new_countries_are_founded(game: Game, liberating: object) -> Control:
    return Call(FOUNDING.name, Founding())


# --------------------------------------------------------------------------------------------------------------- capitals


@rule("fa:20.3")
def governs_from_elsewhere(usual: Callable[[Position, int], int | None], game: Position, country: int) -> int | None:
    """A country that has freed itself without its old capital has another one meanwhile."""
    capital = game.state[FREE_CAPITAL][country]
    return usual(game, country) if capital == who.NOBODY else capital


@rule("fa:20.3")
def old_capital_is_held(game: Game, event: who.ControlChanged) -> None:
    """An established capital is the capital again as soon as its country has it."""
    for country, capital in enumerate(game.state[FREE_CAPITAL]):
        if capital == who.NOBODY or capital_of(game, country) != event.place:
            continue
        if controls(game, game.state[who.POWER][country], event.place):
            game.write(FREE_CAPITAL, country, who.NOBODY)


def free_minors_of(game: Position, power: int) -> tuple[int, ...]:
    """Minor countries that the power leads and that have no capital on the map, or not the one that is on it."""
    free = (country for country in range(len(game.state[FREE_CAPITAL])) if is_free(game, country))
    return tuple(each for each in free if game.state[who.POWER][each] == power and not is_major_home(game, each))


@rule("fa:2.4.2", "fa:20.3")
def free_capitals_are_secondary(
    usual: Callable[[Position, Tracer], dict[int, Source]], game: Position, tracer: Tracer
) -> dict[int, Source]:
    """A minor country supplies its major power from where it governs now, also one that did not exist in 1914."""
    own, capitals = tracer.country, game.state[FREE_CAPITAL]
    led = (country for country in free_minors_of(game, tracer.power) if country != own)
    free = that_can_supply(
        game, tracer, (capitals[country] for country in led if countries_cooperate(game, own, country))
    )
    return {**usual(game, tracer), **dict.fromkeys(free, Source("supply-aligned-capital"))}


# ------------------------------------------------------------------------------------------------------------ lost again


@rule("fa:20.3")
def freedom_is_lost(game: Position, country: int) -> bool:
    """Whoever did not exist in 1914 loses it as others are conquered: with its capital and every printed factory."""
    name, capital = game.state.get(who.COUNTRY_NAMES)[country], game.state[FREE_CAPITAL][country]
    if capital == who.NOBODY or name not in nations_of(game).potential:
        return False
    holders = game.state[who.CONTROLLER]
    side = who.side_of_power(game, holders[capital])
    if side in (who.NOBODY, game.state[who.SIDE][game.state[who.POWER][country]]):
        return False
    return all(who.side_of_power(game, holders[place]) == side for place in factory_hexes(game, country))


@step("fa:20.3", also=("fa:13.6.1",))
def free_countries_fall(game: Game, conquest: Conquest) -> Control:
    """They are again what they were; their units leave the game."""
    for country in range(len(game.state[FREE_CAPITAL])):
        if freedom_is_lost(game, country):
            capital, own = game.state[FREE_CAPITAL][country], own_power(game, country)
            for unit in who.units_of(game, country):
                things.move(game, unit, things.place_index(game, REMOVED))
            for place in tuple(game.look_up(who.HEXES_HELD).get(own, ())):
                who.change_control(game, place, new_holder(game, place, game.state[who.CONTROLLER][capital]))
            game.write(FREE_CAPITAL, country, who.NOBODY)
            who.align_country(game, country, own)
            game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if own not in pair))
            game.say(FreedomLost(country=country))
    return None


MODULE = Module(
    schema=Schema(columns=(FIGHTS_FOR, FREE_CAPITAL)),
    procedures=(MERGING, FALLEN_SOLDIER, INDEPENDENCE, FOUNDING),
    subscribes=(
        (who.ControlChanged, old_capital_is_held),
        (Destroyed, soldier_has_fallen),
        (UnitGivenUp, soldier_has_fallen),
    ),
    changes=(
        cooperation_violation.wrapped_by(soldiers_stand_by_their_partisans, reads=(FIGHTS_FOR,)),
        LIMIT.attach(half_for_the_fallen, reads=(who.FALLEN_POWER, FIGHTS_FOR, who.COUNTRY, who.POWER)),
        together_violation.wrapped_by(soldiers_speak_for_themselves, reads=(FIGHTS_FOR,)),
        seat_of_government.wrapped_by(governs_from_elsewhere),
        secondary_cities.wrapped_by(free_capitals_are_secondary, reads=(FREE_CAPITAL,)),
        Insert(GETTING_PARTISANS.name, partisans_may_merge, before="roll_for_countries"),
        Insert(DECLARING_WAR.name, countries_free_themselves, before="wars_of_the_campaign"),
        Insert(LIBERATION.name, new_countries_are_founded, before="some_are_freed_at_once"),
        Insert(CONQUEST.name, free_countries_fall, before="find_conquests"),
    ),
)
