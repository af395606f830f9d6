"""Units that wait to be placed, in parties that can stack (2.3.1, 18.1): so that an answer can be constructed."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.billets import Party
from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.shapes import Item
from worldfire.forces.things import things_at
from worldfire.forces.who import COUNTRY
from worldfire.rules.s02_3_stacking import together_violation


@rule("2.3.1", "18.1")
def welcome(game: Position, unit: int, place: int) -> bool:
    """Does the unit co-operate with everything that stands in the hex?"""
    others = things_at(game, place)
    return not others or together_violation(game, (*others, unit)) is None


@rule("2.3.1", "18.1")
def parties(game: Position, units: Iterable[int], places: Iterable[Item]) -> tuple[Party, ...]:
    """The units by their countries, because 18.1 goes by countries; each with those that it cannot stack with."""
    members: dict[int, list[int]] = {}
    for unit in units:
        members.setdefault(game.state[COUNTRY][unit], []).append(unit)
    speakers = [of_one_country[0] for of_one_country in members.values()]
    return tuple(
        Party(
            tuple(members[game.state[COUNTRY][one]]),
            frozenset(place for place in places if welcome(game, one, int(place))),
            frozenset(at for at, other in enumerate(speakers) if together_violation(game, (one, other)) is not None),
        )
        for one in speakers
    )
