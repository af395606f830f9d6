"""Advice to whoever is about to choose: what it means, what may come of it, what is routine, and what he would regret.

All of it is worked out in a game imagined from what the seat may know, so that no answer gives away what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from worldfire.advice.as_many import as_many
from worldfire.advice.cards import Limit, cards, limits
from worldfire.advice.cautions import cautions
from worldfire.advice.chances import Prospect, prospects
from worldfire.advice.standing import Standing, standing
from worldfire.advice.warnings import warnings
from worldfire.advice.ways import no_way_there
from worldfire.engine.game import Game
from worldfire.engine.violation import Violation
from worldfire.forces.things import HEXES, PLACE, board_of
from worldfire.rules.s11_10_land_movement import LandMovement
from worldfire.server.planning import Planned, plan, routine_answer
from worldfire.server.problems import Problem
from worldfire.server.tabling import Sight
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.titles.cards import Card
from worldfire.titles.telling import tell_reason, tell_rule
from worldfire.words import say

#: units or other things that one question may name
MOST_ITEMS = 400


class CounselQuestion(Body):
    question: Literal["no-way", "as-many", "plan", "warnings", "cards", "chances"]
    seat: str
    units: tuple[int, ...] = ()
    hex: str | None = None
    verb: str = ""
    noun: Any = None


class Regret(msgspec.Struct):
    rule: str
    text: str
    units: tuple[int, ...] = ()


class MissionChance(msgspec.Struct):
    """What may come of the bombers over a hex."""

    hex: str
    mission: str
    bombers: tuple[int, ...]
    #: unit → the chance that it is hit, in words
    units: dict[str, str]
    text: str


class Counsel(msgspec.Struct, omit_defaults=True):
    """The answer to the question that was asked; the other fields stay empty."""

    reasons: list[Regret] = []
    items: tuple[Any, ...] = ()
    plan: list[Planned] = []
    cards: dict[str, dict[str, Card]] = {}
    chances: list[MissionChance] = []


class SeatQuery(Body):
    seat: str | None = None


class Standings(msgspec.Struct):
    standing: Standing
    #: what a seat's powers have used of their action this impulse; spectators have none
    limits: list[Limit]


async def counsel(ask: Ask) -> Counsel:
    body: CounselQuestion = ask.body
    table = await ask.house.table(ask.game)
    ask.house.check_seat(table, body.seat, ask.person)

    def advise(sight: Sight) -> Counsel:
        game = sight.imagined(body.seat)
        # Who asks while the game goes on may come too late, and that is no fault of his.
        return _ANSWERS[body.question](game, body) if body.seat in game.waiting else Counsel()

    return await ask.house.read(table, advise)


def _wrong(field: str, text: str) -> Problem:
    return Problem(422, "wrong-question", text, field=field)


def _tuples(noun: Any) -> Any:
    return tuple(_tuples(part) for part in noun) if isinstance(noun, list | tuple) else noun


def _told(game: Game, reason: Violation, units: tuple[int, ...] = ()) -> Regret:
    return Regret(tell_rule(game, reason.rule) if reason.rule else "", tell_reason(game, reason), units)


# ------------------------------------------------------------------------------------------------------------------- answers


def _no_way(game: Game, body: CounselQuestion) -> Counsel:
    movement = next((f.locals for f in reversed(game.state.frames) if isinstance(f.locals, LandMovement)), None)
    if movement is None:
        return Counsel()
    goal = board_of(game).index.get(body.hex or "")
    if goal is None:
        raise _wrong("hex", f"there is no hex {body.hex!r}")
    places = game.state[PLACE]
    if not 0 < len(body.units) <= MOST_ITEMS or not all(0 <= unit < len(places) for unit in body.units):
        raise _wrong("units", "name units that are on the board")
    if len({places[unit] for unit in body.units}) > 1 or not 0 <= places[body.units[0]] < game.state.get(HEXES):
        raise _wrong("units", "units that move together must be in the same hex")
    reason = no_way_there(game, movement, body.units, goal)
    return Counsel() if reason is None else Counsel([_told(game, reason)])


def _as_many(game: Game, body: CounselQuestion) -> Counsel:
    items = _tuples(body.noun)
    if not isinstance(items, tuple) or len(items) > MOST_ITEMS:
        raise _wrong("noun", f"name up to {MOST_ITEMS} things")
    return Counsel(items=as_many(game, body.seat, body.verb, items))


def _plan(game: Game, body: CounselQuestion) -> Counsel:
    return Counsel(plan=plan(game, body.seat))


def _warnings(game: Game, body: CounselQuestion) -> Counsel:
    found = warnings(game, body.seat, body.verb, _tuples(body.noun), routine_answer)
    regrets = [_told(game, one.reason, one.units) for one in found]
    for caution in cautions(game, body.seat, body.verb, _tuples(body.noun)):
        regrets.append(Regret(tell_rule(game, caution.rule), caution.text(game)))
    return Counsel(regrets)


def _cards(game: Game, body: CounselQuestion) -> Counsel:
    return Counsel(cards=cards(game, body.seat))


def _chances(game: Game, body: CounselQuestion) -> Counsel:
    try:
        sorties = {int(item): str(word) for item, word in body.noun if " " in str(word)}
        return Counsel(chances=[_chance(game, one) for one in prospects(game, sorties)])
    except (TypeError, ValueError, LookupError) as error:
        raise _wrong("noun", "an assignment is a list of (aircraft, sortie)") from error


def _chance(game: Game, prospect: Prospect) -> MissionChance:
    units = {str(unit): say("chance-strike", percent=round(100 * float(chance))) for unit, chance in prospect.units}
    mean = sum(points * float(chance) for points, chance in prospect.points)
    text = say("chance-bombing", factors=prospect.factors, points=f"{mean:.1f}") if prospect.points else ""
    return MissionChance(board_of(game).number(prospect.place), prospect.mission, prospect.bombers, units, text)


_ANSWERS: dict[str, Callable[[Game, CounselQuestion], Counsel]] = {
    "no-way": _no_way,
    "as-many": _as_many,
    "plan": _plan,
    "warnings": _warnings,
    "cards": _cards,
    "chances": _chances,
}


async def show_standing(ask: Ask) -> Standings:
    table = await ask.house.table(ask.game)
    seat = ask.query.seat
    if seat is not None:
        ask.house.check_seat(table, seat, ask.person)

    def look(sight: Sight) -> Standings:
        game = sight.imagined(seat)
        return Standings(standing(game), [] if seat is None else limits(game, seat))

    return await ask.house.read(table, look)


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/counsel", "Advice before a choice", counsel, Counsel, CounselQuestion),
    Endpoint("GET", "/api/games/{game}/standing", "What wins, and limits", show_standing, Standings, query=SeatQuery),
)
