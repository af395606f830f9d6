"""11.7 Strategic bombardment: bombers attack factories and oil. The table itself is in `s11_07_bombing_table`."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Quantity, Schema
from worldfire.engine.seams import AnyOf, Chain, EachOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.turn import TurnBegan, powers_of_side, seat_of_power
from worldfire.forces.who import CONTROLLER, NOBODY, master_of, power_of, seat_of, side_of_power
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_07_bombing_table import (
    Bombardment,
    BombingResult,
    bombing_factors,
    bombing_modifier,
    bombing_result,
)
from worldfire.rules.s13_06_production import OIL_LOST, PRODUCTION_LOST, factory_sites, useable_factories
from worldfire.rules.s14_2_missions import (
    Kind,
    Mission,
    factors,
    has_strategic_factor,
    is_enemy,
    mission_procedure,
    new_kind,
    survivors,
)

#: per major power and hex, until the end of the turn: production points and oil resources lost (13.6.3, 13.6.1)
PRODUCTION = Quantity("production_lost")
OIL = Quantity("oil_lost")

#: options 30 to 33: what else can be bombed there. (game, place) → true
MORE_TARGETS = AnyOf[[int]]("11.7 more targets")
#: option 8: altitude and time of day. (game, bombardment, mission, place)
BOMBARDMENT = Chain[Bombardment, [Mission, int]]("11.7 bombardment")
#: options 30 to 33: points left over and asterisks. (game, place, points left, asterisks) → points that it uses
MORE_LOSSES = EachOf[[int, int, int], int]("11.7 more losses")


class Bombed(Event, frozen=True):
    """What a hex loses of its production and oil for this turn."""

    place: PlaceId
    factors: int
    roll: int
    result: str
    production: int
    oil: int


@clause("11.7/target hexes")
def factories_to_bomb(game: Position, place: int) -> int:
    """Those that the major power which controls the hex, itself or by a minor country, can use (13.6.2)."""
    return useable_factories(game, owner_of(game, place), place)


def owner_of(game: Position, place: int) -> int:
    """The major power that the factories and oil of the hex work for."""
    return master_of(game, game.state[CONTROLLER][place])


@clause("11.7/target hexes")
def oil_in(game: Position, place: int) -> int:
    return ground_of(game).oil.get(place, 0)


def left_to_lose(game: Position, place: int) -> tuple[int, int]:
    """Production points and oil that the hex can still lose this turn."""
    lost = game.state.amount(PRODUCTION, owner_of(game, place), place)
    return factories_to_bomb(game, place) - lost, oil_in(game, place) - oil_lost(game, place)


def _targets(game: Position, mission: Mission) -> frozenset[int]:
    powers, controller = powers_of_side(game, mission.side), game.state[CONTROLLER]
    enemies = {holder for holder in set(controller) if any(is_enemy(game, power, holder) for power in powers)}
    held = [place for place in _sites(game) if controller[place] in enemies]
    return frozenset(place for place in held if _is_worth_bombing(game, place))


def _sites(game: Position) -> Collection[int]:
    """Where there can be anything to bombard."""
    if MORE_TARGETS.is_used(game):
        return ground_of(game).places
    return factory_sites(game).union(ground_of(game).oil)


@clause("11.7/target hexes")
def target_violation(game: Position, power: int, place: int) -> Violation | None:
    """An enemy controlled hex with printed oil or a useable factory."""
    if not is_enemy(game, power, game.state[CONTROLLER][place]):
        return refused("11.7", "not-enemy-controlled", place=Place(place))
    if not _is_worth_bombing(game, place):
        return refused("11.7", "nothing-to-bombard", place=Place(place))
    return None


def _is_worth_bombing(game: Position, place: int) -> bool:
    return bool(oil_in(game, place) or factories_to_bomb(game, place) or MORE_TARGETS(game, place))


def _violation(game: Position, bomber: int, place: int) -> Violation | None:
    return target_violation(game, power_of(game, bomber), place)


KIND = new_kind(
    Kind(
        "strategic bombardment",
        "11.7",
        has_strategic_factor,
        _targets,
        _violation,
        activity="strategic bombardment",
        against_the_hex=True,
    )
)


# -------------------------------------------------------------------------------------------------------- the bombing


class Bombing(msgspec.Struct):
    """Target hexes whose bombardment is still to be rolled."""

    hexes: tuple[int, ...]


@step("11.7/the bombing")
def bombers_attack_targets(game: Game, mission: Mission) -> Control:
    return Call(BOMBING.name, Bombing(tuple(sorted(survivors(game, mission)))))


@clause("11.7/the bombing")
def bombardment_of(game: Position, mission: Mission, place: int) -> Bombardment:
    """The strategic factors over the hex, and whether anybody opposed them in the air this impulse."""
    there = survivors(game, mission).get(place, ())
    total = sum((factors(game, bomber)[1] for bomber in there), Fraction(0))
    found = Bombardment(factors=total, weather=weather_at(game, place), opposed=place in mission.fought)
    return BOMBARDMENT(game, found, mission, place)


@step("11.7/the bombing")
def next_target(game: Game, bombing: Bombing) -> Control:
    """Without a whole factor there is nothing to roll for."""
    mission = game.enclosing(Mission)
    while bombing.hexes:
        place = bombing.hexes[0]
        if bombing_factors(bombardment_of(game, mission, place)) > 0:
            concerns = tuple(seat for seat in (_seat(game, owner_of(game, place)),) if seat)
            bomber = survivors(game, mission)[place][0]
            return Roll("strategic-bombardment", seat_of(game, bomber), concerns=concerns)
        bombing.hexes = bombing.hexes[1:]
    return End()


def _seat(game: Position, power: int) -> str:
    return seat_of_power(game, power) if side_of_power(game, power) != NOBODY else ""


@step("11.7/the bombing")
def bombing_takes_effect(game: Game, bombing: Bombing) -> Control:
    place, *rest = bombing.hexes
    mission = game.enclosing(Mission)
    raid = bombardment_of(game, mission, place)
    strength, roll = bombing_factors(raid), game.total + bombing_modifier(raid)
    lose(game, place, strength, roll, bombing_result(strength, roll, game.ruleset.tables.source))
    bombing.hexes = tuple(rest)
    return Goto("next_target")


@rule("11.7/the bombing")
def lose(game: Game, place: int, strength: int, roll: int, result: BombingResult) -> None:
    """Production points first, then oil; no more than the hex can give in a turn."""
    owner = owner_of(game, place)
    production_left, oil_left = left_to_lose(game, place)
    production = min(result.points, production_left)
    oil = min(result.points - production, oil_left)
    if production:
        game.add(PRODUCTION, owner, place, production)
    if oil:
        game.add(OIL, owner, place, oil)
    left = result.points - production - oil
    for take_losses in MORE_LOSSES.one_by_one(game):
        left -= take_losses(game, place, left, result.asterisks)
    printed = f"{result.points}{'*' * result.asterisks}"
    game.say(Bombed(place=place, factors=strength, roll=roll, result=printed, production=production, oil=oil))


# ---------------------------------------------------------------------------------------------- what production asks


@rule("11.7/the bombing", "13.6.3")
def production_lost(game: Position, power: int) -> int:
    """Production points that the power has lost in this turn; a hex that it holds no longer would not produce anyway."""
    bombed = {place: lost for owner, place, lost in game.state.amounts(PRODUCTION) if owner == power}
    return sum(min(lost, useable_factories(game, power, place)) for place, lost in bombed.items())


@rule("11.7/the bombing", "13.6.1")
def oil_lost(game: Position, place: int) -> int:
    """It is lost from the hex, whoever controls it by now."""
    return sum(lost for _, where, lost in game.state.amounts(OIL) if where == place)


def repair(game: Game, event: Event) -> None:
    """A new turn: what was bombed produces again."""
    for quantity in (PRODUCTION, OIL):
        for owner, place, lost in tuple(game.state.amounts(quantity)):
            game.add(quantity, owner, place, -lost)


BOMBING = procedure("bombing of the targets", "11.7/the bombing", next_target, bombing_takes_effect, locals=Bombing)
STRATEGIC_BOMBARDMENT = mission_procedure(KIND, bombers_attack_targets)


MODULE = Module(
    schema=Schema(quantities=(PRODUCTION, OIL)),
    procedures=(STRATEGIC_BOMBARDMENT, BOMBING),
    seams=(MORE_TARGETS, BOMBARDMENT, MORE_LOSSES),
    subscribes=((TurnBegan, repair),),
    changes=(
        PRODUCTION_LOST.attach(production_lost),
        OIL_LOST.attach(oil_lost),
    ),
)
