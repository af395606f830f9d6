"""Questions about the position: where units can go, odds, supply, zones of control, air range, routes of resources.

They are asked of a game imagined from what the seat may know, so that no answer can give away what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Literal

from worldfire.advice.attacks import proposed
from worldfire.advice.cautions import cautions
from worldfire.advice.layers import enemy_zones
from worldfire.advice.production import use_of, ways_of
from worldfire.advice.routing_report import journeys, plan_at_hand
from worldfire.advice.supply_report import explain as explain_supply
from worldfire.board.model import Board
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.forces.flights import Flight
from worldfire.forces.in_turn import STAY
from worldfire.forces.things import COUNTER, HEXES, PLACE, board_of, counter_of
from worldfire.forces.turn import other_side, power_name, powers_of_seat
from worldfire.forces.who import NOBODY, SIDE_NAMES, power_of, side_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_10_6_overrun import overrun_multiplier, overrun_violation
from worldfire.rules.s11_10_entry import enemy_land_units, entry_cost
from worldfire.rules.s11_10_land_movement import LandMovement, path_violation, unit_violation, ways
from worldfire.rules.s11_15_odds import Table
from worldfire.rules.s13_06_1_by_sea import ROUTING
from worldfire.rules.s13_06_production import UNUSED, resources_of
from worldfire.rules.s14_1_range import reachable
from worldfire.server.allying import tell_why
from worldfire.server.answers import (
    Answer,
    Answers,
    Cautions,
    Odds,
    Range,
    Reach,
    Route,
    Routes,
    Suggestion,
    Supply,
    SupplyOfAll,
    Way,
    Why,
    Zones,
)
from worldfire.server.coaching import taught
from worldfire.server.computers import pick_legally
from worldfire.server.land_odds import tell_attack
from worldfire.server.problems import Problem
from worldfire.server.tabling import Sight
from worldfire.server.wire import Ask, Body, Endpoint, OneOf
from worldfire.tables.counters import AirCounter, LandCounter
from worldfire.titles.telling import tell_rule

#: units that one question may name
MOST_UNITS = 200


class Question(Body):
    question: Literal["reach", "odds", "supply", "supply-all", "zoc", "range", "routes", "default", "cautions"]
    #: none: as a spectator
    seat: str | None = None
    units: tuple[int, ...] = ()
    unit: int | None = None
    attackers: tuple[int, ...] = ()
    hex: str | None = None
    #: for odds: an assignment of units to hexes, for routes one of resources to factories, as it is being made; for
    #: cautions the noun that `verb` would be submitted with
    noun: Any = None
    verb: str | None = None
    side: str | None = None
    #: for a default in a lesson: the steps that the learner has read or skipped
    passed: tuple[int, ...] = ()
    #: for odds: the entries of the game that is asked about; if it has gone on, the answer is empty
    entries: int | None = None


async def answer(ask: Ask) -> Answer:
    body: Question = ask.body
    table = await ask.house.table(ask.game)
    if body.seat is not None:
        ask.house.check_seat(table, body.seat, ask.person)

    def look(sight: Sight) -> Answer:
        if body.question == "odds" and body.entries is not None and body.entries != len(sight.game.entries):
            return Odds(attacks=[])
        if body.question == "default" and (
            action := taught(table.card.campaign, body.seat, sight, frozenset(body.passed))
        ):
            return Suggestion(verb=action[0], noun=action[1])
        return ANSWERS[body.question](sight.imagined(body.seat), body)

    return await ask.house.read(table, look)


# ------------------------------------------------------------------------------------------------------- reading the question


def _no_such(field: str, text: str) -> Problem:
    return Problem(422, "wrong-question", text, field=field)


def _board(game: Position) -> Board:
    if not game.state.get(HEXES):
        raise _no_such("question", "this exercise is not played on the board")
    return board_of(game)


def _units(game: Position, units: Sequence[int], field: str) -> tuple[int, ...]:
    """Units that stand on the board."""
    hexes = len(_board(game))
    if not 0 < len(units) <= MOST_UNITS:
        raise _no_such(field, f"name 1 to {MOST_UNITS} units")
    for unit in units:
        if not 0 <= unit < len(game.state[COUNTER]) or not 0 <= game.state[PLACE][unit] < hexes:
            raise _no_such(field, f"unit {unit} is not on the board")
    return tuple(sorted(set(units)))


def _land_units(game: Position, units: Sequence[int], field: str) -> tuple[int, ...]:
    found = _units(game, units, field)
    for unit in found:
        if not isinstance(counter_of(game, unit), LandCounter):
            raise _no_such(field, f"unit {unit} is not a land unit")
    return found


def _one(game: Position, body: Question) -> int:
    return _units(game, () if body.unit is None else (body.unit,), "unit")[0]


def _hex(game: Position, name: str | None) -> int:
    place = _board(game).index.get(name or "")
    if place is None:
        raise _no_such("hex", f"there is no hex {name!r}")
    return place


def _side(game: Position, name: str | None) -> int:
    names = game.state.get(SIDE_NAMES)
    if name not in names:
        raise _no_such("side", f"there is no side {name!r}; there are {', '.join(names)}")
    return names.index(name)


# ---------------------------------------------------------------------------------------------------------------- reach


def reach(game: Position, body: Question) -> Reach:
    """Where units that stand together can go in the land movement that is under way, and why not further."""
    units, board = _land_units(game, body.units, "units"), _board(game)
    movement = next((f.locals for f in reversed(game.state.frames) if isinstance(f.locals, LandMovement)), None)
    if movement is None:
        raise _no_such("question", "no land movement is under way")
    start = game.state[PLACE][units[0]]
    if any(game.state[PLACE][unit] != start for unit in units):
        raise _no_such("units", "units that move together must be in the same hex")
    held = (unit_violation(game, movement, unit) for unit in units)
    found = next((violation for violation in held if violation is not None), None)
    if found is not None:
        return {"hexes": {}, "refused": {}, "nowhere": tell_why(game, found)}
    before = dict(ways(game, movement, units))
    paths = {end: _path(before, start, end) for end in before}
    hexes = {
        board.number(end): Way(
            cost=_cost(game, units, start, path),
            path=[board.number(place) for place in path],
            overrun=False,
        )
        for end, path in paths.items()
    }
    overruns, too_strong = _overruns(game, body.seat, units, start)
    hexes |= overruns
    return {"hexes": hexes, "refused": _refused(game, movement, units, paths, set(hexes)) | too_strong}


def _path(before: dict[int, int], start: int, end: int) -> tuple[int, ...]:
    found = [end]
    while before[found[-1]] != start:
        found.append(before[found[-1]])
    return tuple(reversed(found))


def _cost(game: Position, units: tuple[int, ...], start: int, path: tuple[int, ...]) -> int:
    """What the slowest of the units pays."""
    here, spent = start, dict.fromkeys(units, 0)
    for place in path:
        for unit in units:
            spent[unit] += entry_cost(game, unit, here, place)
        here = place
    return max(spent.values())


def _overruns(
    game: Position, seat: str | None, units: tuple[int, ...], start: int
) -> tuple[dict[str, Way], dict[str, Why]]:
    """The hexes beside the units whose defenders they can overrun, and those whose defenders they cannot, with the reason."""
    board = board_of(game)
    able: dict[str, Way] = {}
    unable: dict[str, Why] = {}
    power = power_of(game, units[0])
    places = [place for place in board.adjacent[start] if enemy_land_units(game, power, place)]
    judged = game.judge_many("overrun", ((units, (place,)) for place in places), seat)
    for place, against in zip(places, judged, strict=True):
        if against:
            # Where nobody can overrun anybody the verb is not offered at all; what keeps these units says more.
            unable[board.number(place)] = tell_why(game, overrun_violation(game, units, place) or against[0])
            continue
        times = overrun_multiplier(game, units, place)
        cost = max(entry_cost(game, unit, start, place, times) for unit in units)
        able[board.number(place)] = {"cost": cost, "path": [board.number(place)], "overrun": True}
    return able, unable


def _refused(
    game: Position, movement: LandMovement, units: tuple[int, ...], paths: dict[int, tuple[int, ...]], reached: set[str]
) -> dict[str, Why]:
    """The hexes round about that cannot be entered, with the reason on the shortest way there."""
    board, start = board_of(game), game.state[PLACE][units[0]]
    found: dict[str, Why] = {}
    for path in sorted(((), *paths.values()), key=len):
        for place in board.adjacent[path[-1] if path else start]:
            number = board.number(place)
            if place == start or number in reached or number in found:
                continue
            violation = path_violation(game, movement, units, (*path, place))
            if violation is not None:
                found[number] = tell_why(game, violation)
    return found


# ----------------------------------------------------------------------------------------------------------------- odds


def odds(game: Position, body: Question) -> Odds:
    """What the attacks may bring on each table that could be chosen; nothing if the question comes too late."""
    if body.noun is not None:
        targets = _attacks(game, body.noun)
    else:
        targets = {_hex(game, body.hex): _land_units(game, body.attackers, "attackers")}
    attacks = []
    for target, units in targets.items():
        for table in (Table.ASSAULT, Table.BLITZKRIEG):
            reckoning = proposed(game, units, target, table)
            if not reckoning.defenders and not reckoning.notional:
                raise _no_such("hex", "there is nobody to attack there")
            attacks.append(tell_attack(game, reckoning))
    return {"attacks": attacks}


def _attacks(game: Position, noun: Any) -> dict[int, tuple[int, ...]]:
    """Target → attackers of an assignment, in pairs."""
    pairs: Iterable[Any] = noun.items() if isinstance(noun, dict) else noun if isinstance(noun, list) else ()
    found: dict[int, list[int]] = {}
    for pair in pairs:
        try:
            unit, target = int(pair[0]), int(pair[1])
        except (TypeError, ValueError, LookupError) as error:
            raise _no_such("noun", "an assignment is a list of (unit, hex)") from error
        if target != STAY:
            if not 0 <= target < len(_board(game)):
                raise _no_such("noun", f"there is no hex {target}")
            found.setdefault(target, []).append(unit)
    return {target: _land_units(game, units, "noun") for target, units in found.items()}


# --------------------------------------------------------------------------------------------------- supply, zones, range


def supply(game: Position, body: Question) -> Supply:
    unit, board = _one(game, body), _board(game)
    lines = explain_supply(game, unit)
    return {
        "in_supply": in_supply(game, unit),
        "path": [
            {"hex": board.number(place), "why": line.text(game), "rule": tell_rule(game, line.rule)}
            for line in lines
            for place in line.hexes
        ],
        "text": " ".join(line.text(game) for line in lines),
    }


def supply_all(game: Position, body: Question) -> SupplyOfAll:
    side, hexes = _side(game, body.side), len(_board(game))
    standing = (unit for unit, place in enumerate(game.state[PLACE]) if 0 <= place < hexes)
    return {"units": {str(unit): in_supply(game, unit) for unit in standing if side_of(game, unit) == side}}


def zoc(game: Position, body: Question) -> Zones:
    """The hexes into which units of this side exert a zone of control."""
    other, board = other_side(_side(game, body.side)), _board(game)
    return {"hexes": [board.number(place) for place in enemy_zones(game, other).nonzero()[0].tolist()]}


def air_range(game: Position, body: Question) -> Range:
    unit, board = _one(game, body), _board(game)
    if not isinstance(counter_of(game, unit), AirCounter):
        raise _no_such("unit", f"unit {unit} does not fly")
    return {"hexes": {board.number(place): points for place, points in reachable(game, unit, Flight.BOMBER).items()}}


# -------------------------------------------------------------------------------------------------------------- resources


def routes(game: Position, body: Question) -> Routes:
    """How each resource of the seat's powers is railed to a factory: as it is being chosen, else so that most are used."""
    _board(game)
    if body.seat is None:
        raise _no_such("seat", "only a seat can see its resources")
    sides = range(len(game.state.get(SIDE_NAMES)))
    powers = [power for side in sides for power in powers_of_seat(game, body.seat, side)]
    chosen = None if body.noun is None else _sent(body.noun)
    return {"routes": [route for power in powers for route in _routes(game, power, chosen)]}


