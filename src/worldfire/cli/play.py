"""`worldfire play`: an exercise or a campaign in the terminal, against the computer or with friends at one keyboard."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.markup import escape

from worldfire.cli.dialog import Situation, ask_action, show_events, show_situation
from worldfire.cli.output import OptionsOption, PackOption, TitleOption, clear_errors, console, option_keys, refuse
from worldfire.cli.typing_in import AUTO, AUTO_STEP, SAVE, TABLE, Back, Quit
from worldfire.engine.errors import ActionError, Refused, UnknownSeat
from worldfire.engine.game import Game
from worldfire.engine.permitting import wanted_permission
from worldfire.engine.position import Position
from worldfire.engine.save import load, save
from worldfire.engine.shapes import Noun
from worldfire.forces.turn import allied_seats
from worldfire.forces.who import SEAT, SIDE, SIDE_NAMES
from worldfire.players.courtesy import courtesy, to_oneself
from worldfire.players.table import PLAYERS, Pick, seeded_campaign
from worldfire.titles import USUAL, rulesets
from worldfire.titles.campaigns import begin_campaign, campaign_named, usual_length
from worldfire.titles.exercises import exercise_names, load_exercise
from worldfire.titles.telling import tell_violation

#: the best player there is first: he answers for a person who says `auto`, and plays who has no other opponent
BEST = next(name for name in ("cadet", "default") if name in PLAYERS)


@clear_errors
def play(
    exercise: Annotated[str, typer.Option(help="The exercise to play.")] = "",
    campaign: Annotated[str, typer.Option(help="The campaign to play instead, such as barbarossa.")] = "",
    title: TitleOption = USUAL,
    options: OptionsOption = "",
    seat: Annotated[
        list[str] | None,
        typer.Option(help="A seat or a side that you play, such as germany or allies; may be repeated."),
    ] = None,
    opponent: Annotated[str, typer.Option(help=f"Who plays the other seats: {', '.join(PLAYERS)}.")] = "",
    seed: Annotated[int | None, typer.Option(help="The same seed and the same answers give the same campaign.")] = None,
    file: Annotated[Path | None, typer.Option("--load", help="Continue a saved game.")] = None,
    pack: PackOption = None,
) -> None:
    """Play an exercise or a campaign in the terminal; the computer plays the other seats."""
    if opponent and opponent not in PLAYERS:
        refuse(f"there is no player {opponent!r}; there are {', '.join(PLAYERS)}", as_json=False, near=list(PLAYERS))
    if exercise and campaign:
        refuse("name an exercise or a campaign to play, not both", as_json=False)
    if file is not None:
        game = load(file, rulesets(pack))
    elif campaign:
        game = _begin_campaign(campaign, title, option_keys(options), seed, pack)
    else:
        chosen = load_exercise(exercise or _choose_exercise(title), title).with_options(option_keys(options))
        console().rule(f"{chosen.name} [{chosen.teaches}]", characters="═")
        console().print(chosen.summary)
        game = chosen.begin(pack)
    people = _people(game, seat)
    console().print(f"You play {', '.join(people)}. Type [bold]help[/bold] at any prompt.")
    console().print(
        "[dim]The rules are the book's; maps, counters and charts are “Worldfire tables 1”, a reconstruction.[/dim]"
    )
    Table(game, people, PLAYERS[opponent or ("random" if exercise else BEST)], Random(seed)).talk()


def _begin_campaign(name: str, title: str, options: tuple[str, ...], seed: int | None, pack: Path | None) -> Game:
    campaign = campaign_named(name, title)
    console().rule(f"{campaign.name} [{campaign.section}]", characters="═")
    for line in campaign.victory.value:
        console().print(escape(line))
    length = usual_length(name, title)
    if seed is None:
        return begin_campaign(campaign.id, title=title, options=options, length=length, pack=pack)
    return seeded_campaign(campaign.id, seed, title, options=options, length=length, pack=pack)


def _people(game: Position, wanted: list[str] | None) -> tuple[str, ...]:
    """The seats that persons play; the name of a side means all of its seats."""
    found: list[str] = []
    for name in wanted or game.seats[:1]:
        seats = (name,) if name in game.seats else seats_by_side(game).get(name, ())
        if not seats:
            raise UnknownSeat(f"there is no seat {name!r}; the seats are {', '.join(game.seats)}")
        found += [each for each in seats if each not in found]
    return tuple(found)


def seats_by_side(game: Position) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for power, side in enumerate(game.state[SIDE]):
        if side >= 0:
            name, seat = game.state.get(SIDE_NAMES)[side], game.seats[game.state[SEAT][power]]
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), seat)))
    return found


def _choose_exercise(title: str) -> str:
    names = exercise_names(title)
    for number, name in enumerate(names, start=1):
        item = load_exercise(name, title)
        console().print(f" [bold]{number}[/bold] {name:18} [{item.teaches}] {item.summary}")
    answer = typer.prompt("Which exercise", default="1")
    return names[int(answer) - 1] if answer.isdigit() and 0 < int(answer) <= len(names) else answer


@dataclass
class Table:
    """Who sits at it, and what of the situation has been shown."""

    game: Game
    people: tuple[str, ...]
    opponent: Pick
    rng: Random
    shown: Situation | None = None
    #: (seat, prompt) of the questions that the computer answers for a person until another is asked
    delegated: tuple[str, str] | None = None

    def talk(self) -> None:
        """Ask whose turn it is, people first, until the game is over or somebody leaves."""
        game = self.game
        show_events(game, game.entries[0])
        self._agree()
        while not game.over:
            self._be_courteous()
            human = next((name for name in game.waiting if name in self.people), None)
            name = human or next(iter(game.waiting))
            try:
                verb, noun = self.opponent(game, name, self.rng) if human is None else self._asked(name)
                if verb == SAVE:
                    save(game, Path(noun))
                    console().print(f"Saved to {noun}. Continue with: worldfire play --load {noun}")
                elif verb == TABLE:
                    self.shown = None
                else:
                    self._act(name, verb, noun)
            except Back:
                continue
            except Quit:
                return
        _show_end(game)

    def _agree(self) -> None:
        """Whoever plays several seats of a side has agreed with himself."""
        for giver, taker in permutations(self.people, 2):
            action = to_oneself(self.game, giver, taker)
            if action is not None:
                self.game.submit(giver, *action)

    def _be_courteous(self) -> None:
        """Computer players tell persons on their side what these may do."""
        for seat in self.game.seats:
            while seat not in self.people and (action := self._courtesy(seat)) is not None:
                show_events(self.game, self.game.submit(seat, *action))

    def _courtesy(self, seat: str) -> tuple[str, Noun] | None:
        with_people = any(ally in self.people for ally in allied_seats(self.game, seat))
        return courtesy(self.game, seat) if with_people else None

    def _asked(self, seat: str) -> tuple[str, Noun]:
        """What a person says, or the computer for him if he wants it so."""
        game = self.game
        assert game.decision is not None
        question = (seat, game.decision.prompt)
        if self.delegated != question:
            self.delegated = None
            self.shown = show_situation(game, self.shown)
            verb, noun = ask_action(game, seat)
            if verb not in (AUTO, AUTO_STEP):
                return verb, noun
            self.delegated = question if verb == AUTO_STEP else None
        verb, noun = PLAYERS[BEST](game, seat, self.rng)
        console().print(f"  [dim]the computer answers for {seat}: {verb}[/]")
        return verb, noun

    def _act(self, seat: str, verb: str, noun: Noun) -> None:
        game = self.game
        try:
            entry = game.submit(seat, verb, noun, game.waiting.get(seat))
        except Refused as refusal:
            for violation in refusal.violations:
                console().print(f"[red]No.[/red] {escape(tell_violation(game, violation))}", soft_wrap=True)
                wanted = wanted_permission(violation)
                if wanted is not None:
                    console().print(f"Its owner could allow it: [bold]ask {' '.join(wanted)}[/bold]")
        except ActionError as error:
            console().print(f"[red]No.[/red] {escape(str(error))}", soft_wrap=True)
        else:
            show_events(game, entry)


def _show_end(game: Position) -> None:
    console().rule("The end", characters="═")
    result: Any = game.state.result
    if not isinstance(result, dict) or not all(isinstance(fate, dict) for fate in result.values()):
        for key, value in (result or {}).items():
            console().print(f"[bold]{key}[/bold] {value}")
        return
    for side, fate in result.items():
        console().print(
            f"[bold]{side}[/bold] through to the target: {', '.join(fate['through']) or 'nobody'}; "
            f"lost: {', '.join(fate['lost']) or 'nothing'}"
        )
