"""fa:18, 16.4.2 Offensive points and pilots are bought by number; an active power must not neglect the former."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import PowerId
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, place_index
from worldfire.forces.turn import PRODUCED, TurnBegan
from worldfire.forces.who import POWER, POWERS, units_of
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s04_reinforcements import REINFORCEMENTS, Reinforcing
from worldfire.rules.s09_06_aligning import SETTING_UP, SettingUp
from worldfire.rules.s13_06_production import PURCHASES, PowerProduction
from worldfire.titles.fa.gearing import left_of, note_built
from worldfire.titles.fa.morale_events import MORALE_POINTS
from worldfire.titles.fa.offensives import OFFENSIVE_POINTS
from worldfire.titles.fa.pilots import PILOTS, needs_pilot
from worldfire.titles.fa.politics.events.telegram import HOME_FRONT_MOBILISED
from worldfire.titles.fa.stores import Store

PRICE_OF_A_POINT = Figure("build points of an offensive point", "fa:18")
TURNS_OF_POINTS = Figure("turns until offensive points arrive", "fa:18")
PERCENTAGE = Figure("percentage of production that buys offensive points at least", "fa:18")
PRICE_OF_A_PILOT = Figure("build points of a pilot", "fa:16.4.2")
TURNS_OF_PILOTS = Figure("turns until pilots arrive", "fa:16.4.2")
WORTH_OF_A_PILOT = Figure("build points for a pilot who is retrained", "fa:16.4.5")
MOBILISED = Figure("percent of offensive points bought that arrive after mobilisation", "fa:15.4")
#: more than any power can pay
PLENTY = 999
PILOT_CLASS = "PIL"

#: (power, turn, number): bought, and when they arrive
POINTS_ORDERED: Field[tuple[tuple[int, int, int], ...]] = Field("offensive_points_ordered", ())
PILOTS_IN_TRAINING: Field[tuple[tuple[int, int, int], ...]] = Field("pilots_in_training", ())
#: offensive points bought this turn
BOUGHT = Column(POWERS, "offensive_points_bought")


class OffensivePointsArrived(Event, frozen=True):
    power: PowerId
    number: int


class PilotsTrained(Event, frozen=True):
    power: PowerId
    number: int


@rule("fa:18", "fa:15.4")
def order_points(game: Game, power: int, number: int) -> None:
    """Whether they are bought at once or one by one in the turn, as many arrive."""
    before = game.state[BOUGHT][power]
    game.write(BOUGHT, power, before + number)
    arriving = _yielded(game, before + number) - _yielded(game, before)
    due = game.state.get(TURN) + TURNS_OF_POINTS(game)
    game.set(POINTS_ORDERED, (*game.state.get(POINTS_ORDERED), (power, due, arriving)))


def _yielded(game: Position, bought: int) -> int:
    return rounded(Fraction(bought * MOBILISED(game), 100)) if game.state.get(HOME_FRONT_MOBILISED) else bought


@rule("fa:16.4.2")
def train_pilots(game: Game, power: int, number: int) -> None:
    due = game.state.get(TURN) + TURNS_OF_PILOTS(game)
    game.set(PILOTS_IN_TRAINING, (*game.state.get(PILOTS_IN_TRAINING), (power, due, number)))
    note_built(game, power, PILOT_CLASS, number)


@clause("fa:13.5.5.8")
def most_pilots(game: Position, power: int) -> int:
    left = left_of(game, power, PILOT_CLASS)
    return PLENTY if left is None else left


@clause("fa:18")
def most_offensive_points(game: Position, power: int) -> int:
    """Gears do not matter to them."""
    return PLENTY


OFFENSIVE_STORE = Store("offensive points", PRICE_OF_A_POINT, most_offensive_points, order_points)
PILOT_STORE = Store("pilots", PRICE_OF_A_PILOT, most_pilots, train_pilots)


@rule("fa:18")
def owed_points(game: Position, power: int) -> int:
    """A tenth of the turn's production, rounded."""
    return rounded(Fraction(game.state[PRODUCED][power] * PERCENTAGE(game), 100))


@rule("fa:18", "fa:14.1")
def for_points_not_bought(game: Position, power: int) -> tuple[str, int]:
    """A tenth of a level for each that is missing."""
    return "offensive points not bought", min(0, game.state[BOUGHT][power] - owed_points(game, power))


@step("fa:18", also=("fa:16.4.2", "fa:4.2.1"))
def points_and_pilots_arrive(game: Game, stage: Reinforcing) -> Control:
    turn = game.state.get(TURN)
    for power, due, number in game.state.get(POINTS_ORDERED):
        if due <= turn:
            game.write(OFFENSIVE_POINTS, power, game.state[OFFENSIVE_POINTS][power] + number)
            game.say(OffensivePointsArrived(power=power, number=number))
    for power, due, number in game.state.get(PILOTS_IN_TRAINING):
        if due <= turn:
            game.write(PILOTS, power, game.state[PILOTS][power] + number)
            game.say(PilotsTrained(power=power, number=number))
    for field in (POINTS_ORDERED, PILOTS_IN_TRAINING):
        if game.state.get(field):
            game.set(field, tuple(order for order in game.state.get(field) if order[1] > turn))
    return None


@step("fa:20.5.1", also=("fa:16.4.3",))
def pilots_come_along(game: Game, setting: SettingUp) -> Control:
    """Aircraft of a minor country that arrive next turn bring theirs."""
    later, power = game.state.get(TURN) + 1, game.state[POWER][setting.country]
    space = place_index(game, circle_space(later))
    coming = (unit for unit in units_of(game, setting.country) if game.state[PLACE][unit] == space)
    number = sum(needs_pilot(counter_of(game, unit)) for unit in coming)
    if number:
        game.set(PILOTS_IN_TRAINING, (*game.state.get(PILOTS_IN_TRAINING), (power, later, number)))
    return None


def new_turn(game: Game, event: TurnBegan) -> None:
    for power, number in enumerate(game.state[BOUGHT]):
        if number:
            game.write(BOUGHT, power, 0)


# ----------------------------------------------------------------------------------------------------- 16.4.5 retraining


class PilotsRetrained(Event, frozen=True):
    power: PowerId
    number: int


def _retrain_shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    pilots = game.state[PILOTS][work.power]
    return One(tuple(range(1, pilots + 1))) if pilots else refused("fa:16.4.5", "no-pilots-to-retrain")


def _retrain(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    """Each of them is worth a build point."""
    game.write(PILOTS, work.power, game.state[PILOTS][work.power] - noun)
    work.points += noun * WORTH_OF_A_PILOT(game)
    game.say(PilotsRetrained(power=work.power, number=noun))
    return Goto("buy")


RETRAIN_PILOTS = Verb("retrain-pilots", "fa:16.4.5", _retrain, _retrain_shape)


@rule("fa:16.4.5")
def retraining(game: Game) -> Verb:
    return RETRAIN_PILOTS


MODULE = Module(
    schema=Schema(columns=(BOUGHT,), fields=(POINTS_ORDERED, PILOTS_IN_TRAINING)),
    subscribes=((TurnBegan, new_turn),),
    changes=(
        Insert(REINFORCEMENTS.name, points_and_pilots_arrive, before="next_power_places"),
        Insert(SETTING_UP.name, pilots_come_along, before="decide_on_force_pools"),
        MORALE_POINTS.attach(for_points_not_bought),
        PURCHASES.attach(retraining, verbs=(RETRAIN_PILOTS,)),
    ),
)
