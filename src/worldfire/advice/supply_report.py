"""Why a unit is in supply or not, hex by hex, for the command line and the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from worldfire.engine.kinds import Number, Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.violation import Argument, Violation
from worldfire.forces.things import place_name
from worldfire.rules.s02_4_supply import Leg, SupplyPath, nearest_source, supply_path, unreached
from worldfire.titles.telling import named, named_sea
from worldfire.words import say


class Line(msgspec.Struct, frozen=True):
    """One sentence of the report; `hexes` is what a map should show with it, `rule` the section that it comes from."""

    rule: str
    key: str
    args: Mapping[str, Argument]
    hexes: tuple[int, ...] = ()

    def text(self, game: Position) -> str:
        return say(self.key, **named(game, self.args))


def explain(game: Position, unit: int) -> list[Line]:
    """The path of the unit, leg by leg; or what keeps it from having one."""
    path = supply_path(game, unit)
    if isinstance(path, Violation):
        return [Line(path.rule, path.key, path.args), *_hindrances(game, unit)]
    if not path.legs:
        return [Line("2.4.1", "supply-at-sea", {"unit": Thing(unit)})]
    return list(_path(game, path))


def _path(game: Position, path: SupplyPath) -> Iterator[Line]:
    for leg in path.legs:
        args = {"place": Place(leg.hexes[0]), "way": _way(game, leg), **_lengths(leg)}
        yield Line("2.4.2", f"supply-leg-{leg.kind}", args, leg.hexes)
        source = {"place": Place(leg.hexes[-1]), "unit": Thing(leg.source.unit)}
        yield Line("2.4.2", leg.source.reason, source, (leg.hexes[-1],))


def _lengths(leg: Leg) -> dict[str, Argument]:
    return {"count": Number(sum(leg.counts)), "most": Number(leg.limit)}


def _way(game: Position, leg: Leg) -> str:
    return ", ".join(_step(game, leg, at) for at in range(1, len(leg.hexes))) or place_name(game, leg.hexes[0])


def _step(game: Position, leg: Leg, at: int) -> str:
    place, count = place_name(game, leg.hexes[at]), leg.counts[at]
    if leg.landing and at == leg.landing:
        return say("supply-step-sea", place=place, count=count, seas=", ".join(map(named_sea, leg.seas)))
    return say("supply-step" if count else "supply-step-free", place=place, count=count)


def _hindrances(game: Position, unit: int) -> Iterator[Line]:
    """Sources that are themselves cut off, how far the next one is, and the hexes round about that are closed."""
    for place in unreached(game, unit).cut_off:
        yield Line("2.4.2", "supply-source-cut-off", {"place": Place(place)}, (place,))
    leg = nearest_source(game, unit)
    if leg is None:
        yield Line("2.4.2", "supply-no-source", {})
    else:
        args = {"place": Place(leg.hexes[-1]), **_lengths(leg)}
        yield Line("2.4.2", "supply-source-too-far", args, leg.hexes)
    for found in unreached(game, unit).closed:
        yield Line(found.rule, found.key, found.args, (found.args["place"],))
