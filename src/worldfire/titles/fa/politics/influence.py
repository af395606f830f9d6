"""15.1 Influence: attempts bought in secret, revealed together, a bonus die for each side, then dice for every country."""

from __future__ import annotations

from random import Random

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Roll, Verb, one, procedure, secret, step
from worldfire.engine.shapes import Amounts, Bounds, Choice, Noun, Prefix, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import slug
from worldfire.forces.kinds import CountryId, Owner, SideId
from worldfire.forces.who import COUNTRY_NAMES, NOBODY, country_named
from worldfire.titles.fa.politics.flags import (
    attempt_number,
    attempts_are_sold,
    can_be_influenced,
    has_two_flags,
    shift,
)
from worldfire.titles.fa.politics.points import (
    earn,
    income_of,
    pay,
    payment_violation,
    points_of,
    price_of,
    seat_that_spends,
)
from worldfire.titles.fa.who_first import next_side, sides_in_order

SIDES = (0, 1)
#: the columns of the chart of bonus attempts
_BONUS, _COLUMNS = "political_bonus", ("CP", "Allies")


class AttemptsBought(Event, frozen=True):
    """Revealed when both sides have written down theirs."""

    side: SideId
    country: CountryId
    attempts: int


class BonusAttempts(Event, frozen=True):
    """The die gives free attempts in these countries, and a point for each that cannot be influenced."""

    side: SideId
    die: int
    countries: tuple[CountryId, ...]
    points: int


class InfluenceRolled(Event, frozen=True):
    side: SideId
    country: CountryId
    dice: tuple[int, ...]
    needed: int
    shifts: int


class AttemptsWasted(Event, frozen=True):
    """The other side has made more attempts: these are lost without a die."""

    side: SideId
    country: CountryId
    attempts: int


# --------------------------------------------------------------------------------------------------------- buying attempts


@rule("fa:15.1")
def price_of_attempts(game: Position, attempts: int) -> int:
    """The first costs what the chart says, each further one in the same country a point more than the one before."""
    first = price_of(game, "1 attempt")
    return sum(first + number for number in range(attempts))


def _most(game: Position, points: int) -> int:
    attempts = 0
    while price_of_attempts(game, attempts + 1) <= points:
        attempts += 1
    return attempts


class Bids(Amounts, frozen=True, tag="Amounts"):
    """Numbers of attempts whose prices together are no more than the budget."""

    def sample(self, rng: Random) -> Noun:
        left, found = self.budget, dict.fromkeys((bounds.item for bounds in self.items), 0)
        for bounds in rng.sample(self.items, min(3, len(self.items))):
            affordable = [number for number, price in enumerate(self.prices) if price <= left and number <= bounds.most]
            found[bounds.item] = rng.choice(affordable)
            left -= self.prices[found[bounds.item]]
        return tuple(found.items())

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        onward = super().next_choices(prefix)
        left = self.budget - sum(self.prices[number] for number in prefix if isinstance(number, int))
        return tuple(number for number in onward if not isinstance(number, int) or self.prices[number] <= left)


class Influence(msgspec.Struct):
    """Sides that have written, (side, country, attempts) bought, sides that have rolled their bonus, and dice still to roll."""

    asked: tuple[int, ...] = ()
    bought: tuple[tuple[int, int, int], ...] = ()
    bonus_rolled: tuple[int, ...] = ()
    bonus: tuple[tuple[int, int], ...] = ()
    due: tuple[tuple[int, int, int], ...] = ()


def _side_of_seat(game: Position, influence: Influence, seat: str) -> int:
    """Whose attempts the seat writes down; where one seat spends for both sides, one after the other."""
    return next(side for side in SIDES if side not in influence.asked and seat_that_spends(game, side) == seat)


def _attempts_shape(game: Position, influence: Influence, seat: str) -> Shape | Violation:
    points = points_of(game, _side_of_seat(game, influence, seat))
    names, most = game.state.get(COUNTRY_NAMES), _most(game, points)
    open_to_all = (name for country, name in enumerate(names) if attempts_are_sold(game, country))
    items = tuple(Bounds(name, 0, most) for name in open_to_all)
    prices = tuple(price_of_attempts(game, number) for number in range(most + 1))
    return Bids(items, 0, len(items) * most, prices=prices, budget=points)


@rule("fa:15.1")
def attempts_violation(game: Position, influence: Influence, seat: str, noun: Noun) -> Violation | None:
    """All of them are paid from what the side has now."""
    price = sum(price_of_attempts(game, number) for _, number in noun)
    return payment_violation(game, _side_of_seat(game, influence, seat), price)


def _buy(game: Game, influence: Influence, seat: str, noun: Noun) -> Control:
    side = _side_of_seat(game, influence, seat)
    influence.asked += (side,)
    pay(game, side, sum(price_of_attempts(game, number) for _, number in noun))
    for name, number in noun:
        if number:
            country = country_named(game, name)
            influence.bought += ((side, country, number),)
            game.say(AttemptsBought(side=side, country=country, attempts=number))
    return None


BUY_ATTEMPTS = Verb("buy-influence", "fa:15.1", _buy, _attempts_shape, attempts_violation, private=False, items=Owner)


