"""13.6 Conquest, mutual peace, liberation and surrender, where the Great War has them otherwise than the common book."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Insert, Instead, Without
from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, hex_named, is_hex
from worldfire.forces.kinds import Owner
from worldfire.forces.nations import main_home
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import PARTISANS
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, move, place_index, things_at
from worldfire.forces.turn import other_side, power_name, seat_of_power
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRIES,
    COUNTRY_NAMES,
    HEXES_HELD,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    change_control,
    country_named,
    master_of,
    power_named,
    power_of,
    ruler_of,
    side_of_power,
    units_of,
)
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_5_control import may_stay
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s13_07_1_conquerors import conqueror_of, hexes_of, holder_of, is_major_home, taker_of
from worldfire.rules.s13_07_1_the_fallen import (
    ShipChangesHands,
    ally_keeps,
    give_ship,
    is_conquered,
    is_in_building,
    is_ship,
    leaves_from,
    occupier_of,
    powers_with_zoc,
)
from worldfire.rules.s13_07_3_terms import Terms, contiguity_violation
from worldfire.rules.s13_07_5_liberation import CountryLiberated, liberator_of, owner_after
from worldfire.rules.s13_07_5_reversion import further_heir, heir_of, only_as_a_whole, reverts_as_conquered
from worldfire.rules.s13_07_6_surrender import may_surrender, victor_over
from worldfire.rules.s13_07_conquest import (
    CONQUEST,
    Conquest,
    CountryConquered,
    break_up_ship,
    chooser_of_ship,
    takers_of_ship,
)
from worldfire.rules.s19_4_minor_units import home_of
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.counters import NavalCounter
from worldfire.titles.fa.offensive_builds import PILOTS_IN_TRAINING
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.politics.flags import take_flag
from worldfire.titles.fa.potential_homes import claims_on
from worldfire.titles.fa.potential_homes import homes_of as potential_homes_of
from worldfire.titles.fa.risings import POLISH_PATRONS, TURNED_GREEN

SERBIA, SKOPJE, POLAND = "serbia", "Skopje", "poland"
#: where the units wait that are of a later year
LATER_YEARS = "available in "

#: the turn in which the country was last conquered: it is not re-conquered in the same one
CONQUERED_IN = Column(COUNTRIES, "conquered in turn")


# ----------------------------------------------------------------------------------------------------- who conquers what


@rule("fa:13.6.1.2", "fa:13.6.1.6", "fa:15.3.3")
def conqueror_in_the_great_war(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """The capital and every printed factory; Serbia also Skopje. A conquered country only its capital, but in a later turn."""
    if is_conquered(game, country):
        capital = capital_of(game, country)
        lately = game.state[CONQUERED_IN][country] == game.state.get(TURN)
        return NOBODY if capital is None or lately else taker_of(game, capital, country)
    taker = usual(game, country)
    if taker != NOBODY and game.state.get(COUNTRY_NAMES)[country] == SERBIA and not _holds(game, taker, SKOPJE):
        return NOBODY
    return taker


def _holds(game: Position, power: int, name: str) -> bool:
    return side_of_power(game, game.state[CONTROLLER][hex_named(game, name)]) == game.state[SIDE][power]


@rule("fa:13.6.1.6")
def note_the_turn(game: Game, event: CountryConquered) -> None:
    game.write(CONQUERED_IN, event.country, game.state.get(TURN))


# ------------------------------------------------------------------------------------------------ 13.6.1.3 who leaves with it


@rule("fa:13.6.1.3", "fa:13.6.1.4")
def not_those_of_later_years(usual: Callable[[Position, str], bool], game: Position, pool: str) -> bool:
    """A country that fights on still has its annual additions; one that does not gets none anyway (4.1.1)."""
    return usual(game, pool) and not pool.startswith(LATER_YEARS)


@rule("fa:13.6.1.3")
def only_near_troops(game: Position, place: int) -> bool:
    """Where somebody stands, or one power alone has a zone of control; all else is the conqueror's."""
    return occupier_of(game, place) != NOBODY or len(powers_with_zoc(game, place)) == 1


