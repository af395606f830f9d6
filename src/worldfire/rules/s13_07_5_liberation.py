"""13.7.5 Liberation: a conquered country is given back instead of being held by whoever took it from its conqueror.

What other powers give back, and stacks that are illegal now, stand in `s13_07_5_giving_back`; reversion in
`s13_07_5_reversion`.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Draw, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import CountryId, Owner, Power, PowerId
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import LIBERATED, REMOVED, kind_of, pool_of
from worldfire.forces.situation import AT_WAR, WITHOUT_FORCE_POOL
from worldfire.forces.things import PLACE, counter_of, move, place_index, things_at
from worldfire.forces.turn import other_side, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    FALLEN_POWER,
    FIRST_CONQUEROR,
    HELD_DOWN,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    country_named,
    master_of,
    power_named,
)
from worldfire.rules.s04_reinforcements import SCRAPPED
from worldfire.rules.s09_02_pacts import end_pact
from worldfire.rules.s13_07_1_conquerors import is_major_home
from worldfire.rules.s13_07_1_the_fallen import is_conquered, ships_return
from worldfire.rules.s13_07_5_giving_back import GIVING_BACK, GivingBack, hexes_of_1939
from worldfire.rules.s13_07_5_reversion import REVERSION, Reverting
from worldfire.rules.s18_1_cooperation import let_cooperate


class CountryLiberated(Event, frozen=True):
    """The country is free; it belongs to `power`, itself or as an aligned minor country."""

    country: CountryId
    power: PowerId
    liberator: PowerId


class PowerIsBack(Event, frozen=True):
    """A major power that was completely conquered plays again."""

    power: PowerId


class UnitsReturn(Event, frozen=True):
    """Half of the units that the country had lost are in the force pools again."""

    country: CountryId
    units: tuple[ThingId, ...]


# ------------------------------------------------------------------------------------------------------- who may liberate


def first_conqueror(game: Position, country: int) -> int:
    """Whoever conquered it first: a campaign may begin with it conquered."""
    noted = game.state[FIRST_CONQUEROR][country]
    return noted if noted != NOBODY else game.state[CONQUEROR][country]


@clause("13.7.5")
def liberator_of(game: Position, country: int) -> int:
    """Who controls the capital of the conquered country, on the other side from whoever conquered it first."""
    if not is_conquered(game, country):
        return NOBODY
    capital = capital_of(game, country)
    holder = game.state[CONQUEROR][country] if capital is None else game.state[CONTROLLER][capital]
    if holder == NOBODY:
        return NOBODY
    power = master_of(game, holder)
    side = game.state[SIDE][power]
    if side == NOBODY or side == game.state[SIDE][first_conqueror(game, country)]:
        return NOBODY
    freed = is_freed_with_its_capital(game, country, side) and owner_after(game, country, power) != NOBODY
    return power if freed else NOBODY


@clause("13.7.5")
def is_freed_with_its_capital(game: Position, country: int, side: int) -> bool:
    """Is the capital in the hands of this side enough to free the country?"""
    return True


@clause("13.7.5/liberation effects")
def owner_after(game: Position, country: int, liberator: int) -> int:
    """A major power itself; a country aligned in 1939 returns to its power of then; any other aligns with its liberator."""
    side = game.state[SIDE]
    if is_major_home(game, country):
        power = game.state[POWER][country]
        return power if side[power] == side[liberator] else NOBODY
    names = game.state.get(COUNTRY_NAMES)
    parent = ground_of(game).minors.get(names[country], names[country])
    if parent == names[country]:
        return liberator
    owner = power_named(game, parent)
    minor = country_named(game, parent)
    if minor != NOBODY and parent in ground_of(game).minors:  # the Congo goes with Belgium
        owner = NOBODY if is_conquered(game, minor) else game.state[POWER][minor]
    if (
        owner != NOBODY and game.state[FALLEN_POWER][owner]
    ):  # it is in the game again with a home country of its own only
        return NOBODY
    return owner if owner != NOBODY and side[owner] in (side[liberator], NOBODY) else NOBODY


def _may_free(game: Position, power: int) -> tuple[int, ...]:
    return tuple(country for country, liberator in enumerate(_liberators(game)) if liberator == power)


def _liberators(game: Position) -> tuple[int, ...]:
    """Of every country; for each power that is asked."""
    countries = range(len(game.state[POWER]))
    return game.recall("liberators", lambda: tuple(liberator_of(game, country) for country in countries))


# ------------------------------------------------------------------------------------------------------- liberation effects


@rule("13.7.5/liberation effects")
def liberate(game: Game, country: int, liberator: int) -> None:
    """It is free, its own home again, and gets back what its liberator holds of it; no other hex changes hands."""
    owner = owner_after(game, country, liberator)
    game.write(CONQUEROR, country, NOBODY)
    game.write(HELD_DOWN, country, 0)
    game.write(NEW_HOME, country, NOBODY)
    align_country(game, country, owner)
    if is_major_home(game, country):
        come_back(game, owner, liberator)
        ships_return(game, country)
        let_cooperate(game, owner, liberator)  # 18.1 (5)
    for place in hexes_of_1939(game, country):
        if master_of(game, game.state[CONTROLLER][place]) == liberator:
            change_control(game, place, owner)
    game.say(CountryLiberated(country=country, power=owner, liberator=liberator))


@rule("13.7.5")
def come_back(game: Game, power: int, liberator: int) -> None:
    """A power that was completely conquered is in the game again, at war with all major powers its liberator is at war with."""
    if not game.state[FALLEN_POWER][power]:
        return
    game.write(FALLEN_POWER, power, 0)
    enemies = powers_of_side(game, other_side(game.state[SIDE][power]))
    wars = tuple((power, enemy) for enemy in enemies if at_war(game, liberator, enemy))
    for _, enemy in wars:
        end_pact(game, power, enemy)
    game.set(AT_WAR, (*game.state.get(AT_WAR), *wars))
    game.say(PowerIsBack(power=power))


@clause("13.7.5/liberation effects")
def lost_units(game: Position, country: int) -> dict[str, tuple[int, ...]]:
    """Type → units of the country that are out of the game, of past years and not scrapped."""
    removed, year = place_index(game, REMOVED), game.state.get(YEAR)
    scrapped = country not in game.state.get(WITHOUT_FORCE_POOL)  # 19.4.2: those were not scrapped by choice
    found: dict[str, tuple[int, ...]] = {}
    for unit, place in enumerate(game.state[PLACE]):
        counter = counter_of(game, unit)
        if game.state[COUNTRY][unit] != country or place != removed or (scrapped and game.state[SCRAPPED][unit]):
            continue
        if counter.year is None or counter.year <= year:
            kind = kind_of(counter)
            found[kind] = (*found.get(kind, ()), unit)
    return found


class Returning(msgspec.Struct):
    """The liberated country, and the types of its units that have been drawn."""

    country: int
    drawn: tuple[str, ...] = ()


@clause("13.7.5/liberation effects")
def units_that_return(game: Position, count: int) -> int:
    """Of so many of a type, half, fractions rounded up."""
    return (count + 1) // 2


@step("13.7.5/liberation effects")
def next_type_returns(game: Game, returning: Returning) -> Control:
    """So many of each type, chosen at random."""
    kinds = {kind: units for kind, units in lost_units(game, returning.country).items() if kind not in returning.drawn}
    if not kinds:
        return End()
    kind, units = next(iter(sorted(kinds.items())))
    returning.drawn += (kind,)
    for unit in units:
        move(game, unit, place_index(game, LIBERATED))
    seat = seat_of_power(game, game.state[POWER][returning.country])
    return Draw("liberated units", seat, place_index(game, LIBERATED), units_that_return(game, len(units)))


@step("13.7.5/liberation effects")
def drawn_units_return(game: Game, returning: Returning) -> Control:
    drawn: tuple[int, ...] = game.result
    for unit in drawn:
        move(game, unit, pool_of(game, unit))
    for unit in things_at(game, place_index(game, LIBERATED)):
        move(game, unit, place_index(game, REMOVED))
    game.say(UnitsReturn(country=returning.country, units=drawn))
    return Goto("next_type_returns")


RETURNING = procedure(
    "units of a liberated country",
    "13.7.5/liberation effects",
    next_type_returns,
    drawn_units_return,
    locals=Returning,
)


# ------------------------------------------------------------------------------------------------------------- the step


class Liberating(msgspec.Struct):
    """How many powers have been asked, and countries whose units come back."""

    asked: int = 0
    freed: tuple[int, ...] = ()
    now: int = NOBODY


LIBERATORS = EachPower(powers_in_order, lambda game, power: bool(_may_free(game, power)))


def _countries(game: Position, liberating: Liberating, seat: str) -> Shape | Violation:
    names = game.state.get(COUNTRY_NAMES)
    domain = tuple(names[country] for country in _may_free(game, LIBERATORS.next(game, liberating.asked)))
    return Set(domain, 0, len(domain))


def _free(game: Game, liberating: Liberating, seat: str, noun: Noun) -> Control:
    """What is not freed is held down from now on: it rises like a country that the partisan table prints on red."""
    power = LIBERATORS.next(game, liberating.asked)
    chosen = tuple(country_named(game, name) for name in noun)
    for country in _may_free(game, power):
        if country not in chosen:
            game.write(HELD_DOWN, country, 1)
    for country in chosen:
        liberate(game, country, power)
    liberating.asked = LIBERATORS.after(game, power)
    liberating.freed = chosen
    return Goto("next_freed_country")


LIBERATE = Verb("liberate", "13.7.5", _free, _countries, items=Owner)


@clause("13.7.5")
def must_be_freed(game: Position, country: int) -> bool:
    """Is a home country that could be freed its power's own again, whatever its liberator would like?"""
    return False


