"""How the terminal player orders task forces: who sails, to where and by which seas, who stops on the way, what goes aboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rich.markup import escape

from worldfire.advice.sailing import TaskForce, dangers, landings, setting_out_with, under_way
from worldfire.cli.output import console
from worldfire.cli.typing_in import Asked
from worldfire.engine.kinds import Meaning, Place, Thing
from worldfire.engine.shapes import Item, Noun
from worldfire.engine.violation import Violation
from worldfire.forces.things import name_of
from worldfire.rules.s11_04_2_sailing import sea_at
from worldfire.rules.s11_04_naval_units import NavalUnit, place_of_item
from worldfire.rules.s11_04_voyages import Berth, Boarding, Courses, Partings, Voyages, Way
from worldfire.titles.telling import tell, tell_place, tell_violation


class Choosing(Protocol):
    """A menu of choices that a person types."""

    def show(self) -> None: ...
    def one(self) -> Item: ...
    def several(self, *, least: int = 0, otherwise: tuple[Item, ...] | None = None) -> tuple[Item, ...]: ...


#: asked, choices, their labels, what they stand for
MakeMenu = Callable[[Asked, Sequence[Item], Sequence[str], type[Meaning] | None], Choosing]


def ask_voyage(asked: Asked, verb: str, shape: Voyages, menu: MakeMenu) -> Noun:
    """Units that lie together, what they take aboard, and where they go."""
    items = [item for fleet in shape.fleets for item in fleet.units]
    console().print(" which naval units? Names or numbers, all from one place:")
    chosen = _several(asked, items, [_unit(asked, item) for item in items], NavalUnit, menu)
    berths = [pair for fleet in shape.fleets for pair in fleet.berths if pair[1] in chosen]
    force = setting_out_with(asked.game, chosen)
    offered = [way for fleet in shape.fleets if fleet.units[0] in chosen for way in fleet.ways]
    return (chosen, _way(asked, verb, force, offered, menu), _load(asked, berths, menu))


def _unit(asked: Asked, item: Item) -> str:
    told = str(tell(asked.game, NavalUnit, item))
    return told if isinstance(item, str) else f"{told} in {tell_place(asked.game, place_of_item(asked.game, item))}"


def _several(
    asked: Asked, items: Sequence[Item], labels: Sequence[str], kind: type[Meaning], menu: MakeMenu
) -> tuple[Item, ...]:
    choices = menu(asked, items, labels, kind)
    choices.show()
    return choices.several(least=1)


def ask_course(asked: Asked, verb: str, shape: Courses, menu: MakeMenu) -> Noun:
    """Where the task force under way goes on to."""
    return _way(asked, verb, under_way(asked.game), list(shape.ways), menu)


def _way(asked: Asked, verb: str, force: TaskForce | Violation | None, offered: Sequence[Way], menu: MakeMenu) -> Way:
    """Every place where it can end, with what is left there and the risk on the way."""
    if isinstance(force, Violation):
        console().print(f" {escape(tell_violation(asked.game, force))}", soft_wrap=True)
        force = None
    found = [] if force is None else landings(asked.game, asked.seat, verb, force, ())
    if force is None or isinstance(found, Violation) or not found:
        ways, labels = list(offered), [tell_place(asked.game, way[-1]) for way in offered]
    else:
        ways = [one.way for one in found]
        labels = [_landing(asked, force, one.way, one.movement, one.range) for one in found]
    console().print(" to where?")
    choices = menu(asked, [way[-1] for way in ways], labels, Place)
    choices.show()
    end = choices.one()
    return next(way for way in ways if way[-1] == end)


def _landing(asked: Asked, force: TaskForce, way: Way, movement: int, left: int) -> str:
    game = asked.game
    seas = [sea for sea in (sea_at(game, place) for place in way[:-1]) if sea]
    through = f" by {', '.join(seas)}" if seas else ""
    risks = dangers(game, asked.seat, force, (way,)).values()
    risk = "".join(f"; {one.sea}: found with {one.with_submarines} or less" for one in risks if one.seats)
    return f"{tell_place(game, way[-1])}{through} ({movement} movement points, range {left} left{risk})"


def _load(asked: Asked, berths: Sequence[Berth], menu: MakeMenu) -> tuple[Berth, ...]:
    found: list[Berth] = []
    for ship in dict.fromkeys(ship for _, ship in berths):
        taken = {unit for unit, _ in found}
        units = [unit for unit, on in berths if on == ship and unit not in taken]
        if not units:
            continue
        console().print(f" {escape(name_of(asked.game, ship))}: what goes aboard? Nothing (Enter), or:", soft_wrap=True)
        choices = menu(asked, units, [name_of(asked.game, unit) for unit in units], Thing)
        choices.show()
        found += [(int(unit), ship) for unit in choices.several(otherwise=())[:1]]
    return tuple(sorted(found))


def ask_parting(asked: Asked, verb: str, shape: Partings, menu: MakeMenu) -> Noun:
    """Who goes no further, and where they stop."""
    console().print(" who goes no further?")
    units = _several(
        asked, shape.units, [str(tell(asked.game, NavalUnit, item)) for item in shape.units], NavalUnit, menu
    )
    if len(shape.places) == 1:
        return (units, shape.places[0])
    console().print(" where do they stop?")
    choices = menu(asked, shape.places, [tell_place(asked.game, place) for place in shape.places], Place)
    choices.show()
    return (units, choices.one())


def ask_boarding(asked: Asked, verb: str, shape: Boarding, menu: MakeMenu) -> Noun:
    return _load(asked, shape.berths, menu)
