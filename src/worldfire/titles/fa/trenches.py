"""fa:21.6 Entrenchments: bought for corps, dug when reinforcements arrive, and lost by whoever leaves his hex."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb, one, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Field, Schema
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, THINGS, Moved, counter_of
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import NOBODY, POWERS, seat_of
from worldfire.rules.s02_3_stacking import land_units_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s04_reinforcements import REINFORCEMENTS, Reinforcing
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_factors import Reckoning
from worldfire.rules.s11_15_odds import Modifier
from worldfire.tables.counters import LandCounter, LandType, Size
from worldfire.titles.fa.land_roll import FURTHER, given

TURNS_OF_TRENCHES = Figure("turns until entrenchments arrive", "fa:21.6")

ENTRENCHED = Column(THINGS, "entrenched")
#: entrenchments that have arrived and have not been dug yet
AT_HAND = Column(POWERS, "entrenchments_at_hand")
#: (power, turn, number): bought, and when they arrive
ORDERED: Field[tuple[tuple[int, int, int], ...]] = Field("entrenchments_ordered", ())
#: no land units that dig in
UNSETTLED = frozenset({LandType.PART})


class Entrenched(Event, frozen=True):
    unit: ThingId


class EntrenchmentLost(Event, frozen=True):
    """The unit has left its hex."""

    unit: ThingId


class EntrenchmentsArrived(Event, frozen=True):
    power: PowerId
    number: int


@rule("fa:21.6")
def order_trenches(game: Game, power: int, number: int) -> None:
    """They are bought now and arrive next turn."""
    due = game.state.get(TURN) + TURNS_OF_TRENCHES(game)
    game.set(ORDERED, (*game.state.get(ORDERED), (power, due, number)))


@rule("fa:21.6")
def is_entrenched(game: Position, unit: int) -> bool:
    return bool(game.state[ENTRENCHED][unit])


@rule("fa:21.6")
def trench_violation(game: Position, unit: int) -> Violation | None:
    """Why the unit does not dig in: it is no corps, has done so, or is out of supply."""
    counter = counter_of(game, unit)
    corps = isinstance(counter, LandCounter) and counter.size is Size.CORPS and counter.type not in UNSETTLED
    if not corps:
        return refused("fa:21.6", "only-corps-entrench", unit=Thing(unit))
    if is_entrenched(game, unit):
        return refused("fa:21.6", "already-entrenched", unit=Thing(unit))
    return None if in_supply(game, unit) else refused("fa:21.6", "entrenching-out-of-supply", unit=Thing(unit))


def _diggers(game: Position, power: int) -> tuple[int, ...]:
    if not game.state[AT_HAND][power]:
        return ()

    def look() -> tuple[int, ...]:
        units = (unit for _, unit in land_units_of(game, (power,)))
        return tuple(unit for unit in units if trench_violation(game, unit) is None)

    return game.recall(("corps to entrench", power), look)


DIGGERS = EachPower(powers_in_order, lambda game, power: bool(_diggers(game, power)))


class Digging(msgspec.Struct):
    """How many powers have dug in."""

    done: int = 0


def _shape(game: Position, stage: Reinforcing, seat: str) -> Shape | Violation:
    power = DIGGERS.next(game, game.annex(Digging).done)
    found = _diggers(game, power)
    return Set(found, 0, min(len(found), game.state[AT_HAND][power]))


def _why_not(game: Position, stage: Reinforcing, seat: str, noun: Noun) -> Violation | None:
    for unit in noun if isinstance(noun, tuple) else ():
        if type(unit) is int and 0 <= unit < len(game.state[PLACE]) and seat_of(game, unit) == seat:
            found = trench_violation(game, unit)
            if found is not None:
                return found
    return None


def _dig(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    annex = game.annex(Digging)
    power = DIGGERS.next(game, annex.done)
    annex.done = DIGGERS.after(game, power)
    game.write(AT_HAND, power, game.state[AT_HAND][power] - len(noun))
    for unit in noun:
        game.write(ENTRENCHED, unit, 1)
        game.say(Entrenched(unit=unit))
    return Goto("corps_entrench")


ENTRENCH = Verb("entrench", "fa:21.6", _dig, _shape, explain=_why_not, items=Thing)


@step("fa:21.6")
def entrenchments_arrive(game: Game, stage: Reinforcing) -> Control:
    turn, waiting = game.state.get(TURN), game.state.get(ORDERED)
    for power, due, number in waiting:
        if due <= turn:
            game.write(AT_HAND, power, game.state[AT_HAND][power] + number)
            game.say(EntrenchmentsArrived(power=power, number=number))
    if waiting:
        game.set(ORDERED, tuple(order for order in waiting if order[1] > turn))
    return None


@step("fa:21.6", ENTRENCH)
def corps_entrench(game: Game, stage: Reinforcing) -> Control:
    """Each power in turn; what is not dug stays at hand."""
    power = DIGGERS.next(game, game.annex(Digging).done)
    if power == NOBODY:
        return None
    left = Number(game.state[AT_HAND][power])
    seat = seat_of_power(game, power)
    return one(seat, ENTRENCH, rule="fa:21.6", prompt="entrench", power=Power(power), most=left)


@rule("fa:21.6")
def left_its_trench(game: Game, event: Moved) -> None:
    if game.state[ENTRENCHED][event.thing]:
        game.write(ENTRENCHED, event.thing, 0)
        game.say(EntrenchmentLost(unit=event.thing))


@rule("fa:21.6", "fa:11.12.5.3")
def against_trenches(game: Position, modifiers: tuple[Modifier, ...], reckoning: Reckoning) -> tuple[Modifier, ...]:
    """Each defending corps in a trench."""
    corps = sum(
        is_entrenched(game, unit) and land_counter(game, unit).size is Size.CORPS for unit in reckoning.defenders
    )
    return (*modifiers, *given(game, "each entrenched defending corps", corps))


STAGE = REINFORCEMENTS.name

MODULE = Module(
    schema=Schema(columns=(ENTRENCHED, AT_HAND), fields=(ORDERED,)),
    subscribes=((Moved, left_its_trench),),
    changes=(
        Annex(STAGE, Digging),
        Insert(STAGE, entrenchments_arrive, after="all_have_placed"),
        Insert(STAGE, corps_entrench, after="entrenchments_arrive"),
        FURTHER.attach(against_trenches, reads=(ENTRENCHED,)),
    ),
)
