"""Questions about the sea: where a task force can go and who might stop it, and what a round of naval combat may bring."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

import msgspec

from worldfire.advice.naval_chances import Losses, naval_odds, port_attack_odds
from worldfire.advice.sailing import (
    Danger,
    Landing,
    TaskForce,
    dangers,
    landings,
    naval_moves_of,
    setting_out_with,
    under_way,
)
from worldfire.engine.game import Game
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation
from worldfire.forces.things import COUNTER, HEXES, PLACE_NAMES
from worldfire.forces.turn import power_name
from worldfire.rules.s11_04_5_naval_transport import (
    cargo_violation,
    embarking_violation,
    is_transport,
    quay_violation,
    within_reach,
)
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.server.air_lines import side_name
from worldfire.server.allying import leave_for, tell_why
from worldfire.server.answers import AlliedLeave, Why
from worldfire.server.imagining import imagined_game
from worldfire.server.offering import hex_of, section_of
from worldfire.server.problems import Problem
from worldfire.server.tabling import Sight
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.server.workbench import Bench
from worldfire.server.workbench import Position as Still
from worldfire.titles.telling import tell_place

#: naval units that one question may name
MOST_UNITS = 200


class SailingQuestion(Body):
    seat: str
    verb: str
    #: ships by their numbers, convoy points by their names; none: the task force under way
    items: tuple[int | str, ...] = ()
    #: places that it goes through first
    via: tuple[int, ...] = ()
    #: (unit, ship): who goes aboard before it sails
    berths: tuple[tuple[int, int], ...] = ()


class Haven(msgspec.Struct, omit_defaults=True):
    """A place where the task force may end, with the way there and the least that any of its units then has left."""

    place: int
    label: str
    way: tuple[int, ...]
    movement: int
    range: int
    hex: str | None = None
    sea: str | None = None
    section: int | None = None


class Risk(msgspec.Struct):
    """Who could intercept in a sea area: a modified die of `number` or less finds the task force."""

    hunters: tuple[int, ...]
    seats: tuple[str, ...]
    number: int
    with_submarines: int
    chance: float


class Sailing(msgspec.Struct, omit_defaults=True):
    havens: list[Haven] = []
    #: sea area → what waits there, for the seas on any of the ways
    risks: dict[str, Risk] = {}
    #: power → naval moves that it costs
    moves: dict[str, int] = {}
    #: what the slowest unit sets out with
    movement: int = 0
    range: int = 0
    #: why it cannot go at all
    nowhere: Why | None = None
    #: what allies with units in reach of these ships would have to allow for those to go aboard
    aboard: list[AlliedLeave] = []


async def sailing(ask: Ask) -> Sailing:
    body: SailingQuestion = ask.body
    table = await ask.house.table(ask.game)
    ask.house.check_seat(table, body.seat, ask.person)

    def look(sight: Sight) -> Sailing:
        game = sight.imagined(body.seat)
        # Who asks while the game goes on may come too late, and that is no fault of his.
        return tell_sailing(game, body) if body.verb in _offered(game, body.seat) else Sailing()

    return await ask.house.read(table, look)


def _offered(game: Game, seat: str) -> set[str]:
    return set(game.offers(seat)) if seat in game.waiting else set()


def tell_sailing(game: Game, body: SailingQuestion) -> Sailing:
    _check(game, body)
    force = setting_out_with(game, body.items, body.berths) if body.items else under_way(game)
    if force is None:
        raise Problem(422, "wrong-question", "no task force is under way", field="items")
    if isinstance(force, Violation):
        return Sailing(nowhere=tell_why(game, force))
    found = landings(game, body.seat, body.verb, force, body.via)
    if isinstance(found, Violation):
        return Sailing(nowhere=tell_why(game, found))
    return Sailing(
        [_haven(game, one) for one in found],
        {sea: _risk(one) for sea, one in dangers(game, body.seat, force, (one.way for one in found)).items()},
        {power_name(game, power): number for power, number in naval_moves_of(game, force).items()},
        *_purse(force),
        nowhere=None if found else _why_nowhere(game, body, force),
        aboard=_passengers(game, body),
    )


def _passengers(game: Game, body: SailingQuestion) -> list[AlliedLeave]:
    """What would be asked for by transports among the ships: everything else speaks for it."""
    found: dict[str, AlliedLeave] = {}
    for ship in body.items:
        if not isinstance(ship, int) or not is_transport(game, ship):
            continue
        for unit in within_reach(game, ship):
            against = embarking_violation(game, body.seat, unit, ship)
            leave = None if against is None else leave_for(game, against)
            others = cargo_violation(game, unit, ship) or cooperation_violation(game, unit, ship)
            if leave is not None and others is None and quay_violation(game, unit, ship) is None:
                found.setdefault(leave["seat"], leave)
    return list(found.values())


def _check(game: Game, body: SailingQuestion) -> None:
    places = game.state.get(HEXES) + len(game.state.get(PLACE_NAMES))
    things = len(game.state[COUNTER])
    if len(body.items) > MOST_UNITS or any(isinstance(one, int) and not 0 <= one < things for one in body.items):
        raise Problem(422, "wrong-question", f"name 1 to {MOST_UNITS} naval units", field="items")
    if len(body.berths) > MOST_UNITS or not all(0 <= unit < things for pair in body.berths for unit in pair):
        raise Problem(422, "wrong-question", "name units and ships by their numbers", field="berths")
    if not all(0 <= place < places for place in body.via):
        raise Problem(422, "wrong-question", "there is no such place", field="via")


def _purse(force: TaskForce) -> tuple[int, int]:
    return min(hand.movement for hand in force.hands), min(hand.range for hand in force.hands)


def _why_nowhere(game: Game, body: SailingQuestion, force: TaskForce) -> Why | None:
    """What the rules say against the order to stay: mostly the reason why these cannot sail together."""
    if not body.items:
        return None
    against = game.why_not(body.verb, (body.items, (force.here,), body.berths), body.seat)
    return tell_why(game, against[0]) if against else None


def _haven(game: Game, landing: Landing) -> Haven:
    at_sea = section_of(game, landing.place) or (None, None)
    place = landing.place
    where = hex_of(game, place)
    return Haven(place, tell_place(game, place), landing.way, landing.movement, landing.range, where, *at_sea)


def _risk(danger: Danger) -> Risk:
    return Risk(danger.hunters, danger.seats, danger.number, danger.with_submarines, float(danger.chance))


# ------------------------------------------------------------------------------------------------------ odds of a round


class NavalQuestion(Body):
    seat: str
    #: aircraft that would fly a port attack like this; none: the combat that is being fought
    noun: Any = None


class SideLosses(msgspec.Struct):
    side: str | None
    losses: Losses


class RoundOdds(msgspec.Struct):
    """What the round may bring if it becomes a combat of this type: means of so many fights, with their errors."""

    type: str
    trials: int
    sides: list[SideLosses]


class NavalChances(msgspec.Struct):
    odds: list[RoundOdds]


async def chances(ask: Ask) -> NavalChances:
    """Fought out many times in a process of its own, in games imagined from what the seat may know."""
    body: NavalQuestion = ask.body
    table = await ask.house.table(ask.game)
    ask.house.check_seat(table, body.seat, ask.person)
    return await ask.house.labour(ask, reckon_chances, table.position(), body)


def reckon_chances(bench: Bench, position: Still, body: NavalQuestion) -> NavalChances:
    rng = Random(secrets.token_bytes(32))
    game = imagined_game(bench.game(position), body.seat, rng)
    found = naval_odds(game, rng) if body.noun is None else port_attack_odds(game, body.seat, _sorties(body.noun), rng)
    return NavalChances(
        [
            RoundOdds(
                one.type,
                one.trials,
                [SideLosses(side_name(game, side), losses) for side, losses in enumerate(one.losses)],
            )
            for one in found
        ]
    )


def _sorties(noun: Any) -> Noun:
    if not isinstance(noun, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in noun):
        raise Problem(422, "wrong-question", "an assignment is a list of (aircraft, mission)", field="noun")
    return tuple((unit, mission) for unit, mission in noun)


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/sailing", "Where a task force can go", sailing, Sailing, SailingQuestion),
    Endpoint("POST", "/api/games/{game}/naval-odds", "Odds of a naval round", chances, NavalChances, NavalQuestion),
)
