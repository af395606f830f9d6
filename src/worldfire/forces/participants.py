"""Participants: what fights in a mission or combat, made from whatever brings it along.

An aircraft, or the air component of a carrier, takes part with a rating and factors; what happens to the participant
happens to its source.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.things import counter_of
from worldfire.tables.counters import AirAbility, AirCounter, AirType, NavalCounter

ONE_MORE = Figure("first year of one more air component", "14.4")
TWO_MORE = Figure("first year of two more air components", "14.4")

#: the calendar year of the turn
YEAR: Field[int] = Field("year", 1939)


class Participant(msgspec.Struct, frozen=True):
    """One aircraft in the air. `source` is the counter that suffers what happens to it."""

    source: int
    kind: Literal["aircraft", "carrier plane"]
    air_to_air: int
    unarmed: bool
    is_ftr: bool
    abilities: frozenset[AirAbility]


@rule("14.4", "14.4/carrier planes")
def air_component(game: Position, carrier: int) -> int:
    """14.4: printed, one more from one year on and another from a later one."""
    counter = counter_of(game, carrier)
    assert isinstance(counter, NavalCounter)
    assert counter.air_component is not None, f"{counter.id} carries no planes"
    year = game.state.get(YEAR)
    return counter.air_component + (year >= ONE_MORE(game)) + (year >= TWO_MORE(game))


def participant(game: Position, thing: int, share: int = 0) -> Participant:
    """The participant that this counter brings; `share` is what a carrier allots to its air-to-air rating (14.4)."""
    counter = counter_of(game, thing)
    if isinstance(counter, NavalCounter):
        return Participant(thing, "carrier plane", share, False, False, frozenset())
    assert isinstance(counter, AirCounter), f"{counter.id} does not fly"
    return Participant(
        thing,
        "aircraft",
        counter.air_to_air or 0,
        counter.unarmed,
        counter.type is AirType.FTR,
        counter.abilities,
    )


MODULE = Module(schema=Schema(fields=(YEAR,)))
