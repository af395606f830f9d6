"""Scenes: a campaign taken up in the middle. A few units on the map, and some steps of the turn that are played with them.

Lessons are made of scenes: what is on the map is given unit by unit, so that a text can speak of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Procedure, Step, procedure
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Family
from worldfire.forces.markers import use_markers
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS, TURN
from worldfire.forces.things import COUNTER, FACE_DOWN, PLACE, PLACES, THINGS, aboard, board_of, place_index
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE, WEATHER
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRIES,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    POWERS,
    SIDE_NAMES,
)
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s10_actions import choose_action, new_impulse
from worldfire.tables.campaign import MONTHS, turn_number


class Within(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A procedure that is under way when the scene begins, called by the one before it: its next step and its locals.

    Locals are told as in a file; `unit us-ca-quincy-sif`, `place Truk` and `power japan` stand for their numbers.
    """

    procedure: str
    step: str
    locals: dict[str, Any] = {}


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    #: the names of the steps that are played, in their order; or of a procedure that is a part of a step
    steps: tuple[str, ...]
    #: the side whose impulse it is; none at the end of a turn
    active: str
    #: hex or place → the ids of the counters there
    units: dict[str, tuple[str, ...]]
    #: ship → the ids of the counters that it carries
    aboard: dict[str, tuple[str, ...]] = {}
    #: power → port or sea-box section → its convoy points there
    convoys: dict[str, dict[str, int]] = {}
    #: counters that lie face-down
    face_down: tuple[str, ...] = ()
    #: power → hexes that it holds, beside those it begins the campaign with
    control: dict[str, tuple[str, ...]] = {}
    #: power → the action that it has chosen
    actions: dict[str, str] = {}
    wars: tuple[tuple[str, str], ...] = ()
    weather: str = "fine"
    #: what is under way before the first of the steps, the outermost first
    frames: tuple[Within, ...] = ()
    #: the turn in which it is played; none: the campaign's first
    turn: str = ""
    #: power → minor countries that follow it, with all that they hold; of these it has conquered some
    followers: dict[str, tuple[str, ...]] = {}
    conquered: tuple[str, ...] = ()
    #: what else is on record, by the names of the fields, told like the locals of `frames`
    recorded: dict[str, Any] = {}
    #: column → counter, place, country or power → what stands there
    columns: dict[str, dict[str, int]] = {}


class Playing(msgspec.Struct):
    """The steps that are still to be played."""

    left: tuple[str, ...]


def _next_step(game: Game, playing: Playing) -> Control:
    if not playing.left:
        return End()
    name, *left = playing.left
    playing.left = tuple(left)
    wanted = _procedure_of(game, name)
    return Call(wanted.name, None if wanted.locals is None else wanted.locals())


def _procedure_of(game: Position, name: str) -> Procedure:
    known = game.ruleset.procedures
    found = known.get(step_name(name), known.get(name))
    if found is None:
        raise RulesetError(f"a turn has no step {name!r}")
    return found


def _go_on(game: Game, playing: Playing) -> Control:
    return Goto("next step")


#: the sequence of play is implemented by what is called here, so no section is cited
SCENE = procedure("scene", "3.1", Step("next step", "3.1", _next_step), Step("go on", "3.1", _go_on), locals=Playing)


