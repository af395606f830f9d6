"""The attack calculator: odds of any combat that is described, of a game or of none; the rules' own code reckons them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, get_args

import msgspec

from worldfire.advice import calculator
from worldfire.advice.arena import Ground, Hexside, Sky, Terrain, WrongCase
from worldfire.advice.calculator import (
    MOST_UNITS,
    AirCase,
    AttackingUnit,
    BombingCase,
    Case,
    DefendingUnit,
    FlakCase,
    LandCase,
    NavalCase,
    StrikeCase,
)
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.forces.ground import ground_of
from worldfire.forces.things import FACE_DOWN, HEXES, board_of, counter_of, things_at
from worldfire.forces.who import side_of
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_10_entry import hexside, land_foes_at
from worldfire.rules.s11_15_factors import is_fort_hexside, is_home_of_controller
from worldfire.server.answers import Attack, Chance, OddsModifier
from worldfire.server.land_odds import tell_attack
from worldfire.server.problems import Problem
from worldfire.server.records import may_look
from worldfire.server.tabling import Sight
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.tables.counters import LandCounter
from worldfire.titles import title_named
from worldfire.words import say


class LinedUp(msgspec.Struct):
    counter: str
    #: what it counts for
    rating: int


class AirRoll(msgspec.Struct):
    """A side of an air-to-air combat."""

    fighters: list[LinedUp]
    bombers: list[LinedUp]
    strength: float
    #: the column on which it rolls
    value: int
    rolls: bool
    outcomes: list[Chance]


class Fact(msgspec.Struct):
    """Something that the odds are made of."""

    name: str
    value: str


class Calculated(msgspec.Struct, omit_defaults=True):
    """What may come of a combat; fields that its kind has not stay empty."""

    rule: str
    #: of a land combat, one for each table; units are numbered attackers first, then defenders
    attacks: list[Attack] = []
    #: of an air-to-air combat, the active side first
    sides: list[AirRoll] = []
    #: of a ground strike: the chance that each target is turned face-down
    targets: list[float] = []
    outcomes: list[Chance] = []
    modifiers: list[OddsModifier] = []
    facts: list[Fact] = []


async def calculate(ask: Ask) -> Calculated:
    case: Case = ask.body
    return await ask.house.run(calculated, case)


def calculated(case: Case) -> Calculated:
    """The answer to one case. Problem: the field that cannot be so, and why."""
    try:
        return _ANSWERS[type(case)](case)
    except WrongCase as error:
        raise Problem(422, "wrong-case", error.text, field=error.field) from error


def _section(case: Case, section: str) -> str:
    """The section of the case's own book."""
    return title_named(case.title).number(section)


def _no_words(result: object) -> str:
    return ""


def _chances(pairs: Mapping[Any, Fraction], words: Callable[[Any], str] = _no_words) -> list[Chance]:
    """Each outcome with its chance, and where its name says too little, in words."""
    return [
        {"result": str(result), "probability": float(chance), "text": words(result)} for result, chance in pairs.items()
    ]


def _decimal(value: Fraction | float) -> str:
    return f"{float(value):.3g}"


def _land(case: LandCase) -> Calculated:
    game, reckoning = calculator.land_combat(case)
    attacks = [tell_attack(game, one) for one in calculator.tables_of(reckoning)]
    return Calculated(_section(case, "11.15.5"), attacks=attacks)


def _air(case: AirCase) -> Calculated:
    fought = calculator.air_combat(case)
    sides = [
        AirRoll(
            [LinedUp(*one) for one in side.fighters],
            [LinedUp(*one) for one in side.bombers],
            float(side.strength),
            side.value,
            side.rolls,
            _chances(side.results),
        )
        for side in (fought.active, fought.inactive)
    ]
    return Calculated(_section(case, "14.3.2"), sides=sides)


def _strike(case: StrikeCase) -> Calculated:
    odds = calculator.ground_strike(case)
    outcomes = _chances(odds.number, lambda number: say("calculated-face-down", count=number))
    return Calculated(_section(case, "11.8"), targets=[float(one) for one in odds.units], outcomes=outcomes)


def _bombing(case: BombingCase) -> Calculated:
    odds = calculator.bombardment(case)
    why = "calculated-unopposed" if odds.modifier > 0 else "calculated-high-altitude"
    section = _section(case, "11.7")
    modifiers: list[OddsModifier] = [{"text": say(why), "rule": section, "value": float(odds.modifier)}]
    return Calculated(
        section,
        outcomes=_chances(odds.points, lambda points: say("calculated-points-lost", count=points)),
        modifiers=modifiers if odds.modifier else [],
        facts=[
            Fact(say("calculated-factors"), str(odds.factors)),
            Fact(say("calculated-expected-points"), _decimal(odds.expected_points)),
        ],
    )


