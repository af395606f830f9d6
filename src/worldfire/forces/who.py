"""Who is who: counter → country → power → side and seat; each hex has a home country and a controller.

All of it is state, because conquest, alignment and the fall of France change it; each link is changed by one function that
says so.
"""

from __future__ import annotations

from array import array
from bisect import insort
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from worldfire.engine.events import Event
from worldfire.engine.facts import Facts
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, SeatName, ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Derived, Family, Field, Schema, memo
from worldfire.forces.kinds import CountryId, PowerId
from worldfire.forces.situation import TURN
from worldfire.forces.things import HEXES, ON_THE_MAP, PLACES, THINGS

COUNTRIES = Family("countries")
POWERS = Family("powers")

NOBODY = -1

COUNTRY = Column(THINGS, "country")
POWER = Column(COUNTRIES, "power")
SEAT = Column(POWERS, "seat")
SIDE = Column(POWERS, "side")
_COUNTRY, _POWER, _SIDE = COUNTRY.key, POWER.key, SIDE.key
#: completely conquered (13.7.1): it plays no more, but its partisans fight on for its side (13.1.3)
FALLEN_POWER = Column(POWERS, "fallen_power")
HOME_COUNTRY = Column(PLACES, "home_country", default=NOBODY)
CONTROLLER = Column(PLACES, "controller", default=NOBODY)
#: the turn in which the hex last went from one side to another: a city is no supply source for the rest of it (2.4.2)
TAKEN = Column(PLACES, "taken")
#: the power that has conquered the country (13.7.1); NOBODY if it is free, neutral or aligned
CONQUEROR = Column(COUNTRIES, "conqueror", default=NOBODY)

#: the country that a conquered one now counts as its home (13.7.1, incomplete conquest), NOBODY: its own
NEW_HOME = Column(COUNTRIES, "new_home", default=NOBODY)

#: whoever conquered the country first (13.7.5), NOBODY: whoever has conquered it when the campaign begins
FIRST_CONQUEROR = Column(COUNTRIES, "first_conqueror", default=NOBODY)
#: its liberator chose not to free it (13.7.5): it has partisans as if it were printed on red
HELD_DOWN = Column(COUNTRIES, "held_down")

COUNTRY_NAMES: Field[tuple[str, ...]] = Field("country_names", ())
POWER_NAMES: Field[tuple[str, ...]] = Field("power_names", ())
SIDE_NAMES: Field[tuple[str, ...]] = Field("side_names", ())


def _own_country(state: Facts) -> tuple[int, ...]:
    """Power → the country of the same name."""
    names = state.get(COUNTRY_NAMES)
    countries = {name: number for number, name in enumerate(names)}
    return tuple(countries.get(name, NOBODY) for name in state.get(POWER_NAMES))


def _masters(state: Facts) -> tuple[int, ...]:
    powers = state[POWER]
    return tuple(power if country == NOBODY else powers[country] for power, country in enumerate(_own_country(state)))


def _sides(state: Facts) -> tuple[int, ...]:
    return tuple(state[SIDE][master] for master in _masters(state))


#: power → the power that it belongs to: itself, or for an aligned minor country its major power
MASTERS = Derived("masters", (POWER, COUNTRY_NAMES, POWER_NAMES), _masters)
SIDES = Derived("sides", (SIDE, MASTERS), _sides)

#: name → number
COUNTRY_NUMBERS = Derived("numbers of countries", (COUNTRY_NAMES,), lambda state: _numbers(state.get(COUNTRY_NAMES)))
POWER_NUMBERS = Derived("numbers of powers", (POWER_NAMES,), lambda state: _numbers(state.get(POWER_NAMES)))


def _numbers(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in reversed(tuple(enumerate(names)))}


def _hexes_by(column: Column) -> Callable[[Facts], dict[int, Sequence[int]]]:
    """In arrays: a server keeps the thousands of hexes once for each open game."""

    def build(state: Facts) -> dict[int, Sequence[int]]:
        found: dict[int, array[int]] = {}
        for place, value in enumerate(state[column][: state.get(HEXES)]):
            found.setdefault(value, array("H")).append(place)
        return dict(found)

    return build


