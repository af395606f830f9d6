"""An air-to-air combat as its panel shows it: two lines, what each aircraft counts for, the columns, who picks what (14.3)."""

from __future__ import annotations

from worldfire.advice.air_chances import air_chances, next_exchange
from worldfire.engine.position import Position
from worldfire.forces.flights import TARGET
from worldfire.forces.things import name_of
from worldfire.forces.who import NOBODY, SIDE_NAMES
from worldfire.rules.s14_air_combat import (
    ACTIVE,
    INACTIVE,
    AirCombat,
    Exchange,
    Result,
    aircraft,
    bombers,
    fighters,
    front_rating,
    in_combat,
)
from worldfire.server.fights import AirChoice, AirLine, AirNow, AirSide, Combat, Outcome
from worldfire.server.offering import hex_of
from worldfire.server.reading import Reader

TENTHS = 10


def present_air(
    reader: Reader, combat: AirCombat, fire: Exchange | None, outcome: Result | None, around: Combat | None
) -> AirNow:
    """`fire` and `outcome`: the exchange that is under way, and the result that is being implemented."""
    game = reader
    fought = all(aircraft(game, combat, side) for side in (ACTIVE, INACTIVE))
    fixed = fire is not None
    strengths: tuple[int, int] | None = None
    if fought and fire is None:
        strengths, fire = next_exchange(game, combat)
    return AirNow(
        hex=_where(reader, combat),
        round=combat.round,
        conditions=list(combat.conditions),
        fixed=fixed,
        choice=None if outcome is None else _choice(reader, combat, outcome),
        sides=[
            AirSide(
                side=side_name(reader, combat.sides[side]),
                active=side == ACTIVE,
                seats=list(combat.seats[side]),
                fighters=_line(reader, combat, fighters(game, combat, side)),
                bombers=_line(reader, combat, bombers(game, combat, side)),
                cleared=[AirLine(thing, name_of(game, thing)) for thing in combat.cleared[side]],
                strength=None if strengths is None else strengths[side] / TENTHS,
                surprise=combat.surprise[side],
                value=None if fire is None else fire.values[side],
                rolls=fire is not None and fire.rolls[side],
                odds=[] if fire is None or not fire.rolls[side] else _odds(game, combat, fire, side),
            )
            for side in (ACTIVE, INACTIVE)
        ],
        around=around,
    )


def side_name(reader: Position, side: int) -> str | None:
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


def _odds(game: Position, combat: AirCombat, fire: Exchange, side: int) -> list[Outcome]:
    return [Outcome(result, float(chance)) for result, chance in air_chances(game, combat, fire, side).items()]


def _choice(reader: Reader, combat: AirCombat, outcome: Result) -> AirChoice:
    return AirChoice(
        outcome.result,
        rolled=side_name(reader, combat.sides[outcome.side]),
        chooser=side_name(reader, combat.sides[outcome.chooser]),
    )


def _line(reader: Reader, combat: AirCombat, line: tuple[int, ...]) -> list[AirLine]:
    """Front aircraft first, with the air-to-air rating that each brings (14.3.2)."""
    game = reader
    return [
        AirLine(
            thing,
            name_of(game, thing),
            front_rating(game, combat, thing) if at == 0 else in_combat(game, combat, thing).air_to_air,
        )
        for at, thing in enumerate(line)
    ]
