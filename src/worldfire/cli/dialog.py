"""The terminal player's conversation: the situation, the prompt with its rule, the verbs, why not, undo, save.

How each shape of noun is asked stands in `nouns`, how a line is read and which words are commands in `typing_in`.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import msgspec
from rich.markup import escape
from rich.table import Table

from worldfire.advice.cards import political_cards
from worldfire.cli.nouns import ask_noun, tell_card
from worldfire.cli.output import console
from worldfire.cli.reports import show_turn, turn_line, weather_line
from worldfire.cli.typing_in import Asked, Typed, find, not_clear, number_of, read_line
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.log import Entry
from worldfire.engine.position import Position
from worldfire.engine.procedures import Decision
from worldfire.engine.shapes import Nothing, Noun
from worldfire.forces.participants import air_component
from worldfire.forces.things import COUNTER, FACE_DOWN, HEXES, NO_PLANES, PLACE, counter_of, name_of, place_name
from worldfire.forces.who import POWER_NAMES, SIDE_NAMES, power_of, side_of
from worldfire.rules.s14_air_combat import AirCombat
from worldfire.tables.counters import AirCounter, NavalCounter
from worldfire.titles.telling import named, tell_event, tell_rule, tell_text, tell_verb

#: events of a campaign that another event of the same action tells better
UNTOLD = frozenset({"Moved", "ActivityCounted", "Flipped"})
#: events that come in crowds, of which one is told in full
IN_CROWDS = frozenset({"ControlChanged"})


# ------------------------------------------------------------------------------------------------------- the situation


Situation = list[tuple[str, ...]]


def show_situation(game: Position, shown: Situation | None = None) -> Situation:
    """How things stand. Not again if nothing changed."""
    if game.state.get(HEXES):
        return _show_campaign(game, shown)
    rows = _situation(game)
    if rows != shown:
        table = Table("side", "power", "unit", "type", "air-to-air", "where", "now", title="The situation")
        for row in rows:
            table.add_row(*row)
        console().print(table)
    return rows


def _show_campaign(game: Position, shown: Situation | None) -> Situation:
    """A campaign has too many pieces for a table: where the turn stands; `look` and `front` tell more."""
    lines: Situation = [(turn_line(game),), (weather_line(game),)]
    if shown is None:
        show_turn(game)
    elif lines != shown:
        console().rule(characters="─")
        console().print(f"[bold]{escape(turn_line(game))}[/]", soft_wrap=True)
        console().print(f"Weather: {weather_line(game)}", soft_wrap=True)
    return lines


def _situation(game: Position) -> Situation:
    """Every piece of an exercise: whose, what it can do in the air, where it is and what it does there."""
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


def _rating(game: Position, thing: int) -> str:
    counter = counter_of(game, thing)
    if isinstance(counter, NavalCounter):
        return f"air component {air_component(game, thing)}" if counter.air_component else ""
    if not isinstance(counter, AirCounter):
        return ""
    return f"({counter.air_to_air})" if counter.unarmed else str(counter.air_to_air)


def _roles(game: Position) -> dict[int, str]:
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


def _condition(game: Position, thing: int) -> str:
    words = ["no planes"] if game.state[NO_PLANES][thing] else []
    return ", ".join([*words, "face-down"] if game.state[FACE_DOWN][thing] else words)


def show_events(game: Position, entry: Entry) -> None:
    """What came of an action; in a campaign only what no other event of it tells."""
    campaign = bool(game.state.get(HEXES))
    told = [event for event in entry.events if not campaign or _name_of(event) not in UNTOLD]
    for name, run in groupby(told, key=_name_of):
        events = list(run)
        lines = [tell_event(game, event) for event in (events[:1] if name in IN_CROWDS else events)]
        if name in IN_CROWDS and len(events) > 1:
            lines.append(f"… and so on, {len(events)} times: {', '.join(_places(game, events[1:]))}")
        for line in lines:
            console().print(f"  [cyan]·[/cyan] {escape(line)}", soft_wrap=True)


def _places(game: Position, events: list[Any]) -> list[str]:
    plain = (msgspec.to_builtins(event) for event in events)
    return [place_name(game, event["place"]) for event in plain]


def _name_of(event: Any) -> str:
    return type(event).__name__ if isinstance(event, Event) else str(event["event"])


# ---------------------------------------------------------------------------------------------------------- the choice


def ask_action(game: Game, seat: str) -> tuple[str, Noun]:
    """One action of a person: a verb and its noun. Words such as `undo`, `save` and `auto` count as verbs here."""
    try:
        return _ask_action(game, Asked(game, seat))
    except Typed as typed:
        return typed.action


def _ask_action(game: Position, asked: Asked) -> tuple[str, Noun]:
    decision = game.decision
    assert decision is not None
    offers = game.offers(asked.seat)
    console().print()
    section = tell_rule(game, decision.rule)
    prompt = tell_text(game, decision.prompt, **_args(game, decision))
    console().print(
        f"[bold]{asked.seat}[/bold] [dim]\\[{section}][/dim] {escape(prompt)}",
        soft_wrap=True,
    )
    verbs = list(offers)
    if len(verbs) == 1 and not isinstance(offers[verbs[0]], Nothing):
        return verbs[0], ask_noun(asked, verbs[0], offers[verbs[0]])
    cards = political_cards(asked.game, asked.seat)
    for number, verb in enumerate(verbs, start=1):
        console().print(f"  [bold]{number}[/bold] {escape(tell_verb(game, verb))}")
        if "" in cards.get(verb, {}):
            tell_card(cards[verb][""])
    verb = _ask_verb(asked, verbs)
    return verb, ask_noun(asked, verb, offers[verb])


def _ask_verb(asked: Asked, verbs: list[str]) -> str:
    """By number, by its name, or by the first letters of either name."""
    labels = [(verb, tell_verb(asked.game, verb)) for verb in verbs]
    while True:
        line = read_line(asked)
        number = number_of(line, 1, len(verbs))
        if number is not None:
            return verbs[number - 1]
        found = find(line, labels)
        if len(found) == 1:
            return verbs[found[0]]
        not_clear(asked, f"A number from 1 to {len(verbs)}, or [bold]help[/bold].")


def _args(game: Position, decision: Decision) -> dict[str, Any]:
    return named(game, decision.args)
