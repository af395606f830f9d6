"""Exercises: small set-pieces that teach one rule. What is on the table, and the procedure that is played with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.participants import YEAR
from worldfire.forces.things import COUNTER, NO_PLANES, PLACE, PLACE_NAMES, aboard, counter_of, name_of, place_index
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    NOBODY,
    POWER,
    POWER_NAMES,
    SEAT,
    SIDE,
    SIDE_NAMES,
    side_of,
)
from worldfire.rules.s11_05_naval_air_combat import NAVAL_AIR_COMBAT, NavalAirCombat
from worldfire.rules.s14_air_combat import ACTIVE, AIR_COMBAT, INACTIVE, AirCombat, Lines
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Return
from worldfire.tables.counters import AirCounter, AirType, NavalCounter


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    seat: str
    side: str


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    #: a power; places without one are the sea, or nobody's
    controller: str = ""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter on the table and what it carries; `power` only where it is not the counter's own."""

    counter: str
    at: str = ""
    power: str = ""
    #: in a naval air combat the owner chooses it in play
    role: Literal["fighter", "bomber", "grounded"] = "bomber"
    cargo: tuple[str, ...] = ()


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation: the first side is the active one."""

    play: str
    sides: tuple[str, str]
    powers: tuple[Power, ...]
    places: tuple[Place, ...]
    pieces: tuple[Piece, ...]
    year: int = 1939
    weather: str = "fine"
    conditions: tuple[str, ...] = ()
    surprise_points: tuple[int, int] = (0, 0)


def read_setup(setup: Any) -> Setup:
    try:
        return msgspec.convert(setup, Setup)
    except msgspec.ValidationError as error:
        raise RulesetError(f"the set-up is wrong: {error}") from error


def sizes(setup: Setup) -> Mapping[str, int]:
    return {
        "things": sum(1 + len(piece.cargo) for piece in setup.pieces),
        "places": len(setup.places) + len(setup.powers),
        "countries": len(setup.powers),
        "powers": len(setup.powers),
    }


def begin(game: Game, setup: Setup) -> None:
    """Put everything in its place. Each power has one country of its own name here, and a tray for its losses."""
    if len({(power.seat, power.side) for power in setup.powers}) != len({power.seat for power in setup.powers}):
        raise RulesetError("a seat cannot play powers of both sides")
    trays = tuple(f"tray of {power.name}" for power in setup.powers)
    names = tuple(power.name for power in setup.powers)
    game.set(PLACE_NAMES, tuple(place.name for place in setup.places) + trays)
    game.set(POWER_NAMES, names)
    game.set(COUNTRY_NAMES, names)
    game.set(SIDE_NAMES, setup.sides)
    game.set(YEAR, setup.year)
    unknown = {power.seat for power in setup.powers} - set(game.seats)
    if unknown:
        raise RulesetError(f"there is no seat {', '.join(sorted(unknown))}")
    game.fill(POWER, range(len(names)))
    game.fill(SEAT, (game.seats.index(power.seat) for power in setup.powers))
    game.fill(SIDE, (setup.sides.index(power.side) for power in setup.powers))
    controllers = [names.index(place.controller) if place.controller else NOBODY for place in setup.places]
    game.fill(CONTROLLER, controllers + [NOBODY] * len(trays))
    _put_pieces(game, setup, names)
    if setup.play not in _PLAYS:
        raise RulesetError(f"an exercise can play {', '.join(_PLAYS)}, not {setup.play!r}")
    game.push(EXERCISE.name, _sortie(game, setup))


def _put_pieces(game: Game, setup: Setup, powers: tuple[str, ...]) -> None:
    tables = game.ruleset.tables
    counters: list[int] = []
    countries: list[int] = []
    places: list[int] = []
    for piece in setup.pieces:
        carrier = len(counters)
        for counter in (piece.counter, *piece.cargo):
            if counter not in tables.index:
                raise RulesetError(f"there is no counter {counter!r}")
            row = tables.index[counter]
            power = piece.power or tables.counters[row].power
            if power not in powers:
                raise RulesetError(f"piece {counter!r} belongs to {power!r}, which is not in the exercise")
            places.append(aboard(carrier) if len(counters) > carrier else place_index(game, piece.at))
            counters.append(row)
            countries.append(powers.index(power))
    game.fill(COUNTER, counters)
    game.fill(COUNTRY, countries)
    game.fill(PLACE, places)


# ------------------------------------------------------------------------------------------------------- what is played


class Sortie(msgspec.Struct):
    """Who flies where, and afterwards who got through."""

    play: str
    places: tuple[int, ...]
    fighters: Lines
    bombers: Lines
    conditions: tuple[str, ...]
    surprise_points: tuple[int, int]
    weather: str
    through: Lines = ((), ())

    def flying(self, side: int) -> tuple[int, ...]:
        return self.fighters[side] + self.bombers[side]


def _sortie(game: Position, setup: Setup) -> Sortie:
    lines: dict[str, list[tuple[int, ...]]] = {"fighter": [(), ()], "bomber": [(), ()]}
    thing = 0
    for piece in setup.pieces:
        _check_role(game, setup, piece, thing)
        if piece.role != "grounded":
            lines[piece.role][side_of(game, thing)] += (thing,)
        thing += 1 + len(piece.cargo)
    return Sortie(
        setup.play,
        tuple(sorted({place_index(game, piece.at) for piece in setup.pieces if piece.role != "grounded"})),
        (lines["fighter"][ACTIVE], lines["fighter"][INACTIVE]),
        (lines["bomber"][ACTIVE], lines["bomber"][INACTIVE]),
        setup.conditions,
        setup.surprise_points,
        setup.weather,
    )


def _check_role(game: Position, setup: Setup, piece: Piece, thing: int) -> None:
    """14.2.5: only FTRs and carrier planes are fighters; carriers take part over the sea."""
    counter = counter_of(game, thing)
    if isinstance(counter, NavalCounter):
        flies = counter.air_component is not None and setup.play == "naval air combat"
    else:
        flies = isinstance(counter, AirCounter) and (piece.role != "fighter" or counter.type is AirType.FTR)
    if piece.role != "grounded" and not flies:
        raise RulesetError(f"piece {piece.counter!r} cannot fly as a {piece.role} in a {setup.play} [14.2.5]")


def _naval_air_combat(sortie: Sortie) -> Call:
    included = (sortie.flying(ACTIVE), sortie.flying(INACTIVE))
    combat = NavalAirCombat(sortie.places, included, sortie.surprise_points, sortie.weather)
    return Call(NAVAL_AIR_COMBAT.name, combat)


def _air_mission(sortie: Sortie) -> Call:
    combat = AirCombat(sortie.places, sortie.fighters, sortie.bombers, conditions=sortie.conditions)
    return Call(AIR_COMBAT.name, combat)


#: what an exercise can play → how it starts
_PLAYS: Mapping[str, Callable[[Sortie], Call]] = {
    "naval air combat": _naval_air_combat,
    "air mission": _air_mission,
}


@step("14.2")
def fly_the_mission(game: Game, sortie: Sortie) -> Control:
    return _PLAYS[sortie.play](sortie)


@step("14.2.4")
def return_to_base(game: Game, sortie: Sortie) -> Control:
    """After a mission over land all aircraft go home face-down; over the sea they stay (11.5.9)."""
    sortie.through, in_the_air = game.result[:2]
    if sortie.play == "naval air combat":
        return None
    home = (*sortie.through[ACTIVE], *in_the_air[ACTIVE], *sortie.through[INACTIVE], *in_the_air[INACTIVE])
    return Call(RETURN_TO_BASE.name, Return(home))


@step("14.2")
def mission_over(game: Game, sortie: Sortie) -> Control:
    """For each side: who got through, and who was lost."""
    outcome: dict[str, Any] = {}
    names = game.state.get(SIDE_NAMES)
    for side, name in enumerate(names):
        lost = [thing for thing in sortie.flying(side) if _is_lost(game, thing)]
        outcome[name] = {
            "through": tuple(name_of(game, thing) for thing in sortie.through[side]),
            "lost": tuple(name_of(game, thing) for thing in lost),
        }
    return End(outcome)


EXERCISE = procedure("exercise", "14.2", fly_the_mission, return_to_base, mission_over, locals=Sortie, book_step=True)


def _is_lost(game: Position, thing: int) -> bool:
    """A carrier has lost its planes; anything else lies in a tray, and the trays are the last places."""
    if isinstance(counter_of(game, thing), NavalCounter):
        return bool(game.state[NO_PLANES][thing])
    return game.state[PLACE][thing] >= len(game.state.get(PLACE_NAMES)) - len(game.state.get(POWER_NAMES))


MODULE = Module(procedures=(EXERCISE,))