@rule("fa:13.6.1.3", "fa:16.4")
def pilots_leave_too(game: Game, event: CountryConquered) -> None:
    """Those on the track of a major power, and those that it trains; who flew went with his aircraft."""
    power = game.state[POWER][event.country]
    if main_home(game, power) != event.country or not is_major_home(game, event.country):
        return
    if game.state[SIDE][event.power] == game.state[SIDE][power]:
        return
    game.write(PILOTS, power, 0)
    trained = tuple(order for order in game.state.get(PILOTS_IN_TRAINING) if order[0] != power)
    game.set(PILOTS_IN_TRAINING, trained)


@rule("fa:13.6.1.5", "fa:2.5.4")
def until_they_are_overrun(usual: Callable[[Position, int], bool], game: Position, unit: int) -> bool:
    """Ships in a country that is neutral now are not simply sent away."""
    holder = game.state[CONTROLLER][game.state[PLACE][unit]]
    overrun = is_ship(game, unit) and game.on_stack(CONQUEST.name) and side_of_power(game, holder) == NOBODY
    return overrun or usual(game, unit)


# ------------------------------------------------------------------------------------- 13.6.1.3 the ships in the shipyards


class Shipyards(msgspec.Struct):
    """(ship, conqueror) of what a falling country has on the circle and in its pools, and the die of the first."""

    ships: tuple[tuple[int, int], ...] = ()
    die: int = 0


def ships_in_building(game: Position, country: int) -> tuple[int, ...]:
    ships = (unit for unit in units_of(game, country) if isinstance(counter_of(game, unit), NavalCounter))
    return tuple(ship for ship in ships if is_in_building(game, ship))


@step("fa:13.6.1.3")
def shipyards_are_shared_out(game: Game, conquest: Conquest) -> Control:
    """Every conquest rolls for them, before anything else becomes of the country."""
    fresh = ((country, power) for country, power in conquest.due if not is_conquered(game, country))
    ships = tuple((ship, power) for country, power in fresh for ship in ships_in_building(game, country))
    return Call(SHIPYARDS.name, Shipyards(ships)) if ships else None


@step("fa:13.6.1.3")
def next_hull(game: Game, yards: Shipyards) -> Control:
    if not yards.ships:
        return End()
    return Roll("ship of a conquered country", seat_of_power(game, yards.ships[0][1]))


def _chooser(game: Position, yards: Shipyards) -> int:
    """Who says whose it is; NOBODY: it is destroyed."""
    ship, conqueror = yards.ships[0]
    return chooser_of_ship(game, yards.die, power_of(game, ship), conqueror)


@step("fa:13.6.1.3")
def fate_of_the_hull(game: Game, yards: Shipyards) -> Control:
    yards.die = game.total
    if _chooser(game, yards) != NOBODY:
        return None
    (ship, _), yards.ships = yards.ships[0], yards.ships[1:]
    break_up_ship(game, ship)
    return Goto("next_hull")


def _give(game: Game, yards: Shipyards, seat: str, noun: Noun) -> Control:
    (ship, _), yards.ships = yards.ships[0], yards.ships[1:]
    # Its own power too takes a minor country's ship from it: what is left to the country falls to the conqueror.
    give_ship(game, ship, power_named(game, noun))
    game.say(ShipChangesHands(thing=ship, power=power_of(game, ship)))
    return Goto("next_hull")


GIVE_HULL = Verb("give-hull-to", "fa:13.6.1.3", _give, takers_of_ship, items=Owner)


@step("fa:13.6.1.3", GIVE_HULL)
def whose_is_the_hull(game: Game, yards: Shipyards) -> Control:
    chooser = _chooser(game, yards)
    seat = seat_of_power(game, chooser if game.state[SIDE][chooser] != NOBODY else yards.ships[0][1])
    return one(seat, GIVE_HULL, rule="fa:13.6.1.3", prompt="give-ship", unit=Thing(yards.ships[0][0]))


