"""fa:14.4 Partisans in Russia: all of them are the Reds', and each turn two more rise for nothing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Draw, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import ground_of
from worldfire.forces.partisans import RED, SOIL
from worldfire.forces.pools import PARTISANS
from worldfire.forces.things import FACE_DOWN, move, place_index, things_at
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import CONTROLLER, NOBODY, SIDE, change_country, side_of
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s13_01_partisans import Area, PartisanPlaced, controller_of_partisans
from worldfire.titles.fa.civil_war.factions import SECTION, is_fighting, red_country, reds, soil, white_country


@rule(SECTION, "fa:13.1.2")
def russian_partisans_are_red(usual: Callable[[Position, Area], int], game: Position, area: Area) -> int:
    return reds(game) if is_fighting(game) and area.hexes <= soil(game) else usual(game, area)


class FreePartisans(msgspec.Struct):
    """Maps on which none rises any more this turn, and the partisan that has been drawn."""

    done: int = 0
    drawn: int = NOBODY


@rule(SECTION)
def rising_grounds(game: Position, number: int) -> tuple[int, ...]:
    """Russian hexes of Europe, then of the map of the world, away from Whites and Allies."""
    large, side = ground_of(game).large, game.state[SIDE][reds(game)]
    return tuple(
        place
        for place in sorted(soil(game))
        if (place in large) == bool(number)
        and game.state[CONTROLLER][place] != NOBODY
        and not in_enemy_zoc(game, place, side)
        and all(side_of(game, unit) == side for unit in things_at(game, place))
    )


def _with_room(game: Position, free: FreePartisans) -> tuple[int, ...]:
    return tuple(
        place
        for place in rising_grounds(game, free.done)
        if stacking_violation(game, place, (*things_at(game, place), free.drawn)) is None
    )


@step(SECTION)
def next_free_partisan(game: Game, free: FreePartisans) -> Control:
    """Drawn at random; without one in the pool, or a hex for it, none rises."""
    if free.done == len((False, True)):
        return End()
    pool = place_index(game, PARTISANS)
    if not things_at(game, pool) or not rising_grounds(game, free.done):
        free.done += 1
        return Goto("next_free_partisan")
    return Draw("partisan", seat_of_power(game, reds(game)), pool)


@step(SECTION)
def enlist_free_partisan(game: Game, free: FreePartisans) -> Control:
    (free.drawn,) = game.result
    change_country(game, free.drawn, red_country(game))
    game.write(SOIL, free.drawn, white_country(game))
    game.write(RED, free.drawn, 1)
    game.write(FACE_DOWN, free.drawn, 0)
    if _with_room(game, free):
        return None
    free.done += 1
    return Goto("next_free_partisan")


def _grounds(game: Position, free: FreePartisans, seat: str) -> Shape | Violation:
    return One(_with_room(game, free))


def _raise(game: Game, free: FreePartisans, seat: str, noun: Noun) -> Control:
    free.done += 1
    move(game, free.drawn, noun)
    game.say(PartisanPlaced(thing=free.drawn, place=noun))
    return Goto("next_free_partisan")


def _forgo(game: Game, free: FreePartisans, seat: str, noun: Noun) -> Control:
    free.done += 1
    return Goto("next_free_partisan")


RAISE_PARTISAN = Verb("raise-red-partisan", SECTION, _raise, _grounds, items=Place)
FORGO_PARTISAN = Verb("forgo-red-partisan", SECTION, _forgo)


@step(SECTION, RAISE_PARTISAN, FORGO_PARTISAN)
def place_free_partisan(game: Game, free: FreePartisans) -> Control:
    return one(
        seat_of_power(game, reds(game)),
        RAISE_PARTISAN,
        FORGO_PARTISAN,
        rule=SECTION,
        prompt="raise-red-partisan",
        unit=Thing(free.drawn),
    )


FREE_PARTISANS = procedure(
    "free partisans of the Reds",
    SECTION,
    next_free_partisan,
    enlist_free_partisan,
    place_free_partisan,
    locals=FreePartisans,
)


@step(SECTION, also=("fa:13.1",))
def reds_raise_partisans(game: Game, nothing: None) -> Control:
    return Call(FREE_PARTISANS.name, FreePartisans()) if is_fighting(game) else None


MODULE = Module(
    procedures=(FREE_PARTISANS,),
    changes=(
        controller_of_partisans.wrapped_by(russian_partisans_are_red),
        Insert(step_name("partisans"), reds_raise_partisans, after="perform"),
    ),
)
