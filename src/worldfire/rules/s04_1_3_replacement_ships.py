"""4.1.3 Replacement naval units (option 5): later designs that take the place of a ship, wherever that has got to.

Which ship a replacement stands for is a chart. Once its year has come it waits beside the game until its owner wants it.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Power
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import (
    CIRCLE,
    DOCKS,
    FORCE_POOL,
    construction_pool,
    named_place,
    pool_of,
    repair_pool,
)
from worldfire.forces.things import COUNTER, FACE_DOWN, PLACE, THINGS, counter_of, move, place_name, sea_of_section
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import NOBODY, power_of
from worldfire.rules.s04_reinforcements import REINFORCEMENTS, SCRAPPED, scrap, tray_of_power

_REPLACES = "replaces"
#: the ship has taken the place of its original
HAS_REPLACED = Column(THINGS, "has_replaced")


class ShipReplaced(Event, frozen=True):
    """The old ship is scrapped, and the new one is at the same stage of its life, or further back."""

    thing: ThingId
    unit: ThingId


@rule("4.1.3")
def replacements(game: Position) -> tuple[tuple[int, int], ...]:
    """(replacement, original): pairs that this game has; a title without them has no such chart."""

    def look() -> tuple[tuple[int, int], ...]:
        if "replacement_ships" not in game.ruleset.tables.source.charts:
            return ()
        chart, index = chart_named(game, "replacement_ships"), game.ruleset.tables.index
        rows = {row: thing for thing, row in enumerate(game.state[COUNTER])}
        pairs = ((index[new], index[chart.at(new, _REPLACES)]) for new in chart.rows.labels)
        return tuple((rows[new], rows[old]) for new, old in pairs if new in rows and old in rows)

    return game.recall("replacement ships", look)


def aside(game: Position, ship: int) -> int | None:
    """Where a replacement waits for its owner's word."""
    return named_place(game, f"out of play of {power_name(game, power_of(game, ship))}")


@rule("4.1.3")
def may_replace(game: Position, power: int) -> tuple[int, ...]:
    """Replacements of the power that wait, and whose original is still in the game."""
    return tuple(
        new
        for new, old in replacements(game)
        if power_of(game, new) == power and game.state[PLACE][new] == aside(game, new) and not game.state[SCRAPPED][old]
        if (counter_of(game, new).year or 0) <= game.state.get(YEAR) and new_place(game, new, old) is not None
    )


@rule("4.1.3")
def new_place(game: Position, new: int, old: int) -> int | None:
    """Force pool, construction pool or repair pool: by where the original is; None while that has no part in the game.

    A ship that was lost waits in its tray for the force pool.
    """
    place, power = game.state[PLACE][old], power_of(game, new)
    if is_hex(game, place) or sea_of_section(game, place):
        return repair_pool(game, power)
    name = place_name(game, place)
    unfinished = name.startswith(CIRCLE) and game.state[FACE_DOWN][old]
    if name.startswith(FORCE_POOL) or unfinished or place == tray_of_power(game, power_of(game, old)):
        return pool_of(game, new)
    return construction_pool(game, power) if name.startswith((CIRCLE, *DOCKS)) else None


# ------------------------------------------------------------------------------------------------------------- the step


class Replacing(msgspec.Struct):
    """How many powers have been asked."""

    asked: int = 0


OWNERS = EachPower(powers_in_order, lambda game, power: bool(may_replace(game, power)))


def _shape(game: Position, replacing: Replacing, seat: str) -> Shape | Violation:
    ships = may_replace(game, OWNERS.next(game, replacing.asked))
    return Set(ships, 0, len(ships))


def _replace(game: Game, replacing: Replacing, seat: str, noun: Noun) -> Control:
    """Of two designs for one ship the other is scrapped."""
    replacing.asked = OWNERS.after(game, OWNERS.next(game, replacing.asked))
    for new, old in replacements(game):
        if new in noun and not game.state[SCRAPPED][old]:
            to = new_place(game, new, old)
            assert to is not None, "such a ship is not offered"
            scrap(game, old)
            move(game, new, to)
            game.write(FACE_DOWN, new, 0)
            game.write(HAS_REPLACED, new, 1)
            game.say(ShipReplaced(thing=new, unit=old))
            for other, same in replacements(game):
                if same == old and other != new:
                    scrap(game, other)
    return Goto("owners_replace")


REPLACE_SHIPS = Verb("replace-ships", "4.1.3", _replace, _shape, items=Thing)


@step("4.1.3")
def replacements_wait(game: Game, replacing: Replacing) -> Control:
    """They are not in the force pools; one whose original has been scrapped is scrapped when it arrives."""
    for new, old in replacements(game):
        in_pool = place_name(game, game.state[PLACE][new]).startswith(FORCE_POOL)
        place = aside(game, new)
        if not in_pool or place is None:
            continue
        if not game.state[SCRAPPED][old]:
            move(game, new, place)
        elif not game.state[HAS_REPLACED][new]:
            scrap(game, new)
    return None


@step("4.1.3", REPLACE_SHIPS)
def owners_replace(game: Game, replacing: Replacing) -> Control:
    power = OWNERS.next(game, replacing.asked)
    if power == NOBODY:
        return End()
    return one(seat_of_power(game, power), REPLACE_SHIPS, rule="4.1.3", prompt="replace-ships", power=Power(power))


REPLACING = procedure("ships replaced", "4.1.3", replacements_wait, owners_replace, locals=Replacing)


@step("4.1.3")
def replacement_ships(game: Game, stage: msgspec.Struct) -> Control:
    return Call(REPLACING.name, Replacing())


MODULE = Module(
    schema=Schema(columns=(HAS_REPLACED,)),
    procedures=(REPLACING,),
    changes=(Insert(REINFORCEMENTS.name, replacement_ships, after="annual_additions", requires=("5",)),),
)
