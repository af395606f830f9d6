"""fa:14.4 Defection: before a land combat every Russian unit in it may go over to the other faction."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, counter_of, move, place_index
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import COUNTRY, change_country, power_of
from worldfire.rules.s11_15_battle import Battle, attackers, defenders
from worldfire.rules.s11_15_resolution import LAND_ATTACK_PROCEDURE, seats_concerned
from worldfire.tables.counters import LandCounter, Size
from worldfire.titles.fa.civil_war.factions import SECTION, is_fighting, red_country, white_country
from worldfire.titles.fa.civil_war.mustering import LOYAL

RED_DEFECTS = Figure("most on the die for a Red unit to defect", SECTION)
WHITE_DEFECTS = Figure("most on the die for a White unit to defect", SECTION)


class Defected(Event, frozen=True):
    """The unit arrives next turn, for the other faction."""

    unit: ThingId
    roll: int


class Doubts(msgspec.Struct):
    """Units that are still to be asked."""

    left: tuple[int, ...]


@rule(SECTION)
def doubtful(game: Position, battle: Battle) -> tuple[int, ...]:
    """Attackers and defenders of either faction, whomever they fight; not their minor countries' units, nor partisans."""
    return tuple(unit for unit in (*attackers(game, battle), *defenders(game, battle)) if _may_defect(game, unit))


def _may_defect(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    if game.state[COUNTRY][unit] not in (white_country(game), red_country(game)) or is_partisan(game, unit):
        return False
    fort = isinstance(counter, LandCounter) and counter.size is Size.FACILITY
    return counter.id not in LOYAL and not fort


@step(SECTION)
def units_may_defect(game: Game, battle: Battle) -> Control:
    left = doubtful(game, battle) if is_fighting(game) else ()
    return Call(DEFECTIONS.name, Doubts(left)) if left else None


@step(SECTION)
def ask_a_unit(game: Game, doubts: Doubts) -> Control:
    if not doubts.left:
        return End()
    seat = seat_of_power(game, power_of(game, doubts.left[0]))
    return Roll("defection", seat, concerns=seats_concerned(game, game.enclosing(Battle)))


@step(SECTION)
def unit_answers(game: Game, doubts: Doubts) -> Control:
    unit, doubts.left = doubts.left[0], doubts.left[1:]
    red = game.state[COUNTRY][unit] == red_country(game)
    if game.total <= (RED_DEFECTS if red else WHITE_DEFECTS)(game):
        game.say(Defected(unit=unit, roll=game.total))
        change_country(game, unit, white_country(game) if red else red_country(game))
        game.write(FACE_DOWN, unit, 0)
        move(game, unit, place_index(game, circle_space(game.state.get(TURN) + 1)))
    return Goto("ask_a_unit")


DEFECTIONS = procedure("defections", SECTION, ask_a_unit, unit_answers, locals=Doubts)


@step(SECTION)
def somebody_still_attacks(game: Game, battle: Battle) -> Control:
    """Attackers that are gone are out of it; without any there is no combat."""
    there = attackers(game, battle)
    if not is_fighting(game) or len(there) == len(battle.origins):
        return None
    battle.origins = tuple(origin for origin in battle.origins if origin[0] in there)
    return None if there else Goto("battle_is_over")


LAND = LAND_ATTACK_PROCEDURE.name

MODULE = Module(
    procedures=(DEFECTIONS,),
    changes=(
        Insert(LAND, units_may_defect, before="roll_the_die"),
        Insert(LAND, somebody_still_attacks, before="roll_the_die"),
    ),
)
