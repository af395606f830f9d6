"""Option 1, in-hex reserves (fa:2.3.1.1): one land unit more in each hex, which stays out of the fighting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, joint, step
from worldfire.engine.ruleset import Option
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.things import PLACE, things_at
from worldfire.forces.who import CONTROLLER, NOBODY
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s02_3_stacking import MORE_LAND_UNITS, land_limit, land_units, limit_after_combat
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_battle import Battle, deciders, defenders, those_who_defend
from worldfire.rules.s11_15_land_combat import limits_violation
from worldfire.rules.s11_15_resolution import LAND_ATTACK_PROCEDURE
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s14_2_missions import Mission
from worldfire.tables.counters import Size
from worldfire.titles.fa.artillery import GunLaid, company_violation
from worldfire.titles.fa.losses import ATTACKING, may_be_lost

IN_RESERVE = Figure("land units more in a hex with a reserve", "fa:2.3.1.1")
#: (gun, hex that it struck from) of this impulse
HAVE_STRUCK: Field[tuple[tuple[int, int], ...]] = Field("guns_that_have_struck", ())


class HeldInReserve(Event, frozen=True):
    """A defender takes no part in the combat."""

    unit: ThingId


class InReserve(msgspec.Struct):
    """The defender of this combat that takes no part in it."""

    unit: int = NOBODY


@rule("fa:2.3.1.1")
def one_in_reserve(game: Position, place: int, units: tuple[int, ...]) -> int:
    """Not beside units that have just invaded the hex."""
    landed = game.state[FRESHLY_LANDED]
    return 0 if any(landed[unit] for unit in units) else IN_RESERVE(game)


@rule("fa:2.3.1.1")
def no_reserve_after_combat(
    usual: Callable[[Position, int, Iterable[int]], int], game: Position, place: int, units: Iterable[int]
) -> int:
    """Nobody retreats or advances into a place in reserve."""
    units = tuple(units)
    return usual(game, place, units) - one_in_reserve(game, place, units)


@rule("fa:2.3.1.1")
def fighting_limit(game: Position, place: int, units: tuple[int, ...]) -> int:
    return land_limit(game, place, units) - one_in_reserve(game, place, units)


# ------------------------------------------------------------------------------------------------------------- attacking


@rule("fa:2.3.1.1")
def no_more_attack_than_may_stand(
    usual: Callable[[Position, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]], Violation | None],
    game: Position,
    landed: tuple[tuple[int, int], ...],
    declared: tuple[tuple[int, int], ...],
) -> Violation | None:
    """Out of a hex no more units attack than could be there without this; guns that have struck count."""
    origins: dict[int, set[int]] = {}
    for unit, _ in declared:
        origins.setdefault(game.state[PLACE][unit], set()).add(unit)
    for gun, place in game.state.get(HAVE_STRUCK):
        if place in origins:
            origins[place].add(gun)
    return _beyond_the_limit(game, origins) or usual(game, landed, declared)


@rule("fa:2.3.1.1", "fa:11.7")
def no_more_strike_than_may_stand(
    usual: Callable[[Position, Mission, tuple[tuple[int, int], ...]], Violation | None],
    game: Position,
    mission: Mission,
    orders: tuple[tuple[int, int], ...],
) -> Violation | None:
    """A ground strike is an attack out of the hex."""
    if mission.kind == "ground strike":
        striking: dict[int, set[int]] = {}
        for gun, place in (*((gun, game.state[PLACE][gun]) for gun, _ in orders), *game.state.get(HAVE_STRUCK)):
            striking.setdefault(place, set()).add(gun)
        found = _beyond_the_limit(game, striking)
        if found is not None:
            return found
    return usual(game, mission, orders)


def _beyond_the_limit(game: Position, origins: Mapping[int, set[int]]) -> Violation | None:
    for place, units in origins.items():
        most = fighting_limit(game, place, tuple(units))
        if len(units) > most:
            return refused("fa:2.3.1.1", "reserves-do-not-attack", place=Place(place), most=Number(most))
    return None


@rule("fa:2.3.1.1")
def note_the_gun(game: Game, event: GunLaid) -> None:
    if game.enclosing(Mission).kind == "ground strike":
        game.set(HAVE_STRUCK, (*game.state.get(HAVE_STRUCK), (event.gun, game.state[PLACE][event.gun])))


def forget_the_guns(game: Game, event: LastImpulseTested) -> None:
    if game.state.get(HAVE_STRUCK):
        game.set(HAVE_STRUCK, ())


# ------------------------------------------------------------------------------------------------------------- defending


def _candidates(game: Position, battle: Battle) -> tuple[int, ...]:
    """Of too many defenders those that one must be chosen of: a corps, where a corps is too many."""
    there = land_units(game, things_at(game, battle.target))
    units = defenders(game, battle)
    if len(units) <= fighting_limit(game, battle.target, there):
        return ()
    sizes = Counter(land_counter(game, unit).size for unit in units)
    corps = [unit for unit in units if land_counter(game, unit).size is Size.CORPS]
    fitting = fighting_limit(game, battle.target, ())
    return tuple(corps) if sizes[Size.CORPS] > fitting else units


def _shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    return One(_candidates(game, battle))


def _hold(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    game.annex(InReserve).unit = noun
    game.say(HeldInReserve(unit=noun))
    return None


HOLD_IN_RESERVE = Verb("hold-in-reserve", "fa:2.3.1.1", _hold, _shape, items=Thing)


@step("fa:2.3.1.1", HOLD_IN_RESERVE)
def one_defender_stays_out(game: Game, battle: Battle) -> Control:
    """Immediately before the odds are final."""
    units = _candidates(game, battle)
    if not units:
        return None
    seats = deciders(game, units, game.state[CONTROLLER][battle.target], battle.side)
    place = Place(battle.target)
    return joint(seats, HOLD_IN_RESERVE, rule="fa:2.3.1.1", prompt="hold-in-reserve", place=place)


@rule("fa:2.3.1.1")
def without_the_reserve(
    usual: Callable[[Position, Battle], tuple[int, ...]], game: Position, battle: Battle
) -> tuple[int, ...]:
    """It brings no factors and no modifiers."""
    reserve = game.find_annex(InReserve)
    return tuple(unit for unit in usual(game, battle) if reserve is None or unit != reserve.unit)


@rule("fa:2.3.1.1")
def reserve_is_not_lost(
    usual: Callable[[Position, Battle, int], tuple[int, ...]], game: Position, battle: Battle, side: int
) -> tuple[int, ...]:
    """It takes no losses; retreats and shatters it suffers."""
    units = usual(game, battle, side)
    return units if side == ATTACKING else tuple(unit for unit in units if unit != game.annex(InReserve).unit)


LAND = LAND_ATTACK_PROCEDURE.name

OPTION = Option(
    "1",
    "In-hex reserves",
    schema=Schema(fields=(HAVE_STRUCK,)),
    subscribes=((GunLaid, note_the_gun), (LastImpulseTested, forget_the_guns)),
    changes=(
        MORE_LAND_UNITS.attach(one_in_reserve, reads=(FRESHLY_LANDED,)),
        limit_after_combat.wrapped_by(no_reserve_after_combat),
        limits_violation.wrapped_by(no_more_attack_than_may_stand, reads=(HAVE_STRUCK,)),
        company_violation.wrapped_by(no_more_strike_than_may_stand),
        Annex(LAND, InReserve),
        Insert(LAND, one_defender_stays_out, before="may_release_gas"),
        those_who_defend.wrapped_by(without_the_reserve),
        may_be_lost.wrapped_by(reserve_is_not_lost),
    ),
)
