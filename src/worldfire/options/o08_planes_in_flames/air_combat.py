"""Option 8 in air-to-air combat (14.3.2, 14.3.3): fighter bombers, twin-engined fighters, night, altitude, jets."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.procedures import Call, Control, Verb, joint, procedure, step
from worldfire.engine.ruleset import Option
from worldfire.engine.shapes import Noun
from worldfire.forces.who import seats_of
from worldfire.rules.s14_air_combat import (
    ACTIVE,
    AIR_COMBAT,
    FRONT_RATING,
    INACTIVE,
    NO_EFFECT,
    RESULT,
    RESULTS,
    AirCombat,
    Exchange,
    bombers,
    both_fight,
    clear_through,
    in_combat,
    other,
)
from worldfire.tables.counters import AirAbility

NIGHT = "night"
HIGH_ALTITUDE = "high altitude"


def _has(game: Game, combat: AirCombat, thing: int, ability: AirAbility) -> bool:
    return thing >= 0 and ability in in_combat(game, combat, thing).abilities


def _fighter_of(exchange: Exchange, side: int) -> int:
    """The fighter that leads this exchange for a side, or −1 if a bomber does."""
    return exchange.leaders[side] if exchange.led_by_fighter[side] else -1


@rule("14.3.2")
def one_worse(result: str) -> str:
    """The next result down the table's order; DC stays DC and no effect stays no effect."""
    if result in ("DC", NO_EFFECT):
        return result
    return RESULTS[RESULTS.index(result) + 1]


# --------------------------------------------------------------------------------------------------- fighter bombers


@rule("14.3.2", "14.3.2/fighter bombers")
def fighter_bomber_rating(game: Game, combat: AirCombat, thing: int, is_fighter: bool) -> int:
    """A FTR that leads as a bomber has 1 less."""
    return -1 if not is_fighter and in_combat(game, combat, thing).is_ftr else 0


FIGHTER_BOMBERS = Option("8/fighter-bombers", "Fighter bombers", changes=(FRONT_RATING.attach(fighter_bomber_rating),))


# --------------------------------------------------------------------------------------------- twin-engined fighters


@rule("14.3.2", "14.3.2/twin-engined fighters")
def twin_engined_result(game: Game, result: str, combat: AirCombat, exchange: Exchange, side: int) -> str:
    """By day an orange front fighter does one worse against a front fighter that is not orange."""
    ours, theirs = (_fighter_of(exchange, who) for who in (side, other(side)))
    if NIGHT in combat.conditions or theirs < 0 or not _has(game, combat, ours, AirAbility.TWIN_ENGINED):
        return result
    return result if _has(game, combat, theirs, AirAbility.TWIN_ENGINED) else one_worse(result)


TWIN_ENGINED = Option("8/twin-engined", "Twin-engined fighters", changes=(RESULT.attach(twin_engined_result),))


# -------------------------------------------------------------------------------------------------------------- night


@rule("14.3.2", "14.3.2/night")
def night_result(game: Game, result: str, combat: AirCombat, exchange: Exchange, side: int) -> str:
    """By night a front fighter that is not a night fighter does one worse."""
    ours = _fighter_of(exchange, side)
    if NIGHT not in combat.conditions or ours < 0 or _has(game, combat, ours, AirAbility.NIGHT_FIGHTER):
        return result
    return one_worse(result)


@rule("14.3.2", "14.3.2/night")
def night_backing(game: Game, rating: int, combat: AirCombat, thing: int) -> int:
    """By night only night fighters back up the front fighter."""
    blind = NIGHT in combat.conditions and not _has(game, combat, thing, AirAbility.NIGHT_FIGHTER)
    return 0 if blind else rating


# ----------------------------------------------------------------------------------------------------------- altitude


@rule("14.3.2", "14.3.2/altitude")
def altitude_rating(game: Game, combat: AirCombat, thing: int, is_fighter: bool) -> int:
    """In a high altitude mission a front fighter without a white cloud has 1 less."""
    if HIGH_ALTITUDE not in combat.conditions or not is_fighter:
        return 0
    return 0 if _has(game, combat, thing, AirAbility.HIGH_ALTITUDE) else -1


# --------------------------------------------------------------------------------------------------------------- jets


@rule("14.3.3")
def is_jet(game: Game, combat: AirCombat, thing: int) -> bool:
    return _has(game, combat, thing, AirAbility.JET)


def _fast_bomber(game: Game, combat: AirCombat, side: int) -> int | None:
    """The jet that led the side's bombers when the round began, if it is still there and no jet led the opposing fighters."""
    bomber, opposing = combat.fronts[side][1], combat.fronts[other(side)][0]
    if bomber not in bombers(game, combat, side) or opposing < 0 or is_jet(game, combat, opposing):
        return None
    return bomber if is_jet(game, combat, bomber) else None


class JetBombers(msgspec.Struct):
    """Which side's jet is next."""

    side: int = ACTIVE


def _outrun(game: Game, jets: JetBombers, seat: str, noun: Noun) -> Control:
    combat = game.enclosing(AirCombat)
    bomber = _fast_bomber(game, combat, jets.side)
    assert bomber is not None
    clear_through(game, combat, jets.side, bomber)
    return None


def _stay(game: Game, jets: JetBombers, seat: str, noun: Noun) -> Control:
    return None


OUTRUN = Verb("outrun", "14.3.3", _outrun)
STAY_IN_LINE = Verb("stay-in-line", "14.3.3", _stay)


def _ask_for_jet(game: Game, jets: JetBombers, side: int) -> Control:
    combat = game.enclosing(AirCombat)
    bomber = _fast_bomber(game, combat, side)
    if bomber is None:
        return None
    seats = seats_of(game, (bomber,))
    return joint(seats, OUTRUN, STAY_IN_LINE, rule="14.3.3", prompt="air-jet-bomber", unit=Thing(bomber))


@step("14.3.3", OUTRUN, STAY_IN_LINE)
def active_sides_jet(game: Game, jets: JetBombers) -> Control:
    """If both sides have a fast bomber the active side decides first."""
    return _ask_for_jet(game, jets, ACTIVE)


@step("14.3.3")
def then_the_other_side(game: Game, jets: JetBombers) -> Control:
    jets.side = INACTIVE
    return None


@step("14.3.3", OUTRUN, STAY_IN_LINE)
def inactive_sides_jet(game: Game, jets: JetBombers) -> Control:
    return _ask_for_jet(game, jets, INACTIVE)


JETS_CLEAR = procedure(
    "jet bombers", "14.3.3", active_sides_jet, then_the_other_side, inactive_sides_jet, locals=JetBombers
)


@step("14.3.3", also=("14.3.3/jets",))
def jet_bombers_may_clear(game: Game, combat: AirCombat) -> Control:
    """After the other results of the round, before anybody may abort; with nobody left to outrun they are through anyway."""
    fast = both_fight(game, combat) and any(_fast_bomber(game, combat, side) is not None for side in (ACTIVE, INACTIVE))
    return Call(JETS_CLEAR.name, JetBombers()) if fast else None


JETS = Option(
    "8/jets",
    "Jets",
    procedures=(JETS_CLEAR,),
    changes=(Insert(AIR_COMBAT.name, jet_bombers_may_clear, before="active_side_may_abort"),),
)
