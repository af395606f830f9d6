"""How far each seat's side has won when a game is over: between -1 and 1, and nothing but its sign says who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from worldfire.engine.game import Game
from worldfire.forces.who import SEAT, SIDE, SIDE_NAMES
from worldfire.rules.s13_09_victory import SCORE_NEEDED, SCORE_PLACES, SCORE_SIDE


def margins(game: Game) -> Mapping[str, float]:
    """Seat → the margin of its side. A game that only sets up is nobody's."""
    result, sides = game.state.result, game.state.get(SIDE_NAMES)
    if not isinstance(result, dict):
        return dict.fromkeys(game.seats, 0.0)
    if "score" in result:
        won = _by_score(game, int(result["score"]))
    elif "totals" in result:
        return {seat: 1.0 if seat in result["winner"] else -1.0 for seat in game.seats}
    elif "winner" in result:
        won = [1.0 if side == result["winner"] else -1.0 for side in sides]
    else:
        won = _by_losses([result.get(side, {}) for side in sides])
    return {seat: won[side] for seat, side in _side_of_seats(game).items()}


def _side_of_seats(game: Game) -> dict[str, int]:
    seats, sides = game.state[SEAT], game.state[SIDE]
    return {game.seats[seat]: side for seat, side in zip(seats, sides, strict=True) if side >= 0 and seat >= 0}


def _by_score(game: Game, held: int) -> list[float]:
    """By how many of the hexes that count the side that must take them has more, or fewer, than it needs."""
    side, needed, places = game.state.get(SCORE_SIDE), game.state.get(SCORE_NEEDED), len(game.state.get(SCORE_PLACES))
    ahead = (held - needed + 0.5) / max(places, 1)  # who has just as many as needed has won
    return [ahead if number == side else -ahead for number in range(2)]


def _by_losses(fates: list[dict[str, Any]]) -> list[float]:
    """An exercise: aircraft through to the target and enemies lost, less the enemy's, as a part of them all."""
    through = [len(fate.get("through", ())) for fate in fates]
    lost = [len(fate.get("lost", ())) for fate in fates]
    everything = max(sum(through) + sum(lost), 1)
    ahead = (through[0] - through[1] + lost[1] - lost[0]) / everything
    return [ahead, -ahead]
