"""Random legal play of each mission on a small front: it ends, nobody stays in the air, and every step is reached."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "conformance"))

from positions import put
from sorties import Sortie, sortie

from worldfire.engine.chance import SealedChance
from worldfire.forces.flights import FLIGHT, ORIGIN, TARGET
from worldfire.forces.things import FACE_DOWN, IN_FLIGHT, PLACE, place_index
from worldfire.forces.who import NOBODY
from worldfire.players.random_player import pick
from worldfire.rules.s14_2_missions import Mission

MISSIONS = (
    "ground strike",
    "strategic bombardment",
    "air transport",
    "paradrop",
    "ground support",
    "rebase",
    "reorganisation",
)
GERMAN = ["Warsaw", "E2537", "E2538", "E2637", "E2636"]
SOVIET = ["Brest-Litovsk", "Bialystok", "Minsk", "Vilna"]
FRONT = {
    "Warsaw": [("Ju-52", "ge-atr-ju-52-wif"), ("PARA", "germany PARA"), ("Manstein", "Manstein")],
    "E2537": [("Bf-109", "ge-ftr-bf-109e3-wif"), ("corps", "germany INF")],
    "E2637": [("Stuka", "ge-lnd-ju-87b-wif"), ("MTN", "germany MTN")],
    "E2636": [("Bf-110", "ge-ftr-bf-110c-wif")],
    "Brest-Litovsk": [("Zhukov", "Zhukov"), ("army", "ussr INF")],
    "Bialystok": [("I-16", "su-ftr-i-16-wif"), ("IL-4", "su-lnd-il-4-wif")],
    "Minsk": [("MiG-3", "su-ftr-mig-3-wif"), ("Li-2", "su-atr-li-2-wif")],
}


@pytest.fixture(scope="module")
def front() -> Sortie:
    return sortie(
        "barbarossa",
        FRONT,
        side="axis",
        actions={"germany": "combined"},
        wars=[("germany", "ussr")],
        control={"germany": GERMAN, "ussr": SOVIET},
    )


def reset(front: Sortie, seed: int) -> None:
    """Everybody back where he started, some of the land units face-down."""
    game, rng = front.game, Random(seed)
    game.chance = SealedChance(bytes(31) + bytes([seed % 256]))
    for place, named in FRONT.items():
        for short, _ in named:
            put(game, front[short], place)
            game.write(FACE_DOWN, front[short], int(rng.random() < 0.3))
    for power in range(len(game.state.columns["powers.air missions"])):
        for limit in ("air missions", "land moves"):
            game.state.columns[f"powers.{limit}"][power] = 0


@pytest.mark.parametrize("mission", MISSIONS)
def test_random_missions_end(front: Sortie, mission: str, fuzz_games: int) -> None:
    game = front.game
    steps: set[tuple[str, ...]] = set()
    game.visits = steps
    for seed in range(fuzz_games):
        reset(front, seed)
        brest = place_index(game, "Brest-Litovsk")
        given = Mission(given=(brest,), attacks=((front["corps"], brest),)) if mission == "ground support" else None
        front.start(mission, given)
        rng = Random(seed)
        while not game.over:
            seat = next(iter(game.waiting))
            game.submit(seat, *pick(game, seat, rng))
        assert IN_FLIGHT not in game.state[PLACE]
        for column, rest in ((FLIGHT, 0), (TARGET, NOBODY), (ORIGIN, NOBODY)):
            assert set(game.state[column]) == {rest}
    wanted = {("step", mission, name) for name in game.ruleset.procedures[mission].steps}
    assert wanted <= steps