def _changed_hands(held: dict[int, Sequence[int]], state: Facts, place: int, old: int, new: int) -> None:
    """The hex goes from one array to another, each in order; both are new ones, for others may be looking at the old."""
    if place >= state.get(HEXES):
        return
    left, joined = array("H", held[old]), array("H", held.get(new, ()))
    left.remove(place)
    insort(joined, place)
    held[new] = joined
    if left:
        held[old] = left
    else:
        del held[old]


#: home country, or controller → hexes
HEXES_AT_HOME = Derived("hexes of home countries", (HOME_COUNTRY, HEXES), _hexes_by(HOME_COUNTRY))
HEXES_HELD: Derived[dict[int, Sequence[int]]] = Derived(
    "hexes of controllers",
    (HEXES,),
    _hexes_by(CONTROLLER),
    _changed_hands,
    mends=(CONTROLLER,),
    branch=lambda held: held.copy(),
)


def _units_by_country(state: Facts) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = defaultdict(list)
    for unit, country in enumerate(state[COUNTRY]):
        found[country].append(unit)
    return {country: tuple(units) for country, units in found.items()}


UNITS_OF = Derived("units of countries", (COUNTRY,), _units_by_country)

#: what follows from who holds which hex, in whose home country it lies, and who belongs to which side
OF_CONTROL = memo("of control", (CONTROLLER, HOME_COUNTRY, HEXES, SIDES))


class CountryAligned(Event, frozen=True):
    country: CountryId
    power: PowerId


class CountryOfUnitChanged(Event, frozen=True):
    thing: ThingId
    country: CountryId


class SeatChanged(Event, frozen=True):
    power: PowerId
    seat: SeatName


class SeatLent(Event, frozen=True):
    """Another seat plays the power for a while, or gives it back."""

    power: PowerId
    seat: SeatName


class ControlChanged(Event, frozen=True):
    place: PlaceId
    controller: PowerId


class PowerArises(Event, frozen=True):
    """A power joins a side that was none before."""

    power: PowerId


class PowerVanishes(Event, frozen=True):
    power: PowerId


def country_named(game: Position, name: str) -> int:
    """The country of this name, NOBODY if the game has none."""
    return game.look_up(COUNTRY_NUMBERS).get(name, NOBODY)


def power_named(game: Position, name: str) -> int:
    """The power of this name, NOBODY if the game has none."""
    return game.look_up(POWER_NUMBERS).get(name, NOBODY)


def ruler_of(game: Position, country: int) -> int:
    """The power that has the country's land: its conqueror, else the one that it belongs to.

    A country that is conquered only at home keeps its own power, for which its units fight on (13.7.1).
    """
    conqueror = game.state[CONQUEROR][country]
    return conqueror if conqueror != NOBODY else game.state[POWER][country]


def power_of(game: Position, thing: int) -> int:
    columns = game.state.columns  # asked for every unit of every stack: worth the shorter way
    return columns[_POWER][columns[_COUNTRY][thing]]


def side_of(game: Position, thing: int) -> int:
    columns = game.state.columns
    return columns[_SIDE][columns[_POWER][columns[_COUNTRY][thing]]]


def master_of(game: Position, power: int) -> int:
    """The power that this one belongs to: itself, or for an aligned minor country its major power."""
    return game.look_up(MASTERS)[power]


def side_of_power(game: Position, power: int) -> int:
    """NOBODY for neutral minor countries, and where there is no power."""
    return NOBODY if power == NOBODY else game.look_up(SIDES)[power]


def hexes_of_side(game: Position, side: int) -> frozenset[int]:
    """The hexes that powers of the side control."""

    def look() -> frozenset[int]:
        held = game.look_up(HEXES_HELD).items()
        return frozenset().union(*(hexes for holder, hexes in held if side_of_power(game, holder) == side))

    return game.recall(("hexes of a side", side), look, OF_CONTROL)


