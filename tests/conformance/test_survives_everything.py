"""At every decision of every exercise: save and load, copy, undo and redo lead to the same game, now and at its end.

The interesting place is a bounce inside an air-to-air combat inside a mission, so half of the players bounce whenever they may.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec
import pytest
from situations import totals

from drills import IN_THE_AIR
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.errors import UndoRefused
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.players.random_player import pick
from worldfire.titles import ruleset_for
from worldfire.titles.exercises import load_exercise

Action = tuple[str, str, Any]
Player = Callable[[Game, str, Random], tuple[str, Any]]


def anything(game: Game, seat: str, rng: Random) -> tuple[str, Any]:
    return pick(game, seat, rng)


def stubborn(game: Game, seat: str, rng: Random) -> tuple[str, Any]:
    """Bounces and interposes whenever it may, and never gives up."""
    offers = game.offers(seat)
    for verb in ("bounce", "interpose", "fight-on"):
        if verb in offers:
            return verb, offers[verb].sample(rng)
    return pick(game, seat, rng)


# ----------------------------------------------------------------------------------------------- what must be the same


@dataclass(frozen=True)
class Situation:
    """What a player at the table would compare."""

    digest: str
    waiting: dict[str, int]
    offers: dict[str, Any]
    prompt: str
    stack: tuple[str, ...]


def unnumbered(game: Game) -> Situation:
    """The same without the numbers of entries, which go on after an undo."""
    twin = game.copy()
    for frame in twin.state.frames:
        if frame.pending is not None:
            frame.pending.ids = dict.fromkeys(frame.pending.ids, 0)
            frame.pending.answers = {
                seat: msgspec.structs.replace(answer, entry=0) for seat, answer in frame.pending.answers.items()
            }
    seen = situation(game)
    return replace(seen, digest=twin.state.digest(), waiting=dict.fromkeys(seen.waiting, 0))


def situation(game: Game) -> Situation:
    return Situation(
        game.state.digest(),
        dict(game.waiting),
        {seat: game.offers(seat) for seat in game.waiting},
        "" if game.decision is None else game.decision.prompt,
        tuple(frame.procedure for frame in game.state.frames),
    )


@dataclass(frozen=True)
class Record:
    """A game from its beginning to its end: what was done, and the situations between."""

    actions: tuple[Action, ...]
    situations: tuple[Situation, ...]
    unnumbered: tuple[Situation, ...]
    head: str


def play_out(game: Game, player: Player, rng: Random) -> Record:
    actions: list[Action] = []
    situations, bare = [situation(game)], [unnumbered(game)]
    while not game.over:
        seat = rng.choice(tuple(game.waiting))
        verb, noun = player(game, seat, rng)
        game.submit(seat, verb, noun)
        actions.append((seat, verb, noun))
        situations.append(situation(game))
        bare.append(unnumbered(game))
    return Record(tuple(actions), tuple(situations), tuple(bare), game.head)


def check_every_decision(begin: Callable[[], Game], record: Record) -> tuple[int, set[tuple[str, ...]]]:
    """Returns how many actions could be undone, and every stack on which the game was saved."""
    game = begin()
    undone = 0
    for number, action in enumerate(record.actions):
        assert situation(game) == record.situations[number]
        loaded = loads(dumps(game), ruleset_for)
        loaded.chance = copy(game.chance)
        for twin in (loaded, game.copy()):
            assert situation(twin) == record.situations[number]
            assert twin.head == game.head
            finish(twin, record, number)
            assert twin.head == record.head
        assert situation(game) == record.situations[number], "a twin changed the game it was made from"
        game.submit(*action)
        undone += check_undo(game.copy(), record, number)
    assert situation(game) == record.situations[-1]
    return undone, {item.stack for item in record.situations}


def finish(game: Game, record: Record, number: int) -> None:
    """Go on as the record did; the end must be the same."""
    for action in record.actions[number:]:
        game.submit(*action)
    assert situation(game) == record.situations[-1]
    assert game.over


def check_undo(game: Game, record: Record, number: int) -> bool:
    """Take back the action that was just taken, if that is allowed, and take it again."""
    seat = record.actions[number][0]
    try:
        game.undo(seat)
    except UndoRefused:
        assert situation(game) == record.situations[number + 1]
        return False
    assert unnumbered(game) == record.unnumbered[number]
    reloaded = loads(dumps(game), ruleset_for)
    reloaded.chance = copy(game.chance)
    assert situation(reloaded) == situation(game)
    game.submit(*record.actions[number])
    assert unnumbered(game) == record.unnumbered[number + 1]
    finish(game, record, number + 1)
    return True


# ------------------------------------------------------------------------------------------------------------ the games


@pytest.mark.rule("14.3")
@pytest.mark.parametrize("player", [anything, stubborn])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", IN_THE_AIR)
def test_every_decision_of_an_exercise(name: str, seed: int, player: Player) -> None:
    rng = Random(seed)
    fallen = [rng.randint(1, 10) for _ in range(2000)]

    def begin() -> Game:
        return load_exercise(name).begin(secret=b"s", game_id=name, chance=ScriptedChance(fallen))

    record = play_out(begin(), player, rng)
    undone, _ = check_every_decision(begin, record)
    assert undone


def _kursk() -> tuple[Action, ...]:
    german, soviet = ((0, 1, 2), (3, 4)), ((5, 6), (7, 8, 9))
    return (
        ("heinz", "arrange", german),
        ("anna", "arrange", soviet),
        ("heinz", "bounce", (("with", 1), ("whom", 5))),
        ("heinz", "fight-on", None),
        ("anna", "abort", None),
    )


@pytest.mark.rule("14.3.3", example="WF2-139")
def test_every_decision_of_the_worked_example_with_a_bounce() -> None:
    fallen = totals(11, 11, 2, 12)

    def begin() -> Game:
        return load_exercise("bounce-over-kursk").begin(secret=b"s", game_id="k", chance=ScriptedChance(fallen))

    def scripted(game: Game, seat: str, rng: Random) -> tuple[str, Any]:
        done = len(game.entries) - 1
        return script[done][1:] if done < len(script) else pick(game, seat, rng)

    script = _kursk()
    record = play_out(begin(), scripted, Random(1))
    assert record.actions[: len(script)] == script
    check_every_decision(begin, record)


@pytest.mark.rule("14.3.3")
def test_a_bounce_inside_an_air_combat_inside_a_mission_is_among_them() -> None:
    """A seat is asked while the bounce is on the stack, two exchanges of fire deep, and aircraft return to base from there."""
    wanted = {"choose-base", "air-interpose"}
    found: set[str] = set()
    for seed in range(40):
        rng = Random(seed)
        fallen = [rng.randint(1, 10) for _ in range(2000)]

        def begin(fallen: list[int] = fallen) -> Game:
            return load_exercise("night-raid").begin(secret=b"s", game_id="n", chance=ScriptedChance(fallen))

        record = play_out(begin(), stubborn, rng)
        nested = {item.prompt for item in record.situations if "bounce combat" in item.stack}
        if nested & wanted - found:
            found |= nested
            _, stacks = check_every_decision(begin, record)
            assert any(
                stack[:4] == ("exercise", "air-to-air combat", "exchange of fire", "air combat result")
                for stack in stacks
            )
        if wanted <= found:
            return
    pytest.fail(f"no game reached {wanted - found}")
