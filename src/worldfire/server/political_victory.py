"""Who would win, on the page of politics (13.9, 24.1.2): objectives less bids, and the cities of an automatic victory."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.position import Position
from worldfire.forces.situation import TURN
from worldfire.forces.things import board_of
from worldfire.forces.turn import armies_of_side, power_name, seat_of_power, side_name
from worldfire.forces.who import CONTROLLER, SIDE_NAMES, side_of_power
from worldfire.rules.s13_09_victory import (
    BID,
    DEDUCTIONS,
    LAST_TURN,
    SCORE_PLACES,
    automatic_places,
    objectives,
    standings,
)
from worldfire.titles import title_of
from worldfire.titles.telling import tell_rule
from worldfire.words import with_fraction


class PowerTotal(msgspec.Struct, frozen=True):
    """What a major power adds to its player's total; fractions are written as such."""

    power: str
    objectives: str
    bid: int
    deductions: int
    total: str


class SeatTotal(msgspec.Struct, frozen=True):
    seat: str
    rank: int
    total: str
    powers: list[PowerTotal]


class City(msgspec.Struct, frozen=True):
    name: str
    hex: str


class SideNeeds(msgspec.Struct, frozen=True):
    """Cities of the list for an automatic victory: how many the side holds, and which are not yet its own."""

    side: str
    held: int
    missing: list[City]


class SideTotal(msgspec.Struct, frozen=True):
    """Objectives that decide for or against one side; fractions are written as such."""

    side: str
    held: str
    needed: int


class VictoryShown(msgspec.Struct, frozen=True):
    rule: str
    turns_left: int
    #: empty where one side's objectives decide
    seats: list[SeatTotal]
    total: SideTotal | None
    automatic: list[SideNeeds]


def victory_shown(game: Position) -> VictoryShown | None:
    """Nothing where a campaign has a score of its own: what wins there is another page."""
    if game.state.get(SCORE_PLACES) or not game.state.get(LAST_TURN):
        return None
    sides, tally = range(len(game.state.get(SIDE_NAMES))), title_of(game).politics.tally(game)
    return VictoryShown(
        rule=tell_rule(game, "13.9"),
        turns_left=max(0, game.state.get(LAST_TURN) - game.state.get(TURN)),
        seats=[] if tally else _seats(game),
        total=SideTotal(tally.side, tally.held, tally.needed) if tally else None,
        automatic=[_needs(game, side) for side in sides],
    )


def _seats(game: Position) -> list[SeatTotal]:
    whole = (*armies_of_side(game, 0), *armies_of_side(game, 1))
    counted, totals = objectives(game, whole), standings(game)
    return [
        SeatTotal(
            seat,
            1 + sum(other > total for other in totals.values()),
            with_fraction(total),
            [_power(game, power, held) for power, held in counted.items() if seat_of_power(game, power) == seat],
        )
        for seat, total in totals.items()
    ]


def _power(game: Position, power: int, held: Fraction) -> PowerTotal:
    bid, less = game.state[BID][power], DEDUCTIONS(game, power)
    return PowerTotal(power_name(game, power), with_fraction(held), bid, less, with_fraction(held - bid - less))


def _needs(game: Position, side: int) -> SideNeeds:
    holders, places = game.state[CONTROLLER], automatic_places(game)
    missing = {name: place for name, place in places.items() if side_of_power(game, holders[place]) != side}
    cities = [City(name, board_of(game).number(place)) for name, place in missing.items()]
    return SideNeeds(side_name(game, side), len(places) - len(missing), cities)
