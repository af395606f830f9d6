"""fa:19.1, 19.2.1 Who is a stranger, and how many of them a country lets in: land units, aircraft and ships counted apart.

Nobody exceeds the limit of his own will, by marching, advancing, flying or sailing. Who has no choice is shattered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import end_flight
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.nations import main_home, nations_of
from worldfire.forces.pools import circle_space, named_place
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import aboard, counter_of, move, things_at
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES, HOME_COUNTRY, NOBODY, POWER, power_of, units_of
from worldfire.rules.s02_3_stacking import is_headquarters_counter, naval_units_of_convoys
from worldfire.rules.s11_04_2_sailing import ports_with_or_without_terms, setting_out
from worldfire.rules.s11_04_bases import (
    CONVOYS_WITH_TERMS,
    leaders_of,
    left_behind_violation,
    strangers_violation,
)
from worldfire.rules.s11_04_naval_units import Sailor, carried_by
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.rules.s11_15_advance import may_advance
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_retreats import Shattered
from worldfire.rules.s13_04_return_to_base import lose_at_sea
from worldfire.rules.s14_1_range import (
    admission_violation,
    bases_in_range,
    friendly_hex_violation,
    landing_ground,
    with_cargo,
)
from worldfire.rules.s14_air_missions import Destroyed, lose_homeless, tray_of
from worldfire.rules.s18_1_cooperation import is_minor_country, minors_cooperate, rules_over
from worldfire.rules.s18_2_commitments import (
    compatriots,
    compatriots_in,
    exceeds_commitment,
    foreign_troops_violation,
    further_headquarters,
    host_of,
    host_of_country,
    of_one_army,
    of_own_will_violation,
)
from worldfire.rules.s18_2_foreign_troops import GUESTS, lose_guest
from worldfire.tables.counters import AirCounter, LandCounter, LandType, NavalCounter, Size
from worldfire.titles.fa.own_units import is_of_a_major

DIVISIONS_OF_A_UNIT = Figure("divisions that count as one unit of a foreign troop commitment", "fa:19.2.1")


# ---------------------------------------------------------------------------------------------------- 19.1 co-operation


@rule("fa:19.1", "fa:2.5.1")
def troops_of_territories_are_their_owners(
    usual: Callable[[Position, int], bool], game: Position, country: int
) -> bool:
    """A territory, which has no capital, is no country."""
    ground, name = ground_of(game), game.state.get(COUNTRY_NAMES)[country]
    owner = None if name in ground.capitals else ground.minors.get(name)
    if owner is None:
        return usual(game, country)
    return nations_of(game).country_of_home(owner) not in ground.majors


@rule("fa:19.1")
def only_ruler_and_ruled(game: Position, one: int, other: int) -> bool:
    """Two minor countries, however long with the same major power."""
    return rules_over(game, one, other)


@rule("fa:21.5", "fa:19.2.1")
def territorials_go_where_their_power_rules(
    usual: Callable[[Position, int, int], int], game: Position, unit: int, place: int
) -> int:
    """As those of the Sudan may go to Egypt; other troops of a minor country are foreigners in the next."""
    host = usual(game, unit, place)
    own = host != NOBODY and game.state[POWER][host] == power_of(game, unit)
    return NOBODY if own and counter_of(game, unit).type is LandType.TERR else host


# ----------------------------------------------------------------------------------------------------- 19.2.1 how many


@rule("fa:19.2.1")
def exceeds_any_of_three(game: Position, units: tuple[int, ...], home: int) -> bool:
    """Without an HQ there, or with more of one sort than the printed values of all HQs there."""
    return _too_many(game, units[0], compatriots_in(game, units[0], home).union(units), home)


def _too_many(
    game: Position, first: int, units: frozenset[int], home: int, changes: tuple[tuple[int, int], ...] = ()
) -> bool:
    """Would all of them, of one country as the first is, be too many there, after these changes of its convoy points?"""
    there = units.union(further_headquarters(game, first, home))
    most = _commanded(game, there)
    if most is None:
        return True
    counters = [counter_of(game, unit) for unit in there]
    troops = [
        counter for counter in counters if isinstance(counter, LandCounter) and not is_headquarters_counter(counter)
    ]
    divisions = sum(counter.size is Size.DIVISION for counter in troops)
    land = len(troops) - divisions + Fraction(divisions, DIVISIONS_OF_A_UNIT(game))
    aircraft = sum(isinstance(counter, AirCounter) for counter in counters)
    ships = sum(isinstance(counter, NavalCounter) for counter in counters)
    if is_of_a_major(game, first):  # whose convoy points count with its ships
        ships += _convoy_units(game, power_of(game, first), home, changes)
    return any(number > most for number in (land, aircraft, ships))


def _commanded(game: Position, units: Iterable[int]) -> int | None:
    """The printed values of all HQs among them; None if there is none."""
    counters = (counter_of(game, unit) for unit in units)
    leaders = [counter for counter in counters if isinstance(counter, LandCounter) and is_headquarters_counter(counter)]
    return sum(leader.reorganisation or 0 for leader in leaders) if leaders else None


def _convoy_units(game: Position, power: int, home: int, changes: tuple[tuple[int, int], ...]) -> int:
    """As how many naval units the power's convoy points there count. `changes`: (port, points that come or leave)."""
    homes = game.state[HOME_COUNTRY]
    points_in = dict(changes)
    for owner, place, points in game.state.amounts(CONVOY_POINTS):
        if owner == power and is_hex(game, place) and homes[place] == home:
            points_in[place] = points_in.get(place, 0) + points
    return sum(naval_units_of_convoys(game, points) for points in points_in.values())


