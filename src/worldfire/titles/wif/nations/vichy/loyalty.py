"""17.5 Combat with Vichy: its land units may defect before they fight somebody whom Vichy is not hostile to."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import PLACE
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import CONTROLLER, NOBODY, SIDE, power_of
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s11_10_6_overrun import before_an_overrun, destroy
from worldfire.rules.s11_10_entry import land_foes_at
from worldfire.rules.s11_10_land_movement import LandMovement, carry_out_overrun
from worldfire.rules.s11_15_advance import go_further
from worldfire.rules.s11_15_battle import Battle, attackers, defenders
from worldfire.rules.s11_15_resolution import LandCombatResult
from worldfire.titles.wif.nations.vichy.standing import (
    COMMONWEALTH,
    FRANCE,
    HOSTILE,
    ROUSED,
    USA,
    is_vichy,
    stands,
    vichy_power,
)

DEFECTS_ON = Figure("highest modified die on which a Vichy unit defects", "17.5")
#: what each land unit of these powers among the enemy adds to the die
_SWAY = {FRANCE: -1, USA: -1, COMMONWEALTH: 1}
#: how a combat ends that finds nobody left
_WALKED_OVER = "*/2B"
#: a notional unit has no number
NOTIONAL = NOBODY


class LoyaltyTested(Event, frozen=True):
    """`roll` is the modified die; the unit is gone if it does not stay loyal."""

    thing: ThingId
    roll: int
    loyal: bool


class NotionalTested(Event, frozen=True):
    place: PlaceId
    roll: int
    loyal: bool


class Loyalty(msgspec.Struct):
    """Vichy's units still to be rolled for, the enemies that sway them, and units that would overrun the hex."""

    units: tuple[int, ...]
    enemies: tuple[int, ...]
    place: int
    overrunning: tuple[int, ...] = ()


@rule("17.5")
def wavers(game: Position, enemies: tuple[int, ...]) -> bool:
    """Do Vichy's units test their loyalty against these: all of powers that it is not hostile to, and nobody entered Vichy?"""
    if not stands(game) or game.state.get(ROUSED) or not enemies:
        return False
    powers, hostile = {power_of(game, unit) for unit in enemies}, game.state.get(HOSTILE)
    allied = all(game.state[SIDE][power] not in (NOBODY, game.state[SIDE][vichy_power(game)]) for power in powers)
    return allied and not powers & {*hostile}


@rule("17.5")
def sway(game: Position, enemies: tuple[int, ...]) -> int:
    return sum(_SWAY.get(power_name(game, power_of(game, unit)), 0) for unit in land_units(game, enemies))


def _vichys(game: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in units if is_vichy(game, power_of(game, unit)) and not is_partisan(game, unit))


@step("17.5")
def next_to_waver(game: Game, loyalty: Loyalty) -> Control:
    """One die for each of Vichy's units, notional ones too."""
    if not loyalty.units:
        return Goto("loyalty_is_known")
    return Roll("loyalty to Vichy", seat_of_power(game, vichy_power(game)))


@step("17.5")
def unit_wavers(game: Game, loyalty: Loyalty) -> Control:
    unit, loyalty.units = loyalty.units[0], loyalty.units[1:]
    roll = game.total + sway(game, loyalty.enemies)
    loyal = roll > DEFECTS_ON(game)
    if unit == NOTIONAL:
        game.say(NotionalTested(place=loyalty.place, roll=roll, loyal=loyal))
        if not loyal:
            game.enclosing(Battle).notional = False
    else:
        game.say(LoyaltyTested(thing=unit, roll=roll, loyal=loyal))
        if not loyal:
            destroy(game, unit)
    return Goto("next_to_waver")


@step("17.5")
def loyalty_is_known(game: Game, loyalty: Loyalty) -> Control:
    if loyalty.overrunning:
        return Goto("overrun_goes_on")
    return End()


@step("17.5", also=("11.10.6",))
def overrun_goes_on(game: Game, loyalty: Loyalty) -> Control:
    """Over those who stayed loyal; an empty hex costs no more than any other."""
    if any(isinstance(frame.locals, Battle) for frame in game.state.frames):  # after a breakthrough
        return go_further(game, game.enclosing(Battle), loyalty.overrunning, loyalty.place)
    return carry_out_overrun(game, game.enclosing(LandMovement), loyalty.overrunning, loyalty.place)


LOYALTY = procedure(
    "loyalty to Vichy",
    "17.5",
    next_to_waver,
    unit_wavers,
    loyalty_is_known,
    overrun_goes_on,
    locals=Loyalty,
)


# ------------------------------------------------------------------------------------------------------- before a combat


def _notional_is_vichys(game: Position, battle: Battle) -> bool:
    """Is the hex Vichy's, and nobody but the notional unit there?"""
    holder = game.state[CONTROLLER][battle.target]
    return battle.notional and holder != NOBODY and is_vichy(game, holder)


class Defection(msgspec.Struct):
    """Has somebody's loyalty been tested before this combat?"""

    tested: bool = False


@step("17.5", also=("11.15.5",))
def vichy_wavers(game: Game, battle: Battle) -> Control:
    """Before the table is chosen."""
    if not stands(game):
        return None
    attack, defence = attackers(game, battle), defenders(game, battle)
    if _vichys(game, defence) or _notional_is_vichys(game, battle):
        notional = (NOTIONAL,) if _notional_is_vichys(game, battle) else ()
        units, enemies = (*_vichys(game, defence), *notional), attack
    else:
        units, enemies = _vichys(game, attack), defence
    if not units or not wavers(game, enemies):
        return None
    game.annex(Defection).tested = True
    return Call(LOYALTY.name, Loyalty(units, enemies, battle.target))


@step("17.5", also=("11.15.5",))
def who_stayed_loyal(game: Game, battle: Battle) -> Control:
    """Against nobody the attackers have an easy win; without attackers there is no combat."""
    if not game.annex(Defection).tested:
        return None
    gone = tuple(unit for unit, _ in battle.origins if game.state[PLACE][unit] not in _known(battle))
    battle.origins = tuple((unit, origin) for unit, origin in battle.origins if unit not in gone)
    if not battle.origins:
        return Goto("battle_is_over")
    battle.defenders = defenders(game, battle)
    if battle.defenders or battle.notional:
        return None
    battle.result = _WALKED_OVER
    game.say(LandCombatResult(place=battle.target, roll=0, result=_WALKED_OVER))
    return Goto("attackers_losses")


def _known(battle: Battle) -> set[int]:
    return {origin for _, origin in battle.origins} | {battle.target}


# ----------------------------------------------------------------------------------------------------- before an overrun


@rule("17.5", "11.10.6")
def vichy_is_overrun(
    usual: Callable[[Game, tuple[int, ...], int], Call | None], game: Game, units: tuple[int, ...], place: int
) -> Call | None:
    victims = _vichys(game, land_foes_at(game, units[0], place)) if stands(game) else ()
    if victims and wavers(game, units):
        return Call(LOYALTY.name, Loyalty(victims, units, place, units))
    return usual(game, units, place)


MODULE = Module(
    procedures=(LOYALTY,),
    changes=(
        before_an_overrun.wrapped_by(vichy_is_overrun, reads=(HOSTILE, ROUSED)),
        Annex("land attack", Defection),
        Insert("land attack", vichy_wavers, before="choose_combat_table"),
        Insert("land attack", who_stayed_loyal, after="vichy_wavers"),
    ),
)
