"""An exercise that begins in an interception inside an abort inside a combat: saved, copied and undone at each decision."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import pytest
from test_survives_everything import situation, unnumbered

from worldfire.engine.chance import ScriptedChance
from worldfire.engine.errors import UndoRefused
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.players.random_player import pick
from worldfire.rules.s11_04_under_way import INTERCEPTION, NAVAL_COMBAT
from worldfire.titles import ruleset_for
from worldfire.titles.exercises import load_exercise

#: what is done whenever it may be: nobody lets anybody pass or gets away
EAGER = ("intercept", "intercept-again", "accept-combat", "leave-type-open", "stay-in-combat")


def eager(game: Game, seat: str, rng: Random) -> tuple[str, Any]:
    offers = game.offers(seat)
    verb = next((verb for verb in EAGER if verb in offers), None)
    return pick(game, seat, rng) if verb is None else (verb, offers[verb].sample(rng))


def begin(seed: int) -> Game:
    rng = Random(seed)
    fallen = [rng.choice((1, 2, 3, 4, 6, 9)) for _ in range(400)]
    exercise = load_exercise("intercepted-abort")
    return exercise.begin(secret=b"s", game_id="deep", chance=ScriptedChance(fallen))


def combats(game: Game) -> int:
    return sum(frame.procedure == NAVAL_COMBAT for frame in game.state.frames)


def check_copies(game: Game) -> None:
    """Saved and loaded, copied and forked, it is the same game, and goes on alike."""
    here = situation(game)
    loaded = loads(dumps(game), ruleset_for)
    loaded.chance = copy(game.chance)
    for twin in (loaded, game.copy(), game.fork()):
        assert situation(twin) == here


def check_undo(game: Game, before: Any, seat: str, verb: str, noun: Any) -> bool:
    """Take the last action back if that is allowed, and do it again."""
    after, twin = unnumbered(game), game.copy()
    try:
        twin.undo(seat)
    except UndoRefused:
        assert unnumbered(twin) == after
        return False
    assert unnumbered(twin) == before
    twin.submit(seat, verb, noun)
    assert unnumbered(twin) == after
    return True


@pytest.mark.rule("11.4.6/fighting your way through")
@pytest.mark.rule("11.5.8/combat results")
@pytest.mark.rule("13.4")
def test_the_exercise_begins_two_frames_deep() -> None:
    game = begin(0)
    stack = [frame.procedure for frame in game.state.frames]
    assert stack.index(NAVAL_COMBAT) < stack.index("aborting from a naval combat") < stack.index(INTERCEPTION)
    assert (next(iter(game.waiting)), game.decision and game.decision.prompt) == ("jay", "intercept")


@pytest.mark.rule("11.4.6/fighting your way through")
@pytest.mark.rule("11.5.8/combat results")
def test_every_decision_of_it_can_be_saved_copied_and_undone() -> None:
    game, rng, depths, undone = begin(1), Random(1), [0], 0
    while not game.over:
        check_copies(game)
        depths.append(combats(game))
        before, seat = unnumbered(game), next(iter(game.waiting))
        verb, noun = eager(game, seat, rng)
        game.submit(seat, verb, noun)
        undone += check_undo(game, before, seat, verb, noun)
    assert max(depths) == 3, "a combat inside an abort inside a combat inside an abort inside a combat"
    assert undone
