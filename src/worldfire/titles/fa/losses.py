"""fa:11.12.5.4, 8 Losses in halves: a division is half a unit, and a corps may be broken down to half its strength.

What a combat cost each side is counted in halves, because whoever loses more is turned face-down.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.changes import Annex, Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Pick, Verb, joint, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.things import PLACE, move, turn_face_down
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s04_reinforcements import return_to_pool
from worldfire.rules.s11_10_6_overrun import destroy
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_battle import Battle, attackers, attacking_seats, deciders, defenders
from worldfire.rules.s11_15_odds import Fate, losses_of_attackers
from worldfire.rules.s11_15_resolution import LAND_ATTACK_PROCEDURE, attack_of, result_of
from worldfire.rules.s11_15_retreats import turn_survivors_face_down
from worldfire.rules.s14_air_missions import tray_of
from worldfire.tables.counters import LandType, Size
from worldfire.titles.fa.divisions import half_of, kinds_of_halves

HALVES = 2
ATTACKING, DEFENDING = 0, 1


class Halves(msgspec.Struct):
    """What a land attack has cost attackers and defenders, in halves of a unit, and what they still owe."""

    lost: tuple[int, int] = (0, 0)
    owed: tuple[int, int] = (-1, -1)


class BrokenDownInCombat(Event, frozen=True):
    """A corps is reduced to a division: the whole corps is a loss for morale, but earns no bonus (fa:13.5.3.1, 14.1)."""

    corps: ThingId
    division: ThingId


def halves_of(game: Position, unit: int) -> int:
    return 1 if land_counter(game, unit).size is Size.DIVISION else HALVES


@clause("fa:11.12.5.4")
def may_be_lost(game: Position, battle: Battle, side: int) -> tuple[int, ...]:
    """The units that a side may lose."""
    return attackers(game, battle) if side == ATTACKING else defenders(game, battle)


# -------------------------------------------------------------------------------------------------------- what is owed


@rule("fa:11.12.5.4")
def printed_loss(game: Position, battle: Battle, side: int) -> Fraction:
    result = result_of(battle)
    return losses_of_attackers(result, attack_of(game, battle)) if side == ATTACKING else result.defender_losses


def _owed(game: Position, battle: Battle, side: int) -> int:
    """In halves; never more than the side has."""
    noted = game.annex(Halves).owed[side]
    owed = int(printed_loss(game, battle, side) * HALVES) if noted < 0 else noted
    return min(owed, sum(halves_of(game, unit) for unit in may_be_lost(game, battle, side)))


def _bill(game: Position, battle: Battle, side: int) -> int:
    """What whole units can pay: without a division a half that is left over costs a corps."""
    owed, units = _owed(game, battle, side), may_be_lost(game, battle, side)
    divisions = any(halves_of(game, unit) == 1 for unit in units)
    return owed if divisions or owed % HALVES == 0 else owed + 1


def _note(game: Game, side: int, paid: int, owed: int) -> None:
    halves = game.annex(Halves)
    lost, left = list(halves.lost), list(halves.owed)
    lost[side] += paid
    left[side] = max(0, owed - paid)
    halves.lost, halves.owed = (lost[0], lost[1]), (left[0], left[1])


# ------------------------------------------------------------------------------------------------------- whole units


@rule("fa:21.3")
def _fall_first(game: Position, battle: Battle, side: int) -> tuple[int, ...]:
    """Those of whom one must be lost before anybody else."""
    units = may_be_lost(game, battle, side)
    return tuple(unit for unit in battle.first_loss if unit in units) if side == ATTACKING else ()


def _shape(game: Position, battle: Battle, side: int) -> Shape | Violation:
    first = _fall_first(game, battle, side)
    if first:
        return Set(first, 1, 1)
    units, bill = may_be_lost(game, battle, side), _bill(game, battle, side)
    divisions = sum(halves_of(game, unit) == 1 for unit in units)
    corps = len(units) - divisions
    sizes = [
        number + (bill - HALVES * number) for number in range(corps + 1) if 0 <= bill - HALVES * number <= divisions
    ]
    return Set(units, min(sizes, default=0), max(sizes, default=0))


def _violation(game: Position, battle: Battle, side: int, noun: Noun) -> Violation | None:
    adds_up = sum(halves_of(game, unit) for unit in noun) == _bill(game, battle, side)
    if adds_up or _fall_first(game, battle, side):
        return None
    return refused("fa:11.12.5.4", "losses-do-not-add-up")


def _lose(game: Game, battle: Battle, side: int, noun: Noun) -> None:
    owed = _owed(game, battle, side)
    _note(game, side, sum(halves_of(game, unit) for unit in noun), owed)
    counts = list(battle.lost)
    counts[side] += len(noun)
    battle.lost = (counts[0], counts[1])
    battle.first_loss = ()
    destroy(game, *noun)


def _attackers_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    return _shape(game, battle, ATTACKING)


def _attackers_violation(game: Position, battle: Battle, seat: str, noun: Noun) -> Violation | None:
    return _violation(game, battle, ATTACKING, noun)


def _lose_attackers(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    _lose(game, battle, ATTACKING, noun)
    return None


def _defenders_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    return _shape(game, battle, DEFENDING)


def _defenders_violation(game: Position, battle: Battle, seat: str, noun: Noun) -> Violation | None:
    return _violation(game, battle, DEFENDING, noun)


def _lose_defenders(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    _lose(game, battle, DEFENDING, noun)
    return None


# -------------------------------------------------------------------------------------------------------- half a corps


class Halving(msgspec.Struct):
    """A corps that is being broken down, and the kind of division that stays."""

    corps: int
    side: int
    kind: str = ""


def _breakable(game: Position, battle: Battle, side: int) -> tuple[int, ...]:
    """Corps with a division in the pool to stand in for them; only the odd half is paid so, and not by who must die first."""
    if _owed(game, battle, side) % HALVES == 0 or _fall_first(game, battle, side):
        return ()
    return tuple(unit for unit in may_be_lost(game, battle, side) if kinds_of_halves(game, unit))


def _halving_shape(game: Position, battle: Battle, side: int) -> Shape | Violation:
    found = _breakable(game, battle, side)
    return One(found) if found else refused("fa:11.12.5.4", "no-division-to-stand-in")


def _break_attacker_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    return _halving_shape(game, battle, ATTACKING)


def _break_defender_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    return _halving_shape(game, battle, DEFENDING)


def _break_attacker(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    return Call(HALVING.name, Halving(noun, ATTACKING))


def _break_defender(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    return Call(HALVING.name, Halving(noun, DEFENDING))


LOSE_ATTACKERS = Verb(
    "lose-attackers", "fa:11.12.5.4", _lose_attackers, _attackers_shape, _attackers_violation, items=Thing
)
LOSE_DEFENDERS = Verb(
    "lose-defenders", "fa:11.12.5.4", _lose_defenders, _defenders_shape, _defenders_violation, items=Thing
)
HALVE_ATTACKER = Verb("halve-attacker", "fa:11.12.5.4", _break_attacker, _break_attacker_shape, items=Thing)
HALVE_DEFENDER = Verb("halve-defender", "fa:11.12.5.4", _break_defender, _break_defender_shape, items=Thing)


@step("fa:11.12.5.4", LOSE_ATTACKERS, HALVE_ATTACKER)
def attackers_losses(game: Game, battle: Battle) -> Control:
    """The owners pick their losses."""
    if not _owed(game, battle, ATTACKING):
        return None
    return _ask(game, battle, ATTACKING, LOSE_ATTACKERS, HALVE_ATTACKER)


@step("fa:11.12.5.4", LOSE_DEFENDERS, HALVE_DEFENDER)
def defenders_losses(game: Game, battle: Battle) -> Control:
    """Then the defenders theirs."""
    if not _owed(game, battle, DEFENDING):
        return None
    return _ask(game, battle, DEFENDING, LOSE_DEFENDERS, HALVE_DEFENDER)


def _ask(game: Position, battle: Battle, side: int, lose: Verb, halve: Verb) -> Control:
    seats = attacking_seats(game, battle)
    if side == DEFENDING:
        seats = deciders(game, defenders(game, battle), game.state[CONTROLLER][battle.target], battle.side)
    verbs = (lose, halve) if _breakable(game, battle, side) else (lose,)
    return joint(seats, *verbs, rule="fa:11.12.5.4", prompt=lose.name)


@step("fa:11.12.5.4")
def rest_of_attackers_losses(game: Game, battle: Battle) -> Control:
    """After half a corps whole units may still be owed."""
    return Goto("attackers_losses") if _owed(game, battle, ATTACKING) else None


@step("fa:11.12.5.4")
def rest_of_defenders_losses(game: Game, battle: Battle) -> Control:
    """The same."""
    return Goto("defenders_losses") if _owed(game, battle, DEFENDING) else None


# ---------------------------------------------------------------------------------------------- which division stands in


def _kinds(game: Position, halving: Halving, seat: str) -> Shape | Violation:
    return One(tuple(kind.value for kind in kinds_of_halves(game, halving.corps)))


def _choose_kind(game: Game, halving: Halving, seat: str, noun: Noun) -> Control:
    halving.kind = noun
    return None


CHOOSE_KIND = Verb("choose-division", "fa:21.2", _choose_kind, _kinds)


def _owner(game: Position, halving: Halving) -> tuple[str, ...]:
    return deciders(game, (halving.corps,), -1, game.enclosing(Battle).side)


@step("fa:21.2", CHOOSE_KIND)
def choose_kind_of_half(game: Game, halving: Halving) -> Control:
    """Of the kinds that the corps could be broken down into."""
    kinds = kinds_of_halves(game, halving.corps)
    if len(kinds) == 1:
        halving.kind = kinds[0].value
        return None
    return joint(
        _owner(game, halving), CHOOSE_KIND, rule="fa:21.2", prompt="choose-division", unit=Thing(halving.corps)
    )


@step("fa:21.2")
def draw_the_half(game: Game, halving: Halving) -> Control:
    """Divisions are drawn at random."""
    found = half_of(game, halving.corps, LandType(halving.kind))
    return Pick("division", _owner(game, halving)[0], len(found))


@step("fa:11.12.5.4", also=("fa:21.2",))
def half_stands_in(game: Game, halving: Halving) -> Control:
    """The other half, which need not exist, is the loss; the corps goes back to its pool."""
    battle, corps = game.enclosing(Battle), halving.corps
    (number,) = game.result
    division = half_of(game, corps, LandType(halving.kind))[number]
    owed, place = _owed(game, battle, halving.side), game.state[PLACE][corps]
    game.say(BrokenDownInCombat(corps=corps, division=division))
    move(game, division, place)
    turn_face_down(game, division)
    if halving.side == ATTACKING:
        origin = dict(battle.origins)[corps]
        battle.origins = (*(pair for pair in battle.origins if pair[0] != corps), (division, origin))
        battle.arrivals = tuple(
            msgspec.structs.replace(arrival, unit=division) if arrival.unit == corps else arrival
            for arrival in battle.arrivals
        )
    else:
        battle.defenders = (*(unit for unit in battle.defenders if unit != corps), division)
    move(game, corps, tray_of(game, corps))
    return_to_pool(game, corps)
    _note(game, halving.side, 1, owed)
    return None


HALVING = procedure(
    "corps broken down in combat", "fa:11.12.5.4", choose_kind_of_half, draw_the_half, half_stands_in, locals=Halving
)


# -------------------------------------------------------------------------------------------------------------- facing


@step("fa:11.12.5.8")
def defenders_facing(game: Game, battle: Battle) -> Control:
    """Face-down after a retreat, or if they lost more than the attackers."""
    lost = game.annex(Halves).lost
    if battle.fate is Fate.RETREAT or lost[DEFENDING] > lost[ATTACKING]:
        turn_survivors_face_down(game, battle)
    return None


LAND = LAND_ATTACK_PROCEDURE.name

MODULE = Module(
    procedures=(HALVING,),
    changes=(
        Annex(LAND, Halves),
        Instead(LAND, "attackers_losses", attackers_losses),
        Insert(LAND, rest_of_attackers_losses, after="attackers_losses"),
        Instead(LAND, "defenders_losses", defenders_losses),
        Insert(LAND, rest_of_defenders_losses, after="defenders_losses"),
        Instead(LAND, "defenders_facing", defenders_facing),
    ),
)
