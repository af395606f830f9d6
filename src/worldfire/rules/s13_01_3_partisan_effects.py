"""13.1.3 Partisan effects that other sections ask for: where partisans go, how they fight, what they keep from a hex."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.violation import Violation, refused
from worldfire.forces.partisans import SOIL, all_partisans, is_partisan
from worldfire.forces.things import PLACE
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY, NOBODY, side_of, side_of_power
from worldfire.rules.s08_weather import terrain_at

#: terrain in which a partisan defends with one factor more
COVER = frozenset({"forest", "jungle"})
COVER_BONUS = Figure("factors more of a partisan in cover", "13.1.3")


@rule("13.1.3")
def partisans_are_always_supplied(game: Position, unit: int) -> bool:
    return is_partisan(game, unit)


@clause("13.1.3")
def partisan_abroad_violation(game: Position, unit: int, place: int) -> Violation | None:
    """A partisan moves anywhere within its home country, other regions included, but never leaves it."""
    soil = game.state[SOIL][unit]  # nobody else is tied to any
    if soil not in (NOBODY, game.state[HOME_COUNTRY][place]):
        return refused("13.1.3", "partisan-stays-home", unit=Thing(unit), place=Place(place))
    return None


@clause("13.1.3")
def cover_bonus(game: Position, unit: int, place: int) -> int:
    """What forest and jungle add to the combat factor of a partisan that defends there."""
    return COVER_BONUS(game) if is_partisan(game, unit) and terrain_at(game, place) in COVER else 0


@rule("13.1.3")
def held_by_partisans(game: Position, place: int, side: int) -> bool:
    """Are there partisans against this side: nothing of it moves, arrives, traces supply or works there."""
    return place in hexes_of_partisans(game, side)


def hexes_of_partisans(game: Position, side: int) -> frozenset[int]:
    """Where they are against this side: for those who ask about many hexes."""

    def look() -> frozenset[int]:
        places, friends = game.state[PLACE], (NOBODY, side)
        return frozenset(places[unit] for unit in all_partisans(game) if side_of(game, unit) not in friends)

    return game.recall(("hexes of partisans", side), look)


@rule("13.1.3")
def closed_by_partisans(game: Position, unit: int, place: int) -> Violation | None:
    """Why the unit may not come into the hex otherwise than by overrun, invasion or paradrop."""
    if held_by_partisans(game, place, side_of(game, unit)):
        return refused("13.1.3", "partisans-hold-the-hex", place=Place(place))
    return None


@rule("13.1.3")
def factories_under_partisans(game: Position, factories: tuple[int, int], place: int) -> tuple[int, int]:
    """(blue, red) factories that the hex's controller can use: none beside partisans against it."""
    if not any(factories):
        return factories
    holder = game.state[CONTROLLER][place]
    idle = holder != NOBODY and held_by_partisans(game, place, side_of_power(game, holder))
    return (0, 0) if idle else factories