def units_on_map(game: Position, powers: Collection[int]) -> list[int]:
    """What stands in a hex and belongs to one of these powers, in the order of the numbers."""
    owner, country = game.state[POWER], game.state[COUNTRY]
    return [thing for thing in game.look_up(ON_THE_MAP) if owner[country[thing]] in powers]


def seat_of(game: Position, thing: int) -> str:
    return game.seats[game.state[SEAT][power_of(game, thing)]]


def seats_of(game: Position, things: Iterable[int]) -> tuple[str, ...]:
    """The seats that own these things, in the order of the seats."""
    state = game.state
    country, power, seat = state[COUNTRY], state[POWER], state[SEAT]
    owners = {seat[power[country[thing]]] for thing in things}
    return tuple(game.seats[owner] for owner in sorted(owners))


def of_seat(game: Position, things: Iterable[int], seat: str) -> tuple[int, ...]:
    """Those of these things that the seat owns."""
    columns, number = game.state.columns, game.seats.index(seat)
    country, power, seats = columns[COUNTRY.key], columns[POWER.key], columns[SEAT.key]
    return tuple([thing for thing in things if seats[power[country[thing]]] == number])


def units_of(game: Position, country: int) -> tuple[int, ...]:
    """Every unit of the country, wherever it is."""
    return game.look_up(UNITS_OF).get(country, ())


def align_country(game: Game, country: int, power: int) -> None:
    """From now on the country, and every unit of it, belongs to this power."""
    if game.state[POWER][country] != power:
        game.write(POWER, country, power)
        game.say(CountryAligned(country=country, power=power))


def change_country(game: Game, thing: int, country: int) -> None:
    if game.state[COUNTRY][thing] != country:
        game.write(COUNTRY, thing, country)
        game.say(CountryOfUnitChanged(thing=thing, country=country))


def change_seat(game: Game, power: int, seat: str) -> None:
    number = game.seats.index(seat)
    if game.state[SEAT][power] != number:
        game.write(SEAT, power, number)
        game.say(SeatChanged(power=power, seat=seat))


def lend_seat(game: Game, power: int, seat: str) -> None:
    """The seat plays the power until it is lent to another one; nobody needs to be told each time."""
    number = game.seats.index(seat)
    if game.state[SEAT][power] != number:
        game.write(SEAT, power, number)
        game.say(SeatLent(power=power, seat=seat))


def found_power(game: Game, power: int, founder: int) -> None:
    """A power comes into being on the side of another one, whose player plays it."""
    game.write(SIDE, power, game.state[SIDE][founder])
    game.write(FALLEN_POWER, power, 0)
    game.write(SEAT, power, game.state[SEAT][founder])
    game.say(PowerArises(power=power))


def dissolve_power(game: Game, power: int) -> None:
    """The power is on no side any more, and nobody plays it."""
    game.write(SIDE, power, NOBODY)
    game.write(SEAT, power, NOBODY)
    game.say(PowerVanishes(power=power))


def change_control(game: Game, place: int, power: int) -> None:
    old = game.state[CONTROLLER][place]
    if old != power:
        if side_of_power(game, old) not in (NOBODY, side_of_power(game, power)):  # a neutral country is no other side
            game.write(TAKEN, place, game.state.get(TURN))
        game.write(CONTROLLER, place, power)
        game.say(ControlChanged(place=place, controller=power))


MODULE = Module(
    schema=Schema(
        columns=(
            COUNTRY,
            FALLEN_POWER,
            POWER,
            SEAT,
            SIDE,
            HOME_COUNTRY,
            CONTROLLER,
            TAKEN,
            CONQUEROR,
            NEW_HOME,
            FIRST_CONQUEROR,
            HELD_DOWN,
        ),
        fields=(COUNTRY_NAMES, POWER_NAMES, SIDE_NAMES),
        derived=(MASTERS, SIDES, COUNTRY_NUMBERS, POWER_NUMBERS, HEXES_AT_HOME, HEXES_HELD, UNITS_OF, OF_CONTROL),
    )
)
