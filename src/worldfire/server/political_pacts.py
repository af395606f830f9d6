"""Neutrality pacts on the page of politics (9.2, 13.2): the garrisons and markers of both, as far as a seat may know."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.position import Position
from worldfire.engine.views import Seat
from worldfire.forces.situation import PACTS
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.rules.s09_02_pacts import (
    CAUSES_TO_BREAK,
    FULL_TURNS,
    PACT_TURNS,
    TIMES_TO_BREAK,
    age_of_pact,
    attacking_value,
    break_violation,
    common_border,
    defending_value,
    garrison_on,
    might_break,
    most_attacking_value,
    with_markers,
)
from worldfire.rules.s13_02_pact_markers import Stance, marker_count, marker_values, recorded
from worldfire.tables.campaign import turn_name
from worldfire.titles.telling import tell_reason, tell_rule


class Signatory(msgspec.Struct, frozen=True):
    """One side of a pact: what stands on its border, what that is worth, and whether it may break the pact."""

    power: str
    #: hexes of its border
    border: list[str]
    #: of its units, before the age of the pact and markers
    garrison: float
    #: in defence, all counted: everybody may reckon it
    defence: float
    defensive: list[int]
    #: offensive markers lie face-down: how many, and for their owner what they say
    offensive: int
    values: list[int] | None
    #: numbers on record from markers that went back
    recorded_offensive: int
    recorded_defensive: int
    #: the least and the most that its attack may be worth, as far as the seat knows
    attack_least: float
    attack_most: float
    #: what its attack must be worth to break the pact
    needed: float
    #: it may break the pact whatever the garrisons are
    cause: bool
    may_break: bool
    #: why it may not, for its own player
    refused: str = ""


class PactShown(msgspec.Struct, frozen=True):
    rule: str
    #: the turn in which it was made or confirmed; empty if before the campaign
    since: str
    #: turns until it can be broken at all
    turns_left: int
    #: garrisons in defence are multiplied by this for its age
    multiple: float
    sides: tuple[Signatory, Signatory]


def pacts_shown(game: Position, seat: Seat) -> list[PactShown]:
    return [_pact(game, seat, one, other) for one, other in game.state.get(PACTS)]


def _pact(game: Position, seat: Seat, one: int, other: int) -> PactShown:
    made = (turn for first, second, turn in game.state.get(PACT_TURNS) if {first, second} == {one, other})
    turn = next(made, 0)
    age = age_of_pact(game, one, other)
    return PactShown(
        rule=tell_rule(game, "9.2"),
        since=turn_name(turn) if turn else "",
        turns_left=max(0, FULL_TURNS(game) + 1 - age),
        multiple=float(game.ruleset.tables.source.chart("garrison_multipliers").number(age, "multiplier")),
        sides=(_signatory(game, seat, one, other), _signatory(game, seat, other, one)),
    )


def _signatory(game: Position, seat: Seat, power: int, other: int) -> Signatory:
    own = seat is not None and seat_of_power(game, power) == seat
    least, most = _attack(game, power, other, own)
    why = break_violation(game, power, other) if own else None
    board = board_of(game)
    return Signatory(
        power=power_name(game, power),
        border=[board.number(place) for place in sorted(common_border(game, power, other))],
        garrison=float(garrison_on(game, power, other)),
        defence=float(defending_value(game, power, other)),
        defensive=list(marker_values(game, power, other, Stance.DEFENSIVE)),
        offensive=marker_count(game, power, other, Stance.OFFENSIVE),
        values=list(marker_values(game, power, other, Stance.OFFENSIVE)) if own else None,
        recorded_offensive=recorded(game, power, other, Stance.OFFENSIVE),
        recorded_defensive=recorded(game, power, other, Stance.DEFENSIVE),
        attack_least=float(least),
        attack_most=float(most),
        needed=float(defending_value(game, other, power) * TIMES_TO_BREAK(game)),
        cause=(power, other) in game.state.get(CAUSES_TO_BREAK),
        may_break=why is None if own else might_break(game, power, other),
        refused="" if why is None else tell_reason(game, why),
    )


def _attack(game: Position, power: int, other: int, own: bool) -> tuple[Fraction, Fraction]:
    if own:
        value = attacking_value(game, power, other)
        return value, value
    garrison = garrison_on(game, power, other)
    least = with_markers(game, garrison, recorded(game, power, other, Stance.OFFENSIVE))
    return least, most_attacking_value(game, power, other)
