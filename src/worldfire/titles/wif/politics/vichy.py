"""Vichy on the page of politics (17): who could install it or has, and whose each group of French possessions is."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import COUNTRY_NAMES, HEXES_HELD, NOBODY, SIDE, ruler_of
from worldfire.titles.politics import GroupShown, OffshootShown
from worldfire.titles.wif.nations.vichy.creation import (
    dice_modifier,
    group_of,
    joins_free_france,
    possessions,
    possible_installer,
)
from worldfire.titles.wif.nations.vichy.standing import (
    FRANCE,
    HOSTILE,
    INSTALLER,
    VICHY,
    french_power,
    region_hexes,
    stands,
    vichy_power,
)

_FACES = range(1, 11)


def vichy_shown(game: Position) -> list[OffshootShown]:
    if NOBODY in (french_power(game), vichy_power(game)) or game.state[SIDE][french_power(game)] == NOBODY:
        return []
    installer = game.state.get(INSTALLER) if stands(game) else possible_installer(game)
    return [
        OffshootShown(
            name=VICHY,
            parent=FRANCE,
            rule="17",
            stands=stands(game),
            installer="" if installer == NOBODY else power_name(game, installer),
            hostile_to=[power_name(game, power) for power in game.state.get(HOSTILE)],
            groups=groups_shown(game),
            hexes=_hexes(game),
        )
    ]


def _hexes(game: Position) -> list[str]:
    vichy = vichy_power(game)
    held = game.look_up(HEXES_HELD).get(vichy, ()) if stands(game) else region_hexes(game)
    board = board_of(game)
    return [board.number(place) for place in sorted(held)]


def groups_shown(game: Position) -> list[GroupShown]:
    """Of what is French: by the rows of the chart."""
    names, decided = game.state.get(COUNTRY_NAMES), stands(game)
    found: dict[str, dict[str, str]] = {}
    for country in _french(game):
        found.setdefault(group_of(game, country), {})[names[country]] = power_name(game, ruler_of(game, country))
    modifier = 0 if decided else dice_modifier(game)
    return [
        GroupShown(row, countries, None if decided else _chance(game, row, modifier))
        for row, countries in sorted(found.items())
    ]


def _french(game: Position) -> tuple[int, ...]:
    """Possessions of France, and once it is divided those of Vichy too."""
    if not stands(game):
        return possessions(game)
    vichy = vichy_power(game)
    others = (country for country in range(len(game.state.get(COUNTRY_NAMES))) if ruler_of(game, country) == vichy)
    homes = (FRANCE, VICHY)
    names = game.state.get(COUNTRY_NAMES)
    return (*possessions(game), *(country for country in others if names[country] not in homes))


def _chance(game: Position, row: str, modifier: int) -> float:
    return sum(joins_free_france(game, row, die + modifier) for die in _FACES) / len(_FACES)
