"""13.9 Victory check: automatic victory, the campaign's own score, and the objectives at the end of the game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from worldfire.board.paths import air_ranges
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Column, Field, Schema
from worldfire.forces.ground import ground_of, slug
from worldfire.forces.kinds import SideId
from worldfire.forces.situation import TURN
from worldfire.forces.things import board_of, counter_of
from worldfire.forces.turn import other_side, power_name, powers_of_side, seat_of_power, side_name
from worldfire.forces.who import CONTROLLER, NOBODY, POWERS, SIDE_NAMES, master_of, power_of, side_of_power
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.tables.chart import Chart
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
#: what a power's player bid for it, as modified (24.1.2)
BID = Column(POWERS, "bid")


class ScoreCounted(Event, frozen=True):
    """How many points a side has, and how many it needs."""

    side: SideId
    count: int
    needed: int


class GameWon(Event, frozen=True):
    side: SideId


def _chart(game: Position, name: str) -> Chart:
    chart: Chart = game.ruleset.tables.source.chart(name)
    return chart


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
    board = board_of(game)
    found = {}
    for name in _chart(game, chart).rows.labels:
        number = board.find(name)
        if number is not None and game.state[CONTROLLER][board.index[number]] != NOBODY:
            found[name] = board.index[number]
    return found


@clause("13.9/automatic victory")
def automatic_winner(game: Position) -> int | None:
    """The side whose major powers control all the cities of the list that are on the maps in play."""
    owners = {game.state[CONTROLLER][place] for place in _places(game, "automatic_victory").values()}
    sides = {side_of_power(game, owner) for owner in owners}
    if len(sides) != 1 or NOBODY in sides:
        return None
    return sides.pop()


@clause("13.9/final victory")
def objectives(game: Position, counting: tuple[int, ...]) -> dict[int, Fraction]:
    """Objectives of these major powers: those that they control, and those of nobody else nearest to their capitals."""
    found = dict.fromkeys(counting, Fraction(0))
    for place in _places(game, "objectives").values():
        owner = master_of(game, game.state[CONTROLLER][place])
        if owner in found:
            found[owner] += 1
            continue
        nearest = _nearest(game, place, counting)
        for power in nearest:
            found[power] += Fraction(1, len(nearest))
    return found


def _nearest(game: Position, place: int, powers: tuple[int, ...]) -> tuple[int, ...]:
    """The powers whose capital is closest, each off-map hex counted as 6 and each other non-European one as 2."""
    far: dict[int, int] = {}
    for power in powers:
        ranges = [game.ruleset.once(_ranges_from, capital) for capital in _capitals(game, power)]
        known = [ways[place] for ways in ranges if place in ways]
        if known:
            far[power] = min(known)
    return tuple(power for power in far if far[power] == min(far.values()))


def _ranges_from(ruleset: Ruleset, capital: str) -> dict[int, int]:
    board = ground_of(ruleset).board
    return air_ranges(board, board.index[capital])


def _capitals(game: Position, power: int) -> tuple[str, ...]:
    board = board_of(game)
    return tuple(
        board.places[country.capital].hex
        for name, country in board.countries.items()
        if country.kind in ("major", "home")
        and power_name(game, power) in (slug(name), slug(country.controller))
        and country.capital in board.places
    )


@rule("13.9/final victory")
def totals(game: Position, counting: tuple[int, ...]) -> dict[str, Fraction]:
    """Each player's objectives, of all his powers together, less his bids."""
    found: dict[str, Fraction] = {}
    for power, number in objectives(game, counting).items():
        seat = seat_of_power(game, power)
        found[seat] = found.get(seat, Fraction(0)) + number - game.state[BID][power]
    return found


def _by_objectives(game: Position, counting: tuple[int, ...]) -> dict[str, Any]:
    found = totals(game, counting)
    best = max(found.values())
    return {
        "winner": tuple(seat for seat, total in found.items() if total == best),
        "totals": {seat: str(total) for seat, total in found.items()},
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
        return End(_by_objectives(game, powers_of_side(game, winner)))
    if not last:
        return None
    playing = (*powers_of_side(game, 0), *powers_of_side(game, 1))
    return End(_by_objectives(game, playing))


VICTORY_CHECK = procedure("victory check", "13.9", check_victory)


MODULE = Module(
    schema=Schema(
        columns=(BID, CARRIERS_LOST),
        fields=(LAST_TURN, SCORE_PLACES, SCORE_SIDE, SCORE_NEEDED, SCORE_WORTH, SCORE_OF_CARRIER),
    ),
    procedures=(VICTORY_CHECK,),
    subscribes=((Destroyed, count_carriers),),
)
