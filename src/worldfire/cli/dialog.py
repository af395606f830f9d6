"""The terminal player's conversation: the situation, the prompt with its rule, the choices, why not, undo, save."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import Any

import typer
from rich.table import Table

from worldfire.cli.output import console
from worldfire.engine.game import Game
from worldfire.engine.log import UNDO, Entry
from worldfire.engine.procedures import Decision
from worldfire.engine.shapes import Allot, Amounts, Assign, Item, Nothing, Noun, One, Order, Path, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.participants import air_component
from worldfire.forces.things import COUNTER, FACE_DOWN, NO_PLANES, PLACE, board_of, counter_of, name_of, place_name
from worldfire.forces.who import POWER_NAMES, SIDE_NAMES, power_of, side_of
from worldfire.rules.s11_09_rail import RailMoves
from worldfire.rules.s11_10_land_movement import Moves
from worldfire.rules.s11_15_land_combat import STAY, Attacks
from worldfire.rules.s14_air_combat import AirCombat
from worldfire.tables.counters import AirCounter, NavalCounter
from worldfire.titles.wif.telling import named, tell_event, tell_item, tell_violation
from worldfire.words import say

HELP = """\
[bold]a number[/bold]      take that choice
[bold]why VERB [WHAT][/bold]  why something is not allowed, e.g. why bounce
[bold]undo[/bold]          take back your last action (not past a roll or a reveal)
[bold]save FILE[/bold]     write the game to a file
[bold]table[/bold]         show the situation again
[bold]back[/bold]          start this choice again
[bold]quit[/bold]          leave without saving"""


class Quit(Exception):
    """The person wants to leave."""


class Back(Exception):
    """The person wants to begin the choice again, or has only looked at something."""


# ------------------------------------------------------------------------------------------------------- the situation


Situation = list[tuple[str, ...]]


def show_situation(game: Game, shown: Situation | None = None) -> Situation:
    """Every piece: whose, what it can do in the air, where it is and what it does there. Not again if nothing changed."""
    rows = _situation(game)
    if rows != shown:
        table = Table("side", "power", "unit", "type", "air-to-air", "where", "now", title="The situation")
        for row in rows:
            table.add_row(*row)
        console().print(table)
    return rows


def _situation(game: Game) -> Situation:
    rows: Situation = []
    roles = _roles(game)
    for thing in sorted(range(len(game.state[COUNTER])), key=lambda one: (side_of(game, one), one)):
        counter = counter_of(game, thing)
        rows.append(
            (
                game.state.get(SIDE_NAMES)[side_of(game, thing)],
                game.state.get(POWER_NAMES)[power_of(game, thing)],
                name_of(game, thing),
                str(counter.type),
                _rating(game, thing),
                place_name(game, game.state[PLACE][thing]),
                roles.get(thing, "") or _condition(game, thing),
            )
        )
    return rows


def _rating(game: Game, thing: int) -> str:
    counter = counter_of(game, thing)
    if isinstance(counter, NavalCounter):
        return f"air component {air_component(game, thing)}" if counter.air_component else ""
    if not isinstance(counter, AirCounter):
        return ""
    return f"({counter.air_to_air})" if counter.unarmed else str(counter.air_to_air)


def _roles(game: Game) -> dict[int, str]:
    """Thing → its part in the air combat that is being fought, if any."""
    combat = next((frame.locals for frame in game.state.frames if isinstance(frame.locals, AirCombat)), None)
    if combat is None:
        return {}
    roles: dict[int, str] = {}
    for name, lines in (("fighter", combat.fighters), ("bomber", combat.bombers), ("through", combat.cleared)):
        for line in lines:
            for number, thing in enumerate(line, start=1):
                roles[thing] = "through to the target" if name == "through" else f"{name} {number}"
    return roles


def _condition(game: Game, thing: int) -> str:
    words = ["no planes"] if game.state[NO_PLANES][thing] else []
    return ", ".join([*words, "face-down"] if game.state[FACE_DOWN][thing] else words)


def show_events(game: Game, entry: Entry) -> None:
    for event in entry.events:
        console().print(f"  [cyan]·[/cyan] {tell_event(game, event)}")


# ---------------------------------------------------------------------------------------------------------- the choice


def ask_action(game: Game, seat: str) -> tuple[str, Noun]:
    """One action of a person: a verb and its noun. `undo` and `save` count as verbs here."""
    try:
        return _ask_action(game, seat)
    except _Action as typed:
        return typed.action


def _ask_action(game: Game, seat: str) -> tuple[str, Noun]:
    decision = game.decision
    assert decision is not None
    offers = game.offers(seat)
    console().print()
    console().print(
        f"[bold]{seat}[/bold] [dim]\\[{decision.rule}][/dim] {say(decision.prompt, **_args(game, decision))}"
    )
    verbs = list(offers)
    if len(verbs) == 1 and not isinstance(offers[verbs[0]], Nothing):
        return verbs[0], _ask_noun(game, seat, verbs[0], offers[verbs[0]])
    for number, verb in enumerate(verbs, start=1):
        console().print(f"  [bold]{number}[/bold] {say(f'verb-{verb}')}")
    verb = verbs[_number(game, seat, len(verbs)) - 1]
    return verb, _ask_noun(game, seat, verb, offers[verb])


def _args(game: Game, decision: Decision) -> dict[str, Any]:
    return named(game, decision.args)


class _Action(Exception):
    """A word typed at a prompt that is an action by itself."""

    def __init__(self, verb: str, noun: Noun) -> None:
        self.action = (verb, noun)
        super().__init__(verb)


def _ask_noun(game: Game, seat: str, verb: str, shape: Shape) -> Noun:
    asks: dict[type[Shape], Callable[..., Noun]] = {
        One: _ask_one,
        Set: _ask_set,
        Order: _ask_order,
        Assign: _ask_assign,
        Allot: _ask_allot,
        Amounts: _ask_amounts,
        Path: _ask_path,
        Attacks: _ask_attacks,
        Moves: _ask_moves,
        RailMoves: _ask_rail_moves,
    }
    if isinstance(shape, Nothing):
        return None
    kind = next(kind for kind in type(shape).__mro__ if kind in asks)  # a shape of the rules is asked like its kind
    return asks[kind](game, seat, verb, shape)


def _list(game: Game, verb: str, items: Sequence[Item]) -> None:
    for number, item in enumerate(items, start=1):
        console().print(f"  [bold]{number}[/bold] {tell_item(game, verb, item)}")


def _ask_one(game: Game, seat: str, verb: str, shape: One) -> Noun:
    console().print(f" {say(f'verb-{verb}')}:")
    _list(game, verb, shape.domain)
    return shape.domain[_number(game, seat, len(shape.domain)) - 1]


def _ask_set(game: Game, seat: str, verb: str, shape: Set) -> Noun:
    console().print(f" {say(f'verb-{verb}')}, {shape.least} to {shape.most} of:")
    _list(game, verb, shape.domain)
    return tuple(shape.domain[number - 1] for number in _numbers(game, seat, len(shape.domain)))


def _ask_order(game: Game, seat: str, verb: str, shape: Order) -> Noun:
    lines = []
    for line in shape.lines:
        if len(line) < 2:
            lines.append(line)
            continue
        console().print(" front to back, numbers separated by blanks:")
        _list(game, verb, line)
        lines.append(tuple(line[number - 1] for number in _numbers(game, seat, len(line), whole=True)))
    return tuple(lines)


def _ask_assign(game: Game, seat: str, verb: str, shape: Assign) -> Noun:
    pairs = []
    for choices in shape.items:
        if len(choices.to) == 1:
            pairs.append((choices.item, choices.to[0]))
            continue
        console().print(f" {tell_item(game, verb, choices.item)}:")
        _list(game, verb, choices.to)
        pairs.append((choices.item, choices.to[_number(game, seat, len(choices.to)) - 1]))
    return tuple(pairs)


def _ask_allot(game: Game, seat: str, verb: str, shape: Allot) -> Noun:
    """Units to places, one after another; the rules judge afterwards whether all of them fit together."""
    pairs = []
    for choices in shape.items:
        console().print(f" {tell_item(game, verb, choices.item)}:")
        for number, place in enumerate(choices.to, start=1):
            console().print(f"  [bold]{number}[/bold] {place_name(game, int(place))}")
        pairs.append((choices.item, choices.to[_number(game, seat, len(choices.to)) - 1]))
    return tuple(pairs)


def _ask_amounts(game: Game, seat: str, verb: str, shape: Amounts) -> Noun:
    pairs = []
    for bounds in shape.items:
        console().print(f" {tell_item(game, verb, bounds.item)}, {bounds.least} to {bounds.most}:")
        pairs.append((bounds.item, _number(game, seat, bounds.most, least=bounds.least)))
    return tuple(pairs)


def _ask_path(game: Game, seat: str, verb: str, shape: Path) -> Noun:
    console().print(f" from {tell_item(game, verb, shape.start)}, places separated by blanks:")
    places = sorted({place for edge in shape.edges for place in edge}, key=str)
    _list(game, verb, places)
    return tuple(places[number - 1] for number in _numbers(game, seat, len(places)))


def _ask_attacks(game: Game, seat: str, verb: str, shape: Attacks) -> Noun:
    """Unit by unit, the hex that it attacks; 0 for none."""
    pairs = []
    for choices in shape.items:
        targets = [place for place in choices.to if place != STAY]
        console().print(f" {tell_item(game, verb, choices.item)} attacks, or 0:")
        for number, place in enumerate(targets, start=1):
            console().print(f"  [bold]{number}[/bold] {place_name(game, int(place))}")
        chosen = _number(game, seat, len(targets), least=0)
        pairs.append((choices.item, targets[chosen - 1] if chosen else STAY))
    return tuple(pairs)


def _ask_moves(game: Game, seat: str, verb: str, shape: Moves) -> Noun:
    """Units of one stack, then the hexes they enter, by number or name."""
    console().print(f" {say(f'verb-{verb}')}, units of one hex:")
    units = [unit for stack in shape.stacks for unit in stack.units]
    for number, unit in enumerate(units, start=1):
        where = place_name(game, game.state[PLACE][unit])
        console().print(f"  [bold]{number}[/bold] {tell_item(game, verb, unit)} in {where}")
    chosen = tuple(units[number - 1] for number in _numbers(game, seat, len(units)))
    console().print(" the hexes they enter, in order:")
    return (chosen, _hexes(game, seat))


def _ask_rail_moves(game: Game, seat: str, verb: str, shape: RailMoves) -> Noun:
    console().print(f" {say(f'verb-{verb}')}:")
    _list(game, verb, [choices.item for choices in shape.items])
    item = shape.items[_number(game, seat, len(shape.items)) - 1].item
    console().print(" to which hex?")
    return (item, _hexes(game, seat)[0])


def _hexes(game: Game, seat: str) -> tuple[int, ...]:
    board = board_of(game)
    while True:
        found = [board.find(word) for word in _read(game, seat)]
        if found and all(found):
            return tuple(board.index[number] for number in found if number is not None)
        console().print("Numbers or names of hexes, such as E1832 or Kiev.")


# ------------------------------------------------------------------------------------------------------------ the words


def _number(game: Game, seat: str, most: int, *, least: int = 1) -> int:
    while True:
        words = _read(game, seat)
        if len(words) == 1 and words[0].isdigit() and least <= int(words[0]) <= most:
            return int(words[0])
        console().print(f"A number from {least} to {most}, or [bold]help[/bold].")


def _numbers(game: Game, seat: str, most: int, *, whole: bool = False) -> list[int]:
    while True:
        words = _read(game, seat)
        known = all(word.isdigit() and 1 <= int(word) <= most for word in words)
        if known and len(set(words)) == len(words) and (not whole or len(words) == most):
            return [int(word) for word in words]
        console().print(f"Different numbers from 1 to {most}" + (", all of them." if whole else "."))


def _read(game: Game, seat: str) -> list[str]:
    """A line of input. Words that are commands are obeyed here; what they raise unwinds the dialog."""
    try:
        words = shlex.split(typer.prompt(">", prompt_suffix=" "))
    except ValueError:
        return []
    except (typer.Abort, EOFError) as end:
        raise Quit from end
    match words:
        case ["help"]:
            console().print(HELP)
        case ["quit"]:
            raise Quit
        case ["back"]:
            raise Back
        case ["table"]:
            show_situation(game)
        case ["undo"]:
            raise _Action(UNDO, None)
        case ["save", name]:
            raise _Action("save", name)
        case ["why", verb, *rest]:
            _explain(game, seat, verb, rest)
        case _:
            return words
    return _read(game, seat)


def _explain(game: Game, seat: str, verb: str, rest: list[str]) -> None:
    """Why a verb, perhaps with a unit named, is not allowed; an allowed one says so."""
    offer = game.judged_offers(seat).get(verb)
    if isinstance(offer, Violation):
        console().print(tell_violation(game, offer))
        return
    noun: Noun = None
    if rest:
        wanted = " ".join(rest).lower()
        things = range(len(game.state[COUNTER]))
        noun = next((thing for thing in things if name_of(game, thing).lower() == wanted), wanted)
    violations = game.why_not(verb, noun, seat)
    for violation in violations:
        console().print(tell_violation(game, violation))
    if not violations:
        console().print("Nothing forbids it.")