def _sent(noun: Any) -> dict[Any, Any]:
    """Resource → factory of an assignment, in pairs."""
    if not isinstance(noun, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in noun):
        raise _no_such("noun", "an assignment is a list of (resource, hex)")
    return {str(resource): str(to) for resource, to in noun}


def _routes(game: Position, power: int, chosen: dict[Any, Any] | None) -> Iterable[Route]:
    """With the war at sea only the hexes: what lies between two ports has a board of its own."""
    if ROUTING.name in game.ruleset.procedures:
        yield from _routes_at_sea(game, power, plan_at_hand(game, power)[0] if chosen is None else (*chosen.items(),))
        return
    board, ways = board_of(game), ways_of(game, power)
    plan = dict(use_of(game, power)) if chosen is None else chosen
    for name, place in resources_of(game, power):
        path = ways[name].get(plan.get(name, UNUSED), ())
        yield {
            "power": power_name(game, power),
            "resource": name,
            "from": board.number(place),
            "to": board.number(path[-1]) if path else None,
            "path": [board.number(stop) for stop in path],
        }


def _routes_at_sea(game: Position, power: int, plan: Noun) -> Iterable[Route]:
    number = board_of(game).number
    for one in journeys(game, power, plan):
        if one.goods.place != NOBODY:
            yield {
                "power": power_name(game, power),
                "resource": one.goods.name,
                "from": number(one.goods.place),
                "to": None if one.route is None else number(one.route.end),
                "path": [number(stop) for stop in (*one.rail, *one.inland)],
            }


