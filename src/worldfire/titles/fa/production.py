"""fa:13.5.5.3 Spending build points: units as in the common book, and beside them what is bought by number."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Verb
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Field, Schema
from worldfire.forces.kinds import PowerId
from worldfire.forces.situation import TURN
from worldfire.forces.turn import PRODUCED, TurnBegan
from worldfire.forces.who import POWERS
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s13_06_production import PURCHASES
from worldfire.titles.fa.gearing import left_of, note_built
from worldfire.titles.fa.home_front import HOME_FRONT
<<<<<<< HEAD
from worldfire.titles.fa.morale_events import MORALE_POINTS, has_fought_since
from worldfire.titles.fa.offensives import OFFENSIVE_POINTS
from worldfire.titles.fa.pilots import PILOTS
=======
from worldfire.titles.fa.morale_events import has_fought_since
from worldfire.titles.fa.offensive_builds import OFFENSIVE_STORE, PILOT_STORE
>>>>>>> fabase
from worldfire.titles.fa.stores import Shop, Store
from worldfire.titles.fa.trenches import order_trenches

TRENCHES = "Entrenchments"
PRICE_OF_A_TRENCH = Figure("build points of an entrenchment", "fa:21.6")
PILOTS_CLASS, OFFENSIVES = "PIL", "offensive points"
PRICE_OF_AN_OFFENSIVE = Figure("build points of an offensive point", "fa:18")
TURNS_OF_AN_OFFENSIVE = Figure("turns of an offensive point", "fa:18")
PRICE_OF_A_PILOT = Figure("build points of a pilot", "fa:16.4.2")
TURNS_OF_A_PILOT = Figure("turns of a pilot", "fa:16.4.2")
PERCENT_FOR_OFFENSIVES = Figure("percent of a turn’s production due for offensive points", "fa:18")
#: more than any power can pay
PLENTY = 999

#: (power, what, turn, number): bought, and when it arrives
ON_THE_CIRCLE: Field[tuple[tuple[int, str, int, int], ...]] = Field("stores_on_the_circle", ())
#: offensive points that a power has bought this turn
OFFENSIVES_BOUGHT = Column(POWERS, "offensive_points_bought")


class StoresArrived(Event, frozen=True):
    power: PowerId
    store: str
    number: int


@rule("fa:21.6", "fa:13.5.5.8")
def most_trenches(game: Position, power: int) -> int:
    """As gearing allows, from the turn after the one in which the power went to war."""
    if has_fought_since(game, power) >= game.state.get(TURN):
        return 0
    left = left_of(game, power, TRENCHES)
    return PLENTY if left is None else left


def buy_trenches(game: Game, power: int, number: int) -> None:
    order_trenches(game, power, number)
    note_built(game, power, TRENCHES, number)


<<<<<<< HEAD
@rule("fa:16.4.2", "fa:13.5.5.8")
def most_pilots(game: Position, power: int) -> int:
    left = left_of(game, power, PILOTS_CLASS)
    return PLENTY if left is None else left


def train_pilots(game: Game, power: int, number: int) -> None:
    order(game, power, PILOTS_CLASS, TURNS_OF_A_PILOT(game), number)
    note_built(game, power, PILOTS_CLASS, number)


@rule("fa:18")
def any_number(game: Position, power: int) -> int:
    """Gears do not matter to them."""
    return PLENTY


def buy_offensive_points(game: Game, power: int, number: int) -> None:
    order(game, power, OFFENSIVES, TURNS_OF_AN_OFFENSIVE(game), number)
    game.write(OFFENSIVES_BOUGHT, power, game.state[OFFENSIVES_BOUGHT][power] + number)


SHOP = Shop(
    Store("entrenchments", PRICE_OF_A_TRENCH, most_trenches, buy_trenches),
    Store("offensive points", PRICE_OF_AN_OFFENSIVE, any_number, buy_offensive_points),
    Store("pilots", PRICE_OF_A_PILOT, most_pilots, train_pilots),
    HOME_FRONT,
)


# ---------------------------------------------------------------------------------------------------------- on the circle


def order(game: Game, power: int, kind: str, turns: int, number: int) -> None:
    game.set(ON_THE_CIRCLE, (*game.state.get(ON_THE_CIRCLE), (power, kind, game.state.get(TURN) + turns, number)))


@rule("fa:4.2.1")
def stores_arrive(game: Game, event: TurnBegan) -> None:
    """Pilots and offensive points are added to what their power has."""
    waiting = game.state.get(ON_THE_CIRCLE)
    for power, kind, turn, number in waiting:
        if turn <= event.turn:
            column = PILOTS if kind == PILOTS_CLASS else OFFENSIVE_POINTS
            game.write(column, power, game.state[column][power] + number)
            game.say(StoresArrived(power=power, store=kind, number=number))
    if waiting:
        game.set(ON_THE_CIRCLE, tuple(order for order in waiting if order[2] > event.turn))


# --------------------------------------------------------------------------------------------------------- 18 what is due


@rule("fa:18")
def offensive_points_due(game: Position, power: int) -> int:
    """A part of what the turn has brought; saved points do not count."""
    return rounded(Fraction(game.state[PRODUCED][power] * PERCENT_FOR_OFFENSIVES(game), 100))


@rule("fa:18", "fa:14.1")
def for_missing_offensives(game: Position, power: int) -> tuple[str, int]:
    """A point of morale for each that was not bought."""
    return "offensives", -max(offensive_points_due(game, power) - game.state[OFFENSIVES_BOUGHT][power], 0)


def nothing_is_bought(game: Game, event: TurnBegan) -> None:
    for power, bought in enumerate(game.state[OFFENSIVES_BOUGHT]):
        if bought:
            game.write(OFFENSIVES_BOUGHT, power, 0)
=======
TRENCH_STORE = Store("entrenchments", PRICE_OF_A_TRENCH, most_trenches, buy_trenches)
SHOP = Shop(TRENCH_STORE, OFFENSIVE_STORE, PILOT_STORE, HOME_FRONT)
>>>>>>> fabase


def stores(game: Game) -> Verb:
    return SHOP.verb


MODULE = Module(
    schema=Schema(columns=(OFFENSIVES_BOUGHT,), fields=(ON_THE_CIRCLE,)),
    subscribes=((TurnBegan, stores_arrive), (TurnBegan, nothing_is_bought)),
    changes=(PURCHASES.attach(stores, verbs=(SHOP.verb,)), MORALE_POINTS.attach(for_missing_offensives)),
)