def open_scene(game: Game, scene: Scene) -> None:
    """In a campaign whose counters are sorted and whose hexes have their holders, put everything where the scene has it."""
    for name in scene.steps:
        _procedure_of(game, name)
    if scene.active:
        game.set(ACTIVE_SIDE, _index(game.state.get(SIDE_NAMES), "side", scene.active))
        game.set(IMPULSE, 1)
        new_impulse(game)
    powers = game.state.get(POWER_NAMES)
    if scene.turn:
        game.set(TURN, turn_number(scene.turn))
        game.set(YEAR, turn_number(scene.turn) // len(MONTHS))
        use_markers(game)
    for power, minors in scene.followers.items():
        for minor in minors:
            _follow(game, minor, _index(powers, "power", power), minor in scene.conquered)
    game.set(AT_WAR, tuple((_index(powers, "power", a), _index(powers, "power", b)) for a, b in scene.wars))
    zones = sorted({zone for zone in board_of(game).tables.zone if zone})
    game.set(WEATHER, tuple((zone, scene.weather) for zone in zones))
    for power, hexes in scene.control.items():
        for name in hexes:
            game.write(CONTROLLER, _place(game, name), _index(powers, "power", power))
    for name, counters in scene.units.items():
        for counter in counters:
            game.write(PLACE, unit_of(game, counter), _place(game, name))
    for ship, cargo in scene.aboard.items():
        for counter in cargo:
            game.write(PLACE, unit_of(game, counter), aboard(unit_of(game, ship)))
    for power, laid in scene.convoys.items():
        for name, points in laid.items():
            game.add(CONVOY_POINTS, _index(powers, "power", power), _place(game, name), points)
    for counter in scene.face_down:
        game.write(FACE_DOWN, unit_of(game, counter), 1)
    for power, action in scene.actions.items():
        choose_action(game, _index(powers, "power", power), action)
    for name, value in scene.recorded.items():
        known = game.ruleset.schema.field_by_name.get(name)
        if known is None:
            raise RulesetError(f"the game has no field {name!r}")
        game.set(known, _numbered(game, value))
    for key, values in scene.columns.items():
        _fill(game, key, values)
    game.push(SCENE.name, Playing(scene.steps))
    for within in scene.frames:
        _take_up(game, within)


def _fill(game: Game, key: str, values: Mapping[str, int]) -> None:
    column = game.ruleset.schema.column_by_key.get(key)
    if column is None:
        raise RulesetError(f"the game has no column {key!r}")
    for name, value in values.items():
        game.write(column, _ROWS[column.family](game, name), value)


def _follow(game: Game, minor: str, power: int, conquered: bool) -> None:
    country = _country(game, minor)
    game.write(POWER, country, power)
    if conquered:
        game.write(CONQUEROR, country, power)
    for place, home in enumerate(game.state[HOME_COUNTRY]):
        if home == country and game.state[CONTROLLER][place] != NOBODY:
            game.write(CONTROLLER, place, power)


def _take_up(game: Game, within: Within) -> None:
    """Put the procedure on the stack as if the one below had just called it."""
    known = game.ruleset.procedures.get(within.procedure)
    if known is None or within.step not in known.steps:
        raise RulesetError(f"the game has no step {within.step!r} of a procedure {within.procedure!r}")
    told = _numbered(game, within.locals)
    game.push(within.procedure, None if known.locals is None else msgspec.convert(told, known.locals))
    game.state.frames[-1].step = within.step


def _numbered(game: Position, value: Any) -> Any:
    """What a file tells by names, by numbers."""
    if isinstance(value, Mapping):
        return {key: _numbered(game, item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(_numbered(game, item) for item in value)
    kind, _, name = value.partition(" ") if isinstance(value, str) else ("", "", "")
    if kind == "unit":
        return unit_of(game, name)
    if kind == "place":
        return _place(game, name)
    return _power(game, name) if kind == "power" else value


def unit_of(game: Position, counter: str) -> int:
    """The unit that is this counter."""
    row = game.ruleset.tables.index.get(counter)
    if row is None or row not in game.state[COUNTER]:
        raise RulesetError(f"the game has no counter {counter!r}")
    return list(game.state[COUNTER]).index(row)


def _place(game: Position, name: str) -> int:
    try:
        return place_index(game, name)
    except ValueError as error:
        raise RulesetError(f"the game has no place {name!r}") from error


def _country(game: Position, name: str) -> int:
    return _index(game.state.get(COUNTRY_NAMES), "country", name)


def _power(game: Position, name: str) -> int:
    return _index(game.state.get(POWER_NAMES), "power", name)


def _index(names: tuple[str, ...], kind: str, name: str) -> int:
    if name not in names:
        raise RulesetError(f"the game has no {kind} {name!r}; there are {', '.join(names)}")
    return names.index(name)


#: how the members of a family are named
_ROWS: Mapping[Family, Callable[[Position, str], int]] = {
    THINGS: unit_of,
    PLACES: _place,
    COUNTRIES: _country,
    POWERS: _power,
}

MODULE = Module(procedures=(SCENE,))
