"""Which countries have capitals, and how far a major power's are from them: who is nearest decides more than once."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.board.paths import air_ranges
from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
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
    there = capital_of(game, country)
    furthest = len(board_of(game))
    if there is None:
        return furthest
    return game.ruleset.once(_ranges_from_capitals, power_name(game, power)).get(there, furthest)


def _ranges_from_capitals(ruleset: Ruleset, power: str) -> Mapping[int, int]:
    """From the nearest capital of a major power to every capital on the board: it never changes."""
    ground = ground_of(ruleset)
    board = ground.board
    power = next((each.parent for each in ground.offshoots if each.name == power and each.shares_home), power)
    own = [
        board.find(each.capital)
        for each in board.countries.values()
        if each.kind in ("major", "home") and slug(each.controller) == power
    ]
    ranges = [air_ranges(board, board.index[capital]) for capital in own if capital is not None]
    return {
        there: min(found[there] for found in ranges if there in found)
        for there in ground.capitals.values()
        if any(there in found for found in ranges)
    }
