"""mypy refuses what does not fit a seam, so that nobody finds out in the middle of a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]

SNIPPET = """
from worldfire.engine.game import Game
from worldfire.engine.seams import AllOf, AnyOf, Chain, SumOf
from worldfire.engine.violation import Violation

ENDS = AnyOf[[int, int]]("ends")
COST = Chain[int, [int]]("cost")
MORE = SumOf[[str], int]("more")
GATE = AllOf[[int], Violation]("gate")

def two(game: Game, unit: int, into: int) -> bool: return True
def one(game: Game, unit: int) -> bool: return True
def words(game: Game, unit: str, into: str) -> bool: return True
def dear(game: Game, cost: int, unit: int) -> int: return cost + 1
def shut(game: Game, unit: int) -> Violation | None: return None

def use(game: Game) -> None:
    cheap: str = COST(game, 1, 2)
    ENDS(game, "a hex", 3)

ENDS.attach(two)
COST.attach(dear)
GATE.attach(shut)
ENDS.attach(one)
ENDS.attach(words)
COST.attach(one)
MORE.attach(lambda game, word: word)
"""


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of the snippet that mypy refuses."""
    config = tmp_path_factory.mktemp("mypy") / "mypy.ini"
    config.write_text(f"[mypy]\nstrict = true\nmypy_path = {ROOT / 'src'}\ncache_dir = {ROOT / '.mypy_cache'}\n")
    told, complaint, _ = api.run(["--config-file", str(config), "-c", SNIPPET])
    assert not complaint
    lines = SNIPPET.splitlines()
    return [lines[int(line.split(":")[1]) - 1].strip() for line in told.splitlines() if ": error:" in line]


def test_a_contribution_of_another_arity_or_type_is_refused(refused: list[str]) -> None:
    assert {
        "ENDS.attach(one)",
        "ENDS.attach(words)",
        "COST.attach(one)",
        "MORE.attach(lambda game, word: word)",
    } <= set(refused)


def test_a_seam_knows_what_it_is_asked_and_what_it_answers(refused: list[str]) -> None:
    assert {"cheap: str = COST(game, 1, 2)", 'ENDS(game, "a hex", 3)'} <= set(refused)


def test_what_fits_is_accepted(refused: list[str]) -> None:
    assert len(set(refused)) == 6