@rule("13.7.5")
def _frees_itself(game: Position, country: int) -> bool:
    """Has a major power retaken its own home country?"""
    return is_major_home(game, country) and liberator_of(game, country) == game.state[POWER][country]


@step("13.7.5")
def some_are_freed_at_once(game: Game, liberating: Liberating) -> Control:
    countries = range(len(game.state[POWER]))
    ready = (country for country in countries if must_be_freed(game, country) or _frees_itself(game, country))
    freed = tuple(country for country in ready if liberator_of(game, country) != NOBODY)
    for country in freed:
        liberate(game, country, liberator_of(game, country))
    liberating.freed = freed
    return Goto("next_freed_country") if freed else None


@step("13.7.5", LIBERATE)
def next_power_liberates(game: Game, liberating: Liberating) -> Control:
    power = LIBERATORS.next(game, liberating.asked)
    if power == NOBODY:
        return Goto("allies_may_revert")
    return one(seat_of_power(game, power), LIBERATE, rule="13.7.5", prompt="liberate", power=Power(power))


@step("13.7.5")
def next_freed_country(game: Game, liberating: Liberating) -> Control:
    if not liberating.freed:
        return Goto("next_power_liberates")
    country, liberating.freed = liberating.freed[0], liberating.freed[1:]
    liberating.now = country
    return Call(RETURNING.name, Returning(country))


@step("13.7.5")
def units_have_returned(game: Game, liberating: Liberating) -> Control:
    """Then the others on its side say what they give back."""
    return Call(GIVING_BACK.name, GivingBack(liberating.now))


@step("13.7.5")
def next_freed_country_after_it(game: Game, liberating: Liberating) -> Control:
    return Goto("next_freed_country")


@step("13.7.5/reversion")
def allies_may_revert(game: Game, liberating: Liberating) -> Control:
    return Call(REVERSION.name, Reverting())


LIBERATION = procedure(
    "liberation",
    "13.7.5",
    some_are_freed_at_once,
    next_power_liberates,
    next_freed_country,
    units_have_returned,
    next_freed_country_after_it,
    allies_may_revert,
    locals=Liberating,
)


MODULE = Module(procedures=(LIBERATION, RETURNING))
