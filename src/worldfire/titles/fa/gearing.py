"""fa:13.5.5.8 Gearing limits: of each class a power builds one more than last turn at most, repairs included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Power
from worldfire.forces.situation import TURN
from worldfire.forces.things import counter_of, things_at
from worldfire.forces.turn import TurnBegan
from worldfire.forces.who import power_of
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_06_5_naval_production import ConvoysBuilt, ConvoysRepaired
from worldfire.rules.s13_06_production import (
    GEARING,
    PRODUCTION_OF_A_POWER,
    PowerProduction,
    UnitBuilt,
    pools_to_build_from,
)
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter, NavalType
from worldfire.titles.fa.sides_at_war import DrawnIntoWar

#: (power, class, number): what was built last turn, and so far in this one
BUILT_LAST_TURN: Field[tuple[tuple[int, str, int], ...]] = Field("built_last_turn", ())
BUILT_THIS_TURN: Field[tuple[tuple[int, str, int], ...]] = Field("built_this_turn", ())
#: powers on whom war was declared this turn: nothing limits them
ATTACKED: Field[tuple[int, ...]] = Field("attacked_this_turn", ())
#: there are no limits in the first turn
FIRST_TURN: Field[int] = Field("first_turn_of_gearing", 0)

MORE_THAN_LAST_TURN = Figure("units of a class beyond those built last turn", "fa:13.5.5.8")

INFANTRY, AIR, SUBMARINES, SHIPS, CONVOYS = "INF", "AIR", "SUB", "NAVAL", "convoy points"


@rule("fa:13.5.5.8")
def class_of(game: Position, unit: int) -> str:
    counter = counter_of(game, unit)
    if isinstance(counter, LandCounter):
        return counter.gearing
    if isinstance(counter, AirCounter):
        return AIR
    assert isinstance(counter, NavalCounter)
    return SUBMARINES if counter.type is NavalType.SUB else SHIPS


# ---------------------------------------------------------------------------------------------------------------- counting


def built(game: Position, field: Field[tuple[tuple[int, str, int], ...]], power: int) -> Counter[str]:
    """Class → how many; convoy points are ships by the units that they make."""
    found = Counter({kind: number for owner, kind, number in game.state.get(field) if owner == power})
    found[SHIPS] += _as_ships(game, found.pop(CONVOYS, 0))
    return found


def _as_ships(game: Position, points: int) -> int:
    return ceil(Fraction(points, CONVOY_POINTS_A_UNIT(game)))


def note_built(game: Game, power: int, kind: str, number: int) -> None:
    known = {(owner, name): count for owner, name, count in game.state.get(BUILT_THIS_TURN)}
    known[power, kind] = known.get((power, kind), 0) + number
    game.set(BUILT_THIS_TURN, tuple((owner, name, count) for (owner, name), count in sorted(known.items())))


def builder_of(game: Position, unit: int) -> int:
    """Whoever produces now, be it for somebody else; outside production its owner."""
    builds = game.on_stack(PRODUCTION_OF_A_POWER.name)
    return game.enclosing(PowerProduction).power if builds else power_of(game, unit)


@rule("fa:13.5.5.8")
def unit_was_built(game: Game, event: UnitBuilt) -> None:
    """From a force pool, the construction pool or the repair pool, by whoever builds or repairs it."""
    note_built(game, builder_of(game, event.thing), class_of(game, event.thing), 1)


def convoys_were_built(game: Game, event: ConvoysBuilt | ConvoysRepaired) -> None:
    note_built(game, event.power, CONVOYS, event.points)


@rule("fa:13.5.5.8/exceptions", "fa:9.3")
def war_was_declared(game: Game, event: WarDeclared | DrawnIntoWar) -> None:
    """A declaration is made to the whole side; a latent power that comes in of its own will makes one like any other."""
    game.set(ATTACKED, (*game.state.get(ATTACKED), event.target_power))


def next_turn(game: Game, event: TurnBegan) -> None:
    if not game.state.get(FIRST_TURN):
        game.set(FIRST_TURN, event.turn)
    game.set(BUILT_LAST_TURN, game.state.get(BUILT_THIS_TURN))
    game.set(BUILT_THIS_TURN, ())
    game.set(ATTACKED, ())


# -------------------------------------------------------------------------------------------------------------- the limits


@rule("fa:13.5.5.8")
def is_limited(game: Position, power: int) -> bool:
    """Not in the first turn, nor in one in which somebody declared war on it."""
    return game.state.get(TURN) != game.state.get(FIRST_TURN) and power not in game.state.get(ATTACKED)


@rule("fa:13.5.5.8")
def left_of(game: Position, power: int, kind: str) -> int | None:
    """How many more of a class the power may build this turn; None: as many as it likes."""
    if not is_limited(game, power):
        return None
    most = built(game, BUILT_LAST_TURN, power)[kind] + MORE_THAN_LAST_TURN(game)
    return max(most - built(game, BUILT_THIS_TURN, power)[kind], 0)


def too_many(game: Position, power: int, wanted: Mapping[str, int]) -> Violation | None:
    for kind, number in wanted.items():
        left = left_of(game, power, kind)
        if left is not None and number > left:
            return refused("fa:13.5.5.8", "gearing-limit", power=Power(power), kind=kind, left=Number(left))
    return None


@rule("fa:13.5.5.8")
def order_within_limits(game: Position, noun: Noun, power: int) -> Violation | None:
    """Units from the force pools by the pools' names, ships from a dock by their own, convoy points by their number."""
    pools, wanted = pools_to_build_from(game, power), Counter[str]()
    for name, number in noun:
        if name == CONVOYS:
            so_far = sum(
                count for owner, kind, count in game.state.get(BUILT_THIS_TURN) if (owner, kind) == (power, CONVOYS)
            )
            wanted[SHIPS] += _as_ships(game, so_far + number) - _as_ships(game, so_far)
        elif number:
            wanted[class_of(game, name if isinstance(name, int) else things_at(game, pools[name])[0])] += number
    return too_many(game, power, wanted)


MODULE = Module(
    schema=Schema(fields=(BUILT_LAST_TURN, BUILT_THIS_TURN, ATTACKED, FIRST_TURN)),
    subscribes=(
        (TurnBegan, next_turn),
        (WarDeclared, war_was_declared),
        (DrawnIntoWar, war_was_declared),
        (UnitBuilt, unit_was_built),
        (ConvoysBuilt, convoys_were_built),
        (ConvoysRepaired, convoys_were_built),
    ),
    changes=(GEARING.attach(order_within_limits),),
)
