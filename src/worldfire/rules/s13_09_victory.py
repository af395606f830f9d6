"""13.9 Victory check: automatic victory, the campaign's own score, and the objectives at the end of the game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from worldfire.board.paths import air_range
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.procedures import Control, End, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Field, Schema
from worldfire.forces.ground import slug
from worldfire.forces.kinds import SideId
from worldfire.forces.situation import TURN
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name, powers_of_side, seat_of_power, side_name
from worldfire.forces.who import CONTROLLER, NOBODY, POWERS, SIDE_NAMES, master_of, side_of_power
from worldfire.tables.chart import Chart

#: the campaign's last turn
LAST_TURN: Field[int] = Field("last_turn", 0)
#: a campaign's own score: the hexes that count, the side that wants them, and how many it needs to win
SCORE_PLACES: Field[tuple[int, ...]] = Field("score_places", ())
SCORE_SIDE: Field[int] = Field("score_side", NOBODY)
SCORE_NEEDED: Field[int] = Field("score_needed", 0)
#: what a power's player bid for it, as modified (24.1.2)
BID = Column(POWERS, "bid")


class ScoreCounted(Event, frozen=True):
    """How many of the hexes that count a side controls, and how many it needs."""

    side: SideId
    count: int
    needed: int


class GameWon(Event, frozen=True):
    side: SideId


def _chart(game: Game, name: str) -> Chart:
    chart: Chart = game.ruleset.tables.source.chart(name)
    return chart


# ------------------------------------------------------------------------------------------------------------ the campaign's


@clause("13.9")
def score(game: Game) -> int:
    """How many of the hexes that count the side controls which wants them."""
    side = game.state.get(SCORE_SIDE)
    controller = game.state[CONTROLLER]
    return sum(side_of_power(game, controller[place]) == side for place in game.state.get(SCORE_PLACES))


def scores(game: Game) -> dict[str, int]:
    """Side → how many of the hexes that count it controls; nothing where a campaign has no score of its own."""
    places, controller = game.state.get(SCORE_PLACES), game.state[CONTROLLER]
    holders = [side_of_power(game, controller[place]) for place in places]
    names = game.state.get(SIDE_NAMES) if places else ()
    return {name: holders.count(side) for side, name in enumerate(names)}


def _by_score(game: Game) -> dict[str, Any]:
    side, held, needed = game.state.get(SCORE_SIDE), score(game), game.state.get(SCORE_NEEDED)
    game.say(ScoreCounted(side=side, count=held, needed=needed))
    winner = side if held >= needed else 1 - side
    game.say(GameWon(side=winner))
    return {"winner": side_name(game, winner), "score": held, "needed": needed}


# ----------------------------------------------------------------------------------------------------------------- objectives


def _places(game: Game, chart: str) -> dict[str, int]:
    """The chart's cities that are on the map of the game: a hex out of play has no controller."""
    board = board_of(game)
    found = {}
    for name in _chart(game, chart).rows.labels:
        number = board.find(name)
        if number is not None and game.state[CONTROLLER][board.index[number]] != NOBODY:
            found[name] = board.index[number]
    return found


@clause("13.9/automatic victory")
def automatic_winner(game: Game) -> int | None:
    """The side whose major powers control all the cities of the list that are on the maps in play."""
    owners = {game.state[CONTROLLER][place] for place in _places(game, "automatic_victory").values()}
    sides = {side_of_power(game, owner) for owner in owners}
    if len(sides) != 1 or NOBODY in sides:
        return None
    return sides.pop()


@clause("13.9/final victory")
def objectives(game: Game, counting: tuple[int, ...]) -> dict[int, Fraction]:
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


def _nearest(game: Game, place: int, powers: tuple[int, ...]) -> tuple[int, ...]:
    """The powers whose capital is closest, each off-map hex counted as 6 and each other non-European one as 2."""
    board = board_of(game)
    far: dict[int, int] = {}
    for power in powers:
        ways = [air_range(board, board.number(place), capital) for capital in _capitals(game, power)]
        known = [way for way in ways if way is not None]
        if known:
            far[power] = min(known)
    return tuple(power for power in far if far[power] == min(far.values()))


def _capitals(game: Game, power: int) -> tuple[str, ...]:
    board = board_of(game)
    return tuple(
        board.places[country.capital].hex
        for name, country in board.countries.items()
        if country.kind in ("major", "home")
        and power_name(game, power) in (slug(name), slug(country.controller))
        and country.capital in board.places
    )


@rule("13.9/final victory")
def totals(game: Game, counting: tuple[int, ...]) -> dict[str, Fraction]:
    """Each player's objectives, of all his powers together, less his bids."""
    found: dict[str, Fraction] = {}
    for power, number in objectives(game, counting).items():
        seat = seat_of_power(game, power)
        found[seat] = found.get(seat, Fraction(0)) + number - game.state[BID][power]
    return found


def _by_objectives(game: Game, counting: tuple[int, ...]) -> dict[str, Any]:
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
    schema=Schema(columns=(BID,), fields=(LAST_TURN, SCORE_PLACES, SCORE_SIDE, SCORE_NEEDED)),
    procedures=(VICTORY_CHECK,),
)
