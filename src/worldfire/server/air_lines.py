"""An air-to-air combat as its panel shows it: two lines, what each aircraft counts for, the columns, who picks what (14.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from worldfire.advice.odds import TWO_DICE, gathered
from worldfire.engine.game import Game
from worldfire.forces.flights import TARGET
from worldfire.forces.things import name_of
from worldfire.forces.who import NOBODY, SIDE_NAMES
from worldfire.rules.s14_air_combat import (
    ACTIVE,
    INACTIVE,
    RESULT,
    RESULTS,
    AirCombat,
    Exchange,
    Result,
    aircraft,
    bombers,
    combat_values,
    fighters,
    front,
    front_rating,
    in_combat,
    open_fire,
    strength,
)
from worldfire.server.offering import hex_of
from worldfire.server.reading import Reader

TENTHS = 10


def present_air(reader: Reader, combat: AirCombat, fire: Exchange | None, outcome: Result | None) -> dict[str, Any]:
    """`fire` and `outcome`: the exchange that is under way, and the result that is being implemented."""
    game = reader.as_game
    fought = all(aircraft(game, combat, side) for side in (ACTIVE, INACTIVE))
    strengths = (strength(game, combat, ACTIVE), strength(game, combat, INACTIVE)) if fought else None
    if fire is None and strengths is not None:
        fire = _next_exchange(game, combat, strengths)
        fixed = False
    else:
        fixed = fire is not None
    return {
        "hex": _where(reader, combat),
        "round": combat.round,
        "conditions": list(combat.conditions),
        #: the values were fixed when the round began, whatever was lost since
        "fixed": fixed,
        "choice": None if outcome is None else _choice(reader, combat, outcome),
        "sides": [
            {
                "side": side_name(reader, combat.sides[side]),
                "active": side == ACTIVE,
                "seats": list(combat.seats[side]),
                "fighters": _line(reader, combat, fighters(game, combat, side)),
                "bombers": _line(reader, combat, bombers(game, combat, side)),
                "cleared": [_named(reader, thing) for thing in combat.cleared[side]],
                "strength": None if strengths is None or fixed else strengths[side] / TENTHS,
                "surprise": combat.surprise[side],
                **_column(game, combat, fire, side),
            }
            for side in (ACTIVE, INACTIVE)
        ],
    }


def side_name(reader: Reader, side: int) -> str | None:
    names = reader.state.get(SIDE_NAMES)
    return names[side] if 0 <= side < len(names) else None


def _where(reader: Reader, combat: AirCombat) -> str | None:
    """The hex that they fight over: that of the mission, or where they are."""
    targets = reader.column(TARGET)
    flying = (thing for lines in (combat.fighters, combat.bombers, combat.cleared) for line in lines for thing in line)
    over = next((targets[thing] for thing in flying if targets[thing] != NOBODY), NOBODY)
    if over != NOBODY:
        return hex_of(reader, over)
    return hex_of(reader, combat.places[0]) if combat.places else None


def _next_exchange(game: Game, combat: AirCombat, strengths: tuple[int, int]) -> Exchange:
    """The exchange of fire that the next round would begin with, if the lines stood as they do."""
    leaders = (_leader(game, combat, ACTIVE), _leader(game, combat, INACTIVE))
    exchange = open_fire(game, combat, combat_values(combat, strengths), leaders).locals
    assert isinstance(exchange, Exchange)
    return exchange


def _leader(game: Game, combat: AirCombat, side: int) -> int:
    return front(fighters(game, combat, side) or bombers(game, combat, side))


def _column(game: Game, combat: AirCombat, fire: Exchange | None, side: int) -> dict[str, Any]:
    """The column on which the side rolls, and the chance of each result there."""
    if fire is None:
        return {"value": None, "rolls": False, "odds": []}
    value = fire.values[side]
    chart = game.ruleset.tables.air_to_air
    chances = gathered((RESULT(game, chart.at(total, value), combat, fire, side), chance) for total, chance in TWO_DICE)
    odds = [
        {"result": result, "probability": float(chances.get(result, Fraction(0)))}
        for result in RESULTS
        if result in chances
    ]
    return {"value": value, "rolls": fire.rolls[side], "odds": odds if fire.rolls[side] else []}


def _choice(reader: Reader, combat: AirCombat, outcome: Result) -> dict[str, Any]:
    return {
        "result": outcome.result,
        "rolled": side_name(reader, combat.sides[outcome.side]),
        "chooser": side_name(reader, combat.sides[outcome.chooser]),
    }


def _named(reader: Reader, thing: int) -> dict[str, Any]:
    return {"unit": thing, "name": name_of(reader.as_game, thing)}


def _line(reader: Reader, combat: AirCombat, line: tuple[int, ...]) -> list[dict[str, Any]]:
    """Front aircraft first, with the air-to-air rating that each brings (14.3.2)."""
    game = reader.as_game
    return [
        {
            **_named(reader, thing),
            "rating": front_rating(game, combat, thing) if at == 0 else in_combat(game, combat, thing).air_to_air,
        }
        for at, thing in enumerate(line)
    ]
