"""Lines that a person types at the terminal player: what is a command, what is an answer, and which choice is meant.

A semicolon separates answers, so that whoever knows the way types `move; Warsaw; Brest-Litovsk` at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import typer
from rich.markup import escape

from worldfire.cli.alliance import read_word, show_allies
from worldfire.cli.output import console
from worldfire.cli.reports import (
    NEAR,
    attackable,
    odds_line,
    possible_attackers,
    show_front,
    show_hexes,
    show_odds,
    show_supply,
    show_turn,
)
from worldfire.engine.game import Game
from worldfire.engine.log import UNDO
from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.forces.things import COUNTER, HEXES, PLACE, board_of, counter_of, name_of, place_name
from worldfire.forces.who import POWER_NAMES, SEAT, SIDE
from worldfire.rules.s02_2_zones_of_control import is_land_unit
from worldfire.rules.s11_10_land_movement import LandMovement, ways
from worldfire.titles.telling import tell_violation

#: words that a person types instead of an action and that the table obeys
SAVE, AUTO, AUTO_STEP, TABLE = "save", "auto", "auto step", "table"

HELP = """\
[bold]a number or a name[/bold]  take that choice; a semicolon separates answers: move; Warsaw; Brest-Litovsk
[bold]why VERB \\[WHAT][/bold]    why something is not allowed: why bounce, why move Zhukov Minsk
[bold]undo[/bold]            take back your last action (not past a roll or a reveal)
[bold]auto[/bold]            let the computer answer this; [bold]auto step[/bold]: all questions of this kind
[bold]allies[/bold]          what you and your allies let each other do
[bold]allow ALLY WHAT[/bold] let an ally do it, or with [bold]once[/bold] at the end until the impulse is over
[bold]forbid ALLY WHAT[/bold] do not let him
[bold]ask ALLY WHAT[/bold]   ask an ally to allow it
[bold]save FILE[/bold]       write the game to a file
[bold]table[/bold]           how things stand
[bold]back[/bold]            start this choice again
[bold]quit[/bold]            leave without saving"""
CAMPAIGN_HELP = """\
[bold]turn[/bold], [bold]weather[/bold]   turn, impulse and weather
[bold]look HEX \\[FAR][/bold]  what is near a hex: look Minsk, look E2140 4
[bold]front[/bold]           where the armies touch
[bold]odds \\[HEX][/bold]      an attack by every unit that can join in: factors, modifiers, results; alone: all attacks
[bold]supply WHAT[/bold]     why a unit, or the units of a hex, are in supply or not"""


class Quit(Exception):
    """The person wants to leave."""


class Back(Exception):
    """The person wants to begin the choice again."""


class Typed(Exception):
    """A word typed at a prompt that is an action by itself."""

    def __init__(self, verb: str, noun: Noun = None) -> None:
        self.action = (verb, noun)
        super().__init__(verb)


@dataclass
class Asked:
    """Who is asked, and the answers that he has typed ahead."""

    game: Game
    seat: str
    ahead: list[str] = field(default_factory=list)


# ---------------------------------------------------------------------------------------------------------- reading lines


def read_line(asked: Asked) -> str:
    """An answer. Commands are obeyed here; what some of them raise unwinds the dialog."""
    while True:
        if not asked.ahead:
            try:
                typed = typer.prompt(">", default="", show_default=False, prompt_suffix=" ")
            except (typer.Abort, EOFError) as end:
                raise Quit from end
            asked.ahead = [part.strip() for part in typed.split(";")]
        line = asked.ahead.pop(0)
        if not _obey(asked, line.split()):
            return line


def not_clear(asked: Asked, message: str) -> None:
    """Say what was wanted; what was typed ahead was meant for another answer and is forgotten."""
    asked.ahead.clear()
    console().print(message, soft_wrap=True)


def _obey(asked: Asked, words: list[str]) -> bool:
    """Do what a command says; False if the words are no command."""
    game = asked.game
    match words:
        case ["help"]:
            console().print(HELP)
            if game.state.get(HEXES):
                console().print(CAMPAIGN_HELP)
        case ["quit"]:
            raise Quit
        case ["back"]:
            raise Back
        case ["undo"]:
            raise Typed(UNDO)
        case ["auto"]:
            raise Typed(AUTO)
        case ["auto", "step"]:
            raise Typed(AUTO_STEP)
        case ["save", name]:
            raise Typed(SAVE, name)
        case ["why", verb, *rest]:
            _explain(game, asked.seat, verb, rest)
        case [word, *rest] if game.state.get(HEXES) and word in _REPORTS:
            _REPORTS[word](asked, " ".join(rest))
        case ["table"]:
            raise Typed(TABLE)
        case ["allies"] if game.state.get(POWER_NAMES):
            show_allies(game, asked.seat)
        case ["allow" | "forbid" | "ask", _, _, *_] if game.state.get(POWER_NAMES):
            action = read_word(game, asked.seat, words)
            if action is not None:
                raise Typed(*action)
        case _:
            return False
    return True


# -------------------------------------------------------------------------------------------------------------- reports


def _turn(asked: Asked, what: str) -> None:
    show_turn(asked.game)


def _front(asked: Asked, what: str) -> None:
    show_front(asked.game)


def _look(asked: Asked, what: str) -> None:
    words = what.split()
    radius = int(words.pop()) if len(words) > 1 and words[-1].isdigit() else NEAR
    place = find_hex(asked.game, " ".join(words))
    if place is None:
        console().print("Look where? A hex such as E2140 or Minsk.")
    else:
        show_hexes(asked.game, place, radius)


def _supply(asked: Asked, what: str) -> None:
    units = find_units(asked.game, what)
    if not units:
        console().print("Whose supply? A unit such as Zhukov or ge-arm-xlvii, or a hex.")
    for unit in units:
        show_supply(asked.game, unit)


def _odds(asked: Asked, what: str) -> None:
    game = asked.game
    side = game.state[SIDE][list(game.state[SEAT]).index(game.seats.index(asked.seat))]
    place = find_hex(game, what) if what else None
    if place is not None:
        units = possible_attackers(game, side, place)
        if units:
            show_odds(game, place, units)
        else:
            console().print(f"None of your units can attack {escape(place_name(game, place))}.")
        return
    if what:
        console().print("Odds of an attack on which hex? Such as E2140 or Minsk.")
        return
    for target in attackable(game, side):
        units = possible_attackers(game, side, target)
        told = f"{place_name(game, target)} by {len(units)}: {odds_line(game, target, units)}"
        console().print(f"  {escape(told)}", soft_wrap=True)


_REPORTS = {
    "turn": _turn,
    "weather": _turn,
    "table": _turn,
    "front": _front,
    "look": _look,
    "supply": _supply,
    "odds": _odds,
}


# ----------------------------------------------------------------------------------------------------------- what is meant


def find_hex(game: Position, name: str) -> int | None:
    """A hex by its number or its name."""
    board = board_of(game)
    number = board.find(name.strip()) if name.strip() else None
    return None if number is None else board.index[number]


def find_units(game: Position, what: str) -> tuple[int, ...]:
    """Units on the map by the id or the name of their counter, or those of a hex."""
    wanted, hexes = what.strip().casefold(), game.state.get(HEXES)
    on_map = [unit for unit, place in enumerate(game.state[PLACE]) if 0 <= place < hexes]
    named = [u for u in on_map if wanted in (counter_of(game, u).id, name_of(game, u).casefold())]
    if named:
        return tuple(named)
    place = find_hex(game, what)
    return tuple(unit for unit in on_map if game.state[PLACE][unit] == place)


def number_of(word: str, least: int, most: int) -> int | None:
    return int(word) if word.isdigit() and least <= int(word) <= most else None


def find(line: str, labels: Sequence[tuple[str, ...]]) -> list[int]:
    """The choices that a word means: one of their names exactly, else one that begins so, else one that contains it."""
    wanted = line.strip().casefold()
    if not wanted:
        return []
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [at for at, names in enumerate(labels) if any(fits(name.casefold(), wanted) for name in names)]
        if found:
            return found
    return []


# -------------------------------------------------------------------------------------------------------------- why not


def _explain(game: Position, seat: str, verb: str, rest: list[str]) -> None:
    """Why a verb, perhaps with a unit named, and where it should go, is not allowed; an allowed one says so."""
    marches = verb in ("move", "overrun") and isinstance(game.state.frames[-1].locals, LandMovement)
    noun = _meant_move(game, verb, rest) if marches else _meant_thing(game, rest)
    violations = game.why_not(verb, noun, seat)
    for violation in violations:
        console().print(escape(tell_violation(game, violation)), soft_wrap=True)
    if not violations:
        console().print("It is allowed.")


def _meant_thing(game: Position, words: list[str]) -> Noun:
    if not words:
        return None
    wanted = " ".join(words).lower()
    things = range(len(game.state[COUNTER]))
    return next((thing for thing in things if name_of(game, thing).lower() == wanted), wanted)


def _meant_move(game: Position, verb: str, words: list[str]) -> Noun:
    """A unit's name, or a hex for all the land units in it, and the hex to go to; each may have several words."""
    for at in range(1, len(words)):
        who, place = " ".join(words[:at]), find_hex(game, " ".join(words[at:]))
        found = tuple(unit for unit in find_units(game, who) if is_land_unit(game, unit))
        stack = {game.state[PLACE][unit] for unit in found} == {find_hex(game, who)}
        units = found if stack else found[:1]
        if units and place is not None:
            return (units, (place,) if verb == "overrun" else way_to(game, units, place))
    return None


def way_to(game: Position, units: tuple[int, ...], place: int) -> tuple[int, ...]:
    """The hexes of the cheapest way that the rules allow; if there is none the hex alone, for the rules to refuse."""
    movement = game.state.frames[-1].locals
    if not isinstance(movement, LandMovement) or len({game.state[PLACE][unit] for unit in units}) > 1:
        return (place,)
    before = dict(ways(game, movement, units))
    path, here = [place], place
    while before.get(here, game.state[PLACE][units[0]]) != game.state[PLACE][units[0]]:
        here = before[here]
        path.insert(0, here)
    return tuple(path)
