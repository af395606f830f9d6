"""13.3.2 US entry option 21: convoy points of the USA become those of its active allies, at once or never."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Verb, one, procedure, step
from worldfire.engine.shapes import Bounds, Noun, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Owner, Power, PowerId
from worldfire.forces.lots import Lots
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import place_index, sea_of_section
from worldfire.forces.turn import is_active, power_name, powers_of_side
from worldfire.forces.who import NOBODY, SIDE, power_named
from worldfire.rules.s11_04_naval_units import DAMAGED_CONVOY_POINTS, Sailor, least_convoys, take_convoys_away
from worldfire.rules.s13_06_5_naval_production import hand_convoys_over
from worldfire.titles.wif.nations.us_entry.pools import the_usa, us_seat

MOST_REFLAGGED = Figure("US convoy points that are reflagged", "13.3.2")


class ConvoysReflagged(Event, frozen=True):
    """They will arrive next turn."""

    power: PowerId
    points: int


class Reflagging(msgspec.Struct):
    """How many points each ally gets: (power, points)."""

    wanted: tuple[tuple[int, int], ...] = ()


@rule("13.3.2")
def stacks_on_the_map(game: Position) -> dict[int, int]:
    """Place → US convoy points there that are not damaged."""
    usa = the_usa(game)
    return {
        place: points - game.state.amount(DAMAGED_CONVOY_POINTS, usa, place)
        for owner, place, points in sorted(game.state.amounts(CONVOY_POINTS))
        if owner == usa and (is_hex(game, place) or sea_of_section(game, place))
    }


def recipients(game: Position) -> tuple[int, ...]:
    usa = the_usa(game)
    allies = powers_of_side(game, game.state[SIDE][usa])
    return tuple(power for power in allies if power != usa and is_active(game, power))


def _most(game: Position) -> int:
    each = least_convoys(game)
    return min(MOST_REFLAGGED(game), sum(points // each * each for points in stacks_on_the_map(game).values()))


def _shares(game: Position, reflagging: Reflagging, seat: str) -> Shape | Violation:
    most, each = _most(game), least_convoys(game)
    items = tuple(Bounds(power_name(game, power), 0, most) for power in recipients(game))
    return Lots(items, 0, most, each=each)


def _share(game: Game, reflagging: Reflagging, seat: str, noun: Noun) -> Control:
    reflagging.wanted = tuple((power_named(game, name), points) for name, points in noun if points)
    return None if reflagging.wanted else End()


REFLAG = Verb("reflag-convoys", "13.3.2", _share, _shares, items=Owner)


@step("13.3.2", REFLAG)
def usa_reflags(game: Game, reflagging: Reflagging) -> Control:
    if not recipients(game) or not _most(game):
        return End()
    return one(
        us_seat(game),
        REFLAG,
        rule="13.3.2",
        prompt="reflag-convoys",
        power=Power(the_usa(game)),
        most=Number(_most(game)),
    )


def _withdrawals(game: Position, reflagging: Reflagging, seat: str) -> Shape | Violation:
    total, each = sum(points for _, points in reflagging.wanted), least_convoys(game)
    stacks = stacks_on_the_map(game).items()
    items = tuple(Bounds(place, 0, min(total, points // each * each)) for place, points in stacks if points >= each)
    return Lots(items, total, total, each=each)


@rule("13.3.2")
def _withdraw(game: Game, reflagging: Reflagging, seat: str, noun: Noun) -> Control:
    """They leave the map and come back next turn under other flags."""
    usa, circle = the_usa(game), place_index(game, circle_space(game.state.get(TURN) + 1))
    for place, points in noun:
        if points:
            take_convoys_away(game, Sailor(NOBODY, usa, points), place, circle)
    for power, points in reflagging.wanted:
        hand_convoys_over(game, usa, power, circle, points)
        game.say(ConvoysReflagged(power=power, points=points))
    return End()


WITHDRAW = Verb("withdraw-convoys", "13.3.2", _withdraw, _withdrawals, items=Place)


@step("13.3.2", WITHDRAW)
def usa_withdraws_convoys(game: Game, reflagging: Reflagging) -> Control:
    points = Number(sum(points for _, points in reflagging.wanted))
    return one(us_seat(game), WITHDRAW, rule="13.3.2", prompt="withdraw-convoys", points=points)


REFLAGGING = procedure("reflagging", "13.3.2", usa_reflags, usa_withdraws_convoys, locals=Reflagging)


@rule("13.3.2", "13.3.2 option 21")
def reflag_merchant_ships(game: Game) -> Control:
    return Call(REFLAGGING.name, Reflagging())
