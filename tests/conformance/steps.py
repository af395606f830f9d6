"""One step of an impulse on a position of the board: whose it is, what the powers chose, and the dice that will fall."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from conformance.positions import power, unit
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.log import Entry
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, name_of, place_index, place_name
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE
from worldfire.forces.who import POWER_NAMES, SIDE
from worldfire.rules.s11_15_land_roll import one_die_reading
from worldfire.rules.s11_15_odds import LandAttack, Table


def begin_step(
    game: Game, procedure: str, active: str, *, throws: Iterable[int] = (), action: str = "land", debug: bool = True
) -> Game:
    """Go to this step of an impulse of the power's side; every power has chosen the action."""
    wanted = game.ruleset.procedures[procedure]
    game.set(ACTIVE_SIDE, game.state[SIDE][power(game, active)])
    game.set(ACTIONS, (action,) * len(game.state.get(POWER_NAMES)))
    game.state.frames.clear()
    game.push(wanted.name, None if wanted.locals is None else wanted.locals())
    game.chance = ScriptedChance(throws)
    game.debug = debug
    game.put_state(game.state)
    return game


def find(game: Game, name: str) -> int:
    """The unit of this id or designation, wherever it is; a unit on the map before others."""
    hexes = len(board_of(game))
    named = [
        thing for thing in range(len(game.state[PLACE])) if name in (counter_of(game, thing).id, name_of(game, thing))
    ]
    on_map = [thing for thing in named if 0 <= game.state[PLACE][thing] < hexes]
    return (on_map or named or [unit(game, name)])[0]


def units(game: Game, *names: str) -> tuple[int, ...]:
    return tuple(find(game, name) for name in names)


def places(game: Game, *names: str) -> tuple[int, ...]:
    return tuple(place_index(game, name) for name in names)


def turn_down(game: Game, *names: str) -> None:
    for thing in units(game, *names):
        game.write(FACE_DOWN, thing, 1)


def where(game: Game, name: str) -> str:
    return place_name(game, game.state[PLACE][find(game, name)]).split()[0]


def is_lost(game: Game, name: str) -> bool:
    return where(game, name) == "tray"


def is_down(game: Game, name: str) -> bool:
    return bool(game.state[FACE_DOWN][find(game, name)])


def march(game: Game, seat: str, names: Iterable[str], *path: str, verb: str = "move") -> Entry:
    return game.submit(seat, verb, (units(game, *names), places(game, *path)))


def refusal(game: Game, seat: str, names: Iterable[str], *path: str, verb: str = "move") -> str:
    """Why the units may not go this way, as rule and key; nothing if they may."""
    found = game.why_not(verb, (units(game, *names), places(game, *path)), seat)
    return f"{found[0].rule} {found[0].key}" if found else ""


def declare(game: Game, seat: str, **attacks: Iterable[str]) -> Entry:
    """Each hex with the units that attack it."""
    pairs = tuple((find(game, name), place_index(game, target)) for target, names in attacks.items() for name in names)
    return game.submit(seat, "declare-attacks", pairs)


def one_die_result(game: Game, table: Table, step: int, modified_roll: int) -> str:
    """The cell of the one-die tables."""
    tables = game.ruleset.tables.source
    reading = one_die_reading(LandAttack(attack=Fraction(1), defence=Fraction(1), table=table), step, tables)
    return reading.result(modified_roll - reading.modifier, tables)


def said(game: Game, kind: type[Event]) -> list[Event]:
    return [event for entry in game.entries for event in entry.events if type(event) is kind]
