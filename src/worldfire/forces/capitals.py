"""Which countries have capitals, and how far a major power's are from them: who is nearest decides more than once."""

from __future__ import annotations

from worldfire.board.paths import air_range
from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.forces.ground import ground_of, slug
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import COUNTRY_NAMES


@rule("2.5.1")
def capital_of(game: Position, country: int) -> int | None:
    """The hex of a home country's capital; None for territories, which have none, and for what is not on the board."""
    return ground_of(game).capitals.get(game.state.get(COUNTRY_NAMES)[country])


def capital_distance(game: Position, power: int, country: int) -> int:
    """Between the capitals, even if enemies hold them; the Commonwealth has one in each of its home countries (2.5.2)."""
    board, name = board_of(game), power_name(game, power)
    there = capital_of(game, country)
    capitals = (
        board.find(each.capital)
        for each in board.countries.values()
        if each.kind in ("major", "home") and slug(each.controller) == name
    )
    if there is None:
        return len(board)
    ranges = (air_range(board, capital, board.number(there)) for capital in capitals if capital is not None)
    return min((distance for distance in ranges if distance is not None), default=len(board))
