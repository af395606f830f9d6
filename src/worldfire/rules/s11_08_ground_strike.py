"""11.8 Ground strike: bombers attack enemy land and aircraft units on the ground."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import SumOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.things import FACE_DOWN, PLACE, counter_of, on_the_map, turn_face_down
from worldfire.forces.turn import powers_of_side
from worldfire.forces.who import CONTROLLER, HEXES_HELD, POWER, power_of, seat_of
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s14_2_missions import (
    Kind,
    Mission,
    enemy_units_at,
    has_tactical_factor,
    is_enemy,
    is_struck,
    mission_procedure,
    new_kind,
    part_in_an_attack,
    survivors,
    tactical_factors,
)
from worldfire.rules.s15_surprise import extra_ground_strike_dice
from worldfire.tables.counters import LandCounter, NavalCounter, Size

#: options 8 and 49: more dice. (game, bomber, target)
MORE_DICE = SumOf[[int, int], int]("11.8 more dice")


class GroundStrike(Event, frozen=True):
    """A bomber attacks a unit: the dice against its modified factor."""

    aircraft: ThingId
    unit: ThingId
    factor: int
    dice: tuple[int, ...]
    success: bool


@clause("11.8")
def is_target(game: Position, power: int, unit: int) -> bool:
    """A face-up enemy land or aircraft unit; what is built into the ground has no face."""
    counter = counter_of(game, unit)
    if isinstance(counter, NavalCounter) or (isinstance(counter, LandCounter) and counter.size is Size.FACILITY):
        return False
    return not game.state[FACE_DOWN][unit] and is_struck(game, power, unit, game.state[PLACE][unit])


def _targets(game: Position, mission: Mission) -> frozenset[int]:
    powers = powers_of_side(game, mission.side)
    owners, holders = game.state[POWER], game.state[CONTROLLER]
    foes = {
        foe: [power for power in powers if is_enemy(game, power, foe)] for foe in {*owners, *game.look_up(HEXES_HELD)}
    }
    found: set[int] = set()
    for unit, place in on_the_map(game):
        fought_by = foes[power_of(game, unit)] or foes[holders[place]]
        if fought_by and place not in found and any(is_target(game, power, unit) for power in fought_by):
            found.add(place)
    return frozenset(found)


@rule("11.8")
def _violation(game: Position, bomber: int, place: int) -> Violation | None:
    """Something that the bomber's own power is at war with must be there."""
    power = power_of(game, bomber)
    if any(is_target(game, power, unit) for unit in enemy_units_at(game, power, place)):
        return None
    return refused("11.8", "nothing-to-strike", place=Place(place), unit=Thing(bomber))


KIND = new_kind(
    Kind(
        "ground strike",
        "11.8",
        has_tactical_factor,
        _targets,
        _violation,
        part_violation=part_in_an_attack,
        activity="ground strike",
    )
)


# -------------------------------------------------------------------------------------------------------- the strike


class Strike(msgspec.Struct):
    """Attacks one by one: each bomber against each unit that was face-up when the strike began."""

    attacks: tuple[tuple[int, int], ...]


@step("11.8/the strike")
def bombers_attack(game: Game, mission: Mission) -> Control:
    attacks = []
    for place, there in sorted(survivors(game, mission).items()):
        for bomber in there:
            power = power_of(game, bomber)
            units = (unit for unit in enemy_units_at(game, power, place) if is_target(game, power, unit))
            attacks += [(bomber, unit) for unit in units]
    return Call(STRIKES.name, Strike(tuple(attacks)))


@clause("11.8/the strike", "14.2.3", "14.5")
def strike_factor(game: Position, bomber: int, place: int) -> int:
    """The tactical factor after weather and terrain, each bomber rounded for itself (2.6, 14.5)."""
    return rounded(tactical_factors(game, bomber, place))


@clause("11.8/the strike")
def factor_against(game: Position, bomber: int, unit: int) -> int:
    """What a die against this unit must not exceed."""
    return strike_factor(game, bomber, game.state[PLACE][unit])


@clause("11.8/the strike", "15.1")
def strike_dice(game: Position, bomber: int, unit: int) -> int:
    """One, and one more against a surprised unit; what options add is cumulative."""
    return 1 + extra_ground_strike_dice(game, bomber, unit) + MORE_DICE(game, bomber, unit)


@step("11.8/the strike")
def next_attack(game: Game, strike: Strike) -> Control:
    """A unit already face-down is not attacked again, and a factor of 0 cannot succeed."""
    while strike.attacks:
        bomber, unit = strike.attacks[0]
        if not game.state[FACE_DOWN][unit] and factor_against(game, bomber, unit) > 0:
            dice = strike_dice(game, bomber, unit)
            return Roll("ground-strike", seat_of(game, bomber), dice=dice, concerns=(seat_of(game, unit),))
        strike.attacks = strike.attacks[1:]
    return End()


@step("11.8/the strike")
def attack_result(game: Game, strike: Strike) -> Control:
    """Any die that does not exceed the factor turns the unit face-down."""
    (bomber, unit), *rest = strike.attacks
    strike.attacks = tuple(rest)
    factor = factor_against(game, bomber, unit)
    modifier = game.total - sum(game.dice)
    success = any(die + modifier <= factor for die in game.dice)
    game.say(GroundStrike(aircraft=bomber, unit=unit, factor=factor, dice=game.dice, success=success))
    if success:
        turn_face_down(game, unit)
    return Goto("next_attack")


STRIKES = procedure("ground strike attacks", "11.8/the strike", next_attack, attack_result, locals=Strike)
GROUND_STRIKE = mission_procedure(KIND, bombers_attack)


MODULE = Module(
    procedures=(GROUND_STRIKE, STRIKES),
    seams=(MORE_DICE,),
)
