"""`worldfire play`: an exercise in the terminal, against the computer or with friends at one keyboard."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from worldfire.cli.dialog import Back, Quit, ask_action, show_events, show_situation
from worldfire.cli.output import PackOption, clear_errors, console
from worldfire.engine.errors import ActionError, Refused, UnknownSeat
from worldfire.engine.game import Game
from worldfire.engine.save import load, save
from worldfire.players import random_player
from worldfire.titles import rulesets
from worldfire.titles.exercises import exercise_names, load_exercise
from worldfire.titles.wif.telling import tell_violation


@clear_errors
def play(
    exercise: Annotated[str, typer.Option(help="The exercise to play.")] = "",
    seat: Annotated[list[str] | None, typer.Option(help="A seat that you play; may be repeated.")] = None,
    file: Annotated[Path | None, typer.Option("--load", help="Go on with a saved game.")] = None,
    pack: PackOption = None,
) -> None:
    """Play an exercise in the terminal; the computer plays the other seats."""
    if file is not None:
        game = load(file, rulesets(pack))
    else:
        chosen = load_exercise(exercise or _choose_exercise())
        console().rule(f"{chosen.name} [{chosen.teaches}]", characters="═")
        console().print(chosen.summary)
        game = chosen.begin(pack)
    people = tuple(seat or game.seats[:1])
    for name in people:
        if name not in game.seats:
            raise UnknownSeat(f"there is no seat {name!r}; the seats are {', '.join(game.seats)}")
    console().print(f"You play {', '.join(people)}. Type [bold]help[/bold] at any prompt.")
    console().print(
        "[dim]The rules are the book's; counters and charts are “Worldfire tables 1”, a reconstruction.[/dim]"
    )
    _table_talk(game, people)


def _choose_exercise() -> str:
    names = exercise_names()
    for number, name in enumerate(names, start=1):
        item = load_exercise(name)
        console().print(f" [bold]{number}[/bold] {name:18} [{item.teaches}] {item.summary}")
    answer = typer.prompt("Which exercise", default="1")
    return names[int(answer) - 1] if answer.isdigit() and 0 < int(answer) <= len(names) else answer


def _table_talk(game: Game, people: tuple[str, ...]) -> None:
    rng = Random()
    show_events(game, game.entries[0])
    shown = None
    while not game.over:
        human = next((name for name in game.waiting if name in people), None)
        name = human or next(iter(game.waiting))
        decision_id = game.waiting[name]
        try:
            if human is None:
                verb, noun = random_player.pick(game, name, rng)
            else:
                shown = show_situation(game, shown)
                verb, noun = ask_action(game, name)
                if verb == "save":
                    save(game, Path(noun))
                    console().print(f"Saved to {noun}. Go on with: worldfire play --load {noun}")
                    continue
            entry = game.submit(name, verb, noun, decision_id)
        except Back:
            continue
        except Quit:
            return
        except Refused as refusal:
            for violation in refusal.violations:
                console().print(f"[red]No.[/red] {tell_violation(game, violation)}")
            continue
        except ActionError as error:
            console().print(f"[red]No.[/red] {error}")
            continue
        show_events(game, entry)
    console().rule("The end", characters="═")
    for side, fate in game.state.result.items():
        console().print(
            f"[bold]{side}[/bold] through to the target: {', '.join(fate['through']) or 'nobody'}; "
            f"lost: {', '.join(fate['lost']) or 'nothing'}"
        )
