"""15 Political points: one store for each side, earned by dice and by what is taken, spent on wars (9.3) and on politics."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Decision, Verb, one
from worldfire.engine.schema import Column, Field
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Side, SideId
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACES
from worldfire.forces.turn import PRODUCED, is_active, powers_of_side, seat_of_power
from worldfire.forces.who import (
    HEXES_HELD,
    NOBODY,
    POWERS,
    SIDE,
    SIDE_NAMES,
    TAKEN,
    ControlChanged,
    master_of,
    side_of_power,
)
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s09_06_aligning import MinorAbandoned, own_power
from worldfire.rules.s13_06_production import BuildPointsMade, printed_resources
from worldfire.rules.s13_09_victory import objective_places
from worldfire.tables.campaign import Campaign
from worldfire.titles.fa.great_capitals import is_great_capital

#: side → its political points
POLITICAL_POINTS: Field[tuple[int, ...]] = Field("political_points", (0, 0))
#: turn and side for which a hex was last paid, as one number: it pays again when it changes hands again
PAID_FOR = Column(PLACES, "paid for")

#: build points of this turn out of the power's own factories, without bonuses and what was lent
OWN_PRODUCTION = Column(POWERS, "own production")
#: 1: it has had a production step of its own, whatever that brought
HAS_PRODUCED = Column(POWERS, "has produced")

COSTS, INCOME = "political_costs", "political_income"
POINTS = "political points"


class PoliticalPointsEarned(Event, frozen=True):
    side: SideId
    points: int


class PoliticalPointsSpent(Event, frozen=True):
    side: SideId
    points: int


class PointsForAHex(Event, frozen=True):
    """A side has taken something that was the enemy's."""

    side: SideId
    place: PlaceId
    points: int


def price_of(game: Position, action: str) -> int:
    """What the chart of political costs prints for it."""
    return int(chart_named(game, COSTS).number(action, POINTS))


def income_of(game: Position, source: str) -> int:
    return int(chart_named(game, INCOME).number(source, POINTS))


# ------------------------------------------------------------------------------------------------------------ the stores


@rule("fa:15", "fa:22.3")
def begin_political_points(game: Game, campaign: Campaign) -> None:
    """As many as the campaign gives to each side."""
    if campaign.great_war is not None:
        given = campaign.great_war.political_points.value
        game.set(POLITICAL_POINTS, tuple(given.get(name, 0) for name in game.state.get(SIDE_NAMES)))


def points_of(game: Position, side: int) -> int:
    return game.state.get(POLITICAL_POINTS)[side]


def change_points(game: Game, side: int, points: int) -> None:
    known = game.state.get(POLITICAL_POINTS)
    game.set(POLITICAL_POINTS, tuple(have + points * (whose == side) for whose, have in enumerate(known)))


def earn(game: Game, side: int, points: int) -> None:
    if points:
        change_points(game, side, points)
        game.say(PoliticalPointsEarned(side=side, points=points))


@rule("fa:15")
def payment_violation(game: Position, side: int, price: int) -> Violation | None:
    """A side spends no more than it has; all its powers pay from the one store."""
    have = points_of(game, side)
    if have >= price:
        return None
    return refused("fa:15", "too-few-political-points", side=Side(side), needed=Number(price), have=Number(have))


def pay(game: Game, side: int, price: int) -> None:
    if price:
        change_points(game, side, -price)
        game.say(PoliticalPointsSpent(side=side, points=price))


# --------------------------------------------------------------------------------------------------------- who spends them


@clause("fa:15")
def production_of(game: Position, power: int) -> int:
    """What the power has produced this turn, before lending and bonuses; before the first production what it had at last."""
    return game.state[OWN_PRODUCTION][power] or game.state[PRODUCED][power]


@rule("fa:15", "fa:2.6")
def note_own_production(game: Game, event: BuildPointsMade) -> None:
    game.write(OWN_PRODUCTION, event.power, rounded(event.production * Fraction(event.multiple)))
    game.write(HAS_PRODUCED, event.power, 1)


@rule("fa:15")
def spender(game: Position, side: int) -> int:
    """The active major power with the most production this turn; while none is active, the neutral one with the most.

    NOBODY once all have fallen: the war is over when victory is checked.
    """
    powers = powers_of_side(game, side)
    asked = [power for power in powers if is_active(game, power)] or powers
    return max(asked, key=lambda power: (production_of(game, power), -power), default=NOBODY)


def seat_that_spends(game: Position, side: int) -> str:
    """No seat's name if nobody is left who could."""
    power = spender(game, side)
    return "" if power == NOBODY else seat_of_power(game, power)


def side_spent_for(game: Position, seat: str) -> int:
    """The side for which the seat spends political points, NOBODY if for none."""
    sides = range(len(game.state.get(SIDE_NAMES)))
    return next((side for side in sides if seat_that_spends(game, side) == seat), NOBODY)


def ask_the_spender(game: Position, side: int, *verbs: Verb, rule: str, prompt: str, **prices: int) -> Decision:
    """Whoever spends for the side chooses, and is told how many points it has and, where it is no other, the price."""
    seat = seat_that_spends(game, side)
    told: dict[str, Any] = {name: Number(points) for name, points in prices.items()}
    return one(seat, *verbs, rule=rule, prompt=prompt, side=Side(side), points=Number(points_of(game, side)), **told)


# ------------------------------------------------------------------------------------------------------- what is taken pays


@clause("fa:15")
def worth_of_hex(game: Position, place: int) -> int:
    """The dearest of what a hex holds: a capital of a major power, an objective, or a resource, city or port."""
    ground = ground_of(game)
    if is_great_capital(game, place):
        return income_of(game, "capital of a major taken")
    if place in objective_places(game).values():
        return income_of(game, "objective taken")
    if place in ground.cities or place in ground.ports or place in game.ruleset.once(printed_resources):
        return income_of(game, "resource or non-objective city or port taken")
    return 0


@clause("fa:15")
def earns_by_taking(game: Position, power: int) -> bool:
    """Does its side earn points by what this power takes?"""
    return True


@rule("fa:15")
def taking_pays(game: Game, event: ControlChanged) -> None:
    """What was the enemy's pays each time it changes hands, by conquest too; what joins of its own will does not."""
    power = master_of(game, event.controller) if event.controller != NOBODY else NOBODY
    side, turn = side_of_power(game, power), game.state.get(TURN)
    if side != NOBODY and game.state[TAKEN][event.place] == turn and earns_by_taking(game, power):
        _pay_for(game, side, event.place)


@rule("fa:15", "fa:20.2")
def the_abandoned_pay(game: Game, event: MinorAbandoned) -> None:
    """A country that was attacked and that nobody took in is conquered at once, as an enemy: all that it held pays."""
    if earns_by_taking(game, event.power):
        for place in game.look_up(HEXES_HELD).get(own_power(game, event.country), ()):
            _pay_for(game, game.state[SIDE][event.power], place)


def _pay_for(game: Game, side: int, place: int) -> None:
    """Once, until it changes sides again."""
    worth, mark = worth_of_hex(game, place), game.state.get(TURN) * len(game.state.get(SIDE_NAMES)) + side
    if worth and game.state[PAID_FOR][place] != mark:  # else it only passed from one ally to another
        game.write(PAID_FOR, place, mark)
        change_points(game, side, worth)
        game.say(PointsForAHex(side=side, place=place, points=worth))
