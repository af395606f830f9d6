"""18.2 Foreign troop commitments: who is a foreigner where, and how many of them their own HQs command."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import set_out_from
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.nations import nations_of
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import PLACE, counter_of
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    UNITS_OF,
    side_of_power,
)
from worldfire.rules.s18_1_cooperation import countries_cooperate
from worldfire.tables.counters import LandCounter

# ---------------------------------------------------------------------------------------------------- where it matters

#: (unit, home country of a friend): who has left it in this step, and may come back as if he had stayed
HAVE_LEFT: Field[tuple[tuple[int, int], ...]] = Field("guests_who_have_left", ())


@clause("18.2/foreign troop commitments")
def host_of(game: Position, unit: int, place: int) -> int:
    """The unconquered home country in which the unit would be a foreigner; NOBODY if it may be there freely.

    Of a friendly major power that it does not co-operate with; for a minor country's unit also of an aligned minor country.
    """
    return NOBODY if is_partisan(game, unit) else host_of_country(game, game.state[COUNTRY][unit], place)


@rule("18.2/foreign troop commitments")
def host_of_country(game: Position, own: int, place: int) -> int:
    """The same for whatever this country has there."""
    state = game.state
    home = state[HOME_COUNTRY][place]
    if home in (NOBODY, own) or state[CONQUEROR][home] != NOBODY:
        return NOBODY
    if state[SIDE][state[POWER][home]] != side_of_power(game, state[POWER][own]) or countries_cooperate(
        game, own, home
    ):
        return NOBODY
    names, ground = state.get(COUNTRY_NAMES), ground_of(game)
    restricted = names[home] in ground.majors or (names[own] in ground.minors and names[home] in ground.capitals)
    return home if restricted else NOBODY


def compatriots(game: Position, unit: int) -> Iterable[int]:
    """Units of the same country, all parts of its army; of any of them for a power with several, as the Commonwealth."""
    units, own = game.look_up(UNITS_OF), game.state[COUNTRY][unit]
    names, powers, nations = game.state.get(COUNTRY_NAMES), game.state[POWER], nations_of(game)
    homes = ground_of(game).homes_of_power.get(counter_of(game, unit).power, ())
    if len(homes) <= 1:
        homes = (nations.country_of_home(names[own]),)
    return [
        each
        for land in units
        if land == own
        or (
            powers[land] == powers[own]
            and nations.country_of_home(names[land]) in homes
            and {names[land], names[own]} != nations.estranged
        )
        for each in units[land]
    ]


def _reorganisation(game: Position, unit: int) -> int:
    counter = counter_of(game, unit)
    return (counter.reorganisation or 0) if isinstance(counter, LandCounter) else 0


@clause("18.2/foreign troop commitments")
def further_headquarters(game: Position, unit: int, home: int) -> tuple[int, ...]:
    """HQs of another country, in this home country, that count for the unit's own."""
    return ()


@clause("18.2/foreign troop commitments")
def exceeds_commitment(game: Position, units: tuple[int, ...], home: int) -> bool:
    """With these units of one country there: does it lack an HQ, or do its HQs command fewer units than there are?"""
    there = compatriots_in(game, units[0], home).union(units, further_headquarters(game, units[0], home))
    commands = [_reorganisation(game, unit) for unit in there]
    headquarters = sum(value > 0 for value in commands)
    return not headquarters or len(there) - headquarters > sum(commands)


def compatriots_in(game: Position, unit: int, home: int) -> frozenset[int]:
    """Those that are in the home country now; asked for port after port of it."""

    def look() -> frozenset[int]:
        homes, places = game.state[HOME_COUNTRY], game.state[PLACE]
        return frozenset(
            each for each in compatriots(game, unit) if is_hex(game, places[each]) and homes[places[each]] == home
        )

    return game.recall(("compatriots", counter_of(game, unit).power, game.state[COUNTRY][unit], home), look)


@rule("11.10.5", "18.2/foreign troop commitments")
def foreign_troops_violation(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """Why these units may not move into the country of the hex; who is there already may go on."""
    for unit in units:
        home = host_of(game, unit, place)
        if home == NOBODY or started_the_step_in(game, unit, home):
            continue
        if exceeds_commitment(game, of_one_army(game, unit, units), home):
            return refused("18.2", "foreign-troops", unit=Thing(unit), place=Place(place))
    return None


@clause("18.2/foreign troop commitments")
def of_one_army(game: Position, unit: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the units that come together with this one, if the HQs of its country command them."""
    own = game.state[COUNTRY][unit]
    return tuple(other for other in units if game.state[COUNTRY][other] == own)


@clause("18.2/foreign troop commitments")
def of_own_will_violation(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """Why foreigners may neither invade the hex nor advance there; they may, and are judged when the step ends."""
    return None


def started_the_step_in(game: Position, unit: int, home: int) -> bool:
    """Is it still there, or has it left only in this step?"""
    return comes_from(game, unit, game.state[PLACE][unit]) == home or (unit, home) in game.state.get(HAVE_LEFT)


def comes_from(game: Position, unit: int, place: int) -> int:
    """The home country that the unit is in, or in flight has taken off from."""
    start = set_out_from(game, unit, place)
    return NOBODY if start == NOBODY else game.state[HOME_COUNTRY][start]


MODULE = Module(schema=Schema(fields=(HAVE_LEFT,)))