@step("fa:15.1", BUY_ATTEMPTS)
def write_down_attempts(game: Game, influence: Influence) -> Control:
    """Both sides at the same time, sealed until both are in."""
    missing = tuple(side for side in SIDES if side not in influence.asked)
    if not missing:
        return None
    seats = tuple(dict.fromkeys(seat_that_spends(game, side) for side in missing))
    have = {"points": Number(points_of(game, missing[0])), "points_of_others": Number(points_of(game, missing[-1]))}
    if len(seats) < len(missing):
        return one(seats[0], BUY_ATTEMPTS, rule="fa:15.1", prompt="buy-influence", always=True, **have)
    return secret(seats, BUY_ATTEMPTS, rule="fa:15.1", prompt="buy-influence", **have)


@step("fa:15.1")
def all_have_written(game: Game, influence: Influence) -> Control:
    return None if len(influence.asked) == len(SIDES) else Goto("write_down_attempts")


# ------------------------------------------------------------------------------------------------------------ the bonus die


@step("fa:15.1")
def roll_for_bonus_attempts(game: Game, influence: Influence) -> Control:
    """Each side, the one with the initiative first."""
    side = next_side(game, "bonus influence", influence.bonus_rolled)
    return Goto("who_rolls") if side == NOBODY else Roll("bonus influence", seat_that_spends(game, side))


@rule("fa:15.1")
def bonus_countries(game: Position, side: int, die: int) -> tuple[int, ...]:
    """The countries that the chart lists for the side's die."""
    said = chart_named(game, _BONUS).at(f"die {die}", _COLUMNS[side])
    found = (country_named(game, slug(name)) for name in said.split(", "))
    return tuple(country for country in found if country != NOBODY)


@step("fa:15.1")
def bonus_attempts_are_given(game: Game, influence: Influence) -> Control:
    """Free attempts where the country can be influenced at all, a point where it cannot."""
    side = next_side(game, "bonus influence", influence.bonus_rolled)
    influence.bonus_rolled += (side,)
    listed = bonus_countries(game, side, game.total)
    free = tuple(country for country in listed if can_be_influenced(game, country))
    points = (len(listed) - len(free)) * income_of(game, "bonus country ineligible")
    influence.bonus += tuple((side, country) for country in free)
    game.say(BonusAttempts(side=side, die=game.total, countries=free, points=points))
    earn(game, side, points)
    return Goto("roll_for_bonus_attempts")


# -------------------------------------------------------------------------------------------------------------- the dice


@rule("fa:15.1")
def attempts_in(game: Position, influence: Influence, side: int, country: int) -> int:
    """Bought and free ones together."""
    bought = sum(number for whose, where, number in influence.bought if (whose, where) == (side, country))
    return bought + free_attempts(game) * influence.bonus.count((side, country))


def free_attempts(game: Position) -> int:
    """In each country that the bonus die names."""
    return int(chart_named(game, "political_income").number("bonus attempts in a country", "attempts"))


@rule("fa:15.1", "fa:15.3.5")
def sides_that_roll(game: Position, influence: Influence, country: int) -> tuple[int, ...]:
    """The side with more attempts; both if they are equal, the one without initiative first; in Italy each for itself."""
    order = sides_in_order(game, "tied influence")
    totals = {side: attempts_in(game, influence, side, country) for side in order}
    if has_two_flags(game, country):
        return tuple(side for side, total in totals.items() if total)
    best = max(totals.values())
    return tuple(side for side, total in totals.items() if total == best > 0)


@step("fa:15.1", also=("fa:15.3.5",))
def who_rolls(game: Game, influence: Influence) -> Control:
    """Country by country; what the smaller bidder has paid is lost."""
    tried = {country for _, country, _ in influence.bought} | {country for _, country in influence.bonus}
    for country in sorted(tried):
        rolling = sides_that_roll(game, influence, country)
        for side in rolling:
            influence.due += ((side, country, attempts_in(game, influence, side, country)),)
        for side in SIDES:
            lost = attempts_in(game, influence, side, country)
            if lost and side not in rolling:
                game.say(AttemptsWasted(side=side, country=country, attempts=lost))
    return None


@step("fa:15.1")
def roll_attempts(game: Game, influence: Influence) -> Control:
    """A die for each; a country that has been drawn into the war meanwhile is not rolled for."""
    while influence.due and not can_be_influenced(game, influence.due[0][1]):
        influence.due = influence.due[1:]
    if not influence.due:
        return Goto("influence_is_over")
    side, _, attempts = influence.due[0]
    return Roll("influence", seat_that_spends(game, side), dice=attempts)


@step("fa:15.1", also=("fa:15.1.1",))
def flags_are_shifted(game: Game, influence: Influence) -> Control:
    (side, country, _), influence.due = influence.due[0], influence.due[1:]
    make_attempts(game, side, country, game.dice)
    return Goto("roll_attempts")


@rule("fa:15.1")
def make_attempts(game: Game, side: int, country: int, dice: tuple[int, ...]) -> None:
    """Each die that is not above the number of the flag shifts it by a box."""
    needed = attempt_number(game, country, side)
    shifts = sum(die <= needed for die in dice)
    game.say(InfluenceRolled(side=side, country=country, dice=dice, needed=needed, shifts=shifts))
    if shifts:
        shift(game, country, side, shifts)


@step("fa:15.1")
def influence_is_over(game: Game, influence: Influence) -> Control:
    return None


INFLUENCING = procedure(
    "influence",
    "fa:15.1",
    write_down_attempts,
    all_have_written,
    roll_for_bonus_attempts,
    bonus_attempts_are_given,
    who_rolls,
    roll_attempts,
    flags_are_shifted,
    influence_is_over,
    locals=Influence,
)
