"""Random legal rail movement, land movement and land combat on a small front: no crash, no dead end, no wrong cache."""

from __future__ import annotations

from random import Random

import pytest

from conformance.positions import give_control, position
from conformance.steps import begin_step
from worldfire.engine.game import Game
from worldfire.forces.things import HEXES, PLACE, board_of
from worldfire.players.random_player import pick

MOST_ACTIONS = 60
#: how often a seat says that it is done when it could go on
LEAVE_OFF = 0.1
STEPS = ("rail movement", "land movement", "land combat")


def front(seed: int) -> Game:
    """Germans and Soviets mixed up around Kiev, some of them face to face."""
    rng = Random(seed)
    board_hexes = [f"E{column}{row}" for column in range(15, 21) for row in range(31, 37)]
    board_hexes = [number for number in board_hexes if number not in ("E1932", "E1635")]
    german = rng.sample(board_hexes, 6)
    soviet = rng.sample([number for number in board_hexes if number not in german], 6)
    kinds = ["INF", "MECH", "MOT", "ARM", "INF", "MTN"]
    units: dict[str, list[str]] = {"E1932": ["Rundstedt"], "E1635": ["Timoshenko"]}
    for side, places in (("germany", german), ("ussr", soviet)):
        for place, kind in zip(places, kinds, strict=True):
            wanted = [f"{side} {'INF' if side == 'ussr' and kind == 'MTN' else kind}", f"{side} INF"]
            units[place] = wanted[: rng.randint(1, 2)]
    game = position("global-war", units=units, wars=[("germany", "ussr")], weather=rng.choice(["fine", "rain", "snow"]))
    held = [number for number in board_of(game).hexes_of("USSR") if number[0] == "E" and int(number[1:3]) >= 18]
    give_control(game, "germany", "country:Poland", *held, *german)
    give_control(game, "ussr", "E1635", *soviet)
    return game


def act(game: Game, rng: Random) -> tuple[str, str]:
    """A random action, seldom the end of a step that has more to offer."""
    seat = next(iter(game.waiting))
    verb, noun = pick(game, seat, rng)
    for _ in range(4):
        if verb != "done" or rng.random() < LEAVE_OFF:
            break
        verb, noun = pick(game, seat, rng)
    game.submit(seat, verb, noun)
    return seat, verb


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("step", STEPS)
def test_a_random_step(step: str, seed: int) -> None:
    game, rng = front(seed), Random(seed)
    dice = [rng.randint(1, 10) for _ in range(100)]
    begin_step(game, step, rng.choice(["germany", "ussr"]), throws=dice)
    for _ in range(MOST_ACTIONS):
        if game.over:
            break
        act(game, rng)
    while not game.over and game.decision is not None and game.decision.kind == "shared":
        game.submit(next(iter(game.waiting)), "done")
    on_map = [place for place in game.state[PLACE] if 0 <= place < game.state.get(HEXES)]
    assert on_map
    assert game.over or step == "land combat"