def _flak(case: FlakCase) -> Calculated:
    odds = calculator.anti_aircraft(case)
    which = "calculated-highest" if odds.dice.highest else "calculated-lowest"
    return Calculated(
        _section(case, "11.5.9"),
        outcomes=_chances(odds.points, lambda points: say("calculated-flak-points", count=points)),
        facts=[
            Fact(say("calculated-column"), str(odds.column)),
            Fact(say("calculated-dice"), say(which, dice=odds.dice.dice, counted=odds.dice.counted)),
            Fact(say("calculated-expected-destroyed"), _decimal(odds.expected_destroyed)),
            Fact(say("calculated-expected-aborted"), _decimal(odds.expected_aborted)),
        ],
    )


def _naval(case: NavalCase) -> Calculated:
    odds = calculator.naval_fire(case)
    done = odds.inflicted
    hit = say("calculated-hits", destroyed=done.destroyed, damaged=done.damaged, aborted=done.aborted)
    facts = [Fact(say("calculated-column"), str(odds.column)), Fact(say("calculated-inflicted"), hit)]
    if case.defences:
        facts += [
            Fact(say("calculated-expected-destroyed"), _decimal(odds.expected_destroyed)),
            Fact(say("calculated-expected-damaged"), _decimal(odds.expected_damaged)),
            Fact(say("calculated-expected-aborted"), _decimal(odds.expected_aborted)),
        ]
    outcomes = _chances(odds.losses or {hit: Fraction(1)})
    return Calculated(_section(case, "11.5.8"), outcomes=outcomes, facts=facts)


_ANSWERS: dict[type[Any], Callable[[Any], Calculated]] = {
    LandCase: _land,
    AirCase: _air,
    StrikeCase: _strike,
    BombingCase: _bombing,
    FlakCase: _flak,
    NavalCase: _naval,
}


# ----------------------------------------------------------------------------------------------------------- from the map


class PlaceQuery(Body):
    hex: str
    seat: str | None = None


async def case_of_hex(ask: Ask) -> LandCase:
    """The attack on a hex as the seat sees it: whoever is there, and everybody beside it who could attack."""
    query: PlaceQuery = ask.query
    table = await ask.house.table(ask.game)
    may_look(ask, table, query.seat)

    def look(sight: Sight) -> LandCase:
        game = sight.imagined(query.seat)
        place = board_of(game).index.get(query.hex) if game.state.get(HEXES) else None
        if place is None:
            raise Problem(422, "wrong-question", f"there is no hex {query.hex!r}", field="hex")
        return case_at(game, place)

    return await ask.house.read(table, look)


def case_at(game: Game, place: int) -> LandCase:
    defenders = tuple(unit for unit in land_units(game, things_at(game, place)) if _fights(game, unit))[:MOST_UNITS]
    attackers = _attackers(game, place, defenders)
    ground, terrain, weather = ground_of(game), board_of(game).tables.terrain[place], weather_at(game, place)
    return LandCase(
        title=game.ruleset.title.name,
        options=game.ruleset.options,
        ground=Ground(
            terrain=next((known for known in get_args(Terrain) if known == terrain), "clear"),
            weather=next(known for known in get_args(Sky) if known == weather),
            city=place in ground.cities,
            factories=sum(found.factories for found in ground.places.get(place, ())),
            home=is_home_of_controller(game, place),
        ),
        attackers=tuple(
            AttackingUnit(counter_of(game, unit).id, across=_across(game, origin, place)) for unit, origin in attackers
        ),
        defenders=tuple(
            DefendingUnit(counter_of(game, unit).id, bool(game.state[FACE_DOWN][unit]), in_supply(game, unit))
            for unit in defenders
        ),
    )


def _fights(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.strength is not None


def _attackers(game: Position, place: int, defenders: tuple[int, ...]) -> list[tuple[int, int]]:
    """(unit, hex) of those beside the hex that are face-up and at war with somebody in it."""
    if not defenders:
        return []
    found = (
        (unit, beside)
        for beside in board_of(game).adjacent[place]
        for unit in land_units(game, things_at(game, beside))
        if side_of(game, unit) != side_of(game, defenders[0])
        and not game.state[FACE_DOWN][unit]
        and _fights(game, unit)
        and land_foes_at(game, unit, place)
    )
    return list(found)[:MOST_UNITS]


def _across(game: Position, origin: int, place: int) -> tuple[Hexside, ...]:
    printed: Iterable[str] = hexside(game, origin, place)
    if not is_fort_hexside(game, origin, place):
        printed = (side for side in printed if side != "fort")
    known: tuple[Hexside, ...] = get_args(Hexside)
    return tuple(side for side in known if side in set(printed))


ENDPOINTS = (
    Endpoint("POST", "/api/calculator", "Odds of any combat", calculate, Calculated, Case, cost=2),
    Endpoint(
        "GET", "/api/games/{game}/case", "An attack on a hex to reckon with", case_of_hex, LandCase, query=PlaceQuery
    ),
)
