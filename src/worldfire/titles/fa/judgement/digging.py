"""Entrenchments (21.6): how many are wanted, who digs in, and what it is worth to stay there."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.engine.shapes import Set
from worldfire.forces.things import PLACE, board_of, counter_of, things_at
from worldfire.forces.turn import other_side
from worldfire.forces.who import side_of
from worldfire.rules.s02_3_stacking import is_headquarters_counter, land_units, land_units_of
from worldfire.rules.s11_10_entry import land_counter
from worldfire.tables.counters import LandCounter, LandType, Size
from worldfire.titles.fa.trenches import AT_HAND, ENTRENCHED, ORDERED, is_entrenched
from worldfire.titles.judgement import Action, Asked

#: an enemy so near is at the front, and who is beside him digs first
FRONT, BESIDE = 2, 1
#: what a trench is worth to whoever is in one, as hexes of the front are weighed against each other
OF_A_TRENCH = 4.0


def rooted(game: Position, unit: int) -> float:
    return OF_A_TRENCH if is_entrenched(game, unit) else 0.0


def _may_stay(game: Position, unit: int) -> bool:
    """Corps that hold a line: headquarters do not, nor do the few in the colonies."""
    counter = counter_of(game, unit)
    corps = isinstance(counter, LandCounter) and counter.size is Size.CORPS and counter.type is not LandType.TERR
    return corps and not is_headquarters_counter(counter) and not is_entrenched(game, unit)


def at_the_front(asked: Asked, power: int) -> list[int]:
    """Corps of the power in the line that have no trench yet."""
    units = (unit for _, unit in land_units_of(asked.game, (power,)))
    return [unit for unit in units if _may_stay(asked.game, unit) and _distance(asked, unit) <= FRONT]


def _distance(asked: Asked, unit: int) -> float:
    return asked.enemy_distance(asked.game.state[PLACE][unit])


def wanted(asked: Asked, power: int) -> int:
    """Trenches for everybody in the line, less those that are on their way."""
    coming = sum(number for owner, _, number in asked.game.state.get(ORDERED) if owner == power)
    return max(0, len(at_the_front(asked, power)) - coming - asked.game.state[AT_HAND][power])


def dig(asked: Asked) -> Action | None:
    """Beside the enemy first, and there one in each hex before a second; who is far from him needs none."""
    shape = asked.offers.get("entrench")
    if not isinstance(shape, Set):
        return None
    able = [unit for unit in map(int, shape.domain) if _may_stay(asked.game, unit) and _distance(asked, unit) <= FRONT]
    chosen: list[int] = []
    places = asked.game.state[PLACE]
    held = {places[unit] for unit in _entrenched(asked.game)}
    while able and len(chosen) < shape.most:
        best = min(
            able, key=lambda unit: (_distance(asked, unit) > BESIDE, places[unit] in held, -_worth(asked, unit), unit)
        )
        chosen.append(best)
        held.add(places[best])
        able.remove(best)
    return "entrench", tuple(sorted(chosen))


def _entrenched(game: Position) -> list[int]:
    return [unit for unit, dug in enumerate(game.state[ENTRENCHED]) if dug]


def _worth(asked: Asked, unit: int) -> float:
    """The strong in places of worth, and before the strongest enemies."""
    place = asked.game.state[PLACE][unit]
    return (land_counter(asked.game, unit).strength or 0) + asked.stake(place) + _threat(asked, place)


def _threat(asked: Asked, place: int) -> int:
    """Factors of the enemy in the hexes around."""
    game = asked.game
    return sum(
        land_counter(game, unit).strength or 0
        for near in board_of(game).tables.adjacent[place]
        for unit in land_units(game, things_at(game, near))
        if side_of(game, unit) == other_side(asked.side)
    )
