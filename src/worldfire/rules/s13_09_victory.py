"""13.9 Victory check: automatic victory, the campaign's own score, and the objectives at the end of the game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from worldfire.board.paths import air_ranges
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import SeatName
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Column, Field, Schema
from worldfire.engine.seams import SumOf
from worldfire.forces.capitals import capital_of
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import SideId
from worldfire.forces.situation import TURN
from worldfire.forces.things import board_of, counter_of
from worldfire.forces.turn import armies_of_side, other_side, power_name, powers_of_side, seat_of_power, side_name
from worldfire.forces.who import (
    CONTROLLER,
    FALLEN_POWER,
    NEW_HOME,
    NOBODY,
    POWERS,
    SIDE_NAMES,
    country_named,
    master_of,
    power_of,
    side_of_power,
)
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.tables.campaign import turn_name
from worldfire.tables.counters import NavalType

#: the campaign's last turn
LAST_TURN: Field[int] = Field("last_turn", 0)
#: a campaign's own score: the hexes that count, the side that wants them, and how many points it needs to win
SCORE_PLACES: Field[tuple[int, ...]] = Field("score_places", ())
SCORE_SIDE: Field[int] = Field("score_side", NOBODY)
SCORE_NEEDED: Field[int] = Field("score_needed", 0)
#: (hex, points) of those that are not worth one, and the points for a carrier
SCORE_WORTH: Field[tuple[tuple[int, int], ...]] = Field("score_worth", ())
SCORE_OF_CARRIER: Field[int] = Field("score_of_carrier", 0)
#: carriers that a power has lost since the game began
CARRIERS_LOST = Column(POWERS, "carriers lost")
#: 13.9: what is subtracted from a major power's total besides its bid: (power)
DEDUCTIONS = SumOf[[int], int]("13.9 deductions from a total")
#: what a power is expected to hold at the end, and what its player bid for it beside that (24.1.2)
BID = Column(POWERS, "bid")


class ScoreCounted(Event, frozen=True):
    """How many points a side has, and how many it needs."""

    side: SideId
    count: int
    needed: int


class GameWon(Event, frozen=True):
    side: SideId


class TotalCounted(Event, frozen=True):
    """A player's objectives less bids and deductions, and where that puts him."""

    seat: SeatName
    total: str
    rank: int


# ------------------------------------------------------------------------------------------------------------ the campaign's


@clause("13.9")
def score(game: Position) -> int:
    """The points of the side that wants them."""
    return _points(game, game.state.get(SCORE_SIDE))


def scores(game: Position) -> dict[str, int]:
    """Side → its points; nothing where a campaign has no score of its own."""
    names = game.state.get(SIDE_NAMES) if game.state.get(SCORE_PLACES) else ()
    return {name: _points(game, side) for side, name in enumerate(names)}


def _points(game: Position, side: int) -> int:
    """For the hexes that count and that it controls, and for the carriers that the other side has lost beyond its own."""
    controller, printed = game.state[CONTROLLER], game.state.get(SCORE_WORTH)
    worth = dict(printed)
    held = (place for place in game.state.get(SCORE_PLACES) if side_of_power(game, controller[place]) == side)
    lost = [sum(game.state[CARRIERS_LOST][power] for power in powers_of_side(game, each)) for each in (0, 1)]
    ahead = lost[other_side(side)] - lost[side]
    return sum(worth.get(place, 1) for place in held) + game.state.get(SCORE_OF_CARRIER) * ahead


@rule("13.9")
def count_carriers(game: Game, event: Destroyed) -> None:
    if game.state.get(SCORE_OF_CARRIER) and counter_of(game, event.thing).type is NavalType.CV:
        power = power_of(game, event.thing)
        game.write(CARRIERS_LOST, power, game.state[CARRIERS_LOST][power] + 1)


def _by_score(game: Game) -> dict[str, Any]:
    side, held, needed = game.state.get(SCORE_SIDE), score(game), game.state.get(SCORE_NEEDED)
    game.say(ScoreCounted(side=side, count=held, needed=needed))
    winner = side if held >= needed else 1 - side
    game.say(GameWon(side=winner))
    return {"winner": side_name(game, winner), "score": held, "needed": needed}


# ----------------------------------------------------------------------------------------------------------------- objectives


def _places(game: Position, chart: str) -> dict[str, int]:
    """The chart's cities that are on the map of the game: a hex out of play has no controller."""
    holders, cities = game.state[CONTROLLER], game.ruleset.once(_cities, chart)
    return {name: place for name, place in cities if holders[place] != NOBODY}


def _cities(ruleset: Ruleset, chart: str) -> tuple[tuple[str, int], ...]:
    board, listed = board_of(ruleset), chart_named(ruleset, chart).rows.labels
    numbers = ((name, board.find(name)) for name in listed)
    return tuple((name, board.index[number]) for name, number in numbers if number is not None)


@rule("13.9/automatic victory")
def automatic_places(game: Position) -> dict[str, int]:
    """The cities that a side must control all of, as far as they are on the maps in play."""
    return _places(game, "automatic_victory")


@rule("13.9/final victory")
def objective_places(game: Position) -> dict[str, int]:
    """The objectives that are on the maps in play."""
    return _places(game, "objectives")