@rule("fa:19.2.1")
def are_convoys_of_strangers(game: Position, convoys: Sailor, port: int) -> bool:
    return host_of_country(game, main_home(game, convoys.power), port) != NOBODY


@rule("fa:19.2.1", "fa:2.3.1.3")
def convoys_beyond_the_limit(
    game: Position, power: int, port: int, change: int, company: tuple[int, ...], leaving: tuple[int, ...] = ()
) -> Violation | None:
    """They are naval units as ships are, and as those that come in their company.

    `change`: how many points come, or leave with these units.
    """
    own = main_home(game, power)
    home = host_of_country(game, own, port)
    if home == NOBODY:
        return None
    one = next(iter(units_of(game, own)))
    there = compatriots_in(game, one, home).union(beside_the_unit(game, one, company)).difference(leaving)
    most, ships = _commanded(game, there), sum(isinstance(counter_of(game, unit), NavalCounter) for unit in there)
    if most is not None and ships + _convoy_units(game, power, home, ((port, change),)) <= most:
        return None
    return refused("fa:19.2.1", "convoys-of-strangers", place=Place(port))


# ------------------------------------------------------------------------------------------------- of one's own will


@rule("fa:19.2.1")
def beside_the_unit(game: Position, unit: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of one country, and those of any of its power's countries whose HQs count for all of them."""
    if len({game.state[COUNTRY][other] for other in (unit, *units)}) == 1:
        return units
    own = {*compatriots(game, unit)}
    return tuple(other for other in units if other in own)


@rule("fa:19.2.1", "fa:11.3.4.3", "fa:11.9.5")
def a_task_force_enters_together(
    game: Position, sailors: tuple[Sailor, ...], boarding: tuple[int, ...], port: int
) -> Violation | None:
    """All of it and all that it lands at the end of its move, so that an HQ aboard one ship commands those on the others."""
    ships = tuple(sailor.ship for sailor in sailors if not sailor.is_convoy)
    cargo = tuple(unit for sailor in sailors for unit in carried_by(game, sailor))
    units = (*ships, *cargo, *boarding)
    found = foreign_troops_violation(game, units, port)
    if found is not None:
        return found
    convoys = (sailor for sailor in sailors if sailor.is_convoy)
    against = (convoys_beyond_the_limit(game, each.power, port, each.points, units) for each in convoys)
    return next((each for each in against if each is not None), None)


@rule("fa:19.2.1")
def nobody_stays_beyond_the_limit(
    game: Position, staying: tuple[Sailor, ...], going_on: tuple[Sailor, ...], port: int
) -> Violation | None:
    """Who came in with an HQ does not stay in the port when it sails on; ships that were in the country before may.

    When nobody sails on they stay as they came in, and have been judged.
    """
    if not going_on:
        return None
    leaving, left, guests = _aboard(game, going_on), _aboard(game, staying), game.state.get(GUESTS)
    for unit in _aboard(game, tuple(sailor for sailor in staying if sailor.ship in guests)):
        home = host_of(game, unit, port)
        if home == NOBODY:
            continue
        there = compatriots_in(game, unit, home).union(of_one_army(game, unit, left)).difference(leaving)
        changes = ((port, -_points_of(going_on, power_of(game, unit))),)
        if _too_many(game, unit, there, home, changes):
            return refused("18.2", "foreign-troops", unit=Thing(unit), place=Place(port))
    powers = (sailor.power for sailor in staying if sailor.is_convoy)
    against = (
        convoys_beyond_the_limit(game, power, port, -_points_of(going_on, power), left, leaving) for power in powers
    )
    return next((each for each in against if each is not None), None)


def _aboard(game: Position, sailors: tuple[Sailor, ...]) -> tuple[int, ...]:
    """The ships, and what they carry."""
    return tuple(
        unit for sailor in sailors if not sailor.is_convoy for unit in (sailor.ship, *carried_by(game, sailor))
    )


def _points_of(sailors: tuple[Sailor, ...], power: int) -> int:
    return sum(sailor.points for sailor in sailors if sailor.power == power)


@rule("fa:19.2.1")
def leaders_among(game: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    """Nobody but HQs."""
    return tuple(unit for unit in units if is_headquarters_counter(counter_of(game, unit)))


@rule("fa:19.2.1", "fa:11.11", "fa:11.12.5.7")
def nobody_goes_too_far(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    return foreign_troops_violation(game, units, place)


@rule("fa:19.2.1", "fa:11.12.5.7")
def with_or_without_hq(
    usual: Callable[[Position, Battle], tuple[int, ...]], game: Position, battle: Battle
) -> tuple[int, ...]:
    """Those that may advance alone, or with an HQ that attacked beside them."""
    units = usual(game, battle)
    leaders = tuple(unit for unit in units if is_headquarters_counter(counter_of(game, unit)))
    parties = ((unit, (unit, *(leader for leader in leaders if leader != unit))) for unit in units)
    return tuple(
        unit
        for unit, party in parties
        if of_own_will_violation(game, (unit,), battle.target) is None
        or of_own_will_violation(game, party, battle.target) is None
    )


@rule("fa:19.2.1", "fa:11.13", "fa:13.3.1", "fa:16.2.4")
def nobody_lands_too_many(
    usual: Callable[[Position, int, int], Violation | None], game: Position, thing: int, place: int
) -> Violation | None:
    """By a rebase, after a mission or from the sea: the same is asked of every landing."""
    return usual(game, thing, place) or foreign_troops_violation(game, with_cargo(game, thing), place)


# --------------------------------------------------------------------------------------------------------- no choice


@rule("fa:19.2.1")
def guest_is_shattered(game: Game, unit: int) -> None:
    """Nobody exceeds the limit of his own will: who had no choice comes back over the production circle."""
    space = named_place(game, circle_space(game.state.get(TURN) + 1))
    if space is None:
        game.say(Destroyed(thing=unit))
        move(game, unit, tray_of(game, unit))
        return
    game.say(Shattered(unit=unit))
    move(game, unit, space)


@rule("fa:19.2.1", "fa:13.3.2")
def units_at_sea_are_shattered(
    usual: Callable[[Game, Sailor, int], None], game: Game, sailor: Sailor, place: int
) -> None:
    """A ship or aircraft without another base than those that the limit closes to it; what it carries goes with it."""
    if not sailor.is_convoy and _has_only_foreign_bases(game, sailor, place):
        _shatter_with_cargo(game, sailor.ship)
    else:
        usual(game, sailor, place)


@rule("fa:19.2.1", "fa:16.2.4")
def aircraft_are_shattered(usual: Callable[[Game, int], None], game: Game, aircraft: int) -> None:
    """The same of an aircraft on its way home from a mission, or from a hex that was overrun."""
    if _has_only_foreign_fields(game, aircraft):
        _shatter_with_cargo(game, aircraft)
    else:
        usual(game, aircraft)


def _shatter_with_cargo(game: Game, carrier: int) -> None:
    end_flight(game, carrier)
    for unit in (*things_at(game, aboard(carrier)), carrier):
        guest_is_shattered(game, unit)


def _has_only_foreign_bases(game: Position, sailor: Sailor, place: int) -> bool:
    if isinstance(counter_of(game, sailor.ship), AirCounter):
        return _has_only_foreign_fields(game, sailor.ship)
    return _has_only_foreign_ports(game, sailor, place)


def _has_only_foreign_fields(game: Position, aircraft: int) -> bool:
    """Nobody asks of one with a base to go to: is there one in reach that nothing but the limit closes?"""
    near = landing_ground(game, aircraft).intersection(bases_in_range(game, aircraft))
    return any(
        host_of(game, aircraft, place) != NOBODY and friendly_hex_violation(game, aircraft, place) is None
        for place in near
    )


def _has_only_foreign_ports(game: Position, sailor: Sailor, place: int) -> bool:
    ship = sailor.ship
    if not isinstance(counter_of(game, ship), NavalCounter) or is_hex(game, place) or game.state[DAMAGED][ship]:
        return False
    ports = ports_with_or_without_terms(game, setting_out(game, sailor, place), place)
    return any(host_of(game, ship, port) != NOBODY for port in ports)


MODULE = Module(
    changes=(
        is_minor_country.wrapped_by(troops_of_territories_are_their_owners),
        minors_cooperate.replaced_by(only_ruler_and_ruled),
        host_of.wrapped_by(territorials_go_where_their_power_rules),
        exceeds_commitment.replaced_by(exceeds_any_of_three),
        CONVOYS_WITH_TERMS.attach(are_convoys_of_strangers),
        of_one_army.replaced_by(beside_the_unit),
        of_own_will_violation.replaced_by(nobody_goes_too_far),
        strangers_violation.replaced_by(a_task_force_enters_together),
        left_behind_violation.replaced_by(nobody_stays_beyond_the_limit),
        leaders_of.replaced_by(leaders_among),
        may_advance.wrapped_by(with_or_without_hq),
        admission_violation.wrapped_by(nobody_lands_too_many),
        lose_guest.replaced_by(guest_is_shattered),
        lose_at_sea.wrapped_by(units_at_sea_are_shattered),
        lose_homeless.wrapped_by(aircraft_are_shattered),
    ),
)