# --------------------------------------------------------------------------------------------------------------- advice


def default(game: Game, body: Question) -> Suggestion:
    """What the cadet would do now: the default placement in a set-up, a suggestion elsewhere that no lesson makes."""
    if body.seat is None or body.seat not in game.waiting:
        raise _no_such("seat", "this seat has nothing to decide")
    verb, noun = pick_legally(game, body.seat, "cadet", Random())
    return {"verb": verb, "noun": noun}


def before_it_is_done(game: Game, body: Question) -> Cautions:
    """What the seat should know before it does this."""
    if body.seat is None or body.verb is None:
        raise _no_such("verb", "say which seat would do what")
    found = cautions(game, body.seat, body.verb, body.noun)
    return {
        "cautions": [
            {
                "rule": tell_rule(game, caution.rule),
                "text": caution.text(game),
                "hexes": [board_of(game).number(place) for place in caution.hexes],
            }
            for caution in found
        ]
    }


ANSWERS: dict[str, Callable[[Game, Question], Answer]] = {
    "reach": reach,
    "odds": odds,
    "supply": supply,
    "supply-all": supply_all,
    "zoc": zoc,
    "range": air_range,
    "routes": routes,
    "default": default,
    "cautions": before_it_is_done,
}

ENDPOINTS = (Endpoint("POST", "/api/games/{game}/ask", "Ask about the position", answer, OneOf(Answers), Question),)