SHIPYARDS = procedure(
    "shipyards of a conquered country",
    "fa:13.6.1.3",
    next_hull,
    fate_of_the_hull,
    whose_is_the_hull,
    locals=Shipyards,
)


@step("fa:13.6.1.4")
def nobody_is_too_far_away(game: Game, conquest: Conquest) -> Control:
    """Units fight on wherever they are; ships in building have found their masters."""
    conquest.ships = ()
    return None


# -------------------------------------------------------------------------------------------------------- 13.6.2 mutual peace


@rule("fa:13.6.2")
def any_terms_will_do(game: Position, terms: Terms) -> Violation | None:
    """Whatever both agree on; only units never change hands, and no terms speak of them."""
    return None


# --------------------------------------------------------------------------------------------------------- 13.6.3 liberation


@rule("fa:13.6.3", "fa:15.3.4")
def liberator_in_the_great_war(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """Poland is freed by the Commonwealth or France only, whoever had it first: both sides count as its conquerors."""
    capital = capital_of(game, country)
    if game.state.get(COUNTRY_NAMES)[country] != POLAND or capital is None:
        return usual(game, country)
    power = holder_of(game, capital) if is_conquered(game, country) else NOBODY
    return power if power != NOBODY and power_name(game, power) in POLISH_PATRONS(game) else NOBODY


@rule("fa:13.6.3.1")
def minors_follow_their_liberator(
    usual: Callable[[Position, int, int], int], game: Position, country: int, liberator: int
) -> int:
    return usual(game, country, liberator) if is_major_home(game, country) else liberator


@rule("fa:13.6.3.1", "fa:13.1.1", "fa:15.1.1")
def after_liberation(game: Game, event: CountryLiberated) -> None:
    """Its partisans go home, it is green from now on, and its flag lies with the allies of its liberator."""
    if not is_major_home(game, event.country):
        for place in hexes_of(game, event.country):
            for unit in things_at(game, place):
                if is_partisan(game, unit):
                    move(game, unit, place_index(game, PARTISANS))
    game.write(TURNED_GREEN, event.country, 1)
    side = game.state[SIDE][event.liberator]
    take_flag(game, event.country, side)
    _what_fights_on_stays_behind(game, event.country, side)
    send_home(game, tuple(unit for unit in units_of(game, event.country) if _is_among_enemies(game, unit, side)))


@rule("fa:13.6.3.1")
def _what_fights_on_stays_behind(game: Game, country: int, side: int) -> None:
    """A colony that has not been conquered, such as the Congo, keeps to its ally of the other side, with its hexes."""
    for place in tuple(game.look_up(HEXES_HELD).get(own_power(game, country), ())):
        home = game.state[HOME_COUNTRY][place]
        ruler = NOBODY if home in (NOBODY, country) else ruler_of(game, home)
        if ruler != NOBODY and game.state[SIDE][ruler] == other_side(side):
            change_control(game, place, ruler)


@rule("fa:13.6.3.1")
def _is_among_enemies(game: Position, unit: int, side: int) -> bool:
    """It fought for its country on the other side, and stands in a hex of its old friends."""
    place = game.state[PLACE][unit]
    return is_hex(game, place) and side_of_power(game, game.state[CONTROLLER][place]) not in (NOBODY, side)


@rule("fa:13.6.3.2")
def potential_heir(game: Position, power: int, place: int) -> int:
    """A minor country that lives, and whoever else the map says the hex could belong to."""
    home, claimed = game.state[HOME_COUNTRY][place], claims_on(game, place)
    if home == NOBODY or (not claimed and is_major_home(game, home)):
        return NOBODY
    minor = _living_minor(game, power, place)
    if minor != NOBODY or not claimed:
        return minor
    others = (heir_of(game, power, land) for land in (home, *sorted(potential_homes_of(game, place))))
    return next((other for other in others if other != NOBODY), NOBODY)


@rule("fa:13.6.3.2")
def _living_minor(game: Position, power: int, place: int) -> int:
    """Who holds for a minor country a hex that is its own, or could be; NOBODY if there is none, or it has the hex.

    What is its home country anyway its major power holds for it; what could be is its home if it has it itself (2.5.1).
    """
    home, holder = game.state[HOME_COUNTRY][place], game.state[CONTROLLER][place]
    if _lives_beside(game, power, home):
        return NOBODY if master_of(game, holder) == game.state[POWER][home] else game.state[POWER][home]
    lands = (country_named(game, name) for name in claims_on(game, place))
    minors = tuple(own_power(game, land) for land in lands if land != NOBODY and _lives_beside(game, power, land))
    return NOBODY if holder in minors else next(iter(minors), NOBODY)


@rule("fa:13.6.3.2")
def _lives_beside(game: Position, power: int, country: int) -> bool:
    """Is it a minor country on the power's side, neither conquered nor still a part of what it was of in 1914?"""
    owner = game.state[POWER][country]
    if owner == layout_of(game).power_of_country[country] or game.state[SIDE][owner] != game.state[SIDE][power]:
        return False  # first, for it is asked about every colony
    return not is_major_home(game, country) and not is_conquered(game, country) and own_power(game, country) != NOBODY


@rule("fa:13.6.3.2")
def any_hex_reverts(game: Position) -> bool:
    """A hex or a whole country, as its holder likes."""
    return False


@rule("fa:13.6.3.2", "fa:14.3", "fa:22.3")
def was_conquered_in_1914(game: Position, country: int) -> bool:
    """Had the power that the map prints behind its name conquered it before the war? Who gets it back has it so again."""
    printed = ground_of(game).minors.get(game.state.get(COUNTRY_NAMES)[country], "")
    return layout_of(game).conqueror[country] == power_named(game, printed) != NOBODY


# ---------------------------------------------------------------------------------------------------------- 13.6.4 surrender


@rule("fa:13.6.4")
def may_give_up(game: Position, power: int) -> bool:
    """An enemy holds a hex of its home country, and it has no supplied land unit anywhere in it."""
    home = home_of(game, main_home(game, power))
    if home == NOBODY or is_conquered(game, home):
        return False
    hexes = hexes_of(game, home)
    holders = {game.state[CONTROLLER][place] for place in hexes} - {NOBODY}
    lost = any(at_war(game, power, holder) for holder in holders) and victor_over(game, power) != NOBODY
    return lost and not any(
        power_of(game, unit) == power and in_supply(game, unit)
        for place in hexes
        for unit in land_units(game, things_at(game, place))
    )


MODULE = Module(
    schema=Schema(columns=(CONQUERED_IN,)),
    procedures=(SHIPYARDS,),
    subscribes=(
        (CountryConquered, note_the_turn),
        (CountryConquered, pilots_leave_too),
        (CountryLiberated, after_liberation),
    ),
    changes=(
        conqueror_of.wrapped_by(conqueror_in_the_great_war),
        leaves_from.wrapped_by(not_those_of_later_years),
        ally_keeps.replaced_by(only_near_troops),
        may_stay.wrapped_by(until_they_are_overrun),
        Insert(CONQUEST.name, shipyards_are_shared_out, before="countries_fall"),
        Without(CONQUEST.name, "roll_for_distant_units"),
        Instead(CONQUEST.name, "distant_units_are_lost", nobody_is_too_far_away),
        contiguity_violation.replaced_by(any_terms_will_do),
        liberator_of.wrapped_by(liberator_in_the_great_war),
        owner_after.wrapped_by(minors_follow_their_liberator),
        further_heir.replaced_by(potential_heir),
        only_as_a_whole.replaced_by(any_hex_reverts),
        reverts_as_conquered.replaced_by(was_conquered_in_1914),
        may_surrender.replaced_by(may_give_up),
    ),
)