@clause("13.9/automatic victory")
def automatic_winner(game: Position) -> int | None:
    """The side whose major powers control all the cities of the list that are on the maps in play."""
    owners = {game.state[CONTROLLER][place] for place in automatic_places(game).values()}
    sides = {side_of_power(game, owner) for owner in owners}
    if len(sides) != 1 or NOBODY in sides:
        return None
    return sides.pop()


@clause("13.9/final victory")
def counts_for(game: Position, power: int) -> int:
    """The major power to whose total the objectives of this one are added."""
    return power


@clause("13.9/final victory")
def objectives(game: Position, counting: tuple[int, ...]) -> dict[int, Fraction]:
    """Objectives of these major powers: those that they control, and those of nobody else nearest to their capitals."""
    found = {power: Fraction(0) for power in counting if counts_for(game, power) == power}
    for place in objective_places(game).values():
        owner = master_of(game, game.state[CONTROLLER][place])
        if owner in counting:
            found[counts_for(game, owner)] += 1
            continue
        nearest = _nearest(game, place, counting)
        for power in nearest:
            found[counts_for(game, power)] += Fraction(1, len(nearest))
    return found


def _nearest(game: Position, place: int, powers: tuple[int, ...]) -> tuple[int, ...]:
    """The powers whose capital is closest, each off-map hex counted as 6 and each other non-European one as 2."""
    far: dict[int, int] = {}
    for power in powers:
        if game.state[FALLEN_POWER][power]:  # it has no home country any more
            continue
        ranges = [game.ruleset.once(_ranges_from, capital) for capital in _capitals(game, power)]
        known = [ways[place] for ways in ranges if place in ways]
        if known:
            far[power] = min(known)
    return tuple(power for power in far if far[power] == min(far.values()))


def _ranges_from(ruleset: Ruleset, capital: int) -> dict[int, int]:
    return air_ranges(ground_of(ruleset).board, capital)


@rule("13.9/final victory")
def _capitals(game: Position, power: int) -> tuple[int, ...]:
    """Of its current home countries, even if an enemy is in them."""
    homes = ground_of(game).homes_of_power.get(power_name(game, power), ())
    countries = (country for name in homes if (country := country_named(game, name)) != NOBODY)
    moved = (game.state[NEW_HOME][each] if game.state[NEW_HOME][each] != NOBODY else each for each in countries)
    return tuple(capital for each in dict.fromkeys(moved) if (capital := capital_of(game, each)) is not None)


@rule("13.9/final victory")
def totals(game: Position, counting: tuple[int, ...]) -> dict[str, Fraction]:
    """Each player's objectives, of all his powers together, less his bids and what else is deducted."""
    found: dict[str, Fraction] = {}
    for power, number in objectives(game, counting).items():
        seat = seat_of_power(game, power)
        found[seat] = found.get(seat, Fraction(0)) + number - game.state[BID][power] - DEDUCTIONS(game, power)
    return found


@rule("13.9/automatic victory", "13.9/final victory")
def standings(game: Position, winners: tuple[int, ...] | None = None) -> dict[str, Fraction]:
    """Every player's total, the best first; after an automatic victory only these powers count objectives."""
    whole = (*armies_of_side(game, 0), *armies_of_side(game, 1))
    if winners is None:
        found = totals(game, whole)
    else:
        found = totals(game, winners)
        for power in whole:
            if power not in winners and counts_for(game, power) == power:
                seat = seat_of_power(game, power)
                found[seat] = found.get(seat, Fraction(0)) - game.state[BID][power] - DEDUCTIONS(game, power)
    return dict(sorted(found.items(), key=lambda total: (-total[1], game.seats.index(total[0]))))


def _by_objectives(game: Game, winners: tuple[int, ...] | None = None) -> dict[str, Any]:
    """Who has won, everybody's total, and the seats in the order of these; equals share a rank."""
    found = standings(game, winners)
    best = max(found.values())
    ranks = {seat: 1 + sum(other > total for other in found.values()) for seat, total in found.items()}
    for seat, total in found.items():
        game.say(TotalCounted(seat=seat, total=str(total), rank=ranks[seat]))
    return {
        "winner": tuple(seat for seat, total in found.items() if total == best),
        "totals": {seat: str(total) for seat, total in found.items()},
        "ranking": ranks,
        "last_turn": turn_name(game.state.get(TURN)),
    }


# -------------------------------------------------------------------------------------------------------------------- the step


@step("13.9")
def check_victory(game: Game, nothing: None) -> Control:
    """How the game ended, or nothing if it goes on. A campaign with a score of its own has no automatic victory."""
    last = game.state.get(TURN) >= game.state.get(LAST_TURN)
    if game.state.get(SCORE_PLACES):
        return End(_by_score(game)) if last else None
    winner = automatic_winner(game)
    if winner is not None:
        game.say(GameWon(side=winner))
        return End(_by_objectives(game, armies_of_side(game, winner)))
    return End(_by_objectives(game)) if last else None


VICTORY_CHECK = procedure("victory check", "13.9", check_victory)


MODULE = Module(
    schema=Schema(
        columns=(BID, CARRIERS_LOST),
        fields=(LAST_TURN, SCORE_PLACES, SCORE_SIDE, SCORE_NEEDED, SCORE_WORTH, SCORE_OF_CARRIER),
    ),
    procedures=(VICTORY_CHECK,),
    seams=(DEDUCTIONS,),
    subscribes=((Destroyed, count_carriers),),
)
