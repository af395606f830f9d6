"""fa:21.3 Engineers: they carry attacks over rivers and into forts and trenches, and pay for it first."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, joint, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun
from worldfire.forces.charts import chart_named
from worldfire.forces.things import FACE_DOWN
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_battle import Battle, attackers, attacking_seats, reckoning_of
from worldfire.rules.s11_15_factors import Reckoning, hexside_effects, hexside_multiplier, origin_of_attack
from worldfire.rules.s11_15_land_roll import LandRoll
from worldfire.rules.s11_15_odds import LandAttack, Modifier
from worldfire.rules.s11_15_resolution import LAND_ATTACK_PROCEDURE, first_losses
from worldfire.tables.counters import LandType
from worldfire.titles.fa.factors import IN_ATTACK
from worldfire.titles.fa.land_roll import FURTHER, given
from worldfire.titles.fa.trenches import is_entrenched

FORT, RIVER = "printed fort", "river or canal"


class Sapping(msgspec.Struct):
    """Do the engineers of this attack stay out of harm's way?"""

    spared: bool = False


def _engineers(game: Position, reckoning: Reckoning, origin: int) -> tuple[int, ...]:
    """Face-up engineers that attack from this hex, unless they are spared."""
    sapping = game.find_annex(Sapping)
    if sapping is not None and sapping.spared:
        return ()
    landed = {arrival.unit for arrival in reckoning.arrivals}
    return tuple(
        unit
        for unit in reckoning.attackers
        if _is_engineer(game, unit)
        and unit not in landed
        and not game.state[FACE_DOWN][unit]
        and origin_of_attack(game, reckoning, unit) == origin
    )


def _is_engineer(game: Position, unit: int) -> bool:
    return land_counter(game, unit).type is LandType.ENG


@rule("fa:21.3")
def _helped(game: Position, reckoning: Reckoning, origin: int) -> frozenset[int]:
    """Engineers of the hex, and the strongest units beside them, as many as they have factors."""
    engineers = _engineers(game, reckoning, origin)
    if not engineers:
        return frozenset()
    factors = sum((IN_ATTACK(game, _printed(game, unit), reckoning, unit) for unit in engineers), Fraction(0))
    beside = [
        unit
        for unit in reckoning.attackers
        if unit not in engineers and origin_of_attack(game, reckoning, unit) == origin
    ]
    strongest = sorted(beside, key=lambda unit: -_printed(game, unit))
    return frozenset((*engineers, *strongest[: int(factors)]))


def _printed(game: Position, unit: int) -> Fraction:
    return Fraction(land_counter(game, unit).strength or 0)


@rule("fa:21.3", "fa:11.12.1.3")
def across_with_engineers(
    usual: Callable[[Position, Reckoning, int, int], Fraction],
    game: Position,
    reckoning: Reckoning,
    unit: int,
    origin: int,
) -> Fraction:
    """A fort, or where there is none a river or canal, does not halve those whom engineers help."""
    share = usual(game, reckoning, unit, origin)
    rows = hexside_effects(game, reckoning, unit, origin)
    lifted = FORT if FORT in rows else RIVER if RIVER in rows else ""
    if not lifted or unit not in _helped(game, reckoning, origin):
        return share
    return share / chart_named(game, "terrain_combat").number(lifted, "attackers")


# ------------------------------------------------------------------------------------------------------- modifiers


@rule("fa:21.3", "fa:11.12.5.3")
def engineers_count(game: Position, modifiers: tuple[Modifier, ...], reckoning: Reckoning) -> tuple[Modifier, ...]:
    """In attack and in defence; of those who are spared only who would be at risk gives nothing."""
    sapping = game.find_annex(Sapping)
    spared = at_risk(game, reckoning) if sapping is not None and sapping.spared else ()
    attacking = any(_is_engineer(game, unit) and unit not in spared for unit in reckoning.attackers)
    defending = any(_is_engineer(game, unit) for unit in reckoning.defenders)
    return (
        *modifiers,
        *given(game, "attacking engineer", int(attacking)),
        *given(game, "defending engineer", int(defending)),
    )


@rule("fa:21.3")
def at_risk(game: Position, reckoning: Reckoning) -> tuple[int, ...]:
    """Attacking engineers that cross a river or fort, or go against trenches."""
    trenches = any(is_entrenched(game, unit) for unit in reckoning.defenders)
    landed = {arrival.unit for arrival in reckoning.arrivals}
    found = []
    for unit in reckoning.attackers:
        if _is_engineer(game, unit):
            origin = origin_of_attack(game, reckoning, unit)
            rows = () if unit in landed else hexside_effects(game, reckoning, unit, origin)
            found += [unit] if trenches or FORT in rows or RIVER in rows else []
    return tuple(found)


@rule("fa:21.3")
def engineers_fall_first(game: Position, battle: Battle, attack: LandAttack, roll: LandRoll) -> tuple[int, ...]:
    """One of those that helped must be the first loss."""
    if game.annex(Sapping).spared:
        return ()
    return tuple(unit for unit in at_risk(game, reckoning_of(game, battle)) if unit in attackers(game, battle))


# --------------------------------------------------------------------------------------------------------- sparing them


def _use(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    return None


def _spare(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    game.annex(Sapping).spared = True
    return None


USE_ENGINEERS = Verb("use-engineers", "fa:21.3", _use)
SPARE_ENGINEERS = Verb("spare-engineers", "fa:21.3", _spare)


@step("fa:21.3", USE_ENGINEERS, SPARE_ENGINEERS)
def engineers_lead(game: Game, battle: Battle) -> Control:
    """Announced before the dice, where helping would cost them the first loss."""
    if not at_risk(game, reckoning_of(game, battle)):
        return None
    seats = attacking_seats(game, battle)
    return joint(
        seats, USE_ENGINEERS, SPARE_ENGINEERS, rule="fa:21.3", prompt="use-engineers", place=Place(battle.target)
    )


LAND = LAND_ATTACK_PROCEDURE.name

MODULE = Module(
    changes=(
        Annex(LAND, Sapping),
        Insert(LAND, engineers_lead, before="choose_combat_table"),
        hexside_multiplier.wrapped_by(across_with_engineers),
        first_losses.replaced_by(engineers_fall_first),
        FURTHER.attach(engineers_count),
    ),
)
